"""Who leaves a session or is removed from it, and what waits or goes on without them: ZQ-020, ZQ-R07, ZQ-R09, ZQ-R42."""

from __future__ import annotations

import pytest

from tests.games.zone_quest.table import (
    BEAR,
    CHIEF,
    RAT,
    SCOUT,
    STRONG,
    ZONE_QUEST,
    fresh,
    joins,
    midway,
)


@pytest.mark.rule("ZQ-R09", "ZQ-020")
def test_who_is_in_town_may_leave_whenever_nothing_of_theirs_is_begun():
    table = midway(4, top={1: [BEAR]})
    assert ZONE_QUEST.legal(table.state, 2).items[-1].type == "leave_session"
    assert 2 not in table.state.awaiting
    told = table.acts(2, "leave_session")
    assert told.kinds == ["player_left", "progress_saved"]
    left = told.the("player_left")
    assert (left.seat, left.player_id, left.reason) == (2, "cy", "left")
    table.meets(1, 1)
    assert table.acts(3, "leave_session").kinds == ["player_left", "progress_saved"]
    assert table.state.awaiting == (0, 1)


@pytest.mark.rule("ZQ-R09", "ZQ-R04")
def test_a_turn_that_was_not_begun_passes_on_uncounted():
    table = midway(2)
    told = table.acts(0, "leave_session")
    assert told.kinds == ["player_left", "turn_started", "progress_saved"]
    assert (table.state.active_seat, table.state.turns) == (1, 0)
    assert told.the("progress_saved").turns == 0


@pytest.mark.rule("ZQ-R09")
def test_leaving_declines_an_invitation_that_is_not_answered():
    table = midway(3, top={1: [RAT]})
    table.explores(0, 1, 1, 2)
    told = table.acts(1, "leave_session")
    assert told.kinds[:2] == ["invitation_answered", "player_left"]
    assert not told.the("invitation_answered").accept
    assert table.view().group_up.answers == {1: False, 2: None}
    told = table.acts(2, "leave_session")
    assert told.kinds[:3] == ["invitation_answered", "player_left", "encounter_started"]
    assert table.state.turns == 1


@pytest.mark.rule("ZQ-R09")
def test_who_declined_leaves_without_another_answer():
    table = midway(3)
    table.explores(0, 1, 1, 2)
    table.acts(1, "answer_invitation", accept=False)
    assert table.acts(1, "leave_session").kinds == ["player_left", "progress_saved"]


@pytest.mark.rule("ZQ-R09")
def test_what_is_begun_has_to_be_finished():
    table = midway(3, top={1: [RAT]})
    table.acts(0, "search_market")
    table.refuses("ZQ-R09", "must_stay", 0, "leave_session")
    table.acts(1, "leave_session")
    table.acts(0, "buy_items", buy=[], keep={})
    table.explores(2, 1, 0)
    table.refuses("ZQ-R09", "must_stay", 2, "leave_session")
    table = midway(3)
    table.explores(0, 1, 1, 2)
    table.acts(1, "answer_invitation", accept=True)
    table.refuses("ZQ-R09", "must_stay", 1, "leave_session")
    fresh(1).refuses("ZQ-R09", "wrong_phase", 0, "leave_session")


@pytest.mark.rule("ZQ-R49", "ZQ-R13", "ZQ-R35")
def test_cards_and_items_of_a_departing_player_go_back():
    table = midway([{"place": 1, "held": [SCOUT, RAT], "items": ["quiver", "buckler"]}, {}])
    assert len(table.state.market) == 34
    told = table.tells("remove_player", seat=0)
    back = [(one.deck, one.seat, one.cards, one.reason) for one in told.all("cards_returned")]
    assert back == [
        ("zone_1", 0, (RAT, SCOUT), "left"),
        ("market", 0, ("buckler", "quiver"), "left"),
    ]
    assert [one.deck for one in told.all("deck_shuffled")] == ["zone_1", "market"]
    assert len(table.state.market) == 36
    assert told.kinds[-2:] == ["turn_started", "progress_saved"]


@pytest.mark.rule("ZQ-R07", "ZQ-R42")
def test_an_absent_player_is_removed_before_their_turn_and_nothing_waits():
    table = midway([{"place": 1}, {}])
    told = table.tells("remove_player", seat=0)
    assert told.kinds == ["player_left", "turn_started", "progress_saved"]
    assert told.the("player_left").reason == "removed"
    assert (table.state.active_seat, table.state.turns) == (1, 0)


@pytest.mark.rule("ZQ-R42")
def test_a_search_of_a_removed_player_buys_nothing():
    table = midway([{"gold": 50, "items": ["fur_cape"]}, {}], market=["rune_blade", "quiver"])
    table.acts(0, "search_market")
    told = table.tells("remove_player", seat=0)
    (back,) = told.all("cards_returned")
    assert set(back.cards) >= {"rune_blade", "quiver", "fur_cape"}
    assert back.reason == "left"
    assert len(table.state.market) == 36
    assert table.view().market.drawn is None
    (saved,) = told.the("progress_saved").records
    assert (saved.gold, saved.items["back"]) == (50, "fur_cape")
    assert table.state.turns == 0


@pytest.mark.rule("ZQ-R42")
def test_an_exploration_of_a_removed_player_is_dropped_and_nobody_owes_for_it():
    table = midway(3)
    table.explores(0, 1, 1, 2)
    table.acts(1, "answer_invitation", accept=True)
    told = table.tells("remove_player", seat=0)
    assert told.kinds == [
        "exploration_cancelled",
        "player_left",
        "turn_started",
        "progress_saved",
    ]
    assert table.view().group_up is None
    assert not table.player(1).owes_pass
    assert table.player(1).place == 0
    assert (table.state.active_seat, table.state.turns) == (1, 0)


@pytest.mark.rule("ZQ-R42")
def test_an_acceptance_of_a_removed_player_is_void():
    table = midway(3, top={1: [BEAR]})
    table.explores(0, 1, 1, 2)
    table.acts(1, "answer_invitation", accept=True)
    told = table.tells("remove_player", seat=1)
    assert told.kinds == ["invitation_answered", "player_left", "progress_saved"]
    assert table.view().group_up.answers == {1: False, 2: None}
    told = table.acts(2, "answer_invitation", accept=False)
    assert told.the("encounter_started").participants == (0,)


@pytest.mark.rule("ZQ-R42", "ZQ-R21")
def test_choices_of_the_others_stay_when_a_participant_is_removed():
    table = midway([STRONG, {}, {}], top={1: [CHIEF]})
    table.meets(1, 1, 2)
    table.choose({0: "attack", 2: "teleport"})
    told = table.tells("remove_player", seat=1)
    assert told.kinds[:5] == [
        "player_left",
        "player_teleported",
        "players_attacked",
        "enemy_attacked",
        "progress_saved",
    ]
    assert not told.the("player_left").votes_cleared
    table = midway([STRONG, {}, {}], top={1: [CHIEF]})
    table.meets(1, 1, 2)
    table.choose({0: "attack", 1: "teleport"})
    table.tells("remove_player", seat=1)
    assert table.view().encounter.choices == {0: "attack"}
    assert table.state.awaiting == (2,)


@pytest.mark.rule("ZQ-R42", "ZQ-R22")
def test_votes_are_cast_again_when_a_participant_is_removed():
    table = midway(3, top={1: [BEAR]})
    table.meets(1, 1, 2)
    table.acts(0, "vote_target", seat=1)
    asked = ZONE_QUEST.question(table.state, 0)
    told = table.tells("remove_player", seat=1)
    assert told.the("player_left").votes_cleared
    assert told.the("player_left").owes_pass
    assert table.view().encounter.votes == {}
    assert table.view().encounter.damage == 15
    assert table.state.awaiting == (0, 2)
    assert ZONE_QUEST.question(table.state, 0) != asked
    told = table.tells("remove_player", seat=2)
    assert told.the("player_left").votes_cleared
    assert told.kinds[:3] == ["player_left", "enemy_attacked", "players_attacked"]
    assert told.all("enemy_attacked")[0].seat == 0


@pytest.mark.rule("ZQ-R42", "ZQ-R28")
def test_a_fight_without_participants_is_lost_and_its_turn_counts():
    table = midway([{"place": 1, "held": [RAT]}, {}], top={1: [CHIEF]})
    table.explores(0, 1)
    told = table.tells("remove_player", seat=0)
    assert told.kinds == [
        "player_left",
        "encounter_ended",
        "cards_returned",
        "cards_returned",
        "deck_shuffled",
        "turn_ended",
        "turn_started",
        "progress_saved",
    ]
    assert told.the("encounter_ended").outcome == "lost"
    back = [(one.seat, one.cards, one.reason) for one in told.all("cards_returned")]
    assert back == [(0, (RAT,), "left"), (None, (CHIEF,), "lost")]
    saved = told.the("progress_saved")
    assert (saved.turns, saved.released) == (1, ("ada",))
    assert saved.records[0].stats.turns == 0


@pytest.mark.rule("ZQ-R51", "ZQ-R41")
def test_an_explorer_who_has_gone_keeps_the_seat_closed_while_others_fight_on():
    table = midway(3, top={1: [CHIEF]})
    table.meets(1, 1)
    table.choose({0: "teleport", 1: "attack"})
    told = table.acts(0, "leave_session")
    assert told.kinds == ["player_left", "progress_saved"]
    assert table.state.active_seat == 0
    assert table.state.turns == 0
    assert joins(table).the("player_joined").seat == 3
    told = table.choose({1: "teleport"})
    assert told.the("encounter_ended").outcome == "fled"
    assert [one.seat for one in told.all("turn_ended")] == [0, 1]
    assert table.state.active_seat == 2
    assert joins(table, "fay", 3).the("player_joined").seat == 0
