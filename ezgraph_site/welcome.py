"""What `make run` tells its user when the site is up."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from ezgraph_site.places import manage_command
from ezgraph_site.seeding import ADMINISTRATOR, DEMO_CLIENT, DEMO_SCOPES, FirstCredentials


def welcome(address: str, folder: Path, credentials: FirstCredentials, graphs: Sequence[str]) -> str:
    """The lines to print, the last of which says that the site is ready, and where to chat.

    `address` ends without a slash; `graphs` are the names of those with which people can chat.
    """
    chats = [f"{address}/chat/{name}/" for name in graphs]
    rows = [("Data folder", str(folder)), ("Back office", f"{address}/admin/")]
    if credentials.administrator_password:
        rows += [
            ("  user", ADMINISTRATOR),
            ("  password", f"{credentials.administrator_password}   (shown only this once)"),
        ]
    else:
        rows += [("  forgotten?", manage_command(folder, "changepassword", ADMINISTRATOR))]
    if credentials.demo_key:
        rows += [("Demo API key", f"{credentials.demo_key}   (shown only this once)")]
    else:
        scopes = chain.from_iterable(("--scope", scope) for scope in DEMO_SCOPES)
        rows += [("New API key", manage_command(folder, "issue_api_key", DEMO_CLIENT, *scopes))]
    rows += [("" if place else "More chats", chat) for place, chat in enumerate(chats[1:])]
    rows += [("On a page", f"{address}/demo/")]
    table = "\n".join(f"{name:<14}{value}" for name, value in rows)
    return f"{table}\nReady: {(chats or [address])[0]}"
