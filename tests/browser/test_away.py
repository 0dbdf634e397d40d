"""Away for a while: another tab in front, a phone asleep, a history that is still on its way."""

import pytest
import pytest_asyncio
from playwright.async_api import WebSocketRoute, expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LOOK = """
(away) => {
    const seen = { hidden: away, visibilityState: away ? "hidden" : "visible" };
    for (const [name, value] of Object.entries(seen)) {
        Object.defineProperty(document, name, { value, configurable: true });
    }
    document.dispatchEvent(new Event("visibilitychange"));
}
"""
"""Another tab comes to the front, or this one."""


class Server(ScriptedServer):
    """May also be late with its welcome, and may lose a connection without a word."""

    def __init__(self) -> None:
        super().__init__()
        self.late = False
        self._lost: WebSocketRoute | None = None

    def lose(self) -> None:
        """From now on nothing comes over this connection, and nobody hears that it is gone."""
        self._lost = self._socket

    def send(self, kind: str, **fields: object) -> None:
        if self._socket is not self._lost or self._socket is None:
            super().send(kind, **fields)

    def greet(self, after: int) -> None:
        if not self.late:
            super().greet(after)


@pytest_asyncio.fixture(loop_scope="session")
async def server(chat: ChatPage) -> Server:
    server = Server()
    await server.attach(chat.page)
    return server


async def ask(chat: ChatPage, server: Server) -> list[dict[str, object]]:
    """Say something, whose turn runs; return the messages that it will have led to."""
    await chat.open()
    await chat.say("Hello")
    asked = await server.accept_message()
    await expect(chat.typing).to_be_visible()
    return [
        {"n": 1, "turn": 1, "role": "customer", "text": "Hello", "at": AT, "id": asked["id"]},
        {"n": 2, "turn": 1, "role": "assistant", "text": "Hi!", "at": AT},
    ]


async def expect_the_answer_once(chat: ChatPage) -> None:
    await expect(chat.replies.last).to_have_text("Hi!")
    await expect(chat.typing).to_have_count(0)
    await expect(chat.being_written).to_have_count(0)
    assert (await chat.texts())[1:] == ["Hello", "Hi!"]


async def test_a_turn_that_ends_while_another_tab_is_in_front_is_there_once_and_waits_no_more(
    chat: ChatPage, server: Server
):
    told = await ask(chat, server)
    await chat.page.evaluate(LOOK, True)
    server.send("delta", turn=1, text="Hi")
    for message in told:
        server.send("message", **message)
    server.send("turn_completed", turn=1, completed=False)
    server.messages = told

    await chat.page.evaluate(LOOK, False)

    await expect_the_answer_once(chat)


async def test_a_turn_that_ends_while_the_tab_has_no_connection_is_there_once_and_waits_no_more(
    chat: ChatPage, server: Server
):
    told = await ask(chat, server)
    await chat.page.evaluate(LOOK, True)
    server.messages = told
    await server.disconnect()

    await chat.page.evaluate(LOOK, False)

    await expect_the_answer_once(chat)


async def test_what_is_written_while_the_history_loads_goes_once_and_below_it(chat: ChatPage, server: Server):
    server.messages = [
        {"n": n, "turn": n, "role": "assistant", "text": f"Message {n}", "at": AT} for n in range(1, 4)
    ]
    server.late = True
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await server.expect("hello")
    await chat.say("Early")
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    server.late = False
    server.greet(0)
    asked = await server.accept_message(4)
    server.message(4, "customer", asked["text"], turn=4, id=asked["id"])

    await expect(chat.page.get_by_text("Sent", exact=True)).to_have_count(0)
    assert (await chat.texts())[1:] == ["Message 1", "Message 2", "Message 3", "Early"]
    server.send("turn_completed", turn=4, completed=False)
    await chat.say("Later")
    assert (await server.expect("message"))["text"] == "Later"


async def test_a_phone_that_slept_for_two_minutes_has_caught_up_two_seconds_after_it_woke(
    chat: ChatPage, server: Server
):
    await chat.page.clock.install()
    told = await ask(chat, server)
    await chat.page.evaluate(LOOK, True)
    server.lose()
    server.messages = told
    await chat.page.clock.fast_forward(120_000)

    await chat.page.evaluate(LOOK, False)
    await chat.page.clock.run_for(2_000)

    await expect_the_answer_once(chat)
