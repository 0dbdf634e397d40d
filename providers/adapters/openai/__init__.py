"""Type `openai`: the Chat Completions API of OpenAI and of every compatible server."""

from providers.adapters.openai.options import OpenAIOptions
from providers.adapters.openai.provider import OpenAIProvider

__all__ = ["OpenAIOptions", "OpenAIProvider"]
