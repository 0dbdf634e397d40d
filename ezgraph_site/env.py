"""The one door to the process environment: typed readers that refuse a wrong value by name.

Each reader describes its variable once; `docs/settings.md` is made from these descriptions. A
variable that is empty or blank counts as unset.
"""

import difflib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from ipaddress import ip_address
from typing import Final, TypeVar
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

from providers.addresses import read_allowed_host

T = TypeVar("T")

PRIVATE_HOSTS: Final = "EZGRAPH_ALLOWED_PRIVATE_HOSTS"
LOOPBACK_PROVIDERS: Final = "EZGRAPH_LOOPBACK_PROVIDERS"
"""Says that model servers of this machine may be called, as on its owner's."""

PREFIX: Final = "EZGRAPH_"
"""Every variable with this prefix is ours, so one that nobody reads is a mistake."""

SIMILARITY: Final = 0.7
"""How alike (0 to 1) an unknown name has to be to one of ours for a suggestion."""

TRUE: Final = frozenset({"1", "true", "yes", "on"})
FALSE: Final = frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True)
class Description:
    """What a reader of the settings table learns about one variable."""

    name: str
    type: str
    default: str
    help: str


class Environment:
    """Reads variables of the process environment and remembers their descriptions, in order.

    Every reader raises `ImproperlyConfigured`, naming the variable, where the value does not fit.
    `shown` replaces the default in the table where the value itself would tell nothing.
    """

    def __init__(self, values: Mapping[str, str] = os.environ) -> None:
        self._values = values
        self.descriptions: list[Description] = []

    def is_set(self, name: str) -> bool:
        """Whether a variable is there and not blank."""
        return bool(self._values.get(name, "").strip())

    def text(self, name: str, default: str, help: str, *, shown: str | None = None) -> str:
        """Any text, without the white space around it."""
        return self._read(name, "text", default, help, str, shown)

    def secret(self, name: str, help: str, *, shown: str, minimum: int) -> str:
        """A text of at least `minimum` characters that no message ever shows; empty where it is unset."""

        def parse(value: str) -> str:
            if len(value) < minimum:
                raise ValueError(f"must have at least {minimum} characters")
            return value

        return self._read(name, f"text, ≥ {minimum} characters", "", help, parse, shown, hidden=True)

    def choice(self, name: str, default: str, help: str, options: tuple[str, ...]) -> str:
        """One of `options`, in any case; returned as `options` spells it."""

        def parse(value: str) -> str:
            for option in options:
                if option.casefold() == value.casefold():
                    return option
            raise ValueError(f"must be one of {', '.join(options)}")

        return self._read(name, "one of " + ", ".join(options), default, help, parse)

    def boolean(self, name: str, default: bool, help: str) -> bool:
        """True for 1, true, yes, on; False for 0, false, no, off."""

        def parse(value: str) -> bool:
            if value.lower() in TRUE:
                return True
            if value.lower() in FALSE:
                return False
            raise ValueError("must be true or false")

        return self._read(name, "true or false", default, help, parse, str(default).lower())

    def integer(
        self, name: str, default: int, help: str, *, minimum: int = 0, maximum: int | None = None
    ) -> int:
        """A whole number from `minimum` to `maximum`."""

        def parse(value: str) -> int:
            try:
                number = int(value)
            except ValueError:
                raise ValueError("must be a whole number") from None
            if number < minimum:
                raise ValueError(f"must be at least {minimum}")
            if maximum is not None and number > maximum:
                raise ValueError(f"must be at most {maximum}")
            return number

        bounds = f"≥ {minimum}" if maximum is None else f"{minimum} to {maximum}"
        return self._read(name, f"whole number, {bounds}", default, help, parse)

    def texts(
        self, name: str, default: tuple[str, ...], help: str, *, shown: str | None = None
    ) -> tuple[str, ...]:
        """Texts parted by commas; blank ones are left out, and nothing but blank ones is refused."""

        def parse(value: str) -> tuple[str, ...]:
            items = tuple(item.strip() for item in value.split(",") if item.strip())
            if not items:
                raise ValueError("must list something between its commas")
            return items

        return self._read(name, "list, by commas", default, help, parse, shown or ",".join(default))

    def private_hosts(self, name: str, help: str) -> tuple[str, ...]:
        """Hosts with their ports, as `providers.addresses` reads them."""

        def parse(value: str) -> tuple[str, ...]:
            items = tuple(item.strip() for item in value.split(",") if item.strip())
            for item in items:
                read_allowed_host(item)
            return items

        return self._read(name, "host:port, by commas", (), help, parse, "")

    def day(self, name: str, help: str) -> date | None:
        """A date written YYYY-MM-DD, or None where it is unset."""

        def parse(value: str) -> date | None:
            try:
                day = date.fromisoformat(value)
            except ValueError:
                day = None
            if day is None or day.isoformat() != value:
                raise ValueError("must be a date written YYYY-MM-DD")
            return day

        return self._read(name, "YYYY-MM-DD", None, help, parse, "")

    def address(self, name: str, default: str, help: str) -> str:
        """An IP address of version 4 or 6."""

        def parse(value: str) -> str:
            try:
                return str(ip_address(value))
            except ValueError:
                raise ValueError("must be an IP address such as 0.0.0.0") from None

        return self._read(name, "IP address", default, help, parse)

    def time_zone(self, name: str, default: str, help: str) -> str:
        """The name of a time zone of the IANA database."""

        def parse(value: str) -> str:
            try:
                return ZoneInfo(value).key
            except (KeyError, ValueError, OSError):
                raise ValueError("must name a time zone such as Europe/Berlin") from None

        return self._read(name, "time zone", default, help, parse)

    def refuse_unknown(self) -> None:
        """Raise `ImproperlyConfigured` for variables with our prefix that no reader asked for."""
        known = [description.name for description in self.descriptions]
        unknown = sorted(name for name in self._values if name.startswith(PREFIX) and name not in known)
        if unknown:
            raise ImproperlyConfigured("\n".join(_unknown(name, known) for name in unknown))

    def _read(
        self,
        name: str,
        kind: str,
        default: T,
        help: str,
        parse: Callable[[str], T],
        shown: str | None = None,
        *,
        hidden: bool = False,
    ) -> T:
        self.descriptions.append(Description(name, kind, str(default) if shown is None else shown, help))
        value = self._values.get(name, "").strip()
        if not value:
            return default
        try:
            return parse(value)
        except ValueError as error:
            seen = "" if hidden else f", not {value!r}"
            raise ImproperlyConfigured(f"{name} {error}{seen}.") from None


def name_settings() -> None:
    """Let Django know where the settings of this site are, unless somebody named others."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ezgraph_site.settings")


def allow_loopback() -> None:
    """Let providers reach servers of this machine, unless somebody named private hosts or said otherwise.

    Webhooks may not: integrators choose where they lead.
    """
    if not os.environ.get(PRIVATE_HOSTS, "").strip() and not os.environ.get(LOOPBACK_PROVIDERS, "").strip():
        os.environ[LOOPBACK_PROVIDERS] = "yes"


def _unknown(name: str, known: list[str]) -> str:
    # Without the prefix, which would make any two names look alike.
    names = {other.removeprefix(PREFIX): other for other in known}
    nearest = difflib.get_close_matches(name.removeprefix(PREFIX), names, n=1, cutoff=SIMILARITY)
    advice = f"Did you mean {names[nearest[0]]}?" if nearest else "docs/settings.md lists those that are."
    return f"{name} is not a setting of this site. {advice}"
