"""How a game ended. Rulesets add their own figures to a standing."""

from __future__ import annotations

from typing import Literal

from domain.kernel.values import Seat, Value


class Standing(Value):
    """Where one seat came in; a ruleset's own standing adds its figures."""

    seat: Seat
    place: int
    """1 is best; equal places are shared."""
    resigned: bool = False
    """The seat gave up and a server bot played it on: it comes last."""


class Result(Value):
    """The end of a game: standings in order of place."""

    ranking: tuple[Standing, ...]
    winners: tuple[Seat, ...]
    outcome: Literal["won", "lost", "adjourned"] | None = None
    """Of a co-operative game; null where players compete."""
