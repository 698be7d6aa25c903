"""The edition's schema and constraints, and that another edition really plays by its numbers."""

from __future__ import annotations

import random

import msgspec
import pytest

from domain.kernel.errors import BadEdition
from domain.simulate import play_game
from domain.table.box import supplied_box
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    DEFAULT,
    EDU,
    FIRST_PAIR,
    FOOD,
    MAD,
    MONEY,
    SWORD,
    Person,
    begun,
    fresh,
    midway,
    rolled,
    told,
)
from tests.games.editions import edited, faults_of
from tests.games.table import of_type

TRAIT = {trait["id"]: number for number, trait in enumerate(DEFAULT["traits"])}
CARD = {card["id"]: number for number, card in enumerate(DEFAULT["cards"])}
LAND = {land["id"]: number for number, land in enumerate(DEFAULT["territories"])}


def test_the_default_edition_is_valid():
    assert supplied_box(ARISTOOCRAZY, DEFAULT).edition == ARISTOOCRAZY.edition
    assert sum(card.count for card in ARISTOOCRAZY.edition.cards) == 39
    assert sum(land.spaces for land in ARISTOOCRAZY.edition.territories) == 38


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        (("edition", "ruleset"), "chess", "/edition/ruleset"),
        (("rounds", 0, "players"), 3, "/rounds"),
        (("rounds", 0, "players"), 5, "/rounds/0/players"),
        (("rounds", 0, "rounds"), 0, "/rounds/0/rounds"),
        (("rounds", 0, "rounds"), 7, "/rounds/0/counting_rounds/2"),
        (("rounds", 0, "counting_rounds"), [4, 4], "/rounds/0/counting_rounds/1"),
        (("limits", "turns_per_round"), 11, "/limits/turns_per_round"),
        (("limits", "turns_per_round"), 0, "/limits/turns_per_round"),
        (("limits", "traits_per_character"), 4, "/limits/traits_per_character"),
        (("limits", "women_per_house"), 0, "/limits/women_per_house"),
        (("limits", "women_per_house"), 4, "/characters"),
        (("limits", "ownership_markers"), -1, "/limits/ownership_markers"),
        (("limits", "child_rerolls"), 4, "/limits/child_rerolls"),
        (("limits", "castles_per_territory"), 2, "/limits/castles_per_territory"),
        (("lives", "lucky"), 3, "/lives/lucky"),
        (("lives", "normal"), 0, "/lives/normal"),
        (("luck", "tokens"), 1, "/luck/tokens"),
        (("luck", "age_cost"), -1, "/luck/age_cost"),
        (("extra_use", "tokens"), 0, "/extra_use/tokens"),
        (("combat", "die"), "d8", "/combat/die"),
        (("combat", "die"), "symbol_war", "/combat/die"),
        (("combat", "castle_bonus"), 101, "/combat/castle_bonus"),
        (("exchange", 0, "money"), 1, "/exchange/0/money"),
        (("exchange", 0, "money"), 3, "/exchange/1/money"),
        (("exchange", 0, "tokens"), 0, "/exchange/0/tokens"),
        (("food_cost", 1, "max_characters"), 0, "/food_cost/1/max_characters"),
        (("food_cost", 3, "max_characters"), 9, "/food_cost/3/max_characters"),
        (("food_cost",), [], "/food_cost"),
        (("hunger", "age"), 0, "/hunger/age"),
        (("barbarians", "characters"), 0, "/barbarians/characters"),
        (("auction", "points"), -1, "/auction/points"),
        (("card_market", "price"), 0, "/card_market/price"),
        (("territory_count", "second_points"), 3, "/territory_count/second_points"),
        (("experienced_start", "keep"), 4, "/experienced_start/keep"),
        (("experienced_start", "draw"), 10, "/experienced_start/draw"),
        (("bonus", 1, "id"), "most_characters", "/bonus/1/id"),
        (("bonus", 0, "metric"), "luck", "/bonus/0/metric"),
        (("bonus", 0, "best"), "some", "/bonus/0/best"),
        (("traits", TRAIT[SWORD], "kind"), "money", f"/traits/{TRAIT[SWORD]}/kind"),
        (("traits", TRAIT[SWORD], "token"), False, f"/traits/{TRAIT[SWORD]}/token"),
        (("traits", TRAIT[MAD], "token"), True, f"/traits/{TRAIT[MAD]}/token"),
        (("traits", TRAIT[MAD], "start"), True, f"/traits/{TRAIT[MAD]}/start"),
        (("traits", TRAIT[MAD], "buy"), True, f"/traits/{TRAIT[MAD]}/buy"),
        (("traits", TRAIT[MONEY], "buy"), True, f"/traits/{TRAIT[MONEY]}/buy"),
        (("traits", 0, "id"), "bow", "/traits"),
        (("traits", 0, "id"), "axe", "/traits/0/id"),
        (("traits",), [{**one, "start": False} for one in DEFAULT["traits"]], "/traits"),
        (("dice", 0, "use"), "number", "/dice/0/faces/0"),
        (("dice", 0, "faces"), [SWORD] * 5, "/dice"),
        (("dice", 0, "faces", 0), "luck", "/dice/0/faces/0"),
        (("dice", 3, "faces"), [1, 2, 3, 4, 5, 5], "/dice"),
        (("dice", 3, "id"), "d7", "/dice"),
        (("dice",), DEFAULT["dice"][1:], "/dice"),
        (("events", "order"), DEFAULT["events"]["order"][:-1], "/events/order"),
        (("events", "order"), [*DEFAULT["events"]["order"][1:], MAD], "/events/order"),
        (("events", "order"), [], "/events/order"),
        (("houses",), DEFAULT["houses"][:3], "/houses"),
        (("houses", 0, "seats"), {"2": 0, "3": 0}, "/houses/0/seats"),
        (("houses", 0, "seats", "2"), 1, "/houses"),
        (("houses", 0, "seats", "2"), 4, "/houses/0/seats/2"),
        (("houses", 0, "start"), "z9", "/houses/0/start"),
        (("houses", 0, "start"), "a2", "/houses/0/start"),
        (("houses", 0, "start"), "b2", "/houses/0/start"),
        (("houses", 0, "start"), "a5", "/houses/0/start"),
        (("characters", 0, "id"), "red_w2", "/characters/1/id"),
        (("characters", 0, "house"), "pink", "/characters/0/house"),
        (("characters", 0, "sex"), "man", "/characters"),
        (("characters", 0, "sex"), "cat", "/characters/0/sex"),
        (("territories", 0, "spaces"), 3, "/territories/0/spaces"),
        (
            ("territories",),
            [{**one, "edge": False} for one in DEFAULT["territories"]],
            "/territories",
        ),
        (("territories", 1, "id"), "a1", "/territories/1/id"),
        (("territories", 0, "adjacent"), ["a2", "b1"], f"/territories/{LAND['b2']}/adjacent/0"),
        (("territories", 0, "adjacent"), ["a1", "a2"], "/territories/0/adjacent/0"),
        (("territories", 0, "adjacent"), ["a2", "a2"], "/territories/0/adjacent/1"),
        (("territories", 0, "adjacent"), ["z9"], "/territories/0/adjacent/0"),
        (("territories", 0, "adjacent"), [], f"/territories/{LAND['a2']}/adjacent/0"),
        (("cards", 0, "id"), "fate", "/cards"),
        (("cards", 0, "id"), "dragon", "/cards/0/id"),
        (("cards", 0, "count"), -1, "/cards/0/count"),
        (("cards", 0, "timing"), "events", "/cards/0/timing"),
        (("cards", 0, "heal"), 1, "/cards/0/heal"),
        (("cards", CARD["epidemic"], "age"), None, f"/cards/{CARD['epidemic']}/age"),
        (("cards", CARD["genetics"], "dice"), 4, f"/cards/{CARD['genetics']}/dice"),
        (("cards",), [{**one, "count": 0} for one in DEFAULT["cards"]], "/cards"),
        (("typo",), 1, "/typo"),
    ],
)
def test_every_constraint_is_checked(path, value, pointer):
    assert pointer in faults_of(ARISTOOCRAZY, edited(DEFAULT, (path, value)))


def with_edges(*edges):
    """The default edition with more edges."""
    edition = edited(DEFAULT)
    for one, other in edges:
        edition["territories"][LAND[one]]["adjacent"].append(other)
        edition["territories"][LAND[other]]["adjacent"].append(one)
    return edition


@pytest.mark.rule("AC-016")
def test_closings_for_two_players_are_legal():
    for edition, words in (
        (with_edges(("a5", "a2")), "a start in play, or a territory next to it"),
        (with_edges(("a5", "c3")), "8 territories are closed, not 9"),
    ):
        with pytest.raises(BadEdition) as refusal:
            supplied_box(ARISTOOCRAZY, edition)
        assert any(words in fault.detail for fault in refusal.value.faults)
        assert {fault.rule for fault in refusal.value.faults} == {"AC-016"}
    edition = edited(DEFAULT)
    for one, other in (("a3", "b3"), ("b3", "b2"), ("b3", "c3"), ("a3", "a2")):
        edition["territories"][LAND[one]]["adjacent"].remove(other)
        edition["territories"][LAND[other]]["adjacent"].remove(one)
    with pytest.raises(BadEdition, match="the open territories fall apart"):
        supplied_box(ARISTOOCRAZY, edition)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_board_is_in_one_piece_whatever_is_closed(players):
    view = begun(players).view()
    lands = {name: land for name, land in view.territories.items() if not land.closed}
    assert len(lands) == {2: 17, 3: 22, 4: 25}[players]
    assert sum(land.spaces for land in lands.values()) == {2: 26, 3: 33, 4: 38}[players]
    for name, land in lands.items():
        assert all(name in lands[other].adjacent for other in land.adjacent)
    starts = [seat.start_territory for seat in view.seats]
    reached, border = set(), {starts[0]}
    while border:
        reached |= border
        border = {one for name in border for one in lands[name].adjacent} - reached
    assert set(starts) <= reached


def test_a_board_in_two_pieces_is_none():
    edition = edited(DEFAULT)
    for one in list(edition["territories"][LAND["e3"]]["adjacent"]):
        edition["territories"][LAND[one]]["adjacent"].remove("e3")
    edition["territories"][LAND["e3"]]["adjacent"] = []
    assert "/territories" in faults_of(ARISTOOCRAZY, edition)


def test_all_faults_of_shape_are_listed_in_one_answer():
    edition = edited(DEFAULT, (("lives", "normal"), 0))
    edition["limits"]["typo"] = 1
    edition["cards"][2]["count"] = "many"
    assert {"/lives/normal", "/limits/typo", "/cards/2/count"} <= set(
        faults_of(ARISTOOCRAZY, edition)
    )


def test_all_broken_constraints_are_listed_in_one_answer():
    edition = edited(DEFAULT, (("lives", "normal"), 7))
    edition["exchange"][0]["money"] = 1
    edition["combat"]["die"] = "d20"
    edition["houses"][2]["start"] = "a2"
    assert set(faults_of(ARISTOOCRAZY, edition)) == {
        *("/lives/lucky", "/exchange/0/money", "/combat/die"),
        "/houses/2/start",
    }


def supplied(*changes):
    """A supplied edition with these changes."""
    return supplied_box(ARISTOOCRAZY, edited(DEFAULT, *changes)).edition


@pytest.mark.rule("AC-003", "AC-035")
def test_a_supplied_edition_plays_by_its_rounds_and_turns():
    edition = supplied(
        (("rounds", 0), {"players": 2, "rounds": 2, "counting_rounds": [2]}),
        (("limits", "turns_per_round"), 1),
    )
    game = play_game(ARISTOOCRAZY, players=2, rng=random.Random(1), edition=edition)
    assert game.state.round == 2
    assert game.actions <= ARISTOOCRAZY.bound(edition, 2, ARISTOOCRAZY.options())
    table = midway(Person("red_w1", "a1"), edition=edition, turn=3)
    table.passes()
    assert table.state.phase == "event_roll"


@pytest.mark.rule("AC-027", "AC-041", "AC-097", "AC-090")
def test_a_supplied_edition_plays_by_its_numbers():
    edition = supplied(
        (("exchange",), [{"money": 5, "tokens": 3}]),
        (("extra_use",), {"age_cost": 0, "tokens": 3}),
        (("territory_count",), {"first_points": 7, "second_points": 4}),
        (("auction", "points"), 5),
        (("card_market",), {"price": 2, "max_cards": 1}),
        (("hunger",), {"characters_per_missing_food": 1, "age": 2}),
        (("barbarians",), {"characters": 1, "age": 2}),
    )
    person = Person("red_w1", "a1")
    table = midway(person, tokens={0: {MONEY: 5}}, edition=edition)
    table.acts(0, "buy_tokens", money=5, tokens=[FOOD, FOOD, BOW])
    events = table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert of_type(events, "character_aged") == []
    assert table.supply(0) == {BOW: 1, FOOD: 5}
    table = midway(phase="counting", round=3, owns={0: ["a1", "a2"], 1: ["b1"]}, edition=edition)
    table.keeps()
    assert table.vp == [7, 4, 0, 0]
    held = {0: {MONEY: 4, EDU: 1}}
    table, _ = rolled(person, dice=(BOW, EDU, MONEY), tokens=held, edition=edition)
    for seat in range(4):
        table.acts(seat, "bid", amount=int(seat == 0))
    assert table.vp[0] == 5
    penalty = [{"character": "red_w1", "kind": "age"}]
    table.acts(0, "answer_barbarians", pay=False, penalties=penalty)
    assert table.person("red_w1").age == 2
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert choice.open["count"].max == 1
    table, events = rolled(person, dice=(BOW, EDU, FOOD), edition=edition)
    assert told(of_type(events, "character_aged")[0])["amount"] == 2


@pytest.mark.rule("AC-006", "AC-014")
def test_a_supplied_edition_plays_by_its_houses():
    women = [one for one in DEFAULT["characters"] if one["id"][-1] in "12"]
    edition = supplied(
        (("characters",), women),
        (("limits", "women_per_house"), 2),
        (("limits", "men_per_house"), 2),
        (("limits", "ownership_markers"), 1),
        (("houses", 1, "name"), "House of Tests"),
    )
    table = begun(4, edition=edition)
    assert [len(seat.reserve) for seat in table.view().seats] == [2] * 4
    assert [seat.markers_left for seat in table.view().seats] == [1] * 4
    assert (
        play_game(ARISTOOCRAZY, players=4, rng=random.Random(2), edition=edition).result is not None
    )


@pytest.mark.rule("AC-022")
def test_a_supplied_edition_deals_its_experienced_start():
    edition = supplied((("experienced_start",), {"draw": 4, "keep": 1}))
    table = fresh(2, edition=edition, experienced=True)
    table.all_act("choose_traits", **FIRST_PAIR)
    assert [seat.hand_count for seat in table.view().seats] == [4, 4]
    for seat in range(2):
        table.acts(seat, "keep_cards", discard=table.hand(seat)[1:])
    assert [seat.hand_count for seat in table.view().seats] == [1, 1]
    assert len(table.view().discard) == 6


def test_large_numbers_do_not_make_a_game_run_away():
    edition = supplied(
        (("rounds", 2), {"players": 4, "rounds": 20, "counting_rounds": [20]}),
        (("limits", "turns_per_round"), 10),
        (("luck", "tokens"), 3),
        (("extra_use", "tokens"), 3),
    )
    game = play_game(ARISTOOCRAZY, players=4, rng=random.Random(1), edition=edition)
    assert game.actions <= ARISTOOCRAZY.bound(edition, 4, ARISTOOCRAZY.options())
    choices = ARISTOOCRAZY.legal(midway(Person("red_w1", "a1"), edition=edition).state, 0)
    assert len(msgspec.json.encode(choices)) < 200_000
