"""Organizing, one auction: AM-049 to AM-064."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import AuctionResolved, OrganizingEnded, PartiesFormed
from tests.games.aristo_maze.table import ARISTO_MAZE, A, B, C, D, hired, laid, on_characters
from tests.games.table import names, of_type

rule = pytest.mark.rule


def resolved(on_knight, wanted=("knight",)):
    """Auction the knight by what each seat lays on it."""
    table = laid(wanted=wanted)
    events = table.auctions({seat: {"knight": laid_} for seat, laid_ in on_knight.items()})
    return table, next(e for e in of_type(events, AuctionResolved) if e.character == "knight")


@rule("AM-049")
@rule("AM-056")
@rule("AM-057")
@rule("AM-060")
def test_am_049_the_single_seat_with_most_gold_wins_and_pays():
    table, told = resolved({A: 2, B: 5, C: 4})
    assert (told.outcome, told.winner, told.price) == ("won", B, 5)
    assert [(one.seat, one.gold) for one in told.refunds] == [(A, 2), (C, 4)]
    assert [seat.gold for seat in table.view().seats[:3]] == [12, 7, 12]
    assert [one.character for one in table.seat(B).party] == ["knight"]
    assert (table.offer("knight").status, table.offer("knight").owner) == ("won", B)


@rule("AM-050")
@pytest.mark.parametrize("winner", [A, B, C])
def test_am_050_a_crest_decides_a_tie(winner):
    _, told = resolved({seat: (3, 1) if seat == winner else 3 for seat in (A, B, C)})
    assert (told.outcome, told.winner, told.crest_on_character) == ("won", winner, 1)


@rule("AM-051")
@rule("AM-059")
@pytest.mark.parametrize(
    "on_knight", [{A: 3, B: 3}, {A: (3, 1), B: (3, 1)}, {A: 3, B: 3, C: (2, 1)}]
)
def test_am_051_059_a_tie_that_no_crest_decides_leaves_it_unsold(on_knight):
    table, told = resolved(on_knight)
    assert (told.outcome, told.winner, told.price, told.crest_on_character) == ("tied", None, 0, 0)
    assert [seat.gold for seat in table.view().seats[:3]] == [12] * 3
    assert table.offer("knight").status == "unsold"
    assert not any(seat.party for seat in table.view().seats[:3])


@rule("AM-052")
def test_am_052_the_number_of_crests_does_not_matter():
    table, told = resolved({A: (3, 2), B: (3, 1)})
    assert told.outcome == "tied"
    assert [(one.seat, one.crest, one.intrigue) for one in told.lost] == [(A, 2, 0), (B, 1, 0)]
    assert [seat.crest_markers for seat in table.view().seats] == [1, 2, 3, 3]


@rule("AM-053")
def test_am_053_a_crest_never_beats_more_gold():
    _, told = resolved({A: 4, B: (3, 3)})
    assert told.winner == A


@rule("AM-054")
def test_am_054_without_gold_nothing_is_won():
    _, told = resolved({A: (0, 2, 1), B: (0, 0, 1)})
    assert (told.outcome, told.winner) == ("no_gold", None)
    assert [(one.seat, one.crest, one.intrigue) for one in told.lost] == [(A, 2, 1), (B, 0, 1)]


@rule("AM-055")
def test_am_055_intrigue_adds_nothing_to_a_bid():
    _, told = resolved({A: (3, 0, 1), B: 3})
    assert told.outcome == "tied"
    _, told = resolved({A: (3, 0, 1), B: 4})
    assert told.winner == B


@rule("AM-056")
@rule("AM-058")
@rule("AM-R48")
def test_am_056_058_where_the_other_markers_go():
    table, told = resolved({A: (4, 2, 1), B: (3, 1, 1)})
    assert told.crest_on_character == 2
    assert [(one.seat, one.crest, one.intrigue) for one in told.lost] == [(A, 0, 1), (B, 1, 1)]
    assert table.offer("knight").crest_markers == 2
    seats = table.view().seats
    assert [(s.gold, s.crest_markers, s.intrigue) for s in seats[:2]] == [(8, 1, 0), (12, 2, 0)]
    table.plans()
    table.keeps()
    table.keeps()
    assert table.seat(A).crest_markers == 1


@rule("AM-061")
def test_am_061_the_crest_ability_needs_a_crest_marker():
    assert hired([], {"knight": 0}).seat(A).parameters.hp == 3
    assert hired([], {"knight": 1}).seat(A).parameters.hp is None


@rule("AM-062")
def test_am_062_what_a_character_does_when_won_comes_before_the_next_auction():
    table = laid(wanted=["samurai", "ninja", "princess"])
    events = table.auctions({A: {"samurai": 2, "ninja": 2, "princess": 2}})
    told = names(events)
    for name, follows in (("samurai", "skip_markers_changed"), ("princess", "vp_changed")):
        place = next(
            n
            for n, e in enumerate(events)
            if isinstance(e, AuctionResolved) and e.character == name
        )
        assert told[place + 1] == follows


@rule("AM-063")
def test_am_063_the_phase_ends_when_all_have_been_auctioned():
    table = laid()
    events = table.auctions({A: {"knight": 2}})
    assert len(of_type(events, AuctionResolved)) == 12
    (ended,) = of_type(events, OrganizingEnded)
    assert (ended.by, ended.skipped, ended.lost) == (None, (), ())
    assert table.view().phase == "planning"
    assert {offer.status for offer in table.view().line_up} == {"won", "unsold"}


@rule("AM-064")
def test_am_064_squires_always_go_along_and_cannot_be_bid_on():
    table = laid()
    table.inquires()
    table.refuses(
        "AM-044", "unknown_character", A, "place_bids", bids=on_characters({"squire_lion": 4})
    )
    events = table.auctions({A: {"knight": 2}})
    (formed,) = of_type(events, PartiesFormed)
    assert [(one.hp, one.mp, one.sp) for one in formed.parties] == [(3, 2, 1), *[(1, 1, 1)] * 3]
    assert all(member.character != "squire_lion" for member in table.seat(A).party)


@rule("AM-R21")
def test_am_r21_the_intrigue_marker_on_the_character_being_won_is_gone_first():
    table = laid(wanted=["assassin", "wizard"])
    events = table.auctions({A: {"assassin": (3, 0, 1)}, B: {"wizard": 3}})
    assert "character_assassinated" not in names(events)
    assert table.offer("wizard").owner == B


@rule("AM-R21")
def test_am_r21_normal_abilities_come_before_crest_abilities():
    table = laid(wanted=["ninja", "princess"])
    events = table.auctions({A: {"ninja": (3, 1), "princess": (0, 0, 1)}, B: {"princess": 3}})
    place = names(events).index("skip_markers_changed")
    assert names(events)[place - 1 : place + 4] == [
        *("auction_resolved", "skip_markers_changed", "character_assassinated"),
        *("vp_changed", "vp_changed"),
    ]


@rule("AM-R48")
def test_am_r48_a_winner_pays_all_its_gold():
    table, told = resolved({A: 9, B: 1})
    assert told.price == 9
    assert table.seat(A).gold == 3


@rule("AM-R19")
def test_am_r19_the_number_of_pieces_in_the_box_does_not_matter():
    table = laid()
    for _ in range(2):
        table.auctions()
        table.plans()
        table.keeps()
        table.keeps()
    assert sum(seat.gold for seat in table.view().seats) == 144
    assert ARISTO_MAZE.edition.markers.gold == 108


@rule("AM-R47")
def test_am_r47_an_intrigue_marker_alone_does_nothing():
    table, told = resolved({A: (3, 0, 1), C: (2, 0, 1), D: 1})
    assert told.winner == A
    assert table.offer("knight").status == "won"
