"""What a bot reads from its view, and what it holds things to be worth, in victory points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from domain.games.aristoocrazy.actions import CharacterId, TerritoryId
from domain.games.aristoocrazy.edition.tables import TraitId
from domain.games.aristoocrazy.state.setup import COMBAT
from domain.games.aristoocrazy.view import AristoocrazyView, CharacterView, SeatView, TerritoryView
from domain.kernel.values import Seat, Value

SCORING: frozenset[TraitId] = frozenset({"bravery", "rulership", "education"})

TOKEN = 0.16
"""What a token is worth, that is: a character in each round that is left."""
TERRITORY = 0.45
"""What a territory brings in each count that is left, since most territories score."""
ROOM = 0.35
"""What a free space is worth while there is a reserve to fill it."""
LIFE = 0.25
"""What a life of a character is worth that does not die of losing it."""

TRAITS: Mapping[TraitId, float] = {
    "sword": 1.0,
    "bow": 1.0,
    "magic": 1.0,
    "bravery": 1.1,
    "rulership": 1.1,
    "education": 1.1,
    "food": 1.0,
    "money": 0.9,
    "luck": 1.2,
    "dementia": 0.0,
}
"""What the traits are worth beside each other."""

CARDS: Mapping[str, float] = {
    "victory_point": 1.0,
    "commander": 0.3,
    "castle": 0.45,
    "cancel_event": 0.4,
    "fate": 0.35,
    "herbalist": 0.25,
    "genetics": 0.3,
    "love_potion": 0.5,
    "love_potion_4": 0.45,
    "potion_of_strength": 0.4,
    "potion_of_life": 0.3,
    "epidemic": 0.2,
}
"""What the action cards are worth in hand."""


class Outlook(Value):
    """The table from one seat."""

    view: AristoocrazyView
    me: Seat
    own: SeatView
    supply: Mapping[str, int]
    hand: tuple[str, ...]
    rounds_left: int
    """Rounds to come after this one."""
    counts_left: int
    people: dict[CharacterId, CharacterView]
    kinds: frozenset[TraitId]
    """The traits that own characters have."""

    def land(self, territory: TerritoryId) -> TerritoryView:
        """Find a territory."""
        return self.view.territories[territory]

    def room(self) -> int:
        """Count the own free spaces."""
        lands = self.view.territories.values()
        return sum([land.free_spaces for land in lands if land.owner == self.me])

    def defenders(self, territory: TerritoryId) -> list[CharacterView]:
        """Give who stands on a territory."""
        return [self.people[one] for one in self.land(territory).characters]

    def child(self) -> float:
        """Value a character: its tokens to come, and the bonus for most characters."""
        return 0.35 + TOKEN * (1 + self.rounds_left)

    def territory(self, territory: TerritoryId) -> float:
        """Value a territory: its part in the counts, and its spaces."""
        spaces = self.land(territory).spaces - self.land(territory).castle
        is_needed = self.own.reserve and self.rounds_left
        worth = ROOM if self.room() < 2 else 0.3 * ROOM
        return TERRITORY * self.counts_left + (worth * spaces if is_needed else 0.0) + 0.1

    def ageing(self, one: CharacterView, amount: int = 1) -> float:
        """Value what age tokens cost: near the end lives are worth little, but not the last one."""
        if one.age + amount >= one.lives:
            return self.child() + 0.1 * self.quality(one.traits)
        left = one.lives - one.age - amount
        return amount * LIFE * min(1.0, 0.2 + 0.2 * self.rounds_left) / left

    def quality(self, traits: Sequence[TraitId]) -> float:
        """Value traits of a character: kinds that the house lacks are worth more."""
        return sum([TRAITS[one] + (0.3 if one not in self.kinds else 0.0) for one in set(traits)])

    def prospect(self, traits: Iterable[TraitId], others: Iterable[TraitId]) -> float:
        """Value what a child of two parents will be, on average."""
        six = [*traits, *others]
        fresh = len(set(six) - {"dementia"}) / len(six)
        return fresh * sum([TRAITS[one] for one in six]) / 2


def outlook(view: AristoocrazyView, me: Seat) -> Outlook:
    """Look at the table from a seat."""
    own = view.seats[me]
    return Outlook(
        view=view,
        me=me,
        own=own,
        supply={str(kind): number for kind, number in (own.supply or {}).items()},
        hand=own.hand or (),
        rounds_left=view.rounds - view.round,
        counts_left=sum(number >= view.round for number in view.counting_rounds),
        people={one.id: one for seat in view.seats for one in seat.characters},
        kinds=frozenset(trait for one in own.characters for trait in one.traits),
    )


def strength(one: CharacterView) -> int:
    """AC-071: count the traits that fight."""
    return sum([trait in COMBAT for trait in one.traits])


WINS = {
    lead: sum(one + lead > other for one in range(1, 7) for other in range(1, 7)) / 36
    for lead in range(-6, 7)
}


def chance_to_win(lead: float) -> float:
    """Tell how likely a side wins that is ahead by so much before the dice."""
    return WINS[max(-6, min(6, round(lead)))]


def combat_tokens(held: Mapping[str, int], number: int) -> dict[str, int]:
    """Take so many combat tokens, always of the kind of which most are left."""
    left = {kind: n for kind, n in held.items() if kind in COMBAT}
    taken: dict[str, int] = {}
    for _ in range(number):
        kind = max(left, key=left.__getitem__)
        left[kind] -= 1
        taken[kind] = taken.get(kind, 0) + 1
    return taken


def combat_total(held: Mapping[str, int]) -> int:
    """Count the combat tokens."""
    return sum([n for kind, n in held.items() if kind in COMBAT])


def expected_tokens(seat: SeatView) -> float:
    """Guess how many combat tokens a seat will commit: it holds some behind its screen."""
    return 0.2 * seat.supply_total


def stake(held: Mapping[str, int], lead: float, prize: float) -> tuple[int, float]:
    """Choose how many tokens to commit, and tell what that is worth."""
    offers = [
        (number, prize * chance_to_win(lead + number) - 0.6 * TOKEN * number)
        for number in range(min(8, combat_total(held)) + 1)
    ]
    return max(offers, key=lambda offer: offer[1])
