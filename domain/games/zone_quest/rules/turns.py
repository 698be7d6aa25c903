"""Turns: how one ends and the next begins, how a session ends, and what is written back of it."""

from __future__ import annotations

from operator import itemgetter

from domain.games.zone_quest.events import (
    BossDefeated,
    JoinRefused,
    PlayerLeft,
    ProgressSaved,
    SessionEnded,
    TurnEnded,
    TurnPassed,
    TurnStarted,
)
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.scoring import Ending, ending, final_result, record_of
from domain.games.zone_quest.state import State
from domain.kernel.values import Seat


def end_turn(play: ZoneQuestPlay) -> None:
    """ZQ-R04: count the turn and go on to the next."""
    _count_turn(play)
    pass_on(play)


def pass_on(play: ZoneQuestPlay) -> None:
    """ZQ-016, ZQ-035, ZQ-R20: the next player begins; those who owe a pass are skipped."""
    while (end := ending(play.state)) is None:
        seat = following(play.state)
        if not play.state.player(seat).owes_pass:
            play.record(TurnStarted(seat=seat))
            return
        play.record(TurnPassed(seat=seat))
        _count_turn(play)
    end_session(play, end)


def _count_turn(play: ZoneQuestPlay) -> None:
    state = play.state
    assert state.active_seat is not None
    play.record(TurnEnded(seat=state.active_seat, turns=state.turns + 1))


def following(state: State) -> Seat:
    """ZQ-R03: the next taken seat after the active one, round and round; the first to begin with."""
    active = -1 if state.active_seat is None else state.active_seat
    taken = [seat for seat, player in enumerate(state.seats) if player is not None]
    return next((seat for seat in taken if seat > active), taken[0])


def end_session(play: ZoneQuestPlay, end: Ending) -> None:
    """ZQ-052, ZQ-R05, ZQ-R43, ZQ-R45, ZQ-R50: the session is over."""
    play.record(SessionEnded(result=final_result(play.state, end)))


def save_progress(play: ZoneQuestPlay, before: State) -> None:
    """ZQ-R40: the entry for the campaign: what has come about since the state before the command.

    Of a player who departed the record is as it was before: damage, gold and items as they are.
    """
    state, final = play.state, play.state.result is not None
    news = [event for event in play.events if type(event) in NEWS]
    if state.turns == before.turns and not (news or final):
        return
    left = [event.seat for event in news if isinstance(event, PlayerLeft)]
    departed = [(seat, before.player(seat)) for seat in left]
    everybody = sorted([*departed, *state.seated], key=itemgetter(0)) if left else state.seated
    released = [player for seat, player in everybody if final or seat in left]
    changed = [one for _, one in everybody if one.kept != one.saved or one in released]
    refused = [event.player_id for event in news if isinstance(event, JoinRefused)]
    play.record(
        ProgressSaved(
            entry_no=state.entry_no + 1,
            turns=state.turns - before.turns,
            records=tuple([record_of(state.setup, player) for player in changed]),
            bosses=tuple([event.boss for event in news if isinstance(event, BossDefeated)]),
            released=(*(player.player_id for player in released), *refused),
            final=final,
        )
    )


NEWS = frozenset({PlayerLeft, JoinRefused, BossDefeated})
"""Events that a campaign hears of, besides the turns and the players' records."""
