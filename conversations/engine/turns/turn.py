"""The life of one accepted turn: step after step, a checkpoint after each, and always an end."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import ParamSpec, TypeVar

from django.db import Error as DatabaseFault

from conversations import announcements, live
from conversations.authoring.graph import Graph
from conversations.codes import NoticeCode
from conversations.engine import store
from conversations.engine.conversation.json_replies import check_reply, object_in, replies_in_json
from conversations.engine.errors import (
    Cause,
    ServerStopping,
    SessionConflict,
    SessionTaken,
    TurnCancelled,
    TurnFault,
)
from conversations.engine.events import Delta, DeltaReset, Notice, StepStarted, TurnStarted, VisibleMessage
from conversations.engine.ledger import Ledger
from conversations.engine.levels import Levels
from conversations.engine.records import DecisionRecord, OpenTurn, StepWrite, TurnRecord
from conversations.engine.rendering import closing_event, decision_made, failed_result, visible_message
from conversations.engine.store import Checkpoint
from conversations.engine.turns.keeping import LeaseKeeper
from conversations.engine.turns.node_runs import NodeRunner
from conversations.engine.turns.running import RunningTurn, carry_through, is_being_stopped, is_stopping
from conversations.engine.turns.step import MOST_STEPS, StepRunner
from conversations.engine.usage import add_up
from conversations.engine.values import TurnResult
from conversations.models.states import TurnStatus
from conversations.text import cleaned
from providers.announcing import observed
from providers.database import in_database
from providers.ports import StreamReset, TextDelta

P = ParamSpec("P")
R = TypeVar("R")

logger = logging.getLogger(__name__)

STARTED_AFRESH = "The earlier conversation was too long ago, so this one starts from the beginning."


@dataclass
class TurnRun:
    """Runs an open turn to its end. `running` hears its events."""

    graph: Graph
    opened: OpenTurn
    running: RunningTurn
    levels: Levels
    stream: bool
    _ledger: Ledger = field(default_factory=Ledger, init=False)
    _deltas_told: bool = field(default=False, init=False)
    _stopped: bool = field(default=False, init=False)
    _shown: int = field(default=0, init=False)

    @property
    def others_wait(self) -> bool:
        """Whether newer turns have come to wait for this one."""
        return self.opened.session.last_turn > self.opened.turn.number

    async def run(self) -> None:
        """Run all steps, close the turn and free the lease, whatever happens."""
        session = self.opened.session
        turn = announcements.Turn(
            graph=self.graph.name,
            session=str(session.id),
            number=self.running.number,
            waited=self.running.waited,
        )
        with observed(turn), LeaseKeeper(session.id, session.lease):
            turn.status = await self._run_to_its_end(session.lease)
            turn.fault = self.opened.turn.cause

    async def _run_to_its_end(self, owner: str) -> str:
        """Run, and return how the turn stands then."""
        try:
            self._announce()
            result = await self._run_steps()
            self.running.emit(closing_event(result))
            self.running.end(result)
            return TurnStatus.COMPLETED if result.success else TurnStatus.FAILED
        except (SessionConflict, asyncio.CancelledError):
            error = ServerStopping if is_stopping() else SessionConflict
            return await self._give_up(owner, error(turn=self.running.number))
        except Exception as error:
            logger.exception("A turn of session %s could not be closed.", self.opened.session.id)
            return await self._give_up(owner, error)

    async def _run_steps(self) -> TurnResult:
        deadline = asyncio.get_running_loop().time() + self.graph.turn_timeout
        try:
            while self.opened.turn.steps < MOST_STEPS:
                write = await self._run_step(deadline)
                checkpoint = await self._write(
                    store.commit_step, self.opened.session, self.opened.turn, write
                )
                self._ledger = Ledger()
                self._tell_staff(decision for node in write.nodes for decision in node.decisions)
                self._checkpointed(checkpoint)
                if write.next_space is None:
                    return self._completed(checkpoint)
                if self._stopped:
                    raise asyncio.CancelledError
            raise TurnFault(Cause.STEP_LIMIT, f"The turn did not end within {MOST_STEPS} steps.")
        except TurnFault as fault:
            return await self._failed(fault)
        except SessionConflict:
            raise
        except DatabaseFault as error:
            node = self.opened.session.cursor
            detail = f"{node}: {store.in_words(error)}"
            return await self._failed(TurnFault(Cause.STORAGE_FAILED, detail))
        except Exception as error:
            node = self.opened.session.cursor
            logger.exception("A step of %s could not be run or written.", node)
            return await self._failed(TurnFault(Cause.HANDLER_FAILED, f"{node}: {error!r}"))

    async def _run_step(self, deadline: float) -> StepWrite:
        session = self.opened.session
        listens = self.stream and not replies_in_json(self.graph)
        nodes = NodeRunner(self.graph, self.levels, self._hear if listens else None)
        runner = StepRunner(nodes, starts=self._tell_of_step)
        limit = asyncio.timeout_at(deadline)
        try:
            async with limit:
                write = await runner.run(self.opened, self._ledger)
            with self._ledger.routing():
                check_reply(self.graph, write)
            return write
        except asyncio.CancelledError as error:
            if is_being_stopped():
                raise
            raise TurnFault(Cause.HANDLER_FAILED, f"{session.cursor} raised {error!r}") from error
        except TimeoutError as error:
            if not limit.expired():
                raise TurnFault(Cause.HANDLER_FAILED, f"{session.cursor} raised {error!r}") from error
            raise TurnFault(
                Cause.TURN_TIMEOUT, f"{session.cursor}: the turn took over {self.graph.turn_timeout} s."
            ) from None

    async def _write(self, function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        """Write to the store; who stops the turn meanwhile is heard when the write is over."""
        write = asyncio.ensure_future(in_database(function, *args, **kwargs))
        while True:
            try:
                return await asyncio.shield(write)
            except asyncio.CancelledError:
                if write.cancelled():
                    raise
                self._stopped = True

    async def _failed(self, fault: TurnFault) -> TurnResult:
        logger.warning(
            "Turn %s of session %s failed: %s",
            self.running.number,
            self.opened.session.id,
            fault.cause,
            extra={"private": fault.detail},
        )
        self._reset_deltas()
        spent = self._ledger.spent
        session = await self._write(
            store.close_failed_turn,
            self.opened.session,
            self.opened.turn,
            cause=fault.cause,
            detail=cleaned(fault.detail),
            spent=spent,
        )
        self._tell_staff(spent.decisions)
        usage = add_up(self.opened.turn.usage, spent.usage)
        turn = replace(self.opened.turn, cause=fault.cause, usage=usage)
        self.opened = replace(self.opened, session=session, turn=turn)
        return failed_result(session.id, turn, is_newest=session.last_turn == turn.number)

    def _tell_of_step(self, node: str) -> None:
        self.running.emit(StepStarted(turn=self.running.number, node=node))

    def _announce(self) -> None:
        turn = self.opened.turn
        self.running.emit(TurnStarted(turn=turn.number, client_id=turn.client_id))
        if self.opened.started_afresh and not replies_in_json(self.graph):
            self.running.emit(
                Notice(turn=turn.number, code=NoticeCode.STARTED_AFRESH, message=STARTED_AFRESH)
            )
        if self.opened.question is not None:
            self.running.emit(visible_message(self.opened.question))
        self._shown = self.opened.session.last_number

    def _checkpointed(self, checkpoint: Checkpoint) -> None:
        self.opened = OpenTurn(checkpoint.session, checkpoint.turn, checkpoint.history)
        for message in checkpoint.visible:
            self._show(visible_message(message))
            self._deltas_told = False

    def _tell_staff(self, decisions: Iterable[DecisionRecord]) -> None:
        """Tell staff's tabs, and nobody else's, which decisions are on record now."""
        if made := [decision_made(self.running.number, decision) for decision in decisions]:
            carry_through(live.publish_to_staff(self.opened.session.id, *made))

    def _show(self, message: VisibleMessage) -> None:
        self._shown = message.n
        self.running.emit(message)

    def _completed(self, checkpoint: Checkpoint) -> TurnResult:
        reply = checkpoint.visible[-1].text if checkpoint.visible else ""
        completes = checkpoint.turn.completes_session
        return TurnResult(
            session=checkpoint.session.id,
            turn=checkpoint.turn.number,
            success=True,
            completed=completes,
            message=reply,
            usage=checkpoint.turn.usage,
            data=object_in(reply) if completes and replies_in_json(self.graph) else None,
        )

    def _hear(self, item: TextDelta | StreamReset) -> None:
        if isinstance(item, StreamReset):
            self._reset_deltas()
        elif text := cleaned(item.text):
            self._deltas_told = True
            self.running.emit(Delta(turn=self.running.number, text=text))

    def _reset_deltas(self) -> None:
        if self._deltas_told:
            self.running.emit(DeltaReset(turn=self.running.number))
            self._deltas_told = False

    async def _give_up(self, owner: str, error: Exception) -> str:
        """End a run that closes its turn no more, and tell what became of the turn; return its status.

        A write whose answer was lost may have closed it all the same.
        """
        self._reset_deltas()
        status: str = TurnStatus.RUNNING
        try:
            opened, spent = self.opened, self._ledger.spent
            turn = await self._write(store.give_up, opened.session, opened.turn, owner, spent)
            status = turn.status
            if turn.status in (TurnStatus.COMPLETED, TurnStatus.FAILED):
                await self._retell(turn)
                return status
            if turn.status == TurnStatus.CANCELLED:
                error = TurnCancelled(turn=turn.number)
            elif turn.status == TurnStatus.RUNNING:
                error = SessionTaken(turn=turn.number)
        except Exception:
            logger.warning("A turn is not marked as interrupted before its lease expires.", exc_info=True)
        self.running.break_off(error)
        return status

    async def _retell(self, turn: TurnRecord) -> None:
        events, result = await self._write(store.retold, self.opened.session.id, turn)
        for event in events:
            if isinstance(event, VisibleMessage) and event.n > self._shown:
                self._show(event)
        self.running.emit(closing_event(result))
        self.running.end(result)
