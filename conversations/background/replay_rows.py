"""The rows of replays: started by staff, claimed by one process at a time, written one item after the other.

A process holds a replay by a lease, by the database's clock. Each write of it is fenced by that lease, so
whoever lost it, as a replay that staff stopped, writes nothing any more.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import DateTimeField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

from conversations import clock
from conversations.engine.decision.again import AskedAgain
from conversations.engine.store.erasing import hold_unless_erased
from conversations.judging import Given, given_in, has_changed
from conversations.models import (
    Decision,
    DecisionAnswer,
    DecisionCapture,
    Replay,
    ReplayItem,
    ReplayStatus,
    Review,
)
from conversations.models.replay import GONE

MOST_ITEMS: Final = 5_000
"""Decisions that one replay asks at most."""

OPEN: Final = (ReplayStatus.WAITING, ReplayStatus.RUNNING)

_NOBODY: Final[dict[str, Any]] = {"lease_owner": "", "lease_expires_at": None}


@dataclass(frozen=True)
class Order:
    """What is to be replayed: the newest captured decisions of a node, so many at most.

    `model` is "" for the provider's own; `reviewed` takes only decisions that somebody reviewed.
    """

    graph: str
    node: str
    provider: str
    model: str = ""
    most: int = MOST_ITEMS
    reviewed: bool = False


@dataclass(frozen=True)
class Claim:
    """A replay that this process works on, under the lease of `owner`, and the items that are left of it."""

    replay: UUID
    owner: str
    graph: str
    node: str
    provider: str
    model: str
    items: tuple[int, ...]


@dataclass(frozen=True)
class Captured:
    """What a decision asked, and the answers that it was given, by question."""

    questions: Any
    state: Any
    before: dict[str, Given]


def captured(order: Order) -> QuerySet[Decision]:
    """The decisions of a node that can be asked again, the newest first, as many as there are."""
    decisions = Decision.objects.filter(
        graph=order.graph,
        node=order.node,
        capture__isnull=False,
        turn__session__is_test=False,
        turn__session__erased_at__isnull=True,
    )
    if order.reviewed:
        decisions = decisions.filter(Exists(Review.objects.filter(decision=OuterRef("pk"))))
    return decisions.order_by("-at")


@transaction.atomic
def start(order: Order, user: Any) -> Replay:
    """Put a replay in the queue, with its items. `user` is who wants it."""
    ids = list(captured(order).values_list("pk", flat=True)[: min(order.most, MOST_ITEMS)])
    replay = Replay.objects.create(
        graph=order.graph,
        node=order.node,
        provider=order.provider,
        model=order.model,
        total=len(ids),
        started_by_id=user.pk,
        started_by_name=user.get_username(),
        created_at=clock.now(),
    )
    ReplayItem.objects.bulk_create([ReplayItem(replay=replay, decision_id=pk) for pk in ids], batch_size=500)
    return replay


def stop(replay: UUID) -> bool:
    """End a replay before it is through; False where it has ended already. Whoever works on it loses it."""
    still_open = Replay.objects.filter(pk=replay, status__in=OPEN)
    return still_open.update(status=ReplayStatus.STOPPED, ended_at=clock.now(), **_NOBODY) == 1


def claim_next(owner: str) -> Claim | None:
    """Take the oldest replay that waits or whose process is gone; None where there is none."""
    free = Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=Now())
    due = Replay.objects.filter(free, status__in=OPEN)
    for pk in list(due.order_by("created_at").values_list("pk", flat=True)[:10]):
        # Others may want it, too: only one finds it free.
        taken = due.filter(pk=pk).update(
            status=ReplayStatus.RUNNING, lease_owner=owner, lease_expires_at=_expiry()
        )
        if taken:
            return _claim(Replay.objects.get(pk=pk), owner)
    return None


def _claim(replay: Replay, owner: str) -> Claim:
    left = replay.items.filter(at__isnull=True).order_by("pk").values_list("pk", flat=True)
    return Claim(replay.pk, owner, replay.graph, replay.node, replay.provider, replay.model, tuple(left))


def renew(claim: Claim) -> bool:
    """Lengthen the lease. False where it is no longer held."""
    return _held(claim).update(lease_expires_at=_expiry()) == 1


def release(claim: Claim) -> None:
    """Let others go on with the replay, at once."""
    _held(claim).update(**_NOBODY)


def finish(claim: Claim) -> None:
    """The replay is through."""
    _held(claim).update(status=ReplayStatus.DONE, ended_at=clock.now(), **_NOBODY)


def fail(claim: Claim, reason: str) -> None:
    """Nobody can be asked: `reason` says why, for staff."""
    _held(claim).update(status=ReplayStatus.FAILED, failure=reason, ended_at=clock.now(), **_NOBODY)


def load(item: int) -> Captured | None:
    """What an item asks; None where its capture was removed, with what the customer said or by its age."""
    capture = (
        DecisionCapture.objects.filter(
            decision__replays=item, decision__turn__session__erased_at__isnull=True
        )
        .values_list("decision_id", "questions", "state")
        .first()
    )
    if capture is None:
        return None
    decision, questions, state = capture
    return Captured(questions, state, _answers_of(DecisionAnswer.objects.filter(decision=decision)))


def _answers_of(answers: Iterable[DecisionAnswer]) -> dict[str, Given]:
    return {
        answer.question: Given(
            answer.kind, answer.label, answer.number, answer.probability, answer.thresholds
        )
        for answer in answers
    }


def store(claim: Claim, item: int, asked: AskedAgain, before: dict[str, Given]) -> bool:
    """Keep what came of an item; of a session that was erased meanwhile, that it is gone.

    False where the replay is no longer held: nothing is written then.
    """
    answers = {answer.question: _plain(asdict(answer)) for answer in asked.answers}
    return _write(
        claim,
        item,
        answers=answers,
        code=asked.error.code.value if asked.error else "",
        changed=sum(_leads_elsewhere(before.get(name), given_in(one)) for name, one in answers.items()),
        answered_by=asked.provider,
        model=asked.model,
        source=asked.source,
        duration_ms=asked.duration_ms,
        input_tokens=asked.input_tokens,
        output_tokens=asked.output_tokens,
        cost=asked.cost,
    )


def store_gone(claim: Claim, item: int) -> bool:
    """Keep that an item cannot be asked any more. False as of `store`."""
    return _write(claim, item, code=GONE)


def _write(claim: Claim, item: int, **values: Any) -> bool:
    with transaction.atomic():
        if not _held(claim).update(done=F("done") + 1):
            return False
        unasked = ReplayItem.objects.filter(pk=item, replay=claim.replay, at__isnull=True)
        session = unasked.values_list("decision__turn__session", flat=True).first()
        if session is not None and not hold_unless_erased(session):
            values = {"code": GONE}
        if not unasked.update(**values, at=clock.now()):
            # It went with its decision meanwhile.
            transaction.set_rollback(True)
    return True


def _leads_elsewhere(before: Given | None, after: Given) -> bool:
    """Whether an answer is another one than before; one where there was none is."""
    return before is None or has_changed(before, after)


def _plain(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer as JSON, without what its place tells already."""
    return {name: value for name, value in answer.items() if name not in ("question", "thresholds")}


def _held(claim: Claim) -> QuerySet[Replay]:
    return Replay.objects.filter(pk=claim.replay, lease_owner=claim.owner, status=ReplayStatus.RUNNING)


def _expiry() -> Combinable:
    """When a lease ends that is taken or renewed now."""
    seconds = timedelta(seconds=settings.EZGRAPH_LEASE_SECONDS)
    return ExpressionWrapper(Now() + Value(seconds), output_field=DateTimeField())
