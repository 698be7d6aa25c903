"""What the rules of Friendly Monsters and Tavern Heroes record on."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.tavern_heroes.events import TavernHeroesEvent
from domain.games.tavern_heroes.state import State
from domain.kernel.play import Play

TavernHeroesPlay: TypeAlias = Play[State, TavernHeroesEvent]
"""A decision in progress: what a step of the rules looks at, draws luck from and records on."""
