"""The worked examples of docs/rules/aristo_maze.md, section 7, with their numbers."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import (
    AuctionResolved,
    CharacterAssassinated,
    CharacterStolen,
    EmperorsWillPaid,
    InquiryRevealed,
    OrganizingEnded,
    VpChanged,
)
from tests.games.aristo_maze.table import (
    EVERYBODY,
    A,
    B,
    C,
    D,
    explored,
    fresh,
    hired,
    laid,
    on_characters,
    on_floors,
    strengths,
    vps,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule

WALK = ["slime", "ghoul", "treasure_vault", "goblin_gang", "nightmare", "ogre", "wraith", "lich"]


def bid(table, seat, placed):
    return table.acts(seat, "place_bids", bids=on_characters(placed))


@rule("AM-032")
@rule("AM-037")
def test_e01_placement():
    table = laid()
    table.inquires({A: {1: 2, 4: (0, 0, 1)}, B: {1: 2, 4: 2}, C: {1: 1, 4: 1}})
    won = [{b.seat for b in table.view().floors[floor - 1].inquiry if b.won} for floor in (1, 4)]
    assert won == [{A, B}, {A, B}]


@rule("AM-044")
@rule("AM-046")
@rule("AM-047")
def test_e02_e03_bids():
    table = laid(wanted=["knight", "fighter", "princess", "wizard"])
    table.inquires()
    for placed in ({"knight": 1, "princess": 2}, {"knight": 1, "fighter": 2, "princess": 2}):
        table.refuses("AM-044", "wrong_first_bid", A, "place_bids", bids=on_characters(placed))
    bid(table, A, {"knight": 1, "fighter": 1, "princess": 2})
    for seat in (B, C, D):
        bid(table, seat, {"hermit": 4})
    bid(table, A, {"wizard": 3, "fighter": (1, 1)})
    bid(table, B, {"knight": 1})
    bid(table, C, {})
    events = bid(table, D, {})
    fighter = next(e for e in of_type(events, AuctionResolved) if e.character == "fighter")
    assert (fighter.winner, fighter.price, fighter.crest_on_character) == (A, 2, 1)


@rule("AM-049")
@rule("AM-050")
@rule("AM-051")
@rule("AM-052")
@rule("AM-053")
@rule("AM-054")
@pytest.mark.parametrize(
    ("a", "b", "winner", "price", "gold", "crests"),
    [
        pytest.param(2, 1, A, 2, (10, 12), (3, 3), id="e04"),
        pytest.param(1, 1, None, 0, (12, 12), (3, 3), id="e05"),
        pytest.param((1, 1), 1, A, 1, (11, 12), (2, 3), id="e06"),
        pytest.param(2, (1, 1), A, 2, (10, 12), (3, 2), id="e07"),
        pytest.param((1, 2), (1, 1), None, 0, (12, 12), (1, 2), id="e08"),
        pytest.param((0, 1), 0, None, 0, (12, 12), (2, 3), id="e09"),
    ],
)
def test_e04_to_e09_auctions(a, b, winner, price, gold, crests):
    table = laid(wanted=["knight"])
    bids = {A: {"knight": a}, B: {"knight": b} if b else {}}
    events = table.auctions(bids)
    told = next(e for e in of_type(events, AuctionResolved) if e.character == "knight")
    assert (told.winner, told.price) == (winner, price)
    seats = table.view().seats
    assert tuple(seat.gold for seat in seats[:2]) == gold
    assert tuple(seat.crest_markers for seat in seats[:2]) == crests
    assert table.offer("knight").crest_markers == (1 if winner == A and crests[0] == 2 else 0)


@rule("AM-061")
@rule("AM-079")
def test_e10_party():
    table = hired(["dragon"], {"fighter": 1, "wizard": 0})
    shown = table.seat(A).parameters
    assert (shown.hp, shown.mp, shown.sp) == (4, 3, 1)
    assert strengths(table.explores({A: (1, [8])})[A]) == [(4, 3, 1)]


@rule("AM-083")
def test_e11_plan():
    hired([], {}).acts(A, "place_plan", return_floor=5, skip_floors=[2])


@rule("AM-026")
@rule("AM-028")
@rule("AM-031")
def test_e12_laying_out():
    dungeon = [
        "slime",
        "ghoul",
        "treasure_vault",
        "goblin_gang",
        "emperors_will",
        "ogre",
        "wraith",
        "lich",
    ]
    view = laid(*dungeon).view()
    assert [f.card for f in view.floors] == [
        *("slime", "ghoul", "treasure_vault", None, "emperors_will", None, None, None)
    ]
    assert [f.type for f in view.floors if not f.face_up] == [
        *("creature", "creature", "undead", "undead")
    ]
    assert view.deck_count == 12


@rule("AM-038")
@rule("AM-039")
@rule("AM-040")
def test_e13_inquiry_comparison():
    table = laid(*WALK)
    (told,) = of_type(table.inquires({A: {6: 2}, B: {6: (0, 0, 1)}, C: {6: 1}}), InquiryRevealed)
    assert [(one.floor, one.seats) for one in told.winners] == [(6, (A, B))]
    assert [(one.seat, one.gold) for one in told.lost] == [(C, 1)]
    assert [table.view(seat).floors[5].card for seat in (A, B, C, D)] == [
        "ogre",
        "ogre",
        None,
        None,
    ]
    table = laid(*WALK)
    placed = {A: {6: 2}, B: {6: (0, 0, 1)}, C: {6: 1}, D: {6: (0, 1)}}
    (told,) = of_type(table.inquires(placed), InquiryRevealed)
    assert [one.seats for one in told.winners] == [(D,)]


@rule("AM-R15")
def test_e14_short_of_markers():
    table = laid()
    table.inquires({A: {1: 4, 2: 4, 3: 3, 4: (0, 2, 1)}, B: {1: 4, 2: 4, 3: 2}})
    a, b = table.seat(A), table.seat(B)
    assert (a.gold, a.crest_markers, a.intrigue) == (1, 1, 0)
    assert (b.gold, b.crest_markers, b.intrigue) == (2, 3, 1)
    for placed in ({"knight": 1}, {"knight": (0, 1)}, {}):
        table.refuses("AM-R15", "wrong_first_bid", A, "place_bids", bids=on_characters(placed))
    bid(table, A, {"knight": 1, "hermit": (0, 1)})
    table.refuses("AM-044", "wrong_first_bid", B, "place_bids", bids=on_characters({"knight": 2}))
    bid(table, B, {"knight": (1, 2, 1)})


@rule("AM-021")
@rule("AM-022")
@rule("AM-R04")
def test_e15_saved_gold():
    table = laid()
    table.inquires({A: {4: 3}})
    table.auctions({A: {"knight": 3, "wizard": 2}})
    assert table.seat(A).gold == 4
    table.plans()
    table.keeps()
    table.keeps()
    assert table.seat(A).gold == 16


@rule("AM-065")
@rule("AM-066")
def test_e16_assassination():
    table = laid(wanted=["assassin", "wizard"])
    events = table.auctions(
        {A: {"assassin": 4, "wizard": (0, 0, 1)}, B: {"wizard": 4}, C: {"wizard": (1, 1)}}
    )
    (told,) = of_type(events, CharacterAssassinated)
    assert [(m.seat, m.gold, m.crest, m.intrigue) for m in told.lost] == [
        (A, 0, 0, 1),
        (B, 4, 0, 0),
        (C, 1, 1, 0),
    ]
    place = events.index(told)
    assert events[place + 1].character == "knight"
    assert "wizard" not in [one.character for one in of_type(events, AuctionResolved)]


@rule("AM-078")
def test_e17_late_target():
    table = laid(wanted=["thief", "knight"])
    events = table.auctions({A: {"thief": (4, 1), "knight": (0, 0, 1)}})
    assert not of_type(events, CharacterStolen)


@rule("AM-071")
@rule("AM-072")
@rule("AM-R26")
def test_e18_steal():
    table = laid(wanted=["thief", "princess"])
    events = table.auctions({A: {"thief": (4, 1), "princess": (2, 0, 1)}, B: {"princess": (3, 1)}})
    (told,) = of_type(events, CharacterStolen)
    assert [(m.seat, m.gold, m.crest, m.intrigue) for m in told.lost] == [
        (A, 2, 0, 1),
        (B, 3, 1, 0),
    ]
    assert (table.offer("princess").owner, table.offer("princess").crest_markers) == (A, 0)
    assert table.seat(A).vp == 3


@rule("AM-073")
@rule("AM-074")
@rule("AM-R27")
def test_e19_ninja_pays():
    table = laid(wanted=["ninja", "witch"])
    events = table.auctions(
        {A: {"ninja": (4, 1), "witch": (0, 0, 1)}, B: {"witch": 3}, C: {"witch": (0, 0, 1)}}
    )
    assert {(e.seat, e.change) for e in of_type(events, VpChanged)} == {(A, 2), (B, -1), (C, -1)}
    assert [seat.vp for seat in table.view().seats] == [5, 2, 2, 3]
    assert table.seat(B).gold == 9
    table.refuses("AM-084", "duplicate_entry", A, "place_plan", return_floor=3, skip_floors=[2, 2])
    table.acts(A, "place_plan", return_floor=3, skip_floors=[2, 4])


@rule("AM-069")
@rule("AM-070")
@rule("AM-R25")
def test_e20_alchemist():
    table = laid(wanted=["knight", "samurai", "alchemist"])
    asked = table.auctions({A: {"knight": 2, "samurai": 2, "alchemist": (2, 2)}})[-1]
    assert asked.options == ("knight", "samurai")
    table.acts(A, "move_crest", character="knight")
    assert [(m.character, m.crest_markers) for m in table.seat(A).party] == [
        ("knight", 1),
        ("samurai", 0),
        ("alchemist", 1),
    ]
    assert table.seat(A).parameters.hp is None


@rule("AM-075")
@rule("AM-R31")
def test_e21_witch_ends_the_phase():
    table = laid(wanted=["witch", "necromancer", "princess"])
    events = table.auctions({A: {"witch": (4, 1), "princess": 2}, B: {"necromancer": 5}})
    (told,) = of_type(events, OrganizingEnded)
    assert [(m.seat, m.gold) for m in told.lost] == [(A, 2), (B, 5)]
    assert {table.offer(name).status for name in ("necromancer", "princess")} == {"unsold"}


@rule("AM-089")
@rule("AM-097")
def test_e22_a_walk():
    walked = explored(WALK, {"fighter": 0, "wizard": 0}, 5, [2])
    assert strengths(walked) == [(3, 3, 1), (3, 3, 1), (3, 2, 1), (2, 2, 1), (2, 1, 1)]
    assert vps(walked) == [1, 0, 4, 3, 3]
    assert (walked.outcome, walked.change) == ("returned", 11)


@rule("AM-093")
@rule("AM-094")
def test_e23_retreat():
    walked = explored(["zombie", "ghoul"], {"fighter": 0}, 4, [2])
    assert (strengths(walked), walked.outcome, walked.change) == ([(2, 0, 1)], "retreated", -3)


@rule("AM-100")
@rule("AM-113")
@rule("AM-116")
@rule("AM-117")
def test_e24_the_gate():
    dungeon = ["slime", "the_gate", "nightmare"]
    walked = explored(dungeon, {"fighter": 0}, 4, [2])
    assert (walked.outcome, walked.last_floor, walked.change) == ("turned_back", 2, 1)
    walked = explored(dungeon, {"fighter": 0, "assassin": 0}, 3, [2])
    assert (walked.outcome, vps(walked), walked.change) == ("returned", [1, 1, 3], 5)


@rule("AM-111")
@rule("AM-115")
@rule("AM-R34")
def test_e25_emperors_specter():
    dungeon = ["emperors_specter", "slime", "emperors_will", "treasure_throne"]
    walked = explored(dungeon, {"knight": 0}, 1)
    assert (walked.outcome, walked.change, walked.steps[0].sp) == ("retreated", -4, 0)
    table = hired(dungeon, {"the_boy": 1, "knight": 0, "wizard": 0})
    table.plans({A: (4, [8]), **{seat: (1, [1]) for seat in (B, C, D)}})
    events = table.keeps()
    walked = table.seat(A).last_exploration
    assert (vps(walked), walked.change, walked.outcome) == ([7, 1, 4, 8], 20, "returned")
    assert of_type(events, EmperorsWillPaid)[0].seats == (A,)


@rule("AM-118")
@rule("AM-119")
@rule("AM-R38")
@pytest.mark.parametrize(("players", "vp"), [(4, 4), (3, 2)])
def test_e26_emperors_will(players, vp):
    table = laid(
        "treasure_lair",
        "the_gate",
        "emperors_will",
        players=players,
        wanted=["hermit", "thief", "ninja"],
    )
    table.auctions({A: {"hermit": 4}, C: {"thief": 4}})
    plans = {A: (3, [8]), C: (3, [8]), B: (3, [1]), D: (3, [8])}
    table.plans({seat: plan for seat, plan in plans.items() if seat < players})
    (paid,) = of_type(table.keeps(), EmperorsWillPaid)
    assert (paid.seats, paid.vp) == ((A, C), vp)


@rule("AM-091")
@rule("AM-112")
def test_e27_necromancer():
    walked = explored(["zombie", "nightmare", "gazer", "ogre"], {"necromancer": 1}, 4, [3])
    assert strengths(walked) == [(0, 3, 2), (0, 2, 2), (0, 2, 2), (0, 2, 2)]
    assert (vps(walked), walked.change) == ([2, 2, 1, 4], 9)


@rule("AM-067")
@rule("AM-108")
def test_e28_samurai():
    dungeon = ["goblin_gang", "nightmare", "slime", "treasure_crypt", "zombie"]
    walked = explored(dungeon, {"samurai": 0, "wizard": 0}, 5, [])
    assert (vps(walked), walked.change, strengths(walked)[-1]) == ([2, 2, 2, 4, 3], 13, (1, 2, 1))
    walked = explored(dungeon, {"samurai": 1, "wizard": 0}, 5, [])
    assert strengths(walked)[:4] == [(2, 5, 1), (2, 3, 1), (1, 3, 1), (1, 2, 1)]
    assert (vps(walked)[:4], walked.steps[4].hp, walked.change) == ([4, 4, 3, 4], 0, 12)


@rule("AM-106")
@rule("AM-109")
@rule("AM-R37")
def test_e29_minstrels_crest():
    dungeon = ["slime", "nightmare", "treasure_vault", "goblin_gang", "gazer", "lich"]
    walked = explored(dungeon, {"minstrel": 1, "witch": 0, "knight": 0}, 6, [6])
    assert (vps(walked), walked.change) == ([0, 2, 4, 3, 4, 6], 19)
    assert [step.skipped_by for step in walked.steps] == [
        "witch",
        None,
        None,
        None,
        "witch",
        "marker",
    ]


@rule("AM-002")
@rule("AM-005")
@rule("AM-009")
@rule("AM-014")
@rule("AM-027")
@rule("AM-035")
def test_e30_practice():
    table = fresh(mode="practice")
    table.keeps()
    view = table.view()
    assert len(view.line_up) == 8
    assert len(EVERYBODY) == 16
    assert [(s.crest_markers, s.gold) for s in view.seats] == [(1, 12)] * 4
    assert (len(view.floors), view.deck_count) == (5, 12)
    assert sum(floor.face_up for floor in view.floors) == 2
    assert all(floor.type != "legacy" for floor in view.floors)
    table.refuses("AM-035", "unknown_floor", A, "place_inquiry", floors=on_floors({6: 1}))
    table.auctions()
    table.plans()
    assert names(table.keeps())[-1] == "game_ended"
    assert table.view().phase == "finished"
