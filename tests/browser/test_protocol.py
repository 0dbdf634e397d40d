"""What the page makes of the protocol's seldom moments, with a server that the test plays."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def server(chat: ChatPage) -> ScriptedServer:
    server = ScriptedServer()
    await server.attach(chat.page)
    return server


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
    server.send("error", code="UNAVAILABLE", message="Later, please.", id=refused["id"])

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


@pytest.mark.parametrize("code", ["FORBIDDEN", "GRAPH_UNKNOWN"])
async def test_a_server_that_refuses_this_page_is_not_asked_again(
    chat: ChatPage, server: ScriptedServer, code: str
):
    server.refusal = code
    await chat.page.clock.install()
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await expect(chat.page.get_by_text("This chat is not available at the moment.")).to_be_visible()

    await chat.page.clock.run_for(120_000)

    assert server.connections == 1


async def test_a_silent_server_is_taken_for_a_lost_one(chat: ChatPage, server: ScriptedServer):
    await chat.page.clock.install()
    await chat.open()
    server.send = lambda kind, **fields: None  # type: ignore[method-assign]

    await chat.page.clock.run_for(40_000)

    await server.expect("hello")
    await server.expect("hello")


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


FAILURE = {"turn": 1, "code": "TURN_FAILED", "message": "Sorry, something went wrong.", "retryable": True}


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
