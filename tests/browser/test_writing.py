"""Writing messages: keys, long texts, and texts that look like code."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.held_model import REPLY, HeldModel

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

HOSTILE = (
    "<img src=x onerror=\"document.title='run'\">",
    "<script>document.title='run'</script>",
    "<svg/onload=document.title='run'> & &amp; {{ title }} **bold**",
)


async def test_enter_sends_and_shift_enter_begins_a_new_line(chat: ChatPage):
    await chat.open()
    await chat.box.press_sequentially("First line")
    await chat.box.press("Shift+Enter")
    await chat.box.press_sequentially("second line")
    await expect(chat.customer).to_have_count(0)

    await chat.box.press("Enter")

    await expect(chat.customer).to_have_text("First line\nsecond line")
    await expect(chat.box).to_have_value("")


async def test_everything_can_be_done_with_the_keyboard(chat: ChatPage, held_model: HeldModel):
    held_model.refusing = True
    await chat.open()
    await expect(chat.box).to_be_focused()
    await chat.page.keyboard.type("Hello")
    await chat.page.keyboard.press("Tab")
    await expect(chat.page.get_by_role("button", name="Send")).to_be_focused()
    await chat.page.keyboard.press("Enter")
    await expect(chat.try_again).to_be_visible()
    await expect(chat.box).to_be_focused()

    held_model.refusing = False
    held_model.release()
    await chat.page.keyboard.press("Shift+Tab")
    await expect(chat.try_again).to_be_focused()
    await chat.page.keyboard.press("Space")

    await expect(chat.replies.last).to_have_text(REPLY)
    await expect(chat.box).to_be_focused()


async def test_nothing_is_sent_while_an_input_method_composes(chat: ChatPage):
    await chat.open()
    await chat.box.fill("にほん")

    await chat.box.dispatch_event("keydown", {"key": "Enter", "isComposing": True})

    await expect(chat.box).to_have_value("にほん")
    await expect(chat.customer).to_have_count(0)


@pytest.mark.parametrize("text", HOSTILE)
async def test_a_text_that_looks_like_code_stays_a_text(chat: ChatPage, text: str):
    await chat.open()
    title = await chat.page.title()

    await chat.ask(text)
    await expect(chat.customer).to_have_text(text)
    await chat.page.reload()

    await expect(chat.customer).to_have_text(text)
    assert await chat.page.title() == title
    assert await chat.log.locator("img, script, .text svg, b, strong").count() == 0


async def test_the_box_grows_with_its_text_and_not_without_end(chat: ChatPage):
    await chat.open()

    async def height() -> float:
        box = await chat.box.bounding_box()
        assert box
        return box["height"]

    one_line = await height()
    await chat.box.fill("one\ntwo\nthree")
    three_lines = await height()
    await chat.box.fill("\n".join("line" for _ in range(100)))

    assert one_line < three_lines < await height() < 300
    await chat.box.fill("")
    assert await height() == one_line


async def test_a_text_over_the_limit_is_counted_and_not_sent(chat: ChatPage):
    await chat.open()
    counter = chat.page.get_by_text("of 4000 characters")
    await chat.box.fill("a" * 3000)
    await expect(counter).to_have_count(0)

    await chat.box.fill("🙂" * 4001)
    await expect(counter).to_have_text("4001 of 4000 characters")
    await chat.box.press("Enter")
    await expect(chat.customer).to_have_count(0)

    await chat.box.fill("🙂" * 4000)
    await chat.box.press("Enter")
    await expect(chat.customer).to_have_count(1)
    await expect(chat.replies).to_have_count(2, timeout=20_000)


async def test_what_is_written_survives_a_reload(chat: ChatPage):
    await chat.open()
    await chat.box.fill("Not finished yet")

    await chat.page.reload()

    await expect(chat.box).to_have_value("Not finished yet")


async def test_a_right_to_left_text_reads_from_the_right(chat: ChatPage):
    await chat.open()
    await chat.ask("مرحبا، أريد تأمين سيارتي")

    direction = await chat.customer.evaluate("element => getComputedStyle(element).direction")

    assert direction == "rtl"


async def test_half_a_character_does_not_block_the_chat(chat: ChatPage):
    await chat.open()
    await chat.box.evaluate(
        "box => { box.value = 'lone \\ud800 half'; box.dispatchEvent(new Event('input')) }"
    )
    await chat.box.press("Enter")

    await expect(chat.replies).to_have_count(2, timeout=20_000)
    await expect(chat.customer).to_have_text("lone \ufffd half")
    await chat.ask("And this?")


@pytest.mark.parametrize(
    "text", ["\u200b\u2060\ufeff", "\u00ad \u200e\n\u202e", "\u3000\u0085\u001f", "\U000e0020"]
)
async def test_a_text_in_which_nothing_can_be_seen_is_not_sent(chat: ChatPage, text: str):
    await chat.open()
    await chat.box.fill(text)
    await chat.box.press("Enter")
    await expect(chat.page.locator(".send.ready")).to_have_count(0)
    await expect(chat.box).to_have_value(text)

    await chat.box.fill("\u200bvisible")
    await expect(chat.page.locator(".send.ready")).to_have_count(1)
    await chat.box.press("Enter")

    await expect(chat.customer).to_have_text("\u200bvisible")
