document.getElementById("origin").textContent = location.origin;
