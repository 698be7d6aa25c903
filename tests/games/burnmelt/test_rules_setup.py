"""Components, set-up, deal and Centre cards: BM-001 to BM-017 and their rulings."""

from __future__ import annotations

import pytest

from domain.games.burnmelt.events import (
    CentreCardChosen,
    CentreRevealed,
    HandDealt,
    RoundStarted,
    TurnStarted,
)
from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import SPECTATOR, redact
from tests.games.burnmelt.table import BURNMELT, TYPES, K, M, P, T, dealt, fresh
from tests.games.table import names, of_type

rule = pytest.mark.rule


@rule("BM-001")
@pytest.mark.parametrize("players", [0, 1, 2, 6, 7])
def test_bm_001_refuses_other_numbers_of_players(players):
    with pytest.raises(RuleViolation) as refusal:
        fresh(players)
    assert refusal.value.rule == "BM-001"


@rule("BM-001")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_bm_001_plays_with_three_to_five(players):
    assert len(fresh(players).state.seats) == players


@rule("BM-002")
def test_bm_002_four_types_one_piece_each_and_equal_cards():
    table = dealt(3)
    assert tuple(table.view().pieces) == TYPES
    pile = BURNMELT.pile(BURNMELT.edition, 3, BURNMELT.options(), "adventurer_cards")
    assert {name: pile.count(name) for name in TYPES} == dict.fromkeys(TYPES, 12)


@rule("BM-002")
def test_bm_002_refuses_a_type_that_does_not_exist():
    table = dealt(3)
    table.refuses("BM-002", "unknown_type", 0, "choose_centre_card", adventurer="dragon")


@pytest.mark.parametrize(
    ("players", "per_type", "hand", "left"),
    [
        pytest.param(3, 12, 16, 0, marks=rule("BM-003")),
        pytest.param(4, 15, 15, 0, marks=rule("BM-004")),
        pytest.param(5, 18, 14, 2, marks=rule("BM-005")),
    ],
)
@rule("BM-013")
def test_bm_003_to_005_and_013_cards_in_use_are_dealt_equally(players, per_type, hand, left):
    table = fresh(players)
    events = table.keeps()
    hands = of_type(events, HandDealt)
    assert [(one.seat, one.count) for one in hands] == [(seat, hand) for seat in range(players)]
    assert all(sum(one.cards.values()) == hand for one in hands)
    (started,) = of_type(events, RoundStarted)
    total = [sum(one.cards.get(t, 0) for one in hands) + started.set_aside.get(t, 0) for t in TYPES]
    assert total == [per_type] * 4
    assert (started.hand_size, started.set_aside_count) == (hand, left)


@rule("BM-006")
def test_bm_006_pieces_begin_on_the_dragons_space():
    assert [piece.distance for piece in dealt(4).view().pieces.values()] == [0, 0, 0, 0]


@rule("BM-007")
@pytest.mark.parametrize(
    ("players", "steps"),
    [(3, (1, 3, 6, 10, 15, 21)), (4, (1, 3, 6, 10, 15, 21)), (5, (1, 2, 4, 7, 11, 16))],
)
def test_bm_007_step_table_goes_by_the_number_of_players(players, steps):
    assert fresh(players).view().step_table == steps


@rule("BM-008")
@pytest.mark.parametrize(
    ("players", "stack"), [(3, (200, 100)), (4, (300, 200, 100)), (5, (400, 300, 200, 100))]
)
def test_bm_008_bonus_stack_is_the_lowest_cards_one_fewer_than_players(players, stack):
    assert dealt(players).state.bonus_stack == stack


@rule("BM-009")
def test_bm_009_round_1_uses_the_first_side():
    view = dealt(3).view()
    assert (view.round, view.ranking_side, view.ranking_values) == (1, "1R", (150, 100, 50, 0))


@rule("BM-010")
@rule("BM-R15")
def test_bm_010_r15_the_starting_player_is_rolled():
    assert fresh(5, {"starting_player": [[3]]}).state.starting_seat == 3


@rule("BM-R15")
def test_bm_r15_or_named_by_the_option_without_a_roll():
    assert fresh(5, {"starting_player": [[3]]}, starting_seat=1).state.starting_seat == 1
    for seat in (-1, 5):
        with pytest.raises(RuleViolation) as refusal:
            fresh(5, starting_seat=seat)
        assert refusal.value.rule == "BM-R15"


@rule("BM-011")
def test_bm_011_two_rounds_unless_agreed():
    assert fresh(3).state.rounds == 2


@rule("BM-012")
def test_bm_012_one_round_if_agreed_and_allowed():
    assert fresh(3, rounds=1).state.rounds == 1
    edition = BURNMELT.edition
    only_two = type(edition)(
        **{f: getattr(edition, f) for f in edition.__struct_fields__ if f != "rounds"},
        rounds=type(edition.rounds)(allowed=(2,), default=2),
    )
    with pytest.raises(RuleViolation) as refusal:
        fresh(3, edition=only_two, rounds=1)
    assert refusal.value.rule == "BM-012"


@rule("BM-014")
@rule("BM-R14")
def test_bm_014_r14_two_cards_are_set_aside_unseen_with_five_players():
    table = fresh(5)
    (started,) = of_type(table.keeps(), RoundStarted)
    assert sum(started.set_aside.values()) == 2
    for viewer in (SPECTATOR, 0, 1, 2, 3, 4):
        assert redact(started, viewer)["set_aside"] is None
        assert redact(started, viewer)["set_aside_count"] == 2
    assert table.view().set_aside_count == 2


@rule("BM-015")
def test_bm_015_a_hand_is_seen_by_its_owner_only():
    table = dealt(4)
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        hands = [seat.hand is not None for seat in table.view(viewer).seats]
        assert hands == [seat == viewer for seat in range(4)]
        assert [seat.hand_count for seat in table.view(viewer).seats] == [15] * 4


@rule("BM-R22")
def test_bm_r22_the_pile_is_dealt_in_blocks_seat_0_first():
    deck = [*[K] * 12, *[M] * 4, *[M] * 8, *[T] * 8, *[T] * 4, *[P] * 12]
    table = dealt(3, deck)
    assert [table.view(seat).seats[seat].hand for seat in range(3)] == [
        {K: 12, M: 4},
        {M: 8, T: 8},
        {T: 4, P: 12},
    ]


@rule("BM-016")
@rule("BM-R23")
def test_bm_016_r23_choices_are_secret_simultaneous_and_final():
    table = dealt(4)
    assert table.state.awaiting == (0, 1, 2, 3)
    held = next(iter(table.view(2).seats[2].hand))
    (chosen,) = table.acts(2, "choose_centre_card", adventurer=held)
    assert redact(chosen, 2)["adventurer"] == held
    assert redact(chosen, 1)["adventurer"] is None
    assert redact(chosen, SPECTATOR)["adventurer"] is None
    assert table.view(2).seats[2].centre_card == held
    assert table.view(1).seats[2].centre_card is None
    assert table.view(1).seats[2].centre_chosen
    assert table.state.awaiting == (0, 1, 3)
    table.refuses("BM-R23", "already_chosen", 2, "choose_centre_card", adventurer=held)


@rule("BM-016")
def test_bm_016_only_a_card_that_is_held_can_be_chosen():
    table = dealt(3, [K] * 12 + [M] * 4)
    table.refuses("BM-016", "not_held", 0, "choose_centre_card", adventurer=T)


@rule("BM-016")
def test_bm_016_centre_cards_are_chosen_before_the_first_turn_only():
    table = _revealed()
    table.refuses("BM-016", "wrong_phase", 0, "choose_centre_card", adventurer=K)


@rule("BM-017")
@rule("BM-018")
@rule("BM-R23")
def test_bm_017_the_last_choice_turns_all_up_and_begins_the_first_turn():
    table = dealt(4, starting_seat=3)
    for seat in range(3):
        table.acts(seat, "choose_centre_card", adventurer=_first(table, seat))
        assert table.centre == {}
    events = table.acts(3, "choose_centre_card", adventurer=_first(table, 3))
    assert names(events) == ["centre_card_chosen", "centre_revealed", "turn_started"]
    assert isinstance(events[0], CentreCardChosen)
    assert isinstance(events[1], CentreRevealed)
    assert isinstance(events[2], TurnStarted)
    assert events[2].seat == 3
    assert sum(table.centre.values()) == 4
    assert table.view().centre_cards == events[1].cards
    assert [piece.distance for piece in table.view().pieces.values()] == [0] * 4
    assert table.view().played == {}
    assert [seat.reward_count for seat in table.view().seats] == [0] * 4


def _first(table, seat):
    return next(iter(table.view(seat).seats[seat].hand))


def _revealed():
    table = dealt(4)
    for seat in range(4):
        table.acts(seat, "choose_centre_card", adventurer=_first(table, seat))
    return table
