"""WhiteNoise for an async site.

WhiteNoise's own middleware is synchronous: put into an async chain it would send every request, of a
chat as well, through a thread. This one passes other requests on untouched.

The chat's own modules and styles travel lean and compressed; no build step makes other files of them.
"""

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import IO, Final

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from ezgraph_site.lean import lean

OWN: Final = "conversations/"
"""Where below `STATIC_URL` the files lie that travel lean."""


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
        if is_own and request.path_info.endswith((".js", ".css")):
            return await asyncio.to_thread(_answer_lean, file, request)
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


def _answer_lean(file: StaticFile, request: HttpRequest) -> HttpResponse:
    """The file whole, whatever part was asked for: parts of it are not parts of what is sent."""
    whole = {name: value for name, value in request.META.items() if name != "HTTP_RANGE"}
    found = file.get_response(request.method, whole)
    packed = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    content = _lean(_content(found.file), packed)
    response = HttpResponse(content, status=int(found.status))
    for name, value in found.headers:
        if name not in ("Content-Length", "Accept-Ranges"):
            response[name] = value
    response["Vary"] = "Accept-Encoding"
    if packed and content:
        response["Content-Encoding"] = "gzip"
    return response


@lru_cache(maxsize=128)
def _lean(content: bytes, packed: bool) -> bytes:
    """What is sent of a file; empty stays empty, as an answer that has no body needs it."""
    sent = lean(content.decode()).encode()
    return gzip.compress(sent, mtime=0) if packed and sent else sent


def _content(file: IO[bytes] | None) -> bytes:
    """The file whole: the static files of this site are small."""
    if file is None:
        return b""
    with file:
        return file.read()
