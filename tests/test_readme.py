"""The README's session, run as it stands there."""

import re
import subprocess
from pathlib import Path
from typing import Any

from service.documents.schema import state_schema
from tests.conftest import ROOT, Service
from workers.cli import cli

README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGING = re.compile(r"\b[0-9a-f]{64}\b")  # hashes: each game has an id of its own


def test_the_session_gives_the_output_shown(service: Service, tmp_path: Path) -> None:
    session = README.partition("## A session")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```\n```\n(.*?)```", session, re.DOTALL)
    assert len(blocks) >= 4
    for commands, shown in blocks:
        done = subprocess.run(
            [
                "bash",
                "-euo",
                "pipefail",
                "-c",
                commands.replace("http://127.0.0.1:8000", service.url),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        assert CHANGING.sub("HASH", done.stdout).strip() == CHANGING.sub("HASH", shown).strip()


def test_every_key_of_the_state_is_explained() -> None:
    explained = README.partition("## The state document")[2].partition("\n## ")[0]
    properties: Any = state_schema()["properties"]
    rows = "".join(line.split("|")[1] for line in explained.splitlines() if line.startswith("|"))
    assert set(re.findall(r"`(\w+)`", rows)) == set(properties)


def test_every_command_is_named() -> None:
    assert all(f"`{name}`" in README for name in cli.commands)
