"""Where a request comes from."""

from rest_framework.request import Request

from conversations.access import visitors


def address_of(request: Request) -> str:
    """Where a request comes from; servers of both kinds tell it in these."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR")
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode("latin-1", "replace"))]
    return visitors.address_of({"client": (request.META.get("REMOTE_ADDR", ""), 0), "headers": headers})
