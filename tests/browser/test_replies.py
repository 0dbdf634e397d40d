"""How a reply arrives: in pieces, after a failure, and in every tab."""

import pytest
from playwright.async_api import expect

from tests.browser.chat_page import ChatPage
from tests.browser.held_model import BEGINNING, REPLY, HeldModel
from tests.browser.providers import CLOSED_PORT, use_provider
from tests.live_site import LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_reply_is_shown_as_it_is_written(chat: ChatPage, held_model: HeldModel):
    await chat.open()
    await chat.say("Hello")
    await expect(chat.being_written).to_have_text(BEGINNING)
    await chat.photograph("streaming")

    held_model.release()

    await expect(chat.replies.last).to_have_text(REPLY)
    await expect(chat.being_written).to_have_count(0)


async def test_a_screen_reader_hears_a_reply_only_when_it_is_whole(chat: ChatPage, held_model: HeldModel):
    await chat.open()
    await chat.say("Hello")
    await expect(chat.being_written).to_have_text(BEGINNING)

    await expect(chat.log).not_to_contain_text(BEGINNING)
    await expect(chat.page.get_by_role("status").filter(has_text="The assistant is writing")).to_have_count(1)
    assert await chat.log.get_attribute("aria-live") == "polite"

    held_model.release()
    await expect(chat.log).to_contain_text(REPLY)


async def test_messages_written_meanwhile_wait_and_go_next_in_order(chat: ChatPage, held_model: HeldModel):
    await chat.open()
    await chat.say("One")
    await expect(chat.being_written).to_have_text(BEGINNING)
    await chat.say("Two")
    await chat.say("Three")
    await expect(chat.page.get_by_text("Waiting to be sent")).to_have_count(2)
    await chat.photograph("waiting")

    held_model.release()

    await expect(chat.replies).to_have_count(4)
    assert (await chat.texts())[1:] == ["One", REPLY, "Two", REPLY, "Three", REPLY]
    await expect(chat.page.get_by_text("Waiting to be sent")).to_have_count(0)


async def test_a_failed_turn_offers_to_try_again(chat: ChatPage, live_site: LiveSite):
    await use_provider(live_site, "broken", CLOSED_PORT)
    await chat.open()
    await chat.say("I'm Jordan Lee, born April 12, 1988.")
    await expect(chat.page.get_by_text("something went wrong on our side")).to_be_visible()
    await chat.photograph("failed")

    await use_provider(live_site, "embedded")
    await chat.try_again.click()

    await expect(chat.replies).to_have_count(2)
    await expect(chat.try_again).to_have_count(0)
    await expect(chat.customer).to_have_count(1)


async def test_a_failed_turn_still_offers_it_after_a_reload(chat: ChatPage, held_model: HeldModel):
    held_model.refusing = True
    await chat.open()
    await chat.say("Hello")
    await expect(chat.try_again).to_be_visible()
    await chat.page.reload()
    await expect(chat.try_again).to_be_visible()

    held_model.refusing = False
    held_model.release()
    await chat.try_again.click()

    await expect(chat.replies.last).to_have_text(REPLY)


async def test_two_tabs_of_a_session_show_the_same(
    chat: ChatPage, other_tab: ChatPage, held_model: HeldModel
):
    await chat.open()
    await chat.say("Hello")
    await expect(chat.being_written).to_have_text(BEGINNING)
    await other_tab.open()
    await expect(other_tab.customer).to_have_text("Hello")
    held_model.release()
    await expect(other_tab.replies.last).to_have_text(REPLY)

    held_model.hold()
    await other_tab.say("And from here")
    await expect(chat.being_written).to_have_text(BEGINNING)
    held_model.release()

    await expect(chat.replies).to_have_count(3)
    await expect(other_tab.replies).to_have_count(3)
    assert await chat.texts() == await other_tab.texts()
