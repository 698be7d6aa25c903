"""Who joins a session and who is the last to leave, what is heard of others, what is written back: ZQ-R40 to ZQ-R52."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.zone_quest.campaign.crossing import depart, seated
from tests.games.zone_quest.table import (
    BEAR,
    BOAR,
    CHIEF,
    DRAGON,
    HYDRA,
    LICH,
    RAT,
    SCOUT,
    STRONG,
    ZONE_QUEST,
    fresh,
    joins,
    midway,
    record,
)


@pytest.mark.rule("ZQ-R41", "ZQ-033")
def test_who_takes_a_seat_while_others_are_asked_is_not_asked():
    table = midway(3)
    table.explores(0, 1, 1, 2)
    table.acts(1, "leave_session")
    assert joins(table).the("player_joined").seat == 1
    table.refuses("ZQ-033", "not_asked", 1, "answer_invitation", accept=True)
    assert table.view().group_up.answers == {1: False, 2: None}


@pytest.mark.rule("ZQ-R41", "ZQ-R52")
def test_a_joining_player_takes_the_lowest_free_seat_in_town():
    table = midway(3)
    table.acts(1, "leave_session")
    told = joins(table, damage=4, gold=9, items=["quiver"], stats={"turns": 5})
    assert told.kinds == ["player_joined"]
    joined = told.the("player_joined")
    assert (joined.reservation, joined.seat, joined.player_id, joined.name) == (2, 1, "eve", "Eve")
    player = table.player(1)
    assert (player.damage, player.gold, player.power, player.place) == (4, 9, 7, 0)
    assert player.stats.turns == 5
    table.acts(0, "teleport")
    assert table.state.active_seat == 1
    told = table.acts(1, "teleport")
    assert [one.player_id for one in told.the("progress_saved").records] == ["eve"]


@pytest.mark.rule("ZQ-R52", "ZQ-R40")
def test_a_reservation_is_answered_exactly_once():
    table = midway(4)
    table.will_not_hear(
        "ZQ-R52", "answered", "seat_player", reservation=1, player_id="x", record=record("x")
    )
    told = joins(table)
    assert told.kinds == ["join_refused", "progress_saved"]
    saved = told.the("progress_saved")
    assert (saved.released, saved.records, saved.turns) == (("eve",), (), 0)
    table.acts(3, "leave_session")
    table.will_not_hear(
        "ZQ-R52", "answered", "seat_player", reservation=2, player_id="eve", record=record("eve")
    )
    assert joins(table, reservation=5).kinds == ["player_joined"]
    fresh(1).will_not_hear(
        "ZQ-R41", "wrong_phase", "seat_player", reservation=2, player_id="x", record=record("x")
    )


@pytest.mark.rule("ZQ-R41")
def test_who_joins_during_a_group_up_is_not_asked_in_it():
    table = midway(2, top={1: [BEAR]})
    table.explores(0, 1, 1)
    joins(table)
    assert table.state.awaiting == (1,)
    table.refuses("ZQ-033", "not_asked", 2, "answer_invitation", accept=True)
    table.acts(1, "answer_invitation", accept=True)
    assert table.view().encounter.participants == (0, 1)


@pytest.mark.rule("ZQ-R44")
def test_who_owes_a_pass_still_owes_it_when_they_come_back():
    table = midway([{}, {"owes": True}, {}])
    told = table.acts(1, "leave_session")
    assert told.the("player_left").owes_pass
    assert not joins(table, "eve", 2).the("player_joined").owes_pass
    told = joins(table, "bo", 3)
    assert told.the("player_joined").owes_pass
    assert told.the("player_joined").seat == 3
    table.acts(0, "teleport")
    table.acts(1, "teleport")
    assert table.acts(2, "teleport").the("turn_passed").seat == 3


@pytest.mark.rule("ZQ-R43")
def test_when_the_last_player_leaves_the_session_is_adjourned():
    table = midway([{"gold": 4, "items": ["quiver"]}], turn_limit=1)
    told = table.acts(0, "leave_session")
    assert told.kinds == ["player_left", "session_ended", "progress_saved"]
    result = told.the("session_ended").result
    assert (result.outcome, result.reason) == ("adjourned", "all_left")
    assert (result.ranking, result.winners, result.turns) == ((), (), 0)
    saved = told.the("progress_saved")
    assert (saved.final, saved.released) == (True, ("ada",))
    assert saved.records[0].gold == 4


@pytest.mark.rule("ZQ-R43", "ZQ-R13")
def test_the_last_player_leaves_a_running_encounter_as_lost_and_counted():
    table = midway([{"place": 1, "held": [RAT]}], top={1: [CHIEF]}, turn_limit=1)
    table.explores(0, 1)
    told = table.tells("remove_player", seat=0)
    assert told.kinds == [
        "player_left",
        "encounter_ended",
        "turn_ended",
        "session_ended",
        "progress_saved",
    ]
    assert told.the("session_ended").result.reason == "all_left"
    assert told.the("progress_saved").turns == 1


@pytest.mark.rule("ZQ-R49")
def test_the_market_holds_what_seated_players_do_not_wear():
    table = fresh([{"items": ["rune_blade"]}, {"items": ["rune_blade", "quiver"]}])
    table.keeps()
    market = Counter(table.state.market)
    assert (market["rune_blade"], market["quiver"]) == (0, 1)
    table.acts(1, "leave_session")
    market = Counter(table.state.market)
    assert (market["rune_blade"], market["quiver"]) == (0, 2)
    told = joins(table, items=["quiver", "great_sword"])
    assert told.the("player_joined").market_removed == ("great_sword", "quiver")
    market = Counter(table.state.market)
    assert (market["great_sword"], market["quiver"]) == (0, 1)


@pytest.mark.rule("ZQ-R49")
def test_a_copy_in_an_open_search_stays_there_and_is_put_aside_afterwards():
    table = midway([{"gold": 9}], market=["great_sword", "quiver", "buckler"])
    table.acts(0, "search_market")
    told = joins(table, items=["great_sword"])
    assert told.the("player_joined").market_removed == ()
    assert table.view().market.drawn == ("great_sword", "quiver", "buckler")
    told = table.acts(0, "buy_items", buy=[], keep={})
    assert told.the("cards_returned").cards == ("buckler", "quiver")
    assert "great_sword" not in table.state.market
    assert len(table.state.market) == 35


@pytest.mark.rule("ZQ-R49")
def test_what_lies_in_an_open_search_counts_when_a_copy_would_come_back():
    table = midway(1, market=["great_sword", "quiver", "buckler"])
    table.acts(0, "search_market")
    joins(table, items=["great_sword", "fur_cape"])
    told = table.acts(1, "leave_session")
    assert told.the("cards_returned").cards == ("fur_cape",)
    table.acts(0, "buy_items", buy=[], keep={})
    assert Counter(table.state.market)["great_sword"] == 1
    assert len(table.state.market) == 36


@pytest.mark.rule("ZQ-R49")
def test_the_copy_nearest_the_top_is_taken_out():
    table = midway(1, market=["quiver", "buckler", "quiver"])
    joins(table, items=["quiver"])
    assert table.state.market[:2] == ("buckler", "quiver")


def news(*bosses, turns=50):
    return {"bosses": bosses, "campaign_turns": turns}


@pytest.mark.rule("ZQ-R45", "ZQ-R47")
def test_news_of_a_boss_open_the_next_zone_before_a_turn_is_begun():
    table = midway([{"gold": 2}, {}], turns=30, top={1: [BOAR, CHIEF, RAT]}, counted=4)
    asked = ZONE_QUEST.question(table.state, 0)
    deck = [card for card in table.state.decks[0] if card != CHIEF]
    told = table.tells("sync_campaign", **news(CHIEF))
    assert told.kinds == ["campaign_synced"]
    assert list(table.state.decks[0]) == deck
    assert table.state.is_open(2)
    assert table.view().campaign.turns == 54
    assert table.player(0).gold == 2
    assert ZONE_QUEST.question(table.state, 0) == asked
    table.will_not_hear("ZQ-R45", "known", "sync_campaign", **news(CHIEF))
    told = table.acts(0, "teleport")
    assert told.the("progress_saved").bosses == ()


@pytest.mark.rule("ZQ-R45")
def test_news_wait_while_a_turn_is_begun():
    table = midway(2, top={1: [CHIEF]})
    table.acts(0, "search_market")
    table.will_not_hear("ZQ-R45", "wrong_phase", "sync_campaign", **news(CHIEF))
    table.acts(0, "buy_items", buy=[], keep={})
    table.meets(1, 0, seat=1)
    table.will_not_hear("ZQ-R45", "wrong_phase", "sync_campaign", **news(CHIEF))
    assert table.view().encounter.enemy == CHIEF


@pytest.mark.rule("ZQ-R45", "ZQ-R34")
def test_a_deck_that_news_empty_is_exhausted():
    players = [{"place": 1, "held": [RAT, BEAR]}, {"place": 1, "held": [SCOUT]}]
    table = midway(players, only={1: [CHIEF]})
    told = table.tells("sync_campaign", **news(CHIEF))
    assert told.kinds == ["campaign_synced", "cards_returned", "cards_returned", "deck_shuffled"]
    assert [one.reason for one in told.all("cards_returned")] == ["exhausted", "exhausted"]
    assert Counter(table.state.decks[0]) == Counter([RAT, BEAR, SCOUT])


@pytest.mark.rule("ZQ-R45", "ZQ-R48", "ZQ-052")
def test_news_of_the_victory_end_the_session_as_won():
    table = midway([{"gold": 3}, {}], bosses=[CHIEF], counted=7, turns=90, turn_limit=8)
    told = table.tells("sync_campaign", **news(HYDRA, LICH, DRAGON, turns=123))
    assert told.kinds == ["campaign_synced", "session_ended", "progress_saved"]
    assert told.the("campaign_synced").bosses == (HYDRA, LICH, DRAGON)
    result = told.the("session_ended").result
    assert (result.outcome, result.reason) == ("won", "campaign_won")
    assert (result.turns, result.campaign_turns) == (7, 123)
    assert result.winners == (0, 1)
    saved = told.the("progress_saved")
    assert (saved.final, saved.bosses, saved.turns) == (True, (), 0)
    assert table.view().campaign.turns == 123
    table.will_not_hear("ZQ-R45", "wrong_phase", "sync_campaign", **news(CHIEF))


@pytest.mark.rule("ZQ-R40")
def test_an_entry_collects_all_that_a_command_has_brought_about():
    table = midway([STRONG, {}, {"owes": True}], top={1: [CHIEF]})
    assert "progress_saved" not in table.meets(1, 1).kinds
    told = table.attack()
    while table.state.encounter is not None:
        told = table.attack()
    saved = told.the("progress_saved")
    assert told.kinds[-1] == "progress_saved"
    assert (saved.entry_no, saved.turns, saved.bosses) == (1, 3, (CHIEF,))
    assert [one.player_id for one in saved.records] == ["ada", "bo", "cy"]
    assert (saved.released, saved.final) == ((), False)
    saved = table.acts(0, "teleport").the("progress_saved")
    assert saved.entry_no == 2
    assert saved.turns == 1
    assert [one.player_id for one in saved.records] == ["ada"]


@pytest.mark.rule("ZQ-R42")
@pytest.mark.parametrize("seat", [-1, 1, 4])
def test_only_who_sits_there_can_be_removed(seat):
    midway(1).will_not_hear("ZQ-R42", "empty_seat", "remove_player", seat=seat)
    fresh(1).will_not_hear("ZQ-R42", "wrong_phase", "remove_player", seat=0)


@pytest.mark.rule("ZQ-020", "ZQ-R42")
def test_giving_up_a_seat_is_leaving_where_that_is_allowed_and_else_removal():
    table = midway([{"place": 1}, {}, {}])
    reasons = [
        table.happens(lambda play, seat=seat: depart(play, seat)).the("player_left").reason
        for seat in (0, 1)
    ]
    assert reasons == ["removed", "left"]
    assert [one and one.player for one in seated(table.state)] == [None, None, "cy", None]
