"""What comes of a command at the table: one function a command."""

from __future__ import annotations

from datetime import datetime
from functools import singledispatch
from typing import Any

import msgspec

from domain.kernel.chain import GENESIS, sha256
from domain.kernel.chance import Chance, LuckNeeded, NoChance, ScriptedChance, SeededChance
from domain.kernel.errors import (
    BadAction,
    CannotStart,
    DecisionClosed,
    Fault,
    NotYourTurn,
    RuleViolation,
    SeatTaken,
)
from domain.kernel.play import Play
from domain.kernel.ruleset import by_tag
from domain.kernel.shape import Misfit, read
from domain.kernel.values import Seat
from domain.table.box import Box
from domain.table.commands import (
    Act,
    AnyCommand,
    CreateGame,
    Keep,
    LeaveSeat,
    Resign,
    StartGame,
    TakeSeat,
    Tell,
    TimeOut,
)
from domain.table.events import (
    BotFellBack,
    DecisionTimedOut,
    GameAbandoned,
    GameCreated,
    GameStarted,
    SeatLeft,
    SeatResigned,
)
from domain.table.events import (
    SeatTaken as SeatWasTaken,
)
from domain.table.journal import (
    Agenda,
    Commit,
    Header,
    Moment,
    Position,
    agenda_after,
    write_down,
)
from domain.table.sitting import Sitting
from domain.table.state import Table


def commit(  # a command, who gives it, where, when, and with what luck
    box: Box,
    position: Position | None,
    command: AnyCommand,
    *,
    actor: str,
    at: datetime,
    seed: bytes | None = None,
) -> Commit:
    """Decide a command and write down what comes of it. Raises `GameError` and changes nothing.

    `seed` is the secret of a new game (32 bytes) and is given with `CreateGame` alone.
    """
    secret = seed if position is None else bytes.fromhex(position.table.seed)
    assert secret is not None
    version, previous = (position.version, position.hash) if position else (0, GENESIS)
    sitting = Sitting(box, position, _luck(position, version + 1))
    _decide(command, sitting, secret)
    _see_bots_off(sitting)
    moment = Moment(at, version + len(sitting.events))
    agenda = agenda_after(box, position, sitting.table, sitting.answered, moment)
    headers = _headers(sitting, actor, at, msgspec.to_builtins(command), agenda)
    noted = zip(headers, sitting.events, strict=True)
    events, public = zip(*write_down((version, previous), noted, secret), strict=True)
    after = Position(
        version=moment.version,
        hash=events[-1].hash,
        table=sitting.table,
        agenda=agenda,
        drawn=_drawn(position, sitting),
        created_at=position.created_at if position is not None else at,
        updated_at=at,
    )
    return Commit(events=events, public=public, before=version, previous=previous, after=after)


def check(box: Box, position: Position, command: AnyCommand) -> None:
    """Refuse what `commit` would refuse, without using or revealing any luck: a dry run."""
    sitting = Sitting(box, position, NoChance(position.version + 1))
    try:
        _decide(command, sitting, b"")
    except LuckNeeded:
        return


def stand_in(box: Box) -> str:
    """Name the server bot that plays on for somebody who has left."""
    return "greedy" if "greedy" in box.ruleset.bots else "random"


def read_action(box: Box, raw: Any) -> Any:
    """Read an action of the ruleset. Raises `BadAction` with every fault."""
    return _read_tagged(box.ruleset.action, raw, "/action")


def _read_tagged(union: Any, raw: Any, at: str) -> Any:
    if not isinstance(raw, dict):
        raise BadAction([Fault(pointer=at, detail="Expected an object with a `type`")])
    known, tag = by_tag(union), raw.get("type")
    wanted = known.get(tag) if isinstance(tag, str) else None
    if wanted is None:
        detail = f"Expected one of the {at.removeprefix('/')}s {', '.join(known)}"
        raise BadAction([Fault(pointer=f"{at}/type", detail=detail)])
    try:
        return read(raw, wanted, at)
    except Misfit as misfit:
        raise BadAction(misfit.faults) from None


@singledispatch
def _decide(command: AnyCommand, sitting: Sitting, seed: bytes) -> None:
    del sitting, seed
    raise AssertionError(command)


@_decide.register
def _create(command: CreateGame, sitting: Sitting, seed: bytes) -> None:
    box = sitting.box
    options = box.options(command.options)
    box.ruleset.check_options(box.edition, len(command.seats), options)
    sitting.record(
        GameCreated(
            ruleset=box.ruleset.id,
            ruleset_version=box.ruleset.version,
            edition=box.edition_id,
            options=msgspec.to_builtins(options),
            seats=command.seats,
            visibility=command.visibility,
            clock=command.clock,
            autostart=command.autostart,
            rated=command.rated and command.script is None and not box.ruleset.is_example,
            scripted=command.script is not None,
            creator=command.creator,
            client_seed=command.client_seed,
            commitment=sha256(seed),
            seed=seed.hex(),
            script=command.script,
        )
    )
    for seat, plan in enumerate(command.seats):
        if plan.bot is not None or plan.seated:
            sitting.record(
                SeatWasTaken(
                    seat=seat,
                    player=plan.player,
                    name=plan.name or plan.bot or "",
                    bot=plan.bot,
                    client_seed=None,
                )
            )
    _start_if_full(sitting)


@_decide.register
def _take_seat(command: TakeSeat, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.require_lobby()
    chair = sitting.table.chairs[command.seat]
    if chair.status == "taken":
        raise SeatTaken(f"Seat {command.seat} is taken.")
    if chair.status == "invited" and chair.player != command.player:
        raise SeatTaken(f"Seat {command.seat} is kept for somebody who was invited.")
    sitting.record(
        SeatWasTaken(
            seat=command.seat,
            player=command.player,
            name=command.name,
            bot=None,
            client_seed=command.client_seed,
        )
    )
    _start_if_full(sitting)


@_decide.register
def _leave_seat(command: LeaveSeat, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.require_lobby()
    player = sitting.table.chairs[command.seat].player or ""
    sitting.record(SeatLeft(seat=command.seat, player=player))
    someone = any(chair.status == "taken" and chair.player for chair in sitting.table.chairs)
    if sitting.table.creator_left and not someone:
        sitting.record(GameAbandoned(reason="lobby_empty"))
        sitting.reveal_seed()


@_decide.register
def _start(command: StartGame, sitting: Sitting, seed: bytes) -> None:
    del command, seed
    if sitting.table.status != "lobby":
        raise CannotStart("The game has already begun.")
    free = [seat for seat, chair in enumerate(sitting.table.chairs) if chair.status != "taken"]
    if free:
        raise CannotStart(f"Nobody sits at {', '.join(f'seat {seat}' for seat in free)} yet.")
    _begin(sitting)


@_decide.register
def _resign(command: Resign, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.require_active()
    _give_up(sitting, command.seat, "resigned")


@_decide.register
def _act(command: Act, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.open_decision(command.seat, command.decision)
    action = read_action(sitting.box, command.action)
    rules = sitting.box.ruleset
    if sitting.answered is None:
        _require_open_unasked(sitting, command.seat, action)
    if command.fell_back is not None:
        bot = sitting.table.bot_at(command.seat) or ""
        sitting.record(BotFellBack(seat=command.seat, bot=bot, reason=command.fell_back))
    sitting.play(lambda play: rules.decide(play, command.seat, action))


@_decide.register
def _keep(command: Keep, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.require_active()
    if sitting.agenda.due != command.upkeep:
        raise DecisionClosed(f"{command.upkeep} is not due.")
    rules = sitting.box.ruleset
    sitting.play(lambda play: rules.keep(play, command.upkeep))


@_decide.register
def _tell(command: Tell, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.require_active()
    campaign = sitting.box.ruleset.campaign
    if campaign is None:
        detail = f"{sitting.box.ruleset.title} has no campaigns that could tell a game anything"
        raise BadAction([Fault(pointer="/message", detail=detail)])
    message = _read_tagged(campaign.message, command.message, "/message")
    sitting.play(lambda play: campaign.tell(play, message))


@_decide.register
def _time_out(command: TimeOut, sitting: Sitting, seed: bytes) -> None:
    del seed
    sitting.open_decision(command.seat, command.decision)
    sitting.record(DecisionTimedOut(seat=command.seat, decision=command.decision))
    if command.action is None:
        sitting.answered = None
        _give_up(sitting, command.seat, "out_of_time")
        return
    action = read_action(sitting.box, command.action)
    rules = sitting.box.ruleset
    sitting.play(lambda play: rules.decide(play, command.seat, action))


def _start_if_full(sitting: Sitting) -> None:
    table = sitting.table
    if table.autostart and all(chair.status == "taken" for chair in table.chairs):
        _begin(sitting)


def _begin(sitting: Sitting) -> None:
    sitting.record(GameStarted(seats=len(sitting.table.chairs)))
    if not isinstance(sitting.chance, NoChance):
        sitting.chance = _table_luck(sitting.table, {}, sitting.chance.event)
    sitting.play(sitting.box.ruleset.setup)


def _give_up(sitting: Sitting, seat: Seat, reason: Any) -> None:
    campaign = sitting.box.ruleset.campaign
    if campaign is not None:
        sitting.require_nothing_due()
        sitting.play(lambda play: campaign.depart(play, seat))
        return
    player = sitting.table.chairs[seat].player or ""
    bot = stand_in(sitting.box)
    sitting.record(SeatResigned(seat=seat, player=player, bot=bot, reason=reason))
    if all(chair.bot is not None for chair in sitting.table.chairs):
        sitting.record(GameAbandoned(reason="no_player_left"))
        sitting.reveal_seed()


def _see_bots_off(sitting: Sitting) -> None:
    """Let server bots depart from a session when the last person has just left it."""
    campaign, chairs = sitting.box.ruleset.campaign, sitting.table.chairs
    if campaign is None or sitting.table.status != "active":
        return
    taken = [seat for seat, chair in enumerate(chairs) if chair.status == "taken"]
    has_left = any(isinstance(event, SeatLeft) for event in sitting.events)
    if has_left and all(chairs[seat].bot is not None for seat in taken):
        sitting.play(lambda play: campaign.depart(play, taken[0]))
        _see_bots_off(sitting)


def _require_open_unasked(sitting: Sitting, seat: Seat, action: Any) -> None:
    """Refuse, with the rule if the ruleset names one, what is not open to a seat that is asked nothing."""
    legal = sitting.box.ruleset.legal(sitting.table.game, seat)
    if not legal.contains(msgspec.to_builtins(action)):
        raise _out_of_turn(sitting, seat, action)


def _out_of_turn(sitting: Sitting, seat: Seat, action: Any) -> NotYourTurn:
    """Say why the seat cannot act, with the rule if the ruleset names one."""
    trial: Play[Any, Any] = Play(sitting.table.game, sitting.box.ruleset.evolve, NoChance())
    try:
        sitting.box.ruleset.decide(trial, seat, action)
    except RuleViolation as violation:
        return NotYourTurn(violation.detail, rule=violation.rule, reason=violation.reason)
    except LuckNeeded:
        pass
    return NotYourTurn(f"Seat {seat} is asked nothing now.")


def _luck(position: Position | None, event: int) -> Chance:
    if position is None:
        return Chance(event)
    return _table_luck(position.table, position.drawn, event)


def _table_luck(table: Table, drawn: dict[str, int], event: int) -> Chance:
    chance: Chance = SeededChance(table.luck(), event)
    return chance if table.script is None else ScriptedChance(table.script, drawn, chance)


def _drawn(position: Position | None, sitting: Sitting) -> dict[str, int]:
    drawn = dict(position.drawn) if position is not None else {}
    if sitting.table.script is not None:
        for points in sitting.draws:
            for point in points:
                drawn[point] = drawn.get(point, 0) + 1
    return drawn


def _headers(
    sitting: Sitting, actor: str, at: datetime, cause: dict[str, Any], agenda: Agenda
) -> list[Header]:
    last = len(sitting.events) - 1
    return [
        Header(
            at=at,
            actor=actor,
            decision=sitting.decision if n == 0 else None,
            chance=draws,
            agenda=agenda if n == last else None,
            cause=cause if n == 0 else None,
        )
        for n, draws in enumerate(sitting.draws)
    ]
