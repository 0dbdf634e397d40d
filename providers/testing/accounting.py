"""Promises of every way to ask: who answered, at what cost, with which key, and nothing undeclared."""

from typing import Final

from providers.errors import ErrorCode
from providers.ports import CHAT, DECIDE
from providers.testing.asking import ANSWERING_MODEL, NAME, OTHER_MODEL, REQUEST_ID, USAGE
from providers.testing.bench import Bench, chat, decide, read
from providers.testing.promises import Promises, expect, expect_equal, expect_error
from providers.testing.subjects import HEADER, HEADER_VALUE, SECRET, Feature

ACCOUNTING: Final = Promises[Bench]()


@ACCOUNTING.that()
async def it_is_built_without_asking_anybody(bench: Bench) -> None:
    """A provider has the name it was given and the capabilities it declares; building it asks nobody."""
    provider = bench.provider()
    expect_equal("name", provider.name, NAME)
    expect_equal("capabilities", provider.capabilities, bench.vendor.capabilities)
    expect_equal("requests", len(bench.server.asked), 0)


@ACCOUNTING.that()
async def it_does_nothing_that_it_does_not_declare(bench: Bench) -> None:
    """Asked for what it does not declare it says `capability_missing`, and the vendor is not asked."""
    lacking = {CHAT: (chat, read), DECIDE: (decide,)}
    for capability in lacking.keys() - bench.vendor.capabilities:
        for ask in lacking[capability]:
            expect_error(capability, await ask(bench.provider()), ErrorCode.CAPABILITY_MISSING)
    expect_equal("requests", len(bench.server.asked), 0)


@ACCOUNTING.that()
async def it_sends_its_key_and_headers_of_its_options(bench: Bench) -> None:
    """The key reaches the vendor in a header, and so does every header of the options."""
    for way in bench.ways:
        bench.server.answers(way.answer)
        await way.ask(bench.provider())
        headers = bench.server.asked[0].headers
        expect_equal(f"{way.name}: {HEADER}", headers.get(HEADER.lower()), HEADER_VALUE)
        if SECRET in repr(bench.vendor.options("")):
            expect(any(SECRET in value for value in headers.values()), f"{way.name}: no key was sent.")


@ACCOUNTING.that()
async def its_replies_carry_its_name(bench: Bench) -> None:
    """A reply says which provider gave it."""
    for way in bench.ways:
        bench.server.answers(way.answer)
        expect_equal(way.name, (await way.ask(bench.provider())).provider, NAME)


@ACCOUNTING.that(Feature.USAGE)
async def it_counts_tokens(bench: Bench) -> None:
    """Every way to ask tells the tokens that the vendor counted."""
    for way in bench.ways:
        bench.server.answers(way.answer)
        expect_equal(way.name, (await way.ask(bench.provider())).usage, USAGE)


@ACCOUNTING.that(Feature.MODELS)
async def it_asks_the_model_that_the_node_names(bench: Bench) -> None:
    """A request's model goes before the provider's own; the reply names the one that answered."""
    for way in bench.ways:
        bench.server.answers(way.answer)
        result = await way.ask(bench.provider(), model=OTHER_MODEL)
        expect(bench.server.asked[0].holds(OTHER_MODEL), f"{way.name}: another model was asked.")
        expect_equal(f"{way.name}: model", result.model, ANSWERING_MODEL)


@ACCOUNTING.that(Feature.REQUEST_IDS)
async def it_keeps_the_id_of_the_request(bench: Bench) -> None:
    """The id by which the vendor finds a call again stands in the reply."""
    for way in bench.ways:
        bench.server.answers(way.answer)
        expect_equal(way.name, (await way.ask(bench.provider())).request_id, REQUEST_ID)
