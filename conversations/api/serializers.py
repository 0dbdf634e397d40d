"""What the API takes and gives."""

import re
from typing import Any, get_args

from rest_framework import serializers

from conversations.access.identity import LONGEST_TOKEN
from conversations.authoring.graph import Busy
from conversations.text import holds_forbidden

LONGEST_NAME = 200

LONGEST_SHOWN = 100
"""Characters of an unknown field's name that are said again."""


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
                    {name[:LONGEST_SHOWN]: ["There is no such field."] for name in unknown}
                )
        return super().to_internal_value(data)


class NewSessionSerializer(StrictSerializer):
    """A session to start. `config` is checked by the graph, `user` is signed by the host site."""

    graph = Text(longest=64)
    config = serializers.DictField(required=False)
    external_user = Text(longest=LONGEST_NAME, required=False)
    external_id = Text(longest=LONGEST_NAME, required=False)
    user = Text(longest=LONGEST_TOKEN, required=False)


class NewTurnSerializer(StrictSerializer):
    """A message to answer. `client_id` makes it idempotent.

    `busy` says what happens while another turn runs, instead of what the graph says.
    """

    message = Text(free=True, default="")
    client_id = Text(longest=LONGEST_NAME, required=False)
    config = serializers.DictField(required=False)
    busy = serializers.ChoiceField(choices=get_args(Busy), required=False)


class Count(serializers.IntegerField):
    """A whole number in an address: digits only."""

    def to_internal_value(self, data: Any) -> int:
        """The number. Fails for anything else, also for what Python would take."""
        if not re.fullmatch(r"[0-9]{1,18}", str(data)):
            self.fail("invalid")
        return super().to_internal_value(data)


class MessagesQuerySerializer(StrictSerializer):
    """Which visible messages to read."""

    after = Count(min_value=0, max_value=2**53, default=0)
    limit = Count(min_value=1, max_value=100, default=100)


class SessionSerializer(serializers.Serializer[Any]):
    """A session as its owner may see it. `turns` and `messages` are the highest numbers so far."""

    id = serializers.UUIDField()
    graph = serializers.CharField()
    status = serializers.CharField()
    external_user = serializers.CharField()
    created_at = serializers.DateTimeField()
    turns = serializers.IntegerField(source="last_turn")
    messages = serializers.IntegerField(source="last_number")


class StartedSessionSerializer(SessionSerializer):
    """A session with the token that opens it."""

    token = serializers.SerializerMethodField()

    def get_token(self, session: Any) -> str:
        """The visitor's token, from the serializer's context."""
        return str(self.context["token"])


class MessageSerializer(serializers.Serializer[Any]):
    """A visible message; `n` counts them without gaps. `client_id` is on the customer's own.

    `suggestions` are replies that the customer may send with one click.
    """

    n = serializers.IntegerField()
    turn = serializers.IntegerField()
    role = serializers.CharField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    client_id = serializers.CharField(allow_null=True)
    suggestions = serializers.ListField(child=serializers.CharField())


class MessagesSerializer(serializers.Serializer[Any]):
    """A page of messages. `next` is the `after` of the next page, null where there is none yet."""

    messages = MessageSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class ModelUsageSerializer(serializers.Serializer[Any]):
    """Replies and tokens of one model at one provider."""

    provider = serializers.CharField()
    model = serializers.CharField()
    calls = serializers.IntegerField()
    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cached_input_tokens = serializers.IntegerField()


class UsageSerializer(serializers.Serializer[Any]):
    """Tokens in all, read from a list of entries by model; the entries themselves for API keys."""

    calls = serializers.SerializerMethodField()
    input_tokens = serializers.SerializerMethodField()
    output_tokens = serializers.SerializerMethodField()
    cached_input_tokens = serializers.SerializerMethodField()
    by_model = serializers.SerializerMethodField()

    def get_calls(self, usage: Any) -> int:
        """Replies."""
        return sum(entry["calls"] for entry in usage)

    def get_input_tokens(self, usage: Any) -> int:
        """Tokens that models read."""
        return sum(entry["input_tokens"] for entry in usage)

    def get_output_tokens(self, usage: Any) -> int:
        """Tokens that models wrote."""
        return sum(entry["output_tokens"] for entry in usage)

    def get_cached_input_tokens(self, usage: Any) -> int:
        """The part of the input that came from a cache."""
        return sum(entry["cached_input_tokens"] for entry in usage)

    def get_by_model(self, usage: Any) -> Any:
        """One entry a provider and model."""
        return ModelUsageSerializer(usage, many=True).data

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Keep providers and models from customers."""
        shown: dict[str, Any] = super().to_representation(instance)
        if not self.context.get("for_integration"):
            del shown["by_model"]
        return shown


class TurnSerializer(serializers.Serializer[Any]):
    """How a turn ended. `message` is the reply, or where it failed the safe sentence.

    `data` is there where the turn completed a json graph with its object, `code` and `retryable` where
    it failed; `cause` too, for API keys.
    """

    success = serializers.BooleanField()
    completed = serializers.BooleanField()
    message = serializers.CharField()
    handed_over = serializers.BooleanField()
    session = serializers.UUIDField()
    turn = serializers.IntegerField()
    usage = UsageSerializer()
    code = serializers.CharField(allow_null=True)
    retryable = serializers.BooleanField()
    cause = serializers.CharField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields above and `data`, whose name as an attribute is the serializer's own."""
        return {**super().get_fields(), "data": serializers.JSONField(allow_null=True)}

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Leave out what belongs to failures only, and the cause for those who may not see it."""
        shown: dict[str, Any] = super().to_representation(instance)
        hidden = ["code", "retryable", "cause"] if instance.success else []
        if instance.data is None:
            hidden.append("data")
        if not self.context.get("for_integration"):
            hidden.append("cause")
        return {name: value for name, value in shown.items() if name not in hidden}


class GraphSerializer(serializers.Serializer[Any]):
    """A graph that can be run."""

    name = serializers.CharField()
    title = serializers.CharField(source="display_title")
