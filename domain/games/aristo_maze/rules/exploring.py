"""4: Exploring - the hidden plans, then all parties walk; the walk itself stands in `walk`."""

from __future__ import annotations

from domain.games.aristo_maze.actions import PlacePlan
from domain.games.aristo_maze.events import (
    EmperorsWillPaid,
    FloorCard,
    GameEnded,
    PartyExplored,
    PlanPlaced,
    PlansRevealed,
    RoundEnded,
    SeatPlan,
    SeatVp,
)
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.rules.refusals import (
    require_different,
    require_floor,
    require_not_placed,
    require_phase,
)
from domain.games.aristo_maze.rules.walk import (
    Walk,
    clear_vp,
    counts_icons,
    ground_of,
    meet,
    skips_score_from,
    walk,
)
from domain.games.aristo_maze.scoring import final_result, lowest_return, party_of
from domain.games.aristo_maze.state.table import Plan, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat


def place_plan(play: AristoMazePlay, seat: Seat, action: PlacePlan) -> None:
    """4-4-2 Exploring planning: AM-083 to AM-086."""
    _check(play.state, seat, action)
    skips = tuple(sorted(action.skip_floors))
    play.record(PlanPlaced(seat=seat, return_floor=action.return_floor, skip_floors=skips))


def _check(state: State, seat: Seat, action: PlacePlan) -> None:
    what = "Plans are placed after the auctions."
    require_phase(state, ("planning",), "AM-083", what)
    require_not_placed(state, seat)
    require_floor(state, action.return_floor, "/action/return_floor", "AM-085")
    for number, floor in enumerate(action.skip_floors):
        require_floor(state, floor, f"/action/skip_floors/{number}", "AM-085")
    require_different(action.skip_floors, "/action/skip_floors", "floor", "AM-084")
    lowest = lowest_return(state, seat)
    if action.return_floor < lowest:
        detail = f"Your party may return on floor {lowest} or a deeper one."
        pointer = "/action/return_floor"
        raise RuleViolation("AM-086", detail, reason="return_too_shallow", pointer=pointer)
    held, placed = state.seats[seat].skip, len(action.skip_floors)
    if placed != held:
        detail = f"You have {held} skip marker{'' if held == 1 else 's'} and must place all, not {placed}."
        pointer = "/action/skip_floors"
        raise RuleViolation("AM-083", detail, reason="wrong_skip_count", pointer=pointer)


def resolve_exploration(play: AristoMazePlay) -> None:
    """4-4-3 Exploration, 4-4-6 End of the round: AM-087, AM-088, AM-118 to AM-121."""
    reveal_plans(play)
    walks = [explore(play, seat) for seat in range(len(play.state.seats))]
    pay_emperors_will(play, walks)
    end_round(play)


def plan_of(state: State, seat: Seat) -> Plan:
    """The plan that a seat has placed."""
    plan = state.seats[seat].plan
    assert plan is not None
    return plan


def reveal_plans(play: AristoMazePlay) -> None:
    """AM-087, AM-R45: turn up all plans, and all cards down to the deepest return floor."""
    state = play.state
    plans = [plan_of(state, seat) for seat in range(len(state.seats))]
    deepest = max(plan.return_floor for plan in plans)
    play.record(
        PlansRevealed(
            plans=tuple(
                SeatPlan(seat=seat, return_floor=one.return_floor, skip_floors=one.skip_floors)
                for seat, one in enumerate(plans)
            ),
            turned_up=tuple(
                FloorCard(floor=number, card=state.card(floor).id)
                for number, floor in enumerate(state.dungeon[:deepest], start=1)
                if not floor.face_up
            ),
        )
    )


def explore(play: AristoMazePlay, seat: Seat) -> Walk:
    """AM-088, AM-093: send a party through the dungeon; a retreat has its price."""
    state = play.state
    party, plan, is_bonus_round = party_of(state, seat), plan_of(state, seat), state.is_bonus_round
    icons, deep = counts_icons(party, is_bonus_round), skips_score_from(party)
    path = (
        ground_of(
            marker.floor,
            meet(party, state.card(floor), is_bonus_round, icons),
            clear_vp(marker, icons),
            deep,
        )
        for marker, floor in zip(
            state.setup.track, state.dungeon[: plan.return_floor], strict=False
        )
    )
    walked = walk(party, path, plan)
    retreat = state.setup.components.retreat_vp if walked.ending == "retreated" else 0
    play.record(
        PartyExplored(
            seat=seat,
            steps=walked.steps,
            outcome=walked.ending,
            last_floor=walked.steps[-1].floor,
            retreat_vp=retreat,
            change=walked.change + retreat,
            total=state.seats[seat].parts.vp + walked.change + retreat,
        )
    )
    return walked


def pay_emperors_will(play: AristoMazePlay, walks: list[Walk]) -> None:
    """AM-118, AM-119, AM-R34, AM-R38: the fewer parties encountered it, the more each gets."""
    components = play.state.setup.components
    wills = play.state.setup.wills
    seats = tuple(
        seat
        for seat, walked in enumerate(walks)
        if any(step.card in wills and step.skipped_by is None for step in walked.steps)
    )
    if seats:
        play.record(EmperorsWillPaid(seats=seats, vp=components.emperors_will[len(seats) - 1]))


def end_round(play: AristoMazePlay) -> None:
    """AM-002, AM-120, AM-121: the next round, or the end of the game."""
    state = play.state
    vp = tuple(SeatVp(seat=seat, vp=player.parts.vp) for seat, player in enumerate(state.seats))
    play.record(RoundEnded(round=state.round, vp=vp))
    if state.round == state.setup.rounds:
        play.record(GameEnded(result=final_result(play.state)))
