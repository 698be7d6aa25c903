"""What the rules of Aristo-Maze record on."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.aristo_maze.events import AristoMazeEvent
from domain.games.aristo_maze.state.table import State
from domain.kernel.play import Play

AristoMazePlay: TypeAlias = Play[State, AristoMazeEvent]
"""A decision in progress: what a step of the rules looks at, draws luck from and records on."""
