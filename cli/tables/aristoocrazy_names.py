"""What the components of Aristoocrazy are called: by the default edition, others by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from rich.text import Text

from cli.tables.picture import Json, clean
from domain.catalog import ruleset
from domain.kernel.words import some

PHASES = {
    "set_up": "the board is laid out",
    "choose_start": "a start is chosen",
    "choose_traits": "everybody chooses the traits of the first pair",
    "close_territory": "a territory is closed",
    "keep_cards": "everybody puts cards away",
    "potential": "everybody uses the potential of the characters",
    "action": "the houses take their turns",
    "birth_roll": "a child is about to be born",
    "birth_choice": "a child is born",
    "partner_place": "the other child is placed",
    "marriage_answer": "an offer of marriage awaits its answer",
    "marriage_dowry": "the dowry may be improved",
    "defence": "a defender commits tokens",
    "retreat": "survivors retreat",
    "event_roll": "the events are about to be rolled",
    "event_response": "events may be cancelled",
    "dementia_choice": "madness decides which event is not played",
    "hunger": "some choose who goes hungry",
    "auction": "everybody bids",
    "barbarians": "the barbarians are here",
    "card_market": "everybody may buy cards",
    "counting": "territories are being counted",
    "round_end": "the round is over",
    "final_scoring": "the bonuses are about to be given",
    "finished": "over",
}

STYLES = {
    "sword": "red",
    "bow": "red",
    "magic": "red",
    "bravery": "yellow",
    "rulership": "yellow",
    "education": "yellow",
    "food": "green",
    "money": "bright_yellow",
    "dementia": "magenta",
    "luck": "bright_cyan",
}


@cache
def _called() -> Mapping[str, str]:
    edition = ruleset("aristoocrazy").edition
    tables = (edition.territories, edition.characters, edition.cards, edition.houses, edition.bonus)
    return {row.id: getattr(row, "name", row.id) for table in tables for row in table}


def called(name: str) -> str:
    """Give the name of a component."""
    return clean(_called().get(name, name.replace("_", " ")))


person = place = called


def card_names(cards: Iterable[str]) -> str:
    """List action cards by their names."""
    return ", ".join(called(card) for card in cards) or "no card"


def traits(listed: Iterable[str]) -> Text:
    """Write traits in two letters each."""
    return Text().join(Text(one[:2].title(), STYLES.get(one, "")) for one in listed)


def faces(listed: Iterable[str]) -> Text:
    """Write symbols in full."""
    return Text(" ").join(Text(one, STYLES.get(one, "")) for one in listed)


def tokens(held: Mapping[str, int]) -> Text:
    """Write tokens by kind."""
    parts = [Text(f"{count} {kind}", STYLES.get(kind, "")) for kind, count in held.items() if count]
    return Text(" ").join(parts) if parts else Text("nothing", "dim")


def dowry(offer: Json) -> tuple[str | Text, ...]:
    """Write what is offered along with a hand; of hidden cards the number."""
    parts: list[str | Text] = [tokens(offer["tokens"])] if offer["tokens"] else []
    if offer["card_count"]:
        cards = card_names(offer["cards"]) if offer["cards"] else some(offer["card_count"], "card")
        parts += [" and ", cards] if parts else [cards]
    return tuple(parts)
