"""Refusals: the place in the action that they point at, and what they say."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.tavern_heroes.rules.requests import QUESTIONS, RULES
from domain.kernel.errors import RuleViolation
from tests.games.tavern_heroes.editions import changed_edition
from tests.games.tavern_heroes.table import (
    POLICY,
    TAVERN,
    UR,
    emptied,
    fresh,
    in_round,
    midway,
    subjugation,
)

RICH = {
    "cubes": 3,
    "funds": 3,
    "information": 1,
    "renown": 10,
    "armament_level": 1,
    "armament_cards": ["archers#1"],
    "resource_cards": ["geode"],
    "talents": ["dancer", "witch", "thief:down"],
    "territories": ["small_wood", "stony_field+academic_city#1"],
}


def refused(kind, **fields):
    """The refusal of an action of seat 0."""
    rows = {"monster_row": ["goblin", "ghost"], "city_row": ["temple_city#1"]}
    table = midway(RICH, talent_row=["hero", "bard"], **rows)
    with pytest.raises(RuleViolation) as refusal:
        table.acts(0, kind, **fields)
    return refusal.value


BUILD = {"kind": "build", "city": "temple_city#1", "resource_cards": [], "universal": {}}
MAGIC = {"skill": "black_magic", "stone_card": "geode"}


@pytest.mark.parametrize(
    ("effect", "pointer", "detail"),
    [
        (
            {"kind": "buy_universal", "amount": 7},
            "/amount",
            "Buy from 1 to 2 universal resource, not 7.",
        ),
        (
            {"kind": "donate", "amount": 2},
            "/amount",
            "It costs 2 universal resource, and you have 0.",
        ),
        (
            {"kind": "sell_resources", "cards": ["gold"]},
            "/cards/0",
            "There is no such Resource or Armament card.",
        ),
        (
            {"kind": "sell_resources", "cards": ["marble"]},
            "/cards/0",
            "You do not hold marble for this; name a card that you hold.",
        ),
        (
            {"kind": "produce", "armaments": ["archers#1"]},
            "/armaments/0",
            "archers#1 does not support Production.",
        ),
        ({"kind": "expand", "deck": "guided"}, "/deck", "It costs 4 Funds, and you have 3."),
        (
            {**BUILD, "territory": 1},
            "/territory",
            "A city stands on that territory; choose one that is uncovered.",
        ),
        (
            {**BUILD, "territory": 4},
            "/territory",
            "You have 2 territories, counted from 0.",
        ),
        (
            {**BUILD, "territory": 0},
            "",
            "The payment for temple_city#1 is short of 2 stone, 1 ore.",
        ),
        (
            {**BUILD, "territory": 0, "universal": {"ore": 1}},
            "/universal",
            "It costs 2 universal resource, and you have 0.",
        ),
        (
            {"kind": "recruit", "talent": "hero"},
            "/talent",
            "It asks for more than 30 Renown; you have 10.",
        ),
        (
            {"kind": "recruit", "talent": "knight"},
            "/talent",
            "That card does not lie in the row; there is hero, bard.",
        ),
        ({"kind": "scheme"}, "", "It costs 1 universal resource, and you have 0."),
        (
            {"kind": "privilege", "effect": {"kind": "buy_universal", "amount": 0}},
            "/effect/amount",
            "Buy from 1 to 2 universal resource, not 0.",
        ),
        (
            {"kind": "privilege", "effect": {"kind": "scheme"}},
            "/effect/kind",
            "A Privilege cannot perform what belongs to Military: Scheme.",
        ),
    ],
)
def test_a_refused_effect_points_at_what_is_wrong_and_says_what_is_missing(effect, pointer, detail):
    refusal = refused("place_cube", effect=effect)
    assert (refusal.pointer, refusal.detail) == (f"/action/effect{pointer}", detail)


@pytest.mark.parametrize(
    ("fields", "pointer", "detail"),
    [
        (
            {"card": "policy", "effect": {"kind": "feast"}},
            "/card",
            "Your current Policy has no space for a cube.",
        ),
        (
            {"card": "thief", "uses": []},
            "/card",
            "thief lies face down; it is of use again when it is turned up.",
        ),
        ({"card": "dancer"}, "/uses", "Name one or two different skills."),
        (
            {"card": "dancer", "uses": [{"skill": "recovery"}]},
            "/uses/0/skill",
            "dancer can do dance, not recovery.",
        ),
        (
            {"card": "witch", "uses": [{"skill": "black_magic", "stone_card": "archers#1"}]},
            "/uses/0/stone_card",
            "archers#1 does not pay a magic stone of any colour.",
        ),
        (
            {"card": "witch", "uses": [MAGIC]},
            "/uses/0/effect",
            "Name the effect that the Privilege performs.",
        ),
        (
            {
                "card": "witch",
                "uses": [{**MAGIC, "effect": {"kind": "buy_universal", "amount": 3}}],
            },
            "/uses/0/effect/amount",
            "Buy from 1 to 2 universal resource, not 3.",
        ),
        (
            {"card": "witch", "uses": [{**MAGIC, "effect": {"kind": "feast"}, "talents": []}]},
            "/uses/0/talents",
            "The field talents does not belong here; leave it out.",
        ),
        (
            {"card": "lord", "uses": []},
            "/uses",
            "The field uses does not belong here; leave it out.",
        ),
    ],
)
def test_a_refused_use_of_a_card_points_at_what_is_wrong(fields, pointer, detail):
    refusal = refused("use_card", **fields)
    assert (refusal.pointer, refusal.detail) == (f"/action{pointer}", detail)


@pytest.mark.parametrize(
    ("payment", "pointer", "detail"),
    [
        ({"combat": 2}, "", "The payment for goblin is short of 1 combat."),
        ({"combat": 4}, "/cubes", "It costs 4 cubes, and you have 3."),
        ({"holy": 2}, "/cubes/holy", "Cubes cover holy once or not at all."),
        (
            {"armaments": ["archers#1", "archers#1"]},
            "/armaments/1",
            "archers#1 is named twice; one card pays once.",
        ),
        (
            {"talents": {"dancer": "combat"}},
            "/talents/0/ability",
            "dancer does not have the ability combat.",
        ),
        (
            {"talents": {"nobody": "combat"}},
            "/talents/0/talent",
            "There is no talent of that name.",
        ),
    ],
)
def test_a_refused_subjugation_points_at_what_is_wrong(payment, pointer, detail):
    refusal = refused("subjugate", **subjugation("goblin", **payment))
    assert (refusal.pointer, refusal.detail) == (f"/action{pointer}", detail)


@pytest.mark.parametrize(
    ("fields", "pointer", "detail"),
    [
        (
            {"monster": "ghost", "talent": "dancer"},
            "/talent",
            "ghost asks for explore, which dancer cannot do.",
        ),
        (
            {"monster": "goblin", "talent": "dancer", "support": ["archers#1"]},
            "/support/0",
            "archers#1 does not support trade.",
        ),
        (
            {"monster": "goblin", "talent": "dancer", "stone_card": "geode"},
            "/stone_card",
            "The field stone_card does not belong here; leave it out.",
        ),
        (
            {"monster": "lich", "talent": "dancer"},
            "/monster",
            "That card does not lie in the row; there is goblin, ghost.",
        ),
    ],
)
def test_a_refused_visit_points_at_what_is_wrong(fields, pointer, detail):
    refusal = refused("visit", **{"support": [], **fields})
    assert (refusal.pointer, refusal.detail) == (f"/action{pointer}", detail)


def test_who_is_asked_something_else_is_told_what():
    table = fresh(2)
    refusal = table.refuses("TH-028", "wrong_phase", 0, "pass")
    assert refusal.detail == "Not now: first choose your first Policy."
    assert refusal.pointer == "/action/type"
    assert set(RULES) == set(QUESTIONS)


@pytest.mark.rule("TH-018")
def test_while_a_system_action_is_due_nobody_can_act():
    table = midway()
    table.passes(0, 1)
    refusal = table.refuses("TH-028", "wrong_phase", 0, "pass", policy=POLICY[3])
    assert refusal.detail == "Nobody can act in the preparation; it is done in a moment."
    table.keeps()
    table.refuses("TH-028", "wrong_phase", 0, "pass", policy=POLICY[3])


def test_when_the_game_is_over_nothing_is_pending():
    table = in_round(midway(), 4)
    table.passes(0, 1)
    table.keeps()
    table.refuses("TH-028", "not_your_decision", 0, "pass")


@pytest.mark.parametrize(
    "action",
    [
        {"type": "place_cube"},
        {"type": "place_cube", "effect": {"kind": "fly"}},
        {"type": "place_cube", "effect": {"kind": "buy_universal", "amount": -1}},
        {"type": "place_cube", "effect": {"kind": "feast", "amount": 1}},
        {"type": "place_cube", "effect": {"kind": "buy_resource", "from": "bank"}},
        {"type": "use_card", "card": "lord", "colour": "red"},
        {"type": "use_card", "card": "dancer", "uses": [{"skill": "sing"}]},
        {"type": "visit", "monster": "goblin", "talent": "dancer"},
        {"type": "discard_excess", "resource_cards": []},
    ],
)
def test_what_has_no_shape_is_not_even_looked_at(action):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(action, TAVERN.action)


@pytest.mark.rule("TH-R21")
def test_a_refusal_after_a_first_skill_draws_nothing():
    """Strong Soldiers would have made the Armament deck anew before Scheme turns out too dear."""
    edition = changed_edition(("talents", 19, "skills"), ["strong_soldiers", "scheme"])
    seat = {"talents": ["sage"], UR: 2, "armament_level": 1}
    table = emptied(midway(seat, edition=edition, armament_discard=["archers#1"]), "armament_deck")
    uses = [{"skill": "strong_soldiers"}, {"skill": "scheme"}]
    refusal = table.refuses("TH-085", "cannot_pay", 0, "use_card", card="sage", uses=uses)
    assert refusal.pointer == "/action/uses/1"
    assert refusal.detail == "It costs 1 Information, and you have 0."
    table.acts(0, "use_card", card="sage", uses=uses[:1])
    assert table.seat().armament_cards == ("archers#1",)


@pytest.mark.rule("TH-R21")
@pytest.mark.parametrize(
    ("use", "pointer"),
    [
        (
            {"stone_card": "marble", "effect": {"kind": "feast"}},
            "/action/uses/0/stone_card",
        ),
        (
            {
                "stone_card": "geode",
                "effect": {"kind": "sell_resources", "cards": ["geode", "marble"]},
            },
            "/action/uses/0/effect/cards/1",
        ),
        (
            {"stone_card": "geode", "effect": {"kind": "produce", "armaments": ["archers#1"]}},
            "/action/uses/0/effect/armaments/0",
        ),
    ],
)
def test_a_card_not_held_is_pointed_at_in_a_skill(use, pointer):
    table = midway({"talents": ["witch"], "resource_cards": ["geode"]})
    uses = [{"skill": "black_magic", **use}]
    refusal = table.refuses("TH-R21", "not_held", 0, "use_card", card="witch", uses=uses)
    assert refusal.pointer == pointer


def test_one_card_and_one_territory_are_told_as_one():
    table = midway({"resource_cards": ["lumber#1", "marble"]}, resource_deck=["geode"])
    table.does("produce", armaments=[])
    fields = {"resource_cards": ["lumber#1", "marble"], "armaments": []}
    refusal = table.refuses("TH-099", "bad_selection", 0, "discard_excess", **fields)
    assert refusal.detail == "Discard exactly 1 Resource card, not 2."
    for territories, told in (
        ([], "no territory"),
        (["small_wood"], "1 territory, counted from 0"),
    ):
        table = midway({"territories": territories}, city_row=["temple_city#1"])
        refusal = table.denies("TH-054", "bad_selection", "build", **{**BUILD, "territory": 3})
        assert refusal.detail == f"You have {told}."
