"""What gunicorn asks of us, as its configuration module; its settings are in ``service.cli``."""

import os
import shutil
import tempfile
from typing import Any, Final

from service.api.context import context_of

METRICS: Final = "PROMETHEUS_MULTIPROC_DIR"
_PREFIX: Final = "ds-metrics-"


def share_metrics() -> None:
    """Give the API processes a folder in which they add up their counters, if they have none."""
    if METRICS not in os.environ:
        os.environ[METRICS] = tempfile.mkdtemp(prefix=_PREFIX)


def on_exit(server: Any) -> None:
    """Remove the folder of ``share_metrics``; one that was given stays."""
    folder = os.environ.get(METRICS, "")
    if os.path.basename(folder).startswith(_PREFIX):
        shutil.rmtree(folder, ignore_errors=True)


def post_worker_init(worker: Any) -> None:
    """Let the requests that wait know when their process is told to end (SIGTERM)."""
    context_of(worker.wsgi).polls.stopping = lambda: not worker.alive
