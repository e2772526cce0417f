"""The RQ worker: quick to notice a lost colleague, and nice to the API beside it."""

import contextlib
import os
from typing import Final

from redis import Redis
from rq import Worker
from rq.job import Job
from rq.registry import FailedJobRegistry, FinishedJobRegistry
from rq.serializers import JSONSerializer
from rq.utils import now
from rq.worker_registration import clean_worker_registry

from service import queue, rq_jobs
from service.settings import Settings

# The engine, the documents and the search are loaded before the fork, so jobs start at once.
from workers import jobs, partners  # noqa: F401
from workers.redis_server import check_reachable

NICENESS: Final = 10  # rules calls stay fast on a small machine
HEARTBEAT_SECONDS: Final = 8  # a job whose worker is silent for so long is given to another
MONITORING_SECONDS: Final = 2
MAINTENANCE_SECONDS: Final = 5
START_SECONDS: Final = 5.0  # that a Redis may take to answer for the first time
WORKER_TTL_SECONDS: Final = 20  # RQ waits for jobs 15 s less at a time, then does maintenance


class SearchWorker(Worker):
    """A worker whose jobs are retried seconds after it was killed.

    RQ lets a heartbeat live a minute longer than the monitoring interval, and so finds the job of
    a killed worker only after that minute.
    """

    max_connection_wait_time = 2.0  # seconds between two tries while Redis is away

    def run_maintenance_tasks(self) -> None:
        """Between two jobs, every few seconds: RQ's own tasks, and the rescue of lost searches."""
        super().run_maintenance_tasks()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
        with contextlib.suppress(queue.ContendedError):  # then others are at it
            queue.rescue(self.connection)

    def clean_registries(self) -> None:
        """RQ's tasks for the queues, by one worker at a time; no clock but Redis's tells who died.

        Only what this service uses of RQ is cleaned: started, finished and failed jobs, and the
        names of workers.
        """
        for served in self.queues:
            if not served.acquire_maintenance_lock():
                continue
            try:
                rq_jobs.retry_abandoned(self.connection, served.name)
                FinishedJobRegistry(queue=served).cleanup()
                FailedJobRegistry(queue=served).cleanup()
                clean_worker_registry(served)
            finally:
                served.release_maintenance_lock()  # type: ignore[no-untyped-call]
        self.last_cleaned_at = now()  # type: ignore[assignment]  # RQ types neither of the two

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:
        """Seconds that a running job's heartbeat lasts."""
        return HEARTBEAT_SECONDS


def run() -> None:
    """Serve the queues until told to stop: SIGTERM ends the worker after the job at hand.

    Raises SettingsError, and NoRedisError if no Redis answers at the start.
    """
    settings = Settings.from_environment()
    settings.server_key()  # one that cannot be read is told now, not in the first job
    check_reachable(settings.redis_url, START_SECONDS)
    os.nice(NICENESS)
    connection = Redis.from_url(settings.redis_url)
    worker = SearchWorker(
        rq_jobs.SERVED,
        connection=connection,
        serializer=JSONSerializer,
        worker_ttl=WORKER_TTL_SECONDS,
        maintenance_interval=MAINTENANCE_SECONDS,
        job_monitoring_interval=MONITORING_SECONDS,
        log_job_description=False,
    )
    worker.work(logging_level="WARNING")
