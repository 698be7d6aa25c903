"""Exploring: the plans, and the walk floor by floor: AM-079 to AM-098."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import PartyExplored, PlansRevealed
from domain.kernel.secrecy import SPECTATOR, redact
from tests.games.aristo_maze.table import (
    EASY,
    A,
    B,
    C,
    D,
    explored,
    hired,
    laid,
    strengths,
    supplied,
    vps,
)
from tests.games.table import of_type

rule = pytest.mark.rule


def parameters(party, **more):
    shown = hired(EASY, party, **more).seat(A).parameters
    return shown.hp, shown.mp, shown.sp


@rule("AM-079")
def test_am_079_a_party_adds_up():
    assert parameters({}) == (1, 1, 1)
    assert parameters({"fighter": 0, "wizard": 0}) == (4, 3, 1)
    assert parameters({"the_boy": 0, "necromancer": 0, "knight": 0}) == (3, 5, 4)


@rule("AM-080")
def test_am_080_berserkers_crest_adds_one_each():
    assert parameters({"berserker": 0}) == (4, 1, 2)
    assert parameters({"berserker": 1}) == (5, 2, 3)


@rule("AM-081")
@rule("AM-082")
@rule("AM-R40")
def test_am_081_082_unlimited_parameters_take_no_damage():
    walked = explored(["vampire", "ogre", "wraith", "dragon"], {"knight": 1, "wizard": 1}, 4)
    assert strengths(walked) == [(None, None, 1)] * 4
    assert walked.outcome == "returned"


@rule("AM-R32")
def test_am_r32_bonuses_come_before_what_is_unlimited():
    assert parameters({"berserker": 1, "knight": 1}) == (None, 3, 3)
    assert explored(["the_gate"], {"fighter": 0, "knight": 1}, 1).outcome == "returned"
    assert explored(["the_gate"], {"priestess": 0, "wizard": 1}, 1).outcome == "returned"
    assert explored(["the_gate"], {"fighter": 0, "berserker": 1}, 5).last_floor == 5


@rule("AM-083")
def test_am_083_one_return_marker_and_every_skip_marker_in_secret():
    table = hired(EASY, {"ninja": 0})
    refusal = table.refuses(
        "AM-083", "wrong_skip_count", A, "place_plan", return_floor=2, skip_floors=[3]
    )
    assert "2 skip markers" in refusal.detail
    table.refuses("AM-083", "wrong_skip_count", B, "place_plan", return_floor=2, skip_floors=[])
    table.refuses("AM-083", "wrong_skip_count", B, "place_plan", return_floor=2, skip_floors=[1, 2])
    (placed,) = table.acts(A, "place_plan", return_floor=2, skip_floors=[3, 1])
    assert (placed.return_floor, placed.skip_floors) == (2, (1, 3))
    hidden = redact(placed, B)
    assert (hidden["return_floor"], hidden["skip_floors"], hidden["seat"]) == (None, None, A)
    assert table.view(A).seats[A].submission.return_floor == 2
    assert table.view(B).seats[A].submission is None
    assert table.view(B).seats[A].plan is None
    for seat in (B, C, D):
        table.acts(seat, "place_plan", return_floor=1, skip_floors=[8])
    assert (table.state.phase, table.view(SPECTATOR).seats[A].plan) == ("exploring", None)
    assert table.view(A).seats[A].submission.skip_floors == (1, 3)


@rule("AM-084")
def test_am_084_skip_markers_lie_on_different_floors_anywhere():
    table = hired(EASY, {"ninja": 0})
    refusal = table.refuses(
        "AM-084", "duplicate_entry", A, "place_plan", return_floor=2, skip_floors=[3, 3]
    )
    assert refusal.pointer == "/action/skip_floors/1"
    table.acts(A, "place_plan", return_floor=2, skip_floors=[2, 8])


@rule("AM-010")
@rule("AM-085")
@pytest.mark.parametrize(
    ("mode", "rule_id", "deepest"), [("full", "AM-010", 8), ("practice", "AM-085", 5)]
)
def test_am_085_only_floors_that_there_are(mode, rule_id, deepest):
    table = laid(mode=mode)
    table.auctions()
    for bad in (0, deepest + 1):
        refusal = table.refuses(
            rule_id, "unknown_floor", A, "place_plan", return_floor=bad, skip_floors=[1]
        )
        assert refusal.pointer == "/action/return_floor"
        refusal = table.refuses(
            rule_id, "unknown_floor", A, "place_plan", return_floor=1, skip_floors=[bad]
        )
        assert refusal.pointer == "/action/skip_floors/0"
    table.acts(A, "place_plan", return_floor=deepest, skip_floors=[deepest])


@rule("AM-086")
def test_am_086_berserker_goes_down_to_floor_5_at_least():
    table = hired(EASY, {"berserker": 0})
    refusal = table.refuses(
        "AM-086", "return_too_shallow", A, "place_plan", return_floor=4, skip_floors=[1]
    )
    assert refusal.pointer == "/action/return_floor"
    assert "floor 5 or a deeper one" in refusal.detail
    table.acts(A, "place_plan", return_floor=5, skip_floors=[1])
    table.acts(B, "place_plan", return_floor=1, skip_floors=[1])


@rule("AM-R41")
def test_am_r41_berserker_in_a_shorter_dungeon():
    edition = supplied(
        (("modes", "full", "floors"), 4),
        (("floor_tracks", "full"), [{"floor": n, "vp": 0, "bonus_vp": 0} for n in (1, 2, 3, 4)]),
    )
    table = hired(EASY, {"berserker": 0}, edition=edition)
    table.refuses("AM-086", "return_too_shallow", A, "place_plan", return_floor=3, skip_floors=[1])
    table.acts(A, "place_plan", return_floor=4, skip_floors=[1])


@rule("AM-087")
@rule("AM-R45")
def test_am_087_cards_down_to_the_deepest_return_floor_are_turned_up():
    table = hired(["trap", "dragon", "vampire", "lich", "gazer", "ogre", "ghoul", "zombie"], {})
    table.plans({A: (6, [1]), B: (2, [8])})
    events = table.keeps()
    (told,) = of_type(events, PlansRevealed)
    assert [(one.floor, one.card) for one in told.turned_up] == [
        (4, "lich"),
        (5, "gazer"),
        (6, "ogre"),
    ]
    assert [(p.seat, p.return_floor, p.skip_floors) for p in told.plans][:2] == [
        (A, 6, (1,)),
        (B, 2, (8,)),
    ]
    assert [floor.face_up for floor in table.view().floors] == [True] * 6 + [False] * 2
    assert [floor.card for floor in table.view().floors[6:]] == [None, None]
    plan = table.seat(A).plan
    assert (plan.return_floor, plan.skip_floors) == (6, (1,))
    assert max(one.last_floor for one in of_type(events, PartyExplored)) < 6


@rule("AM-088")
def test_am_088_parties_walk_floor_by_floor_and_do_not_meet():
    alone = explored(EASY, {"fighter": 0, "wizard": 0}, 5, [2])
    table = hired(EASY, {"fighter": 0, "wizard": 0}, {"knight": 1}, {"priestess": 1})
    together = table.explores({A: (5, [2]), B: (8, [3]), C: (8, [4])})
    assert together[A].steps == alone.steps
    assert [step.floor for step in alone.steps] == [1, 2, 3, 4, 5]
    assert list(together) == [A, B, C, D]


@rule("AM-089")
@rule("AM-090")
@rule("AM-096")
def test_am_089_090_096_a_skipped_floor_brings_its_clear_bonus_alone():
    walked = explored(["treasure_lair", "slime", "dragon", "goblin_gang"], {"fighter": 0}, 3, [3])
    step = walked.steps[2]
    assert (step.skipped_by, step.card, step.encounter_vp, step.card_vp, step.floor_vp) == (
        "marker",
        "dragon",
        0,
        0,
        1,
    )
    assert walked.steps[1].skipped_by is None


@rule("AM-091")
@rule("AM-092")
def test_am_091_092_damage_stays_and_no_parameter_goes_below_0():
    walked = explored(["slime", "nightmare", "treasure_lair", "ogre"], {"fighter": 0}, 4)
    assert strengths(walked) == [(2, 1, 1), (2, 0, 1)]
    walked = explored(["dragon"], {"fighter": 0, "hermit": 0}, 1)
    assert strengths(walked) == [(0, 0, 2)]
    walked = explored(["dragon"], {}, 1)
    assert strengths(walked) == [(0, 0, 1)]


@rule("AM-093")
@rule("AM-094")
def test_am_093_094_a_retreat_costs_vp_and_brings_nothing_of_its_floor():
    walked = explored(["treasure_lair", "treasure_throne", "nightmare"], {"knight": 0}, 3)
    assert (walked.outcome, walked.last_floor, walked.retreat_vp) == ("retreated", 3, -3)
    assert [(s.card_vp, s.floor_vp) for s in walked.steps] == [(2, 0), (4, 0), (0, 0)]
    assert (walked.change, walked.total) == (3, 6)


@rule("AM-095")
@rule("AM-096")
@rule("AM-097")
def test_am_095_to_097_defeat_clear_and_return():
    walked = explored(EASY, {"fighter": 0, "wizard": 0}, 4)
    assert walked.outcome == "returned"
    assert [(s.card_vp, s.floor_vp) for s in walked.steps] == [(2, 0), (1, 0), (2, 1), (2, 1)]
    assert walked.last_floor == 4
    assert vps(walked) == [2, 1, 3, 3]
    assert (walked.change, walked.total, walked.retreat_vp) == (9, 12, 0)


@rule("AM-098")
def test_am_098_small_icons_count_in_round_3_alone():
    dungeon = ["goblin_gang", "lich", "treasure_lair", "nightmare", "giant_spider"]
    party = {"knight": 0, "wizard": 0, "fighter": 0, "priestess": 0, "the_boy": 0}
    for number in (1, 2):
        early = explored(dungeon, party, 5, round=number)
        assert strengths(early) == [(5, 6, 3), (5, 5, 2), (5, 5, 2), (5, 4, 2), (4, 4, 2)]
        assert vps(early) == [2, 4, 3, 3, 3]
    late = explored(dungeon, party, 5, round=3)
    assert strengths(late) == [(4, 6, 3), (4, 4, 2), (4, 4, 2), (4, 2, 2), (3, 1, 2)]
    assert vps(late) == [4, 6, 3, 5, 6]


@rule("AM-098")
def test_am_098_the_view_tells_when_the_icons_count():
    assert [laid(round=number).view().bonus_round for number in (1, 2, 3)] == [False, False, True]
