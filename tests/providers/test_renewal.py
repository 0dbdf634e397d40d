from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db.transaction import atomic, set_rollback

from providers.errors import ErrorCode
from providers.models import Provider
from providers.options import CircuitBreakerOptions
from providers.resilience import circuits
from providers.resilience.breaker import CircuitBreaker
from providers.resilience.circuits import Status
from providers.resilience.stores import process_store
from tests.providers.resilience.calling import call, error

pytestmark = pytest.mark.django_db(transaction=True)

OPTIONS = {"base_url": "https://api.example.com/v1", "api_key": "the-old-key", "timeout_ms": 1000}


@pytest.fixture
def row() -> Iterator[Provider]:
    yield Provider.objects.create(name="renewed", type="openai", options=dict(OPTIONS))
    async_to_sync(circuits.close)("renewed")


async def fail() -> None:
    options = CircuitBreakerOptions(failures=1, reset_ms=3_600_000)
    await call(CircuitBreaker("renewed", options, 60.0, process_store()), error(ErrorCode.AUTH))


def is_open() -> bool:
    return async_to_sync(circuits.state)("renewed").status is not Status.CLOSED


def save(row: Provider, **options: Any) -> None:
    row.options = {**OPTIONS, **options}
    row.save()


@pytest.mark.parametrize(
    "options",
    [
        {"api_key": "a-new-key"},
        {"headers": {"X-Key": "a-new-key"}},
        {"base_url": "https://api.example.org/v1"},
    ],
    ids=["key", "header", "address"],
)
def test_a_new_key_or_address_is_tried_at_once(row: Provider, options: dict[str, Any]) -> None:
    async_to_sync(fail)()
    assert is_open()

    save(row, **options)

    assert not is_open()


def test_what_leaves_keys_and_address_alone_leaves_the_circuit_alone(row: Provider) -> None:
    async_to_sync(fail)()

    save(row, timeout_ms=2000)

    assert is_open()


def test_a_change_that_is_rolled_back_leaves_the_circuit_alone(row: Provider) -> None:
    async_to_sync(fail)()

    with atomic():
        save(row, api_key="a-new-key")
        set_rollback(True)

    assert is_open()


def test_what_staff_opened_stays_open(row: Provider) -> None:
    async_to_sync(circuits.open)("renewed")

    save(row, api_key="a-new-key")

    assert is_open()
