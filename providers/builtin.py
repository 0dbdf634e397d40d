"""The provider types that come with this app."""

import httpx

from providers import clock
from providers.adapters.anthropic import AnthropicOptions, AnthropicProvider
from providers.adapters.http import HttpOptions, HttpProvider
from providers.adapters.openai import OpenAIOptions, OpenAIProvider
from providers.adapters.typesafe import TypesafeOptions, TypesafeProvider
from providers.options import ProviderOptions
from providers.ports import ChatProvider
from providers.types import register_provider


def register_builtin_types() -> None:
    """Register every type that has a folder in `adapters`."""
    register_provider("embedded", _embedded, description="Runs in this process: no key, no network. Small.")
    register_provider(
        "openai",
        OpenAIProvider,
        OpenAIOptions,
        description="OpenAI, and every server that speaks its Chat Completions API.",
    )
    register_provider(
        "anthropic", AnthropicProvider, AnthropicOptions, description="Claude, by Anthropic's Messages API."
    )
    register_provider(
        "typesafe",
        TypesafeProvider,
        TypesafeOptions,
        description="TypeSafe, and every server that speaks its System One API. Decides, and does not chat.",
    )
    register_provider(
        "http",
        HttpProvider,
        HttpOptions,
        description="Any service that takes and gives JSON, by a template and a map.",
    )


def _embedded(options: ProviderOptions, client: httpx.AsyncClient) -> ChatProvider:
    # Imported when the first one is built, for its libraries take a while to load.
    from providers.adapters.embedded import EmbeddedProvider

    return EmbeddedProvider(name=options.name, today=clock.today)
