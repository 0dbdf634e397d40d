"""`make` alone tells what can be done, whatever it is."""

import re
import subprocess

from ezgraph_site.places import CHECKOUT


def test_make_alone_lists_every_target_under_a_heading() -> None:
    targets = set(re.findall(r"^\.PHONY: (\S+)$", (CHECKOUT / "Makefile").read_text("utf-8"), re.MULTILINE))

    make = ["make", "--no-print-directory"]  # which it prints where make runs the tests
    told = subprocess.run(make, cwd=CHECKOUT, capture_output=True, text=True, check=True, timeout=60)

    listed = re.findall(r"^  make (\S+) +\S", told.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(targets - {"help"})
    assert re.match(r"\n\S", told.stdout), "the first target stands under no heading"
