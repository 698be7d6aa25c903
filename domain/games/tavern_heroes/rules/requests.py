"""A seat's request in the light of a state: what it asks for is checked here, and refused in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from domain.games.tavern_heroes.edition.words import CardId, Counter, StoneCost
from domain.games.tavern_heroes.events import ChoiceCost
from domain.games.tavern_heroes.state import Decision, SeatState, State
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat

WORDS: Mapping[str, str] = {
    "funds": "Funds",
    "information": "Information",
    "universal_resource": "universal resource",
    "armament_level": "Armament Level",
    "renown": "Renown",
    "cubes": "cubes",
}

RULES: Mapping[Decision, str] = {
    "policy": "TH-008",
    "turn": "TH-028",
    "excess": "TH-R17",
    "final_policy": "TH-128",
}
"""By which rule a seat is asked this."""

QUESTIONS: Mapping[Decision, str] = {
    "policy": "choose your first Policy",
    "turn": "take your turn",
    "excess": "discard what is beyond your limits",
    "final_policy": "take a Policy from the final pile",
}


class Request:
    """What a seat asks for, looked at in a state; `at` points to the part of the action in question.

    `paid` is the choice cost that the seat has paid in that state, as part of the same action.
    """

    __slots__ = ("at", "paid", "player", "seat", "state")

    def __init__(self, state: State, seat: Seat, at: str, paid: ChoiceCost | None = None) -> None:
        self.state = state
        self.seat = seat
        self.player: SeatState = state.seats[seat]
        self.at = at
        self.paid = paid

    def refuse(self, rule: str, reason: str, detail: str, field: str = "") -> NoReturn:
        """Refuse it: nothing has been recorded, nothing is changed."""
        raise RuleViolation(rule, detail, reason=reason, pointer=self.at + field)

    def pays(
        self, rule: str, costs: Mapping[Counter, int], field: str = "", verb: str = "costs"
    ) -> None:
        """TH-031: make sure that the seat can pay, and say how much is missing where it cannot.

        `verb` says it more carefully of a price that is not known yet.
        """
        for counter, cost in costs.items():
            has = getattr(self.player, counter)
            if cost > has:
                detail = f"It {verb} {cost} {WORDS[counter]}, and you have {self.left(counter)}."
                self.refuse(rule, "cannot_pay", detail, field)

    def left(self, counter: Counter) -> str:
        """TH-033: tell what the seat has of a counter, and what of it a choice cost has taken."""
        has = getattr(self.player, counter)
        if self.paid is None or self.paid.kind != counter or not self.paid.amount:
            return f"{has}"
        return f"{has} left after a choice cost of {self.paid.amount}"

    def holds_resources(self, rule: str, cards: Sequence[CardId], field: str) -> None:
        """Make sure that these are different Resource cards of the seat's storehouse."""
        self._holds(rule, cards, self.player.resource_cards, field)

    def holds_armaments(self, rule: str, cards: Sequence[CardId], field: str) -> None:
        """Make sure that these are different Armament cards of the seat's hand."""
        self._holds(rule, cards, self.player.armament_cards, field)

    def _holds(
        self, rule: str, cards: Sequence[CardId], held: tuple[CardId, ...], field: str
    ) -> None:
        for number, card in enumerate(cards):
            if card not in held:
                self.refuse_unheld(rule, card, f"{field}/{number}")
            if card in cards[:number]:
                detail = f"{card} is named twice; one card pays once."
                self.refuse(rule, "bad_selection", detail, f"{field}/{number}")

    def refuse_unheld(self, rule: str, card: CardId, field: str) -> NoReturn:
        """Refuse the name of a Resource or Armament card that the seat does not hold."""
        edition = self.state.edition
        if card in edition.resource or card in edition.armament:
            detail = f"You do not hold {card} for this; name a card that you hold."
            self.refuse(rule, "not_held", detail, field)
        self.refuse(rule, "unknown_card", "There is no such Resource or Armament card.", field)

    def holds_stone(self, rule: str, stone: StoneCost, card: CardId | None, field: str) -> None:
        """TH-106: make sure that the seat pays a magic stone of this colour."""
        colour = "of any colour" if stone == "any" else f"that is {stone}"
        if card is None:
            detail = f"Name a card that pays a magic stone {colour}."
            self.refuse(rule, "bad_selection", detail, field)
        if card not in self.player.resource_cards and card not in self.player.armament_cards:
            self.refuse_unheld(rule, card, field)
        if not bears_stone(self.state, card, stone):
            detail = f"{card} does not pay a magic stone {colour}."
            self.refuse(rule, "wrong_ability", detail, field)

    def ready_talent(self, rule: str, name: CardId, field: str) -> None:
        """TH-079, TH-112, TH-115: make sure that a talent is the seat's, face up and without a cube."""
        talent = next((one for one in self.player.talents if one.talent == name), None)
        if talent is None:
            self.refuse_unowned(rule, name, field)
        if not talent.face_up:
            detail = f"{name} lies face down; it is of use again when it is turned up."
            self.refuse(rule, "card_face_down", detail, field)
        if talent.cube:
            detail = f"{name} carries a cube, until the next preparation."
            self.refuse(rule, "card_has_cube", detail, field)

    def refuse_unowned(self, rule: str, name: CardId, field: str) -> NoReturn:
        """Refuse the name of a talent that is not the seat's."""
        if name in self.state.edition.talent:
            self.refuse(rule, "not_held", f"{name} is not one of your talents.", field)
        self.refuse(rule, "unknown_card", "There is no talent of that name.", field)

    def refuse_strangers(self, rule: str, **fields: object) -> None:
        """Refuse fields that do not belong to what is asked for."""
        for name, value in fields.items():
            if value is not None:
                detail = f"The field {name} does not belong here; leave it out."
                self.refuse(rule, "bad_selection", detail, f"/{name}")

    def in_row(self, rule: str, card: CardId, row: Sequence[CardId], field: str) -> None:
        """Make sure that a card lies in its row."""
        if card not in row:
            lying = ", ".join(row) or "nothing"
            detail = f"That card does not lie in the row; there is {lying}."
            self.refuse(rule, "unknown_card", detail, field)


def bears_stone(state: State, card: CardId, stone: StoneCost) -> bool:
    """TH-106: tell whether a Resource or Armament card pays a magic stone of this colour."""
    edition = state.edition
    kind = edition.resource.get(card)
    borne = edition.armament[card].support.stone if kind is None else kind.stone
    return borne is not None and stone in ("any", borne)


def require(state: State, seat: Seat, decision: Decision) -> Request:
    """Make sure that the seat is asked just this."""
    asked = state.decision(seat)
    if asked == decision:
        return Request(state, seat, "/action")
    rule = RULES[decision]
    if asked is not None:
        detail = f"Not now: first {QUESTIONS[asked]}."
        raise RuleViolation(rule, detail, reason="wrong_phase", pointer="/action/type")
    if not state.pending and state.result is None:
        detail = f"Nobody can act in the {state.phase}; it is done in a moment."
        raise RuleViolation(rule, detail, reason="wrong_phase", pointer="/action/type")
    detail = "You are asked nothing now."
    raise RuleViolation(rule, detail, reason="not_your_decision", pointer="/action/type")
