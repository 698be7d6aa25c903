"""A full state that fits what a viewer knows: for bots that search, and for the test of secrecy."""

from __future__ import annotations

from operator import add

import msgspec
from msgspec.structs import replace

from domain.games.aristoocrazy.actions import Sealed
from domain.games.aristoocrazy.choices.legal import BY_PHASE
from domain.games.aristoocrazy.choices.turns import combat_tokens
from domain.games.aristoocrazy.edition.tables import CardId
from domain.games.aristoocrazy.state.setup import Counts
from domain.games.aristoocrazy.state.table import Battle, House, Offer, Potential, State
from domain.kernel.chance import Chance, ChanceRng, Rng
from domain.kernel.choices import Choices
from domain.kernel.secrecy import Viewer, sees
from domain.kernel.values import Seat


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal anew what the viewer cannot see: cards, tokens, and the answers that lie sealed."""
    hidden = [seat for seat in range(len(state.houses)) if not sees(viewer, seat)]
    if not hidden or state.result is not None:
        return state
    luck = ChanceRng(chance, "guess")
    state = _with_cards(state, hidden, _known_dowry(state, viewer), chance)
    for seat in hidden:
        state = state.with_house(seat, _with_tokens(state, seat, luck))
    for seat in hidden:
        state = state.with_house(seat, _with_answer(state, seat, luck))
    if state.offer is not None and not _is_party(state.offer, viewer):
        state = replace(state, offer=_with_dowry(state, state.offer, chance))
    if state.battle is not None and state.battle.attacker in hidden:
        state = replace(state, battle=_with_commitment(state, state.battle, luck))
    return state


def _is_party(offer: Offer, viewer: Viewer) -> bool:
    return sees(viewer, offer.seat) or sees(viewer, offer.target_seat)


def _known_dowry(state: State, viewer: Viewer) -> dict[Seat, tuple[CardId, ...]]:
    """AC-R33: who is courted knows the cards that are promised."""
    offer = state.offer
    if offer is None or not sees(viewer, offer.target_seat):
        return {}
    return {offer.seat: offer.cards}


def _with_cards(
    state: State, hidden: list[Seat], known: dict[Seat, tuple[CardId, ...]], chance: Chance
) -> State:
    """Shuffle all cards in unknown places and deal the hands from them; the rest is the deck."""
    pool = list(state.deck)
    for seat in hidden:
        hand = list(state.houses[seat].hand)
        for card in known.get(seat, ()):
            hand.remove(card)
        pool += hand
    cards = list(chance.shuffle("guess", pool))
    for seat in hidden:
        house, held = state.houses[seat], known.get(seat, ())
        drawn = [cards.pop() for _ in range(len(house.hand) - len(held))]
        hand_of = state.setup.in_order((*held, *drawn))
        state = state.with_house(seat, replace(house, hand=hand_of))
    return replace(state, deck=tuple(cards))


def _with_tokens(state: State, seat: Seat, luck: Rng) -> House:
    """AC-R13: the total behind a screen is known; what is promised with an offer is held."""
    house, offer, now = state.houses[seat], state.offer, state.happening
    told: Counts = offer.tokens if offer and offer.seat == seat else (0,) * len(house.supply)
    lacks_food = now is not None and bool(now.missing) and now.missing[seat] > 0
    rest = _drawn(state, sum(house.supply) - sum(told), luck, lacks_food=lacks_food)
    taken = house.last_potential
    if taken is not None and not state.options.public_potential:
        tokens = _drawn(state, taken.count, luck, lacks_food=False)
        taken = Potential(count=taken.count, tokens=tokens)
    return replace(house, supply=tuple(map(add, told, rest)), last_potential=taken)


def _drawn(state: State, number: int, luck: Rng, *, lacks_food: bool) -> Counts:
    kinds = [kind for kind in state.setup.tokens if not (lacks_food and kind == "food")]
    return state.setup.tally([kinds[luck.randrange(len(kinds))] for _ in range(number)])


def _with_answer(state: State, seat: Seat, luck: Rng) -> House:
    """AC-R68: a sealed answer may be any that the seat could give."""
    house = state.houses[seat]
    if house.sealed is None:
        return house
    choices = Choices(seat=seat, items=tuple(BY_PHASE[state.phase](state, seat)))
    answer: Sealed = msgspec.convert(choices.sample(luck), Sealed)
    return replace(house, sealed=answer)


def _with_dowry(state: State, offer: Offer, chance: Chance) -> Offer:
    """AC-R33: others know only how many cards are promised."""
    cards = chance.shuffle("guess", state.houses[offer.seat].hand)[: len(offer.cards)]
    return replace(offer, cards=state.setup.in_order(cards))


def _with_commitment(state: State, battle: Battle, luck: Rng) -> Battle:
    """AC-R39, AC-R41: what lies behind an attack may be any combat tokens, and a Commander."""
    if battle.outcome is not None:
        return battle
    tokens = combat_tokens(state, battle.attacker).sample(luck)
    target = None
    if battle.kind == "territory" and "commander" in state.houses[battle.attacker].hand:
        named = (None, *(one.id for one in state.on(battle.place)))
        target = named[luck.randrange(len(named))]
    return replace(battle, tokens=state.setup.counts(tokens), commander_target=target)
