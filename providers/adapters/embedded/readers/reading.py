"""From one message to values: every reader proposes, the surest proposals win, no word counts twice."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from providers.adapters.embedded.conversation.rows import read_row
from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.text import Span, read_text
from providers.adapters.embedded.readers.booleans import read_boolean
from providers.adapters.embedded.readers.contacts import read_code, read_form, read_street
from providers.adapters.embedded.readers.dated import read_date, read_time
from providers.adapters.embedded.readers.declined import read_declined
from providers.adapters.embedded.readers.enums import read_option
from providers.adapters.embedded.readers.items import read_items
from providers.adapters.embedded.readers.kindred import for_kindred
from providers.adapters.embedded.readers.lists import read_list
from providers.adapters.embedded.readers.names import read_person
from providers.adapters.embedded.readers.numeric import read_number
from providers.adapters.embedded.readers.page import ENOUGH, Context, Page, Reading
from providers.adapters.embedded.readers.places import read_place
from providers.adapters.embedded.readers.remarks import read_remark
from providers.adapters.embedded.readers.shown import takes_none
from providers.adapters.embedded.readers.states import read_state
from providers.adapters.embedded.readers.wordy import read_words

READERS: Final[dict[Kind, Callable[[Page, Field], list[Reading]]]] = {
    Kind.BOOLEAN: read_boolean,
    Kind.NUMBER: read_number,
    Kind.YEAR: read_number,
    Kind.OPTION: read_option,
    Kind.ROW: read_row,
    Kind.DATE: read_date,
    Kind.MONTH: read_date,
    Kind.MOMENT: read_date,
    Kind.TIME: read_time,
    Kind.STATE: read_state,
    Kind.EMAIL: read_form,
    Kind.PHONE: read_form,
    Kind.POSTCODE: read_form,
    Kind.ADDRESS_OF_PAGE: read_form,
    Kind.PERSON: read_person,
    Kind.FIRST_NAME: read_person,
    Kind.LAST_NAME: read_person,
    Kind.PLACE: read_place,
    Kind.STREET: read_street,
    Kind.REMARK: read_remark,
    Kind.CODE: read_code,
    Kind.IDENTIFIER: read_code,
    Kind.WORDS: read_words,
    Kind.LIST: read_list,
    Kind.ITEMS: read_items,
}

DOUBTFUL: Final = 0.45
"""Score from which a number or date counts when it is the last one and its field is the last one."""

CORRECTION: Final = re.compile(
    r"\b(?:sorry,? (?:i (?:mean|meant)|it'?s|that'?s|make|not)?|i (?:mean|meant)(?: to say)?"
    r"|actually|no,? wait|wait,? no|wait(?=[,.])|scratch that|correction|make (?:that|it)"
    r"|or rather|let me correct that|oops|my mistake|i misspoke|on second thought)\b[,:.\s]*",
    re.I,
)

CHANGING: Final = re.compile(
    r"\b(?:instead|change (?:it|that|my|the)|switch|rather than|update (?:it|my|the)|should "
    r"be|should have been|not .{1,30}\bbut)\b",
    re.I,
)

INFORMATION: Final = re.compile(
    r"^(?:(?:and|but|ok|okay|so|hi|hello|hey|u+m+|h+m+|er+m*|well|by the way)[,.! "
    r"]+)*(?:what(?:'s| is| are| does| do| kind| was| happens)\b|how (?:does|do|is|are|much"
    r"|long|come|can)\b|why\b|who\b|when (?:do|does|will|is|are|can)\b"
    r"|where (?:do|does|is|are|can)\b|which .*\b(?:has|have|do|does|are|is) (?:an?|you|there|better|best"
    r"|the)\b|do (?:you|i) (?:need|have to|really|offer|accept|sell|know)\b|does\b|(?:is|are) "
    r".*\b(?:enough|better|cheaper|faster|included|required|necessary|mandatory|safe|worth)\b"
    r"|is (?:it|that|this|there)\b|are (?:you|there|these|those)\b|can you (?:explain|tell)\b)",
    re.I,
)


def read_message(text: str, fields: tuple[Field, ...], context: Context) -> dict[str, Any]:
    """The values by field key that a customer's message gives; its later part wins where it corrects.

    Reading depends on nothing but its arguments, so a message that was read in an earlier round of the
    talk is not read again.
    """
    return deepcopy(_remembered(_Case(_signature(text, fields, context), text, fields, context)))


@dataclass(frozen=True)
class _Case:
    """A message to read; two are the same where everything that reading depends on is."""

    signature: tuple[str, ...]
    text: str = field(compare=False)
    fields: tuple[Field, ...] = field(compare=False)
    context: Context = field(compare=False)


def _signature(text: str, fields: tuple[Field, ...], context: Context) -> tuple[str, ...]:
    told = (
        json.dumps(
            [context.values, context.held, context.asked, context.recent, sorted(context.spent)], default=str
        ),
        f"{context.today} {context.correcting} {context.distant} {context.sent_on}",
        context.subject,
    )
    return (text, *told, *(field.fingerprint for field in fields))


@lru_cache(maxsize=4096)
def _remembered(case: _Case) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part, correcting in _parts(_without_questions(case.text)):
        now = replace(
            case.context,
            values={**case.context.values, **found},
            held={**case.context.held, **found},
            correcting=correcting or case.context.correcting,
            recent=(*case.context.recent, *found),
        )
        found.update(_read_part(part, case.fields, now))
    return found


def is_question(text: str) -> bool:
    """True where the whole message asks for information and gives none."""
    return bool(text.strip()) and not _without_questions(text).strip()


def _parts(text: str) -> list[tuple[str, bool]]:
    """The message cut where it corrects itself; what follows a cut corrects."""
    parts: list[tuple[str, bool]] = []
    start, correcting = 0, bool(CHANGING.search(text))
    for match in CORRECTION.finditer(text):
        head = text[start : match.start()].strip(" ,.-")
        if head:
            parts.append((text[start : match.start()], correcting))
        start, correcting = match.end(), True
    if text[start:].strip():
        parts.append((text[start:], correcting))
    return parts


def _without_questions(text: str) -> str:
    """The text without the sentences that only ask for information."""
    kept = [
        sentence
        for sentence in read_text(text).sentences
        if not (sentence.endswith("?") and INFORMATION.match(sentence))
    ]
    return " ".join(kept) if len(kept) < len(read_text(text).sentences) else text


def _read_part(text: str, fields: tuple[Field, ...], context: Context) -> dict[str, Any]:
    page = Page(read_text(text), fields, context)
    proposals: list[Reading] = []
    for wanted in fields:
        reader = None if wanted.shown and takes_none(text) else READERS.get(wanted.kind)
        readings = reader(page, wanted) if reader else []
        proposals += [
            reading for reading in (*readings, *read_declined(page, wanted)) if reading.score >= DOUBTFUL
        ]
    proposals = [reading for reading in proposals if not _spent(page, reading)]
    chosen = _settled(page, [reading for reading in proposals if reading.score >= ENOUGH])
    chosen += _last_standing(page, chosen, [reading for reading in proposals if _may_be_left(reading)])
    return {reading.field.key: _trimmed(page, reading, chosen) for reading in chosen}


def _trimmed(page: Page, reading: Reading, chosen: list[Reading]) -> Any:
    """A remark without the parts that only answer something else: "…, video please"."""
    if reading.field.kind is not Kind.REMARK or not isinstance(reading.value, str):
        return reading.value
    others = [
        other.span
        for other in chosen
        if other is not reading and not (other.shared and other.field.kind is Kind.REMARK)
    ]
    kept = [
        part for part in re.findall(r"[^,;]+[,;]?", reading.value) if not _answers_only(page, part, others)
    ]
    return "".join(kept).strip(" ,;") or reading.value


def _answers_only(page: Page, part: str, others: list[Span]) -> bool:
    start = page.utterance.text.find(part.strip(" ,;"))
    words = page.utterance.within(Span(start, start + len(part.strip(" ,;")))) if start >= 0 else ()
    content = [word for word in words if word.content]
    return bool(words) and all(
        any(span.overlaps(word.span) and span.end - span.start < len(page.utterance.text) for span in others)
        for word in content
    )


def _settled(page: Page, proposals: list[Reading]) -> list[Reading]:
    """The surest readings that do not claim the same words or the same field."""
    order = {field.key: place for place, field in enumerate(page.fields)}
    chosen: list[Reading] = []
    for reading in sorted(
        proposals,
        key=lambda one: (
            one.field.kind is Kind.REMARK,
            -round(one.score, 4),
            one.span.start,
            order[one.field.key],
        ),
    ):
        if any(reading.field.key == other.field.key for other in chosen):
            continue
        if not reading.shared and any(
            not other.shared and reading.span.overlaps(other.span) for other in chosen
        ):
            continue
        if _only_rest(page, reading, chosen):
            continue
        chosen.append(reading)
    return chosen + for_kindred(page, chosen)


def _last_standing(page: Page, chosen: list[Reading], doubtful: list[Reading]) -> list[Reading]:
    """A doubtful reading counts where nothing else is left for the field, nor for the words."""
    free = [
        reading
        for reading in doubtful
        if not any(reading.field.key == other.field.key for other in chosen)
        and not any(not other.shared and reading.span.overlaps(other.span) for other in chosen)
    ]
    return [
        reading
        for reading in free
        if not any(
            other is not reading
            and (other.field.key == reading.field.key or other.span.overlaps(reading.span))
            for other in free
        )
    ]


def _may_be_left(reading: Reading) -> bool:
    return reading.score < ENOUGH and reading.field.kind in {
        Kind.NUMBER,
        Kind.DATE,
        Kind.MONTH,
        Kind.MOMENT,
        Kind.TIME,
    }


def _only_rest(page: Page, reading: Reading, chosen: list[Reading]) -> bool:
    """A remark must tell more than the values that others took from it."""
    if reading.field.kind is not Kind.REMARK:
        return False
    content = [word for word in page.utterance.within(reading.span) if word.content]
    narrow = [
        other.span
        for other in chosen
        if other.span.end - other.span.start < len(page.utterance.text) or not other.shared
    ]
    explained = [word for word in content if any(span.overlaps(word.span) for span in narrow)]
    if page.asked(reading.field):
        return len(explained) == len(content)
    return len(explained) * 2 > len(content)


def _spent(page: Page, reading: Reading) -> bool:
    """A value that an earlier stage has used is not offered to another field."""
    return page.context.distant and str(reading.value) in page.context.spent
