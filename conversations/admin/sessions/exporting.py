"""Conversations as files. Each export is put on record before its first line is sent."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed, StreamingHttpResponse

from conversations.admin.csv_rows import csv_lines
from conversations.admin.reading import short_id
from conversations.admin.sessions.actions import to_be_changed
from conversations.admin.sessions.documents import HEAD, as_json, as_rows, as_text
from conversations.models import Session
from providers.database import in_database

PERMISSION: Final = "conversations.export_session"

MOST_EXPORTED: Final = 5_000
"""Sessions of one file: as many as a list can be paged through."""


@dataclass(frozen=True)
class Format:
    """A kind of file. `document` writes one session; `begin`, `between` and `end` stand around several."""

    name: str
    content_type: str
    suffix: str
    document: Callable[[Session], Iterator[str]]
    begin: str = ""
    between: str = ""
    end: str = ""


JSON: Final = Format("JSON", "application/json", "json", as_json, "[", ",\n", "]\n")
CSV: Final = Format("CSV", "text/csv; charset=utf-8", "csv", as_rows, "".join(csv_lines([HEAD])))
TEXT: Final = Format("text", "text/plain; charset=utf-8", "txt", as_text, between="\n\n")

FORMATS: Final = {"json": JSON, "csv": CSV, "text": TEXT}
"""By what a form calls them."""


def export(model_admin: Any, request: HttpRequest, session: UUID) -> HttpResponseBase:
    """One session as a file of the format that the form names."""
    row = to_be_changed(model_admin, PERMISSION, request, session)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    chosen = FORMATS.get(request.POST.get("format", ""))
    if chosen is None:
        raise BadRequest("There is no such format.")
    return export_all(request, [row], chosen, f"session-{short_id(row)}")


def export_all(
    request: HttpRequest, sessions: Sequence[Session], chosen: Format, name: str
) -> StreamingHttpResponse:
    """These sessions as one file. Whoever calls this has looked at the rights of who asks."""
    logged = f"Exported the conversation as {chosen.name}."
    LogEntry.objects.log_actions(request.user.pk, sessions, CHANGE, change_message=logged)  # type: ignore[arg-type]
    file = _in_pieces(_file([one.pk for one in sessions], chosen))
    answer = StreamingHttpResponse(file, content_type=chosen.content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}.{chosen.suffix}"'
    answer["Cache-Control"] = "no-store"
    return answer


def _file(sessions: Sequence[UUID], chosen: Format) -> Iterator[str]:
    """The file's text; a single object of JSON stands without brackets."""
    alone = len(sessions) == 1 and chosen is JSON
    yield "" if alone else chosen.begin
    for place, key in enumerate(sessions):
        row = Session.objects.select_related("client", "rating").filter(pk=key).first()
        if row is None:
            continue
        yield chosen.between if place else ""
        yield from chosen.document(row)
    yield "" if alone else chosen.end


async def _in_pieces(texts: Iterator[str]) -> AsyncIterator[str]:
    """The texts one by one, each read on the database's executor while the client takes the one before."""
    while (text := await in_database(next, texts, None)) is not None:
        yield text
