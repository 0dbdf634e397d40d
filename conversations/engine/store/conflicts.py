"""What the database refuses: because somebody else was faster, or because it can never be stored."""

from typing import Final

from django.db import Error

FENCED: Final = "22012"
"""PostgreSQL's code of a division by zero, which is how a fence fails; see `lease.fenced`."""

RACES: Final = frozenset({FENCED, "23505", "23503"})
"""That, a row that is there already, and one that is not there any more."""

SQLITE_RACES: Final = frozenset(
    {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_FOREIGNKEY"}
)
SQLITE_FENCED: Final = "conversations_session.revision"
"""The column that takes no NULL, in SQLite's words."""


def is_race(error: Error) -> bool:
    """Whether a write failed because of what somebody else wrote; the same write may succeed later."""
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) in RACES:
        return True
    name = getattr(cause, "sqlite_errorname", "")
    return name in SQLITE_RACES or (name == "SQLITE_CONSTRAINT_NOTNULL" and SQLITE_FENCED in str(cause))


def in_words(error: Error) -> str:
    """What was refused, in words that quote nobody; the database's own may quote the row."""
    cause = error.__cause__
    diagnosis = getattr(cause, "diag", None)
    known = (
        getattr(cause, "sqlstate", None),
        getattr(cause, "sqlite_errorname", None),
        getattr(diagnosis, "constraint_name", None),
        getattr(diagnosis, "column_name", None),
    )
    told = ", ".join(word for word in known if word)
    return f"{type(error).__name__} ({told})" if told else type(error).__name__
