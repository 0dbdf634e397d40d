"""How often a password may be tried: for one name, and from one address."""

from typing import Final

from conversations.access.limits.counting import Refusal, Rule, counted
from conversations.access.limits.windows import Window
from conversations.access.visitors import neighbourhood_of

MINUTE: Final = 60
HOUR: Final = 60 * 60

NAME_A_MINUTE: Final = 5
NAME_AN_HOUR: Final = 30
ADDRESS_A_MINUTE: Final = 20
ADDRESS_AN_HOUR: Final = 100


async def admit_login(name: str, address: str) -> Refusal | None:
    """Count an attempt to log in under a name, from where `visitors.address_of` says.

    A Refusal where it is too much; then it is not counted, so that somebody who waits gets in.
    """
    of_name, of_address = f"login:name:{name.casefold()}", f"login:address:{neighbourhood_of(address)}"
    tries = "There were too many attempts to log in under this name."
    network = "There were too many attempts to log in from your network."
    return await counted(
        [
            Rule(Window(f"{of_name}:minute", NAME_A_MINUTE, MINUTE), tries),
            Rule(Window(f"{of_name}:hour", NAME_AN_HOUR, HOUR), tries),
            Rule(Window(f"{of_address}:minute", ADDRESS_A_MINUTE, MINUTE), network),
            Rule(Window(f"{of_address}:hour", ADDRESS_AN_HOUR, HOUR), network),
        ]
    )
