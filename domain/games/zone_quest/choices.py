"""What a seat may do now in Zone Quest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress, product

from domain.games.zone_quest.actions import ItemId
from domain.games.zone_quest.rules import can_assist, can_leave, candidates
from domain.games.zone_quest.state import TOWN, SeatState, Setup, State
from domain.kernel.chance import Rng
from domain.kernel.choices import Choice, Choices, Offer, OneOf, Subset, drawn, listed
from domain.kernel.values import Json, Seat


def _pick(action: str, field: str, values: tuple[object, ...]) -> Choice:
    return Choice(type=action, fixed={}, open={field: OneOf(of=values)})


TELEPORT = Choice(type="teleport", fixed={})
SEARCH = Choice(type="search_market", fixed={})
INVITATION = _pick("answer_invitation", "accept", (True, False))
BOSS = _pick("boss_choice", "choice", ("attack", "teleport"))


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return state.awaiting


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked: the phase of a turn, in a fight the cycle and the ballot."""
    del seat
    fight = state.encounter
    if fight is None:
        return f"{state.turns}:{state.phase}"
    return f"{state.turns}:{state.phase}:{fight.cycle}:{fight.recasts}"


def legal(state: State, seat: Seat) -> Choices:
    """List what the seat may do. It may leave while it is asked nothing (ZQ-R09)."""
    offers = _answers(state, seat) if seat in state.awaiting else ()
    if can_leave(state, seat):
        offers = (*offers, Choice(type="leave_session", fixed={}, unasked=True))
    return listed(seat, offers)


def draw(state: State, seat: Seat, rng: Rng) -> dict[str, Json]:
    """Draw what `legal` would draw of a seat that is asked something, and describe only that."""
    return drawn(_answers(state, seat), rng)


def _answers(state: State, seat: Seat) -> tuple[Offer, ...]:
    match state.phase:
        case "turn":
            return tuple(_turns(state, seat))
        case "market":
            return tuple(_purchases(state, seat))
        case "group_up":
            return (INVITATION,)
        case "boss_choice":
            return (BOSS,)
        case _:
            assert state.encounter is not None
            return (_pick("vote_target", "seat", state.encounter.participants),)


def _turns(state: State, seat: Seat) -> Iterator[Offer]:
    """ZQ-017: the three actions of a turn."""
    place = state.player(seat).place
    yield TELEPORT
    if place == TOWN and state.market:
        yield SEARCH
    for zone in range(1, len(state.setup.zones) + 1):
        if state.is_open(zone) and place in (TOWN, zone):
            yield partial(_exploration, state, seat, zone)


def _exploration(state: State, seat: Seat, zone: int) -> Choice:
    """ZQ-032: any of those who can assist may be asked."""
    able = can_assist(state, seat, zone)
    invite = Subset(of=able, min=0, max=len(able))
    return Choice(type="explore", fixed={"zone": zone}, open={"invite": invite})


def _purchases(state: State, seat: Seat) -> Iterator[Offer]:
    """ZQ-023 to ZQ-027: all that can be paid."""
    setup, player, cards = state.setup, state.player(seat), state.drawn or ()
    prices = [setup.item(item).price for item in cards]
    for bought in _selections(cards, prices, player.gold):
        yield partial(_purchase, setup, player, bought)


def _purchase(setup: Setup, player: SeatState, bought: tuple[ItemId, ...]) -> Choice:
    """ZQ-026, ZQ-027: these items, with what may be kept."""
    several = candidates(setup, player, bought)
    kept = product(*(dict.fromkeys(items) for items in several.values()))
    keep = OneOf(of=tuple([dict(zip(several, items, strict=True)) for items in kept]))
    buy = Subset(of=bought, min=len(bought), max=len(bought))
    return Choice(type="buy_items", fixed={}, open={"buy": buy, "keep": keep})


def _selections(
    cards: Sequence[ItemId], prices: Sequence[int], gold: int
) -> Iterator[tuple[ItemId, ...]]:
    """Give all that can be taken of the drawn cards for the gold, copies alike; nothing comes first."""
    seen = set()
    for taken in product((False, True), repeat=len(cards)):
        if sum(compress(prices, taken)) <= gold:
            selection = tuple(sorted(compress(cards, taken)))
            if selection not in seen:
                seen.add(selection)
                yield selection
