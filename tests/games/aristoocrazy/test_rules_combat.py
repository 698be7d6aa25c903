"""Attacks and battles for territories: AC-057, AC-058, AC-069 to AC-079, AC-081, AC-082, AC-108, AC-109, AC-115."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import redact
from tests.games.aristoocrazy.table import (
    BOW,
    EDU,
    FOOD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    edition_with,
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule

KNIGHT = Person("red_m1", "b2", [SWORD, BOW, FOOD])

TWO = (
    Person("blue_w1", "c3", [MAGIC, MONEY, FOOD]),
    Person("blue_m1", "c3", [SWORD, MAGIC, BOW]),
)

NEAR_C3 = Person("red_m1", "d3", [SWORD, BOW, FOOD])


def battle(*people, dice, attack=None, defence=None, **more):
    """Seat 0's knight attacks; seat 1 defends; the events of the defence."""
    script = {"combat_dice": [dice], **more.pop("script", {})}
    table = midway(*people, script=script, **more)
    table.acts(0, "attack", **{"character": "red_m1", "territory": "c3", **(attack or {})})
    return table, table.acts(1, "defend", tokens=defence or {})


@rule("AC-057", "AC-058", "AC-R20")
def test_ac_057_058_a_neutral_territory_is_taken_without_combat_and_who_lives_there_dies():
    table = midway(KNIGHT, neutral={"a2": [SWORD, EDU, FOOD]}, castles=["b3"])
    events = table.acts(0, "attack", character="red_m1", territory="a2")
    assert names(events) == [
        *("attack_declared", "neutral_removed", "character_moved", "owner_changed"),
        *("marker_changed", "turn_ended", "turn_started", "phase_entered"),
    ]
    assert told(events[2])["reason"] == "conquest"
    assert (table.owner("a2"), table.person("red_m1").territory) == (0, "a2")
    assert table.view().territories["a2"].neutral_traits is None
    assert (table.owner("b2"), table.marker("b2")) == (0, 0)
    # AC-R20: a castle alone does not defend what nobody owns.
    table = midway(KNIGHT, castles=["c2"])
    assert "combat_resolved" not in names(
        table.acts(0, "attack", character="red_m1", territory="c2")
    )
    assert table.owner("c2") == 0


@rule("AC-069", "AC-015")
def test_ac_069_one_attacks_an_adjacent_territory_that_is_not_ones_own():
    table = midway(KNIGHT, Person("blue_w1", "b3"), owns={0: ["a2"]}, closed=["b1"])
    offered = {one["territory"] for one in table.offered(0, "attack")}
    assert offered == {"a1", "b3", "c2"}
    table.refuses_at("AC-069", 0, "attack", "territory", character="red_m1", territory="a2")
    table.refuses_at("AC-069", 0, "attack", "territory", character="red_m1", territory="b2")
    table.refuses_at("AC-069", 0, "attack", "territory", character="red_m1", territory="c3")
    table.refuses_at("AC-069", 0, "attack", "territory", character="red_m1", territory="nowhere")
    table.refuses_at("AC-015", 0, "attack", "territory", character="red_m1", territory="b1")
    table.refuses_at("AC-069", 0, "attack", "character", character="blue_w1", territory="a3")


@rule("AC-070", "AC-R40", "AC-R18")
def test_ac_070_r40_an_undefended_territory_is_conquered_and_no_tokens_are_needed():
    table = midway(KNIGHT, owns={1: ["a1"]}, tokens={0: {SWORD: 2}}, hands={0: ["commander"]})
    attack = {"character": "red_m1", "territory": "a1"}
    table.refuses_at("AC-R40", 0, "attack", "tokens", tokens={SWORD: 1}, **attack)
    table.refuses_at(
        "AC-R40", 0, "attack", "commander_target", commander_target="blue_w1", **attack
    )
    table.refuses_at(
        *("AC-R40", 0, "attack", "tokens"),
        tokens={SWORD: 1},
        character="red_m1",
        territory="c2",
    )
    events = table.acts(0, "attack", **attack)
    assert "combat_resolved" not in names(events)
    (owner,) = of_type(events, "owner_changed")
    assert told(owner) == {"territory": "a1", "owner": 0, "previous": 1}
    markers = [told(one) for one in of_type(events, "marker_changed")]
    assert markers[0] == {"territory": "a1", "seat": 1, "present": False}
    assert table.marker("a1") is None


@rule("AC-071", "AC-072", "AC-075", "AC-076", "AC-074")
def test_ac_071_072_074_075_076_bonuses_tokens_and_dice_make_the_totals():
    tokens = {0: {SWORD: 3, FOOD: 1}, 1: {BOW: 1, MAGIC: 1}}
    attack = {"tokens": {SWORD: 2}}
    table, events = battle(
        NEAR_C3, *TWO, dice=[5, 4], attack=attack, defence={BOW: 1}, tokens=tokens
    )
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.bonus, combat.attacker.castle, combat.attacker.total) == (2, 0, 9)
    assert (combat.attacker.tokens, combat.attacker.die) == ({SWORD: 2}, 5)
    assert (combat.defender.bonus, combat.defender.castle, combat.defender.total) == (4, 0, 9)
    assert (combat.defender.tokens, combat.defender.die) == ({BOW: 1}, 4)
    assert combat.outcome == "draw"
    assert (table.supply(0), table.supply(1)) == ({SWORD: 1, FOOD: 1}, {MAGIC: 1})


@rule("AC-076")
@pytest.mark.parametrize(
    ("dice", "outcome"), [([6, 3], "attacker"), ([5, 3], "draw"), ([4, 3], "defender")]
)
def test_ac_076_the_higher_total_wins_and_equal_ones_are_a_draw(dice, outcome):
    _, events = battle(NEAR_C3, *TWO, dice=dice)
    assert of_type(events, "combat_resolved")[0].outcome == outcome


@rule("AC-071", "AC-075", "AC-108")
def test_ac_071_075_what_counts_is_told_by_the_edition():
    edition = edition_with(
        (("combat", "bonus_per_trait"), 2),
        (("combat", "bonus_per_token"), 5),
        (("combat", "castle_bonus"), 7),
    )
    _, events = battle(
        *(NEAR_C3, TWO[0]),
        dice=[1, 1],
        attack={"tokens": {BOW: 1}},
        tokens={0: {BOW: 1}},
        edition=edition,
        castles=["c3"],
    )
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.total, combat.defender.total) == (4 + 5 + 1, 2 + 7 + 1)


@rule("AC-074", "AC-R39")
def test_ac_074_r39_both_sides_commit_secretly_what_they_hold():
    table = midway(NEAR_C3, *TWO, tokens={0: {SWORD: 2, FOOD: 3}, 1: {BOW: 1}})
    attack = {"character": "red_m1", "territory": "c3"}
    for tokens, pointer in (({SWORD: 3}, "tokens/sword"), ({FOOD: 1}, "tokens/food")):
        table.refuses_at("AC-074", 0, "attack", pointer, tokens=tokens, **attack)
    declared, _ = table.acts(0, "attack", tokens={SWORD: 2}, **attack)
    assert table.phase == "defence 1"
    assert [redact(declared, viewer)["tokens"] for viewer in (0, 1, 2)] == [{SWORD: 2}, None, None]
    assert [table.view(viewer).combat.tokens for viewer in (0, 1, 2)] == [{SWORD: 2}, None, None]
    assert table.supply(0) == {SWORD: 2, FOOD: 3}
    assert table.view().seats[0].supply_total == 5
    table.refuses_at("AC-074", 1, "defend", "tokens/bow", tokens={BOW: 2})
    table.refuses_at("AC-074", 1, "defend", "tokens/food", tokens={FOOD: 1})
    table.refuses_at("AC-036", 0, "pass_turn")
    table.acts(1, "defend", tokens={BOW: 1})
    assert table.supply(0) == {FOOD: 3}


@rule("AC-R39")
def test_ac_r39_a_defender_is_asked_also_with_an_empty_supply():
    table = midway(NEAR_C3, *TWO)
    table.acts(0, "attack", character="red_m1", territory="c3")
    assert table.phase == "defence 1"
    assert table.offered(1, "defend") == [{"type": "defend", "tokens": {}}]


@rule("AC-077", "AC-078", "AC-079", "AC-R42", "AC-R43")
def test_ac_077_078_079_a_won_battle_ages_the_defenders_who_retreat_and_the_attacker_moves_in():
    people = [NEAR_C3, *TWO, Person("blue_w2", "b3"), Person("green_w1", "c4")]
    table, events = battle(*people, dice=[6, 1], owns={1: ["c2"]})
    assert [told(one)["character"] for one in of_type(events, "character_aged")] == [
        *("blue_w1", "blue_m1"),
    ]
    assert table.phase == "retreat 1"
    combat = table.view().combat
    assert (combat.outcome, combat.survivors) == ("attacker", ("blue_w1", "blue_m1"))
    assert table.owner("c3") == 1
    ways = [one["moves"] for one in table.offered(1, "retreat")]
    assert ways == [
        [{"character": "blue_w1", "territory": "c2"}],
        [{"character": "blue_m1", "territory": "c2"}],
    ]
    table.refuses_at("AC-R42", 1, "retreat", "moves", moves=[])
    full = [{"character": "blue_w1", "territory": "b3"}]
    table.refuses_at("AC-078", 1, "retreat", "moves/0/territory", moves=full)
    foreign = [{"character": "blue_w1", "territory": "c4"}]
    table.refuses_at("AC-078", 1, "retreat", "moves/0/territory", moves=foreign)
    both = [{"character": one, "territory": "c2"} for one in ("blue_w1", "blue_m1")]
    table.refuses_at("AC-078", 1, "retreat", "moves/1/territory", moves=both)
    stranger = [{"character": "blue_w2", "territory": "c2"}]
    table.refuses_at("AC-078", 1, "retreat", "moves/0/character", moves=stranger)
    events = table.acts(1, "retreat", moves=ways[1])
    assert names(events) == [
        *("character_died", "character_moved", "character_moved", "owner_changed"),
        *("marker_changed", "marker_changed", "turn_ended", "turn_started", "phase_entered"),
    ]
    assert told(events[0])["reason"] == "no_room"
    assert told(events[1])["reason"] == "retreat"
    assert told(events[2])["reason"] == "conquest"
    assert [table.person(one).territory for one in ("blue_m1", "red_m1")] == ["c2", "c3"]
    assert (table.owner("c3"), table.marker("c2"), table.marker("d3")) == (0, None, 0)


@rule("AC-078", "AC-R42")
def test_ac_078_r42_as_many_as_there_is_room_for_must_retreat():
    table, _ = battle(NEAR_C3, *TWO, dice=[6, 1], owns={1: ["c2", "c4"], 2: ["b3"]})
    ways = table.offered(1, "retreat")
    assert {len(one["moves"]) for one in ways} == {2}
    assert len(ways) == 4
    one = [{"character": "blue_w1", "territory": "c2"}]
    table.refuses_at("AC-R42", 1, "retreat", "moves", moves=one)
    twice = [*one, {"character": "blue_w1", "territory": "c4"}]
    table.refuses_at("AC-078", 1, "retreat", "moves/1/character", moves=twice)
    # Not through the marker of others, and not to what is not adjacent.
    table, events = battle(NEAR_C3, *TWO, dice=[6, 1], owns={1: ["a1"], 2: ["c2"]})
    assert [told(one)["reason"] for one in of_type(events, "character_died")] == ["no_room"] * 2
    assert table.phase == "action 1"
    assert table.owner("c3") == 0


@rule("AC-R43", "AC-085")
def test_ac_r43_deaths_come_before_the_retreat():
    first = TWO[0]._replace(age=3)
    table, events = battle(NEAR_C3, first, TWO[1], dice=[6, 1], owns={1: ["c2"]})
    (died,) = of_type(events, "character_died")
    assert (died.character, died.reason) == ("blue_w1", "age")
    assert table.view().combat.survivors == ("blue_m1",)
    # All dead: nobody is asked, and the loser gets no marker in what is conquered.
    people = [one._replace(age=3) for one in TWO]
    table, events = battle(NEAR_C3, *people, dice=[6, 1], owns={1: ["c2"]})
    assert table.phase == "action 1"
    assert [told(one)["territory"] for one in of_type(events, "marker_changed")] == ["d3"]
    assert table.owner("c3") == 0


@rule("AC-081", "AC-R44")
def test_ac_081_a_lost_attack_costs_the_attacker_a_life_and_nothing_else():
    table, events = battle(NEAR_C3, *TWO, dice=[1, 6])
    (aged,) = of_type(events, "character_aged")
    assert told(aged) == {"character": "red_m1", "amount": 1, "age": 1, "reason": "combat"}
    assert (table.person("red_m1").territory, table.owner("c3")) == ("d3", 1)
    assert table.phase == "action 1"


@rule("AC-082", "AC-R44", "AC-R71")
def test_ac_082_r44_a_draw_ages_all_and_changes_no_owner():
    people = [one._replace(age=3) for one in TWO]
    table, events = battle(NEAR_C3, *people, dice=[5, 3], starter=1)
    aged = [told(one)["character"] for one in of_type(events, "character_aged")]
    assert aged == ["blue_w1", "blue_m1", "red_m1"]
    assert table.person("red_m1").territory == "d3"
    assert (table.owner("c3"), table.marker("c3")) == (1, 1)


@rule("AC-R22", "AC-R21", "AC-R20")
def test_ac_r22_a_conqueror_without_a_space_stays_and_marks():
    table = midway(KNIGHT, owns={1: ["c2"]}, castles=["c2"], script={"combat_dice": [[6, 1]]})
    events = table.acts(0, "attack", character="red_m1", territory="c2")
    assert of_type(events, "character_moved") == []
    assert table.person("red_m1").territory == "b2"
    assert (table.owner("c2"), table.marker("c2")) == (0, 0)
    assert table.view().territories["c2"].castle
    # Without a marker left the conquered territory becomes neutral.
    owns = {0: ["e1", "e2", "e3", "e4", "e5"], 1: ["c2"]}
    table = midway(KNIGHT, owns=owns, castles=["c2"], script={"combat_dice": [[6, 1]]})
    table.acts(0, "attack", character="red_m1", territory="c2")
    assert (table.owner("c2"), table.marker("c2")) == (None, None)


@rule("AC-108", "AC-R20")
def test_ac_108_a_castle_adds_three_for_whoever_owns_the_territory():
    people = [NEAR_C3, TWO[0]]
    table = midway(*people, castles=["c3"], script={"combat_dice": [[1, 1]]})
    table.acts(0, "attack", character="red_m1", territory="c3")
    assert table.view().combat.defender_bonus == 4
    events = table.acts(1, "defend")
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.defender.bonus, combat.defender.castle, combat.defender.total) == (1, 3, 5)
    assert combat.outcome == "defender"


@rule("AC-109", "AC-R40", "AC-R45")
def test_ac_109_r40_r45_a_castle_alone_fights_without_asking():
    hands, tokens = {0: ["commander"]}, {0: {SWORD: 1}, 1: {SWORD: 5}}
    table = midway(
        *(KNIGHT,),
        owns={1: ["c2"]},
        castles=["c2"],
        hands=hands,
        tokens=tokens,
        script={"combat_dice": [[2, 3]]},
    )
    attack = {"character": "red_m1", "territory": "c2"}
    table.refuses_at(
        "AC-R40", 0, "attack", "commander_target", commander_target="blue_w1", **attack
    )
    offered = [one for one in table.offered(0, "attack") if one["territory"] == "c2"]
    assert [(one["tokens"], one["commander_target"]) for one in offered] == [
        ({}, None),
        ({SWORD: 1}, None),
    ]
    events = table.acts(0, "attack", tokens={SWORD: 1}, **attack)
    (combat,) = of_type(events, "combat_resolved")
    assert (combat.attacker.total, combat.defender.total) == (2 + 1 + 2, 3 + 3)
    assert combat.defender.tokens == {}
    assert [told(one)["character"] for one in of_type(events, "character_aged")] == ["red_m1"]
    assert (table.supply(0), table.supply(1)) == ({}, {SWORD: 5})
    assert table.owner("c2") == 1


@rule("AC-R45", "AC-082")
def test_ac_r45_on_a_draw_with_a_castle_alone_only_the_attacker_ages():
    people = [KNIGHT, Person("blue_w1", "b3")]
    table = midway(*people, owns={1: ["c2"]}, castles=["c2"], script={"combat_dice": [[4, 3]]})
    events = table.acts(0, "attack", character="red_m1", territory="c2")
    assert of_type(events, "combat_resolved")[0].outcome == "draw"
    assert [told(one)["character"] for one in of_type(events, "character_aged")] == ["red_m1"]
    assert (table.owner("c2"), table.phase) == (1, "action 1")


@rule("AC-115", "AC-R41")
def test_ac_115_r41_the_commander_costs_one_defender_three_lives():
    hands = {0: ["commander"]}
    attack = {"commander_target": "blue_w1"}
    table, events = battle(NEAR_C3, *TWO, dice=[6, 1], attack=attack, hands=hands, owns={1: ["c2"]})
    aged = [(one.character, one.amount) for one in of_type(events, "character_aged")]
    assert aged == [("blue_w1", 3), ("blue_m1", 1)]
    assert names(events)[:2] == ["combat_resolved", "card_played"]
    assert of_type(events, "combat_resolved")[0].commander_target == "blue_w1"
    assert (table.view().discard, table.hand(0)) == (("commander",), [])


@rule("AC-R41", "AC-115")
@pytest.mark.parametrize("dice", [[5, 3], [1, 6]])
def test_ac_r41_a_commander_that_is_not_needed_stays_in_hand_unseen(dice):
    hands = {0: ["commander"]}
    attack = {"commander_target": "blue_w1"}
    table, events = battle(NEAR_C3, *TWO, dice=dice, attack=attack, hands=hands)
    assert of_type(events, "combat_resolved")[0].commander_target is None
    assert of_type(events, "card_played") == []
    assert table.hand(0) == ["commander"]


@rule("AC-R41", "AC-115")
def test_ac_r41_the_commander_is_declared_hidden_and_names_a_defender():
    table = midway(NEAR_C3, *TWO, Person("blue_w2", "b3"), hands={0: ["commander"]})
    attack = {"character": "red_m1", "territory": "c3"}
    table.refuses_at(
        "AC-R41", 0, "attack", "commander_target", commander_target="blue_w2", **attack
    )
    declared, _ = table.acts(0, "attack", commander_target="blue_m1", **attack)
    assert [redact(declared, viewer)["commander_target"] for viewer in (0, 1, -1)] == [
        *("blue_m1", None, None),
    ]
    assert [table.view(viewer).combat.commander_target for viewer in (0, 1)] == ["blue_m1", None]
    table = midway(NEAR_C3, *TWO)
    table.refuses_at(
        "AC-115", 0, "attack", "commander_target", commander_target="blue_m1", **attack
    )
