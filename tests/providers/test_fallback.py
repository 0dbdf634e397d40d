from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from django.db import DatabaseError

from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.models import Provider
from providers.options import ProviderOptions
from providers.ports import CHAT, DECIDE, ChatReply
from providers.ports import Provider as Adapter
from providers.registry import Registry, override_provider, register_provider, resolve
from providers.types import _types
from tests.providers.asking import asking, reply
from tests.providers.layered import Decider, error, who_and_what
from tests.providers.scripted import ScriptedAdapter, saying

pytestmark = pytest.mark.django_db(transaction=True)


class AcmeOptions(ProviderOptions):
    says: str = ""


def acme(options: AcmeOptions, client: httpx.AsyncClient) -> Adapter:
    """A provider that says what its options say, or is down."""
    step = ChatReply(text=options.says) if options.says else error(ErrorCode.UNAVAILABLE)
    return ScriptedAdapter(step, name=options.name)


@pytest.fixture(autouse=True)
def acme_type() -> Iterator[None]:
    register_provider("acme", acme, AcmeOptions)
    yield
    del _types["acme"]


async def saved(name: str, **options: Any) -> Provider:
    return await in_database(Provider.objects.create, name=name, type="acme", options=options)


async def answer(name: str, registry: Registry | None = None) -> ChatReply:
    provider = await (registry.resolve(name) if registry else resolve(name))
    assert not isinstance(provider, ProviderError), provider
    return reply(await provider.chat(asking("Hi")))


async def test_the_fallback_answers_and_the_reply_says_so() -> None:
    await saved("cloud", fallback=["other", "spare"])
    await saved("other")
    await saved("spare", says="Hello")

    result = await answer("cloud")

    assert (result.text, result.provider) == ("Hello", "spare")
    assert who_and_what(result.attempts) == [("cloud", "unavailable"), ("other", "unavailable")]


async def test_an_entry_s_own_list_is_not_followed() -> None:
    await saved("cloud", fallback=["other"])
    await saved("other", fallback=["spare"])
    await saved("spare", says="Hello")

    provider = await resolve("cloud")
    assert not isinstance(provider, ProviderError)
    result = await provider.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert who_and_what(result.attempts) == [("cloud", "unavailable"), ("other", "unavailable")]
    assert (await answer("other")).text == "Hello"


async def test_lists_that_name_each_other_end() -> None:
    await saved("cloud", fallback=["other", "cloud", "other"])
    await saved("other", fallback=["cloud"])

    provider = await resolve("cloud")
    assert not isinstance(provider, ProviderError)
    result = await provider.chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert len(result.attempts) == 2


async def test_a_change_of_the_fallback_holds_at_once() -> None:
    await saved("cloud", fallback=["spare"])
    spare = await saved("spare", says="old")
    assert (await answer("cloud")).text == "old"

    spare.options = {"says": "new"}
    await in_database(spare.save)

    assert (await answer("cloud")).text == "new"


async def test_a_provider_that_cannot_be_built_is_stood_in_for() -> None:
    await saved("cloud", fallback=["spare"], colour="red")
    await saved("spare", says="Hello")

    result = await answer("cloud")

    assert who_and_what(result.attempts) == [("cloud", "config_invalid")]
    assert "colour" in result.attempts[0].message


async def test_where_nothing_can_be_built_the_provider_s_own_fault_is_told() -> None:
    await saved("cloud", fallback=["spare"], colour="red")
    await saved("spare", shape="round")

    provider = await resolve("cloud")

    assert isinstance(provider, ProviderError)
    assert "colour" in provider.message


async def test_a_name_that_nobody_configured_is_an_attempt() -> None:
    await saved("cloud", fallback=["nobody", "spare"])
    await saved("spare", says="Hello")

    result = await answer("cloud")

    assert who_and_what(result.attempts) == [("cloud", "unavailable"), ("nobody", "config_invalid")]


async def test_a_fallback_that_cannot_be_read_keeps_nobody_from_answering(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registry = Registry()
    await saved("cloud", says="Hello", fallback=["spare"])
    await saved("spare", says="Hello from the spare")
    await registry.resolve("cloud")
    registry.forget("spare")

    def away(name: str) -> object:
        raise DatabaseError

    monkeypatch.setattr(registry, "_load", away)

    assert (await answer("cloud", registry)).text == "Hello"


async def test_a_chain_can_do_what_one_of_it_can() -> None:
    await saved("cloud", fallback=["decider"])

    with override_provider("decider", Decider()):
        provider = await resolve("cloud")

    assert not isinstance(provider, ProviderError)
    assert provider.capabilities == {CHAT, DECIDE}


async def test_a_scripted_provider_may_have_a_fallback() -> None:
    await saved("spare", says="Hello")
    down = ScriptedAdapter(error(ErrorCode.QUOTA), name="cloud")

    with override_provider("cloud", down, ProviderOptions(name="cloud", fallback=("spare",))):
        assert (await answer("cloud")).provider == "spare"
    with override_provider("cloud", saying("alone")):
        assert (await answer("cloud")).text == "alone"
