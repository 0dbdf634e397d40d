"""What is read when somebody asks: as it is now or NaN, and never gone meanwhile."""

import asyncio
from math import isnan
from typing import Any

import pytest
import pytest_asyncio
from prometheus_client import REGISTRY

from conversations.observing import metrics, reading
from providers.database import in_database
from providers.models import Provider
from providers.resilience import circuits

pytestmark = pytest.mark.django_db(transaction=True)

OF_THE_DATABASE: tuple[tuple[str, dict[str, str]], ...] = (
    ("ezgraph_webhook_lateness_seconds", {}),
    ("ezgraph_webhook_deliveries", {"state": "due"}),
    ("ezgraph_turns_due", {"state": "interrupted"}),
)


def shown(name: str, **labels: str) -> float | None:
    return REGISTRY.get_sample_value(name, labels)


def closed(provider: str) -> float | None:
    return shown("ezgraph_circuit_state", provider=provider, state="closed")


async def away(*_: Any) -> Any:
    raise OSError


@pytest_asyncio.fixture(autouse=True)
async def cloud() -> Provider:
    """A provider whose circuit is on the page."""
    provider = await in_database(Provider.objects.create, name="cloud", type="embedded")
    await reading.read_all()
    return provider


async def test_circuits_stay_on_the_page_while_they_are_read_again(monkeypatch: pytest.MonkeyPatch):
    asked, go_on = asyncio.Event(), asyncio.Event()
    read = circuits.states

    async def slowly(names: list[str]) -> Any:
        asked.set()
        await go_on.wait()
        return await read(names)

    monkeypatch.setattr(circuits, "states", slowly)
    again = asyncio.ensure_future(reading.read_all())
    await asked.wait()
    meanwhile = closed("cloud")
    go_on.set()
    await again

    assert (meanwhile, closed("cloud")) == (1, 1)


async def test_without_the_database_its_numbers_are_none_and_circuits_are_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
):
    metrics.WEBHOOK_LATENESS.set(77)
    monkeypatch.setattr(reading, "in_database", away)
    await circuits.open("cloud")
    await reading.read_all()

    assert shown("ezgraph_database_up") == 0
    for name, labels in OF_THE_DATABASE:
        assert isnan(shown(name, **labels) or 0), name
    assert closed("cloud") == 0
    assert shown("ezgraph_circuit_state", provider="cloud", state="open") == 1

    await circuits.close("cloud")


async def test_circuits_that_cannot_be_read_are_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(circuits, "states", away)
    await reading.read_all()

    assert isnan(closed("cloud") or 0)


async def test_a_provider_that_is_gone_leaves_the_page(cloud: Provider):
    await in_database(cloud.delete)
    await reading.read_all()

    assert closed("cloud") is None
