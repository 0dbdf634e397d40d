"""A request taken apart: tools, messages, calls, and the texts that tell of ids and choices."""

from datetime import date
from functools import cached_property

from providers.adapters.embedded.conversation.attention import read_places, readable_messages
from providers.adapters.embedded.conversation.calls import Call, answered_calls, leaves
from providers.adapters.embedded.conversation.facts import Source, with_choices
from providers.adapters.embedded.forms.fields import Field
from providers.adapters.embedded.forms.schema import read_tool
from providers.ports import ChatMessage, ChatRequest, ChatRole


class Transcript:
    """What stands in a request, before anything that the customer wrote is understood."""

    def __init__(self, request: ChatRequest, today: date) -> None:
        self.today = today
        self.messages = readable_messages(request.messages)
        self._unshortened = request.messages
        self.tools = tuple(read_tool(spec) for spec in request.tools)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Every answered tool call, in order."""
        return answered_calls(self.messages)

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

    @cached_property
    def customer_places(self) -> tuple[int, ...]:
        """The numbers of the customer's messages that are read."""
        return read_places(
            [place for place in range(len(self.messages)) if self.from_customer(place)], self._unshortened
        )

    @cached_property
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

    def sources_for(self, field: Field, before: int) -> list[Source]:
        """What may tell of a field; a rejection's candidates are for the rejecting tool alone."""
        fields_of = {tool.name: tool.fields for tool in self.tools}
        return [
            source
            for place, source in self.sources
            if place < before and (not source.refused or field in fields_of.get(source.refused, ()))
        ]

    def fields_at(self, place: int) -> tuple[Field, ...]:
        """All fields with the choices that were on offer before a message."""
        return tuple(with_choices(field, self.sources_for(field, place)) for field in self.fields)

    def question_before(self, place: int) -> str:
        """What the assistant said last before a message; text beside tool calls was never shown."""
        for message in reversed(self.messages[: max(place, 0)]):
            if message.role is ChatRole.AI and message.text and not message.tool_calls:
                return message.text
            if message.role is ChatRole.HUMAN and not message.internal:
                return ""
        return ""

    def refused_before(self, place: int) -> bool:
        """True where the last call before a message was rejected: what comes now mends it."""
        calls = [call for call in self.calls if call.place < place]
        return bool(calls) and not calls[-1].accepted

    def from_customer(self, place: int) -> bool:
        """True for a customer's message, also where the framework repeats one to another node."""
        message = self.messages[place]
        if message.role is not ChatRole.HUMAN:
            return False
        return not message.internal or self._first_said.get(message.text, place) < place

    def unshortened(self, place: int) -> str:
        """The whole text of a message, however much of it is read."""
        return self._unshortened[place].text

    @cached_property
    def _first_said(self) -> dict[str, int]:
        """The number of the message in which the customer first wrote a text."""
        return {
            message.text: place
            for place, message in reversed(list(enumerate(self.messages)))
            if message.role is ChatRole.HUMAN and not message.internal
        }

    @cached_property
    def foreign_place(self) -> int:
        """The number of the last accepted call of a tool that is no longer on offer: an earlier stage
        ended there.
        """
        return max((call.place for call in self._foreign_calls), default=-1)

    @cached_property
    def spent(self) -> frozenset[str]:
        """The values that tools of earlier stages were called with, as texts."""
        return frozenset(
            str(value)
            for call in self._foreign_calls
            for value in leaves(call.arguments)
            if not isinstance(value, bool) and value is not None
        )

    @property
    def _foreign_calls(self) -> tuple[Call, ...]:
        offered = {tool.name for tool in self.tools}
        return tuple(call for call in self.calls if call.accepted and call.name not in offered)


def _is_source(message: ChatMessage) -> bool:
    if message.role is ChatRole.AI:
        return bool(message.text) and not message.tool_calls
    return message.role in {ChatRole.SYSTEM, ChatRole.TOOL} or (
        message.role is ChatRole.HUMAN and message.internal
    )
