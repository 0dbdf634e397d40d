"""Conversations with a JSON service that only gives text."""

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRole
from tests.providers.asking import asking, human, reply, streamed
from tests.providers.deciding import code_of, deciding
from tests.providers.http.serving import answering

PATHS = {"text": "$.outputs[0].text"}
SAID = {"outputs": [{"text": "Guten Tag!"}]}

TALK = (
    ChatMessage(role=ChatRole.SYSTEM, text="Be brief."),
    human("Hello"),
    ChatMessage(role=ChatRole.AI, text="Hi!"),
    human("Guten Tag"),
)


async def test_it_says_what_the_map_finds() -> None:
    service = answering(SAID)

    answer = reply(await service.provider(capabilities=["chat"], map=PATHS).chat(asking(*TALK, model="m")))

    assert (answer.text, answer.provider, answer.model) == ("Guten Tag!", "service", "m")
    assert service.bodies == [
        {
            "kind": "chat",
            "prompt": "Guten Tag",
            "system": "Be brief.",
            "model": "m",
            "state": [
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "content": "Hi!"},
                {"role": "user", "content": "Guten Tag"},
            ],
        }
    ]


async def test_a_stream_is_one_piece() -> None:
    provider = answering(SAID).provider(capabilities=["chat"], map=PATHS)

    text, final = await streamed(provider, asking(*TALK))

    assert text == reply(final).text == "Guten Tag!"


@pytest.mark.parametrize("document", [{}, {"outputs": [{"text": 7}]}, {"outputs": [{"text": None}]}])
async def test_what_is_no_text_is_a_bad_response(document: object) -> None:
    result = await answering(document).provider(capabilities=["chat"], map=PATHS).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE


async def test_it_does_only_what_its_capabilities_say() -> None:
    talks = answering(SAID).provider(capabilities=["chat"], map=PATHS)
    decides = answering({"noul": 1}).provider()

    assert code_of(await talks.decide(deciding())) is ErrorCode.CAPABILITY_MISSING
    result = await decides.chat(asking("Hi"))
    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.CAPABILITY_MISSING
