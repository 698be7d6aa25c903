"""The schemas of the document, all made by msgspec from the structs that are really sent.

Each ruleset's components carry its name in front, so that no game can rename another's. What Litestar or
msgspec leave open is closed here: the action, event and view of any ruleset are unions of all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from api import answers, requests
from api.problems import Problem
from api.schemas import describe, nullable, structs_in
from domain.catalog import RULESETS
from domain.kernel.choices import AnyDomain
from domain.kernel.ruleset import Ruleset, members
from domain.kernel.secrecy import audiences
from domain.table.commands import AnyCommand
from domain.table.events import AnyTableEvent
from domain.table.journal import OpenDecision
from domain.table.verify import Record
from services import projections
from services.campaign_lists import CampaignPage
from services.listing import Page

REF = "#/components/schemas/"
NULL: dict[str, Any] = {"type": "null"}

OPENED = {"ShownEvent", "ShownAgenda"}
"""What stands in the document as GameEvent and Agenda, with the events of all rulesets in it."""

Schema = dict[str, Any]

SENT_WITHOUT_DEFAULTS = {"Problem", "FaultAnswer"} | {m.__name__ for m in members(AnyCommand)}


def ref(name: str) -> Schema:
    """Refer to a component."""
    return {"$ref": REF + name}


def pascal(slug: str) -> str:
    """Give the prefix of a ruleset's components: `aristo_maze` -> `AristoMaze`."""
    return "".join(part.capitalize() for part in slug.split("_"))


def components() -> dict[str, Schema]:
    """Give all schemas by name."""
    found: dict[str, Schema] = {}
    for slug, rules in RULESETS.items():
        found |= _of_ruleset(pascal(slug), rules)
    found |= union_of("TableEvent", AnyTableEvent, "Table")
    found |= union_of("Command", AnyCommand, "")
    found |= union_of("ChoiceDomain", AnyDomain, "")
    _, shared = _made([*_own_types(), Problem, Record, Page, CampaignPage, *_projected()])
    found |= {
        name: schema for name, schema in shared.items() if name not in found and name not in OPENED
    }
    found |= _envelopes()
    _close(found)
    return {name: _tidy(name, schema) for name, schema in sorted(found.items())}


def event_names() -> list[str]:
    """Name the union of each source of events."""
    return ["TableEvent", *(f"{pascal(slug)}Event" for slug in RULESETS)]


def _of_ruleset(prefix: str, rules: Ruleset[Any, Any, Any, Any]) -> dict[str, Schema]:
    found = union_of(f"{prefix}Action", rules.action, prefix)
    found |= union_of(f"{prefix}Event", rules.event, prefix)
    for kind, name in (
        (rules.view_type, "View"),
        (rules.result_type, "Result"),
        (rules.options, "Options"),
        (rules.edition_type, "Edition"),
    ):
        (top,), parts = _made([kind], prefix)
        found |= {part: schema for part, schema in parts.items() if REF + part != top.get("$ref")}
        found[prefix + name] = _named(parts, top)
    campaign = rules.campaign
    if campaign is not None:
        found |= union_of(f"{prefix}CampaignEvent", campaign.event, prefix)
        (top,), parts = _made([campaign.view_type], prefix)
        found |= {part: schema for part, schema in parts.items() if REF + part != top.get("$ref")}
        found[f"{prefix}CampaignView"] = _named(parts, top)
    return found


def _named(parts: dict[str, Schema], top: Schema) -> Schema:
    name = top["$ref"].removeprefix(REF)
    return parts[name]


def union_of(name: str, union: Any, prefix: str) -> dict[str, Schema]:
    """Make a component for a union and one for each member; in events, secrets may be null."""
    (top,), parts = _made([union], prefix)
    if len(members(union)) == 1:
        top = _union_of_one(union, top)
    for member in members(union):
        if hasattr(member, "__struct_config__") and member.__struct_config__.tag:
            properties = parts[prefix + member.__name__]["properties"]
            for secret in audiences(member):
                properties[secret] = nullable(properties[secret])
    return {**parts, name: top}


def _union_of_one(member: Any, told: Schema) -> Schema:
    """Write a type that is alone as a union, so that a second one will be no news to clients."""
    config = member.__struct_config__
    mapping = {config.tag: told["$ref"]}
    return {
        "anyOf": [told],
        "discriminator": {"propertyName": config.tag_field, "mapping": mapping},
    }


def _made(types: Iterable[Any], prefix: str = "") -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    tops, parts = msgspec.json.schema_components(list(types), ref_template=REF + prefix + "{name}")
    renamed = {prefix + name: schema for name, schema in parts.items()}
    for cls in structs_in(types):
        describe(cls, renamed.get(prefix + cls.__name__, {}))
    if not prefix:
        return tuple(tops), renamed
    # `BurnmeltView` needs no second `Burnmelt` in front.
    once = msgspec.json.encode([list(tops), renamed]).replace(
        (prefix * 2).encode(), prefix.encode()
    )
    tops_once, renamed_once = msgspec.json.decode(once)
    return tuple(tops_once), renamed_once


def _own_types() -> list[Any]:
    """List the bodies that are read and written by the API itself."""
    return [
        kind
        for module in (requests, answers)
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind.__module__ == module.__name__
        and kind not in (requests.Body, answers.Answer)
    ]


def _projected() -> list[Any]:
    return [
        projections.GameProjection,
        projections.ActionAnswer,
        projections.ChoicesAnswer,
        OpenDecision,
    ]


def _envelopes() -> dict[str, Schema]:
    """Make the components that hold something of any ruleset."""
    mapped = {slug: pascal(slug) for slug in RULESETS}
    with_campaigns = [mapped[slug] for slug, rules in RULESETS.items() if rules.campaign]
    return {
        "AnyAction": _any_of([f"{name}Action" for name in mapped.values()]),
        "AnyView": _any_of([f"{name}View" for name in mapped.values()]),
        "AnyResult": _any_of([f"{name}Result" for name in mapped.values()]),
        "AnyOptions": _any_of([f"{name}Options" for name in mapped.values()]),
        "Edition": _any_of([f"{name}Edition" for name in mapped.values()]),
        "AnyEvent": _any_of(event_names()),
        "AnyCampaignView": _any_of([f"{name}CampaignView" for name in with_campaigns]),
        "AnyCampaignEvent": _any_of([f"{name}CampaignEvent" for name in with_campaigns]),
        "GameEvent": _game_event(),
        "CampaignEvent": _campaign_event(),
        "CampaignEventPage": _campaign_event_page(),
        "Agenda": {
            "type": "object",
            "description": "What has to happen next.",
            "properties": {
                "to_act": {"type": "array", "items": ref("OpenDecision")},
                "due": {"type": ["string", "null"]},
            },
            "required": ["to_act", "due"],
        },
    }


def _any_of(names: list[str]) -> Schema:
    """Refer to one of several; with one ruleset in the house, to that one."""
    return {"anyOf": [ref(name) for name in names]} if len(names) > 1 else ref(names[0])


def _game_event() -> Schema:
    text = {"type": "string"}
    hashes = {"type": "object", "additionalProperties": text}
    properties: dict[str, Schema] = {
        "version": {"type": "integer", "minimum": 1, "description": "Its place in the game."},
        "type": {
            "type": "string",
            "description": "As in `data`. Ignore types that you do not know.",
        },
        "at": {"type": "string", "format": "date-time"},
        "actor": {
            "type": "string",
            "description": "`seat:<n>`, `player:<id>` in the lobby, or `system`.",
        },
        "decision": {"type": ["string", "null"], "description": "The question that was answered."},
        "cause": {
            "anyOf": [ref("Command"), NULL],
            "description": "The command behind the commit; null until the game is over.",
        },
        "chance": {
            "type": "array",
            "items": text,
            "description": "The chance points whose outcomes the event tells.",
        },
        "agenda": {
            "anyOf": [ref("Agenda"), NULL],
            "description": "What has to happen next; on the last event of a commit.",
        },
        "data": ref("AnyEvent"),
        "commitments": {**hashes, "description": "For each secret field, what it is bound to."},
        "salts": {**hashes, "description": "For each secret that you may see, its salt."},
        "hash": {"type": "string", "description": "Follows from the event before and this one."},
    }
    return {
        "type": "object",
        "description": "An event as its viewer may see it; secrets are null, with commitments.",
        "properties": properties,
        "required": list(properties),
    }


def _campaign_event() -> Schema:
    event = _game_event()
    event["description"] = "An event of a campaign. It has no luck and no secrets."
    event["properties"] |= {
        "version": {"type": "integer", "minimum": 1, "description": "Its place in the campaign."},
        "actor": {"type": "string", "description": "`player:<id>` or `system`."},
        "data": ref("AnyCampaignEvent"),
    }
    return event


def _campaign_event_page() -> Schema:
    return {
        "type": "object",
        "description": "Events of a campaign in order.",
        "properties": {
            "items": {"type": "array", "items": ref("CampaignEvent")},
            "next": {
                "type": ["integer", "null"],
                "description": "The `after` of the next page; null at the end of what there is.",
            },
            "version": {"type": "integer", "description": "The version of the campaign."},
        },
        "required": ["items", "next", "version"],
    }


def _close(found: dict[str, Schema]) -> None:
    """Say what stands where the structs say Any."""
    events = {"type": "array", "items": ref("GameEvent")}
    maybe_view = {"anyOf": [ref("AnyView"), NULL]}
    for component, name, schema in (
        ("GameProjection", "view", maybe_view),
        ("GameProjection", "result", {"anyOf": [ref("AnyResult"), NULL]}),
        ("GameProjection", "options", ref("AnyOptions")),
        ("CampaignAnswer", "view", ref("AnyCampaignView")),
        ("ActionRequest", "action", ref("AnyAction")),
        ("ActionAnswer", "events", events),
        ("EventPage", "items", events),
        ("Frame", "event", ref("GameEvent")),
        ("Frame", "view", maybe_view),
        ("Record", "events", events),
        ("Record", "edition", ref("Edition")),
        ("NewGame", "options", ref("AnyOptions")),
        ("OfferedChoice", "example", ref("AnyAction")),
        (
            "OfferedChoice",
            "open",
            {"type": "object", "additionalProperties": ref("ChoiceDomain")},
        ),
    ):
        old = found[component]["properties"][name]
        text = {"description": old["description"]} if "description" in old else {}
        found[component]["properties"][name] = schema | text if "$ref" not in schema else schema


def _tidy(name: str, schema: Schema) -> Schema:
    tidy: Schema = _boring(schema)
    tidy.pop("title", None)  # the component's own name; titles alone collide between games
    answered = tidy.get("type") == "object" and tidy.get("additionalProperties") is not False
    if answered and "properties" in tidy and name not in SENT_WITHOUT_DEFAULTS:
        tidy["required"] = list(tidy["properties"])
    if not tidy.get("required", True):
        del tidy["required"]
    return tidy


def _boring(schema: Any) -> Any:
    """Write a schema as every generator understands it."""
    if isinstance(schema, list):
        return [_boring(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {key: _boring(value) for key, value in schema.items()}
    if "discriminator" in plain and "anyOf" in plain:
        plain["oneOf"] = plain.pop("anyOf")
    if "prefixItems" in plain:
        # A row of fixed length, as generators of all ages read it; all its items are alike here.
        plain["items"] = plain.pop("prefixItems")[0]
    if plain.get("type") == "array" and "items" not in plain:
        plain["items"] = {}
    values = plain.get("enum")
    if isinstance(values, list) and "type" not in plain:
        plain["type"] = "integer" if all(type(one) is int for one in values) else "string"
        if len(values) == 1:
            plain["const"] = plain.pop("enum")[0]
    return _nullable_type(plain)


def _nullable_type(schema: Schema) -> Schema:
    """Turn `anyOf: [{type: x}, {type: null}]` into `type: [x, null]`, where x is no enum or reference."""
    options = schema.get("anyOf")
    if not isinstance(options, list) or len(options) != 2 or NULL not in options:
        return schema
    (other,) = [one for one in options if one != NULL] or [NULL]
    if not isinstance(other.get("type"), str) or "enum" in other or "const" in other:
        return schema
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    return {**other, **rest, "type": [other["type"], "null"]}
