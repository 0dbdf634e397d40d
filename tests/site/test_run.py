"""`make run`, from outside: a fresh folder, a used one, and whatever is in its way."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.live_site import LiveSite, running_site

pytestmark = pytest.mark.slow


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
        assert "changepassword" in second.output
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
        " Choose another one: PORT=8001 make run\n"
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
    ],
)
def test_a_wrong_setting_is_one_clear_message(tmp_path: Path, setting: dict[str, str]):
    answer = start(EZGRAPH_DATA_DIR=str(tmp_path), **{"PORT": "0", **setting})

    assert answer.returncode == 1
    assert answer.stderr.startswith(next(iter(setting)))
    assert "Traceback" not in answer.stderr
