"""`manage.py serve` and the probe: one process of many, which makes nothing and tells when it is ready."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ezgraph_site.bootstrap import make_data_dir
from tests.live_site import environment
from tests.peers.nginx import free_port

pytestmark = pytest.mark.slow


def run(env: dict[str, str], *command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *command], env=env, capture_output=True, text=True, timeout=90, check=False
    )


def probe(env: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    return run(env, "-m", "ezgraph_site.operations.probe", *arguments)


def test_it_serves_what_is_migrated_and_the_probe_knows_when(tmp_path: Path):
    make_data_dir(tmp_path)
    there = {path.name for path in tmp_path.iterdir()}
    env = environment(
        EZGRAPH_DATA_DIR=str(tmp_path),
        PORT=str(free_port()),
        # As behind a proxy that is not there: the probe comes without.
        EZGRAPH_HTTPS="true",
        EZGRAPH_ALLOWED_HOSTS="chat.example.org",
        EZGRAPH_HOST="0.0.0.0",
    )
    refused = run(env, "manage.py", "serve")
    assert refused.returncode == 1
    assert "Run `manage.py migrate` once" in refused.stderr
    assert {path.name for path in tmp_path.iterdir()} - there <= {"db.sqlite3"}

    assert run(env, "manage.py", "migrate", "--verbosity", "0").returncode == 0
    before = probe(env)
    assert before.returncode == 1
    assert "Nobody answers on port" in before.stderr
    with subprocess.Popen(
        [sys.executable, "manage.py", "serve"], env=env, stdout=subprocess.PIPE, text=True
    ) as process:
        assert probe(env, "--wait", "60").returncode == 0
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)

    assert process.returncode == 0
    assert output == f"Ready: http://0.0.0.0:{env['PORT']}\n"
