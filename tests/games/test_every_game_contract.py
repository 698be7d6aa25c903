"""The names in which games are told and stored: pinned, complete, and where they are secret on purpose."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import inspect as mi

from domain.catalog import RULESETS
from domain.kernel.secrecy import MARK, audiences
from domain.kernel.values import Action, Event, snake_case
from domain.table.codec import event_union
from tests.games.contract import (
    as_json,
    contract,
    fields_of,
    parts,
    skeleton,
    tag_of,
    telling_fields,
)
from tests.games.files import skip_without
from tests.games.play import GOLDEN, Conformance, conformance

each_game = pytest.mark.parametrize("slug", RULESETS)

TEXTS = {mi.StrType, mi.LiteralType, mi.Metadata}

BOUNDS = {"array": "maxItems", "integer": "maximum", "number": "maximum", "string": "maxLength"}


@each_game
def test_an_edition_cannot_be_endless(slug):
    """Every text, list and number of a supplied edition is bounded, so that none can ask for too much."""
    schema = msgspec.json.schema(RULESETS[slug].edition_type)
    parts = schema["$defs"].items()
    assert [what for name, part in parts for what in unbounded(part, name)] == []


def unbounded(part, place):
    """Name what is missing in a schema and the schemas within it."""
    kinds = part.get("type") if isinstance(part.get("type"), list) else [part.get("type")]
    wanted = [BOUNDS[kind] for kind in kinds if kind in BOUNDS]
    if "additionalProperties" in part and "properties" not in part:
        wanted.append("maxProperties")
    if "enum" not in part and "const" not in part:
        yield from (f"{place} has no {bound}" for bound in wanted if bound not in part)
    for name, inner in part.get("properties", {}).items():
        yield from unbounded(inner, f"{place}.{name}")
    for name in ("items", "additionalProperties"):
        if isinstance(part.get(name), dict):
            yield from unbounded(part[name], f"{place}.{name}")
    for inner in part.get("anyOf", ()):
        yield from unbounded(inner, place)


@each_game
def test_tags_and_fields_are_those_that_were_promised(slug):
    """A name once used is for ever. Additions are made by adding them to the file."""
    skip_without(f"tests/golden/{slug}/tags.json")
    promised = (GOLDEN / slug / "tags.json").read_text(encoding="utf-8")
    assert as_json(contract(RULESETS[slug])) == promised


@each_game
def test_events_carry_the_name_of_their_game_and_actions_do_not(slug):
    names = contract(RULESETS[slug])
    for tag in names["events"]:
        head, _, name = tag.partition(".")
        assert head == slug
        assert name == snake_case(name)
    for tag in names["actions"]:
        assert tag == snake_case(tag)
        assert "." not in tag


@each_game
def test_actions_and_events_are_of_the_house(slug):
    rules = RULESETS[slug]
    assert all(issubclass(one, Event) for one in rules.event_types())
    assert all(
        issubclass(one, Action) for one in getattr(rules.action, "__args__", (rules.action,))
    )
    for one in getattr(rules.action, "__args__", (rules.action,)):
        assert one.__struct_config__.forbid_unknown_fields


@each_game
def test_maps_in_actions_are_by_texts(slug):
    """A simulation reads actions as they are, and does not turn the keys of JSON into numbers."""
    for part in parts(mi.type_info(RULESETS[slug].action)):
        if isinstance(part, mi.DictType):
            assert {type(one) for one in parts(part.key_type)} <= TEXTS


@each_game
def test_the_events_of_game_and_table_can_stand_in_one_stream(slug):
    msgspec.msgpack.Decoder(event_union(RULESETS[slug]))
    assert not {"type", "cause"} & {
        name for one in RULESETS[slug].event_types() for name in fields_of(one)
    }


@each_game
def test_everything_that_travels_says_what_it_is(slug):
    """The docstrings are the descriptions of the API; the first line names the rules."""
    rules = RULESETS[slug]
    for one in (*rules.event_types(), *getattr(rules.action, "__args__", (rules.action,))):
        assert one.__doc__, one
        assert one.__doc__.startswith(f"{rules.prefix}-"), one


@each_game
def test_no_two_structs_that_travel_have_the_same_name(slug):
    """The API describes them by name: one would stand in the place of the other."""
    rules = RULESETS[slug]
    kinds = (rules.action, rules.event, rules.options, rules.edition_type)
    found: dict[str, set[type]] = {}
    for kind in (*kinds, rules.view_type, rules.result_type):
        for part in parts(mi.type_info(kind)):
            if isinstance(part, mi.StructType):
                found.setdefault(part.cls.__name__, set()).add(part.cls)
    assert {name: same for name, same in found.items() if len(same) > 1} == {}


@each_game
def test_secrets_are_marked_on_fields_of_events_and_nowhere_deeper(slug):
    """The redaction looks at the top-level fields alone: a mark further down would hide nothing."""
    rules = RULESETS[slug]
    for event in rules.event_types():
        for name, kind in fields_of(event).items():
            inner = mi.type_info(kind)
            if name in audiences(event):
                assert isinstance(inner, mi.Metadata)
                inner = inner.type
            assert not any(is_marked(part) for part in parts(inner)), f"{tag_of(event)}.{name}"
    for one in (rules.state, rules.view_type, rules.result_type, rules.options):
        assert not any(is_marked(part) for part in parts(mi.type_info(one))), one


@each_game
def test_the_audience_of_a_secret_is_a_seat_that_all_can_see(slug):
    for event in RULESETS[slug].event_types():
        fields, secrets = fields_of(event), audiences(event)
        assert "cause" not in secrets, "that name is the table's"
        for name, audience in secrets.items():
            for seat in audience:
                assert seat in fields, f"{tag_of(event)}.{name}: there is no field {seat}"
                assert seat not in secrets, f"{tag_of(event)}.{name}: {seat} is itself a secret"
                kinds = {type(part) for part in parts(mi.type_info(fields[seat]))}
                assert kinds <= {mi.IntType, mi.NoneType, mi.UnionType}


@each_game
def test_what_could_name_hidden_components_is_secret_or_public_on_purpose(slug):
    skip_without(f"tests/golden/{slug}/conformance.json")
    reasons, telling = conformance(slug).public_fields, set(telling_fields(RULESETS[slug]))
    explained = {name for name, reason in reasons.items() if reason}
    assert telling <= explained, (
        "hide these with visible_to, or give their reasons among the public_fields of "
        f"tests/golden/{slug}/conformance.json (tests.games.contract {slug} conformance --write)"
    )
    assert set(reasons) == telling, "some are no such fields"


@each_game
def test_a_conformance_file_can_be_started_from_the_marks_of_the_events(slug):
    """The skeleton names what has to be said, and keeps what has been said."""
    skip_without(f"tests/golden/{slug}/conformance.json")
    said = conformance(slug)
    assert skeleton(RULESETS[slug], said) == msgspec.to_builtins(said)
    blank = skeleton(RULESETS[slug], Conformance())
    assert blank["options"] == ({},)
    assert blank["public_fields"] == dict.fromkeys(said.public_fields, "")


@each_game
def test_what_is_said_of_the_events_is_said_of_events_that_exist(slug):
    tags, reveals = {tag_of(one) for one in RULESETS[slug].event_types()}, conformance(slug).reveals
    assert set(reveals) <= tags
    assert all(reveals.values())


def is_marked(part: mi.Type) -> bool:
    return isinstance(part, mi.Metadata) and MARK in (part.extra_json_schema or {})
