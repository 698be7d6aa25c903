"""How cards go back: together, followed by a single shuffle of each deck (ZQ-R13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.games.zone_quest.events import (
    CardsReturned,
    DeckName,
    DeckShuffled,
    Reason,
)
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.state import MARKET, Deck, SeatState, State, deck_of
from domain.kernel.values import Seat


class GoingBack(NamedTuple):
    """Cards that are on their way back to a deck."""

    deck: DeckName
    seat: Seat | None
    cards: Deck
    reason: Reason


def chance_point(deck: DeckName) -> str:
    """Name the chance point of a deck's shuffle."""
    return f"{deck}_deck" if deck == MARKET else deck.replace("zone_", "zone_deck_")


def put_back(play: ZoneQuestPlay, cards: Iterable[GoingBack]) -> None:
    """Close a step: by seat, per seat the zone before the market, the enemy last; then shuffle."""
    setup = play.state.setup
    received: set[DeckName] = set()
    for deck, seat, ones, reason in sorted(cards, key=_place_in_line):
        if ones:
            ordered = setup.in_order(ones, deck)
            play.record(CardsReturned(deck=deck, seat=seat, cards=ordered, reason=reason))
            received.add(deck)
    for deck in setup.deck_names:
        if deck in received:
            shuffle(play, deck)


def _place_in_line(cards: GoingBack) -> tuple[bool, Seat, bool]:
    return cards.seat is None, cards.seat or 0, cards.deck == MARKET


def shuffle(play: ZoneQuestPlay, deck: DeckName, cards: Deck | None = None) -> None:
    """Shuffle a deck, or these cards to be that deck."""
    state = play.state
    before = state.setup.in_order(state.deck(deck) if cards is None else cards, deck)
    order = play.shuffle(chance_point(deck), before)
    play.record(DeckShuffled(deck=deck, size=len(order), order=order))


def held_by(state: State, seat: Seat, player: SeatState, reason: Reason) -> list[GoingBack]:
    """ZQ-019, ZQ-046, ZQ-R35: the held cards of a player on their way back; all are of one zone."""
    if not player.held:
        return []
    zone = state.setup.enemy(player.held[0]).zone
    return [GoingBack(deck_of(zone), seat, player.held, reason)]


def fitting(state: State, cards: Deck) -> Deck:
    """ZQ-R49: those cards that the market deck takes back; the others are put aside for good."""
    worn = [item for _, player in state.seated for item in player.items]
    there = state.market + (state.drawn or ())
    taken: list[str] = []
    for card in cards:
        limit = state.setup.item(card).count - worn.count(card)
        if there.count(card) + taken.count(card) < limit:
            taken.append(card)
    return tuple(taken)
