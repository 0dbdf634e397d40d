"""Which graphs can be run, and what each looks like."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from conversations import access
from conversations.api.base.views import AsyncAPIView
from conversations.api.openapi import Answer, documented, examples, in_path
from conversations.api.serializers import GraphDetailSerializer, GraphsSerializer
from conversations.authoring import Graph
from conversations.codes import Code
from conversations.engine import graphs
from conversations.picturing import mermaid


class GraphsView(AsyncAPIView):
    """`/graphs`."""

    @documented(
        "listGraphs",
        "List the graphs",
        {200: Answer(GraphsSerializer, "The graphs of this site.", examples.GRAPHS)},
        tag="graphs",
        codes=[Code.FORBIDDEN],
    )
    async def get(self, request: Request) -> Response:
        """Names and titles of the graphs."""
        access.check_member(self.caller)
        served = list(graphs.served().values())
        return Response(GraphsSerializer({"graphs": served}).data)


class GraphView(AsyncAPIView):
    """`/graphs/{name}`."""

    @documented(
        "readGraph",
        "Read a graph",
        {200: Answer(GraphDetailSerializer, "What it takes, and its picture.", examples.GRAPH)},
        tag="graphs",
        parameters=[in_path("name", "The graph's name.", str, "quote")],
        codes=[Code.FORBIDDEN, Code.GRAPH_UNKNOWN],
    )
    async def get(self, request: Request, name: str) -> Response:
        """What a graph takes, and its picture as the text of a Mermaid flowchart."""
        access.check_member(self.caller)
        return Response(GraphDetailSerializer(_described(graphs.get(name))).data)


def _described(graph: Graph) -> dict[str, Any]:
    return {
        "name": graph.name,
        "display_title": graph.display_title,
        "greeting": graph.greeting,
        "response_mode": graph.response_mode,
        "requires_message": graph.requires_message,
        "config": None if graph.Config is None else graph.Config.model_json_schema(),
        "mermaid": mermaid(graph),
    }
