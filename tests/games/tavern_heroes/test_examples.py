"""The worked examples of docs/rules/tavern_heroes.md, section 7, with their numbers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.tavern_heroes.events import (
    ArmamentsDrawn,
    CubePlaced,
    EffectPerformed,
    PoliciesRevealed,
    PolicyScored,
    ResourceDiscardStarted,
    RoundPrepared,
)
from domain.games.tavern_heroes.state import FinalChoice
from tests.games.table import of_type
from tests.games.tavern_heroes.table import (
    POLICY,
    UR,
    begun,
    chosen,
    in_round,
    midway,
    only,
    with_policies,
)


@pytest.mark.rule("TH-027", "TH-028")
def test_example_1_turn_order():
    table = chosen((2, 5, 12, 7))
    prepared = only(table.begins_round(), RoundPrepared)
    assert prepared.turn_order == (0, 1, 3, 2)
    asked = []
    for _ in range(5):
        ((seat, decision),) = table.state.pending
        asked.append(seat)
        assert decision == "turn"
        table.does("market_information", seat)
    assert asked == [0, 1, 3, 2, 0]


@pytest.mark.rule("TH-013", "TH-R03")
@pytest.mark.parametrize(("players", "left"), [(4, 2), (3, 3)])
def test_example_2_preparation(players, left):
    policies = (1, 2, 3, 6)[:players]
    table = midway(policies=policies, areas={"purchase": 5, "scheme": 2, "tavern": 0})
    table.passes(*range(players))
    prepared = only(table.keeps(), RoundPrepared)
    assert prepared.cubes_removed == {"purchase": 5 - left, "scheme": 2}
    assert [table.area(name) for name in ("purchase", "scheme", "tavern")] == [left, 0, 0]


@pytest.mark.rule("TH-009", "TH-014", "TH-015")
@pytest.mark.parametrize("policies", [(8, 9), (8, 9, 10), (8, 9, 10, 11)])
def test_example_3_policy_field(policies):
    table, seen = begun(policies), []
    for number in range(1, 5):
        state = table.state
        seen.append((len(state.policy_field), len(state.policy_deck)))
        if number < 4:
            field = table.state.policy_field
            table.passes(*state.turn_order)
            returned = table.state.policy_field
            assert len(returned) == len(field)
            table.begins_round()
    assert seen == [(2, 4), (4, 2), (6, 0), (0, 0)]
    assert table.state.final_pile == returned


@pytest.mark.rule("TH-016", "TH-017")
def test_example_4_activation():
    table = midway({"talents": ["jester:cube", "paladin:down"], "lord_cube": True})
    table.passes(0, 1)
    table.keeps()
    seat = table.seat()
    assert not seat.lord_cube
    assert all(talent.face_up and not talent.cube for talent in seat.talents)


@pytest.mark.rule("TH-036", "TH-063")
def test_example_5_tavern_information():
    table = midway({"funds": 2})
    placed, performed = table.does("tavern_information")
    assert (placed.choice_cost.kind, placed.choice_cost.amount) == ("funds", 1)
    assert (performed.paid, performed.gained) == ({"funds": 1}, {"information": 2})
    assert (table.seat().funds, table.seat().information) == (0, 2)


@pytest.mark.rule("TH-109", "TH-110", "TH-111", "TH-112", "TH-113", "TH-114")
def test_example_6_lich():
    cards = ["swordsmen#1", "flame_mages#1"]
    table = midway(
        {"armament_cards": cards, "talents": ["paladin"], "armament_level": 2, "renown": 3},
        monster_row=["lich", "orc"],
    )
    table.subjugates("lich", combat=1, armaments=cards, talents={"paladin": "holy"})
    seat = table.seat()
    assert (seat.cubes, seat.armament_cards, seat.renown) == (0, (), 3 + 10 + 5)
    assert not table.talent("paladin").face_up
    assert table.state.armament_discard == tuple(cards)
    assert [one.card for one in seat.territories] == ["lich"]


@pytest.mark.rule("TH-115", "TH-106")
def test_example_7_dragon():
    table = midway({"talents": ["strategist"], "resource_cards": ["geode"]}, monster_row=["dragon"])
    table.visits("dragon", "strategist", stone_card="geode")
    seat = table.seat()
    assert (seat.renown, seat.cubes, seat.resource_cards) == (8, 1, ())
    assert not table.talent("strategist").face_up
    assert table.state.resource_discard[-1] == "geode"
    assert table.state.monster_row == ("dragon",)


@pytest.mark.rule("TH-117")
def test_example_8_skeleton():
    table = midway(
        {
            "talents": ["jester"],
            "information": 1,
            "armament_cards": ["rangers#1"],
            "armament_level": 1,
        },
        monster_row=["skeleton"],
    )
    table.visits("skeleton", "jester", ["rangers#1"])
    seat = table.seat()
    assert (seat.information, seat.universal_resource, seat.armament_cards) == (0, 5, ())
    assert not table.talent("jester").face_up
    assert table.state.armament_discard == ("rangers#1",)


@pytest.mark.rule("TH-055", "TH-056", "TH-057")
def test_example_9_resource_city_by_production():
    table = midway(
        {"territories": ["forest_mine", "small_wood"]},
        policies=(1, 2),
        city_row=["resource_city#1"],
    )
    table.does("build", city="resource_city#1", territory=1, resource_cards=[], universal={})
    seat = table.seat()
    assert (seat.renown, seat.territories[1].city) == (5, "resource_city#1")
    assert table.state.production(seat) == (1, 0, 1)


@pytest.mark.rule("TH-066", "TH-R06")
def test_example_10_samurai():
    def recruiting(renown):
        return midway(
            {"renown": renown, UR: 1, "funds": 1}, policies=(1, 2), talent_row=["samurai"]
        )

    table = recruiting(18)
    table.does("recruit", talent="samurai")
    assert table.counters() == {
        "renown": 19,
        "funds": 0,
        "information": 0,
        UR: 0,
        "armament_level": 0,
        "cubes": 0,
    }
    recruiting(17).does("recruit", talent="samurai")
    recruiting(16).denies("TH-066", "renown_too_low", "recruit", talent="samurai")


@pytest.mark.rule("TH-041", "TH-047")
def test_example_11_price():
    table = midway({"funds": 1, "cubes": 2}, resource_discard=["lumber#1"])
    table.does("buy_resource", **{"from": "discard"})
    assert table.seat().funds == 0
    table.passes(1)
    table.does("sell_resources", cards=["lumber#1"])
    assert table.seat().funds == 3


@pytest.mark.rule("TH-088", "TH-120")
@pytest.mark.parametrize(("talent", "funds"), [("merchant", 4), ("jester", 5)])
def test_example_12_merchant(talent, funds):
    table = midway({"talents": ["merchant", "jester"], "information": 1}, monster_row=["goblin"])
    table.visits("goblin", talent)
    assert table.seat().funds == funds


@pytest.mark.rule("TH-104")
def test_example_13_hold_limit():
    held = ["swordsmen#1", "archers#1"]
    table = midway({"armament_level": 2, "armament_cards": held, "information": 1, UR: 1})
    drawn = only(table.does("scheme"), ArmamentsDrawn)
    assert drawn.count == 2
    assert table.state.pending == ((0, "excess"),)
    fields = {"resource_cards": [], "armaments": held[:1]}
    table.refuses("TH-104", "bad_selection", 0, "discard_excess", **fields)
    table.acts(0, "discard_excess", resource_cards=[], armaments=held)
    assert table.seat().armament_cards == drawn.cards


def three_at_the_end():
    """Seats A, B and C of the rulebook's example, all passed, their Policies taken."""
    land = ["small_wood", "stony_field", "old_pit", "river_bank"]
    others = ["old_forest", "chalk_cliff", "river_valley", "forest_mine"]
    table = midway(
        {"renown": 65, "resource_cards": ["geode"], "passed": True},
        {"renown": 62, "territories": land, "passed": True},
        {"renown": 58, "territories": others, "resource_cards": ["ember_ore"], "passed": True},
        policies=(1, 2, 3),
        last=2,
    )
    in_round(table, 4)
    with_policies(table, final_pile_start=(4, 5, 6, 7, 8, 10))
    choices = tuple(
        FinalChoice(seat=seat, policy=POLICY[number], returned=POLICY[own])
        for seat, number, own in ((0, 5, 1), (1, 10, 2), (2, 7, 3))
    )
    seats = tuple(replace(seat, policy=None) for seat in table.state.seats)
    table.state = replace(table.state, final_choices=choices, seats=seats)
    return table


@pytest.mark.rule("TH-129", "TH-130", "TH-131", "TH-132", "TH-133", "TH-134")
def test_example_14_scoring():
    table = three_at_the_end()
    events = table.keeps()
    scored = [(one.policy, one.seats, one.renown) for one in of_type(events, PolicyScored)]
    assert scored == [
        ("vested_interests", (0, 2), 10),
        ("territory_expansion", (1, 2), 10),
        ("divine_blessing", (1,), 5),
    ]
    result = table.state.result
    assert [(one.seat, one.renown) for one in result.ranking] == [(2, 78), (1, 77), (0, 75)]
    assert result.winners == (2,)
    assert result.breakdown[1].policies == {
        "vested_interests": 0,
        "territory_expansion": 10,
        "divine_blessing": 5,
    }


@pytest.mark.rule("TH-073", "TH-104")
def test_example_15_conscription_chain():
    def conscripting(renown):
        seat = {"renown": renown, UR: 1, "armament_level": 1, "armament_cards": ["archers#1"]}
        return midway(seat)

    table = conscripting(4)
    drawn = only(table.does("conscript"), ArmamentsDrawn)
    seat = table.seat()
    assert (seat.renown, seat.universal_resource, seat.armament_level) == (1, 0, 2)
    assert (drawn.count, len(seat.armament_cards)) == (2, 3)
    assert table.state.armament_excess(seat) == 1
    conscripting(2).denies("TH-035", "cannot_pay", "conscript")


@pytest.mark.rule("TH-070", "TH-071", "TH-R33")
def test_example_16_privilege_with_a_full_area():
    table = midway(
        {"renown": 10, "territories": ["forest_mine", "small_wood"]},
        policies=(1, 2),
        areas={"build": 4, "privilege": 1},
        city_row=["resource_city#1"],
    )
    build = {"city": "resource_city#1", "territory": 1, "resource_cards": [], "universal": {}}
    table.denies("TH-034", "no_space", "build", **build)
    events = table.does("privilege", effect={"kind": "build", **build})
    cost = only(events, CubePlaced).choice_cost
    assert (cost.kind, cost.amount) == ("renown", 2)
    assert only(events, EffectPerformed).privileged
    assert (table.seat().renown, table.seat().funds) == (10 - 2 + 5, 0)
    assert (table.area("build"), table.area("privilege")) == (4, 2)


@pytest.mark.rule("TH-066", "TH-R06")
def test_example_17_privilege_and_renown_test():
    table = midway({"renown": 19, "funds": 5}, policies=(1, 2), talent_row=["paladin"])
    effect = {"kind": "recruit", "talent": "paladin"}
    table.denies("TH-066", "renown_too_low", "privilege", effect=effect)
    table.does("recruit", talent="paladin")
    assert table.seat().funds == 0


@pytest.mark.rule("TH-083")
def test_example_18_black_magic():
    table = midway({"talents": ["witch"], "resource_cards": ["ember_ore"], "funds": 1})
    use = {"skill": "black_magic", "stone_card": "ember_ore", "effect": {"kind": "feast"}}
    table.acts(0, "use_card", card="witch", uses=[use])
    assert table.state.resource_discard[-1] == "ember_ore"
    assert (table.seat().funds, table.seat().cubes) == (0, 2)
    assert table.area("tavern") == 0


@pytest.mark.rule("TH-082", "TH-R13")
def test_example_19_blue_magic():
    table = midway(
        {"talents": ["blue_mage:blue"], "funds": 1}, policies=(1, 2), areas={"tavern": 6}
    )
    placed, _ = table.does("tavern_information")
    assert placed.choice_cost.amount == 0
    assert table.seat().funds == 0
    table.passes(1, 0)
    table.begins_round()
    placed, _ = table.does("tavern_information", table.state.turn_order[0])
    table.does("tavern_information", table.state.turn_order[1])
    assert all(not one.is_spared_funds for one in table.state.seats)
    assert placed.choice_cost.amount == 3


@pytest.mark.rule("TH-078")
def test_example_20_two_skills():
    table = midway({"talents": ["sage"], "resource_cards": ["ember_ore", "spirit_wood"]})
    uses = [
        {"skill": "red_magic", "stone_card": "ember_ore"},
        {"skill": "yellow_magic", "stone_card": "spirit_wood"},
    ]
    table.acts(0, "use_card", card="sage", uses=uses)
    assert (table.seat().renown, table.seat().cubes) == (5, 1 - 1 + 3)
    assert table.state.resource_discard[-2:] == ("ember_ore", "spirit_wood")


@pytest.mark.rule("TH-088", "TH-097")
def test_example_21_command_and_supply():
    table = midway({"talents": ["knight"], "funds": 4})
    others = table.state.supply - 2
    seat = replace(table.seat(1), cubes=table.seat(1).cubes + others)
    table.state = replace(table.state, seats=(table.seat(), seat))
    assert table.state.supply == 2
    _, performed = table.does("feast")
    assert performed.gained == {"cubes": 2}


@pytest.mark.rule("TH-044", "TH-099")
def test_example_22_purchase_empties_the_pile():
    def buying(held):
        seat = {"funds": 1, "resource_cards": held}
        return midway(seat, resource_discard=["lumber#1"], resource_deck=["marble"])

    table = buying(["geode"])
    started = only(table.does("buy_resource", **{"from": "discard"}), ResourceDiscardStarted)
    assert started.card == "marble"
    assert table.seat().resource_cards == ("geode", "lumber#1")
    assert table.state.resource_discard == ("marble",)
    table = buying(["geode", "ember_ore"])
    assert of_type(table.does("buy_resource", **{"from": "discard"}), ResourceDiscardStarted) == []
    table.acts(0, "discard_excess", resource_cards=["geode"], armaments=[])
    assert table.state.resource_discard == ("geode",)


@pytest.mark.rule("TH-042", "TH-R08")
def test_example_23_blind_purchase():
    table = midway({"funds": 2})
    refusal = table.denies("TH-042", "cannot_pay", "buy_resource", **{"from": "deck"})
    assert refusal.detail == "It may cost up to 3 Funds, and you have 2."


@pytest.mark.rule("TH-124")
def test_example_24_pass_exchange():
    table = with_policies(begun((1, 6)), policy_field=(3, 8))
    table.acts(0, "pass", policy=POLICY[8])
    assert table.state.policy_field == (POLICY[3], POLICY[1])
    table.refuses("TH-124", "unknown_card", 1, "pass", policy=POLICY[8])
    table.acts(1, "pass", policy=POLICY[1])
    assert table.state.policy_field == (POLICY[3], POLICY[6])


@pytest.mark.rule("TH-126", "TH-129", "TH-R23")
def test_example_25_two_player_end():
    table = in_round(midway({"funds": 5}, policies=(2, 9)), 4)
    for seat, number in ((0, 6), (1, 4)):
        table.acts(seat, "pass")
        table.acts(seat, "choose_final_policy", policy=POLICY[number])
    events = table.keeps()
    assert only(events, PoliciesRevealed).policies == {
        "0": (POLICY[2], POLICY[6]),
        "1": (POLICY[4], POLICY[9]),
    }
    assert [one.policy for one in of_type(events, PolicyScored)] == [
        POLICY[number] for number in (2, 4, 6, 9)
    ]
    assert [one.last_policy for one in table.state.result.ranking] == [POLICY[6], POLICY[4]]


@pytest.mark.rule("TH-086", "TH-R09")
def test_example_26_recovery():
    table = midway({"talents": ["priestess", "jester:down", "dancer:down"]}, monster_row=["ghost"])
    use = {"skill": "recovery", "talents": ["jester", "dancer"]}
    table.acts(0, "use_card", card="priestess", uses=[use])
    assert table.talent("jester").face_up
    assert table.talent("dancer").face_up
    assert table.talent("priestess").cube
    table.passes(1)
    fields = {"monster": "ghost", "cubes": {}, "armaments": []}
    holy = [{"talent": "priestess", "ability": "holy"}]
    table.refuses("TH-112", "card_has_cube", 0, "subjugate", talents=holy, **fields)


@pytest.mark.rule("TH-060")
def test_example_27_military_city_at_level_3():
    table = midway(
        {
            "armament_level": 3,
            "armament_cards": ["archers#1"],
            "territories": ["iron_ridge", "chalk_cliff"],
        },
        city_row=["military_city#1"],
    )
    events = table.does(
        "build", city="military_city#1", territory=0, resource_cards=[], universal={}
    )
    assert only(events, ArmamentsDrawn).count == 3
    assert table.seat().armament_level == 3
    assert table.state.armament_excess(table.seat()) == 1


@pytest.mark.rule("TH-127", "TH-R24")
def test_example_28_vested_interests():
    table = in_round(midway({"cubes": 2, "policy_cube": True}, policies=(5, 9)), 4)
    supply = table.state.supply
    (passed,) = table.acts(0, "pass")
    assert passed.policy_cube_removed
    assert table.state.supply == supply + 1
    table.acts(0, "choose_final_policy", policy=POLICY[6])
    table.passes(1)
    scored = {one.policy: one.seats for one in of_type(table.keeps(), PolicyScored)}
    assert scored[POLICY[6]] == (0,)
