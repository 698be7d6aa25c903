"""Choices tried from both sides in full: all actions that could be written down, counted along fixed games."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest

from domain.kernel.errors import RuleViolation
from domain.simulate import play_game
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    DEFAULT,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    Table,
    first_turn,
    midway,
    rolled,
)

TERRITORIES = [land["id"] for land in DEFAULT["territories"]]
PEOPLE = (
    Person("red_w1", "a1", [SWORD, FOOD, MAD]),
    Person("red_m1", "b2", [LUCK, BOW, MAD], age=1),
    Person("blue_w1", "a2", [BOW, EDU, MONEY]),
    Person("blue_m1", "b3", [MAGIC, EDU, MONEY]),
    Person("green_w1", "c3"),
)
CHARACTERS = [one.id for one in PEOPLE] + ["red_w2", "blue_w2", "nobody"]
HANDS = {0: ["castle", "herbalist", "fate", "commander", "love_potion", "love_potion_4"]}

POTIONS = {0: ["love_potion", "love_potion_4"]}


def position(**more):
    """A turn of seat 0 with much to do."""
    return midway(
        *PEOPLE,
        owns={0: ["b1"], 1: ["c1"]},
        castles=["c1"],
        tokens={0: {SWORD: 1, MONEY: 3}},
        hands={0: [*HANDS[0], "potion_of_life"]},
        **more,
    )


def accepts(table, action):
    """Whether the rules let seat 0 do it."""
    fields = {name: value for name, value in action.items() if name != "type"}
    try:
        Table(table.state, table.chance).acts(0, action["type"], **fields)
    except RuleViolation:
        return False
    return True


def check(table, kind, **fields):
    """Try all combinations of these fields; the choices offer just what is accepted."""
    offered, seen = ARISTOOCRAZY.legal(table.state, 0), 0
    for values in product(*fields.values()):
        action = {"type": kind, **dict(zip(fields, values, strict=True))}
        assert offered.contains(action) == accepts(table, action), action
        seen += offered.contains(action)
    counted = sum(choice.count() for choice in offered.items if choice.type == kind)
    assert seen == counted > 0, f"{seen} of {counted}"


def test_moves_attacks_and_swaps():
    table = position()
    check(table, "move", character=CHARACTERS, territory=TERRITORIES)
    check(table, "seek_partner", character=CHARACTERS, territory=TERRITORIES)
    pairs = [list(pair) for pair in product(CHARACTERS, repeat=2)]
    check(table, "swap", characters=pairs)
    tokens = [{}, {SWORD: 1}, {SWORD: 2}, {BOW: 1}, {MONEY: 1}]
    check(
        table,
        "attack",
        character=CHARACTERS,
        territory=TERRITORIES,
        tokens=tokens,
        commander_target=[None, *CHARACTERS],
    )
    check(table, "contested_marriage", character=CHARACTERS, target=CHARACTERS, tokens=tokens)


def test_offers_of_marriage():
    table = midway(*PEOPLE, owns={0: ["b1"]}, tokens={0: {SWORD: 1, MONEY: 1}}, hands=POTIONS)
    dowries = [
        {"tokens": tokens, "cards": list(cards)}
        for tokens in ({}, {SWORD: 1}, {MONEY: 1}, {SWORD: 1, MONEY: 1}, {FOOD: 1}, {SWORD: 2})
        for cards in ((), ("love_potion",), ("love_potion_4",), ("love_potion", "love_potion_4"))
    ]
    check(
        table,
        "offer_marriage",
        character=CHARACTERS,
        target=CHARACTERS,
        dowry=dowries,
        potion=[None, "love_potion", "love_potion_4"],
    )


def test_cards_that_are_played():
    table = position()
    kinds = [trait["id"] for trait in DEFAULT["traits"]]
    check(
        table,
        "play_card",
        card=[card["id"] for card in DEFAULT["cards"]],
        territory=[None, "a1", "b1", "b2", "c1", "a2", "c3"],
        character=[None, "red_w1", "red_m1", "blue_w1"],
        trait_index=[None, 0, 1, 2],
        new_trait=[None, *kinds],
    )


def test_exchanges_and_extra_uses():
    table, kinds = position(), [trait["id"] for trait in DEFAULT["traits"]]
    check(table, "extra_use", character=CHARACTERS, trait=kinds)
    offered = ARISTOOCRAZY.legal(table.state, 0)
    for money, number in ((2, 1), (3, 2), (1, 1), (4, 2)):
        for tokens in product(kinds, repeat=number):
            action = {"type": "buy_tokens", "money": money, "tokens": list(tokens)}
            assert offered.contains(action) == accepts(table, action)


@pytest.mark.rule("AC-R32")
def test_every_dowry_but_the_one_that_was_refused():
    table = midway(
        Person("red_w1", "a1"),
        Person("blue_m1", "a2"),
        tokens={0: {FOOD: 2, BOW: 1}},
        hands={0: ["fate", "fate", "castle"]},
    )
    first = {"tokens": {FOOD: 1}, "cards": ["fate", "castle"]}
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=first)
    table.acts(1, "answer_marriage", accept=False)
    offered, seen = ARISTOOCRAZY.legal(table.state, 0), 0
    tokens = [
        {kind: n for kind, n in ((FOOD, food), (BOW, bow)) if n}
        for food, bow in product(range(4), range(3))
    ]
    cards = [
        [name for name, n in (("fate", fates), ("castle", castles)) for _ in range(n)]
        for fates, castles in product(range(4), range(3))
    ]
    for some, held in product(tokens, cards):
        action = {"type": "improve_dowry", "dowry": {"tokens": some, "cards": held}}
        assert offered.contains(action) == accepts(table, action), action
        seen += offered.contains(action)
    assert seen == 3 * 2 * 3 * 2 - 1
    assert not offered.contains(
        {"type": "improve_dowry", "dowry": {**first, "cards": ["castle", "fate"]}}
    )


def test_penalties_and_uses_are_one_for_each_character():
    crowd = [Person("red_w1", "a1", [SWORD, MAD, MAD]), Person("red_m1", "a1", [LUCK, FOOD, BOW])]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, MONEY))
    table.all_act("bid", amount=0)
    one = [{"character": "red_w1", "kind": "age", "trait_index": None}]
    one += [{"character": "red_w1", "kind": "dementia", "trait_index": n} for n in (0, 1, 2)]
    two = [{"character": "red_m1", "kind": "age", "trait_index": None}]
    two += [{"character": "red_m1", "kind": "dementia", "trait_index": n} for n in (0, 1, 2)]
    pairs = [list(pair) for pair in product([*one, *two], repeat=2)]
    singles = [[penalty] for penalty in (*one, *two)]
    offered, seen = ARISTOOCRAZY.legal(table.state, 0), 0
    for penalties in [[], *singles, *pairs]:
        action = {"type": "answer_barbarians", "pay": False, "penalties": penalties}
        assert offered.contains(action) == accepts(table, action), action
        seen += offered.contains(action)
    assert seen == 2 * offered.count() == 2 * 2 * 4


PERFT = {2: (132, 565), 3: (152, 665), 4: (171, 948)}
"""Actions taken along a fixed random game, and how many kinds of choices were offered on the way."""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_choices_along_a_fixed_game_are_counted(players):
    offered = 0

    def counting(view, choices, rng):
        nonlocal offered
        offered += len(choices.items)
        return choices.sample(rng)

    game = play_game(
        ARISTOOCRAZY, players=players, rng=random.Random(players), policies=[counting] * players
    )
    assert (game.actions, offered) == PERFT[players]


def test_choices_stay_small_along_random_games():
    largest = 0

    def weighing(view, choices, rng):
        nonlocal largest
        largest = max(largest, len(msgspec.json.encode(choices)))
        return choices.sample(rng)

    for players in (2, 3, 4):
        play_game(
            ARISTOOCRAZY, players=players, rng=random.Random(9), policies=[weighing] * players
        )
    assert 1_000 < largest < 200_000


@pytest.mark.rule("AC-R14", "AC-R68")
def test_a_turn_always_offers_to_pass():
    for table in (first_turn(4), midway(), position()):
        assert {"type": "pass_turn"} in list(ARISTOOCRAZY.legal(table.state, 0).actions(limit=1))
