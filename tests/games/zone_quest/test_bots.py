"""Server bots see a view and their choices; the greedy one gets through the campaign."""

from __future__ import annotations

import random

import pytest

from domain.games.zone_quest.bots import Fighter, survives, target_of, wins
from domain.simulate import play_game
from tests.games.zone_quest.table import (
    BEAR,
    BEST,
    CHIEF,
    DRAGON,
    ENEMIES,
    HYDRA,
    LICH,
    RAT,
    ZONE_QUEST,
    midway,
)

GREEDY = ZONE_QUEST.bots["greedy"]


def chosen(table, seat):
    """What the greedy bot does at a position, as its seat sees it."""
    choices = ZONE_QUEST.legal(table.state, seat)
    action = GREEDY(ZONE_QUEST.view(table.state, seat), choices, random.Random(1))
    assert choices.contains(action)
    return action


def victories(players, policy, games=10):
    options = ZONE_QUEST.options(turn_limit=ZONE_QUEST.edition.turn_limit.suggested)
    policies = [ZONE_QUEST.bots[policy]] * players
    return sum(
        play_game(
            ZONE_QUEST,
            players=players,
            rng=random.Random(seed),
            options=options,
            policies=policies,
        ).result.outcome
        == "won"
        for seed in range(games)
    )


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_greedy_wins_within_the_suggested_turns_and_random_does_not(players):
    assert victories(players, "greedy") >= 8
    assert victories(players, "random") == 0


def test_it_goes_home_before_its_gold_is_lost():
    hurt = midway([{"damage": 24, "gold": 30, "place": 1}])
    assert chosen(hurt, 0) == {"type": "teleport"}
    well = midway([{"damage": 4, "place": 1}], bosses=[CHIEF])
    assert chosen(well, 0)["type"] == "explore"


def test_it_spends_gold_before_it_can_be_lost():
    assert chosen(midway([{"gold": 60}]), 0) == {"type": "search_market"}
    assert chosen(midway([{"gold": 3}]), 0)["type"] == "explore"


def test_it_buys_what_makes_it_strongest():
    table = midway(
        [{"gold": 50, "items": ["travel_cloak"]}], market=["war_axe", "war_banner", "buckler"]
    )
    table.acts(0, "search_market")
    assert chosen(table, 0) == {
        "type": "buy_items",
        "buy": ["war_axe", "war_banner"],
        "keep": {"back": "war_banner"},
    }


def test_it_buys_nothing_that_is_worse_than_what_it_wears():
    table = midway([{"gold": 50, "items": BEST}], market=["war_axe", "war_banner", "buckler"])
    table.acts(0, "search_market")
    assert chosen(table, 0) == {"type": "buy_items", "buy": [], "keep": {}}


def test_it_explores_the_highest_zone_that_is_safe():
    strong = midway([{"items": BEST}], bosses=[CHIEF, HYDRA, LICH])
    assert chosen(strong, 0)["zone"] == 4
    weak = midway([{}], bosses=[CHIEF, HYDRA, LICH])
    assert chosen(weak, 0)["zone"] == 1


def test_it_asks_for_as_few_as_the_boss_takes():
    players = [{}, {}, {}]
    table = midway(players, only={1: [CHIEF, RAT, RAT]})
    assert chosen(table, 0) == {"type": "explore", "zone": 1, "invite": [1]}
    alone = midway([{"items": BEST}, *players], only={1: [CHIEF, RAT, RAT]})
    assert chosen(alone, 0)["invite"] == []


def test_it_comes_where_it_makes_the_difference():
    table = midway(2, only={1: [CHIEF, RAT, RAT]})
    table.explores(0, 1, 1)
    assert chosen(table, 1)["accept"]
    table = midway([{"items": BEST}, {}], only={1: [CHIEF, RAT, RAT]})
    table.explores(0, 1, 1)
    assert not chosen(table, 1)["accept"]
    table = midway([{"items": BEST}, {}, {"owes": True}], only={1: [CHIEF, RAT, RAT]})
    table.explores(0, 1, 2)
    assert chosen(table, 2)["accept"]


def test_it_attacks_a_boss_that_the_group_beats_and_flees_from_others():
    assert chosen(facing([{"items": BEST}, {}], CHIEF), 0)["choice"] == "attack"
    table = facing([{}, {}], DRAGON)
    assert chosen(table, 0)["choice"] == "teleport"
    strong = facing([{"items": BEST}, {"items": BEST}], DRAGON)
    strong.choose({0: "teleport"})
    assert chosen(strong, 1)["choice"] == "attack"
    weak = facing([{"items": BEST}, {"items": ["war_axe"]}], DRAGON)
    weak.choose({0: "teleport"})
    assert chosen(weak, 1)["choice"] == "teleport"


def facing(players, boss):
    zone = ENEMIES[boss].zone
    table = midway(players, top={zone: [boss]}, bosses=[CHIEF, HYDRA, LICH][: zone - 1])
    table.meets(zone, 1)
    return table


def test_it_votes_for_who_stands_the_blow_best():
    table = midway([{"damage": 8}, {}, {"damage": 3}], top={1: [BEAR]})
    table.meets(1, 1, 2)
    assert [chosen(table, seat)["seat"] for seat in (0, 1, 2)] == [1, 1, 1]


def test_who_is_given_up_is_the_weakest_then_the_poorest():
    one = Fighter(0, power=9, left=3, gold=1)
    two = Fighter(1, power=5, left=4, gold=8)
    three = Fighter(2, power=5, left=2, gold=2)
    assert target_of([one, two, three], 3) == two
    assert target_of([one, two, three], 4) == three


def test_what_it_expects_of_a_fight_is_what_the_rules_make_of_it():
    """The bot's short account of a fight against the rules', for random players and enemies."""
    rng = random.Random(5)
    gear = ["war_axe", "rune_blade", "kite_shield", "plate_armour", "griffin_wings", "quiver"]
    seen = set()
    for _ in range(150):
        enemy = rng.choice(list(ENEMIES.values()))
        bosses = [one for one in (CHIEF, HYDRA, LICH) if ENEMIES[one].zone < enemy.zone]
        items = rng.sample(gear, k=rng.randint(0, 3))
        wearing = {"items": [one for one in items if one != "rune_blade" or "war_axe" not in items]}
        players = [{**wearing, "damage": rng.randint(0, 25)} for _ in range(rng.randint(1, 3))]
        table = midway(players, top={enemy.zone: [enemy.id]}, bosses=bosses)
        party = [
            Fighter(seat, one.power, one.health - one.damage, one.gold)
            for seat, one in table.state.seated
        ]
        told = table.meets(enemy.zone, *range(1, len(players)))
        while table.state.encounter is not None:
            if table.state.phase == "boss_choice":
                told = table.choose(dict.fromkeys(table.state.awaiting, "attack"))
            else:
                told = table.all_vote(chosen(table, table.state.awaiting[0])["seat"])
        won = told.the("encounter_ended").outcome == "won"
        assert wins(party, enemy) == won
        if len(party) == 1:
            assert survives(enemy, party[0].power, party[0].left) == won
        seen.add((won, enemy.boss, len(party) > 1))
    assert len(seen) == 8


def test_who_is_well_and_has_nothing_better_to_do_explores_all_the_same():
    assert chosen(midway(1, only={1: [CHIEF]}), 0) == {"type": "explore", "zone": 1, "invite": []}
