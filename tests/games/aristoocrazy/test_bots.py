"""Server bots see a view and their choices; the greedy one follows the advice and wins by it."""

from __future__ import annotations

import random

import pytest

from domain.games.aristoocrazy.bots.outlook import chance_to_win, outlook, stake
from domain.kernel.ruleset import random_policy
from domain.simulate import play_game
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    DEFAULT,
    EDU,
    FIRST_PAIR,
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
    faces,
    fresh,
    midway,
    rolled,
)

GREEDY = ARISTOOCRAZY.bots["greedy"]


def chosen(table, seat=0, seed=1):
    """What the greedy bot does at a position, as its seat sees it."""
    view, choices = ARISTOOCRAZY.view(table.state, seat), ARISTOOCRAZY.legal(table.state, seat)
    action = GREEDY(view, choices, random.Random(seed))
    assert choices.contains(action), action
    return action


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players):
    """Against random players, seats rotated, it wins four games in five at the least."""
    games, won = 20, 0
    for number in range(games):
        seat = number % players
        policies = [random_policy] * players
        policies[seat] = GREEDY
        ended = play_game(
            ARISTOOCRAZY, players=players, rng=random.Random(number), policies=policies
        )
        won += ended.result.winners == (seat,)
    assert won >= 0.8 * games


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_greedy_plays_against_itself_with_all_options(players, seed):
    options = ARISTOOCRAZY.options(experienced=True, public_potential=bool(seed % 2))
    game = play_game(
        ARISTOOCRAZY,
        players=players,
        rng=random.Random(seed),
        policies=[GREEDY] * players,
        options=options,
    )
    assert min(one.characters for one in game.result.ranking) > 0


def test_greedy_starts_with_many_different_traits():
    action = chosen(fresh(2))
    assert len({*action["woman"], *action["man"]}) == 6
    assert {FOOD, MONEY} <= {*action["woman"], *action["man"]}
    few = [{**one, "start": one["id"] in (SWORD, BOW, FOOD)} for one in DEFAULT["traits"]]
    action = chosen(fresh(2, edition=edition_with((("traits",), few))))
    assert set(action["woman"]) == set(action["man"]) == {SWORD, BOW, FOOD}


def test_greedy_first_conquers_what_opens_room():
    table = begun(4)
    table.all_act("use_potential", uses=[])
    assert chosen(table)["type"] == "attack"
    assert chosen(table)["territory"] == "b2"


def test_greedy_then_has_children():
    table = midway(
        Person("red_w1", "a1"), Person("red_m1", "b2"), neutral={"a2": [BOW, EDU, MAGIC]}
    )
    assert chosen(table)["type"] == "seek_partner"


def test_greedy_rolls_a_poor_neutral_partner_and_a_mad_child_again():
    script = {"neutral_traits": [faces(SWORD, EDU, MAD)], "child_dice": [[6, 6, 1], [1, 4, 5]]}
    table = midway(Person("red_w1", "a1", [SWORD, FOOD, MONEY]), script=script)
    table.acts(0, "seek_partner", character="red_w1", territory="a2")
    assert chosen(table)["type"] == "reroll"
    table.acts(0, "roll_child")
    assert chosen(table)["type"] == "reroll"
    table.acts(0, "reroll")
    assert chosen(table)["type"] == "place_child"


def test_greedy_mends_a_mad_child_by_genetics():
    table = midway(
        Person("red_w1", "a1", [SWORD, FOOD, MONEY]),
        neutral={"a2": [BOW, EDU, MAD]},
        hands={0: ["genetics"]},
        script={"child_dice": [[6, 6, 1], [6, 6, 1]]},
    )
    table.acts(0, "seek_partner", character="red_w1", territory="a2")
    table.acts(0, "roll_child")
    table.acts(0, "reroll")
    action = chosen(table)
    assert (action["type"], sorted(action["dice"])) == ("play_genetics", [0, 1])


def test_greedy_takes_food_first_and_then_combat_kinds():
    people = [
        Person("red_w1", "a1", [FOOD, SWORD, EDU]),
        Person("red_m1", "a1", [FOOD, SWORD, EDU]),
    ]
    table = midway(*people, phase="potential", asked=[0])
    taken = [use["traits"] for use in chosen(table)["uses"]]
    assert sorted(taken) == [[FOOD], [SWORD]]


def test_greedy_attacks_by_the_odds():
    strong = Person("red_m1", "b2", [SWORD, BOW, MAGIC])
    weak = Person("blue_w1", "b3", [FOOD, EDU, MONEY])
    table = midway(strong, weak, round=6, tokens={0: {SWORD: 2}}, closed=["a1", "a2", "b1", "c2"])
    action = chosen(table)
    assert (action["type"], action["territory"]) == ("attack", "b3")
    fearful = midway(
        *(Person("red_m1", "b2", [FOOD, EDU, MONEY], age=3), Person("red_w1", "b2")),
        Person("blue_w1", "b3", [SWORD, BOW, MAGIC]),
        round=6,
        closed=["a1", "a2", "b1", "c2"],
        tokens={1: {SWORD: 20}},
    )
    assert chosen(fearful)["type"] not in ("attack", "contested_marriage")
    assert chance_to_win(0) == pytest.approx(15 / 36)
    assert (chance_to_win(9), chance_to_win(-9)) == (1.0, 0.0)
    assert stake({SWORD: 8}, -2.0, 0.0) == (0, 0.0)


def test_greedy_names_a_commander():
    strong = Person("red_m1", "b2", [SWORD, BOW, MAGIC])
    crowd = [Person("blue_w1", "c3", [FOOD, EDU, MONEY]), Person("blue_m1", "c3", age=1)]
    near = strong._replace(at="d3")
    table = midway(near, *crowd, hands={0: ["commander"]}, closed=["d2", "d4", "e3"], round=6)
    action = chosen(table)
    assert (action["type"], action["commander_target"]) == ("attack", "blue_m1")


def test_greedy_defends_with_what_it_is_worth():
    people = [
        Person("red_m1", "b2", [SWORD, FOOD, EDU]),
        Person("blue_w1", "b3", [SWORD, BOW, EDU]),
    ]
    table = midway(*people, tokens={1: {BOW: 3, SWORD: 1}})
    table.acts(0, "attack", character="red_m1", territory="b3")
    tokens = chosen(table, 1)["tokens"]
    assert set(tokens) <= {BOW, SWORD}
    assert sum(tokens.values()) >= 1


def test_greedy_accepts_with_room_or_for_a_dowry():
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    for owns, dowry, accept in (
        ({1: ["e1"]}, {}, True),
        ({}, {}, False),
        ({}, {"tokens": {FOOD: 9}}, True),
    ):
        table = midway(*people, owns=owns, tokens={0: {FOOD: 9}})
        table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
        assert chosen(table, 1)["accept"] is accept


@pytest.mark.parametrize(("tokens", "kind"), [({FOOD: 4}, "improve_dowry"), ({}, "withdraw_offer")])
def test_greedy_improves_a_dowry_with_what_it_has_most_of(tokens, kind):
    table = midway(Person("red_w1", "a1"), Person("blue_m1", "a2"), tokens={0: tokens})
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1")
    table.acts(1, "answer_marriage", accept=False)
    action = chosen(table)
    assert action["type"] == kind
    if tokens:
        assert action["dowry"] == {"tokens": {FOOD: 2}, "cards": []}


def test_greedy_does_not_offer_the_same_twice():
    table = midway(Person("red_w1", "a1"), Person("blue_m1", "a2"), tokens={0: {FOOD: 4}})
    dowry = {"tokens": {FOOD: 2}}
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    table.acts(1, "answer_marriage", accept=False)
    assert chosen(table) == {"type": "withdraw_offer"}


def test_greedy_retreats_with_the_better_character():
    people = [
        Person("red_m1", "d3", [SWORD, BOW, MAGIC]),
        Person("blue_w1", "c3", [MAD, MAD, MAD]),
        Person("blue_m1", "c3", [FOOD, EDU, MONEY]),
    ]
    table = midway(*people, owns={1: ["c2"]}, script={"combat_dice": [[6, 1]]})
    table.acts(0, "attack", character="red_m1", territory="c3")
    table.acts(1, "defend")
    assert chosen(table, 1)["moves"] == [{"character": "blue_m1", "territory": "c2"}]


def test_greedy_bears_hunger_and_barbarians_where_it_hurts_least():
    crowd = [
        Person("red_w1", "b2", age=3),
        Person("red_w2", "b2"),
        Person("red_m1", "c3"),
        Person("red_m2", "c3"),
    ]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, FOOD))
    assert "red_w1" not in chosen(table)["characters"]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, MONEY))
    table.all_act("bid", amount=0)
    action = chosen(table)
    assert action["pay"] is False
    assert {"character": "red_w1", "kind": "age", "trait_index": None} not in action["penalties"]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, MONEY), tokens={0: {SWORD: 1}})
    table.all_act("bid", amount=0)
    assert chosen(table) == {"type": "answer_barbarians", "pay": True, "penalties": []}


def test_greedy_keeps_the_luck_that_keeps_a_character_alive():
    table, _ = rolled(Person("red_w1", "a1", [LUCK, MAD, MAD], age=4), dice=(SWORD, EDU, MONEY))
    table.all_act("bid", amount=0)
    assert chosen(table)["penalties"][0]["kind"] == "age"


def test_greedy_cancels_and_vetoes_what_hurts():
    crowd = [Person(f"red_{s}1", "b2", [MAD, MAD, SWORD], age=3) for s in "wm"]
    hands = {0: ["cancel_event"]}
    table, _ = rolled(*crowd, dice=(SWORD, EDU, FOOD), hands=hands, tokens={0: {SWORD: 1}})
    assert chosen(table)["dice"] == [2]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, MAD), hands={0: ["fate"]})
    assert chosen(table)["dice"] == []
    table.acts(0, "respond_events", dice=[])
    assert chosen(table)["die"] == 0


def test_greedy_bids_and_buys():
    table, _ = rolled(dice=(SWORD, EDU, MONEY), tokens={0: {EDU: 5, MONEY: 2}, 1: {FOOD: 10}})
    assert chosen(table)["amount"] == 2
    table.all_act("bid", amount=0)
    assert chosen(table)["count"] == 2
    table, _ = rolled(dice=(SWORD, EDU, MONEY), tokens={0: {MONEY: 2}}, round=6)
    table.all_act("bid", amount=0)
    assert chosen(table)["count"] == 0


def test_greedy_puts_the_cheapest_card_away():
    deck = ["victory_point", "epidemic", "castle"]
    table = fresh(2, {"action_deck": [deck]}, experienced=True)
    table.all_act("choose_traits", **FIRST_PAIR)
    assert chosen(table)["discard"] == ["epidemic"]


def test_greedy_exchanges_its_money_at_the_end_for_a_bonus():
    table = midway(tokens={0: {MONEY: 3, EDU: 1}}, round=6)
    action = chosen(table)
    assert action["type"] == "buy_tokens"
    assert set(action["tokens"]) <= {BRAVE, RULE}


OLD = Person("blue_w1", "a5", age=3)


@pytest.mark.parametrize(
    ("card", "people", "kind"),
    [
        ("victory_point", [Person("red_w1", "e5", [MAD] * 3)], "victory_point"),
        ("potion_of_strength", [Person("red_w1", "e5", [MAD] * 3, age=3)], "potion_of_strength"),
        ("potion_of_life", [Person("red_w1", "e5", [MAD] * 3, age=3)], "potion_of_life"),
        ("herbalist", [Person("red_w1", "e5", [MAD] * 3)], "herbalist"),
        ("fate", [Person("red_w1", "e5", [MAD] * 3)], "fate"),
        (
            "epidemic",
            [OLD, OLD._replace(id="green_w1"), Person("red_w1", "e5", [MAD] * 3)],
            "epidemic",
        ),
    ],
)
def test_greedy_plays_its_cards(card, people, kind):
    around = ["d4", "d5", "e4"]
    table = midway(*people, hands={0: [card]}, closed=around, round=5)
    assert chosen(table).get("card") == kind


def test_greedy_builds_castles_at_the_border():
    people = [Person("red_w1", "a1", [MAD] * 3), Person("blue_w1", "a2"), Person("green_w1", "b1")]
    strong = {1: {BOW: 40}, 2: {BOW: 40}}
    table = midway(*people, hands={0: ["castle"]}, closed=["b2"], owns={0: ["e1"]}, tokens=strong)
    assert outlook(table.view(0), 0).room() == 3
    action = chosen(table)
    assert (action["card"], action["territory"]) == ("castle", "a1")


def test_greedy_restores_its_house_where_there_is_room():
    action = chosen(midway(owns={0: ["a1", "a2"]}))
    assert (action["type"], action["territory"]) == ("restore_house", "a1")


def test_greedy_walks_to_hold_what_only_a_marker_holds():
    people = [Person("red_w1", "a1", age=3), Person("red_m1", "a1", age=3)]
    table = midway(*people, owns={0: ["b1"]}, closed=["a2", "b2", "c1"], round=6)
    assert chosen(table)["type"] == "move"


def test_greedy_courts_with_a_potion():
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2", [BOW, MAGIC, EDU])]
    table = midway(*people, hands={0: ["love_potion"]}, closed=["b1", "b2"], tokens={1: {BOW: 40}})
    assert chosen(table)["potion"] == "love_potion"


def test_greedy_starts_far_from_the_others_with_three():
    table = fresh(3)
    first = chosen(table)["territory"]
    table.acts(0, "choose_start", territory=first)
    second = chosen(table, 1)["territory"]
    lands = table.view().territories
    assert second not in {other for one in lands[first].adjacent for other in lands[one].adjacent}
