"""Fields of what the API takes, strict about what was sent."""

import re
from datetime import UTC, datetime
from typing import Any, Final

from rest_framework import serializers

from conversations.text import holds_forbidden

MOMENT: Final = (
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
"""The form of a moment."""

_CONTROLS: Final = r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"

VISIBLE: Final = f"^[^{_CONTROLS}]*[^{_CONTROLS}\\s][^{_CONTROLS}]*$"
"""The form of a text: no control characters but tab and line breaks, and more than white space."""

UNFORBIDDEN: Final = f"^[^{_CONTROLS}]*$"
"""The form of a text that may be empty."""

ADDRESS: Final = f"^[Hh][Tt][Tt][Pp][Ss]?://[^{_CONTROLS}]+$"
"""The form of an address that can be called."""

LONGEST_NAME: Final = 200
"""Characters of an id, a name or a key of somebody else."""

LONGEST_SHOWN: Final = 100
"""Characters of an unknown field's name that are said again."""


class Text(serializers.Field[str, Any, str, Any]):
    """A JSON string as it was sent: numbers are not converted, white space stays."""

    default_error_messages = {
        "invalid": "This is not a text.",
        "too_long": "This is longer than {longest} characters.",
        "characters": "This holds characters that are not allowed.",
        "blank": "This is empty.",
    }

    def __init__(
        self, *, longest: int | None = None, free: bool = False, form: str = VISIBLE, **options: Any
    ) -> None:
        """`free` leaves characters to whoever reads the value; `form` is what the document says of them."""
        super().__init__(**options)
        self.longest = longest
        self.free = free
        self.form = form

    def to_internal_value(self, data: Any) -> str:
        """The text. Fails for anything else."""
        if not isinstance(data, str):
            self.fail("invalid")
        if not self.free and holds_forbidden(data):
            self.fail("characters")
        if not self.free and not data.strip():
            self.fail("blank")
        if self.longest is not None and len(data) > self.longest:
            self.fail("too_long", longest=self.longest)
        return data

    def to_representation(self, value: str) -> str:
        """The text as it is."""
        return value


class Message(Text):
    """What a customer says. The engine checks its length and characters, and whether it may be empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(free=True, form=UNFORBIDDEN, **options)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that nobody knows, so that a typing error is not taken for an answer."""

    def to_internal_value(self, data: Any) -> Any:
        """Check the names, then the values."""
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError(
                    {name[:LONGEST_SHOWN]: ["There is no such field."] for name in unknown}
                )
        return super().to_internal_value(data)


class Count(serializers.IntegerField):
    """A whole number in an address: digits only."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Fails for anything else, also for what Python would take."""
        if not re.fullmatch(r"[0-9]{1,19}", str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number as JSON has it: no text that means one."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Fails for anything else, also for what Python would take."""
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return super().to_internal_value(data)


class Truth(serializers.BooleanField):
    """True or false as JSON has them: no texts and numbers that mean them."""

    def to_internal_value(self, data: Any) -> bool:
        """The value. Fails for anything else."""
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Share(serializers.FloatField):
    """A number from 0 to 1, in digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=1, **options)

    def to_internal_value(self, data: Any) -> float:
        """The number. Fails for anything else, also for what Python would take."""
        if not re.fullmatch(r"-?[0-9]{1,30}(\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?", str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


class Moment(serializers.Field[datetime, Any, str, Any]):
    """A moment of ISO 8601 with its time zone, such as `2026-05-01T08:30:00Z`.

    Told in UTC, wherever the site is: REST framework's own field would tell it in the site's time zone.
    """

    default_error_messages = {"invalid": "This is no moment such as 2026-05-01T08:30:00Z."}

    def to_internal_value(self, data: Any) -> datetime:
        """The moment, in UTC. Fails for anything else, and for one without its time zone."""
        if not isinstance(data, str) or not re.fullmatch(MOMENT, data):
            self.fail("invalid")
        try:
            return datetime.fromisoformat(data.upper()).astimezone(UTC)
        except (OverflowError, ValueError):
            self.fail("invalid")

    def to_representation(self, value: datetime) -> str:
        """The moment in UTC."""
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


class StoredMoment(Moment):
    """A moment that is kept as a text."""

    def to_representation(self, value: str) -> str:  # type: ignore[override]  # the text in place of the moment
        """The moment in UTC."""
        return super().to_representation(datetime.fromisoformat(value))
