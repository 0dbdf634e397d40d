"""Requests that can be asked as one: those of equal state and model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from providers.ports import DecideRequest
from providers.questions import Question
from providers.usage import Usage
from providers.wire.bodies import json_body


@dataclass(frozen=True)
class Group:
    """Requests about one state to one model, put as one. Alone, a request keeps its questions' names."""

    model: str
    requests: tuple[DecideRequest, ...]

    @property
    def state(self) -> Any:
        """The state that all of them are about."""
        return self.requests[0].state

    @property
    def seconds(self) -> float | None:
        """The shortest time that any of them leaves; None where none has a limit."""
        return min((one.timeout for one in self.requests if one.timeout is not None), default=None)

    @cached_property
    def questions(self) -> dict[str, Question]:
        """All questions under names of the group."""
        return {
            self._name(place, name): question
            for place, request in enumerate(self.requests)
            for name, question in request.questions.items()
        }

    def sent_to(self, place: int, sent: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what of the answers `sent` belongs to the request at `place`, under its own names."""
        if len(self.requests) == 1:
            return sent
        names = {self._name(place, name): name for name in self.requests[place].questions}
        return {names[key]: answer for key, answer in sent.items() if key in names}

    def share(self, place: int, usage: Usage) -> Usage:
        """Return the part of the tokens that the request at `place` pays; all parts together are `usage`."""

        def part(tokens: int) -> int:
            each, rest = divmod(tokens, len(self.requests))
            return each + (place < rest)

        return Usage(input_tokens=part(usage.input_tokens), output_tokens=part(usage.output_tokens))

    def _name(self, place: int, name: str) -> str:
        return name if len(self.requests) == 1 else f"{place}_{name}"


def grouped(requests: Sequence[DecideRequest], model: str) -> list[tuple[Group, list[int]]]:
    """Return the groups of `requests`, each with the places of its members; `model` is the usual one."""
    places: dict[tuple[str, bytes], list[int]] = {}
    for place, request in enumerate(requests):
        # As JSON, for in Python 1 equals True.
        places.setdefault((request.model or model, json_body(request.state)), []).append(place)
    return [
        (Group(model=key[0], requests=tuple(requests[place] for place in members)), members)
        for key, members in places.items()
    ]
