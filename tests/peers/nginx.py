"""The reverse proxy of `deploy/`, as a process: the very file, filled in for ports of loopback.

`python -m tests.peers.nginx --install` finds nginx or installs it. Where none can be had, its tests are
skipped, and the summary of the run says so.
"""

import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from string import Template

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from ezgraph_site.places import CHECKOUT

MISSING = "there is no nginx: install the package nginx, as by make proxy"
TEMPLATE = CHECKOUT / "deploy" / "nginx" / "ezgraph.conf.template"
START_SECONDS = 20.0
STOP_SECONDS = 10.0
INSTALL_SECONDS = 120

MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_processes 1;
{user}
events {{ worker_connections 4096; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/ezgraph.conf;
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A running proxy at `url`; `tls` knows its certificate."""

    url: str
    http_url: str
    tls: ssl.SSLContext
    error_log: Path

    def complaints(self) -> Counter[str]:
        """What went wrong between the proxy and the processes, and how often."""
        told = re.findall(r"\*\d+ (.+?)(?: while |,)", self.error_log.read_text())
        return Counter(told)


def find() -> Path | None:
    """The server's command, or None."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    return Path(found) if found else None


def find_or_skip() -> Path:
    """The server's command; without one the test that asks is skipped."""
    command = find()
    if command is None:
        pytest.skip(MISSING)
    return command


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def configure(folder: Path, upstreams: tuple[str, str], ports: tuple[int, int]) -> Path:
    """Write the configuration and a certificate of localhost into a folder; return the main file."""
    _certify(folder)
    http_port, https_port = ports
    filled = Template(TEMPLATE.read_text()).safe_substitute(
        SERVER_NAME="localhost",
        CERTIFICATES=str(folder),
        HTTP_PORT=f"127.0.0.1:{http_port}",
        HTTPS_PORT=f"127.0.0.1:{https_port}",
        SITE_ONE=upstreams[0],
        SITE_TWO=upstreams[1],
    )
    (folder / "ezgraph.conf").write_text(filled)
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
    return main


@contextmanager
def running_proxy(command: Path, folder: Path, upstreams: tuple[str, str]) -> Iterator[Proxy]:
    """Run the proxy in front of these two addresses, each `host:port`; it is stopped afterwards."""
    ports = free_port(), free_port()
    main = configure(folder, upstreams, ports)
    log = folder / "error.log"
    with subprocess.Popen([command, "-e", log, "-c", main], stderr=subprocess.DEVNULL) as process:
        try:
            _wait_until_listening(ports[1], process, log)
            tls = ssl.create_default_context(cafile=folder / "fullchain.pem")
            yield Proxy(f"https://localhost:{ports[1]}", f"http://localhost:{ports[0]}", tls, log)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            finally:
                process.kill()


def _certify(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]),
            critical=False,
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "privkey.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def _wait_until_listening(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process.poll() is not None:
                raise RuntimeError(f"nginx ended before it was ready: {log.read_text()}") from None
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def install() -> None:
    """Install Debian's package where we may, and where it starts no server that nobody asked for."""
    has_services = Path("/run/systemd/system").exists()
    if os.geteuid() != 0 or has_services or not Path("/etc/debian_version").exists():
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with suppress(subprocess.TimeoutExpired):
        for command in (
            ["apt-get", "update", "--quiet=2"],
            ["apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", "nginx-light"],
        ):
            subprocess.run(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                check=False,
                timeout=INSTALL_SECONDS,
            )


def main(arguments: list[str]) -> None:
    """Say which nginx there is, after installing it where that is asked for and possible."""
    if find() is None and "--install" in arguments:
        print("Installing nginx for the tests of deploy/ …", flush=True)
        install()
    found = find()
    print(f"nginx: {found}" if found else f"The proxy's tests are skipped: {MISSING}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
