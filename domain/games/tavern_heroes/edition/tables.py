"""All component data of a game, and where to find a card in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, Protocol, TypeVar, get_args

from domain.games.tavern_heroes.edition.board import (
    Area,
    Base,
    Bonuses,
    Cubes,
    Effects,
    Exchange,
    Game,
    Limits,
    Lord,
    PlayerCards,
    RenownTrack,
    Setup,
    TalentCard,
)
from domain.games.tavern_heroes.edition.cards import (
    Abilities,
    Armament,
    City,
    Expansion,
    ExpansionType,
    Marks,
    Monster,
    Policy,
    Resource,
    Skill,
    Skills,
    TalentRow,
)
from domain.games.tavern_heroes.edition.rows import Table
from domain.games.tavern_heroes.edition.words import (
    MARKS,
    CardId,
    EffectKind,
    Listed,
    Mark,
    SkillId,
)
from domain.kernel.edition import Text
from domain.kernel.memo import Memo


class _Stack(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def count(self) -> int: ...


K = TypeVar("K", bound=_Stack)


def copies(kind: _Stack) -> Iterator[CardId]:
    """Name the cards of a kind."""
    if kind.count == 1:
        yield kind.id
    else:
        yield from (f"{kind.id}#{number}" for number in range(1, kind.count + 1))


def _marks(table: Marks | Abilities) -> Mapping[Mark, int]:
    return {mark: getattr(table, mark) for mark in MARKS}


def _by_card(kinds: Sequence[K]) -> dict[CardId, K]:
    return {card: kind for kind in kinds for card in copies(kind)}


class Edition(Table, dict=True, gc=True):
    """All component data of a game. The indices of its cards are made once, when they are asked for."""

    slug: Literal["tavern_heroes"]
    title: Text
    edition: Text
    game: Game
    setup: Setup
    cubes: Cubes
    limits: Limits
    renown_track: RenownTrack
    bonuses: Bonuses
    exchange: Exchange
    lord: Lord
    talent_card: TalentCard
    base: Base
    treasury: PlayerCards
    power: PlayerCards
    areas: Listed[Area]
    effects: Effects
    skills: Skills
    policies: Listed[Policy]
    armaments: Listed[Armament]
    resources: Listed[Resource]
    expansion_types: Listed[ExpansionType]
    expansions: Listed[Expansion]
    cities: Listed[City]
    monsters: Listed[Monster]
    talents: Listed[TalentRow]

    def __repr__(self) -> str:
        """Name it: a state that is printed need not print the whole box."""
        return f"Edition({self.edition!r})"

    @cached_property
    def resource(self) -> Mapping[CardId, Resource]:
        """Resource cards by id."""
        return _by_card(self.resources)

    @cached_property
    def armament(self) -> Mapping[CardId, Armament]:
        """Armament cards by id."""
        return _by_card(self.armaments)

    @cached_property
    def city(self) -> Mapping[CardId, City]:
        """City cards by id."""
        return _by_card(self.cities)

    @cached_property
    def expansion(self) -> Mapping[CardId, Expansion]:
        """Expansion cards by id."""
        return {row.id: row for row in self.expansions}

    @cached_property
    def expansion_type(self) -> Mapping[str, ExpansionType]:
        """Expansion types by id."""
        return {row.id: row for row in self.expansion_types}

    @cached_property
    def monster(self) -> Mapping[CardId, Monster]:
        """Monsters by id."""
        return {row.id: row for row in self.monsters}

    @cached_property
    def talent(self) -> Mapping[CardId, TalentRow]:
        """Talents by id."""
        return {row.id: row for row in self.talents}

    @cached_property
    def policy(self) -> Mapping[CardId, Policy]:
        """Policies by id, in ascending number."""
        return {row.id: row for row in sorted(self.policies, key=lambda row: row.number)}

    @cached_property
    def skill(self) -> Mapping[SkillId, Skill]:
        """Skills by id."""
        return {name: getattr(self.skills, name) for name in get_args(SkillId)}

    @cached_property
    def area(self) -> Mapping[str, Area]:
        """Areas by id."""
        return {row.id: row for row in self.areas}

    @cached_property
    def area_number(self) -> Mapping[str, int]:
        """The place of each area in the order of the edition."""
        return {row.id: number for number, row in enumerate(self.areas)}

    @cached_property
    def area_of(self) -> Mapping[str, Area]:
        """The area where each board effect is to be had."""
        return {effect: area for area in self.areas for effect in area.effects}

    @cached_property
    def privileged(self) -> tuple[EffectKind, ...]:
        """TH-070: the board effects that a Privilege can perform."""
        return tuple(kind for area in self.areas if area.privileged for kind in area.effects)

    @cached_property
    def memo(self) -> Memo:
        """What has been worked out with this edition."""
        return Memo()

    @cached_property
    def cube_skills(self) -> Mapping[CardId, tuple[SkillId, ...]]:
        """TH-074: the cube skills of each talent."""
        return {
            row.id: tuple(name for name in row.skills if self.skill[name].kind == "cube")
            for row in self.talents
        }

    @cached_property
    def needs(self) -> Mapping[CardId, Mapping[Mark, int]]:
        """TH-109: the subjugation cost of each monster."""
        return {row.id: _marks(row.subjugation) for row in self.monsters}

    @cached_property
    def gives(self) -> Mapping[CardId, Mapping[Mark, int]]:
        """TH-111, TH-112: what each Armament card, and each talent, can give for a subjugation."""
        talents = {row.id: _marks(row.abilities) for row in self.talents}
        return talents | {card: _marks(kind.mark) for card, kind in self.armament.items()}

    @cached_property
    def helping(self) -> Mapping[CardId, frozenset[CardId]]:
        """The cards that give something of what a monster asks for, by monster."""
        giving = {mark: [card for card, n in self.gives.items() if n[mark]] for mark in MARKS}
        return {
            monster: frozenset(card for mark in MARKS if needs[mark] for card in giving[mark])
            for monster, needs in self.needs.items()
        }

    @cached_property
    def decks(self) -> Mapping[str, tuple[CardId, ...]]:
        """TH-003: all decks as they lie before the shuffle, by their chance point, in the order of the draws."""
        piles = {
            "armament_deck": tuple(self.armament),
            "monster_deck": tuple(self.monster),
            "resource_deck": tuple(self.resource),
        }
        for kind in self.expansion_types:
            cards = tuple(row.id for row in self.expansions if row.type == kind.id)
            piles[f"expansion_{kind.id}"] = cards
        piles["city_deck"] = tuple(self.city)
        piles["talent_deck"] = tuple(self.talent)
        return piles

    @cached_property
    def dearest_price(self) -> int:
        """TH-042: the price of the dearest kind of Resource card."""
        return max(self.price(card) for card in self.resource)

    def price(self, card: CardId) -> int:
        """TH-041: what a Resource card costs."""
        return max(0, self.resource[card].value - self.effects.buy_resource.discount)
