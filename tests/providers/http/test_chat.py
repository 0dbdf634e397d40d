"""Conversations with a JSON service that only gives text."""

import pytest

from providers.errors import ErrorCode, ProviderError
from providers.ports import ChatMessage, ChatRole
from tests.providers.asking import asking, human, reply
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


@pytest.mark.parametrize("document", [{}, {"outputs": [{"text": 7}]}, {"outputs": [{"text": None}]}])
async def test_what_is_no_text_is_a_bad_response(document: object) -> None:
    result = await answering(document).provider(capabilities=["chat"], map=PATHS).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert result.code is ErrorCode.BAD_RESPONSE
