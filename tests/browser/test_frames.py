"""What the page makes of suggestions, ratings, older messages, limits, staff and rendered replies."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import AT, ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SECOND_SESSION = "00000000-0000-0000-0000-000000000002"


async def choose(chat: ChatPage, item: str) -> None:
    """Choose an item of the menu, and confirm it."""
    await chat.page.get_by_role("button", name="More").click()
    await chat.page.get_by_role("button", name=item).click()
    await chat.page.get_by_role("alertdialog").get_by_role("button", name=item).click()


async def test_a_suggested_reply_is_said_by_a_press_and_all_go(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", "Which one?", suggestions=["Saver", "Shield", "<b>Both</b>"])
    group = chat.page.get_by_role("group", name="Suggested replies")
    await expect(group.get_by_role("button")).to_have_text(["Saver", "Shield", "<b>Both</b>"])

    await group.get_by_role("button", name="Shield").click()

    assert (await server.accept_message(2))["text"] == "Shield"
    await expect(group).to_be_hidden()
    await expect(chat.box).to_be_focused()


async def test_suggestions_belong_to_the_last_message_only(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", "Which one?", suggestions=["Saver"])
    await expect(chat.page.get_by_role("button", name="Saver")).to_be_visible()

    server.message(2, "staff", "Wait, please.")

    await expect(chat.page.get_by_role("button", name="Saver")).to_have_count(0)


async def test_a_conversation_can_be_rated_and_the_rating_changed(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await choose(chat, "End conversation")
    await server.expect("end")
    server.send("notice", code="SESSION_ENDED", message="This conversation was ended.")

    await chat.page.get_by_role("button", name="Good").click()
    assert await server.expect("rate") == {"type": "rate", "value": 1}
    server.send("rated", value=1)
    await expect(chat.page.get_by_role("button", name="Good")).to_have_attribute("aria-pressed", "true")
    await expect(chat.page.get_by_text("Thank you!")).to_be_visible()
    await chat.page.get_by_role("button", name="Bad").click()
    assert (await server.expect("rate"))["value"] == -1
    server.send("rated", value=-1)
    comment = chat.page.get_by_label("Anything to add?")
    await comment.fill("Too slow")
    await chat.page.get_by_role("button", name="Send").click()
    assert await server.expect("rate") == {"type": "rate", "value": -1, "comment": "Too slow"}
    server.send("rated", value=-1, comment="Too slow")

    await expect(comment).to_be_hidden()
    server.welcome = {"status": "ended", "rating": {"value": -1, "comment": "Too slow"}}
    await chat.page.reload()
    await expect(chat.page.get_by_role("button", name="Bad")).to_have_attribute("aria-pressed", "true")
    await chat.page.get_by_role("button", name="Good").click()
    assert await server.expect("rate") == {"type": "rate", "value": 1, "comment": "Too slow"}
    server.send("rated", value=1, comment="Too slow")
    await expect(comment).to_have_value("Too slow")


async def test_starting_over_ends_this_one_and_opens_another(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "assistant", "Hello")
    await expect(chat.replies).to_have_count(2)
    await chat.page.get_by_role("button", name="More").click()
    await chat.page.get_by_role("button", name="Start over").click()
    await chat.page.get_by_role("button", name="Cancel").click()
    await expect(chat.page.get_by_role("alertdialog")).to_be_hidden()
    await expect(chat.box).to_be_focused()

    await choose(chat, "Start over")
    await server.expect("restart")
    server.messages.clear()
    server.welcome = {"session": SECOND_SESSION, "token": "another"}
    server.greet(0)

    await expect(chat.replies).to_have_count(1)
    await expect(chat.box).to_be_focused()
    await chat.page.reload()
    assert (await server.expect("hello"))["token"] == "another"


async def test_older_messages_come_when_the_reader_scrolls_up(chat: ChatPage, server: ScriptedServer):
    def message(n: int) -> dict[str, object]:
        return {"n": n, "turn": n, "role": "assistant", "text": f"Message {n}.", "at": AT}

    server.messages = [message(n) for n in range(51, 151)]
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await expect(chat.replies.last).to_be_in_viewport()

    await chat.page.get_by_text("Message 51.").scroll_into_view_if_needed()
    assert (await server.expect("more"))["before"] == 51
    server.send("older", messages=[message(n) for n in range(1, 51)], first=1)

    # The greeting is there again, above them.
    await expect(chat.replies).to_have_count(151)
    await expect(chat.page.get_by_text("Message 51.")).to_be_in_viewport()
    await expect(chat.page.get_by_role("button", name="Show earlier messages")).to_have_count(0)


async def test_a_throttled_message_waits_and_goes_by_itself(chat: ChatPage, server: ScriptedServer):
    await chat.page.clock.install()
    await chat.open()
    await chat.say("Hello")
    refused = await server.expect("message")
    server.send("error", code="RATE_LIMITED", id=refused["id"], message="20 messages a minute are enough.")
    server.send("notice", code="SLOW_DOWN", message="Slow down.", seconds=12)
    timer = chat.page.get_by_role("timer")
    await expect(chat.page.get_by_text("That was a lot at once.")).to_be_visible()
    await expect(timer).to_have_text(re.compile(r"^1\d seconds\.$"))
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()

    await chat.page.clock.run_for(5_000)
    await expect(timer).to_have_text(re.compile(r"^\d seconds\.$"))
    await chat.page.clock.run_for(8_000)

    assert await server.expect("message") == refused
    await expect(chat.page.get_by_text("goes by itself")).to_have_count(0)


async def test_a_server_that_goes_is_left_and_another_one_found(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    await server.expect("hello")

    server.send("notice", code="RECONNECT", message="Please connect again.")

    await server.expect("hello")
    assert server.connections == 2


async def test_people_of_the_team_have_a_name_and_are_seen_writing(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.send("notice", code="HANDED_OVER", message="handed over")
    await expect(chat.page.get_by_text("Somebody of our team will go on from here.")).to_be_visible()
    server.send("notice", code="STAFF_TYPING", message="typing")
    await expect(chat.typing).to_be_visible()

    server.message(1, "staff", "Hello, Samira here.", author="Samira Haddad")

    await expect(chat.page.locator(".author")).to_have_text("Samira Haddad")
    await expect(chat.typing).to_have_count(0)


async def test_what_customers_write_is_never_read_as_html(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    server.message(1, "customer", "<b>mine</b>", html="<b>mine</b>")

    await expect(chat.customer).to_have_text("<b>mine</b>")


async def test_a_wide_table_scrolls_inside_its_bubble(chat: ChatPage, server: ScriptedServer):
    cells = "".join(f"<td>column number {number}</td>" for number in range(30))
    await chat.page.set_viewport_size({"width": 360, "height": 740})
    await chat.open()
    server.message(1, "assistant", "A table", html=f"<table><tbody><tr>{cells}</tr></tbody></table>")
    await expect(chat.replies.last.locator("table")).to_be_visible()

    assert not await chat.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert await chat.replies.last.locator(".wide").evaluate("wide => wide.scrollWidth > wide.clientWidth")


async def test_a_message_can_be_copied_and_the_conversation_downloaded(
    chat: ChatPage, server: ScriptedServer
):
    await chat.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await chat.open()
    server.message(1, "customer", "Hello")
    server.message(2, "assistant", "**Hi**", html="<p><strong>Hi</strong></p>")
    await chat.log.get_by_role("button", name="Copy").click()
    assert await chat.page.evaluate("navigator.clipboard.readText()") == "**Hi**"

    await chat.page.get_by_role("button", name="More").click()
    async with chat.page.expect_download() as downloading:
        await chat.page.get_by_role("button", name="Download transcript").click()
    download = await downloading.value
    assert download.suggested_filename == "quote.txt"
    text = (await download.path()).read_text()
    assert "You:\nHello\n" in text
    assert "Assistant:\n**Hi**\n" in text


async def test_what_is_downloaded_begins_with_the_first_message(chat: ChatPage, server: ScriptedServer):
    def message(n: int) -> dict[str, object]:
        return {"n": n, "turn": n, "role": "assistant", "text": f"Message {n}.", "at": AT}

    server.messages = [message(n) for n in range(151, 251)]
    await chat.page.goto(f"{chat.url}/chat/quote/")
    await expect(chat.replies.last).to_be_in_viewport()
    await chat.page.get_by_role("button", name="More").click()
    async with chat.page.expect_download() as downloading:
        await chat.page.get_by_role("button", name="Download transcript").click()
        for first, before in ((51, 151), (1, 51)):
            assert (await server.expect("more"))["before"] == before
            server.send("older", messages=[message(n) for n in range(first, before)])

    text = (await (await downloading.value).path()).read_text()
    assert [f"Message {n}." in text for n in range(1, 251)] == [True] * 250


async def test_columns_are_aligned_as_the_reply_says(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    table = '<table><tbody><tr><td align="right">1</td><td align="evil">2</td><td>3</td></tr></tbody></table>'
    server.message(1, "assistant", "A table", html=table)

    cells = chat.replies.last.locator("td")
    align = "cells => cells.map((cell) => getComputedStyle(cell).textAlign.replace('-webkit-', ''))"
    await expect(cells).to_have_count(3)
    assert await cells.evaluate_all(align) == ["right", "start", "start"]


async def test_the_first_frame_is_there_without_scripts_and_needs_three_requests(chat: ChatPage):
    asked: list[str] = []

    async def only_styles(route: object) -> None:
        asked.append(route.request.url)  # type: ignore[attr-defined]
        await (route.abort() if ".js" in asked[-1] else route.continue_())  # type: ignore[attr-defined]

    await chat.page.route("**/*", only_styles)
    await chat.page.goto(f"{chat.url}/chat/quote/")

    await expect(chat.page.get_by_role("heading", name="Car insurance quote")).to_be_visible()
    await expect(chat.page.get_by_text(chat.welcome)).to_be_visible()
    needed = [url for url in asked if not url.endswith((".js", ".svg"))]
    assert len(needed) == 3, needed
