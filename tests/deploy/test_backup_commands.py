"""The commands that docs/backup.md has somebody type, as a shell runs them, with clients that only tell."""

import re
import stat
import subprocess
from pathlib import Path

import pytest

from ezgraph_site.places import CHECKOUT

PAGE = (CHECKOUT / "docs" / "backup.md").read_text()
COMMANDS = [block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) if "pg_" in block]

CLIENT = """#!/bin/sh
echo "$(basename "$0")" "$@" >> "$TOLD"
for argument in "$@"; do
    case "$argument" in --file=*) echo copy > "${argument#--file=}";; esac
done
echo copy
"""


@pytest.mark.parametrize("command", COMMANDS, ids=["taken", "taken-with-compose", "restored"])
def test_a_copy_is_its_owner_s_only_and_no_command_shows_the_password(tmp_path: Path, command: str):
    clients, here, told = tmp_path / "clients", tmp_path / "here", tmp_path / "told"
    clients.mkdir()
    here.mkdir()
    for name in ("pg_dump", "pg_restore", "createdb", "docker"):
        (clients / name).write_text(CLIENT)
        (clients / name).chmod(0o700)
    environment = {
        "PATH": f"{clients}:/usr/bin:/bin",
        "TOLD": str(told),
        "DATABASE_URL": "postgres://ezgraph:secret@127.0.0.1/ezgraph",
    }
    subprocess.run(["sh", "-c", f"umask 022\n{command}"], cwd=here, env=environment, check=True)

    assert "pg_" in told.read_text()
    assert "secret" not in told.read_text()
    assert {stat.S_IMODE(copy.stat().st_mode) for copy in here.iterdir()} <= {0o600}
