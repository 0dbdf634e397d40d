"""What a reader of a page is told when it cannot be made: soon again while the database is away, or sorry."""

import sys
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

RETRY_SECONDS: Final = 5
"""After how many seconds a page is worth another try while the database is away or overrun."""


def server_error(request: HttpRequest) -> HttpResponse:
    """Status 503 where the database cannot be reached or has no connection left, else 500.

    Django calls this while it handles the error. The pages take no row and no session.
    """
    if _passes(sys.exc_info()[1]):
        busy = HttpResponse(render_to_string("503.html"), status=503)
        busy["Retry-After"] = str(RETRY_SECONDS)
        return busy
    return HttpResponse(render_to_string("500.html"), status=500)


def _passes(error: BaseException | None) -> bool:
    """Whether it is the database's state that failed, and no statement of ours.

    SQLite calls a statement that names an unknown column an operational error, too.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return getattr(error.__cause__, "sqlite_errorname", "") != "SQLITE_ERROR"
