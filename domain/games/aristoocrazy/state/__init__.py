"""The state of a game of Aristoocrazy (`setup`, `table`) and how events change it (`evolving`)."""

from domain.games.aristoocrazy.events.setting_up import Options
from domain.games.aristoocrazy.state.evolving import evolve
from domain.games.aristoocrazy.state.table import State, initial

__all__ = ["Options", "State", "evolve", "initial"]
