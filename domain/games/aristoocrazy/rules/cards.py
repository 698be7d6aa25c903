"""Special action cards that are played as an action: AC-106 to AC-112, AC-119 to AC-121.

What a card asks for and does stands in `TURN_CARDS`; the others act where they belong: Genetics in a
birth, the Commander in a combat, love potions with an offer, Cancelling an Event after the roll.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domain.games.aristoocrazy.actions import PlayCard
from domain.games.aristoocrazy.edition.tables import CardId, TraitId
from domain.games.aristoocrazy.events.board import CastleBuilt, TraitChanged
from domain.games.aristoocrazy.events.rounds import PointsGained
from domain.games.aristoocrazy.events.turns import CardPlayed
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.board import age, settle
from domain.games.aristoocrazy.rules.flow import end_turn
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import (
    refuse,
    require_card,
    require_own,
    require_place,
)
from domain.games.aristoocrazy.state.table import Character
from domain.kernel.values import Seat

PARAMETERS = ("territory", "character", "trait_index", "new_trait")


class TurnCard(NamedTuple):
    """A card of timing `turn`: what it has to be told, and what it does."""

    asks: frozenset[str]
    check: Callable[[AristoocrazyPlay, Seat, PlayCard], None]
    effect: Callable[[AristoocrazyPlay, Seat, PlayCard], None]
    stays: bool = False
    """It lies on the board from then on, and is not discarded."""


def play_card(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-106, AC-R15, AC-R57: play a card as one's action."""
    card = TURN_CARDS.get(action.card)
    if card is None:
        detail = f"{action.card} is not played as an action of its own."
        raise refuse("AC-R16", "not_an_action", detail, "card")
    require_card(play.state, seat, action.card, "AC-106", "card")
    for name in PARAMETERS:
        if (getattr(action, name) is not None) != (name in card.asks):
            need = "needs" if name in card.asks else "takes no"
            raise refuse("AC-106", "wrong_parameters", f"{action.card} {need} {name}.", name)
    card.check(play, seat, action)
    play.record(CardPlayed(seat=seat, card=action.card, discarded=not card.stays))
    card.effect(play, seat, action)
    end_turn(play)


def _nothing(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-R61: such a card always has an effect."""


def _check_castle(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-107, AC-R21: a free space of an own territory without a castle."""
    place = require_place(play.state, action.territory or "", "AC-107")
    if not play.state.is_room(seat, place):
        detail = f"{action.territory} is not a territory of yours with a free space."
        raise refuse("AC-107", "no_room", detail, "territory")
    if place not in reach.castle_sites(play.state, seat):
        detail = f"No castle, or no second one, may be built in {action.territory}."
        raise refuse("AC-R21", "castle", detail, "territory")


def _build_castle(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    play.record(CastleBuilt(seat=seat, territory=action.territory or ""))


def _gain_points(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-110: the card brings victory points."""
    points = play.state.setup.card(action.card).points or 0
    play.record(PointsGained(seat=seat, points=points, reason="card"))


def _own(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> Character:
    return require_own(play.state, seat, action.character or "", "AC-R61")


def _check_herbalist(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-111, AC-R58, AC-R61: a dementia of an own character, and what it becomes."""
    character = _own(play, seat, action)
    if character.traits[action.trait_index or 0] != "dementia":
        detail = f"Trait {action.trait_index} of {character.id} is not dementia."
        raise refuse("AC-R61", "no_dementia", detail, "trait_index")
    if action.new_trait not in reach.new_traits(play.state, character):
        detail = f"Name a trait that {character.id} does not have, neither dementia nor luck."
        raise refuse("AC-R58", "no_new_trait", detail, "new_trait")


def _heal_dementia(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    assert action.new_trait is not None, "the card asks for it"
    _change(play, seat, action, action.new_trait)


def _check_fate(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-R59: an own character that has no luck yet."""
    character = _own(play, seat, action)
    if "luck" in character.traits:
        raise refuse("AC-R59", "has_luck", f"{character.id} has luck already.", "character")


def _bring_luck(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-112: any trait becomes luck."""
    _change(play, seat, action, "luck")


def _change(play: AristoocrazyPlay, seat: Seat, action: PlayCard, new: TraitId) -> None:
    character, index = _own(play, seat, action), action.trait_index or 0
    play.record(
        TraitChanged(
            character=character.id,
            trait_index=index,
            old=character.traits[index],
            new=new,
            reason="fate" if action.card == "fate" else "herbalist",
        )
    )


def _spread(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-119, AC-R60: every character on the board ages."""
    del seat
    state = play.state
    for owner in state.turn_order:
        for one in state.houses[owner].characters:
            age(play, one, state.setup.card(action.card).age or 0, "card")
    settle(play)


def _check_strength(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-R61: at least one own character has aged."""
    del action
    if not any(one.age for one in play.state.houses[seat].characters):
        detail = "None of your characters has an age token."
        raise refuse("AC-R61", "nobody_aged", detail, "card")


def _check_life(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-R61: the character has aged."""
    character = _own(play, seat, action)
    if not character.age:
        raise refuse("AC-R61", "not_aged", f"{character.id} has no age token.", "character")


def _rejuvenate(play: AristoocrazyPlay, seat: Seat, action: PlayCard) -> None:
    """AC-120, AC-121: age tokens are taken off one own character, or off all."""
    heal = play.state.setup.card(action.card).heal or 0
    for one in play.state.houses[seat].characters:
        if action.character in (None, one.id):
            age(play, one, -min(heal, one.age), "card")


TURN_CARDS: dict[CardId, TurnCard] = {
    "castle": TurnCard(frozenset({"territory"}), _check_castle, _build_castle, stays=True),
    "victory_point": TurnCard(frozenset(), _nothing, _gain_points),
    "herbalist": TurnCard(
        frozenset({"character", "trait_index", "new_trait"}), _check_herbalist, _heal_dementia
    ),
    "fate": TurnCard(frozenset({"character", "trait_index"}), _check_fate, _bring_luck),
    "epidemic": TurnCard(frozenset(), _nothing, _spread),
    "potion_of_strength": TurnCard(frozenset(), _check_strength, _rejuvenate),
    "potion_of_life": TurnCard(frozenset({"character"}), _check_life, _rejuvenate),
}
