"""The texts of the statements that a turn runs, each made once.

A turn writes the same few statements again and again. Building each through the ORM costs several
times what the database needs to run it.
"""

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

Names: TypeAlias = tuple[str, ...]
"""Names of columns."""

Computed: TypeAlias = tuple[tuple[str, str], ...]
"""Columns, each with the SQL of its value."""


@cache
def quoted(name: str) -> str:
    """A name as SQL takes it; SQLite and PostgreSQL agree on that."""
    return f'"{name}"'


@cache
def insert(table: str, names: Names, rows: int, computed: Computed = ()) -> str:
    """Add so many rows; the parameters of what is computed follow those of each row's `names`."""
    places = ", ".join([*["%s"] * len(names), *(value for _, value in computed)])
    columns = _list([*names, *(name for name, _ in computed)])
    return f"INSERT INTO {quoted(table)} ({columns}) VALUES {', '.join([f'({places})'] * rows)}"


@cache
def insert_returning(table: str, names: Names, returned: str) -> str:
    """Add one row and tell a column of it."""
    return f"{insert(table, names, 1)} RETURNING {quoted(returned)}"


@cache
def insert_for_each(table: str, names: Names, computed: Computed, found: str) -> str:
    """Add a row for each that SQL finds: `names` are the same in all, what is computed comes of the found."""
    columns = _list([*names, *(name for name, _ in computed)])
    places = ", ".join([*["%s"] * len(names), *(value for _, value in computed)])
    return f"INSERT INTO {quoted(table)} ({columns}) SELECT {places} FROM {found}"


@cache
def put(table: str, names: Names, rows: int, unique: Names) -> str:
    """Add so many rows; one that is there already by its `unique` columns is replaced."""
    replaced = ", ".join(f"{quoted(name)} = EXCLUDED.{quoted(name)}" for name in names if name not in unique)
    return f"{insert(table, names, rows)} ON CONFLICT ({_list(unique)}) DO UPDATE SET {replaced}"


@cache
def update(table: str, names: Names, where: Names, computed: Computed, also: str) -> str:
    """Change the rows whose columns `where` equal the parameters after those of `names`."""
    changed = [f"{quoted(name)} = %s" for name in names]
    changed += [f"{quoted(name)} = {value}" for name, value in computed]
    return f"UPDATE {quoted(table)} SET {', '.join(changed)} WHERE {_condition(where)} {also}"


@cache
def update_returning(table: str, names: Names, where: Names, computed: Computed, returned: str) -> str:
    """Like `update`, and tell a column of each row."""
    return f"{update(table, names, where, computed, '')} RETURNING {quoted(returned)}"


@cache
def delete(table: str, where: Names) -> str:
    """Remove the rows whose columns `where` equal the parameters."""
    return f"DELETE FROM {quoted(table)} WHERE {_condition(where)}"


@cache
def select(table: str, names: Names, where: Names, computed: Names, also: str) -> str:
    """Read `names`, then what SQL is to compute, where the columns `where` equal the parameters."""
    columns = ", ".join([*map(quoted, names), *computed])
    return f"SELECT {columns} FROM {quoted(table)} WHERE {_condition(where)} {also}"


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(quoted, names))


def _condition(where: Iterable[str]) -> str:
    return " AND ".join(f"{quoted(name)} = %s" for name in where)
