"""Refusals: code, rule, pointer and words; the first one of the specification's list; nothing changes."""

from __future__ import annotations

import msgspec
import pytest

from domain.kernel.errors import RuleViolation
from tests.games.zone_quest.table import (
    BEAR,
    CHIEF,
    DRAGON,
    EDITION,
    NAMES,
    RAT,
    ZONE_QUEST,
    bare,
    fresh,
    midway,
    record,
)

BUY = {"buy": [], "keep": {}}
EXPLORE = {"zone": 1, "invite": []}


def turn(**more):
    return midway(3, top={1: [RAT]}, **more)


def market():
    table = midway([{"gold": 40, "items": ["quiver"]}, {}], market=["war_axe", "quiver", "buckler"])
    table.acts(0, "search_market")
    return table


def group_up():
    table = midway([{}, {}, {}, {"place": 1}], top={1: [BEAR]})
    table.explores(0, 1, 1, 2)
    return table


def boss():
    table = midway(3, top={1: [CHIEF]})
    table.meets(1, 1)
    return table


def target():
    table = midway(3, top={1: [BEAR]})
    table.meets(1, 1)
    return table


def over():
    table = midway(1, turn_limit=1)
    table.acts(0, "teleport")
    return table


WRONG_PHASE = [
    ("teleport", {}, "ZQ-017"),
    ("search_market", {}, "ZQ-017"),
    ("explore", EXPLORE, "ZQ-017"),
    ("buy_items", BUY, "ZQ-023"),
    ("answer_invitation", {"accept": True}, "ZQ-033"),
    ("boss_choice", {"choice": "attack"}, "ZQ-048"),
    ("vote_target", {"seat": 0}, "ZQ-038"),
    ("leave_session", {}, "ZQ-R09"),
]


@pytest.mark.rule("ZQ-017", "ZQ-023", "ZQ-033", "ZQ-038", "ZQ-048", "ZQ-R09")
@pytest.mark.parametrize(("kind", "fields", "rule"), WRONG_PHASE)
@pytest.mark.parametrize("position", [over, lambda: fresh(1)])
def test_before_and_after_the_session_nothing_can_be_done(kind, fields, rule, position):
    table = position()
    refusal = table.refuses(rule, "wrong_phase", 0, kind, **fields)
    assert f"The phase is {table.state.phase}." in refusal.detail
    assert refusal.pointer == "/action/type"


@pytest.mark.rule("ZQ-017", "ZQ-023", "ZQ-033", "ZQ-038", "ZQ-048")
@pytest.mark.parametrize("position", [turn, market, group_up, boss, target])
def test_each_phase_has_its_own_actions(position):
    """Also for seats that could do nothing else: the phase is looked at first."""
    table = position()
    own = {
        "turn": {"teleport", "search_market", "explore"},
        "market": {"buy_items"},
        "group_up": {"answer_invitation"},
        "boss_choice": {"boss_choice"},
        "target": {"vote_target"},
    }[table.state.phase]
    for kind, fields, rule in WRONG_PHASE[:-1]:
        if kind not in own:
            for seat in (0, 1, 3):
                table.refuses(rule, "wrong_phase", seat, kind, **fields)


@pytest.mark.rule("ZQ-017")
def test_only_the_player_whose_turn_it_is_takes_an_action():
    """Whatever else is wrong with it, and whether or not somebody sits there."""
    table = turn()
    for seat in (1, 3):
        for kind, fields in (
            ("teleport", {}),
            ("search_market", {}),
            ("explore", {"zone": 9, "invite": [9]}),
        ):
            refusal = table.refuses("ZQ-017", "not_your_turn", seat, kind, **fields)
            assert refusal.detail == "It is the turn of seat 0."
    bought = {"buy": ["nothing"], "keep": {}}
    market().refuses("ZQ-017", "not_your_turn", 1, "buy_items", **bought)


@pytest.mark.rule("ZQ-020", "ZQ-R09")
def test_leaving_is_refused_by_place_before_it_is_by_what_is_begun():
    table = midway([{"place": 1}, {}], top={1: [BEAR]})
    table.explores(0, 1, 1)
    table.refuses("ZQ-020", "not_in_town", 0, "leave_session")
    table.refuses("ZQ-020", "not_in_town", 3, "leave_session")
    refusal = market().refuses("ZQ-R09", "must_stay", 0, "leave_session")
    assert "has to be finished" in refusal.detail


@pytest.mark.rule("ZQ-023")
@pytest.mark.parametrize(
    ("buy", "place"),
    [(["rune_blade"], 0), (["quiver", "quiver"], 1), (["buckler", "war_axe", "x"], 2)],
)
def test_only_drawn_cards_are_for_sale_each_once(buy, place):
    refusal = market().refuses("ZQ-023", "not_drawn", 0, "buy_items", buy=buy, keep={"x": "y"})
    assert refusal.pointer == f"/action/buy/{place}"
    assert "war_axe, quiver, buckler" in refusal.detail


@pytest.mark.rule("ZQ-023")
def test_gold_has_to_cover_the_sum():
    table = midway([{"gold": 36}], market=["war_axe", "quiver", "buckler"])
    table.acts(0, "search_market")
    buy = ["war_axe", "quiver", "buckler"]
    refusal = table.refuses("ZQ-023", "too_expensive", 0, "buy_items", buy=buy, keep={"x": "y"})
    assert refusal.detail == "These items cost 37; you have 36 gold."
    assert refusal.pointer == "/action/buy"


@pytest.mark.rule("ZQ-027")
@pytest.mark.parametrize(
    ("buy", "keep", "pointer", "words"),
    [
        (["quiver"], {}, "/action/keep", "back: quiver or quiver"),
        (["quiver"], {"back": "war_banner"}, "/action/keep/back", "you can keep quiver or"),
        (["quiver"], {"back": "quiver", "body": "x"}, "/action/keep/body", "only slots"),
        ([], {"back": "quiver"}, "/action/keep/back", "there is none"),
        (["war_axe"], {"right_hand": "war_axe"}, "/action/keep/right_hand", "there is none"),
        (["war_axe"], {"a/b": "war_axe"}, "/action/keep/a~1b", "there is none"),
    ],
)
def test_keep_names_exactly_the_slots_with_several_items(buy, keep, pointer, words):
    refusal = market().refuses("ZQ-027", "bad_keep", 0, "buy_items", buy=buy, keep=keep)
    assert refusal.pointer == pointer
    assert words in refusal.detail


@pytest.mark.rule("ZQ-028", "ZQ-030", "ZQ-031", "ZQ-032")
def test_a_zone_has_to_exist_to_be_open_and_to_be_the_own_one():
    table = midway([{"place": 2}, {}], bosses=[CHIEF])
    for zone in (0, -1, 5):
        refusal = table.refuses("ZQ-028", "unknown_zone", 0, "explore", zone=zone, invite=[9])
        assert "the zones are 1 to 4" in refusal.detail
    table.refuses("ZQ-030", "zone_closed", 0, "explore", zone=4, invite=[9])
    table.refuses("ZQ-031", "other_zone", 0, "explore", zone=1, invite=[9])
    refusal = table.refuses("ZQ-032", "bad_invitation", 0, "explore", zone=2, invite=[1, 0])
    assert refusal.pointer == "/action/invite/1"
    alone = midway(1).refuses("ZQ-032", "bad_invitation", 0, "explore", zone=1, invite=[1])
    assert "nobody" in alone.detail


@pytest.mark.rule("ZQ-033", "ZQ-R16")
def test_only_those_who_are_asked_answer_and_once():
    table = group_up()
    for seat in (0, 3):
        table.refuses("ZQ-033", "not_asked", seat, "answer_invitation", accept=True)
    table.acts(2, "answer_invitation", accept=True)
    table.refuses("ZQ-R16", "already_answered", 2, "answer_invitation", accept=True)


@pytest.mark.rule("ZQ-048", "ZQ-038", "ZQ-R21", "ZQ-R22")
def test_only_participants_choose_and_vote_and_once():
    table = boss()
    table.refuses("ZQ-048", "not_participant", 2, "boss_choice", choice="attack")
    table.choose({0: "attack"})
    table.refuses("ZQ-R21", "already_answered", 0, "boss_choice", choice="attack")
    table = target()
    table.refuses("ZQ-038", "not_participant", 2, "vote_target", seat=9)
    refusal = table.refuses("ZQ-038", "bad_target", 0, "vote_target", seat=2)
    assert refusal.pointer == "/action/seat"
    assert "seat 0, seat 1" in refusal.detail
    table.acts(0, "vote_target", seat=1)
    table.refuses("ZQ-R22", "already_answered", 0, "vote_target", seat=9)


@pytest.mark.parametrize(
    "raw",
    [
        {"type": "explore", "zone": "1", "invite": []},
        {"type": "explore", "zone": True, "invite": []},
        {"type": "explore", "zone": 1},
        {"type": "explore", "zone": 1, "invite": ["0"]},
        {"type": "buy_items", "buy": "quiver", "keep": {}},
        {"type": "buy_items", "buy": [1], "keep": {}},
        {"type": "buy_items", "buy": [], "keep": {"back": None}},
        {"type": "boss_choice", "choice": "hide"},
        {"type": "answer_invitation", "accept": 1},
        {"type": "vote_target", "seat": None},
        {"type": "teleport", "to": "town"},
        {"type": "attack"},
    ],
)
def test_other_shapes_name_no_rule(raw):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, ZONE_QUEST.action)


def refused(players=1, /, **changes):
    """What is wrong with a session that a campaign would open."""
    session = {
        "campaign_id": "quest",
        "reservation": 1,
        "turns": 0,
        "bosses": [],
        "players": [record(name) for name in NAMES[:players]],
    }
    options = msgspec.convert({"session": session | changes}, ZONE_QUEST.options)
    with pytest.raises(RuleViolation) as refusal:
        ZONE_QUEST.check_options(EDITION, players, options)
    return refusal.value.rule, refusal.value.pointer


@pytest.mark.rule("ZQ-R38", "ZQ-010", "ZQ-R39", "ZQ-026")
def test_a_session_starts_with_what_its_edition_knows():
    at = "/options/session"
    assert refused(2, players=[record("a")]) == ("ZQ-R38", f"{at}/players")
    assert refused(bosses=[CHIEF, RAT]) == ("ZQ-010", f"{at}/bosses/1")
    assert refused(bosses=[DRAGON]) == ("ZQ-R48", f"{at}/bosses/0")
    twice = [record("a"), record("a")]
    assert refused(2, players=twice) == ("ZQ-R39", f"{at}/players/1/player_id")
    for items in ({"tail": None}, {"back": "rune_blade"}, {"back": "nothing"}):
        wrong = record("a") | {"items": items}
        assert refused(players=[wrong]) == ("ZQ-026", f"{at}/players/0/items")
    assert bare([{"items": ["quiver"]}]).seats[0].power == 7
