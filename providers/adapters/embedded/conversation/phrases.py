"""How fields are asked for, and which fields a question of the assistant was about."""

import re
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind, Option
from providers.adapters.embedded.language.calendar_words import MONTHS, WEEKDAYS
from providers.adapters.embedded.language.matching import stem_match
from providers.adapters.embedded.language.text import plain, read_text
from providers.adapters.embedded.wording.described import phrase

LONGEST_LIST: Final = 8
CODE: Final = re.compile(r"[A-Z]{0,2}\d{0,2}")
"""A label that says little by itself, such as a level A1."""
MOST_WORDS: Final = 5
"""Words of a describing text beside such a label."""


def short_phrase(field: Field) -> str:
    """The phrase for a field without its choices."""
    if field.kind is Kind.ROW:
        return f"which {plain(field.name.removesuffix('_id').removesuffix('Id'))} you mean"
    options = field.options or (field.item.options if field.item else ())
    return phrase(field.description, field.name, field.kind, options)


def asks_for(field: Field, about: str = "") -> str:
    """The phrase with the choices or the permission to say none. `about` says of which thing."""
    options = field.options or (field.item.options if field.item else ())
    parts = [short_phrase(field) + about]
    if options and len(options) <= LONGEST_LIST:
        parts.append(f" – {listed([shown_label(option) for option in options], 'or')}")
        if field.nullable or (field.kind is Kind.LIST and not field.shortest):
            parts.append(", or none")
    elif field.nullable or (field.kind in {Kind.LIST, Kind.ITEMS} and not field.shortest):
        parts.append(", or none")
    return "".join(parts)


def shown_label(option: Option) -> str:
    """An option as it is offered: days with a capital, codes with what they mean."""
    if option.label.lower() in (*WEEKDAYS, *MONTHS):
        return option.label.capitalize()
    meaning = re.split(r"[,;/.]| or ", option.describing)[0].strip()
    if CODE.fullmatch(option.label) and meaning and len(meaning.split()) <= MOST_WORDS:
        return f"{option.label} ({meaning})"
    return option.label


def listed(texts: list[str], joiner: str) -> str:
    """ "a", "a or b", "a, b or c"."""
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {joiner} {texts[-1]}" if texts else ""


def asked_fields(question: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    """The keys of the fields that a question was about, in its order.

    Our own questions hold the phrase of each field word for word; another author's are matched by the
    words that belong to the field.
    """
    if not question:
        return ()
    text = question.lower()
    exact = []
    for field in fields:
        wanted, short = asks_for(field).lower(), short_phrase(field).lower()
        # A question about an object of a list is a question about the list.
        members = [
            form.lower() for member in field.members for form in (asks_for(member), short_phrase(member))
        ]
        for form in (wanted, short, *members):
            place = text.rfind(form) if len(form) > 4 else -1
            if place >= 0:
                exact.append((place, len(form), field.key))
    if exact:
        # "the state" also stands inside "the state that issued the license": the longer phrase counts.
        kept = [
            one
            for one in exact
            if not any(
                other is not one
                and other[0] <= one[0]
                and one[0] + one[1] <= other[0] + other[1]
                and other[1] > one[1]
                for other in exact
            )
        ]
        return tuple(dict.fromkeys(key for _, _, key in sorted(kept)))
    return _by_words(question, fields)


def _by_words(question: str, fields: tuple[Field, ...]) -> tuple[str, ...]:
    sentences = [sentence for sentence in read_text(question).sentences if sentence.endswith("?")]
    if not sentences:
        sentences = [
            sentence
            for sentence in read_text(question).sentences
            if re.search(
                r"\b(?:please|tell me|let me know|i need|share|give me|provide|enter)\b", sentence, re.I
            )
        ]
    asking = " ".join(sentences).lower()
    words = [
        word
        for sentence in sentences
        for word in read_text(sentence).words
        if word.content or word.lower == "name"
    ]
    scored = []
    for field in fields:
        hits = [
            (stem_match(word.lower, target) * weight, place)
            for place, word in enumerate(words)
            for target, weight in field.weights.items()
            if weight >= 0.5
        ]
        best = max(hits, default=(0.0, 0))
        options = [
            option for option in field.options if len(option.label) > 2 and option.label.lower() in asking
        ]
        if (
            len(options) > 1
            or best[0] >= 0.9
            or (best[0] >= 0.5 and sum(hit for hit, _ in hits if hit >= 0.3) >= 0.9)
            or (best[0] >= 0.5 and len(words) <= 3)
        ):
            scored.append((best[1], -best[0], field.key))
    return tuple(key for _, _, key in sorted(scored))
