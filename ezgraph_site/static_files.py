"""WhiteNoise for an async site.

WhiteNoise's own middleware is synchronous: put into an async chain it would send every request, of a
chat as well, through a thread. This one passes other requests on untouched.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import IO

from asgiref.sync import markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


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


def _content(file: IO[bytes] | None) -> bytes:
    """The file whole: the static files of this site are small."""
    if file is None:
        return b""
    with file:
        return file.read()
