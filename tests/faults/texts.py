"""The texts in which the engine sends several statements to PostgreSQL at once."""

import re
from typing import Final

BETWEEN: Final = ";\n"
"""What the engine puts between two statements. No value of the tests' turns holds it."""

_KEEPS: Final = re.compile(r"PREPARE (\w+) AS (.*)", re.DOTALL)
_RUNS: Final = re.compile(r"EXECUTE (\w+)")


class KeptStatements:
    """The statements that the connections of a process were told to keep, by name."""

    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    def learn(self, text: str) -> bool:
        """Take over what a text tells a connection to keep; whether that is new to the process."""
        told = _KEEPS.fullmatch(text)
        if told is None or told[1] in self._kept:
            return False
        self._kept[told[1]] = told[2]
        return True

    def statements(self, text: str) -> list[str]:
        """The SQL of each statement of a text."""
        return [self._sql(part) for part in text.split(BETWEEN)]

    def _sql(self, part: str) -> str:
        run = _RUNS.match(part)
        return self._kept[run[1]] if run else part


def keeps_a_statement(text: str) -> bool:
    """Whether a text only tells a connection of a statement to keep."""
    return text.startswith("PREPARE ")


def put_before(text: str, index: int, statement: str) -> str:
    """A text with a statement more, in front of the one with this index, or behind all of them."""
    parts = text.split(BETWEEN)
    return BETWEEN.join([*parts[:index], statement, *parts[index:]])
