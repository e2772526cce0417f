"""SVG elements as text: escaped, with short numbers, the same for the same input."""

from xml.sax.saxutils import escape, quoteattr

Value = str | int | float


def number(value: float) -> str:
    """A coordinate with one decimal at most."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: Value) -> str:
    """An element; ``content`` is SVG already. In names of attributes ``_`` stands for ``-``."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}="
        + quoteattr(value if isinstance(value, str) else number(value))
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def title(text: str) -> str:
    """What a reader of the picture is told about the group that this stands in."""
    return f"<title>{escape(text)}</title>"


def group(name: str, /, *content: str, **attributes: Value) -> str:
    """A group that is called ``name``."""
    return element("g", title(name) + "".join(content), **attributes)


def label(x: float, y: float, words: str, **attributes: Value) -> str:
    """A line of text, by its baseline."""
    return element("text", escape(words), x=x, y=y, **attributes)


def polygon(points: list[tuple[float, float]], **attributes: Value) -> str:
    """A closed shape."""
    path = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=path, **attributes)
