"""Three System One servers written by others, run as processes out of the peers' environment.

`jevcompat` is exact and can break each requirement on purpose; `laya-serve` has strict fields and another
error body; `microllm` answers by what the texts say. Each runs on a free port of loopback.
"""

import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

MISSING = "the System One servers are not installed: make peers"
START_SECONDS = 60.0
KEY = "test-key-0123456789"

SEVERAL = Path(__file__).with_name("jevcompat_servers.py")
"""Runs as many servers of jevcompat as it is asked for; it needs the peers' environment."""


class Jevcompat:
    """Servers of jevcompat, all in one process. `faults` are the names of what they can break."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._urls: dict[str, str] = {}
        self.faults: tuple[str, ...] = tuple(json.loads(self._line()))

    def url(self, *faults: str, key: str | None = KEY, **config: Any) -> str:
        """Return the address of a server with these faults that wants `key`."""
        wanted = json.dumps({"faults": faults, "key": key, **config})
        if wanted not in self._urls:
            assert self._process.stdin is not None
            self._process.stdin.write(wanted + "\n")
            self._process.stdin.flush()
            self._urls[wanted] = self._line()
        return self._urls[wanted]

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise RuntimeError(f"jevcompat ended with {self._process.wait()}")
        return line


def find() -> Path | None:
    """Return the folder of commands of the peers' environment (`PEERS_VENV`, else `.venv-peers`), or None."""
    environment = os.environ.get("PEERS_VENV") or Path(__file__).resolve().parents[2] / ".venv-peers"
    commands = Path(environment) / "bin"
    there = all((commands / name).exists() for name in ("jevcompat", "laya-serve", "microllm"))
    return commands if there else None


def required() -> bool:
    """Tell whether missing servers are a failure, as they are where CI runs the tests."""
    return bool(os.environ.get("CI"))


@contextmanager
def running_jevcompat(commands: Path) -> Iterator[Jevcompat]:
    """Start a process for servers of jevcompat; it is stopped afterwards."""
    process = subprocess.Popen(
        [commands / "python", SEVERAL],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with _stopped_afterwards(process):
        yield Jevcompat(process)


@contextmanager
def running_laya(commands: Path, *, per_minute: int = 0) -> Iterator[str]:
    """Start laya-serve, which answers `per_minute` requests a minute (0: all), and yield its address."""
    port = _free_port()
    settings = {
        "LAYA_SERVE_BACKEND": "fake",
        "LAYA_SERVE_API_KEY": KEY,
        "LAYA_SERVE_RATE_LIMIT_PER_MINUTE": str(per_minute),
    }
    arguments = ["--host", "127.0.0.1", "--port", str(port)]
    with _serving(port, [commands / "laya-serve", *arguments], settings) as url:
        yield url


@contextmanager
def running_microllm(commands: Path) -> Iterator[str]:
    """Start microllm and yield its address."""
    port = _free_port()
    settings = {"MICROLLM_API_KEY": KEY, "MICROLLM_HF_MODEL": "", "PORT": str(port)}
    with _serving(port, [commands / "microllm", "serve"], settings) as url:
        yield url


@contextmanager
def _serving(port: int, command: Sequence[Path | str], settings: Mapping[str, str]) -> Iterator[str]:
    process = subprocess.Popen(
        command,
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    url = f"http://127.0.0.1:{port}"
    with _stopped_afterwards(process):
        _wait_until_ready(url, process)
        yield url


@contextmanager
def _stopped_afterwards(process: "subprocess.Popen[str]") -> Iterator[None]:
    try:
        yield
    finally:
        process.kill()  # a polite end would wait for connections that are kept
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_until_ready(url: str, process: "subprocess.Popen[str]") -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode} before it was ready")
        try:
            httpx.get(f"{url}/v1/models", timeout=5).raise_for_status()
            return
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
