"""The proxy of `deploy/`, in front of two small servers: what it passes on, hides, and does at a restart."""

import json
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from tests.peers import nginx
from tests.peers.nginx import Proxy, running_proxy


class Upstream(ThreadingHTTPServer):
    """Tells what it was asked. What it streams at /stream goes on once `go_on` is set."""

    daemon_threads = True

    def __init__(self, name: str) -> None:
        self.name = name
        self.go_on = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)
        threading.Thread(target=self.serve_forever, args=[0.02], daemon=True).start()

    def end(self) -> None:
        """Take nothing more, as a process that is stopped."""
        self.go_on.set()
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Upstream

    def do_GET(self) -> None:
        if self.path == "/stream":
            self._stream()
        else:
            self._tell()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._tell()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def _tell(self) -> None:
        told = {"upstream": self.server.name, **{name.lower(): value for name, value in self.headers.items()}}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("X-Accel-Buffering", "no")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(b"data: 1\n\n")
        self.wfile.flush()
        self.server.go_on.wait(10)
        self.wfile.write(b"data: 2\n\n")


@pytest.fixture
def upstreams() -> Iterator[tuple[Upstream, Upstream]]:
    both = Upstream("one"), Upstream("two")
    yield both
    for upstream in both:
        upstream.end()


@pytest.fixture
def proxy(tmp_path: Path, nginx_command: Path, upstreams: tuple[Upstream, Upstream]) -> Iterator[Proxy]:
    one, two = (f"127.0.0.1:{upstream.server_port}" for upstream in upstreams)
    with running_proxy(nginx_command, tmp_path, (one, two)) as running:
        yield running


@pytest.fixture
def browser(proxy: Proxy) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=proxy.url, verify=proxy.tls) as client:
        yield client


def test_nginx_takes_the_main_file_with_what_it_includes(tmp_path: Path, nginx_command: Path):
    nginx.configure(tmp_path, ("127.0.0.1:1", "127.0.0.1:2"), (1080, 1443))
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "ezgraph.conf").rename(tmp_path / "conf.d" / "default.conf")
    (tmp_path / "mime.types").write_text("types { text/html html; }")
    text = (nginx.TEMPLATE.parent / "nginx.conf").read_text()
    main = tmp_path / "nginx.conf"
    main.write_text(text.replace("/etc/nginx/", f"{tmp_path}/").replace("/run/", f"{tmp_path}/"))
    answer = subprocess.run(
        [nginx_command, "-t", "-e", tmp_path / "error.log", "-c", main],
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 0, answer.stderr


def test_the_site_learns_who_calls_and_how_and_not_what_the_caller_says_of_that(browser: httpx.Client):
    headers = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "http"}
    told = browser.get("/chat/quote/", headers=headers).json()

    assert told["x-forwarded-for"] == "127.0.0.1"
    assert told["x-forwarded-proto"] == "https"
    assert told["host"] == browser.base_url.netloc.decode()


def test_a_websocket_s_upgrade_is_passed_on(browser: httpx.Client):
    headers = {"Connection": "Upgrade", "Upgrade": "websocket"}
    told = browser.get("/ws/chat/", headers=headers).json()

    assert (told["connection"], told["upgrade"]) == ("upgrade", "websocket")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_what_is_for_operators_is_not_for_the_public(browser: httpx.Client, path: str):
    assert browser.get(path).status_code == 404


def test_who_comes_without_tls_is_sent_to_where_there_is_some(proxy: Proxy):
    answer = httpx.get(f"{proxy.http_url}/chat/quote/?lang=de")

    assert answer.status_code == 301
    assert answer.headers["location"] == "https://localhost/chat/quote/?lang=de"


def test_another_name_gets_no_answer_and_no_certificate(proxy: Proxy, browser: httpx.Client):
    elsewhere = {"Host": "evil.example"}
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.get(proxy.http_url, headers=elsewhere)
    with pytest.raises(httpx.RemoteProtocolError):
        browser.get("/", headers=elsewhere)
    with pytest.raises(httpx.ConnectError, match="UNRECOGNIZED_NAME"):
        browser.get("/", extensions={"sni_hostname": "evil.example"})


def test_a_process_that_is_away_is_passed_over_by_posts_too(
    browser: httpx.Client, upstreams: tuple[Upstream, Upstream]
):
    asked = {browser.post("/api/v1/sessions", json={}).json()["upstream"] for _ in range(4)}
    upstreams[0].end()
    answers = [browser.post("/api/v1/sessions", json={}) for _ in range(4)]

    assert asked == {"one", "two"}
    assert {answer.json()["upstream"] for answer in answers} == {"two"}


def test_an_event_is_passed_on_when_it_is_sent(browser: httpx.Client, upstreams: tuple[Upstream, Upstream]):
    with browser.stream("GET", "/stream") as answer:
        pieces = answer.iter_raw()
        first = next(pieces)
        for upstream in upstreams:
            upstream.go_on.set()
        rest = b"".join(pieces)

    assert (first, rest) == (b"data: 1\n\n", b"data: 2\n\n")
