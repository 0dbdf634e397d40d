"""A message on its way: sent once, in order, again where that is needed, and never lost."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_busy_session_gets_the_message_again_with_the_same_id(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await chat.say("Hello")
    refused = await server.expect("message")
    server.send("error", code="SESSION_BUSY", message="Busy.", id=refused["id"], turn=7)
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    server.send("turn_completed", turn=7, completed=False)

    assert await server.expect("message") == refused


async def test_a_busy_session_gets_the_message_again_even_if_nobody_tells_the_end(
    chat: ChatPage, server: ScriptedServer
):
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Hello")
    refused = await server.expect("message")
    server.send("error", code="SESSION_BUSY", message="Busy.", id=refused["id"], turn=7)
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    await chat.page.clock.run_for(6_000)

    assert await server.expect("message") == refused


async def test_a_session_that_is_busy_with_nobody_knows_what_gets_the_message_again(
    chat: ChatPage, server: ScriptedServer
):
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Hello")
    refused = await server.expect("message")
    server.send("error", code="SESSION_BUSY", message="Busy.", id=refused["id"])
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    await chat.page.clock.run_for(3_000)

    assert await server.expect("message") == refused


async def test_what_was_on_its_way_when_the_connection_broke_goes_again(
    chat: ChatPage, server: ScriptedServer
):
    await chat.open()
    await chat.say("Hello")
    first = await server.expect("message")
    await server.disconnect()

    assert await server.expect("message") == first
    server.send("accepted", id=first["id"], turn=1)
    await expect(chat.page.get_by_text("Sent", exact=True)).to_be_visible()


async def test_a_message_that_was_not_taken_survives_a_reload(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await chat.say("Hello")
    first = await server.expect("message")

    await chat.page.reload()

    assert await server.expect("message") == first
    await expect(chat.customer).to_have_text("Hello")


async def test_a_message_that_was_stored_is_not_sent_again(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await chat.say("Hello")
    first = await server.expect("message")
    # Stored, but the connection breaks before the page hears of it.
    server.messages.append(
        {"n": 1, "turn": 1, "role": "customer", "text": "Hello", "at": AT, "id": first["id"]}
    )
    await server.disconnect()
    await server.expect("hello")

    await chat.say("And this")

    assert (await server.expect("message"))["text"] == "And this"
    await expect(chat.customer).to_have_count(2)
