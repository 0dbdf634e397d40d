"""Which tool the newest message is for, and whether it can be called now."""

import json
import re
from typing import Any, Final

from providers.adapters.embedded.booleans import UNWILLING
from providers.adapters.embedded.calls import Call
from providers.adapters.embedded.declined import INDIFFERENT
from providers.adapters.embedded.facts import Source, choices
from providers.adapters.embedded.fields import Kind, Tool
from providers.adapters.embedded.lexicon import GENERIC_WORDS, STOP_WORDS, stem
from providers.adapters.embedded.matching import stem_match
from providers.adapters.embedded.reading import is_question
from providers.adapters.embedded.space import Space
from providers.adapters.embedded.text import content_stems, plain, read_text

STOPPING: Final = re.compile(
    r"\b(?:stop|quit|exit|bye|goodbye|good bye|see you|farewell|end (?:the|this|our|it)"
    r"|cancel (?:everything|all|this|the (?:session|conversation|chat|whole))"
    r"|(?:i'm|i am|we're|we are) (?:all )?(?:done|finished)|that's all|that is all|no longer "
    r"interested|not interested|forget (?:it|about it|the whole)|leave me alone|terminate"
    r"|hang up|never ?mind)\b",
    re.I,
)

NOT_STOPPING: Final = re.compile(
    r"\b(?:don't|do not|not|never|won't|can't|non)[ -]*(?:want to )?(?:stop|quit|exit)"
    r"|\b(?:bus|non|one|pit|first|next|full)[ -]?stop\b|stop(?:s|ped|over|ping)\b|stop "
    r"\w+ing\b|stop the\b|stop (?:work|charg|respond|function|in\b|at\b|at )",
    re.I,
)

ENDING_TOOL: Final = re.compile(r"\b(?:end|ends|terminate|stop|close|quit|exit|hang up|goodbye)\b", re.I)

INDIFFERENT_TOOL: Final = re.compile(
    r"\bno\b.{0,30}\b(?:preferences?|requirements?|wish|wishes)\b|does not (?:care|matter"
    r"|mind)|doesn't (?:care|matter|mind)|has none|any is fine|indifferent",
    re.I,
)

PERSON_TOOL: Final = re.compile(
    r"\b(?:human|live agent|real person|representative|operator|colleague|staff member|transfer)\b", re.I
)

PERSON_WISH: Final = re.compile(
    r"\b(?:human|(?:live|real) (?:agent|person)|agent|representative|operator|(?:talk|speak) "
    r"(?:to|with) (?:some|a|an))\b",
    re.I,
)

OTHER_TOOL: Final = re.compile(
    r"\b(?:something|anything) else\b|\banother (?:criterion|topic|subject"
    r"|matter|field|part|stage)\b|\bother (?:criteria|topics|matters)\b"
    r"|\bnot about\b|\bunrelated\b|\belsewhere\b",
    re.I,
)
"""A tool that takes whatever is not for the others."""

WISHES: Final = frozenset(
    {stem(word) for word in ["go", "want", "would", "like", "let", "show", "see", "back", "again", "another"]}
)

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
    return not _said_before(space, tool, arguments) and _touched(space, tool)


def fit(space: Space, tool: Tool) -> float:
    """How well the newest message fits a tool: its fields that got a value, then its words."""
    score = OPEN_CHOICE if _settles_choice(space, tool) else 0.0
    for field in tool.fields:
        if field.key in space.newest_keys:
            score += 0.5 if field.kind is Kind.REMARK else 1.0
    if space.opening:
        return score + (1.0 if any(field.kind is Kind.COMPOSED for field in tool.fields) else 0.0)
    return score + 0.6 * intent(space.newest_text, tool)


def _settles_choice(space: Space, tool: Tool) -> bool:
    """True where the newest message picks one of the choices that the tool's rejection offered."""
    rejection = space.open_rejection(tool)
    if rejection is None:
        return False
    offered = {field.key for field in tool.fields if choices(field, [Source(rejection.result)])}
    return bool(offered & space.newest_keys)


def intent(text: str, tool: Tool) -> float:
    """How plainly a message asks for what a tool does, 0 to 1."""
    about = f"{plain(tool.name)}. {tool.description}"
    if ENDING_TOOL.search(about) and STOPPING.search(text) and not NOT_STOPPING.search(text):
        return 1.0
    if INDIFFERENT_TOOL.search(about) and INDIFFERENT.search(text):
        return 1.0
    if PERSON_TOOL.search(about) and PERSON_WISH.search(text):
        return 1.0
    if is_question(text):
        return 0.0
    if OTHER_TOOL.search(tool.description) and not tool.fields and _says_something(text):
        return max(SURE, _overlap(text, tool))
    return _overlap(text, tool)


def _says_something(text: str) -> bool:
    """True for more than a sigh or a thank-you."""
    return any(len(word) > 3 for word in content_stems(text)) and not UNWILLING.search(text)


def _overlap(text: str, tool: Tool) -> float:
    named = {stem(token) for token in plain(tool.name).split() if token not in STOP_WORDS}
    described = {
        word.stem
        for word in read_text(tool.description).words
        if word.content and word.lower not in GENERIC_WORDS
    }
    words = [
        word
        for word in read_text(text).words
        if word.content and not word.negated and word.stem not in WISHES
    ]
    if not words:
        return 0.0
    by_name = {target for target in named if any(stem_match(word.lower, target) >= 0.7 for word in words)}
    hits = [
        word for word in words if any(stem_match(word.lower, target) >= 0.7 for target in described | named)
    ]
    share = len(hits) / len(words)
    return min(
        1.0,
        0.3 * min(len(hits), 2)
        + 0.25 * min(len(by_name), 2)
        + 0.2 * share
        - (0.2 if len(hits) < 2 and len(words) > 2 else 0.0),
    )


def _asked_for(space: Space, tool: Tool) -> bool:
    if any(call.name == tool.name or not tool.fields for call in space.turn_calls()):
        return False
    if any(field.key in space.newest_keys for field in tool.fields):
        return True
    if space.opening or any(field for field in tool.fields if field.kind is not Kind.UNREADABLE):
        return not space.opening and not tool.fields
    return intent(space.newest_text, tool) >= SURE


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


def _composed_anew(space: Space, tool: Tool) -> bool:
    return (
        space.opening and bool(space.composed) and any(field.kind is Kind.COMPOSED for field in tool.fields)
    )
