"""Server bots."""

from __future__ import annotations

from domain.games.tavern_heroes.view import TavernHeroesView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json


def greedy(view: TavernHeroesView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    del view
    return choices.sample(rng)
