"""Runs the tool calls of one model message, in order, and says what they led to."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel

from conversations.announcements import ToolRun
from conversations.authoring.builders import Builder, Cleanup, Stay, Transition, reject
from conversations.authoring.context import TurnContext
from conversations.authoring.nodes import ConversationNode
from conversations.authoring.state import GraphState
from conversations.authoring.tools import ToolHandler
from conversations.engine.conversation import arguments
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.invoking import expect_builder, invoke
from conversations.engine.ledger import Ledger
from providers.announcing import observed
from providers.ports import ToolCall

logger = logging.getLogger(__name__)

CLEANUP_SECONDS: Final = 10.0
"""After which a cleanup counts as failed, so that none keeps a session whose turn is over."""


@dataclass(frozen=True)
class BatchResult:
    """The tool messages' texts, one a call in the same order, and the transition if there is one."""

    feedback: tuple[str, ...]
    transition: Transition | None


class ToolBatch:
    """The tools of one node run. `cleanups` are those that still have to run."""

    def __init__(
        self,
        node: ConversationNode,
        handlers: Sequence[ToolHandler],
        context: TurnContext,
        state: GraphState,
        ledger: Ledger,
    ):
        self._node = node
        self._handlers = {handler.name: handler for handler in handlers}
        self._context = context
        self._state = state
        self._ledger = ledger
        self._cleanups: list[Cleanup] = []

    async def run(self, calls: Sequence[ToolCall]) -> BatchResult:
        """Run every call. Raises TurnFault for two different transitions or a failing handler."""
        builders = [await self._call(call) for call in calls]
        transitions = [builder for builder in builders if isinstance(builder, Transition)]
        if any(transition != transitions[0] for transition in transitions):
            raise TurnFault(
                Cause.TRANSITION_CONFLICT,
                f"{self._node.node_id()}: one model message led to different transitions: "
                + ", ".join(type(transition).__name__ for transition in transitions),
            )
        return BatchResult(tuple(map(_feedback, builders)), transitions[0] if transitions else None)

    async def clean_up(self) -> None:
        """Run all open cleanups, each once. One that fails is logged and stops no other.

        Where the turn is stopped meanwhile, the next call goes on with those that are left.
        """
        while self._cleanups:
            cleanup = self._cleanups.pop(0)
            try:
                async with asyncio.timeout(CLEANUP_SECONDS):
                    await invoke(cleanup)
            except Exception:
                logger.exception("A cleanup of %s failed.", self._node.node_id())

    async def _call(self, call: ToolCall) -> Builder:
        handler = self._handlers.get(call.name)
        if handler is None:
            offered = ", ".join(self._handlers) or "none"
            return reject(f"There is no tool {call.name!r} here. Tools: {offered}.")
        given = arguments.read(handler, call)
        if isinstance(given, Stay):
            logger.warning("%s: bad arguments for the tool %s.", self._node.node_id(), call.name)
            return given
        builder = await self._run_handler(handler, call.id, given)
        self._cleanups.extend(builder.cleanups)
        self._ledger.add_entries(builder.usage)
        return builder

    async def _run_handler(self, handler: ToolHandler, call_id: str, given: BaseModel) -> Builder:
        place = f"{self._node.node_id()}.{handler.attribute}"
        run = ToolRun(
            graph=self._state.graph.name, node=self._node.node_id(), tool=handler.name, call_id=call_id
        )
        with observed(run):
            try:
                method = getattr(self._node, handler.attribute)
                builder = expect_builder(place, await invoke(method, given, self._context, self._state))
            except TurnFault as fault:
                run.fault = fault.cause
                raise
            except Exception as error:
                run.fault = Cause.HANDLER_FAILED
                raise TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}") from error
            run.outcome = "stay" if isinstance(builder, Stay) else "transition"
        return builder


def _feedback(builder: Builder) -> str:
    if isinstance(builder, Stay):
        return builder.feedback
    return (isinstance(builder, Transition) and builder.tool_feedback) or "OK"
