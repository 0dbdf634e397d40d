"""The rows of some turns of a session, with all that belongs to them, in as many queries however many."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

from django.db.models import Prefetch, Q

from conversations.models import Decision, DecisionAnswer, Message, ModelCall, Session, Step, Turn

TURNS_SHOWN: Final = 25
"""Turns that a page of a session shows at once; earlier ones come when they are asked for."""


class OfTurn(Protocol):
    """A row that belongs to a turn."""

    @property
    def turn_id(self) -> int | None:
        """The turn's key."""


R = TypeVar("R", bound=OfTurn)


@dataclass(frozen=True)
class Window:
    """Consecutive turns of a session, oldest first, and by a turn's key what belongs to it.

    `has_earlier` tells that there are turns before them. Messages that are in no turn, as staff write them
    before the first one, have the key None.
    """

    turns: Sequence[Turn]
    has_earlier: bool
    steps: dict[int | None, list[Step]]
    messages: dict[int | None, list[Message]]
    decisions: dict[int | None, list[Decision]]
    calls: dict[int | None, list[ModelCall]]


def read_window(
    session: Session, *, before: int | None = None, since: int | None = None, most: int = TURNS_SHOWN
) -> Window:
    """The newest turns of a session, only those before a number or from one on where that is given."""
    rows = Turn.objects.filter(session=session).order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    if since is not None:
        rows = rows.filter(number__gte=since)
    found = list(rows[: most + 1])
    turns = found[:most][::-1]
    has_earlier = len(found) > most or (since is not None and since > 1)
    return window_of(session, turns, has_earlier=has_earlier)


def read_on(session: Session, after: int, most: int = TURNS_SHOWN) -> Window:
    """The turns that follow a number, oldest first, and before the first one what was said in no turn."""
    rows = Turn.objects.filter(session=session, number__gt=after).order_by("number")
    return window_of(session, rows[:most], has_earlier=after > 0)


def window_of(session: Session, turns: Iterable[Turn], *, has_earlier: bool) -> Window:
    """These turns with what belongs to them."""
    turns = list(turns)
    keys = [turn.pk for turn in turns]
    of_turns = Q(turn__in=keys)
    said = of_turns if has_earlier else of_turns | Q(session=session, turn__isnull=True)
    answers = Prefetch("answers", DecisionAnswer.objects.order_by("question"))
    return Window(
        turns=turns,
        has_earlier=has_earlier,
        steps=_by_turn(Step.objects.filter(of_turns).order_by("turn", "number")),
        messages=_by_turn(Message.objects.filter(said).order_by("seq")),
        decisions=_by_turn(Decision.objects.filter(of_turns).order_by("at").prefetch_related(answers)),
        calls=_by_turn(ModelCall.objects.filter(of_turns).order_by("pk")),
    )


def _by_turn(rows: Iterable[R]) -> dict[int | None, list[R]]:
    by_turn: dict[int | None, list[R]] = defaultdict(list)
    for row in rows:
        by_turn[row.turn_id].append(row)
    return by_turn
