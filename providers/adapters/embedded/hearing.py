"""What the customer's messages said, read in order, each in the light of what came before it."""

from dataclasses import dataclass
from typing import Any, Final

from providers.adapters.embedded.fields import Kind, Tool
from providers.adapters.embedded.overlap import overlap
from providers.adapters.embedded.page import Context
from providers.adapters.embedded.phrases import asked_fields
from providers.adapters.embedded.purposes import (
    FREE_TEXT,
    Purpose,
    is_request,
    is_way_out,
    purposes_of,
    wished,
)
from providers.adapters.embedded.reading import read_message
from providers.adapters.embedded.transcript import Transcript

MOST_MESSAGES: Final = 40
"""Customer messages that are read, counted from the newest, so that a round stays within milliseconds."""

SOME: Final = 0.2
"""Share of a tool's words that makes a wish the tool's."""


@dataclass(frozen=True)
class Event:
    """A value that a customer's message gave to a field."""

    place: int
    key: str
    value: Any


def hear(transcript: Transcript) -> list[Event]:
    """The values that the customer's messages gave, oldest first."""
    events: list[Event] = []
    values: dict[str, Any] = {}
    recent: tuple[str, ...] = ()
    subject = " ".join(
        f"{tool.name.replace('_', ' ')} {tool.description}" for tool in transcript.tools if tool.fields
    )
    for place in transcript.customer_places[-MOST_MESSAGES:]:
        fields = transcript.fields_at(place)
        context = Context(
            transcript.today,
            asked_fields(transcript.question_before(place), fields),
            dict(values),
            recent,
            transcript.refused_before(place),
            place < transcript.foreign_place,
            transcript.spent,
            subject,
        )
        text = transcript.messages[place].text
        found = _led_out(text, transcript.tools, read_message(text, fields, context), context)
        events += [Event(place, key, value) for key, value in found.items()]
        values.update(found)
        recent = tuple(found) or recent
    return events


def _led_out(text: str, tools: tuple[Tool, ...], found: dict[str, Any], context: Context) -> dict[str, Any]:
    """A message that leaves the form is told to the way out alone, not to another tool's free text."""
    ways_out = [tool for tool in tools if is_way_out(tool)]
    free = {field.key for tool in tools for field in tool.fields if field.kind in FREE_TEXT}
    own = {field.key for tool in ways_out for field in tool.fields}
    kept = {key: value for key, value in found.items() if key not in own}
    told = any(value is not None for key, value in kept.items() if key not in free)
    leaving = [
        tool for tool in ways_out if wished(text, tool) or (not told and _goes_there(text, tool, context))
    ]
    if told or not leaving:
        return kept
    out = {field.key: text.strip() for field in leaving[0].fields if field.kind is not Kind.COMPOSED}
    return {key: value for key, value in kept.items() if key not in free} | out


def _goes_there(text: str, tool: Tool, context: Context) -> bool:
    """True for a wish that nothing else on offer fulfils, said in the tool's words or unasked."""
    if Purpose.ELSEWHERE not in purposes_of(tool) or not is_request(text):
        return False
    return not context.asked or overlap(text, tool) >= SOME
