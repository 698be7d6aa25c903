"""Tokens, exchanges, and using character potential: AC-024 to AC-034."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import redact
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    DEFAULT,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    RULE,
    SWORD,
    Person,
    begun,
    edition_with,
    midway,
    told,
)
from tests.games.table import of_type

rule = pytest.mark.rule


def use(character, *traits):
    return {"character": character, "traits": list(traits)}


def potential(*people, asked=(0, 1), **more):
    """A potential phase in which seats 0 and 1 are asked."""
    others = (Person("blue_w1", "a5"),)
    return midway(*people, *others, phase="potential", asked=asked, **more)


@rule("AC-024", "AC-025")
def test_ac_024_025_ten_traits_of_which_eight_are_tokens():
    assert [trait["id"] for trait in DEFAULT["traits"]] == [
        *(SWORD, BOW, MAGIC, BRAVE, RULE, EDU, FOOD, MONEY, MAD, LUCK),
    ]
    tokens = dict.fromkeys((SWORD, BOW, MAGIC, BRAVE, RULE, EDU, FOOD, MONEY), 1)
    table = midway(Person("red_w1", "a1"), tokens={0: tokens})
    assert table.view(0).seats[0].supply == tokens
    assert table.view(1).seats[0].supply is None
    assert table.view(1).seats[0].supply_total == 8


@rule("AC-026", "AC-R08")
def test_ac_026_r08_dementia_and_luck_give_no_token_and_do_not_fight():
    person = Person("red_w1", "a1", [MAD, LUCK, MAD])
    table = potential(person)
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert choice.open["uses"].groups == ()
    for trait in (MAD, LUCK):
        table.refuses_at(
            "AC-R08", 0, "use_potential", "uses/0/traits/0", uses=[use("red_w1", trait)]
        )
    turn = midway(person, Person("blue_w1", "a2", [SWORD, MAD, LUCK]))
    for trait in (MAD, LUCK):
        turn.refuses_at("AC-R08", 0, "extra_use", "trait", character="red_w1", trait=trait)
    assert turn.offered(0, "extra_use") == []
    turn.acts(0, "attack", character="red_w1", territory="a2")
    combat = turn.view().combat
    assert (combat.attacker_bonus, combat.defender_bonus) == (0, 1)


@rule("AC-027", "AC-028")
def test_ac_027_028_money_is_exchanged_before_the_action_as_often_as_one_can_pay():
    table = midway(Person("red_w1", "a1"), tokens={0: {MONEY: 7}})
    (bought,) = table.acts(0, "buy_tokens", money=2, tokens=[FOOD])
    assert told(bought) == {"seat": 0, "money": 2, "tokens": {FOOD: 1}}
    table.acts(0, "buy_tokens", money=3, tokens=[SWORD, SWORD])
    table.acts(0, "buy_tokens", money=2, tokens=[EDU])
    assert table.supply(0) == {SWORD: 2, EDU: 1, FOOD: 1}
    assert table.phase == "action 0"
    refusal = table.refuses_at("AC-028", 0, "buy_tokens", "money", money=2, tokens=[FOOD])
    assert "You hold 0 money" in refusal.detail
    table.refuses_at("AC-027", 0, "buy_tokens", "money", money=4, tokens=[FOOD])
    table.refuses_at("AC-027", 0, "buy_tokens", "tokens", money=2, tokens=[FOOD, FOOD])
    table.refuses_at("AC-027", 0, "buy_tokens", "tokens", money=3, tokens=[FOOD])
    assert table.offered(0, "buy_tokens") == []


@rule("AC-R11")
def test_ac_r11_what_and_when_may_be_bought():
    table = midway(Person("red_w1", "a1"), tokens={seat: {MONEY: 5} for seat in range(4)})
    for kind in (MONEY, MAD, LUCK):
        table.refuses_at("AC-R11", 0, "buy_tokens", "tokens/1", money=3, tokens=[FOOD, kind])
    table.refuses_at("AC-R11", 1, "buy_tokens", money=2, tokens=[FOOD])
    (bought,) = table.acts(0, "buy_tokens", money=3, tokens=[FOOD, FOOD])
    assert redact(bought, 2)["tokens"] == {FOOD: 2}
    table.acts(0, "pass_turn")
    table.refuses_at("AC-R11", 0, "buy_tokens", money=2, tokens=[FOOD])
    table = midway(Person("red_w1", "a1"), tokens={0: {MONEY: 5}}, phase="auction", asked=[0])
    table.refuses_at("AC-R11", 0, "buy_tokens", money=2, tokens=[FOOD])


@rule("AC-029")
def test_ac_029_a_round_runs_potential_actions_events_count_end():
    edition = edition_with((("lives", "normal"), 20), (("lives", "lucky"), 20))
    table = begun(2, edition=edition)
    phases = []
    while table.view().round < 5:
        if not phases or phases[-1] != table.state.phase:
            phases.append(table.state.phase)
        if ARISTOOCRAZY.upkeep(table.state) is not None:
            table.keeps()
            continue
        seat = table.state.awaiting[0]
        action = ARISTOOCRAZY.legal(table.state, seat).items[
            -1 if phases[-1] == "barbarians" else 0
        ]
        action = action.example()
        table.acts(seat, action.pop("type"), **action)
    answers = {"event_response", "hunger", "auction", "barbarians", "card_market"}
    answers.add("dementia_choice")
    plain = [phase for phase in phases if phase not in answers]
    a_round = ["potential", "action", "event_roll", "round_end"]
    assert plain == [*a_round * 3, *a_round[:3], "counting", "round_end"]


@rule("AC-030", "AC-033", "AC-031")
def test_ac_030_031_033_each_character_may_give_a_token_of_its_traits_and_does_not_age():
    people = [Person("red_w1", "a1", [SWORD, FOOD, MAD]), Person("red_w2", "a1", [BOW, EDU, MONEY])]
    table = potential(*people, Person("red_m1", "a2"))
    wrong = use("red_w1", BOW)
    table.refuses_at("AC-030", 0, "use_potential", "uses/0/traits/0", uses=[wrong])
    for stranger in ("blue_w1", "red_w5", "nobody"):
        uses = [use(stranger, SWORD)]
        table.refuses_at("AC-030", 0, "use_potential", "uses/0/character", uses=uses)
    twice = [use("red_w1", SWORD), use("red_w1", FOOD)]
    table.refuses_at("AC-031", 0, "use_potential", "uses/1/character", uses=twice)
    table.acts(0, "use_potential", uses=[use("red_w2", EDU), use("red_w1", FOOD)])
    table.acts(1, "use_potential", uses=[])
    assert table.supply(0) == {EDU: 1, FOOD: 1}
    assert table.supply(1) == {}
    assert {one.age for one in table.view().seats[0].characters} == {0}


@rule("AC-032")
def test_ac_032_all_take_at_once_and_show_the_number():
    table = potential(Person("red_w1", "a1", [SWORD, FOOD, MAD]))
    (committed,) = table.acts(0, "use_potential", uses=[use("red_w1", FOOD)])
    assert redact(committed, 1)["uses"] is None
    assert table.view(0).seats[0].supply == {}
    assert table.view(0).seats[0].last_potential is None
    assert table.view(0).your_answer.uses[0].traits == (FOOD,)
    table.refuses_at("AC-030", 0, "use_potential", uses=[])
    events = table.acts(1, "use_potential", uses=[use("blue_w1", SWORD)])
    taken = of_type(events, "potential_taken")
    assert redact(taken[0], 1) | {"type": ""} == {
        "type": "",
        "seat": 0,
        "count": 1,
        "doubled": (),
        "tokens": None,
    }
    assert redact(taken[0], 0)["tokens"] == {FOOD: 1}
    assert of_type(events, "potential_shown") == []
    seen = table.view(1).seats
    assert (seen[0].last_potential.count, seen[0].last_potential.tokens) == (1, None)
    assert seen[1].last_potential.tokens == {SWORD: 1}


@rule("AC-032")
def test_ac_032_with_public_potential_the_kinds_are_shown():
    table = potential(Person("red_w1", "a1", [SWORD, FOOD, MAD]), public_potential=True)
    table.acts(0, "use_potential", uses=[use("red_w1", FOOD)])
    events = table.acts(1, "use_potential", uses=[])
    shown = of_type(events, "potential_shown")
    assert [told(one) for one in shown] == [
        {"seat": 0, "tokens": {FOOD: 1}},
        {"seat": 1, "tokens": {}},
    ]
    assert table.view(2).seats[0].last_potential.tokens == {FOOD: 1}
    assert table.view(2).seats[0].supply is None


@rule("AC-034", "AC-R09", "AC-R67")
def test_ac_034_r09_luck_gives_two_tokens_for_two_ages():
    people = [Person("red_w1", "a1", [LUCK, FOOD, SWORD]), Person("red_w2", "a1", [BOW, EDU, FOOD])]
    table = potential(*people)
    pair = use("red_w2", BOW, EDU)
    table.refuses_at("AC-034", 0, "use_potential", "uses/0/traits", uses=[pair])
    three = use("red_w1", FOOD, FOOD, FOOD)
    table.refuses_at("AC-034", 0, "use_potential", "uses/0/traits", uses=[three])
    table.refuses_at("AC-034", 0, "use_potential", "uses/0/traits", uses=[use("red_w1")])
    lucky = use("red_w1", FOOD, LUCK)
    table.refuses_at("AC-R08", 0, "use_potential", "uses/0/traits/1", uses=[lucky])
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert len(choice.open["uses"].groups[0]) == 2 + 4
    table.acts(0, "use_potential", uses=[use("red_w1", FOOD, SWORD)])
    events = table.acts(1, "use_potential", uses=[])
    assert told(of_type(events, "potential_taken")[0])["doubled"] == ("red_w1",)
    (aged,) = of_type(events, "character_aged")
    assert told(aged) == {"character": "red_w1", "amount": 2, "age": 2, "reason": "luck"}
    assert table.supply(0) == {FOOD: 1, SWORD: 1}
    # One token of a lucky character costs nothing.
    table = potential(*people)
    table.acts(0, "use_potential", uses=[use("red_w1", FOOD)])
    assert of_type(table.acts(1, "use_potential", uses=[]), "character_aged") == []
