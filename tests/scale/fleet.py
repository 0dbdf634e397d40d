"""What `deploy/` describes, by hand: processes of the site and a worker, behind the proxy."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from ezgraph_site.bootstrap import make_data_dir
from tests.live_site import environment
from tests.peers.nginx import Proxy, free_port, running_proxy
from tests.scale.sites import GRAPHS, LIFT_LIMITS, USE_MODEL

START_SECONDS = 90
STOP_SECONDS = 60


class Process:
    """A process of the site that is stopped as an operator does it, and started again."""

    def __init__(self, env: Mapping[str, str], *command: str) -> None:
        self.env = dict(env)
        self._command = [sys.executable, "manage.py", *command]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it and wait until it says that it is ready. Raises AssertionError where it ends instead."""
        process = subprocess.Popen(self._command, env=self.env, stdout=subprocess.PIPE, text=True)
        self._process = process
        assert process.stdout is not None
        deadline = threading.Timer(START_SECONDS, process.kill)
        deadline.start()
        line = process.stdout.readline()
        deadline.cancel()
        assert line.startswith("Ready: "), f"{self._command} ended with {process.wait(STOP_SECONDS)}: {line}"
        # What it says later is read, too, so that a full pipe never stops it.
        threading.Thread(target=process.stdout.read, daemon=True).start()

    def stop(self) -> tuple[int, float]:
        """Let it end at SIGTERM; return its exit code and how many seconds that took."""
        process, began = self._process, time.monotonic()
        if process is None:
            return 0, 0.0
        self._process = None
        process.terminate()
        try:
            return process.wait(STOP_SECONDS), time.monotonic() - began
        finally:
            process.kill()


@dataclass(frozen=True)
class Fleet:
    """Two processes of the site behind a proxy, and a worker."""

    proxy: Proxy
    sites: tuple[Process, Process]


@contextmanager
def running_fleet(command: Path, folder: Path, model_url: str, **settings: str) -> Iterator[Fleet]:
    """Migrate, start all of them, and stop them afterwards. `command` is nginx; `settings` are shared."""
    make_data_dir(folder)
    shared = environment(
        EZGRAPH_DATA_DIR=str(folder),
        EZGRAPH_GRAPHS=GRAPHS,
        EZGRAPH_ALLOWED_HOSTS="localhost",
        EZGRAPH_HTTPS="true",
        EZGRAPH_TRUSTED_PROXIES="1",
        EZGRAPH_WORKER="false",
        EZGRAPH_ALLOWED_PRIVATE_HOSTS="127.0.0.1:*",
        **settings,
    )
    manage(shared, "migrate", "--verbosity", "0")
    manage(shared, "shell", "--verbosity", "0", "-c", LIFT_LIMITS + USE_MODEL.format(url=model_url))
    one, two = free_port(), free_port()
    sites = (
        Process({**shared, "PORT": str(one)}, "serve"),
        Process({**shared, "PORT": str(two)}, "serve"),
    )
    with ExitStack() as stack:
        for process in (*sites, Process(shared, "worker")):
            stack.callback(process.stop)
            process.start()
        upstreams = f"127.0.0.1:{one}", f"127.0.0.1:{two}"
        yield Fleet(stack.enter_context(running_proxy(command, folder, upstreams)), sites)


def manage(env: Mapping[str, str], *arguments: str) -> None:
    """Run a management command."""
    subprocess.run([sys.executable, "manage.py", *arguments], env=dict(env), check=True)
