"""Aristoocrazy on a terminal: the board, the houses behind their screens, and every event in words."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from cli.records import frames_of, names_in
from cli.tables import picture_of
from cli.tables.aristoocrazy_words import WORDS
from domain.catalog import RULESETS
from domain.kernel.ruleset import by_tag
from domain.kernel.secrecy import SPECTATOR
from tests.cli.conftest import recorded
from tests.cli.drawing import text_of
from tests.games.aristoocrazy.table import (
    BOW,
    EDU,
    FOOD,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    fresh,
    midway,
    rolled,
)

PICTURE = picture_of("aristoocrazy")
NAMES = ["Ada", "Bo", "Cy", "Dee"]

SAYS_NOTHING = {
    "action_deck_shuffled",
    "starting_player_set",
    "phase_entered",
    "traits_committed",
    "cards_kept",
    "potential_committed",
    "potential_shown",
    "turn_started",
    "birth_opened",
    "marker_changed",
    "neutral_removed",
    "turn_ended",
    "response_committed",
    "event_opened",
    "round_ended",
    "game_finished",
}


def drawn(table: Any, viewer: int = SPECTATOR) -> str:
    return text_of(PICTURE.draw(msgspec.to_builtins(table.view(viewer)), NAMES))


def test_every_event_is_told_or_says_nothing_on_purpose() -> None:
    tags = {tag.removeprefix("aristoocrazy.") for tag in by_tag(RULESETS["aristoocrazy"].event)}
    assert set(WORDS) | SAYS_NOTHING == tags
    assert not set(WORDS) & SAYS_NOTHING


def test_the_board_shows_names_owners_and_what_lies_about() -> None:
    table = midway(
        Person("red_w1", "a1", [SWORD, FOOD, MAD], age=1),
        Person("blue_m1", "c3"),
        owns={0: ["b1"]},
        castles=["c3"],
        neutral={"a2": [BOW, EDU, MONEY]},
        closed=["e5"],
        tokens={0: {FOOD: 2, SWORD: 1}},
        hands={0: ["fate", "castle"], 1: ["epidemic"]},
        lap=2,
    )
    text = drawn(table, 0)
    assert text.startswith("Round 1 of 6, lap 2 · the houses take their turns · territories count")
    assert "Featherbottom Hall" in text
    assert "Agatha SwFoMa 1/4" not in text
    assert "Agatha SwFoDe 1/4" in text
    assert "stranger BoEdMo" in text
    assert re.search(r"b1 ⚑□+ Ada", text)
    assert re.search(r"c3 ♜□* Bo", text)
    assert re.search(r"a2 □+ *\n|a2 □+  ", text), "nobody owns it"
    assert "e5 closed" in text
    assert re.search(r"▶ +Ada ★ +0 +2 +1 +1 +1 sword 2 food +Castle, Fate +4", text)
    assert re.search(r"Bo +0 +1 +1 +0 +0 tokens +1 card +5", text)
    assert "Epidemic" not in text
    assert "2 food" not in drawn(table)


def test_what_is_going_on_is_told_below_the_board() -> None:
    people = [Person("red_w1", "a1", [SWORD, FOOD, MONEY]), Person("blue_m1", "a2")]
    table = midway(*people, tokens={0: {FOOD: 1, BOW: 1}}, hands={0: ["fate"]}, owns={1: ["a5"]})
    dowry = {"tokens": {FOOD: 1}, "cards": ["fate"]}
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    assert "Ada's Agatha courts Bo's Falk with 1 food and Fate" in drawn(table, 1)
    assert "Ada's Agatha courts Bo's Falk with 1 food and 1 card" in drawn(table, 2)
    table.acts(1, "answer_marriage", accept=True)
    table.acts(0, "roll_child")
    assert re.search(r"Ada's Agatha SwFoMo and Falk SwFoMo; child 1 \w+; child 2", drawn(table))
    table = midway(*people, tokens={0: {BOW: 1}}, castles=["a2"])
    table.acts(0, "attack", character="red_w1", territory="a2", tokens={BOW: 1})
    assert "Ada's Agatha (+1) with 1 bow against Turnip Lane (+4)" in drawn(table, 0)
    table = midway(*people)
    table.acts(0, "contested_marriage", character="red_w1", target="blue_m1")
    assert "against Falk in Turnip Lane (+1)" in drawn(table)
    table, _ = rolled(*people, dice=(SWORD, EDU, MONEY))
    assert "Events: sword  ▶education  money" in drawn(table)


def test_events_that_are_over_are_told_without_colour() -> None:
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    table, _ = rolled(*people, dice=(SWORD, EDU, MONEY), hands={0: ["cancel_event"]})
    table.acts(0, "respond_events", dice=[0])
    assert "Events: (sword)  ▶education  money" in drawn(table)


def test_the_title_counts_rounds_from_the_first_one() -> None:
    assert drawn(fresh()).startswith("Set-up · ")


def test_a_long_name_is_cut_where_a_territory_has_no_room() -> None:
    table = midway(Person("red_w1", "a1"), Person("blue_m1", "c3"))
    names = ["Bartholomew the Elder", "Bartholomew the Younger", "Cy", "Dee"]
    text = text_of(PICTURE.draw(msgspec.to_builtins(table.view()), names))
    assert re.search(r"a1 □* Barthol\(0\)", text)
    assert re.search(r"c3 □* Barthol\(1\)", text)


def test_an_offer_of_cards_alone_is_a_dowry() -> None:
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    table = midway(*people, hands={0: ["fate"]}, owns={0: ["b1"]})
    dowry = {"tokens": {}, "cards": ["fate"]}
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    assert "Ada's Agatha courts Bo's Falk with Fate" in drawn(table, 1)
    assert "Ada's Agatha courts Bo's Falk with 1 card" in drawn(table, 2)


def test_a_board_of_other_ids_is_drawn_in_rows() -> None:
    view = msgspec.to_builtins(fresh(4).view())
    view["territories"] = {f"land_{name}": land for name, land in view["territories"].items()}
    assert "land a1" in text_of(PICTURE.draw(view, NAMES))


def told(tag: str, **fields: Any) -> str:
    line = PICTURE.tell({"type": f"aristoocrazy.{tag}", **fields}, NAMES)
    return "" if line is None else line.plain


NO_DOWRY = {"tokens": {}, "card_count": 0, "cards": []}
COURTED = {"seat": 0, "character": "red_w1", "target": "blue_m1", "target_seat": 1, "potion": None}
SIDE = {"bonus": 2, "castle": 0, "tokens": {SWORD: 1}, "die": 3, "total": 6}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (told("territory_closed", seat=None, territory="b3"), "Crooked Bridge is closed."),
        (told("territory_closed", seat=2, territory="b3"), "Cy closes Crooked Bridge."),
        (told("cards_dealt", seat=0, count=3, cards=None), "Ada is dealt 3 cards."),
        (told("cards_dealt", seat=0, count=1, cards=["fate"]), "Ada is dealt Fate."),
        (told("cards_discarded", seat=0, cards=["fate"]), "Ada puts Fate away."),
        (told("potential_taken", seat=0, count=2, tokens=None), "Ada takes 2 tokens."),
        (told("potential_taken", seat=0, count=1, tokens={FOOD: 1}), "Ada takes 1 food."),
        (told("potential_taken", seat=0, count=0, tokens={}), "Ada takes nothing."),
        (
            told("owner_changed", territory="a2", owner=None, previous=1),
            "Bo has no marker left for Turnip Lane.",
        ),
        (
            told("marriage_offered", **{**COURTED, **NO_DOWRY, "potion": "love_potion"}),
            "Ada's Agatha courts Bo's Falk with a Love Potion.",
        ),
        (
            told("marriage_offered", **COURTED, tokens={FOOD: 1}, card_count=0, cards=None),
            "Ada's Agatha courts Bo's Falk with a dowry of 1 food.",
        ),
        (
            told("dowry_improved", seat=0, tokens={}, card_count=2, cards=None),
            "Ada asks again with a dowry of 2 cards.",
        ),
        (
            told("dowry_improved", seat=0, tokens={FOOD: 1}, card_count=1, cards=["fate"]),
            "Ada asks again with a dowry of 1 food and Fate.",
        ),
        (told("dowry_improved", seat=0, **NO_DOWRY), "Ada asks again without a dowry."),
        (told("dowry_paid", from_seat=0, to_seat=1), "The dowry goes from Ada to Bo."),
        (told("marriage_answered", seat=1, accept=True, final=False), "Bo accepts."),
        (told("marriage_answered", seat=1, accept=False, final=True), "Bo refuses for good."),
        (told("offer_withdrawn", seat=0), "Ada withdraws the offer."),
        (told("child_declined", seat=0), "Ada wants no child."),
        (
            told("child_lost", seat=0, set=1),
            "Ada has no place or no card for the child: it is lost.",
        ),
        (
            told("character_aged", character="red_w1", amount=-1, age=0),
            "Agatha feels younger: 0 age tokens.",
        ),
        (
            told("character_died", character="red_w1", reason="no_room"),
            "Agatha has nowhere to go and leaves the board.",
        ),
        (told("event_dropped", face=FOOD, reason="card", seat=1), "Bo cancels food."),
        (
            told("event_dropped", face=FOOD, reason="dementia", seat=1),
            "Bo decides that food is not played.",
        ),
        (
            told("event_dropped", face=MAD, reason="no_dementia", seat=None),
            "Madness decides nothing.",
        ),
        (told("food_paid", seat=0, due=2, paid=1, missing=1), "Ada pays 1 food and lacks 1."),
        (
            told("barbarians_resolved", seat=0, paid={MAGIC: 1}, penalties=[]),
            "Ada pays the barbarians 1 magic.",
        ),
        (told("cards_bought", seat=0, count=0, money=0, cards=None), ""),
        (told("cards_bought", seat=0, count=1, money=1, cards=["castle"]), "Ada buys Castle."),
        (told("cards_bought", seat=0, count=2, money=2, cards=None), "Ada buys 2 cards."),
        (
            told("discard_reshuffled", order=None, size=3),
            "The discard pile is shuffled anew: 3 cards.",
        ),
        (
            told(
                "combat_resolved",
                attacker={**SIDE, "seat": 0},
                defender={**SIDE, "seat": 1, "castle": 3, "total": 9},
                outcome="defender",
            ),
            "Ada 6 (2 + 1 + die 3) against Bo 9 (2 + castle 3 + 1 + die 3): the defence holds.",
        ),
        (
            told("bonuses_awarded", bonus="most_bravery", values=[0], seats=[]),
            "Bonus for most bravery: nobody.",
        ),
        (told("phase_entered", phase="action", pending=[0]), ""),
        (told("never_heard_of"), ""),
    ],
)
def test_events_in_words(line: str, words: str) -> None:
    assert line == words


def test_a_whole_game_is_told_with_the_names_of_the_edition() -> None:
    record = recorded("aristoocrazy", 4, "Mallory")
    names = names_in(record)
    lines = [PICTURE.tell(frame.data, names) for frame in frames_of(record, SPECTATOR)]
    text = "\n".join(line.plain for line in lines if line is not None)
    assert "meet for 6 rounds." in text
    assert "Round 6: " in text
    assert not re.search(r"(red|blue|green|yellow)_[wm]\d", text)
    assert PICTURE.figures(record.events[-2]["data"]["result"]["ranking"][0]).keys() == {
        *("points", "territories", "characters"),
    }
