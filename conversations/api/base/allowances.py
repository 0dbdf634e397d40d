"""Tells a caller how many calls are left, by the headers of draft-ietf-httpapi-ratelimit-headers."""

from django.http.response import HttpResponseBase

from conversations.access.limits import Allowance


def tell_allowance(response: HttpResponseBase, allowance: Allowance) -> None:
    """Set RateLimit-Policy, what is allowed in how many seconds, and RateLimit, what is left until when."""
    name = f'"{allowance.policy}"'
    response["RateLimit-Policy"] = f"{name};q={allowance.most};w={allowance.seconds}"
    response["RateLimit"] = f"{name};r={allowance.left};t={allowance.reset}"
