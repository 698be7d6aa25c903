"""The events of a round: AC-087 to AC-096, AC-118 and their rulings."""

from __future__ import annotations

import pytest

from domain.kernel.secrecy import redact
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    EDU,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    RULE,
    SWORD,
    Person,
    edition_with,
    midway,
    rolled,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule

CAST = [f"red_{sex}{n}" for sex in "wm" for n in range(1, 6)]
PLACES = ["a1", "a1", "a2", "a3", "a3", "b1", "b2", "b2", "b3", "c1"]


def people(number, seat="red", traits=(SWORD, FOOD, MONEY), **more):
    """So many characters of the red house, spread over its territories."""
    return [
        Person(name, place, traits, **more)
        for name, place in list(zip(CAST, PLACES, strict=True))[:number]
    ]


BLUE = Person("blue_w1", "a5", [BOW, EDU, MONEY])


def settled(table):
    """Let all bid nothing and buy nothing until something else is asked."""
    while table.state.phase in ("auction", "card_market"):
        kind, name = {"auction": ("bid", "amount"), "card_market": ("buy_cards", "count")}[
            table.state.phase
        ]
        table.all_act(kind, **{name: 0})
    return table


@rule("AC-087")
def test_ac_087_after_the_third_lap_the_symbol_dice_are_rolled():
    table = midway(BLUE, lap=3, turn=3, script={"event_dice": [[3, 5, 4]]})
    assert ARISTOOCRAZY.upkeep(table.state) is None
    table.passes()
    assert ARISTOOCRAZY.upkeep(table.state) == "roll_events"
    assert ARISTOOCRAZY.legal(table.state, 0).items == ()
    events = table.keeps()
    assert told(events[0]) == {"faces": (BOW, RULE, MONEY)}
    assert table.view().events.faces == (BOW, RULE, MONEY)


@rule("AC-R46", "AC-R71")
def test_ac_r46_events_are_played_in_the_order_of_the_edition():
    table, events = rolled(*people(1), dice=(BOW, EDU, MONEY), tokens={0: {BOW: 1}})
    assert table.phase == "auction 0,1,2,3"
    assert told(of_type(events, "event_opened")[0]) == {"die": 1, "face": EDU}
    table.all_act("bid", amount=0)
    assert table.phase == "barbarians 0"
    assert table.view().events.done == (False, True, False)
    assert table.view().events.current == 0
    table.acts(0, "answer_barbarians", pay=True)
    assert table.phase == "card_market 0,1,2,3"
    table.all_act("buy_cards", count=0)
    assert table.state.phase == "round_end"
    assert table.view().events is None


@rule("AC-R46")
def test_ac_r46_equal_symbols_are_events_of_their_own_by_die():
    war = [{"id": f"w{n}", "use": "symbol", "faces": [SWORD] * 6} for n in range(3)]
    d6 = {"id": "d6", "use": "number", "faces": [1, 2, 3, 4, 5, 6]}
    edition = edition_with((("dice",), [*war, d6]))
    table = midway(*people(1), phase="event_roll", tokens={0: {SWORD: 5}}, edition=edition)
    table.keeps()
    opened = []
    while table.state.phase == "barbarians":
        opened.append(table.view().events.current)
        table.acts(0, "answer_barbarians", pay=True)
    assert opened == [0, 1, 2]
    assert table.supply(0) == {SWORD: 2}


@rule("AC-088", "AC-R50")
@pytest.mark.parametrize(
    ("number", "due"), [(0, 0), (1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (10, 3)]
)
def test_ac_088_r50_food_by_the_number_of_characters(number, due):
    _, events = rolled(*people(number), dice=(BOW, EDU, FOOD), tokens={0: {FOOD: 9}})
    paid = told(of_type(events, "food_paid")[0])
    assert paid == {"seat": 0, "due": due, "paid": due, "missing": 0}


@rule("AC-089", "AC-R51", "AC-R67")
def test_ac_089_r51_who_lacks_food_chooses_who_ages():
    both = [*people(6), BLUE]
    table, events = rolled(*both, dice=(BOW, EDU, FOOD), tokens={0: {FOOD: 1, BOW: 1}})
    assert [told(one) for one in of_type(events, "food_paid")][:2] == [
        {"seat": 0, "due": 2, "paid": 1, "missing": 1},
        {"seat": 1, "due": 1, "paid": 0, "missing": 1},
    ]
    assert table.supply(0) == {BOW: 1}
    assert table.phase == "hunger 0"
    assert table.view().events.missing_food == (1, 1, 0, 0)
    for wrong in (CAST[:2], CAST[:4], [CAST[0]] * 3):
        table.refuses_at("AC-089", 0, "choose_hungry", "characters", characters=wrong)
    stranger = [*CAST[:2], "blue_w1"]
    table.refuses_at("AC-089", 0, "choose_hungry", "characters/2", characters=stranger)
    table.refuses_at("AC-089", 1, "choose_hungry", characters=["blue_w1"])
    events = table.acts(0, "choose_hungry", characters=["red_w5", "red_w1", "red_m1"])
    aged = [(one.character, one.amount, one.reason) for one in of_type(events, "character_aged")]
    assert aged == [(one, 1, "hunger") for one in ("red_w1", "red_w5", "red_m1", "blue_w1")]


@rule("AC-089", "AC-R51")
def test_ac_089_where_all_must_suffer_nobody_is_asked():
    table, events = rolled(*people(6), dice=(BOW, EDU, FOOD))
    assert len(of_type(events, "character_aged")) == 6
    assert table.phase == "auction 0,1,2,3"
    assert table.view().events.done == (False, False, True)


@rule("AC-089", "AC-R67", "AC-R39")
def test_ac_089_r67_all_hunger_is_sealed_and_applied_together():
    blue = [
        Person(f"blue_w{n}", where, age=3)
        for n, where in enumerate(["c5", "d5", "e5", "e5", "d4"], 1)
    ]
    table, _ = rolled(
        *people(5, age=3), *blue, dice=(BOW, EDU, FOOD), tokens={0: {FOOD: 1}, 1: {FOOD: 1}}
    )
    assert table.phase == "hunger 0,1"
    (committed,) = table.acts(0, "choose_hungry", characters=CAST[:3])
    assert redact(committed, 1)["content"] is None
    assert all(one.age == 3 for one in table.view().seats[0].characters)
    assert table.view(0).your_answer.characters == tuple(CAST[:3])
    events = table.acts(1, "choose_hungry", characters=["blue_w1", "blue_w2", "blue_w3"])
    plain = [name for name in names(events) if name in ("character_aged", "character_died")]
    assert plain == ["character_aged"] * 6 + ["character_died"] * 6
    assert [told(one)["territory"] for one in of_type(events, "marker_changed")] == [
        *("a1", "a2", "c5", "d5"),
    ]


@rule("AC-090", "AC-091", "AC-R52")
@pytest.mark.parametrize("kind", [BRAVE, EDU, RULE])
def test_ac_090_091_the_highest_bids_gain_a_point_and_all_pay(kind):
    tokens = {0: {kind: 2}, 1: {kind: 4}, 2: {kind: 1, FOOD: 1}}
    table, _ = rolled(dice=(BOW, kind, MAD), tokens=tokens)
    assert table.phase == "auction 0,1,2,3"
    refusal = table.refuses_at("AC-090", 2, "bid", "amount", amount=2)
    assert "You hold 1" in refusal.detail
    table.acts(0, "bid", amount=2)
    table.acts(3, "bid", amount=0)
    (committed,) = table.acts(1, "bid", amount=2)
    assert redact(committed, 0)["content"] is None
    assert table.supply(1) == {kind: 4}
    assert table.vp == [0, 0, 0, 0]
    events = table.acts(2, "bid", amount=1)
    (auction,) = of_type(events, "auction_resolved")
    assert told(auction) == {"kind": kind, "bids": (2, 2, 1, 0), "winners": (0, 1)}
    assert table.vp == [1, 1, 0, 0]
    assert [table.supply(seat) for seat in range(4)] == [{}, {kind: 2}, {FOOD: 1}, {}]


@rule("AC-R52")
def test_ac_r52_if_all_bid_nothing_nobody_gains():
    table, _ = rolled(dice=(BOW, EDU, MAD), tokens={0: {EDU: 2}})
    events = table.all_act("bid", amount=0)
    assert told(of_type(events, "auction_resolved")[0])["winners"] == ()
    assert of_type(events, "points_gained") == []


@rule("AC-092", "AC-R54")
@pytest.mark.parametrize("kind", [SWORD, BOW, MAGIC])
def test_ac_092_barbarians_take_a_token_of_exactly_their_kind(kind):
    other = {SWORD: BOW, BOW: MAGIC, MAGIC: SWORD}[kind]
    tokens = {0: {kind: 2}, 1: {other: 3}}
    table, _ = rolled(*people(1), BLUE, dice=(kind, EDU, MAD), tokens=tokens)
    settled(table)
    assert table.phase == "barbarians 0,1"
    table.refuses_at("AC-092", 1, "answer_barbarians", "pay", pay=True)
    assert [one["pay"] for one in table.offered(1, "answer_barbarians")] == [False] * 4
    aged = [{"character": "red_w1", "kind": "age"}]
    table.refuses_at("AC-092", 0, "answer_barbarians", "penalties", pay=True, penalties=aged)
    (committed,) = table.acts(0, "answer_barbarians", pay=True)
    assert redact(committed, 1)["content"] is None
    assert table.supply(0) == {kind: 2}
    events = table.acts(
        1, "answer_barbarians", pay=False, penalties=[{"character": "blue_w1", "kind": "age"}]
    )
    assert [told(one)["paid"] for one in of_type(events, "barbarians_resolved")] == [{kind: 1}, {}]
    assert (table.supply(0), table.supply(1)) == ({kind: 1}, {other: 3})
    assert table.person("blue_w1").age == 1


@rule("AC-R54")
def test_ac_r54_paying_is_not_compulsory_and_houses_without_characters_are_skipped():
    table, _ = rolled(BLUE, dice=(SWORD, EDU, MAD), tokens={0: {SWORD: 2}, 1: {SWORD: 1}})
    settled(table)
    assert table.phase == "barbarians 1"
    penalty = {"character": "blue_w1", "kind": "age"}
    table.acts(1, "answer_barbarians", pay=False, penalties=[penalty])
    assert table.supply(1) == {SWORD: 1}
    # Nobody at all: the event is settled at once.
    table, _ = rolled(dice=(SWORD, EDU, MAD))
    assert table.phase == "auction 0,1,2,3"
    table.all_act("bid", amount=0)
    assert table.state.phase == "round_end"


@rule("AC-093", "AC-094", "AC-R53", "AC-R67")
def test_ac_093_094_r53_three_characters_age_or_lose_a_trait_to_dementia():
    crowd = people(4, traits=[SWORD, MAD, MONEY])
    table, _ = rolled(*crowd, dice=(BOW, EDU, MAD))
    table.acts(0, "veto_event", die=1)
    age = [{"character": name, "kind": "age"} for name in CAST[:4]]
    for wrong in (age[:2], age):
        table.refuses_at("AC-093", 0, "answer_barbarians", "penalties", pay=False, penalties=wrong)
    again = [*age[:2], {"character": CAST[0], "kind": "dementia", "trait_index": 0}]
    table.refuses_at(
        "AC-094", 0, "answer_barbarians", "penalties/2/character", pay=False, penalties=again
    )
    mad = [*age[:2], {"character": CAST[2], "kind": "dementia", "trait_index": 1}]
    table.refuses_at(
        "AC-R53", 0, "answer_barbarians", "penalties/2/trait_index", pay=False, penalties=mad
    )
    for odd in (
        {"character": CAST[2], "kind": "dementia"},
        {"character": CAST[2], "kind": "age", "trait_index": 0},
    ):
        table.refuses_at(
            *("AC-093", 0, "answer_barbarians", "penalties/2/trait_index"),
            pay=False,
            penalties=[*age[:2], odd],
        )
    stranger = [*age[:2], {"character": "blue_w1", "kind": "age"}]
    table.refuses_at(
        "AC-093", 0, "answer_barbarians", "penalties/2/character", pay=False, penalties=stranger
    )
    chosen = [age[3], {"character": CAST[2], "kind": "dementia", "trait_index": 2}, age[0]]
    events = table.acts(0, "answer_barbarians", pay=False, penalties=chosen)
    assert [told(one)["character"] for one in of_type(events, "character_aged")] == [
        *(CAST[0], CAST[3]),
    ]
    (turned,) = of_type(events, "trait_changed")
    assert told(turned) == {
        "character": CAST[2],
        "trait_index": 2,
        "old": MONEY,
        "new": MAD,
        "reason": "barbarians",
    }
    assert table.person(CAST[2]).traits == (SWORD, MAD, MAD)


@rule("AC-093", "AC-R53")
def test_ac_r53_losing_luck_lowers_the_lives_at_once():
    lucky = Person("red_w1", "a1", [LUCK, MAD, MAD], age=4)
    table, _ = rolled(lucky, dice=(BOW, EDU, MONEY))
    settled(table)
    offered = [one["penalties"][0] for one in table.offered(0, "answer_barbarians")]
    assert [(one["kind"], one["trait_index"]) for one in offered] == [
        ("age", None),
        ("dementia", 0),
    ]
    turned = [{"character": "red_w1", "kind": "dementia", "trait_index": 0}]
    events = table.acts(0, "answer_barbarians", pay=False, penalties=turned)
    assert names(of_type(events, "character_died")) == ["character_died"]
    # Three dementia can only take age.
    table, _ = rolled(Person("red_w1", "a1", [MAD] * 3), dice=(BOW, EDU, MONEY))
    settled(table)
    assert [one["penalties"][0]["kind"] for one in table.offered(0, "answer_barbarians")] == ["age"]


@rule("AC-095", "AC-R55")
def test_ac_095_r55_cards_are_bought_secretly_in_turn_order():
    deck = ["fate", "castle", "epidemic", "genetics", "castle"]
    tokens = {0: {MONEY: 4}, 1: {MONEY: 1}}
    table, _ = rolled(dice=(BOW, EDU, MONEY), tokens=tokens, deck=deck, starter=1)
    table.all_act("bid", amount=0)
    assert table.phase == "card_market 1,2,3,0"
    table.refuses_at("AC-095", 0, "buy_cards", "count", count=4)
    table.refuses_at("AC-095", 1, "buy_cards", "count", count=2)
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert (choice.open["count"].min, choice.open["count"].max) == (0, 3)
    (committed,) = table.acts(0, "buy_cards", count=3)
    assert redact(committed, 2)["content"] is None
    table.acts(1, "buy_cards", count=1)
    table.acts(2, "buy_cards", count=0)
    events = table.acts(3, "buy_cards", count=0)
    bought = of_type(events, "cards_bought")
    assert [(one.seat, one.count, one.money) for one in bought] == [
        *((1, 1, 1), (2, 0, 0), (3, 0, 0), (0, 3, 3)),
    ]
    assert redact(bought[3], 1)["cards"] is None
    assert redact(bought[3], 0)["cards"] == ("castle", "genetics", "epidemic")
    assert (table.hand(1), table.supply(0), table.supply(1)) == (["fate"], {MONEY: 1}, {})
    assert table.state.deck == ("castle",)


@rule("AC-R56", "AC-R57")
def test_ac_r56_an_empty_deck_is_made_of_the_discard_pile():
    script = {"action_reshuffle": [["fate", "genetics", "castle"]]}
    table, _ = rolled(
        dice=(BOW, EDU, MONEY),
        tokens={0: {MONEY: 3}, 1: {MONEY: 3}},
        deck=["epidemic"],
        discard=["castle", "fate", "genetics"],
        script=script,
    )
    table.all_act("bid", amount=0)
    for seat, count in enumerate((2, 3, 0, 0)):
        events = table.acts(seat, "buy_cards", count=count)
    sold = of_type(events, "cards_bought")
    assert names(events)[1:5] == [
        *("cards_bought", "discard_reshuffled", "cards_bought", "cards_bought"),
    ]
    assert [(one.seat, one.count, one.money, one.cards) for one in sold[:3]] == [
        (0, 1, 1, ("epidemic",)),
        (0, 1, 1, ("fate",)),
        (1, 2, 2, ("castle", "genetics")),
    ]
    (shuffled,) = of_type(events, "discard_reshuffled")
    assert (redact(shuffled, 0)["order"], shuffled.size) == (None, 3)
    assert (table.supply(0), table.supply(1)) == ({MONEY: 1}, {MONEY: 1})
    assert (table.view().deck_size, table.view().discard) == (0, ())


@rule("AC-R56")
def test_ac_r56_an_empty_deck_met_at_once_and_no_cards_at_all():
    table, _ = rolled(dice=(BOW, EDU, MONEY), tokens={0: {MONEY: 2}}, discard=["fate"])
    table.all_act("bid", amount=0)
    for seat, count in enumerate((2, 0, 0, 0)):
        events = table.acts(seat, "buy_cards", count=count)
    assert names(events)[1:3] == ["discard_reshuffled", "cards_bought"]
    assert table.supply(0) == {MONEY: 1}
    table, _ = rolled(dice=(BOW, EDU, MONEY), tokens={0: {MONEY: 2}})
    table.all_act("bid", amount=0)
    for seat, count in enumerate((2, 0, 0, 0)):
        events = table.acts(seat, "buy_cards", count=count)
    assert [(one.count, one.money) for one in of_type(events, "cards_bought")] == [(0, 0)] * 4
    assert table.supply(0) == {MONEY: 2}


@rule("AC-096", "AC-R48", "AC-R49")
def test_ac_096_r48_r49_most_dementia_decides_what_is_not_played():
    mad = [Person("red_w1", "a1", [MAD, MAD, FOOD]), Person("blue_w1", "a5", [MAD, MAD, FOOD])]
    table, events = rolled(*mad, dice=(BOW, EDU, MAD), starter=1)
    assert told(of_type(events, "event_opened")[0]) == {"die": 2, "face": MAD}
    assert table.phase == "dementia_choice 1"
    table.refuses_at("AC-096", 0, "veto_event", die=0)
    table.refuses_at("AC-R49", 1, "veto_event", "die", die=2)
    assert [one["die"] for one in table.offered(1, "veto_event")] == [0, 1]
    (dropped, *_) = table.acts(1, "veto_event", die=1)
    assert told(dropped) == {"die": 1, "face": EDU, "reason": "dementia", "seat": 1}
    view = table.view().events
    assert (view.dropped, view.done) == ((False, True, False), (False, False, True))
    assert table.phase == "barbarians 1,0"


@rule("AC-R48")
def test_ac_r48_without_any_dementia_nothing_is_decided():
    table, events = rolled(*people(1), dice=(BOW, EDU, MAD))
    (dropped,) = of_type(events, "event_dropped")
    assert told(dropped) == {"die": 2, "face": MAD, "reason": "no_dementia", "seat": None}
    assert table.phase == "auction 0,1,2,3"
    assert table.view().events.dropped == (False, False, True)


@rule("AC-R49")
def test_ac_r49_several_dementia_dice_are_decisions_of_their_own():
    mad = [Person("red_w1", "a1", [MAD, MAD, FOOD])]
    dice = [{"id": f"m{n}", "use": "symbol", "faces": [MAD] * 6} for n in range(2)]
    last = {"id": "last", "use": "symbol", "faces": [EDU] * 6}
    d6 = {"id": "d6", "use": "number", "faces": [1, 2, 3, 4, 5, 6]}
    edition = edition_with((("dice",), [*dice, last, d6]))
    table = midway(*mad, phase="event_roll", edition=edition)
    table.keeps()
    assert table.phase == "dementia_choice 0"
    table.acts(0, "veto_event", die=2)
    assert table.phase == "dementia_choice 0"
    # An event that is dropped already may be named, with no further effect.
    table.acts(0, "veto_event", die=2)
    assert table.state.phase == "round_end"
    # Without a die to name nothing happens.
    edition = edition_with((("dice",), [*dice, {**dice[0], "id": "m3"}, d6]))
    table = midway(*mad, phase="event_roll", edition=edition)
    events = table.keeps()
    reasons = [told(one)["reason"] for one in of_type(events, "event_dropped")]
    assert reasons == ["no_dementia"] * 3


@rule("AC-118", "AC-R47", "AC-R57", "AC-106")
def test_ac_118_r47_whoever_holds_cards_may_cancel_events():
    hands = {0: ["cancel_event", "cancel_event"], 1: ["fate"], 2: ["cancel_event"]}
    table, _ = rolled(dice=(BOW, EDU, MONEY), hands=hands, starter=2)
    assert table.phase == "event_response 2,0,1"
    table.refuses_at("AC-118", 1, "respond_events", "dice", dice=[0])
    table.refuses_at("AC-118", 0, "respond_events", "dice", dice=[0, 1, 2])
    table.refuses_at("AC-R47", 0, "respond_events", "dice", dice=[0, 0])
    assert [one["dice"] for one in table.offered(1, "respond_events")] == [[]]
    (committed,) = table.acts(0, "respond_events", dice=[2, 1])
    assert redact(committed, 1)["content"] is None
    table.acts(1, "respond_events", dice=[])
    events = table.acts(2, "respond_events", dice=[1])
    played = [told(one)["seat"] for one in of_type(events, "card_played")]
    assert played == [2, 0]
    dropped = [told(one) for one in of_type(events, "event_dropped")]
    assert [(one["die"], one["seat"], one["reason"]) for one in dropped] == [
        (1, 2, "card"),
        (2, 0, "card"),
    ]
    # The die that was cancelled already cost no card.
    assert (table.hand(0), table.hand(2)) == (["cancel_event"], [])
    assert table.view().discard == ("cancel_event", "cancel_event")
    assert table.state.phase == "round_end"


@rule("AC-118", "AC-R46")
def test_ac_118_a_dementia_event_may_be_cancelled():
    mad = [Person("red_w1", "a1", [MAD, MAD, FOOD])]
    table, _ = rolled(*mad, dice=(BOW, EDU, MAD), hands={0: ["cancel_event"]})
    table.acts(0, "respond_events", dice=[2])
    assert table.phase == "auction 0,1,2,3"


@rule("AC-R68")
def test_ac_r68_a_potential_phase_without_characters_is_skipped_and_the_game_goes_on():
    table, _ = rolled(dice=(BOW, EDU, MAD))
    table.all_act("bid", amount=0)
    events = table.keeps()
    assert names(events) == ["round_ended", "round_started", "turn_started", "phase_entered"]
    assert table.phase == "action 1"
