"""Positions of Zone Quest, reached by events: given these, when a seat acts, then those follow."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from domain.catalog import RULESETS
from domain.games.zone_quest.events import (
    DeckShuffled,
    EncounterEnded,
    EncounterStarted,
    ExplorationDeclared,
    PlayerTeleported,
    TurnEnded,
    TurnStarted,
    ZoneQuestEvent,
)
from domain.games.zone_quest.state import SeatState, State
from domain.kernel.chance import Chance, FastChance
from domain.kernel.errors import RuleViolation
from tests.games.table import AnyTable, scripted

ZONE_QUEST = RULESETS["zone_quest"]
CAMPAIGN = ZONE_QUEST.campaign
EDITION = ZONE_QUEST.edition

SLOTS = {item.id: item.slot for item in EDITION.items}
ENEMIES = {enemy.id: enemy for enemy in EDITION.enemies}
NAMES = ("ada", "bo", "cy", "di")

CHIEF, HYDRA, LICH, DRAGON = "goblin_chief", "hydra", "lich", "dragon_king"
RAT, SCOUT, BOAR, BANDIT, BEAR = "giant_rat", "goblin_scout", "wild_boar", "bandit", "cave_bear"
BEST = ("orb_of_storms", "rune_blade", "dragon_scale", "griffin_wings")
STRONG = {"items": BEST}
"""What a player has who is as strong as can be."""


class Told(list[ZoneQuestEvent]):
    """The events of a command."""

    @property
    def kinds(self) -> list[str]:
        """Name them in order."""
        return [event.__struct_config__.tag.removeprefix("zone_quest.") for event in self]

    def all(self, kind: str) -> list[Any]:
        """Give those of a kind."""
        return [event for event, name in zip(self, self.kinds, strict=True) if name == kind]

    def the(self, kind: str) -> Any:
        """Give the only one of a kind."""
        (event,) = self.all(kind)
        return event


class Table(AnyTable[State]):
    """A session at some position."""

    rules = ZONE_QUEST

    def __init__(self, state: State, chance: Chance | None = None) -> None:
        super().__init__(state, chance or FastChance(random.Random(1)))

    def happens(self, what: Callable[[Any], None]) -> Told:
        """Do something with the session; give the events."""
        return Told(super().happens(what))

    def acts(self, seat: int, kind: str, /, **fields: Any) -> Told:
        """Let a seat act; give the events."""
        return Told(super().acts(seat, kind, **fields))

    def keeps(self) -> Told:
        """Do the bookkeeping that is due."""
        return Told(super().keeps())

    def tells(self, kind: str, /, **fields: Any) -> Told:
        """Tell the session something from outside; give the events."""
        message = msgspec.convert({"type": kind, **fields}, CAMPAIGN.message)
        return self.happens(lambda play: CAMPAIGN.tell(play, message))

    def explores(self, seat: int, zone: int, *invite: int) -> Told:
        """Let a seat explore, asking these seats."""
        return self.acts(seat, "explore", zone=zone, invite=invite)

    def meets(self, zone: int, *helpers: int, seat: int = 0) -> Told:
        """Let a seat explore with helpers, who accept."""
        told = self.explores(seat, zone, *helpers)
        for helper in helpers:
            told = self.acts(helper, "answer_invitation", accept=True)
        return told

    def votes(self, votes: Mapping[int, int]) -> Told:
        """Let participants vote; give the events of the last vote."""
        for seat, target in votes.items():
            told = self.acts(seat, "vote_target", seat=target)
        return told

    def all_vote(self, target: int) -> Told:
        """Let all voters vote for one of them; give the events of the last vote."""
        return self.votes(dict.fromkeys(self.state.awaiting, target))

    def choose(self, choices: Mapping[int, str]) -> Told:
        """Let participants choose before a boss; give the events of the last choice."""
        for seat, choice in choices.items():
            told = self.acts(seat, "boss_choice", choice=choice)
        return told

    def attack(self) -> Told:
        """Let all attack a boss, and vote for the first of them if a vote is due."""
        told = self.choose(dict.fromkeys(self.state.awaiting, "attack"))
        if self.state.phase == "target":
            told += self.all_vote(self.state.awaiting[0])
        return told

    def will_not_hear(self, rule: str, reason: str, kind: str, /, **fields: Any) -> RuleViolation:
        """Make sure that a message is out of place and changes nothing."""
        refusal = self.refused(rule, lambda: self.tells(kind, **fields))
        assert refusal.reason == reason
        return refusal

    def player(self, seat: int) -> SeatState:
        """What lies before a player."""
        return self.state.player(seat)


def joins(table: Table, name: str = "eve", reservation: int = 2, **given: Any) -> Told:
    """Seat a reserved player."""
    told = record(name, **given)
    return table.tells("seat_player", reservation=reservation, player_id=name, record=told)


def record(player_id: str, **given: Any) -> dict[str, Any]:
    """Make a player's record; `items` are listed."""
    worn = dict.fromkeys([slot.id for slot in EDITION.slots])
    worn |= {SLOTS[item]: item for item in given.get("items", ())}
    return {
        "player_id": player_id,
        "name": player_id.title(),
        "damage": given.get("damage", 0),
        "gold": given.get("gold", 0),
        "items": worn,
        "stats": given.get("stats", {}),
    }


def bare(
    players: int | Sequence[Mapping[str, Any]] = 1,
    *,
    edition: Any = None,
    bosses: Sequence[str] = (),
    turn_limit: int | None = None,
    turns: int = 0,
) -> State:
    """A session of the campaign `quest` before any event: players with these records."""
    given = [{}] * players if isinstance(players, int) else players
    session = {
        "campaign_id": "quest",
        "reservation": 1,
        "turns": turns,
        "bosses": bosses,
        "players": [record(name, **one) for name, one in zip(NAMES, given, strict=False)],
    }
    options = msgspec.convert({"turn_limit": turn_limit, "session": session}, ZONE_QUEST.options)
    edition = edition or EDITION
    ZONE_QUEST.check_options(edition, len(given), options)
    return ZONE_QUEST.initial(edition, len(given), options)


def fresh(
    players: int | Sequence[Mapping[str, Any]] = 1,
    script: Mapping[str, Sequence[Any]] | None = None,
    **more: Any,
) -> Table:
    """A session that has been set up; its decks are not yet made ready."""
    table = Table(bare(players, **more), scripted(script))
    table.happens(ZONE_QUEST.setup)
    return table


def midway(  # one argument for each thing that may matter
    players: int | Sequence[Mapping[str, Any]] = 1,
    *,
    top: Mapping[int, Sequence[str]] | None = None,
    only: Mapping[int, Sequence[str]] | None = None,
    market: Sequence[str] = (),
    turn: int = 0,
    counted: int = 0,
    **more: Any,
) -> Table:
    """A session at the start of a turn.

    Players may also have `place` (a zone), `held` (cards of that zone) and `owes` (a pass). `top`
    gives the top cards of zone decks, `only` whole zone decks, `market` the top of the market deck.
    """
    given = [{}] * players if isinstance(players, int) else players
    table = fresh(given, **more)
    table.keeps()
    table.evolved(_events(table.state, given, top or {}, only or {}, market))
    if counted:
        table.evolved([TurnEnded(seat=(turn - 1) % len(given), turns=counted)])
    return table.evolved([TurnStarted(seat=turn)])


def _events(
    state: State,
    given: Sequence[Mapping[str, Any]],
    top: Mapping[int, Sequence[str]],
    only: Mapping[int, Sequence[str]],
    market: Sequence[str],
) -> list[ZoneQuestEvent]:
    told: list[ZoneQuestEvent] = []
    for seat, one in enumerate(given):
        if one.get("owes"):
            told += _assisted(state, seat, (seat + 1) % len(given))
    for seat, one in enumerate(given):
        told += _been_in(state, seat, one)
    held = [card for one in given for card in one.get("held", ())]
    for number, deck in enumerate(state.decks, start=1):
        first = top.get(number, ())
        left = without(deck, [c for c in held if c in deck])
        told.append(_order(f"zone_{number}", only.get(number, [*first, *without(left, first)])))
    told.append(_order("market", [*market, *without(state.market, market)]))
    return told


def without(cards: Sequence[str], gone: Sequence[str]) -> list[str]:
    """Take cards out."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def _order(deck: str, cards: Sequence[str]) -> DeckShuffled:
    return DeckShuffled(deck=deck, size=len(cards), order=tuple(cards))


def _been_in(state: State, seat: int, given: Mapping[str, Any]) -> list[ZoneQuestEvent]:
    """Events by which a player is in a zone and holds cards."""
    zone = given.get("place")
    told: list[ZoneQuestEvent] = []
    if zone is not None:
        card_to: Any = seat if given.get("held") else "deck"
        for card in given.get("held", ()) or state.decks[zone - 1][:1]:
            told += _met(state, zone, card, seat, (seat,))
            told.append(EncounterEnded(enemy=card, outcome="lost", shares=(), card_to=card_to))
    return told


def _assisted(state: State, seat: int, explorer: int) -> list[ZoneQuestEvent]:
    """Events by which a player owes a pass, back in town."""
    return [
        *_met(state, 1, RAT, explorer, tuple(sorted((seat, explorer)))),
        EncounterEnded(enemy=RAT, outcome="lost", shares=(), card_to="deck"),
        PlayerTeleported(seat=seat, reason="turn", healed=0),
        PlayerTeleported(seat=explorer, reason="turn", healed=0),
    ]


def _met(
    state: State, zone: int, card: str, explorer: int, party: tuple[int, ...]
) -> list[ZoneQuestEvent]:
    return [
        _order(f"zone_{zone}", [card, *state.decks[zone - 1]]),
        ExplorationDeclared(seat=explorer, zone=zone, invited=()),
        EncounterStarted(
            zone=zone,
            enemy=card,
            boss=ENEMIES[card].boss,
            explorer=explorer,
            participants=party,
            exhausted=False,
        ),
    ]
