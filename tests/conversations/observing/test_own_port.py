"""The metrics of a worker, and what the checks say of settings that do not hold."""

import asyncio
import socket
import sys
from io import StringIO

import httpx
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command

from conversations.observing import checks, own_port
from conversations.observing.own_port import AddressUnavailable, metrics_at, parse_address


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.django_db(transaction=True)
async def test_a_worker_tells_its_metrics_at_a_port_of_its_own():
    port = free_port()
    async with metrics_at("127.0.0.1", port), httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{port}/metrics")

    assert "ezgraph_database_up 1.0" in answer.text


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("token", "path", "headers", "status"),
    [
        ("", "/", {}, 404),
        ("", "/metrics", {"Host": "evil.example"}, 403),
        ("", "/metrics", {"X-Forwarded-For": "6.6.6.6"}, 403),
        ("t" * 24, "/metrics", {}, 403),
        ("t" * 24, "/metrics", {"Host": "worker:9101", "Authorization": f"Bearer {'t' * 24}"}, 200),
    ],
    ids=["another-path", "foreign-host", "forwarded", "no-token", "token"],
)
async def test_it_is_read_where_the_site_s_page_is_and_by_nobody_else(
    settings, token: str, path: str, headers: dict[str, str], status: int
):
    settings.EZGRAPH_METRICS_TOKEN = token
    port = free_port()
    async with metrics_at("127.0.0.1", port), httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{port}{path}", headers=headers)
        posted = await client.post(f"http://127.0.0.1:{port}{path}", headers=headers)

    assert answer.status_code == status
    assert ("ezgraph_" in answer.text) is (status == 200)
    assert posted.status_code == (404 if status == 404 else 405)


async def test_metrics_that_cannot_be_read_are_logged_and_read_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    outcomes, all_read = iter([RuntimeError, RuntimeError, None]), asyncio.Event()

    async def read_all() -> None:
        error = next(outcomes, None)
        if error is not None:
            raise error
        all_read.set()

    monkeypatch.setattr(own_port, "read_all", read_all)
    monkeypatch.setattr(own_port, "READ_SECONDS", 0)
    async with metrics_at("127.0.0.1", free_port()):
        async with asyncio.timeout(10):
            await all_read.wait()

    assert caplog.text.count("The metrics could not be read.") == 2


async def test_the_port_is_given_back_where_its_process_is_stopped_before_the_first_reading(
    monkeypatch: pytest.MonkeyPatch,
):
    async def read_all() -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(own_port, "read_all", read_all)
    port = free_port()
    with pytest.raises(asyncio.CancelledError):
        async with metrics_at("127.0.0.1", port):
            raise AssertionError("it is not begun")

    with socket.socket() as again:
        assert again.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.django_db(transaction=True)
def test_a_project_without_the_app_is_told_so_and_imports_none_of_it(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(apps, "is_installed", lambda name: name != "conversations.observing")
    monkeypatch.setitem(sys.modules, "conversations.observing.own_port", None)
    monkeypatch.delitem(sys.modules, "conversations.management.commands.worker", raising=False)

    with pytest.raises(CommandError, match=r"needs the app conversations\.observing"):
        call_command("worker", metrics="9101", stdout=StringIO())


@pytest.mark.parametrize(
    ("text", "address"), [("9101", ("127.0.0.1", 9101)), ("10.0.0.5:80", ("10.0.0.5", 80))], ids=str
)
def test_an_address_is_a_port_or_a_host_with_one(text: str, address: tuple[str, int]):
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "http", "0", "65536", "host:", "-1"], ids=repr)
def test_a_worker_refuses_what_is_no_address(text: str):
    with pytest.raises(AddressUnavailable):
        parse_address(text)


@pytest.mark.django_db(transaction=True)
def test_a_port_that_is_taken_is_said_in_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CommandError, match="cannot be had"):
            call_command("worker", metrics=f"127.0.0.1:{taken.getsockname()[1]}", stdout=StringIO())


def test_traces_without_the_extra_are_an_error_of_the_checks(settings, monkeypatch: pytest.MonkeyPatch):
    settings.EZGRAPH_TRACES = "otlp"
    monkeypatch.setattr(checks, "can_trace", lambda: False)

    assert [fault.id for fault in checks.check_tracing()] == ["ezgraph.observing.E001"]

    settings.EZGRAPH_TRACES = "none"
    assert checks.check_tracing() == []


@pytest.mark.parametrize(
    ("token", "faults"),
    [("", []), ("x" * 23, ["ezgraph.observing.W001"]), ("x" * 24, [])],
    ids=["none", "short", "long"],
)
def test_a_token_that_may_be_guessed_is_a_warning_of_deployments(settings, token: str, faults: list[str]):
    settings.EZGRAPH_METRICS_TOKEN = token

    assert [fault.id for fault in checks.check_metrics_token()] == faults
