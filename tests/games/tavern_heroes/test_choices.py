"""What is offered: every sensible way to pay, and nothing idle in it; what else the rules accept is worse."""

from __future__ import annotations

import random
from itertools import chain, combinations, permutations, product

import msgspec
import pytest

from domain.kernel.chance import LuckNeeded, NoChance
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.simulate import read_action
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import (
    TAVERN,
    UR,
    midway,
    setting_up,
    states,
    subjugation,
)

UNITS = ("wood", "stone", "ore")
MARKS = ("combat", "attack_magic", "holy")


def accepts(state, action):
    """Tell whether seat 0 may do this; a draw is only come to when all is in order."""
    try:
        TAVERN.decide(Play(state, TAVERN.evolve, NoChance()), 0, read_action(TAVERN, action))
    except RuleViolation:
        return False
    except LuckNeeded:
        return True
    return True


def offered(state, kind, seat=0):
    """All actions of a type that are offered."""
    return [one for one in TAVERN.legal(state, seat).actions() if one["type"] == kind]


def effects(state, kind):
    """All forms of a board effect that are offered."""
    placed = [one["effect"] for one in offered(state, "place_cube")]
    return [one for one in placed if one["kind"] == kind]


def subsets(things):
    return chain.from_iterable(combinations(things, n) for n in range(len(things) + 1))


@pytest.mark.rule("TH-054", "TH-055", "TH-R07")
@pytest.mark.parametrize("city", ["academic_city#1", "resource_city#1", "military_city#1"])
def test_every_payment_of_a_city_in_which_nothing_is_idle_is_offered(city):
    """All that the rules accept is tried: each accepted payment has an offered one that spends no more."""
    held = ["lumber#1", "iron_ore#1"]
    seat = {"resource_cards": held, UR: 5, "territories": ["small_wood", "stony_field", "goblin"]}
    state = midway(seat, city_row=[city]).state
    forms = effects(state, "build")
    paid = {(one["territory"], spent(one)) for one in forms}
    assert len(paid) == len(forms)
    tried = accepted = 0
    for territory in range(3):
        for cards in chain.from_iterable(permutations(held, n) for n in range(3)):
            for units in product(range(4), range(4), range(3)):
                universal = dict(zip(UNITS, units, strict=True))
                build = {
                    "kind": "build",
                    "city": city,
                    "territory": territory,
                    "resource_cards": cards,
                    "universal": universal,
                }
                tried += 1
                if accepts(state, {"type": "place_cube", "effect": build}):
                    accepted += 1
                    assert any(
                        one["territory"] == territory
                        and set(one["resource_cards"]) <= set(cards)
                        and all(one["universal"][unit] <= universal[unit] for unit in UNITS)
                        for one in forms
                    )
    assert 0 < len(forms) < accepted < tried


def spent(build):
    return (tuple(build["resource_cards"]), tuple(build["universal"][unit] for unit in UNITS))


@pytest.mark.rule("TH-058")
def test_cards_spent_together_are_offered_with_each_of_them_on_top():
    seat = {"resource_cards": ["lumber#1", "hill_quarry"], "territories": ["goblin"], "cubes": 1}
    state = midway(seat, city_row=["academic_city#1"]).state
    orders = [tuple(one["resource_cards"]) for one in effects(state, "build")]
    assert orders == [("hill_quarry", "lumber#1"), ("lumber#1", "hill_quarry")]


SEATS = [
    {"cubes": 5, "talents": ["paladin", "ninja"], "armament_cards": ["archers#1"]},
    {"cubes": 3, "talents": ["sage", "hero"], "armament_cards": ["flame_mages#1", "cavalry#1"]},
    {"cubes": 0, "talents": ["hero", "witch", "samurai"], "armament_cards": ["spear_levy#1"]},
    {"cubes": 7, "talents": ["jester"], "armament_cards": []},
    {"cubes": 4, "talents": ["saint:down", "red_mage:cube", "knight"], "armament_cards": []},
]


@pytest.mark.rule("TH-108", "TH-110", "TH-111", "TH-112", "TH-113", "TH-R07")
@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("monster", ["goblin", "lich", "unicorn"])
def test_every_payment_of_a_monster_in_which_nothing_is_idle_is_offered(seat, monster):
    """All that the rules accept is tried: each accepted payment has an offered one that spends no more."""
    state = midway({**seat, "armament_level": 3}, monster_row=[monster]).state
    forms = [used(one) for one in offered(state, "subjugate")]
    assert len({(cards, tuple(cubes.items())) for cards, cubes in forms}) == len(forms)
    names = [one.split(":")[0] for one in seat["talents"]]
    for cards in subsets(seat["armament_cards"]):
        for marks in product((None, *MARKS), repeat=len(names)):
            talents = {name: mark for name, mark in zip(names, marks, strict=True) if mark}
            for combat, magic, holy in product(range(5), range(2), range(2)):
                payment = {"combat": combat, "attack_magic": magic, "holy": holy}
                action = subjugation(monster, armaments=cards, talents=talents, **payment)
                if accepts(state, {"type": "subjugate", **action}):
                    everything, cost = {*cards, *talents}, combat + 2 * (magic + holy)
                    assert any(
                        own <= everything and price(cubes) <= cost for own, cubes in forms
                    ), action


def used(action):
    talents = [one["talent"] for one in action["talents"]]
    return frozenset((*action["armaments"], *talents)), action["cubes"]


def price(cubes):
    return cubes["combat"] + 2 * (cubes["attack_magic"] + cubes["holy"])


@pytest.mark.rule("TH-113")
@pytest.mark.parametrize("seat", SEATS)
def test_no_payment_of_a_monster_that_is_offered_has_an_idle_part(seat):
    row = ["goblin", "lich", "unicorn"]
    state = midway({**seat, "armament_level": 3}, monster_row=row).state
    for action in offered(state, "subjugate"):
        for part in ("armaments", "talents"):
            for number in range(len(action[part])):
                fewer = [one for n, one in enumerate(action[part]) if n != number]
                assert not accepts(state, {**action, part: fewer})
        for mark, number in action["cubes"].items():
            if number:
                cubes = {**action["cubes"], mark: number - 1}
                assert not accepts(state, {**action, "cubes": cubes})


@pytest.mark.rule("TH-111")
def test_cards_of_a_kind_are_offered_once():
    cards = ["archers#1", "archers#2", "archers#3"]
    seat = {"cubes": 9, "armament_cards": cards, "armament_level": 3}
    state = midway(seat, monster_row=["lizardman"]).state
    payments = [tuple(one["armaments"]) for one in offered(state, "subjugate")]
    assert sorted(payments) == [tuple(cards[:n]) for n in range(4)]


@pytest.mark.rule("TH-117")
def test_any_support_may_be_named_for_a_visit_in_any_order():
    cards = ["swordsmen#1", "cavalry#1", "archers#1"]
    seat = {"talents": ["jester"], "information": 1, "armament_level": 3, "armament_cards": cards}
    state = midway(seat, monster_row=["goblin"]).state
    (visit,) = [one for one in TAVERN.legal(state, 0).items if one.type == "visit"]
    assert visit.open["support"].of == ("swordsmen#1", "cavalry#1")
    action = {"type": "visit", "monster": "goblin", "talent": "jester", "stone_card": None}
    assert TAVERN.legal(state, 0).contains({**action, "support": ["cavalry#1", "swordsmen#1"]})


@pytest.mark.rule("TH-106", "TH-116")
def test_each_card_that_pays_the_stone_of_a_visit_is_offered():
    seat = {
        "talents": ["dancer", "jester"],
        "resource_cards": ["geode", "ember_ore"],
        "armament_cards": ["frost_mages"],
        "armament_level": 1,
    }
    visits = offered(midway(seat, monster_row=["dragon"]).state, "visit")
    assert {(one["talent"], one["stone_card"]) for one in visits} == {
        *product(("dancer", "jester"), ("geode", "frost_mages"))
    }


@pytest.mark.rule("TH-049")
def test_production_is_offered_with_each_number_of_supporters():
    cards = ["spear_levy#1", "archers#1", "spear_levy#3"]
    state = midway({"armament_cards": cards, "armament_level": 3}).state
    supports = [tuple(one["armaments"]) for one in effects(state, "produce")]
    assert supports == [(), ("spear_levy#1",), ("spear_levy#1", "spear_levy#3")]


@pytest.mark.rule("TH-078", "TH-R21")
def test_two_skills_are_offered_alone_and_in_both_orders():
    seat = {"talents": ["sage"], "resource_cards": ["ember_ore", "spirit_wood"]}
    ways = [
        tuple((one["skill"], one["stone_card"]) for one in action["uses"])
        for action in offered(midway(seat).state, "use_card")
        if action["card"] == "sage"
    ]
    red, yellow = ("red_magic", "ember_ore"), ("yellow_magic", "spirit_wood")
    assert sorted(ways) == sorted([(red,), (yellow,), (red, yellow), (yellow, red)])


@pytest.mark.rule("TH-086")
def test_recovery_is_offered_for_one_and_for_two_talents():
    seat = {"talents": ["priestess", "jester:down", "dancer:down", "thief:down"]}
    uses = [one["uses"][0]["talents"] for one in offered(midway(seat).state, "use_card")]
    assert sorted(map(tuple, uses)) == sorted(
        [
            *combinations(("jester", "dancer", "thief"), 1),
            *combinations(("jester", "dancer", "thief"), 2),
        ]
    )


@pytest.mark.rule("TH-083")
def test_black_magic_is_offered_with_each_stone_and_each_effect_that_can_be_paid_then():
    seat = {"talents": ["witch"], "resource_cards": ["geode", "lumber#1"]}
    uses = [one["uses"][0] for one in offered(midway(seat).state, "use_card")]
    assert {one["stone_card"] for one in uses} == {"geode"}
    kinds = {one["effect"]["kind"] for one in uses}
    assert {"market_information", "buy_universal", "sell_resources", "produce"} <= kinds
    assert "feast" not in kinds
    sold = [one["effect"]["cards"] for one in uses if one["effect"]["kind"] == "sell_resources"]
    assert sold == [("lumber#1",)]


@pytest.mark.rule("TH-083", "TH-R21")
def test_a_card_drawn_in_the_same_action_pays_for_nothing_that_is_offered():
    """In this edition the Sage draws a Spear Levy before its Black Magic lets produce."""
    edition = changed_edition(("talents", 19, "skills"), ["strong_soldiers", "black_magic"])
    seat = {"talents": ["sage"], UR: 2, "resource_cards": ["geode"]}
    state = midway(seat, edition=edition, armament_deck=["spear_levy#1"]).state
    produced = [
        tuple(use["effect"]["armaments"])
        for action in offered(state, "use_card")
        for use in action["uses"]
        if use["effect"] is not None and use["effect"]["kind"] == "produce"
    ]
    assert set(produced) == {()}


@pytest.mark.rule("TH-070", "TH-077")
def test_without_a_privileged_area_no_privilege_is_offered():
    edition = TAVERN.edition
    for number in range(5):
        edition = changed_edition(("areas", number, "privileged"), value=False, edition=edition)
    seat = {"talents": ["witch"], "resource_cards": ["geode"], "renown": 1}
    state = midway(seat, policies=(5, 9), edition=edition).state
    assert offered(state, "use_card") == []
    assert effects(state, "privilege") == []


@pytest.mark.rule("TH-099", "TH-104")
def test_discards_are_arrangements_of_what_is_held():
    seat = {"resource_cards": ["lumber#1", "marble"], "cubes": 2}
    table = midway(seat, resource_deck=["geode"])
    table.does("produce", armaments=[])
    (choice,) = TAVERN.legal(table.state, 0).items
    assert choice.count() == 3
    assert choice.open["resource_cards"].of == ("lumber#1", "marble", "geode")
    assert choice.open["armaments"].length == 0


@pytest.mark.rule("TH-030", "TH-124", "TH-125")
def test_passing_is_offered_with_each_policy_of_the_field():
    state = midway().state
    taken = [one["policy"] for one in offered(state, "pass")]
    assert taken == list(state.policy_field)
    state = setting_up(2).state
    chosen = [one["policy"] for one in offered(state, "choose_policy", 1)]
    assert chosen == list(state.seats[1].policies_dealt)


def test_each_choice_of_a_turn_is_drawn_as_often():
    """Among them some with many forms, and beside them effects that cannot be paid."""
    seat = {"talents": ["jester", "witch"], "resource_cards": ["geode"], UR: 2, "cubes": 6}
    state = midway(seat, monster_row=["goblin", "dragon"]).state
    listed = TAVERN.legal(state, 0).items
    rng, times = random.Random(8), 300
    drawn = [TAVERN.draw(state, 0, rng) for _ in range(times * len(listed))]
    plain = [msgspec.to_builtins(action) for action in drawn]
    often = [sum(map(choice.contains, plain)) for choice in listed]
    assert {"place_cube", "use_card", "subjugate", "visit", "pass"} == {one.type for one in listed}
    assert len(TAVERN.edition.area_of) > [one.type for one in listed].count("place_cube")
    assert sum(often) == len(drawn)
    assert all(0.8 * times < number < 1.2 * times for number in often), often


@pytest.mark.parametrize("players", [2, 3, 4])
def test_choices_are_as_many_as_ever(players):
    """Pinned: the number of legal actions along a random game, its sum and its largest."""
    counts = [
        TAVERN.legal(state, seat).count()
        for state in states(players, 77)
        for seat in TAVERN.to_act(state)
    ]
    assert (len(counts), sum(counts), max(counts)) == PINNED[players]


PINNED = {2: (38, 1096, 66), 3: (66, 1790, 89), 4: (89, 2149, 68)}


def test_what_is_offered_is_small_enough_to_be_sent():
    largest = 0
    for players in (2, 3, 4):
        for seed in range(6):
            for state in states(players, seed):
                for seat in TAVERN.to_act(state):
                    largest = max(largest, len(msgspec.json.encode(TAVERN.legal(state, seat))))
    assert largest < 200_000
