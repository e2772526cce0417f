"""The option of long commands that says how many processes share their games."""

import os
from typing import Final

import click

_MOST: Final = 256


def _cores() -> int:
    return min(_MOST, len(os.sched_getaffinity(0)))


jobs_option: Final = click.option(
    "--jobs",
    type=click.IntRange(1, _MOST),
    default=_cores,
    show_default="one for each core",
    help="Processes that play at a time.",
)
