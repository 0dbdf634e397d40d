from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.db import DatabaseError
from django.db.transaction import atomic, set_rollback

from providers import clock
from providers import registry as registry_module
from providers.database import in_database
from providers.errors import ErrorCode, ProviderError, ProviderFault
from providers.models import Provider
from providers.options import ProviderOptions
from providers.ports import CHAT, ChatProvider
from providers.registry import Registry, override_provider, register_provider, resolve, supplied
from providers.types import _types
from tests.providers.asking import asking, reply
from tests.providers.scripted import ScriptedAdapter, saying

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "sk-very-secret"


class AcmeOptions(ProviderOptions):
    greeting: str = "Hello"


def acme(options: AcmeOptions, client: httpx.AsyncClient) -> ChatProvider | ProviderError:
    if options.greeting == "raise":
        raise RuntimeError(SECRET)
    if options.greeting == "refuse":
        return ProviderError(code=ErrorCode.CONFIG_INVALID, message="Acme is closed.")
    return saying(options.greeting)


@pytest.fixture(autouse=True)
def acme_type() -> Iterator[None]:
    register_provider("acme", acme, AcmeOptions)
    yield
    del _types["acme"]


async def saved(name: str = "acme", type: str = "acme", **options: object) -> Provider:
    return await in_database(Provider.objects.create, name=name, type=type, options=options)


async def greeting(name: str = "acme", registry: Registry | None = None) -> str:
    provider = await (registry.resolve(name) if registry else resolve(name))
    assert not isinstance(provider, ProviderError), provider
    return reply(await provider.chat(asking("Hi"))).text


async def problem(name: str = "acme") -> str:
    provider = await resolve(name)
    assert isinstance(provider, ProviderError)
    assert (provider.code, provider.provider) == (ErrorCode.CONFIG_INVALID, name)
    assert SECRET not in provider.message
    return provider.message


async def test_a_type_from_any_app_can_be_asked_by_name() -> None:
    await saved(greeting="Good day")

    assert await greeting() == "Good day"


async def test_a_name_that_nobody_configured_is_an_error() -> None:
    assert await problem("nobody") == "The provider 'nobody' cannot be used: nobody has configured it."


async def test_a_type_that_no_app_registers_is_an_error() -> None:
    await saved(type="elsewhere")

    assert "no app registers the provider type 'elsewhere'" in await problem()


async def test_all_faulty_options_are_named() -> None:
    await saved(timeout_ms=0, colour="red")

    message = await problem()
    assert "timeout_ms" in message
    assert "colour" in message


async def test_options_that_are_no_object_are_an_error() -> None:
    await in_database(Provider.objects.create, name="acme", type="acme", options=[1])

    assert "must be a JSON object" in await problem()


async def test_a_factory_that_refuses_is_an_error_in_its_own_words() -> None:
    await saved(greeting="refuse")

    assert await problem() == "Acme is closed."


async def test_a_factory_that_raises_is_an_error_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    await saved(greeting="raise")

    assert "its factory failed with RuntimeError" in await problem()
    assert SECRET not in caplog.text


class _Nameless:
    capabilities = frozenset({CHAT})


class _Dumb(_Nameless):
    name = "acme"


class _Undone:
    @property
    def name(self) -> str:
        raise RuntimeError(SECRET)


@pytest.mark.parametrize("made", [None, "acme", object(), _Nameless(), _Dumb(), _Undone()])
async def test_a_factory_that_gives_no_provider_is_an_error(made: Any) -> None:
    register_provider("odd", lambda options, client: made)
    try:
        await saved(type="odd")
        assert "its factory gave no provider" in await problem()
    finally:
        del _types["odd"]


async def test_a_factory_that_refuses_tells_no_secret() -> None:
    refusal = ProviderError(code=ErrorCode.CONFIG_INVALID, message=f"Not with {SECRET}.")
    register_provider("odd", lambda options, client: refusal)
    try:
        await saved(type="odd", headers={"X-Key": SECRET})
        assert await problem() == "Not with ***."
    finally:
        del _types["odd"]


async def test_secrets_that_no_key_opens_are_an_error() -> None:
    row = await saved()
    await in_database(Provider.objects.filter(pk=row.pk).update, sealed="gibberish")

    assert "type them again" in await problem()


async def test_openai_without_a_key_is_not_ready() -> None:
    assert await problem("openai") == "The provider 'openai' cannot be used: api_key not set yet."


async def test_a_provider_is_built_once() -> None:
    await saved()

    assert await resolve("acme") is await resolve("acme")


async def test_a_saved_change_holds_at_once_in_this_process_and_leaves_running_turns_alone() -> None:
    row = await saved(greeting="old")
    running = await resolve("acme")

    row.options = {"greeting": "new"}
    await in_database(row.save)

    assert await greeting() == "new"
    assert not isinstance(running, ProviderError)
    assert reply(await running.chat(asking("Hi"))).text == "old"


async def test_a_deleted_provider_is_gone_at_once() -> None:
    row = await saved()
    await resolve("acme")

    await in_database(row.delete)

    assert "nobody has configured it" in await problem()


async def test_a_change_that_is_rolled_back_changes_nothing() -> None:
    row = await saved(greeting="old")
    provider = await resolve("acme")

    def change() -> None:
        with atomic():
            row.options = {"greeting": "new"}
            row.save()
            set_rollback(True)

    await in_database(change)

    assert await resolve("acme") is provider


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def elapsed(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The process's monotonic clock, set by hand."""
    by_hand = Clock()
    monkeypatch.setattr(clock, "elapsed", by_hand)
    return by_hand


@pytest.mark.parametrize("change", ["save", "update", "delete and create"])
async def test_another_process_follows_a_change_within_two_seconds(change: str, elapsed: Clock) -> None:
    elsewhere = Registry()
    row = await saved(greeting="old")
    assert await greeting(registry=elsewhere) == "old"

    if change == "save":
        row.options = {"greeting": "new"}
        await in_database(row.save)
    elif change == "update":
        await in_database(Provider.objects.filter(name="acme").update, options={"greeting": "new"})
    else:
        await in_database(row.delete)
        await saved(greeting="new")

    elapsed.now += 1.9
    assert await greeting(registry=elsewhere) == "old"
    elapsed.now += 0.1
    assert await greeting(registry=elsewhere) == "new"


async def test_versions_are_looked_at_at_most_every_two_seconds(
    monkeypatch: pytest.MonkeyPatch, elapsed: Clock
) -> None:
    elsewhere = Registry()
    looks = 0
    stamps = registry_module._stamps

    def counting() -> object:
        nonlocal looks
        looks += 1
        return stamps()

    monkeypatch.setattr(registry_module, "_stamps", counting)
    await saved()
    for _ in range(50):
        await greeting(registry=elsewhere)
        elapsed.now += 0.1

    assert looks == 3


async def test_a_database_that_is_away_leaves_known_providers_in_use(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, elapsed: Clock
) -> None:
    elsewhere = Registry()
    await saved(greeting="known")
    await elsewhere.resolve("acme")

    def away() -> object:
        raise DatabaseError

    monkeypatch.setattr(registry_module, "_stamps", away)
    elapsed.now += 60

    assert await greeting(registry=elsewhere) == "known"
    assert "could not be read" in caplog.text


async def test_a_scripted_provider_takes_the_place_of_a_name_and_gives_it_back() -> None:
    await saved(greeting="real")

    with override_provider("acme", saying("scripted")):
        with override_provider("acme", saying("inner")):
            assert await greeting() == "inner"
        assert await greeting() == "scripted"
    assert await greeting() == "real"


async def test_a_scripted_provider_keeps_the_ports_promises_too() -> None:
    adapter = ScriptedAdapter(ProviderFault(ErrorCode.UNAVAILABLE, "Down."))

    with override_provider("anything", adapter):
        provider = await resolve("anything")
        assert not isinstance(provider, ProviderError)
        result = await provider.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.UNAVAILABLE


def test_what_a_provider_supplies_is_known_without_asking_it() -> None:
    Provider.objects.create(name="acme", type="acme")

    assert supplied("acme").capabilities == {CHAT}
    assert supplied("acme").problems == ()


def test_a_scripted_provider_supplies_what_it_says() -> None:
    with override_provider("anything", saying("Hi")):
        assert supplied("anything").capabilities == {CHAT}


@pytest.mark.parametrize(
    ("name", "options", "field", "message"),
    [
        ("nobody", {}, "name", "no provider is called 'nobody'"),
        ("acme", {"timeout_ms": 0}, "timeout_ms", "Input should be greater than 0"),
        ("acme", {"greeting": "refuse"}, "", "Acme is closed."),
    ],
)
def test_what_keeps_a_provider_from_working_is_told(
    name: str, options: dict[str, object], field: str, message: str
) -> None:
    Provider.objects.create(name="acme", type="acme", options=options)

    supply = supplied(name)

    assert supply.capabilities == frozenset()
    assert [(problem.field, problem.message) for problem in supply.problems] == [(field, message)]


def test_a_type_is_registered_once() -> None:
    register_provider("acme", acme, AcmeOptions)

    with pytest.raises(ValueError, match="registered already"):
        register_provider("acme", lambda options, client: saying("other"))
