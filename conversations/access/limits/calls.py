"""How often the API may be called: by one key, one of staff, or one address."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from django.conf import settings

from conversations.access.callers import ApiCaller, Caller, StaffCaller
from conversations.access.limits.counting import Refusal, Rule, counted, room_of
from conversations.access.limits.windows import Window
from conversations.access.visitors import neighbourhood_of

MINUTE: Final = 60


@dataclass(frozen=True)
class Allowance:
    """What a caller has: `left` of `most` in a window of `seconds`, and all of it after `reset` seconds.

    `policy` names whose it is; `refusal` says that it was too much.
    """

    policy: str
    most: int
    seconds: int
    left: int
    reset: int
    refusal: Refusal | None


async def count_call(caller: Caller, address: str) -> Allowance:
    """Count a call; where it is too much it is not counted.

    Who has neither a key nor an account is counted by `address`, see `visitors.address_of`.
    """
    policy, window, said = _window(caller, address)
    refusal = await counted([Rule(window, said)])
    room = await room_of(window)
    return Allowance(policy, window.most, window.seconds, room.left, ceil(room.seconds), refusal)


def _window(caller: Caller, address: str) -> tuple[str, Window, str]:
    by_key: int = settings.EZGRAPH_KEY_CALLS_PER_MINUTE
    by_address: int = settings.EZGRAPH_ADDRESS_CALLS_PER_MINUTE
    match caller:
        case ApiCaller():
            said = f"No more than {by_key} calls a minute are possible with one key."
            return "key", Window(f"calls:key:{caller.key}", by_key, MINUTE), said
        case StaffCaller():
            said = f"No more than {by_key} calls a minute are possible for one account."
            return "account", Window(f"calls:account:{caller.user}", by_key, MINUTE), said
    said = "Too many calls come from your network at the moment."
    return "address", Window(f"calls:address:{neighbourhood_of(address)}", by_address, MINUTE), said
