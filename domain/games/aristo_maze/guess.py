"""A full state that fits what a viewer knows: for bots that search, and for the test of secrecy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.games.aristo_maze.actions import BidEntry, FloorEntry
from domain.games.aristo_maze.choices import OFFERS
from domain.games.aristo_maze.state.table import Floor, Phase, Plan, SeatState, State
from domain.kernel.chance import Chance, ChanceRng, Rng
from domain.kernel.dealing import GUESS, deal_anew
from domain.kernel.secrecy import EVERYTHING, Viewer, sees
from domain.kernel.values import Seat


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal the cards that the viewer cannot see anew, and let the others place something else."""
    if viewer == EVERYTHING:
        return state
    dealt = lay_anew(state, viewer, chance)
    luck = ChanceRng(chance, GUESS)
    seats = tuple(
        place_anew(state, seat, luck) if not sees(viewer, seat) else player
        for seat, player in enumerate(state.seats)
    )
    return replace(dealt, seats=seats)


def lay_anew(state: State, viewer: Viewer, chance: Chance) -> State:
    """AM-031: exchange cards of a type, since backs show it; the order of the deck is anybody's guess.

    AM-R06: what a seat once saw it knows until round 3 gathers the cards (`Floor.known_by`).
    """
    cards = state.setup.components.cards
    hidden = [f for f in (*state.dungeon, *state.used) if not _knows(f, viewer)]
    unseen = [*(floor.card for floor in hidden), *state.deck]
    new = iter(deal_anew(chance, unseen, [cards[card].type for card in unseen]))

    def laid(floors: Iterable[Floor]) -> tuple[Floor, ...]:
        return tuple([f if _knows(f, viewer) else replace(f, card=next(new)) for f in floors])

    dungeon, used = laid(state.dungeon), laid(state.used)
    return replace(state, dungeon=dungeon, used=used, deck=chance.shuffle(GUESS, tuple(new)))


def _knows(floor: Floor, viewer: Viewer) -> bool:
    return floor.face_up or viewer in floor.known_by


def place_anew(state: State, seat: Seat, luck: Rng) -> SeatState:
    """Let a seat whose placement lies behind its screen place anything that it may."""
    player = state.seats[seat]
    if not player.ready or state.plans_revealed:
        return player
    phase: Phase = "planning" if state.phase == "exploring" else state.phase
    action = OFFERS[phase](state, seat).sample(luck)
    return replace(player, **_placement(state, action))


def _placement(state: State, action: dict[str, Any]) -> dict[str, Any]:
    if action["type"] == "place_inquiry":
        floors = sorted(action["floors"], key=lambda entry: int(entry["floor"]))
        return {"inquiry": tuple(FloorEntry(**entry) for entry in floors)}
    if action["type"] == "place_bids":
        bids = sorted(action["bids"], key=lambda entry: state.names.index(entry["character"]))
        return {"bids": tuple(BidEntry(**entry) for entry in bids)}
    skips = tuple(sorted(action["skip_floors"]))
    return {"plan": Plan(return_floor=action["return_floor"], skip_floors=skips)}
