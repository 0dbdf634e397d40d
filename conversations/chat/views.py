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
    """The page of one graph; 404 where it is not served here or not open to visitors.

    A graph that answers with JSON is for programs: its page says how they reach it.
    """
    try:
        served = graphs.get(graph)
        await in_database(check_start, ANONYMOUS, graph)
    except (GraphUnknown, AccessDenied):
        return _page(request, "conversations/chat_missing.html", {}, status=404)
    template = "chat_of_json.html" if served.response_mode == "json" else "chat.html"
    return _page(request, f"conversations/{template}", {"graph": graph, "title": served.display_title})


def _page(request: HttpRequest, template: str, context: dict[str, str], status: int = 200) -> HttpResponse:
    response = render(request, template, {"language": get_language(), **context}, status=status)
    response["Content-Security-Policy"] = content_policy(request.get_host())
    response["Cache-Control"] = "no-cache"
    return response
