"""The tables of an edition about the game as a whole and its board."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from domain.games.tavern_heroes.edition.rows import Row, Table
from domain.games.tavern_heroes.edition.words import (
    Amount,
    AreaId,
    AtLeastOne,
    CostKind,
    EffectKind,
    Listed,
)
from domain.kernel.edition import Text


class Game(Row, kw_only=True):
    """TH-001, TH-011: how many play, and how long."""

    players_min: Literal[2]
    players_max: Literal[4]
    rounds: Literal[4]
    colors: Annotated[tuple[Text, ...], Meta(min_length=4, max_length=20)]


class ByPlayers(Table):
    """A number for each number of players."""

    two: Annotated[int, Meta(ge=0, le=12)] = field(name="2")
    three: Annotated[int, Meta(ge=0, le=12)] = field(name="3")
    four: Annotated[int, Meta(ge=0, le=12)] = field(name="4")

    def of(self, players: int) -> int:
        """Give the number for so many players."""
        return (self.two, self.three, self.four)[players - 2]


class Setup(Row, kw_only=True):
    """TH-004 to TH-009, TH-014: how a game begins."""

    renown: Annotated[int, Meta(ge=0, le=1000)]
    funds: Amount
    monster_row: Annotated[int, Meta(ge=1, le=4)]
    city_row: Annotated[int, Meta(ge=1, le=5)]
    talent_row: Annotated[int, Meta(ge=1, le=8)]
    resource_discard_start: Annotated[int, Meta(ge=0, le=14)]
    policy_field_by_round: Listed[Amount]
    policy_deck_size: Annotated[int, Meta(ge=2, le=12)]
    policies_dealt: ByPlayers
    policies_removed: ByPlayers


class Cubes(Row, kw_only=True):
    """TH-010, TH-013: the cubes of the box."""

    colorless: Annotated[int, Meta(ge=0, le=1000)]
    tracking_per_player: Amount
    removed_per_area: Literal["players_minus_one"]


class Limits(Row, kw_only=True):
    """TH-052, TH-067, TH-094, TH-099: how much a seat may have."""

    funds: AtLeastOne
    information: AtLeastOne
    universal_resource: Annotated[int, Meta(ge=1, le=20)]
    armament_level: Annotated[int, Meta(ge=1, le=4)]
    resource_cards: Annotated[int, Meta(ge=1, le=3)]
    territories: Annotated[int, Meta(ge=1, le=6)]
    talents: Annotated[int, Meta(ge=1, le=6)]


class RenownTrack(Row, kw_only=True):
    """TH-096: a lap cube every so many Renown."""

    lap: Annotated[int, Meta(ge=1, le=1000)]
    laps_marked: Annotated[int, Meta(ge=0, le=10)]


class Bonuses(Row, kw_only=True):
    """TH-090, TH-091: Renown for the first, second, ... territory and talent."""

    territory: Listed[Amount]
    talent: Listed[Amount]


class CubesFor(Table):
    """TH-110: cubes for one of each mark."""

    combat: AtLeastOne
    attack_magic: AtLeastOne
    holy: AtLeastOne


class UniversalFor(Table):
    """TH-055: universal resource for one of each unit."""

    wood: AtLeastOne
    stone: AtLeastOne
    ore: AtLeastOne


class Exchange(Row, kw_only=True):
    """TH-055, TH-110: what stands in for what."""

    cubes: CubesFor
    universal_resource: UniversalFor


class TaxationCard(Table):
    """TH-076: what the Lord's Taxation takes and gives."""

    lose_renown: Amount
    gain_funds: Amount


class Lord(Row, kw_only=True):
    """TH-019, TH-074, TH-076: the Lord card; all are alike."""

    count: Literal[4]
    cube_income: Amount
    spaces: Literal[1]
    taxation: TaxationCard


class Base(Row, kw_only=True):
    """TH-019: the Base card."""

    count: Literal[4]
    funds_income: Amount


class PlayerCards(Row, kw_only=True):
    """TH-002: one for each seat."""

    count: Literal[4]


class TalentCard(Row, kw_only=True):
    """TH-074: cube spaces of a talent with a cube skill."""

    spaces: Literal[1]


class Area(Row, kw_only=True):
    """TH-034 to TH-038: an area of the board; its spaces are filled from the left."""

    id: AreaId
    name: Text
    cost_kind: CostKind
    costs: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=20)]
    effects: Annotated[tuple[EffectKind, ...], Meta(min_length=1, max_length=15)]
    privileged: bool


class MarketInformationNumbers(Table):
    """TH-039: what listening around the market brings."""

    gain_information: Amount
    gain_renown: Amount


class BuyUniversalNumbers(Table):
    """TH-040: Funds for 1 and for 2 universal resource."""

    prices: tuple[Amount, Amount]


class BuyResourceNumbers(Table):
    """TH-041: how much less than its value a Resource card costs."""

    discount: Amount


class ProvideInformationNumbers(Table):
    """TH-045: what information is given for."""

    pay_information: Amount
    gain_universal_resource: Amount
    gain_renown: Amount


class DonateNumbers(Table):
    """TH-046: the Renown for each universal resource donated."""

    renown_per_universal_resource: Amount


class SellResourcesNumbers(Table):
    """TH-047: how many Resource cards may be sold at once."""

    max_cards: Annotated[int, Meta(ge=1, le=4)]


class ProduceNumbers(Table):
    """TH-048: the Resource cards taken without support."""

    cards: Annotated[int, Meta(ge=1, le=15)]


class TavernInformationNumbers(Table):
    """TH-063: what listening around the tavern costs and brings."""

    pay_funds: Amount
    gain_information: Amount


class FeastNumbers(Table):
    """TH-064: what a feast costs and brings."""

    pay_funds: Amount
    gain_cubes: Amount


class SchemeNumbers(Table):
    """TH-072: what scheming costs."""

    pay_information: Amount
    pay_universal_resource: Amount


class ConscriptNumbers(Table):
    """TH-073: what conscription costs, and by how much it raises the level."""

    pay_universal_resource: Amount
    raise_level: Annotated[int, Meta(ge=1, le=5)]


class Effects(Row, kw_only=True):
    """The numbers of the board's effects; those that are not here need none."""

    market_information: MarketInformationNumbers
    buy_universal: BuyUniversalNumbers
    buy_resource: BuyResourceNumbers
    provide_information: ProvideInformationNumbers
    donate: DonateNumbers
    sell_resources: SellResourcesNumbers
    produce: ProduceNumbers
    tavern_information: TavernInformationNumbers
    feast: FeastNumbers
    scheme: SchemeNumbers
    conscript: ConscriptNumbers
