"""What the page shows of people of the team: taking over, writing, handing back."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.chat_page import ChatPage
from tests.browser.scripted_server import ScriptedServer

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WORDS = {
    "en": ("You are now talking with Samira.", "Samira is writing", "The assistant goes on from here."),
    "es": ("Ahora hablas con Samira.", "Samira está escribiendo", "El asistente sigue desde aquí."),
    "de": ("Sie sprechen jetzt mit Samira.", "Samira schreibt", "Der Assistent macht weiter."),
    "fr": ("Vous parlez maintenant avec Samira.", "Samira écrit", "L’assistant reprend la suite."),
    "ar": ("أنت تتحدث الآن مع Samira.", "Samira يكتب", "سيتابع معك المساعد من هنا."),
}


async def speak(page: Page, language: str) -> None:
    """Let the browser ask for pages in a language."""
    await page.set_extra_http_headers({"Accept-Language": language})


@pytest.mark.parametrize("language", WORDS)
async def test_whoever_takes_over_is_named_and_seen_writing(
    chat: ChatPage, server: ScriptedServer, language: str
):
    taken_over, writes, handed_back = WORDS[language]
    await speak(chat.page, language)
    await chat.open()

    server.send("notice", code="HANDED_OVER", message="Handed over.", name="Samira")
    await expect(chat.log.get_by_text(taken_over)).to_be_visible()
    server.send("notice", code="STAFF_TYPING", message="Typing.", name="Samira")
    await expect(chat.typing).to_be_visible()
    await expect(chat.page.locator(".author")).to_have_text("Samira")
    await expect(chat.page.get_by_role("status").filter(has_text=writes)).to_have_count(1)
    await chat.photograph(f"staff-{language}")
    server.message(1, "staff", "Hello!", author="Samira")
    await expect(chat.typing).to_have_count(0)

    server.send("notice", code="HANDED_BACK", message="Handed back.")
    await expect(chat.log.get_by_text(handed_back)).to_be_visible()


async def test_nobody_named_is_somebody_of_the_team(chat: ChatPage, server: ScriptedServer):
    await chat.open()

    server.send("notice", code="HANDED_OVER", message="Handed over.")
    await expect(chat.log.get_by_text("Somebody of our team will go on from here.")).to_be_visible()
    server.send("notice", code="STAFF_TYPING", message="Typing.")

    await expect(chat.page.locator(".author")).to_have_text("Our team")


async def test_the_same_person_is_announced_once(chat: ChatPage, server: ScriptedServer):
    await chat.open()
    for name in ("Samira", "Samira", "Jo"):
        server.send("notice", code="HANDED_OVER", message="Handed over.", name=name)

    await expect(chat.log.get_by_text("You are now talking with")).to_have_text(
        ["You are now talking with Samira.", "You are now talking with Jo."]
    )


async def test_writing_is_over_when_nothing_more_is_heard_of_it(chat: ChatPage, server: ScriptedServer):
    await chat.page.clock.install()
    await chat.open()
    server.send("notice", code="STAFF_TYPING", message="Typing.", name="Samira")
    await expect(chat.typing).to_be_visible()

    await chat.page.clock.run_for(7_000)

    await expect(chat.typing).to_have_count(0)


async def test_taking_over_in_the_middle_of_a_turn_is_no_failure(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"turn": 1}
    await chat.open()
    await expect(chat.typing).to_be_visible()

    server.send("notice", code="HANDED_OVER", message="Handed over.", name="Samira")
    server.send("turn_failed", turn=1, code="TURN_CANCELLED", message="It was stopped.", retryable=False)
    await chat.say("Hello Samira")
    asked = await server.accept_message(2)

    await expect(chat.page.get_by_text("Sent", exact=True)).to_be_visible()
    # Nobody writes yet: what was said waits for a person, not for the assistant.
    await expect(chat.typing).to_have_count(0)
    server.message(1, "customer", asked["text"], turn=2, id=asked["id"])
    server.send("turn_completed", turn=2, completed=False)
    await expect(chat.page.get_by_text("It was stopped.")).to_have_count(0)


async def test_who_comes_back_is_told_that_the_team_goes_on(chat: ChatPage, server: ScriptedServer):
    server.welcome = {"status": "handed_over"}
    await chat.open()
    await expect(chat.log.get_by_text("Somebody of our team will go on from here.")).to_be_visible()

    server.welcome = {"status": "active"}
    await server.disconnect()

    await expect(chat.log.get_by_text("The assistant goes on from here.")).to_be_visible()
