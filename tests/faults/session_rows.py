"""All rows of one session as a process read them, for the tests to judge."""

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class SessionRows:
    """Rows are dictionaries of their columns, in the order of their numbers.

    `events` are what webhooks are told. `lease_left` are the seconds that the lease has left, None where
    nobody holds the session.
    """

    session: Row
    turns: list[Row]
    steps: list[Row]
    messages: list[Row]
    channel_rows: list[Row]
    calls: list[Row]
    events: list[Row]
    lease_left: float | None

    @classmethod
    def of(cls, read: dict[str, Any]) -> "SessionRows":
        """Take what `rows.read` gave a process."""
        return cls(channel_rows=read.pop("channels"), **read)

    def visible(self) -> list[Row]:
        """The messages that the customer sees."""
        return [message for message in self.messages if message["number"] is not None]

    def transcript(self) -> list[str]:
        """Their texts."""
        return [message["text"] for message in self.visible()]

    def statuses(self) -> list[str]:
        """How the turns stand."""
        return [turn["status"] for turn in self.turns]

    def steps_of(self, turn: Row) -> list[Row]:
        """The steps of one turn."""
        return [step for step in self.steps if step["turn_id"] == turn["id"]]

    def told_of(self, turn: Row) -> list[str]:
        """The events of one turn's ends."""
        return [
            event["type"]
            for event in self.events
            if event["type"].startswith("turn.") and event["facts"]["turn"] == turn["number"]
        ]

    def channels(self) -> dict[str, Row]:
        """The state of each channel, by its node."""
        return {channel["node"]: channel["state"] for channel in self.channel_rows}

    def folded_channels(self) -> dict[str, Row]:
        """The channels that the steps lead to, one after another."""
        folded: dict[str, Row] = {}
        for step in self.steps:
            folded |= step["channels"]
        return folded

    def story(self) -> list[Any]:
        """What happened, without what differs from one run to the next: keys, times, owners, tries."""
        numbers = self._turn_numbers()
        went = [
            (numbers[step["turn_id"]], *_picked(step, "number", "node", "outcome", "cursor", "last_seq"))
            for step in self.steps
        ]
        standing = [self.session["cursor"], self.session["status"], self.statuses()]
        return [*standing, self.said(), went, self.channels()]

    def said(self) -> list[tuple[Any, ...]]:
        """All messages, as far as they are the same in every run."""
        numbers = self._turn_numbers()
        return [
            (numbers[message["turn_id"]], *_picked(message, "number", "space", "role", "text", "tool_calls"))
            for message in self.messages
        ]

    def told(self) -> str:
        """The story for a reader."""
        return json.dumps([self.session, self.turns, self.story()], indent=1)

    def _turn_numbers(self) -> dict[int, int]:
        return {turn["id"]: turn["number"] for turn in self.turns}


def _picked(row: Row, *columns: str) -> tuple[Any, ...]:
    return tuple(row[column] for column in columns)
