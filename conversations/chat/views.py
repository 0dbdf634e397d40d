"""The chat as a full page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from conversations.access import ANONYMOUS, AccessDenied, check_start
from conversations.chat.content_policy import content_policy
from conversations.engine import graphs
from conversations.engine.errors import GraphUnknown
from providers.database import in_database


@csrf_exempt  # nothing is changed here: other methods are told that they are not allowed
@require_safe
async def chat(request: HttpRequest, graph: str) -> HttpResponse:
    """The page of one graph; 404 where it is not served here or not open to visitors."""
    try:
        title = graphs.get(graph).display_title
        await in_database(check_start, ANONYMOUS, graph)
    except (GraphUnknown, AccessDenied):
        return _page(request, "conversations/chat_missing.html", {}, status=404)
    return _page(request, "conversations/chat.html", {"graph": graph, "title": title})


def _page(request: HttpRequest, template: str, context: dict[str, str], status: int = 200) -> HttpResponse:
    response = render(request, template, {"language": get_language(), **context}, status=status)
    response["Content-Security-Policy"] = content_policy(request.get_host())
    response["Cache-Control"] = "no-cache"
    return response
