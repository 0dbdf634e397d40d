"""A message that the server does not take: where it stays, and what its writer can do about it."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_refused_message_can_be_edited(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await chat.say("Something odd")
    refused = await server.expect("message")
    server.send("error", code="MESSAGE_INVALID", message="It holds odd characters.", id=refused["id"])
    await expect(chat.page.get_by_text("Not sent: It holds odd characters.")).to_be_visible()
    await chat.photograph("refused")

    await chat.page.get_by_role("button", name="Edit").click()

    await expect(chat.box).to_have_value("Something odd")
    await expect(chat.box).to_be_focused()
    await expect(chat.customer).to_have_count(0)


async def refuse_a_message(chat: ChatPage, server: ScriptedServer) -> None:
    """Say something between two messages of the conversation, which the server does not take."""
    await chat.open()
    server.message(1, "assistant", "Before")
    await chat.say("Something odd")
    refused = await server.expect("message")
    server.send("error", code="MESSAGE_INVALID", message="It is odd.", id=refused["id"])
    await expect(chat.page.get_by_text("Not sent: It is odd.")).to_be_visible()
    server.message(2, "assistant", "After")
    await expect(chat.log.get_by_text("After")).to_be_visible()


async def test_a_refused_message_stays_where_it_was_written(chat: ChatPage, server: ScriptedServer):
    await refuse_a_message(chat, server)
    assert (await chat.texts())[1:] == ["Before", "Something odd", "After"]

    await chat.page.reload()

    await expect(chat.log.get_by_text("After")).to_be_visible()
    assert (await chat.texts())[1:] == ["Before", "Something odd", "After"]


async def test_a_refused_message_can_be_removed(chat: ChatPage, server: ScriptedServer):
    await refuse_a_message(chat, server)

    await chat.page.get_by_role("button", name="Remove").click()

    await expect(chat.customer).to_have_count(0)
    await expect(chat.box).to_have_value("")
    await expect(chat.box).to_be_focused()
    await chat.page.reload()
    await expect(chat.log.get_by_text("After")).to_be_visible()
    await expect(chat.customer).to_have_count(0)


async def test_a_message_is_sent_again_only_where_that_may_help(chat: ChatPage, server: ScriptedServer):
    await refuse_a_message(chat, server)
    await expect(chat.page.get_by_role("button", name="Edit")).to_be_visible()
    await expect(chat.try_again).to_have_count(0)
    await chat.page.get_by_role("button", name="Remove").click()
    await chat.say("Something else")
    refused = await server.expect("message")
    server.send("error", code="INTERNAL", message="Later, please.", id=refused["id"])

    await chat.try_again.click()

    assert await server.expect("message") == refused
    await expect(chat.try_again).to_have_count(0)


async def test_a_refused_message_stands_above_a_conversation_that_began_after_it(
    chat: ChatPage, server: ScriptedServer
):
    await refuse_a_message(chat, server)
    server.messages.clear()
    server.welcome = {"session": "00000000-0000-0000-0000-000000000002"}
    await server.disconnect()
    await expect(chat.log.get_by_text("Before")).to_have_count(0)

    server.message(1, "assistant", "Hello again")

    await expect(chat.log.get_by_text("Hello again")).to_be_visible()
    assert (await chat.texts())[1:] == ["Something odd", "Hello again"]


async def test_a_message_that_the_server_cannot_read_is_not_sent_for_ever(
    chat: ChatPage, server: ScriptedServer
):
    await chat.open()
    await chat.say("Unreadable")
    await server.expect("message")
    await chat.say("The next one")
    server.send("error", code="INVALID", message="message: Invalid JSON.")

    await expect(chat.page.get_by_text("Not sent: The message could not be read.")).to_be_visible()
    await expect(chat.page.get_by_role("button", name="Edit")).to_be_visible()
    assert (await server.expect("message"))["text"] == "The next one"


async def test_a_frame_that_the_server_would_refuse_is_not_sent(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"limits": {"message_length": 20_000}}
    await chat.open()
    await chat.say("a" * 17_000)

    await expect(chat.page.get_by_text("Not sent: The message is too long.")).to_be_visible()
    await chat.say("Short")
    assert (await server.expect("message"))["text"] == "Short"


async def test_a_server_that_is_being_stopped_does_not_have_the_last_word(
    chat: ChatPage, server: ScriptedServer
):
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Hello")
    refused = await server.expect("message")
    server.send("error", code="UNAVAILABLE", message="It is being stopped.", id=refused["id"])
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    for _ in range(4):
        await chat.page.clock.run_for(15_000)
        assert await server.expect("message") == refused
        server.send("error", code="UNAVAILABLE", message="It is broken.", id=refused["id"])

    await expect(chat.page.get_by_text("Not sent: It is broken.")).to_be_visible()
    await expect(chat.try_again).to_be_visible()


async def test_reasons_are_given_in_the_reader_s_language(chat: ChatPage, server: ScriptedServer):
    await chat.page.set_extra_http_headers({"Accept-Language": "es"})
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await server.expect("hello")
    box = chat.page.get_by_label("Tu mensaje")
    await box.fill("Hola")
    await box.press("Enter")
    refused = await server.expect("message")
    server.send("error", code="MESSAGE_INVALID", message="It holds odd characters.", id=refused["id"])

    await expect(chat.page.get_by_text("El mensaje contiene algo que no se admite.")).to_be_visible()
    server.send("turn_failed", turn=1, code="TURN_FAILED", message="Sorry.", retryable=True)
    await expect(chat.page.get_by_text("Lo sentimos, algo ha fallado.")).to_be_visible()
