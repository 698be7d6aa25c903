"""What a character does the moment it is won: one hook for each kind of ability with timing 3."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domain.games.aristo_maze.actions import CharacterId
from domain.games.aristo_maze.edition.abilities import (
    Ability,
    AnyAbility,
    Assassinate,
    EndOrganizing,
    GainSkip,
    GainVp,
    LoseSkip,
    PassCrest,
    Peek,
    Steal,
)
from domain.games.aristo_maze.edition.tables import Character
from domain.games.aristo_maze.events import (
    CharacterAssassinated,
    CharacterStolen,
    ChoiceKind,
    ChoiceRequested,
    CrestMoved,
    OrganizingEnded,
    SeatMarkers,
    SkipMarkersChanged,
    VpChanged,
    VpReason,
)
from domain.games.aristo_maze.rules.inquiring import look
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.state.table import Offer, State, added_up
from domain.kernel.values import Seat, Value, tag_of


class Employed(Value):
    """A character that has just been won."""

    name: CharacterId
    place: int
    """In the line-up."""
    seat: Seat
    """Its owner."""


def employ(play: AristoMazePlay, place: int, after: ChoiceKind | None = None) -> None:
    """AM-061, AM-062, AM-R22: what a character just won can do happens by itself.

    Stops where an ability asks the owner; `after` names that one when the answer has come.
    """
    offer = play.state.line_up[place]
    character = play.state.character(offer)
    assert offer.owner is not None
    employed = Employed(name=character.id, place=place, seat=offer.owner)
    for ability, needs_crest in acting_at_once(character, after):
        if needs_crest and not play.state.line_up[place].crest_markers:
            continue
        HOOKS[type(ability)](play, employed, ability)
        if play.state.pending is not None or play.state.phase != "choosing":
            return


def acting_at_once(
    character: Character, after: ChoiceKind | None = None
) -> list[tuple[AnyAbility, bool]]:
    """AM-R21: the abilities with timing 3, normal before crest, and which of them need a crest."""
    acting = [(ability, False) for ability in character.normal if type(ability) in HOOKS]
    acting += [(ability, True) for ability in character.crest if type(ability) in HOOKS]
    if after is None:
        return acting
    kinds = [tag_of(ability) for ability, _ in acting]
    return acting[kinds.index(after) + 1 :]


def assassinate(play: AristoMazePlay, employed: Employed, ability: Assassinate) -> None:
    """Assassin, Ninja's crest: AM-065, AM-066, AM-074, AM-R27."""
    target = marked(play.state, employed.seat)
    if target is None:
        return
    lost = all_markers([target])
    play.record(
        CharacterAssassinated(
            seat=employed.seat,
            by=employed.name,
            target=play.state.character(target).id,
            lost=lost,
        )
    )
    payers = [one.seat for one in lost if one.seat != employed.seat]
    if ability.pay_vp and payers:
        for seat in payers:
            change_vp(play, employed, seat, -ability.pay_vp, "ninja")
        change_vp(play, employed, employed.seat, ability.pay_vp * len(payers), "ninja")


def steal(play: AristoMazePlay, employed: Employed, ability: Steal) -> None:
    """Thief's crest: AM-071, AM-072, AM-R26."""
    del ability
    target = marked(play.state, employed.seat)
    if target is not None:
        play.record(
            CharacterStolen(
                seat=employed.seat,
                by=employed.name,
                target=play.state.character(target).id,
                lost=all_markers([target]),
            )
        )


def marked(state: State, seat: Seat) -> Offer | None:
    """AM-065, AM-071, AM-078: the character on which the seat's intrigue marker still lies."""
    return next((one for one in state.line_up if one.is_open and one.bids[seat].intrigue), None)


def all_markers(offers: Sequence[Offer]) -> tuple[SeatMarkers, ...]:
    """AM-066, AM-072, AM-075: add up what each seat has on characters."""
    by_seat = [added_up(bids) for bids in zip(*[offer.bids for offer in offers], strict=True)]
    return tuple(
        SeatMarkers(seat=seat, gold=total.gold, crest=total.crest, intrigue=total.intrigue)
        for seat, total in enumerate(by_seat)
        if total.total
    )


def lose_skip(play: AristoMazePlay, employed: Employed, ability: LoseSkip) -> None:
    """Samurai: AM-067, AM-R29."""
    held = play.state.seats[employed.seat].skip
    _change_skip(play, employed, -min(ability.amount, held))


def gain_skip(play: AristoMazePlay, employed: Employed, ability: GainSkip) -> None:
    """Ninja: AM-073, AM-R18."""
    _change_skip(play, employed, min(ability.amount, play.state.skip_in_common))


def _change_skip(play: AristoMazePlay, employed: Employed, change: int) -> None:
    if change:
        total = play.state.seats[employed.seat].skip + change
        play.record(
            SkipMarkersChanged(seat=employed.seat, by=employed.name, change=change, total=total)
        )


def gain_vp(play: AristoMazePlay, employed: Employed, ability: GainVp) -> None:
    """Necromancer, Princess: AM-076, AM-077."""
    if ability.vp:
        change_vp(play, employed, employed.seat, ability.vp, "character")


def change_vp(
    play: AristoMazePlay, employed: Employed, seat: Seat, change: int, reason: VpReason
) -> None:
    """AM-R28: VP change in full, also below 0."""
    play.record(
        VpChanged(
            seat=seat,
            change=change,
            reason=reason,
            by=employed.name,
            total=play.state.seats[seat].parts.vp + change,
        )
    )


def peek(play: AristoMazePlay, employed: Employed, ability: Peek) -> None:
    """Minstrel: AM-068, AM-R23, AM-R24."""
    del ability
    dungeon = enumerate(play.state.dungeon, start=1)
    options = tuple(number for number, floor in dungeon if not floor.face_up)
    if len(options) == 1:
        look(play, employed.seat, options[0], "minstrel")
    elif options:
        play.record(ChoiceRequested(seat=employed.seat, kind="peek", options=options))


def move_crest(play: AristoMazePlay, employed: Employed, ability: PassCrest) -> None:
    """Alchemist's crest: AM-069, AM-R23, AM-R25."""
    del ability
    party = [play.state.character(offer).id for offer in play.state.party(employed.seat)]
    options = tuple(name for name in party if name != employed.name)
    if len(options) == 1:
        pass_crest(play, employed.seat, employed.name, options[0])
    elif options:
        play.record(ChoiceRequested(seat=employed.seat, kind="move_crest", options=options))


def pass_crest(play: AristoMazePlay, seat: Seat, giver: CharacterId, taker: CharacterId) -> None:
    """AM-069, AM-070: one marker goes on."""
    play.record(CrestMoved(seat=seat, giver=giver, taker=taker))


def end_organizing(play: AristoMazePlay, employed: Employed, ability: EndOrganizing) -> None:
    """Witch's crest: AM-075, AM-R31."""
    del ability
    skipped = [offer for offer in play.state.line_up if offer.is_open]
    if skipped:
        names = tuple(play.state.character(offer).id for offer in skipped)
        lost = all_markers(skipped)
        play.record(OrganizingEnded(by=employed.name, skipped=names, lost=lost))


HOOKS: dict[type[Ability], Callable[[AristoMazePlay, Employed, Any], None]] = {
    Assassinate: assassinate,
    Steal: steal,
    LoseSkip: lose_skip,
    GainSkip: gain_skip,
    GainVp: gain_vp,
    Peek: peek,
    PassCrest: move_crest,
    EndOrganizing: end_organizing,
}
"""Where the abilities with timing 3 act; those with timing 4 act in the dungeon."""
