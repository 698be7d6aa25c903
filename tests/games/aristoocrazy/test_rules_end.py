"""Counting, the end of a round, the end of the game: AC-001, AC-002, AC-097 to AC-105 and their rulings."""

from __future__ import annotations

import random

import pytest

from domain.simulate import play_game
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BRAVE,
    EDU,
    FOOD,
    MAD,
    RULE,
    SWORD,
    Person,
    midway,
    told,
)
from tests.games.play import Case, played
from tests.games.table import of_type

rule = pytest.mark.rule


def ending(*people, **more):
    """The last round of a game for four, all but scored."""
    return midway(*people, phase="final_scoring", round=6, **more)


def lands(*counts):
    """So many territories with markers for each seat."""
    free = iter(ARISTOOCRAZY.initial(ARISTOOCRAZY.edition, 4, ARISTOOCRAZY.options()).setup.grounds)
    return {seat: [next(free).id for _ in range(count)] for seat, count in enumerate(counts)}


@rule("AC-097", "AC-098", "AC-R64")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((6, 6, 4, 3), (2, 2, 1, 0)),
        ((5, 5, 5, 5), (2, 2, 2, 2)),
        ((1, 3, 2, 2), (0, 2, 1, 1)),
        ((4, 0, 0, 0), (2, 0, 0, 0)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_ac_097_098_r64_most_and_second_most_territories_score(counts, points):
    table = midway(phase="counting", round=3, owns=lands(*counts), starter=2)
    assert ARISTOOCRAZY.upkeep(table.state) == "count_territories"
    events = table.keeps()
    assert told(events[0]) == {"counts": counts, "points": points}
    gained = [(one.seat, one.points) for one in of_type(events, "points_gained")]
    assert gained == [(seat, points[seat]) for seat in (2, 3, 0, 1) if points[seat]]
    assert table.vp == list(points)
    assert table.state.phase == "round_end"


@rule("AC-004", "AC-097")
@pytest.mark.parametrize(("number", "phase"), [(2, "round_end"), (3, "counting"), (5, "counting")])
def test_ac_004_097_only_marked_rounds_are_counted(number, phase):
    table = midway(phase="event_roll", round=number, hands={0: ["cancel_event"] * 3})
    table.keeps()
    table.acts(0, "respond_events", dice=[0, 1, 2])
    assert table.state.phase == phase


@rule("AC-099", "AC-005", "AC-R72")
def test_ac_099_r72_the_starting_player_card_goes_to_the_left():
    table = midway(Person("red_w1", "a1"), phase="round_end", round=2, starter=3)
    assert ARISTOOCRAZY.upkeep(table.state) == "end_round"
    ended, started, _ = table.keeps()
    assert told(ended) == {"round": 2, "next_starting_seat": 0}
    assert told(started) == {"round": 3, "starting_seat": 0, "counting": True}
    assert (table.view().round, table.view().starting_seat) == (3, 0)
    assert table.phase == "potential 0"


@rule("AC-100")
def test_ac_100_in_the_last_round_events_and_count_come_before_the_bonuses():
    table = midway(
        Person("red_w1", "a1"), phase="event_roll", round=6, hands={0: ["cancel_event"] * 3}
    )
    table.keeps()
    table.acts(0, "respond_events", dice=[0, 1, 2])
    assert ARISTOOCRAZY.upkeep(table.state) == "count_territories"
    table.keeps()
    assert table.vp == [2, 0, 0, 0]
    assert ARISTOOCRAZY.upkeep(table.state) == "final_scoring"
    table.keeps()
    assert table.state.result.breakdown[0].territory_counts == 2


@rule("AC-101", "AC-R65")
def test_ac_101_most_characters():
    people = [Person("red_w1", "a1"), Person("blue_w1", "a5"), Person("red_m1", "a1")]
    events = ending(*people).keeps()
    assert told(of_type(events, "bonuses_awarded")[0]) == {
        "bonus": "most_characters",
        "values": (2, 1, 0, 0),
        "seats": (0,),
    }


@rule("AC-102", "AC-R65")
def test_ac_102_r65_fewest_dementia_among_houses_with_characters():
    people = [
        Person("red_w1", "a1", [MAD, MAD, FOOD]),
        Person("blue_w1", "a5", [MAD, SWORD, FOOD]),
        Person("green_w1", "e5", [MAD, SWORD, FOOD]),
    ]
    (_, award, *_) = of_type(ending(*people).keeps(), "bonuses_awarded")
    assert told(award) == {"bonus": "least_dementia", "values": (2, 1, 1, 0), "seats": (1, 2)}
    (_, award, *_) = of_type(ending(people[0]).keeps(), "bonuses_awarded")
    assert told(award)["seats"] == (0,)
    (_, award, *_) = of_type(ending().keeps(), "bonuses_awarded")
    assert told(award)["seats"] == ()


@pytest.mark.parametrize(
    ("kind", "bonus"),
    [
        pytest.param(EDU, "most_education", marks=rule("AC-103")),
        pytest.param(BRAVE, "most_bravery", marks=rule("AC-104")),
        pytest.param(RULE, "most_rulership", marks=rule("AC-105")),
    ],
)
@rule("AC-R65")
def test_ac_103_104_105_most_tokens_of_each_scoring_kind(kind, bonus):
    table = ending(tokens={0: {kind: 2}, 2: {kind: 2, FOOD: 9}, 3: {kind: 1}})
    awards = [told(one) for one in of_type(table.keeps(), "bonuses_awarded")]
    (award,) = [one for one in awards if one["bonus"] == bonus]
    assert award == {"bonus": bonus, "values": (2, 0, 2, 1), "seats": (0, 2)}
    # AC-R65: nobody has the most of what nobody has.
    assert [one["seats"] for one in awards if one["bonus"] != bonus] == [()] * 4
    assert table.vp == [1, 0, 1, 0]


@rule("AC-001", "AC-002")
def test_ac_001_002_most_victory_points_win():
    table = ending(vp={0: 3, 1: 5, 2: 4})
    events = table.keeps()
    (finished,) = of_type(events, "game_finished")
    result = finished.result
    assert result.winners == (1,)
    assert [(one.seat, one.place, one.vp) for one in result.ranking] == [
        *((1, 1, 5), (2, 2, 4), (0, 3, 3), (3, 4, 0)),
    ]
    assert table.state.phase == "finished"
    assert ARISTOOCRAZY.to_act(table.state) == ()
    assert ARISTOOCRAZY.upkeep(table.state) is None


@rule("AC-R66")
def test_ac_r66_ties_go_by_territories_then_characters_then_are_shared():
    owns = {0: ["a1"], 1: ["a2", "a3"], 2: ["b1", "b2"], 3: ["c1", "c2"]}
    table = ending(vp=dict.fromkeys(range(4), 5), owns=owns)
    table.keeps()
    assert table.state.result.winners == (1, 2, 3)
    ranking = [(one.seat, one.place, one.territories) for one in table.state.result.ranking]
    assert ranking == [(1, 1, 2), (2, 1, 2), (3, 1, 2), (0, 4, 1)]
    # Characters break the tie; the bonuses for them are evened out by other points.
    people = [Person("blue_w1", "a2"), Person("green_w1", "b1"), Person("green_w2", "b2")]
    table = ending(*people, vp={0: 5, 1: 4, 2: 3, 3: 5}, owns={0: ["a1"], 1: ["a3"]})
    table.keeps()
    ranking = [(one.seat, one.place, one.vp, one.characters) for one in table.state.result.ranking]
    assert ranking == [(2, 1, 5, 2), (1, 2, 5, 1), (0, 3, 5, 0), (3, 4, 5, 0)]


@rule("AC-R13", "AC-001")
def test_ac_r13_at_the_end_all_screens_are_lifted():
    table = ending(tokens={0: {FOOD: 2}}, hands={1: ["fate"]})
    (finished,) = of_type(table.keeps(), "game_finished")
    assert finished.supplies == ({FOOD: 2}, {}, {}, {})
    assert finished.hands == ((), ("fate",), (), ())
    for viewer in (-1, 0, 3):
        seats = table.view(viewer).seats
        assert [seat.supply for seat in seats] == [{FOOD: 2}, {}, {}, {}]
        assert [seat.hand for seat in seats] == [(), ("fate",), (), ()]


@rule("AC-002")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ac_002_points_come_from_auctions_counts_cards_and_bonuses_only(players):
    for seed in range(3):
        state = play_game(ARISTOOCRAZY, players=players, rng=random.Random(seed)).state
        for seat, parts in enumerate(state.result.breakdown):
            bonus = sum(b.points for b in state.setup.bonus if b.id in parts.bonuses)
            total = parts.auctions + parts.territory_counts + parts.cards + bonus
            assert parts.total == total == state.houses[seat].vp
            assert len(set(parts.bonuses)) == len(parts.bonuses)


@rule("AC-R19", "AC-R17", "AC-045")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_along_whole_games_the_board_is_in_order(players):
    """AC-R17 to AC-R19: owners, markers, spaces and neutral characters agree at every step."""
    for seed in range(1, 4):
        for step in played(Case("aristoocrazy", players, "{}"), seed).steps:
            check_board(step.after)


def check_board(state):
    in_combat = state.phase == "retreat"
    for place, land in enumerate(state.lands):
        people = [c for house in state.houses for c in house.characters if c.place == place]
        assert people == state.on(place), "characters stand only on territories of their owner"
        assert state.free(place) >= 0
        assert (land.marker is not None) == (land.owner is not None and not people)
        assert land.marker in (None, land.owner)
        assert land.neutral is None or land.owner is None
        assert not (land.closed and (land.owner is not None or people))
    for seat, house in enumerate(state.houses):
        assert state.markers_left(seat) >= 0
        assert min(house.supply) >= 0
        assert in_combat or all(one.age < state.lives(one) for one in house.characters)
        assert all(len(one.traits) == 3 for one in house.characters)
    cards = [*state.deck, *state.discard, *(c for house in state.houses for c in house.hand)]
    castles = sum(land.castle for land in state.lands)
    assert sorted([*cards, *["castle"] * castles]) == sorted(state.setup.deck)
