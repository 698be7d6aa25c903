"""Seeking a partner, and how children are born: AC-042 to AC-056, AC-114."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.aristoocrazy.actions import (
    DeclineChild,
    PlaceChild,
    PlayGenetics,
    Reroll,
    RollChild,
    SeekPartner,
    Traits,
)
from domain.games.aristoocrazy.edition.tables import TraitId
from domain.games.aristoocrazy.events.board import NeutralRolled
from domain.games.aristoocrazy.events.turns import (
    BirthOpened,
    CardPlayed,
    ChildBorn,
    ChildDeclined,
    ChildDiceChanged,
    ChildLost,
    ChildRolled,
    Dice,
    PartnerSought,
)
from domain.games.aristoocrazy.rules.board import mark, roll_symbols
from domain.games.aristoocrazy.rules.flow import end_turn, enter
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import (
    refuse,
    require_card,
    require_next_to,
    require_nursery,
    require_own,
    require_place,
    require_reserve,
)
from domain.games.aristoocrazy.state.setup import Place
from domain.games.aristoocrazy.state.table import Birth, Character, State
from domain.kernel.values import Seat

D6 = (1, 2, 3, 4, 5, 6)


def seek_partner(play: AristoocrazyPlay, seat: Seat, action: SeekPartner) -> None:
    """AC-042 to AC-048, AC-R69: look for a partner in an adjacent neutral territory."""
    state = play.state
    character = require_own(state, seat, action.character, "AC-042")
    place = require_place(state, action.territory, "AC-042")
    require_next_to(state, character, place, "AC-042")
    if state.lands[place].owner is not None:
        detail = f"{action.territory} is not neutral."
        raise refuse("AC-042", "not_neutral", detail, "territory")
    require_nursery(state, seat)
    play.record(PartnerSought(seat=seat, character=character.id, territory=action.territory))
    if state.lands[place].neutral is None:
        _roll_neutral(play, place, reroll=False)
    _open_neutral_birth(play, seat, character, place)
    enter(play, "birth_roll", (seat,))


def _roll_neutral(play: AristoocrazyPlay, place: Place, *, reroll: bool) -> None:
    """AC-043, AC-044: the three symbol dice give the neutral character its traits."""
    traits = roll_symbols(play, "neutral_traits")
    territory = play.state.setup.name(place)
    play.record(NeutralRolled(territory=territory, traits=traits, reroll=reroll))


def _open_neutral_birth(
    play: AristoocrazyPlay, seat: Seat, parent: Character, place: Place
) -> None:
    traits = play.state.lands[place].neutral
    assert traits is not None, "somebody lives there"
    play.record(
        BirthOpened(
            seat=seat,
            kind="neutral",
            parent=parent.id,
            partner=None,
            partner_seat=None,
            territory=play.state.setup.name(place),
            own_traits=parent.traits,
            partner_traits=traits,
        )
    )


def birth_of(state: State) -> Birth:
    """Give the birth that is in progress."""
    assert state.birth is not None, "the phase is one of a birth"
    return state.birth


def reroll(play: AristoocrazyPlay, seat: Seat, action: Reroll) -> None:
    """AC-044, AC-052, AC-065: roll the neutral character, or the child, again."""
    del action
    if play.state.phase == "birth_roll":
        _reroll_neutral(play, seat)
    else:
        _reroll_child(play)


def _reroll_neutral(play: AristoocrazyPlay, seat: Seat) -> None:
    state, birth = play.state, birth_of(play.state)
    if state.neutral_rerolls_left < 1:
        detail = "Only a neutral character rolled in this turn may be rolled again, once."
        raise refuse("AC-044", "no_reroll", detail)
    parent = state.find(birth.parent)
    assert parent is not None, "the parent is on the board"
    _roll_neutral(play, birth.place, reroll=True)
    _open_neutral_birth(play, seat, parent, birth.place)


def _reroll_child(play: AristoocrazyPlay) -> None:
    birth = birth_of(play.state)
    if birth.kind == "marriage":
        raise refuse("AC-065", "marriage", "In a marriage no dice are rolled again.")
    if birth.rerolls_left < 1:
        raise refuse("AC-052", "no_reroll", "The dice were rolled again: this roll stands.")
    _roll_set(play, 0, reroll=True)


def roll_child(play: AristoocrazyPlay, seat: Seat, action: RollChild) -> None:
    """AC-050, AC-051, AC-064: announce the numbers, then roll one set, or two in a marriage."""
    for name, order in (
        ("own_order", action.own_order),
        ("partner_order", action.partner_order),
    ):
        if sorted(order) != [0, 1, 2]:
            detail = "Give each of the three traits one number: 0, 1 and 2 in some order."
            raise refuse("AC-R25", "no_order", detail, name)
    orders = (action.own_order, action.partner_order)
    for number in range(2 if birth_of(play.state).kind == "marriage" else 1):
        _roll_set(play, number, reroll=False, orders=orders)
    enter(play, "birth_choice", (seat,))


def _roll_set(
    play: AristoocrazyPlay,
    number: int,
    *,
    reroll: bool,
    orders: tuple[tuple[int, int, int], tuple[int, int, int]] | None = None,
) -> None:
    birth = birth_of(play.state)
    own, partner = orders or birth.orders or ((0, 1, 2), (0, 1, 2))
    a, b, c = play.roll("child_dice", D6, 3)
    play.record(
        ChildRolled(
            set=number,
            dice=(a, b, c),
            own_order=own,
            partner_order=partner,
            traits=inherited(birth, (own, partner), (a, b, c)),
            reroll=reroll,
        )
    )


def inherited(birth: Birth, orders: tuple[Sequence[int], Sequence[int]], dice: Dice) -> Traits:
    """AC-051, AC-054: give the trait of each die's number; what is there already becomes dementia."""
    own, partner = orders
    numbered = [birth.own_traits[one] for one in own] + [
        birth.partner_traits[one] for one in partner
    ]
    child: list[TraitId] = []
    for die in dice:
        trait = numbered[die - 1]
        child.append("dementia" if trait in child else trait)
    return child[0], child[1], child[2]


def decline_child(play: AristoocrazyPlay, seat: Seat, action: DeclineChild) -> None:
    """AC-R38: only who has won a contested marriage may go without a child."""
    del action
    if birth_of(play.state).kind != "contested":
        detail = "Only the winner of a contested marriage may decline the child."
        raise refuse("AC-R38", "not_contested", detail)
    play.record(ChildDeclined(seat=seat))
    end_turn(play)


def play_genetics(play: AristoocrazyPlay, seat: Seat, action: PlayGenetics) -> None:
    """AC-114, AC-R28, AC-R29: have dice of a set rolled again."""
    state, birth = play.state, birth_of(play.state)
    require_card(state, seat, "genetics", "AC-114")
    if action.set >= len(birth.sets):
        raise refuse("AC-R29", "no_such_set", "Only a marriage has a second set.", "set")
    number = state.setup.card("genetics").dice or 0
    if len(action.dice) != number or len(set(action.dice)) != number:
        detail = f"Name {number} different dice."
        raise refuse("AC-114", "wrong_dice", detail, "dice")
    play.record(CardPlayed(seat=seat, card="genetics", discarded=True))
    changed = tuple(sorted(action.dice))
    rolled = dict(zip(changed, play.roll("genetics_dice", D6, number), strict=True))
    a, b, c = (rolled.get(n, die) for n, die in enumerate(birth.sets[action.set].dice))
    assert birth.orders is not None, "the child has been rolled"
    play.record(
        ChildDiceChanged(
            set=action.set,
            dice_changed=changed,
            dice=(a, b, c),
            traits=inherited(birth, birth.orders, (a, b, c)),
        )
    )


def place_child(play: AristoocrazyPlay, seat: Seat, action: PlaceChild) -> None:
    """AC-055, AC-056, AC-066, AC-R31: the child comes onto the board."""
    state, birth = play.state, birth_of(play.state)
    is_partner = state.phase == "partner_place"
    if action.set >= (1 if is_partner else len(birth.sets)):
        detail = "The other set is not yours to take." if is_partner else "There is one set, 0."
        raise refuse("AC-066", "no_such_set", detail, "set")
    require_reserve(state, seat, action.character, "AC-055")
    place = require_place(state, action.territory, "AC-056")
    if not state.is_room(seat, place):
        detail = f"{action.territory} is not a territory of yours with a free space."
        raise refuse("AC-056", "no_room", detail, "territory")
    number = 1 - (birth.chosen_set or 0) if is_partner else action.set
    play.record(
        ChildBorn(
            seat=seat,
            character=action.character,
            sex=state.setup.sex_of(seat, action.character),
            traits=birth.sets[number].traits,
            territory=action.territory,
            set=number,
        )
    )
    mark(play)
    if birth.kind == "marriage" and not is_partner:
        _ask_partner(play, 1 - number)
    else:
        end_turn(play)


def _ask_partner(play: AristoocrazyPlay, number: int) -> None:
    """AC-R30, AC-R31: the other parent places the other child, if there is room and a card for it."""
    partner = birth_of(play.state).partner_seat
    assert partner is not None, "a marriage has two houses"
    if play.state.has_room(partner) and play.state.reserve(partner):
        enter(play, "partner_place", (partner,))
        return
    play.record(ChildLost(seat=partner, set=number))
    end_turn(play)
