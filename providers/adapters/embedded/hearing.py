"""What the customer's messages said, read in order, each in the light of what came before it."""

from dataclasses import dataclass
from typing import Any, Final

from providers.adapters.embedded.page import Context
from providers.adapters.embedded.phrases import asked_fields
from providers.adapters.embedded.reading import read_message
from providers.adapters.embedded.transcript import Transcript

MOST_MESSAGES: Final = 40
"""Customer messages that are read, counted from the newest, so that a round stays within milliseconds."""


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
        found = read_message(transcript.messages[place].text, fields, context)
        events += [Event(place, key, value) for key, value in found.items()]
        values.update(found)
        recent = tuple(found) or recent
    return events
