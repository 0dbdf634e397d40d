"""Calls an author's code: async on the loop, sync on the threads kept for it."""

import inspect
from collections.abc import Callable
from typing import Any

from conversations.authoring.builders import Builder, Stay, Transition
from conversations.authoring.nodes import Node
from conversations.engine.errors import Cause, TurnFault
from providers.database import in_author_thread


async def invoke(function: Callable[..., Any], *args: Any) -> Any:
    """Call a handler, `run` or `on_restore`, whichever way it was written."""
    if inspect.iscoroutinefunction(function):
        return await function(*args)
    result = await in_author_thread(_called, function, *args)
    return await result if inspect.isawaitable(result) else result


def _called(function: Callable[..., Any], *args: Any) -> Any:
    try:
        return function(*args)
    except StopIteration as error:
        # It cannot cross from a thread into a future: whoever awaits it would wait for ever.
        raise RuntimeError("StopIteration was raised") from error


def expect_transition(place: str, returned: Any) -> Transition:
    """What a node may return outside a tool handler. Raises TurnFault naming the place."""
    if isinstance(returned, Stay):
        raise TurnFault(
            Cause.HANDLER_FAILED,
            f"{place} returned stay or reject, which only tool handlers may: there is no model to go on.",
        )
    if not isinstance(returned, Transition):
        raise _no_builder(place, returned, "go, direct, direct_to or finish")
    if returned.tool_feedback is not None or returned.cleanups:
        raise TurnFault(
            Cause.HANDLER_FAILED,
            f"{place} used with_tool_feedback or with_cleanup, which only tool handlers may.",
        )
    return returned


def expect_builder(place: str, returned: Any) -> Builder:
    """What a tool handler may return. Raises TurnFault naming the place."""
    if not isinstance(returned, Stay | Transition):
        raise _no_builder(place, returned, "stay, reject, go, direct, direct_to or finish")
    return returned


def _no_builder(place: str, returned: Any, builders: str) -> TurnFault:
    """Says what was returned, and what its author may have meant."""
    if isinstance(returned, type) and issubclass(returned, Node):
        name = returned.__name__
        remedy = f"To go on there, return go({name}) or direct_to({name}, ...)."
    elif isinstance(returned, str):
        remedy = "To say it to the customer, return direct(...)."
    else:
        remedy = f"Every way through it has to end with one: {builders}."
    return TurnFault(
        Cause.HANDLER_FAILED, f"{place} returned {kind_of(returned)} instead of a builder. {remedy}"
    )


def kind_of(value: Any) -> str:
    """What a value is, in words for an error message."""
    if isinstance(value, type):
        return f"the class {value.__name__}"
    return "None" if value is None else f"a {type(value).__name__}"
