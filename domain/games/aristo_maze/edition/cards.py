"""Words of the edition that its tables share, and the dungeon cards."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from domain.kernel.edition import Text
from domain.kernel.values import Value

Count = Annotated[int, Meta(ge=0, le=100)]
Positive = Annotated[int, Meta(ge=1, le=100)]
Loss = Annotated[int, Meta(ge=-100, le=0)]
FloorNumber = Annotated[int, Meta(ge=1, le=20)]
Source: TypeAlias = Literal["rulebook", "house"] | None
"""Where values come from; it has no effect on play."""

ParameterName: TypeAlias = Literal["hp", "mp", "sp"]
CardType: TypeAlias = Literal["creature", "undead", "menace", "legacy"]
Trait: TypeAlias = Literal["creepy", "cant_skip", "return", "emperors_will", "treasure"]
Mode: TypeAlias = Literal["full", "practice"]


class Table(Value, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the edition."""


class DungeonCard(Table):
    """AM-008, AM-098: a dungeon card; the bonus values are its small icons."""

    id: Text
    name: Text
    type: CardType
    count: Literal[1]
    hp: Count
    mp: Count
    sp: Count
    vp: Count
    bonus_hp: Count
    bonus_mp: Count
    bonus_vp: Count
    traits: Annotated[tuple[Trait, ...], Meta(max_length=5)]
    encounter_vp: Loss = 0
    source: Source = None
