"""Traits, tokens, potential, plain turns and ownership: AC-024 to AC-041, AC-084 to AC-086 and their rulings."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import redact
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    DEFAULT,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    RULE,
    SWORD,
    Person,
    begun,
    edition_with,
    first_turn,
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule


def use(character, *traits):
    return {"character": character, "traits": list(traits)}


def potential(*people, asked=(0, 1), **more):
    """A potential phase in which seats 0 and 1 are asked."""
    others = (Person("blue_w1", "a5"),)
    return midway(*people, *others, phase="potential", asked=asked, **more)


@rule("AC-024", "AC-025")
def test_ac_024_025_ten_traits_of_which_eight_are_tokens():
    assert [trait["id"] for trait in DEFAULT["traits"]] == [
        *(SWORD, BOW, MAGIC, BRAVE, RULE, EDU, FOOD, MONEY, MAD, LUCK),
    ]
    tokens = dict.fromkeys((SWORD, BOW, MAGIC, BRAVE, RULE, EDU, FOOD, MONEY), 1)
    table = midway(Person("red_w1", "a1"), tokens={0: tokens})
    assert table.view(0).seats[0].supply == tokens
    assert table.view(1).seats[0].supply is None
    assert table.view(1).seats[0].supply_total == 8


@rule("AC-026", "AC-R08")
def test_ac_026_r08_dementia_and_luck_give_no_token_and_do_not_fight():
    person = Person("red_w1", "a1", [MAD, LUCK, MAD])
    table = potential(person)
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert choice.open["uses"].groups == ()
    for trait in (MAD, LUCK):
        table.refuses_at(
            "AC-R08", 0, "use_potential", "uses/0/traits/0", uses=[use("red_w1", trait)]
        )
    turn = midway(person, Person("blue_w1", "a2", [SWORD, MAD, LUCK]))
    for trait in (MAD, LUCK):
        turn.refuses_at("AC-R08", 0, "extra_use", "trait", character="red_w1", trait=trait)
    assert turn.offered(0, "extra_use") == []
    turn.acts(0, "attack", character="red_w1", territory="a2")
    combat = turn.view().combat
    assert (combat.attacker_bonus, combat.defender_bonus) == (0, 1)


@rule("AC-027", "AC-028")
def test_ac_027_028_money_is_exchanged_before_the_action_as_often_as_one_can_pay():
    table = midway(Person("red_w1", "a1"), tokens={0: {MONEY: 7}})
    (bought,) = table.acts(0, "buy_tokens", money=2, tokens=[FOOD])
    assert told(bought) == {"seat": 0, "money": 2, "tokens": {FOOD: 1}}
    table.acts(0, "buy_tokens", money=3, tokens=[SWORD, SWORD])
    table.acts(0, "buy_tokens", money=2, tokens=[EDU])
    assert table.supply(0) == {SWORD: 2, EDU: 1, FOOD: 1}
    assert table.phase == "action 0"
    refusal = table.refuses_at("AC-028", 0, "buy_tokens", "money", money=2, tokens=[FOOD])
    assert "You hold 0 money" in refusal.detail
    table.refuses_at("AC-027", 0, "buy_tokens", "money", money=4, tokens=[FOOD])
    table.refuses_at("AC-027", 0, "buy_tokens", "tokens", money=2, tokens=[FOOD, FOOD])
    table.refuses_at("AC-027", 0, "buy_tokens", "tokens", money=3, tokens=[FOOD])
    assert table.offered(0, "buy_tokens") == []


@rule("AC-R11")
def test_ac_r11_what_and_when_may_be_bought():
    table = midway(Person("red_w1", "a1"), tokens={seat: {MONEY: 5} for seat in range(4)})
    for kind in (MONEY, MAD, LUCK):
        table.refuses_at("AC-R11", 0, "buy_tokens", "tokens/1", money=3, tokens=[FOOD, kind])
    table.refuses_at("AC-R11", 1, "buy_tokens", money=2, tokens=[FOOD])
    (bought,) = table.acts(0, "buy_tokens", money=3, tokens=[FOOD, FOOD])
    assert redact(bought, 2)["tokens"] == {FOOD: 2}
    table.acts(0, "pass_turn")
    table.refuses_at("AC-R11", 0, "buy_tokens", money=2, tokens=[FOOD])
    table = midway(Person("red_w1", "a1"), tokens={0: {MONEY: 5}}, phase="auction", asked=[0])
    table.refuses_at("AC-R11", 0, "buy_tokens", money=2, tokens=[FOOD])


@rule("AC-029")
def test_ac_029_a_round_runs_potential_actions_events_count_end():
    edition = edition_with((("lives", "normal"), 20), (("lives", "lucky"), 20))
    table = begun(2, edition=edition)
    phases = []
    while table.view().round < 5:
        if not phases or phases[-1] != table.state.phase:
            phases.append(table.state.phase)
        if ARISTOOCRAZY.upkeep(table.state) is not None:
            table.keeps()
            continue
        seat = table.state.awaiting[0]
        action = ARISTOOCRAZY.legal(table.state, seat).items[
            -1 if phases[-1] == "barbarians" else 0
        ]
        action = action.example()
        table.acts(seat, action.pop("type"), **action)
    answers = {"event_response", "hunger", "auction", "barbarians", "card_market"}
    answers.add("dementia_choice")
    plain = [phase for phase in phases if phase not in answers]
    a_round = ["potential", "action", "event_roll", "round_end"]
    assert plain == [*a_round * 3, *a_round[:3], "counting", "round_end"]


@rule("AC-030", "AC-033", "AC-031")
def test_ac_030_031_033_each_character_may_give_a_token_of_its_traits_and_does_not_age():
    people = [Person("red_w1", "a1", [SWORD, FOOD, MAD]), Person("red_w2", "a1", [BOW, EDU, MONEY])]
    table = potential(*people, Person("red_m1", "a2"))
    wrong = use("red_w1", BOW)
    table.refuses_at("AC-030", 0, "use_potential", "uses/0/traits/0", uses=[wrong])
    for stranger in ("blue_w1", "red_w5", "nobody"):
        uses = [use(stranger, SWORD)]
        table.refuses_at("AC-030", 0, "use_potential", "uses/0/character", uses=uses)
    twice = [use("red_w1", SWORD), use("red_w1", FOOD)]
    table.refuses_at("AC-031", 0, "use_potential", "uses/1/character", uses=twice)
    table.acts(0, "use_potential", uses=[use("red_w2", EDU), use("red_w1", FOOD)])
    table.acts(1, "use_potential", uses=[])
    assert table.supply(0) == {EDU: 1, FOOD: 1}
    assert table.supply(1) == {}
    assert {one.age for one in table.view().seats[0].characters} == {0}


@rule("AC-032")
def test_ac_032_all_take_at_once_and_show_the_number():
    table = potential(Person("red_w1", "a1", [SWORD, FOOD, MAD]))
    (committed,) = table.acts(0, "use_potential", uses=[use("red_w1", FOOD)])
    assert redact(committed, 1)["uses"] is None
    assert table.view(0).seats[0].supply == {}
    assert table.view(0).seats[0].last_potential is None
    assert table.view(0).your_answer.uses[0].traits == (FOOD,)
    table.refuses_at("AC-030", 0, "use_potential", uses=[])
    events = table.acts(1, "use_potential", uses=[use("blue_w1", SWORD)])
    taken = of_type(events, "potential_taken")
    assert redact(taken[0], 1) | {"type": ""} == {
        "type": "",
        "seat": 0,
        "count": 1,
        "doubled": (),
        "tokens": None,
    }
    assert redact(taken[0], 0)["tokens"] == {FOOD: 1}
    assert of_type(events, "potential_shown") == []
    seen = table.view(1).seats
    assert (seen[0].last_potential.count, seen[0].last_potential.tokens) == (1, None)
    assert seen[1].last_potential.tokens == {SWORD: 1}


@rule("AC-032")
def test_ac_032_with_public_potential_the_kinds_are_shown():
    table = potential(Person("red_w1", "a1", [SWORD, FOOD, MAD]), public_potential=True)
    table.acts(0, "use_potential", uses=[use("red_w1", FOOD)])
    events = table.acts(1, "use_potential", uses=[])
    shown = of_type(events, "potential_shown")
    assert [told(one) for one in shown] == [
        {"seat": 0, "tokens": {FOOD: 1}},
        {"seat": 1, "tokens": {}},
    ]
    assert table.view(2).seats[0].last_potential.tokens == {FOOD: 1}
    assert table.view(2).seats[0].supply is None


@rule("AC-034", "AC-R09", "AC-R67")
def test_ac_034_r09_luck_gives_two_tokens_for_two_ages():
    people = [Person("red_w1", "a1", [LUCK, FOOD, SWORD]), Person("red_w2", "a1", [BOW, EDU, FOOD])]
    table = potential(*people)
    pair = use("red_w2", BOW, EDU)
    table.refuses_at("AC-034", 0, "use_potential", "uses/0/traits", uses=[pair])
    three = use("red_w1", FOOD, FOOD, FOOD)
    table.refuses_at("AC-034", 0, "use_potential", "uses/0/traits", uses=[three])
    table.refuses_at("AC-034", 0, "use_potential", "uses/0/traits", uses=[use("red_w1")])
    lucky = use("red_w1", FOOD, LUCK)
    table.refuses_at("AC-R08", 0, "use_potential", "uses/0/traits/1", uses=[lucky])
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert len(choice.open["uses"].groups[0]) == 2 + 4
    table.acts(0, "use_potential", uses=[use("red_w1", FOOD, SWORD)])
    events = table.acts(1, "use_potential", uses=[])
    assert told(of_type(events, "potential_taken")[0])["doubled"] == ("red_w1",)
    (aged,) = of_type(events, "character_aged")
    assert told(aged) == {"character": "red_w1", "amount": 2, "age": 2, "reason": "luck"}
    assert table.supply(0) == {FOOD: 1, SWORD: 1}
    # One token of a lucky character costs nothing.
    table = potential(*people)
    table.acts(0, "use_potential", uses=[use("red_w1", FOOD)])
    assert of_type(table.acts(1, "use_potential", uses=[]), "character_aged") == []


@rule("AC-035", "AC-036", "AC-037")
def test_ac_035_036_037_three_laps_of_one_action_each_in_turn_order():
    table = first_turn(4, script={"starting_player": [[2]]})
    turns = []
    while table.state.phase == "action":
        view = table.view()
        turns.append((view.lap, view.active_seat))
        (seat,) = table.state.awaiting
        events = table.acts(
            seat, "extra_use", character=view.seats[seat].characters[0].id, trait=FOOD
        )
        assert told(of_type(events, "turn_ended")[0]) == {"seat": seat}
    assert turns == [(lap, seat) for lap in (1, 2, 3) for seat in (2, 3, 0, 1)]
    assert table.state.phase == "event_roll"
    assert (table.view().lap, table.view().active_seat) == (None, None)
    assert [table.supply(seat) for seat in range(4)] == [{FOOD: 3}] * 4


@rule("AC-036")
def test_ac_036_a_turn_is_one_action():
    table = first_turn(4)
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    table.refuses_at("AC-036", 0, "extra_use", character="red_w1", trait=FOOD)
    assert table.phase == "action 1"


@rule("AC-R14", "AC-R68")
def test_ac_r14_a_turn_may_always_be_passed():
    table = midway()
    assert [one["type"] for one in table.offered(0, "pass_turn")] == ["pass_turn"]
    events = table.acts(0, "pass_turn")
    assert names(events) == ["turn_passed", "turn_ended", "turn_started", "phase_entered"]


@rule("AC-038")
def test_ac_038_a_character_moves_to_an_adjacent_own_territory_with_room():
    people = [Person("red_w1", "b2"), Person("red_w2", "a2"), Person("blue_w1", "b3")]
    table = midway(*people, owns={0: ["b1", "c1", "d1"]})
    moves = {one["territory"] for one in table.offered(0, "move") if one["character"] == "red_w1"}
    assert moves == {"b1"}
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="a2")
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="c1")
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="b3")
    table.refuses_at("AC-038", 0, "move", "territory", character="red_w1", territory="c2")
    table.refuses_at("AC-038", 0, "move", "character", character="blue_w1", territory="b1")
    table.refuses_at("AC-038", 0, "move", "character", character="red_w5", territory="b1")
    events = table.acts(0, "move", character="red_w1", territory="b1")
    assert told(events[0]) == {
        "seat": 0,
        "character": "red_w1",
        "origin": "b2",
        "territory": "b1",
        "reason": "move",
    }
    assert table.person("red_w1").territory == "b1"


@rule("AC-039", "AC-R17", "AC-R18")
def test_ac_039_r17_r18_the_territory_left_behind_is_marked_and_the_new_ones_marker_comes_back():
    table = midway(Person("red_w1", "a1"), owns={0: ["b1"]})
    events = table.acts(0, "move", character="red_w1", territory="b1")
    markers = [told(one) for one in of_type(events, "marker_changed")]
    assert markers == [
        {"territory": "b1", "seat": 0, "present": False},
        {"territory": "a1", "seat": 0, "present": True},
    ]
    assert (table.owner("a1"), table.owner("b1")) == (0, 0)
    assert table.view().seats[0].territory_count == 2
    assert table.view().seats[0].markers_left == 4
    # As long as somebody stays there is nothing to mark.
    table = midway(Person("red_w1", "a1"), Person("red_w2", "a1"), owns={0: ["b1"]})
    table.acts(0, "move", character="red_w1", territory="b1")
    assert (table.marker("a1"), table.owner("a1")) == (None, 0)


@rule("AC-R18")
def test_ac_r18_death_alone_does_not_lose_a_territory():
    table = midway(Person("red_w1", "a1", age=3), Person("red_w2", "b2"))
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert table.person("red_w1") is None
    assert (table.owner("a1"), table.marker("a1")) == (0, 0)


@rule("AC-R19")
def test_ac_r19_without_a_marker_left_the_emptied_territory_becomes_neutral():
    owns = {0: ["c1", "c2", "c3", "c4", "c5"]}
    people = [Person("red_w1", "a1"), Person("red_m1", "b2")]
    table = midway(*people, owns=owns, neutral={"a2": [SWORD, EDU, FOOD]})
    events = table.acts(0, "move", character="red_m1", territory="a1")
    (lost,) = of_type(events, "owner_changed")
    assert told(lost) == {"territory": "b2", "owner": None, "previous": 0}
    assert table.view().territories["b2"].neutral_traits is None
    # A marker that comes back in the same action can be used at once.
    table = midway(*people, owns=owns)
    events = table.acts(0, "move", character="red_m1", territory="c2")
    assert [told(one)["territory"] for one in of_type(events, "marker_changed")] == ["c2", "b2"]
    assert table.owner("b2") == 0


@rule("AC-R19", "AC-R67")
def test_ac_r19_several_emptied_at_once_go_by_turn_order_and_board_order():
    people = [
        Person("red_w1", "e1", age=3),
        Person("red_m1", "b2", age=3),
        Person("red_w2", "a1", age=3),
        Person("blue_w1", "a5", age=3),
    ]
    owns = {0: ["c1", "c2", "c3"]}
    hands = {1: ["epidemic"]}
    table = midway(*people, owns=owns, hands=hands, turn=1, starter=1)
    events = table.acts(1, "play_card", card="epidemic")
    died = [told(one)["character"] for one in of_type(events, "character_died")]
    assert died == ["blue_w1", "red_w1", "red_w2", "red_m1"]
    marked = [told(one)["territory"] for one in of_type(events, "marker_changed")]
    assert marked == ["a5", "a1", "b2"]
    assert [told(one)["territory"] for one in of_type(events, "owner_changed")] == ["e1"]


@rule("AC-040", "AC-R23")
def test_ac_040_r23_two_own_characters_in_adjacent_territories_change_places():
    people = [
        Person("red_w1", "a1"),
        Person("red_m1", "a2"),
        Person("red_m2", "a1"),
        Person("red_m3", "c1"),
        Person("blue_w1", "b1"),
    ]
    table = midway(*people)
    for pair in (["red_w1", "red_m2"], ["red_w1", "red_m3"], ["red_w1", "red_w1"]):
        table.refuses_at("AC-R23", 0, "swap", "characters", characters=pair)
    table.refuses_at("AC-040", 0, "swap", "characters/1", characters=["red_w1", "blue_w1"])
    table.refuses_at("AC-040", 0, "swap", "characters/0", characters=["red_w4", "red_w1"])
    offered = {tuple(one["characters"]) for one in table.offered(0, "swap")}
    assert offered == {
        *{("red_w1", "red_m1"), ("red_m1", "red_w1")},
        *{("red_m2", "red_m1"), ("red_m1", "red_m2")},
    }
    (swapped, *_) = table.acts(0, "swap", characters=["red_m1", "red_w1"])
    assert told(swapped) == {"seat": 0, "characters": ("red_m1", "red_w1")}
    assert [table.person(one).territory for one in ("red_m1", "red_w1")] == ["a1", "a2"]


@rule("AC-041", "AC-R12")
def test_ac_041_r12_extra_use_gives_a_token_openly_for_an_age():
    table = midway(Person("red_w1", "a1", [SWORD, FOOD, MAD]), Person("blue_w1", "a5"))
    table.refuses_at("AC-041", 0, "extra_use", "trait", character="red_w1", trait=BOW)
    table.refuses_at("AC-041", 0, "extra_use", "character", character="blue_w1", trait=SWORD)
    used, aged, *_ = table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert redact(used, 3)["tokens"] == {FOOD: 1}
    assert told(aged) == {"character": "red_w1", "amount": 1, "age": 1, "reason": "extra_use"}
    assert table.supply(0) == {FOOD: 1}


@rule("AC-R10", "AC-085", "AC-R01")
def test_ac_r10_085_extra_use_may_cost_the_last_life():
    table = midway(Person("red_w1", "a1", age=3), Person("red_m1", "a1"))
    events = table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    (died,) = of_type(events, "character_died")
    assert told(died) == {"character": "red_w1", "territory": "a1", "reason": "age"}
    assert table.supply(0) == {FOOD: 1}
    assert "red_w1" in table.view().seats[0].reserve


@rule("AC-084", "AC-085", "AC-R01")
def test_ac_084_085_r01_four_lives_and_six_with_luck():
    people = [Person("red_w1", "a1", age=2), Person("red_w2", "a1", [LUCK, FOOD, BOW], age=4)]
    table = midway(*people, hands={0: ["epidemic", "epidemic"]})
    assert [one.lives for one in table.view().seats[0].characters] == [4, 6]
    table.acts(0, "play_card", card="epidemic")
    assert [one.age for one in table.view().seats[0].characters] == [3, 5]
    for _ in range(3):
        table.passes()
    table.acts(0, "play_card", card="epidemic")
    assert table.view().seats[0].characters == ()


@rule("AC-084")
def test_ac_084_lives_are_those_of_the_edition():
    edition = edition_with((("lives", "normal"), 2), (("lives", "lucky"), 3))
    table = midway(Person("red_w1", "a1", age=1), edition=edition)
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert table.person("red_w1") is None


@rule("AC-086", "AC-R63")
def test_ac_086_r63_who_is_removed_is_treated_as_dead_and_may_come_again():
    people = [Person("red_w1", "b2", [SWORD, BOW, MAGIC]), Person("blue_w1", "b3", age=1)]
    table = midway(*people, script={"combat_dice": [[6, 1]]})
    table.acts(0, "attack", character="red_w1", territory="b3")
    events = table.acts(1, "defend")
    (died,) = of_type(events, "character_died")
    assert told(died) == {"character": "blue_w1", "territory": "b3", "reason": "no_room"}
    assert table.view().seats[1].reserve == tuple(f"blue_{x}{n}" for x in "wm" for n in range(1, 6))


@rule("AC-R13")
def test_ac_r13_screens_hide_kinds_and_show_totals():
    table = midway(Person("red_w1", "a1"), tokens={0: {FOOD: 2, BOW: 1}}, hands={0: ["fate"]})
    for viewer in (-1, 1, 2, 3):
        seat = table.view(viewer).seats[0]
        assert (seat.supply, seat.supply_total) == (None, 3)
        assert (seat.hand, seat.hand_count) == (None, 1)
    own = table.view(0).seats[0]
    assert (own.supply, own.hand) == ({BOW: 1, FOOD: 2}, ("fate",))


@rule("AC-R62")
def test_ac_r62_a_house_without_characters_comes_back_in_an_own_territory():
    table = midway(
        Person("blue_w1", "b3"),
        owns={0: ["a1", "c1"]},
        castles=["c1"],
        vp={0: 3},
        tokens={0: {FOOD: 1}},
        hands={0: ["fate", "victory_point"]},
        script={"restored_traits": [[3, 1, 5]]},
    )
    offered = table.offered(0, "restore_house")
    assert {one["territory"] for one in offered} == {"a1", "c1"}
    assert len(offered) == 2 * 10
    for place in ("b3", "a2", "nowhere"):
        table.refuses_at(
            "AC-R62", 0, "restore_house", "territory", character="red_w3", territory=place
        )
    table.refuses_at("AC-R62", 0, "restore_house", "character", character="blue_w2", territory="a1")
    events = table.acts(0, "restore_house", character="red_w3", territory="a1")
    assert told(events[0]) == {
        "seat": 0,
        "character": "red_w3",
        "sex": "woman",
        "traits": (BOW, BRAVE, MAD),
        "territory": "a1",
    }
    assert table.person("red_w3").age == 0
    assert (table.marker("a1"), table.vp[0], table.supply(0)) == (None, 3, {FOOD: 1})
    assert table.phase == "action 1"


@rule("AC-R62")
def test_ac_r62_or_in_any_neutral_territory_if_there_is_no_own_room():
    table = midway(
        Person("blue_w1", "b3"),
        owns={0: ["b1"]},
        castles=["b1", "d1", "c3"],
        closed=["e5"],
        neutral={"a2": [SWORD, EDU, FOOD]},
        script={"restored_traits": [[1, 1, 1]]},
    )
    offered = {one["territory"] for one in table.offered(0, "restore_house")}
    assert {"b1", "b3", "d1", "e5"} & offered == set()
    assert {"a2", "c3"} < offered
    assert len(offered) == 25 - 4
    events = table.acts(0, "restore_house", character="red_m2", territory="a2")
    assert names(events)[:3] == ["house_restored", "neutral_removed", "owner_changed"]
    assert table.owner("a2") == 0
    assert table.view().territories["a2"].neutral_traits is None


@rule("AC-R62", "AC-R15")
def test_ac_r62_r15_without_characters_one_may_play_cards_but_with_some_not_restore():
    table = midway(owns={0: ["a1"]}, hands={0: ["victory_point"]})
    assert {item.type for item in ARISTOOCRAZY.legal(table.state, 0).items} == {
        *("pass_turn", "play_card", "restore_house"),
    }
    table.acts(0, "play_card", card="victory_point")
    assert table.vp[0] == 1
    table = midway(Person("red_w1", "a1"))
    table.refuses_at("AC-R62", 0, "restore_house", character="red_w2", territory="a1")


@rule("AC-R62")
def test_ac_r62_without_any_place_the_action_is_not_available():
    everywhere = [land["id"] for land in DEFAULT["territories"]]
    table = midway(owns={1: everywhere})
    assert table.offered(0, "restore_house") == []
    table.refuses_at("AC-R62", 0, "restore_house", "territory", character="red_w1", territory="a1")
