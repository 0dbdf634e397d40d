"""What a session's page shows, gathered for its templates."""

import re
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from conversations.admin.parts.amounts import count
from conversations.admin.parts.bars import BARS_MEDIA
from conversations.admin.parts.graph_picture import PICTURE_MEDIA, picture
from conversations.admin.parts.labels import session_label
from conversations.admin.reading import pretty_json
from conversations.admin.sessions.conversation import read_window
from conversations.admin.sessions.naming import came_through, customer_of
from conversations.admin.sessions.path import path_of
from conversations.admin.sessions.timeline import timeline
from conversations.admin.words import WORDS
from conversations.engine import graphs
from conversations.models import Session, SessionStatus, Takeover

_NUMBER: Final = re.compile(r"[0-9]{1,9}")

OVER: Final = frozenset({SessionStatus.COMPLETED, SessionStatus.ENDED})

SHOWN_NODES: Final = 12
"""Of the way through the graph, the newest, in words."""


@dataclass(frozen=True)
class Allowed:
    """What somebody may do with sessions, beside reading them."""

    take_over: bool
    end: bool
    retry: bool
    fork: bool
    export: bool
    erase: bool

    @classmethod
    def to(cls, request: HttpRequest) -> "Allowed":
        """The rights of who asks."""
        may = request.user.has_perm
        return cls(
            take_over=may("conversations.take_over_session"),
            end=may("conversations.end_session"),
            retry=may("conversations.retry_turn"),
            fork=may("conversations.fork_session"),
            export=may("conversations.export_session"),
            erase=may("conversations.erase_session"),
        )


def context_of(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Everything of the page that is not the theme's."""
    shown = window_context(request, session)
    graph, path = shown["graph"], path_of(session)
    return {
        **shown,
        "status": session_label(session.status),
        "customer": customer_of(session),
        "came_through": came_through(session),
        "path": path[-SHOWN_NODES:],
        "path_is_long": len(path) > SHOWN_NODES,
        "picture": picture(graph, here=session.cursor, path=path) if graph else "",
        "channels": [
            (row.node, pretty_json(row.state), row.updated_at) for row in session.channels.order_by("node")
        ],
        "config": pretty_json(session.config) if session.config else "",
        "usage": _usage(session),
        "rating": getattr(session, "rating", None),
        "parent": session.forked_from,
        "forks": list(
            Session.objects.filter(forked_from__turn__session=session)
            .select_related("forked_from__turn")
            .order_by("-created_at")
        ),
        "is_over": session.status in OVER,
        "words": WORDS,
        "parts_media": BARS_MEDIA + PICTURE_MEDIA,
    }


def window_context(request: HttpRequest, session: Session) -> dict[str, Any]:
    """The part of the conversation that is asked for: turns `before` a number, `since` one, or the newest."""
    before = _number(request, "before")
    window = read_window(session, before=before, since=_number(request, "since"))
    takeovers = list(Takeover.objects.filter(session=session).order_by("began_at"))
    return {
        "session": session,
        "allowed": Allowed.to(request),
        "graph": graphs.served().get(session.graph),
        "items": timeline(session, window, takeovers),
        "earlier": window.turns[0].number if window.has_earlier and window.turns else None,
        "is_past": before is not None and before <= session.last_turn,
        "earlier_turns": window.turns[0].number - 1 if window.turns else 0,
    }


def _number(request: HttpRequest, name: str) -> int | None:
    """A turn's number in the address; None where there is none that a turn could have."""
    text = request.GET.get(name, "")
    return int(text) if _NUMBER.fullmatch(text) else None


def _usage(session: Session) -> list[tuple[str, str, str, str]]:
    """What models read and wrote, by provider and model: name, calls, read, written."""
    return [
        (
            f"{one['provider']} · {one['model']}",
            count(one["calls"]),
            count(one["input_tokens"]),
            count(one["output_tokens"]),
        )
        for one in session.usage
    ]
