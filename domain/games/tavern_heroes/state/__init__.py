"""The state of a game of Friendly Monsters and Tavern Heroes and how events change it."""

from domain.games.tavern_heroes.state.evolving import evolve
from domain.games.tavern_heroes.state.table import (
    Decision,
    FinalChoice,
    Options,
    Phase,
    SeatState,
    State,
    Talent,
    Territory,
    initial,
)

__all__ = [
    "Decision",
    "FinalChoice",
    "Options",
    "Phase",
    "SeatState",
    "State",
    "Talent",
    "Territory",
    "evolve",
    "initial",
]
