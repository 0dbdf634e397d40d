"""What the customer's messages said, read in order, each in the light of what came before it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from providers.adapters.embedded.conversation.attention import whole_again
from providers.adapters.embedded.conversation.chatter import asks_back, is_sentence, says_nothing
from providers.adapters.embedded.conversation.halves import Half, completed
from providers.adapters.embedded.conversation.held import UNKNOWN, held_value
from providers.adapters.embedded.conversation.limits import beyond_limits
from providers.adapters.embedded.conversation.overlap import overlap
from providers.adapters.embedded.conversation.phrases import asked_fields
from providers.adapters.embedded.conversation.plain_answers import plain_answer
from providers.adapters.embedded.conversation.purposes import (
    FREE_TEXT,
    INQUIRY,
    Purpose,
    is_request,
    is_way_out,
    purposes_of,
    wished,
)
from providers.adapters.embedded.conversation.transcript import Transcript
from providers.adapters.embedded.forms.fields import Field, Kind, Tool
from providers.adapters.embedded.readers.page import Context
from providers.adapters.embedded.readers.reading import read_message

PATIENCE: Final = 2
"""Questions in vain after which an answer is taken as it is written."""

SOME: Final = 0.2
"""Share of a tool's words that makes a wish the tool's."""


@dataclass(frozen=True)
class Event:
    """A value that a customer's message gave to a field."""

    place: int
    key: str
    value: Any


@dataclass(frozen=True)
class Heard:
    """The values that messages gave, oldest first, and the fields that were asked for before each message.

    `beyond` are the numbers of each message that their fields cannot hold.
    """

    events: list[Event]
    questions: dict[int, tuple[str, ...]]
    halves: dict[str, Half]
    beyond: dict[int, dict[str, Any]]


def hear(transcript: Transcript) -> Heard:
    """Everything that the customer's messages gave."""
    events: list[Event] = []
    questions: dict[int, tuple[str, ...]] = {}
    halves: dict[str, Half] = {}
    beyond: dict[int, dict[str, Any]] = {}
    values: dict[str, Any] = {}
    recent: tuple[str, ...] = ()
    subject = " ".join(
        f"{tool.name.replace('_', ' ')} {tool.description}" for tool in transcript.tools if tool.fields
    )
    for place, sent_on in _read_once(transcript):
        fields = transcript.fields_at(place)
        questions[place] = asked_fields(transcript.question_before(place), fields)
        context = Context(
            transcript.today,
            questions[place],
            dict(values),
            recent,
            transcript.refused_before(place) or sent_on,
            place < transcript.foreign_place,
            transcript.spent,
            subject,
            _held(transcript, fields, events, place),
            sent_on,
        )
        text = transcript.messages[place].text
        found = {}
        if not says_nothing(text):
            found = _led_out(text, transcript.tools, fields, read_message(text, fields, context), context)
        found |= _whole_moments(text, fields, context, found, halves)
        if not found and questions[place]:
            first = next(field for field in fields if field.key == questions[place][0])
            if failed_tries(transcript, questions, events, first.key, place) >= PATIENCE:
                found = plain_answer(text, first, transcript.today)
        found = _whole_remarks(found, fields, text, transcript.unshortened(place))
        beyond[place] = beyond_limits(found, fields)
        found = {key: value for key, value in found.items() if key not in beyond[place]}
        events += [Event(place, key, value) for key, value in found.items()]
        values.update(found)
        recent = tuple(found) or recent
    return Heard(events, questions, halves, beyond)


def _read_once(transcript: Transcript) -> Iterator[tuple[int, bool]]:
    """The customer's messages with whether each was sent on to this node, which may change what it knows.

    One that was sent on stands there twice, and would meet its own values if it were read twice.
    """
    places = transcript.customer_places
    for place, after in zip_longest(places, places[1:]):
        message = transcript.messages[place]
        following = transcript.messages[after] if after is not None else None
        if following is None or not following.internal or following.text != message.text:
            yield place, message.internal


def failed_tries(
    transcript: Transcript, questions: dict[int, tuple[str, ...]], events: list[Event], key: str, before: int
) -> int:
    """How often in a row a field was asked for in vain before a message.

    A question back does not count, nor does a message that told something new about another field.
    """
    given = {event.place for event in events if event.key == key}
    firsts = {event.key: event.place for event in reversed(events)}
    count = 0
    for place in sorted((place for place in questions if place < before), reverse=True):
        if key not in questions[place] or place in given:
            break
        tried = not asks_back(transcript.messages[place].text)
        count += 1 if tried and place not in firsts.values() else 0
    return count


def _whole_remarks(found: dict[str, Any], fields: tuple[Field, ...], part: str, text: str) -> dict[str, Any]:
    """Remarks to the end of a long message, of which only the first part was read."""
    remarks = {field.key for field in fields if field.kind is Kind.REMARK}
    return {
        key: whole_again(value, part, text) if key in remarks and isinstance(value, str) else value
        for key, value in found.items()
    }


def _whole_moments(
    text: str,
    fields: tuple[Field, ...],
    context: Context,
    found: dict[str, Any],
    halves: dict[str, Half],
) -> dict[str, str]:
    """Moments that this message completes; what it tells of others is kept in `halves`."""
    whole = {}
    for field in fields:
        if field.kind is not Kind.MOMENT or field.key not in context.asked or field.key in found:
            continue
        half = completed(halves.get(field.key, Half()), text, field, context, not found)
        if half.whole:
            whole[field.key] = half.whole
        elif half != Half():
            halves[field.key] = half
    for key in (*found, *whole):
        halves.pop(key, None)
    return whole


def _held(
    transcript: Transcript, fields: tuple[Field, ...], events: list[Event], place: int
) -> dict[str, Any]:
    """What lists hold by data, where the customer has said nothing of them since the last accepted call."""
    since = max((call.place for call in transcript.calls if call.accepted and call.place < place), default=-1)
    pending = {event.key for event in events if event.place > since}
    held = {
        field.key: held_value(field, transcript.sources_for(field, place))
        for field in fields
        if field.kind is Kind.LIST and field.key not in pending
    }
    return {key: value for key, value in held.items() if value is not UNKNOWN}


def _led_out(
    text: str, tools: tuple[Tool, ...], fields: tuple[Field, ...], found: dict[str, Any], context: Context
) -> dict[str, Any]:
    """A message that leaves the form is told to the way out alone, not to another tool's free text.

    `fields` are those of the tools with the choices on offer, which are no free text.
    """
    ways_out = [tool for tool in tools if is_way_out(tool)]
    # A "don't" of somebody who gives up or does not mind is no answer to a yes-or-no question.
    weak = {field.key for field in fields if field.kind in FREE_TEXT or field.kind is Kind.BOOLEAN}
    # Where a schema shows examples, a value is the name of a thing and no sentence.
    things = {field.key for field in fields if field.kind is Kind.WORDS and field.examples}
    found = {
        key: value
        for key, value in found.items()
        if not (key in things and isinstance(value, str) and is_sentence(value))
    }
    own = {field.key for tool in ways_out for field in tool.fields}
    kept = {key: value for key, value in found.items() if key not in own}
    told = any(value is not None for key, value in kept.items() if key not in weak)
    leaving = [tool for tool in ways_out if wished(text, tool) or _goes_there(text, tool, context)]
    if not told and not leaving and INQUIRY.search(text):
        return {key: value for key, value in kept.items() if key not in weak}
    if told or not leaving:
        return kept
    out = {field.key: text.strip() for field in leaving[0].fields if field.kind is not Kind.COMPOSED}
    return {key: value for key, value in kept.items() if key not in weak} | out


def _goes_there(text: str, tool: Tool, context: Context) -> bool:
    """True for a wish that nothing else on offer fulfils, said in the tool's words or unasked."""
    if Purpose.ELSEWHERE not in purposes_of(tool) or not is_request(text):
        return False
    return not context.asked or overlap(text, tool) >= SOME
