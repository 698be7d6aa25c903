"""The tables of an edition of Aristo-Maze."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from domain.games.aristo_maze.edition.abilities import Abilities
from domain.games.aristo_maze.edition.cards import (
    Count,
    DungeonCard,
    FloorNumber,
    Loss,
    Mode,
    Positive,
    Source,
    Table,
)
from domain.kernel.edition import Text


class Character(Table):
    """AM-061, AM-079: an adventurer for hire."""

    id: Text
    name: Text
    order: Annotated[int, Meta(ge=1, le=16)]
    hp: Count
    mp: Count
    sp: Count
    count: Literal[1]
    normal: Abilities
    crest: Abilities
    source: Source = None


class Crest(Table):
    """AM-003: a house's crest."""

    id: Text
    name: Text
    source: Source = None


class Squire(Table):
    """AM-064: who always goes along."""

    id: Text
    name: Text
    crest: Text
    hp: Positive
    mp: Positive
    sp: Positive
    source: Source = None


class FloorMarker(Table):
    """AM-096: what clearing a floor brings."""

    floor: FloorNumber
    vp: Count
    bonus_vp: Count
    source: Source = None


class Numbers(Table):
    """AM-006, AM-022 to AM-024: what a seat starts with and takes each round."""

    players_min: Annotated[int, Meta(ge=3, le=4)]
    players_max: Annotated[int, Meta(ge=3, le=4)]
    starting_vp: Annotated[int, Meta(ge=-100, le=100)]
    gold_per_round: Count
    skip_per_round: Count
    return_per_round: Literal[1]
    intrigue_per_player: Literal[1]
    source: Source = None


class Limits(Table):
    """AM-034, AM-037, AM-044, AM-093: limits of placements, and the price of a retreat."""

    max_gold_per_floor: Positive
    first_bid_markers: Positive
    intrigue_gold_value: Positive
    retreat_vp: Loss
    source: Source = None


class FullMode(Table):
    """AM-002, AM-004, AM-010: how a full game is played."""

    rounds: Annotated[int, Meta(ge=1, le=3)]
    floors: FloorNumber
    face_up: Count
    crest_markers: Count
    removed_legacy: Count
    bonus_round: Positive
    floor_track: Text
    source: Source = None


class PracticeMode(FullMode, kw_only=True):
    """AM-005, AM-009, AM-011, AM-014: how a practice game is played, and its whole line-up."""

    characters: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=16)]


class Modes(Table):
    """The two ways to play."""

    full: FullMode
    practice: PracticeMode


class LineUp(Table):
    """AM-012, AM-013: the line-up of a full game."""

    count: Annotated[int, Meta(ge=1, le=16)]
    required: Annotated[tuple[Text, ...], Meta(max_length=16)]
    source: Source = None


class Recommended(Table):
    """AM-016: the characters that the option keeps in."""

    characters: Annotated[tuple[Text, ...], Meta(max_length=16)]
    source: Source = None


class LineUps(Table):
    """AM-012, AM-013, AM-016: line-ups by number of players."""

    three: LineUp = field(name="3")
    four: LineUp = field(name="4")
    recommended: Recommended


class EmperorsWill(Table):
    """AM-118, AM-119: VP to each party that met Emperor's Will, for 1, 2, ... such parties."""

    players_3: tuple[Count, Count, Count]
    players_4: tuple[Count, Count, Count, Count]
    source: Source = None


class Pieces(Table):
    """AM-017: pieces in the box; only the skip markers limit play (AM-R18, AM-R19)."""

    gold: Annotated[int, Meta(ge=0, le=1000)]
    intrigue: Count
    crest_per_design: Count
    returns: Count = field(name="return")
    skip: Annotated[int, Meta(ge=0, le=1000)]
    end: Count
    floor: Count
    source: Source = None


class Edition(Table):
    """All component data of a game."""

    ruleset: Literal["aristo_maze"]
    title: Text
    edition: Text
    schema_version: Count
    setup: Numbers
    limits: Limits
    modes: Modes
    lineup: LineUps
    emperors_will: EmperorsWill
    markers: Pieces
    crests: Annotated[tuple[Crest, ...], Meta(max_length=20)]
    squires: Annotated[tuple[Squire, ...], Meta(max_length=20)]
    characters: Annotated[tuple[Character, ...], Meta(max_length=20)]
    dungeon_cards: Annotated[tuple[DungeonCard, ...], Meta(max_length=40)]
    floor_tracks: Annotated[
        dict[Text, Annotated[tuple[FloorMarker, ...], Meta(max_length=20)]], Meta(max_length=10)
    ]

    def mode(self, mode: Mode) -> FullMode:
        """Give the numbers of a mode."""
        return self.modes.practice if mode == "practice" else self.modes.full

    def line_up(self, players: int) -> LineUp:
        """Give the row of a full game's line-up."""
        return self.lineup.three if players == 3 else self.lineup.four

    def emperors_will_for(self, players: int) -> tuple[int, ...]:
        """AM-118, AM-119: VP for 1, 2, ... parties that met Emperor's Will."""
        row = self.emperors_will
        return row.players_3 if players == 3 else row.players_4

    def deck(self, mode: Mode) -> tuple[DungeonCard, ...]:
        """AM-008, AM-009: the cards of the dungeon deck, in edition order."""
        if not self.mode(mode).removed_legacy:
            return self.dungeon_cards
        return tuple(card for card in self.dungeon_cards if card.type != "legacy")

    def in_order(self) -> tuple[Character, ...]:
        """AM-015: the characters by order number."""
        return tuple(sorted(self.characters, key=lambda character: character.order))
