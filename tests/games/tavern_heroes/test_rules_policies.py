"""Policies in play, passing, and the end of the game: TH-121 to TH-135."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    FinalPolicyChosen,
    GameFinished,
    PoliciesRevealed,
    PolicyBonusGained,
    PolicyScored,
    RoundPrepared,
    SeatPassed,
)
from domain.games.tavern_heroes.rules.turns import constant
from domain.games.tavern_heroes.state import FinalChoice
from domain.kernel.secrecy import SPECTATOR, redact
from tests.games.table import names, of_type
from tests.games.tavern_heroes.table import (
    EDITION,
    POLICY,
    TAVERN,
    UR,
    begun,
    in_round,
    midway,
    only,
    with_policies,
)

LAND = ["small_wood", "stony_field", "old_pit", "river_bank", "elder_forest"]


def scoring(*seats, last, current=None):
    """A game to be scored; `last` are the numbers taken from the final pile, `current` those of two seats."""
    players = len(seats)
    current = current or [number for number in (1, 2, 3, 6, 8, 9) if number not in last][:players]
    told = [{"passed": True, "cubes": 0, **seat} for seat in seats]
    table = in_round(midway(*told, policies=sorted(current), last=players - 1), 4)
    numbers = [*last, *(n for n in POLICY if n not in last and n not in current)]
    with_policies(table, final_pile_start=numbers[:6])
    own = sorted(current)
    table.state = replace(
        table.state,
        final_choices=tuple(
            FinalChoice(
                seat=seat,
                policy=POLICY[number],
                returned=None if players == 2 else POLICY[own[seat]],
            )
            for seat, number in enumerate(last)
        ),
        seats=tuple(
            seat if players == 2 else replace(seat, policy=None) for seat in table.state.seats
        ),
    )
    assert table.state.phase == "scoring"
    return table


def met(number, seat):
    """Which of two seats score a Policy: one that has what is told, and one that has nothing."""
    others = [n for n in (1, 2, 3, 7) if n != number][:3]
    table = scoring(seat, {}, last=(number, others[0]), current=others[1:])
    scored = {one.policy: one for one in of_type(table.keeps(), PolicyScored)}
    assert scored[POLICY[number]].renown == 10
    return scored[POLICY[number]].seats


@pytest.mark.rule("TH-121")
@pytest.mark.parametrize(
    ("number", "renown", "deed"),
    [(8, 4, "recruit"), (9, 5, "build"), (10, 4, "expand"), (11, 4, "subjugate")],
)
def test_a_policy_gives_its_bonus_for_its_deed_last_of_all(number, renown, deed):
    seat = {"funds": 9, "cubes": 4, "territories": ["elder_forest"], "renown": 0}
    others = [n for n in (8, 9, 10, 11) if n != number]
    for own in (number, *others):
        table = midway(
            seat,
            policies=(own, 12),
            monster_row=["goblin"],
            city_row=["academic_city#1"],
            talent_row=["dancer"],
        )
        events = doing(table, deed)
        if own == number:
            bonus = events[-1]
            assert isinstance(bonus, PolicyBonusGained)
            assert (bonus.policy, bonus.renown) == (POLICY[number], renown)
            assert names(events)[-2] in ("row_refilled", "territory_gained")
        else:
            assert of_type(events, PolicyBonusGained) == []


def doing(table, deed):
    if deed == "recruit":
        return table.does("recruit", talent="dancer")
    if deed == "build":
        fields = {"territory": 0, "resource_cards": [], "universal": {}}
        return table.does("build", city="academic_city#1", **fields)
    if deed == "expand":
        return table.does("expand", deck="guided")
    return table.subjugates("goblin", combat=3)


@pytest.mark.rule("TH-121")
def test_the_bonus_is_gained_by_privilege_too():
    table = midway({"funds": 9, "renown": 5}, policies=(10, 12))
    events = table.does("privilege", effect={"kind": "expand", "deck": "guided"})
    assert only(events, PolicyBonusGained).renown == 4


@pytest.mark.rule("TH-122", "TH-017")
def test_a_policy_is_in_force_from_its_preparation_until_the_pass():
    table = begun((8, 9))
    assert constant(table.state, table.seat(), "recruit") == 4
    with_policies(table, policy_field=(10, 3))
    table.acts(0, "pass", policy=POLICY[10])
    assert (table.seat().policy, table.seat().next_policy) == (None, POLICY[10])
    assert constant(table.state, table.seat(), "recruit") == 0
    table.passes(1)
    table.begins_round()
    assert (table.seat().policy, table.seat().next_policy) == (POLICY[10], None)
    table.state = replace(
        table.state, last_actor=1, seats=(replace(table.seat(), funds=9), table.seat(1))
    )
    assert only(table.does("expand", deck="guided"), PolicyBonusGained).policy == POLICY[10]


@pytest.mark.rule("TH-123")
def test_who_has_passed_takes_no_more_turns_in_the_round():
    table = midway({"cubes": 2}, {"cubes": 2, "funds": 9})
    table.passes(0)
    for _ in range(2):
        table.does("market_information", 1)
        assert table.state.pending == ((1, "turn"),)
        effect = {"kind": "market_information"}
        table.refuses("TH-028", "not_your_decision", 0, "place_cube", effect=effect)


@pytest.mark.rule("TH-124")
def test_a_pass_exchanges_the_policy_with_one_of_the_field():
    table = with_policies(begun((8, 9)), policy_field=(3, 4))
    (passed,) = table.acts(0, "pass", policy=POLICY[4])
    assert isinstance(passed, SeatPassed)
    assert (passed.policy_taken, passed.policy_returned) == (POLICY[4], POLICY[8])
    assert table.state.policy_field == (POLICY[3], POLICY[8])
    table.refuses("TH-124", "bad_selection", 1, "pass")
    table.refuses("TH-124", "unknown_card", 1, "pass", policy=POLICY[9])
    table.acts(1, "pass", policy=POLICY[8])
    prepared = only(table.keeps(), RoundPrepared)
    assert prepared.policies == {"0": POLICY[4], "1": POLICY[8]}


@pytest.mark.rule("TH-R04")
def test_what_is_taken_from_the_field_is_seen_by_all():
    table = with_policies(begun((8, 9)), policy_field=(3, 4))
    (passed,) = table.acts(0, "pass", policy=POLICY[4])
    assert redact(passed, SPECTATOR)["policy_taken"] == POLICY[4]
    assert table.view(1).seats[0].next_policy == POLICY[4]


def last_round(numbers=(1, 2, 3), pile=(4, 5, 6, 7, 8, 9)):
    table = in_round(midway(policies=numbers), 4)
    return with_policies(table, final_pile_start=pile)


@pytest.mark.rule("TH-125", "TH-R04", "TH-R05")
def test_in_round_four_a_policy_is_taken_secretly_and_the_own_one_returned():
    table = last_round()
    table.refuses("TH-125", "bad_selection", 0, "pass", policy=POLICY[4])
    (passed,) = table.acts(0, "pass")
    assert (passed.policy_taken, passed.policy_returned) == (None, None)
    table.refuses("TH-125", "unknown_card", 0, "choose_final_policy", policy=POLICY[1])
    (event,) = table.acts(0, "choose_final_policy", policy=POLICY[6])
    assert isinstance(event, FinalPolicyChosen)
    assert event.policy_returned == POLICY[1]
    assert redact(event, 0)["policy"] == POLICY[6]
    assert redact(event, 1)["policy"] is None
    assert table.state.final_pile == tuple(POLICY[n] for n in (4, 5, 1, 7, 8, 9))


@pytest.mark.rule("TH-125", "TH-R05")
def test_a_later_seat_may_take_what_an_earlier_one_returned():
    table = last_round()
    table.acts(0, "pass")
    table.acts(0, "choose_final_policy", policy=POLICY[6])
    table.acts(1, "pass")
    assert table.view(1).final_pile == tuple(POLICY[n] for n in (4, 5, 1, 7, 8, 9))
    table.refuses("TH-125", "unknown_card", 1, "choose_final_policy", policy=POLICY[6])
    table.acts(1, "choose_final_policy", policy=POLICY[1])
    assert table.state.final_pile == tuple(POLICY[n] for n in (4, 5, 2, 7, 8, 9))


@pytest.mark.rule("TH-R05")
def test_the_final_pile_is_seen_until_the_first_choice_and_then_by_who_has_to_choose():
    table = last_round()
    pile = table.state.final_pile
    assert {table.view(viewer).final_pile for viewer in (SPECTATOR, 0, 1, 2)} == {pile}
    table.passes(0)
    assert [table.view(viewer).final_pile for viewer in (SPECTATOR, 0, 1, 2)] == [None] * 4
    assert table.view(SPECTATOR).final_pile_start == pile
    table.acts(1, "pass")
    shown = [table.view(viewer).final_pile for viewer in (SPECTATOR, 0, 1, 2)]
    assert shown == [None, None, table.state.final_pile, None]


@pytest.mark.rule("TH-126", "TH-R05")
def test_of_two_seats_each_keeps_its_current_policy():
    table = last_round((1, 2))
    table.acts(0, "pass")
    (event,) = table.acts(0, "choose_final_policy", policy=POLICY[6])
    assert event.policy_returned is None
    assert table.seat().policy == POLICY[1]
    table.acts(1, "pass")
    assert table.state.final_pile == tuple(POLICY[n] for n in (4, 5, 7, 8, 9))


@pytest.mark.rule("TH-127", "TH-R24")
def test_the_cube_on_policy_5_returns_at_the_pass_in_every_round():
    table = midway({"policy_cube": True, "cubes": 0}, policies=(5, 9))
    supply = table.state.supply
    (passed,) = table.passes(0)
    assert passed.policy_cube_removed
    assert (table.seat().policy_cube, table.seat().cubes) == (False, 0)
    assert table.state.supply == supply + 1
    (passed,) = table.passes(1)
    assert not passed.policy_cube_removed


@pytest.mark.rule("TH-128")
def test_the_final_choice_is_made_before_the_next_turn():
    table = last_round()
    table.acts(0, "pass")
    assert table.state.pending == ((0, "final_policy"),)
    effect = {"kind": "market_information"}
    table.refuses("TH-028", "not_your_decision", 1, "place_cube", effect=effect)
    table.refuses("TH-028", "wrong_phase", 0, "place_cube", effect=effect)
    table.refuses("TH-128", "not_your_decision", 1, "choose_final_policy", policy=POLICY[4])
    table.acts(0, "choose_final_policy", policy=POLICY[4])
    assert table.state.pending == ((1, "turn"),)
    table.refuses("TH-128", "wrong_phase", 1, "choose_final_policy", policy=POLICY[5])


@pytest.mark.rule("TH-129")
def test_policies_are_revealed_and_scored_in_ascending_number_the_lowest_renown_last():
    table = scoring({}, {}, {}, last=(12, 7, 10))
    events = table.keeps()
    assert only(events, PoliciesRevealed).policies == {
        "0": (POLICY[12],),
        "1": (POLICY[7],),
        "2": (POLICY[10],),
    }
    scored = [one.policy for one in of_type(events, PolicyScored)]
    assert scored == [POLICY[10], POLICY[12], POLICY[7]]
    assert isinstance(events[-1], GameFinished)


@pytest.mark.rule("TH-130")
def test_every_seat_that_meets_a_policy_scores_it_whoever_holds_it():
    table = scoring({"funds": 5}, {"funds": 9}, {"funds": 4}, last=(2, 4, 5))
    scored = {one.policy: one.seats for one in of_type(table.keeps(), PolicyScored)}
    assert scored == {POLICY[2]: (0, 1), POLICY[4]: (), POLICY[5]: ()}
    assert [one.policies[POLICY[2]] for one in table.state.result.breakdown] == [10, 10, 0]


CONDITIONS = [
    (1, {"information": 3}, {"information": 2}),
    (2, {"funds": 5}, {"funds": 4}),
    (3, {UR: 2}, {UR: 1}),
    (4, {"resource_cards": ["lumber#1"]}, {}),
    (5, {"resource_cards": ["geode"]}, {"resource_cards": ["lumber#1"]}),
    (6, {"cubes": 2}, {"cubes": 1}),
    (
        8,
        {"talents": ["dancer", "thief", "bard", "ninja"]},
        {"talents": ["dancer", "thief", "bard"]},
    ),
    (
        9,
        {"territories": [f"{LAND[n]}+academic_city#{n + 1}" for n in range(3)]},
        {"territories": [f"{LAND[n]}+academic_city#{n + 1}" for n in range(2)] + LAND[2:]},
    ),
    (10, {"territories": LAND[:4]}, {"territories": LAND[:3]}),
    (11, {"territories": ["goblin", "orc"]}, {"territories": ["goblin", *LAND[:4]]}),
    (
        12,
        {"armament_cards": ["archers#1", "archers#2"], "armament_level": 2},
        {"armament_cards": ["archers#1"], "armament_level": 2},
    ),
]


@pytest.mark.rule("TH-131", "TH-R01")
@pytest.mark.parametrize(("number", "enough", "too_little"), CONDITIONS)
def test_the_condition_of_a_policy(number, enough, too_little):
    assert met(number, enough) == (0,)
    assert met(number, too_little) == ()


@pytest.mark.rule("TH-R01")
def test_the_policies_are_numbered_as_printed():
    assert [POLICY[number] for number in (4, 5, 7, 11, 12)] == [
        "resource_utilization",
        "vested_interests",
        "divine_blessing",
        "monster_subjugation",
        "armament_strengthening",
    ]
    assert sorted(POLICY) == list(range(1, 13))
    assert EDITION.policy[POLICY[12]].income.armament_level == 1


@pytest.mark.rule("TH-132")
@pytest.mark.parametrize(
    ("seat", "scored"),
    [
        ({"armament_cards": ["flame_mages#1"], "armament_level": 1}, (0,)),
        ({"armament_cards": ["archers#1"], "armament_level": 1}, ()),
        ({"resource_cards": ["spirit_wood"]}, (0,)),
    ],
)
def test_magic_stones_count_on_both_kinds_of_card(seat, scored):
    assert met(5, seat) == scored


@pytest.mark.rule("TH-133")
def test_covered_land_face_down_talents_and_monsters_count():
    covered = [f"{LAND[0]}+academic_city#1", LAND[1], "goblin", "orc"]
    assert met(10, {"territories": covered}) == (0,)
    assert met(8, {"talents": ["dancer:down", "thief", "bard:cube", "ninja"]}) == (0,)


@pytest.mark.rule("TH-134", "TH-R22")
def test_the_last_seat_gains_5_after_all_others_were_scored():
    """Seat 1 was last, but Policy 2 has carried it past seat 0."""
    table = scoring({"renown": 12}, {"renown": 10, "funds": 5}, last=(2, 7), current=(1, 3))
    scored = {one.policy: one for one in of_type(table.keeps(), PolicyScored)}
    assert (scored[POLICY[7]].seats, scored[POLICY[7]].renown) == ((0,), 5)
    assert [one.renown for one in table.state.result.ranking] == [20, 17]


@pytest.mark.rule("TH-134", "TH-R22")
@pytest.mark.parametrize(
    ("first", "second", "last", "lowest"),
    [
        ({"territories": [f"{LAND[0]}+academic_city#1"]}, {}, (7, 12), 1),
        ({}, {"territories": [f"{LAND[0]}+academic_city#1"]}, (7, 12), 0),
        ({}, {}, (7, 12), 1),
        ({}, {}, (12, 7), 0),
    ],
)
def test_who_is_last_among_those_with_the_lowest_renown(first, second, last, lowest):
    table = scoring(first, second, last=last, current=(1, 3))
    scored = {one.policy: one.seats for one in of_type(table.keeps(), PolicyScored)}
    assert scored[POLICY[7]] == (lowest,)


@pytest.mark.rule("TH-R22")
def test_a_seat_may_change_its_rank_by_these_5():
    table = scoring({"renown": 12}, {"renown": 10}, last=(7, 12), current=(1, 3))
    table.keeps()
    assert [(one.seat, one.renown) for one in table.state.result.ranking] == [(1, 15), (0, 12)]


@pytest.mark.rule("TH-135")
@pytest.mark.parametrize(
    ("first", "second", "last", "winner"),
    [
        ({"renown": 9}, {"renown": 8}, (4, 5), 0),
        ({"renown": 8}, {"renown": 9}, (4, 5), 1),
        ({}, {"territories": [f"{LAND[0]}+academic_city#1"]}, (4, 5), 1),
        ({}, {}, (4, 5), 0),
        ({}, {}, (5, 4), 1),
    ],
)
def test_the_winner_by_renown_then_cities_then_the_smaller_number(first, second, last, winner):
    table = scoring(first, second, last=last, current=(1, 3))
    table.keeps()
    result = table.state.result
    assert result.winners == (winner,)
    assert [one.place for one in result.ranking] == [1, 2]
    assert result.ranking[0].seat == winner


@pytest.mark.rule("TH-R23")
def test_of_two_seats_four_policies_are_scored_and_ties_look_at_the_one_taken():
    """The current Policy of seat 0 has the smallest number of all, but it does not count for the tie."""
    table = scoring({}, {}, last=(5, 4), current=(1, 3))
    events = table.keeps()
    scored = [one.policy for one in of_type(events, PolicyScored)]
    assert scored == [POLICY[number] for number in (1, 3, 4, 5)]
    assert table.state.result.winners == (1,)
    assert [one.last_policy for one in table.state.result.ranking] == [POLICY[4], POLICY[5]]


@pytest.mark.rule("TH-R29")
def test_no_policy_or_skill_increases_what_is_scored():
    """Policy 9 is still in force before a seat of two; scored Renown is what its card says."""
    seat = {"funds": 5, "talents": ["merchant", "thief", "knight"]}
    table = scoring(seat, {}, last=(2, 4), current=(8, 9))
    events = table.keeps()
    assert of_type(events, PolicyBonusGained) == []
    assert table.seat().renown == 10
    assert table.seat().funds == 5


@pytest.mark.rule("TH-135")
def test_the_result_tells_what_each_policy_brought():
    table = scoring({"renown": 7, "funds": 5}, {"renown": 3}, last=(2, 4), current=(1, 7))
    table.keeps()
    first, second = table.state.result.breakdown
    assert (first.before_scoring, first.total) == (7, 17)
    assert first.policies == {POLICY[1]: 0, POLICY[2]: 10, POLICY[4]: 0, POLICY[7]: 0}
    assert (second.before_scoring, second.total) == (3, 8)
    assert TAVERN.result(table.state) == table.state.result
