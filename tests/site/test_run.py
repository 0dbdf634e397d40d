"""`make run`, from outside: a fresh folder, a used one, and whatever is in its way."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from cryptography.fernet import Fernet

from tests.live_site import LiveSite, running_site

pytestmark = pytest.mark.slow


DEAD_PORT = "1"
"""A port on which nobody listens."""


def start(**settings: str) -> "subprocess.CompletedProcess[str]":
    """Run the site where it is expected to give up."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    command = [sys.executable, "-m", "ezgraph_site"]
    return subprocess.run(
        command, env={**kept, **settings}, capture_output=True, text=True, timeout=60, check=False
    )


def sign_in(site: LiveSite, password: str) -> bool:
    with httpx.Client(base_url=site.url, follow_redirects=True) as client:
        client.get("/admin/login/")
        form = {
            "username": "admin",
            "password": password,
            "csrfmiddlewaretoken": client.cookies["csrftoken"],
            "next": "/admin/",
        }
        return client.post("/admin/login/", data=form).url.path == "/admin/"


def test_the_printed_password_opens_the_back_office(live_site: LiveSite):
    assert live_site.password
    assert sign_in(live_site, live_site.password)
    assert not sign_in(live_site, "admin")


def test_the_demo_key_is_printed_once_and_stored_only_as_a_hash(live_site: LiveSite):
    assert live_site.api_key
    assert live_site.api_key.startswith("ezg_")
    stored = b"".join(path.read_bytes() for path in live_site.data_dir.glob("db.sqlite3*"))
    assert live_site.api_key.encode() not in stored


def test_it_answers_as_soon_as_it_says_ready(live_site: LiveSite):
    assert f"Ready: {live_site.url}/" in live_site.output
    assert live_site.output.count("/chat/quote/") == 1
    assert live_site.output.count("More chats") == 1
    assert httpx.get(f"{live_site.url}/static/admin/css/base.css").status_code == 200


def test_what_it_keeps_is_for_the_owner_only(live_site: LiveSite):
    files = [path for path in live_site.data_dir.rglob("*") if path.is_file()]

    assert {"secret.key", "encryption.keys"} <= {path.name for path in files}
    assert all(path.stat().st_mode & 0o077 == 0 for path in files)


def test_a_second_run_keeps_all_data_and_shows_no_secret_again(tmp_path: Path):
    with running_site(tmp_path) as first:
        assert first.password
        assert first.api_key
    with running_site(tmp_path) as second:
        assert second.password is None
        assert second.api_key is None
        assert "changepassword admin" in second.output
        assert "manage.py issue_api_key demo --scope sessions:write" in second.output
        assert first.password not in second.output
        assert first.api_key not in second.output
        assert sign_in(second, first.password)


def test_sigterm_ends_it_without_a_complaint(tmp_path: Path):
    with running_site(tmp_path) as site:
        pass

    assert site.process.returncode == 0


def test_a_taken_port_is_named_and_another_one_suggested(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        answer = start(EZGRAPH_DATA_DIR=str(tmp_path / "data"), PORT=port)

    assert answer.returncode == 1
    assert answer.stderr == (
        f"Port {port} of 127.0.0.1 cannot be had: Address already in use."
        " Choose another one, as by PORT=8001.\n"
    )
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "setting",
    [
        {"PORT": "eighty"},
        {"EZGRAPH_BUSINESS_DATE": "2026-13-01"},
        {"EZGRAPH_LEASE_SECONDS": "soon"},
        {"EZGRAPH_TIME_ZONE": "Nowhere"},
        {"EZGRAPH_CHAT_PROVIDERS": "embedded"},
        {"EZGRAPH_HOST": "localhost"},
        {"EZGRAPH_FOO": "1"},
        {"EZGRAPH_ALLOWED_HOSTS": ","},
        {"EZGRAPH_SECRET_KEY": "hidden"},
        {"EZGRAPH_DATA_DIR": __file__},
        {"EZGRAPH_DATA_DIR": f"{__file__}/below"},
        {"EZGRAPH_GRAPHS": "no.such.Graph"},
        {"DATABASE_URL": "hello"},
        {"DATABASE_URL": "mysql://u:hidden@h/db"},
        {"DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3"},
        {"DATABASE_URL": f"sqlite:///{__file__}"},
        {"DATABASE_URL": "postgres://u:hidden@127.0.0.1:1/db"},
        {"DATABASE_URL": "postgres://u:hidden@127.0.0.1:1/db?nonsense=1"},
        {"REDIS_URL": "foo"},
    ],
    ids=str,
)
def test_a_wrong_setting_is_one_clear_message(tmp_path: Path, setting: dict[str, str]):
    answer = start(**{"EZGRAPH_DATA_DIR": str(tmp_path), "PORT": "0", **setting})

    assert answer.returncode == 1
    assert answer.stderr.startswith(next(iter(setting)))
    assert answer.stderr.count("\n") == 1
    assert "hidden" not in answer.stderr


@pytest.mark.parametrize("content", [None, b"no database " * 100])
def test_a_database_file_that_is_none_is_one_clear_message(tmp_path: Path, content: bytes | None):
    file = tmp_path / "db.sqlite3"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    answer = start(EZGRAPH_DATA_DIR=str(tmp_path), PORT="0")

    assert answer.returncode == 1
    assert answer.stderr.startswith(f"EZGRAPH_DATA_DIR: {file}")
    assert answer.stderr.count("\n") == 1


def test_a_malformed_key_is_named_with_a_command_that_makes_one(tmp_path: Path):
    answer = start(EZGRAPH_DATA_DIR=str(tmp_path), PORT="0", EZGRAPH_ENCRYPTION_KEYS="hidden")
    fault, hint = answer.stderr.splitlines()
    command = hint.partition(": ")[2].replace(".venv/bin/python", sys.executable)
    made = subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout.strip()

    assert fault == "Key 1 of EZGRAPH_ENCRYPTION_KEYS is no Fernet key."
    Fernet(made)


def test_the_terminal_says_the_same(tmp_path: Path):
    command = [sys.executable, "-m", "ezgraph_site.terminal", "quote"]
    env = {**os.environ, "EZGRAPH_DATA_DIR": str(tmp_path), "DATABASE_URL": "mysql://u:hidden@h/db"}
    answer = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)

    assert answer.returncode == 1
    assert answer.stderr.startswith("DATABASE_URL must")
    assert answer.stderr.count("\n") == 1


def test_what_can_be_mended_later_is_a_line_and_the_site_runs(tmp_path: Path, capfd):
    with running_site(
        tmp_path, EZGRAPH_CHAT_PROVIDER="nix", REDIS_URL=f"redis://:hidden@127.0.0.1:{DEAD_PORT}/0"
    ) as site:
        foreign = httpx.get(f"{site.url}/admin/login/", headers={"host": "evil.example"})
        own = httpx.get(f"{site.url}/admin/login/")
    provider, remedy, redis, *refused = capfd.readouterr().err.splitlines()

    assert provider == "EZGRAPH_CHAT_PROVIDER is 'nix', but no provider is called 'nix'"
    assert remedy.startswith("  Asked by: quote")
    assert redis.startswith("REDIS_URL: Redis cannot be reached")
    assert "hidden" not in redis
    assert (foreign.status_code, own.status_code) == (400, 200)
    assert len(refused) == 1
    assert "evil.example" in refused[0]
