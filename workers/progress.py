"""How far a long command has come."""

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)


def progress_bar(what: str, total: int, done: int = 0) -> tuple[Progress, TaskID]:
    """A bar on standard error, with the time left; begin it with ``with``."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True))
    return bar, bar.add_task(what, total=total, completed=done)
