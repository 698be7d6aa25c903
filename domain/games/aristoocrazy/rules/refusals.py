"""What the rules ask of an action before anything is recorded, and the words of their refusals."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.aristoocrazy.actions import CharacterId, TerritoryId
from domain.games.aristoocrazy.edition.tables import CardId, TokenId, TraitId
from domain.games.aristoocrazy.state.setup import TOKENLESS, Place
from domain.games.aristoocrazy.state.table import Character, State
from domain.kernel.errors import RuleViolation
from domain.kernel.shape import pointer_step
from domain.kernel.values import Seat


def refuse(rule: str, reason: str, detail: str, at: str | None = None) -> RuleViolation:
    """Make the refusal of an action; `at` is the field that is wrong."""
    pointer = None if at is None else f"/action/{at}"
    return RuleViolation(rule, detail, reason=reason, pointer=pointer)


def require_place(state: State, territory: TerritoryId, rule: str, at: str = "territory") -> Place:
    """Find a territory of the board."""
    place = state.setup.place_of(territory)
    if place is None:
        detail = "There is no territory of that name on this board."
        raise refuse(rule, "unknown_territory", detail, at)
    return place


def require_own(
    state: State, seat: Seat, character: CharacterId, rule: str, at: str = "character"
) -> Character:
    """Find one of the seat's own characters on the board."""
    found = state.houses[seat].find(character)
    if found is None:
        detail = "That is not one of your characters on the board."
        raise refuse(rule, "not_your_character", detail, at)
    return found


def require_next_to(
    state: State, character: Character, place: Place, rule: str, at: str = "territory"
) -> None:
    """AC-015: a character reaches open territories next to its own, and no others."""
    if state.lands[place].closed:
        detail = f"{state.setup.name(place)} is closed: nobody may go there."
        raise refuse("AC-015", "closed", detail, at)
    if place not in state.around(character.place):
        near = ", ".join(map(state.setup.name, state.around(character.place)))
        detail = (
            f"{state.setup.name(place)} is not next to {character.id}: that is {near or 'nothing'}."
        )
        raise refuse(rule, "not_adjacent", detail, at)


def require_opponent(
    state: State, seat: Seat, character: Character, target: CharacterId, rule: str
) -> tuple[Seat, Character]:
    """Find an opponent's character in a territory next to an own one."""
    owner, found = state.setup.seat_of(target), state.find(target)
    if owner is None or owner == seat or found is None:
        detail = "That is no opponent's character on the board."
        raise refuse(rule, "no_opponent", detail, "target")
    require_next_to(state, character, found.place, rule, "target")
    return owner, found


def require_nursery(state: State, seat: Seat) -> None:
    """AC-049, AC-R24: a child needs a free space and a card of the reserve."""
    if not state.has_room(seat):
        detail = "None of your territories has a free space for a child."
        raise refuse("AC-049", "no_room", detail)
    if not state.reserve(seat):
        detail = "All your character cards are on the board; a child needs one from the reserve."
        raise refuse("AC-R24", "no_reserve", detail)


def require_tokens(
    state: State, seat: Seat, tokens: Mapping[TokenId, int], rule: str, at: str = "tokens"
) -> None:
    """Make sure that the seat holds these tokens."""
    for kind, number in tokens.items():
        held = state.held(seat, kind)
        if held < number:
            detail = f"You hold {held} of {kind}, not {number}."
            raise refuse(rule, "not_held", detail, f"{at}/{pointer_step(kind)}")


def require_card(state: State, seat: Seat, card: CardId, rule: str, at: str | None = None) -> None:
    """Make sure that the seat holds an action card."""
    if card not in state.houses[seat].hand:
        raise refuse(rule, "not_in_hand", f"You hold no card {card}.", at)


def require_reserve(state: State, seat: Seat, character: CharacterId, rule: str) -> None:
    """Make sure that a card lies in the seat's reserve."""
    if character not in state.reserve(seat):
        detail = "That is not one of the character cards in your reserve."
        raise refuse(rule, "not_in_reserve", detail, "character")


def token_of(trait: TraitId) -> TokenId | None:
    """AC-R08: give the kind of token that a trait gives, if it gives one."""
    for kind in ("sword", "bow", "magic", "bravery", "rulership", "education", "food", "money"):
        if kind == trait:
            return kind
    return None


def has_gifts(character: Character) -> bool:
    """AC-030, AC-R08: tell whether a character can give any token."""
    return not TOKENLESS.issuperset(character.traits)


def gifts_of(character: Character) -> list[TraitId]:
    """AC-030, AC-R08: the kinds of tokens that a character can give, each once."""
    return [trait for trait in dict.fromkeys(character.traits) if trait not in TOKENLESS]
