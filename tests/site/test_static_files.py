"""Static files are served as they lie in the apps, and cost other requests nothing."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest
from django.contrib.staticfiles.finders import find
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import AsyncClient, AsyncRequestFactory, Client

from ezgraph_site.static_files import StaticFilesMiddleware

STYLES = "/static/admin/css/base.css"
MODULE = "/static/conversations/chat/element.js"
STYLE_SHEET = "/static/conversations/chat/chat.css"


async def test_it_serves_a_file_of_an_app():
    response = await AsyncClient().get(STYLES)

    assert response.status_code == 200
    assert response["Content-Type"].startswith("text/css")
    assert b"--primary" in response.content


async def test_a_browser_that_has_the_file_gets_no_content():
    first = await AsyncClient().get(STYLES)
    again = await AsyncClient().get(STYLES, headers={"if-none-match": first["ETag"]})

    assert again.status_code == 304
    assert again.content == b""


async def test_a_part_of_a_file_can_be_had():
    response = await AsyncClient().get(STYLES, headers={"range": "bytes=0-3"})

    assert response.status_code == 206
    assert len(response.content) == 4


async def test_nothing_outside_of_the_static_folders_is_served():
    for path in ("/static/../manage.py", "/static/%2e%2e/manage.py", "/static//etc/passwd", "/static/"):
        response = await AsyncClient().get(path)
        assert response.status_code == 404, path


def test_it_serves_synchronous_servers_too():
    assert Client().get(STYLES).status_code == 200


async def test_other_requests_go_on_in_the_same_task():
    seen: list[HttpRequest] = []
    answer = HttpResponse("through")

    async def view(request: HttpRequest) -> HttpResponseBase:
        seen.append(request)
        return answer

    request = AsyncRequestFactory().get("/elsewhere/")

    assert await StaticFilesMiddleware(view)(request) is answer
    assert seen == [request]


@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [
        ("gzip, deflate, br, zstd", "br", brotli.decompress),
        ("GZIP;q=1.0, br;q=0", "gzip", gzip.decompress),
        ("deflate, gzip; q=0.0", None, bytes),
    ],
    ids=["br", "gzip", "none"],
)
async def test_the_chat_s_modules_travel_lean_and_as_small_as_the_browser_can_take(
    accepted: str, coding: str | None, unpack: Callable[[bytes], bytes]
):
    plain = await AsyncClient().get(MODULE)
    packed = await AsyncClient().get(MODULE, headers={"accept-encoding": accepted})

    assert b"/**" not in plain.content
    assert b"customElements.define" in plain.content
    assert packed.headers.get("Content-Encoding") == coding
    assert packed["Vary"] == "Accept-Encoding"
    assert unpack(packed.content) == plain.content
    assert packed["Access-Control-Allow-Origin"] == "*"


async def test_whoever_has_a_module_gets_no_content():
    first = await AsyncClient().get(MODULE)
    again = await AsyncClient().get(
        MODULE, headers={"if-none-match": first["ETag"], "accept-encoding": "gzip"}
    )

    assert again.status_code == 304
    assert again.content == b""
    assert "Content-Encoding" not in again


async def test_a_style_sheet_and_those_that_it_imports_travel_as_one():
    sheet = await AsyncClient().get(STYLE_SHEET)
    part = await AsyncClient().get("/static/conversations/chat/styles/messages.css")

    assert b"@import" not in sheet.content
    assert part.content in sheet.content


def test_every_style_sheet_of_the_chat_is_imported_and_no_other():
    chat = Path(str(find("conversations/chat/chat.css")))
    imported = re.findall(r'@import "(.+)";', chat.read_text())

    assert sorted(imported) == sorted(f"styles/{part.name}" for part in (chat.parent / "styles").iterdir())


@pytest.mark.parametrize("address", [MODULE, STYLE_SHEET], ids=["module", "styles"])
async def test_a_part_of_what_travels_lean_is_answered_with_the_whole(address: str):
    response = await AsyncClient().get(address, headers={"range": "bytes=0-3"})

    assert response.status_code == 200
    assert response.content == (await AsyncClient().get(address)).content


async def test_a_module_is_read_and_nothing_else_done_with_it():
    assert (await AsyncClient().post(MODULE)).status_code == 405
    assert (await AsyncClient().head(MODULE))["Content-Type"].startswith("text/javascript")
