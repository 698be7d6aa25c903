"""What the library `eventsourcing` takes to replay, with its plain Python objects in memory."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class Board(Aggregate):
    """An aggregate with some fields to change."""

    @event("Started")
    def __init__(self) -> None:
        self.scores = [0, 0, 0, 0]
        self.cells: dict[int, int] = {}

    @event("Placed")
    def place(self, seat: int, card: int, cell: int, gain: int) -> None:
        """Place a card."""
        self.scores[seat] += gain
        self.cells[cell] = card


def recorded(number: int) -> tuple[Application[UUID], UUID]:
    """Record so many events; give the application and the aggregate's id."""
    app: Application[UUID] = Application(env={"PERSISTENCE_MODULE": "eventsourcing.popo"})
    board: Any = Board()
    for n in range(number - 1):
        board.place(seat=n % 4, card=n % 60, cell=n % 25, gain=n % 3)
    app.save(board)
    return app, board.id


def replayed_per_second(app: Application[UUID], board: UUID, number: int) -> float:
    """Load the aggregate; give events a second of CPU time."""
    began = time.process_time()
    app.repository.get(board)
    return number / (time.process_time() - began)
