"""What pydantic finds wrong, in words that may be shown: the place and the message, never a value."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

_OWN_WORDS: Final = ("Value error, ", "Assertion failed, ")
"""What pydantic puts before the words of our own validators."""


@dataclass(frozen=True)
class FieldProblem:
    """What is wrong with one field.

    `field` is its path, such as `price.input` or `drivers.0.name`; empty where it is the whole.
    """

    field: str
    message: str

    def __str__(self) -> str:
        return f"{self.field}: {self.message}" if self.field else self.message


def field_problems(error: ValidationError) -> tuple[FieldProblem, ...]:
    """Return every fault that `error` reports, in its order; there is at least one."""
    return tuple(_problems(error))


def fault_texts(error: ValidationError) -> list[str]:
    """Return every fault that `error` reports as one line each: `place: message`."""
    return [str(problem) for problem in _problems(error)]


def _problems(error: ValidationError) -> Iterator[FieldProblem]:
    for fault in error.errors(include_url=False, include_input=False, include_context=False):
        message = fault["msg"]
        for prefix in _OWN_WORDS:
            message = message.removeprefix(prefix)
        yield FieldProblem(".".join(map(str, fault["loc"])), message)
