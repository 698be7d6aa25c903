"""Refusals: every action at the wrong time, malformed ones, and what the words of a refusal are."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.aristoocrazy.rules import ANSWERS
from domain.kernel.ruleset import by_tag
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    FOOD,
    MONEY,
    SWORD,
    Person,
    fresh,
    midway,
)

ACTIONS = {
    "choose_start": {"territory": "a1"},
    "choose_traits": {"woman": [SWORD, FOOD, MONEY], "man": [SWORD, FOOD, MONEY]},
    "close_territory": {"territory": "a1"},
    "keep_cards": {"discard": []},
    "use_potential": {"uses": []},
    "buy_tokens": {"money": 2, "tokens": [FOOD]},
    "move": {"character": "red_w1", "territory": "a1"},
    "swap": {"characters": ["red_w1", "red_m1"]},
    "seek_partner": {"character": "red_w1", "territory": "a2"},
    "reroll": {},
    "roll_child": {},
    "decline_child": {},
    "play_genetics": {"dice": [0, 1]},
    "place_child": {"character": "red_w2", "territory": "a1"},
    "attack": {"character": "red_w1", "territory": "a2"},
    "contested_marriage": {"character": "red_w1", "target": "blue_m1"},
    "defend": {},
    "retreat": {"moves": []},
    "offer_marriage": {"character": "red_w1", "target": "blue_m1"},
    "answer_marriage": {"accept": True},
    "improve_dowry": {"dowry": {}},
    "withdraw_offer": {},
    "extra_use": {"character": "red_w1", "trait": FOOD},
    "play_card": {"card": "epidemic"},
    "restore_house": {"character": "red_w1", "territory": "a1"},
    "pass_turn": {},
    "respond_events": {"dice": []},
    "veto_event": {"die": 0},
    "choose_hungry": {"characters": []},
    "bid": {"amount": 0},
    "answer_barbarians": {"pay": True},
    "buy_cards": {"count": 0},
}


def test_every_action_is_tried_here():
    assert set(ACTIONS) == set(by_tag(ARISTOOCRAZY.action))
    assert {one.__struct_config__.tag for one in ANSWERS} == set(ACTIONS)


@pytest.mark.parametrize("kind", ACTIONS)
def test_an_action_at_the_wrong_time_names_the_phase(kind):
    table = fresh(4) if kind != "choose_traits" else midway(Person("red_w1", "a1"))
    answer = ANSWERS[by_tag(ARISTOOCRAZY.action)[kind]]
    refusal = table.refuses_at(answer.rule, 0, kind, "type", **ACTIONS[kind])
    assert refusal.reason == "wrong_phase"
    assert refusal.code == "rule_violation"
    assert answer.phases[0] in refusal.detail


def test_a_seat_that_is_not_asked_is_told_who_is():
    table = midway(Person("red_w1", "a1"), Person("blue_w1", "a5"))
    refusal = table.refuses_at("AC-036", 1, "extra_use", character="blue_w1", trait=FOOD)
    assert refusal.reason == "not_asked"
    assert refusal.pointer is None
    assert "the game waits for seat 0." in refusal.detail


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("bid", {"amount": -1}),
        ("bid", {}),
        ("bid", {"amount": 1, "more": 1}),
        ("veto_event", {"die": 3}),
        ("buy_tokens", {"money": 2, "tokens": ["gold"]}),
        ("attack", {"character": "red_w1", "territory": "a2", "tokens": {SWORD: 0}}),
        ("attack", {"character": "red_w1", "territory": "a2", "tokens": {"dementia": 1}}),
        ("choose_traits", {"woman": [SWORD, FOOD], "man": [SWORD, FOOD, BOW]}),
        ("roll_child", {"own_order": [0, 1]}),
        ("roll_child", {"own_order": [0, 1, 3]}),
        ("play_card", {"card": "dragon"}),
        ("play_genetics", {"dice": [0, 1], "set": 2}),
        ("offer_marriage", {"character": "a", "target": "b", "potion": "fate"}),
        ("offer_marriage", {"character": "a", "target": "b", "dowry": {"vp": 1}}),
        ("answer_barbarians", {"pay": False, "penalties": [{"character": "a", "kind": "pest"}]}),
        ("fly", {}),
    ],
)
def test_what_is_malformed_is_no_action(kind, fields):
    with pytest.raises(msgspec.ValidationError):
        fresh(4).acts(0, kind, **fields)


def test_what_is_left_out_has_its_default():
    def in_full(kind):
        raw = {"type": kind, **ACTIONS[kind]}
        return msgspec.to_builtins(msgspec.convert(raw, ARISTOOCRAZY.action))

    assert in_full("attack")["tokens"] == {}
    assert in_full("attack")["commander_target"] is None
    assert in_full("roll_child")["own_order"] == (0, 1, 2)
    assert in_full("place_child")["set"] == 0
    assert in_full("offer_marriage")["dowry"] == {"tokens": {}, "cards": ()}
    assert in_full("offer_marriage")["potion"] is None
    assert in_full("answer_barbarians")["penalties"] == ()


def test_a_refusal_says_what_would_be_right():
    table = midway(Person("red_w1", "a1"), tokens={0: {MONEY: 2}})
    refusal = table.refuses_at("AC-027", 0, "buy_tokens", "money", money=5, tokens=[FOOD])
    assert refusal.detail == "One exchange takes 2, 3 money, not 5."
    refusal = table.refuses_at("AC-042", 0, "seek_partner", character="red_w1", territory="c3")
    assert refusal.detail == "c3 is not next to red_w1: that is a2, b1, b2."


@pytest.mark.parametrize("raw", [{"experienced": 1}, {"public": True}, {"public_potential": "yes"}])
def test_other_options_are_faults_of_shape(raw):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw, ARISTOOCRAZY.options)
