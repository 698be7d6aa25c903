"""What a viewer may see of a game of Burnmelt Cave."""

from __future__ import annotations

from domain.games.burnmelt.actions import Cards, TypeId
from domain.games.burnmelt.events import BurnmeltResult
from domain.games.burnmelt.scoring import ranks, values
from domain.games.burnmelt.state import Phase, State
from domain.kernel.secrecy import Viewer, sees
from domain.kernel.values import Seat, Value


class Piece(Value):
    """BM-040, BM-R05: a piece on the track; rank and value as if the round ended now."""

    distance: int
    rank: int
    value: int


class SeatView(Value):
    """What is to be seen of a player."""

    seat: Seat
    player: str | None
    """The player's name, filled in by the table."""
    hand_count: int
    hand: Cards | None
    """BM-015: the owner's only."""
    centre_chosen: bool
    centre_card: TypeId | None
    """BM-016, BM-017: the owner's only, until all have chosen."""
    reward_count: int
    rewards: Cards | None
    """BM-R13: the owner's only until the round has ended, unless the Rewards are open."""
    out_place: int | None
    bonus: int | None
    negative_options: tuple[TypeId, ...] | None
    """BM-052: while players choose, the types this one may choose from."""
    negative_type: TypeId | None
    round_scores: tuple[int, ...]
    total: int


class BurnmeltView(Value):
    """The table as one viewer sees it."""

    phase: Phase
    round: int
    """0 before the first deal."""
    rounds: int
    player_count: int
    active_seat: Seat | None
    awaiting: tuple[Seat, ...]
    """Seats that owe a decision now."""
    starting_seat: Seat
    step_table: tuple[int, ...]
    """BM-021, BM-022: spaces for 1, 2, ... cards; the last entry also serves all greater numbers."""
    ranking_side: str
    ranking_values: tuple[int, ...]
    pieces: dict[TypeId, Piece]
    centre: Cards
    centre_count: int
    bonus_stack: tuple[int, ...]
    """Values left, highest first."""
    cards_per_type: int
    set_aside_count: int
    played: Cards
    """Cards played from hands so far this round."""
    centre_cards: tuple[TypeId, ...] | None
    """By seat, the cards that made up the Centre at first; null until revealed."""
    seats: tuple[SeatView, ...]
    result: BurnmeltResult | None


def view(state: State, viewer: Viewer) -> BurnmeltView:
    """Show the table to a seat or a spectator."""
    setup, side = state.setup, state.side
    return BurnmeltView(
        phase=state.phase,
        round=state.round,
        rounds=state.rounds,
        player_count=len(state.seats),
        active_seat=state.active_seat,
        awaiting=state.awaiting,
        starting_seat=state.starting_seat,
        step_table=setup.steps,
        ranking_side=side.id,
        ranking_values=side.values,
        pieces=_pieces(state),
        centre=setup.cards(state.centre),
        centre_count=sum(state.centre),
        bonus_stack=state.bonus_stack,
        cards_per_type=setup.cards_per_type,
        set_aside_count=setup.left_over if state.round else 0,
        played=setup.cards(state.played),
        centre_cards=_centre_cards(state),
        seats=tuple(_seat(state, seat, viewer) for seat in range(len(state.seats))),
        result=state.result,
    )


def _pieces(state: State) -> dict[TypeId, Piece]:
    rows = zip(
        state.setup.types, state.distances, ranks(state.distances), values(state), strict=True
    )
    return {name: Piece(distance=d, rank=rank, value=value) for name, d, rank, value in rows}


def _centre_cards(state: State) -> tuple[TypeId, ...] | None:
    if not state.is_revealed:
        return None
    types = state.setup.types
    return tuple(types[s.centre_choice] for s in state.seats if s.centre_choice is not None)


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    setup, player, own = state.setup, state.seats[seat], sees(viewer, seat)
    choice, negative = player.centre_choice, player.negative
    is_over = state.round > 0 and state.phase not in ("choose_centre", "turns")
    options = state.negative_options[seat] if state.phase == "choose_negative" else ()
    return SeatView(
        seat=seat,
        player=None,
        hand_count=sum(player.hand),
        hand=setup.cards(player.hand) if own else None,
        centre_chosen=choice is not None,
        centre_card=setup.types[choice]
        if choice is not None and (own or state.is_revealed)
        else None,
        reward_count=sum(player.rewards),
        rewards=setup.cards(player.rewards) if own or is_over or state.open_rewards else None,
        out_place=player.out_place,
        bonus=player.bonus,
        negative_options=tuple(setup.types[p] for p in options) if len(options) > 1 else None,
        negative_type=setup.types[negative] if negative is not None else None,
        round_scores=tuple(score for _, _, score in player.scores),
        total=player.total,
    )
