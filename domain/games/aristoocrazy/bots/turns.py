"""What to do with a turn: each choice is held to be worth something, and the best one is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from domain.games.aristoocrazy.bots.outlook import (
    CARDS,
    LIFE,
    SCORING,
    TOKEN,
    Outlook,
    combat_tokens,
    expected_tokens,
    stake,
    strength,
)
from domain.games.aristoocrazy.view import CharacterView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choice, Choices, OneOf, Subset
from domain.kernel.values import Json

Idea: TypeAlias = tuple[float, dict[str, Json]]
"""An action and what it is held to be worth."""

UNKNOWN_PARTNER = 2.4
"""What the child of an own character and a partner yet to be rolled is like, see `prospect`."""


TASTE = 0.05
"""How little it takes that either of two actions is done: else all would turn on the same neighbour."""


def best_turn(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 2, 5, 6: take what is worth most."""
    ideas = [idea for choice in choices.items for idea in IDEAS[choice.type](look, choice)]
    return max(ideas, key=lambda idea: idea[0] + TASTE * rng.random())[1]


def _values(choice: Choice, name: str) -> Iterable[Any]:
    domain = choice.open[name]
    assert isinstance(domain, OneOf)
    return domain.of


def _action(choice: Choice, **fields: Json) -> dict[str, Json]:
    return {"type": choice.type, **choice.fixed, **fields}


def _pass(look: Outlook, choice: Choice) -> Iterator[Idea]:
    del look
    yield 0.0, _action(choice)


def _exchange(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 7: money is worth nothing at the end, scoring tokens may bring a bonus."""
    domain = choice.open["tokens"]
    assert isinstance(domain, Subset)
    kinds = [kind for kind in dict.fromkeys(domain.of) if kind in SCORING]
    kinds.sort(key=lambda kind: look.supply.get(kind, 0))
    if kinds and not look.rounds_left:
        tokens = [kinds[n % len(kinds)] for n in range(domain.min)]
        yield 5.0 + 0.1 * domain.min, _action(choice, tokens=tokens)


def _move(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 6: hold territories that only a marker holds."""
    one = look.people[choice.fixed["character"]]
    stays = len(look.land(one.territory).characters) > 1
    for territory in _values(choice, "territory"):
        gain = 0.12 if stays and look.land(territory).marker else -0.2
        yield gain, _action(choice, territory=territory)


def _swap(look: Outlook, choice: Choice) -> Iterator[Idea]:
    del look
    yield -0.1, choice.example()


def _partner(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 3: a child, the better the fewer kinds the parents share."""
    one = look.people[choice.fixed["character"]]
    for territory in _values(choice, "territory"):
        traits = look.land(territory).neutral_traits
        hope = look.prospect(one.traits, traits) if traits else UNKNOWN_PARTNER
        yield look.child() + 0.15 * hope, _action(choice, territory=territory)


def _offer(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 5: a child for both, if the other house agrees; with a potion it must."""
    one, sure = look.people[choice.fixed["character"]], choice.fixed["potion"] is not None
    for target in _values(choice, "target"):
        hope = look.child() + 0.15 * look.prospect(one.traits, look.people[target].traits)
        worth = (0.8 if sure else 0.4) * hope
        fields: dict[str, Json] = {} if sure else {"dowry": {"tokens": {}, "cards": []}}
        yield worth, _action(choice, target=target, **fields)


def _challenge(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """A child by combat: worth it against weak characters."""
    one = look.people[choice.fixed["character"]]
    for target in _values(choice, "target"):
        other = look.people[target]
        seat = look.land(other.territory).owner
        lead = strength(one) - strength(other) - _expected(look, seat)
        prize = look.child() + 0.3 + look.ageing(one)
        tokens, worth = stake(look.supply, lead, prize)
        named = combat_tokens(look.supply, tokens)
        yield worth - look.ageing(one) - 0.1, _action(choice, target=target, tokens=named)


def _expected(look: Outlook, seat: int | None) -> float:
    return 0.0 if seat is None else expected_tokens(look.view.seats[seat])


def _attack(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 2, 6: conquer what opens room, what is undefended, and what the odds allow."""
    one = look.people[choice.fixed["character"]]
    for territory in _values(choice, "territory"):
        land = look.land(territory)
        prize = look.territory(territory) - _left_behind(look, one)
        if land.owner is not None:
            prize += 0.25
        fields: dict[str, Json] = {"tokens": {}, "commander_target": None}
        if not land.characters and not (land.castle and land.owner is not None):
            yield prize, _action(choice, territory=territory, **fields)
            continue
        worth, tokens = _battle(look, one, territory, prize)
        fields["tokens"] = tokens
        named = [who for who in _values(choice, "commander_target") if who is not None]
        if named:
            fields["commander_target"] = max(named, key=lambda who: look.people[who].age)
        yield worth, _action(choice, territory=territory, **fields)


def _battle(
    look: Outlook, one: CharacterView, territory: str, prize: float
) -> tuple[float, dict[str, int]]:
    land, defenders = look.land(territory), look.defenders(territory)
    lead = strength(one) - sum(map(strength, defenders)) - 3.0 * land.castle
    if defenders:
        lead -= _expected(look, land.owner)
    prize += 0.3 * len(defenders) + look.ageing(one)
    tokens, worth = stake(look.supply, lead, prize)
    return worth - look.ageing(one), combat_tokens(look.supply, tokens)


def _left_behind(look: Outlook, one: CharacterView) -> float:
    """Advice 2: what is lost where no marker is left for the territory that is emptied."""
    if len(look.land(one.territory).characters) > 1 or look.own.markers_left > 0:
        return 0.0
    return look.territory(one.territory)


def _extra(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """A token for a life: for what there is none of yet."""
    one = look.people[choice.fixed["character"]]
    for trait in _values(choice, "trait"):
        held = look.supply.get(trait, 0)
        worth = TOKEN * (1.8 if not held else 1.2 if trait in SCORING else 0.8)
        yield worth - look.ageing(one), _action(choice, trait=trait)


def _restore(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Come back where there is room for more."""
    for territory in _values(choice, "territory"):
        character = next(iter(_values(choice, "character")))
        worth = 3.0 + look.land(territory).free_spaces
        yield worth, _action(choice, character=character, territory=territory)


def _card(look: Outlook, choice: Choice) -> Iterator[Idea]:
    yield from CARD_IDEAS[choice.fixed["card"]](look, choice)


def _point(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 9: late enough not to lose a conquest."""
    yield (1.0 if look.rounds_left < 2 else 0.5), choice.example()


def _castle(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 9: on two-space territories at the border."""
    for territory in _values(choice, "territory"):
        land = look.land(territory)
        near = [look.land(other).owner for other in land.adjacent]
        border = sum(owner is not None and owner != look.me for owner in near)
        worth = 0.15 * border + 0.1 * (land.spaces - 1) - (0.2 if look.room() < 2 else 0.0)
        yield worth * (1 + look.counts_left) / 2, _action(choice, territory=territory)


def _herbalist(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Heal a dementia into what the house lacks."""
    for index in _values(choice, "trait_index"):
        for trait in _values(choice, "new_trait"):
            worth = 0.12 + 0.05 * look.rounds_left + (0.1 if trait not in look.kinds else 0.0)
            yield worth, _action(choice, trait_index=index, new_trait=trait)


def _fate(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Give luck for a dementia, or to one who has aged."""
    for character in _values(choice, "character"):
        one = look.people[character]
        for index in _values(choice, "trait_index"):
            is_mad = one.traits[index] == "dementia"
            worth = 0.05 * look.rounds_left + (0.25 if is_mad else 0.0) + 0.1 * one.age - 0.1
            yield worth, _action(choice, character=character, trait_index=index)


def _epidemic(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Advice 9: when it hurts the others more."""
    worth = -CARDS["epidemic"]
    for seat in look.view.seats:
        cost = sum([look.ageing(one) for one in seat.characters])
        worth += -cost if seat.seat == look.me else cost / (len(look.view.seats) - 1)
    yield worth, choice.example()


def _strength(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Take an age token off all."""
    yield sum([_relief(one) for one in look.own.characters if one.age]), choice.example()


def _life(look: Outlook, choice: Choice) -> Iterator[Idea]:
    """Take the age off one."""
    for character in _values(choice, "character"):
        one = look.people[character]
        yield _relief(one) + 0.1 * one.age, _action(choice, character=character)


def _relief(one: CharacterView) -> float:
    return LIFE / max(1, one.lives - one.age)


IDEAS: dict[str, Callable[[Outlook, Choice], Iterator[Idea]]] = {
    "pass_turn": _pass,
    "buy_tokens": _exchange,
    "move": _move,
    "swap": _swap,
    "seek_partner": _partner,
    "attack": _attack,
    "contested_marriage": _challenge,
    "offer_marriage": _offer,
    "extra_use": _extra,
    "play_card": _card,
    "restore_house": _restore,
}

CARD_IDEAS: dict[str, Callable[[Outlook, Choice], Iterator[Idea]]] = {
    "castle": _castle,
    "victory_point": _point,
    "herbalist": _herbalist,
    "fate": _fate,
    "epidemic": _epidemic,
    "potion_of_strength": _strength,
    "potion_of_life": _life,
}
