"""Organizing, abilities with timing 3: AM-065 to AM-078."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import (
    AuctionResolved,
    CardSeen,
    CharacterAssassinated,
    CharacterStolen,
    ChoiceRequested,
    CrestMoved,
    OrganizingEnded,
    SkipMarkersChanged,
    VpChanged,
)
from domain.kernel.secrecy import redact
from tests.games.aristo_maze.table import EVERYBODY, A, B, C, D, hired, laid, row, supplied
from tests.games.table import names, of_type

rule = pytest.mark.rule

DUNGEON = ["slime", "ghoul", "trap", "ogre", "dragon", "wraith", "lich", "gazer"]
"""Floors 1 to 3 lie face up."""


def auctions(wanted, *others, dungeon=DUNGEON, edition=None):
    """Hold the auctions; bids by seat."""
    bids = dict(enumerate((wanted, *others)))
    named = [name for one in bids.values() for name in one]
    table = laid(*dungeon, wanted=named, edition=edition)
    return table, table.auctions(bids)


def lost_of(event):
    return [(one.seat, one.gold, one.crest, one.intrigue) for one in event.lost]


def auctioned(events):
    return [event.character for event in of_type(events, AuctionResolved)]


@rule("AM-065")
@rule("AM-066")
def test_am_065_066_the_marked_character_is_out_with_all_markers_on_it():
    table, events = auctions(
        {"assassin": 4, "wizard": (1, 0, 1)}, {"wizard": (4, 1)}, {"wizard": 2}
    )
    (told,) = of_type(events, CharacterAssassinated)
    assert (told.seat, told.by, told.target) == (A, "assassin", "wizard")
    assert lost_of(told) == [(A, 1, 0, 1), (B, 4, 1, 0), (C, 2, 0, 0)]
    assert "wizard" not in auctioned(events)
    assert table.offer("wizard").status == "assassinated"
    assert [seat.gold for seat in table.view().seats[:3]] == [7, 8, 10]
    assert not of_type(events, VpChanged)


@rule("AM-065")
def test_am_065_without_a_marked_character_nothing_happens():
    _, events = auctions({"assassin": 4})
    assert not of_type(events, CharacterAssassinated)


@rule("AM-067")
@rule("AM-R29")
def test_am_067_samurai_returns_a_skip_marker():
    table, events = auctions({"samurai": 2})
    (told,) = of_type(events, SkipMarkersChanged)
    assert (told.seat, told.by, told.change, told.total) == (A, "samurai", -1, 0)
    assert (table.seat(A).skip, table.view().skip_in_common) == (0, 2)
    table, events = auctions({"samurai": 2}, edition=supplied((("setup", "skip_per_round"), 0)))
    assert not of_type(events, SkipMarkersChanged)
    assert table.seat(A).skip == 0


@rule("AM-068")
@rule("AM-R24")
def test_am_068_minstrel_looks_at_a_face_down_card_of_its_owners_choice():
    table, events = auctions({"minstrel": 2, "wizard": 2}, {"fighter": 2})
    asked = events[-1]
    assert isinstance(asked, ChoiceRequested)
    assert (asked.seat, asked.kind, asked.options) == (A, "peek", (4, 5, 6, 7, 8))
    assert table.state.awaiting == (A,)
    pending = table.view(B).pending
    assert (pending.seat, pending.kind, pending.options) == (A, "peek", (4, 5, 6, 7, 8))
    table.refuses("AM-068", "not_your_choice", B, "peek_floor", floor=4)
    table.refuses("AM-069", "wrong_phase", A, "move_crest", character="knight")
    refusal = table.refuses("AM-068", "floor_is_face_up", A, "peek_floor", floor=2)
    assert (refusal.pointer, "4, 5, 6, 7, 8" in refusal.detail) == ("/action/floor", True)
    table.refuses("AM-068", "unknown_floor", A, "peek_floor", floor=9)
    table.refuses("AM-068", "unknown_floor", A, "peek_floor", floor=0)
    events = table.acts(A, "peek_floor", floor=6)
    seen = events[0]
    assert isinstance(seen, CardSeen)
    assert (seen.floor, seen.card, seen.reason) == (6, "wraith", "minstrel")
    assert redact(seen, A)["card"] == "wraith"
    assert redact(seen, B)["card"] is None
    assert (table.view(A).floors[5].card, table.view(B).floors[5].card) == ("wraith", None)
    assert table.view(B).floors[5].known_by == (A,)
    assert table.state.phase == "planning"
    assert table.offer("fighter").owner == B


@rule("AM-R24")
def test_am_r24_a_floor_that_is_known_already_may_be_chosen():
    table = laid(*DUNGEON, wanted=["minstrel"])
    table.inquires({A: {4: 2}})
    table.auctions({A: {"minstrel": 2}})
    seen = table.acts(A, "peek_floor", floor=4)[0]
    assert (seen.floor, seen.card) == (4, "ogre")
    assert table.view().floors[3].known_by == (A,)


@rule("AM-R23")
def test_am_r23_a_single_choice_is_made_and_none_is_passed_over():
    some = supplied((("modes", "full", "face_up"), 7))
    _, events = auctions({"minstrel": 2}, edition=some)
    assert not of_type(events, ChoiceRequested)
    assert [(one.floor, one.reason) for one in of_type(events, CardSeen)] == [(8, "minstrel")]
    none = supplied((("modes", "full", "face_up"), 8))
    table, events = auctions({"minstrel": 2}, edition=none)
    assert not of_type(events, CardSeen)
    assert table.state.phase == "planning"


@rule("AM-069")
@rule("AM-070")
@rule("AM-R25")
def test_am_069_070_alchemist_passes_a_crest_on():
    table, events = auctions({"knight": 2, "samurai": (2, 1), "alchemist": (2, 2)})
    asked = events[-1]
    assert (asked.seat, asked.kind, asked.options) == (A, "move_crest", ("knight", "samurai"))
    table.refuses("AM-069", "not_your_choice", B, "move_crest", character="knight")
    table.refuses("AM-068", "wrong_phase", A, "peek_floor", floor=4)
    for other in ("alchemist", "squire_lion", "wizard", "dragon"):
        refusal = table.refuses("AM-069", "not_in_party", A, "move_crest", character=other)
        assert "knight, samurai" in refusal.detail
    assert table.seat(A).parameters.hp is not None
    moved = table.acts(A, "move_crest", character="knight")[0]
    assert isinstance(moved, CrestMoved)
    assert (moved.seat, moved.giver, moved.taker) == (A, "alchemist", "knight")
    assert {m.character: m.crest_markers for m in table.seat(A).party} == {
        "knight": 1,
        "samurai": 1,
        "alchemist": 1,
    }
    assert table.seat(A).parameters.hp is None


@rule("AM-R23")
def test_am_r23_alchemist_with_one_other_or_none():
    table, events = auctions({"knight": 2, "alchemist": (2, 1)})
    assert [(e.giver, e.taker) for e in of_type(events, CrestMoved)] == [("alchemist", "knight")]
    assert not of_type(events, ChoiceRequested)
    table, events = auctions({"alchemist": (4, 1)})
    assert not of_type(events, CrestMoved)
    assert table.offer("alchemist").crest_markers == 1


@rule("AM-R25")
def test_am_r25_a_moved_marker_sets_off_nothing():
    """Alchemist has order 8: of the characters before it, a crest ability of timing 3 by edition only."""
    knight = row("characters", "knight")
    edition = supplied(
        (("characters", knight, "crest"), [{"timing": 3, "kind": "gain_vp", "vp": 9}])
    )
    table, events = auctions({"knight": 2, "alchemist": (2, 1)}, edition=edition)
    assert names(events).count("crest_moved") == 1
    assert not of_type(events, VpChanged)
    assert table.offer("knight").crest_markers == 1


@rule("AM-061")
def test_am_061_a_crest_that_has_gone_on_works_no_more_where_it_was():
    alchemist = row("characters", "alchemist")
    crest = [
        {"timing": 3, "kind": "move_crest", "amount": 1},
        {"timing": 3, "kind": "gain_vp", "vp": 5},
    ]
    edition = supplied((("characters", alchemist, "crest"), crest))
    _, events = auctions({"knight": 2, "alchemist": (2, 1)}, edition=edition)
    assert not of_type(events, VpChanged)
    _, events = auctions({"knight": 2, "alchemist": (2, 2)}, edition=edition)
    assert [one.change for one in of_type(events, VpChanged)] == [5]


@rule("AM-062")
def test_am_062_abilities_after_a_choice_are_carried_out_when_it_is_made():
    minstrel = row("characters", "minstrel")
    normal = [
        {"timing": 3, "kind": "gain_vp", "vp": 1},
        {"timing": 3, "kind": "peek", "amount": 1},
        {"timing": 3, "kind": "gain_vp", "vp": 2},
    ]
    crest = [{"timing": 3, "kind": "move_crest", "amount": 1}, {"timing": 3, "kind": "steal"}]
    edition = supplied(
        (("characters", minstrel, "normal"), normal), (("characters", minstrel, "crest"), crest)
    )
    wanted = {"knight": 2, "wizard": 2, "minstrel": (2, 2), "fighter": (0, 0, 1)}
    table, events = auctions(wanted, edition=edition)
    assert [one.change for one in of_type(events, VpChanged)] == [1]
    events = table.acts(A, "peek_floor", floor=4)
    assert names(events) == ["card_seen", "vp_changed", "choice_requested"]
    assert table.state.pending.kind == "move_crest"
    events = table.acts(A, "move_crest", character="wizard")
    assert names(events)[:2] == ["crest_moved", "character_stolen"]
    assert table.state.phase == "planning"
    assert [m.character for m in table.seat(A).party] == ["knight", "wizard", "minstrel", "fighter"]


@rule("AM-071")
@rule("AM-072")
@rule("AM-R26")
def test_am_071_072_thief_takes_the_marked_character_without_an_auction():
    table, events = auctions(
        {"thief": (4, 1), "princess": (2, 2, 1)}, {"princess": (3, 1)}, {"princess": (0, 0, 1)}
    )
    (told,) = of_type(events, CharacterStolen)
    assert (told.seat, told.by, told.target) == (A, "thief", "princess")
    assert lost_of(told) == [(A, 2, 2, 1), (B, 3, 1, 0), (C, 0, 0, 1)]
    assert "princess" not in auctioned(events)
    offer = table.offer("princess")
    assert (offer.status, offer.owner, offer.crest_markers) == ("stolen", A, 0)
    assert [m.character for m in table.seat(A).party] == ["thief", "princess"]
    assert table.seat(A).vp == 3
    assert not of_type(events, VpChanged)


@rule("AM-R26")
@pytest.mark.parametrize("target", ["ninja", "necromancer", "samurai"])
def test_am_r26_nothing_of_timing_3_is_carried_out_for_a_stolen_character(target):
    order = {"ninja": "thief", "necromancer": "thief", "samurai": "knight"}[target]
    edition = supplied(
        (("characters", row("characters", "knight"), "crest"), [{"timing": 3, "kind": "steal"}])
    )
    table, events = auctions({order: (4, 1), target: (0, 0, 1)}, edition=edition)
    assert of_type(events, CharacterStolen)
    assert (table.seat(A).vp, table.seat(A).skip) == (3, 1)


@rule("AM-R26")
def test_am_r26_the_normal_abilities_of_timing_4_of_a_stolen_character_work():
    table, _ = auctions({"thief": (4, 1), "witch": (0, 0, 1)})
    walked = table.explores({A: (1, [8])})[A]
    assert walked.steps[0].skipped_by == "witch"


@rule("AM-073")
@rule("AM-R18")
def test_am_073_ninja_takes_a_skip_marker_while_there_is_one():
    table, events = auctions({"ninja": 2})
    (told,) = of_type(events, SkipMarkersChanged)
    assert (told.by, told.change, told.total) == ("ninja", 1, 2)
    assert table.view().skip_in_common == 0
    edition = supplied((("markers", "skip"), 4))
    table, events = auctions({"ninja": 2}, edition=edition)
    assert not of_type(events, SkipMarkersChanged)
    assert table.seat(A).skip == 1


@rule("AM-074")
@rule("AM-R27")
@rule("AM-R28")
def test_am_074_all_who_bid_on_the_ninjas_victim_pay():
    table, events = auctions(
        {"ninja": (4, 1), "witch": (1, 0, 1)}, {"witch": 3}, {"witch": (0, 0, 1)}, {"witch": (0, 1)}
    )
    (told,) = of_type(events, CharacterAssassinated)
    assert (told.by, told.target) == ("ninja", "witch")
    changes = [(e.seat, e.change, e.reason, e.by, e.total) for e in of_type(events, VpChanged)]
    assert changes == [
        (B, -1, "ninja", "ninja", 2),
        (C, -1, "ninja", "ninja", 2),
        (D, -1, "ninja", "ninja", 2),
        (A, 3, "ninja", "ninja", 6),
    ]
    assert [seat.breakdown.ninja for seat in table.view().seats] == [3, -1, -1, -1]


@rule("AM-074")
def test_am_074_without_other_bids_nobody_pays():
    _, events = auctions({"ninja": (4, 1), "witch": (1, 0, 1)})
    assert of_type(events, CharacterAssassinated)
    assert not of_type(events, VpChanged)


@rule("AM-R28")
def test_am_r28_vp_go_below_0():
    edition = supplied((("setup", "starting_vp"), 0))
    table, _ = auctions({"necromancer": 2}, {}, edition=edition)
    assert table.seat(A).vp == -2


@rule("AM-075")
@rule("AM-R31")
def test_am_075_witch_ends_the_phase():
    table, events = auctions(
        {"witch": (4, 1), "princess": 2}, {"necromancer": (5, 1, 1), "princess": 3}
    )
    (told,) = of_type(events, OrganizingEnded)
    assert (told.by, told.skipped) == ("witch", ("necromancer", "the_boy", "princess"))
    assert lost_of(told) == [(A, 2, 0, 0), (B, 8, 1, 1)]
    assert names(events)[-2:] == ["organizing_ended", "parties_formed"]
    assert table.offer("necromancer").status == "unsold"
    assert [seat.gold for seat in table.view().seats[:2]] == [6, 4]


@rule("AM-R31")
def test_am_r31_witch_as_the_last_character_ends_nothing():
    out = ("samurai", "necromancer", "the_boy", "princess")
    table = laid(*DUNGEON, characters=[name for name in EVERYBODY if name not in out])
    events = table.auctions({A: {"witch": (4, 1)}})
    (told,) = of_type(events, OrganizingEnded)
    assert (told.by, told.skipped, told.lost) == (None, (), ())


@rule("AM-076")
@rule("AM-077")
@pytest.mark.parametrize(("name", "change"), [("necromancer", -2), ("princess", 2)])
def test_am_076_077_vp_at_once(name, change):
    table, events = auctions({name: 2})
    (told,) = of_type(events, VpChanged)
    assert (told.seat, told.change, told.reason, told.by) == (A, change, "character", name)
    assert told.total == table.seat(A).vp == 3 + change
    assert table.seat(A).breakdown.characters == change


@rule("AM-078")
@pytest.mark.parametrize("bids", [{"knight": (0, 0, 1)}, {"knight": (3, 0, 1)}])
def test_am_078_who_has_been_auctioned_is_safe(bids):
    table, events = auctions({"thief": (4, 1), **bids}, {"knight": 2})
    assert not of_type(events, CharacterStolen)
    assert table.offer("knight").status == "won"


@rule("AM-R22")
def test_am_r22_abilities_are_not_optional():
    """Assassin kills even the character on which its own side has bid most."""
    table, events = auctions({"assassin": 2, "wizard": (9, 1, 1)})
    assert of_type(events, CharacterAssassinated)
    assert [m.character for m in table.seat(A).party] == ["assassin"]
    assert table.seat(A).gold == 1


@rule("AM-R30")
def test_am_r30_one_intrigue_marker_serves_one_ability():
    _, events = auctions({"assassin": 2, "thief": (2, 1), "witch": (0, 0, 1)})
    assert of_type(events, CharacterAssassinated)
    assert not of_type(events, CharacterStolen)


@rule("AM-065")
def test_nothing_happens_to_others_intrigue_markers():
    """B's marker on the fighter does not guide A's assassin."""
    table, events = auctions({"assassin": 4}, {"fighter": (3, 0, 1)})
    assert not of_type(events, CharacterAssassinated)
    assert table.offer("fighter").owner == B


@rule("AM-060")
def test_hired_characters_are_told_by_order_number():
    table = hired(DUNGEON, {"princess": 0, "knight": 1, "hermit": 0})
    party = [(m.character, m.crest_markers) for m in table.seat(A).party]
    assert party == [("hermit", 0), ("knight", 1), ("princess", 0)]


@rule("AM-077")
def test_an_ability_worth_nothing_tells_nothing():
    edition = supplied(
        (
            ("characters", row("characters", "princess"), "normal"),
            [{"timing": 3, "kind": "gain_vp", "vp": 0}],
        )
    )
    _, events = auctions({"princess": 2}, edition=edition)
    assert not of_type(events, VpChanged)
