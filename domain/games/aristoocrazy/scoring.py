"""Territory counts, the bonuses at the end, and the final ranking: AC-097 to AC-105, AC-R64 to AC-R66."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.aristoocrazy.edition.tables import Bonus, TerritoryCount
from domain.games.aristoocrazy.events.rounds import (
    AristoocrazyResult,
    AristoocrazyStanding,
    Breakdown,
)
from domain.games.aristoocrazy.state.table import House, State
from domain.kernel.result import ranked
from domain.kernel.values import Seat


def territory_counts(state: State) -> tuple[int, ...]:
    """AC-R17: count the territories of each seat."""
    owners = [land.owner for land in state.lands]
    return tuple(owners.count(seat) for seat in range(len(state.houses)))


def territory_points(counts: Sequence[int], row: TerritoryCount) -> tuple[int, ...]:
    """AC-097, AC-098, AC-R64: most and second most territories score, all tied seats in full."""
    places = sorted({count for count in counts if count}, reverse=True)
    worth = dict(zip(places, (row.first_points, row.second_points), strict=False))
    return tuple(worth.get(count, 0) for count in counts)


def bonus_values(state: State, bonus: Bonus) -> tuple[int, ...]:
    """AC-101 to AC-105: what each seat has of what a bonus is for."""
    if bonus.metric == "characters":
        return tuple(len(house.characters) for house in state.houses)
    if bonus.metric == "dementia_traits":
        return tuple(house.dementia for house in state.houses)
    return tuple(state.held(seat, bonus.metric) for seat in range(len(state.houses)))


def bonus_seats(state: State, bonus: Bonus, values: Sequence[int]) -> tuple[Seat, ...]:
    """AC-R65: the best seats: of at least 1 where most counts, of those with characters where least."""
    seats = range(len(values))
    if bonus.best == "most":
        competing = [seat for seat in seats if values[seat] > 0]
        best = max((values[seat] for seat in competing), default=0)
    else:
        competing = [seat for seat in seats if state.houses[seat].characters]
        best = min((values[seat] for seat in competing), default=0)
    return tuple(seat for seat in competing if values[seat] == best)


def final_result(state: State) -> AristoocrazyResult:
    """AC-001, AC-R66: rank by points, then territories, then characters; equal seats share a place."""
    counts = territory_counts(state)
    keys = [
        (house.vp, count, len(house.characters))
        for house, count in zip(state.houses, counts, strict=True)
    ]
    ranking = tuple(
        AristoocrazyStanding(
            seat=seat,
            place=place,
            vp=keys[seat][0],
            territories=keys[seat][1],
            characters=keys[seat][2],
        )
        for place, seat in ranked(keys)
    )
    return AristoocrazyResult(
        ranking=ranking,
        winners=tuple(one.seat for one in ranking if one.place == 1),
        breakdown=tuple(_breakdown(house) for house in state.houses),
    )


def _breakdown(house: House) -> Breakdown:
    return Breakdown(
        auctions=house.auction,
        territory_counts=house.territory_count,
        cards=house.card,
        bonuses=house.bonuses,
        total=house.vp,
    )
