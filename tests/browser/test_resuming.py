"""Coming back: after a reload, a lost network, a server that was killed, an ended conversation."""

import socket
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.held_model import BEGINNING, REPLY, HeldModel, serving
from tests.browser.providers import use_provider
from tests.live_site import running_site

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

DRIVER = "I'm Jordan Lee, born April 12, 1988, with a valid California license for 15 years."


async def test_a_reload_shows_the_same_messages_and_goes_on(chat: ChatPage):
    await chat.open()
    await chat.ask(DRIVER)
    said = await chat.texts()

    await chat.page.reload()

    await expect(chat.replies).to_have_count(2)
    assert await chat.texts() == said
    await chat.ask("It's a 2019 Toyota Camry")
    assert (await chat.texts())[: len(said)] == said


async def test_a_reload_in_the_middle_of_a_turn_loses_nothing(chat: ChatPage, held_model: HeldModel):
    await chat.open()
    await chat.say("Hello")
    await expect(chat.being_written).to_have_text(BEGINNING)

    await chat.page.reload()
    await expect(chat.customer).to_have_text("Hello")
    await expect(chat.typing).to_be_visible()
    held_model.release()

    await expect(chat.replies.last).to_have_text(REPLY)
    await expect(chat.replies).to_have_count(2)


async def test_what_is_written_offline_is_sent_when_the_network_is_back(chat: ChatPage):
    await chat.open()
    await chat.page.context.set_offline(True)
    await expect(chat.page.get_by_text("You are offline")).to_be_visible()
    await chat.say(DRIVER)
    await expect(chat.page.get_by_text("Waiting to be sent")).to_be_visible()
    await chat.photograph("offline")

    await chat.page.context.set_offline(False)

    await expect(chat.replies).to_have_count(2, timeout=20_000)
    await expect(chat.page.get_by_text("You are offline")).to_have_count(0)


async def test_a_network_that_is_lost_in_the_middle_of_a_turn_loses_nothing(
    chat: ChatPage, held_model: HeldModel
):
    await chat.open()
    await chat.say("Hello")
    await expect(chat.being_written).to_have_text(BEGINNING)
    await chat.page.context.set_offline(True)
    await expect(chat.page.get_by_text("You are offline")).to_be_visible()
    await chat.say("And this?")
    held_model.release()

    await chat.page.context.set_offline(False)

    await expect(chat.replies).to_have_count(3, timeout=20_000)
    assert (await chat.texts())[1:] == ["Hello", REPLY, "And this?", REPLY]
    await expect(chat.typing).to_have_count(0)
    assert held_model.requests == 2


async def test_a_killed_server_is_found_again_and_gets_what_was_written_meanwhile(
    page: Page, tmp_path: Path, screenshots: Path
):
    port = str(_free_port())
    with running_site(tmp_path, PORT=port) as first:
        chat = ChatPage(page, first.url, screenshots)
        await chat.open()
        await chat.ask(DRIVER)
        first.process.kill()
        first.process.wait()
        await expect(page.get_by_text("The connection was lost")).to_be_visible()
        await chat.say("It's a 2019 Toyota Camry")
        await expect(page.get_by_text("Waiting to be sent")).to_be_visible()
    with running_site(tmp_path, PORT=port):
        await expect(chat.replies).to_have_count(3, timeout=40_000)
        await expect(page.get_by_text("The connection was lost")).to_have_count(0)
        await expect(page.get_by_text("Waiting to be sent")).to_have_count(0)
        assert len(await chat.texts()) == 5


async def test_a_turn_whose_server_was_killed_is_finished_by_the_next_and_what_waits_goes_after_it(
    page: Page, tmp_path: Path, screenshots: Path
):
    site = {"PORT": str(_free_port()), "EZGRAPH_LEASE_SECONDS": "2"}
    async with serving(HeldModel()) as model:
        with running_site(tmp_path, **site) as first:
            await use_provider(first, "held", model.url)
            chat = ChatPage(page, first.url, screenshots)
            await chat.open()
            await chat.say("Hello")
            await expect(chat.being_written).to_have_text(BEGINNING)
            await chat.say("And this?")
            first.process.kill()
            first.process.wait()
            await expect(page.get_by_text("The connection was lost")).to_be_visible()
        with running_site(tmp_path, **site):
            await expect(page.get_by_text("Waiting to be sent")).to_have_count(1)
            await chat.photograph("interrupted")
            model.release()

            await expect(chat.replies).to_have_count(3, timeout=40_000)
            assert (await chat.texts())[1:] == ["Hello", REPLY, "And this?", REPLY]
            await expect(chat.try_again).to_have_count(0)


async def test_an_unknown_token_begins_a_new_conversation_and_says_so(chat: ChatPage):
    await chat.open()
    await chat.page.evaluate(
        """localStorage.setItem("ezgraph.quote.session", JSON.stringify({id: "x", token: "forged"}))"""
    )

    await chat.page.reload()

    await expect(chat.page.get_by_text("so this is a new one")).to_be_visible()
    await expect(chat.greeting).to_be_visible()
    await chat.ask("Hello")


async def test_a_blocked_storage_is_no_reason_not_to_chat(chat: ChatPage):
    await chat.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('blocked') }})"
    )
    await chat.open()

    await chat.ask(DRIVER)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
