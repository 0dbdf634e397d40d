"""How an entry of the log is written: as a line of JSON for machines, or as text for whoever develops."""

import json
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from conversations.announcements import Turn
from conversations.observing.context import known
from conversations.observing.names import shown
from providers.announcements import ModelCall
from providers.announcing import Observer, Work

logger = logging.getLogger("conversations.turns")

PRIVATE: Final = "private"
"""The attribute of an entry with what a developer wants to know, and what may quote somebody."""

FIELDS: Final = "fields"
"""The attribute of an entry with further fields of its line."""

MOST_ERRORS: Final = 10
"""How many errors are told of one entry: it, those of its group, and those that each came from."""


class JsonLines(logging.Formatter):
    """One JSON object a line, with what is known of the work that the entry is about.

    Of an error it tells the type and the places in the code. What an error says is left out: errors of
    authors' code and of validation quote what somebody wrote.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
            **known(),
            **getattr(record, FIELDS, {}),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["errors"] = list(_errors(error))
        return json.dumps(line, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """Text as a developer reads it, with what an error says."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging names it
        """The line, with what is for the developer and the further fields behind."""
        line = super().formatMessage(record)
        private = getattr(record, PRIVATE, "")
        fields = " ".join(f"{name}={value}" for name, value in getattr(record, FIELDS, {}).items())
        return f"{line}{': ' if private else ''}{private}{f' ({fields})' if fields else ''}"


class Telling(Observer):
    """Tells, as INFO, how each turn and each call to a provider went."""

    def over(self, work: Work) -> None:
        """Write an entry about what has run."""
        if not logger.isEnabledFor(logging.INFO):
            return
        match work:
            case Turn():
                said, fields = "A turn is over.", _turn(work)
            case ModelCall():
                said, fields = "A provider was called.", _call(work)
            case _:
                return
        logger.info(said, extra={FIELDS: {**fields, "seconds": round(work.seconds, 3)}})


def _message(record: logging.LogRecord) -> str:
    """What the entry says. Beside an error only its first line: asyncio quotes the error in a second one.

    Where its arguments do not fit, it is told without them: logging would print them in its complaint.
    """
    try:
        message = record.getMessage()
    except Exception:
        message = record.msg if isinstance(record.msg, str) else type(record.msg).__qualname__
    return message.partition("\n")[0] if record.exc_info else message


def _turn(turn: Turn) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "graph": turn.graph,
        "session": turn.session,
        "turn": turn.number,
        "status": turn.status,
    }
    return {**fields, "cause": turn.fault} if turn.fault else fields


def _call(call: ModelCall) -> dict[str, Any]:
    return {
        "provider": call.provider,
        "model": shown(call.model or call.asked_model),
        "outcome": call.fault or "ok",
        "input_tokens": call.usage.input_tokens,
        "output_tokens": call.usage.output_tokens,
    }


def _errors(error: BaseException) -> Iterator[dict[str, Any]]:
    """The error and those that it came from, the newest first; of a group before these its own."""
    following = [error]
    for _ in range(MOST_ERRORS):
        if not following:
            return
        one = following.pop(0)
        frames = traceback.extract_tb(one.__traceback__)
        yield {
            "type": type(one).__qualname__,
            "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
        }
        following[:0] = _behind(one)


def _behind(error: BaseException) -> list[BaseException]:
    """The errors of a group, and what an error came from."""
    grouped = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return [*grouped, *([before] if before else [])]
