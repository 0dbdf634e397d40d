"""What every test needs before Django loads, and the fixtures that all folders share."""

import base64
import os
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import patch

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright
from pytest_django import DjangoDbBlocker

from tests.peers import chromium, llmock, postgres, system_one

_data_dir = tempfile.TemporaryDirectory(prefix="ezgraph-test-")
os.environ["DJANGO_SETTINGS_MODULE"] = "ezgraph_site.settings"
os.environ["EZGRAPH_DATA_DIR"] = _data_dir.name
os.environ["EZGRAPH_SECRET_KEY"] = "for tests only".ljust(32, ".")
os.environ["EZGRAPH_ENCRYPTION_KEYS"] = base64.urlsafe_b64encode(b"for tests only".ljust(32)).decode()
os.environ["EZGRAPH_ALLOWED_PRIVATE_HOSTS"] = "localhost:*,127.0.0.1:*,[::1]:*"

import django  # noqa: E402 - the environment comes first

django.setup()

from django.conf import settings  # noqa: E402 - the environment comes first
from django.db import connection  # noqa: E402 - the apps come first
from django.test import TransactionTestCase  # noqa: E402 - the apps come first

from conversations.access import limits  # noqa: E402 - the apps come first
from conversations.engine.turns.running import start_again  # noqa: E402 - the apps come first
from providers.database import shut_down  # noqa: E402 - the apps come first
from tests.first_rows import FirstRows  # noqa: E402 - the apps come first
from tests.live_site import LiveSite, running_site  # noqa: E402 - the environment comes first

# The real one takes its time for each account of each test; a served site has it.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

OF_PROCESSES = frozenset({"faults", "scale"})
"""Folders whose tests start processes of their own."""

LONG = ("slow", "browser")
WEIGHT_OF_LONG = 20
"""How many other tests a long one outweighs."""

DATABASE_FIXTURES = frozenset({"db", "transactional_db", "live_site"})

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",  # CI is root, and a container without user namespaces
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """How thorough a run is; `make faults` repeats more often."""
    parser.addoption("--fault-runs", type=int, default=2, help="repetitions of each case of tests/faults")
    parser.addoption("--full-load", action="store_true", help="as many tabs and rounds as are promised")
    parser.addoption(
        "--bulk", type=float, default=0, help="measure the back office; 1 is with a million decisions"
    )
    parser.addoption("--every-caller", action="store_true", help="hold the API against its document as all")
    parser.addoption(
        "--with-database", action="store_true", help="leave out tests that another database cannot change"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what takes long first; with `--with-database`, keep only what another database could change."""
    if config.getoption("--with-database"):
        kept = [item for item in items if _another_database_could_change(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
    _put_long_files_first(items)


def _put_long_files_first(items: list[pytest.Item]) -> None:
    """So that none begins when all others are done: the tests of a file stay with one worker."""
    weights: Counter[Path] = Counter()
    for item in items:
        weights[item.path] += WEIGHT_OF_LONG if _takes_long(item) else 1
    items.sort(key=lambda item: (-weights[item.path], item.path))


def _takes_long(item: pytest.Item) -> bool:
    return any(map(item.get_closest_marker, LONG)) or not OF_PROCESSES.isdisjoint(item.path.parts)


def _another_database_could_change(item: pytest.Item) -> bool:
    return _uses_database(item) and not item.get_closest_marker("any_database")


def _uses_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return (
        item.get_closest_marker("django_db") is not None
        or not fixtures.isdisjoint(DATABASE_FIXTURES)
        or not OF_PROCESSES.isdisjoint(item.path.parts)
    )


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database that each test finds with its first rows alone.

    All connections are handed back before it is dropped, those of idle threads too.
    """
    with django_db_blocker.unblock():
        first_rows = FirstRows()
    with patch.object(TransactionTestCase, "_fixture_teardown", lambda _: first_rows.bring_back()):
        yield
    shut_down()
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    """All tests call from one address, which would soon have asked too much."""
    limits.forget()


@pytest.fixture(autouse=True)
def _nothing_stops_yet() -> None:
    """A command that ran to its end in this process has stopped its turns for good."""
    start_again()


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """The real site, served as `make run` does it, with a data folder and a database of its own."""
    server = os.environ.get("DATABASE_URL")
    with (
        postgres.new_database(server) if server else nullcontext("") as database,
        running_site(tmp_path_factory.mktemp("live") / "data", DATABASE_URL=database) as site,
    ):
        yield site


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """A Chromium that starts; without one the test is skipped, where CI is set it fails."""
    found = chromium.find()
    if found:
        return found
    if chromium.required():
        pytest.fail(chromium.MISSING)
    pytest.skip("no Chromium: make browser")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium_path: Path) -> AsyncIterator[Browser]:
    """One Chromium for all browser tests; they are marked `asyncio(loop_scope="session")` as it is."""
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_ARGUMENTS)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page without memories: its own cookies and storage."""
    context = await browser.new_context()
    yield await context.new_page()
    await context.close()


@pytest.fixture(scope="session")
def llmock_server() -> Iterator[llmock.LLMock]:
    """The OpenAI server of others, running; without it the test is skipped, where CI is set it fails."""
    command = llmock.find()
    if command is None:
        if llmock.required():
            pytest.fail(llmock.MISSING)
        pytest.skip(llmock.MISSING)
    with llmock.running_llmock(command) as server:
        yield server


@pytest.fixture(name="llmock")
def fresh_llmock(llmock_server: llmock.LLMock) -> llmock.LLMock:
    """The running llmock, without memories."""
    llmock_server.reset()
    return llmock_server


@pytest.fixture(scope="session")
def system_one_commands() -> Path:
    """Where the System One servers of others are; missing ones are treated as llmock is."""
    found = system_one.find()
    if found:
        return found
    if system_one.required():
        pytest.fail(system_one.MISSING)
    pytest.skip(system_one.MISSING)


@pytest.fixture(scope="session")
def jevcompat(system_one_commands: Path) -> Iterator[system_one.Jevcompat]:
    """The exact System One server, in as many forms as tests ask for."""
    with system_one.running_jevcompat(system_one_commands) as servers:
        yield servers
