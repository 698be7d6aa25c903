"""The component data of Burnmelt Cave and what must hold for it to make a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta

from domain.kernel.constraints import (
    Complaints,
    exactly,
    faults_below,
    named_once,
    one_row_for_each,
    unique,
)
from domain.kernel.edition import Text
from domain.kernel.errors import Fault
from domain.kernel.values import Value

Source = Literal["rulebook", "house"]
Row = TypeVar("Row")

Rows: TypeAlias = Annotated[tuple[Row, ...], Meta(max_length=100)]
Count = Annotated[int, Meta(ge=0, le=100)]
Gold = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


class _Table(Value, forbid_unknown_fields=True):
    """A table of the edition; `source` says where its values come from and has no effect on play."""


class About(_Table):
    """Which edition this is."""

    id: Text
    ruleset: Literal["burnmelt"]
    name: Text
    version: Count
    source: Source | None = None


class Adventurer(_Table):
    """BM-002: a type of card with its piece; `count` is the number of its cards in the box."""

    id: Text
    name: Text
    colour: Text
    count: Annotated[int, Meta(ge=1, le=100)]
    source: Source | None = None


class Setup(_Table):
    """BM-003 to BM-008: what is used with a number of players."""

    players: Annotated[int, Meta(ge=3, le=5)]
    cards_per_type: Count
    bonus_cards: Count
    summary_side: Text
    source: Source | None = None

    @property
    def hand_size(self) -> int:
        """BM-013: cards dealt to each player."""
        return 4 * self.cards_per_type // self.players

    @property
    def left_over(self) -> int:
        """BM-014: cards set aside."""
        return 4 * self.cards_per_type - self.players * self.hand_size


class BonusCard(_Table):
    """BM-036: a Bonus card."""

    id: Text
    name: Text
    value: Annotated[int, Meta(ge=1, le=1_000_000)]
    count: Literal[1]
    source: Source | None = None


class SummarySide(_Table):
    """BM-021, BM-022: the step table; its last entry also serves all greater numbers of cards."""

    id: Text
    name: Text
    steps: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=1000)], ...], Meta(min_length=1, max_length=100)
    ]
    source: Source | None = None


class RankingSide(_Table):
    """BM-009, BM-049: what a card is worth by the rank of its piece, in one round."""

    id: Text
    name: Text
    round: Annotated[int, Meta(ge=1, le=2)]
    values: tuple[Gold, Gold, Gold, Gold]
    largest_set_negative: bool
    source: Source | None = None


class Rounds(_Table):
    """BM-011, BM-012: how many rounds a game may have."""

    allowed: Annotated[tuple[Literal[1, 2], ...], Meta(max_length=2)]
    default: Literal[1, 2]
    source: Source | None = None


class Board(_Table):
    """For drawing only."""

    name: Text | None = None
    start_space: Text | None = None
    spaces: Annotated[int, Meta(ge=0, le=1000)] | None = None
    shape: Text | None = None
    source: Source | None = None


class Edition(_Table):
    """All component data of a game."""

    edition: About
    adventurers: Rows[Adventurer]
    setups: Rows[Setup]
    bonus_cards: Rows[BonusCard]
    summary_sides: Rows[SummarySide]
    ranking_sides: Rows[RankingSide]
    rounds: Rounds
    board: Board | None = None

    def setup_for(self, players: int) -> Setup:
        """Give the set-up for a number of players."""
        return next(setup for setup in self.setups if setup.players == players)


def check_edition(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the edition breaks."""
    yield from exactly(4, "adventurers", edition.adventurers, rule="BM-002")
    yield from unique("adventurers", edition.adventurers, "id")
    yield from unique("bonus_cards", edition.bonus_cards, "id")
    yield from unique("bonus_cards", edition.bonus_cards, "value")
    yield from unique("summary_sides", edition.summary_sides, "id")
    yield from _check_setups(edition)
    yield from _check_steps(edition)
    yield from _check_ranking(edition)
    yield from named_once("/rounds/allowed", edition.rounds.allowed, rule="BM-012")
    if edition.rounds.default not in edition.rounds.allowed:
        detail = f"The default {edition.rounds.default} is not among the allowed rounds"
        yield Fault(pointer="/rounds/default", detail=detail, rule="BM-012")


def _check_setups(edition: Edition) -> Iterator[Fault]:
    setups = edition.setups
    yield from one_row_for_each(
        (3, 4, 5), "setups", setups, "players", rule="BM-001", called="{} players"
    )
    for number, setup in enumerate(setups):
        yield from faults_below(f"/setups/{number}", _setup_faults(edition, setup))


def _setup_faults(edition: Edition, setup: Setup) -> Complaints:
    box = min((adventurer.count for adventurer in edition.adventurers), default=0)
    if setup.cards_per_type > box:
        yield "cards_per_type", "BM-003", f"More than the {box} cards of some type in the box"
    if setup.hand_size < 2:
        yield "cards_per_type", "BM-013", f"Hands of {setup.hand_size}; at least 2 cards are needed"
    if setup.cards_per_type <= setup.players + setup.left_over:
        unplayed = setup.players + setup.left_over
        detail = f"Must be more than the {unplayed} cards that may stay unplayed, or a piece may never move"
        yield "cards_per_type", "BM-R05", detail
    if setup.bonus_cards != setup.players - 1:
        yield "bonus_cards", "BM-008", f"Expected {setup.players - 1}, one fewer than the players"
    if setup.bonus_cards > len(edition.bonus_cards):
        yield "bonus_cards", "BM-008", f"There are only {len(edition.bonus_cards)} Bonus cards"
    if all(side.id != setup.summary_side for side in edition.summary_sides):
        yield "summary_side", "BM-007", f"There is no summary side {setup.summary_side!r}"


def _check_steps(edition: Edition) -> Iterator[Fault]:
    for number, side in enumerate(edition.summary_sides):
        yield from _falls(
            f"/summary_sides/{number}/steps", side.steps, lambda a, b: b < a, "decrease"
        )


def _check_ranking(edition: Edition) -> Iterator[Fault]:
    for number, side in enumerate(edition.ranking_sides):
        at = f"/ranking_sides/{number}"
        yield from _falls(f"{at}/values", side.values, lambda a, b: b > a, "increase")
        if side.largest_set_negative != (side.round == 2):
            right = str(side.round == 2).lower()
            detail = f"Expected {right} for round {side.round}"
            yield Fault(pointer=f"{at}/largest_set_negative", detail=detail, rule="BM-051")
    yield from one_row_for_each(
        (1, 2), "ranking_sides", edition.ranking_sides, "round", rule="BM-009", called="round {}"
    )


def _falls(
    at: str, numbers: Sequence[int], is_wrong: Callable[[int, int], bool], verb: str
) -> Iterator[Fault]:
    for index in range(1, len(numbers)):
        if is_wrong(numbers[index - 1], numbers[index]):
            detail = f"{numbers[index]} after {numbers[index - 1]}: the numbers may never {verb}"
            yield Fault(pointer=f"{at}/{index}", detail=detail)
