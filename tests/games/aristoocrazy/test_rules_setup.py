"""Aim, length and set-up: AC-001 to AC-023 and their rulings."""

from __future__ import annotations

import random

import pytest

from domain.kernel.errors import RuleViolation
from domain.simulate import play_game
from tests.games.aristoocrazy.table import (
    ARISTOOCRAZY,
    BOW,
    BRAVE,
    DEFAULT,
    EDU,
    FIRST_PAIR,
    FOOD,
    LUCK,
    MAD,
    MAGIC,
    MONEY,
    SWORD,
    Person,
    begun,
    edition_with,
    first_turn,
    fresh,
    midway,
    told,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule
CLOSED_FOR_TWO = ["a4", "a5", "b4", "b5", "d1", "d2", "e1", "e2"]


@rule("AC-003", "AC-004", "AC-R68")
@pytest.mark.parametrize(
    ("players", "rounds", "counting"), [(2, 8, (4, 6, 8)), (3, 7, (3, 5, 7)), (4, 6, (3, 5, 6))]
)
def test_ac_003_004_rounds_and_counting_rounds_by_number_of_players(players, rounds, counting):
    view = fresh(players).view()
    assert (view.rounds, view.counting_rounds) == (rounds, counting)
    played = play_game(ARISTOOCRAZY, players=players, rng=random.Random(4))
    assert played.state.round == rounds
    assert (
        played.actions
        <= ARISTOOCRAZY.bound(ARISTOOCRAZY.edition, players, ARISTOOCRAZY.options())
        < 2000
    )


@rule("AC-003")
@pytest.mark.parametrize("players", [1, 5])
def test_ac_003_a_game_is_for_two_to_four(players):
    with pytest.raises(RuleViolation) as refusal:
        fresh(players)
    assert (refusal.value.rule, refusal.value.pointer) == ("AC-003", "/seats")


@rule("AC-R68")
def test_ac_r68_games_end_within_the_bound_also_with_much_money_and_many_cards():
    edition = edition_with(
        (("luck", "tokens"), 3), (("extra_use", "tokens"), 3), (("limits", "child_rerolls"), 3)
    )
    for players in (2, 4):
        game = play_game(ARISTOOCRAZY, players=players, rng=random.Random(5), edition=edition)
        assert game.actions <= ARISTOOCRAZY.bound(edition, players, ARISTOOCRAZY.options())


@rule("AC-006")
def test_ac_006_each_house_has_five_women_and_five_men_in_reserve():
    state = fresh(4).state
    for seat, house in enumerate(("red", "blue", "green", "yellow")):
        cast = state.setup.casts[seat]
        assert cast == tuple(f"{house}_{sex}{n}" for sex in "wm" for n in range(1, 6))
        assert state.setup.sexes[seat] == ("woman",) * 5 + ("man",) * 5
        assert fresh(4).view().seats[seat].reserve == cast


@rule("AC-007", "AC-R03")
@pytest.mark.parametrize(
    ("players", "starts", "houses"),
    [
        (2, ["a1", "e5"], ["red", "green"]),
        (4, ["a1", "a5", "e5", "e1"], ["red", "blue", "green", "yellow"]),
    ],
)
def test_ac_007_r03_the_house_fixes_the_corner(players, starts, houses):
    view = fresh(players).view()
    assert [seat.start_territory for seat in view.seats] == starts
    assert [seat.house for seat in view.seats] == houses


@rule("AC-008", "AC-R02", "AC-R03")
def test_ac_008_r02_three_players_choose_their_starts_in_seat_order():
    table = fresh(3, {"starting_player": [[2]]})
    assert table.phase == "choose_start 0"
    assert [seat.house for seat in table.view().seats] == ["red", "blue", "green"]
    assert table.view().seats[0].start_territory is None
    table.refuses_at("AC-008", 1, "choose_start", territory="a1")
    (chosen, entered) = table.acts(0, "choose_start", territory="e3")
    assert told(chosen) == {"seat": 0, "territory": "e3"}
    assert told(entered) == {"phase": "choose_start", "pending": (1,)}
    table.acts(1, "choose_start", territory="a1")
    table.acts(2, "choose_start", territory="a5")
    assert table.phase == "choose_traits 0,1,2"
    assert [seat.start_territory for seat in table.view().seats] == ["e3", "a1", "a5"]


@rule("AC-009")
def test_ac_009_a_start_is_on_the_edge_has_two_spaces_and_is_nobody_elses():
    table = fresh(3)
    offered = {one["territory"] for one in table.offered(0, "choose_start")}
    assert offered == {"a1", "a3", "a5", "c1", "c5", "e1", "e3", "e5"}
    for territory in ("b2", "a2", "nowhere"):
        table.refuses_at("AC-009", 0, "choose_start", "territory", territory=territory)
    table.acts(0, "choose_start", territory="c1")
    table.refuses_at("AC-009", 1, "choose_start", "territory", territory="c1")
    assert len(table.offered(1, "choose_start")) == 7


@rule("AC-010", "AC-R04", "AC-011")
def test_ac_010_r04_the_first_woman_and_man_stand_on_the_start_that_their_seat_owns():
    table = fresh(4)
    assert table.owner("a1") is None
    events = table.all_act("choose_traits", **FIRST_PAIR)
    placed = of_type(events, "starting_pair_placed")
    assert [told(one)["territory"] for one in placed] == ["a1", "a5", "e5", "e1"]
    assert told(placed[1])["characters"] == (
        {"id": "blue_w1", "sex": "woman", "traits": tuple(FIRST_PAIR["woman"])},
        {"id": "blue_m1", "sex": "man", "traits": tuple(FIRST_PAIR["man"])},
    )
    for seat, start in enumerate(("a1", "a5", "e5", "e1")):
        assert table.owner(start) == seat
    assert [(one.age, one.territory) for one in table.view().seats[0].characters] == [(0, "a1")] * 2
    assert table.view().territories["a1"].free_spaces == 0
    assert table.view().seats[0].reserve == DEFAULT_RESERVE


DEFAULT_RESERVE = tuple(
    c["id"] for c in DEFAULT["characters"] if c["house"] == "red" and not c["id"].endswith("1")
)


@rule("AC-R04")
def test_ac_r04_first_in_the_order_of_the_edition():
    cards = list(DEFAULT["characters"])
    cards[0], cards[7] = cards[7], cards[0]
    table = fresh(2, edition=edition_with((("characters",), cards)))
    table.all_act("choose_traits", **FIRST_PAIR)
    pair = table.view().seats[0].characters
    assert [(one.id, one.sex) for one in pair] == [("red_m3", "man"), ("red_w2", "woman")]
    assert pair[0].traits == tuple(FIRST_PAIR["man"])


@rule("AC-011", "AC-R05")
def test_ac_011_r05_three_different_traits_for_each():
    table = fresh(2)
    for traits in ([SWORD, SWORD, FOOD], [FOOD, SWORD, SWORD]):
        table.refuses_at(
            "AC-R05", 0, "choose_traits", "woman", woman=traits, man=[BOW, FOOD, MONEY]
        )
        table.refuses_at("AC-R05", 0, "choose_traits", "man", man=traits, woman=[BOW, FOOD, MONEY])
    both = [SWORD, FOOD, MONEY]
    table.acts(0, "choose_traits", woman=both, man=both)
    assert table.phase == "choose_traits 1"


@rule("AC-012")
def test_ac_012_traits_are_secret_until_all_have_chosen():
    table = fresh(2)
    (committed,) = table.acts(1, "choose_traits", **FIRST_PAIR)
    assert committed.woman == tuple(FIRST_PAIR["woman"])
    assert table.phase == "choose_traits 0"
    assert table.view(0).your_answer is None
    assert table.view(1).your_answer.man == tuple(FIRST_PAIR["man"])
    assert [seat.answered for seat in table.view(0).seats] == [False, True]
    assert all(not seat.characters for seat in table.view(0).seats)
    table.refuses_at("AC-012", 1, "choose_traits", **FIRST_PAIR)
    events = table.acts(0, "choose_traits", **FIRST_PAIR)
    assert names(events)[:3] == ["traits_committed", "starting_pair_placed", "owner_changed"]
    assert [len(seat.characters) for seat in table.view().seats] == [2, 2]


@rule("AC-013", "AC-024")
@pytest.mark.parametrize("trait", [MAD, LUCK])
def test_ac_013_024_nobody_starts_with_dementia_or_luck(trait):
    table = fresh(2)
    wrong = {**FIRST_PAIR, "man": [BOW, trait, FOOD]}
    table.refuses_at("AC-013", 0, "choose_traits", "man/1", **wrong)
    (choice,) = ARISTOOCRAZY.legal(table.state, 0).items
    assert set(choice.open["woman"].of) == {
        *(SWORD, BOW, MAGIC, BRAVE, EDU, FOOD, MONEY, "rulership"),
    }


@rule("AC-014")
def test_ac_014_five_ownership_markers_each():
    assert [seat.markers_left for seat in fresh(4).view().seats] == [5] * 4
    table = midway(Person("red_w1", "a1"), owns={0: ["a2", "b1"]})
    assert table.view().seats[0].markers_left == 3


@rule("AC-015")
def test_ac_015_a_closed_territory_is_out_of_play():
    people = (Person("red_w1", "b3"), Person("red_m1", "a1"))
    table = midway(*people, players=2, closed=CLOSED_FOR_TWO)
    assert table.view().territories["b3"].adjacent == ("a3", "b2", "c3")
    assert table.view().territories["b4"].adjacent == ()
    for action in ("attack", "seek_partner", "move"):
        table.refuses_at("AC-015", 0, action, "territory", character="red_w1", territory="b4")
        assert all(one["territory"] != "b4" for one in table.offered(0, action))


@rule("AC-016")
def test_ac_016_with_two_players_two_corners_are_closed():
    table = fresh(2)
    closed = [name for name, land in table.view().territories.items() if land.closed]
    assert closed == CLOSED_FOR_TWO


@rule("AC-017", "AC-R02")
def test_ac_017_with_three_players_each_closes_one_territory_away_from_all_starts():
    table = fresh(3)
    for seat, start in enumerate(("a1", "a5", "e3")):
        table.acts(seat, "choose_start", territory=start)
    table.all_act("choose_traits", **FIRST_PAIR)
    assert table.phase == "close_territory 0"
    for territory in ("a1", "b2", "a4", "d3", "e2", "nowhere"):
        table.refuses_at("AC-017", 0, "close_territory", "territory", territory=territory)
    (closed, _) = table.acts(0, "close_territory", territory="b3")
    assert told(closed) == {"seat": 0, "territory": "b3"}
    assert table.phase == "close_territory 1"
    table.refuses_at("AC-017", 1, "close_territory", territory="b3")
    table.acts(1, "close_territory", territory="c3")
    events = table.acts(2, "close_territory", territory="e5")
    assert names(events) == ["territory_closed", "round_started", "phase_entered"]
    assert [name for name, land in table.view().territories.items() if land.closed] == [
        *("b3", "c3", "e5"),
    ]


@rule("AC-018")
def test_ac_018_with_four_players_nothing_is_closed():
    assert not any(land.closed for land in begun(4).view().territories.values())


@rule("AC-R06")
def test_ac_r06_seats_close_in_turn_until_nothing_may_be_closed():
    edition = edition_with((("limits", "three_player_closings_each"), 10))
    table = fresh(3, edition=edition)
    for seat, start in enumerate(("a1", "a5", "e3")):
        table.acts(seat, "choose_start", territory=start)
    table.all_act("choose_traits", **FIRST_PAIR)
    order = []
    while table.state.phase == "close_territory":
        (seat,) = table.state.awaiting
        order.append(seat)
        choice = table.offered(seat, "close_territory")[-1]
        table.acts(seat, "close_territory", territory=choice["territory"])
    free = {"a3", "b3", "c1", "c2", "c3", "c4", "c5", "d1", "d2", "d4", "d5", "e1", "e5"}
    assert order == [n % 3 for n in range(len(free))]
    assert {name for name, land in table.view().territories.items() if land.closed} == free
    assert table.state.phase == "potential"


@rule("AC-R06")
def test_ac_r06_no_closing_where_the_edition_has_none():
    edition = edition_with((("limits", "three_player_closings_each"), 0))
    table = fresh(3, edition=edition)
    for seat, start in enumerate(("a1", "a5", "e3")):
        table.acts(seat, "choose_start", territory=start)
    table.all_act("choose_traits", **FIRST_PAIR)
    assert table.state.phase == "potential"


@rule("AC-019")
def test_ac_019_the_action_cards_are_shuffled_into_a_face_down_deck():
    table = fresh(4, {"action_deck": [["epidemic", "fate"]]})
    assert len(table.state.deck) == table.view().deck_size == 39
    assert table.state.deck[:3] == ("epidemic", "fate", "castle")
    counts = {card["id"]: card["count"] for card in DEFAULT["cards"]}
    assert {card: table.state.deck.count(card) for card in counts} == counts
    assert table.view().discard == ()


@rule("AC-020")
def test_ac_020_tokens_never_run_out():
    person = Person("red_w1", "a1", [SWORD, FOOD, MONEY])
    table = midway(person, tokens={0: {FOOD: 500}})
    table.acts(0, "extra_use", character="red_w1", trait=FOOD)
    assert table.supply(0) == {FOOD: 501}


@rule("AC-021")
def test_ac_021_all_start_with_nothing():
    for seat in range(4):
        view = begun(4).view(seat).seats[seat]
        assert (view.supply, view.supply_total, view.hand, view.vp) == ({}, 0, (), 0)


@rule("AC-022", "AC-R07")
def test_ac_022_r07_experienced_players_keep_two_cards_of_three():
    deck = ["fate", "castle", "epidemic", "castle", "castle", "fate"]
    table = fresh(2, {"action_deck": [deck]}, experienced=True)
    events = table.all_act("choose_traits", **FIRST_PAIR)
    dealt = of_type(events, "cards_dealt")
    assert [told(one) for one in dealt] == [
        {"seat": 0, "count": 3, "cards": ("castle", "fate", "epidemic")},
        {"seat": 1, "count": 3, "cards": ("castle", "castle", "fate")},
    ]
    assert (table.phase, table.view().deck_size) == ("keep_cards 0,1", 33)
    for wrong in ([], ["fate", "castle"], ["fate", "fate"]):
        table.refuses_at("AC-022", 0, "keep_cards", "discard", discard=wrong)
    table.refuses_at("AC-022", 0, "keep_cards", "discard/0", discard=["genetics"])
    (kept,) = table.acts(0, "keep_cards", discard=["epidemic"])
    assert told(kept) == {"seat": 0, "discarded": ("epidemic",)}
    assert table.view().discard == ()
    assert table.view().seats[0].hand_count == 3
    events = table.acts(1, "keep_cards", discard=["castle"])
    assert [told(one) for one in of_type(events, "cards_discarded")] == [
        {"seat": 0, "cards": ("epidemic",)},
        {"seat": 1, "cards": ("castle",)},
    ]
    assert table.view().discard == ("epidemic", "castle")
    assert [table.hand(0), table.hand(1)] == [["castle", "fate"], ["castle", "fate"]]
    assert table.view(0).seats[1].hand is None
    assert table.view(0).seats[1].hand_count == 2


@rule("AC-023", "AC-R02")
@pytest.mark.parametrize("starter", range(4))
def test_ac_023_r02_the_starting_player_is_drawn(starter):
    table = first_turn(4, script={"starting_player": [[starter]]})
    assert table.view().starting_seat == starter
    assert table.phase == f"action {starter}"


@rule("AC-005", "AC-R71")
def test_ac_005_the_round_counter_starts_at_one():
    events = begun(4).all_act("use_potential", uses=[])
    assert told(of_type(events, "turn_started")[0]) == {"seat": 0, "lap": 1}
    table = fresh(4)
    assert table.view().round == 0
    events = table.all_act("choose_traits", **FIRST_PAIR)
    (started,) = of_type(events, "round_started")
    assert told(started) == {"round": 1, "starting_seat": 0, "counting": False}
    assert table.view().round == 1
    seats = [told(one)["seat"] for one in of_type(events, "starting_pair_placed")]
    assert seats == [0, 1, 2, 3]
