"""Encounters, cycle by cycle: ZQ-036 to ZQ-052."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.zone_quest.table import (
    BANDIT,
    BEAR,
    BOAR,
    CHIEF,
    EDITION,
    HYDRA,
    RAT,
    SCOUT,
    STRONG,
    midway,
)


def cards(zone):
    return Counter({e.id: e.count for e in EDITION.enemies if e.zone == zone})


@pytest.mark.rule("ZQ-036", "ZQ-R21")
def test_everybody_attacks_with_their_power_before_the_vote():
    table = midway([{"items": ["war_axe"]}, {}], top={1: [BEAR]})
    told = table.meets(1, 1)
    attacked = told.the("players_attacked")
    assert [(one.seat, one.damage) for one in attacked.attacks] == [(0, 9), (1, 5)]
    assert (attacked.cycle, attacked.enemy_damage) == (1, 14)
    assert table.view().encounter.damage == 14
    assert table.state.phase == "target"
    assert table.state.awaiting == (0, 1)
    told = table.all_vote(0)
    assert told.kinds[:3] == ["target_vote_cast", "enemy_attacked", "players_attacked"]
    assert told.the("players_attacked").cycle == 2
    assert told.the("players_attacked").enemy_damage == 28


@pytest.mark.rule("ZQ-037", "ZQ-039")
def test_the_enemy_deals_its_power_to_one_participant_even_when_it_is_beaten():
    table = midway([STRONG, {}], top={1: [RAT]})
    told = table.meets(1, 1)
    assert told.the("players_attacked").enemy_damage >= 8
    told = table.all_vote(1)
    blow = told.the("enemy_attacked")
    assert (blow.seat, blow.damage, blow.player_damage) == (1, 2, 2)
    assert table.player(0).damage == 0


@pytest.mark.rule("ZQ-038", "ZQ-R22")
def test_votes_are_open_cast_once_and_may_name_oneself():
    table = midway(3, top={1: [BEAR]})
    table.meets(1, 1, 2)
    assert table.acts(1, "vote_target", seat=1).kinds == ["target_vote_cast"]
    assert table.view().encounter.votes == {1: 1}
    assert table.state.awaiting == (0, 2)
    table.refuses("ZQ-R22", "already_answered", 1, "vote_target", seat=0)
    table.refuses("ZQ-038", "bad_target", 0, "vote_target", seat=3)
    table.acts(0, "vote_target", seat=2)
    assert table.acts(2, "vote_target", seat=2).the("enemy_attacked").seat == 2
    assert table.view().encounter.votes == {}


@pytest.mark.rule("ZQ-R22")
def test_the_leader_is_the_explorer_or_the_next_participant_clockwise():
    """The explorer, seat 2, flees; then the vote of seat 3 counts, and once that is gone of seat 0."""
    table = midway(4, turn=2, top={1: [CHIEF]})
    table.meets(1, 0, 1, 3, seat=2)
    assert table.view().encounter.leader == 2
    table.choose({0: "attack", 1: "attack", 2: "teleport", 3: "attack"})
    assert table.view().encounter.leader == 3
    assert table.votes({0: 1, 1: 0, 3: 3}).the("enemy_attacked").seat == 3
    table.choose({0: "attack", 1: "attack", 3: "teleport"})
    assert table.view().encounter.leader == 0
    assert table.votes({0: 1, 1: 0}).the("enemy_attacked").seat == 1


@pytest.mark.rule("ZQ-R22")
def test_one_participant_is_the_target_without_a_vote():
    table = midway([STRONG, {}], top={1: [CHIEF]})
    table.meets(1, 1)
    told = table.choose({0: "attack", 1: "teleport"})
    assert told.the("enemy_attacked").seat == 0
    assert table.state.phase == "boss_choice"


@pytest.mark.rule("ZQ-040", "ZQ-041", "ZQ-043")
def test_all_defeats_of_a_cycle_come_at_once_and_the_others_fight_on():
    """Seat 2 brings too much damage from before; seat 1 is struck down; both fall together."""
    players = [
        {"items": ["chain_mail"]},
        {"damage": 31, "gold": 5, "items": ["buckler"], "place": 1, "held": [RAT]},
        {"damage": 40, "gold": 6},
    ]
    table = midway(players, top={1: [BEAR]})
    table.meets(1, 1, 2)
    told = table.all_vote(1)
    assert [(one.seat, one.gold_lost) for one in told.all("player_defeated")] == [(1, 5), (2, 6)]
    assert told.kinds[:7] == [
        "target_vote_cast",
        "enemy_attacked",
        "player_defeated",
        "player_defeated",
        "cards_returned",
        "deck_shuffled",
        "players_attacked",
    ]
    back = told.all("cards_returned")[0]
    assert (back.seat, back.cards, back.reason) == (1, (RAT,), "town")
    fallen = table.player(1)
    assert (fallen.gold, fallen.damage, fallen.place, fallen.held) == (0, 0, 0, ())
    assert fallen.items[0] == "buckler"
    assert fallen.stats.defeats == 1
    assert fallen.owes_pass is False
    assert told.the("encounter_ended").outcome == "won"


@pytest.mark.rule("ZQ-041", "ZQ-R31")
def test_the_defeated_and_the_fled_wake_up_healed_in_town():
    table = midway([{"damage": 29}, {"damage": 9}], top={1: [CHIEF]})
    table.meets(1, 1)
    told = table.choose({0: "attack", 1: "teleport"})
    assert told.the("player_teleported").reason == "boss"
    assert told.the("player_teleported").healed == 9
    for seat in (0, 1):
        assert (table.player(seat).damage, table.player(seat).place) == (0, 0)
    assert told.the("encounter_ended").outcome == "lost"
    assert table.state.turns == 2


@pytest.mark.rule("ZQ-042", "ZQ-R28", "ZQ-R26")
def test_a_lost_encounter_brings_no_gold_and_the_card_goes_back():
    table = midway([{"damage": 28}, {"damage": 28}], top={1: [BEAR]})
    table.meets(1, 1)
    told = table.all_vote(0)
    ended = told.the("encounter_ended")
    assert (ended.outcome, ended.shares, ended.card_to) == ("lost", (), "deck")
    assert [one.reason for one in told.all("cards_returned")] == ["lost"]
    assert Counter(table.state.decks[0]) == cards(1)
    assert [table.player(seat).stats.encounters_won for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("ZQ-044", "ZQ-R25")
@pytest.mark.parametrize(("helpers", "share"), [((), 7), ((1,), 4), ((1, 2), 3), ((1, 2, 3), 2)])
def test_the_gold_is_divided_and_rounded_up(helpers, share):
    table = midway([STRONG] * 4, top={1: [BOAR]})
    table.meets(1, *helpers)
    if helpers:
        table.all_vote(0)
    for seat in (0, *helpers):
        assert table.player(seat).gold == share
        assert table.player(seat).stats.gold_earned == share


@pytest.mark.rule("ZQ-045", "ZQ-R35")
def test_the_last_victim_keeps_the_card_until_they_return_to_town():
    table = midway([{}, STRONG], top={1: [BEAR, SCOUT]}, turn=1)
    table.meets(1, 0, seat=1)
    table.all_vote(0)
    assert table.player(0).held == (BEAR,)
    assert BEAR not in table.state.decks[0]
    table.explores(1, 1)
    assert table.player(1).held == (SCOUT,)
    table.acts(0, "teleport")
    assert table.player(0).held == ()
    assert table.player(1).held == (SCOUT,)
    assert Counter(table.state.decks[0]) == cards(1) - Counter([SCOUT])


@pytest.mark.rule("ZQ-048", "ZQ-R21", "ZQ-R23")
def test_only_from_a_boss_can_one_teleport_and_in_every_cycle():
    table = midway(2, top={1: [CHIEF]})
    told = table.explores(0, 1)
    assert told.kinds == ["exploration_declared", "encounter_started"]
    assert table.state.phase == "boss_choice"
    table.refuses("ZQ-017", "wrong_phase", 0, "teleport")
    table.refuses("ZQ-048", "not_participant", 1, "boss_choice", choice="attack")
    for cycle in (1, 2):
        assert table.view().encounter.cycle == cycle
        told = table.choose({0: "attack"})
        assert told.kinds == ["boss_choice_made", "players_attacked", "enemy_attacked"]
    assert table.choose({0: "teleport"}).the("encounter_ended").outcome == "fled"
    table = midway(2, top={1: [BEAR]})
    table.meets(1, 1)
    table.refuses("ZQ-048", "wrong_phase", 0, "boss_choice", choice="teleport")


@pytest.mark.rule("ZQ-048", "ZQ-R21")
def test_choices_before_a_boss_are_open_and_made_once():
    table = midway(2, top={1: [CHIEF]})
    table.meets(1, 1)
    assert table.choose({1: "teleport"}).kinds == ["boss_choice_made"]
    assert table.view().encounter.choices == {1: "teleport"}
    assert table.state.awaiting == (0,)
    table.refuses("ZQ-R21", "already_answered", 1, "boss_choice", choice="attack")


@pytest.mark.rule("ZQ-049", "ZQ-R28", "ZQ-R13")
def test_when_all_have_fled_the_boss_goes_back():
    table = midway([{"place": 1, "held": [RAT]}, {}], top={1: [CHIEF]})
    table.meets(1, 1)
    told = table.choose({1: "teleport", 0: "teleport"})
    assert [one.seat for one in told.all("player_teleported")] == [0, 1]
    back = [(one.seat, one.cards, one.reason) for one in told.all("cards_returned")]
    assert back == [(0, (RAT,), "town"), (None, (CHIEF,), "fled")]
    assert [one.deck for one in told.all("deck_shuffled")] == ["zone_1"]
    assert Counter(table.state.decks[0]) == cards(1)
    assert told.the("encounter_ended").outcome == "fled"


@pytest.mark.rule("ZQ-R28")
def test_a_boss_that_some_fled_and_the_others_fell_to_goes_back():
    table = midway([{}, {"damage": 28}], top={1: [CHIEF]})
    table.meets(1, 1)
    told = table.choose({0: "teleport", 1: "attack"})
    ended = told.the("encounter_ended")
    assert (ended.outcome, ended.card_to) == ("lost", "deck")
    assert told.all("cards_returned")[-1].reason == "lost"
    assert not table.state.bosses


@pytest.mark.rule("ZQ-050", "ZQ-051", "ZQ-R32")
def test_a_defeated_boss_pays_is_gone_for_good_and_opens_the_next_zone():
    table = midway([STRONG, STRONG, {}], top={1: [CHIEF]})
    table.meets(1, 1)
    told = table.attack()
    assert told.the("encounter_ended").card_to == "removed"
    assert [one.gold for one in told.the("encounter_ended").shares] == [10, 10]
    assert CHIEF not in [card for deck in table.state.decks for card in deck]
    assert table.state.bosses == (CHIEF,)
    assert told.the("progress_saved").bosses == (CHIEF,)
    assert [table.player(seat).stats.bosses_won for seat in (0, 1, 2)] == [1, 1, 0]
    assert table.acts(2, "explore", zone=2, invite=[]).kinds[1] == "encounter_started"


@pytest.mark.rule("ZQ-052")
def test_only_the_boss_of_the_last_zone_ends_the_session():
    table = midway([STRONG], top={2: [HYDRA]}, bosses=[CHIEF])
    table.explores(0, 2)
    while table.state.encounter is not None:
        told = table.attack()
    assert not told.the("boss_defeated").final
    assert table.state.result is None


@pytest.mark.rule("ZQ-R24")
def test_who_is_out_of_a_fight_neither_attacks_nor_votes_nor_shares():
    table = midway([{}, {"damage": 29, "gold": 2}, {}], top={1: [BEAR]})
    table.meets(1, 1, 2)
    told = table.all_vote(1)
    assert [one.seat for one in told.the("players_attacked").attacks] == [0, 2]
    table.refuses("ZQ-038", "not_participant", 1, "vote_target", seat=0)
    table.refuses("ZQ-038", "bad_target", 0, "vote_target", seat=1)
    assert table.state.awaiting == (0, 2)
    told = table.all_vote(0)
    assert [one.seat for one in told.the("encounter_ended").shares] == [0, 2]
    assert table.player(1).gold == 0
    assert [table.player(seat).stats.encounters_won for seat in range(3)] == [1, 0, 1]


@pytest.mark.rule("ZQ-R25", "ZQ-R30")
def test_who_falls_in_the_last_cycle_has_won_the_encounter_but_no_gold():
    table = midway([{}, {"damage": 28, "gold": 3}], top={1: [SCOUT]})
    table.meets(1, 1)
    table.all_vote(1)
    stats = table.player(1).stats
    assert (stats.encounters_won, stats.defeats, stats.gold_earned) == (1, 1, 0)


@pytest.mark.rule("ZQ-R27")
def test_a_boss_that_falls_with_everyone_counts_but_pays_nothing():
    table = midway([{**STRONG, "damage": 86, "gold": 8}], top={1: [CHIEF]})
    table.explores(0, 1)
    table.choose({0: "attack"})
    told = table.choose({0: "attack"})
    assert told.kinds[2:6] == [
        "enemy_attacked",
        "player_defeated",
        "encounter_ended",
        "boss_defeated",
    ]
    assert told.the("encounter_ended").shares == ()
    assert table.player(0).gold == 0
    assert table.player(0).stats.bosses_won == 1


@pytest.mark.rule("ZQ-R29")
def test_a_boss_met_again_is_unhurt():
    table = midway([STRONG], top={1: [CHIEF]}, only={1: [CHIEF]})
    table.explores(0, 1)
    table.choose({0: "attack"})
    table.choose({0: "teleport"})
    table.explores(0, 1)
    assert table.view().encounter.damage == 0


@pytest.mark.rule("ZQ-047", "ZQ-R34", "ZQ-R13")
def test_an_exhausted_deck_is_made_anew_when_the_fight_is_over():
    """Of the fallen the cards come back at once, which does not lift the mark."""
    players = [
        {"place": 1, "held": [RAT]},
        {"place": 1, "held": [BOAR, BOAR], "damage": 29, "gold": 4},
        {"place": 1, "held": [BANDIT]},
    ]
    table = midway(players, only={1: [BEAR]})
    told = table.meets(1, 1)
    assert told.the("encounter_started").exhausted
    told = table.all_vote(1)
    assert table.view().seats[1].held_cards == ()
    back = [(one.seat, one.cards, one.reason) for one in told.all("cards_returned")]
    assert back[0] == (1, (BOAR, BOAR), "town")
    assert back[1:] == [
        (0, (RAT,), "exhausted"),
        (2, (BANDIT,), "exhausted"),
        (None, (BEAR,), "exhausted"),
    ]
    assert [one.size for one in told.all("deck_shuffled")] == [2, 5]
    assert told.the("encounter_ended").card_to == "deck"


@pytest.mark.rule("ZQ-R34", "ZQ-R30")
def test_the_last_card_goes_back_as_the_card_of_a_fallen_victim():
    table = midway([{}, {"damage": 29}], only={1: [SCOUT]})
    table.meets(1, 1)
    told = table.all_vote(1)
    (back,) = told.all("cards_returned")
    assert (back.seat, back.reason) == (None, "town")


@pytest.mark.rule("ZQ-R34", "ZQ-047")
@pytest.mark.parametrize("flees", [True, False])
def test_a_boss_as_the_last_card(flees):
    table = midway([{**STRONG, "place": 1, "held": [RAT, BEAR]}], only={1: [CHIEF]})
    table.explores(0, 1)
    if not flees:
        table.attack()
    told = table.choose({0: "teleport" if flees else "attack"})
    back = [(one.seat, one.cards, one.reason) for one in told.all("cards_returned")]
    if flees:
        assert back == [(0, (RAT, BEAR), "town"), (None, (CHIEF,), "fled")]
    else:
        assert back == [(0, (RAT, BEAR), "exhausted")]
    assert Counter(table.state.decks[0]) == Counter([RAT, BEAR, *([CHIEF] if flees else [])])


@pytest.mark.rule("ZQ-R35", "ZQ-R13")
def test_each_deck_is_shuffled_once_in_the_order_of_the_zones():
    """Two players fall in one step, in one zone, with cards of it: one shuffle."""
    players = [
        {"damage": 30, "place": 1, "held": [RAT]},
        {"damage": 30, "place": 1, "held": [SCOUT]},
        {},
    ]
    table = midway(players, top={1: [BEAR]}, turn=2)
    table.meets(1, 0, 1, seat=2)
    told = table.all_vote(0)
    at = told.kinds.index("player_defeated")
    assert told.kinds[at : at + 5] == [
        "player_defeated",
        "player_defeated",
        "cards_returned",
        "cards_returned",
        "deck_shuffled",
    ]
