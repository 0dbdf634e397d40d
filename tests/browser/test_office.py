"""Forty people of one office, whose addresses are all the same from outside."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PEOPLE = 40

SAY_AND_BE_ANSWERED = """
(people) => Promise.all(Array.from({ length: people }, (_, number) => new Promise((answered, failed) => {
    const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/chat/");
    const send = (frame) => socket.send(JSON.stringify(frame));
    socket.onopen = () => send({ type: "hello", protocol: 1, graph: "quote", after: 0 });
    socket.onclose = ({ code }) => failed(new Error(`closed with ${code}`));
    socket.onmessage = ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.type === "welcome") send({ type: "message", id: `id-${number}`, text: "Hello" });
        if (frame.type === "error" || frame.type === "notice") failed(new Error(data));
        if (frame.type === "message" && frame.role === "assistant") answered(frame.n);
    };
})))
"""


async def test_an_office_of_forty_is_answered_and_nobody_is_throttled(chat: ChatPage):
    await chat.open()

    answers = await chat.page.evaluate(SAY_AND_BE_ANSWERED, PEOPLE)

    assert answers == [2] * PEOPLE
    await chat.ask("And one more of us")
    await expect(chat.page.get_by_role("timer")).to_be_hidden()
