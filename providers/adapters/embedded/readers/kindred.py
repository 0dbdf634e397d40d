"""A value that was said once and is meant for several kindred fields: "500 on both", "500 deductibles"."""

import re
from dataclasses import replace
from typing import Final

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.readers.page import Page, Reading

EVERY: Final = re.compile(r"\b(?:both|each|all|either|every)\b", re.I)


def for_kindred(page: Page, chosen: list[Reading]) -> list[Reading]:
    """A value said once for kindred fields, such as "500 on both", goes to every one of them.

    Kindred are fields of one object with the same options and a common word in their names. A word
    that belongs to one of them alone keeps the value to that one.
    """
    added: list[Reading] = []
    for reading in chosen:
        field = reading.field
        if field.kind is not Kind.OPTION or reading.value is None:
            continue
        kindred = [
            other
            for other in page.fields
            if other.key != field.key
            and other.path[:-1] == field.path[:-1]
            and other.kind is field.kind
            and [option.value for option in other.options] == [option.value for option in field.options]
            and _main_words(other) & _main_words(field)
        ]
        free = [
            other for other in kindred if not any(one.field.key == other.key for one in (*chosen, *added))
        ]
        if not free or not _meant_for_all(page, reading, kindred):
            continue
        added += [replace(reading, field=other) for other in free]
    return added


def _meant_for_all(page: Page, reading: Reading, kindred: list[Field]) -> bool:
    if EVERY.search(page.utterance.text):
        return True
    common = set.intersection(*(_main_words(field) for field in (reading.field, *kindred)))
    if any(word.stem in common and word.lower.endswith("s") for word in page.utterance.words):
        # "500 deductibles": the plural means every one of them.
        return True
    asked = [field for field in (reading.field, *kindred) if page.asked(field)]
    if len(asked) == 1:
        return False
    said = page.utterance.stems
    return not any((_main_words(field) - common) & said for field in (reading.field, *kindred))


def _main_words(field: Field) -> set[str]:
    return {target for target, weight in field.weights.items() if weight >= 0.9}
