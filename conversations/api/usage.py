"""What the models were asked and what it cost."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Count, F, Q, Sum
from django.db.models.functions import TruncDate
from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access, clock
from conversations.access import Caller, scopes
from conversations.api.base.views import AsyncAPIView
from conversations.api.openapi import Answer, documented
from conversations.api.openapi import provider_examples as shown
from conversations.api.providers.serializers import SpentInAllSerializer, UsageQuerySerializer
from conversations.codes import Code
from conversations.models import ModelCall
from providers.database import in_database

USUAL: Final = timedelta(days=30)
LONGEST: Final = timedelta(days=366)

_GROUPS: Final[Mapping[str, Any]] = {
    "provider": F("provider"),
    "model": F("model"),
    "graph": F("turn__session__graph"),
    "day": TruncDate("at"),
}


class UsageView(AsyncAPIView):
    """`/usage`."""

    @documented(
        "readUsage",
        "Read usage",
        {200: Answer(SpentInAllSerializer, "Calls, tokens and cost.", shown.USAGE)},
        tag="usage",
        parameters=[UsageQuerySerializer],
        codes=[Code.FORBIDDEN],
    )
    async def get(self, request: Request) -> Response:
        """Count the calls of the client's own sessions, with the scope `admin` of all; tests do not count."""
        access.check_scope(self.caller, scopes.USAGE_READ)
        asked = self.query(UsageQuerySerializer)
        groups = list(dict.fromkeys(asked["by"].split(",")))
        since, until = _span(asked)
        spent = await in_database(_spent, self.caller, groups, since, until)
        return Response(SpentInAllSerializer({"since": since, "until": until, "usage": spent}).data)


def _span(asked: Mapping[str, Any]) -> tuple[datetime, datetime]:
    until: datetime = asked.get("until") or clock.now()
    since: datetime = asked.get("since") or _before(until, USUAL)
    return max(since, _before(until, LONGEST)), until


def _before(moment: datetime, span: timedelta) -> datetime:
    beginning = datetime.min.replace(tzinfo=UTC)
    return moment - span if moment - beginning > span else beginning


def _spent(caller: Caller, groups: Sequence[str], since: datetime, until: datetime) -> list[dict[str, Any]]:
    calls = ModelCall.objects.filter(
        access.own(caller, "turn__session__"), turn__session__is_test=False, at__gte=since, at__lt=until
    )
    # An alias may not have the name of a column.
    named = {f"of_{group}": _GROUPS[group] for group in groups}
    sums = {f"sum_{name}": Sum(name) for name in (*_TOKENS, "cost")}
    counted = {"calls": Count("pk"), "failed_calls": Count("pk", filter=~Q(code=""))}
    rows = calls.order_by().values(**named).annotate(**counted, **sums).order_by(*named)
    return [_entry(row) for row in rows]


_TOKENS: Final = ("input_tokens", "output_tokens", "cached_input_tokens")


def _entry(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name.removeprefix("of_").removeprefix("sum_"): value for name, value in row.items()}
