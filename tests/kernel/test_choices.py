"""What is offered, drawn, counted, listed and recognised as a choice is the same set, in every domain."""

import random
from functools import partial
from math import comb
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.choices import (
    Allocation,
    AnyDomain,
    Arrangement,
    Choice,
    Choices,
    Compound,
    Domain,
    IntRange,
    OneOf,
    Placement,
    Selection,
    Subset,
    drawn,
    listed,
)
from domain.kernel.takings import list_allocations

names = st.sampled_from(["knight", "mage", "thief", "priest", "2", ""])
plain = st.one_of(names, st.integers(-3, 3), st.booleans(), st.none())
json_values = st.recursive(
    plain,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(names, inner, max_size=2)),
    max_leaves=4,
)


@st.composite
def subsets(draw):
    of = tuple(draw(st.lists(plain, max_size=5)))
    most = draw(st.integers(0, len(of)))
    return Subset(of=of, min=draw(st.integers(0, most)), max=most)


@st.composite
def arrangements(draw):
    of = tuple(draw(st.lists(plain, max_size=4)))
    return Arrangement(of=of, length=draw(st.integers(0, len(of))))


@st.composite
def allocations(draw):
    limits = draw(st.dictionaries(names, st.integers(0, 3), max_size=4))
    most = draw(st.integers(0, sum(limits.values())))
    return Allocation(limits=limits, min=draw(st.integers(0, most)), max=most)


@st.composite
def placements(draw):
    of = tuple(draw(st.lists(plain, max_size=3, unique_by=repr)))
    pieces = draw(st.dictionaries(st.sampled_from(["gold", "crest"]), st.integers(0, 2)))
    limits = draw(st.dictionaries(st.sampled_from(["gold"]), st.integers(0, 2)))
    limits = {kind: limit for kind, limit in limits.items() if kind in pieces}
    room = sum(min(n, limits.get(kind, n) * len(of)) for kind, n in pieces.items())
    most = draw(st.integers(0, room))
    low = draw(st.integers(0, most))
    return Placement(spot="spot", of=of, pieces=pieces, limits=limits, min=low, max=most)


@st.composite
def selections(draw):
    values = draw(st.lists(plain, max_size=6, unique_by=repr))
    cuts = draw(st.lists(st.integers(1, 3), max_size=4))
    groups = []
    for size in cuts:
        group, values = tuple(values[:size]), values[size:]
        groups += [group] if group else []
    most = draw(st.integers(0, len(groups)))
    return Selection(groups=tuple(groups), min=draw(st.integers(0, most)), max=most)


@st.composite
def compounds(draw):
    inner = st.one_of(ranges(), allocations(), one_ofs)
    return Compound(fields=draw(st.dictionaries(names, inner, max_size=2)))


@st.composite
def ranges(draw):
    low = draw(st.integers(-3, 3))
    return IntRange(min=low, max=draw(st.integers(low, low + 4)))


one_ofs = st.lists(json_values, min_size=1, max_size=4, unique_by=repr).map(
    lambda of: OneOf(of=tuple(of))
)
BY_KIND = {
    OneOf: one_ofs,
    IntRange: ranges(),
    Subset: subsets(),
    Arrangement: arrangements(),
    Allocation: allocations(),
    Placement: placements(),
    Selection: selections(),
    Compound: compounds(),
}
domains = st.one_of(*BY_KIND.values())


def as_json(value):
    """Tell JSON values apart as JSON does: order of keys does not matter, true is not 1."""
    return msgspec.json.encode(value, order="sorted")


def unordered(domain, value):
    """Give what makes a value of the domain different from another one."""
    if isinstance(domain, Subset | Placement | Selection):
        return tuple(sorted(as_json(one) for one in value))
    return as_json(value)


def test_every_kind_of_domain_is_tried_here():
    assert set(get_args(AnyDomain)) == set(BY_KIND)


@given(domains, st.integers())
def test_what_is_drawn_is_contained(domain, seed):
    assert domain.contains(domain.sample(random.Random(seed)))


@given(domains)
def test_what_is_listed_is_contained_counted_and_listed_once(domain):
    listed = list(domain.values())
    assert all(domain.contains(value) for value in listed)
    assert domain.count() == len(listed)
    assert len({unordered(domain, value) for value in listed}) == len(listed)


@given(domains, st.integers())
def test_what_is_drawn_is_listed(domain, seed):
    drawn = unordered(domain, domain.sample(random.Random(seed)))
    assert drawn in {unordered(domain, value) for value in domain.values()}


@given(domains, json_values)
def test_whatever_else_is_refused(domain, value):
    listed = {unordered(domain, one) for one in domain.values()}
    try:
        is_listed = unordered(domain, value) in listed
    except TypeError:
        is_listed = False
    if isinstance(domain, Subset | Placement | Selection) and not isinstance(value, list):
        is_listed = False
    assert domain.contains(value) == is_listed


@given(domains, st.integers())
def test_a_value_slightly_off_is_refused_unless_it_is_listed(domain, seed):
    rng = random.Random(seed)
    value = domain.sample(rng)
    listed = {unordered(domain, one) for one in domain.values()}
    for other in near(value):
        assert domain.contains(other) == (unordered(domain, other) in listed)


def near(value):
    """Give values that differ from this one by little."""
    if isinstance(value, bool):
        yield int(value)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, 10**30)
    elif isinstance(value, list):
        yield from (value[1:], [*value, "knight"], value + value[:1])
        yield from ([*value[:-1], one] for one in near(value[-1] if value else 0))
    elif isinstance(value, dict):
        yield from ({**value, "mage": n} for n in (0, 1, 2, 3, 4, True, "1"))
        yield from (dict(list(value.items())[1:]), {**value, "unknown": 1})


@given(domains)
def test_a_domain_survives_the_wire_with_its_kind(domain):
    sent = msgspec.json.encode(domain)
    assert msgspec.json.decode(sent)["kind"] == type(domain).__struct_config__.tag
    back = msgspec.json.decode(sent, type=AnyDomain)
    assert as_json(list(back.values())) == as_json(list(domain.values()))


STALLS = Placement(
    spot="stall", of=("a", "b"), pieces={"gold": 4, "crest": 1}, limits={"gold": 2}, min=1, max=3
)


USES = Selection(groups=((["ann", "sword"], ["ann", "food"]), (["bob", "food"],)), min=1, max=2)
DOWRY = Compound(
    fields={"food": IntRange(min=0, max=1), "cards": Subset(of=("fate",), min=0, max=1)}
)


@pytest.mark.parametrize(
    ("domain", "value"),
    [
        (OneOf(of=(1, None)), True),
        (OneOf(of=(1,)), 1.0),
        (OneOf(of=([1],)), [True]),
        (OneOf(of=({"a": 1},)), {"a": True}),
        (OneOf(of=("1",)), 1),
        (IntRange(min=0, max=1), True),
        (IntRange(min=0, max=1), 0.0),
        (IntRange(min=0, max=1), None),
        (Subset(of=(1, 2), min=0, max=2), [True]),
        (Subset(of=("a", "b"), min=0, max=2), "a"),
        (Subset(of=("a", "b"), min=1, max=2), []),
        (Subset(of=("a", "b"), min=0, max=2), ["a", "a"]),
        (Subset(of=("a", "b"), min=0, max=2), {"a": 1}),
        (Arrangement(of=("a", "b"), length=2), ["a"]),
        (Allocation(limits={"a": 2}, min=0, max=2), {"a": 0}),
        (Allocation(limits={"a": 2}, min=0, max=2), {"a": True}),
        (Allocation(limits={"a": 2}, min=0, max=2), {"a": 1.0}),
        (Allocation(limits={"a": 2}, min=0, max=2), {"a": -1}),
        (Allocation(limits={"a": 2}, min=0, max=2), {"b": 1}),
        (Allocation(limits={"a": 2}, min=0, max=2), [["a", 1]]),
        (Allocation(limits={"a": 2}, min=1, max=2), {}),
        (STALLS, {"stall": "a", "gold": 1, "crest": 0}),
        (STALLS, ["a"]),
        (STALLS, [{"stall": "a", "gold": 1}]),
        (STALLS, [{"stall": "a", "gold": 1, "crest": 0, "more": 0}]),
        (STALLS, [{"stall": "c", "gold": 1, "crest": 0}]),
        (STALLS, [{"stall": "a", "gold": 1, "crest": False}]),
        (STALLS, [{"stall": "a", "gold": -1, "crest": 1}]),
        (STALLS, [{"stall": "a", "gold": 1, "crest": 0}] * 2),
        (STALLS, [{"stall": "a", "gold": 0, "crest": 0}, {"stall": "b", "gold": 1, "crest": 0}]),
        (STALLS, [{"stall": "a", "gold": 3, "crest": 0}]),
        (STALLS, [{"stall": "a", "gold": 1, "crest": 1}, {"stall": "b", "gold": 0, "crest": 1}]),
        (STALLS, [{"stall": s, "gold": 2, "crest": 0} for s in "ab"]),
        (STALLS, []),
        (USES, [["ann", "sword"], ["ann", "food"]]),
        (USES, [["ann", "sword"], ["bob", "sword"]]),
        (USES, {"ann": "sword"}),
        (USES, []),
        (DOWRY, {"food": 1}),
        (DOWRY, {"food": 1, "cards": [], "more": 1}),
        (DOWRY, {"food": True, "cards": []}),
        (DOWRY, ["food", "cards"]),
    ],
)
def test_what_only_looks_alike_is_refused(domain, value):
    assert not domain.contains(value)


def test_a_tuple_among_the_listed_values_stands_for_a_list():
    assert OneOf(of=(("a", "b"),)).contains(["a", "b"])


def test_a_value_listed_twice_may_be_taken_twice():
    buy = Subset(of=("potion", "sword", "potion"), min=0, max=2)
    assert list(buy.values()) == [
        [],
        ["potion"],
        ["sword"],
        ["potion", "potion"],
        ["potion", "sword"],
    ]
    assert buy.contains(["potion", "potion"])
    assert not buy.contains(["sword", "sword"])
    row = Arrangement(of=("a", "b", "a"), length=2)
    assert list(row.values()) == [["a", "a"], ["a", "b"], ["b", "a"]]


def test_what_cannot_be_made_up_is_made_up_in_no_way():
    assert list(list_allocations((), 1)) == list(list_allocations((("a", 1),), 2)) == []


def test_large_domains_are_counted_without_listing_them():
    assert Subset(of=tuple(range(40)), min=20, max=20).count() == 137846528820
    assert Arrangement(of=tuple(range(20)), length=20).count() == 2432902008176640000
    by_inclusion_and_exclusion = sum(
        (-1) ** k * comb(20, k) * comb(12 - 5 * k + 19, 19) for k in range(3)
    )
    limits = {str(n): 4 for n in range(20)}
    assert Allocation(limits=limits, min=12, max=12).count() == by_inclusion_and_exclusion
    spots, pieces = tuple(range(20)), {"gold": 12, "crest": 3}
    bid = Placement(spot="at", of=spots, pieces=pieces, limits={"gold": 4}, min=15, max=15)
    assert bid.count() == by_inclusion_and_exclusion * comb(22, 3)
    assert bid.contains(next(bid.values()))


def test_a_selection_takes_one_of_a_group_and_a_compound_fills_all_its_fields():
    assert list(USES.values()) == [
        [["ann", "sword"]],
        [["ann", "food"]],
        [["bob", "food"]],
        [["ann", "sword"], ["bob", "food"]],
        [["ann", "food"], ["bob", "food"]],
    ]
    assert USES.contains([["bob", "food"], ["ann", "food"]])
    assert list(DOWRY.values())[1:3] == [{"food": 0, "cards": ["fate"]}, {"food": 1, "cards": []}]
    groups = tuple(tuple(range(5 * n, 5 * n + 5)) for n in range(20))
    assert Selection(groups=groups, min=20, max=20).count() == 5**20
    large = Compound(
        fields={"a": Subset(of=tuple(range(40)), min=20, max=20), "b": OneOf(of=(1, 2))}
    )
    assert large.count() == 2 * 137846528820
    assert large.contains(next(large.values()))


@pytest.mark.parametrize("kind", BY_KIND)
def test_every_value_is_drawn_in_the_end(kind):
    example = {
        OneOf: OneOf(of=("a", None, 3)),
        IntRange: IntRange(min=-1, max=2),
        Subset: Subset(of=("a", "b", "c"), min=0, max=2),
        Arrangement: Arrangement(of=("a", "b", "c"), length=2),
        Allocation: Allocation(limits={"a": 2, "b": 1}, min=1, max=2),
        Placement: Placement(
            spot="at", of=("a", "b"), pieces={"n": 2}, limits={"n": 1}, min=0, max=2
        ),
        Selection: Selection(groups=(("a", "b"), ("c",)), min=0, max=2),
        Compound: Compound(fields={"a": IntRange(min=0, max=1), "b": OneOf(of=(None, "c"))}),
    }[kind]
    rng = random.Random(4)
    drawn = {unordered(example, example.sample(rng)) for _ in range(300)}
    assert drawn == {unordered(example, value) for value in example.values()}


@st.composite
def choices(draw):
    fields = draw(st.lists(st.sampled_from("abcd"), unique=True, max_size=4))
    cut = draw(st.integers(0, len(fields)))
    return Choice(
        type=draw(st.sampled_from(["play", "pass"])),
        fixed={name: draw(json_values) for name in fields[:cut]},
        open={name: draw(domains) for name in fields[cut : cut + 2]},
    )


@settings(max_examples=60)
@given(choices(), st.integers())
def test_a_choice_draws_counts_and_recognises_its_actions(choice, seed):
    action = choice.sample(random.Random(seed))
    assert choice.contains(action)
    assert choice.contains(choice.example())
    assert not choice.contains({**action, "more": 1})
    assert not choice.contains({**action, "type": "other"})
    for name in [name for name in action if name != "type"]:
        assert not choice.contains({k: v for k, v in action.items() if k != name})
    few = list(choice.actions(limit=5))
    assert len(few) == min(choice.count(), 5)
    assert all(choice.contains(one) for one in few)


def test_choices_are_those_of_their_items():
    play = Choice(type="play", fixed={"card": "mage"}, open={"n": IntRange(min=1, max=3)})
    both = Choices(seat=1, items=(play, Choice(type="pass", fixed={})))
    assert both.count() == 4
    assert list(both.actions()) == [
        {"type": "play", "card": "mage", "n": 1},
        {"type": "play", "card": "mage", "n": 2},
        {"type": "play", "card": "mage", "n": 3},
        {"type": "pass"},
    ]
    assert list(both.actions(limit=1)) == [
        {"type": "play", "card": "mage", "n": 1},
        {"type": "pass"},
    ]
    assert both.contains({"type": "pass"})
    assert not both.contains({"type": "play", "card": "mage"})
    assert not both.contains({})
    drawn = {as_json(both.sample(random.Random(n))) for n in range(100)}
    assert drawn == {as_json(one) for one in both.actions()}


def test_a_kind_of_domain_has_to_say_all_of_itself():
    class Bare(Domain):
        """Says nothing."""

    for ask in (Bare().count, Bare().values, lambda: Bare().contains(1)):
        with pytest.raises(NotImplementedError):
            ask()
    with pytest.raises(NotImplementedError):
        Bare().sample(random.Random(1))


def test_a_settled_field_is_compared_as_json_does():
    choice = Choice(type="play", fixed={"n": 1})
    assert not choice.contains({"type": "play", "n": True})


def test_a_seat_that_is_asked_nothing_has_no_action():
    nothing = Choices(seat=0)
    assert nothing.count() == 0
    assert not nothing.contains({"type": "pass"})
    assert list(nothing.actions()) == []


def test_what_is_not_asked_for_is_open_but_drawn_only_where_nothing_is_asked():
    """A seat that may leave at any time does not leave whenever it plays at random."""
    leave = Choice(type="leave", fixed={}, unasked=True)
    both = Choices(seat=0, items=(Choice(type="stay", fixed={}), leave))
    rng = random.Random(1)
    assert {both.sample(rng)["type"] for _ in range(50)} == {"stay"}
    assert both.contains({"type": "leave"})
    assert both.count() == 2
    assert Choices(seat=0, items=(leave,)).sample(rng) == {"type": "leave"}


def test_of_what_is_offered_only_the_drawn_choice_is_described():
    described: list[str] = []

    def offer(name: str) -> Choice:
        described.append(name)
        return Choice(type=name, fixed={}, open={"n": IntRange(min=1, max=6)})

    offers = [partial(offer, "roll"), Choice(type="pass", fixed={}), partial(offer, "throw")]
    for seed in range(20):
        described.clear()
        action = drawn(offers, random.Random(seed))
        assert described == [action["type"]] * (action["type"] != "pass")
        assert action == listed(0, offers).sample(random.Random(seed))
