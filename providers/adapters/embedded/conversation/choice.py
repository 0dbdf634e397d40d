"""Which tool the newest message is for, and whether it can be called now."""

import json
from typing import Any, Final

from providers.adapters.embedded.conversation.calls import Call
from providers.adapters.embedded.conversation.facts import Source, choices
from providers.adapters.embedded.conversation.meaning import means
from providers.adapters.embedded.conversation.overlap import overlap
from providers.adapters.embedded.conversation.purposes import (
    FREE_TEXT,
    Purpose,
    is_way_out,
    purposes_of,
    wished,
)
from providers.adapters.embedded.conversation.space import Space
from providers.adapters.embedded.forms.fields import Field, Kind, Tool
from providers.adapters.embedded.language.text import content_stems
from providers.adapters.embedded.readers.booleans import UNWILLING
from providers.adapters.embedded.readers.reading import is_question

MILD: Final = frozenset({Purpose.INDIFFERENT, Purpose.ELSEWHERE})
"""Ways out that somebody who gives an answer does not want."""

OPEN_CHOICE: Final = 100.0
"""A choice that was offered is settled before anything else is called."""

SURE: Final = 0.6
"""Score from which a tool without required fields counts as asked for."""


def choose(space: Space) -> tuple[Tool, dict[str, Any]] | None:
    """The tool to call now with its arguments; None where something is missing or nothing is asked for."""
    candidates = [(tool, space.arguments(tool)) for tool in space.tools if callable_now(space, tool)]
    best: tuple[float, tuple[Tool, dict[str, Any]]] | None = None
    for tool, arguments in candidates:
        score = fit(space, tool)
        if best is None or score > best[0]:
            best = (score, (tool, arguments))
    return best[1] if best else None


def callable_now(space: Space, tool: Tool) -> bool:
    """True where every required field is known and the call would say something new."""
    if _left(space) or (is_way_out(tool) and not _leads_out(space, tool)):
        return False
    rejected = [call for call in space.turn_calls() if call.name == tool.name and not call.accepted]
    if any(not space.overtaken(call) for call in rejected):
        return False
    arguments = space.arguments(tool)
    if not tool.required:
        return _asked_for(space, tool) and not _said_before(space, tool, arguments)
    if any(field.kind is Kind.UNREADABLE and field.key not in space.values(tool) for field in tool.required):
        return False
    if space.missing(tool) or (not space.fresh(tool) and not _composed_anew(space, tool)):
        return False
    return _touched(space, tool) and (
        not _said_before(space, tool, arguments) or _to_compose_again(space, tool)
    )


def fit(space: Space, tool: Tool) -> float:
    """How well the newest message fits a tool: its fields that got a value, then its words."""
    score = OPEN_CHOICE if _settles_choice(space, tool) else 0.0
    for field in tool.fields:
        if field.key in space.newest_keys:
            score += _worth(space, field)
    if space.opening:
        return score + (1.0 if any(field.kind is Kind.COMPOSED for field in tool.fields) else 0.0)
    return score + 0.6 * intent(space.newest_text, tool)


def _worth(space: Space, field: Field) -> float:
    """A longer text may be about anything; "it's all the same to me" is for the tool that waits for it."""
    if field.kind is Kind.REMARK:
        return 0.5
    if space.newest_value(field) is None and any(
        Purpose.INDIFFERENT in purposes_of(tool) and wished(space.newest_text, tool) for tool in space.tools
    ):
        return 0.25
    return 1.0


def _left(space: Space) -> bool:
    """True after the turn has left the form: the same message is for nothing else then."""
    ways_out = {tool.name for tool in space.tools if is_way_out(tool)}
    return any(call.accepted and call.name in ways_out for call in space.turn_calls())


def _leads_out(space: Space, tool: Tool) -> bool:
    """True where the newest message wants out, and no other tool has taken it."""
    if any(call.accepted for call in space.turn_calls()):
        return False
    if purposes_of(tool) <= MILD and (_told_elsewhere(space, tool) or space.beyond is not None):
        return False
    return space.opening or intent(space.newest_text, tool) >= SURE or _taken_up(space, tool)


def _told_elsewhere(space: Space, tool: Tool) -> bool:
    """True where the message gave a field of another tool a value."""
    return any(
        field.key in space.newest_keys
        and space.newest_value(field) is not None
        and space.effective(field).kind not in FREE_TEXT
        for other in space.tools
        if other is not tool
        for field in other.fields
    )


def _taken_up(space: Space, tool: Tool) -> bool:
    """True where the message went to the free text of the way out."""
    return any(field.key in space.newest_keys for field in tool.fields)


def _settles_choice(space: Space, tool: Tool) -> bool:
    """True where the newest message picks one of the choices that the tool's rejection offered."""
    rejection = space.open_rejection(tool)
    if rejection is None:
        return False
    offered = {field.key for field in tool.fields if choices(field, [Source(rejection.result)])}
    return bool(offered & space.newest_keys)


def intent(text: str, tool: Tool) -> float:
    """How plainly a message asks for what a tool does, 0 to 1."""
    if wished(text, tool):
        return 1.0
    if Purpose.INDIFFERENT in purposes_of(tool):
        # Who asks what there is has named the subject, and is anything but indifferent.
        return 0.0
    elsewhere = Purpose.ELSEWHERE in purposes_of(tool) and not tool.fields
    if elsewhere and means(text, tool, (tool,)):
        return SURE
    if is_question(text):
        return 0.0
    if elsewhere and _says_something(text):
        return max(SURE, overlap(text, tool))
    return overlap(text, tool)


def _says_something(text: str) -> bool:
    """True for more than a sigh or a thank-you."""
    telling = any(len(word) > 3 or word.isdecimal() for word in content_stems(text))
    return telling and not UNWILLING.search(text)


def _asked_for(space: Space, tool: Tool) -> bool:
    if any(call.name == tool.name or not tool.fields for call in space.turn_calls()):
        return False
    if any(field.key in space.newest_keys for field in tool.fields):
        return True
    if space.opening or any(field for field in tool.fields if field.kind is not Kind.UNREADABLE):
        return not space.opening and not tool.fields
    return intent(space.newest_text, tool) >= SURE or means(space.newest_text, tool, space.tools)


def _said_before(space: Space, tool: Tool, arguments: dict[str, Any]) -> bool:
    """Equal to the last accepted call, or to a rejected one since: saying it again cannot help."""
    if not tool.fields:
        return any(call.name == tool.name for call in space.turn_calls())
    accepted = space.last_call(tool, only_accepted=True)
    since = accepted.place if accepted else -1
    earlier: list[Call] = [
        call
        for call in space.calls
        if call.name == tool.name and (call is accepted or (call.place > since and not space.overtaken(call)))
    ]
    return any(_same(call.arguments, arguments) for call in earlier)


def _same(first: dict[str, Any], second: dict[str, Any]) -> bool:
    return json.dumps(first, sort_keys=True, default=str) == json.dumps(second, sort_keys=True, default=str)


def _touched(space: Space, tool: Tool) -> bool:
    """False for a tool of which nothing came from the customer or from the model's own text."""
    keys = {event.key for event in space.events}
    asked = [field for field in tool.fields if field.kind is not Kind.COMPOSED]
    if any(field.key in keys for field in asked) or _composed_anew(space, tool):
        return True
    return intent(space.newest_text, tool) >= SURE and not space.opening


def _to_compose_again(space: Space, tool: Tool) -> bool:
    """True where the framework has sent the same text once more: it waits for it as it did before."""
    return _composed_anew(space, tool) and all(call.name != tool.name for call in space.turn_calls())


def _composed_anew(space: Space, tool: Tool) -> bool:
    return (
        space.opening and bool(space.composed) and any(field.kind is Kind.COMPOSED for field in tool.fields)
    )
