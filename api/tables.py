"""Turn what a client sends into commands at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Request

from api.exchange import caller_of, encode, keep, services_of
from api.requests import NewGame, SeatRequest
from domain.kernel.errors import BadScript, BadShape, Fault, NotYourSeat, RuleViolation
from domain.kernel.secrecy import Viewer
from domain.table.box import Box
from domain.table.commands import AnyCommand, CreateGame, SeatPlan
from domain.table.journal import Commit, Position
from domain.table.scripts import check_script
from services.campaign_positions import HeldCampaign
from services.campaigns import Guest
from services.errors import PlayerUnknown
from services.players import Player, Players
from services.positions import Held
from services.projections import answer_to, project, require_known, seat_of, viewer_of

Command = Callable[[Box, Position], tuple[AnyCommand, str]]


async def creation(box: Box, new: NewGame, creator: Player, players: Players) -> CreateGame:
    """Read a new game. Raises `GameError` for seats, options or a script that will not do."""
    options = options_of(box, new)
    box.ruleset.check_options(box.edition, len(new.seats), options)
    if new.script is not None:
        check_script(box, len(new.seats), options, new.script)
    plans = [
        await _plan(box, number, seat, (creator, players)) for number, seat in enumerate(new.seats)
    ]
    return CreateGame(
        creator=creator.player_id,
        seats=tuple(plans),
        options=msgspec.to_builtins(options),
        visibility=new.visibility,
        clock=new.clock,
        autostart=new.autostart,
        rated=new.rated,
        script=new.script,
        client_seed=new.client_seed,
    )


def options_of(box: Box, new: NewGame) -> Any:
    """Read the options of a new game. Raises `BadShape` for what only a campaign may fill in."""
    campaign = box.ruleset.campaign
    if campaign is not None and new.options.get(campaign.options_field) is not None:
        at = f"/options/{campaign.options_field}"
        detail = "Only a campaign fills this in; name it in `campaign`"
        raise BadShape([Fault(pointer=at, detail=detail)])
    return box.options(new.options)


async def session_table(
    held: HeldCampaign, new: NewGame, creator: Player, players: Players
) -> tuple[tuple[Guest, ...], CreateGame]:
    """Read a new session of a campaign: its players in turn order, and its table but for what they bring.

    Others than the creator have to be registered in the campaign. Raises `GameError`.
    """
    if new.ruleset != held.box.ruleset.id or new.edition is not None:
        at = "/edition" if new.edition is not None else "/ruleset"
        detail = f"The campaign is of {held.box.ruleset.id}, and of an edition of its own"
        raise BadShape([Fault(pointer=at, detail=detail)])
    if new.script is not None:
        detail = "What a campaign's session brings is kept, so its luck is drawn; script a game without a campaign"
        raise BadScript([Fault(pointer="/script", detail=detail)])
    if not new.autostart:
        detail = "A campaign's session begins at once; leave this out"
        raise BadShape([Fault(pointer="/autostart", detail=detail)])
    options_of(held.box, new)
    filled_in = held.rules.options_field
    plans = []
    for number, seat in enumerate(new.seats):
        plan = await _plan(held.box, number, seat, (creator, players))
        if plan.player is None:
            detail = "A campaign's session begins with players; others may join while it goes on"
            raise BadShape([Fault(pointer=f"/seats/{number}", detail=detail)])
        if not plan.seated and not held.has(plan.player):
            detail = "Only players who have registered in the campaign can be named"
            raise BadShape([Fault(pointer=f"/seats/{number}/player", detail=detail)])
        plans.append(msgspec.structs.replace(plan, seated=True))
    guests = tuple(Guest(player_id=one.player or "", name=one.name or "") for one in plans)
    return guests, CreateGame(
        creator=creator.player_id,
        seats=tuple(plans),
        options={name: value for name, value in new.options.items() if name != filled_in},
        visibility=new.visibility,
        clock=new.clock,
        rated=new.rated,
        client_seed=new.client_seed,
    )


def in_the_request(refused: RuleViolation) -> RuleViolation:
    """Point to the place in the request for a session, not in the command that was made of it."""
    at = refused.pointer or ""
    if at.startswith("/players"):
        pointer = "/seats" + at.removeprefix("/players")
    else:
        pointer = "" if at in ("", "/session_id") else f"/options{at}"
    rule, reason = refused.rule or "", refused.reason or ""
    return RuleViolation(rule, refused.detail, reason=reason, pointer=pointer or None)


async def _plan(box: Box, number: int, seat: SeatRequest, who: tuple[Player, Players]) -> SeatPlan:
    creator, players = who
    said = [seat.player is not None, seat.bot is not None, seat.open]
    if sum(said) != 1:
        detail = 'Expected exactly one of {"player": ...}, {"bot": ...} and {"open": true}'
        raise BadShape([Fault(pointer=f"/seats/{number}", detail=detail)])
    if seat.bot is not None:
        if seat.bot not in box.ruleset.bots:
            detail = f"There is no such bot; there are {', '.join(box.ruleset.bots)}"
            raise BadShape([Fault(pointer=f"/seats/{number}/bot", detail=detail)])
        return SeatPlan(bot=seat.bot, name=seat.bot.capitalize())
    if seat.player is None:
        return SeatPlan()
    if seat.player in ("me", creator.player_id):
        return SeatPlan(player=creator.player_id, name=creator.name, seated=True)
    try:
        invited = await players.get(seat.player)
    except PlayerUnknown as error:
        error.pointer = f"/seats/{number}/player"
        raise
    return SeatPlan(player=invited.player_id, name=invited.name)


def created(player: Player) -> Callable[[str, Box, Commit], bytes]:
    """Make the function that answers a creation with the game as its creator sees it."""

    def tell(game: str, box: Box, made: Commit) -> bytes:
        viewer = viewer_of(made.after.table, player, None)
        body = encode(project(game, box, made.after, viewer))
        return keep(201, body, {"location": f"/v1/games/{game}"})

    return tell


def for_seat(
    game: str, player: Player, seat: int | None, command: Callable[[int], AnyCommand]
) -> Command:
    """Make a command of whoever holds a seat. Raises `NotYourSeat`."""

    def ask(box: Box, position: Position) -> tuple[AnyCommand, str]:
        del box
        require_known(game, position.table, player)
        held = seat_of(position.table, player, seat)
        return command(held), f"seat:{held}"

    return ask


def for_creator(game: str, player: Player, command: AnyCommand) -> Command:
    """Make a command that only the game's creator may give. Raises `NotYourSeat`."""

    def ask(box: Box, position: Position) -> tuple[AnyCommand, str]:
        del box
        require_known(game, position.table, player)
        if position.table.creator != player.player_id:
            raise NotYourSeat("Only the creator of the game can start it.")
        return command, f"player:{player.player_id}"

    return ask


def answered(
    player: Player, seat: int | None, status: int, **headers: str
) -> Callable[[Box, Commit], bytes]:
    """Make the function that tells a player what came of a command, as their seat sees it."""

    def tell(box: Box, made: Commit) -> bytes:
        del box
        table = made.after.table
        own = table.held_by(player.player_id)
        viewer = seat if seat is not None and seat in own else viewer_of(table, player, None)
        body = encode(answer_to(made, viewer))
        return keep(status, body, {name.replace("_", "-"): v for name, v in headers.items()})

    return tell


async def looked_at(request: Request[Any, Any, Any], game: str) -> tuple[Held, Viewer]:
    """Find a game as it is now, and settle through whose eyes the caller looks at it.

    Raises `GameUnknown` for what the caller may not know of, `NotYourSeat` for another's eyes.
    """
    caller = await caller_of(request)
    held = await services_of(request).positions.latest(game)
    table = held.position.table
    require_known(game, table, caller)
    return held, viewer_of(table, caller, request.query_params.get("as"))


def free_seat(position: Position, player: Player, wanted: int | None) -> int:
    """Find the seat to sit down at: the one wanted, one kept for the player, or the first open one."""
    chairs = position.table.chairs
    if wanted is not None:
        if wanted >= len(chairs):
            detail = f"The seats are 0 to {len(chairs) - 1}"
            raise BadShape([Fault(pointer="/seat", detail=detail)])
        return wanted
    kept: list[int] = [
        n for n, c in enumerate(chairs) if c.player == player.player_id and c.status == "invited"
    ]
    free: list[int] = [n for n, c in enumerate(chairs) if c.status == "open"]
    return next(iter([*kept, *free]), 0)
