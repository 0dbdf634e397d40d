"""Lists of objects, such as incidents, guests or order lines, out of one message.

An object is opened by an option (`item_anchors`), by a name (`item_heads`), or is a part of the list that
gives everything an object needs.
"""

import re
from dataclasses import replace
from typing import Any

from providers.adapters.embedded.forms.fields import Field, Kind
from providers.adapters.embedded.language.text import Span
from providers.adapters.embedded.readers.item_anchors import anchored
from providers.adapters.embedded.readers.item_heads import head_of, headed
from providers.adapters.embedded.readers.item_parts import (
    MOST,
    first_values,
    member_readings,
    part_page,
    segments,
)
from providers.adapters.embedded.readers.lists import declined_list
from providers.adapters.embedded.readers.names import NOT_NAMES
from providers.adapters.embedded.readers.page import Page, Reading


def read_items(page: Page, wanted: Field) -> list[Reading]:
    """The objects that the message tells of; an object may lack members, for which will be asked."""
    options = [member for member in wanted.members if member.kind is Kind.OPTION]
    head = head_of(wanted)
    anchor = next((member for member in options if member.required or head is None), None)
    objects: list[dict[str, Any]] = []
    if anchor:
        objects = anchored(page, wanted, anchor)
    elif head:
        objects = headed(page, wanted, head)
    objects = objects or ([] if anchor else _pieces(page, wanted))
    if objects:
        span = Span(0, len(page.utterance.text))
        strength = 0.62 if anchor else 0.57 + 0.1 * min(page.mentions(wanted), 1.0)
        return [Reading(wanted, objects[:MOST], span, strength + page.standing(wanted), shared=True)]
    return _completed(page, wanted) or declined_list(page, wanted)


def missing_members(wanted: Field, value: Any) -> tuple[Field, ...]:
    """The required members that some object of the list still lacks."""
    objects = value if isinstance(value, list) else []
    return tuple(
        member
        for member in wanted.members
        if member.required and any(isinstance(one, dict) and member.name not in one for one in objects)
    )


def _pieces(page: Page, wanted: Field) -> list[dict[str, Any]]:
    """Objects such as order lines: one for each part of the list that fills what an object needs."""
    if not (page.asked(wanted) or page.mentions(wanted) >= 0.7 or _counts_things(wanted)):
        return []
    objects: list[dict[str, Any]] = []
    for span in segments(page)[:MOST]:
        part = part_page(page, span, wanted.members)
        one: dict[str, Any] = {}
        for name, value in first_values(part, wanted.members).items():
            if value not in one.values():
                one[name] = value
        one.update(_thing(part, wanted, one))
        if one and all(member.name in one for member in wanted.members if member.required):
            objects.append(one)
    return objects


def _counts_things(wanted: Field) -> bool:
    kinds = [member.kind for member in wanted.members if member.required]
    return Kind.NUMBER in kinds and Kind.WORDS in kinds


def _thing(part: Page, wanted: Field, one: dict[str, Any]) -> dict[str, Any]:
    """ "3 blue mugs": the words after the number are the thing."""
    words = [member for member in wanted.members if member.kind is Kind.WORDS and member.name not in one]
    numbers = [member for member in wanted.members if member.kind is Kind.NUMBER]
    match = re.search(
        r"(?:^|\s)(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten"
        r"|twelve)\s*(?:x\s*)?(?P<thing>[a-z][\w' -]*?)(?:\s+please)?[.!]?\s*$",
        part.utterance.text,
        re.I,
    )
    persons = [member for member in wanted.members if member.kind is Kind.PERSON and member.name not in one]
    named = re.search(r"\b[A-Z][a-z][\w'-]*(?: [A-Z][\w'-]*)?", part.utterance.text)
    if persons and named and named.group().lower() not in NOT_NAMES:
        return {persons[0].name: named.group()}
    if not words or not match or not numbers:
        return {}
    found: dict[str, Any] = {words[0].name: re.sub(r"^(?:of|x)\s+", "", match["thing"]).strip()}
    if numbers[0].name not in one:
        lead = match.group().strip().split()[0].lower()
        found[numbers[0].name] = (
            int(part.quantities[0].value) if part.quantities else 1 if lead in {"a", "an", "one"} else None
        )
    return {name: value for name, value in found.items() if value is not None}


def _completed(page: Page, wanted: Field) -> list[Reading]:
    """The answer to a question about objects that lacked a member."""
    before = page.context.values.get(wanted.key)
    if not isinstance(before, list) or not page.asked(wanted):
        return []
    lacking = missing_members(wanted, before)
    objects = [dict(one) for one in before if isinstance(one, dict)]
    part = replace(page, fields=wanted.members)
    changed = False
    for member in lacking:
        values = [reading.value for reading in member_readings(part, member)]
        waiting = [one for one in objects if member.name not in one]
        if len(values) == 1 or len(values) == len(waiting):
            for index, one in enumerate(waiting):
                one[member.name] = values[0] if len(values) == 1 else values[index]
                changed = True
    if not changed:
        return []
    return [
        Reading(wanted, objects, Span(0, len(page.utterance.text)), 0.7 + page.standing(wanted), shared=True)
    ]
