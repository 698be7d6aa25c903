"""What a viewer is shown of a game: the projection, its choices, its events."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from domain.kernel.choices import Choices
from domain.kernel.errors import BadShape, Fault, NotYourSeat
from domain.kernel.secrecy import EVERYTHING, SPECTATOR, Viewer
from domain.kernel.values import Json, Seat, Value
from domain.table.box import Box
from domain.table.campaigns import campaign_id_of
from domain.table.commands import Clock, Visibility
from domain.table.journal import (
    Commit,
    OpenDecision,
    Position,
    Recorded,
    ShownEvent,
    UtcTime,
    open_decisions,
    shown,
)
from domain.table.state import Status, Table
from services.errors import GameUnknown
from services.listing import SeatSummary, seats_of
from services.players import Player


class Fairness(Value):
    """What lets anybody check the luck of the game after its end."""

    commitment: str
    """SHA-256 of the seed's 32 bytes."""
    seed: str | None
    """The seed in hex, once the game is over."""
    scripted: bool
    """Outcomes of chance were fixed when the game was created."""


class ViewerInfo(Value):
    """Through whose eyes: a seat's, a spectator's, or (after the end) all-seeing."""

    seat: Seat | None = None
    spectator: bool = False
    everything: bool = False


class GameProjection(Value):
    """A game as one viewer sees it at one version."""

    id: str
    ruleset: str
    ruleset_version: int
    edition: str
    """SHA-256 of the edition's canonical JSON."""
    options: dict[str, Json]
    status: Status
    version: int
    seats: tuple[SeatSummary, ...]
    to_act: tuple[OpenDecision, ...]
    due: str | None
    """Bookkeeping that is on its way; no seat can act meanwhile."""
    viewer: ViewerInfo
    view: Any
    """The ruleset's view; null in the lobby."""
    result: Any
    """How the game ended for its players: those who resigned stand last. `view` may hold the bare outcome
    of the board, where the bots that played on for them stand as they played."""
    fairness: Fairness
    visibility: Visibility
    rated: bool
    created_by: str
    created_at: UtcTime
    updated_at: UtcTime
    """When the last event was appended."""
    clock: Clock | None
    campaign: str | None
    """The campaign of which the game is a session, if it is."""


class ActionAnswer(Value):
    """What came of a command: the new version and the events as the caller may see them."""

    version: int
    events: tuple[ShownEvent, ...]
    to_act: tuple[OpenDecision, ...]
    due: str | None


class OfferedChoice(Value):
    """An action type that is open to the seat; `example` is one action of it, ready to send."""

    type: str
    fixed: dict[str, Json]
    open: dict[str, Json]
    example: dict[str, Json]
    unasked: bool
    """Open to the seat although nothing asks for it, as to leave: no answer to the question."""


class ChoicesAnswer(Value):
    """What a seat may do now; no choices when it is asked nothing."""

    game: str
    version: int
    seat: Seat
    decision: str | None
    choices: tuple[OfferedChoice, ...]


def require_known(game: str, table: Table, player: Player | None) -> None:
    """Treat a private game as unknown to whoever does not belong to it. Raises `GameUnknown`."""
    if table.visibility == "private" and (player is None or not table.knows(player.player_id)):
        raise GameUnknown(f"There is no game {game}.")


def viewer_of(table: Table, player: Player | None, wanted: str | None) -> Viewer:
    """Settle through whose eyes the caller looks: `wanted` is a seat, `spectator`, `all` or null.

    Raises `NotYourSeat` for another's seat, or for `all` while the game goes on.
    """
    own = table.held_by(player.player_id) if player is not None else ()
    if wanted is None:
        return own[0] if own else SPECTATOR
    if wanted == "spectator":
        return SPECTATOR
    if wanted == "all":
        if not table.is_over:
            raise NotYourSeat("All is shown when the game is over, not before.")
        return EVERYTHING
    is_seat = wanted.isascii() and wanted.isdecimal() and len(wanted) < 3
    if not is_seat or int(wanted) >= len(table.chairs):
        seats = f"a seat from 0 to {len(table.chairs) - 1}"
        raise BadShape([Fault(pointer="/query/as", detail=f"Expected {seats}, spectator or all")])
    if int(wanted) in own or table.is_over:
        return int(wanted)
    raise NotYourSeat(f"You do not hold seat {wanted}.")


def seat_of(table: Table, player: Player, seat: Seat | None) -> Seat:
    """Settle for which seat the caller acts. Raises `NotYourSeat`."""
    own = table.held_by(player.player_id)
    if seat is not None:
        if seat in own:
            return seat
        raise NotYourSeat(f"You do not hold seat {seat}.")
    if len(own) == 1:
        return own[0]
    if not own:
        raise NotYourSeat("You hold no seat in this game.")
    held = ", ".join(map(str, own))
    raise BadShape([Fault(pointer="/seat", detail=f"You hold seats {held}; say which acts")])


def view_of(box: Box, table: Table, viewer: Viewer) -> Any:
    """Build the ruleset's view with the players' names; null while nothing is on the table."""
    if table.game is None:
        return None
    view = msgspec.to_builtins(box.ruleset.view(table.game, viewer))
    for seat, chair in zip(view.get("seats", ()), table.chairs, strict=False):
        if isinstance(seat, dict) and "player" in seat:
            seat["player"] = chair.name
    return view


def project(game: str, box: Box, position: Position, viewer: Viewer) -> GameProjection:
    """Show a game to a viewer."""
    table = position.table
    return GameProjection(
        id=game,
        ruleset=table.ruleset,
        ruleset_version=table.ruleset_version,
        edition=table.edition,
        options=table.options,
        status=table.status,
        version=position.version,
        seats=seats_of(table),
        to_act=open_decisions(position.agenda),
        due=position.agenda.due,
        viewer=_viewer_info(viewer),
        view=view_of(box, table, viewer),
        result=table.result,
        fairness=Fairness(
            commitment=table.commitment,
            seed=table.seed if table.seed_revealed else None,
            scripted=table.script is not None,
        ),
        visibility=table.visibility,
        rated=table.rated,
        created_by=table.creator,
        created_at=position.created_at,
        updated_at=position.updated_at,
        clock=table.clock,
        campaign=campaign_id_of(box, table.options),
    )


def choices_of(game: str, box: Box, position: Position, seat: Seat) -> ChoicesAnswer:
    """List what a seat may do."""
    decision = position.agenda.decision_of(seat)
    choices = (
        box.ruleset.legal(position.table.game, seat)
        if decision is not None and position.agenda.due is None
        else Choices(seat=seat)
    )
    return ChoicesAnswer(
        game=game,
        version=position.version,
        seat=seat,
        decision=decision.id if decision is not None and choices.items else None,
        choices=tuple(
            OfferedChoice(
                type=choice.type,
                fixed=choice.fixed,
                open=msgspec.to_builtins(choice.open),
                example=choice.example(),
                unasked=choice.unasked,
            )
            for choice in choices.items
        ),
    )


def answer_to(made: Commit, viewer: Viewer) -> ActionAnswer:
    """Tell the caller what came of a command."""
    seed = bytes.fromhex(made.after.table.seed)
    agenda = made.after.agenda
    return ActionAnswer(
        version=made.after.version,
        events=tuple(
            shown(entry, viewer, seed, public)
            for entry, public in zip(made.events, made.public, strict=True)
        ),
        to_act=open_decisions(agenda),
        due=agenda.due,
    )


def answer_after(entries: tuple[Recorded, ...], position: Position, viewer: Viewer) -> ActionAnswer:
    """Tell the caller what came about in several commits."""
    seed = bytes.fromhex(position.table.seed)
    return ActionAnswer(
        version=position.version,
        events=tuple(shown(entry, viewer, seed) for entry in entries),
        to_act=open_decisions(position.agenda),
        due=position.agenda.due,
    )


def show(entries: tuple[Recorded, ...], viewer: Viewer, seed: bytes) -> list[ShownEvent]:
    """Show events to a viewer."""
    return [shown(entry, viewer, seed) for entry in entries]


def viewer_name(viewer: Viewer) -> Literal["all", "spectator"] | str:  # noqa: PYI051  # says which
    """Name a viewer as `as` does."""
    if viewer == EVERYTHING:
        return "all"
    return "spectator" if viewer == SPECTATOR else str(viewer)


def _viewer_info(viewer: Viewer) -> ViewerInfo:
    if viewer == EVERYTHING:
        return ViewerInfo(everything=True)
    return ViewerInfo(spectator=True) if viewer == SPECTATOR else ViewerInfo(seat=viewer)
