"""How turns and conversations end, and what happens to what waits behind them."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FAILURE = {"turn": 1, "code": "TURN_FAILED", "message": "Sorry, something went wrong.", "retryable": True}


async def test_a_conversation_that_staff_ended_can_only_be_begun_anew(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await server.expect("hello")
    await chat.box.fill("Half a sen")
    server.send("notice", code="SESSION_ENDED", message="This conversation was ended.")
    await expect(chat.page.get_by_text("This conversation has ended")).to_be_visible()
    await expect(chat.start_new).to_be_focused()

    await chat.start_new.press("Enter")

    assert "token" not in await server.expect("hello")
    await expect(chat.box).to_have_value("Half a sen")


async def test_a_turn_whose_end_was_told_to_nobody_is_asked_for(chat: ChatPage, server: ScriptedServer):
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Hello")
    asked = await server.accept_message()
    await expect(chat.typing).to_be_visible()
    server.messages.append(
        {"n": 1, "turn": 1, "role": "customer", "text": "Hello", "at": AT, "id": asked["id"]}
    )
    server.messages.append({"n": 2, "turn": 1, "role": "assistant", "text": "Hi!", "at": AT})

    await chat.page.clock.run_for(6_000)

    await expect(chat.replies.last).to_have_text("Hi!")
    await expect(chat.typing).to_have_count(0)
    assert server.connections == 1


async def test_a_silent_turn_does_not_hold_messages_back_for_ever(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"turn": 1}
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Are you there?")
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()
    await server.expect("hello")

    await chat.page.clock.run_for(6_000)
    await server.expect("hello")
    await expect(chat.typing).to_be_visible()
    server.welcome = {}
    await chat.page.clock.run_for(6_000)

    assert (await server.expect("message"))["text"] == "Are you there?"


async def lose_a_turn(chat: ChatPage, server: ScriptedServer) -> None:
    """Write something while a turn runs, whose process is then found to be gone."""
    server.welcome = {"turn": 1}
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Queued")
    await expect(chat.typing).to_be_visible()
    server.welcome, server.failure = {}, FAILURE
    await chat.page.clock.run_for(6_000)
    await expect(chat.try_again).to_be_visible()
    server.failure = None


async def test_what_waits_goes_after_a_turn_that_is_tried_again(chat: ChatPage, server: ScriptedServer):
    await lose_a_turn(chat, server)
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    await chat.try_again.click()
    await server.expect("retry")
    server.send("turn_completed", turn=1, completed=False)

    assert (await server.expect("message"))["text"] == "Queued"


async def test_whoever_writes_on_after_a_failure_need_not_try_again(chat: ChatPage, server: ScriptedServer):
    await lose_a_turn(chat, server)

    await chat.say("Never mind")

    assert (await server.accept_message(2))["text"] == "Queued"
    server.send("turn_completed", turn=2, completed=False)
    assert (await server.expect("message"))["text"] == "Never mind"


async def test_what_waits_goes_on_after_a_turn_that_cannot_be_tried_again(
    chat: ChatPage, server: ScriptedServer
):
    server.welcome = {"turn": 1}
    await chat.open()
    await chat.say("Queued")
    await expect(chat.typing).to_be_visible()

    server.send("turn_failed", **FAILURE | {"retryable": False})

    assert (await server.expect("message"))["text"] == "Queued"


@pytest.mark.parametrize("late", [False, True])
async def test_a_conversation_that_is_ended_in_the_middle_of_a_turn_is_just_over(
    chat: ChatPage, server: ScriptedServer, late: bool
):
    server.welcome = {"turn": 1}
    await chat.open()
    await expect(chat.typing).to_be_visible()
    cancelled = FAILURE | {"code": "TURN_CANCELLED", "retryable": False}
    if not late:
        server.send("turn_failed", **cancelled)
        await expect(chat.typing).to_have_count(0)

    server.send("notice", code="SESSION_ENDED", message="This conversation was ended.")
    if late:
        server.send("turn_failed", **cancelled)

    await expect(chat.page.get_by_text("This conversation has ended")).to_be_visible()
    await expect(chat.typing).to_have_count(0)
    await expect(chat.page.get_by_text("Sorry, something went wrong.")).to_have_count(0)


async def test_a_turn_that_may_not_be_tried_again_so_soon_stays_failed(
    chat: ChatPage, server: ScriptedServer
):
    await chat.open()
    server.send("turn_failed", **FAILURE)
    await chat.try_again.click()
    await server.expect("retry")

    server.send("error", code="RATE_LIMITED", message="Too many.", turn=1)
    server.send("notice", code="SLOW_DOWN", message="Too many.", seconds=40_000)

    await expect(chat.try_again).to_be_visible()
    await expect(chat.typing).to_have_count(0)
    await expect(chat.page.get_by_role("timer")).to_have_text("12 hours.")
