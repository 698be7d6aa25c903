"""Server bots of Burnmelt Cave: they see a view and their choices, nothing else.

`greedy` follows the advice of docs/rules/burnmelt.md, section 8: it counts cards, estimates where the
pieces will end, and takes the play after which its own pile promises most.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp

from domain.games.burnmelt.actions import Cards
from domain.games.burnmelt.view import BurnmeltView, SeatView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json, Value

Worth = dict[str, float]
"""What a Reward card of each type promises to be worth at the end of the round."""

CARDS_A_PLAY = 3.0
"""How many cards another player is taken to play at a time."""
REVERSAL = 3.0
"""A lead of so many spaces is reversed about once in four times, while cards are left to play."""


class Plan(Value):
    """A play that could be made: what is played, and what is taken from the Centre."""

    adventurer: str
    count: int
    take: Cards
    action: dict[str, Json]


def greedy(view: BurnmeltView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose the play that promises most."""
    own = view.seats[choices.seat]
    if view.phase == "turns":
        best = max(_plans(view, choices), key=lambda plan: promise(view, own, plan))
        return best.action
    if view.phase == "choose_centre":
        # Advice 9: a card of the type of which there are fewest; sets are worth keeping whole.
        hand = own.hand or {}
        fewest = min(hand.values())
        held = [name for name, count in hand.items() if count == fewest]
        return {"type": "choose_centre_card", "adventurer": held[rng.randrange(len(held))]}
    cheapest = min(own.negative_options or (), key=lambda name: view.pieces[name].value)
    return {"type": "choose_negative_type", "adventurer": cheapest}


def _plans(view: BurnmeltView, choices: Choices) -> Iterator[Plan]:
    for choice in choices.items:
        name, count = choice.fixed["adventurer"], choice.fixed["count"]
        for action in choice.actions():
            take = action["take"]
            yield Plan(
                adventurer=name,
                count=count,
                take=view.centre if take is None else take,
                action=action,
            )


def promise(view: BurnmeltView, own: SeatView, plan: Plan) -> float:
    """Add up what the round promises after a play: the pile, the cards to come, the Bonus card."""
    hand = dict(own.hand or {})
    hand[plan.adventurer] -= plan.count
    left = sum(hand.values())
    worth = estimated_worth(view, hand, _distances_after(view, plan))
    pile = dict(own.rewards or {})
    for name, count in plan.take.items():
        pile[name] = pile.get(name, 0) + count
    need = plan.count + (left == 0)
    own_cards = need - sum(plan.take.values())
    pile[plan.adventurer] = pile.get(plan.adventurer, 0) + own_cards
    ranked = sorted(worth.values())
    to_come = left * (ranked[-1] + ranked[-2] + ranked[-3]) / 3
    return _pile_value(view, pile, worth) + to_come + _bonus_outlook(view, own, hand)


def _distances_after(view: BurnmeltView, plan: Plan) -> dict[str, float]:
    distances: dict[str, float] = {name: piece.distance for name, piece in view.pieces.items()}
    target = distances[plan.adventurer] + _steps(view, plan.count)
    while target in distances.values():
        target += 1
    distances[plan.adventurer] = target
    return distances


def _steps(view: BurnmeltView, count: float) -> float:
    """Give the spaces for a number of cards, also between whole numbers."""
    if count <= 0:
        return 0
    table = (0, *view.step_table)
    last = len(table) - 1
    if count >= last:
        return table[last]
    low = int(count)
    return table[low] + (count - low) * (table[low + 1] - table[low])


def estimated_worth(view: BurnmeltView, hand: Cards, distances: dict[str, float]) -> Worth:
    """Advice 1 and 2: expect the own sets to run whole and the unseen cards to be spread evenly."""
    unseen = _unseen(view, hand)
    others = [seat.hand_count for seat in view.seats if seat.hand is None and seat.hand_count]
    pool = sum(unseen.values()) or 1
    ends = {
        name: distance
        + _steps(view, hand.get(name, 0))
        + sum(_run(view, unseen[name] * held / pool) for held in others)
        for name, distance in distances.items()
    }
    doubt = REVERSAL * ((sum(others) + sum(hand.values())) / pool_size(view)) ** 0.5 + 0.1
    return {name: _expected_value(view, name, ends, doubt) for name in ends}


def pool_size(view: BurnmeltView) -> int:
    """Give the number of cards in the game."""
    return view.cards_per_type * len(view.pieces)


def _run(view: BurnmeltView, cards: float) -> float:
    """Expect another player to play their cards of a type in sets of middling size."""
    sets = max(1.0, cards / CARDS_A_PLAY)
    return sets * _steps(view, cards / sets)


def _unseen(view: BurnmeltView, hand: Cards) -> Cards:
    """Count the cards of each type that have not been seen."""
    seen = dict(view.played)
    for name in view.centre_cards or ():
        seen[name] = seen.get(name, 0) + 1
    mine = next((seat.hand for seat in view.seats if seat.hand is not None), None) or hand
    return {
        name: max(0, view.cards_per_type - seen.get(name, 0) - mine.get(name, 0))
        for name in view.pieces
    }


def _expected_value(view: BurnmeltView, name: str, ends: dict[str, float], doubt: float) -> float:
    """Value a type by the ranks that its piece may come to have."""
    rank = sum(
        1 / (1 + exp(max(-50.0, min(50.0, (ends[name] - end) / doubt))))
        for other, end in ends.items()
        if other != name
    )
    low = min(int(rank), len(view.ranking_values) - 2)
    worth = view.ranking_values
    return worth[low] + (rank - low) * (worth[low + 1] - worth[low])


def _pile_value(view: BurnmeltView, pile: Cards, worth: Worth) -> float:
    """Value a pile; advice 8: in the second of two rounds the largest set counts as negative."""
    total = sum(count * worth[name] for name, count in pile.items())
    if view.round == 1 or not pile:
        return total
    most = max(pile.values())
    return total - 2 * min(count * worth[name] for name, count in pile.items() if count == most)


def _bonus_outlook(view: BurnmeltView, own: SeatView, hand: Cards) -> float:
    """Advice 6: compare the plays still needed with those that the others need."""
    stack = view.bonus_stack
    if not stack:
        return 0
    plays = sum(1 for count in hand.values() if count)
    ahead = sum(
        1 / (1 + exp(max(-50.0, min(50.0, _plays_needed(seat) - plays))))
        for seat in view.seats
        if seat.seat != own.seat and seat.out_place is None
    )
    low = int(ahead)
    here = stack[low] if low < len(stack) else 0
    following = stack[low + 1] if low + 1 < len(stack) else 0
    return here + (ahead - low) * (following - here)


def _plays_needed(seat: SeatView) -> float:
    return seat.hand_count / CARDS_A_PLAY
