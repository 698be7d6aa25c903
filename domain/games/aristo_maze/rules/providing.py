"""Set-up, and 1: Providing - the clean-up, the income, the dungeon."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.aristo_maze.actions import CardId, CharacterId
from domain.games.aristo_maze.edition.tables import Edition
from domain.games.aristo_maze.events import (
    FloorCard,
    FloorLaid,
    GameSetUp,
    Income,
    RoundStarted,
    SeatSetUp,
)
from domain.games.aristo_maze.rules.play import AristoMazePlay
from domain.games.aristo_maze.state.table import Options, SeatState, Setup, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat


def check_options(edition: Edition, players: int, options: Options) -> None:
    """AM-001, AM-003, AM-R02: refuse a game that the edition or the number of players rules out."""
    fewest, most = edition.setup.players_min, edition.setup.players_max
    if not fewest <= players <= most:
        seats = f"{fewest} or {most}" if fewest < most else f"{most}"
        detail = f"Aristo-Maze is for {seats} players, not {players}."
        raise RuleViolation("AM-001", detail, reason="players", pointer="/seats")
    if isinstance(options.crests, tuple):
        _check_crests(edition, players, options.crests)
    if isinstance(options.characters, tuple):
        _check_line_up(edition, players, options)


def _check_crests(edition: Edition, players: int, crests: Sequence[str]) -> None:
    known = [crest.id for crest in edition.crests]
    if len(crests) != players or len(set(crests)) != players or not set(crests) <= set(known):
        detail = f"Name {players} different crests, one a seat, out of {', '.join(known)}."
        raise RuleViolation("AM-003", detail, reason="crests", pointer="/options/crests")


def _check_line_up(edition: Edition, players: int, options: Options) -> None:
    """AM-R02: the right size, known and distinct characters, the required ones among them."""
    names, row = options.characters, edition.line_up(players)
    known = [character.id for character in edition.in_order()]
    fault = None
    if options.mode == "practice":
        fault = "The line-up of a practice game is fixed; name none."
    elif not set(names) <= set(known):
        fault = f"Name characters out of {', '.join(known)}."
    elif len(names) != row.count or len(set(names)) != row.count:
        fault = f"Name {row.count} different characters."
    elif not set(row.required) <= set(names):
        fault = f"With {players} players the line-up has {', '.join(row.required)}."
    if fault is not None:
        raise RuleViolation("AM-R02", fault, reason="characters", pointer="/options/characters")


def setup(play: AristoMazePlay) -> None:
    """AM-002 to AM-017: deal crests and choose the line-up."""
    setup = play.state.setup
    crests = setup.seat_crests or play.shuffle("crest_deal", setup.crests)
    line_up = choose_line_up(play)
    everybody = [character.id for character in setup.components.characters]
    squires = {squire.crest: squire.id for squire in setup.components.squires}
    play.record(
        GameSetUp(
            mode=setup.mode,
            seats=tuple(
                SeatSetUp(
                    seat=seat,
                    crest=crests[seat],
                    squire=squires[crests[seat]],
                    vp=player.parts.vp,
                    crest_markers=setup.crest_markers,
                )
                for seat, player in enumerate(play.state.seats)
            ),
            line_up=tuple(name for name in everybody if name in line_up),
            removed_characters=tuple(name for name in everybody if name not in line_up),
            floors=setup.floors,
            rounds=setup.rounds,
            skip_in_common=play.state.skip_in_common,
        )
    )


def choose_line_up(play: AristoMazePlay) -> set[CharacterId]:
    """AM-012 to AM-016: those that are in anyway, and as many of the others as are lacking."""
    setup = play.state.setup
    lacking = setup.line_up_count - len(setup.fixed)
    if not lacking:
        return set(setup.fixed)
    return {*setup.fixed, *play.shuffle("character_draw", others(setup))[:lacking]}


def others(setup: Setup) -> tuple[CharacterId, ...]:
    """The characters that may or may not be in, by order number."""
    everybody = [character.id for character in setup.components.characters]
    return tuple(name for name in everybody if name not in setup.fixed)


def start_round(play: AristoMazePlay) -> None:
    """AM-018: clean up, pay the income, lay out the dungeon."""
    state = play.state
    setup, number = state.setup, state.round + 1
    deck = play.shuffle("dungeon_deck", dungeon_deck(state, number))
    drawn, left = deck[: setup.floors], deck[setup.floors :]
    shown = drawn[: setup.face_up]
    laid = play.shuffle("dungeon_floors", drawn)
    types = setup.card_types
    legacy = [card for card in laid if types[card] == "legacy" and card not in shown]
    face_up = {*shown, *legacy}
    play.record(
        RoundStarted(
            round=number,
            income=tuple(income(setup, seat, player) for seat, player in enumerate(state.seats)),
            dungeon=tuple(
                FloorLaid(
                    floor=floor,
                    type=types[card],
                    face_up=card in face_up,
                    card=card if card in face_up else None,
                )
                for floor, card in enumerate(laid, start=1)
            ),
            face_down=tuple(
                FloorCard(floor=floor, card=card)
                for floor, card in enumerate(laid, start=1)
                if card not in face_up
            ),
            legacy_turned=tuple(n for n, card in enumerate(laid, start=1) if card in legacy),
            deck=left,
            deck_count=len(left),
        )
    )


def dungeon_deck(state: State, round_number: int) -> tuple[CardId, ...]:
    """AM-026, AM-029, AM-030: all cards; in round 2 those that round 1 has left."""
    cards = state.setup.components.cards
    if round_number == 2:
        return tuple(cards[place].id for place in sorted(state.deck))
    return tuple(card.id for card in cards)


def income(setup: Setup, seat: Seat, player: SeatState) -> Income:
    """AM-022 to AM-025: gold and a skip marker; an intrigue marker for who has none."""
    numbers = setup.numbers
    return Income(
        seat=seat,
        gold=numbers.gold_per_round,
        intrigue=max(0, numbers.intrigue_per_player - player.supply.intrigue),
        skip=numbers.skip_per_round,
    )
