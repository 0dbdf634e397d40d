"""The Chromium of the browser tests: one that the machine has, or one that we can install.

`python -m tests.peers.chromium --install` finds or installs one. Where none can be had it says so
loudly, and fails only where CI is set: elsewhere the browser tests are skipped.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

MISSING = """\
************************************************************************
  No Chromium was found, and none could be installed.
  THE BROWSER TESTS ARE SKIPPED. Install one, for example:
    apt-get install chromium                         (as root, on Debian)
    .venv/bin/python -m playwright install chromium
************************************************************************
"""


def find() -> Path | None:
    """A Chromium that really starts, or None."""
    for candidate in _candidates():
        if _starts(candidate):
            return Path(candidate)
    return None


def required() -> bool:
    """True where a run without browser tests must not pass."""
    return bool(os.environ.get("CI"))


def install() -> Path | None:
    """Install Debian's package where we may, else Playwright's own build, and return what then starts."""
    if os.geteuid() == 0 and Path("/etc/debian_version").exists():
        _run("apt-get", "update", "--quiet=2")
        _run("apt-get", "install", "--yes", "--quiet=2", "--no-install-recommends", "chromium")
        if found := find():
            return found
    _run(sys.executable, "-m", "playwright", "install", "chromium")
    return find()


def _candidates() -> Iterator[str]:
    yield from filter(None, map(shutil.which, NAMES))
    with sync_playwright() as playwright:
        yield playwright.chromium.executable_path


def _starts(candidate: str) -> bool:
    """Ubuntu's package is only a hint at a snap, and a build without its libraries is no use either."""
    try:
        answer = subprocess.run([candidate, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def _run(*command: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
            timeout=600,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{command[0]}: {error}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Say which Chromium there is; return 1 where there has to be one and is none."""
    found = find()
    if not found and "--install" in arguments:
        print("Installing Chromium for the browser tests …", flush=True)
        found = install()
    if found:
        print(f"Chromium: {found}")
        return 0
    print(MISSING, file=sys.stderr)
    return 1 if required() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
