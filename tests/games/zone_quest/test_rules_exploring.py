"""Exploring a zone, alone or with others: ZQ-028 to ZQ-035."""

from __future__ import annotations

import pytest

from tests.games.zone_quest.table import (
    BEAR,
    BOAR,
    CHIEF,
    RAT,
    ZONE_QUEST,
    midway,
)


@pytest.mark.rule("ZQ-028")
def test_the_top_card_is_drawn_and_leads_to_an_encounter():
    for card, boss in ((RAT, False), (CHIEF, True)):
        table = midway(1, top={1: [card, BOAR]})
        told = table.explores(0, 1)
        started = told.the("encounter_started")
        assert (started.enemy, started.boss, started.zone) == (card, boss, 1)
        assert not started.exhausted
        assert table.state.decks[0][0] == BOAR


@pytest.mark.rule("ZQ-029", "ZQ-030", "ZQ-R36")
def test_a_zone_is_open_once_the_boss_before_it_is_defeated():
    assert [zone.accessible for zone in midway(1).view().zones] == [True, False, False, False]
    table = midway(1, bosses=[CHIEF])
    assert [zone.accessible for zone in table.view().zones] == [True, True, False, False]
    refusal = table.refuses("ZQ-030", "zone_closed", 0, "explore", zone=3, invite=[])
    assert "Hydra, the boss of zone 2" in refusal.detail
    offered = [one.fixed["zone"] for one in ZONE_QUEST.legal(table.state, 0).items if one.fixed]
    assert offered == [1, 2]


@pytest.mark.rule("ZQ-031")
def test_who_is_in_a_zone_explores_only_there():
    table = midway([{"place": 2}], bosses=[CHIEF])
    table.refuses("ZQ-031", "other_zone", 0, "explore", zone=1, invite=[])
    assert table.explores(0, 2).the("encounter_started").zone == 2


@pytest.mark.rule("ZQ-032")
def test_those_in_town_and_in_the_same_zone_can_be_asked():
    table = midway([{}, {"place": 1}, {"place": 2}, {}], bosses=[CHIEF])
    for invite, place in (([2], 0), ([1, 2], 1), ([0], 0), ([1, 1], 1), ([7], 0), ([-1], 0)):
        refusal = table.refuses("ZQ-032", "bad_invitation", 0, "explore", zone=1, invite=invite)
        assert refusal.pointer == f"/action/invite/{place}"
        assert "seat 1, seat 3" in refusal.detail
    told = table.explores(0, 1, 3, 1)
    assert told.kinds == ["exploration_declared"]
    assert told.the("exploration_declared").invited == (1, 3)
    assert table.state.awaiting == (1, 3)
    group = table.view().group_up
    assert (group.explorer, group.zone, group.answers) == (0, 1, {1: None, 3: None})


@pytest.mark.rule("ZQ-033", "ZQ-034", "ZQ-R16", "ZQ-R19")
def test_each_answers_once_and_the_last_answer_reveals_the_card():
    table = midway(3, top={1: [BEAR]})
    table.explores(0, 1, 1, 2)
    table.refuses("ZQ-017", "wrong_phase", 0, "teleport")
    told = table.acts(2, "answer_invitation", accept=False)
    assert told.kinds == ["invitation_answered"]
    table.refuses("ZQ-R16", "already_answered", 2, "answer_invitation", accept=True)
    assert table.view().group_up.answers == {1: None, 2: False}
    assert table.state.awaiting == (1,)
    told = table.acts(1, "answer_invitation", accept=True)
    assert told.kinds == ["invitation_answered", "encounter_started", "players_attacked"]
    assert told.the("encounter_started").participants == (0, 1)
    assert not table.player(2).owes_pass
    assert table.player(2).place == 0


@pytest.mark.rule("ZQ-R16")
@pytest.mark.parametrize("asked", [False, True])
def test_an_explorer_whom_nobody_follows_fights_alone(asked):
    table = midway(2, top={1: [RAT]})
    told = table.explores(0, 1, *([1] if asked else []))
    if asked:
        told = table.acts(1, "answer_invitation", accept=False)
    assert told.the("encounter_started").participants == (0,)
    assert told.the("encounter_ended").outcome == "won"
    assert table.state.active_seat == 1


@pytest.mark.rule("ZQ-R17", "ZQ-R35")
def test_all_participants_are_in_the_zone_and_stay_there():
    table = midway(2, top={1: [RAT]})
    table.meets(1, 1)
    table.all_vote(1)
    assert [table.player(seat).place for seat in (0, 1)] == [1, 1]
    assert table.player(1).held == (RAT,)
    assert table.view().seats[1].held_cards == (RAT,)


@pytest.mark.rule("ZQ-035", "ZQ-R18", "ZQ-R20", "ZQ-R04")
def test_an_assistant_passes_their_next_turn():
    table = midway([{}, {"owes": True}, {}])
    told = table.acts(0, "teleport")
    assert told.kinds == [
        "player_teleported",
        "turn_ended",
        "turn_passed",
        "turn_ended",
        "turn_started",
        "progress_saved",
    ]
    assert [one.turns for one in told.all("turn_ended")] == [1, 2]
    assert told.the("progress_saved").turns == 2
    assert table.state.active_seat == 2
    assert not table.player(1).owes_pass
    assert table.player(1).stats.turns == 1


@pytest.mark.rule("ZQ-R05", "ZQ-R20")
def test_a_passed_turn_can_be_the_last_one():
    table = midway([{}, {"owes": True}], turn_limit=2)
    told = table.acts(0, "teleport")
    assert told.kinds[-4:] == ["turn_passed", "turn_ended", "session_ended", "progress_saved"]
    assert told.the("session_ended").result.reason == "turn_limit"
