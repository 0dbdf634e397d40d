"""The conversation so far: what is known of every field, what was asked, which calls were made.

Everything is read anew from the request each round, so the same request always gives the same reply
and nothing has to be kept between rounds.
"""

import json
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any, Final

from providers.adapters.embedded.facts import Source, choices, known_value, with_choices
from providers.adapters.embedded.fields import Bound, Field, Kind, Tool
from providers.adapters.embedded.items import missing_members
from providers.adapters.embedded.page import Context
from providers.adapters.embedded.phrases import asked_fields
from providers.adapters.embedded.reading import read_message
from providers.adapters.embedded.schema import read_tool
from providers.ports import ChatMessage, ChatRequest, ChatRole

MOST_MESSAGES: Final = 40
"""Customer messages that are read, counted from the newest, so that a round stays within milliseconds."""


@dataclass(frozen=True)
class Call:
    """A tool call of the space with its result; `place` is the message's number."""

    place: int
    name: str
    arguments: dict[str, Any]
    result: str
    accepted: bool


@dataclass(frozen=True)
class Event:
    """A value that a customer's message gave to a field."""

    place: int
    key: str
    value: Any


class Space:
    """A request as the embedded model understands it."""

    def __init__(self, request: ChatRequest, today: date) -> None:
        self.today = today
        self.messages = request.messages
        self.tools = tuple(read_tool(spec) for spec in request.tools)
        self.events: list[Event] = []
        self.asked: tuple[str, ...] = ()
        self._read_all()

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every answered tool call, in order."""
        results = {
            message.tool_call_id: message.text for message in self.messages if message.role is ChatRole.TOOL
        }
        return tuple(
            Call(place, call.name, arguments, results[call.id], accepted(results[call.id]))
            for place, message in enumerate(self.messages)
            for call in message.tool_calls
            if call.id in results and (arguments := _parsed(call.arguments)) is not None
        )

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of all tools on offer, each once."""
        unique = {field.key: field for tool in self.tools for field in tool.fields}
        return tuple(unique.values())

    @cached_property
    def newest(self) -> int:
        """The number of the newest human message, internal or not; -1 where there is none."""
        return max(
            (place for place, message in enumerate(self.messages) if message.role is ChatRole.HUMAN),
            default=-1,
        )

    @property
    def opening(self) -> bool:
        """True where the newest human message comes from the framework, not from the customer."""
        return self.newest < 0 or not self._from_customer(self.newest)

    @property
    def newest_text(self) -> str:
        """The text of the newest human message."""
        return self.messages[self.newest].text if self.newest >= 0 else ""

    @property
    def composed(self) -> str:
        """The newest internal message: what the model would put into its own words."""
        return next(
            (
                message.text
                for message in reversed(self.messages)
                if message.role is ChatRole.HUMAN and message.internal
            ),
            "",
        )

    @cached_property
    def sources(self) -> tuple[tuple[int, Source], ...]:
        """Texts that may hold ids and choices with their message numbers, oldest first."""
        refusals = {call.result: call.name for call in self.calls if not call.accepted}
        return tuple(
            (place, Source(message.text, message.role is not ChatRole.SYSTEM, refusals.get(message.text, "")))
            for place, message in enumerate(self.messages)
            if _is_source(message)
        )

    @cached_property
    def newest_keys(self) -> frozenset[str]:
        """The fields that the newest message gave a value to."""
        return frozenset(event.key for event in self.events if event.place == self.newest)

    def effective(self, field: Field) -> Field:
        """The field with the choices that tools offer for it by now."""
        return with_choices(field, self._sources_for(field, len(self.messages)))

    def last_call(self, tool: Tool, only_accepted: bool = False) -> Call | None:
        """The newest call of a tool."""
        return next(
            (
                call
                for call in reversed(self.calls)
                if call.name == tool.name and (call.accepted or not only_accepted)
            ),
            None,
        )

    def overtaken(self, call: Call) -> bool:
        """True for a rejected call after which another tool was accepted: what it lacked may be there now."""
        return not call.accepted and any(
            other.accepted and other.place > call.place and other.name != call.name for other in self.calls
        )

    def open_rejection(self, tool: Tool) -> Call | None:
        """The tool's newest call where it was rejected with choices that nothing has settled yet."""
        last = self.last_call(tool)
        if last is None or last.accepted or self.overtaken(last):
            return None
        return last if any(choices(field, [Source(last.result)]) for field in tool.fields) else None

    def turn_calls(self) -> tuple[Call, ...]:
        """The calls since the newest human message."""
        return tuple(call for call in self.calls if call.place > self.newest)

    def values(self, tool: Tool) -> dict[str, Any]:
        """What is known of a tool's fields by key.

        A tool without required fields changes something, so only what was said after its last accepted
        call counts; any other keeps the arguments of that call as the ground.
        """
        last = self.last_call(tool, only_accepted=True)
        since = last.place if last and not tool.required else -1
        values = _flat(tool, last.arguments) if last and tool.required else {}
        places: dict[str, int] = dict.fromkeys(values, last.place if last else -1)
        for event in self.events:
            newer = last is None or event.place > last.place
            if event.place > since and (newer or event.key not in values):
                values[event.key], places[event.key] = event.value, event.place
        values = {field.key: values[field.key] for field in tool.fields if field.key in values}
        for field in tool.fields:
            if field.key not in values:
                self._fill(field, values)
        _drop_contradiction(tool, values, places)
        return values

    def fresh(self, tool: Tool) -> bool:
        """True where something was said for the tool since its last call, or another one brought what it
        lacked, or it was never called.
        """
        last = self.last_call(tool)
        keys = {field.key for field in tool.fields}
        return (
            last is None
            or self.overtaken(last)
            or any(event.place > last.place and event.key in keys for event in self.events)
        )

    def missing(self, tool: Tool) -> tuple[Field, ...]:
        """The fields without which the tool cannot be called, with the choices to offer for them."""
        values = self.values(tool)
        lacking = [self.effective(field) for field in tool.required if field.key not in values]
        for field in tool.fields:
            if field.key in values and field.kind is Kind.ITEMS:
                lacking += (
                    [replace(field, description="")] if missing_members(field, values[field.key]) else []
                )
        return tuple(lacking) + self._to_choose(tool, values)

    def arguments(self, tool: Tool) -> dict[str, Any]:
        """The arguments object for a call, objects nested as the schema has them."""
        values = self.values(tool)
        arguments: dict[str, Any] = {}
        for field in tool.fields:
            if field.key not in values or (values[field.key] is None and not field.nullable):
                continue
            target = arguments
            for step in field.path[:-1]:
                target = target.setdefault(step, {})
            target[field.name] = values[field.key]
        return arguments

    def _fill(self, field: Field, values: dict[str, Any]) -> None:
        """What no customer has to say: constants, ids from tool results, the model's own text."""
        if field.constant is not None:
            values[field.key] = field.constant
        elif field.kind is Kind.COMPOSED:
            if self.composed:
                values[field.key] = self.composed
        elif (
            field.required
            and (known := known_value(field, self._sources_for(field, len(self.messages)))) is not None
        ):
            values[field.key] = known

    def _to_choose(self, tool: Tool, values: dict[str, Any]) -> tuple[Field, ...]:
        """Fields, optional ones too, between whose candidates a rejection asks to choose."""
        last = self.last_call(tool)
        if last is None or last.accepted:
            return ()
        chosen = []
        for field in tool.fields:
            offered = with_choices(field, [Source(last.result)])
            if field.options or not offered.options or len(offered.options) < 2:
                continue
            if all(
                str(option.value).lower() != str(values.get(field.key, "")).lower()
                for option in offered.options
            ):
                chosen.append(replace(offered, nullable=False))
        return tuple(field for field in chosen if field.key in values or not field.required)

    def _read_all(self) -> None:
        """Read every message of the customer in order, each in the light of what came before it."""
        foreign = self._foreign_place()
        spent = self._spent()
        places = [
            place
            for place in range(len(self.messages))
            if self.messages[place].role is ChatRole.HUMAN and self._from_customer(place)
        ]
        values: dict[str, Any] = {}
        recent: tuple[str, ...] = ()
        subject = " ".join(
            [tool.name.replace("_", " ") + " " + tool.description for tool in self.tools if tool.fields]
        )
        for place in places[-MOST_MESSAGES:]:
            fields = self._fields_at(place)
            asked = asked_fields(self._question_before(place), fields)
            refused = self._refused_before(place)
            context = Context(
                self.today, asked, dict(values), recent, refused, place < foreign, spent, subject
            )
            found = read_message(self.messages[place].text, fields, context)
            self.events += [Event(place, key, value) for key, value in found.items()]
            values.update(found)
            recent = tuple(found) or recent
        self.asked = (
            asked_fields(self._question_before(self.newest), self._fields_at(self.newest))
            if self.newest >= 0
            else ()
        )

    def _refused_before(self, place: int) -> bool:
        """True where the last call before a message was rejected: what comes now mends it."""
        calls = [call for call in self.calls if call.place < place]
        return bool(calls) and not calls[-1].accepted

    def _fields_at(self, place: int) -> tuple[Field, ...]:
        return tuple(with_choices(field, self._sources_for(field, place)) for field in self.fields)

    def _sources_for(self, field: Field, before: int) -> list[Source]:
        """What may tell of a field; a rejection's candidates are for the rejecting tool alone."""
        fields_of = {tool.name: tool.fields for tool in self.tools}
        return [
            source
            for place, source in self.sources
            if place < before and (not source.refused or field in fields_of.get(source.refused, ()))
        ]

    def _question_before(self, place: int) -> str:
        """What the assistant said last before a message; text beside tool calls was never shown."""
        for message in reversed(self.messages[: max(place, 0)]):
            if message.role is ChatRole.AI and message.text and not message.tool_calls:
                return message.text
            if message.role is ChatRole.HUMAN and not message.internal:
                return ""
        return ""

    def _from_customer(self, place: int) -> bool:
        """True for a customer's message, also where the framework repeats one to another node."""
        message = self.messages[place]
        if not message.internal:
            return True
        return any(
            earlier.role is ChatRole.HUMAN and not earlier.internal and earlier.text == message.text
            for earlier in self.messages[:place]
        )

    def _foreign_place(self) -> int:
        """The number of the last accepted call of a tool that is no longer on offer: an earlier stage
        ended there.
        """
        offered = {tool.name for tool in self.tools}
        return max(
            (call.place for call in self.calls if call.accepted and call.name not in offered), default=-1
        )

    def _spent(self) -> frozenset[str]:
        offered = {tool.name for tool in self.tools}
        return frozenset(
            str(value)
            for call in self.calls
            if call.accepted and call.name not in offered
            for value in _leaves(call.arguments)
            if not isinstance(value, bool) and value is not None
        )


def accepted(result: str) -> bool:
    """False for the result of a rejected call: a JSON object with `accepted` false."""
    try:
        data = json.loads(result)
    except (ValueError, RecursionError):
        return True
    return not (isinstance(data, dict) and data.get("accepted") is False)


def _is_source(message: ChatMessage) -> bool:
    if message.role is ChatRole.AI:
        return bool(message.text) and not message.tool_calls
    return message.role in {ChatRole.SYSTEM, ChatRole.TOOL} or (
        message.role is ChatRole.HUMAN and message.internal
    )


def _parsed(arguments: dict[str, Any] | str) -> dict[str, Any] | None:
    return arguments if isinstance(arguments, dict) else None


def _flat(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for field in tool.fields:
        target: Any = arguments
        for step in field.path:
            target = target.get(step, ...) if isinstance(target, dict) else ...
        if target is not ...:
            values[field.key] = target
    return values


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in _leaves(one)]
    if isinstance(value, list):
        return [leaf for one in value for leaf in _leaves(one)]
    return [value]


def _drop_contradiction(tool: Tool, values: dict[str, Any], places: dict[str, int]) -> None:
    """Of a lowest above its highest, the one said in an older message no longer holds."""
    for low in tool.fields:
        for high in tool.fields:
            if (
                low.bound is not Bound.LOW
                or high.bound is not Bound.HIGH
                or low.kind is not high.kind
                or low.path[:-1] != high.path[:-1]
            ):
                continue
            first, second = values.get(low.key), values.get(high.key)
            if first is None or second is None or not _comparable(first, second) or first <= second:
                continue
            if places.get(low.key, -1) != places.get(high.key, -1):
                values.pop(low.key if places.get(low.key, -1) < places.get(high.key, -1) else high.key)


def _comparable(first: Any, second: Any) -> bool:
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (first, second))
    return numbers or (
        isinstance(first, str) and isinstance(second, str) and first[:1].isdigit() and second[:1].isdigit()
    )
