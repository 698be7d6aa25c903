"""What a seat can ask for in Aristo-Maze."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.values import Action, Value

CharacterId: TypeAlias = str
CardId: TypeAlias = str
Number: TypeAlias = Annotated[int, Meta(ge=0)]


class FloorEntry(Value, forbid_unknown_fields=True):
    """AM-032: markers on a floor."""

    floor: Number
    gold: Number = 0
    crest: Number = 0
    intrigue: Number = 0


class BidEntry(Value, forbid_unknown_fields=True):
    """AM-044: markers on a character."""

    character: CharacterId
    gold: Number = 0
    crest: Number = 0
    intrigue: Number = 0


class PlaceInquiry(Action):
    """AM-032 to AM-034: secretly place markers on floors; the best bidders see the card."""

    floors: tuple[FloorEntry, ...]


class PlaceBids(Action):
    """AM-044, AM-046: secretly place markers on characters, in the first and in the second bid."""

    bids: tuple[BidEntry, ...]


class PeekFloor(Action):
    """AM-068: choose the face-down card that Minstrel looks at."""

    floor: Number


class MoveCrest(Action):
    """AM-069: choose who gets the crest marker that Alchemist passes on."""

    character: CharacterId


class PlacePlan(Action):
    """AM-083 to AM-086: secretly place the return marker and all skip markers."""

    return_floor: Number
    skip_floors: tuple[Number, ...]


AristoMazeAction: TypeAlias = PlaceInquiry | PlaceBids | PeekFloor | MoveCrest | PlacePlan
