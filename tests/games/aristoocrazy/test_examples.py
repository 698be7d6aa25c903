"""The worked examples of docs/rules/aristoocrazy.md, section 7, with their numbers. A, B, C, D are seats 0 to 3."""

from __future__ import annotations

import pytest

from tests.games.aristoocrazy.table import (
    BOW,
    BRAVE,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    faces,
    first_turn,
    fresh,
    midway,
    rolled,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule
A, B, C, D = range(4)

ATTACKER = Person("red_m1", "d3", [SWORD, BOW, FOOD])
DEFENDERS = (
    Person("blue_w1", "c3", [MAGIC, MONEY, FOOD]),
    Person("blue_m1", "c3", [SWORD, MAGIC, BOW]),
)


def fight(*people, dice, tokens=2, hands=None, owns=None, attack=None):
    """A attacks c3 with two tokens; B commits none."""
    table = midway(
        *people,
        tokens={A: {SWORD: tokens}},
        hands=hands,
        owns=owns,
        script={"combat_dice": [dice]},
    )
    committed = {"tokens": {SWORD: tokens}} if tokens else {}
    table.acts(A, "attack", character="red_m1", territory="c3", **committed, **(attack or {}))
    return table, table.acts(B, "defend")


@rule("AC-003", "AC-004")
def test_example_1_round_counter_for_three():
    view = fresh(3).view()
    assert (view.rounds, view.counting_rounds) == (7, (3, 5, 7))


@rule("AC-016")
def test_example_2_closing_for_two():
    table = fresh(2)
    view = table.view()
    closed = [name for name, land in view.territories.items() if land.closed]
    assert closed == ["a4", "a5", "b4", "b5", "d1", "d2", "e1", "e2"]
    assert [seat.start_territory for seat in view.seats] == ["a1", "e5"]


@rule("AC-017")
def test_example_3_closing_for_three():
    table = fresh(3)
    for seat, start in enumerate(("a1", "a5", "e3")):
        table.acts(seat, "choose_start", territory=start)
    three = [SWORD, FOOD, MONEY]
    table.all_act("choose_traits", woman=three, man=three)
    table.refuses_at("AC-017", A, "close_territory", territory="b2")
    table.acts(A, "close_territory", territory="b3")


def child_of(partner, dice):
    """The traits of a child of [sword, food, money] with a neutral partner."""
    table = midway(Person("red_w1", "a1"), neutral={"a2": partner}, script={"child_dice": [dice]})
    table.acts(A, "seek_partner", character="red_w1", territory="a2")
    return table.acts(A, "roll_child")[0].traits


@rule("AC-050", "AC-051")
def test_example_4_numbering():
    assert child_of([BOW, MAGIC, MAD], [1, 5, 6]) == (SWORD, MAGIC, MAD)


@rule("AC-054")
def test_example_5_same_trait_twice():
    assert child_of([BOW, MAGIC, MAD], [2, 2, 4]) == (FOOD, MAD, BOW)
    assert child_of([SWORD, BOW, MAGIC], [1, 4, 2]) == (SWORD, MAD, FOOD)


@rule("AC-062", "AC-R32", "AC-061")
@pytest.mark.parametrize("accept", [True, False])
def test_example_6_dowry(accept):
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    table = midway(*people, tokens={A: {FOOD: 1}})
    table.acts(A, "offer_marriage", character="red_w1", target="blue_m1")
    table.acts(B, "answer_marriage", accept=False)
    table.acts(A, "improve_dowry", dowry={"tokens": {FOOD: 1}})
    table.acts(B, "answer_marriage", accept=accept)
    if accept:
        assert (table.supply(A), table.supply(B)) == ({}, {FOOD: 1})
        table.acts(A, "roll_child")
        assert table.phase == "birth_choice 0"
    else:
        assert (table.supply(A), table.supply(B)) == ({FOOD: 1}, {})
        assert table.phase == "action 1"


@rule("AC-090", "AC-091")
def test_example_7_bravery_auction():
    held = {A: {BRAVE: 2}, B: {BRAVE: 3}, C: {BRAVE: 1}}
    table, _ = rolled(dice=(BOW, BRAVE, MAD), tokens=held)
    for seat, amount in enumerate((2, 2, 1, 0)):
        table.acts(seat, "bid", amount=amount)
    assert table.vp == [1, 1, 0, 0]
    assert sum(sum(table.supply(seat).values()) for seat in range(4)) == 6 - 5


@rule("AC-027", "AC-028")
def test_example_8_exchange():
    table = midway(Person("red_w1", "a1"), tokens={A: {MONEY: 5}})
    table.acts(A, "buy_tokens", money=2, tokens=[BOW])
    table.acts(A, "buy_tokens", money=3, tokens=[EDU, FOOD])
    table.acts(A, "extra_use", character="red_w1", trait=SWORD)
    assert table.supply(A) == {SWORD: 1, BOW: 1, EDU: 1, FOOD: 1}
    assert table.phase == "action 1"


@rule("AC-049", "AC-056")
def test_example_9_first_turns():
    table = first_turn(4, script={"child_dice": [[1, 2, 3]]})
    table.refuses_at("AC-049", A, "seek_partner", character="red_w1", territory="a2")
    table.acts(A, "attack", character="red_m1", territory="a2")
    view = table.view()
    assert [view.territories[one].free_spaces for one in ("a1", "a2")] == [1, 0]
    for _ in range(3):
        table.passes()
    table.acts(A, "seek_partner", character="red_w1", territory="b1")
    table.acts(A, "roll_child")
    assert {one["territory"] for one in table.offered(A, "place_child")} == {"a1"}


@rule("AC-082", "AC-075")
def test_example_10_battle_with_draw():
    table, events = fight(ATTACKER, *DEFENDERS, dice=[3, 3])
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.total, combat.defender.total, combat.outcome) == (7, 7, "draw")
    ages = [table.person(one).age for one in ("red_m1", "blue_w1", "blue_m1")]
    assert ages == [1, 1, 1]
    assert (table.owner("c3"), table.supply(A)) == (B, {})


@rule("AC-078", "AC-R42", "AC-079")
def test_example_11_battle_won_and_retreat():
    guard = Person("blue_w2", "b3")
    table, events = fight(ATTACKER, *DEFENDERS, guard, dice=[4, 2], owns={B: ["c2"]})
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.total, combat.defender.total) == (8, 6)
    assert [table.person(one).age for one in ("blue_w1", "blue_m1")] == [1, 1]
    assert {one["territory"] for way in table.offered(B, "retreat") for one in way["moves"]} == {
        "c2"
    }
    table.acts(B, "retreat", moves=[{"character": "blue_m1", "territory": "c2"}])
    assert table.person("blue_w1") is None
    assert table.person("blue_m1").territory == "c2"
    assert table.person("red_m1").territory == "c3"


@rule("AC-115", "AC-R41")
def test_example_12_commander():
    old = DEFENDERS[0]._replace(age=1)
    commander = {"hands": {A: ["commander"]}, "attack": {"commander_target": "blue_w1"}}
    table, events = fight(ATTACKER, old, DEFENDERS[1], dice=[4, 2], owns={B: ["c2"]}, **commander)
    assert [told(one)["age"] for one in of_type(events, "character_aged")] == [4, 1]
    assert table.person("blue_w1") is None
    table.acts(B, "retreat", moves=[{"character": "blue_m1", "territory": "c2"}])
    assert table.view().discard == ("commander",)
    table, _ = fight(ATTACKER, old, DEFENDERS[1], dice=[1, 6], **commander)
    assert table.hand(A) == ["commander"]


@rule("AC-109", "AC-081", "AC-R22")
@pytest.mark.parametrize(("dice", "winner"), [([2, 3], B), ([5, 3], A)])
def test_example_13_castle_alone(dice, winner):
    table = midway(
        Person("red_m1", "b2", [FOOD, MONEY, EDU]),
        owns={B: ["a2"]},
        castles=["a2"],
        tokens={A: {SWORD: 3}},
        script={"combat_dice": [dice]},
    )
    attack = {"character": "red_m1", "territory": "a2", "tokens": {SWORD: 3}}
    events = table.acts(A, "attack", **attack)
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.total, combat.defender.total) == (dice[0] + 3, 6)
    assert (table.supply(A), table.owner("a2"), table.marker("a2")) == ({}, winner, winner)
    assert table.person("red_m1").age == (winner == B)
    assert table.person("red_m1").territory == "b2"


@rule("AC-080", "AC-R37")
def test_example_14_contested_marriage():
    woman = Person("blue_w1", "b3", [BRAVE, MONEY, MAGIC], age=3)
    table = midway(
        ATTACKER._replace(at="b2"),
        woman,
        tokens={A: {SWORD: 1}, B: {BOW: 1}},
        script={"combat_dice": [[4, 3]], "child_dice": [[4, 5, 6]]},
    )
    table.acts(A, "contested_marriage", character="red_m1", target="blue_w1", tokens={SWORD: 1})
    events = table.acts(B, "defend", tokens={BOW: 1})
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.total, combat.defender.total) == (7, 5)
    assert table.person("blue_w1") is None
    assert (table.owner("b3"), table.marker("b3")) == (B, B)
    assert table.acts(A, "roll_child")[0].traits == (BRAVE, MONEY, MAGIC)


@rule("AC-064", "AC-066", "AC-R30")
@pytest.mark.parametrize("room", [True, False])
def test_example_15_marriage_sets(room):
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2", [BOW, MAGIC, FOOD])]
    dice = {"child_dice": [[2, 6, 1], [3, 4, 5]]}
    table = midway(*people, script=dice, owns={B: ["e1"]} if room else {})
    table.acts(A, "offer_marriage", character="red_w1", target="blue_m1")
    table.acts(B, "answer_marriage", accept=True)
    table.acts(A, "roll_child")
    sets = [one.traits for one in table.view().birth.sets]
    assert sets == [(FOOD, MAD, SWORD), (MONEY, BOW, MAGIC)]
    events = table.acts(A, "place_child", set=1, character="red_w2", territory="a1")
    if room:
        table.acts(B, "place_child", character="blue_w1", territory="e1")
        assert table.person("blue_w1").traits == sets[0]
    else:
        assert told(of_type(events, "child_lost")[0]) == {"seat": B, "set": 0}


@rule("AC-034", "AC-R09", "AC-R10")
def test_example_16_luck():
    lucky = Person("red_w1", "a1", [LUCK, FOOD, SWORD], age=4)
    table = midway(lucky, phase="potential", asked=[A])
    table.acts(A, "use_potential", uses=[{"character": "red_w1", "traits": [FOOD, FOOD]}])
    assert table.supply(A) == {FOOD: 2}
    assert table.person("red_w1") is None


@rule("AC-088", "AC-089", "AC-R51")
def test_example_17_food():
    where = ["a1", "a1", "a3", "a3", "b2", "b2"]
    red = [Person(f"red_{s}{n}", where.pop()) for s in "wm" for n in (1, 2, 3)]
    where = ["e5", "e5", "d4", "d4", "c5", "c5"]
    blue = [Person(f"blue_{s}{n}", where.pop()) for s in "wm" for n in (1, 2, 3)]
    where = ["e1", "e1", "e3", "e3"]
    green = [Person(f"green_{s}{n}", where.pop()) for s in "wm" for n in (1, 2)]
    table, events = rolled(
        *red, *blue, *green, dice=(BOW, EDU, FOOD), tokens={A: {FOOD: 1}, C: {FOOD: 1}}
    )
    assert [(one.due, one.paid, one.missing) for one in of_type(events, "food_paid")] == [
        *((2, 1, 1), (2, 0, 2), (1, 1, 0), (0, 0, 0)),
    ]
    assert table.phase == "hunger 0"
    events = table.acts(A, "choose_hungry", characters=["red_w1", "red_w2", "red_m3"])
    assert [len(seat.characters) for seat in table.view().seats] == [6, 6, 4, 0]
    ages = [sum(one.age for one in seat.characters) for seat in table.view().seats]
    assert ages == [3, 6, 0, 0]


@rule("AC-093", "AC-R53")
def test_example_18_barbarians():
    people = [Person("red_w1", "a1", [LUCK, FOOD, SWORD], age=4), Person("red_m1", "a1")]
    table, _ = rolled(*people, dice=(BOW, EDU, MAD))
    table.all_act("bid", amount=0)
    assert {len(one["penalties"]) for one in table.offered(A, "answer_barbarians")} == {2}
    penalties = [
        {"character": "red_w1", "kind": "dementia", "trait_index": 0},
        {"character": "red_m1", "kind": "age"},
    ]
    table.acts(A, "answer_barbarians", pay=False, penalties=penalties)
    assert table.person("red_w1") is None
    assert table.person("red_m1").age == 1


@rule("AC-R48", "AC-R47")
@pytest.mark.parametrize("cancelled", [False, True])
def test_example_19_cancel_and_dementia(cancelled):
    people = [
        Person("red_w1", "a1", [MAD, MAD, FOOD]),
        Person("blue_w1", "a5", [MAD, MAD, FOOD]),
        Person("green_w1", "e5", [MAD, SWORD, FOOD]),
    ]
    hands = {A: ["cancel_event"]}
    table, _ = rolled(*people, dice=(BOW, EDU, MAD), starter=B, hands=hands)
    table.acts(A, "respond_events", dice=[2] if cancelled else [])
    if cancelled:
        assert table.phase == "auction 1,2,3,0"
        table.all_act("bid", amount=0)
        assert table.phase == "barbarians 1,2,0"
    else:
        assert table.phase == "dementia_choice 1"
        assert [one["die"] for one in table.offered(B, "veto_event")] == [0, 1]


@rule("AC-097", "AC-R64")
@pytest.mark.parametrize(
    ("counts", "points"), [((6, 6, 4, 3), (2, 2, 1, 0)), ((5, 5, 5, 5), (2, 2, 2, 2))]
)
def test_example_20_territory_count(counts, points):
    board = iter(fresh(4).view().territories)
    owns = {seat: [next(board) for _ in range(count)] for seat, count in enumerate(counts)}
    table = midway(phase="counting", round=3, owns=owns)
    assert told(table.keeps()[0]) == {"counts": counts, "points": points}


@rule("AC-R65")
def test_example_21_bonus():
    where = iter(["a1", "a1", "a3", "a3", "a2", "e5", "e5", "c5", "c5", "d5", "e1", "e1", "e2"])
    red = [
        Person(f"red_w{n}", next(where), [MAD, SWORD, FOOD] if n < 3 else [SWORD, FOOD, BOW])
        for n in range(1, 6)
    ]
    blue = [Person(f"blue_w{n}", next(where)) for n in range(1, 6)]
    green = [Person(f"green_w{n}", next(where)) for n in range(1, 4)]
    table = midway(*red, *blue, *green, phase="final_scoring", round=6)
    awards = {one.bonus: one.seats for one in of_type(table.keeps(), "bonuses_awarded")}
    assert awards["most_characters"] == (A, B)
    assert awards["least_dementia"] == (B, C)
    assert awards["most_education"] == ()


@rule("AC-R18", "AC-R19")
def test_example_22_markers():
    people = [Person("red_w1", "a1"), Person("red_m1", "b2")]
    owns = {A: ["c2", "c1", "c3", "c4", "c5"]}
    table = midway(*people, owns=owns)
    table.acts(A, "move", character="red_m1", territory="a1")
    assert table.owner("b2") is None
    table = midway(*people, owns=owns)
    table.acts(A, "move", character="red_m1", territory="c2")
    assert (table.marker("c2"), table.marker("b2"), table.owner("b2")) == (None, A, A)


@rule("AC-R62")
def test_example_23_restoring():
    table = midway(owns={A: ["a2"]}, script={"restored_traits": [faces(BOW, BRAVE, FOOD)]})
    assert {one["territory"] for one in table.offered(A, "restore_house")} == {"a2"}
    events = table.acts(A, "restore_house", character="red_w1", territory="a2")
    assert told(events[0])["traits"] == (BOW, BRAVE, FOOD)
    assert names(events)[1] == "marker_changed"
    assert table.marker("a2") is None
