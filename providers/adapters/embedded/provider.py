"""The provider itself: one round of a conversation, whole or as a stream, and typed decisions."""

import logging
import re
from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import Final

from providers.adapters.embedded.conversation.choice import choose
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.decisions import SentenceModel, decide, installed_model
from providers.adapters.embedded.documents.answering import read_document
from providers.adapters.embedded.wording.replies import reply_text
from providers.adapters.embedded.workers import off_the_loop
from providers.errors import ErrorCode, ProviderError, ProviderFault
from providers.ports import (
    CHAT,
    DECIDE,
    ChatReply,
    ChatRequest,
    ChatResult,
    ChatStreamItem,
    DecideRequest,
    DecideResult,
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
    count where a request names none; without it every request must name its day. `sentence_model` gives
    what decisions use beside words, None for words alone; by default it is that of the extra `semantic`.
    """

    capabilities: frozenset[str] = frozenset({CHAT, DECIDE})

    def __init__(
        self,
        name: str,
        today: Callable[[], date] | None = None,
        sentence_model: Callable[[], SentenceModel | None] = installed_model,
    ) -> None:
        self.name = name
        self._today = today
        self._sentence_model = sentence_model

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

    async def decide(self, request: DecideRequest) -> DecideResult:
        """Answer typed questions by matching the newest message with what they describe."""
        return await off_the_loop(self._decision, request)

    def _decision(self, request: DecideRequest) -> DecideResult:
        try:
            reply = decide(request, self._sentence_model())
        except ProviderFault as fault:
            return fault.error.model_copy(update={"provider": self.name})
        except Exception:
            logger.exception("The embedded model failed on questions.")
            return self._failure()
        return reply.model_copy(update={"provider": self.name})

    def _reply(self, request: ChatRequest) -> ChatResult:
        try:
            return self._answered(request)
        except Exception:
            logger.exception("The embedded model failed on a request.")
            return self._failure()

    def _failure(self) -> ProviderError:
        """Across the port no exception goes; what fails here is our fault, not the request's."""
        return ProviderError(
            code=ErrorCode.BAD_RESPONSE,
            message="The embedded model failed on this request.",
            provider=self.name,
        )

    def _answered(self, request: ChatRequest) -> ChatReply:
        space = Space(request, self._day_of(request))
        reading = read_document(space)
        if isinstance(reading, str):
            return self._said(reading)
        chosen = reading or choose(space)
        if chosen is None:
            return self._said(reply_text(space))
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

    def _said(self, text: str) -> ChatReply:
        return ChatReply(text=text, usage=Usage(), model=MODEL, provider=self.name)

    def _day_of(self, request: ChatRequest) -> date:
        if request.today is not None:
            return request.today
        if self._today is None:
            raise ValueError("The request names no day, and no clock was given.")
        return self._today()


def _word_groups(text: str) -> list[str]:
    words = re.findall(r"\S+\s*", text)
    return ["".join(words[start : start + WORDS_A_DELTA]) for start in range(0, len(words), WORDS_A_DELTA)]
