"""Who is calling, and what may they open: one door for all ways in."""

from conversations.access.api_keys import issue as issue_api_key
from conversations.access.callers import ANONYMOUS, Anonymous, ApiCaller, Caller, Visitor
from conversations.access.door import (
    AccessDenied,
    check_open,
    check_start,
    has_scope,
    identify,
    issue_token,
    visitor,
)

__all__ = [
    "ANONYMOUS",
    "AccessDenied",
    "Anonymous",
    "ApiCaller",
    "Caller",
    "Visitor",
    "check_open",
    "check_start",
    "has_scope",
    "identify",
    "issue_api_key",
    "issue_token",
    "visitor",
]
