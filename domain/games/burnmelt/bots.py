"""Server bots of Burnmelt Cave: they see a view and their choices, nothing else."""

from __future__ import annotations

from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json
from domain.games.burnmelt.view import BurnmeltView


def greedy(view: BurnmeltView, choices: Choices, rng: Rng) -> dict[str, Json]:
    return choices.sample(rng)
