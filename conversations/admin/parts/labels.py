"""A word on a coloured ground. The word says it all: nobody needs to see the colour."""

from typing import Final, Literal, TypeAlias

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from conversations.models import SessionStatus, TurnStatus

Tone: TypeAlias = Literal["", "info", "success", "warning", "danger", "primary"]

SESSION_TONES: Final[dict[str, Tone]] = {
    SessionStatus.ACTIVE: "info",
    SessionStatus.HANDED_OVER: "warning",
    SessionStatus.COMPLETED: "success",
    SessionStatus.ENDED: "",
}

TURN_TONES: Final[dict[str, Tone]] = {
    TurnStatus.QUEUED: "info",
    TurnStatus.RUNNING: "info",
    TurnStatus.COMPLETED: "success",
    TurnStatus.FAILED: "danger",
    TurnStatus.INTERRUPTED: "warning",
    TurnStatus.CANCELLED: "",
}


def label(text: str, tone: Tone = "", *, title: str = "") -> SafeString:
    """A text as a label of the theme; `title` is told to whoever points at it."""
    context = {"text": text, "type": tone, "label_title": title, "size": "md"}
    return render_to_string("unfold/helpers/label.html", context)


def session_label(status: str) -> SafeString:
    """A session's status."""
    return label(SessionStatus(status).label, SESSION_TONES[status])


def turn_label(status: str) -> SafeString:
    """A turn's status."""
    return label(TurnStatus(status).label, TURN_TONES[status])
