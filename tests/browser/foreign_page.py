"""A page of somebody else, on an origin of its own, whose styles do their worst to the widget."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

PAGE = """<!doctype html>
<html lang="en" style="font-size: 62.5%">
<head>
  <meta charset="utf-8"><title>A shop</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <style>
    * {{ letter-spacing: 1px; text-transform: uppercase; }}
    button {{ padding: 40px !important; background: red !important; }}
    p {{ font-size: 40px; }}
  </style>
</head>
<body>
  <main><h1>A shop</h1><p>Buy <a href="/other">something</a>.</p></main>
  {chat}
</body>
</html>"""


class Host:
    """Serves the page on `localhost`, which is another origin than the site's `127.0.0.1`."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.url = ""
        self.chat = self.script()

    def script(self, options: str = "", graph: str = 'data-graph="quote"') -> str:
        """The line that puts the widget on the page, with further data attributes."""
        return f'<script src="{self.site}/static/conversations/widget.js" {graph} {options} async></script>'

    async def answer(self, request: web.Request) -> web.Response:
        """The same page at every address."""
        return web.Response(text=PAGE.format(chat=self.chat), content_type="text/html")


@asynccontextmanager
async def hosting(site: str) -> AsyncIterator[Host]:
    """A host page for the widget of the site at this address."""
    host = Host(site)
    application = web.Application()
    application.router.add_get("/{path:.*}", host.answer)
    runner = web.AppRunner(application)
    await runner.setup()
    try:
        listener = web.TCPSite(runner, "127.0.0.1", 0)
        await listener.start()
        assert runner.addresses
        host.url = f"http://localhost:{runner.addresses[0][1]}"
        yield host
    finally:
        await runner.cleanup()
