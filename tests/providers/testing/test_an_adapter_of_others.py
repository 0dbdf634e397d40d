"""The documentation's example proves itself by the kit; adapters that break a promise are found out."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.errors import ErrorCode, ProviderFault
from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    ChatRequest,
    ChatStreamItem,
    DecideReply,
    DecideRequest,
    TextDelta,
    Usage,
)
from providers.questions import Noul
from providers.testing import SECRET, Case, PromiseBroken, conformance
from providers.testing.subjects import HEADER, HEADER_VALUE
from providers.types import ProviderType, _types
from tests.providers.acme_app import conformance as conformance_of_acme
from tests.providers.acme_app.conformance import AcmeVendor
from tests.providers.acme_app.provider import AcmeOptions, acme
from tests.providers.testing.vendors import OpenAIVendor

PAGE = Path(__file__).parents[3] / "docs" / "providers.md"


@pytest.fixture(autouse=True)
def acme_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(_types, "acme", ProviderType("acme", acme, AcmeOptions))


@pytest.mark.parametrize("case", conformance(AcmeVendor()), ids=str)
def test_acme_keeps_what_the_port_promises(case: Case) -> None:
    case()


def test_the_page_on_providers_shows_how_to_prove_it() -> None:
    assert Path(conformance_of_acme.__file__).read_text(encoding="utf-8") in PAGE.read_text(encoding="utf-8")


class Declares(OpenAIProvider):
    """It declares less than it was said to."""

    capabilities = frozenset({CHAT})


class Repeats(OpenAIProvider):
    """It asks again behind everybody's back."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        try:
            return await super().chat(request)
        except ProviderFault:
            return await super().chat(request)


class OwnModel(OpenAIProvider):
    """It asks its own model, whatever a node says."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        return await super().chat(request.model_copy(update={"model": None}))


class CountsNothing(OpenAIProvider):
    """It forgets the tokens."""

    async def decide(self, request: DecideRequest) -> DecideReply:
        return (await super().decide(request)).model_copy(update={"usage": Usage()})


class Invents(OpenAIProvider):
    """It makes an empty reply of nonsense."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        try:
            return await super().chat(request)
        except ProviderFault as fault:
            if fault.error.code is ErrorCode.BAD_RESPONSE:
                return ChatReply()
            raise


class Quotes(OpenAIProvider):
    """It tells what the vendor said."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        try:
            return await super().chat(request)
        except ProviderFault:
            said = "The vendor does not know Ada Lovelace."
            raise ProviderFault(ErrorCode.INVALID_REQUEST, said, status=400) from None


class Logs(OpenAIProvider):
    """It logs its key."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        logging.getLogger("sinner").warning("asking with %s", SECRET)
        return await super().chat(request)


class Whispers(OpenAIProvider):
    """It logs a header, for whoever looks closely."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        logging.getLogger("sinner").debug("asking with %s", {HEADER: HEADER_VALUE})
        return await super().chat(request)


class Traces(OpenAIProvider):
    """It logs an error that quotes its key."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        logging.getLogger("sinner").info("nobody is there", exc_info=ConnectionError(SECRET))
        return await super().chat(request)


class Mumbles(OpenAIProvider):
    """It logs its key to a logger of which the site wants to hear little, and that only in its own place."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        logging.getLogger("sinner.apart").info("asking with %s", SECRET)
        return await super().chat(request)


class Lingers(OpenAIProvider):
    """It holds a request open whose caller is gone."""

    async def chat(self, request: ChatRequest) -> ChatReply:
        task = asyncio.ensure_future(super().chat(request))
        _lingering.append(task)
        return await asyncio.shield(task)


_lingering: list[asyncio.Future[ChatReply]] = []


class AtOnce(OpenAIProvider):
    """It calls a stream what comes in one piece."""

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        items = [item async for item in super().chat_stream(request)]
        yield TextDelta(text="".join(item.text for item in items if isinstance(item, TextDelta)))
        yield items[-1]


class AsksLess(OpenAIProvider):
    """It asks another question than it was told to."""

    async def decide(self, request: DecideRequest) -> DecideReply:
        asked = {**request.questions, "clear": Noul("Is it?")}
        return await super().decide(request.model_copy(update={"questions": asked}))


SINS = [
    (Declares, "it_is_built_without_asking_anybody"),
    (Repeats, "each_status_has_its_code_and_is_asked_once"),
    (OwnModel, "it_asks_the_model_that_the_node_names"),
    (CountsNothing, "it_counts_tokens"),
    (Invents, "what_is_no_reply_is_a_bad_response"),
    (Quotes, "no_error_tells_a_secret_or_a_word_of_the_vendor"),
    (Logs, "it_says_what_the_vendor_says"),
    (Whispers, "it_says_what_the_vendor_says"),
    (Traces, "it_says_what_the_vendor_says"),
    (Mumbles, "it_says_what_the_vendor_says"),
    (Lingers, "a_caller_who_goes_away_ends_the_request"),
    (AtOnce, "its_stream_is_the_text_and_then_the_reply"),
    (AsksLess, "it_sends_the_state_and_every_question"),
]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("providers.testing.breaking.PATIENCE_SECONDS", 0.5)
    yield
    _lingering.clear()


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A logger as a site may set it."""
    logger = logging.getLogger("sinner.apart")
    monkeypatch.setattr(logger, "propagate", False)
    monkeypatch.setattr(logger, "level", logging.ERROR)


@pytest.mark.usefixtures("impatient", "apart")
@pytest.mark.parametrize(("sinner", "name"), SINS, ids=[sinner.__name__ for sinner, _ in SINS])
def test_an_adapter_that_breaks_a_promise_is_found_out(
    sinner: type[OpenAIProvider], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_types, "openai", ProviderType("openai", sinner, OpenAIOptions))
    (case,) = (case for case in conformance(OpenAIVendor()) if case.name == name)

    with pytest.raises(PromiseBroken, match=case.words.partition(" ")[0]):
        case()


def test_a_stream_that_is_cut_is_one_on_a_machine_that_is_late_with_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("providers.testing.breaking.LIMIT_SECONDS", 0.0001)
    name = "a_stream_that_breaks_off_is_never_a_reply"
    (case,) = (case for case in conformance(OpenAIVendor()) if case.name == name)

    case()


def test_what_a_site_has_set_of_its_loggers_stays() -> None:
    (case, *_) = conformance(AcmeVendor())
    root = logging.getLogger()
    before = (root.level, [*root.handlers])

    case()

    assert (root.level, root.handlers) == before


def test_what_a_vendor_of_the_author_raises_is_told() -> None:
    class Faulty(OpenAIVendor):
        def says(self, asked: object, reply: object) -> object:  # type: ignore[override]
            raise KeyError("choices")

    (case,) = (case for case in conformance(Faulty()) if case.name == "it_says_what_the_vendor_says")

    with pytest.raises(KeyError, match="choices"):
        case()


def test_only_what_a_vendor_can_do_is_asked_of_it() -> None:
    names = {case.name for case in conformance(AcmeVendor())}

    assert "its_stream_is_the_text_and_then_the_reply" in names
    assert "it_hands_parameters_on" not in names
    assert {CHAT, DECIDE} == AcmeVendor.capabilities
