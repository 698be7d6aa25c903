"""The edition's schema and constraints, and that another edition really plays by its numbers."""

from __future__ import annotations

import random

import pytest

from domain.simulate import play_game
from domain.table.box import supplied_box
from tests.games.aristo_maze.table import (
    ARISTO_MAZE,
    DEFAULT,
    A,
    B,
    explored,
    fresh,
    laid,
    row,
    supplied,
    vps,
)
from tests.games.editions import edited, faults_of

TRAP, LAIR, SLIME, GAZER = (
    row("dungeon_cards", name) for name in ("trap", "treasure_lair", "slime", "gazer")
)
KNIGHT = row("characters", "knight")


def faults(*changes):
    return faults_of(ARISTO_MAZE, edited(DEFAULT, *changes))


def ability(**fields):
    """A change of the edition that gives the knight an ability."""
    return (("characters", KNIGHT, "normal"), [{"timing": 4, **fields}])


AT = f"/characters/{KNIGHT}/normal/0"


def test_the_default_edition_is_valid():
    assert supplied_box(ARISTO_MAZE, DEFAULT).edition == ARISTO_MAZE.edition


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ((("ruleset",), "chess"), "/ruleset"),
        ((("typo",), 1), "/typo"),
        ((("setup", "players_min"), 2), "/setup/players_min"),
        ((("setup", "players_max"), 5), "/setup/players_max"),
        ((("setup", "players_max"), 3), None),
        ((("setup", "return_per_round"), 2), "/setup/return_per_round"),
        ((("setup", "intrigue_per_player"), 0), "/setup/intrigue_per_player"),
        ((("setup", "gold_per_round"), 101), "/setup/gold_per_round"),
        ((("setup", "skip_per_round"), 2), "/markers/skip"),
        ((("setup", "source"), "hearsay"), "/setup/source"),
        ((("limits", "max_gold_per_floor"), 0), "/limits/max_gold_per_floor"),
        ((("limits", "first_bid_markers"), 0), "/limits/first_bid_markers"),
        ((("limits", "intrigue_gold_value"), 0), "/limits/intrigue_gold_value"),
        ((("limits", "retreat_vp"), 1), "/limits/retreat_vp"),
        ((("modes", "full", "rounds"), 4), "/modes/full/rounds"),
        ((("modes", "full", "rounds"), 0), "/modes/full/rounds"),
        ((("modes", "full", "face_up"), 9), "/modes/full/face_up"),
        ((("modes", "full", "floors"), 7), "/modes/full/floor_track"),
        ((("modes", "full", "floors"), 11), "/modes/full/floors"),
        ((("modes", "full", "removed_legacy"), 2), "/modes/full/removed_legacy"),
        ((("modes", "full", "floor_track"), "gone"), "/modes/full/floor_track"),
        ((("modes", "full", "bonus_round"), 0), "/modes/full/bonus_round"),
        ((("modes", "full", "characters"), ["knight"]), "/modes/full/characters"),
        ((("modes", "practice", "characters"), ["knight", "cat"]), "/modes/practice/characters/1"),
        ((("modes", "practice", "characters"), ["knight"] * 2), "/modes/practice/characters/1"),
        ((("modes", "practice", "characters"), []), "/modes/practice/characters"),
        ((("lineup", "3", "count"), 17), "/lineup/3/count"),
        ((("lineup", "3", "count"), 2), "/lineup/3/count"),
        ((("lineup", "4", "required"), ["cat"]), "/lineup/4/required/0"),
        ((("lineup", "recommended", "characters"), ["cat"]), "/lineup/recommended/characters/0"),
        ((("emperors_will", "players_3"), [1, 2]), "/emperors_will/players_3"),
        ((("emperors_will", "players_4"), [4, 3, 2, -1]), "/emperors_will/players_4/3"),
        ((("markers", "skip"), 3), "/markers/skip"),
        ((("markers", "return"), -1), "/markers/return"),
        ((("crests",), DEFAULT["crests"][:3]), "/crests"),
        ((("crests", 1, "id"), "lion"), "/crests/1/id"),
        ((("squires",), DEFAULT["squires"][:3]), "/squires"),
        ((("squires", 1, "crest"), "cat"), "/squires/1/crest"),
        ((("squires", 1, "crest"), "lion"), "/squires/1/crest"),
        ((("squires", 1, "hp"), 0), "/squires/1/hp"),
        ((("characters",), DEFAULT["characters"][:15]), "/characters"),
        ((("characters", 1, "order"), 1), "/characters/1/order"),
        ((("characters", 1, "order"), 17), "/characters/1/order"),
        ((("characters", 1, "id"), "hermit"), "/characters/1/id"),
        ((("characters", 1, "id"), "lion"), "/characters/1/id"),
        ((("characters", 1, "hp"), -1), "/characters/1/hp"),
        ((("characters", 1, "count"), 2), "/characters/1/count"),
        ((("dungeon_cards",), DEFAULT["dungeon_cards"][:19]), "/dungeon_cards"),
        ((("dungeon_cards", 0, "hp"), -1), "/dungeon_cards/0/hp"),
        ((("dungeon_cards", 0, "type"), "plant"), "/dungeon_cards/0/type"),
        ((("dungeon_cards", 0, "traits"), ["shiny"]), "/dungeon_cards/0/traits/0"),
        ((("dungeon_cards", SLIME, "traits"), ["creepy"] * 2), f"/dungeon_cards/{SLIME}/traits/1"),
        ((("dungeon_cards", 0, "encounter_vp"), 1), "/dungeon_cards/0/encounter_vp"),
        ((("dungeon_cards", 0, "encounter_vp"), -1), "/dungeon_cards"),
        ((("dungeon_cards", 0, "count"), 2), "/dungeon_cards/0/count"),
        ((("dungeon_cards", SLIME, "traits"), []), "/dungeon_cards"),
        ((("dungeon_cards", TRAP, "traits"), []), "/dungeon_cards"),
        ((("dungeon_cards", TRAP, "type"), "undead"), "/dungeon_cards"),
        ((("dungeon_cards", LAIR, "traits"), ["return"]), "/dungeon_cards"),
        ((("dungeon_cards", LAIR, "traits"), ["emperors_will"]), "/dungeon_cards"),
        ((("dungeon_cards", LAIR, "type"), "legacy"), "/dungeon_cards"),
        ((("floor_tracks", "full", 0, "floor"), 2), "/floor_tracks/full/0/floor"),
        ((("floor_tracks", "full", 0, "vp"), -1), "/floor_tracks/full/0/vp"),
        (
            (("floor_tracks", "a/b"), [{"floor": 3, "vp": 0, "bonus_vp": 0}]),
            "/floor_tracks/a~1b/0/floor",
        ),
        (ability(kind="fly"), f"{AT}/kind"),
        (ability(kind="steal"), f"{AT}/timing"),
        (ability(kind="unlimited", parameter="xp"), f"{AT}/parameter"),
        (ability(kind="ignore_damage", cards=["cat"]), f"{AT}/cards/0"),
        (ability(kind="ignore_damage", cards=["slime", "slime"]), f"{AT}/cards/1"),
        (ability(kind="ignore_damage"), AT),
        (ability(kind="ignore_damage", cards=["slime"], type="undead"), AT),
        (ability(kind="ignore_damage", trait="creepy"), AT),
        (ability(kind="auto_skip", cards=["slime"]), AT),
        (ability(kind="auto_skip", trait="shiny"), f"{AT}/trait"),
        (ability(kind="card_vp", type="undead"), AT),
        (ability(kind="pass_gate", cards=["the_gate"], parameter="hp"), AT),
        (ability(kind="pass_gate", type="menace"), AT),
        (ability(kind="min_return_floor", floor=21), f"{AT}/floor"),
        (ability(kind="survive_zero", max_zero=4), f"{AT}/max_zero"),
        (
            (("characters", KNIGHT, "normal"), [{"timing": 3, "kind": "peek", "amount": 2}]),
            f"{AT}/amount",
        ),
        (
            (("characters", KNIGHT, "normal"), [{"timing": 3, "kind": "peek", "amount": 1}] * 2),
            f"/characters/{KNIGHT}",
        ),
        (
            (("characters", KNIGHT, "normal"), [{"timing": 3, "kind": "gain_skip", "amount": 7}]),
            "/modes/full/floors",
        ),
    ],
)
def test_every_constraint_is_checked(change, pointer):
    if pointer is None:
        supplied(change)
    else:
        assert pointer in faults(change)


def test_too_few_players_at_most():
    found = faults((("setup", "players_min"), 4), (("setup", "players_max"), 3))
    assert found == ["/setup/players_min"]


def test_a_line_up_of_more_characters_than_there_are():
    change = (("characters",), [one for one in DEFAULT["characters"] if one["id"] != "the_boy"])
    assert faults(change, (("lineup", "4", "count"), 16)) == ["/characters", "/lineup/4/count"]


def test_there_has_to_be_a_treasure():
    treasures = [
        n for n, card in enumerate(DEFAULT["dungeon_cards"]) if "treasure" in card["traits"]
    ]
    assert faults(*((("dungeon_cards", n, "traits"), []) for n in treasures)) == ["/dungeon_cards"]


def test_all_faults_of_shape_are_listed_in_one_answer():
    found = faults(
        (("setup", "gold_per_round"), "much"),
        (("modes", "full", "rounds"), 9),
        (("dungeon_cards", 3, "hp"), -1),
    )
    assert {"/setup/gold_per_round", "/modes/full/rounds", "/dungeon_cards/3/hp"} <= set(found)


def test_all_broken_constraints_are_listed_in_one_answer():
    found = faults(
        (("lineup", "3", "count"), 2),
        (("floor_tracks", "practice", 2, "floor"), 7),
        (("squires", 0, "crest"), "cat"),
        (("modes", "practice", "face_up"), 6),
    )
    assert set(found) == {
        "/lineup/3/count",
        "/floor_tracks/practice/2/floor",
        "/squires/0/crest",
        "/modes/practice/face_up",
    }


@pytest.mark.rule("AM-034", "AM-037", "AM-093")
def test_a_supplied_edition_really_plays_by_its_numbers():
    edition = supplied(
        (("setup", "gold_per_round"), 7),
        (("setup", "starting_vp"), 10),
        (("limits", "max_gold_per_floor"), 5),
        (("limits", "intrigue_gold_value"), 4),
        (("limits", "retreat_vp"), -5),
        (("modes", "full", "rounds"), 1),
        (("modes", "full", "crest_markers"), 2),
        (("dungeon_cards", GAZER, "vp"), 50),
    )
    table = laid(edition=edition)
    assert [(s.vp, s.gold, s.crest_markers) for s in table.view().seats] == [(10, 7, 2)] * 4
    table.inquires({A: {1: (0, 0, 1)}, B: {1: 5}})
    assert [b.won for b in table.view().floors[0].inquiry] == [False, True]
    walked = explored(["slime"], {}, 1, edition=edition)
    assert (walked.change, walked.total) == (-5, 5)
    assert vps(explored(["gazer"], {"hermit": 0}, 1, edition=edition)) == [50]
    ended = play_game(ARISTO_MAZE, players=4, edition=edition, rng=random.Random(3))
    assert ended.actions <= 18


@pytest.mark.rule("AM-098")
def test_the_bonus_round_is_the_editions():
    edition = supplied((("modes", "full", "bonus_round"), 1))
    assert vps(explored(["goblin_gang"], {"knight": 0}, 1, edition=edition)) == [4]


def test_an_edition_without_chance_in_its_line_up_draws_nothing():
    edition = supplied(
        (("lineup", "4", "count"), 4),
        (("lineup", "4", "required"), ["knight", "ninja", "wizard", "witch"]),
    )
    table = fresh(edition=edition)
    assert table.state.names == ("knight", "wizard", "ninja", "witch")


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_play_a_large_edition(bot):
    """As many of everything as an edition may have."""
    abilities = [
        {"timing": 3, "kind": "peek", "amount": 1},
        {"timing": 3, "kind": "gain_skip", "amount": 1},
    ]
    abilities += [{"timing": 4, "kind": "card_vp", "type": "undead", "vp": 1}] * 8
    edition = supplied(
        (("setup", "gold_per_round"), 100),
        (("limits", "first_bid_markers"), 100),
        (("limits", "max_gold_per_floor"), 100),
        (("markers", "skip"), 1000),
        (("modes", "full", "rounds"), 1),
        (("modes", "full", "floors"), 20),
        (("modes", "full", "crest_markers"), 100),
        (
            ("floor_tracks", "full"),
            [{"floor": n, "vp": 100, "bonus_vp": 100} for n in range(1, 21)],
        ),
        (("lineup", "4", "count"), 16),
        (("characters", KNIGHT, "normal"), abilities),
        (("characters", KNIGHT, "crest"), abilities[1:]),
    )
    policies = [ARISTO_MAZE.bots[bot]] * 4
    ended = play_game(
        ARISTO_MAZE, players=4, edition=edition, rng=random.Random(1), policies=policies
    )
    assert ended.result is not None
