"""An action in progress: its gains, with the [Constant]s of the cards in force, and its draws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from domain.games.tavern_heroes.edition.cards import Policy, Skill
from domain.games.tavern_heroes.edition.words import CardId, Counter, Occasion
from domain.games.tavern_heroes.events import (
    ArmamentDeckReshuffled,
    ArmamentLevelRaised,
    ArmamentReason,
    ArmamentsDiscarded,
    ArmamentsDrawn,
    Counts,
    EffectPerformed,
    PolicyBonusGained,
    ResourceCardsDiscarded,
    ResourceDeckReshuffled,
    ResourceReason,
    ResourceTaken,
    Row,
    RowRefilled,
    TerritoryGained,
    TerritoryKind,
)
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.state import SeatState, State, evolve
from domain.games.tavern_heroes.state.evolving import settled
from domain.kernel.chance import Chance
from domain.kernel.play import Play
from domain.kernel.values import Seat

NOTHING: Counts = {}

ORDER: tuple[Counter, ...] = ("renown", "funds", "information", "universal_resource", "cubes")
"""TH-R31: in this order the gains of one effect are taken."""

INCREASED: tuple[Literal["funds", "information", "cubes"], ...] = ("funds", "information", "cubes")
"""TH-088: counters of which a [Constant] may bring more."""


def in_force(state: State, seat: SeatState) -> Iterator[Policy | Skill]:
    """TH-089, TH-122: the cards whose [Constant]s act: skills of talents face up, and the Policy.

    A seat that has passed gives its Policy away or acts no more.
    """
    for talent in seat.talents:
        if talent.face_up:
            for skill in state.edition.talent[talent.talent].skills:
                yield state.edition.skill[skill]
    if seat.policy is not None:
        yield state.edition.policy[seat.policy]


def constant(state: State, seat: SeatState, on: Occasion) -> int:
    """TH-088, TH-121: what all cards in force add on an occasion."""
    return sum([card.constant(on) for card in in_force(state, seat)])


def limited(state: State, number: Seat, seat: SeatState, amounts: Mapping[Counter, int]) -> Counts:
    """TH-094, TH-097: cut the gains of a seat, as it is by now, to what caps and supply let in."""
    limits = state.edition.limits
    gained: Counts = {}
    for counter in ORDER:
        amount = amounts.get(counter, 0)
        if not amount:
            continue
        if counter == "cubes":
            after = settled(seat, NOTHING, gained)
            room = state.supply_beside(state.with_seat(number, after))
        elif counter == "renown":
            room = amount
        else:
            room = getattr(limits, counter) - getattr(seat, counter)
        if room > 0:
            gained[counter] = min(amount, room)
    return gained


class Turn:
    """An action of a seat in progress. It knows which gains were increased: TH-R10, once of a kind."""

    __slots__ = ("_increased", "is_privileged", "play", "seat")

    def __init__(self, play: TavernHeroesPlay, seat: Seat) -> None:
        self.play = play
        self.seat = seat
        self.is_privileged = False
        self._increased: set[Counter] = set()

    def branch(self, chance: Chance) -> Turn:
        """Give the same turn, to be tried out apart with other luck."""
        tried = Turn(Play(self.state, evolve, chance), self.seat)
        tried._increased |= self._increased
        return tried

    @property
    def state(self) -> State:
        """The state after what has been recorded."""
        return self.play.state

    @property
    def player(self) -> SeatState:
        """What the seat has now."""
        return self.play.state.seats[self.seat]

    def gains(self, amounts: Mapping[Counter, int], paid: Counts = NOTHING) -> Counts:
        """TH-088, TH-094: settle what the seat really gains."""
        if not amounts:
            return {}
        more = dict(amounts)
        for counter in INCREASED:
            if more.get(counter) and counter not in self._increased:
                self._increased.add(counter)
                more[counter] += constant(self.state, self.player, counter)
        return limited(self.state, self.seat, settled(self.player, paid, NOTHING), more)

    def perform(
        self,
        kind: str,
        *,
        pays: Mapping[Counter, int] = NOTHING,
        gains: Mapping[Counter, int] = NOTHING,
    ) -> None:
        """TH-033: record an effect with what it costs and brings."""
        paid: Counts = {counter: n for counter, n in pays.items() if n}
        self.play.record(
            EffectPerformed(
                seat=self.seat,
                kind=kind,
                paid=paid,
                gained=self.gains(gains, paid),
                privileged=self.is_privileged,
            )
        )

    def take_resources(self, number: int) -> None:
        """TH-048, TH-101, TH-R19: take Resource cards from the deck, as many as can be taken."""
        for _ in range(number):
            if not self.state.can_take_resource:
                return
            self.take_resource()

    def take_resource(self, *, is_bought: bool = False) -> None:
        """TH-101: take the top Resource card; an empty deck is first made anew."""
        if not self.state.resource_deck:
            deck = self.play.shuffle("resource_reshuffle", self.state.resource_discard[:-1])
            self.play.record(ResourceDeckReshuffled(count=len(deck), deck=deck))
        card = self.state.resource_deck[0]
        price = self.state.edition.price(card) if is_bought else 0
        self.play.record(ResourceTaken(seat=self.seat, card=card, source="deck", price=price))

    def draw_armaments(self, number: int) -> None:
        """TH-104, TH-105: draw Armament cards; when the deck runs out the discard pile makes it anew."""
        while number:
            cards = self.state.armament_deck[:number]
            if cards:
                self.play.record(ArmamentsDrawn(seat=self.seat, count=len(cards), cards=cards))
                number -= len(cards)
            elif self.state.armament_discard:
                deck = self.play.shuffle("armament_reshuffle", self.state.armament_discard)
                self.play.record(ArmamentDeckReshuffled(count=len(deck), deck=deck))
            else:
                return

    def strengthen(self, by: int) -> None:
        """TH-060, TH-073, TH-084: raise the Armament Level up to its limit, then draw as many cards."""
        level = min(self.player.armament_level + by, self.state.edition.limits.armament_level)
        if level > self.player.armament_level:
            self.play.record(ArmamentLevelRaised(seat=self.seat, level=level))
        self.draw_armaments(level)

    def spend_stone(self, card: CardId) -> None:
        """TH-106: discard the card that pays a magic stone."""
        if card in self.state.edition.resource:
            self.discard_resources((card,), "stone")
        else:
            self.play.record(ArmamentsDiscarded(seat=self.seat, cards=(card,), reason="stone"))

    def discard_resources(self, cards: tuple[CardId, ...], reason: ResourceReason) -> None:
        """TH-058, TH-100: put Resource cards on the discard pile, the last one on top."""
        if cards:
            self.play.record(ResourceCardsDiscarded(seat=self.seat, cards=cards, reason=reason))

    def discard_armaments(self, cards: tuple[CardId, ...], reason: ArmamentReason) -> None:
        """TH-103: put Armament cards on the discard pile, the last one on top."""
        if cards:
            self.play.record(ArmamentsDiscarded(seat=self.seat, cards=cards, reason=reason))

    def gain_territory(self, kind: TerritoryKind, card: CardId, renown: int) -> None:
        """TH-051, TH-090, TH-114: add a territory, with its Renown and the Territory bonus."""
        index = len(self.player.territories)
        self.play.record(
            TerritoryGained(
                seat=self.seat,
                index=index,
                kind=kind,
                card=card,
                renown=renown,
                bonus=self.state.edition.bonuses.territory[index],
            )
        )

    def refill(self, row: Row) -> None:
        """TH-004: turn up the top card of a row's deck while the deck lasts."""
        deck = getattr(self.state, f"{row}_deck")
        if deck:
            self.play.record(RowRefilled(row=row, card=deck[0]))

    def gain_policy_bonus(self, on: Occasion) -> None:
        """TH-121: gain the Renown that the [Constant]s in force give for a deed, last of all."""
        policy, renown = self.player.policy, constant(self.state, self.player, on)
        if renown and policy is not None:
            self.play.record(PolicyBonusGained(seat=self.seat, policy=policy, renown=renown))
