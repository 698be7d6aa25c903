"""How hands of action cards change, and what others may know of them: cards that they saw in a dowry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from domain.games.aristoocrazy.edition.tables import CardId
from domain.games.aristoocrazy.state.table import Held, House, State
from domain.kernel.values import Seat


def drawn(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """Put cards from the top of the deck into a hand."""
    house = state.houses[seat]
    held = (*house.held, *((card, state.reshuffles) for card in cards))
    after = state.with_house(seat, with_held(state, house, held))
    return replace(after, deck=state.deck[len(cards) :])


def laid_open(state: State, seat: Seat, cards: tuple[CardId, ...]) -> State:
    """Take cards out of a hand before the eyes of all: nobody knows of them there any longer."""
    house = state.houses[seat]
    left, _ = parted(house.held, cards)
    shown = tuple([_minus(known, cards) for known in house.shown])
    return state.with_house(seat, replace(with_held(state, house, left), shown=shown))


def offered(state: State, seat: Seat, target: Seat, cards: tuple[CardId, ...]) -> State:
    """AC-R33: the opponent sees which cards are offered, and knows of them from now on."""
    house = state.houses[seat]
    known = Counter(house.known_to(target)) | Counter(cards)
    return state.with_house(seat, _knowing(state, house, target, known.elements()))


def handed_over(state: State, giver: Seat, taker: Seat, cards: tuple[CardId, ...]) -> State:
    """AC-R33: two seats see which cards change hands; what others knew of goes on with the card."""
    one, other = state.houses[giver], state.houses[taker]
    left, gone = parted(one.held, cards)
    rest = Counter(card for card, _ in left)
    one, other = with_held(state, one, left), with_held(state, other, (*other.held, *gone))
    for seat in range(len(state.houses)):
        before = Counter(one.known_to(seat))
        stays = Counter(_minus(before.elements(), cards)) if seat == taker else before & rest
        goes = Counter(cards) if seat == giver else before - rest
        one = _knowing(state, one, seat, stays.elements())
        if seat != taker:
            other = _knowing(state, other, seat, (*other.known_to(seat), *goes.elements()))
    return state.with_house(giver, one).with_house(taker, other)


def with_held(state: State, house: House, held: Iterable[Held]) -> House:
    """Give a house another hand, in the order of the edition; of equal cards those held longest first."""
    order = {card.id: place for place, card in enumerate(state.setup.cards)}
    ordered = sorted(held, key=lambda one: (order[one[0]], one[1]))
    return replace(
        house,
        hand=tuple([card for card, _ in ordered]),
        drawn=tuple([reshuffles for _, reshuffles in ordered]),
    )


def parted(held: Iterable[Held], cards: Iterable[CardId]) -> tuple[list[Held], list[Held]]:
    """Part cards from the others in a hand; of equal ones those held longest."""
    left, gone = list(held), []
    for card in cards:
        one = next(one for one in left if one[0] == card)
        left.remove(one)
        gone.append(one)
    return left, gone


def _knowing(state: State, house: House, seat: Seat, cards: Iterable[CardId]) -> House:
    """Let a seat know of these cards of a hand and no others."""
    known = [house.known_to(one) for one in range(len(state.houses))]
    known[seat] = state.setup.in_order(cards)
    return replace(house, shown=tuple(known) if any(known) else ())


def _minus(cards: Iterable[CardId], gone: Iterable[CardId]) -> tuple[CardId, ...]:
    return tuple((Counter(cards) - Counter(gone)).elements())
