"""The conversation runner: rounds of one model call each, until a node's step ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from conversations.authoring.builders import Transition, direct, finish
from conversations.authoring.config import ChatConfig
from conversations.authoring.context import TurnContext
from conversations.authoring.graph import Graph
from conversations.authoring.nodes import ConversationNode, TerminateSessionNode
from conversations.authoring.state import GraphState
from conversations.engine.conversation.arguments import recorded
from conversations.engine.conversation.asking import Listener, ask
from conversations.engine.conversation.tool_batch import ToolBatch
from conversations.engine.conversation.window import window_of
from conversations.engine.errors import Cause, TurnFault
from conversations.engine.invoking import kind_of
from conversations.engine.ledger import Ledger
from conversations.engine.records import NewMessage
from conversations.text import cleaned
from providers.ports import ChatMessage, ChatReply, ChatRequest, ChatRole, StreamReset, ToolCall, ToolSpec

NUDGE = "Please answer the customer in words, or call a tool."
"""Sent once more after a reply with neither; it is not kept in the history."""


@dataclass(frozen=True)
class ConversationRun:
    """One run of a conversation node. `history` is the node's space before the run."""

    graph: Graph
    node: ConversationNode
    config: ChatConfig
    context: TurnContext
    state: GraphState
    ledger: Ledger
    history: Sequence[ChatMessage]
    listener: Listener | None

    async def run(self) -> tuple[Transition, list[NewMessage]]:
        """Talk until the step ends; return what comes next and the messages to add.

        The text of a final reply is the transition's own and not among them. Raises TurnFault.
        """
        handlers = self.graph.tools_of(self.node)
        tools = ToolBatch(self.node, handlers, self.context, self.state, self.ledger)
        system = ChatMessage(role=ChatRole.SYSTEM, text=self._prompt())
        specs = tuple(handler.spec for handler in handlers)
        added = self._seed()
        nudges = 0
        try:
            for _ in range(self.graph.max_agent_rounds):
                reply = await self._ask(system, specs, added, nudges)
                await tools.clean_up()
                text = cleaned(reply.text).strip()
                if reply.tool_calls or not text:
                    self._withdraw()
                if reply.tool_calls:
                    transition, messages = await self._run_tools(tools, reply)
                    added += messages
                    nudges = 0
                    if transition is not None:
                        return transition, added
                elif text:
                    return self._answer(text), added
                elif nudges < self.graph.empty_reply_retries:
                    nudges += 1
                else:
                    raise TurnFault(
                        Cause.EMPTY_REPLY, f"{self.context.node}: the model said nothing and called no tool."
                    )
        finally:
            await tools.clean_up()
        raise TurnFault(
            Cause.ROUND_LIMIT, f"{self.context.node}: no end after {self.graph.max_agent_rounds} rounds."
        )

    def _prompt(self) -> str:
        place = f"{self.context.node}.get_prompt"
        try:
            prompt: object = self.node.get_prompt(self.state)
        except Exception as error:
            raise TurnFault(Cause.HANDLER_FAILED, f"{place} raised {error!r}") from error
        if not isinstance(prompt, str):
            raise TurnFault(Cause.HANDLER_FAILED, f"{place} returned {kind_of(prompt)} instead of a text.")
        return prompt

    def _seed(self) -> list[NewMessage]:
        seed = self.graph.empty_history_seed
        if self.history or seed is None:
            return []
        return [self._message(ChatRole.HUMAN, seed, internal=True)]

    def _opening(self) -> list[ChatMessage]:
        """The seed, where the space begins with words of the assistant, such as those of direct_to.

        A window starts at a human message, so that the node would not see its own question.
        """
        seed, size = self.graph.empty_history_seed, self.graph.history_window
        whole = size is None or len(self.history) < size
        if seed is None or not whole or not self.history or self.history[0].role is ChatRole.HUMAN:
            return []
        return [ChatMessage(role=ChatRole.HUMAN, text=seed, internal=True)]

    async def _ask(
        self, system: ChatMessage, specs: tuple[ToolSpec, ...], added: list[NewMessage], nudges: int
    ) -> ChatReply:
        history = [*self._opening(), *self.history, *(message.as_chat() for message in added)]
        nudge = [ChatMessage(role=ChatRole.HUMAN, text=NUDGE, internal=True)] if nudges else []
        request = ChatRequest(
            messages=(system, *window_of(history, self.graph.history_window, len(added)), *nudge),
            tools=specs,
            model=self.config.model,
            parameters=self.config.parameters,
            today=self.state.today,
            session=self.context.session,
            timeout=self.config.timeout,
        )
        return await ask(
            request, self.config, node=self.context.node, ledger=self.ledger, listener=self.listener
        )

    async def _run_tools(
        self, tools: ToolBatch, reply: ChatReply
    ) -> tuple[Transition | None, list[NewMessage]]:
        calls = tuple(map(recorded, reply.tool_calls))
        result = await tools.run(calls)
        asked = self._message(ChatRole.AI, cleaned(reply.text), tool_calls=calls)
        answered = [
            self._message(ChatRole.TOOL, cleaned(text), tool_call_id=call.id)
            for call, text in zip(calls, result.feedback, strict=True)
        ]
        return result.transition, [asked, *answered]

    def _answer(self, text: str) -> Transition:
        return finish(text) if isinstance(self.node, TerminateSessionNode) else direct(text)

    def _withdraw(self) -> None:
        if self.listener is not None:
            self.listener(StreamReset())

    def _message(
        self,
        role: ChatRole,
        text: str,
        *,
        tool_calls: tuple[ToolCall, ...] = (),
        tool_call_id: str = "",
        internal: bool = False,
    ) -> NewMessage:
        return NewMessage(
            space=self.graph.space_of(self.context.node),
            role=role,
            text=text,
            node=self.context.node,
            tool_calls=tool_calls,
            tool_call_id=tool_call_id,
            internal=internal,
        )
