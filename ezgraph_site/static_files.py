"""WhiteNoise for an async site.

WhiteNoise's own middleware is synchronous: put into an async chain it would send every request, of a
chat as well, through a thread. This one passes other requests on untouched.

The chat's own modules and styles travel joined, lean and compressed: see `ezgraph_site.own_files`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import IO, Final

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from ezgraph_site.own_files import SUFFIXES, coding_for, sent

OWN: Final = "conversations/"
"""Where below `STATIC_URL` the files lie that travel so."""

_OF_THE_FILE: Final = ("Content-Length", "Accept-Ranges", "ETag", "Last-Modified")
"""Headers that WhiteNoise says of the file as it lies, which are not true of what is sent."""


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise tells no types
    """Serves the apps' static files at `STATIC_URL`; no collecting is needed."""

    async_capable = True
    sync_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], Awaitable[HttpResponseBase]]) -> None:
        super().__init__(get_response)
        self._get_response = get_response
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer from a static file where the address names one."""
        file = await self._find(request.path_info)
        if file is None:
            return await self._get_response(request)
        is_own = request.path_info.startswith(f"{self.static_prefix}{OWN}")
        if is_own and request.path_info.endswith(SUFFIXES) and request.method in ("GET", "HEAD"):
            return await asyncio.to_thread(_answer_own, file, request)
        return await asyncio.to_thread(_answer, file, request)

    async def _find(self, path: str) -> StaticFile | None:
        if not self.autorefresh:
            return self.files.get(path)
        if not path.startswith(self.static_prefix):
            return None
        return await asyncio.to_thread(self.find_file, path)


def _answer(file: StaticFile, request: HttpRequest) -> HttpResponse:
    found = file.get_response(request.method, request.META)
    response = HttpResponse(_content(found.file), status=int(found.status))
    del response["Content-Type"]
    for name, value in found.headers:
        response[name] = value
    return response


def _answer_own(file: StaticFile, request: HttpRequest) -> HttpResponseBase:
    """The file whole, whatever part was asked for: parts of it are not parts of what is sent."""
    found = file.get_response("GET", {})
    with found.file:
        path = Path(found.file.name)
    coding = coding_for(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    response = HttpResponse(sent(path, coding))
    for name, value in found.headers:
        if name not in _OF_THE_FILE:
            response[name] = value
    response["Vary"] = "Accept-Encoding"
    if coding:
        response["Content-Encoding"] = coding
    # Weak, as the same is sent packed and plain. It tells of the parts of a joined file, too.
    response["ETag"] = f'W/"{sha256(sent(path, None)).hexdigest()[:32]}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response


def _content(file: IO[bytes] | None) -> bytes:
    """The file whole: the static files of this site are small."""
    if file is None:
        return b""
    with file:
        return file.read()
