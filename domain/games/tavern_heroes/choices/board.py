"""What cubes on the board can do."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from domain.games.tavern_heroes.choices.effects import (
    Forms,
    forms_of,
    placement,
    privileged_forms,
)
from domain.games.tavern_heroes.choices.offers import Offer
from domain.games.tavern_heroes.edition import Edition
from domain.games.tavern_heroes.edition.board import Area
from domain.games.tavern_heroes.edition.words import EffectKind
from domain.games.tavern_heroes.state import State
from domain.kernel.choices import Choice
from domain.kernel.values import Seat


def placements(edition: Edition) -> tuple[Offer, ...]:
    """TH-034: each effect of each area."""
    return edition.memo.answer("placements", _placements, edition)


def _placements(edition: Edition) -> tuple[Offer, ...]:
    return tuple(partial(_placement, kind, area) for area in edition.areas for kind in area.effects)


def _placement(kind: EffectKind, area: Area, state: State, seat: Seat) -> Choice | Forms | None:
    """TH-034 to TH-038: the forms of an effect, if its area has a space and that can be paid."""
    player = state.seats[seat]
    cost = state.choice_cost(player, area)
    if cost is None:
        return None
    if cost:
        left = getattr(player, area.cost_kind) - cost
        if left < 0:
            return None
        player = replace(player, **{area.cost_kind: left})
    if kind != "privilege":
        forms = forms_of(state, seat, player, kind)
        return forms if forms.effects else None
    privileged = privileged_forms(state, seat, player)
    return placement(
        tuple([{"kind": "privilege", "effect": one} for each in privileged for one in each.plain])
    )
