"""Positions of Burnmelt Cave, reached by events: given these, when a seat acts, then those follow."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from domain.catalog import RULESETS
from domain.games.burnmelt.events import (
    BurnmeltEvent,
    CardsPlayed,
    CentreCardChosen,
    CentreRevealed,
    GameStarted,
    HandDealt,
    PlayerOut,
    RewardsTaken,
    RoundStarted,
    TurnStarted,
)
from domain.games.burnmelt.state import State
from tests.games.table import AnyTable, scripted, set_up

BURNMELT = RULESETS["burnmelt"]
K, M, T, P = "knight", "mage", "thief", "priest"
TYPES = (K, M, T, P)


class Table(AnyTable[State]):
    """A game at some position, and what has happened since it was laid out."""

    rules = BURNMELT

    def plays(
        self, seat: int, adventurer: str, count: int, take: dict[str, int] | None = None
    ) -> list[BurnmeltEvent]:
        """Let a seat play cards."""
        return self.acts(seat, "play_cards", adventurer=adventurer, count=count, take=take)

    def plays_on(self, rng: random.Random | None = None) -> list[BurnmeltEvent]:
        """Play at random to the next bookkeeping that is not `start_round`, or to the end."""
        rng = rng or random.Random(7)
        events: list[BurnmeltEvent] = []
        while BURNMELT.upkeep(self.state) is None:
            seat = self.state.awaiting[0]
            action = BURNMELT.legal(self.state, seat).sample(rng)
            events += self.acts(seat, action.pop("type"), **action)
        return events

    @property
    def centre(self) -> dict[str, int]:
        """What lies in the Centre."""
        return self.state.setup.cards(self.state.centre)

    def pile(self, seat: int) -> dict[str, int]:
        """The Reward pile of a seat."""
        return self.state.setup.cards(self.state.seats[seat].rewards)


def fresh(
    players: int = 4,
    script: dict[str, Sequence[Any]] | None = None,
    edition: Any = None,
    **options: Any,
) -> Table:
    """A game that has just been set up; `script` fixes outcomes of chance."""
    chance = scripted(script)
    return Table(set_up(BURNMELT, players, chance, edition, options), chance)


def dealt(players: int = 4, deck: Sequence[str] = (), **options: Any) -> Table:
    """A game after its first deal, `deck` on top of the shuffled pile."""
    table = fresh(players, {"adventurer_cards": [list(deck)]}, **options)
    table.keeps()
    return table


def midway(  # one argument for each thing that may matter
    hands: dict[int, dict[str, int]],
    centre: dict[str, int],
    *,
    players: int = 4,
    turn: int = 0,
    at: dict[str, int] | None = None,
    piles: dict[int, dict[str, int]] | None = None,
    out: Sequence[int] = (),
    round: int = 1,
    rounds: int = 2,
    bonus: Sequence[int] = (300, 200, 100),
    scored: Sequence[BurnmeltEvent] = (),
    starter: int = 0,
    open_rewards: bool = False,
) -> Table:
    """A round in the middle: hands (a knight where none is named), Centre, pieces, piles, who is out."""
    options = BURNMELT.options(rounds=rounds, starting_seat=starter, open_rewards=open_rewards)
    state = BURNMELT.initial(BURNMELT.edition, players, options)
    events: list[BurnmeltEvent] = [
        GameStarted(
            players=players,
            rounds=rounds,
            open_rewards=open_rewards,
            starting_seat=starter,
            edition_id="burnmelt_default",
        ),
        *scored,
        RoundStarted(
            round=round,
            ranking_side=f"{round}R",
            starting_seat=starter,
            bonus_stack=tuple(bonus),
            hand_size=15,
            set_aside={},
            set_aside_count=0,
        ),
    ]
    for seat in range(players):
        hand = dict(hands.get(seat, {} if seat in out else {K: 1}))
        hand[K] = hand.get(K, 0) + 1
        events.append(HandDealt(seat=seat, count=15, cards=hand))
    events += [CentreCardChosen(seat=seat, adventurer=K) for seat in range(players)]
    events.append(CentreRevealed(cards=(K,) * players))
    for name, distance in (at or {}).items():
        events.append(
            CardsPlayed(
                seat=0, adventurer=name, count=0, steps=0, from_distance=0, to_distance=distance
            )
        )
    for seat in range(players):
        pile = (piles or {}).get(seat, {})
        events.append(
            RewardsTaken(seat=seat, from_centre=pile, from_played=0, adventurer=K, centre=centre)
        )
    for place, seat in enumerate(out, start=1):
        events.append(
            PlayerOut(
                seat=seat, place=place, bonus=bonus[place - 1] if place <= len(bonus) else None
            )
        )
    events.append(TurnStarted(seat=turn))
    return Table(state).evolved(events)
