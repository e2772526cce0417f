"""What gunicorn asks of us, as its configuration module; its settings are in ``service.cli``."""

from typing import Any

from service.api.context import context_of
from service.metrics_folder import forget_metrics


def post_worker_init(worker: Any) -> None:
    """Let the requests that wait know when their process is told to end (SIGTERM)."""
    context_of(worker.wsgi).polls.stopping = lambda: not worker.alive


def on_exit(server: Any) -> None:
    """Clean up after the last API process."""
    forget_metrics()
