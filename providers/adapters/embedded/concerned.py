"""Which fields the reason of a rejection is about."""

import json
import re
from datetime import date
from typing import Any, Final

from providers.adapters.embedded.calendar_words import WEEKDAYS
from providers.adapters.embedded.calls import Call, flat_arguments
from providers.adapters.embedded.fields import Field, Kind, Tool
from providers.adapters.embedded.matching import stem_match
from providers.adapters.embedded.text import Word, read_text

MOST: Final = 2
NAMED: Final = 0.9
"""What it counts that the reason repeats the value of a field."""
LIMITED: Final = 0.3
"""What it counts for a number that the reason speaks of a limit."""
CLEAR: Final = 0.65
"""Score from which a word of the reason means a field."""
LIMITS: Final = re.compile(r"\b(?:at least|at most|maximum|minimum|more than|less than|up to|between|only)\b", re.I)


def error_text(result: str) -> str:
    """The reason in the result of a rejected call, empty where it gives none."""
    data = json.loads(result)
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
    words = [word for word in read_text(error).words if word.content]
    sent = flat_arguments(tool, call.arguments)
    scored = []
    for place, field in enumerate(tool.fields):
        if field.kind is Kind.COMPOSED or (field.kind is Kind.IDENTIFIER and not field.options):
            continue
        best, total = _spoken_of(field, words)
        if field.key in sent and _repeated(sent[field.key], error):
            best, total = max(best, NAMED), total + NAMED
        if best >= CLEAR:
            limited = field.kind is Kind.NUMBER and LIMITS.search(error) is not None
            scored.append((-total - (LIMITED if limited else 0.0), place, field))
    scored.sort(key=lambda one: one[:2])
    return [field for _, _, field in scored[:MOST]]


def _spoken_of(field: Field, words: list[Word]) -> tuple[float, float]:
    """How plainly the words name the field: the best one, and all together."""
    hits = {
        word.stem: max(
            (stem_match(word.lower, target) * weight for target, weight in field.weights.items()),
            default=0.0,
        )
        for word in words
    }
    if field.kind is Kind.DATE and any(word.lower.rstrip("s") in WEEKDAYS for word in words):
        hits["weekday"] = 1.0
    return max(hits.values(), default=0.0), sum(hit for hit in hits.values() if hit >= 0.45)


def _repeated(value: Any, error: str) -> bool:
    """True where the reason has the value in the way people write it."""
    if isinstance(value, bool) or value is None:
        return False
    text = f"{value:g}" if isinstance(value, int | float) else str(value)
    forms = [text, text.replace("_", " ").replace("-", " ")]
    try:
        day = date.fromisoformat(text)
        forms += [f"{day:%B} {day.day}", f"{day.day} {day:%B}", f"{day:%A}"]
    except ValueError:
        pass
    plainly = error.replace(",", "")
    return any(
        len(form) > 1 and re.search(rf"(?<![\w.]){re.escape(form)}(?!\w)", plainly, re.I) for form in forms
    )
