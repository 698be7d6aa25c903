"""What Policies score in the end, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from domain.games.tavern_heroes.edition.cards import Policy
from domain.games.tavern_heroes.edition.words import CardId, Test
from domain.games.tavern_heroes.events import (
    Breakdown,
    PolicyScored,
    TavernHeroesResult,
    TavernHeroesStanding,
)
from domain.games.tavern_heroes.state import SeatState, State
from domain.kernel.result import ranked
from domain.kernel.values import Seat


def magic_stones(state: State, seat: SeatState) -> int:
    """TH-132: cards of a seat that bear a stone."""
    edition = state.edition
    stones = [edition.resource[card].stone for card in seat.resource_cards]
    stones += [edition.armament[card].support.stone for card in seat.armament_cards]
    return sum(stone is not None for stone in stones)


TESTS: Mapping[Test, Callable[[State, SeatState], int]] = {
    "information": lambda _, seat: seat.information,
    "funds": lambda _, seat: seat.funds,
    "universal_resource": lambda _, seat: seat.universal_resource,
    "resource_cards": lambda _, seat: len(seat.resource_cards),
    "magic_stones": magic_stones,
    "cubes": lambda _, seat: seat.cubes,
    "talents": lambda _, seat: len(seat.talents),
    "cities": lambda _, seat: seat.cities,
    "territories": lambda _, seat: len(seat.territories),
    "monsters": lambda _, seat: sum(one.kind == "monster" for one in seat.territories),
    "armament_cards": lambda _, seat: len(seat.armament_cards),
}
"""TH-131 to TH-133: what is counted; face-down talents and covered territories count."""


def meeting(state: State, policy: Policy) -> tuple[Seat, ...]:
    """TH-130, TH-134: the seats that score a Policy now, whoever holds it."""
    if policy.end.test == "lowest_renown":
        _, last = ranking(state)[-1]
        return (last,)
    count, least = TESTS[policy.end.test], policy.end.at_least or 0
    return tuple(n for n, seat in enumerate(state.seats) if count(state, seat) >= least)


def policies_to_score(state: State) -> tuple[Policy, ...]:
    """TH-129: the Policies chosen last (of two seats the current ones too) by number, the lowest Renown last."""
    chosen = {card for cards in revealed(state).values() for card in cards}
    policies = [policy for policy in state.edition.policy.values() if policy.id in chosen]
    return tuple(sorted(policies, key=lambda one: one.end.test == "lowest_renown"))


def revealed(state: State) -> dict[str, tuple[CardId, ...]]:
    """TH-126, TH-129: the Policies that each seat brings to the scoring, by number."""
    cards = {seat: {state.final_policy(seat), one.policy} for seat, one in enumerate(state.seats)}
    return {
        str(seat): tuple(card for card in state.edition.policy if card in own)
        for seat, own in cards.items()
    }


def ranking(state: State) -> tuple[tuple[int, Seat], ...]:
    """TH-135, TH-R22: place and seat, the first to the last; ties by cities, then by the last-chosen Policy."""
    return ranked([_standing_key(state, seat) for seat in range(len(state.seats))])


def _standing_key(state: State, seat: Seat) -> tuple[int, int, int]:
    player, policy = state.seats[seat], state.final_policy(seat)
    number = state.edition.policy[policy].number if policy is not None else 0
    return player.renown, player.cities, -number


def final_result(before: State, after: State, scored: Sequence[PolicyScored]) -> TavernHeroesResult:
    """TH-135: the final ranking, and what each Policy brought."""
    standings = tuple(_standings(after))
    return TavernHeroesResult(
        ranking=standings,
        winners=(standings[0].seat,),
        breakdown=tuple(
            Breakdown(
                seat=seat,
                before_scoring=before.seats[seat].renown,
                policies={one.policy: one.renown if seat in one.seats else 0 for one in scored},
                total=after.seats[seat].renown,
            )
            for seat in range(len(after.seats))
        ),
    )


def _standings(state: State) -> Iterator[TavernHeroesStanding]:
    for place, seat in ranking(state):
        player = state.seats[seat]
        yield TavernHeroesStanding(
            seat=seat,
            place=place,
            renown=player.renown,
            cities=player.cities,
            last_policy=state.final_policy(seat) or "",
        )
