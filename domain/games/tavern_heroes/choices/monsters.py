"""The payments for which monsters can be subjugated, and the visits that can be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from domain.games.tavern_heroes.actions import Visit
from domain.games.tavern_heroes.choices.offers import Offer
from domain.games.tavern_heroes.edition import Edition
from domain.games.tavern_heroes.edition.words import MARKS, CardId, Mark
from domain.games.tavern_heroes.rules.monsters import check_visit, support_of
from domain.games.tavern_heroes.rules.requests import Request, bears_stone
from domain.games.tavern_heroes.state import SeatState, State
from domain.kernel.choices import Choice, Subset
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat

Piece: TypeAlias = tuple[CardId, Mark, int]
"""A card spent for a subjugation, the mark it gives, and how much."""

Fighter: TypeAlias = tuple[str, Sequence[Piece]]
"""The kind of a card, and what it can give: one of these."""


def subjugations(state: State, seat: Seat) -> list[Offer]:
    """TH-108 to TH-113: each monster by each payment in which nothing is idle, cubes filling the gap."""
    player, edition = state.seats[seat], state.edition
    if len(player.territories) >= edition.limits.territories:
        return []
    depends_on = ("subjugate", state.monster_row, player.armament_cards, _ready(player))
    ways = edition.memo.answer(depends_on, _ways_to_subjugate, edition, *depends_on[1:])
    return [offer for cubes, offer in ways if cubes <= player.cubes]


def _ready(player: SeatState) -> tuple[CardId, ...]:
    return tuple([one.talent for one in player.talents if one.is_ready])


def _ways_to_subjugate(
    edition: Edition, row: Sequence[CardId], armaments: Sequence[CardId], ready: Sequence[CardId]
) -> tuple[tuple[int, Offer], ...]:
    """List the payments for the monsters of a row, each with the cubes that it costs besides.

    A monster's are remembered by the cards alone that give something of what it asks for.
    """
    found: list[tuple[int, Offer]] = []
    cards = (*sorted(armaments, key=lambda one: edition.armament[one].id), *ready)
    for monster in row:
        helping = edition.helping[monster]
        depends_on = ("defeat", monster, tuple([card for card in cards if card in helping]))
        found += edition.memo.answer(depends_on, _ways_to_defeat, edition, *depends_on[1:])
    return tuple(found)


def _ways_to_defeat(
    edition: Edition, monster: CardId, cards: Sequence[CardId]
) -> tuple[tuple[int, Offer], ...]:
    cheapest = _cheapest(edition, _payments(_fighters(edition, cards), edition.needs[monster]))
    return tuple(
        [(cost, partial(_subjugation, monster, pieces, short)) for cost, pieces, short in cheapest]
    )


def _subjugation(
    monster: CardId, pieces: Sequence[Piece], short: Mapping[Mark, int], state: State, seat: Seat
) -> Choice:
    del seat
    talent = state.edition.talent
    return Choice(
        type="subjugate",
        fixed={
            "monster": monster,
            "cubes": short,
            "armaments": tuple(card for card, _, _ in pieces if card not in talent),
            "talents": tuple(
                {"talent": card, "ability": mark} for card, mark, _ in pieces if card in talent
            ),
        },
    )


def _fighters(edition: Edition, cards: Sequence[CardId]) -> Iterator[Fighter]:
    """Tell the kind of each card, and what it can give."""
    for card in cards:
        kind = edition.armament[card].id if card in edition.armament else card
        yield kind, [(card, mark, number) for mark, number in edition.gives[card].items() if number]


def _payments(
    fighters: Iterable[Fighter], needs: Mapping[Mark, int]
) -> Iterator[tuple[tuple[Piece, ...], Mapping[Mark, int]]]:
    """List the cards spent together so that none could be left out without a mark being missed.

    Each comes with the marks then left to cover, below 0 where more is given than needed. Of cards
    of a kind the second is spent only beside the first.
    """
    spent: list[tuple[tuple[Piece, ...], dict[Mark, int], str]] = [((), dict(needs), "")]
    for kind, gives in fighters:
        more = [
            ((*pieces, piece), {**left, piece[1]: left[piece[1]] - piece[2]}, left_out)
            for pieces, left, left_out in spent
            if left_out != kind
            for piece in gives
            if left[piece[1]] > 0
        ]
        spent = [(pieces, left, kind) for pieces, left, _ in spent] + more
    for pieces, left, _ in spent:
        if all(left[mark] + gift > 0 for _, mark, gift in pieces):
            yield pieces, left


def _cheapest(
    edition: Edition, payments: Iterator[tuple[tuple[Piece, ...], Mapping[Mark, int]]]
) -> Iterable[tuple[int, tuple[Piece, ...], dict[Mark, int]]]:
    """Of payments with the same cards keep the one that leaves the fewest cubes to pay; tell how many."""
    rates = edition.exchange.cubes
    rate = [(mark, getattr(rates, mark)) for mark in MARKS]
    best: dict[tuple[CardId, ...], tuple[int, tuple[Piece, ...], dict[Mark, int]]] = {}
    for pieces, left in payments:
        cost = sum([left[mark] * cubes for mark, cubes in rate if left[mark] > 0])
        cards = tuple([card for card, _, _ in pieces])
        if cards not in best or cost < best[cards][0]:
            best[cards] = cost, pieces, {mark: max(0, left[mark]) for mark in MARKS}
    return best.values()


def visits(state: State, seat: Seat) -> Iterator[Offer]:
    """TH-115 to TH-118: each monster with each talent that can visit it, by each card that pays its stone."""
    edition, ready = state.edition, _ready(state.seats[seat])
    for monster in state.monster_row if ready else ():
        kind = edition.monster[monster].visit.kind
        for talent in ready:
            if getattr(edition.talent[talent].abilities, kind):
                for stone in _stones(state, seat, monster):
                    yield partial(_visit, monster, talent, stone)


def _stones(state: State, seat: Seat, monster: CardId) -> tuple[CardId | None, ...]:
    """TH-106: the cards that pay the stone; a single null where none is asked for."""
    stone, player = state.edition.monster[monster].visit.cost.stone, state.seats[seat]
    if stone is None:
        return (None,)
    held = (*player.resource_cards, *player.armament_cards)
    return tuple(card for card in held if bears_stone(state, card, stone))


def _visit(
    monster: CardId, talent: CardId, stone: CardId | None, state: State, seat: Seat
) -> Choice | None:
    """Leave the support open: a card that pays the stone cannot support."""
    action = Visit(monster=monster, talent=talent, support=(), stone_card=stone)
    try:
        check_visit(Request(state, seat, ""), action)
    except RuleViolation:
        return None
    kind = state.edition.monster[monster].visit.kind
    held = state.seats[seat].armament_cards
    cards = tuple([one for one in held if one != stone and support_of(state.edition, one, kind)])
    open_fields = {"support": Subset(of=cards, min=0, max=len(cards))}
    fixed = {"monster": monster, "talent": talent, "stone_card": stone}
    return Choice(type="visit", fixed=fixed, open=open_fields)
