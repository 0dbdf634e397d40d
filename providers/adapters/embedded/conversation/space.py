"""The conversation so far: what is known of every field, what was asked, which calls were made.

Everything is read anew from the request each round, so the same request always gives the same reply
and nothing has to be kept between rounds.
"""

from dataclasses import replace
from datetime import date
from functools import cached_property
from typing import Any

from providers.adapters.embedded.conversation.calls import Call, flat_arguments, nested_arguments
from providers.adapters.embedded.conversation.facts import Source, choices, known_value, with_choices
from providers.adapters.embedded.conversation.hearing import failed_tries, hear
from providers.adapters.embedded.conversation.held import UNKNOWN, held_value
from providers.adapters.embedded.conversation.ranges import drop_contradiction
from providers.adapters.embedded.conversation.transcript import Transcript
from providers.adapters.embedded.forms.fields import Field, Kind, Tool
from providers.adapters.embedded.readers.items import missing_members
from providers.ports import ChatRequest


class Space:
    """A request as the embedded model understands it."""

    def __init__(self, request: ChatRequest, today: date) -> None:
        self.transcript = Transcript(request, today)
        self.messages = self.transcript.messages
        self.tools = self.transcript.tools
        self.fields = self.transcript.fields
        self.calls = self.transcript.calls
        self.newest = self.transcript.newest
        heard = hear(self.transcript)
        self.events = heard.events
        self.questions = heard.questions
        self.halves = heard.halves
        self._beyond = heard.beyond.get(self.newest, {})
        self._values: dict[str, dict[str, Any]] = {}

    @property
    def asked(self) -> tuple[str, ...]:
        """The keys of the fields that the assistant asked for before the newest human message."""
        return self.questions.get(self.newest, ())

    def tries(self, field: Field) -> int:
        """How often in a row the customer was asked for the field and gave nothing for it."""
        return failed_tries(self.transcript, self.questions, self.events, field.key, len(self.messages))

    def standing_rejection(self) -> Call | None:
        """The last call of the space where it was rejected and nothing has come of it yet."""
        last = self.calls[-1] if self.calls else None
        offered = last is not None and any(tool.name == last.name for tool in self.tools)
        return last if last is not None and offered and not last.accepted else None

    @property
    def opening(self) -> bool:
        """True where the newest human message comes from the framework, not from the customer."""
        return self.newest < 0 or not self.transcript.from_customer(self.newest)

    @property
    def newest_text(self) -> str:
        """The text of the newest human message."""
        return self.messages[self.newest].text if self.newest >= 0 else ""

    @property
    def composed(self) -> str:
        """The newest internal message: what the model would put into its own words."""
        return self.transcript.composed

    @cached_property
    def newest_keys(self) -> frozenset[str]:
        """The fields that the newest message gave a value to."""
        return frozenset(event.key for event in self.events if event.place == self.newest)

    def newest_value(self, field: Field) -> Any:
        """What the newest message gave to a field; None where it gave nothing."""
        return next(
            (event.value for event in self.events if event.place == self.newest and event.key == field.key),
            None,
        )

    @property
    def beyond(self) -> tuple[Field, Any] | None:
        """The first field to which the newest message gave a number that it cannot hold, with the number."""
        found = [(field, self._beyond[field.key]) for field in self.fields if field.key in self._beyond]
        return found[0] if found else None

    def effective(self, field: Field) -> Field:
        """The field with the choices that tools offer for it by now."""
        return with_choices(field, self.transcript.sources_for(field, len(self.messages)))

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
        if tool.name not in self._values:
            self._values[tool.name] = self._read_values(tool)
        return dict(self._values[tool.name])

    def _read_values(self, tool: Tool) -> dict[str, Any]:
        last = self.last_call(tool, only_accepted=True)
        since = last.place if last and not tool.required else -1
        values = self._ground(tool, last) if last and tool.required else {}
        places: dict[str, int] = dict.fromkeys(values, last.place if last else -1)
        for event in self.events:
            newer = last is None or event.place > last.place
            if event.place > since and (newer or event.key not in values):
                values[event.key], places[event.key] = event.value, event.place
        values = {
            field.key: values[field.key]
            for field in tool.fields
            if field.key in values and self._on_offer(field, values[field.key])
        }
        for field in tool.fields:
            if field.key not in values:
                self._fill(field, values)
        drop_contradiction(tool, values, places)
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
        return nested_arguments(tool, self.values(tool))

    def _ground(self, tool: Tool, last: Call) -> dict[str, Any]:
        """What a tool was called with, as prompts of today may have changed it since."""
        values = flat_arguments(tool, last.arguments)
        prompts = [source for _, source in self.transcript.sources if not source.told]
        for field in tool.fields:
            if (held := held_value(field, prompts)) is not UNKNOWN:
                values[field.key] = held
        return values

    def _on_offer(self, field: Field, value: Any) -> bool:
        """False for the id of a row that a newer list no longer holds."""
        now = self.effective(field) if field.kind is Kind.IDENTIFIER else field
        return now.kind is not Kind.ROW or any(option.value == value for option in now.options)

    def _fill(self, field: Field, values: dict[str, Any]) -> None:
        """What no customer has to say: constants, ids from tool results, the model's own text."""
        if field.constant is not None:
            values[field.key] = field.constant
        elif field.kind is Kind.COMPOSED:
            if self.composed:
                values[field.key] = self.composed
        elif (
            field.required
            and (known := known_value(field, self.transcript.sources_for(field, len(self.messages))))
            is not None
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
