"""Explore a zone: who comes along, and the card that is revealed."""

from __future__ import annotations

from domain.games.zone_quest.actions import AnswerInvitation, Explore
from domain.games.zone_quest.events import (
    EncounterStarted,
    ExplorationDeclared,
    InvitationAnswered,
    PlayerTeleported,
)
from domain.games.zone_quest.rules.decks import held_by, put_back
from domain.games.zone_quest.rules.fighting import fight_on
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.rules.refusals import require_phase, require_turn
from domain.games.zone_quest.rules.turns import end_turn
from domain.games.zone_quest.state import TOWN, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat


def teleport(play: ZoneQuestPlay, seat: Seat) -> None:
    """Teleport to town and rest: ZQ-018, ZQ-019, ZQ-R08; ends the turn."""
    state = play.state
    require_phase(state, "turn", "ZQ-017", "One teleports on one's turn, as its action.")
    require_turn(state, seat)
    player = state.player(seat)
    play.record(PlayerTeleported(seat=seat, reason="turn", healed=player.damage))
    put_back(play, held_by(state, seat, player, "town"))
    end_turn(play)


def explore(play: ZoneQuestPlay, seat: Seat, action: Explore) -> None:
    """Name the zone and whom to ask: ZQ-028 to ZQ-032, ZQ-R16."""
    state = play.state
    require_phase(state, "turn", "ZQ-017", "A zone is explored on one's turn, as its action.")
    require_turn(state, seat)
    _check_zone(state, seat, action.zone)
    _check_invitations(state, seat, action)
    invited = tuple(sorted(action.invite))
    play.record(ExplorationDeclared(seat=seat, zone=action.zone, invited=invited))
    if not invited:
        reveal(play)


def _check_zone(state: State, seat: Seat, zone: int) -> None:
    zones = len(state.setup.zones)
    if not 1 <= zone <= zones:
        detail = f"There is no zone {zone}; the zones are 1 to {zones}."
        raise RuleViolation("ZQ-028", detail, reason="unknown_zone", pointer="/action/zone")
    if not state.is_open(zone):
        boss = state.setup.enemy(state.setup.bosses[zone - 2]).name
        detail = f"Zone {zone} opens when {boss}, the boss of zone {zone - 1}, is defeated."
        raise RuleViolation("ZQ-030", detail, reason="zone_closed", pointer="/action/zone")
    place = state.player(seat).place
    if place not in (TOWN, zone):
        detail = f"You are in zone {place} and can explore only there until you return to town."
        raise RuleViolation("ZQ-031", detail, reason="other_zone", pointer="/action/zone")


def _check_invitations(state: State, seat: Seat, action: Explore) -> None:
    able = can_assist(state, seat, action.zone)
    for number, other in enumerate(action.invite):
        if other not in able or other in action.invite[:number]:
            names = ", ".join(f"seat {one}" for one in able) or "nobody"
            detail = f"You can ask players in town or in zone {action.zone}, each once: {names}."
            at = f"/action/invite/{number}"
            raise RuleViolation("ZQ-032", detail, reason="bad_invitation", pointer=at)


def can_assist(state: State, seat: Seat, zone: int) -> tuple[Seat, ...]:
    """ZQ-032: the other players who are in town or in this zone."""
    return tuple(
        [other for other, player in state.seated if other != seat and player.place in (TOWN, zone)]
    )


def answer_invitation(play: ZoneQuestPlay, seat: Seat, action: AnswerInvitation) -> None:
    """Accept or decline: ZQ-033, ZQ-R16, ZQ-R19; the last answer reveals the card."""
    state = play.state
    detail = "Invitations are answered while an explorer asks for help."
    require_phase(state, "group_up", "ZQ-033", detail)
    assert state.group_up is not None
    answers = dict(state.group_up.answers)
    if seat not in answers or seat in state.group_up.latecomers:
        detail = "You are not asked to assist in this exploration."
        raise RuleViolation("ZQ-033", detail, reason="not_asked")
    if answers[seat] is not None:
        detail = "You have answered this invitation; the answer cannot be changed."
        raise RuleViolation("ZQ-R16", detail, reason="already_answered")
    play.record(InvitationAnswered(seat=seat, accept=action.accept))
    reveal_if_answered(play)


def reveal_if_answered(play: ZoneQuestPlay) -> None:
    """ZQ-034: when everybody who was asked has answered, the card is revealed."""
    group = play.state.group_up
    if group is not None and not group.asked:
        reveal(play)


def reveal(play: ZoneQuestPlay) -> None:
    """Draw the top card: ZQ-028, ZQ-034, ZQ-R17. A regular enemy is attacked at once."""
    state = play.state
    group = state.group_up
    assert group is not None
    deck = state.decks[group.zone - 1]
    enemy = state.setup.enemy(deck[0])
    play.record(
        EncounterStarted(
            zone=group.zone,
            enemy=enemy.id,
            boss=enemy.boss,
            explorer=group.explorer,
            participants=group.comers,
            exhausted=len(deck) == 1,
        )
    )
    if not enemy.boss:
        fight_on(play)
