"""The WebSocket protocol as an AsyncAPI 3 document, made from the models of its frames."""

import inspect
from collections.abc import Sequence
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from conversations.chat.protocol.client_frames import CLIENT_FRAMES
from conversations.chat.protocol.numbers import MEANINGS, PROTOCOL
from conversations.chat.protocol.server_frames import SERVER_FRAMES

PATH: Final = "/ws/chat/"

DESCRIPTION: Final = (
    "JSON objects in text frames. The first one is `hello`; the server's database is the truth: a client that"
    " saw a gap in the numbers of messages says hello again with the last one that it has."
)

_REFERENCE: Final = "#/components/schemas/{model}"
_OURS: Final = "server"
_THEIRS: Final = "client"


def document() -> dict[str, Any]:
    """The whole document, as JSON holds it."""
    client, server = _names(CLIENT_FRAMES, _THEIRS), _names(SERVER_FRAMES, _OURS)
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Chat", "version": f"{PROTOCOL}.0.0", "description": DESCRIPTION},
        "defaultContentType": "application/json",
        "channels": {
            "chat": {
                "address": PATH,
                "description": "One connection of one tab. Close codes are in `x-close-codes`.",
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in (*client, *server)},
                "bindings": {"ws": {"method": "GET"}},
                "x-close-codes": {str(int(code)): said for code, said in MEANINGS.items()},
            }
        },
        "operations": {
            "receive": _operation("receive", "What clients send.", list(client)),
            "send": _operation("send", "What the server sends.", list(server)),
        },
        "components": {
            "messages": {name: _message(frame) for name, frame in (client | server).items()},
            "schemas": _schemas(),
        },
    }


def _names(frames: Sequence[type[BaseModel]], side: str) -> dict[str, type[BaseModel]]:
    """Frames by the names of their messages: both sides have a frame `message`."""
    return {f"{side}_{_type_of(frame)}": frame for frame in frames}


def _type_of(frame: type[BaseModel]) -> str:
    (name,) = frame.model_fields["type"].annotation.__args__  # type: ignore[union-attr]
    return str(name)


def _operation(action: str, summary: str, messages: Sequence[str]) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": "#/channels/chat"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/chat/messages/{name}"} for name in messages],
    }


def _message(frame: type[BaseModel]) -> dict[str, Any]:
    summary, _, rest = (inspect.getdoc(frame) or "").partition("\n")
    description = " ".join(rest.split())
    return {
        "name": _type_of(frame),
        "summary": summary,
        **({"description": description} if description else {}),
        "payload": {"$ref": _REFERENCE.format(model=frame.__name__)},
    }


def _schemas() -> dict[str, Any]:
    """The schemas of all frames, and of what they hold, by the names of their models."""
    frames = [(frame, "validation") for frame in (*CLIENT_FRAMES, *SERVER_FRAMES)]
    _, made = models_json_schema(frames, ref_template=_REFERENCE)  # type: ignore[arg-type]
    schemas: dict[str, Any] = made["$defs"]
    for frame in SERVER_FRAMES:
        _require_type(schemas[frame.__name__])
    theirs = {frame.__name__ for frame in CLIENT_FRAMES}
    return {name: schema if name in theirs else _without_null(schema) for name, schema in schemas.items()}


def _require_type(schema: dict[str, Any]) -> None:
    """Every frame of the server says what it is, though its model need not be told."""
    schema["required"] = ["type", *(name for name in schema.get("required", []) if name != "type")]


def _without_null(schema: Any) -> Any:
    """The same schema, where fields that are null are left out."""
    match schema:
        case {"anyOf": [one, {"type": "null"}], **others}:
            kept = {name: value for name, value in others.items() if name != "default"}
            return {**_without_null(one), **kept}
        case dict():
            return {name: _without_null(value) for name, value in schema.items()}
        case list():
            return [_without_null(value) for value in schema]
        case _:
            return schema
