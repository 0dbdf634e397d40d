"""An adapter that does what a test tells it."""

from collections.abc import AsyncIterator, Awaitable, Callable

from providers.ports import CHAT, ChatReply, ChatRequest, ChatResult, ChatStreamItem

Step = ChatStreamItem | Exception | Callable[[], Awaitable[None]]
"""An item to give, an exception to raise, or something to wait for."""


class ScriptedAdapter:
    """Runs its steps for every request and remembers the requests."""

    def __init__(
        self, *steps: Step, name: str = "scripted", capabilities: frozenset[str] = frozenset({CHAT})
    ) -> None:
        self.name = name
        self.capabilities = capabilities
        self.requests: list[ChatRequest] = []
        self.closed = 0
        self._steps = steps

    async def chat(self, request: ChatRequest) -> ChatResult:
        """Take the steps; the last item is the result."""
        return [item async for item in self.chat_stream(request)][-1]  # type: ignore[return-value]

    async def chat_stream(self, request: ChatRequest) -> AsyncIterator[ChatStreamItem]:
        """Take the steps."""
        self.requests.append(request)
        try:
            for step in self._steps:
                if isinstance(step, Exception):
                    raise step
                if callable(step):
                    await step()
                else:
                    yield step
        finally:
            self.closed += 1


def saying(text: str) -> ScriptedAdapter:
    """An adapter that always says `text`."""
    return ScriptedAdapter(ChatReply(text=text))
