"""Set-up and providing: AM-001 to AM-031."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.games.aristo_maze.events import GameSetUp, RoundStarted
from domain.games.aristo_maze.state.table import Options
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.kernel.secrecy import EVERYTHING
from tests.games.aristo_maze.table import ARISTO_MAZE, CARDS, EVERYBODY, A, B, fresh, laid, supplied
from tests.games.table import of_type

rule = pytest.mark.rule

PRACTICE = ["hermit", "assassin", "knight", "wizard", "fighter", "priestess", "witch", "princess"]
LEGACY = ["emperors_will", "emperors_specter", "treasure_throne"]
TYPES = {card.id: card.type for card in ARISTO_MAZE.edition.dungeon_cards}


def set_up(players=4, script=None, edition=None, **options):
    """The event of a set-up."""
    table = fresh(players, script or {}, edition, **options)
    return table, table.view()


def refused(players=4, edition=None, **options):
    with pytest.raises(RuleViolation) as refusal:
        fresh(players, {}, edition, **options)
    return refusal.value


@rule("AM-001")
@pytest.mark.parametrize("players", [0, 2, 5])
def test_am_001_three_or_four_seats(players):
    refusal = refused(players)
    assert (refusal.rule, refusal.pointer) == ("AM-001", "/seats")
    assert "3 or 4" in refusal.detail
    for fine in (3, 4):
        assert len(fresh(fine).view().seats) == fine


@rule("AM-001")
def test_am_001_an_edition_may_be_for_one_number_of_players():
    assert "for 4 players, not 3" in refused(3, supplied((("setup", "players_min"), 4))).detail


@rule("AM-002")
@pytest.mark.parametrize(("mode", "rounds"), [("full", 3), ("practice", 1)])
def test_am_002_rounds(mode, rounds):
    table, view = set_up(mode=mode)
    assert view.rounds == rounds
    for number in range(rounds):
        assert table.view().phase == "providing"
        table.idles()
        assert table.view().round == number + 1
    assert table.view().phase == "finished"
    assert ARISTO_MAZE.upkeep(table.state) is None


@rule("AM-003")
@rule("AM-R01")
def test_am_003_each_seat_has_its_own_crest_and_squire():
    _, view = set_up()
    assert [seat.crest for seat in view.seats] == ["lion", "eagle", "serpent", "stag"]
    assert [seat.squire for seat in view.seats] == [f"squire_{seat.crest}" for seat in view.seats]
    _, view = set_up(3, {"crest_deal": [["stag", "lion"]]}, crests="random")
    assert [seat.crest for seat in view.seats] == ["stag", "lion", "eagle"]
    _, view = set_up(3, crests=["serpent", "lion", "stag"])
    assert [seat.squire for seat in view.seats] == ["squire_serpent", "squire_lion", "squire_stag"]


@rule("AM-003")
@pytest.mark.parametrize(
    "crests", [["lion"], ["lion", "lion", "stag"], ["lion", "eagle", "cat"], ["lion"] * 4]
)
def test_am_003_a_list_names_one_known_crest_a_seat(crests):
    refusal = refused(3, crests=crests)
    assert (refusal.rule, refusal.pointer) == ("AM-003", "/options/crests")
    assert "3 different crests" in refusal.detail


@rule("AM-004")
@rule("AM-005")
@rule("AM-006")
@rule("AM-007")
@pytest.mark.parametrize(("mode", "crests"), [("full", 3), ("practice", 1)])
def test_am_004_to_007_what_a_seat_starts_with(mode, crests):
    _, view = set_up(mode=mode)
    for seat in view.seats:
        assert seat.vp == 3
        assert (seat.crest_markers, seat.gold, seat.intrigue, seat.skip) == (crests, 0, 0, 0)


@rule("AM-008")
@rule("AM-009")
@rule("AM-R08")
@pytest.mark.parametrize(("mode", "size"), [("full", 20), ("practice", 17)])
def test_am_008_009_the_deck(mode, size):
    table, view = set_up(mode=mode)
    assert view.deck_count == size
    (started,) = of_type(table.keeps(), RoundStarted)
    cards = {*started.deck, *(one.card for one in (*started.dungeon, *started.face_down))} - {None}
    without = LEGACY if mode == "practice" else []
    assert cards == set(CARDS) - set(without)


@rule("AM-010")
@rule("AM-011")
def test_am_010_011_floors_and_their_markers():
    full, practice = laid().view().floors, laid(mode="practice").view().floors
    assert [(f.floor, f.vp, f.bonus_vp) for f in practice] == [
        *((1, 0, 0), (2, 1, 0), (3, 1, 0), (4, 2, 0), (5, 3, 0)),
    ]
    assert [f.floor for f in full] == list(range(1, 9))
    assert [f.vp for f in full] == [0, 0, 1, 1, 1, 2, 2, 3]
    assert [f.bonus_vp for f in full] == [0, 0, 0, 0, 1, 0, 1, 1]


def line_up_of(*args, **kwargs):
    return [offer.character for offer in set_up(*args, **kwargs)[1].line_up]


@rule("AM-012")
def test_am_012_four_players_draw_twelve():
    draw = ["princess", "witch", "hermit", *EVERYBODY[2:11]]
    assert line_up_of(4, {"character_draw": [draw]}) == sorted(draw, key=EVERYBODY.index)
    found = line_up_of(4)
    assert len(found) == len(set(found)) == 12


@rule("AM-013")
def test_am_013_three_players_draw_nine_beside_hermit():
    draw = EVERYBODY[5:14]
    assert line_up_of(3, {"character_draw": [draw]}) == ["hermit", *draw]


@rule("AM-014")
@rule("AM-R03")
@pytest.mark.parametrize("players", [3, 4])
def test_am_014_the_practice_line_up(players):
    assert line_up_of(players, mode="practice") == PRACTICE
    assert line_up_of(players, mode="practice", recommended_characters=True) == PRACTICE


@rule("AM-015")
def test_am_015_the_line_up_is_the_same_in_every_round_by_order_number():
    table = fresh(characters=list(reversed(EVERYBODY[:12])))
    seen = set()
    for _ in range(3):
        seen.add(tuple(offer.character for offer in table.view().line_up))
        table.idles()
    assert seen == {tuple(EVERYBODY[:12])}


@rule("AM-016")
@pytest.mark.parametrize("players", [3, 4])
def test_am_016_recommended_characters_stay_in(players):
    size = 7 if players == 3 else 10
    rest = [name for name in reversed(EVERYBODY) if name not in ("knight", "wizard", "hermit")]
    found = line_up_of(players, {"character_draw": [rest[:size]]}, recommended_characters=True)
    fixed = {"knight", "wizard"} | ({"hermit"} if players == 3 else set())
    assert set(found) == fixed | set(rest[:size])


@rule("AM-R02")
@pytest.mark.parametrize(
    ("players", "options", "detail"),
    [
        (4, {"characters": EVERYBODY[:11]}, "12 different"),
        (4, {"characters": [*EVERYBODY[:11], "hermit"]}, "12 different"),
        (4, {"characters": [*EVERYBODY[:11], "dragon"]}, "out of hermit"),
        (3, {"characters": EVERYBODY[1:11]}, "has hermit"),
        (3, {"characters": EVERYBODY[:12]}, "10 different"),
        (4, {"characters": PRACTICE, "mode": "practice"}, "fixed"),
    ],
)
def test_am_r02_a_line_up_that_cannot_be(players, options, detail):
    refusal = refused(players, **options)
    assert (refusal.rule, refusal.pointer) == ("AM-R02", "/options/characters")
    assert detail in refusal.detail


@rule("AM-R02")
def test_am_r02_a_given_line_up_is_played_whatever_is_recommended():
    assert line_up_of(4, characters=EVERYBODY[4:], recommended_characters=True) == EVERYBODY[4:]


@rule("AM-017")
def test_am_017_five_skip_markers():
    table = fresh(3)
    assert table.view().skip_in_common == 5
    table.keeps()
    assert table.view().skip_in_common == 2


@rule("AM-018")
@rule("AM-019")
@rule("AM-020")
def test_am_018_to_020_the_clean_up_comes_before_the_income():
    table = laid(wanted=["ninja", "assassin"])
    table.inquires({A: {4: 2}})
    table.auctions({A: {"ninja": 3, "knight": (2, 1)}, B: {"assassin": 2}})
    table.plans({A: (1, (7, 8))})
    table.keeps()
    before = table.view()
    assert before.seats[A].skip == 2
    assert before.seats[A].party
    assert before.seats[A].plan
    assert before.floors[3].inquiry
    table.keeps()
    view = table.view()
    assert {(o.status, o.owner, o.crest_markers, o.bids) for o in view.line_up} == {
        ("open", None, 0, ())
    }
    assert all(not floor.inquiry and not floor.known_by for floor in view.floors)
    for seat in view.seats:
        assert (seat.skip, seat.plan, seat.party) == (1, None, ())
    assert view.skip_in_common == 1


@rule("AM-021")
@rule("AM-022")
@rule("AM-R04")
def test_am_021_022_saved_gold_is_kept_and_twelve_are_added():
    table = laid()
    table.inquires({A: {1: 3}})
    table.auctions({A: {"knight": 5}})
    table.plans()
    table.keeps()
    assert table.seat(A).gold == 4
    table.keeps()
    assert [seat.gold for seat in table.view().seats] == [16, 24, 24, 24]


@rule("AM-R05")
def test_am_r05_gold_never_runs_out():
    table = fresh(edition=supplied((("setup", "gold_per_round"), 60)))
    for _ in range(3):
        table.idles()
    assert sum(seat.gold for seat in table.view().seats) == 720


@rule("AM-023")
def test_am_023_a_return_marker_and_a_skip_marker_each():
    table = laid()
    assert [seat.skip for seat in table.view().seats] == [1, 1, 1, 1]
    table.auctions()
    assert len(table.plans({A: (3, [2])})) == 1


@rule("AM-024")
def test_am_024_one_intrigue_marker_at_the_most():
    table = laid()
    assert {seat.intrigue for seat in table.view().seats} == {1}
    table.inquires({A: {3: (0, 0, 1)}})
    assert table.seat(A).intrigue == 0
    table.auctions()
    table.plans()
    table.keeps()
    (started,) = of_type(table.keeps(), RoundStarted)
    assert [one.intrigue for one in started.income] == [1, 0, 0, 0]
    assert {seat.intrigue for seat in table.view().seats} == {1}


@rule("AM-025")
def test_am_025_crest_markers_do_not_come_back():
    table = laid()
    table.inquires({A: {3: (0, 2)}})
    table.auctions({B: {"knight": (1, 1)}})
    table.plans()
    table.keeps()
    table.keeps()
    assert [seat.crest_markers for seat in table.view().seats] == [1, 2, 3, 3]


@rule("AM-026")
@rule("AM-031")
def test_am_026_three_of_eight_are_turned_up_before_the_second_shuffle():
    deck = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]
    order = ["ogre", "slime", "lich", "trap", "wraith", "gazer", "ghoul", "dragon"]
    table = fresh(4, {"dungeon_deck": [deck], "dungeon_floors": [order]})
    table.keeps()
    view = table.view()
    assert [f.card for f in view.floors] == [
        *(None, "slime", None, "trap", None, None, "ghoul", None)
    ]
    assert [f.type for f in view.floors] == [TYPES[card] for card in order]
    assert [f.card for f in table.view(EVERYTHING).floors] == order
    assert view.deck_count == 12


@rule("AM-027")
def test_am_027_practice_turns_up_two_of_five():
    deck = ["slime", "ghoul", "trap", "ogre", "dragon"]
    table = fresh(4, {"dungeon_deck": [deck], "dungeon_floors": [deck[::-1]]}, mode="practice")
    table.keeps()
    view = table.view()
    assert [f.card for f in view.floors] == [None, None, None, "ghoul", "slime"]
    assert view.deck_count == 12


@rule("AM-028")
def test_am_028_legacy_cards_are_turned_up():
    deck = ["slime", "treasure_throne", "ghoul", "emperors_will", "ogre", "wraith"]
    table = fresh(4, {"dungeon_deck": [deck], "dungeon_floors": [deck]})
    (started,) = of_type(table.keeps(), RoundStarted)
    assert started.legacy_turned == (4,)
    assert [f.card for f in table.view().floors[:5]] == [*deck[:4], None]


def cards_of(state):
    return [state.setup.components.cards[floor.card].id for floor in state.dungeon]


@rule("AM-029")
@rule("AM-030")
@rule("AM-R07")
def test_am_029_030_round_2_has_the_other_cards_and_round_3_all():
    draws = [CARDS[:8], list(reversed(CARDS)), CARDS[4:12]]
    table = fresh(4, {"dungeon_deck": draws, "dungeon_floors": [[], [], []]})
    dungeons, counts_ = [], []
    for _ in range(3):
        table.keeps()
        dungeons.append(set(cards_of(table.state)))
        counts_.append(table.view().deck_count)
        table.auctions()
        table.plans()
        table.keeps()
    assert dungeons[0] == set(CARDS[:8])
    assert dungeons[1] == set(CARDS[12:])
    assert dungeons[2] == set(CARDS[4:12])
    assert counts_ == [12, 4, 12]


@rule("AM-029")
def test_am_029_the_cards_of_round_1_are_set_aside():
    table = laid(*CARDS[:8], round=2)
    used = table.view().used_cards
    assert len(used) == 8
    in_use = {floor.card for floor in table.state.dungeon} | set(table.state.deck)
    assert not in_use & {floor.card for floor in table.state.used}
    assert Counter(one.type for one in used) == Counter(
        table.state.card(floor).type for floor in table.state.used
    )


@rule("AM-R06")
def test_am_r06_set_aside_cards_are_known_to_those_who_saw_them():
    deck = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]
    table = fresh(4, {"dungeon_deck": [deck], "dungeon_floors": [deck]})
    table.keeps()
    table.inquires({A: {5: 2}})
    table.auctions()
    table.plans({B: (4, [4])})
    table.keeps()
    table.keeps()
    public = ["slime", "ghoul", "trap", "ogre", None, None, None, None]
    assert [one.card for one in table.view(B).used_cards] == public
    assert [one.card for one in table.view(A).used_cards] == [*public[:4], "dragon", *public[5:]]
    table.auctions()
    table.plans()
    table.keeps()
    table.keeps()
    assert table.view(A).used_cards == ()


@rule("AM-018")
def test_a_round_is_started_once():
    table = fresh()
    (started,) = table.keeps()
    assert isinstance(started, RoundStarted)
    assert ARISTO_MAZE.upkeep(table.state) is None


@rule("AM-012")
@rule("AM-013")
@pytest.mark.parametrize(("players", "out"), [(3, 6), (4, 4)])
def test_the_set_up_is_told_in_full(players, out):
    table = fresh(players)
    state = ARISTO_MAZE.initial(ARISTO_MAZE.edition, players, Options())
    play = Play(state, ARISTO_MAZE.evolve, table.chance)
    ARISTO_MAZE.setup(play)
    (told,) = play.events
    assert isinstance(told, GameSetUp)
    assert len(told.removed_characters) == out
    assert sorted([*told.line_up, *told.removed_characters]) == sorted(EVERYBODY)
    assert (told.mode, told.floors, told.rounds, told.skip_in_common) == ("full", 8, 3, 5)
