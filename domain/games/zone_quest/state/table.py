"""The state of a session of Zone Quest.

Decks are tuples of card ids, top first. What an item or an enemy can do is looked up in `Setup`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from domain.games.zone_quest.actions import EnemyId, ItemId, Items, NamedRecord, PlayerId, Stats
from domain.games.zone_quest.edition import Edition, Enemy, Item, Zone
from domain.games.zone_quest.events import CardId, DeckName, ZoneQuestResult
from domain.kernel.values import Seat, Value

Phase: TypeAlias = Literal[
    "setup", "turn", "market", "group_up", "boss_choice", "target", "finished"
]

TOWN = 0
"""The place that is no zone."""

MARKET: DeckName = "market"

Deck: TypeAlias = tuple[CardId, ...]
Equipment: TypeAlias = tuple[ItemId | None, ...]
"""What is worn, by slot in edition order."""


class Setup(Value, dict=True, gc=True):
    """What a session takes from its edition. Its indices are made once, when they are asked for."""

    edition_id: str
    base_power: int
    base_health: int
    draw: int
    cap: int
    slots: tuple[str, ...]
    zones: tuple[Zone, ...]
    items: tuple[Item, ...]
    enemies: tuple[Enemy, ...]
    item_ids: tuple[ItemId, ...]
    enemy_ids: tuple[EnemyId, ...]
    bosses: tuple[EnemyId, ...]
    """By zone; the last one is the final boss."""

    @cached_property
    def item_places(self) -> Mapping[ItemId, int]:
        """Where each item stands in the edition."""
        return {item: place for place, item in enumerate(self.item_ids)}

    @cached_property
    def enemy_places(self) -> Mapping[EnemyId, int]:
        """Where each enemy stands in the edition."""
        return {enemy: place for place, enemy in enumerate(self.enemy_ids)}

    @cached_property
    def deck_names(self) -> tuple[DeckName, ...]:
        """ZQ-R13: the decks in the order in which they are shuffled: by zone, then the market."""
        return (*(deck_of(zone.number) for zone in self.zones), MARKET)

    def item(self, item: ItemId) -> Item:
        """Look an item up."""
        return self.items[self.item_places[item]]

    def enemy(self, enemy: EnemyId) -> Enemy:
        """Look an enemy up."""
        return self.enemies[self.enemy_places[enemy]]

    def equipment(self, items: Items) -> Equipment:
        """Put items in the order of the slots."""
        return tuple([items.get(slot) for slot in self.slots])

    def worn(self, equipment: Equipment) -> Items:
        """Name the slots of what is worn."""
        return dict(zip(self.slots, equipment, strict=True))

    def in_order(self, cards: Deck, deck: DeckName) -> Deck:
        """Put cards in edition order, copies next to each other."""
        places = self.item_places if deck == MARKET else self.enemy_places
        return tuple(sorted(cards, key=places.__getitem__))

    def by_zone(self, bosses: tuple[EnemyId, ...]) -> tuple[EnemyId, ...]:
        """Put bosses in the order of their zones."""
        return tuple([boss for boss in self.bosses if boss in bosses])


Kept: TypeAlias = tuple[int, int, Equipment, Stats]
"""ZQ-008: damage, gold, items and statistics, as a campaign keeps them."""


class SeatState(Value):
    """A seated player and what they have before them."""

    player_id: PlayerId
    name: str
    damage: int
    gold: int
    items: Equipment
    power: int
    health: int
    """Base values and those of the items."""
    stats: Stats
    saved: Kept
    """ZQ-R40: what the last entry, or the reservation, said of the player."""
    place: int = TOWN
    held: Deck = ()
    owes_pass: bool = False

    @property
    def kept(self) -> Kept:
        """What a campaign keeps of the player."""
        return self.damage, self.gold, self.items, self.stats


class GroupUp(Value):
    """ZQ-R16: an exploration that waits for answers."""

    explorer: Seat
    zone: int
    answers: tuple[tuple[Seat, bool | None], ...] = ()
    latecomers: tuple[Seat, ...] = ()
    """ZQ-R41: seats of players who have come since it was announced; nobody asks them."""

    @property
    def comers(self) -> tuple[Seat, ...]:
        """The explorer and those who have accepted, in ascending order."""
        return tuple(sorted([self.explorer, *(seat for seat, told in self.answers if told)]))

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Those who have not answered."""
        return tuple([seat for seat, told in self.answers if told is None])


class Encounter(Value):
    """ZQ-R21: a fight in progress."""

    zone: int
    enemy: EnemyId
    boss: bool
    explorer: Seat
    participants: tuple[Seat, ...]
    exhausted: bool
    cycle: int = 1
    damage: int = 0
    choices: tuple[tuple[Seat, Literal["attack", "teleport"]], ...] = ()
    votes: tuple[tuple[Seat, Seat], ...] = ()
    recasts: int = 0
    """ZQ-R42: how often votes were cleared by a departure."""
    attackers: tuple[Seat, ...] = ()
    """Of the last attack, without those who were removed since."""
    last_attacked: Seat | None = None

    @property
    def leader(self) -> Seat | None:
        """ZQ-R22: the explorer, or else the next participant clockwise."""
        clockwise = [seat for seat in self.participants if seat >= self.explorer]
        return next(iter((*clockwise, *self.participants)), None)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Participants who have not yet chosen in this cycle."""
        chosen = [seat for seat, _ in self.choices]
        return tuple([seat for seat in self.participants if seat not in chosen])

    @property
    def voters(self) -> tuple[Seat, ...]:
        """Participants who have not yet voted in this cycle."""
        voted = [seat for seat, _ in self.votes]
        return tuple([seat for seat in self.participants if seat not in voted])


class State(Value):
    """All that there is on and under the table."""

    setup: Setup
    turn_limit: int | None
    seats: tuple[SeatState | None, ...]
    decks: tuple[Deck, ...] = ()
    """By zone."""
    market: Deck = ()
    phase: Phase = "setup"
    active_seat: Seat | None = None
    turns: int = 0
    drawn: tuple[ItemId, ...] | None = None
    """ZQ-022: the cards of an open market search."""
    group_up: GroupUp | None = None
    encounter: Encounter | None = None
    bosses: tuple[EnemyId, ...] = ()
    """ZQ-010: those known to be defeated, by zone."""
    debts: tuple[PlayerId, ...] = ()
    """ZQ-R44: who owed a pass when they left."""
    campaign_id: str | None = None
    campaign_turns: int = 0
    """Of the campaign, without those of this session."""
    reservation: int = 0
    """ZQ-R52: the last one that was answered."""
    entry_no: int = 0
    result: ZoneQuestResult | None = None
    is_closed: bool = False
    """ZQ-R40: the final entry has been issued; nothing more can happen."""

    @property
    def awaiting(self) -> tuple[Seat, ...]:
        """The seats that owe a decision."""
        if self.phase in ("turn", "market"):
            return () if self.active_seat is None else (self.active_seat,)
        if self.group_up is not None:
            return self.group_up.asked
        if self.encounter is None:
            return ()
        return self.encounter.asked if self.phase == "boss_choice" else self.encounter.voters

    @property
    def seated(self) -> tuple[tuple[Seat, SeatState], ...]:
        """The seats that are taken, and by whom."""
        return tuple([(s, player) for s, player in enumerate(self.seats) if player is not None])

    def player(self, seat: Seat) -> SeatState:
        """The player of a seat that is known to be taken."""
        player = self.seats[seat]
        assert player is not None
        return player

    def deck(self, name: DeckName) -> Deck:
        """Find a deck by its name."""
        return self.market if name == MARKET else self.decks[zone_of(name) - 1]

    def is_open(self, zone: int) -> bool:
        """ZQ-029, ZQ-030, ZQ-R36: a zone is open once the boss before it is defeated."""
        return zone == 1 or self.setup.bosses[zone - 2] in self.bosses

    def with_seat(self, seat: Seat, changed: SeatState | None) -> tuple[SeatState | None, ...]:
        """Give the seats with one of them changed."""
        return (*self.seats[:seat], changed, *self.seats[seat + 1 :])

    @property
    def free_seats(self) -> tuple[Seat, ...]:
        """ZQ-R41, ZQ-R51: where somebody could sit down."""
        return tuple(
            [
                seat
                for seat, player in enumerate(self.seats)
                if player is None and (self.encounter is None or seat != self.active_seat)
            ]
        )


def deck_of(zone: int) -> DeckName:
    """Name the deck of a zone."""
    return f"zone_{zone}"


def zone_of(deck: DeckName) -> int:
    """Give the zone of a deck."""
    return int(deck.removeprefix("zone_"))


class Session(Value, forbid_unknown_fields=True):
    """ZQ-R38: what a campaign hands to one of its sessions."""

    campaign_id: str
    reservation: int
    turns: int
    bosses: tuple[EnemyId, ...]
    players: tuple[NamedRecord, ...]
    """By seat."""


class Options(Value, forbid_unknown_fields=True):
    """How a session may be varied."""

    turn_limit: int | None = None
    """ZQ-R05: the session is lost when so many turns were counted; null for none."""
    session: Session | None = None
    """ZQ-R38: filled in for a session of a campaign; null for one that belongs to none."""


def initial(edition: Edition, players: int, options: Options) -> State:
    """Seat the players with their records; the decks are made ready later."""
    enemies = edition.enemies
    bosses = {enemy.zone: enemy.id for enemy in enemies if enemy.boss}
    setup = Setup(
        edition_id=edition.edition.id,
        base_power=edition.base.power,
        base_health=edition.base.health,
        draw=edition.market.draw,
        cap=edition.turn_limit.cap,
        slots=tuple(slot.id for slot in edition.slots),
        zones=edition.zones,
        items=edition.items,
        enemies=enemies,
        item_ids=tuple(item.id for item in edition.items),
        enemy_ids=tuple(enemy.id for enemy in enemies),
        bosses=tuple(bosses[zone.number] for zone in edition.zones),
    )
    session = options.session
    records = session.players if session else strangers(edition, players)
    seats = [arrived(setup, record) for record in records]
    free = [None] * (edition.players.session_max - players)
    return State(
        setup=setup,
        turn_limit=options.turn_limit,
        seats=(*seats, *free),
        bosses=setup.by_zone(session.bosses) if session else (),
        campaign_id=session.campaign_id if session else None,
        campaign_turns=session.turns if session else 0,
        reservation=session.reservation if session else 0,
    )


def strangers(edition: Edition, players: int) -> tuple[NamedRecord, ...]:
    """ZQ-009: the players of a session that belongs to no campaign."""
    return tuple(
        new_record(edition, f"seat-{seat}", f"Player {seat + 1}") for seat in range(players)
    )


def new_record(edition: Edition, player_id: PlayerId, name: str) -> NamedRecord:
    """ZQ-009: what somebody has who is new to a campaign."""
    return NamedRecord(
        player_id=player_id,
        name=name,
        damage=edition.new_player.damage,
        gold=edition.new_player.gold,
        items=dict.fromkeys([slot.id for slot in edition.slots]),
        stats=Stats(),
    )


def arrived(setup: Setup, record: NamedRecord, *, owes_pass: bool = False) -> SeatState:
    """ZQ-011, ZQ-R38: a player in town with what their record says."""
    items = setup.equipment(record.items)
    power, health = strength(setup, items)
    return SeatState(
        player_id=record.player_id,
        name=record.name,
        damage=record.damage,
        gold=record.gold,
        items=items,
        power=power,
        health=health,
        stats=record.stats,
        saved=(record.damage, record.gold, items, record.stats),
        owes_pass=owes_pass,
    )


def strength(setup: Setup, equipment: Equipment) -> tuple[int, int]:
    """ZQ-007, ZQ-025: power and health, with the bonuses of what is worn."""
    worn = [setup.item(item) for item in equipment if item is not None]
    return (
        setup.base_power + sum([item.power for item in worn]),
        setup.base_health + sum([item.health for item in worn]),
    )
