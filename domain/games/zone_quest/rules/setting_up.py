"""Setup: what a session may be opened with, and how its table is made ready."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.zone_quest.actions import NamedRecord
from domain.games.zone_quest.edition import Edition
from domain.games.zone_quest.events import SeatRecord, SessionStarted
from domain.games.zone_quest.rules.decks import chance_point, shuffle
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.rules.turns import pass_on
from domain.games.zone_quest.state import MARKET, Deck, Options, Session, State, deck_of, initial
from domain.kernel.errors import RuleViolation
from domain.kernel.words import some


def check_options(edition: Edition, players: int, options: Options) -> None:
    """ZQ-002, ZQ-R38, ZQ-R50: refuse a session that the edition or the number of players rules out."""
    least, most = edition.players.session_min, edition.players.session_max
    if not least <= players <= most:
        detail = f"A session is for {least} to {most} players, not {players}."
        raise RuleViolation("ZQ-002", detail, reason="players", pointer="/seats")
    limit, cap = options.turn_limit, edition.turn_limit.cap
    if limit is not None and not 1 <= limit <= cap:
        detail = f"The turn limit is a number from 1 to {cap}, or null for none; not {limit}."
        raise RuleViolation("ZQ-R50", detail, reason="turn_limit", pointer="/options/turn_limit")
    if options.session is not None:
        _check_session(edition, players, options.session)


def _check_session(edition: Edition, players: int, session: Session) -> None:
    at = "/options/session"
    if len(session.players) != players:
        detail = (
            f"The session has {some(len(session.players), 'record')} for {some(players, 'player')}."
        )
        raise RuleViolation("ZQ-R38", detail, reason="records", pointer=f"{at}/players")
    bosses = {enemy.id: enemy.zone for enemy in edition.enemies if enemy.boss}
    for number, boss in enumerate(session.bosses):
        if boss not in bosses:
            detail = f"There is no boss {boss!r} in this edition."
            raise RuleViolation("ZQ-010", detail, reason="bosses", pointer=f"{at}/bosses/{number}")
        if bosses[boss] == len(edition.zones):
            detail = "The final boss has been defeated; after the victory no session is opened."
            raise RuleViolation("ZQ-R48", detail, reason="won", pointer=f"{at}/bosses/{number}")
    for number, record in enumerate(session.players):
        if record.player_id in [other.player_id for other in session.players[:number]]:
            detail = f"{record.player_id!r} is named twice."
            where = f"{at}/players/{number}/player_id"
            raise RuleViolation("ZQ-R39", detail, reason="players", pointer=where)
        for slot, detail in _misfits(edition, record):
            where = f"{at}/players/{number}/items"
            raise RuleViolation("ZQ-026", f"{slot}: {detail}", reason="items", pointer=where)


def _misfits(edition: Edition, record: NamedRecord) -> Iterator[tuple[str, str]]:
    """Give slots and items of a record that the edition does not have, with what is wrong."""
    slots = [slot.id for slot in edition.slots]
    fitting = {item.id: item.slot for item in edition.items}
    for slot, item in record.items.items():
        if slot not in slots:
            yield slot, f"there is no such slot; there are {', '.join(slots)}."
        elif item is not None and fitting.get(item) != slot:
            yield slot, f"there is no item {item!r} for this slot."


def setup(play: ZoneQuestPlay) -> None:
    """ZQ-009 to ZQ-011, ZQ-R38: the players sit down with their records; the decks come next."""
    state = play.state
    play.record(
        SessionStarted(
            reservation=state.reservation,
            campaign_id=state.campaign_id,
            edition_id=state.setup.edition_id,
            turn_limit=state.turn_limit,
            campaign_turns=state.campaign_turns,
            bosses_defeated=state.bosses,
            seats=tuple(
                [
                    SeatRecord(
                        seat=seat,
                        player_id=player.player_id,
                        name=player.name,
                        damage=player.damage,
                        gold=player.gold,
                        items=state.setup.worn(player.items),
                        stats=player.stats,
                    )
                    for seat, player in state.seated
                ]
            ),
        )
    )


def start_session(play: ZoneQuestPlay) -> None:
    """ZQ-013 to ZQ-016: shuffle the decks; the lowest seat begins."""
    state = play.state
    for zone in state.setup.zones:
        shuffle(play, deck_of(zone.number), encounter_cards(state, zone.number))
    shuffle(play, MARKET, market_cards(state))
    pass_on(play)


def encounter_cards(state: State, zone: int) -> Deck:
    """ZQ-014, ZQ-015: the cards of a zone, without a boss that has been defeated."""
    return tuple(
        [
            enemy.id
            for enemy in state.setup.enemies
            for _ in range(enemy.count)
            if enemy.zone == zone and enemy.id not in state.bosses
        ]
    )


def market_cards(state: State) -> Deck:
    """ZQ-013, ZQ-R49: the items, without the copies that seated players wear."""
    worn = [item for _, player in state.seated for item in player.items]
    return tuple(
        [
            item.id
            for item in state.setup.items
            for _ in range(max(0, item.count - worn.count(item.id)))
        ]
    )


def pile(edition: Edition, players: int, options: Options, point: str) -> Deck:
    """All cards that a chance point may ever shuffle, in edition order."""
    setup = initial(edition, players, options).setup
    if point == chance_point(MARKET):
        return tuple([item.id for item in setup.items for _ in range(item.count)])
    return tuple(
        [
            enemy.id
            for enemy in setup.enemies
            for _ in range(enemy.count)
            if chance_point(deck_of(enemy.zone)) == point
        ]
    )


def bound(edition: Edition, players: int, options: Options) -> int:
    """ZQ-R06: a turn asks each seat for one answer and, per cycle, one choice and one vote."""
    del players
    cycles = max(-(-enemy.health // edition.base.power) for enemy in edition.enemies)
    turns = options.turn_limit or edition.turn_limit.cap
    seats = edition.players.session_max
    return turns * (2 + seats * (1 + 2 * cycles)) + seats
