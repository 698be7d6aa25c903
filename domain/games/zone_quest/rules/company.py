"""Coming and going: players who leave, are removed or join, and news from other sessions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from domain.games.zone_quest.actions import ItemId, RemovePlayer, SeatPlayer, SyncCampaign
from domain.games.zone_quest.events import (
    CampaignSynced,
    ExplorationCancelled,
    InvitationAnswered,
    JoinRefused,
    PlayerJoined,
    PlayerLeft,
)
from domain.games.zone_quest.rules.decks import (
    GoingBack,
    fitting,
    held_by,
    put_back,
)
from domain.games.zone_quest.rules.exploring import reveal_if_answered
from domain.games.zone_quest.rules.fighting import (
    encounter_of,
    end_encounter,
    exhausted,
    resolve_if_chosen,
    strike,
)
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.rules.turns import end_session, pass_on
from domain.games.zone_quest.state import MARKET, TOWN, Deck, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat

Departure = Literal["left", "removed"]


def leave_session(play: ZoneQuestPlay, seat: Seat) -> None:
    """Leave from town, in or out of turn: ZQ-020, ZQ-R09."""
    state = play.state
    if state.phase in ("setup", "finished"):
        detail = f"A session is left while it is played. The phase is {state.phase}."
        raise RuleViolation("ZQ-R09", detail, reason="wrong_phase", pointer="/action/type")
    player = state.seats[seat]
    if player is None or player.place != TOWN:
        detail = "Only a player in town can leave; teleport to town first."
        raise RuleViolation("ZQ-020", detail, reason="not_in_town", pointer="/action/type")
    if must_stay(state, seat):
        detail = "You have begun something; it has to be finished before you can leave."
        raise RuleViolation("ZQ-R09", detail, reason="must_stay", pointer="/action/type")
    _depart(play, seat, "left")


def can_leave(state: State, seat: Seat) -> bool:
    """ZQ-020, ZQ-R09: tell whether the seat may leave now."""
    player = state.seats[seat]
    is_running = state.phase not in ("setup", "finished")
    return is_running and player is not None and player.place == TOWN and not must_stay(state, seat)


def must_stay(state: State, seat: Seat) -> bool:
    """ZQ-R09: the own search is open, the own exploration announced, or assistance accepted."""
    if state.phase == "market":
        return seat == state.active_seat
    return state.group_up is not None and seat in state.group_up.comers


def remove_player(play: ZoneQuestPlay, message: RemovePlayer) -> None:
    """Take an absent player out: ZQ-R07, ZQ-R42."""
    state, seat = play.state, message.seat
    if state.phase in ("setup", "finished"):
        detail = f"A player is removed while the session is played. The phase is {state.phase}."
        raise RuleViolation("ZQ-R42", detail, reason="wrong_phase", pointer="/message/type")
    if not 0 <= seat < len(state.seats) or state.seats[seat] is None:
        detail = f"Nobody sits at seat {seat}."
        raise RuleViolation("ZQ-R42", detail, reason="empty_seat", pointer="/message/seat")
    _depart(play, seat, "removed")


def _depart(play: ZoneQuestPlay, seat: Seat, reason: Departure) -> None:
    """ZQ-R42, ZQ-R43: withdraw from what is going on, get up, give back the cards; play goes on."""
    before = play.state
    player = before.player(seat)
    _withdraw(play, seat)
    in_fight = before.encounter is not None and seat in before.encounter.participants
    play.record(
        PlayerLeft(
            seat=seat,
            player_id=player.player_id,
            reason=reason,
            owes_pass=player.owes_pass,
            votes_cleared=in_fight and before.phase == "target",
        )
    )
    back = _belongings(play.state, before, seat)
    if in_fight and not encounter_of(play.state).participants:
        end_encounter(play, "lost", back)
        return
    if play.state.seated:
        put_back(play, back)
    _go_on(play, before, seat)


def _withdraw(play: ZoneQuestPlay, seat: Seat) -> None:
    """Before the reveal: cancel an announced exploration, decline an invitation (ZQ-R42)."""
    group = play.state.group_up
    if group is None:
        return
    if seat == group.explorer:
        play.record(ExplorationCancelled(seat=seat))
    elif dict(group.answers).get(seat, False) is not False:
        play.record(InvitationAnswered(seat=seat, accept=False))


def _belongings(state: State, before: State, seat: Seat) -> list[GoingBack]:
    """The held cards, the cards of an open search and the items, as far as the decks take them."""
    player = before.player(seat)
    searched: Deck = (before.drawn or ()) if seat == before.active_seat else ()
    worn = tuple(item for item in player.items if item is not None)
    market = GoingBack(MARKET, seat, fitting(state, (*searched, *worn)), "left")
    return [*held_by(before, seat, player, "left"), market]


def _go_on(play: ZoneQuestPlay, before: State, seat: Seat) -> None:
    """What the others may have waited for: the next turn, an answer, a choice, a vote."""
    state = play.state
    if state.encounter is not None:
        if seat in encounter_of(before).participants:
            _fight_without(play)
    elif seat == state.active_seat:
        pass_on(play)
    else:
        reveal_if_answered(play)


def _fight_without(play: ZoneQuestPlay) -> None:
    """ZQ-R42: choices of the others stay, votes are cast again; who is alone is the target."""
    state = play.state
    participants = encounter_of(state).participants
    if state.phase == "boss_choice":
        resolve_if_chosen(play)
    elif len(participants) == 1:
        strike(play, participants[0])


def seat_player(play: ZoneQuestPlay, message: SeatPlayer) -> None:
    """ZQ-R41, ZQ-R52: answer a reservation exactly once: a seat, or none is free any more."""
    state, record = play.state, message.record
    if state.phase in ("setup", "finished"):
        detail = f"A player is seated while the session is played. The phase is {state.phase}."
        raise RuleViolation("ZQ-R41", detail, reason="wrong_phase", pointer="/message/type")
    if message.reservation <= state.reservation:
        detail = f"Reservation {message.reservation} has been answered."
        raise RuleViolation("ZQ-R52", detail, reason="answered", pointer="/message/reservation")
    free = state.free_seats
    if not free:
        play.record(JoinRefused(reservation=message.reservation, player_id=message.player_id))
        return
    play.record(
        PlayerJoined(
            reservation=message.reservation,
            seat=free[0],
            player_id=message.player_id,
            name=record.name,
            damage=record.damage,
            gold=record.gold,
            items=record.items,
            stats=record.stats,
            owes_pass=message.player_id in state.debts,
            market_removed=_taken_out(state, record.items.values()),
        )
    )


def _taken_out(state: State, worn: Collection[ItemId | None]) -> Deck:
    """ZQ-R49: the joining player's copies, unless they lie in an open search or outside anyway."""
    equipped = [item for _, player in state.seated for item in player.items]
    drawn = state.drawn or ()
    return tuple(
        [
            item.id
            for item in state.setup.items
            if item.id in worn
            and item.id in state.market
            and state.market.count(item.id) + drawn.count(item.id)
            > max(0, item.count - equipped.count(item.id) - 1)
        ]
    )


def sync_campaign(play: ZoneQuestPlay, message: SyncCampaign) -> None:
    """ZQ-R45: take over bosses that other sessions have defeated, before a turn is begun."""
    state = play.state
    if state.phase != "turn":
        detail = f"News are heard before a turn is begun. The phase is {state.phase}."
        raise RuleViolation("ZQ-R45", detail, reason="wrong_phase", pointer="/message/type")
    news = tuple(one for one in state.setup.by_zone(message.bosses) if one not in state.bosses)
    if not news:
        detail = "The session knows of all these bosses."
        raise RuleViolation("ZQ-R45", detail, reason="known", pointer="/message/bosses")
    play.record(CampaignSynced(bosses=news, campaign_turns=message.campaign_turns))
    if state.setup.bosses[-1] in news:
        end_session(play, ("won", "campaign_won"))
        return
    zones = [zone.number for zone in state.setup.zones if not play.state.decks[zone.number - 1]]
    put_back(play, [cards for zone in zones for cards in exhausted(play.state, zone, set())])
