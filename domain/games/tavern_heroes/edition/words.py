"""The words of the rules that editions, actions, events and states are written in."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta

CardId: TypeAlias = str
"""A card: the id of its kind, or `kind#1`, `kind#2` where there are several alike."""

Counter: TypeAlias = Literal[
    "funds", "information", "universal_resource", "armament_level", "renown", "cubes"
]
"""What a seat counts on its cards, on the Renown track, or in cubes."""

Unit: TypeAlias = Literal["wood", "stone", "ore"]
Mark: TypeAlias = Literal["combat", "attack_magic", "holy"]
"""TH-109: what subjugating a monster takes."""
VisitKind: TypeAlias = Literal["trade", "explore"]
Stone: TypeAlias = Literal["red", "blue", "yellow"]
StoneCost: TypeAlias = Literal["red", "blue", "yellow", "any"]

AreaId: TypeAlias = Literal[
    "purchase", "provide", "land", "build", "tavern", "privilege", "scheme", "conscription"
]
CostKind: TypeAlias = Literal["funds", "renown", "none"]
EffectKind: TypeAlias = Literal[
    "market_information",
    "buy_universal",
    "buy_resource",
    "provide_information",
    "donate",
    "sell_resources",
    "produce",
    "expand",
    "build",
    "tavern_information",
    "feast",
    "recruit",
    "privilege",
    "scheme",
    "conscript",
]
SkillId: TypeAlias = Literal[
    "yellow_magic",
    "strong_soldiers",
    "black_magic",
    "recovery",
    "espionage",
    "scheme",
    "command",
    "blue_magic",
    "red_magic",
    "dance",
    "performance",
    "business_sense",
]
Occasion: TypeAlias = Literal[
    "funds", "information", "cubes", "recruit", "build", "expand", "subjugate"
]
"""When a [Constant] acts: on a gain of that counter, or on that deed (TH-088, TH-121)."""
Test: TypeAlias = Literal[
    "information",
    "funds",
    "universal_resource",
    "resource_cards",
    "magic_stones",
    "cubes",
    "lowest_renown",
    "talents",
    "cities",
    "territories",
    "monsters",
    "armament_cards",
]
"""TH-131, TH-134: what a Policy looks at in the end."""

MARKS: tuple[Mark, ...] = ("combat", "attack_magic", "holy")
UNITS: tuple[Unit, ...] = ("wood", "stone", "ore")

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9]*(_[a-z0-9]+)*$", max_length=60)]
Amount = Annotated[int, Meta(ge=0, le=100)]
T = TypeVar("T")
Listed: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=100)]
AtLeastOne = Annotated[int, Meta(ge=1, le=100)]
ZeroOrOne = Annotated[int, Meta(ge=0, le=1)]
