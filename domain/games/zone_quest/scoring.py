"""Power, votes, shares and the end of a session: what is counted, and what comes of it."""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

from domain.games.zone_quest.actions import Record
from domain.games.zone_quest.events import ZoneQuestResult, ZoneQuestStanding
from domain.games.zone_quest.state import Encounter, SeatState, Setup, State
from domain.kernel.values import Seat

Ending: TypeAlias = tuple[
    Literal["won", "lost", "adjourned"],
    Literal["final_boss", "campaign_won", "turn_limit", "turn_cap", "all_left"],
]
"""Outcome and reason."""


def target_of(encounter: Encounter) -> Seat:
    """ZQ-R22: the participant with the most votes; the leader's vote decides between equals."""
    votes = dict(encounter.votes)
    counts = Counter(votes.values())
    most = max(counts.values())
    tied = [seat for seat in counts if counts[seat] == most]
    if len(tied) == 1:
        return tied[0]
    assert encounter.leader is not None
    return votes[encounter.leader]


def share_of(gold: int, players: int) -> int:
    """ZQ-044: an equal share, rounded up."""
    return -(-gold // players)


def ending(state: State) -> Ending | None:
    """ZQ-052, ZQ-R05, ZQ-R43, ZQ-R50: how the session ends now, if it does."""
    if state.setup.bosses[-1] in state.bosses:
        return "won", "final_boss"
    if not state.seated:
        return "adjourned", "all_left"
    if state.turn_limit is not None:
        return ("lost", "turn_limit") if state.turns >= state.turn_limit else None
    return ("adjourned", "turn_cap") if state.turns >= state.setup.cap else None


def campaign_turns(state: State, reason: str | None) -> int:
    """ZQ-005, ZQ-R48: the turns of the campaign; none are added once it has been won elsewhere."""
    return state.campaign_turns + (0 if reason == "campaign_won" else state.turns)


def final_result(state: State, end: Ending) -> ZoneQuestResult:
    """ZQ-001, ZQ-004: the team wins together; nobody is placed before another."""
    outcome, reason = end
    seated = state.seated
    return ZoneQuestResult(
        ranking=tuple(_standing(state.setup, seat, player) for seat, player in seated),
        winners=tuple(seat for seat, _ in seated) if outcome == "won" else (),
        outcome=outcome,
        reason=reason,
        turns=state.turns,
        campaign_turns=campaign_turns(state, reason),
        bosses_defeated=state.bosses,
    )


def _standing(setup: Setup, seat: Seat, player: SeatState) -> ZoneQuestStanding:
    return ZoneQuestStanding(
        seat=seat,
        place=1,
        player_id=player.player_id,
        gold=player.gold,
        items=setup.worn(player.items),
        stats=player.stats,
    )


def record_of(setup: Setup, player: SeatState) -> Record:
    """ZQ-008: what the campaign keeps of a player."""
    return Record(
        player_id=player.player_id,
        damage=player.damage,
        gold=player.gold,
        items=setup.worn(player.items),
        stats=player.stats,
    )


def counts_of(cards: tuple[str, ...], order: tuple[str, ...]) -> dict[str, int]:
    """Count cards by id, in edition order."""
    counts = Counter(cards)
    return {card: counts[card] for card in order if card in counts}
