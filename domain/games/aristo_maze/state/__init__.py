"""The state of a game of Aristo-Maze (`table`) and how events change it (`evolving`)."""

from domain.games.aristo_maze.state.evolving import evolve
from domain.games.aristo_maze.state.table import Options, State, initial

__all__ = ["Options", "State", "evolve", "initial"]
