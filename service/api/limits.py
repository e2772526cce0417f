"""The rate limit per client address, where the settings ask for one."""

import threading
import time
from typing import Final

from flask import Flask, Response, g, request

from service.api.problems import Problem
from service.documents.wording import counted
from service.settings import RateLimit

# The parts of the API that cost next to nothing, for whoever looks after it or reads about it.
UNLIMITED: Final = ("probes", "pages", "reference", "rules")
_MAX_ADDRESSES: Final = 10_000


class _Windows:
    """How many requests each address has made in the current window of time.

    Of so many addresses that they would fill the memory, those heard of last are remembered.
    """

    def __init__(self, limit: RateLimit) -> None:
        self.limit = limit
        self._lock = threading.Lock()
        self._window = 0
        self._counts: dict[str, int] = {}

    def count(self, address: str) -> tuple[int, int]:
        """Count a request; how many are left (below 0: too many), and seconds till all are."""
        now = time.time()
        window = int(now // self.limit.seconds)
        with self._lock:
            if window != self._window:
                self._window = window
                self._counts.clear()
            used = self._counts.pop(address, 0) + 1
            self._counts[address] = used  # as the last one, so the first is to go
            if len(self._counts) > _MAX_ADDRESSES:
                del self._counts[next(iter(self._counts))]
        reset = int((window + 1) * self.limit.seconds - now) + 1
        return self.limit.requests - used, reset


def limit_rate(app: Flask, limit: RateLimit | None) -> None:
    """Answer 429 beyond the limit; counted in this process alone, so without Redis."""
    if limit is None:
        return
    windows = _Windows(limit)

    @app.before_request
    def check() -> None:
        if request.blueprint in UNLIMITED or request.method == "OPTIONS":
            return
        left, reset = windows.count(request.remote_addr or "")
        g.rate_headers = {
            "X-RateLimit-Limit": str(limit.requests),
            "X-RateLimit-Remaining": str(max(0, left)),
            "X-RateLimit-Reset": str(reset),
        }
        if left < 0:
            raise Problem(
                "rate_limited",
                f"more than {counted(limit.requests, 'request')} in"
                f" {counted(limit.seconds, 'second')}",
                headers={"Retry-After": str(reset)},
            )

    @app.after_request
    def tell(response: Response) -> Response:
        response.headers.update(g.get("rate_headers", {}))
        return response
