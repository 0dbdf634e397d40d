"""What the server says: each message once and in order, replies as they are written."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_final_message_takes_the_place_of_what_was_streamed(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await chat.say("Hello")
    asked = await server.accept_message()
    server.message(1, "customer", "Hello", id=asked["id"])
    server.send("delta", turn=1, text="First attempt")
    await expect(chat.being_written).to_have_text("First attempt")
    server.send("delta_reset", turn=1)
    await expect(chat.typing).to_be_visible()
    server.send("delta", turn=1, text="Second ")
    server.send("delta", turn=1, text="attempt")
    await expect(chat.being_written).to_have_text("Second attempt")

    server.message(2, "assistant", "The final words")
    server.send("turn_completed", turn=1, completed=False)

    await expect(chat.being_written).to_have_count(0)
    await expect(chat.typing).to_have_count(0)
    assert (await chat.texts())[1:] == ["Hello", "The final words"]


async def test_a_missing_number_is_asked_for(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await server.expect("hello")
    server.message(1, "customer", "One")
    server.messages.append({**server.messages[0], "n": 2, "role": "assistant", "text": "Two"})
    server.message(3, "customer", "Three")

    assert (await server.expect("hello"))["after"] == 1
    await expect(chat.log.locator(".text")).to_have_count(4)
    assert (await chat.texts())[1:] == ["One", "Two", "Three"]


async def test_a_message_that_comes_twice_is_shown_once(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", "Hello")
    server.message(1, "assistant", "Hello")
    server.message(2, "staff", "I am here, too")

    await expect(chat.log.get_by_text("I am here, too")).to_be_visible()
    assert (await chat.texts())[1:] == ["Hello", "I am here, too"]


async def test_a_reply_that_was_missed_in_part_is_not_shown_in_part(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"turn": 4}
    await chat.open()
    server.send("delta", turn=4, text="the end of a sentence.")
    await expect(chat.typing).to_be_visible()

    server.send("step", turn=4)
    server.send("delta", turn=4, text="A new beginning")

    await expect(chat.being_written).to_have_text("A new beginning")


async def test_where_only_the_newest_messages_come_the_page_offers_more(
    chat: ChatPage, server: ScriptedServer
):
    server.messages = [
        {"n": n, "turn": n, "role": "assistant", "text": f"Message {n}", "at": AT} for n in range(51, 151)
    ]
    await chat.page.goto(f"{chat.url}/chat/quote/")

    await expect(chat.page.get_by_text("Show earlier messages")).to_have_count(1)
    await expect(chat.replies).to_have_count(100)
    await expect(chat.replies.last).to_be_in_viewport()


async def test_a_reader_who_scrolled_up_stays_there_and_sees_that_there_is_more(
    chat: ChatPage, server: ScriptedServer
):
    server.messages = [
        {"n": n, "turn": n, "role": "assistant", "text": f"Message {n}", "at": AT} for n in range(1, 51)
    ]
    await chat.open()
    await expect(chat.log.get_by_text("Message 50")).to_be_in_viewport()
    await chat.greeting.scroll_into_view_if_needed()

    server.message(51, "assistant", "The newest", turn=51)
    pill = chat.page.get_by_role("button", name="New messages")
    await expect(pill).to_be_visible()
    await expect(chat.greeting).to_be_in_viewport()
    await chat.photograph("pill")
    await pill.click()

    await expect(chat.page.get_by_text("The newest")).to_be_in_viewport()
    await expect(pill).to_be_hidden()


async def test_a_server_that_knows_less_than_was_seen_is_believed(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    for n, text in enumerate(("One", "Lost", "Lost, too"), start=1):
        server.message(n, "assistant", text)
    await expect(chat.replies).to_have_count(4)
    server.messages = server.messages[:1]
    server.welcome = {"after": 1}

    await server.disconnect()
    await expect(chat.replies).to_have_count(2)
    server.message(2, "assistant", "Two")

    await expect(chat.replies.last).to_have_text("Two")
    assert (await chat.texts())[1:] == ["One", "Two"]
