"""The component data of Aristo-Maze and what must hold for it to make a game."""

from domain.games.aristo_maze.edition.checks import check_edition
from domain.games.aristo_maze.edition.tables import Edition

__all__ = ["Edition", "check_edition"]
