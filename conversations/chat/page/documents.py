"""What programmers of clients read."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from conversations.chat.protocol.asyncapi import document


@csrf_exempt  # nothing is changed here: other methods are told that they are not allowed
@require_safe
def asyncapi(request: HttpRequest) -> JsonResponse:
    """The AsyncAPI document of the WebSocket protocol, for everybody."""
    response = JsonResponse(document())
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = "max-age=300"
    return response
