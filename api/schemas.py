"""JSON Schemas of a ruleset's actions, events, views and options, made from the structs themselves."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from domain.kernel.ruleset import Ruleset
from domain.kernel.secrecy import audiences


@cache
def action_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of all actions."""
    return msgspec.json.schema(rules.action)


@cache
def options_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of the options."""
    return msgspec.json.schema(rules.options)


@cache
def view_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of the view."""
    return msgspec.json.schema(rules.view_type)


@cache
def event_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of all events as they are shown: a secret may be null."""
    schema = msgspec.json.schema(rules.event)
    for member in rules.event_types():
        properties = schema["$defs"][member.__name__]["properties"]
        for name in audiences(member):
            properties[name] = nullable(properties[name])
    return schema


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """Give the schema that allows null as well."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return {**schema, "type": [kind, "null"]}
    if isinstance(kind, list) or "anyOf" in schema:
        return schema
    return {"anyOf": [schema, {"type": "null"}]}
