"""What happens on the board, whatever has brought it about."""

from __future__ import annotations

from typing import Literal, TypeAlias

from domain.games.aristoocrazy.actions import CharacterId, Index, TerritoryId, Traits
from domain.games.aristoocrazy.edition.tables import Sex, TraitId
from domain.games.aristoocrazy.events.base import BaseEvent
from domain.kernel.values import Seat


class CharacterMoved(BaseEvent):
    """AC-038, AC-057, AC-078, AC-079: a character went to another territory."""

    seat: Seat
    character: CharacterId
    origin: TerritoryId
    territory: TerritoryId
    reason: Literal["move", "conquest", "retreat"]


class CharactersSwapped(BaseEvent):
    """AC-040: two characters of a seat have changed places."""

    seat: Seat
    characters: tuple[CharacterId, CharacterId]


class OwnerChanged(BaseEvent):
    """AC-R17, AC-R19: a territory has another owner, or none."""

    territory: TerritoryId
    owner: Seat | None
    previous: Seat | None


class MarkerChanged(BaseEvent):
    """AC-039, AC-R18: an ownership marker was put on a territory, or went back to its owner."""

    territory: TerritoryId
    seat: Seat
    present: bool


class NeutralRolled(BaseEvent):
    """AC-043 to AC-045: a neutral character lives here, with the traits that the dice gave."""

    territory: TerritoryId
    traits: Traits
    reroll: bool


class NeutralRemoved(BaseEvent):
    """AC-058: the neutral character of a territory is gone."""

    territory: TerritoryId


class CharacterAged(BaseEvent):
    """AC-085, AC-R67: a character got age tokens, or lost some (a negative amount)."""

    character: CharacterId
    amount: int
    age: int
    reason: Literal["luck", "extra_use", "combat", "hunger", "barbarians", "card"]


class TraitChanged(BaseEvent):
    """AC-093, AC-111, AC-112: a trait of a character became another one."""

    character: CharacterId
    trait_index: Index
    old: TraitId
    new: TraitId
    reason: Literal["barbarians", "herbalist", "fate"]


class CharacterDied(BaseEvent):
    """AC-085, AC-086, AC-R63: a character left the board; its card is in the reserve again."""

    character: CharacterId
    territory: TerritoryId
    reason: Literal["age", "no_room"]


class CastleBuilt(BaseEvent):
    """AC-107, AC-R57: a castle takes a space of a territory."""

    seat: Seat
    territory: TerritoryId


class HouseRestored(BaseEvent):
    """AC-R62: a house without characters brought one back."""

    seat: Seat
    character: CharacterId
    sex: Sex
    traits: Traits
    territory: TerritoryId


BoardEvent: TypeAlias = (
    CharacterMoved
    | CharactersSwapped
    | OwnerChanged
    | MarkerChanged
    | NeutralRolled
    | NeutralRemoved
    | CharacterAged
    | TraitChanged
    | CharacterDied
    | CastleBuilt
    | HouseRestored
)
