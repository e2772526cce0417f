"""What Prometheus may know: requests, their time, and the queue."""

import os
import time
from typing import Final

from service.metrics_folder import VARIABLE

if not os.environ.get(VARIABLE):  # an empty one would be a folder to prometheus_client
    os.environ.pop(VARIABLE, None)

from flask import Flask, Response, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    multiprocess,
)
from prometheus_client.core import GaugeMetricFamily
from redis import Redis
from redis.exceptions import RedisError

from service import queue

REQUESTS: Final = Counter(
    "ds_http_requests", "Requests by method, route and status", ("method", "route", "status")
)
SECONDS: Final = Histogram(
    "ds_http_request_seconds",
    "Seconds to answer a request, long polls included",
    ("route",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
)
SEARCHES: Final = Counter(
    "ds_searches", "AI jobs accepted: a new search, or attached to an equal one", ("kind",)
)
_METHODS: Final = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")


def measure(app: Flask) -> None:
    """Count and time the application's requests."""

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        route = request.url_rule.rule if request.url_rule else "none"
        method = request.method if request.method in _METHODS else "other"
        REQUESTS.labels(method, route, str(response.status_code)).inc()
        if "begun" in g:
            SECONDS.labels(route).observe(time.perf_counter() - g.begun)
        return response


def exposition(connection: Redis) -> Response:
    """The metrics as text; those of all API processes where PROMETHEUS_MULTIPROC_DIR is set."""
    registry = REGISTRY
    if VARIABLE in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    text = generate_latest(registry) + generate_latest(_queue_registry(connection))
    return Response(text, content_type=CONTENT_TYPE_LATEST)


class _QueueCollector:
    """Reads the queue when it is asked."""

    def __init__(self, connection: Redis) -> None:
        self._connection = connection

    def collect(self) -> list[GaugeMetricFamily]:
        """Whether Redis answers, and how many searches wait."""
        up = GaugeMetricFamily("ds_queue_up", "Whether the queue can be reached")
        waiting = GaugeMetricFamily("ds_queue_length", "Searches that wait for a worker")
        try:
            waiting.add_metric([], queue.queue_length(self._connection))
            up.add_metric([], 1)
        except RedisError:
            up.add_metric([], 0)
        return [up, waiting]


def _queue_registry(connection: Redis) -> CollectorRegistry:
    registry = CollectorRegistry()
    registry.register(_QueueCollector(connection))
    return registry
