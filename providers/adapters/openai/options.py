"""The options of a provider of type `openai`."""

from typing import ClassVar, Final

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

    api_key: HeaderSecret | None = None
    base_url: Address = BASE_URL
    model: str = ""
    organization: HeaderValue = ""
    decision_format: DecisionFormat = "json_schema"

    def unset(self) -> tuple[str, ...]:
        """Return `api_key` where OpenAI itself is to be asked without one."""
        return () if self.bearer or self.base_url != BASE_URL else ("api_key",)

    @property
    def bearer(self) -> str:
        """The key in plain, or empty text."""
        return self.api_key.get_secret_value() if self.api_key else ""
