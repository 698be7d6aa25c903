"""What each action that is open would change, as far as the cards of the default edition tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.games.tavern_heroes.edition import DEFAULT
from domain.games.tavern_heroes.edition.words import MARKS, UNITS, CardId, Counter
from domain.games.tavern_heroes.view import SeatView, TavernHeroesView
from domain.kernel.choices import Choices
from domain.kernel.values import Json

MOST = 200
"""Of one choice no more actions than this are looked at."""


class Plan(NamedTuple):
    """An action, what it changes, and what it is worth later on."""

    action: Mapping[str, Json]
    changes: dict[str, float]
    later: float


class Board(NamedTuple):
    """What the plans of a turn are reckoned with."""

    view: TavernHeroesView
    seat: SeatView
    rounds_left: int


def plans(view: TavernHeroesView, choices: Choices) -> Iterator[Plan]:
    """Give all plans but passing."""
    board = Board(view, view.seats[choices.seat], DEFAULT.game.rounds - view.round)
    for action in choices.actions(MOST):
        weigh = _WEIGHING.get(action["type"])
        if weigh is not None:
            changes: dict[str, float] = {}
            later = weigh(board, action, changes)
            yield Plan(action, changes, later)


def _add(changes: dict[str, float], amounts: Mapping[Any, float], sign: int = 1) -> None:
    for name, amount in amounts.items():
        changes[name] = changes.get(name, 0) + sign * amount


def _place_cube(board: Board, action: Mapping[str, Json], changes: dict[str, float]) -> float:
    effect = action["effect"]
    _add(changes, {"cubes": -1})
    area = DEFAULT.area_of[effect["kind"]]
    costs = board.view.own_next_costs or {}
    cost = costs.get(area.id)
    if cost and area.cost_kind != "none":
        _add(changes, {area.cost_kind: -cost})
    if effect["kind"] == "privilege":
        effect = effect["effect"]
    return _effect(board, effect, changes)


def _effect(board: Board, effect: Mapping[str, Json], changes: dict[str, float]) -> float:
    weigh = _EFFECTS.get(effect["kind"])
    return weigh(board, effect, changes) if weigh is not None else 0.0


def _constant(board: Board, on: str) -> int:
    """Advice 8: the Renown that the current Policy gives on a deed."""
    policy = DEFAULT.policy.get(board.seat.policy or "")
    effect = policy.constant_effect if policy is not None else None
    return effect.renown if effect is not None and effect.on == on else 0


def _market_information(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board, effect
    row = DEFAULT.effects.market_information
    _add(changes, {"information": row.gain_information, "renown": row.gain_renown})
    return 0.0


def _buy_universal(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board
    amount = effect["amount"]
    prices = DEFAULT.effects.buy_universal.prices
    _add(changes, {"universal_resource": amount, "funds": -prices[amount - 1]})
    return 0.0


def _buy_resource(board: Board, effect: Json, changes: dict[str, float]) -> float:
    top = board.view.resource_discard[-1:] if effect["from"] == "discard" else ()
    known = DEFAULT.resource.get(top[0]) if top else None
    price = 2 if known is None else known.value - DEFAULT.effects.buy_resource.discount
    _add(changes, {"resource_cards": 1, "funds": -price})
    return 0.4 if known is not None and known.stone else 0.0


def _provide_information(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board, effect
    row = DEFAULT.effects.provide_information
    gains = {"universal_resource": row.gain_universal_resource, "renown": row.gain_renown}
    _add(changes, {"information": -row.pay_information, **gains})
    return 0.0


def _donate(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board
    _add(changes, {"universal_resource": -effect["amount"], "renown": effect["amount"]})
    return 0.0


def _sell(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board
    cards = effect["cards"]
    value = sum(DEFAULT.resource[card].value for card in cards if card in DEFAULT.resource)
    _add(changes, {"resource_cards": -len(cards), "funds": value})
    return 0.0


def _produce(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board
    spent = len(effect["armaments"])
    _add(changes, {"resource_cards": 1 + spent, "armament_cards": -spent})
    return 0.0


def _expand(board: Board, effect: Json, changes: dict[str, float]) -> float:
    row = DEFAULT.expansion_type[effect["deck"]]
    _add(changes, row.cost.counters, -1)
    _gain_land(board, changes, row.renown + _constant(board, "expand"))
    units = {"guided": 1.25, "mixed": 2.0, "informed": 2.75}[row.id]
    return units * 0.6 * board.rounds_left


def _gain_land(board: Board, changes: dict[str, float], renown: int) -> None:
    """Advice 2: the earlier a territory the more it pays."""
    bonus = DEFAULT.bonuses.territory[min(len(board.seat.territories), 4)]
    _add(changes, {"renown": renown + bonus, "territories": 1})


def _build(board: Board, effect: Json, changes: dict[str, float]) -> float:
    row = DEFAULT.city.get(effect["city"])
    if row is None:
        return 0.0
    rates, bought = DEFAULT.exchange.universal_resource, effect["universal"]
    spent = sum(getattr(rates, unit) * bought[unit] for unit in UNITS)
    cards = len(effect["resource_cards"])
    _add(changes, {"universal_resource": -spent, "resource_cards": -cards, "cities": 1})
    _add(changes, {"renown": row.renown + _constant(board, "build")})
    if row.armament is not None:
        _add(changes, {"armament_level": 1, "armament_cards": 1})
    land = board.seat.territories[int(effect["territory"])].production
    lost = 0.5 * (land.wood + land.stone + land.ore)
    return (income_worth(row.income.counters) - lost) * board.rounds_left - 0.01 * lost


INCOME: Mapping[Counter, float] = {
    "cubes": 2.4,
    "funds": 0.9,
    "information": 1.2,
    "universal_resource": 1.2,
    "renown": 1.0,
}
"""What an income is worth a round."""


def income_worth(amounts: Mapping[Counter, int]) -> float:
    """Give what an income is worth a round."""
    return sum(INCOME[name] * number for name, number in amounts.items())


def _tavern_information(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board, effect
    row = DEFAULT.effects.tavern_information
    _add(changes, {"funds": -row.pay_funds, "information": row.gain_information})
    return 0.0


def _feast(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del board, effect
    row = DEFAULT.effects.feast
    _add(changes, {"funds": -row.pay_funds, "cubes": row.gain_cubes})
    return 0.0


def _recruit(board: Board, effect: Json, changes: dict[str, float]) -> float:
    """Advice 3: the bonus grows, and the abilities serve every round."""
    row = DEFAULT.talent.get(effect["talent"])
    if row is None:
        return 0.0
    _add(changes, row.cost.counters, -1)
    bonus = DEFAULT.bonuses.talent[min(len(board.seat.talents), 4)]
    _add(changes, {"renown": bonus + _constant(board, "recruit"), "talents": 1})
    return talent_worth(effect["talent"]) * (board.rounds_left + 0.6) + 0.5 * board.rounds_left


def talent_worth(talent: CardId) -> float:
    """Give what a talent is worth in a round."""
    row = DEFAULT.talent.get(talent)
    if row is None:
        return 1.0
    can = row.abilities
    fights = 0.7 * can.combat + 1.3 * (can.attack_magic + can.holy)
    visits = 1.3 * (can.trade + can.explore)
    return max(fights, visits) + 0.3 * min(fights, visits) + 0.3 * len(row.skills)


def _scheme(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del effect
    row = DEFAULT.effects.scheme
    _add(changes, {"information": -row.pay_information})
    _add(changes, {"universal_resource": -row.pay_universal_resource})
    _draw(board, changes, board.seat.armament_level)
    return 0.0


def _draw(board: Board, changes: dict[str, float], level: float) -> None:
    """Advice 6: only what can be held counts."""
    held = board.seat.armament_count
    _add(changes, {"armament_cards": max(0.0, min(level, level - held))})


def _conscript(board: Board, effect: Json, changes: dict[str, float]) -> float:
    del effect
    row = DEFAULT.effects.conscript
    _add(changes, {"universal_resource": -row.pay_universal_resource, "armament_level": 1})
    _draw(board, changes, board.seat.armament_level + 1)
    return 0.0


def _use_card(board: Board, action: Mapping[str, Json], changes: dict[str, float]) -> float:
    _add(changes, {"cubes": -1})
    if action["card"] == "lord":
        row = DEFAULT.lord.taxation
        _add(changes, {"renown": -row.lose_renown, "funds": row.gain_funds})
        return 0.0
    if action["effect"] is not None:
        return _effect(board, action["effect"], changes)
    return sum(_skill(board, use, changes) for use in action["uses"]) - _USE


_USE = 0.8
"""What it costs that a talent cannot do anything else this round."""


def _skill(board: Board, use: Mapping[str, Json], changes: dict[str, float]) -> float:
    row = DEFAULT.skill[use["skill"]]
    _add(changes, row.pays, -1)
    _add(changes, row.gains)
    if use["stone_card"] is not None:
        _spend(board, changes, use["stone_card"])
    if use["effect"] is not None:
        return _effect(board, use["effect"], changes)
    if use["skill"] == "strong_soldiers":
        _add(changes, {"armament_level": 1})
        _draw(board, changes, board.seat.armament_level + 1)
    elif use["skill"] == "scheme":
        _draw(board, changes, board.seat.armament_level)
    return 0.9 * sum(talent_worth(one) for one in use["talents"] or ())


def _spend(board: Board, changes: dict[str, float], card: CardId) -> None:
    is_resource = card in board.seat.resource_cards
    _add(changes, {"resource_cards" if is_resource else "armament_cards": -1, "magic_stones": -1})


def _subjugate(board: Board, action: Mapping[str, Json], changes: dict[str, float]) -> float:
    row = DEFAULT.monster.get(action["monster"])
    if row is None:
        return 0.0
    rates = DEFAULT.exchange.cubes
    cubes = sum(getattr(rates, mark) * action["cubes"][mark] for mark in MARKS)
    _add(changes, {"cubes": -cubes, "armament_cards": -len(action["armaments"]), "monsters": 1})
    _gain_land(board, changes, row.renown + _constant(board, "subjugate"))
    return -_USE * len(action["talents"])


def _visit(board: Board, action: Mapping[str, Json], changes: dict[str, float]) -> float:
    """Advice 4: a visit takes no cube."""
    row = DEFAULT.monster.get(action["monster"])
    if row is None:
        return 0.0
    support = action["support"]
    more = sum(
        getattr(DEFAULT.armament[card].support, row.visit.kind)
        for card in support
        if card in DEFAULT.armament
    )
    _add(changes, row.visit.cost.counters, -1)
    reward = row.visit.reward
    _add(changes, {one: n + more for one, n in reward.counters.items()})
    for name in ("resource_cards", "armament_cards"):
        if getattr(reward, name):
            _add(changes, {name: getattr(reward, name) + more})
    _add(changes, {"armament_cards": -len(support)})
    if action["stone_card"] is not None:
        _spend(board, changes, action["stone_card"])
    return -_USE / 2


_EFFECTS: Mapping[str, Callable[[Board, Json, dict[str, float]], float]] = {
    "market_information": _market_information,
    "buy_universal": _buy_universal,
    "buy_resource": _buy_resource,
    "provide_information": _provide_information,
    "donate": _donate,
    "sell_resources": _sell,
    "produce": _produce,
    "expand": _expand,
    "build": _build,
    "tavern_information": _tavern_information,
    "feast": _feast,
    "recruit": _recruit,
    "scheme": _scheme,
    "conscript": _conscript,
}

_WEIGHING: Mapping[str, Callable[[Board, Mapping[str, Json], dict[str, float]], float]] = {
    "place_cube": _place_cube,
    "use_card": _use_card,
    "subjugate": _subjugate,
    "visit": _visit,
}
