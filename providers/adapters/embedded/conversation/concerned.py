"""Which fields the reason of a rejection is about."""

import re
from datetime import date
from itertools import pairwise
from typing import Any, Final

from providers.adapters.embedded.conversation.calls import Call, flat_arguments
from providers.adapters.embedded.forms.fields import Field, Kind, Tool
from providers.adapters.embedded.language.calendar_words import WEEKDAYS
from providers.adapters.embedded.language.json_text import DECODER
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import Word, read_text

MOST: Final = 2
SOME: Final = 0.45
"""Score from which a word adds to what a reason says of a field."""
NAMED: Final = 0.9
"""What it counts that the reason repeats the value of a field."""
LIMITED: Final = 0.3
"""What it counts for a number that the reason speaks of a limit."""
CLEAR: Final = 0.6
"""Score from which a word of the reason means a field."""
LIMITS: Final = re.compile(
    r"\b(?:at least|at most|maximum|minimum|more than|less than|up to|between|only)\b", re.I
)


def error_text(result: str) -> str:
    """The reason in the result of a rejected call, empty where it gives none."""
    data = DECODER.decode(result)
    for key in ("error", "reason", "message", "detail"):
        if isinstance(data.get(key), str) and data[key].strip():
            return str(data[key]).strip()
    return ""


def concerned_fields(tool: Tool, call: Call) -> list[Field]:
    """The fields that a reason names, whose values it repeats, or of which it speaks; best fit first."""
    error = error_text(call.result)
    path = re.match(r"^([a-z_][\w.\[\]]*)\s*:", error)
    first = re.split(r"[.\[]", path[1])[0] if path else ""
    exact = [field for field in tool.fields if first and field.path[0] == first]
    if exact:
        return exact[:1]
    first_sentence = next(iter(read_text(error).sentences), "")
    return _meant(tool, call, first_sentence) or _meant(tool, call, error)


def _meant(tool: Tool, call: Call, text: str) -> list[Field]:
    """The fields whose values a text repeats, and those that it speaks of, in its order."""
    words = [word for word in read_text(text).words if word.content]
    sent = flat_arguments(tool, call.arguments)
    scored: list[tuple[float, int, Field]] = []
    fields = [
        field
        for field in tool.fields
        if field.kind is not Kind.COMPOSED and (field.kind is not Kind.IDENTIFIER or field.options)
    ]
    hits_of = _without_borrowed(words, {field.key: _hits(field, words) for field in fields})
    named = any(hit >= CLEAR for hits in hits_of.values() for hit in hits.values())
    for field in fields:
        hits = hits_of[field.key]
        total = sum(hit for hit in hits.values() if hit >= SOME)
        places = [word.span.start for word in words if hits.get(word.stem, 0.0) >= CLEAR]
        repeated = _repeated(sent.get(field.key), text)
        if named and not places:
            # "We cover the Camry of these years" repeats the model, but it is the year that is wrong.
            continue
        if repeated is not None:
            total += NAMED
            places.append(repeated)
        if places:
            limited = field.kind is Kind.NUMBER and LIMITS.search(text) is not None
            scored.append((total + (LIMITED if limited else 0.0), min(places), field))
    scored.sort(key=lambda one: one[1])
    best = max((total for total, _, _ in scored), default=0.0)
    # What a reason begins with is its subject: "the amount may be at most half of the income".
    clear = [field for place, (total, _, field) in enumerate(scored) if not place or total > best / 2]
    return clear[:MOST]


def _without_borrowed(words: list[Word], hits_of: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """The hits without words that only help to name another field: "model" in "these model years"."""
    borrowed: dict[str, set[str]] = {key: set() for key in hits_of}
    for first, second in pairwise(words):
        pair = (first.stem, second.stem)
        if second.index != first.index + 1 or first.stem == second.stem:
            continue
        whole = {key for key, hits in hits_of.items() if all(hits.get(one, 0.0) >= CLEAR for one in pair)}
        for key in hits_of if whole else ():
            if key not in whole:
                borrowed[key].update(pair)
    return {
        key: {one: hit for one, hit in hits.items() if one not in borrowed[key]}
        for key, hits in hits_of.items()
    }


def _hits(field: Field, words: list[Word]) -> dict[str, float]:
    """How well each word names the field, by stem."""
    hits = {
        word.stem: max(
            (stem_match(word.lower, target) * weight for target, weight in field.weights.items()),
            default=0.0,
        )
        for word in words
    }
    if field.kind is Kind.DATE:
        hits |= {word.stem: 1.0 for word in words if word.lower.rstrip("s") in WEEKDAYS}
    return hits


def _repeated(value: Any, error: str) -> int | None:
    """Where the reason has the value in the way people write it; None where it has not."""
    if isinstance(value, bool | list | dict) or value is None:
        return None
    text = f"{value:g}" if isinstance(value, int | float) else str(value)
    forms = [text, text.replace("_", " ").replace("-", " ")]
    try:
        day = date.fromisoformat(text)
        forms += [f"{day:%B} {day.day}", f"{day.day} {day:%B}", f"{day:%A}"]
    except ValueError:
        pass
    plainly = re.sub(r"(?<=\d),(?=\d{3}\b)", "", error)
    found = [
        match.start()
        for form in forms
        if len(form) > 1 and (match := re.search(rf"(?<![\w.]){re.escape(form)}(?!\w)", plainly, re.I))
    ]
    return min(found, default=None)
