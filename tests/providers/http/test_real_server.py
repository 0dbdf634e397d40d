"""Rows of types http and typesafe against the exact System One server, from the database to the answer."""

import pytest

from providers.database import in_database
from providers.errors import ErrorCode, ProviderError
from providers.models import Provider
from providers.ports import AnyProvider, DecideRequest
from providers.questions import Choice, ConfidenceSource
from providers.registry import resolve
from tests.peers.system_one import KEY, Jevcompat
from tests.providers.deciding import code_of, decided

pytestmark = pytest.mark.django_db(transaction=True)

TEMPLATE = {
    "state": "{{state}}",
    "model": "{{model}}",
    "questions": {
        "asked": {
            "type": "{{kind}}",
            "instructions": "{{prompt}}",
            "criteria": "{{questions.intent.criteria}}",
        }
    },
}

PATHS = {"choice": "$.answers.asked.choice", "probabilities": "$.answers.asked.probabilities"}

REQUEST = DecideRequest(
    state={"request": "I want to cancel"},
    questions={"intent": Choice({"book": "wants to book", "cancel": None}, instructions="What is wanted?")},
)


async def saved(name: str, type: str, **options: object) -> AnyProvider:
    await in_database(Provider.objects.create, name=name, type=type, options=options)
    provider = await resolve(name)
    assert not isinstance(provider, ProviderError), provider
    return provider


async def generic(jevcompat: Jevcompat) -> AnyProvider:
    return await saved(
        "generic",
        "http",
        headers={"Authorization": f"Bearer {KEY}"},
        url=f"{jevcompat.url()}/v1/systemone",
        request=TEMPLATE,
        map=PATHS,
        model="jev-latest",
    )


async def test_both_ways_to_ask_one_server_get_one_answer(jevcompat: Jevcompat) -> None:
    own = await saved("jev", "typesafe", api_key=KEY, base_url=jevcompat.url())

    mapped = decided(await (await generic(jevcompat)).decide(REQUEST))
    native = decided(await own.decide(REQUEST))

    assert mapped.answers["intent"].choice == native.answers["intent"].choice
    assert mapped.answers["intent"].probabilities == native.answers["intent"].probabilities
    assert mapped.confidence_source is ConfidenceSource.DERIVED
    assert native.confidence_source is ConfidenceSource.CALIBRATED


async def test_a_server_that_answers_nonsense_is_covered_by_the_next(jevcompat: Jevcompat) -> None:
    await generic(jevcompat)
    broken = await saved(
        "jev", "typesafe", api_key=KEY, base_url=jevcompat.url("choice-sum"), fallback=["generic"]
    )

    reply = decided(await broken.decide(REQUEST))

    assert reply.provider == "generic"
    assert [(attempt.provider, attempt.code) for attempt in reply.attempts] == [
        ("jev", ErrorCode.BAD_DECISION)
    ]


async def test_a_wrong_key_is_said_without_the_key(jevcompat: Jevcompat) -> None:
    provider = await saved("jev", "typesafe", api_key="another-key", base_url=jevcompat.url())

    result = await provider.decide(REQUEST)

    assert code_of(result) is ErrorCode.AUTH
    assert "another-key" not in str(result)
