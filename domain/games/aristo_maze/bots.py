"""Server bots of Aristo-Maze."""

from __future__ import annotations

from domain.games.aristo_maze.view import AristoMazeView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json


def greedy(view: AristoMazeView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    del view
    return choices.sample(rng)
