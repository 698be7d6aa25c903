"""Choices of potential and of turns: births, offers, combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations, product
from typing import Any

from domain.games.aristoocrazy.actions import CharacterId
from domain.games.aristoocrazy.choices.cards import cards
from domain.games.aristoocrazy.choices.setting_up import places
from domain.games.aristoocrazy.edition.tables import CardId, Exchange
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.births import birth_of
from domain.games.aristoocrazy.rules.combat import battle_of
from domain.games.aristoocrazy.rules.marriages import offer_of
from domain.games.aristoocrazy.rules.refusals import gifts_of, has_gifts
from domain.games.aristoocrazy.state.setup import Place, Setup
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.choices import (
    Allocation,
    AnyDomain,
    Arrangement,
    Choice,
    Compound,
    Offer,
    OneOf,
    Selection,
    Subset,
)
from domain.kernel.values import Json, Seat

ORDER = Arrangement(of=(0, 1, 2), length=3)
PASS = Choice(type="pass_turn", fixed={})
NO_DOWRY: Json = {"tokens": {}, "cards": []}


def uses(state: State, seat: Seat) -> list[Choice]:
    """AC-030, AC-031, AC-034: at most one use of each character."""
    groups = [_uses_of(state, one) for one in state.houses[seat].characters]
    domain = Selection(groups=tuple(filter(None, groups)), min=0, max=sum(map(bool, groups)))
    return [Choice(type="use_potential", fixed={}, open={"uses": domain})]


def _uses_of(state: State, one: Character) -> tuple[dict[str, Any], ...]:
    gifts = gifts_of(one)
    listed = [[trait] for trait in gifts]
    if "luck" in one.traits:
        listed += map(list, product(gifts, repeat=state.setup.luck.tokens))
    return tuple({"character": one.id, "traits": traits} for traits in listed)


def turn(state: State, seat: Seat) -> list[Offer]:
    """AC-036, AC-028, AC-R14, AC-R15: all that may be done with a turn, and exchanges before it."""
    found: list[Offer] = [PASS, *_exchanges(state, seat), *cards(state, seat)]
    characters = state.houses[seat].characters
    if not characters:
        return found + _restorations(state, seat)
    crowds = state.crowds()
    can_breed = state.has_room(seat) and bool(state.reserve(seat))
    near = {one.id: state.around(one.place) for one in characters}
    for one in characters:
        around = reach.around(state, seat, near[one.id], crowds)
        if around.rooms:
            found.append(partial(_to, "move", state, one, around.rooms))
        found += _attacks(state, seat, one, around)
        if has_gifts(one):
            found.append(partial(_extra_use, one))
        if can_breed:
            if around.neutral:
                found.append(partial(_to, "seek_partner", state, one, around.neutral))
            if around.manned:
                found += _courtships(state, seat, one, around.manned)
    return found + _swaps(characters, near)


def _to(action: str, state: State, one: Character, among: Sequence[Place]) -> Choice:
    where = places(state, among)
    return Choice(type=action, fixed={"character": one.id}, open={"territory": where})


def _extra_use(one: Character) -> Choice:
    trait = OneOf(of=tuple(gifts_of(one)))
    return Choice(type="extra_use", fixed={"character": one.id}, open={"trait": trait})


def _exchanges(state: State, seat: Seat) -> list[Offer]:
    """AC-027, AC-R11: what the money is enough for."""
    setup, money = state.setup, state.held(seat, "money")
    can_pay = [row for row in setup.exchange if row.money <= money]
    if not can_pay or not any(trait.buy for trait in setup.traits):
        return []
    return [partial(_exchange, setup, row) for row in can_pay]


def _exchange(setup: Setup, row: Exchange) -> Choice:
    kinds = tuple([trait.id for trait in setup.traits if trait.buy])
    tokens = Subset(of=kinds * row.tokens, min=row.tokens, max=row.tokens)
    return Choice(type="buy_tokens", fixed={"money": row.money}, open={"tokens": tokens})


def _restorations(state: State, seat: Seat) -> list[Choice]:
    """AC-R62: any card, in any place where the house may come back."""
    where = reach.restorable(state, seat)
    if not where:
        return []
    names = OneOf(of=tuple(state.reserve(seat)))
    return [
        Choice(
            type="restore_house",
            fixed={},
            open={"character": names, "territory": places(state, where)},
        )
    ]


def _swaps(
    characters: Sequence[Character], near: Mapping[CharacterId, Sequence[Place]]
) -> list[Choice]:
    """AC-R23: two in adjacent territories, in either order."""
    pairs = tuple(
        [
            [one.id, other.id]
            for one, other in permutations(characters, 2)
            if other.place in near[one.id]
        ]
    )
    return [Choice(type="swap", fixed={}, open={"characters": OneOf(of=pairs)})] if pairs else []


def _attacks(state: State, seat: Seat, one: Character, around: reach.Around) -> list[Offer]:
    """AC-069, AC-R40, AC-R41: alike targets together; a defended one apart if a Commander may be named."""
    found: list[Offer] = []
    if around.weak:
        found.append(partial(_conquest, state, one, around.weak))
    if around.walled:
        found.append(partial(_attack, state, seat, one, around.walled))
    if "commander" in state.houses[seat].hand:
        found += [partial(_commanded, state, seat, one, place) for place in around.manned]
    elif around.manned:
        found.append(partial(_attack, state, seat, one, around.manned))
    return found


def _conquest(state: State, one: Character, where: Sequence[Place]) -> Choice:
    """AC-070: where nobody and nothing defends, nothing is committed."""
    return _attacking(state, one, where, allocation({}), ())


def _attack(state: State, seat: Seat, one: Character, where: Sequence[Place]) -> Choice:
    return _attacking(state, one, where, combat_tokens(state, seat), ())


def _commanded(state: State, seat: Seat, one: Character, place: Place) -> Choice:
    """AC-115: an attack for which a Commander may name the target."""
    named = tuple([defender.id for defender in state.on(place)])
    return _attacking(state, one, [place], combat_tokens(state, seat), named)


def _attacking(
    state: State,
    one: Character,
    where: Sequence[Place],
    tokens: Allocation,
    named: tuple[CharacterId, ...],
) -> Choice:
    return Choice(
        type="attack",
        fixed={"character": one.id},
        open={
            "territory": places(state, where),
            "tokens": tokens,
            "commander_target": OneOf(of=(None, *named)),
        },
    )


def combat_tokens(state: State, seat: Seat) -> Allocation:
    """AC-074: any of the combat tokens held."""
    held = {kind: state.held(seat, kind) for kind in state.setup.combat_tokens}
    return allocation({kind: n for kind, n in held.items() if n})


def allocation(limits: dict[Any, int]) -> Allocation:
    """Offer any number of each."""
    return Allocation(limits=limits, min=0, max=sum(limits.values()))


def _courtships(state: State, seat: Seat, one: Character, manned: Sequence[Place]) -> list[Offer]:
    """AC-059, AC-060, AC-067, AC-116, AC-117: whom a character may court or challenge next to it."""
    mine, hand = reach.sex(state, seat, one), state.houses[seat].hand
    near = [
        (reach.sex(state, owner, other) == mine, other.id)
        for place in manned
        if (owner := state.lands[place].owner) is not None
        for other in state.on(place)
    ]
    opposite = tuple([other for is_same, other in near if not is_same])
    same = tuple([other for is_same, other in near if is_same])
    found: list[Offer] = []
    if opposite:
        found.append(partial(_challenge, state, seat, one, opposite))
        found.append(partial(_offer, state, seat, one, opposite))
    if opposite and "love_potion" in hand:
        found.append(_potion(one, opposite, "love_potion"))
    if same and "love_potion_4" in hand:
        found.append(_potion(one, same, "love_potion_4"))
    return found


def _challenge(state: State, seat: Seat, one: Character, targets: tuple[str, ...]) -> Choice:
    return Choice(
        type="contested_marriage",
        fixed={"character": one.id},
        open={"target": OneOf(of=targets), "tokens": combat_tokens(state, seat)},
    )


def _offer(state: State, seat: Seat, one: Character, targets: tuple[str, ...]) -> Choice:
    house = state.houses[seat]
    dowry = Compound(
        fields={
            "tokens": allocation(dict(state.setup.named(house.supply))),
            "cards": Subset(of=house.hand, min=0, max=len(house.hand)),
        }
    )
    return Choice(
        type="offer_marriage",
        fixed={"character": one.id, "potion": None},
        open={"target": OneOf(of=targets), "dowry": dowry},
    )


def _potion(one: Character, targets: tuple[str, ...], potion: CardId) -> Choice:
    return Choice(
        type="offer_marriage",
        fixed={"character": one.id, "potion": potion, "dowry": NO_DOWRY},
        open={"target": OneOf(of=targets)},
    )


def answers_to_offer(state: State, seat: Seat) -> list[Choice]:
    """AC-061, AC-063: yes or no."""
    del state, seat
    return [
        Choice(type="answer_marriage", fixed={}, open={"accept": OneOf(of=(False, True))}),
    ]


def dowries(state: State, seat: Seat) -> list[Choice]:
    """AC-R32: withdraw, or any dowry but the one that was refused.

    Another dowry has fewer or more tokens, or as many but less of some kind, or the same tokens
    with other cards; some dowries are offered by more than one of these choices.
    """
    house, offer = state.houses[seat], offer_of(state)
    held, told = dict(state.setup.named(house.supply)), dict(state.setup.named(offer.tokens))
    any_cards = Subset(of=house.hand, min=0, max=len(house.hand))
    found: list[tuple[AnyDomain, AnyDomain]] = [
        (tokens, any_cards) for tokens in _other_tokens(held, told)
    ]
    found += [(OneOf(of=(told,)), cards) for cards in _other_cards(house.hand, offer.cards)]
    return [
        Choice(type="withdraw_offer", fixed={}),
        *(
            Choice(
                type="improve_dowry",
                fixed={},
                open={"dowry": Compound(fields={"tokens": tokens, "cards": cards})},
            )
            for tokens, cards in found
        ),
    ]


def _other_tokens(held: dict[Any, int], told: dict[Any, int]) -> list[AnyDomain]:
    number, most = sum(told.values()), sum(held.values())
    found: list[AnyDomain] = []
    if number:
        found.append(Allocation(limits=held, min=0, max=number - 1))
    if number < most:
        found.append(Allocation(limits=held, min=number + 1, max=most))
    for kind, count in told.items():
        limits = {**held, kind: count - 1}
        if sum(limits.values()) >= number:
            found.append(Allocation(limits=limits, min=number, max=number))
    return found


def _other_cards(held: tuple[CardId, ...], told: tuple[CardId, ...]) -> list[AnyDomain]:
    number, most = len(told), len(held)
    found: list[AnyDomain] = []
    if number:
        found.append(Subset(of=held, min=0, max=number - 1))
    if number < most:
        found.append(Subset(of=held, min=number + 1, max=most))
    for card in dict.fromkeys(told):
        others = tuple(one for one in held if one != card)
        fewer = others + (card,) * (told.count(card) - 1)
        if len(fewer) >= number:
            found.append(Subset(of=fewer, min=number, max=number))
    return found


def births(state: State, seat: Seat) -> list[Choice]:
    """AC-044, AC-050, AC-R38: roll for the child, or what may come before or instead."""
    del seat
    found = [Choice(type="roll_child", fixed={}, open={"own_order": ORDER, "partner_order": ORDER})]
    if state.neutral_rerolls_left > 0:
        found.append(Choice(type="reroll", fixed={}))
    if birth_of(state).kind == "contested":
        found.append(Choice(type="decline_child", fixed={}))
    return found


def child_choices(state: State, seat: Seat) -> list[Choice]:
    """AC-052, AC-056, AC-066, AC-114: place a child, or change the dice first."""
    birth = birth_of(state)
    sets = OneOf(of=tuple(range(len(birth.sets))))
    found = [_placing(state, seat, sets)]
    if birth.rerolls_left > 0:
        found.append(Choice(type="reroll", fixed={}))
    if "genetics" in state.houses[seat].hand:
        number = state.setup.card("genetics").dice or 0
        dice = Subset(of=(0, 1, 2), min=number, max=number)
        found.append(Choice(type="play_genetics", fixed={}, open={"set": sets, "dice": dice}))
    return found


def partner_places(state: State, seat: Seat) -> list[Choice]:
    """AC-066, AC-R31: place the other child."""
    return [_placing(state, seat, OneOf(of=(0,)))]


def _placing(state: State, seat: Seat, sets: OneOf) -> Choice:
    return Choice(
        type="place_child",
        fixed={},
        open={
            "set": sets,
            "character": OneOf(of=tuple(state.reserve(seat))),
            "territory": places(state, state.rooms(seat)),
        },
    )


def defences(state: State, seat: Seat) -> list[Choice]:
    """AC-074: any of the combat tokens held."""
    return [Choice(type="defend", fixed={}, open={"tokens": combat_tokens(state, seat)})]


def retreats(state: State, seat: Seat) -> list[Choice]:
    """AC-078, AC-R42: all ways in which as many as possible find a haven."""
    del seat
    place = battle_of(state).place
    survivors, room = state.on(place), reach.havens(state, place)
    number = min(len(survivors), sum(room.values()))
    ways = [
        [
            {"character": one.id, "territory": state.setup.name(haven)}
            for one, haven in zip(going, havens, strict=True)
        ]
        for going in permutations(survivors, number)
        for havens in product(room, repeat=number)
        if all(havens.count(haven) <= room[haven] for haven in havens)
    ]
    return [Choice(type="retreat", fixed={}, open={"moves": OneOf(of=tuple(ways))})]
