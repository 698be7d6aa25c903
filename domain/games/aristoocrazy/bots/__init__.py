"""Server bots of Aristoocrazy: they see a view and their choices, nothing else.

`greedy` plays by the advice of docs/rules/aristoocrazy.md, section 8: it does what promises most now.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.games.aristoocrazy.bots import answers
from domain.games.aristoocrazy.bots.outlook import Outlook, outlook
from domain.games.aristoocrazy.bots.turns import best_turn
from domain.games.aristoocrazy.events.setting_up import Phase
from domain.games.aristoocrazy.view import AristoocrazyView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices
from domain.kernel.values import Json

BY_PHASE: dict[Phase, Callable[[Outlook, Choices, Rng], dict[str, Json]]] = {
    "choose_start": answers.start,
    "choose_traits": answers.first_traits,
    "close_territory": answers.any_answer,
    "keep_cards": answers.discard,
    "potential": answers.potential,
    "action": best_turn,
    "birth_roll": answers.birth,
    "birth_choice": answers.child,
    "partner_place": answers.partner_child,
    "marriage_answer": answers.offer,
    "marriage_dowry": answers.dowry,
    "defence": answers.defence,
    "retreat": answers.retreat,
    "event_response": answers.cancel,
    "dementia_choice": answers.veto,
    "hunger": answers.hungry,
    "auction": answers.auction,
    "barbarians": answers.barbarians,
    "card_market": answers.market,
}


def greedy(view: AristoocrazyView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    return BY_PHASE[view.phase](outlook(view, choices.seat), choices, rng)
