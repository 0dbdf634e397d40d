"""Where the time of our turn goes: `python -m tests.bench.profiling`, or `make bench-profile`.

py-spy looks at the process from outside, 500 times a second, and notes who holds the interpreter's
lock: that is what bounds how many turns one process can run. A thread inside of the process could
not do it: it would see the others only where they give the lock up, at their sockets. The system
has to let a process trace those that it starts.
"""

import argparse
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ezgraph_site.places import CHECKOUT
from tests.bench.cases import Case, Database, Side
from tests.bench.measuring import warm_up_turns
from tests.bench.parts import Frame, owner_of
from tests.bench.runner import Runner
from tests.bench.servers import postgres_server, running_model

PYTHON: Final = CHECKOUT / ".venv-bench" / "bin" / "python"
PY_SPY: Final = CHECKOUT / ".venv-bench" / "bin" / "py-spy"

SAMPLES_PER_SECOND: Final = 500

LOOP: Final = "loop"
THREADS: Final = "threads"

FRAME: Final = re.compile(r"(?P<function>.*) \((?P<file>[^()]*?)(:\d+)?\)")

RUNNERS: Final = {"BaseEventLoop._run_once": LOOP, "Thread._bootstrap": THREADS}
"""What stands below all work of turns, and where that work runs; other stacks are of start and end."""

OWN: Final = ("conversations/", "providers/")

MOST_FUNCTIONS: Final = 30


@dataclass
class Profile:
    """Samples by (part, thread kind), by place, and by own functions with all that they call."""

    parts: Counter[tuple[str, str]] = field(default_factory=Counter)
    places: Counter[tuple[str, Frame]] = field(default_factory=Counter)
    inclusive: Counter[Frame] = field(default_factory=Counter)


def read_profile(lines: Iterable[str]) -> Profile:
    """Read py-spy's raw format: a stack, outermost first and led by its thread, and a number of samples."""
    profile = Profile()
    for line in lines:
        text, samples = line.rsplit(" ", 1)
        _, *calls = text.split(";")
        frames = [Frame(found["function"], found["file"]) for call in calls if (found := FRAME.match(call))]
        kind = next((RUNNERS[frame.function] for frame in frames if frame.function in RUNNERS), None)
        if kind is None:
            continue
        part, place = owner_of(reversed(frames))
        profile.parts[part, kind] += int(samples)
        if place is not None:
            profile.places[part, place] += int(samples)
        for frame in {frame for frame in frames if frame.file.startswith(OWN)}:
            profile.inclusive[frame] += int(samples)
    return profile


def render(profile: Profile, turns: int) -> str:
    """Milliseconds a turn of each part, then of the functions that took most; largest first."""

    def ms(samples: int) -> str:
        return f"{samples * 1000 / SAMPLES_PER_SECOND / turns:8.2f}"

    whole = sum(profile.parts.values())
    by_part: Counter[str] = Counter()
    for (part, _), samples in profile.parts.items():
        by_part[part] += samples
    lines = [f"{ms(whole)} ms a turn in all", "", "ms a turn  share    loop  threads"]
    for part, samples in by_part.most_common():
        kinds = "  ".join(ms(profile.parts[part, kind]) for kind in (LOOP, THREADS))
        lines.append(f"{ms(samples)}  {samples / whole:6.1%}  {kinds}  {part}")
    lines += ["", "our functions, with all that they call:"]
    lines += [
        f"{ms(samples)}  {frame.file} {frame.function}"
        for frame, samples in profile.inclusive.most_common(MOST_FUNCTIONS)
    ]
    lines += ["", "functions by themselves:"]
    lines += [
        f"{ms(samples)}  {part:<26} {frame.file} {frame.function}"
        for (part, frame), samples in profile.places.most_common(MOST_FUNCTIONS)
    ]
    return "\n".join(lines)


def main() -> None:
    """Profile and print, for each database and number of sessions asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.profiling", description=__doc__)
    parser.add_argument("--sessions", type=int, nargs="+", default=[1, 50], help="at once")
    parser.add_argument("--turns", type=int, default=1000, help="over all sessions")
    parser.add_argument(
        "--databases", nargs="+", choices=list(Database), default=list(Database), type=Database
    )
    arguments = parser.parse_args()
    with postgres_server() as server, running_model(PYTHON) as model, tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "profile.raw"
        record = [str(PY_SPY), "record", "--gil", "--threads", "--function", "--format", "raw"]
        record += ["--rate", str(SAMPLES_PER_SECOND), "--output", str(raw), "--", sys.executable]
        runner = Runner(PYTHON, server, our_python=record)
        for database in arguments.databases:
            for sessions in arguments.sessions:
                case = Case(sessions, max(1, arguments.turns // sessions))
                measured = runner.measure(case, database, Side.OURS, model)
                profile = read_profile(raw.read_text(encoding="utf-8").splitlines())
                print(f"\n{database}, {sessions} at once: {measured.p50_ms} ms from message to reply")
                print(render(profile, measured.turns + sessions * warm_up_turns(sessions)))


if __name__ == "__main__":
    main()
