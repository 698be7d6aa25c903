"""The tables of an edition about its skills, Policies and cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, field

from domain.games.tavern_heroes.edition.rows import Row, Table
from domain.games.tavern_heroes.edition.words import (
    Amount,
    AtLeastOne,
    Counter,
    Id,
    Occasion,
    SkillId,
    Stone,
    StoneCost,
    Test,
    VisitKind,
    ZeroOrOne,
)
from domain.kernel.edition import Text


class Skill(Row, kw_only=True):
    """TH-080 to TH-088: what a skill costs and brings; what it does besides is in the rules."""

    name: Text
    kind: Literal["cube", "constant"]
    stone: StoneCost | None = None
    pay_information: Amount = 0
    pay_universal_resource: Amount = 0
    gain_cubes: Amount = 0
    gain_funds: Amount = 0
    gain_renown: Amount = 0
    raise_level: Annotated[int, Meta(ge=0, le=5)] = 0
    flip_talents: Annotated[int, Meta(ge=0, le=6)] = 0
    extra_information: Amount = 0
    extra_cubes: Amount = 0
    extra_funds: Amount = 0

    @property
    def pays(self) -> dict[Counter, int]:
        """What the skill costs beside a stone; zeros are left out."""
        amounts: dict[Counter, int] = {
            "information": self.pay_information,
            "universal_resource": self.pay_universal_resource,
        }
        return {counter: n for counter, n in amounts.items() if n}

    @property
    def gains(self) -> dict[Counter, int]:
        """What the skill brings; zeros are left out."""
        amounts: dict[Counter, int] = {
            "renown": self.gain_renown,
            "funds": self.gain_funds,
            "cubes": self.gain_cubes,
        }
        return {counter: n for counter, n in amounts.items() if n}

    def constant(self, on: Occasion) -> int:
        """TH-088: what the skill adds on an occasion."""
        if on == "information":
            return self.extra_information
        if on == "cubes":
            return self.extra_cubes
        return self.extra_funds if on == "funds" else 0


class Skills(Table):
    """The twelve skills."""

    yellow_magic: Skill
    strong_soldiers: Skill
    black_magic: Skill
    recovery: Skill
    espionage: Skill
    scheme: Skill
    command: Skill
    blue_magic: Skill
    red_magic: Skill
    dance: Skill
    performance: Skill
    business_sense: Skill


class Amounts(Table, dict=True, gc=True):
    """An income of counters."""

    cubes: Amount = 0
    funds: Amount = 0
    information: Amount = 0
    universal_resource: Amount = 0
    renown: Amount = 0

    @cached_property
    def counters(self) -> Mapping[Counter, int]:
        """What comes of it, in the order in which it is taken (TH-R31); zeros are left out."""
        amounts: dict[Counter, int] = {
            "renown": self.renown,
            "funds": self.funds,
            "information": self.information,
            "universal_resource": self.universal_resource,
            "cubes": self.cubes,
        }
        return {counter: n for counter, n in amounts.items() if n}


class PolicyIncome(Amounts):
    """TH-021 to TH-023: the income of a Policy."""

    resource_cards: Annotated[int, Meta(ge=0, le=15)] = 0
    armament_level: Annotated[int, Meta(ge=0, le=5)] = 0
    armament_cards: Annotated[int, Meta(ge=0, le=18)] = 0


class Constant(Table):
    """TH-121: Renown on a deed while the Policy is in force."""

    on: Literal["recruit", "build", "expand", "subjugate"]
    renown: Amount


class End(Table, kw_only=True):
    """TH-130, TH-131, TH-134: what is scored in the end."""

    test: Test
    at_least: AtLeastOne | None = None
    renown: Amount


class Policy(Row, kw_only=True):
    """A Policy card."""

    number: Annotated[int, Meta(ge=1, le=12)]
    id: Id
    name: Text
    income: PolicyIncome
    constant_effect: Constant | None = field(name="constant", default=None)
    action: Literal["privilege"] | None = None
    spaces: ZeroOrOne = 0
    end: End

    def constant(self, on: Occasion) -> int:
        """TH-121: the Renown that the Policy adds on an occasion."""
        effect = self.constant_effect
        return effect.renown if effect is not None and effect.on == on else 0


class Units(Table):
    """TH-055: wood, stone and ore."""

    wood: Amount = 0
    stone: Amount = 0
    ore: Amount = 0


class Marks(Table):
    """TH-109: a Combat value, Attack Magic, Holy."""

    combat: Amount = 0
    attack_magic: ZeroOrOne = 0
    holy: ZeroOrOne = 0


class Support(Table):
    """TH-049, TH-106, TH-117: what an Armament card does besides fighting."""

    trade: Annotated[int, Meta(ge=0, le=15)] = 0
    explore: Annotated[int, Meta(ge=0, le=15)] = 0
    production: Annotated[int, Meta(ge=0, le=15)] = 0
    stone: Stone | None = None


class Armament(Row, kw_only=True):
    """TH-103 to TH-107: a kind of Armament card, with its combat mark and its support."""

    id: Id
    name: Text
    count: AtLeastOne
    mark: Marks
    support: Support


class Resource(Row, kw_only=True):
    """TH-100: a kind of Resource card: units to build with, or a magic stone."""

    id: Id
    name: Text
    count: AtLeastOne
    units: Units
    value: Amount
    stone: Stone | None = None


class Cost(Table):
    """A cost in counters."""

    funds: Amount = 0
    information: Amount = 0
    universal_resource: Amount = 0

    @property
    def counters(self) -> dict[Counter, int]:
        """What has to be paid; zeros are left out."""
        amounts: dict[Counter, int] = {
            "funds": self.funds,
            "information": self.information,
            "universal_resource": self.universal_resource,
        }
        return {counter: n for counter, n in amounts.items() if n}


class ExpansionType(Row, kw_only=True):
    """TH-050, TH-051. The ids are those of the chance points `expansion_<id>`."""

    id: Literal["guided", "mixed", "informed"]
    name: Text
    cost: Cost
    renown: Amount


class Expansion(Row, kw_only=True):
    """TH-051: an Expansion card; its production side lies up."""

    id: Id
    name: Text
    type: Id
    production: Units


class CityArmament(Table):
    """TH-060: what a Military City does at once."""

    raise_level: Annotated[int, Meta(ge=1, le=5)]
    replenish: Literal["level"]


class City(Row, kw_only=True):
    """TH-054 to TH-062: a kind of city."""

    id: Id
    name: Text
    count: AtLeastOne
    cost: Units
    renown: Amount
    income: Amounts
    armament: CityArmament | None = None


class VisitCost(Cost):
    """TH-116: a cost in counters, or a magic stone."""

    stone: StoneCost | None = None


class Reward(Amounts):
    """TH-116, TH-118: one kind of reward."""

    resource_cards: Annotated[int, Meta(ge=0, le=15)] = 0
    armament_cards: Annotated[int, Meta(ge=0, le=18)] = 0


class MonsterVisit(Table):
    """TH-115 to TH-118: what a visit costs and brings."""

    kind: VisitKind
    cost: VisitCost
    reward: Reward


class Monster(Row, kw_only=True):
    """TH-108 to TH-119: a monster."""

    id: Id
    name: Text
    race: Literal["demi_human", "undead", "beast"]
    subjugation: Marks
    renown: Amount
    visit: MonsterVisit


class TalentCost(Cost):
    """TH-065, TH-066: what recruiting costs; Renown has to be more than `renown_over` and is kept."""

    renown_over: Annotated[int, Meta(ge=0, le=1000)] | None = None


class Abilities(Table):
    """TH-112, TH-115: what a talent can do without a cube."""

    combat: Amount = 0
    attack_magic: ZeroOrOne = 0
    holy: ZeroOrOne = 0
    trade: ZeroOrOne = 0
    explore: ZeroOrOne = 0


class TalentRow(Row, kw_only=True):
    """TH-065 to TH-069, TH-078 to TH-089: a talent."""

    id: Id
    name: Text
    cost: TalentCost
    abilities: Abilities
    skills: Annotated[tuple[SkillId, ...], Meta(min_length=1, max_length=2)]
