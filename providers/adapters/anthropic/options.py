"""The options of a provider of type `anthropic`."""

from typing import ClassVar, Final

from pydantic import Field

from providers.options import Address, HeaderSecret, ProviderOptions

BASE_URL: Final = "https://api.anthropic.com"
MAX_TOKENS: Final = 1024


class AnthropicOptions(ProviderOptions):
    """Where the server is, what it is asked for, and with which key.

    `model` may stay empty where every node names one. `max_tokens` is the longest answer, where a
    graph's parameters set no other.
    """

    addresses: ClassVar[frozenset[str]] = frozenset({"base_url"})

    api_key: HeaderSecret | None = Field(default=None, description="From the console of Anthropic.")
    base_url: Address = Field(
        default=BASE_URL, description="Where the server is. Another one asks for the key again."
    )
    model: str = Field(default="", description="Asked where a node names none.")
    max_tokens: int = Field(default=MAX_TOKENS, gt=0, le=1_000_000, description="Longest answer, in tokens.")

    def unset(self) -> tuple[str, ...]:
        """Return `api_key` where there is none: this API has no use without."""
        return () if self.key else ("api_key",)

    @property
    def key(self) -> str:
        """The key in plain, or empty text."""
        return self.api_key.get_secret_value() if self.api_key else ""
