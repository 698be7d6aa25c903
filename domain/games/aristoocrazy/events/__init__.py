"""What can have happened in Aristoocrazy: at the set-up, on the board, in turns, in rounds."""

from domain.games.aristoocrazy.events.rounds import AristoocrazyEvent, AristoocrazyResult

__all__ = ["AristoocrazyEvent", "AristoocrazyResult"]
