"""Search the town market, and what is bought there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.zone_quest.actions import BuyItems, ItemId, SlotId
from domain.games.zone_quest.events import ItemsBought, MarketSearched
from domain.games.zone_quest.rules.decks import GoingBack, fitting, put_back
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.rules.refusals import require_phase, require_turn
from domain.games.zone_quest.rules.turns import end_turn
from domain.games.zone_quest.state import MARKET, TOWN, SeatState, Setup, State, without
from domain.kernel.errors import RuleViolation
from domain.kernel.shape import pointer_step
from domain.kernel.values import Seat


def search_market(play: ZoneQuestPlay, seat: Seat) -> None:
    """Search the town market: ZQ-021, ZQ-022."""
    state = play.state
    require_phase(state, "turn", "ZQ-017", "The market is searched on one's turn, as its action.")
    require_turn(state, seat)
    place = state.player(seat).place
    if place != TOWN:
        detail = f"You are in zone {place}; teleport to town before you search its market."
        raise RuleViolation("ZQ-021", detail, reason="not_in_town", pointer="/action/type")
    if not state.market:
        detail = "The market deck is empty, so there is nothing to search; take another action."
        raise RuleViolation("ZQ-R10", detail, reason="market_empty", pointer="/action/type")
    play.record(MarketSearched(seat=seat, drawn=state.market[: state.setup.draw]))


def buy_items(play: ZoneQuestPlay, seat: Seat, action: BuyItems) -> None:
    """Buy any of the drawn cards: ZQ-023 to ZQ-027; ends the turn."""
    state = play.state
    require_phase(state, "market", "ZQ-023", "Items are bought after a search of the market.")
    require_turn(state, seat)
    drawn = state.drawn or ()
    _check_purchase(state, seat, action, drawn)
    player = state.player(seat)
    items, returned = outfit(state.setup, player, action.buy, action.keep)
    paid = sum([state.setup.item(item).price for item in action.buy])
    play.record(
        ItemsBought(
            seat=seat,
            bought=state.setup.in_order(action.buy, MARKET),
            paid=paid,
            gold=player.gold - paid,
            items=items,
            returned=state.setup.in_order(returned, MARKET),
        )
    )
    unbought = without(drawn, action.buy)
    back = fitting(play.state, (*unbought, *returned))
    put_back(play, [GoingBack(MARKET, seat, back, "market")])
    end_turn(play)


def _check_purchase(state: State, seat: Seat, action: BuyItems, drawn: tuple[ItemId, ...]) -> None:
    left = list(drawn)
    for number, item in enumerate(action.buy):
        if item not in left:
            detail = f"You may buy of what you have drawn, each card once: {', '.join(drawn)}."
            raise RuleViolation(
                "ZQ-023", detail, reason="not_drawn", pointer=f"/action/buy/{number}"
            )
        left.remove(item)
    player = state.player(seat)
    price = sum([state.setup.item(item).price for item in action.buy])
    if price > player.gold:
        detail = f"These items cost {price}; you have {player.gold} gold."
        raise RuleViolation("ZQ-023", detail, reason="too_expensive", pointer="/action/buy")
    _check_keep(candidates(state.setup, player, action.buy), action.keep)


def candidates(
    setup: Setup, player: SeatState, bought: Sequence[ItemId]
) -> dict[SlotId, list[ItemId]]:
    """ZQ-026, ZQ-027: the slots for which there are several items, and those items."""
    found: dict[SlotId, list[ItemId]] = {}
    for slot, worn in zip(setup.slots, player.items, strict=True):
        items = [] if worn is None else [worn]
        items += [item for item in bought if setup.item(item).slot == slot]
        if len(items) > 1:
            found[slot] = items
    return found


def _check_keep(wanted: Mapping[SlotId, list[ItemId]], keep: Mapping[SlotId, ItemId]) -> None:
    for slot in wanted:
        if slot not in keep:
            detail = f"Name the item that you keep for {slot}: {' or '.join(wanted[slot])}."
            raise RuleViolation("ZQ-027", detail, reason="bad_keep", pointer="/action/keep")
    for slot, item in keep.items():
        at = f"/action/keep/{pointer_step(slot)}"
        if slot not in wanted:
            detail = "Name only slots for which you have more than one item"
            named = f"{detail}: {', '.join(wanted)}." if wanted else f"{detail}; there is none."
            raise RuleViolation("ZQ-027", named, reason="bad_keep", pointer=at)
        if item not in wanted[slot]:
            detail = f"For {slot} you can keep {' or '.join(wanted[slot])}."
            raise RuleViolation("ZQ-027", detail, reason="bad_keep", pointer=at)


def outfit(
    setup: Setup, player: SeatState, bought: Sequence[ItemId], keep: Mapping[SlotId, ItemId]
) -> tuple[dict[SlotId, ItemId | None], tuple[ItemId, ...]]:
    """ZQ-025 to ZQ-027, ZQ-R11, ZQ-R12: what is worn after a purchase, and what is given up."""
    items = setup.worn(player.items)
    items |= {setup.item(item).slot: item for item in bought}
    returned: list[ItemId] = []
    for slot, several in candidates(setup, player, bought).items():
        items[slot] = keep[slot]
        several.remove(keep[slot])
        returned += several
    return items, tuple(returned)
