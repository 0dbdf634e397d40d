"""The real site as a process of its own, for tests that come in from outside."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START_SECONDS = 120
STOP_SECONDS = 30

OURS = ("EZGRAPH_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "PORT")
"""What the site must not inherit from the tests' own environment."""


@dataclass(frozen=True)
class LiveSite:
    """A running site. `url` has no slash at its end; `env` is what its process and `manage.py` need.

    `output` is what it printed until it was ready. `api_key` and `password` (of the administrator)
    are None where the data folder was used before.
    """

    url: str
    data_dir: Path
    env: Mapping[str, str]
    process: "subprocess.Popen[str]"
    output: str
    api_key: str | None
    password: str | None

    def manage(self, *arguments: str) -> str:
        """Run a management command on the site's data and return what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        answer = subprocess.run(command, env=dict(self.env), check=True, stdout=subprocess.PIPE, text=True)
        return answer.stdout


def environment(**settings: str) -> dict[str, str]:
    """The environment of a process of the site: ours, but of our settings only `settings`."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**inherited, **settings}


@contextmanager
def running_site(data_dir: Path, **settings: str) -> Iterator[LiveSite]:
    """Run the site, as `make run` does, on a free port (or `PORT`); SIGTERM stops it at the end.

    `settings` are variables of its environment.
    """
    defaults = {"PORT": "0", "EZGRAPH_DATA_DIR": str(data_dir), "EZGRAPH_DEMO": "no"}
    env = environment(**(defaults | settings))
    command = [sys.executable, "-m", "ezgraph_site"]
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        yield _when_ready(process, data_dir, env)
    finally:
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        finally:
            process.kill()


def _when_ready(process: "subprocess.Popen[str]", data_dir: Path, env: Mapping[str, str]) -> LiveSite:
    output = _output_until_ready(process)
    ready = re.search(r"^Ready: (http://[^/]+)", output, re.MULTILINE)
    assert ready, f"the site did not get ready, but said: {output}"
    return LiveSite(
        url=ready.group(1),
        data_dir=data_dir,
        env=env,
        process=process,
        output=output,
        api_key=_printed("Demo API key", output),
        password=_printed("password", output),
    )


def _output_until_ready(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    # A site that hangs while it starts is ended, and its output with it.
    deadline = threading.Timer(START_SECONDS, process.kill)
    deadline.start()
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("Ready: "):
            break
    deadline.cancel()
    # Whatever it prints later is read, too, so that a full pipe never stops it.
    threading.Thread(target=process.stdout.read, daemon=True).start()
    return "".join(lines)


def _printed(name: str, output: str) -> str | None:
    found = re.search(rf"^ *{name} +(\S+)", output, re.MULTILINE)
    return found.group(1) if found else None
