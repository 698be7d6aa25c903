"""Server bots see a view and their choices; the greedy one values characters by the dungeon and wins by it."""

from __future__ import annotations

import random

import pytest

from domain.games.aristo_maze.bots import (
    Atlas,
    best_plan,
    known_of,
    team_of,
    unseen,
    worth,
)
from domain.games.aristo_maze.scoring import party_of
from domain.games.aristo_maze.state.table import Plan
from domain.simulate import play_game
from tests.games.aristo_maze.table import ARISTO_MAZE, A, B, fresh, hired, laid, row, supplied

GREEDY = ARISTO_MAZE.bots["greedy"]

OPEN = ["treasure_lair", "goblin_gang", "nightmare"]
"""The floors that lie face up; a deck is scripted so that nothing below is worth going for."""


def chosen(table, seat, seed=1):
    """What the greedy bot does at a position, as its seat sees it."""
    view, choices = ARISTO_MAZE.view(table.state, seat), ARISTO_MAZE.legal(table.state, seat)
    action = GREEDY(view, choices, random.Random(seed))
    assert choices.contains(action)
    return action


def known(table, seat, dungeons=4):
    view = table.view(seat)
    return view, view.seats[seat], known_of(view, view.seats[seat], dungeons, random.Random(1))


@pytest.mark.parametrize(
    ("players", "mode"), [(3, "full"), (4, "full"), (3, "practice"), (4, "practice")]
)
def test_greedy_beats_random(players, mode):
    """Against random players, seats rotated, it wins four games in five at the least."""
    games, won = 20, 0
    for number in range(games):
        seat = number % players
        policies = [ARISTO_MAZE.bots["random"]] * players
        policies[seat] = GREEDY
        ended = play_game(
            ARISTO_MAZE,
            players=players,
            rng=random.Random(number),
            policies=policies,
            options=ARISTO_MAZE.options(mode=mode),
        )
        won += ended.result.winners == (seat,)
    assert won >= 0.8 * games


def test_greedy_inquires_of_a_face_down_floor_on_its_way():
    table = laid("slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer")
    for seed in range(10):
        (entry,) = chosen(table, A, seed)["floors"]
        assert entry["floor"] in (4, 5)
        assert (entry["gold"], entry["crest"], entry["intrigue"]) == (1, 0, 1)


def test_greedy_asks_nothing_when_all_lies_open():
    table = laid("emperors_will", "treasure_throne", "emperors_specter", players=4)
    view = table.view(A)
    assert sum(not floor.face_up for floor in view.floors) == 5
    table = laid(edition=supplied((("modes", "full", "face_up"), 8)))
    assert chosen(table, A)["floors"] == []


@pytest.mark.parametrize("seat", [A, B])
def test_the_dungeons_that_greedy_lays_out_fit_what_it_sees(seat):
    table = laid("slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer")
    table.inquires({A: {5: 2}})
    view, _, told = known(table, seat, dungeons=40)
    for dungeon in told.dungeons:
        assert [card.id for card in dungeon[:3]] == ["slime", "ghoul", "trap"]
        assert [card.type for card in dungeon] == [floor.type for floor in view.floors]
        assert len({card.id for card in dungeon}) == 8
    fifth = {dungeon[4].id for dungeon in told.dungeons}
    assert (fifth == {"dragon"}) == (seat == A)


def test_what_has_been_seen_is_not_laid_out_again():
    """Advice 1: in round 2 the cards shown in round 1 are set aside."""
    first = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]
    table = fresh(4, {"dungeon_deck": [first], "dungeon_floors": [first]})
    table.keeps()
    table.auctions()
    table.plans({A: (8, [1])})
    table.keeps()
    table.keeps()
    left = {card.id for pool in unseen(table.view(B)).values() for card in pool}
    assert not left & set(first)


def test_a_party_that_cannot_get_hurt_is_worth_more():
    table = laid("vampire", "lich", "dragon")
    _, _, told = known(table, A)
    knight, wizard = told.characters["knight"], told.characters["wizard"]
    alone = worth(told, ())
    plain = worth(told, ((knight, False), (wizard, False)))
    safe = worth(told, ((knight, True), (wizard, True)))
    assert alone < plain < safe


def test_vp_at_once_are_counted():
    table = laid("vampire", "lich", "dragon")
    _, _, told = known(table, A)
    princess, knight = told.characters["princess"], told.characters["knight"]
    assert worth(told, ((princess, False),)) == worth(told, ()) + 2
    assert worth(told, ((knight, False),)) >= worth(told, ())


def test_greedy_bids_on_its_team_and_all_its_gold():
    table = laid(*OPEN)
    table.inquires()
    first = chosen(table, A)
    assert sum(entry["gold"] for entry in first["bids"]) == 4
    table.bids(
        {
            A: {e["character"]: e["gold"] for e in first["bids"]},
            **{s: {"hermit": 4} for s in (1, 2, 3)},
        }
    )
    second = chosen(table, A)
    assert sum(entry["gold"] for entry in second["bids"]) == 8
    view, own, told = known(table, A, 5)
    assert set(team_of(view, own, told)) <= set(table.state.names)


def test_greedy_with_few_markers_bids_what_it_has():
    table = laid(*OPEN, wanted=["knight"])
    table.inquires({A: {1: 4, 2: 4, 3: 3, 4: (0, 2, 1)}})
    laid_ = chosen(table, A)["bids"]
    assert sum(entry["gold"] for entry in laid_) == 1
    assert sum(entry["crest"] for entry in laid_) == 1


def test_greedy_spends_its_crests_in_the_last_round_and_keeps_them_before():
    """On this way down nothing but HP is asked for."""
    way = ["treasure_lair", "ogre", "dragon", "goblin_gang", "giant_spider"]
    for mode, crests in (("practice", 1), ("full", 0)):
        edition = supplied((("modes", mode, "face_up"), 5), (("modes", "full", "crest_markers"), 1))
        table = laid(*way, mode=mode, edition=edition)
        table.inquires()
        table.bids({seat: {"knight": 4} if seat == A else {"hermit": 4} for seat in range(4)})
        laid_ = chosen(table, A)["bids"]
        assert sum(entry["crest"] for entry in laid_) == crests


def test_greedy_peeks_where_it_does_not_know_the_card():
    table = laid("slime", "ghoul", "trap", "ogre", "dragon", wanted=["minstrel"])
    table.inquires({A: {4: 2}})
    table.auctions({A: {"minstrel": 4}})
    assert chosen(table, A) == {"type": "peek_floor", "floor": 5}


def test_greedy_moves_the_crest_to_whom_it_serves_best():
    edition = supplied((("modes", "full", "face_up"), 8))
    table = laid("goblin_gang", "ogre", "slime", "ghoul", wanted=["alchemist"], edition=edition)
    table.auctions({A: {"knight": 2, "wizard": 2, "alchemist": (2, 1)}})
    assert chosen(table, A)["character"] == "knight"


def test_greedy_returns_before_it_has_to_retreat():
    table = hired(["treasure_lair", "goblin_gang", "slime"], {"hermit": 0})
    action = chosen(table, A)
    assert action["return_floor"] <= 2
    table = hired(["slime", "treasure_lair", "ghoul"], {"hermit": 0})
    assert 1 in chosen(table, A)["skip_floors"]


def test_greedy_lays_more_skip_markers_than_it_weighs():
    ninja = row("characters", "ninja")
    edition = supplied(
        (("markers", "skip"), 20),
        (("characters", ninja, "normal"), [{"timing": 3, "kind": "gain_skip", "amount": 4}]),
    )
    table = hired(OPEN, {"ninja": 0}, edition=edition)
    assert len(set(chosen(table, A)["skip_floors"])) == 5


def test_the_way_that_greedy_plans_is_the_way_that_the_rules_walk():
    """Its gains for a return floor are the VP of that exploration."""
    dungeon = [
        "treasure_lair",
        "slime",
        "goblin_gang",
        "nightmare",
        "giant_spider",
        "ogre",
        "ghoul",
        "lich",
    ]
    table = hired(dungeon, {"knight": 0, "wizard": 1, "fighter": 0})
    table.plans({A: (8, [6])})
    table.keeps()
    walked = table.seat(A).last_exploration
    view, own, told = known(table, A, 1)
    atlas = Atlas(told, party_of(table.state, A))
    gains = atlas.gains(atlas.paths[0], (6,))
    assert gains[-1] == walked.change
    assert len(gains) == walked.last_floor
    best = best_plan(atlas, 1, 1)
    assert best.vp >= max(gains)
    assert isinstance(best.plan, Plan)
    assert view.phase == "providing"
    assert own.seat == A


def test_greedy_keeps_its_gold_when_nobody_is_worth_it():
    """Advice 6: on a way that is open to a squire alone there is no need for company."""
    edition = supplied(
        *(
            (("dungeon_cards", n, part), 0)
            for n in range(20)
            for part in ("hp", "mp", "sp", "vp", "bonus_vp")
        ),
        (("modes", "practice", "face_up"), 5),
        (("modes", "practice", "characters"), ["knight", "wizard", "fighter"]),
    )
    table = laid("slime", "ghoul", "ogre", "dragon", "lich", mode="practice", edition=edition)
    table.inquires()
    assert sum(entry["gold"] for entry in chosen(table, A)["bids"]) == 4
    table.bids({seat: {"knight": 4} for seat in range(4)})
    assert chosen(table, A)["bids"] == []
