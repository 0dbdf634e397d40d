"""Type `typesafe`: the System One API of TypeSafe and of every compatible server."""

from providers.adapters.typesafe.options import TypesafeOptions
from providers.adapters.typesafe.provider import TypesafeProvider

__all__ = ["TypesafeOptions", "TypesafeProvider"]
