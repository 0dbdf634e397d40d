"""What `make run` tells its user when the site is up."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ezgraph_site.seeding import ADMINISTRATOR, FirstCredentials

RESET: Final = f".venv/bin/python manage.py changepassword {ADMINISTRATOR}"


def welcome(address: str, folder: Path, credentials: FirstCredentials, graphs: Sequence[str]) -> str:
    """The lines to print, the last of which says that the site is ready.

    `address` ends without a slash; `graphs` are the names of those that the site serves.
    """
    chats = [f"{address}/chat/{name}/" for name in graphs]
    rows = [("Data folder", str(folder)), ("Back office", f"{address}/admin/")]
    if credentials.administrator_password:
        rows += [
            ("  user", ADMINISTRATOR),
            ("  password", f"{credentials.administrator_password}   (shown only this once)"),
        ]
    else:
        rows += [("  forgotten?", RESET)]
    if credentials.demo_key:
        rows += [("Demo API key", f"{credentials.demo_key}   (shown only this once)")]
    rows += [("Chat", chat) for chat in chats]
    table = "\n".join(f"{name:<14}{value}" for name, value in rows)
    return f"{table}\nReady: {(chats or [address])[0]}"
