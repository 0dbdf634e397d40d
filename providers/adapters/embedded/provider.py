"""The provider itself: one round of a conversation, whole or as a stream."""

import logging
import re
from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import Final

from providers.adapters.embedded.conversation.choice import choose
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.wording.replies import reply_text
from providers.adapters.embedded.workers import off_the_loop
from providers.errors import ErrorCode, ProviderError
from providers.ports import (
    CHAT,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    FinishReason,
    TextDelta,
    ToolCall,
    Usage,
)

logger = logging.getLogger(__name__)

MODEL: Final = "embedded-1"
WORDS_A_DELTA: Final = 4
"""Words in one text delta, so that a reader sees the answer grow."""


class EmbeddedProvider:
    """A deterministic model in the process: no key, no network, the same answer every time.

    Usage is always zero: there is no tokenizer here and nothing that anybody pays for, and a made-up
    count would only blur the figures of real models. `today` gives the day from which relative dates
    count where a request names none; without it every request must name its day.
    """

    capabilities: frozenset[str] = frozenset({CHAT})

    def __init__(self, name: str, today: Callable[[], date] | None = None) -> None:
        self.name = name
        self._today = today

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Call the tool that the newest message completes, or ask for what is missing."""
        return await off_the_loop(self._reply, request)

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """The text in groups of words, then the same reply that `chat` gives."""
        result = await off_the_loop(self._reply, request)
        if isinstance(result, ChatReply):
            for group in _word_groups(result.text):
                yield TextDelta(text=group)
        yield result

    def _reply(self, request: ChatRequest) -> ChatResult:
        try:
            return self._answered(request)
        except Exception:
            logger.exception("The embedded model failed on a request.")
            # Across the port no exception goes; a fault here is one of this file's, not of the request.
            return ProviderError(
                code=ErrorCode.BAD_RESPONSE,
                message="The embedded model failed on this request.",
                provider=self.name,
            )

    def _answered(self, request: ChatRequest) -> ChatReply:
        space = Space(request, self._day_of(request))
        chosen = choose(space)
        if chosen is None:
            return ChatReply(text=reply_text(space), usage=Usage(), model=MODEL, provider=self.name)
        tool, arguments = chosen
        # The id is unique in the space, because the space grows with every round.
        call = ToolCall(id=f"embedded-{len(request.messages)}", name=tool.name, arguments=arguments)
        return ChatReply(
            tool_calls=(call,),
            finish_reason=FinishReason.TOOL_CALLS,
            usage=Usage(),
            model=MODEL,
            provider=self.name,
        )

    def _day_of(self, request: ChatRequest) -> date:
        if request.today is not None:
            return request.today
        if self._today is None:
            raise ValueError("The request names no day, and no clock was given.")
        return self._today()


def _word_groups(text: str) -> list[str]:
    words = re.findall(r"\S+\s*", text)
    return ["".join(words[start : start + WORDS_A_DELTA]) for start in range(0, len(words), WORDS_A_DELTA)]
