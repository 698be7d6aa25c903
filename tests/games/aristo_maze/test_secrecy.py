"""The information table of docs/rules/aristo_maze.md, section 4, and the middle of simultaneous choices."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.kernel.chance import FastChance
from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import SPECTATOR, redact
from tests.games.aristo_maze.table import ARISTO_MAZE, A, B, C, D, Table, hired, laid
from tests.games.information import NOBODY, OWNER, all_fields, hidden_fields, random_game

SECRETS = {
    "round_started": {"face_down": NOBODY, "deck": NOBODY},
    "inquiry_placed": {"floors": OWNER},
    "card_seen": {"card": OWNER},
    "bids_placed": {"bids": OWNER},
    "plan_placed": {"return_floor": OWNER, "skip_floors": OWNER},
}
"""The column "Secret" of the events, written down once more: who may see the field."""

DUNGEON = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]


@pytest.mark.parametrize(("players", "mode"), [(3, "full"), (4, "full"), (4, "practice")])
def test_events_hide_what_the_table_says_and_show_all_else(players, mode):
    hidden = set()
    for _, events in random_game(ARISTO_MAZE, players, 5, mode=mode):
        hidden |= hidden_fields(events, players, SECRETS)
    assert hidden == all_fields(SECRETS)


@pytest.mark.rule("AM-032", "AM-043", "AM-083", "AM-R24", "AM-R06")
@pytest.mark.parametrize(("players", "mode"), [(3, "full"), (4, "full"), (3, "practice")])
def test_views_show_cards_and_placements_to_whom_the_table_says(players, mode):
    for state, _ in random_game(ARISTO_MAZE, players, 9, mode=mode):
        for viewer in (SPECTATOR, *range(players)):
            view = ARISTO_MAZE.view(state, viewer)
            for floor in view.floors:
                assert (floor.card is not None) == (floor.face_up or viewer in floor.known_by)
            for used, floor in zip(view.used_cards, state.used, strict=True):
                assert (used.card is not None) == (floor.face_up or viewer in floor.known_by)
            for seat in view.seats:
                placed = seat.ready or view.phase == "exploring"
                assert (seat.submission is not None) == (placed and seat.seat == viewer)
                revealed = view.phase in ("providing", "finished") and view.round > 0
                assert (seat.plan is not None) == revealed


def nearly(table, viewer, placements):
    """The bytes that a viewer is sent when seat A has placed in one way or another."""
    sent = set()
    for kind, fields in placements:
        other = Table(table.state, table.chance)
        events = other.acts(A, kind, **fields)
        shown = [redact(event, viewer) for event in events]
        asked = [ARISTO_MAZE.legal(other.state, seat) for seat in range(4) if seat == viewer]
        questions = [ARISTO_MAZE.question(other.state, seat) for seat in other.state.awaiting]
        sent.add(
            msgspec.json.encode([shown, ARISTO_MAZE.view(other.state, viewer), asked, questions])
        )
    return sent


INQUIRIES = [
    ("place_inquiry", {"floors": floors})
    for floors in (
        [],
        [{"floor": 4, "gold": 4, "crest": 3, "intrigue": 1}],
        [{"floor": floor, "gold": 1} for floor in range(1, 9)],
    )
]
BIDS = [
    ("place_bids", {"bids": bids})
    for bids in (
        [{"character": "knight", "gold": 4}],
        [{"character": "wizard", "crest": 3}, {"character": "fighter", "intrigue": 1}],
        [{"character": name, "gold": 1} for name in ("hermit", "knight", "wizard", "fighter")],
    )
]
MORE_BIDS = [("place_bids", {"bids": []}), *BIDS[:2]]
PLANS = [
    ("place_plan", {"return_floor": back, "skip_floors": [skip]})
    for back, skip in ((1, 1), (8, 1), (5, 7))
]


@pytest.mark.parametrize("viewer", [B, C, D, SPECTATOR])
@pytest.mark.parametrize("phase", ["inquiring", "first_bid", "second_bid", "planning"])
@pytest.mark.rule("AM-032", "AM-044", "AM-046", "AM-083")
def test_nobody_can_tell_what_another_has_placed(phase, viewer):
    """Not by views, events, choices, questions, nor by their lengths or order."""
    table = laid(*DUNGEON)
    placements = INQUIRIES
    if phase != "inquiring":
        table.inquires()
        placements = BIDS
    if phase == "second_bid":
        table.bids({seat: {"hermit": 4} for seat in range(4)})
        placements = MORE_BIDS
    if phase == "planning":
        table = hired(DUNGEON, {"knight": 0})
        placements = PLANS
    assert table.state.phase == phase
    assert len(nearly(table, viewer, placements)) == 1
    assert len(nearly(table, A, placements)) == len(placements)


@pytest.mark.rule("AM-R16")
def test_a_second_placement_is_refused_in_the_same_words_whatever_the_first_was():
    """A refusal goes to the seat alone, but logs keep it."""
    told = set()
    for kind, fields in INQUIRIES:
        table = laid(*DUNGEON)
        table.acts(A, kind, **fields)
        for again in INQUIRIES:
            with pytest.raises(RuleViolation) as refusal:
                table.acts(A, again[0], **again[1])
            told.add((refusal.value.detail, refusal.value.pointer, refusal.value.reason))
    assert len(told) == 1


@pytest.mark.rule("AM-R24")
def test_refusals_tell_nothing_of_face_down_cards():
    other = [*DUNGEON[:3], "goblin_gang", "giant_spider", "ghoul", "vampire", "nightmare"]
    told = []
    for dungeon in (DUNGEON, other):
        table = laid(*dungeon, wanted=["minstrel"])
        table.auctions({A: {"minstrel": 4}})
        told.append(table.refuses("AM-068", "floor_is_face_up", A, "peek_floor", floor=2).detail)
    assert told[0] == told[1]


def test_a_guess_keeps_types_and_deals_cards_anew():
    table = laid(*DUNGEON)
    table.inquires({A: {5: 2}})
    guesses = [ARISTO_MAZE.guess(table.state, A, FastChance(random.Random(n))) for n in range(60)]
    hidden = {tuple(floor.card for floor in one.dungeon) for one in guesses}
    assert len(hidden) > 10
    for one in guesses:
        assert [one.card(f).type for f in one.dungeon] == [
            table.state.card(f).type for f in table.state.dungeon
        ]
        assert [f.card for f in one.dungeon[:3]] == [f.card for f in table.state.dungeon[:3]]
        assert one.dungeon[4].card == table.state.dungeon[4].card
        assert sorted([*one.deck, *(f.card for f in one.dungeon)]) == list(range(20))


def test_a_guess_lets_the_others_place_anything_that_they_may():
    table = laid(*DUNGEON)
    for seat in (A, B):
        table.acts(seat, "place_inquiry", floors=[{"floor": 4, "gold": 2}])
    guesses = [ARISTO_MAZE.guess(table.state, A, FastChance(random.Random(n))) for n in range(20)]
    assert {one.seats[A].inquiry for one in guesses} == {table.state.seats[A].inquiry}
    assert len({one.seats[B].inquiry for one in guesses}) > 10
    assert {one.seats[C].inquiry for one in guesses} == {None}


def test_a_guess_plans_anew_for_the_others_until_the_plans_are_revealed():
    table = hired(DUNGEON, {"knight": 0})
    table.plans({A: (2, [1]), B: (3, [2])})
    assert table.state.phase == "exploring"
    guesses = [ARISTO_MAZE.guess(table.state, A, FastChance(random.Random(n))) for n in range(20)]
    assert {one.seats[A].plan for one in guesses} == {table.state.seats[A].plan}
    assert len({one.seats[B].plan for one in guesses}) > 5
    table.keeps()
    other = ARISTO_MAZE.guess(table.state, A, FastChance(random.Random(1)))
    assert other.seats == table.state.seats
