"""The view: all that is on the table, the same for everybody; the order of the decks for nobody."""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import FastChance
from domain.kernel.secrecy import EVERYTHING, SPECTATOR, audiences, redact
from tests.games.zone_quest.table import BEAR, CHIEF, EDITION, RAT, SCOUT, ZONE_QUEST, midway


def everything():
    """Positions of all phases."""
    table = midway([{"gold": 40}, {"place": 1, "held": [RAT]}, {"owes": True}], top={1: [BEAR]})
    yield table
    table.acts(0, "search_market")
    yield table
    table.acts(0, "buy_items", buy=[], keep={})
    table.explores(1, 1, 0, 2)
    yield table
    table.acts(0, "answer_invitation", accept=True)
    table.acts(2, "answer_invitation", accept=False)
    yield table
    table = midway(2, top={1: [CHIEF]}, turn_limit=1)
    table.explores(0, 1)
    yield table
    table.choose({0: "teleport"})
    yield table


@pytest.mark.rule("ZQ-012")
def test_everybody_sees_the_same():
    phases = []
    for table in everything():
        phases.append(table.view().phase)
        for viewer in (0, 1, 2, SPECTATOR, EVERYTHING):
            assert table.view(viewer) == table.view()
    assert phases == ["turn", "market", "group_up", "target", "boss_choice", "finished"]


@pytest.mark.rule("ZQ-013", "ZQ-014")
def test_the_order_of_the_decks_is_nobodys_business():
    table = midway(2)
    other = ZONE_QUEST.guess(table.state, 0, FastChance(random.Random(3)))
    assert other.decks != table.state.decks
    assert other.market != table.state.market
    assert ZONE_QUEST.view(other, 0) == table.view(0)
    table.acts(0, "search_market")
    told = table.acts(0, "buy_items", buy=[], keep={})
    shuffled = told.the("deck_shuffled")
    assert audiences(type(shuffled)) == {"order": ()}
    for viewer in (0, 1, SPECTATOR):
        assert redact(shuffled, viewer)["order"] is None
    assert redact(shuffled, EVERYTHING)["order"] == table.state.market


def test_a_seat():
    table = midway(
        [{"damage": 2, "gold": 5, "items": ["quiver"], "place": 1, "held": [SCOUT, RAT]}]
    )
    (seat,) = table.view().seats
    assert (seat.seat, seat.player_id, seat.name, seat.place) == (0, "ada", "Ada", 1)
    assert (seat.power, seat.health, seat.damage, seat.gold) == (7, 30, 2, 5)
    assert seat.items == {"left_hand": None, "right_hand": None, "body": None, "back": "quiver"}
    assert seat.held_cards == (SCOUT, RAT)
    assert seat.stats.turns == 0


def test_zones_and_market():
    table = midway([{"place": 1, "held": [RAT]}], bosses=[CHIEF])
    zone = table.view().zones[0]
    assert (zone.number, zone.id, zone.name) == (1, "green_hills", "Green Hills")
    assert (zone.accessible, zone.boss, zone.boss_defeated) == (True, CHIEF, True)
    assert zone.deck_count == 7
    assert zone.deck_cards == {RAT: 1, SCOUT: 2, "wild_boar": 2, "bandit": 1, BEAR: 1}
    market = table.view().market
    assert (market.deck_count, market.drawn) == (36, None)
    assert market.deck_cards["war_axe"] == 2
    assert list(market.deck_cards) == [item.id for item in EDITION.items]


@pytest.mark.rule("ZQ-R22")
def test_an_encounter():
    table = midway(2, top={1: [BEAR]}, turn=1)
    table.meets(1, 0, seat=1)
    fight = table.view().encounter
    assert (fight.zone, fight.enemy, fight.boss, fight.exhausted) == (1, BEAR, False, False)
    assert (fight.power, fight.health, fight.gold) == (5, 20, 13)
    assert (fight.damage, fight.cycle) == (10, 1)
    assert (fight.explorer, fight.leader, fight.participants) == (1, 1, (0, 1))
    assert (fight.choices, fight.votes, fight.last_attacked) == ({}, {}, None)
    table.all_vote(0)
    after = table.view().encounter
    assert (after.damage, after.cycle, after.votes, after.last_attacked) == (20, 2, {}, 0)


def test_what_the_cards_can_do_stands_in_the_view():
    """So that a program needs nothing else to play, whatever the edition."""
    view = midway(1).view()
    assert view.items == EDITION.items
    assert view.enemies == EDITION.enemies


@pytest.mark.rule("ZQ-005", "ZQ-R05")
def test_turns_limit_and_campaign():
    view = midway(1, turn_limit=9, counted=4, turns=30, bosses=[CHIEF]).view()
    assert (view.turns, view.turn_limit) == (4, 9)
    campaign = view.campaign
    assert (campaign.campaign_id, campaign.turns) == ("quest", 34)
    assert campaign.bosses_defeated == (CHIEF,)
    assert view.result is None
