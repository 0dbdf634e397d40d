"""What a graph takes, as the document tells it: which `config` goes with which `graph`.

Only of public graphs, since everybody may read the document; of the others `GET /graphs/{name}` tells.
"""

import re
from collections.abc import Sequence
from typing import Any, Final

from conversations.api.base.fields import UNFORBIDDEN
from conversations.authoring import Graph

NOTHING: Final = {"config": {"maxProperties": 0}}


def add_graphs(document: dict[str, Any], graphs: Sequence[Graph]) -> None:
    """Say in the schema of new sessions what goes with these graphs, and in that of runs which only talk."""
    schemas = document["components"]["schemas"]
    rules = [_rule(graph, schemas) for graph in graphs]
    talking = [graph.name for graph in graphs if graph.response_mode != "json"]
    if rules:
        schemas["NewSession"]["allOf"] = rules
    if talking:
        schemas["NewRun"]["properties"]["graph"]["not"] = {"enum": talking}


def _rule(graph: Graph, schemas: dict[str, Any]) -> dict[str, Any]:
    """The condition that names the graph, and what its config then is."""
    then: dict[str, Any] = {"properties": NOTHING}
    if graph.Config is not None:
        name = _component(graph.name)
        config = graph.Config.model_json_schema(ref_template=f"#/components/schemas/{name}.{{model}}")
        inner = {f"{name}.{model}": schema for model, schema in config.pop("$defs", {}).items()}
        schemas.update({key: _without_controls(schema) for key, schema in inner.items()})
        schemas[name] = _without_controls({**config, "additionalProperties": False})
        then = {"properties": {"config": {"$ref": f"#/components/schemas/{name}"}}}
        if config.get("required"):
            then["required"] = ["config"]
    return {"if": {"properties": {"graph": {"const": graph.name}}, "required": ["graph"]}, "then": then}


def _component(graph: str) -> str:
    words = re.split(r"[^A-Za-z0-9]+", graph)
    return "".join(word[:1].upper() + word[1:] for word in words) + "Config"


def _without_controls(schema: Any) -> Any:
    """The schema, whose texts hold no characters that are refused everywhere."""
    if isinstance(schema, list):
        return [_without_controls(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _without_controls(value) for key, value in schema.items()}
    if told.get("type") == "string" and not told.keys() & {"pattern", "format", "enum", "const"}:
        told["pattern"] = UNFORBIDDEN
    return told
