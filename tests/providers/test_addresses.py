"""Which addresses the site calls, and that the one that is checked is the one connected to."""

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from providers.addresses import (
    AddressRefused,
    AllowedHost,
    is_public,
    read_allowed_host,
    refuse_at_sight,
    refuse_metadata,
    refuse_private,
    refuse_uncallable,
)
from providers.errors import ErrorCode, ProviderError
from providers.net import http_client, time_limits
from tests.providers.asking import asking, openai

PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]

PRIVATE = [
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001:db8::1",
    "3fff::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "fc00::1",
    "fd00:ec2::254",
    "fd12:3456:789a::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
]

METADATA = [
    "169.254.169.254",
    "169.254.170.2",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
    "fe80::a9fe:a9fe",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_called(address: str) -> None:
    refuse_private(address)


@pytest.mark.parametrize("address", [*PRIVATE, *METADATA])
def test_a_private_address_is_not(address: str) -> None:
    with pytest.raises(AddressRefused):
        refuse_private(address)


@pytest.mark.parametrize("address", METADATA)
def test_nobody_can_allow_the_services_of_a_cloud_machine(address: str) -> None:
    with pytest.raises(AddressRefused):
        refuse_metadata(address)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "::1", "fd12::1", "8.8.8.8"])
def test_other_private_addresses_can_be_allowed(address: str) -> None:
    refuse_metadata(address)


@given(st.ip_addresses(v=4))
def test_an_address_is_judged_the_same_in_every_ipv6_dress(address: ipaddress.IPv4Address) -> None:
    public = is_public(address)

    assert is_public(ipaddress.IPv6Address(f"::ffff:{address}")) is public
    assert is_public(ipaddress.IPv6Address(f"64:ff9b::{address}")) is public


@given(st.ip_addresses(v=4).filter(lambda address: not address.is_global))
def test_no_address_that_is_not_global_is_public(address: ipaddress.IPv4Address) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("entry", "host", "port"),
    [
        ("localhost:8080", "localhost", 8080),
        ("Ollama.Lan.:11434", "ollama.lan", 11434),
        ("10.0.0.5:*", "10.0.0.5", None),
        ("[::1]:80", "::1", 80),
        ("[0:0:0:0:0:0:0:1]:80", "::1", 80),
    ],
)
def test_a_host_is_allowed_with_one_port_or_all(entry: str, host: str, port: int | None) -> None:
    assert read_allowed_host(entry) == AllowedHost(host, port)


@pytest.mark.parametrize(
    "entry", ["", "localhost", "localhost:", "localhost:0", "localhost:65536", "::1", "http://a:1", "a b:1"]
)
def test_anything_else_is_refused(entry: str) -> None:
    with pytest.raises(ValueError, match="must list hosts with their ports"):
        read_allowed_host(entry)


UNCALLABLE = [
    "ftp://1.1.1.1/",
    "http://user:secret@1.1.1.1/",
    "http://model.example:0/",
    "http://model.example:65536/",
    "http://model.example:99999/",
    "http://model.example:-1/",
    "http://127.1/",
    "http://0x7f.1",
    "http://0x7f.0.0.1/",
    "http://2130706433",
    "http://0/",
    "http://1.2.3.4.5/",
    "http://model.0x1/",
    "http://model..example/",
    "http://model%20example/",
    "http://127.0.0.1%00/",
    f"http://{'a' * 64}.example/",
    f"http://{'a.' * 126}example/",
    "http://169.254.169.254/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1%25eth0]/",
]
"""Addresses that nobody may call, whatever a site allows."""


@pytest.mark.parametrize("url", UNCALLABLE)
def test_what_nobody_may_call_is_refused_at_sight(url: str, settings: Settings) -> None:
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ("169.254.169.254:*", "[fe80::1]:*", "127.0.0.1:*", "127.1:*")

    for refuse in (refuse_uncallable, refuse_at_sight):
        with pytest.raises(AddressRefused) as refused:
            refuse(httpx.URL(url))
        assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1.",
        "127。0。0。1",
        "localhost",
        "LOCALHOST.",
        "model.localhost",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "10.0.0.1",
        "[fd12::1]",
    ],
)
def test_a_private_address_is_refused_at_sight_unless_it_is_allowed(host: str, settings: Settings) -> None:
    url = httpx.URL(f"http://{host}:81/")
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ()
    with pytest.raises(AddressRefused):
        refuse_at_sight(url)

    refuse_uncallable(url)
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = (f"{url.host if ':' not in url.host else f'[{url.host}]'}:81",)
    refuse_at_sight(url)


@pytest.mark.usefixtures("nothing_allowed")
@pytest.mark.parametrize(
    "host",
    ["model.example", "ollama", "my_model", "bücher.example", "1.1.1.1", "[2606:4700:4700::1111]", "1a"],
)
def test_names_and_public_addresses_pass_at_sight(host: str) -> None:
    refuse_at_sight(httpx.URL(f"http://{host}/"))


@given(st.text(max_size=12), st.text(max_size=6))
def test_no_address_breaks_the_judge(host: str, port: str) -> None:
    try:
        url = httpx.URL(f"http://{host}:{port}/")
    except (httpx.InvalidURL, UnicodeError):
        return
    try:
        refuse_at_sight(url)
    except AddressRefused:
        return


# From here on real connections.

REPLY = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    """A server on loopback; yields its port."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(REPLY)
        writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.fixture
def nothing_allowed(settings: Settings) -> None:
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ()


async def get(url: str) -> httpx.Response:
    return await http_client().get(url, timeout=time_limits(5))


@pytest.mark.usefixtures("nothing_allowed")
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost",
        "0x7f.0.0.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "127.1",
        "2130706433",
    ],
)
async def test_loopback_is_refused_however_it_is_written(host: str) -> None:
    async with serving() as port:
        with pytest.raises(AddressRefused):
            await get(f"http://{host}:{port}/")


async def test_an_allowed_host_is_allowed_on_its_port_only(settings: Settings) -> None:
    async with serving() as port, serving() as other:
        settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = (f"127.0.0.1:{port}",)

        assert (await get(f"http://127.0.0.1:{port}/")).text == "ok"
        with pytest.raises(AddressRefused):
            await get(f"http://127.0.0.1:{other}/")


async def test_this_machine_may_be_allowed_to_providers_as_a_whole(settings: Settings) -> None:
    async with serving() as port:
        settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ()
        settings.EZGRAPH_LOOPBACK_PROVIDERS = True

        assert (await get(f"http://127.0.0.1:{port}/")).text == "ok"
        refuse_at_sight(httpx.URL("http://localhost:11434"))
        with pytest.raises(AddressRefused):
            refuse_at_sight(httpx.URL("http://10.0.0.1:11434"))


async def test_a_host_is_allowed_as_it_is_written(settings: Settings) -> None:
    """A name that anybody may point here is not allowed because the address is."""
    async with serving() as port:
        settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = (f"127.0.0.1:{port}",)

        with pytest.raises(AddressRefused):
            await get(f"http://localhost:{port}/")


@pytest.fixture
def name_server(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What names resolve to, in place of the machine's own resolver."""
    names: dict[str, list[str]] = {}

    async def getaddrinfo(loop: object, host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        return [
            (socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, port))
            for address in names[host]
        ]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)
    return names


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["10.0.0.1", "127.0.0.1"], ["169.254.169.254"]])
async def test_a_name_that_resolves_to_a_private_address_is_refused(
    name_server: dict[str, list[str]], addresses: list[str]
) -> None:
    name_server["model.example"] = addresses

    with pytest.raises(AddressRefused):
        await get("http://model.example/")


async def test_an_allowed_name_may_lead_to_a_private_address(
    name_server: dict[str, list[str]], settings: Settings
) -> None:
    name_server["ollama"] = ["127.0.0.1"]
    async with serving() as port:
        settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = (f"ollama:{port}",)

        assert (await get(f"http://ollama:{port}/")).text == "ok"


async def test_an_allowed_name_may_not_lead_to_the_services_of_a_cloud_machine(
    name_server: dict[str, list[str]], settings: Settings
) -> None:
    name_server["ollama"] = ["169.254.169.254"]
    settings.EZGRAPH_ALLOWED_PRIVATE_HOSTS = ("ollama:80",)

    with pytest.raises(AddressRefused):
        await get("http://ollama/")


async def test_a_name_is_judged_by_what_each_connection_resolves_to(
    name_server: dict[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """DNS that answers otherwise the second time: nothing is resolved between check and connection."""
    asked: list[str] = []

    async def getaddrinfo(loop: object, host: str, port: int, **_: object) -> list[tuple[object, ...]]:
        asked.append(host)
        address = "93.184.216.34" if len(asked) % 2 else "127.0.0.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, port))]

    connected: list[str] = []

    async def sock_connect(loop: object, sock: socket.socket, address: tuple[str, int]) -> None:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(asyncio.selector_events.BaseSelectorEventLoop, "sock_connect", sock_connect)

    with pytest.raises(httpx.NetworkError):
        await get("http://rebinding.example/")

    assert connected == ["93.184.216.34"]


@pytest.mark.parametrize("url", ["ftp://1.1.1.1/", "file:///etc/passwd", "http://user:secret@1.1.1.1/"])
async def test_only_http_and_https_without_a_user_are_called(url: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        await get(url)

    assert "secret" not in str(refused.value)


@pytest.mark.usefixtures("nothing_allowed")
async def test_a_provider_with_a_private_address_is_configured_wrongly() -> None:
    result = await openai("http://127.0.0.1:9/v1").chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.retryable) == (ErrorCode.CONFIG_INVALID, False)
    assert "127.0.0.1" not in result.message


@pytest.mark.parametrize("error", [httpx.UnsupportedProtocol("odd"), httpx.InvalidURL("odd")])
async def test_an_address_that_the_client_cannot_call_is_configured_wrongly(error: Exception) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise error

    client = httpx.AsyncClient(transport=httpx.MockTransport(refuse))
    result = await openai("http://model.example/v1", client).chat(asking("Hi"))

    assert isinstance(result, ProviderError)
    assert (result.code, result.retryable) == (ErrorCode.CONFIG_INVALID, False)
