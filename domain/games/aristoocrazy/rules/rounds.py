"""Territory count, the end of a round, the end of the game: AC-097 to AC-105."""

from __future__ import annotations

from domain.games.aristoocrazy.events.rounds import (
    BonusesAwarded,
    GameFinished,
    PointsGained,
    RoundEnded,
    TerritoriesCounted,
)
from domain.games.aristoocrazy.rules.flow import start_round
from domain.games.aristoocrazy.rules.happenings import end_events
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.scoring import (
    bonus_seats,
    bonus_values,
    final_result,
    territory_counts,
    territory_points,
)


def count_territories(play: AristoocrazyPlay) -> None:
    """AC-097, AC-098: most and second most territories score."""
    state = play.state
    counts = territory_counts(state)
    points = territory_points(counts, state.setup.territory_count)
    play.record(TerritoriesCounted(counts=counts, points=points))
    for seat in state.turn_order:
        if points[seat]:
            gained = PointsGained(seat=seat, points=points[seat], reason="territory_count")
            play.record(gained)
    end_events(play)


def end_round(play: AristoocrazyPlay) -> None:
    """AC-005, AC-099, AC-R72: the card goes to the left, the counter up."""
    state = play.state
    following = (state.starting_seat + 1) % len(state.houses)
    play.record(RoundEnded(round=state.round, next_starting_seat=following))
    start_round(play, state.round + 1, following)


def final_scoring(play: AristoocrazyPlay) -> None:
    """AC-100 to AC-105, AC-001: the bonuses; then the screens are lifted and the best has won."""
    state = play.state
    for bonus in state.setup.bonus:
        values = bonus_values(state, bonus)
        seats = bonus_seats(state, bonus, values)
        play.record(BonusesAwarded(bonus=bonus.id, values=values, seats=seats))
        for seat in state.turn_order:
            if seat in seats and bonus.points:
                play.record(PointsGained(seat=seat, points=bonus.points, reason="bonus"))
    state = play.state
    play.record(
        GameFinished(
            result=final_result(state),
            supplies=tuple(state.setup.named(house.supply) for house in state.houses),
            hands=tuple(house.hand for house in state.houses),
        )
    )
