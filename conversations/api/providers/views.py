"""Who answers, how they are, and whether they answer now."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.access import AccessDenied, scopes
from conversations.api.base.views import AsyncAPIView
from conversations.api.openapi import Answer, documented, in_path
from conversations.api.openapi import provider_examples as shown
from conversations.api.providers.serializers import ProvidersSerializer, TrialSerializer
from conversations.codes import Code
from providers.database import in_database
from providers.models import Provider
from providers.registry import supplied
from providers.resilience import circuits
from providers.trying import try_out


class ProvidersView(AsyncAPIView):
    """`/providers`."""

    @documented(
        "listProviders",
        "List the providers",
        {200: Answer(ProvidersSerializer, "The providers of this site.", shown.PROVIDERS)},
        tag="providers",
        codes=[Code.FORBIDDEN],
    )
    async def get(self, request: Request) -> Response:
        """What each can do, what keeps it from working, and where its circuit stands; never a secret."""
        access.check_scope(self.caller, scopes.PROVIDERS_READ)
        found = await in_database(_read)
        states = await circuits.states(one["name"] for one in found)
        described = [{**one, "circuit": states[one["name"]]} for one in found]
        return Response(ProvidersSerializer({"providers": described}).data)


class ProviderTestView(AsyncAPIView):
    """`/providers/{name}/test`."""

    @documented(
        "testProvider",
        "Try a provider out",
        {200: Answer(TrialSerializer, "How the call ended, well or not.", shown.TRIAL)},
        tag="providers",
        parameters=[in_path("name", "The provider's name.", str, "embedded")],
        codes=[Code.FORBIDDEN, Code.NOT_FOUND],
    )
    async def post(self, request: Request, name: str) -> Response:
        """Ask the provider one cheap question, whatever its circuit, limits and budget say."""
        access.check_scope(self.caller, scopes.PROVIDERS_TEST)
        trial = await try_out(await in_database(_provider, name))
        return Response(TrialSerializer(trial).data)


def _read() -> list[dict[str, Any]]:
    return [_described(row) for row in Provider.objects.order_by("name")]


def _described(row: Provider) -> dict[str, Any]:
    supply = supplied(row.name)
    return {
        "name": row.name,
        "type": row.type,
        "capabilities": sorted(supply.capabilities),
        "problems": [problem.message for problem in supply.problems],
    }


def _provider(name: str) -> Provider:
    row = None if "\0" in name else Provider.objects.filter(name=name).first()
    if row is None:
        raise AccessDenied(Code.NOT_FOUND, "There is no such provider.")
    return row
