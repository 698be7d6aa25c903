"""The areas of the board, what they cost, and the market: TH-034 to TH-047."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    CubePlaced,
    EffectPerformed,
    ResourceCardsDiscarded,
    ResourceDeckReshuffled,
    ResourceDiscardStarted,
    ResourceTaken,
)
from tests.games.table import names, of_type
from tests.games.tavern_heroes.table import EDITION, UR, emptied, midway, only

AREAS = {
    "purchase": ("funds", 8, 0, 2),
    "provide": ("none", 4, 0, 0),
    "land": ("funds", 8, 0, 3),
    "build": ("funds", 4, 0, 2),
    "tavern": ("funds", 8, 1, 3),
    "privilege": ("renown", 3, 1, 3),
    "scheme": ("none", 3, 0, 0),
    "conscription": ("renown", 3, 3, 3),
}
"""TH-037: cost kind, spaces, lowest and highest cost."""

ONE = {
    "purchase": {"kind": "market_information"},
    "provide": {"kind": "donate", "amount": 1},
    "land": {"kind": "produce", "armaments": []},
    "build": {
        "kind": "build",
        "city": "academic_city#1",
        "territory": 0,
        "resource_cards": [],
        "universal": {},
    },
    "tavern": {"kind": "tavern_information"},
    "privilege": {"kind": "privilege", "effect": {"kind": "market_information"}},
    "scheme": {"kind": "scheme"},
    "conscription": {"kind": "conscript"},
}
"""An effect of each area."""

RICH: dict[str, Any] = {
    "funds": 15,
    "renown": 20,
    "information": 5,
    UR: 5,
    "armament_level": 1,
    "cubes": 5,
    "territories": ["elder_forest"],
}


def rich(**areas):
    return midway(RICH, areas=areas, city_row=["academic_city#1"])


@pytest.mark.rule("TH-034", "TH-035", "TH-036", "TH-037", "TH-R02")
@pytest.mark.parametrize("name", AREAS)
def test_spaces_are_taken_from_the_left_and_cost_what_they_show(name):
    kind, spaces, lowest, highest = AREAS[name]
    area = EDITION.area[name]
    assert (area.cost_kind, len(area.costs)) == (kind, spaces)
    assert (min(area.costs), max(area.costs)) == (lowest, highest)
    assert list(area.costs) == sorted(area.costs)
    for cubes, cost in enumerate(area.costs):
        table = rich(**{name: cubes})
        placed = table.acts(0, "place_cube", effect=ONE[name])[0]
        assert isinstance(placed, CubePlaced)
        assert (placed.target, placed.choice_cost.kind) == (name, kind)
        assert placed.choice_cost.amount == cost
        assert table.area(name) == cubes + 1
        assert table.seat().cubes == RICH["cubes"] - 1


@pytest.mark.rule("TH-034")
@pytest.mark.parametrize("name", AREAS)
def test_a_full_area_cannot_be_chosen(name):
    table = rich(**{name: AREAS[name][1]})
    refusal = table.refuses("TH-034", "no_space", 0, "place_cube", effect=ONE[name])
    assert refusal.pointer == "/action/effect/kind"


@pytest.mark.rule("TH-035")
def test_the_choice_cost_is_paid_in_full_or_not_at_all():
    table = midway({"funds": 2, "cubes": 1}, areas={"tavern": 6})
    refusal = table.denies("TH-035", "cannot_pay", "tavern_information")
    assert refusal.detail == "It costs 3 Funds, and you have 2."


@pytest.mark.rule("TH-033", "TH-036")
def test_a_refusal_tells_what_the_choice_cost_leaves():
    table = midway({"funds": 3, "cubes": 1})
    refusal = table.denies("TH-064", "cannot_pay", "feast")
    assert refusal.detail == "It costs 3 Funds, and you have 2 left after a choice cost of 1."


@pytest.mark.rule("TH-066", "TH-R06")
def test_the_renown_test_tells_what_the_privilege_leaves():
    table = midway({"renown": 19, "funds": 5, "cubes": 1}, talent_row=("paladin",))
    effect = {"kind": "recruit", "talent": "paladin"}
    refusal = table.denies("TH-066", "renown_too_low", "privilege", effect=effect)
    assert refusal.detail == (
        "It asks for more than 18 Renown; you have 18 left after a choice cost of 1."
    )


@pytest.mark.rule("TH-036")
def test_choice_cost_and_effect_cost_are_both_paid():
    table = midway({"funds": 1})
    table.denies("TH-063", "cannot_pay", "tavern_information")
    table = midway({"funds": 3})
    table.denies("TH-064", "cannot_pay", "feast")
    table = midway({"funds": 4})
    table.does("feast")
    assert table.seat().funds == 0


@pytest.mark.rule("TH-037")
def test_the_two_halves_of_market_and_military_are_areas_of_their_own():
    table = rich(purchase=8, scheme=3)
    table.denies("TH-034", "no_space", "market_information")
    table.denies("TH-034", "no_space", "scheme")
    table.does("donate", amount=1)
    table = rich(purchase=8, scheme=3)
    table.does("conscript")


@pytest.mark.rule("TH-038")
@pytest.mark.parametrize("name", AREAS)
def test_a_cube_performs_one_effect(name):
    events = rich().acts(0, "place_cube", effect=ONE[name])
    assert len(of_type(events, CubePlaced)) == 1
    assert len(of_type(events, EffectPerformed)) == 1


@pytest.mark.rule("TH-039")
def test_information_gathering_at_the_market():
    table = midway()
    _, performed = table.does("market_information")
    assert (performed.paid, performed.gained) == ({}, {"information": 1, "renown": 1})


@pytest.mark.rule("TH-040")
@pytest.mark.parametrize(("amount", "price"), [(1, 1), (2, 3)])
def test_universal_resource_is_bought(amount, price):
    table = midway({"funds": 3})
    _, performed = table.does("buy_universal", amount=amount)
    assert (performed.paid, performed.gained) == ({"funds": price}, {UR: amount})
    midway({"funds": price - 1}).denies("TH-040", "cannot_pay", "buy_universal", amount=amount)


@pytest.mark.rule("TH-040")
@pytest.mark.parametrize("amount", [0, 3])
def test_no_other_number_is_sold(amount):
    refusal = midway({"funds": 9}).denies("TH-040", "bad_selection", "buy_universal", amount=amount)
    assert refusal.pointer == "/action/effect/amount"


@pytest.mark.rule("TH-041", "TH-043")
def test_a_card_is_bought_from_the_discard_pile():
    table = midway({"funds": 2}, resource_discard=["lumber#1", "marble"])
    taken = only(table.does("buy_resource", **{"from": "discard"}), ResourceTaken)
    assert (taken.card, taken.source, taken.price) == ("marble", "discard", 2)
    assert (table.seat().funds, table.seat().resource_cards) == (0, ("marble",))
    assert table.state.resource_discard == ("lumber#1",)
    table = midway({"funds": 1}, resource_discard=["marble"])
    table.denies("TH-041", "cannot_pay", "buy_resource", **{"from": "discard"})


@pytest.mark.rule("TH-041", "TH-042", "TH-R08")
def test_a_blind_purchase_pays_the_price_of_the_card_that_comes():
    table = midway({"funds": 3}, resource_deck=["lumber#1"])
    taken = only(table.does("buy_resource", **{"from": "deck"}), ResourceTaken)
    assert (taken.card, taken.source, taken.price) == ("lumber#1", "deck", 1)
    assert table.seat().funds == 2


@pytest.mark.rule("TH-042")
def test_for_a_blind_purchase_the_dearest_price_is_held_after_the_choice_cost():
    table = midway({"funds": 4}, areas={"purchase": 6})
    table.denies("TH-042", "cannot_pay", "buy_resource", **{"from": "deck"})
    midway({"funds": 5}, areas={"purchase": 6}).does("buy_resource", **{"from": "deck"})


@pytest.mark.rule("TH-043", "TH-099")
def test_buying_with_a_full_storehouse_is_allowed():
    table = midway({"funds": 3, "resource_cards": ["geode", "marble"]})
    table.does("buy_resource", **{"from": "deck"})
    assert len(table.seat().resource_cards) == 3
    assert table.state.pending == ((0, "excess"),)


@pytest.mark.rule("TH-044", "TH-R19")
def test_the_pile_is_started_anew_after_a_purchase_of_either_kind_and_only_then():
    for source in ("deck", "discard"):
        table = midway(
            {"funds": 3}, resource_discard=["lumber#1"], resource_deck=["marble", "geode"]
        )
        if source == "deck":
            emptied(table, "resource_discard")
        events = table.does("buy_resource", **{"from": source})
        assert names(events)[-1] == "resource_discard_started"
        assert only(events, ResourceDiscardStarted).card == table.state.resource_discard[0]
    table = emptied(midway(), "resource_discard")
    assert of_type(table.does("produce", armaments=[]), ResourceDiscardStarted) == []


@pytest.mark.rule("TH-R19")
def test_with_no_deck_either_the_pile_stays_empty_and_sells_nothing():
    table = emptied(midway({"funds": 1}, resource_discard=["lumber#1"]), "resource_deck")
    events = table.does("buy_resource", **{"from": "discard"})
    assert of_type(events, ResourceDiscardStarted) == []
    table = emptied(midway({"funds": 9}), "resource_deck", "resource_discard")
    table.denies("TH-R19", "deck_empty", "buy_resource", **{"from": "discard"})
    table.denies("TH-102", "deck_empty", "buy_resource", **{"from": "deck"})


@pytest.mark.rule("TH-045")
def test_information_is_provided():
    table = midway({"information": 2})
    _, performed = table.does("provide_information")
    assert performed.paid == {"information": 2}
    assert performed.gained == {UR: 1, "renown": 3}
    midway({"information": 1}).denies("TH-045", "cannot_pay", "provide_information")


@pytest.mark.rule("TH-046", "TH-R26")
@pytest.mark.parametrize("amount", [1, 3])
def test_each_universal_resource_donated_gives_a_renown(amount):
    table = midway({UR: 3})
    _, performed = table.does("donate", amount=amount)
    assert (performed.paid, performed.gained) == ({UR: amount}, {"renown": amount})


@pytest.mark.rule("TH-046")
def test_donations_are_at_least_one_and_at_most_what_is_held():
    midway({UR: 3}).denies("TH-046", "bad_selection", "donate", amount=0)
    midway({UR: 3}).denies("TH-046", "cannot_pay", "donate", amount=4)


@pytest.mark.rule("TH-047")
def test_one_or_two_cards_are_sold_the_last_one_on_top():
    table = midway({"resource_cards": ["geode", "lumber#1"]})
    events = table.does("sell_resources", cards=["lumber#1", "geode"])
    assert only(events, ResourceCardsDiscarded).reason == "sell"
    assert only(events, EffectPerformed).gained == {"funds": 3 + 4}
    assert table.state.resource_discard[-2:] == ("lumber#1", "geode")
    assert table.seat().resource_cards == ()


@pytest.mark.rule("TH-047")
def test_sales_name_own_cards_each_once():
    table = midway({"resource_cards": ["geode"]})
    table.denies("TH-047", "bad_selection", "sell_resources", cards=[])
    table.denies("TH-047", "bad_selection", "sell_resources", cards=["geode", "geode"])
    table.denies("TH-047", "not_held", "sell_resources", cards=["marble"])
    table.denies("TH-047", "unknown_card", "sell_resources", cards=["gold"])


@pytest.mark.rule("TH-101")
def test_an_empty_deck_is_made_anew_of_the_pile_but_its_top_card():
    pile = ["lumber#1", "marble", "geode"]
    table = midway(resource_discard=pile, script={"resource_reshuffle": [["marble", "lumber#1"]]})
    emptied(table, "resource_deck")
    events = table.does("produce", armaments=[])
    again = only(events, ResourceDeckReshuffled)
    assert (again.count, again.deck) == (2, ("marble", "lumber#1"))
    assert only(events, ResourceTaken).card == "marble"
    assert table.state.resource_discard == ("geode",)


@pytest.mark.rule("TH-R18")
def test_a_deck_is_not_made_anew_when_its_last_card_leaves():
    table = midway(resource_discard=["lumber#1", "marble"])
    table.state = replace(table.state, resource_deck=("geode",))
    events = table.does("produce", armaments=[])
    assert of_type(events, ResourceDeckReshuffled) == []
    assert table.state.resource_deck == ()
    assert table.state.resource_discard == ("lumber#1", "marble")


@pytest.mark.rule("TH-102")
def test_production_and_blind_purchase_need_a_card_that_can_be_taken():
    table = emptied(midway({"funds": 3}, resource_discard=["geode"]), "resource_deck")
    table.denies("TH-102", "deck_empty", "produce", armaments=[])
    table.denies("TH-102", "deck_empty", "buy_resource", **{"from": "deck"})
    table = emptied(midway({"funds": 3}, resource_discard=["geode", "marble"]), "resource_deck")
    assert only(table.does("produce", armaments=[]), ResourceTaken).card == "geode"
