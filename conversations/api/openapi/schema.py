"""How drf-spectacular reads the views and fields of the API."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema

from conversations.api.base.fields import MOMENT


class OperationSchema(AutoSchema):
    """Takes nothing from REST framework's authenticators: the door of `conversations.access` decides."""

    def get_auth(self) -> list[dict[str, Any]]:
        """Nothing: each operation says it itself."""
        return []


class StrictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """An object whose fields are all known."""

    target_class = "conversations.api.base.fields.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        """Its fields, and no others."""
        mapped = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**mapped, "additionalProperties": False}


class TextExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A text with what may stand in it."""

    target_class = "conversations.api.base.fields.Text"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Its length, and the characters that are allowed."""
        schema: dict[str, Any] = {"type": "string"}
        if self.target.longest is not None:
            schema["maxLength"] = self.target.longest
        if not self.target.free:
            schema |= {"minLength": 1, "pattern": self.target.form}
        return schema


class MessageExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A customer's message."""

    target_class = "conversations.api.base.fields.Message"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """As the engine takes it; a graph may allow visitors less."""
        longest = settings.EZGRAPH_MAX_MESSAGE_LENGTH
        return {"type": "string", "maxLength": longest, "pattern": self.target.form}


class NewSessionExtension(StrictExtension):  # type: ignore[no-untyped-call]
    """A session to start: somebody vouches for the customer in one way."""

    target_class = "conversations.api.serializers.NewSessionSerializer"
    match_subclasses = False
    priority = 1

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        """Its fields, of which two exclude each other."""
        mapped = super().map_serializer(auto_schema, direction)
        return {**mapped, "not": {"required": ["user", "external_user"]}}


class CountExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A whole number between bounds."""

    target_class = "conversations.api.base.fields.Count"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """Its bounds."""
        bounds = {"minimum": self.target.min_value, "maximum": self.target.max_value}
        return {"type": "integer", **{name: bound for name, bound in bounds.items() if bound is not None}}


class MomentExtension(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """A moment with its time zone."""

    target_class = "conversations.api.base.fields.Moment"
    match_subclasses = True

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """ISO 8601, as the field reads it."""
        return {"type": "string", "format": "date-time", "pattern": f"^{MOMENT}$"}
