"""JSON Schemas of a ruleset's actions, events, views and options, made from the structs themselves."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as mi

from domain.kernel.ruleset import Ruleset
from domain.kernel.secrecy import audiences


@cache
def action_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of all actions."""
    return _told(rules.action)


@cache
def options_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of the options."""
    return _told(rules.options)


@cache
def view_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of the view."""
    return _told(rules.view_type)


@cache
def event_schema(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """Give the schema of all events as they are shown: a secret may be null."""
    schema = _told(rules.event)
    for member in rules.event_types():
        properties = schema["$defs"][member.__name__]["properties"]
        for name in audiences(member):
            properties[name] = nullable(properties[name])
    return schema


def _told(kind: Any) -> dict[str, Any]:
    """Give the schema of a type, with what the source says of each field."""
    schema = msgspec.json.schema(kind)
    for cls in structs_in([kind]):
        describe(cls, schema["$defs"].get(cls.__name__, {}))
    return schema


def describe(cls: type[msgspec.Struct], schema: dict[str, Any]) -> None:
    """Put what the source says of a struct's fields into its schema."""
    for name, text in field_texts(cls).items():
        if name in schema.get("properties", {}):
            schema["properties"][name].setdefault("description", text)


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """Give the schema that allows null as well."""
    kind = schema.get("type")
    if isinstance(kind, str):
        return {**schema, "type": [kind, "null"]}
    if isinstance(kind, list) or "anyOf" in schema:
        return schema
    return {"anyOf": [schema, {"type": "null"}]}


def structs_in(types: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    """Find all structs that these types are made of."""
    seen: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = list(mi.multi_type_info(list(types)))
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, mi.StructType):
            if kind.cls in seen:
                continue
            seen.add(kind.cls)
            yield kind.cls
            waiting += [field.type for field in kind.fields]
        else:
            for part in ("type", "item_type", "key_type", "value_type"):
                waiting += (
                    [getattr(kind, part)] if isinstance(getattr(kind, part, None), mi.Type) else []
                )
            for parts in ("types", "item_types"):
                waiting += getattr(kind, parts, ())


@cache
def field_texts(cls: type[msgspec.Struct]) -> dict[str, str]:
    """Read what the source says beneath each field of a struct, inherited fields included."""
    texts: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        if issubclass(one, msgspec.Struct) and one.__module__.partition(".")[0] != "msgspec":
            texts |= _texts_in(one)
    return texts


def _texts_in(cls: type) -> dict[str, str]:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    return {
        line.target.id: " ".join(str(below.value.value).split())
        for line, below in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(line, ast.AnnAssign)
        and isinstance(line.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }
