"""Type `http`: any JSON service, by a template of what is sent and paths into what comes back."""

from providers.adapters.http.options import HttpOptions
from providers.adapters.http.provider import HttpProvider

__all__ = ["HttpOptions", "HttpProvider"]
