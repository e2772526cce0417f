"""Record the answers of the worked examples anew: ``python -m tests.api.record_examples``.

A recorded answer that is still right, apart from what is volatile, stays as it is.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from service import queue
from service.api.openapi import openapi_document
from service.api.worked_examples import FOLDER, STATES, Example, examples_in, read_file
from service.app import create_app
from service.settings import Settings
from tests.api.arrangements import Arrangement, comparable
from tests.api.conftest import RedisServer


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Method, path and entry of every operation, by its id."""
    document = openapi_document(create_app(Settings()))
    return {
        operation["operationId"]: (method.upper(), path, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "parameters"
    }


def files() -> list[str]:
    """The names of the files that hold examples."""
    return sorted(file.stem for file in FOLDER.glob("*.json") if file.stem != STATES)


def example_settings(redis_url: str, folder: Path) -> Settings:
    """The settings of the services that the examples ask; their server key is always the same."""
    key = folder / "key"
    key.write_text("0123456789abcdef" * 4)
    connection = queue.connect(redis_url)
    connection.flushall()
    connection.close()
    return Settings(redis_url=redis_url, server_key_file=key, max_wait=5)


def record(name: str, redis_url: str, folder: Path) -> bool:
    """Record one file's answers; whether anything has changed."""
    known = operations()
    entries = read_file(name)
    changed = False
    for example in examples_in(name):
        here = Arrangement(example_settings(redis_url, folder), example.given)
        method, path, _ = known[example.at]
        answer = here.ask(method, path, example)
        if _same(example, answer):
            continue
        entries[example.name]["answer"] = answer
        changed = True
    if changed:
        text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    return changed


def _same(example: Example, answer: dict[str, Any]) -> bool:
    if example.answer is None:
        return False
    return comparable(example.answer, example.volatile) == comparable(answer, example.volatile)


def main() -> None:
    """Record every file."""
    with tempfile.TemporaryDirectory(prefix="ds-examples-") as temporary:
        folder = Path(temporary)
        server = RedisServer(folder)
        server.start()
        try:
            for name in files():
                if record(name, server.url, folder):
                    print(f"recorded {name}", file=sys.stderr)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
