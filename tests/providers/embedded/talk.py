"""A conversation with the embedded provider, as the conversation runner of the engine holds it."""

import asyncio
import json
from collections.abc import Callable
from datetime import date
from typing import Any

from pydantic import BaseModel

from providers.adapters.embedded import EmbeddedProvider
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, ToolCall, ToolSpec

THURSDAY = date(2026, 1, 15)
"""The business date of most tests: Thursday, 15 January 2026."""

Handler = Callable[[dict[str, Any]], str]


def tool(name: str, model: type[BaseModel], description: str = "") -> ToolSpec:
    """A tool whose arguments are a pydantic model, as graphs declare theirs."""
    return ToolSpec(name=name, description=description, parameters=model.model_json_schema())


def rejected(reason: str, **more: Any) -> str:
    """A tool result that refuses."""
    return json.dumps({"accepted": False, "error": reason, **more})


class Talk:
    """A space that grows: `says` adds the customer's message and runs rounds until there is text.

    `handlers` answer calls by tool name; a tool without one answers `OK`. `calls` are all calls made,
    `last` the arguments of the newest call of the last turn or None.
    """

    def __init__(
        self,
        *tools: ToolSpec,
        today: date = THURSDAY,
        prompt: str = "Collect the details.",
        handlers: dict[str, Handler] | None = None,
    ) -> None:
        self.tools = tools
        self.today = today
        self.handlers = handlers or {}
        self.messages: list[ChatMessage] = [ChatMessage(role=ChatRole.SYSTEM, text=prompt)]
        self.calls: list[ToolCall] = []
        self.turn: list[ToolCall] = []

    @property
    def last(self) -> dict[str, Any] | None:
        """The arguments of the last call of the newest turn."""
        return self.turn[-1].arguments if self.turn else None  # type: ignore[return-value]

    def opens(self, text: str = "Start") -> str:
        """An internal message starts the node."""
        return self._turn(ChatMessage(role=ChatRole.HUMAN, text=text, internal=True))

    def says(self, text: str) -> str:
        """The customer writes; the reply's text is returned."""
        return self._turn(ChatMessage(role=ChatRole.HUMAN, text=text))

    def asks(self, text: str) -> None:
        """The assistant has said this, whoever wrote it."""
        self.messages.append(ChatMessage(role=ChatRole.AI, text=text))

    def _turn(self, message: ChatMessage) -> str:
        self.messages.append(message)
        self.turn = []
        for _ in range(6):
            reply = asyncio.run(self.answer())
            self.messages.append(ChatMessage(role=ChatRole.AI, text=reply.text, tool_calls=reply.tool_calls))
            if not reply.tool_calls:
                return reply.text
            for call in reply.tool_calls:
                self._run(call)
        raise AssertionError(f"no text after six rounds: {self.turn}")

    async def answer(self) -> ChatReply:
        """One round."""
        request = ChatRequest(messages=tuple(self.messages), tools=self.tools, today=self.today)
        reply = await EmbeddedProvider("embedded").chat(request)
        assert isinstance(reply, ChatReply), reply
        return reply

    def _run(self, call: ToolCall) -> None:
        self.calls.append(call)
        self.turn.append(call)
        assert isinstance(call.arguments, dict)
        result = self.handlers.get(call.name, lambda _: "OK")(call.arguments)
        self.messages.append(ChatMessage(role=ChatRole.TOOL, text=result, tool_call_id=call.id))
