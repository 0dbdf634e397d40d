"""The chat as a full page: its first frame comes from here, the modules take over."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from conversations.access import ANONYMOUS, AccessDenied, check_start
from conversations.chat.page.content_policy import content_policy
from conversations.chat.page.parts import language_of, module_addresses
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
    context = {
        "graph": graph,
        "title": served.display_title,
        "greeting": served.greeting,
        "modules": module_addresses(),
    }
    return _page(request, f"conversations/{template}", context)


def _page(
    request: HttpRequest, template: str, context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    context = {"language": language_of(request.headers.get("Accept-Language", "")), **context}
    response = render(request, template, context, status=status)
    response["Vary"] = "Accept-Language"
    response["Content-Security-Policy"] = content_policy(request.get_host())
    response["Cache-Control"] = "no-cache"
    return response
