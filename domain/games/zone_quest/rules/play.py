"""What the rules of Zone Quest record on."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.zone_quest.events import ZoneQuestEvent
from domain.games.zone_quest.state import State
from domain.kernel.play import Play

ZoneQuestPlay: TypeAlias = Play[State, ZoneQuestEvent]
"""A decision in progress: what a step of the rules looks at, draws luck from and records on."""
