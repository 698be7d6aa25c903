"""How to answer all other questions: traits, potential, births, offers, combat, events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.aristoocrazy.bots.outlook import (
    CARDS,
    SCORING,
    TOKEN,
    TRAITS,
    Outlook,
    combat_tokens,
    expected_tokens,
    stake,
    strength,
)
from domain.games.aristoocrazy.edition.tables import TraitId
from domain.games.aristoocrazy.state.setup import COMBAT
from domain.games.aristoocrazy.view import BirthView, CharacterView
from domain.kernel.chance import Rng
from domain.kernel.choices import (
    Arrangement,
    Choice,
    Choices,
    IntRange,
    OneOf,
    Selection,
    Subset,
)
from domain.kernel.values import Json

FIRST_TRAITS: tuple[TraitId, ...] = (
    "food",
    "sword",
    "education",
    "money",
    "bow",
    "bravery",
    "rulership",
    "magic",
)
"""Advice 1: cover much, and double nothing across the pair."""


FAR = 3
"""Steps to another start beyond which it makes no difference how many they are."""


def _of_type(choices: Choices, name: str) -> Choice | None:
    return next((choice for choice in choices.items if choice.type == name), None)


def start(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Start where there is most room around, far from the others."""
    (choice,) = choices.items
    domain = choice.open["territory"]
    assert isinstance(domain, OneOf)
    taken = [seat.start_territory for seat in look.view.seats if seat.start_territory]

    def worth(territory: str) -> float:
        room = sum(look.land(one).spaces for one in look.land(territory).adjacent)
        away = _steps_from(look, territory)
        return room + min([FAR, *(away[one] for one in taken)]) + 0.5 * rng.random()

    return {"type": choice.type, "territory": max(domain.of, key=worth)}


def _steps_from(look: Outlook, territory: str) -> dict[str, int]:
    """Count the steps from a territory to each other."""
    steps, border = {territory: 0}, [territory]
    while border:
        reached = [one for name in border for one in look.land(name).adjacent if one not in steps]
        steps |= dict.fromkeys(reached, steps[border[0]] + 1)
        border = list(dict.fromkeys(reached))
    return steps


def first_traits(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 1: different traits for both of the pair, as far as there are so many."""
    del look, rng
    (choice,) = choices.items
    domain = choice.open["woman"]
    assert isinstance(domain, Arrangement)
    wanted = [trait for trait in FIRST_TRAITS if trait in domain.of]
    man = wanted[3:6] if len(wanted) >= 6 else wanted[-3:]
    return {"type": choice.type, "woman": wanted[:3], "man": man}


def any_answer(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Where it hardly matters, anything."""
    del look
    return choices.sample(rng)


def discard(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Put away what is worth least."""
    del look, rng
    (choice,) = choices.items
    domain = choice.open["discard"]
    assert isinstance(domain, Subset)
    cheapest = sorted(domain.of, key=lambda card: CARDS[card])
    return {"type": choice.type, "discard": cheapest[: domain.min]}


def potential(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 4: food for the next event, one of each combat kind, scoring kinds, some money."""
    del rng
    (choice,) = choices.items
    domain = choice.open["uses"]
    assert isinstance(domain, Selection)
    held = dict(look.supply)
    uses = []
    for group in sorted(domain.groups, key=len):
        best = max(group, key=lambda use: _use_worth(look, held, use))
        for trait in best["traits"]:
            held[trait] = held.get(trait, 0) + 1
        uses.append(best)
    return {"type": choice.type, "uses": uses}


def _use_worth(look: Outlook, held: Mapping[str, int], use: Mapping[str, Any]) -> float:
    expected = dict(held)
    worth = 0.0
    for trait in use["traits"]:
        worth += TOKEN * need(look, expected, trait)
        expected[trait] = expected.get(trait, 0) + 1
    if len(use["traits"]) > 1:
        worth -= 1.5 * look.ageing(look.people[use["character"]], 2)
    return worth


def need(look: Outlook, held: Mapping[str, int], trait: str) -> float:
    """Tell how much one more token of a kind is needed beside what is held."""
    number = held.get(trait, 0)
    if trait == "food":
        return 2.0 if number < 1 + (len(look.own.characters) > 4) else 0.3
    if trait == "money":
        return 1.0 if number < 3 and look.rounds_left else 0.4
    if trait in COMBAT:
        return 1.6 if not number else 0.9
    return 1.4 if number < 3 else 1.1


def birth(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 3: roll a poor neutral partner again; the numbering changes no odds."""
    del rng
    now = _birth(look)
    again = _of_type(choices, "reroll")
    if again is not None and look.prospect(now.own_traits, now.partner_traits) < 2.2:
        return again.example()
    roll = _of_type(choices, "roll_child")
    assert roll is not None
    return roll.example()


def _birth(look: Outlook) -> BirthView:
    assert look.view.birth is not None, "a birth is in progress"
    return look.view.birth


def child(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 3: roll again when a dementia shows; take the best set; place the child for defence."""
    now = _birth(look)
    worth = [look.quality(one.traits) for one in now.sets]
    best = max(range(len(worth)), key=worth.__getitem__)
    again = _of_type(choices, "reroll")
    if again is not None and worth[best] < 2.3:
        return again.example()
    genetics = _of_type(choices, "play_genetics")
    traits = now.sets[best].traits
    if genetics is not None and "dementia" in traits:
        number = getattr(genetics.open["dice"], "min", 0)
        dice = sorted(range(3), key=lambda die: TRAITS[traits[die]])[:number]
        return {"type": genetics.type, "set": best, "dice": dice}
    return _place(look, choices, rng, best)


def partner_child(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Place the other child."""
    return _place(look, choices, rng, 0)


def _place(look: Outlook, choices: Choices, rng: Rng, number: int) -> dict[str, Json]:
    placing = _of_type(choices, "place_child")
    assert placing is not None
    where = placing.open["territory"]
    assert isinstance(where, OneOf)

    def worth(territory: str) -> float:
        land = look.land(territory)
        border = sum(look.land(other).owner != look.me for other in land.adjacent)
        return 2.0 * land.marker + 0.2 * border + 0.5 * land.free_spaces + 0.1 * rng.random()

    return {
        "type": placing.type,
        "set": number,
        "character": placing.open["character"].sample(rng),
        "territory": max(where.of, key=worth),
    }


def offer(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 5: accept with room for a child, or for a good dowry."""
    del rng
    now = look.view.offer
    assert now is not None, "something is offered"
    dowry = TOKEN * sum(now.tokens.values()) + sum([CARDS[card] for card in now.cards or ()])
    has_room = look.room() > 0 and bool(look.own.reserve)
    gain = dowry + (look.child() if has_room else 0.0) - 0.6 * look.child()
    (choice,) = choices.items
    return {"type": choice.type, "accept": gain > 0}


def dowry(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 5: a token or two for a child are well spent."""
    del rng
    kind = max(look.supply, key=lambda kind: look.supply[kind], default=None)
    if kind is not None and look.supply[kind] > 1:
        promised = {"tokens": {kind: 2}, "cards": []}
        improved = {"type": "improve_dowry", "dowry": promised}
        if choices.contains(improved):
            return improved
    return {"type": "withdraw_offer"}


def defence(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Commit what the territory, or the character, is worth."""
    del rng
    now = look.view.combat
    assert now is not None, "a combat is in progress"
    lead = now.defender_bonus - now.attacker_bonus
    prize = 0.6
    if now.target is None:
        defenders = look.defenders(now.territory)
        prize += look.territory(now.territory) + 0.3 * len(defenders)
    guess = expected_tokens(look.view.seats[now.attacker])
    number, _ = stake(look.supply, lead - guess + 0.5, prize)
    (choice,) = choices.items
    return {"type": choice.type, "tokens": combat_tokens(look.supply, number)}


def retreat(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Save the better ones."""
    del rng
    (choice,) = choices.items
    ways = choice.open["moves"]
    assert isinstance(ways, OneOf)

    def worth(moves: list[dict[str, str]]) -> float:
        saved = [look.people[one["character"]] for one in moves]
        return sum([look.quality(one.traits) + strength(one) - one.age for one in saved])

    return {"type": choice.type, "moves": max(ways.of, key=worth)}


def harm(look: Outlook, face: str) -> float:
    """Tell what an event will cost, or bring (a negative cost)."""
    held = look.supply.get(face, 0)
    ages = sorted(look.ageing(one) for one in look.own.characters)
    if face == "food":
        missing = 1 + (len(look.own.characters) > 4) - held
        return sum(ages[: 3 * missing]) if missing > 0 and ages else 0.0
    if face in COMBAT:
        return 0.05 if held else sum(ages[:3])
    if face in SCORING:
        most = max(seat.supply_total for seat in look.view.seats if seat.seat != look.me)
        return 0.3 if held < 0.12 * most else -0.4
    return -0.05 * held if face == "money" else 0.0


def cancel(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Cancel what would hurt."""
    del rng
    (choice,) = choices.items
    domain, now = choice.open["dice"], look.view.events
    assert isinstance(domain, Subset)
    assert now is not None, "the events have been rolled"
    threshold = 0.25 if look.rounds_left else 0.05
    costly = [die for die in range(3) if harm(look, now.faces[die]) > threshold]
    costly.sort(key=lambda die: -harm(look, now.faces[die]))
    return {"type": choice.type, "dice": costly[: domain.max]}


def veto(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Veto what would hurt most."""
    del rng
    (choice,) = choices.items
    domain, now = choice.open["die"], look.view.events
    assert isinstance(domain, OneOf)
    assert now is not None, "the events have been rolled"
    faces, dropped = now.faces, now.dropped
    die = max(domain.of, key=lambda one: (not dropped[one], harm(look, faces[one])))
    return {"type": choice.type, "die": die}


def hungry(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 8: those go hungry who can bear it best."""
    del rng
    (choice,) = choices.items
    domain = choice.open["characters"]
    assert isinstance(domain, Subset)
    cheapest = sorted(domain.of, key=lambda name: look.ageing(look.people[name]))
    return {"type": choice.type, "characters": cheapest[: domain.min]}


def barbarians(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 8: pay; else age those who can bear it, or turn a useless trait."""
    del rng
    (*paying, suffering) = choices.items
    if paying:
        return paying[0].example()
    domain = suffering.open["penalties"]
    assert isinstance(domain, Selection)
    costs = []
    for group in domain.groups:
        best = min(group, key=lambda penalty: _penalty_cost(look, penalty))
        costs.append((_penalty_cost(look, best), best))
    costs.sort(key=lambda one: one[0])
    penalties = [penalty for _, penalty in costs[: domain.min]]
    return {"type": suffering.type, **suffering.fixed, "penalties": penalties}


def _penalty_cost(look: Outlook, penalty: Mapping[str, Any]) -> float:
    one: CharacterView = look.people[penalty["character"]]
    if penalty["kind"] == "age":
        return look.ageing(one)
    turned = one.traits[penalty["trait_index"]]
    is_last_luck = turned == "luck" and one.age >= 3
    return 0.08 * TRAITS[turned] * (1 + 0.3 * look.rounds_left) + (2.0 if is_last_luck else 0.0)


def auction(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Advice 7: one more than the others are expected to bid."""
    del rng
    (choice,) = choices.items
    domain = choice.open["amount"]
    assert isinstance(domain, IntRange)
    most = max(seat.supply_total for seat in look.view.seats if seat.seat != look.me)
    wanted = 1 + round(0.09 * most)
    return {"type": choice.type, "amount": min(domain.max, wanted)}


def market(look: Outlook, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Cards are of use while there are turns to come."""
    del rng
    (choice,) = choices.items
    domain = choice.open["count"]
    assert isinstance(domain, IntRange)
    return {"type": choice.type, "count": domain.max if look.rounds_left else 0}
