"""Whether a method can be called with what the engine hands it."""

import inspect
from collections.abc import Sequence
from typing import Any


def takes(function: Any, parameters: Sequence[str]) -> bool:
    """Whether a method can be called with so many arguments by place, `self` before them."""
    try:
        inspect.signature(function).bind("self", *parameters)
    except TypeError:
        return False
    return True
