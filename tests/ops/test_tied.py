"""What the tests start does not outlive them."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

from tests.conftest import ROOT, eventually
from tests.ops.processes import children, running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

# A test run with its service and its Redis, which tells what it has started and then hangs.
RUN = """
import sys, tempfile
from pathlib import Path
from tests.api.conftest import RedisServer
from tests.conftest import Service

with tempfile.TemporaryDirectory() as folder:
    redis = RedisServer(Path(folder))
    redis.start()
    service = Service(WORKERS="1")
    print(redis.pid, service.process.pid, folder, service.folder, flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("death", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_that_is_broken_off_leaves_no_process_behind(death: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        redis, service, *folders = run.stdout.readline().split()
        started = [int(redis), int(service)]
        started += children(int(service))
        assert len(started) >= 5  # the service has a Redis of its own, gunicorn and a worker
        assert all(map(running, started))
        os.kill(run.pid, death)
        assert run.wait() == -death
    eventually(lambda: not any(map(running, started)))
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
