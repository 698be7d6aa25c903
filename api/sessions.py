"""Sessions of campaigns: opened and joined through the same addresses as other games."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response

from api.exchange import body_of, encode, keep, once_of, replied, services_of
from api.requests import Join, NewGame
from api.tables import created, in_the_request, session_table
from domain.kernel.errors import BadShape, Fault, RuleViolation, SeatTaken
from services.campaigns import Guest
from services.games import Done
from services.keys import session_id, tag_of
from services.players import Player
from services.positions import Held
from services.projections import answer_after, viewer_of


async def open_session(
    request: Request[Any, Any, Any], player: Player, new: NewGame, campaign: str
) -> Response[bytes]:
    """Open a session of a campaign. Its id follows from the idempotency key: a repeat finds it again."""
    services = services_of(request)
    held = await services.campaign_positions.latest(campaign)
    guests, table = await session_table(held, new, player, services.players)
    kept = await once_of(request, player.player_id, tag_of(campaign))
    session = session_id(campaign, kept.scope if kept is not None else None)
    request.scope["game"] = session  # type: ignore[typeddict-unknown-key]  # for the log line
    try:
        done = await services.campaigns.open_session(
            campaign, session, guests, table, created(player), kept
        )
    except RuleViolation as refused:
        raise in_the_request(refused) from None
    return replied(request, done)


async def join_session(
    request: Request[Any, Any, Any], player: Player, held: Held, campaign: str
) -> Response[bytes]:
    """Bring a player to the table of a session that is being played; a repeat gets the first answer."""
    if (await body_of(request, Join)).seat is not None:
        detail = "Whoever joins a session gets its lowest free seat; leave this out"
        raise BadShape([Fault(pointer="/seat", detail=detail)])
    services = services_of(request)
    kept = await once_of(request, player.player_id, tag_of(campaign))
    again = await services.store.answer_of(kept) if kept is not None else None
    if again is not None:
        return replied(request, Done(again.answer, None))
    before = (await services.positions.latest(held.game)).position.version
    guest = Guest(player_id=player.player_id, name=player.name)
    try:
        await services.campaigns.join_session(campaign, held.game, guest)
    except RuleViolation:
        await services.positions.refresh(held)
        if kept is None or not held.position.table.held_by(player.player_id):
            raise  # else the same request has just been carried out beside this one
    position = (await services.positions.latest(held.game)).position
    if not position.table.held_by(player.player_id):
        raise SeatTaken("Somebody else has just taken the last free seat.")
    entries = held.read(await services.store.read(held.game, before))
    told = answer_after(entries, position, viewer_of(position.table, player, None))
    body = keep(201, encode(told), {"location": f"/v1/games/{held.game}"})
    if kept is not None:
        await services.store.keep_answer(kept, body)
    return replied(request, Done(body, None, is_first=True))
