"""The same bad messages by every way in: each is refused in words or by its code, and leaves no trace."""

import asyncio
from collections.abc import Awaitable, Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connections

from conversations.codes import Code
from conversations.models import Message, Turn
from conversations.testing import ScriptedChat
from tests.conversations.api.client import visitor
from tests.conversations.chat.tab import open_tab

pytestmark = pytest.mark.django_db(transaction=True)


async def by_rest(text: str) -> str:
    """Send it over REST; return the code of the problem."""
    api, session = await visitor()
    await api.post(f"{session}/turns", {"message": text})
    assert 400 <= api.response.status_code < 500
    return str(api.code)


async def by_socket(text: str) -> str:
    """Send it in a tab; return the code of the error."""
    async with open_tab() as tab:
        await tab.hello()
        await tab.say(type="message", id="m1", text=text)
        return str((await tab.next())["code"])


async def by_terminal(text: str) -> str:
    """Type it; return all that was printed."""

    def typed() -> str:
        printed = StringIO()
        try:
            call_command("chat", "wish", stdout=printed, no_color=True)
        finally:
            connections.close_all()
        return printed.getvalue()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", StringIO(f"{text}\n"))
        return await asyncio.to_thread(typed)


FORBIDDEN = "The message holds characters that are not allowed."
EMPTY = "The message is empty."
LONG = "The message is longer than 4000 characters."

MESSAGES: dict[str, tuple[str, Code, Code, str]] = {
    # what is said, code over REST, code in a tab, words in the terminal
    "blank": (" \t ", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, "Go on with"),  # it asks once more
    "invisible": ("\u200b\ufe0f", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, EMPTY),
    "too long": ("x" * 4001, Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, LONG),
    "five megabytes": ("x" * 5_000_000, Code.TOO_LARGE, Code.TOO_LARGE, LONG),
    "bell": ("Hi\x07", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, FORBIDDEN),
    "escape": ("Hi\x1b[2J", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, FORBIDDEN),
    "NUL": ("Hi\x00", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, FORBIDDEN),
    "delete": ("Hi\x7f", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, FORBIDDEN),
    "C1 control": ("Hi\x9b2J", Code.MESSAGE_INVALID, Code.MESSAGE_INVALID, FORBIDDEN),
    "lone surrogate": ("Hi \ud800", Code.MESSAGE_INVALID, Code.INVALID, FORBIDDEN),
    "half an emoji": ("\udc00\ud83d", Code.MESSAGE_INVALID, Code.INVALID, FORBIDDEN),
}

WAYS: dict[str, tuple[Callable[[str], Awaitable[str]], int]] = {
    # the way in, and where in a row of the table stands what it answers
    "REST": (by_rest, 1),
    "WebSocket": (by_socket, 2),
    "terminal": (by_terminal, 3),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("message", MESSAGES)
async def test_a_bad_message_is_refused_and_leaves_no_trace(model: ScriptedChat, way: str, message: str):
    send, place = WAYS[way]
    row = MESSAGES[message]

    assert str(row[place]) in await send(row[0])
    assert await Turn.objects.acount() == 0
    assert await Message.objects.acount() == 0
    assert model.requests == []
