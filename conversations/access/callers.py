"""The kinds of callers."""

from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID


@dataclass(frozen=True)
class Anonymous:
    """Nobody in particular; may start sessions of public graphs."""


@dataclass(frozen=True)
class Visitor:
    """Holds a valid token of one session, which is of `graph`, and may open nothing else."""

    session: UUID
    graph: str


@dataclass(frozen=True)
class ApiCaller:
    """An integration, by one of its keys. `client` and `key` are the keys of the rows of both."""

    client: int
    scopes: frozenset[str]
    key: int


@dataclass(frozen=True)
class StaffCaller:
    """Somebody of staff who is logged in to the back office, with all permissions of the account `user`."""

    user: int
    name: str
    permissions: frozenset[str]


Caller: TypeAlias = Anonymous | Visitor | ApiCaller | StaffCaller

ANONYMOUS = Anonymous()
