"""`manage.py chat GRAPH`: talk to a graph in the terminal."""

import asyncio
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from conversations.engine import NewSession, TurnRequest, engine, graphs, store
from conversations.engine.errors import EngineError, GraphUnknown
from conversations.engine.events import TurnFailed
from conversations.engine.records import SessionRecord
from conversations.engine.turns.running import wait_for_all
from conversations.management.unknown_graphs import unknown_graph
from conversations.models import Turn
from conversations.models.states import Origin, SessionStatus
from conversations.terminal import TurnPrinter, bear_any_text, failures_told_here, offered
from providers.database import in_database

OVER = (SessionStatus.COMPLETED, SessionStatus.ENDED)

HELP = "What you write goes to the graph, as on its chat page. Ctrl-D leaves; the session stays."

STAFF_ANSWER = "Staff answer this conversation now. What they write is shown when it is opened again."


def setting(text: str) -> tuple[str, str]:
    """The name and the value of "NAME=VALUE"; what is in the file of "NAME=@FILE"."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text!r} is not NAME=VALUE.")
    if not value.startswith("@"):
        return name, value
    try:
        return name, Path(value[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentTypeError(f"{value[1:]} cannot be read: {error}") from None


def _in_words(error: EngineError) -> str:
    """What is wrong, field by field where it is about fields."""
    errors = error.errors or {}
    faults = [f"{field}: {' '.join(messages)}" for field, messages in errors.items()]
    return " ".join([error.message, *faults])


class Command(BaseCommand):
    """Talks to a graph in the terminal, through the same engine as the chat page."""

    help = "Talk to a graph in the terminal, in a test session. Ctrl-D leaves; the session stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The graph's name, and a session to go on with."""
        parser.add_argument("graph", help="name of the graph, such as quote")
        parser.add_argument("--session", type=UUID, help="go on with this session")
        parser.add_argument(
            "--set",
            action="append",
            default=[],
            type=setting,
            metavar="NAME=VALUE",
            help="configure a new session; VALUE may be @FILE for what is in a file",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Talk until the session is over or the person leaves."""
        bear_any_text()
        # The loop runs only while a turn does: a line is read without it, so Ctrl-C always works.
        with failures_told_here(), asyncio.Runner() as runner:
            try:
                config = dict(options["set"])
                if config and options["session"]:
                    raise CommandError("--set configures a new session; it does not go with --session.")
                self._talk(runner, options["graph"], options["session"], config)
            except GraphUnknown:
                raise unknown_graph(options["graph"], graphs.served()) from None
            except EngineError as error:
                raise CommandError(_in_words(error)) from None
            except KeyboardInterrupt:
                self.stdout.write("")
            finally:
                runner.run(wait_for_all())

    def _talk(
        self, runner: asyncio.Runner, name: str, session_id: UUID | None, config: dict[str, Any]
    ) -> None:
        graph = graphs.get(name)
        session = runner.run(self._open(name, session_id, config))
        self.stdout.write(self.style.MIGRATE_HEADING(f"{graph.display_title} · session {session.id}"))
        if session_id is not None:
            self._show_past(session)
        elif graph.greeting:
            self.stdout.write(graph.greeting)
        try:
            if session.status not in OVER and not graph.requires_message:
                runner.run(self._take_turn(session.id, ""))
                session = store.read_session(session.id)
                if graph.response_mode == "json":
                    self._refuse_without_object(session)
            while session.status not in OVER and (text := self._read_line()) is not None:
                if text == "/help":
                    self.stdout.write(HELP)
                elif text:
                    runner.run(self._take_turn(session.id, text))
                    session = store.read_session(session.id)
                    if session.status == SessionStatus.HANDED_OVER:
                        self.stdout.write(self.style.WARNING(STAFF_ANSWER))
        finally:
            if session.status in OVER:
                self.stdout.write(self.style.SUCCESS("This conversation is over."))
            else:
                again = f"{sys.executable} manage.py chat {name} --session {session.id}"
                self.stdout.write(f"\nGo on with: {again}")

    def _refuse_without_object(self, session: SessionRecord) -> None:
        """Nothing that is typed changes what a one-shot graph was given: the command ends."""
        if session.status not in OVER:
            raise CommandError("No JSON object came of it.")

    async def _open(self, name: str, session_id: UUID | None, config: dict[str, Any]) -> SessionRecord:
        if session_id is None:
            new = NewSession(graph=name, config=config, origin=Origin.TERMINAL, is_test=True)
            session, _ = await engine.create_session(new)
            return session
        session = await in_database(store.read_session, session_id)
        if session.graph != name:
            raise CommandError(f"That session belongs to the graph {session.graph}.")
        return session

    def _show_past(self, session: SessionRecord) -> None:
        past = store.visible_messages(session.id)
        for message in past:
            said_by_customer = message.role == "human"
            self.stdout.write(
                f"{self.style.MIGRATE_HEADING('You: ') if said_by_customer else ''}{message.text}"
            )
        if session.status not in OVER and past and past[-1].suggestions:
            self.stdout.write(offered(past[-1].suggestions))

    async def _take_turn(self, session: UUID, text: str) -> None:
        printer = TurnPrinter(self.stdout.write, erasable=sys.stdout.isatty())
        try:
            async for event in engine.stream(TurnRequest(session=session, message=text)):
                printer.tell(event)
                if isinstance(event, TurnFailed):
                    await self._tell_why(session, event)
        except EngineError as error:
            self.stdout.write(self.style.WARNING(error.message))

    async def _tell_why(self, session: UUID, event: TurnFailed) -> None:
        """Say what customers are not told: whoever has this terminal may well have written the graph."""
        turns = Turn.objects.filter(session=session, number=event.turn)
        detail = await in_database(turns.values_list("cause_detail", flat=True).first)
        self.stderr.write(self.style.WARNING(f"{event.cause}: {detail}"))

    def _read_line(self) -> str | None:
        """What the person says; None where there is no more."""
        try:
            return input(self.style.MIGRATE_HEADING("You: ") if sys.stdin.isatty() else "").strip()
        except EOFError:
            return None
