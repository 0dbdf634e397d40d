"""`manage.py` where the database cannot be used: a sentence, as of `manage.py serve`, and no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from ezgraph_site.bootstrap import make_data_dir
from ezgraph_site.places import CHECKOUT
from tests.live_site import environment


@pytest.mark.parametrize(
    "command", [["check", "--database", "default"], ["migrate", "--check"]], ids=["check", "migrate"]
)
def test_a_database_that_cannot_be_used_is_a_sentence(tmp_path: Path, command: list[str]):
    make_data_dir(tmp_path)
    (tmp_path / "db.sqlite3").mkdir()
    answer = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=CHECKOUT,
        env=environment(EZGRAPH_DATA_DIR=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
    assert answer.stderr.startswith("The settings cannot be used: EZGRAPH_DATA_DIR: ")
