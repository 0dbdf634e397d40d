"""Which threshold the reviews speak for, and why: one rule, told in a sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from conversations.admin.quality.figures import FEWEST, Direction, Level


@dataclass(frozen=True)
class Suggestion:
    """A threshold, or None where there is none to suggest; the reason either way."""

    threshold: float | None
    reason: str


def suggest(
    levels: Sequence[Level], target: float, reviews: int, direction: Direction = "at_least"
) -> Suggestion:
    """The threshold that keeps most answers of those that reach a target accuracy, 0 to 1.

    It reaches it where at least FEWEST reviewed answers are on its side, and the lower end of the
    Wilson interval of their accuracy is the target or more: it is probably no accident. `reviews` are
    all there are. The lowest such threshold keeps most; where answers count up to it, the highest.
    """
    if reviews < FEWEST:
        return Suggestion(
            None, f"Too few reviews: there are {reviews}, and below {FEWEST} nothing is suggested."
        )
    enough = [level for level in levels if level.accuracy.count >= FEWEST]
    reaching = [level for level in enough if level.accuracy.low >= target]
    if reaching:
        found = reaching[0] if direction == "at_least" else reaching[-1]
        return Suggestion(found.threshold, _reached(found, target, direction))
    return Suggestion(None, _missed(enough, target, direction))


def _reached(level: Level, target: float, direction: Direction) -> str:
    side = "up" if direction == "at_least" else "down"
    bound = "lowest" if direction == "at_least" else "highest"
    kept = "" if level.coverage is None else f", and {_percent(level.coverage)} of all answers are kept"
    return (
        f"From {level.threshold:.2f} {side}, {level.accuracy.right} of {level.accuracy.count} reviewed"
        f" answers are right. The lower end of the interval is {_percent(level.accuracy.low)}, which reaches"
        f" the target of {_percent(target)}; it is the {bound} threshold that does{kept}."
    )


def _missed(levels: Iterable[Level], target: float, direction: Direction) -> str:
    best = max(levels, key=lambda level: level.accuracy.low, default=None)
    if best is None:
        return f"No threshold has {FEWEST} reviewed answers on its side."
    side = "up" if direction == "at_least" else "down"
    return (
        f"No threshold reaches the target of {_percent(target)} with at least {FEWEST} reviewed answers."
        f" The best is {best.threshold:.2f}: from there {side}, {best.accuracy.right} of"
        f" {best.accuracy.count} are right, and the lower end of the interval is"
        f" {_percent(best.accuracy.low)}."
    )


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
