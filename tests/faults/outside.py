"""The world outside of the database, on disk: what a killed process did there stays done."""

import os
from pathlib import Path

ORDERS = "orders"
KEYED_ORDERS = "keyed orders"


class Outside:
    """What a session's turns did outside: orders at two shops, and questions to the model.

    One shop takes every order for a new one. The other knows an order by its key: the same key
    again is the same order.
    """

    def __init__(self, data_dir: Path, session: str) -> None:
        self._folder = data_dir / "outside" / session
        self._folder.mkdir(parents=True, exist_ok=True)

    def order(self, key: str) -> None:
        """Order at both shops."""
        self.note(ORDERS)
        if f"{KEYED_ORDERS} {key}" not in self._notes():
            self.note(f"{KEYED_ORDERS} {key}")

    def note(self, what: str) -> None:
        """Keep that something was done once more; in one write, so that a kill leaves no half of it."""
        notes = os.open(self._folder / "notes", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            os.write(notes, f"{what}\n".encode())
        finally:
            os.close(notes)

    def times(self, what: str) -> int:
        """How often something was done; of orders with a key, however they are keyed."""
        return sum(note.startswith(what) for note in self._notes())

    def _notes(self) -> list[str]:
        notes = self._folder / "notes"
        return notes.read_text().splitlines() if notes.exists() else []
