"""Server bots of Burnmelt Cave: they see a view and their choices, nothing else.

`greedy` follows the advice of docs/rules/burnmelt.md, section 8: it counts cards, deals those that it
has not seen at random, plays the round on in its mind after each play that it could make, and makes
the one that brings its own pile and Bonus card most on average.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.burnmelt.rules import landing
from domain.games.burnmelt.scoring import largest_sets, ranking
from domain.games.burnmelt.state import NONE, Counts, changed
from domain.games.burnmelt.view import BurnmeltView, SeatView
from domain.kernel.chance import Rng
from domain.kernel.choices import Allocation, Choice, Choices
from domain.kernel.values import Json, Seat, Value

LOOKS = ((None, 3), (6, 6), (3, 9))
"""How many plans are looked at, the best so far, and how often: the fewer the more closely."""

SPACES_A_CARD = 0.5
"""How far a card in unknown hands is reckoned to move its piece, since some of them lie aside,
are spent as Centre cards or come too late."""

PLACES = range(len(NONE))


class Known(Value):
    """What a bot knows of a round; types go by their place, as in the state."""

    me: Seat
    names: tuple[str, ...]
    hand: Counts
    pile: Counts
    centre: Counts
    distances: Counts
    unseen: tuple[int, ...]
    """A type for each card in unknown places."""
    hand_counts: tuple[int, ...]
    steps: tuple[int, ...]
    values: tuple[int, ...]
    """Of the first, second, third and fourth piece."""
    bonuses: tuple[int, ...]
    is_largest_negative: bool


class Plan(Value):
    """A play that could be made: what is played, what is taken from the Centre, and the action."""

    place: int
    count: int
    take: Counts
    action: dict[str, Json]


def greedy(view: BurnmeltView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    own = view.seats[choices.seat]
    if view.phase == "turns":
        return _best_play(view, choices, rng)
    if view.phase == "choose_centre":
        # Advice 9: of the type of which there are fewest; big sets are worth keeping whole.
        hand = own.hand or {}
        fewest = [name for name, count in hand.items() if count == min(hand.values())]
        return {
            "type": "choose_centre_card",
            "adventurer": fewest[rng.randrange(len(fewest))],
        }
    cheapest = min(own.negative_options or (), key=lambda name: view.pieces[name].value)
    return {"type": "choose_negative_type", "adventurer": cheapest}


def _best_play(view: BurnmeltView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Look at all plans a few times, then ever more closely at the ever fewer that bring most."""
    known = known_of(view, view.seats[choices.seat])
    plans = [plan_of(known, choice) for choice in choices.items]
    if len(plans) == 1:
        return plans[0].action
    gold = [0] * len(plans)
    best = list(range(len(plans)))
    for few, times in LOOKS:
        best = best[:few]
        for _ in range(times):
            hands = _deal(known, rng)
            for number in best:
                gold[number] += _play_on(known, hands, plans[number], rng)
        best.sort(key=gold.__getitem__, reverse=True)
    return plans[best[0]].action


def known_of(view: BurnmeltView, own: SeatView) -> Known:
    """Advice 1: count the cards; what has not been seen is in other hands or set aside."""
    names = tuple(view.pieces)
    hand, played = _counts(names, own.hand), _counts(names, view.played)
    revealed = view.centre_cards or ()
    unseen = tuple(
        view.cards_per_type - hand[place] - played[place] - revealed.count(name)
        for place, name in enumerate(names)
    )
    return Known(
        me=own.seat,
        names=names,
        hand=hand,
        pile=_counts(names, own.rewards),
        centre=_counts(names, view.centre),
        distances=tuple(piece.distance for piece in view.pieces.values()),
        unseen=tuple(place for place in PLACES for _ in range(unseen[place])),
        hand_counts=tuple(seat.hand_count for seat in view.seats),
        steps=view.step_table,
        values=view.ranking_values,
        bonuses=view.bonus_stack,
        is_largest_negative=view.round == 2,
    )


def _counts(names: tuple[str, ...], cards: dict[str, int] | None) -> Counts:
    return tuple(cards.get(name, 0) for name in names) if cards else NONE


def plan_of(known: Known, choice: Choice) -> Plan:
    """Settle what to take with a play (advice 4)."""
    place, count = known.names.index(choice.fixed["adventurer"]), choice.fixed["count"]
    take, named = known.centre, None
    open_take = choice.open.get("take")
    if isinstance(open_take, Allocation):
        take = _best_take(known, place, count, open_take.min)
        named = {known.names[p]: n for p, n in enumerate(take) if n}
    action = {"type": choice.type, **choice.fixed, "take": named}
    return Plan(place=place, count=count, take=take, action=action)


def _best_take(known: Known, place: int, count: int, number: int) -> Counts:
    """Take card by card what adds most to the pile as the pieces are expected to come in."""
    values = _expected_values(known, place, count)
    pile, taken = list(known.pile), list(NONE)
    for _ in range(number):
        worth = {
            one: _pile_value([*pile[:one], pile[one] + 1, *pile[one + 1 :]], values, known)
            for one in PLACES
            if taken[one] < known.centre[one]
        }
        best = max(worth, key=worth.__getitem__)
        pile[best] += 1
        taken[best] += 1
    return tuple(taken)


def _expected_values(known: Known, place: int, count: int) -> list[int]:
    """Advice 2: after this play the rest of each own set runs whole, and unknown cards one by one."""
    left = changed(known.hand, place, -count)
    ends = [
        known.distances[one]
        + (_steps(known, left[one]) if left[one] else 0)
        + SPACES_A_CARD * known.unseen.count(one)
        for one in PLACES
    ]
    ends[place] += _steps(known, count)
    return _values(known, ends)


def _steps(known: Known, count: int) -> int:
    return known.steps[min(count, len(known.steps)) - 1]


def _values(known: Known, distances: Sequence[float]) -> list[int]:
    """Value a card of each type by how far its piece has come."""
    values = [0] * len(distances)
    for place, value in zip(ranking(distances), known.values, strict=True):
        values[place] = value
    return values


def _pile_value(pile: Sequence[int], values: Sequence[int], known: Known) -> int:
    """Value a pile; advice 8: in the second round the largest set counts as negative."""
    total = sum([count * value for count, value in zip(pile, values, strict=True)])
    if known.is_largest_negative:
        total -= 2 * min([pile[one] * values[one] for one in largest_sets(pile)])
    return total


def _deal(known: Known, rng: Rng) -> list[list[int]]:
    """Advice 10: deal the unseen cards to the other hands as they might lie."""
    cards = list(known.unseen)
    hands = []
    for seat, size in enumerate(known.hand_counts):
        if seat == known.me:
            hands.append(list(known.hand))
            continue
        hand = list(NONE)
        for _ in range(size):
            hand[cards.pop(int(rng.random() * len(cards)))] += 1
        hands.append(hand)
    return hands


def _play_on(known: Known, hands: list[list[int]], plan: Plan, rng: Rng) -> int:
    """Make a play in mind, let everybody play their cards at random, and count the own gold."""
    mind = Mind(known, hands)
    seat = known.me
    mind.play(seat, plan.place, plan.count, plan.take)
    while True:
        seat = mind.following(seat)
        if not mind.left[seat]:
            return mind.gold()
        mind.play(seat, *mind.any_cards(seat, rng))


class Mind:
    """A round as a bot plays it on in its mind, with no pile but the bot's own.

    It changes as it is played: a decision takes thousands of plays, too many for a frozen state.
    """

    __slots__ = ("bonus", "centre", "distances", "hands", "known", "left", "out", "pile")

    def __init__(self, known: Known, hands: list[list[int]]) -> None:
        self.known = known
        self.hands = [hand.copy() for hand in hands]
        self.left = list(known.hand_counts)
        self.centre = list(known.centre)
        self.distances = list(known.distances)
        self.pile = list(known.pile)
        self.out = 0
        self.bonus = 0

    def following(self, seat: Seat) -> Seat:
        """BM-029: give the next clockwise who is in; the seat itself, in or out, when no other is."""
        players = len(self.left)
        for _ in range(players):
            seat = (seat + 1) % players
            if self.left[seat]:
                break
        return seat

    def any_cards(self, seat: Seat, rng: Rng) -> tuple[int, int]:
        """Choose a type of the hand, likelier the more cards it has, and how many of them."""
        hand = self.hands[seat]
        card, place = int(rng.random() * self.left[seat]), 0
        while card >= hand[place]:
            card -= hand[place]
            place += 1
        return place, 1 + int(rng.random() * hand[place])

    def play(self, seat: Seat, place: int, count: int, take: Counts | None = None) -> None:
        """BM-019 to BM-036: play cards; without `take` those of the pieces in front are taken."""
        self.hands[seat][place] -= count
        self.left[seat] -= count
        steps = _steps(self.known, count)
        self.distances[place] = landing(self.distances, place, steps)
        need = count if self.left[seat] else count + 1
        taken = take or self._leading(need)
        from_played = need - sum(taken)
        for one in PLACES:
            self.centre[one] -= taken[one]
        self.centre[place] += count - from_played
        if seat == self.known.me:
            for one in PLACES:
                self.pile[one] += taken[one]
            self.pile[place] += from_played
        if not self.left[seat]:
            self._go_out(seat)

    def _leading(self, need: int) -> list[int]:
        if need >= sum(self.centre):
            return self.centre.copy()
        taken = list(NONE)
        for one in ranking(self.distances):
            taken[one] = min(need, self.centre[one])
            need -= taken[one]
        return taken

    def _go_out(self, seat: Seat) -> None:
        bonuses = self.known.bonuses
        if seat == self.known.me and self.out < len(bonuses):
            self.bonus = bonuses[self.out]
        self.out += 1

    def gold(self) -> int:
        """Count the own gold at the end of the round."""
        values = _values(self.known, self.distances)
        return _pile_value(self.pile, values, self.known) + self.bonus
