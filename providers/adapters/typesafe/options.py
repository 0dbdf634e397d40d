"""The options of a provider of type `typesafe`."""

from typing import ClassVar, Final

from pydantic import Field

from providers.options import Address, HeaderSecret, ProviderOptions

BASE_URL: Final = "https://api.typesafe.ai"
MODEL: Final = "jev-latest"


class TypesafeOptions(ProviderOptions):
    """Where the server is, what it is asked for, and with which key.

    `api_key` is sent as a bearer token; compatible servers of one's own often need none. `model` is an
    alias or a pinned version; the reply names the version that answered.
    """

    addresses: ClassVar[frozenset[str]] = frozenset({"base_url"})

    api_key: HeaderSecret | None = Field(default=None, description="Servers of one's own often need none.")
    base_url: Address = Field(
        default=BASE_URL, description="Where the server is. Another one asks for the key again."
    )
    model: str = Field(default=MODEL, description="An alias or a pinned version.")

    def unset(self) -> tuple[str, ...]:
        """Return `api_key` where TypeSafe itself is to be asked without one."""
        return () if self.bearer or self.base_url != BASE_URL else ("api_key",)

    @property
    def bearer(self) -> str:
        """The key in plain, or empty text."""
        return self.api_key.get_secret_value() if self.api_key else ""
