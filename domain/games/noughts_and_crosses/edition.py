"""The board of Noughts and Crosses and what must hold for it to make a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from domain.kernel.edition import Text
from domain.kernel.errors import Fault
from domain.kernel.values import Value

Length = Annotated[int, Meta(ge=3, le=5)]


class About(Value, forbid_unknown_fields=True):
    """Which edition this is."""

    id: Text
    ruleset: Literal["noughts_and_crosses"]
    name: Text
    version: Annotated[int, Meta(ge=0, le=100)]


class Board(Value, forbid_unknown_fields=True):
    """NC-002, NC-006: the board, and how long a row has to be."""

    size: Length
    """Squares along each side."""
    row: Length
    """Marks in a row that win."""

    @property
    def squares(self) -> int:
        """NC-002: how many squares there are."""
        return self.size * self.size


class Edition(Value, forbid_unknown_fields=True):
    """All component data of a game."""

    edition: About
    board: Board


def check_edition(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the edition breaks."""
    size, row = edition.board.size, edition.board.row
    if row > size:
        detail = f"A row of {row} does not fit on a board of {size} x {size} squares"
        yield Fault(pointer="/board/row", detail=detail, rule="NC-006")
