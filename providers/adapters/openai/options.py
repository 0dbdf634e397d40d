"""The options of a provider of type `openai`."""

from typing import ClassVar, Final

from pydantic import Field

from providers.adapters.openai.decisions import DecisionFormat
from providers.options import Address, HeaderSecret, HeaderValue, ProviderOptions

BASE_URL: Final = "https://api.openai.com/v1"


class OpenAIOptions(ProviderOptions):
    """Where the server is, what it is asked for, and with which key.

    `api_key` is sent as a bearer token; compatible servers of one's own often need none. `model`
    may stay empty where every node names one. `decision_format` is how the server makes a model answer
    questions in JSON; not every compatible server knows every way.
    """

    addresses: ClassVar[frozenset[str]] = frozenset({"base_url"})

    api_key: HeaderSecret | None = Field(default=None, description="Servers of one's own often need none.")
    base_url: Address = Field(
        default=BASE_URL, description="Where the server is. Another one asks for the key again."
    )
    model: str = Field(default="", description="Asked where a node names none.")
    organization: HeaderValue = Field(
        default="", description="The organization at OpenAI that pays, where the key belongs to several."
    )
    decision_format: DecisionFormat = Field(
        default="json_schema",
        description="How decisions come as JSON. Try another where the server refuses this one.",
    )

    def unset(self) -> tuple[str, ...]:
        """Return `api_key` where OpenAI itself is to be asked without one."""
        return () if self.bearer or self.base_url != BASE_URL else ("api_key",)

    @property
    def bearer(self) -> str:
        """The key in plain, or empty text."""
        return self.api_key.get_secret_value() if self.api_key else ""
