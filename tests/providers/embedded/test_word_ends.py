"""A word is not meant by another one that begins like it, or holds it."""

from collections.abc import Mapping
from typing import Any

import pytest

from providers.adapters.embedded import EmbeddedProvider
from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatReply, DecideReply, DecideRequest, ToolSpec
from providers.questions import Noul
from tests.providers.asking import asking, reply
from tests.providers.embedded.talk import THURSDAY


def form(**fields: Mapping[str, Any]) -> ToolSpec:
    return ToolSpec(
        name="fill",
        description="Save the form.",
        parameters={"type": "object", "properties": fields, "required": list(fields)},
    )


async def decided(question: Noul, said: str) -> DecideReply | ProviderError:
    request = DecideRequest(state={"message": said}, questions={"asked": question})
    return await EmbeddedProvider("embedded").decide(request)


async def said_to(said: str, fields: Mapping[str, Mapping[str, Any]]) -> ChatReply:
    request = asking(said, tools=[form(**fields)], today=THURSDAY)
    return reply(await EmbeddedProvider("embedded").chat(request))


async def filled(said: str, **fields: Mapping[str, Any]) -> dict[str, Any]:
    answer = reply(
        await EmbeddedProvider("embedded").chat(asking(said, tools=[form(**fields)], today=THURSDAY))
    )
    assert answer.tool_calls, answer.text
    arguments = answer.tool_calls[0].arguments
    assert isinstance(arguments, dict)
    return arguments


async def asked(**fields: Mapping[str, Any]) -> str:
    """What the customer is asked for the fields of a form."""
    return reply(
        await EmbeddedProvider("embedded").chat(asking("Hi", tools=[form(**fields)], today=THURSDAY))
    ).text


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("the inventory", "What is in your inventory?"),
        ("a representative", "I want a representative."),
        ("the rental agreement", "I have lost my rental agreement."),
        ("the validator", "My ticket validator is broken."),
        ("corrections", "I have corrections to my order."),
        ("a safety belt", "The safety belt is torn."),
        ("the matchbox", "Send me the matchbox."),
    ],
)
async def test_a_question_about_a_thing_is_no_judgement(subject: str, said: str) -> None:
    answer = await decided(Noul(f"Does the customer write about {subject}?"), said)

    assert isinstance(answer, DecideReply), answer


@pytest.mark.parametrize(
    "question",
    [
        "Is the summary faithful?",
        "Is it accurate?",
        "Does it say so accurately?",
        "Was anything invented?",
        "Is there an invention in it?",
        "Do the facts contradict the request?",
        "Is it a contradiction?",
        "Are the answers consistent?",
        "Is it inconsistent?",
        "Does the text match?",
        "Is the reply plausible and coherent?",
        "Does it reflect what was said?",
        "Would the customer be satisfied?",
        "Is it well-written?",
        "Is it invalid?",
    ],
)
async def test_a_judgement_is_still_refused_in_every_form_of_its_word(question: str) -> None:
    answer = await decided(Noul(question), "I want a summary of the facts.")

    assert isinstance(answer, ProviderError)
    assert answer.code is ErrorCode.REFUSED


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("At 7, somewhere comfortable please", "07:00"),
        ("At 7 for dinner please", "19:00"),
        ("At 7 in the restaurant please", "19:00"),
    ],
)
async def test_a_time_is_one_of_the_evening_for_words_of_the_evening_only(said: str, time: str) -> None:
    field = {"type": "string", "description": "Time of arrival as HH:MM"}

    assert (await filled(said, time=field))["time"] == time


async def test_a_description_is_not_cut_at_words_that_hold_a_sign_of_an_example() -> None:
    eggs = {"type": "integer", "description": "Number of eggs for the cake"}

    assert "number of eggs for the cake" in (await asked(eggs=eggs))


async def test_a_description_does_not_lose_half_a_word() -> None:
    ward = {"type": "string", "description": "Name of the isolated ward"}

    assert "isolated ward" in (await asked(ward=ward))


async def test_an_address_ends_where_its_domain_does() -> None:
    site = {"type": "string", "description": "Where the customer's shop is on the web"}

    assert (await filled("It is www.acme.com", website=site))["website"] == "www.acme.com"
    assert (await said_to("It is acme.community", {"website": site})).tool_calls == ()
