"""A model behind HTTP that says again what it was told, at once or when the test lets it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PATIENCE_SECONDS = 60.0
"""After which a reply that a test holds back is given all the same."""


class EchoModel:
    """Speaks OpenAI's protocol at `url`, streamed word by word and whole.

    `asked` counts requests, each of which takes `seconds`. While the test holds it back, requests wait
    in it: `expect` waits for so many of them.
    """

    def __init__(self) -> None:
        self.url = ""
        self.asked = 0
        self.seconds = 0.0
        self._waiting = 0
        self._changed = threading.Condition()
        self._open = threading.Event()
        self._open.set()

    def hold(self) -> None:
        """Keep the replies to all requests from now on."""
        self._open.clear()

    def release(self) -> None:
        """Give all replies that were kept."""
        self._open.set()

    def expect(self, waiting: int = 1) -> None:
        """Wait until so many requests wait for their replies. Raises TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._waiting >= waiting, PATIENCE_SECONDS):
                raise TimeoutError(f"{self._waiting} requests wait for their replies, not {waiting}.")

    def reply(self, asked: dict[str, Any]) -> str:
        """What is said to a request, once it may be said."""
        with self._changed:
            self.asked += 1
            self._waiting += 1
            self._changed.notify_all()
        self._open.wait(PATIENCE_SECONDS)
        threading.Event().wait(self.seconds)
        with self._changed:
            self._waiting -= 1
        said = [message["content"] for message in asked["messages"] if message["role"] == "user"]
        return f"You said: {said[-1]}"


@contextmanager
def serving_model() -> Iterator[EchoModel]:
    """Serve a model on a free port of loopback."""
    model = EchoModel()

    class Handler(_Handler):
        echo = model

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_port}/v1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield model
    finally:
        model.release()
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    echo: EchoModel

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = self.echo.reply(asked)
        if asked.get("stream"):
            self._send("text/event-stream", b"".join(_stream(text)))
        else:
            self._send("application/json", json.dumps(_whole(text)).encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _whole(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "echo", "object": "chat.completion", "model": "echo", "choices": [choice]}


def _stream(text: str) -> Iterator[bytes]:
    for word in text.split(" "):
        yield _chunk({"content": f"{word} "})
    yield _chunk({}, finish_reason="stop")
    yield b"data: [DONE]\n\n"


def _chunk(delta: dict[str, str], finish_reason: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    chunk = {"id": "echo", "object": "chat.completion.chunk", "model": "echo", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n".encode()
