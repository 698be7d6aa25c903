"""What is to be seen of a session of Zone Quest: all but the order of the decks, by everybody."""

from __future__ import annotations

from typing import Literal

from domain.games.zone_quest.actions import EnemyId, ItemId, Items, PlayerId, Stats
from domain.games.zone_quest.edition import Enemy, Item
from domain.games.zone_quest.events import CardId, ZoneQuestResult
from domain.games.zone_quest.scoring import campaign_turns, counts_of
from domain.games.zone_quest.state import TOWN, Encounter, GroupUp, Phase, SeatState, Setup, State
from domain.kernel.secrecy import Viewer
from domain.kernel.values import Seat, Value


class CampaignView(Value):
    """The campaign as the session knows it."""

    campaign_id: str | None
    turns: int
    bosses_defeated: tuple[EnemyId, ...]


class ZoneView(Value):
    """ZQ-014, ZQ-030: a zone and its deck."""

    number: int
    id: str
    name: str
    accessible: bool
    boss: EnemyId
    boss_defeated: bool
    deck_count: int
    deck_cards: dict[CardId, int]


class MarketView(Value):
    """ZQ-013, ZQ-022: the market deck, and the open search."""

    deck_count: int
    deck_cards: dict[CardId, int]
    drawn: tuple[ItemId, ...] | None


class GroupUpView(Value):
    """ZQ-R16: an exploration that waits for answers."""

    explorer: Seat
    zone: int
    answers: dict[Seat, bool | None]


class EncounterView(Value):
    """ZQ-R21: the fight in progress."""

    zone: int
    enemy: EnemyId
    boss: bool
    power: int
    health: int
    damage: int
    gold: int
    cycle: int
    explorer: Seat
    leader: Seat | None
    participants: tuple[Seat, ...]
    exhausted: bool
    choices: dict[Seat, Literal["attack", "teleport"]]
    """Of this cycle."""
    votes: dict[Seat, Seat]
    """Of this cycle."""
    last_attacked: Seat | None


class SeatView(Value):
    """ZQ-012: a seated player."""

    seat: Seat
    player_id: PlayerId
    name: str
    place: int | Literal["town"]
    damage: int
    health: int
    power: int
    gold: int
    items: Items
    held_cards: tuple[EnemyId, ...]
    owes_pass: bool
    stats: Stats


class ZoneQuestView(Value):
    """The table as anybody sees it."""

    phase: Phase
    active_seat: Seat | None
    awaiting: tuple[Seat, ...]
    """Seats that owe a decision now."""
    turns: int
    turn_limit: int | None
    campaign: CampaignView
    zones: tuple[ZoneView, ...]
    market: MarketView
    group_up: GroupUpView | None
    encounter: EncounterView | None
    seats: tuple[SeatView, ...]
    """Occupied ones."""
    items: tuple[Item, ...]
    """All market cards of the edition."""
    enemies: tuple[Enemy, ...]
    """All encounter cards of the edition."""
    result: ZoneQuestResult | None


def view(state: State, viewer: Viewer) -> ZoneQuestView:
    """Show the table: to a spectator as to a player."""
    del viewer
    setup = state.setup
    reason = state.result.reason if state.result is not None else None
    return ZoneQuestView(
        phase=state.phase,
        active_seat=state.active_seat,
        awaiting=state.awaiting,
        turns=state.turns,
        turn_limit=state.turn_limit,
        campaign=CampaignView(
            campaign_id=state.campaign_id,
            turns=campaign_turns(state, reason),
            bosses_defeated=state.bosses,
        ),
        zones=tuple([_zone(state, number) for number in range(1, len(setup.zones) + 1)]),
        market=MarketView(
            deck_count=len(state.market),
            deck_cards=counts_of(state.market, setup.item_ids),
            drawn=state.drawn,
        ),
        group_up=_group_up(state.group_up) if state.group_up else None,
        encounter=_encounter(setup, state.encounter) if state.encounter else None,
        seats=tuple([_seat(setup, seat, player) for seat, player in state.seated]),
        items=setup.items,
        enemies=setup.enemies,
        result=state.result,
    )


def _zone(state: State, number: int) -> ZoneView:
    setup = state.setup
    zone, boss = setup.zones[number - 1], setup.bosses[number - 1]
    deck = state.decks[number - 1] if state.decks else ()
    return ZoneView(
        number=number,
        id=zone.id,
        name=zone.name,
        accessible=state.is_open(number),
        boss=boss,
        boss_defeated=boss in state.bosses,
        deck_count=len(deck),
        deck_cards=counts_of(deck, setup.enemy_ids),
    )


def _group_up(group: GroupUp) -> GroupUpView:
    return GroupUpView(explorer=group.explorer, zone=group.zone, answers=dict(group.answers))


def _encounter(setup: Setup, encounter: Encounter) -> EncounterView:
    enemy = setup.enemy(encounter.enemy)
    return EncounterView(
        zone=encounter.zone,
        enemy=enemy.id,
        boss=enemy.boss,
        power=enemy.power,
        health=enemy.health,
        damage=encounter.damage,
        gold=enemy.gold,
        cycle=encounter.cycle,
        explorer=encounter.explorer,
        leader=encounter.leader,
        participants=encounter.participants,
        exhausted=encounter.exhausted,
        choices=dict(encounter.choices),
        votes=dict(encounter.votes),
        last_attacked=encounter.last_attacked,
    )


def _seat(setup: Setup, seat: Seat, player: SeatState) -> SeatView:
    return SeatView(
        seat=seat,
        player_id=player.player_id,
        name=player.name,
        place="town" if player.place == TOWN else player.place,
        damage=player.damage,
        health=player.health,
        power=player.power,
        gold=player.gold,
        items=setup.worn(player.items),
        held_cards=player.held,
        owes_pass=player.owes_pass,
        stats=player.stats,
    )
