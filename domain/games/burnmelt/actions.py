"""What a seat can ask for in Burnmelt Cave."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.values import Action

TypeId: TypeAlias = str
"""One of the edition's four adventurers."""

Cards: TypeAlias = dict[TypeId, int]
"""Cards by type; a type of which there is none is left out."""

Number: TypeAlias = Annotated[int, Meta(ge=1)]


class ChooseCentreCard(Action):
    """BM-016: secretly choose the card of one's hand that goes to the Centre."""

    adventurer: TypeId


class PlayCards(Action):
    """BM-019 to BM-029: play cards of one type, move its piece, take Reward cards.

    `take` names the cards taken from the Centre (BM-025); it may be null when all of it is taken.
    """

    adventurer: TypeId
    count: Number
    take: dict[TypeId, Number] | None = None


class ChooseNegativeType(Action):
    """BM-052: choose which of one's equally large sets counts as negative."""

    adventurer: TypeId


BurnmeltAction: TypeAlias = ChooseCentreCard | PlayCards | ChooseNegativeType
