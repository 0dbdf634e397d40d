"""Which graphs can be run."""

from rest_framework.request import Request
from rest_framework.response import Response

from conversations.access import AccessDenied, ApiCaller
from conversations.api.serializers import GraphSerializer
from conversations.api.views import AsyncAPIView
from conversations.codes import Code
from conversations.engine import graphs


class GraphsView(AsyncAPIView):
    """`/graphs`."""

    async def get(self, request: Request) -> Response:
        """Names and titles of the graphs."""
        if not isinstance(self.caller, ApiCaller):
            raise AccessDenied(Code.UNAUTHENTICATED, "Send an API key.")
        served = list(graphs.served().values())
        return Response({"graphs": GraphSerializer(served, many=True).data})
