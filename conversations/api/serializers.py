"""What the API takes and gives."""

from typing import Any, get_args

from rest_framework import serializers

from conversations.access.identity import LONGEST_TOKEN
from conversations.api.base.fields import LONGEST_NAME, Count, Message, Moment, StrictSerializer, Text
from conversations.authoring.graph import Busy
from conversations.models import SessionStatus, TurnStatus


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

    message = Message(default="")
    client_id = Text(longest=LONGEST_NAME, required=False)
    config = serializers.DictField(required=False)
    busy = serializers.ChoiceField(choices=get_args(Busy), required=False)


class NewRunSerializer(StrictSerializer):
    """A json graph to run once. `config` is checked by the graph."""

    graph = Text(longest=64)
    message = Message(default="")
    config = serializers.DictField(required=False)
    external_id = Text(longest=LONGEST_NAME, required=False)


class WaitQuerySerializer(StrictSerializer):
    """Whether to wait for the end of a turn: 1, or with 0 be answered at once with its address."""

    wait = Count(min_value=0, max_value=1, default=1)


class MessagesQuerySerializer(StrictSerializer):
    """Which visible messages to read."""

    after = Count(min_value=0, max_value=2**53, default=0)
    limit = Count(min_value=1, max_value=100, default=100)


class PageQuerySerializer(StrictSerializer):
    """Which page of a list to read; `cursor` is the `next` of the page before."""

    cursor = Text(longest=LONGEST_NAME, required=False)
    limit = Count(min_value=1, max_value=100, default=50)


class SessionsQuerySerializer(PageQuerySerializer):
    """Which sessions to list: those updated at `updated_since` or later, and before `updated_until`."""

    graph = Text(longest=64, required=False)
    status = serializers.ChoiceField(choices=SessionStatus.values, required=False)
    external_user = Text(longest=LONGEST_NAME, required=False)
    updated_since = Moment(required=False)
    updated_until = Moment(required=False)


class SessionSerializer(serializers.Serializer[Any]):
    """A session as its owner may see it. `turns` and `messages` are the highest numbers so far."""

    id = serializers.UUIDField()
    graph = serializers.CharField()
    status = serializers.ChoiceField(choices=SessionStatus.values)
    external_id = serializers.CharField(allow_null=True)
    external_user = serializers.CharField()
    created_at = Moment()
    updated_at = Moment()
    turns = serializers.IntegerField(source="last_turn")
    messages = serializers.IntegerField(source="last_number")


class StartedSessionSerializer(SessionSerializer):
    """A session with the token that opens it."""

    token = serializers.SerializerMethodField(help_text="Opens this session for 30 days.")

    def get_token(self, session: Any) -> str:
        """The visitor's token, from the serializer's context."""
        return str(self.context["token"])


class SessionsSerializer(serializers.Serializer[Any]):
    """A page of sessions. `next` is the `cursor` of the next page, null after the last."""

    sessions = SessionSerializer(many=True, source="rows")
    next = serializers.CharField(allow_null=True)


class MessageSerializer(serializers.Serializer[Any]):
    """A visible message; `n` counts them without gaps. `client_id` is on the customer's own.

    `suggestions` are replies that the customer may send with one click.
    """

    n = serializers.IntegerField()
    turn = serializers.IntegerField()
    role = serializers.CharField()
    text = serializers.CharField()
    at = Moment()
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
    by_model = ModelUsageSerializer(many=True, source="*", required=False)

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

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Keep providers and models from customers."""
        shown: dict[str, Any] = super().to_representation(instance)
        if not self.context.get("for_integration"):
            del shown["by_model"]
        return shown


class TurnSerializer(serializers.Serializer[Any]):
    """How a turn ended. `message` is the reply, or where it failed the safe sentence.

    `data` is there where the turn completed a json graph with its object, `code` and `retryable` where
    it failed; `cause` too, for API keys. A turn is retryable while it is the newest of a session that goes
    on.
    """

    success = serializers.BooleanField()
    completed = serializers.BooleanField()
    message = serializers.CharField()
    handed_over = serializers.BooleanField()
    session = serializers.UUIDField()
    turn = serializers.IntegerField()
    usage = UsageSerializer()
    code = serializers.CharField(required=False)
    retryable = serializers.BooleanField(required=False)
    cause = serializers.CharField(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields above and `data`, whose name as an attribute is the serializer's own."""
        return {**super().get_fields(), "data": serializers.JSONField(required=False)}

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Leave out what belongs to failures only, and the cause for those who may not see it."""
        shown: dict[str, Any] = super().to_representation(instance)
        hidden = ["code", "retryable", "cause"] if instance.success else []
        if instance.data is None:
            hidden.append("data")
        if not self.context.get("for_integration"):
            hidden.append("cause")
        return {name: value for name, value in shown.items() if name not in hidden}


class StandingSerializer(serializers.Serializer[Any]):
    """How a turn stands; one that completed or failed has what `TurnSerializer` tells of its end, too."""

    session = serializers.UUIDField()
    turn = serializers.IntegerField()
    status = serializers.ChoiceField(choices=TurnStatus.values)
    client_id = serializers.CharField(allow_null=True)
    success = serializers.BooleanField(required=False)
    completed = serializers.BooleanField(required=False)
    message = serializers.CharField(required=False)
    handed_over = serializers.BooleanField(required=False)
    usage = UsageSerializer(required=False)
    code = serializers.CharField(required=False)
    retryable = serializers.BooleanField(required=False)
    cause = serializers.CharField(required=False)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The fields above and `data`, whose name as an attribute is the serializer's own."""
        return {**super().get_fields(), "data": serializers.JSONField(required=False)}


class GraphSerializer(serializers.Serializer[Any]):
    """A graph that can be run."""

    name = serializers.CharField()
    title = serializers.CharField(source="display_title")


class GraphsSerializer(serializers.Serializer[Any]):
    """The graphs of this site."""

    graphs = GraphSerializer(many=True)


class GraphDetailSerializer(GraphSerializer):
    """A graph as whoever runs it needs it.

    `config` is the JSON Schema of what callers may configure, null where there is nothing; `mermaid` the
    graph as a Mermaid flowchart.
    """

    greeting = serializers.CharField()
    response_mode = serializers.ChoiceField(choices=["chat", "json"])
    requires_message = serializers.BooleanField()
    config = serializers.DictField(allow_null=True)
    mermaid = serializers.CharField()
