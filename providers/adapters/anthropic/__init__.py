"""Type `anthropic`: the Messages API of Anthropic."""

from providers.adapters.anthropic.options import AnthropicOptions
from providers.adapters.anthropic.provider import AnthropicProvider

__all__ = ["AnthropicOptions", "AnthropicProvider"]
