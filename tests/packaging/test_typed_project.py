"""Somebody else's project knows the types of what it imports from the installed packages."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging import typed_project
from tests.packaging.conftest import BUILD_SECONDS, Installed, environment


@pytest.mark.slow
def test_a_strict_type_checker_has_nothing_to_say(installed: Installed, tmp_path: Path) -> None:
    shutil.copy(typed_project.__file__, tmp_path / "hours.py")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed.python)]

    checked = subprocess.run(
        [*command, "hours.py"],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=BUILD_SECONDS,
    )

    assert "Success" in checked.stdout, checked.stdout + checked.stderr
