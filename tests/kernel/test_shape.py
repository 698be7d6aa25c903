"""Reading raw JSON: what fits is converted, of what does not every fault is told with its place."""

from typing import Annotated, Generic, Literal, NewType, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from domain.catalog import RULESETS
from domain.kernel.errors import Fault
from domain.kernel.shape import Misfit, fault_of, pointer_step, read
from domain.kernel.values import Action, Value

X = TypeVar("X")
Name = NewType("Name", str)
Count = Annotated[int, Meta(ge=0, le=9)]


class Play(Action):
    """An action."""

    card: Annotated[str, Meta(min_length=1)]
    count: Count
    take: dict[str, Count] | None = None


class Pass(Action):
    """Another one."""


class Pair(Value, Generic[X]):
    """A generic struct."""

    left: X
    right: X


class Even(Value):
    """A struct with a condition that no field breaks alone."""

    n: int

    def __post_init__(self):
        if self.n % 2:
            raise ValueError("must be even")


class Box(Value, forbid_unknown_fields=True):
    """A bit of everything."""

    name: Name
    kind: Literal["small", "large"] = "small"
    rows: Annotated[tuple[Play, ...], Meta(max_length=2)] = ()
    size: tuple[int, str] | None = None
    by_seat: dict[int, Count] = msgspec.field(default_factory=dict)
    either: Play | Pass | None = None
    pair: Pair[Count] | None = None
    evens: tuple[Even, ...] = ()
    slashed: int = msgspec.field(default=0, name="a/b~c")
    tags: frozenset[Name] = frozenset()


def faults(raw, wanted=Box, at=""):
    with pytest.raises(Misfit) as misfit:
        read(raw, wanted, at)
    return {fault.pointer: fault.detail for fault in misfit.value.faults}


FIELDS = "; there are name, kind, rows, size, by_seat, either, pair, evens, a/b~c, tags"
GOOD_PLAY = {"type": "play", "card": "mage", "count": 1}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({}, {"": "Missing field `name`"}),
        ([], {"": "Expected `object`, got `array`"}),
        (None, {"": "Expected `object`, got `null`"}),
        ({"name": 3}, {"/name": "Expected `str`, got `int`"}),
        ({"name": "x", "kind": "huge"}, {"/kind": 'Invalid enum value \'huge\'; expected one of "small", "large"'}),
        ({"name": "x", "colour": 1}, {"/colour": f'Unknown field "colour"{FIELDS}'}),
        ({"name": "x", "a/b~c": "1"}, {"/a~1b~0c": "Expected `int`, got `str`"}),
        ({"name": "x", "m/n": 1}, {"/m~1n": f'Unknown field "m/n"{FIELDS}'}),
        ({"name": "x", "size": [1]}, {"/size": "Expected `array` of length 2, got 1"}),
        ({"name": "x", "size": ["a", 1]}, {
            "/size/0": "Expected `int`, got `str`",
            "/size/1": "Expected `str`, got `int`",
        }),
        ({"name": "x", "size": 3}, {"/size": "Expected `array | null`, got `int`"}),
        ({"name": "x", "by_seat": {"0": 3, "1": 10, "2": -1}}, {
            "/by_seat/1": "Expected `int` <= 9",
            "/by_seat/2": "Expected `int` >= 0",
        }),
        ({"name": "x", "by_seat": {"a/b": 3}}, {
            "/by_seat/a~1b": "Key: Expected `int`, got `str`",
        }),
        ({"name": "x", "by_seat": {"one": "two"}}, {
            "/by_seat/one": "Expected `int`, got `str`",
        }),
        ({"name": "x", "tags": ["a", 1]}, {"/tags/1": "Expected `str`, got `int`"}),
        ({"name": "x", "pair": {"left": 10}}, {
            "/pair/left": "Expected `int` <= 9",
            "/pair": "Missing field `right`",
        }),
        ({"name": "x", "evens": [{"n": 2}, {"n": 3}, {"n": "4"}]}, {
            "/evens/1": "must be even",
            "/evens/2/n": "Expected `int`, got `str`",
        }),
        ({"name": "x", "rows": [GOOD_PLAY, {"type": "play", "count": True, "odd": 1}]}, {
            "/rows/1": "Missing field `card`",
            "/rows/1/count": "Expected `int`, got `bool`",
            "/rows/1/odd": 'Unknown field "odd"; there are card, count, take',
        }),
        ({"name": "x", "rows": [GOOD_PLAY, GOOD_PLAY, {**GOOD_PLAY, "card": ""}]}, {
            "/rows": "Expected `array` of length <= 2",
            "/rows/2/card": "Expected `str` of length >= 1",
        }),
        ({"name": "x", "rows": [{**GOOD_PLAY, "type": "pass"}]}, {
            "/rows/0/type": "Expected `play`",
        }),
        ({"name": "x", "either": {"type": "pass", "card": "mage"}}, {
            "/either/card": 'Unknown field "card"; there are none',
        }),
        ({"name": "x", "either": {"type": "play", "take": {"mage": 10}}}, {
            "/either": "Missing field `count`",
            "/either/take/mage": "Expected `int` <= 9",
        }),
        ({"name": "x", "either": {"type": "fold"}}, {"/either/type": "Invalid value 'fold'"}),
        ({"name": "x", "either": {"card": "mage"}}, {
            "/either": "Object missing required field `type`",
        }),
        ({"name": 1, "kind": 2, "evens": {}, "colour": None}, {
            "/colour": f'Unknown field "colour"{FIELDS}',
            "/name": "Expected `str`, got `int`",
            "/kind": 'Expected `str`, got `int`; expected one of "small", "large"',
            "/evens": "Expected `array`, got `object`",
        }),
    ],
)  # fmt: skip
def test_every_fault_is_told_with_its_place(raw, expected):
    assert faults(raw) == expected


def test_pointers_stand_below_the_place_that_is_named():
    assert faults({"type": "play", "card": "a", "count": 10}, Play | Pass, "/action") == {
        "/action/count": "Expected `int` <= 9"
    }


def test_several_missing_fields_are_all_told():
    with pytest.raises(Misfit) as misfit:
        read({"type": "play"}, Play | Pass)
    assert misfit.value.faults == (
        Fault(pointer="", detail="Missing field `card`"),
        Fault(pointer="", detail="Missing field `count`"),
    )
    assert str(misfit.value) == "Missing field `card`"


def test_what_fits_is_converted():
    raw = {
        "name": "x",
        "size": [1, "a"],
        "by_seat": {"0": 1},
        "either": GOOD_PLAY,
        "rows": [GOOD_PLAY],
        "pair": {"left": 1, "right": 2},
    }
    assert read(raw, Box) == Box(
        name=Name("x"),
        size=(1, "a"),
        by_seat={0: 1},
        either=Play(card="mage", count=1),
        rows=(Play(card="mage", count=1),),
        pair=Pair(left=1, right=2),
    )


@pytest.mark.parametrize(
    ("message", "pointer", "detail"),
    [
        ("Expected `int`, got `str` - at `$.a.b[3].c`", "/a/b/3/c", "Expected `int`, got `str`"),
        ("Expected `int` >= 1 - at `$.d[...].x`", "/d", "Expected `int` >= 1"),
        ("Expected `str` - at `key` in `$.d`", "/d", "Expected `str`"),
        ("Object missing required field `x`", "", "Object missing required field `x`"),
        ("two\nlines - at `$[0]`", "/0", "two\nlines"),
        ("", "", ""),
    ],
)
def test_the_messages_of_msgspec_are_understood(message, pointer, detail):
    assert fault_of(msgspec.ValidationError(message)) == Fault(pointer=pointer, detail=detail)
    below = fault_of(msgspec.ValidationError(message), "/body")
    assert below.pointer == "/body" + pointer


def test_steps_of_a_pointer_are_escaped():
    assert pointer_step("a/b~c") == "a~1b~0c"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-12, 12) | st.sampled_from(["", "mage", "play", "0"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["type", "card", "count", "take", "0", "x"]), inner)
    ),
    max_leaves=6,
)
plays = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["play", "pass", "x", 1]),
        "card": st.just("mage") | json_values,
        "count": st.integers(-1, 10) | json_values,
        "take": st.dictionaries(st.sampled_from(["mage", "thief"]), st.integers(-1, 10))
        | json_values,
        "more": st.just(1),
    },
)
boxes = st.fixed_dictionaries(
    {},
    optional={
        "name": st.just("x") | json_values,
        "kind": st.sampled_from(["small", "x"]),
        "rows": st.lists(plays, max_size=3) | json_values,
        "size": st.tuples(st.integers(), st.just("a")).map(list) | json_values,
        "by_seat": st.dictionaries(st.sampled_from(["0", "1", "x"]), st.integers(-1, 10))
        | json_values,
        "either": plays | json_values,
        "pair": st.fixed_dictionaries({"left": st.integers(0, 9), "right": st.integers(0, 10)})
        | json_values,
        "evens": st.lists(st.fixed_dictionaries({"n": st.integers(0, 4)}), max_size=2),
        "unknown": st.just(1),
    },
)


def at_pointer(raw, pointer):
    """Follow a JSON pointer."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        raw = raw[int(name)] if isinstance(raw, list) else raw[name]
    return raw


@given(boxes | json_values)
def test_what_is_read_and_what_msgspec_converts_are_the_same(raw):
    try:
        converted = msgspec.convert(raw, Box, str_keys=True)
    except msgspec.ValidationError:
        assert_pointers_lead_somewhere(raw, Box)
    else:
        assert read(raw, Box) == converted


@given(plays | json_values)
def test_it_is_the_same_for_a_union(raw):
    try:
        converted = msgspec.convert(raw, Play | Pass, str_keys=True)
    except msgspec.ValidationError:
        assert_pointers_lead_somewhere(raw, Play | Pass)
    else:
        assert read(raw, Play | Pass) == converted


def assert_pointers_lead_somewhere(raw, wanted):
    with pytest.raises(Misfit) as misfit:
        read(raw, wanted)
    assert misfit.value.faults
    assert len(set(misfit.value.faults)) == len(misfit.value.faults)
    for fault in misfit.value.faults:
        at_pointer(raw, fault.pointer)


@pytest.mark.parametrize("slug", RULESETS)
def test_an_edition_with_a_fault_in_every_table_has_them_all_told(slug):
    edition = RULESETS[slug].edition
    raw = msgspec.to_builtins(edition)
    broken = [name for name, value in raw.items() if value and isinstance(value, list | dict)]
    for name in broken:
        (raw[name][0] if isinstance(raw[name], list) else raw[name])["no such field"] = 1
    with pytest.raises(Misfit) as misfit:
        read(raw, type(edition), "/edition")
    told = {fault.pointer.split("/")[2] for fault in misfit.value.faults}
    assert told == set(broken)
