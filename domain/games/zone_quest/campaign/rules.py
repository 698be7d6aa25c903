"""What comes of a command to a campaign; refusals in the order of docs/rules/zone_quest.md, section 6."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from domain.games.zone_quest.campaign.commands import (
    CampaignCommand,
    CreateCampaign,
    JoinSession,
    Newcomer,
    OpenSession,
    RecordProgress,
    RegisterPlayer,
)
from domain.games.zone_quest.campaign.events import (
    CampaignCreated,
    CampaignEvent,
    CampaignWon,
    PlayerRegistered,
    PlayersReserved,
    ProgressRecorded,
)
from domain.games.zone_quest.campaign.state import CampaignState
from domain.games.zone_quest.state import State
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play

CampaignPlay: TypeAlias = Play[CampaignState, CampaignEvent]


def decide(play: CampaignPlay, command: CampaignCommand, session: State | None) -> None:
    """Record what comes of a command; `session` is the one that it names, as it stands."""
    match command:
        case CreateCampaign(name=name):
            play.record(CampaignCreated(name=name, edition_id=play.state.terms.edition_id))
        case RegisterPlayer(player=player):
            register_player(play, player)
        case OpenSession():
            open_session(play, command)
        case JoinSession():
            join_session(play, command, session)
        case RecordProgress():
            record_progress(play, command)
        case _:
            assert_never(command)


def register_player(play: CampaignPlay, player: Newcomer) -> None:
    """ZQ-009: add a player to the database."""
    _require_open(play.state)
    if play.state.member(player.player_id) is not None:
        detail = f"{player.player_id} is registered in this campaign."
        raise RuleViolation("ZQ-009", detail, reason="registered", pointer="/player")
    play.record(PlayerRegistered(player_id=player.player_id, name=player.name))


def open_session(play: CampaignPlay, command: OpenSession) -> None:
    """ZQ-R38, ZQ-R39: reserve all the players of a new session, or none."""
    state, terms = play.state, play.state.terms
    _require_open(state)
    if state.session(command.session_id) is not None:
        detail = f"Session {command.session_id} has been opened; join it while it is played."
        raise RuleViolation("ZQ-R41", detail, reason="opened", pointer="/session_id")
    if not terms.session_min <= len(command.players) <= terms.session_max:
        least, most = terms.session_min, terms.session_max
        detail = f"A session is for {least} to {most} players, not {len(command.players)}."
        raise RuleViolation("ZQ-002", detail, reason="players", pointer="/players")
    _require_free(state, command.players)
    limit = command.turn_limit
    if limit is not None and not 1 <= limit <= terms.cap:
        detail = f"The turn limit is a number from 1 to {terms.cap}, or null for none; not {limit}."
        raise RuleViolation("ZQ-R50", detail, reason="turn_limit", pointer="/turn_limit")
    _reserve(play, command.session_id, command.players, limit)


def join_session(play: CampaignPlay, command: JoinSession, session: State | None) -> None:
    """ZQ-R41, ZQ-R52: reserve a player for a session that is running and has a free seat."""
    state = play.state
    _require_open(state)
    log = state.session(command.session_id)
    is_known = log is not None and not log.final
    if not is_known or session is None or session.phase in ("setup", "finished"):
        detail = f"Session {command.session_id} is not running; join one that is being played."
        raise RuleViolation("ZQ-R41", detail, reason="not_running", pointer="/session_id")
    if not session.free_seats:
        detail = f"All seats of session {command.session_id} are taken."
        raise RuleViolation("ZQ-002", detail, reason="full", pointer="/session_id")
    _require_free(state, (command.player,))
    _reserve(play, command.session_id, (command.player,), None)


def record_progress(play: CampaignPlay, command: RecordProgress) -> None:
    """ZQ-R40, ZQ-052: apply the next entry of a session; one that came before or too early waits."""
    state, entry = play.state, command.entry
    log = state.session(command.session_id)
    if log is None:
        detail = f"There is no session {command.session_id} in this campaign."
        raise RuleViolation("ZQ-R37", detail, reason="unknown_session", pointer="/session_id")
    if entry.entry_no != log.entry_no + 1:
        return
    play.record(
        ProgressRecorded(
            session_id=command.session_id,
            entry_no=entry.entry_no,
            turns=entry.turns,
            records=entry.records,
            bosses=entry.bosses,
            released=entry.released,
            final=entry.final,
        )
    )
    after = play.state
    if after.status == "open" and after.terms.bosses[-1] in after.bosses:
        play.record(CampaignWon(session_id=command.session_id, turns=after.turns))


def _reserve(
    play: CampaignPlay, session_id: str, players: Sequence[Newcomer], turn_limit: int | None
) -> None:
    for player in players:
        if play.state.member(player.player_id) is None:
            play.record(PlayerRegistered(player_id=player.player_id, name=player.name))
    state = play.state
    found = [state.member(player.player_id) for player in players]
    play.record(
        PlayersReserved(
            reservation=state.reservations + 1,
            session_id=session_id,
            player_ids=tuple(player.player_id for player in players),
            records=tuple(member.record for member in found if member is not None),
            turns=state.turns,
            bosses=state.bosses,
            turn_limit=turn_limit,
        )
    )


def _require_open(state: CampaignState) -> None:
    if state.status == "won":
        detail = "The campaign is won; start another one to play on."
        raise RuleViolation("ZQ-R48", detail, reason="won")


def _require_free(state: CampaignState, players: Sequence[Newcomer]) -> None:
    """ZQ-R39: a player is in one unfinished session at most, and named once."""
    named: set[str] = set()
    for number, player in enumerate(players):
        member = state.member(player.player_id)
        at = f"/players/{number}"
        if player.player_id in named:
            detail = f"{player.player_id} is named twice."
            raise RuleViolation("ZQ-R39", detail, reason="twice", pointer=at)
        if member is not None and member.session_id is not None:
            detail = f"{player.player_id} plays in session {member.session_id}."
            raise RuleViolation("ZQ-R39", detail, reason="not_free", pointer=at)
        named.add(player.player_id)
