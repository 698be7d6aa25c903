"""A full state that fits what a viewer knows: for bots that search, and for the test of secrecy."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.tavern_heroes.edition.words import CardId
from domain.games.tavern_heroes.state import FinalChoice, State
from domain.kernel.chance import Chance
from domain.kernel.dealing import GUESS, deal_anew
from domain.kernel.secrecy import EVERYTHING, Viewer, sees
from domain.kernel.values import Seat


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Lay out anew all that the viewer cannot see: decks, hands, hidden Policies, choices of round IV."""
    if viewer == EVERYTHING:
        return state
    state = _decks(state, chance)
    state = _armaments(state, viewer, chance)
    deal = _policies if state.round else _first_policies
    state = deal(state, viewer, chance)
    return state if state.result is not None else _final_choices(state, viewer, chance)


def _decks(state: State, chance: Chance) -> State:
    return replace(
        state,
        monster_deck=chance.shuffle(GUESS, state.monster_deck),
        resource_deck=chance.shuffle(GUESS, state.resource_deck),
        city_deck=chance.shuffle(GUESS, state.city_deck),
        talent_deck=chance.shuffle(GUESS, state.talent_deck),
        expansion_decks=tuple(chance.shuffle(GUESS, deck) for deck in state.expansion_decks),
    )


def _others(state: State, viewer: Viewer) -> list[Seat]:
    return [seat for seat in range(len(state.seats)) if not sees(viewer, seat)]


def _armaments(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal the hands of the others and the deck from all cards that lie there.

    TH-105: a deck is used up before the next one is made, of cards that lie open; so it is known of every
    card in which of the decks it was last, and of every hand how many cards it has of each.
    """
    others, seats = _others(state, viewer), list(state.seats)
    pool = [card for seat in others for card in seats[seat].armament_cards]
    pool += state.armament_deck
    made = dict.fromkeys(pool, 0)
    for number, deck in enumerate(state.armament_reshuffles, start=1):
        made |= dict.fromkeys(deck, number)
    cards = deal_anew(chance, pool, [made[card] for card in pool])
    for seat in others:
        size = len(seats[seat].armament_cards)
        seats[seat] = replace(seats[seat], armament_cards=cards[:size])
        cards = cards[size:]
    return replace(state, seats=tuple(seats), armament_deck=cards)


def _first_policies(state: State, viewer: Viewer, chance: Chance) -> State:
    """Before round I: deal the others any Policies but the viewer's own; who has chosen took any of them."""
    own = _own(state, viewer)
    rest = chance.shuffle(GUESS, [card for card in state.edition.policy if card not in own])
    seats = list(state.seats)
    for seat in _others(state, viewer):
        number = len(seats[seat].policies_dealt)
        chosen = None if seats[seat].chosen is None else rest[0]
        seats[seat] = replace(seats[seat], policies_dealt=rest[:number], chosen=chosen)
        rest = rest[number:]
    if not state.policy_deck:
        return replace(state, seats=tuple(seats))
    chosen_ones = {seat.chosen for seat in seats}
    left = [card for seat in seats for card in seat.policies_dealt if card not in chosen_ones]
    return _with_deck(replace(state, seats=tuple(seats)), chance.shuffle(GUESS, left))


def _own(state: State, viewer: Viewer) -> tuple[CardId, ...]:
    return state.seats[viewer].policies_dealt if viewer >= 0 else ()


def _with_deck(state: State, cards: Sequence[CardId]) -> State:
    gone = len(state.policies_removed)
    return replace(state, policies_removed=tuple(cards[:gone]), policy_deck=tuple(cards[gone:]))


def _policies(state: State, viewer: Viewer, chance: Chance) -> State:
    """From round I on: the Policies seen so far are known; the viewer's others lie in the deck or left the game."""
    own, seen = _own(state, viewer), _seen_policies(state)
    certain = [card for card in own if card not in seen]
    unknown = [card for card in state.edition.policy if card not in seen and card not in own]
    room = len(state.policy_deck) + len(state.policies_removed) - len(certain)
    hidden = chance.shuffle(GUESS, (*certain, *chance.shuffle(GUESS, unknown)[:room]))
    state = _with_deck(state, hidden)
    first = {seat.chosen for seat in state.seats}
    dealt = [card for card in (*seen, *hidden) if card not in first and card not in own]
    rest, seats = chance.shuffle(GUESS, dealt), list(state.seats)
    for seat in _others(state, viewer):
        number, chosen = len(seats[seat].policies_dealt) - 1, seats[seat].chosen
        cards = rest[:number] if chosen is None else (chosen, *rest[:number])
        seats[seat] = replace(seats[seat], policies_dealt=chance.shuffle(GUESS, cards))
        rest = rest[number:]
    return replace(state, seats=tuple(seats))


def _seen_policies(state: State) -> tuple[CardId, ...]:
    """All Policies that have lain open, in their order."""
    seen = {*state.policy_field, *(state.final_pile_start or ())}
    for seat in state.seats:
        seen |= {seat.chosen or "", seat.policy or "", seat.next_policy or ""}
    seen |= {choice.returned or "" for choice in state.final_choices}
    return tuple(card for card in state.edition.policy if card in seen)


def _final_choices(state: State, viewer: Viewer, chance: Chance) -> State:
    """TH-R05: a seat that has looked into the final pile knows all that was chosen before, and its own."""
    known = _choices_known(state, viewer)
    made: tuple[FinalChoice, ...] = ()
    for number, choice in enumerate(state.final_choices):
        if number >= known:
            pile = replace(state, final_choices=made).final_pile or ()
            choice = replace(choice, policy=chance.shuffle(GUESS, pile)[0])  # noqa: PLW2901  # the same, guessed
        made = (*made, choice)
    return replace(state, final_choices=made)


def _choices_known(state: State, viewer: Viewer) -> int:
    if viewer >= 0 and state.decision(viewer) == "final_policy":
        return len(state.final_choices)
    own = [n for n, choice in enumerate(state.final_choices, start=1) if choice.seat == viewer]
    return own[0] if own else 0
