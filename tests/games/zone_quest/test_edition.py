"""The edition's schema and constraints, and that another edition really plays by its numbers."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.kernel.chance import FastChance, ScriptedChance
from domain.kernel.errors import RuleViolation
from domain.simulate import play_game
from domain.table.box import supplied_box
from tests.games.editions import default_of, edited, faults_of
from tests.games.zone_quest.table import CAMPAIGN, ZONE_QUEST, Table, fresh
from tests.games.zone_quest.world import World, player

DEFAULT = default_of(ZONE_QUEST)
CHIEF = next(n for n, one in enumerate(DEFAULT["enemies"]) if one["id"] == "goblin_chief")


def changed(*changes):
    """The default edition with some values changed."""
    return edited(DEFAULT, *((path, value) for *path, value in changes))


def faults(edition):
    return faults_of(ZONE_QUEST, edition)


def box(*changes):
    return supplied_box(ZONE_QUEST, changed(*changes)).edition


def test_the_default_edition_is_valid():
    edition = supplied_box(ZONE_QUEST, DEFAULT).edition
    assert edition == ZONE_QUEST.edition
    assert sum(item.count for item in edition.items) == 36
    assert len(edition.items) == 24


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("edition", "ruleset"), "chess", "/edition/ruleset"),
        (("edition", "version"), -1, "/edition/version"),
        (("players", "session_max"), 5, "/players/session_max"),
        (("players", "session_max"), 0, "/players/session_max"),
        (("players", "session_min"), 0, "/players/session_min"),
        (("base", "power"), 0, "/base/power"),
        (("base", "health"), 0, "/base/health"),
        (("new_player", "damage"), 30, "/new_player/damage"),
        (("new_player", "damage"), -1, "/new_player/damage"),
        (("new_player", "gold"), -1, "/new_player/gold"),
        (("turn_limit", "suggested"), 0, "/turn_limit/suggested"),
        (("turn_limit", "suggested"), 2001, "/turn_limit/suggested"),
        (("turn_limit", "cap"), 10_001, "/turn_limit/cap"),
        (("market", "draw"), 0, "/market/draw"),
        (("market", "draw"), 6, "/market/draw"),
        (("slots",), [], "/slots"),
        (("slots",), [{"id": f"s{n}", "name": "Slot"} for n in range(9)], "/slots"),
        (("slots", 1, "id"), "left_hand", "/slots/1/id"),
        (("items", 0, "slot"), "tail", "/items/0/slot"),
        (("items", 0, "power"), -1, "/items/0/power"),
        (("items", 0, "price"), 100_001, "/items/0/price"),
        (("items", 0, "count"), 0, "/items/0/count"),
        (("items", 0, "count"), 21, "/items/0/count"),
        (("items", 1, "id"), "rusty_dagger", "/items/1/id"),
        (("items", 1, "id"), "x" * 41, "/items/1/id"),
        (("zones",), [], "/zones"),
        (("zones", 0, "number"), 2, "/zones/0/number"),
        (("zones", 1, "id"), "green_hills", "/zones/1/id"),
        (("enemies", 0, "id"), "rune_blade", "/enemies/0/id"),
        (("enemies", 0, "id"), "wild_boar", "/enemies/2/id"),
        (("enemies", 0, "zone"), 5, "/enemies/0/zone"),
        (("enemies", 0, "boss"), True, "/enemies"),
        (("enemies", 0, "health"), 0, "/enemies/0/health"),
        (("enemies", 0, "health"), 501, "/enemies/0/health"),
        (("enemies", 0, "power"), -1, "/enemies/0/power"),
        (("enemies", CHIEF, "boss"), False, "/enemies"),
        (("enemies", CHIEF, "count"), 2, f"/enemies/{CHIEF}/count"),
    ],
)
def test_a_fault_is_found_where_it_is(path, value, pointer):
    assert pointer in faults(changed((*path, value)))


def test_a_zone_without_regular_enemies_is_a_fault():
    edition = changed()
    edition["enemies"] = [one for one in edition["enemies"] if one["boss"] or one["zone"] != 2]
    assert faults(edition) == ["/enemies"]


def test_all_faults_come_in_one_answer():
    found = faults(
        changed(
            ("players", "session_min", 4),
            ("players", "session_max", 2),
            ("new_player", "damage", 31),
            ("turn_limit", "cap", 100),
            ("items", 3, "slot", "tail"),
            ("zones", 3, "number", 7),
            ("enemies", CHIEF, "count", 3),
        )
    )
    assert found == [
        "/players/session_min",
        "/new_player/damage",
        "/turn_limit/suggested",
        "/items/3/slot",
        "/zones/3/number",
        f"/enemies/{CHIEF}/count",
    ]


def test_unknown_fields_and_wrong_types_are_faults_of_shape():
    assert faults({**DEFAULT, "dice": []}) == ["/dice"]
    both = changed(("base", "power", "5"), ("market", "draw", None))
    assert faults(both) == ["/base/power", "/market/draw"]


@pytest.mark.rule("ZQ-007", "ZQ-009", "ZQ-022", "ZQ-R50", "ZQ-052")
def test_another_edition_plays_by_its_numbers():
    edition = box(
        ("base", {"power": 9, "health": 17}),
        ("new_player", {"damage": 2, "gold": 11}),
        ("market", "draw", 2),
        ("turn_limit", {"suggested": 3, "cap": 3}),
        ("zones", DEFAULT["zones"][:1]),
        ("enemies", [one for one in DEFAULT["enemies"] if one["zone"] == 1]),
    )
    state = ZONE_QUEST.initial(edition, 1, ZONE_QUEST.options())
    (seat,) = ZONE_QUEST.view(state, 0).seats
    assert (seat.power, seat.health, seat.damage, seat.gold) == (9, 17, 2, 11)
    script = {"zone_deck_1": [["goblin_chief"]]}
    table = fresh([{"damage": 2, "gold": 11}], script, edition=edition)
    table.keeps()
    assert len(table.acts(0, "search_market").the("market_searched").drawn) == 2
    table.acts(0, "buy_items", buy=[], keep={})
    table.explores(0, 1)
    for damage in (9, 16, 23):
        told = table.choose({0: "attack"})
        assert told.the("enemy_attacked").player_damage == damage
    assert told.the("players_attacked").enemy_damage == 27
    assert told.the("encounter_ended").outcome == "lost"
    told = table.acts(0, "teleport")
    assert told.the("session_ended").result.reason == "turn_cap"
    with pytest.raises(RuleViolation):
        ZONE_QUEST.check_options(edition, 1, ZONE_QUEST.options(turn_limit=4))


@pytest.mark.rule("ZQ-002", "ZQ-026")
def test_another_edition_has_other_seats_and_slots():
    edition = box(
        ("players", {"session_min": 2, "session_max": 2, "recommended": 2}),
        ("slots", [{"id": "hat", "name": "Hat"}]),
        (
            "items",
            [
                {**one, "slot": "hat"}
                for one in DEFAULT["items"]
                if one["id"] in ("quiver", "buckler")
            ],
        ),
    )
    for players, right in ((1, False), (2, True), (3, False)):
        if right:
            ZONE_QUEST.check_options(edition, players, ZONE_QUEST.options())
            continue
        with pytest.raises(RuleViolation) as refusal:
            ZONE_QUEST.check_options(edition, players, ZONE_QUEST.options())
        assert refusal.value.rule == "ZQ-002"
    ended = play_game(
        ZONE_QUEST,
        players=2,
        rng=random.Random(1),
        edition=edition,
        options=ZONE_QUEST.options(turn_limit=40),
    )
    assert all(set(one.items) == {"hat"} for one in ended.result.ranking)
    world = World(edition=edition)
    with pytest.raises(RuleViolation):
        world.opens("A", "p")
    world.opens("A", "p", "q")
    assert set(world.kept("p").items) == {"hat"}
    assert player("p")["name"] == "P"


def largest():
    """An edition at its limits: zones, kinds of cards, copies, cycles."""
    zones = [{"number": n, "id": f"z{n}", "name": "Zone"} for n in range(1, 13)]
    enemy = {"name": "Enemy", "health": 100, "power": 0, "gold": 100_000}
    enemies = [
        {**enemy, "id": f"e{n}", "zone": 1 + n % 12, "boss": n < 12, "count": 1 if n < 12 else 20}
        for n in range(100)
    ]
    slots = [{"id": f"slot_{n}".ljust(40, "x"), "name": "Slot"} for n in range(8)]
    item = {"name": "Item", "power": 0, "health": 0, "count": 20}
    items = [
        {**item, "id": f"item_{n}".ljust(40, "x"), "slot": slots[n % 8]["id"], "price": n}
        for n in range(100)
    ]
    changes = {
        "base": {"power": 1, "health": 1},
        "market": {"draw": 5},
        "zones": zones,
        "slots": slots,
        "items": items,
        "enemies": enemies,
    }
    return supplied_box(ZONE_QUEST, {**DEFAULT, **changes}).edition


@pytest.mark.rule("ZQ-028", "ZQ-014", "ZQ-R06")
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_largest_edition_can_be_played(policy):
    edition, options = largest(), ZONE_QUEST.options(turn_limit=40)
    ended = play_game(
        ZONE_QUEST,
        players=4,
        rng=random.Random(2),
        edition=edition,
        options=options,
        policies=[ZONE_QUEST.bots[policy]] * 4,
    )
    assert ended.result.turns == 40
    assert ended.actions <= ZONE_QUEST.bound(edition, 4, options)
    assert CAMPAIGN.initial(edition, "c").terms.bosses == tuple(f"e{n}" for n in range(12))


@pytest.mark.rule("ZQ-027")
def test_the_largest_choice_is_no_burden():
    """Five cards of five slots in which something is worn already."""
    edition = largest()
    drawn = [item.id for item in edition.items[:5]]
    worn = {item.slot: item.id for item in edition.items[8:13]}
    told = {"player_id": "p", "name": "P", "damage": 0, "gold": 9000, "items": worn, "stats": {}}
    session = {"campaign_id": "c", "reservation": 1, "turns": 0, "bosses": [], "players": [told]}
    options = msgspec.convert({"session": session}, ZONE_QUEST.options)
    chance = ScriptedChance({"market_deck": (drawn,)}, {}, FastChance(random.Random(1)))
    table = Table(ZONE_QUEST.initial(edition, 1, options), chance)
    table.happens(ZONE_QUEST.setup)
    table.keeps()
    table.acts(0, "search_market")
    offered = ZONE_QUEST.legal(table.state, 0)
    assert offered.count() == 3**5
    assert len(msgspec.json.encode(offered)) < 200_000
