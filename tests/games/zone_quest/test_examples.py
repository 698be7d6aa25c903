"""The worked examples of docs/rules/zone_quest.md, section 7, with their numbers.

Example 16, two sessions of one campaign, stands in test_campaign.
"""

from __future__ import annotations

import pytest

from tests.games.zone_quest.table import (
    BANDIT,
    BEAR,
    BEST,
    BOAR,
    CHIEF,
    DRAGON,
    HYDRA,
    LICH,
    RAT,
    SCOUT,
    midway,
)


@pytest.mark.rule("ZQ-028", "ZQ-036", "ZQ-039", "ZQ-040", "ZQ-043", "ZQ-044", "ZQ-045")
def test_1_a_lone_fight():
    table = midway(1, top={1: [RAT]})
    told = table.explores(0, 1)
    assert [one.enemy_damage for one in told.all("players_attacked")] == [5, 10]
    assert [one.player_damage for one in told.all("enemy_attacked")] == [2, 4]
    ended = told.the("encounter_ended")
    assert (ended.outcome, ended.card_to) == ("won", 0)
    player = table.player(0)
    assert (player.gold, player.place, player.held, player.damage) == (4, 1, (RAT,), 4)
    assert table.state.turns == 1


@pytest.mark.rule("ZQ-037")
def test_2_the_enemy_strikes_back_while_dying():
    table = midway(1, top={1: [SCOUT]})
    told = table.explores(0, 1)
    assert [one.enemy_damage for one in told.all("players_attacked")] == [5, 10]
    assert table.player(0).damage == 6


@pytest.mark.rule("ZQ-035", "ZQ-038", "ZQ-044", "ZQ-045", "ZQ-R22")
def test_3_a_group():
    table = midway(3, top={1: [BEAR]})
    first = table.meets(1, 1, 2)
    assert [table.player(seat).owes_pass for seat in range(3)] == [False, True, True]
    second = table.all_vote(2)
    last = table.all_vote(2)
    assert first.the("players_attacked").enemy_damage == 15
    assert second.the("players_attacked").enemy_damage == 30
    assert table.player(2).damage == 10
    shares = last.the("encounter_ended").shares
    assert [(one.seat, one.gold) for one in shares] == [(0, 5), (1, 5), (2, 5)]
    assert table.player(2).held == (BEAR,)


def attacked(participants, votes):
    """A group against a bear; tell whom it attacks."""
    table = midway(4, top={1: [BEAR]})
    table.meets(1, *participants)
    return table.votes(votes).the("enemy_attacked").seat


@pytest.mark.rule("ZQ-R22", "ZQ-038")
def test_4_votes():
    assert attacked((1, 3), {0: 1, 1: 3, 3: 3}) == 3
    assert attacked((1, 3), {0: 1, 1: 3, 3: 0}) == 1
    assert attacked((1,), {0: 1, 1: 0}) == 1
    assert attacked((1,), {1: 0, 0: 1}) == 1


@pytest.mark.rule("ZQ-040", "ZQ-041", "ZQ-042", "ZQ-R28")
def test_5_a_defeat():
    table = midway([{"damage": 26, "gold": 9}], top={1: [BOAR]})
    told = table.explores(0, 1)
    assert [one.enemy_damage for one in told.all("players_attacked")] == [5, 10]
    assert [one.player_damage for one in told.all("enemy_attacked")] == [29, 32]
    assert told.the("player_defeated").gold_lost == 9
    ended = told.the("encounter_ended")
    assert (ended.outcome, ended.card_to, ended.shares) == ("lost", "deck", ())
    player = table.player(0)
    assert (player.gold, player.place, player.damage) == (0, 0, 0)
    back = told.the("cards_returned")
    assert (back.deck, back.seat, back.cards, back.reason) == ("zone_1", None, (BOAR,), "lost")
    assert told.the("deck_shuffled").size == 9


@pytest.mark.rule("ZQ-R26", "ZQ-040")
def test_6_falling_together_with_a_regular_enemy():
    table = midway([{"damage": 24, "gold": 9}], top={1: [SCOUT]})
    told = table.explores(0, 1)
    assert told.all("players_attacked")[-1].enemy_damage == 10
    assert told.all("enemy_attacked")[-1].player_damage == 30
    assert told.the("encounter_ended").outcome == "lost"
    assert table.player(0).gold == 0
    assert told.the("cards_returned").cards == (SCOUT,)


@pytest.mark.rule("ZQ-R27", "ZQ-050", "ZQ-051", "ZQ-R32")
@pytest.mark.parametrize("damage", [2, 0])
def test_7_falling_together_with_a_boss(damage):
    one = {"damage": damage, "gold": 12, "items": ["short_sword", "quiver"]}
    table = midway([one], top={1: [CHIEF]})
    table.explores(0, 1)
    for _ in range(4):
        told = table.choose({0: "attack"})
    assert told.the("players_attacked").enemy_damage == 36
    ended, boss = told.the("encounter_ended"), told.the("boss_defeated")
    assert (ended.outcome, ended.card_to) == ("won", "removed")
    assert (boss.boss, boss.opens_zone, boss.final) == (CHIEF, 2, False)
    assert table.state.is_open(2)
    if damage:
        assert told.the("enemy_attacked").player_damage == 30
        assert ended.shares == ()
        assert table.player(0).gold == 0
    else:
        assert table.player(0).damage == 28
        assert table.player(0).gold == 32


@pytest.mark.rule("ZQ-R24", "ZQ-R25", "ZQ-R26")
@pytest.mark.parametrize("cloak", [True, False])
def test_8_only_those_still_standing_share(cloak):
    players = [{"items": ["travel_cloak"] if cloak else []}, {"damage": 25, "gold": 7}]
    table = midway(players, top={2: ["marsh_troll"]}, bosses=[CHIEF])
    table.meets(2, 1)
    told = table.all_vote(1)
    assert told.all("enemy_attacked")[0].player_damage == 33
    assert told.all("player_defeated")[0].gold_lost == 7
    assert [one.enemy_damage for one in told.all("players_attacked")] == [15, 20, 25, 30]
    assert [one.player_damage for one in told.all("enemy_attacked")][1:] == [8, 16, 24, 32]
    ended = told.the("encounter_ended")
    if cloak:
        assert ended.outcome == "won"
        assert [(one.seat, one.gold) for one in ended.shares] == [(0, 25)]
        assert table.player(0).held == ("marsh_troll",)
    else:
        assert (ended.outcome, ended.shares, ended.card_to) == ("lost", (), "deck")
        assert table.player(0).gold == 0


@pytest.mark.rule("ZQ-R30", "ZQ-R25")
def test_9_the_last_victim_falls_and_others_win():
    table = midway([{}, {"damage": 28, "gold": 3}], top={1: [SCOUT]})
    table.meets(1, 1)
    told = table.all_vote(1)
    assert told.the("player_defeated").seat == 1
    ended = told.the("encounter_ended")
    assert [(one.seat, one.gold) for one in ended.shares] == [(0, 5)]
    assert ended.card_to == "deck"
    back = told.the("cards_returned")
    assert (back.seat, back.cards, back.reason) == (None, (SCOUT,), "town")
    assert (table.player(0).gold, table.player(1).gold) == (5, 0)
    assert len(table.state.decks[0]) == 9


@pytest.mark.rule("ZQ-048", "ZQ-049", "ZQ-R29", "ZQ-R31", "ZQ-R19")
def test_10_a_boss_and_one_flees():
    table = midway([{}, {"damage": 1}], top={1: [CHIEF]})
    table.meets(1, 1)
    told = table.choose({0: "teleport", 1: "attack"})
    assert told.kinds == [
        "boss_choice_made",
        "player_teleported",
        "players_attacked",
        "enemy_attacked",
    ]
    assert (table.player(0).place, table.player(0).damage) == (0, 0)
    assert told.the("players_attacked").enemy_damage == 5
    assert told.the("enemy_attacked").seat == 1
    assert table.player(1).damage == 8
    told = table.choose({1: "teleport"})
    ended = told.the("encounter_ended")
    assert (ended.outcome, ended.card_to) == ("fled", "deck")
    back = told.the("cards_returned")
    assert (back.seat, back.cards, back.reason) == (None, (CHIEF,), "fled")
    assert told.the("turn_passed").seat == 1
    while table.state.encounter is None:
        if table.player(0).place:
            table.acts(table.state.active_seat, "teleport")
        else:
            table.explores(table.state.active_seat, 1)
    assert table.view().encounter.enemy == CHIEF
    assert table.view().encounter.damage == 0


@pytest.mark.rule("ZQ-023", "ZQ-024", "ZQ-025", "ZQ-026", "ZQ-027", "ZQ-R13")
def test_11_the_market():
    drawn = ["war_axe", "fur_cape", "quiver"]
    table = midway([{"gold": 30, "items": ["short_sword"]}], market=drawn)
    assert table.acts(0, "search_market").the("market_searched").drawn == tuple(drawn)
    hand = {"right_hand": "war_axe"}
    dear = ["war_axe", "fur_cape"]
    table.refuses("ZQ-023", "too_expensive", 0, "buy_items", buy=dear, keep=hand)
    table.refuses("ZQ-027", "bad_keep", 0, "buy_items", buy=["war_axe"], keep={})
    told = table.acts(0, "buy_items", buy=["war_axe", "quiver"], keep=hand)
    bought = told.the("items_bought")
    assert (bought.paid, bought.gold, bought.returned) == (30, 0, ("short_sword",))
    assert table.player(0).power == 11
    assert told.the("cards_returned").cards == ("short_sword", "fur_cape")
    assert told.the("deck_shuffled").size == 34
    assert told.the("turn_ended").turns == 1


@pytest.mark.rule("ZQ-029", "ZQ-030", "ZQ-031", "ZQ-050")
def test_12_access():
    midway(2).refuses("ZQ-030", "zone_closed", 0, "explore", zone=2, invite=[])
    table = midway([{"items": BEST}, {"place": 1}], top={1: [CHIEF]})
    table.explores(0, 1)
    while table.state.encounter is not None:
        table.attack()
    table.refuses("ZQ-031", "other_zone", 1, "explore", zone=2, invite=[])
    table.acts(1, "teleport")
    table.refuses("ZQ-031", "other_zone", 0, "explore", zone=2, invite=[])
    table.acts(0, "teleport")
    assert table.explores(1, 2).kinds[:2] == ["exploration_declared", "encounter_started"]


@pytest.mark.rule("ZQ-035", "ZQ-R18", "ZQ-R20")
def test_13_assisting_twice():
    table = midway(3, top={1: [RAT, RAT, SCOUT]})
    table.meets(1, 2)
    table.all_vote(0)
    table.meets(1, 2, seat=1)
    told = table.all_vote(1)
    assert told.the("turn_passed").seat == 2
    assert table.state.turns == 3
    assert table.state.active_seat == 0
    table.acts(0, "teleport")
    table.acts(1, "teleport")
    assert table.state.active_seat == 2


@pytest.mark.rule("ZQ-047", "ZQ-R34")
def test_14_an_exhausted_deck():
    first, second = (RAT, SCOUT, SCOUT), (BOAR, BOAR, BANDIT, BEAR)
    players = [{"place": 1, "held": first}, {"place": 1, "held": second}]
    table = midway(players, only={1: [RAT]}, bosses=[CHIEF])
    told = table.explores(0, 1)
    assert told.the("encounter_started").exhausted
    assert told.the("encounter_ended").card_to == "deck"
    assert [(one.seat, one.cards, one.reason) for one in told.all("cards_returned")] == [
        (0, first, "exhausted"),
        (1, second, "exhausted"),
        (None, (RAT,), "exhausted"),
    ]
    assert told.the("deck_shuffled").size == 8
    assert table.player(0).held == table.player(1).held == ()


@pytest.mark.rule("ZQ-020", "ZQ-R09", "ZQ-008")
def test_15_leaving():
    table = midway([{"place": 1}, {"damage": 3, "gold": 8, "items": ["quiver"]}, {}])
    table.refuses("ZQ-020", "not_in_town", 0, "leave_session")
    saved = table.acts(1, "leave_session").the("progress_saved")
    assert saved.released == ("bo",)
    (kept,) = saved.records
    assert (kept.player_id, kept.damage, kept.gold, kept.items["back"]) == ("bo", 3, 8, "quiver")
    assert table.state.active_seat == 0
    table.acts(0, "teleport")
    assert table.state.active_seat == 2


@pytest.mark.rule("ZQ-R05", "ZQ-004", "ZQ-052")
@pytest.mark.parametrize("boss", [False, True])
def test_17_the_turn_limit(boss):
    late = {"bosses": [CHIEF, HYDRA, LICH], "counted": 19, "turn_limit": 20, "turns": 100}
    table = midway([{"items": BEST, "gold": 5}], top={4: [DRAGON]}, **late)
    if boss:
        table.explores(0, 4)
        while table.state.result is None:
            told = table.attack()
    else:
        told = table.acts(0, "teleport")
    assert told.kinds[-3:] == ["turn_ended", "session_ended", "progress_saved"]
    result, saved = told.the("session_ended").result, told.the("progress_saved")
    expected = ("won", "final_boss") if boss else ("lost", "turn_limit")
    assert (result.outcome, result.reason) == expected
    assert (result.turns, result.campaign_turns) == (20, 120)
    assert (saved.final, saved.released) == (True, ("ada",))
    assert [one.player_id for one in saved.records] == ["ada"]
    assert saved.bosses == ((DRAGON,) if boss else ())


@pytest.mark.rule("ZQ-R04", "ZQ-R20")
def test_18_passing_in_a_group_of_four():
    table = midway(4, top={1: [RAT]})
    table.meets(1, 1, 2, 3)
    told = table.all_vote(0)
    assert [one.seat for one in told.all("turn_passed")] == [1, 2, 3]
    assert table.state.active_seat == 0
    assert table.state.turns == 4
