"""The names by which a ruleset's actions and events travel: what clients rely on and old games are stored with.

`python -m tests.games.contract <slug>` prints them in the form of `tests/golden/<slug>/tags.json`;
`python -m tests.games.contract <slug> conformance` prints `conformance.json`, as far as it is written, with
an empty reason for each field that needs one to be public, and for each event that told a viewer something
new in random games. `--write` puts either where it belongs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import inspect as mi

from domain.catalog import ruleset
from domain.kernel.ruleset import Ruleset, members
from domain.kernel.secrecy import audiences
from domain.kernel.values import tag_of
from tests.games.alike import revealing
from tests.games.play import GOLDEN, Conformance, conformance
from tests.games.script import parser_of

ALWAYS_TELLING = {"str", "any", "list", "map"}

UNMARKED_BY_NATURE = (mi.IntType, mi.BoolType, mi.NoneType, mi.LiteralType, mi.EnumType)
"""A number, a yes or no, or one of a few words printed in the rules names no component."""


def contract(rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    """List the fields of each action, and those of each event with who sees them."""
    names = {"actions": requests(rules.action), "events": facts(rules.event)}
    if rules.campaign is not None:
        names["campaign"] = {
            "commands": requests(rules.campaign.command),
            "events": facts(rules.campaign.event),
            "messages": requests(rules.campaign.message),
        }
    return names


def requests(union: Any) -> dict[str, Any]:
    """List what can be asked for, with its fields."""
    return {tag_of(one): list(fields_of(one)) for one in members(union)}


def facts(union: Any) -> dict[str, Any]:
    """List what can have happened: each field with who sees it."""
    return {
        tag_of(one): {
            name: list(audiences(one)[name]) if name in audiences(one) else "all"
            for name in fields_of(one)
        }
        for one in members(union)
    }


def fields_of(struct: Any) -> dict[str, Any]:
    """Give the types of a struct's fields by the names under which they travel."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(struct)}


def as_json(names: dict[str, Any]) -> str:
    """Write a contract so that a change shows as the lines that it changes."""
    raw = msgspec.json.encode(names, order="sorted")
    return msgspec.json.format(raw, indent=2).decode() + "\n"


def telling_fields(rules: Ruleset[Any, Any, Any, Any]) -> Iterator[str]:
    """Name the fields of events that all see and that could name what is hidden elsewhere."""
    like_secrets = {
        sort
        for event in rules.event_types()
        for name in audiences(event)
        for sort in sorts(fields_of(event)[name])
    }
    for event in rules.event_types():
        for name, kind in fields_of(event).items():
            if name not in audiences(event) and sorts(kind) & (like_secrets | ALWAYS_TELLING):
                yield f"{tag_of(event)}.{name}"


def skeleton(
    rules: Ruleset[Any, Any, Any, Any], said: Conformance, revealing: Iterable[str] = ()
) -> dict[str, Any]:
    """Give what is said of a ruleset, with an empty reason wherever one is missing."""
    public = {**dict.fromkeys(telling_fields(rules), ""), **said.public_fields}
    reveals = {**dict.fromkeys(revealing, ""), **said.reveals}
    return {**msgspec.to_builtins(said), "public_fields": public, "reveals": reveals}


def sorts(kind: Any) -> set[str]:
    """Name the sorts of values that a type is made of, as far as they could name a component."""
    found = set()
    for part in parts(mi.type_info(kind)):
        if isinstance(part, mi.StructType):
            found.add(part.cls.__name__)
        elif isinstance(part, mi.StrType):
            found.add("str")
        elif isinstance(part, mi.AnyType):
            found.add("any")
        elif isinstance(part, mi.VarTupleType | mi.TupleType | mi.ListType | mi.FrozenSetType):
            found.add("list")
        elif isinstance(part, mi.DictType):
            found.add("map")
        else:
            nothing_more = (*UNMARKED_BY_NATURE, mi.UnionType, mi.Metadata)
            assert isinstance(part, nothing_more), f"of what sort is {part}?"
    return found


def parts(kind: mi.Type, seen: frozenset[type] = frozenset()) -> Iterator[mi.Type]:
    """Give a type and all the types within it."""
    yield kind
    if isinstance(kind, mi.StructType):
        if kind.cls in seen:
            return
        seen |= {kind.cls}
        inner = [field.type for field in kind.fields]
    elif isinstance(kind, mi.DictType):
        inner = [kind.key_type, kind.value_type]
    elif isinstance(kind, mi.UnionType):
        inner = list(kind.types)
    elif isinstance(kind, mi.TupleType):
        inner = list(kind.item_types)
    else:
        inner = [getattr(kind, name) for name in ("item_type", "type") if hasattr(kind, name)]
    for one in inner:
        yield from parts(one, seen)


def main(arguments: Sequence[str]) -> None:
    """Print what is asked for, or write it to its file."""
    parser = parser_of("tests.games.contract", __doc__)
    parser.add_argument("what", nargs="?", choices=["tags", "conformance"], default="tags")
    parser.add_argument("--write", action="store_true", help="into its file in tests/golden/<slug>")
    asked = parser.parse_args(arguments)
    rules = ruleset(asked.slug)
    if asked.what == "tags":
        text = as_json(contract(rules))
    else:
        text = as_json(skeleton(rules, conformance(asked.slug), revealing(asked.slug)))
    if asked.write:
        file = GOLDEN / asked.slug / f"{asked.what}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
