"""The rules of Zone Quest: what comes of an action, of the bookkeeping and of news from outside.

`setting_up` is the set-up, `exploring`, `market` and `fighting` are what a turn consists of, `company`
is who comes and goes; `turns` and `decks` are what all of them end with.
"""

from __future__ import annotations

from typing import assert_never

from domain.games.zone_quest.actions import (
    AnswerInvitation,
    BossChoice,
    BuyItems,
    Explore,
    LeaveSession,
    RemovePlayer,
    SearchMarket,
    SeatPlayer,
    SyncCampaign,
    Teleport,
    VoteTarget,
    ZoneQuestAction,
    ZoneQuestMessage,
)
from domain.games.zone_quest.rules.company import (
    can_leave,
    leave_session,
    remove_player,
    seat_player,
    sync_campaign,
)
from domain.games.zone_quest.rules.exploring import (
    answer_invitation,
    can_assist,
    explore,
    teleport,
)
from domain.games.zone_quest.rules.fighting import boss_choice, vote_target
from domain.games.zone_quest.rules.market import buy_items, candidates, search_market
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.rules.setting_up import (
    bound,
    check_options,
    pile,
    setup,
    start_session,
)
from domain.games.zone_quest.rules.turns import save_progress
from domain.games.zone_quest.state import State
from domain.kernel.values import Seat

__all__ = [
    "bound",
    "can_assist",
    "can_leave",
    "candidates",
    "check_options",
    "decide",
    "keep",
    "pile",
    "setup",
    "tell",
    "upkeep",
]


def upkeep(state: State) -> str | None:
    """Name the bookkeeping that is due."""
    return "start_session" if state.phase == "setup" else None


def keep(play: ZoneQuestPlay, name: str) -> None:
    """Do the bookkeeping that is due."""
    del name
    start_session(play)


def decide(play: ZoneQuestPlay, seat: Seat, action: ZoneQuestAction) -> None:  # noqa: C901  # one case an action
    """Record what comes of a player's action, and the entry for the campaign (ZQ-R40)."""
    before = play.state
    match action:
        case Teleport():
            teleport(play, seat)
        case SearchMarket():
            search_market(play, seat)
        case BuyItems():
            buy_items(play, seat, action)
        case Explore():
            explore(play, seat, action)
        case AnswerInvitation():
            answer_invitation(play, seat, action)
        case BossChoice():
            boss_choice(play, seat, action)
        case VoteTarget():
            vote_target(play, seat, action)
        case LeaveSession():
            leave_session(play, seat)
        case _:
            assert_never(action)
    save_progress(play, before)


def tell(play: ZoneQuestPlay, message: ZoneQuestMessage) -> None:
    """Record what comes of something that the session is told from outside."""
    before = play.state
    match message:
        case SeatPlayer():
            seat_player(play, message)
        case SyncCampaign():
            sync_campaign(play, message)
        case RemovePlayer():
            remove_player(play, message)
        case _:
            assert_never(message)
    save_progress(play, before)
