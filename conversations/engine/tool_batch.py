"""Runs the tool calls of one model message, in order, and says what they led to."""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from conversations.authoring.builders import Builder, Cleanup, Stay, Transition, reject
from conversations.authoring.context import TurnContext
from conversations.authoring.nodes import ConversationNode
from conversations.authoring.state import GraphState
from conversations.authoring.tools import ToolHandler
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.invoking import expect_builder, invoke
from conversations.engine.ledger import Ledger
from conversations.text import cleaned
from providers.ports import ToolCall

logger = logging.getLogger(__name__)


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
        """Run all open cleanups, each once. One that fails is logged and stops no other."""
        cleanups, self._cleanups = self._cleanups, []
        for cleanup in cleanups:
            try:
                await invoke(cleanup)
            except Exception:
                logger.exception("A cleanup of %s failed.", self._node.node_id())

    async def _call(self, call: ToolCall) -> Builder:
        handler = self._handlers.get(call.name)
        if handler is None:
            offered = ", ".join(self._handlers) or "none"
            return reject(f"There is no tool {call.name!r} here. Tools: {offered}.")
        arguments = _arguments(handler, call)
        if isinstance(arguments, Stay):
            logger.warning("%s: bad arguments for the tool %s.", self._node.node_id(), call.name)
            return arguments
        place = f"{self._node.node_id()}.{handler.attribute}"
        try:
            method = getattr(self._node, handler.attribute)
            builder = expect_builder(place, await invoke(method, arguments, self._context, self._state))
        except TurnFault:
            raise
        except Exception as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}") from error
        self._cleanups.extend(builder.cleanups)
        self._ledger.add_entries(builder.usage)
        return builder


def _feedback(builder: Builder) -> str:
    if isinstance(builder, Stay):
        return builder.feedback
    return (isinstance(builder, Transition) and builder.tool_feedback) or "OK"


def _arguments(handler: ToolHandler, call: ToolCall) -> BaseModel | Stay:
    """The validated arguments, or the feedback that says what is wrong with them."""
    arguments: Any = call.arguments
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except ValueError:
            return reject("The arguments are not valid JSON.")
    if not isinstance(arguments, dict):
        return reject("The arguments are not a JSON object.")
    assert handler.input_model is not None
    try:
        return handler.input_model.model_validate_json(json.dumps(cleaned(arguments)))
    except ValidationError as error:
        return reject("; ".join(_fault(fault) for fault in error.errors()))


def _fault(fault: Any) -> str:
    place = ".".join(map(str, fault["loc"]))
    return f"{place}: {fault['msg']}" if place else str(fault["msg"])
