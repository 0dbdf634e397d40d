"""Who is calling, and what may they open: one door for all ways in."""

from conversations.access.callers import ANONYMOUS, Anonymous, ApiCaller, Caller, StaffCaller, Visitor
from conversations.access.denials import AccessDenied, Throttled
from conversations.access.door import (
    check_open,
    check_start,
    epoch_of,
    identify,
    is_void,
    issue_token,
    read_visitor,
    visitor,
)
from conversations.access.issuing import issue_by_name as issue_api_key
from conversations.access.reach import check_key, check_member, check_scope, has_scope, own
from conversations.access.staff_sessions import identify_staff

__all__ = [
    "ANONYMOUS",
    "AccessDenied",
    "Anonymous",
    "ApiCaller",
    "Caller",
    "StaffCaller",
    "Throttled",
    "Visitor",
    "check_key",
    "check_member",
    "check_open",
    "check_scope",
    "check_start",
    "epoch_of",
    "has_scope",
    "identify",
    "identify_staff",
    "is_void",
    "issue_api_key",
    "issue_token",
    "own",
    "read_visitor",
    "visitor",
]
