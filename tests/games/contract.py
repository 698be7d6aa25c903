"""The names by which a ruleset's actions and events travel: what clients rely on and old games are stored with.

`python -m tests.games.contract <slug>` prints them in the form of `tests/golden/<slug>/tags.json`.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from domain.catalog import ruleset
from domain.kernel.ruleset import Ruleset, members
from domain.kernel.secrecy import audiences


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


def tag_of(struct: Any) -> str:
    """Give the tag under which a struct travels."""
    return struct.__struct_config__.tag


def fields_of(struct: Any) -> dict[str, Any]:
    """Give the types of a struct's fields by the names under which they travel."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(struct)}


def as_json(names: dict[str, Any]) -> str:
    """Write a contract so that a change shows as the lines that it changes."""
    raw = msgspec.json.encode(names, order="sorted")
    return msgspec.json.format(raw, indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(as_json(contract(ruleset(sys.argv[1]))))
