"""What the API takes and gives."""

from typing import Any

from rest_framework import serializers

from conversations.engine.usage import UsageList
from conversations.engine.values import SessionRecord, TurnRecord, TurnResult
from conversations.text import holds_forbidden

LONGEST_NAME = 200


class Text(serializers.Field[str, Any, str, Any]):
    """A JSON string as it was sent: numbers are not converted, white space stays."""

    default_error_messages = {
        "invalid": "This is not a text.",
        "too_long": "This is longer than {longest} characters.",
        "characters": "This holds characters that are not allowed.",
        "blank": "This is empty.",
    }

    def __init__(self, *, longest: int | None = None, free: bool = False, **options: Any) -> None:
        """`free` leaves length and characters to whoever reads the value."""
        super().__init__(**options)
        self.longest = longest
        self.free = free

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


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that nobody knows, so that a typing error is not taken for an answer."""

    def to_internal_value(self, data: Any) -> Any:
        """Check the names, then the values."""
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError(
                    {cleaned_name(name): ["There is no such field."] for name in unknown}
                )
        return super().to_internal_value(data)


class NewSessionSerializer(StrictSerializer):
    """A session to start."""

    graph = Text(longest=64)
    config = serializers.DictField(required=False)
    external_user = Text(longest=LONGEST_NAME, required=False)
    external_id = Text(longest=LONGEST_NAME, required=False)


class NewTurnSerializer(StrictSerializer):
    """A message to answer. `client_id` makes it idempotent."""

    message = Text(free=True, default="")
    client_id = Text(longest=LONGEST_NAME, required=False)
    config = serializers.DictField(required=False)


class MessagesQuerySerializer(serializers.Serializer[Any]):
    """Which visible messages to read."""

    after = serializers.IntegerField(min_value=0, max_value=2**53, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=100, default=100)


class MessageSerializer(serializers.Serializer[Any]):
    """A visible message; `n` counts them without gaps."""

    n = serializers.IntegerField()
    turn = serializers.IntegerField()
    role = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    client_id = serializers.CharField(required=False)


def usage_json(usage: UsageList) -> dict[str, Any]:
    """Tokens in all and by model."""
    counted = ("calls", "input_tokens", "output_tokens", "cached_input_tokens")
    totals: dict[str, Any] = {name: sum(entry[name] for entry in usage) for name in counted}  # type: ignore[literal-required]
    return {**totals, "by_model": usage}


def session_json(session: SessionRecord) -> dict[str, Any]:
    """A session as its owner may see it."""
    return {
        "id": str(session.id),
        "graph": session.graph,
        "status": session.status,
        "external_user": session.external_user,
        "created_at": session.created_at,
        "turns": session.last_turn,
        "messages": session.last_number,
    }


def turn_json(result: TurnResult) -> dict[str, Any]:
    """A turn that succeeded."""
    return {
        "success": result.success,
        "completed": result.completed,
        "message": result.message,
        "handed_over": result.handed_over,
        "session": str(result.session),
        "turn": result.turn,
        "usage": usage_json(result.usage),
    }


def turn_state_json(turn: TurnRecord) -> dict[str, Any]:
    """How a turn stands that is not completed."""
    return {"turn": turn.number, "status": turn.status, "client_id": turn.client_id}


def cleaned_name(name: str) -> str:
    """A field's name as it may be shown again."""
    return name.encode("utf-8", "replace").decode()[:100]
