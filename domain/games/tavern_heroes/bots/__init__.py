"""Server bots of Friendly Monsters and Tavern Heroes: they see a view and their choices, nothing else.

`greedy` follows the advice of docs/rules/tavern_heroes.md, section 8: it reckons what each action that it
could take would change, in Renown, and takes the best. It knows the cards of the default edition; what
it does not know counts little.
"""

from __future__ import annotations

from domain.games.tavern_heroes.bots.plans import plans
from domain.games.tavern_heroes.bots.policies import best_policy, final_policy, next_policy
from domain.games.tavern_heroes.bots.worth import Worth, card_worth
from domain.games.tavern_heroes.view import TavernHeroesView
from domain.kernel.chance import Rng
from domain.kernel.choices import Arrangement, Choices
from domain.kernel.values import Json

PASSING = 0.3
"""What an action must promise beyond passing."""


def greedy(view: TavernHeroesView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    del rng
    kinds = {choice.type for choice in choices.items}
    if "choose_policy" in kinds:
        policy = best_policy(view, choices.seat, choices.items[0].open["policy"].values())
        return {"type": "choose_policy", "policy": policy}
    if "choose_final_policy" in kinds:
        return {"type": "choose_final_policy", "policy": final_policy(view, choices.seat)}
    if "discard_excess" in kinds:
        return _discard(choices)
    return _turn(view, choices)


def _turn(view: TavernHeroesView, choices: Choices) -> dict[str, Json]:
    worth = Worth(view, choices.seat)
    best, most = None, PASSING
    for plan in plans(view, choices):
        promise = worth.of(plan)
        if promise > most:
            best, most = plan.action, promise
    if best is not None:
        return dict(best)
    policy = None if view.final_pile_start is not None else next_policy(view, choices.seat)
    return {"type": "pass", "policy": policy}


def _discard(choices: Choices) -> dict[str, Json]:
    """Keep the cards that are worth most."""
    cards = choices.items[0].open.items()
    return {"type": "discard_excess"} | {
        name: sorted(held.of, key=card_worth)[: held.length]
        for name, held in cards
        if isinstance(held, Arrangement)
    }
