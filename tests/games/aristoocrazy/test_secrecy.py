"""The information table of docs/rules/aristoocrazy.md, section 4, row by row along whole games."""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import FastChance
from domain.kernel.secrecy import SPECTATOR, redact
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    EDU,
    FOOD,
    MONEY,
    SWORD,
    Person,
    begun,
    edition_with,
    midway,
    rolled,
)
from tests.games.information import NOBODY, OWNER, all_fields, hidden_fields, random_game
from tests.games.memory import assert_guesses_fit

SECRETS = {
    "action_deck_shuffled": {"order": NOBODY},
    "discard_reshuffled": {"order": NOBODY},
    "traits_committed": {"woman": OWNER, "man": OWNER},
    "cards_dealt": {"cards": OWNER},
    "cards_kept": {"discarded": OWNER},
    "potential_committed": {"uses": OWNER},
    "potential_taken": {"tokens": OWNER},
    "attack_declared": {"tokens": OWNER, "commander_target": OWNER},
    "marriage_offered": {"cards": ("seat", "target_seat")},
    "dowry_improved": {"cards": ("seat", "target_seat")},
    "dowry_paid": {"cards": ("from_seat", "to_seat")},
    "response_committed": {"content": OWNER},
    "cards_bought": {"cards": OWNER},
}
"""The marks (s) of the events, written down once more: who may see the field."""


def test_events_hide_what_the_table_says_and_show_all_else():
    hidden = set()
    for players in (2, 3, 4):
        for seed in range(4):
            for _, events in random_game(ARISTOOCRAZY, players, seed, experienced=True):
                hidden |= hidden_fields(events, players, SECRETS)
    assert all_fields(SECRETS) - hidden <= {("discard_reshuffled", "order")}


@pytest.mark.rule("AC-R13", "AC-R39")
@pytest.mark.parametrize("public_potential", [False, True])
def test_views_show_supplies_hands_and_sealed_answers_to_their_owner_alone(public_potential):
    for state, _ in random_game(ARISTOOCRAZY, 4, 6, public_potential=public_potential):
        is_over = ARISTOOCRAZY.result(state) is not None
        for viewer in (SPECTATOR, *range(4)):
            view = ARISTOOCRAZY.view(state, viewer)
            for seat in view.seats:
                is_open = is_over or seat.seat == viewer
                assert (seat.supply is not None) == is_open
                assert (seat.hand is not None) == is_open
                if seat.last_potential is not None:
                    shown = seat.last_potential.tokens is not None
                    assert shown == (is_open or public_potential)
            if viewer == SPECTATOR:
                assert (view.your_seat, view.your_answer) == (None, None)
            if view.combat is not None and view.combat.attacker != viewer:
                assert (view.combat.tokens, view.combat.commander_target) == (None, None)
            if view.offer is not None:
                parties = (view.offer.seat, view.offer.target_seat)
                assert (view.offer.cards is not None) == (viewer in parties)


@pytest.mark.rule("AC-R39", "AC-R47")
def test_a_sealed_answer_does_not_show_in_totals_or_in_who_is_asked():
    """What others see after an answer is the same whatever was answered."""
    people = [Person("red_w1", "a1"), Person("blue_w1", "a5")]
    tokens = {0: {EDU: 3, SWORD: 1, MONEY: 3}}
    for kind, answers, dice in (
        ("bid", [{"amount": 0}, {"amount": 3}], (SWORD, EDU, MONEY)),
        ("respond_events", [{"dice": []}, {"dice": [1]}], (SWORD, EDU, MONEY)),
    ):
        hands = {0: ["cancel_event"], 1: ["fate"]} if kind == "respond_events" else {}
        seen = set()
        for answer in answers:
            table, _ = rolled(*people, dice=dice, tokens=tokens, hands=hands)
            events = table.acts(0, kind, **answer)
            seen.add(str([redact(one, 1) for one in events]) + str(table.view(1)))
        assert len(seen) == 1


@pytest.mark.rule("AC-R33")
def test_a_guess_keeps_what_one_was_promised_and_shown():
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    hands = {0: ["fate", "castle"], 2: ["genetics"]}
    dowry = {"tokens": {FOOD: 2}, "cards": ["fate"]}
    table = midway(*people, tokens={0: {FOOD: 2, SWORD: 1}}, hands=hands, deck=["epidemic"] * 9)
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    hands_of_0, dowries = set(), set()
    for seed in range(30):
        chance = FastChance(random.Random(seed))
        courted = ARISTOOCRAZY.guess(table.state, 1, chance)
        assert "fate" in courted.houses[0].hand
        assert courted.setup.named(courted.houses[0].supply)[FOOD] >= 2
        assert courted.offer == table.state.offer
        hands_of_0.add(courted.houses[0].hand)
        other = ARISTOOCRAZY.guess(table.state, 3, chance)
        assert other.offer.cards[0] in other.houses[0].hand
        dowries.add(other.offer.cards)
    assert len(hands_of_0) > 1
    assert len(dowries) > 1


@pytest.mark.rule("AC-R51")
def test_a_guess_gives_no_food_to_who_lacks_some():
    crowd = [Person(f"red_{s}{n}", "b2" if s == "w" else "c3") for s in "wm" for n in (1, 2)]
    table, _ = rolled(*crowd, dice=(SWORD, EDU, FOOD), tokens={0: {SWORD: 9}})
    assert table.phase == "hunger 0"
    for seed in range(9):
        state = ARISTOOCRAZY.guess(table.state, 1, FastChance(random.Random(seed)))
        assert FOOD not in state.setup.named(state.houses[0].supply)
        assert sum(state.houses[0].supply) == 9


def test_a_guess_of_an_attack_is_one_that_could_have_been_made():
    people = [Person("red_w1", "b2"), Person("blue_m1", "b3")]
    table = midway(*people, tokens={0: {SWORD: 3, FOOD: 3}}, hands={0: ["commander"], 2: ["fate"]})
    table.acts(
        0,
        "attack",
        character="red_w1",
        territory="b3",
        tokens={SWORD: 3},
        commander_target="blue_m1",
    )
    tokens, targets = set(), set()
    for seed in range(40):
        state = ARISTOOCRAZY.guess(table.state, 1, FastChance(random.Random(seed)))
        battle, house = state.battle, state.houses[0]
        assert all(n <= held for n, held in zip(battle.tokens, house.supply, strict=True))
        assert battle.commander_target is None or "commander" in house.hand
        tokens.add(battle.tokens)
        targets.add(battle.commander_target)
    assert len(tokens) > 3
    assert targets == {None, "blue_m1"}
    assert (
        ARISTOOCRAZY.guess(table.state, 0, FastChance(random.Random(1))).battle
        == table.state.battle
    )


@pytest.mark.rule("AC-R56")
def test_a_guess_keeps_to_what_is_known_of_a_deck_that_was_reshuffled():
    """Cards that were seen on the discard pile are not where others have drawn before, and the reverse."""
    few = [(("cards", row, "count"), 1) for row in range(12)]
    edition = edition_with(*few, (("dice", 2, "faces"), [MONEY] * 6))
    reshuffles = 0
    for seed in range(4):
        tags = assert_guesses_fit(ARISTOOCRAZY, edition, 4, seed, experienced=True)
        reshuffles += "discard_reshuffled" in tags
    assert reshuffles


def guesses(table, viewer, number=40):
    return [
        ARISTOOCRAZY.guess(table.state, viewer, FastChance(random.Random(seed)))
        for seed in range(number)
    ]


def supplies(table, viewer, seat):
    """The kinds that guesses of a viewer put behind a screen."""
    found = [one.setup.named(one.houses[seat].supply) for one in guesses(table, viewer)]
    return {frozenset(kinds.items()) for kinds in found}


@pytest.mark.rule("AC-030", "AC-032", "AC-R13")
def test_a_guess_of_a_supply_is_one_that_the_characters_can_have_given():
    """The woman of the first pair has sword, food and money, the man bow, magic and education."""
    table = begun()
    woman, man = (one.id for one in table.view().seats[0].characters)
    table.acts(0, "use_potential", uses=[{"character": woman, "traits": [FOOD]}])
    for seat in (1, 2, 3):
        table.acts(seat, "use_potential", uses=[])
    kinds = {kind for taken in supplies(table, 1, 0) for kind, _ in taken}
    assert kinds == {SWORD, FOOD, MONEY, "bow", "magic", EDU}
    assert supplies(table, 0, 0) == {frozenset({(FOOD, 1)})}
    assert {sum(n for _, n in taken) for taken in supplies(table, 1, 0)} == {1}
    table.acts(0, "extra_use", character=man, trait=EDU)
    assert all((EDU, 1) in taken or (EDU, 2) in taken for taken in supplies(table, 1, 0))


@pytest.mark.rule("AC-032")
def test_a_guess_leaves_a_supply_alone_whose_kinds_were_shown():
    table = begun(public_potential=True)
    woman, man = (one.id for one in table.view().seats[0].characters)
    uses = [{"character": woman, "traits": [FOOD]}, {"character": man, "traits": [EDU]}]
    table.acts(0, "use_potential", uses=uses)
    for seat in (1, 2, 3):
        table.acts(seat, "use_potential", uses=[])
    assert supplies(table, 1, 0) == {frozenset({(FOOD, 1), (EDU, 1)})}


@pytest.mark.rule("AC-R33")
def test_a_guess_keeps_what_was_offered_in_vain_and_what_changed_hands():
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    hands = {0: ["fate", "castle"], 1: ["genetics"], 2: ["genetics"]}
    deck = ["epidemic"] * 9
    dowry = {"cards": ["fate"]}
    for accept in (False, True):
        table = midway(*people, hands=hands, deck=deck)
        table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
        table.acts(1, "answer_marriage", accept=accept)
        holder, knows = (1, 0) if accept else (0, 1)
        assert all("fate" in one.houses[holder].hand for one in guesses(table, knows))
        assert {"fate" in one.houses[holder].hand for one in guesses(table, 3)} == {False, True}
        other = guesses(table, 3)[0]
        assert (
            ARISTOOCRAZY.guess(other, knows, FastChance(random.Random(1))).houses[knows]
            == other.houses[knows]
        )


@pytest.mark.rule("AC-R33", "AC-106")
def test_a_card_that_was_played_is_no_longer_known_to_be_held():
    people = [Person("red_w1", "a1"), Person("blue_m1", "a2")]
    hands = {0: ["victory_point", "victory_point"]}
    table = midway(*people, hands=hands, deck=["epidemic"] * 9)
    dowry = {"cards": ["victory_point"]}
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    table.acts(1, "answer_marriage", accept=False)
    table.acts(0, "withdraw_offer")
    assert all("victory_point" in one.houses[0].hand for one in guesses(table, 1))
    while table.state.awaiting != (0,):
        table.passes()
    table.acts(0, "play_card", card="victory_point")
    assert {"victory_point" in one.houses[0].hand for one in guesses(table, 1)} == {False, True}


@pytest.mark.rule("AC-R33")
def test_a_card_that_a_third_seat_knows_of_is_still_there_when_it_goes_on_in_secret():
    """Seat 2 saw it in an offer that it refused; then it goes from seat 0 to seat 1."""
    people = [Person("red_w1", "b2"), Person("blue_m1", "b1"), Person("green_m1", "b3")]
    table = midway(*people, hands={0: ["fate", "castle"]}, deck=["epidemic"] * 9)
    assert table.state.setup.seat_of("green_m1") == 2
    dowry = {"cards": ["fate"]}
    table.acts(0, "offer_marriage", character="red_w1", target="green_m1", dowry=dowry)
    table.acts(2, "answer_marriage", accept=False)
    table.acts(0, "withdraw_offer")
    while table.state.awaiting != (0,):
        table.passes()
    table.acts(0, "offer_marriage", character="red_w1", target="blue_m1", dowry=dowry)
    table.acts(1, "answer_marriage", accept=True)
    for one in guesses(table, 2):
        assert "fate" in one.houses[0].hand + one.houses[1].hand
    assert {"fate" in one.houses[1].hand for one in guesses(table, 3)} == {False, True}
