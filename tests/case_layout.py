"""How a case file is laid out: one part after the other, short things on one line.

``python -m tests.case_layout`` lays every file in tests/cases out anew.
"""

import json
from pathlib import Path
from typing import Any

CASES = sorted((Path(__file__).parent / "cases").glob("*.json"))
PARTS = (
    "why", "rules", "start", "given", "legal", "allows", "forbids", "moves", "error", "expect",
    "values", "counts", "score", "events", "decision",
)  # fmt: skip
WIDTH = 96


def load(path: Path) -> dict[str, Any]:
    """A case file."""
    case: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return case


def layout(case: dict[str, Any]) -> str:
    """The text of a case, its parts in the order of PARTS."""
    ordered = {part: case[part] for part in PARTS if part in case}
    return _laid_out(ordered, 0, 0) + "\n"


def _laid_out(value: Any, indent: int, taken: int) -> str:
    """A value that begins after ``taken`` characters; in one line if that is short enough."""
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict | list) or not value:
        return line
    if indent and indent + taken + len(line) <= WIDTH:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        parts = []
        for key, item in value.items():
            name = json.dumps(key, ensure_ascii=False) + ": "
            parts.append(inner + name + _laid_out(item, indent + 2, len(name)))
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    if all(isinstance(item, str) for item in value):
        return "[\n" + _filled(value, inner) + "\n" + " " * indent + "]"
    parts = [inner + _laid_out(item, indent + 2, 0) for item in value]
    return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"


def _filled(items: list[str], inner: str) -> str:
    """Strings in as few lines as they need."""
    lines = [inner]
    for number, item in enumerate(items):
        text = json.dumps(item, ensure_ascii=False) + ("," if number < len(items) - 1 else "")
        if len(lines[-1]) + len(text) > WIDTH and lines[-1].strip():
            lines.append(inner)
        lines[-1] += text if lines[-1] == inner else " " + text
    return "\n".join(lines)


if __name__ == "__main__":
    for file in CASES:
        file.write_text(layout(load(file)), encoding="utf-8")
