"""A full state that fits what a viewer knows: for bots that search, and for the test of secrecy."""

from __future__ import annotations

from operator import add

import msgspec
from msgspec.structs import replace

from domain.games.aristoocrazy.actions import Sealed
from domain.games.aristoocrazy.choices.legal import draw
from domain.games.aristoocrazy.choices.turns import combat_tokens
from domain.games.aristoocrazy.state.on_cards import parted, with_held
from domain.games.aristoocrazy.state.table import Battle, House, Offer, State, Taking
from domain.kernel.chance import Chance, ChanceRng, Rng
from domain.kernel.dealing import GUESS, deal_anew
from domain.kernel.secrecy import Viewer, sees
from domain.kernel.values import Seat

SWEEPS = 3
"""How often each token that was taken unseen may change its kind: after that little of the truth shows."""


def guess(state: State, viewer: Viewer, chance: Chance) -> State:
    """Deal anew what the viewer cannot see: cards, tokens, and the answers that lie sealed."""
    hidden = [seat for seat in range(len(state.houses)) if not sees(viewer, seat)]
    if not hidden or state.result is not None:
        return state
    luck = ChanceRng(chance, GUESS)
    state = _with_cards(state, hidden, viewer, chance)
    if not state.options.public_potential:
        for seat in hidden:
            state = state.with_house(seat, _with_tokens(state, seat, luck))
    for seat in hidden:
        state = state.with_house(seat, _with_answer(state, seat, luck))
    if state.offer is not None and not _is_party(state.offer, viewer):
        state = _with_dowry(state, state.offer)
    if state.battle is not None and state.battle.attacker in hidden:
        state = replace(state, battle=_with_commitment(state, state.battle, luck))
    return state


def _is_party(offer: Offer, viewer: Viewer) -> bool:
    return sees(viewer, offer.seat) or sees(viewer, offer.target_seat)


def _with_cards(state: State, hidden: list[Seat], viewer: Viewer, chance: Chance) -> State:
    """AC-R33, AC-R56: a card stays where it was seen to go, and came out of the shuffle that it came out of."""
    known, unknown = {}, {}
    for seat in hidden:
        house = state.houses[seat]
        cards = house.known_to(viewer) if viewer >= 0 else ()
        unknown[seat], known[seat] = parted(house.held, cards)
    places = [one for seat in hidden for one in unknown[seat]]
    places += [(card, state.reshuffles) for card in state.deck]
    batches = [reshuffles for _, reshuffles in places]
    cards = deal_anew(chance, [card for card, _ in places], batches)
    dealt = list(zip(cards, batches, strict=True))
    for seat in hidden:
        number = len(unknown[seat])
        house = with_held(state, state.houses[seat], (*known[seat], *dealt[:number]))
        state = state.with_house(seat, _with_shown(house, viewer, chance))
        dealt = dealt[number:]
    return replace(state, deck=tuple([card for card, _ in dealt]))


def _with_shown(house: House, viewer: Viewer, chance: Chance) -> House:
    """AC-R33: what a third seat knows of a hand are any cards of it, as many as it knows."""
    if not house.shown:
        return house
    shown = tuple(
        known if seat == viewer else chance.shuffle(GUESS, house.hand)[: len(known)]
        for seat, known in enumerate(house.shown)
    )
    return replace(house, shown=shown)


def _with_tokens(state: State, seat: Seat, luck: Rng) -> House:
    """AC-R13: all that is unknown of a supply are kinds taken in a potential phase; let them be others."""
    house = state.houses[seat]
    unseen = Unseen(house.takings, food=state.setup.tokens.index("food"), size=len(house.supply))
    for _ in range(SWEEPS):
        unseen.sweep(luck)
    taken = house.last_potential
    if taken is not None:
        taken = replace(taken, tokens=tuple(map(add, taken.tokens, unseen.changes[-1])))
    return replace(
        house,
        supply=tuple(map(add, house.supply, map(sum, zip(*unseen.changes, strict=True)))),
        takings=unseen.as_takings(),
        last_potential=taken,
    )


def _with_answer(state: State, seat: Seat, luck: Rng) -> House:
    """AC-R68: a sealed answer may be any that the seat could give."""
    house = state.houses[seat]
    if house.sealed is None:
        return house
    answer: Sealed = msgspec.convert(draw(state, seat, luck), Sealed)
    return replace(house, sealed=answer)


def _with_dowry(state: State, offer: Offer) -> State:
    """AC-R33: others know only how many cards are promised; the opponent knows them."""
    cards = state.houses[offer.seat].known_to(offer.target_seat)[: len(offer.cards)]
    return replace(state, offer=replace(offer, cards=state.setup.in_order(cards)))


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


class Unseen:
    """The tokens that a seat has taken unseen, while a guess changes their kinds.

    Nothing changes that others know of: how many tokens were taken, which characters gave two, what could
    be paid and was promised since, and when there was no food left.
    """

    def __init__(self, takings: tuple[Taking, ...], *, food: int, size: int) -> None:
        self._takings = takings
        self._food = food
        self._given = [[list(source.given) for source in one.sources] for one in takings]
        self._spare = [list(one.spare) for one in takings]
        self.changes: list[list[int]] = [[0] * size for _ in takings or (None,)]
        """By taking, how many tokens of each kind are more or fewer than they were."""

    def sweep(self, luck: Rng) -> None:
        """Offer each token another kind of its character's, and each single token another character."""
        for number, taking in enumerate(self._takings):
            for place, source in enumerate(taking.sources):
                for one in range(len(self._given[number][place])):
                    self._change(number, (place, one), luck.randrange(len(source.kinds)))
                if len(self._given[number][place]) == 1:
                    self._move(number, place, luck)

    def _change(self, number: int, at: tuple[int, int], choice: int) -> None:
        place, one = at
        given = self._given[number][place]
        new = self._takings[number].sources[place].kinds[choice]
        if self._exchange(number, given[one], new):
            given[one] = new

    def _move(self, number: int, place: int, luck: Rng) -> None:
        sources, given = self._takings[number].sources, self._given[number]
        other = luck.randrange(len(sources))
        kinds = sources[other].kinds
        if given[other] or not kinds:
            return
        new = kinds[luck.randrange(len(kinds))]
        if self._exchange(number, given[place][0], new):
            given[place], given[other] = [], [new]

    def _exchange(self, number: int, old: int, new: int) -> bool:
        """Have another kind from a taking on, unless something that is known since is against it."""
        if old == new:
            return True
        since = range(number, len(self._takings))
        if any(not self._spare[one][old] for one in since):
            return False
        if new == self._food and any(self._takings[one].lacked_food for one in since):
            return False
        for one in since:
            self._spare[one][old] -= 1
            self._spare[one][new] += 1
        self.changes[number][old] -= 1
        self.changes[number][new] += 1
        return True

    def as_takings(self) -> tuple[Taking, ...]:
        """Give the takings as they are now."""
        return tuple(
            replace(
                taking,
                sources=tuple(
                    replace(source, given=tuple(kinds))
                    for source, kinds in zip(taking.sources, given, strict=True)
                ),
                spare=tuple(spare),
            )
            for taking, given, spare in zip(self._takings, self._given, self._spare, strict=True)
        )
