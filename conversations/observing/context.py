"""What is known of the work that runs now: for the log."""

from typing import Any

from conversations.announcements import Connection, Decision, Step, ToolRun, Turn
from conversations.observing.names import shown
from providers.announcements import ModelCall
from providers.announcing import Work, current


def known() -> dict[str, Any]:
    """Ids, names and numbers of the work that runs here and of all that it is part of."""
    fields: dict[str, Any] = {}
    work = current()
    while work is not None:
        fields = {**_of(work), **fields}
        work = work.above
    return fields


def _of(work: Work) -> dict[str, Any]:
    match work:
        case Connection():
            return {"request": work.request_id}
        case Turn():
            return {"graph": work.graph, "session": work.session, "turn": work.number}
        case Step():
            return {"step": work.number, "node": work.node}
        case Decision():
            return {"node": work.node}
        case ToolRun():
            return {"tool": work.tool}
        case ModelCall():
            model = {"model": shown(work.asked_model)} if work.asked_model else {}
            return {"provider": work.provider, **model}
    return {}
