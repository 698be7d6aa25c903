"""What the rules of Aristoocrazy record on."""

from __future__ import annotations

from typing import TypeAlias

from domain.games.aristoocrazy.events.rounds import AristoocrazyEvent
from domain.games.aristoocrazy.state.table import State
from domain.kernel.play import Play

AristoocrazyPlay: TypeAlias = Play[State, AristoocrazyEvent]
"""A decision in progress: what a step of the rules looks at, draws luck from and records on."""
