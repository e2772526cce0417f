"""The folder in which several API processes add up their counters, for /metrics."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"  # read by prometheus_client when it is imported
_PREFIX: Final = "ds-metrics-"


def share_metrics() -> None:
    """Make the folder, for this process and those that it becomes or starts, if none is set."""
    if not os.environ.get(VARIABLE):
        os.environ[VARIABLE] = tempfile.mkdtemp(prefix=_PREFIX)


def forget_metrics() -> None:
    """Remove the folder that ``share_metrics`` made; one that was given stays."""
    folder = Path(os.environ.get(VARIABLE, ""))
    if folder.name.startswith(_PREFIX):
        shutil.rmtree(folder, ignore_errors=True)
