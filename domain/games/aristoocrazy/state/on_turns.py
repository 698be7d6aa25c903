"""How potential, births, marriages, combat and cards change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.aristoocrazy.actions import Tokens, UsePotential
from domain.games.aristoocrazy.edition.tables import CardId, TraitId
from domain.games.aristoocrazy.events import turns as happened
from domain.games.aristoocrazy.state.on_board import with_newcomer
from domain.games.aristoocrazy.state.on_cards import handed_over, laid_open, offered
from domain.games.aristoocrazy.state.on_setting_up import answered, unchanged
from domain.games.aristoocrazy.state.setup import Counts, Setup
from domain.games.aristoocrazy.state.table import (
    Battle,
    Birth,
    Character,
    ChildSet,
    House,
    Offer,
    Potential,
    Source,
    State,
    Taking,
)
from domain.kernel.values import Seat


def gained(state: State, seat: Seat, tokens: Tokens) -> State:
    """Put tokens behind a seat's screen."""
    if not tokens:
        return state
    house = state.houses[seat]
    supply = supplied(state.setup, house, tokens)
    return state.with_house(seat, replace(house, supply=supply))


def paid(state: State, seat: Seat, tokens: Tokens) -> State:
    """Take tokens from behind a seat's screen."""
    if not tokens:
        return state
    house = state.houses[seat]
    supply = supplied(state.setup, house, tokens, -1)
    return state.with_house(seat, _left_with(replace(house, supply=supply), supply))


def supplied(setup: Setup, house: House, tokens: Tokens, sign: int = 1) -> Counts:
    """Count what is behind a screen after tokens have come (or, with -1, gone)."""
    supply = list(house.supply)
    for kind, number in tokens.items():
        supply[setup.token_places[kind]] += sign * number
    return tuple(supply)


def _left_with(house: House, least: Counts) -> House:
    """Note that so much was left at a time; it tells something of the tokens taken before."""
    if not house.takings:
        return house
    last = house.takings[-1]
    taking = replace(last, spare=tuple(map(min, last.spare, least)))
    return replace(house, takings=(*house.takings[:-1], taking))


def without_food(state: State, seat: Seat) -> State:
    """AC-R51: who paid too little food has none."""
    house = state.houses[seat]
    if not house.takings:
        return state
    last = replace(house.takings[-1], lacked_food=True)
    return state.with_house(seat, replace(house, takings=(*house.takings[:-1], last)))


def _promised(
    state: State, seat: Seat, target: Seat, cards: tuple[CardId, ...], tokens: Tokens
) -> State:
    """AC-R33: what is promised is held, and the opponent sees the cards."""
    house = state.houses[seat]
    rest = supplied(state.setup, house, tokens, -1)
    return offered(state.with_house(seat, _left_with(house, rest)), seat, target, cards)


def _potential_committed(state: State, event: happened.PotentialCommitted) -> State:
    return answered(state, event.seat, UsePotential(uses=event.uses))


def _potential_taken(state: State, event: happened.PotentialTaken) -> State:
    setup, house = state.setup, state.houses[event.seat]
    taken = Potential(count=event.count, tokens=setup.counts(event.tokens))
    supply = supplied(setup, house, event.tokens)
    taking = Taking(sources=_sources(state, house), spare=supply)
    takings = (*house.takings, taking)
    house = replace(house, supply=supply, last_potential=taken, takings=takings)
    return state.with_house(event.seat, house)


def _sources(state: State, house: House) -> tuple[Source, ...]:
    """AC-030: what each character could give, and what it gave by the answer that lies sealed."""
    places: dict[TraitId, int] = {kind: place for place, kind in enumerate(state.setup.tokens)}
    uses = house.sealed.uses if isinstance(house.sealed, UsePotential) else ()
    gave = {use.character: use.traits for use in uses}
    return tuple(
        [
            Source(
                kinds=tuple([places[kind] for kind in dict.fromkeys(one.traits) if kind in places]),
                given=tuple([places[kind] for kind in gave.get(one.id, ())]),
            )
            for one in house.characters
        ]
    )


def _turn_started(state: State, event: happened.TurnStarted) -> State:
    return replace(state, active_seat=event.seat, lap=event.lap, neutral_rerolls_left=0)


def _tokens_bought(state: State, event: happened.TokensBought) -> State:
    return gained(paid(state, event.seat, {"money": event.money}), event.seat, event.tokens)


def _birth_opened(state: State, event: happened.BirthOpened) -> State:
    is_marriage = event.kind == "marriage"
    birth = Birth(
        seat=event.seat,
        kind=event.kind,
        parent=event.parent,
        partner=event.partner,
        partner_seat=event.partner_seat,
        place=state.setup.at(event.territory),
        own_traits=event.own_traits,
        partner_traits=event.partner_traits,
        rerolls_left=0 if is_marriage else state.setup.limits.child_rerolls,
    )
    return replace(state, birth=birth, battle=None, offer=None)


def _open_birth(state: State) -> Birth:
    assert state.birth is not None, "no birth is in progress"
    return state.birth


def _with_set(birth: Birth, number: int, child: ChildSet) -> tuple[ChildSet, ...]:
    return (*birth.sets[:number], child, *birth.sets[number + 1 :])


def _child_rolled(state: State, event: happened.ChildRolled) -> State:
    birth = _open_birth(state)
    birth = replace(
        birth,
        orders=(event.own_order, event.partner_order),
        sets=_with_set(birth, event.set, ChildSet(dice=event.dice, traits=event.traits)),
        rerolls_left=birth.rerolls_left - event.reroll,
    )
    return replace(state, birth=birth, neutral_rerolls_left=0)


def _child_dice_changed(state: State, event: happened.ChildDiceChanged) -> State:
    birth = _open_birth(state)
    changed = _with_set(birth, event.set, ChildSet(dice=event.dice, traits=event.traits))
    return replace(state, birth=replace(birth, sets=changed))


def _child_declined(state: State, event: happened.ChildDeclined) -> State:
    del event
    return replace(state, birth=None)


def _child_born(state: State, event: happened.ChildBorn) -> State:
    child = Character(
        id=event.character, traits=event.traits, place=state.setup.at(event.territory)
    )
    after, birth = with_newcomer(state, event.seat, child), _open_birth(state)
    return (
        replace(after, birth=replace(birth, chosen_set=event.set))
        if event.seat == birth.seat
        else after
    )


def _attack_declared(state: State, event: happened.AttackDeclared) -> State:
    battle = Battle(
        kind=event.kind,
        attacker=event.seat,
        character=event.character,
        place=state.setup.at(event.territory),
        target=event.target,
        defender=event.defender,
        tokens=state.setup.counts(event.tokens),
        commander_target=event.commander_target,
    )
    return replace(state, battle=battle)


def _combat_resolved(state: State, event: happened.CombatResolved) -> State:
    battle, one, other = state.battle, event.attacker, event.defender
    assert battle is not None, "no combat is in progress"
    after = paid(paid(state, one.seat, one.tokens), other.seat, other.tokens)
    bonuses = (one.bonus + one.castle, other.bonus + other.castle)
    return replace(after, battle=replace(battle, bonuses=bonuses, outcome=event.outcome))


def _marriage_offered(state: State, event: happened.MarriageOffered) -> State:
    offer = Offer(
        seat=event.seat,
        character=event.character,
        target=event.target,
        target_seat=event.target_seat,
        tokens=state.setup.counts(event.tokens),
        cards=event.cards,
        improvements_left=state.setup.limits.dowry_improvements,
    )
    after = _promised(state, event.seat, event.target_seat, event.cards, event.tokens)
    return replace(after, offer=offer)


def _dowry_improved(state: State, event: happened.DowryImproved) -> State:
    assert state.offer is not None, "nothing is offered"
    offer = replace(
        state.offer,
        tokens=state.setup.counts(event.tokens),
        cards=event.cards,
        improvements_left=state.offer.improvements_left - 1,
    )
    after = _promised(state, event.seat, event.target_seat, event.cards, event.tokens)
    return replace(after, offer=offer)


def _marriage_answered(state: State, event: happened.MarriageAnswered) -> State:
    return replace(state, offer=None) if event.accept or event.final else state


def _offer_withdrawn(state: State, event: happened.OfferWithdrawn) -> State:
    del event
    return replace(state, offer=None)


def _dowry_paid(state: State, event: happened.DowryPaid) -> State:
    after = gained(paid(state, event.from_seat, event.tokens), event.to_seat, event.tokens)
    return handed_over(after, event.from_seat, event.to_seat, event.cards)


def _extra_used(state: State, event: happened.ExtraUsed) -> State:
    return gained(state, event.seat, event.tokens)


def _card_played(state: State, event: happened.CardPlayed) -> State:
    after = laid_open(state, event.seat, (event.card,))
    return replace(after, discard=(*state.discard, event.card)) if event.discarded else after


def _turn_ended(state: State, event: happened.TurnEnded) -> State:
    del event
    return replace(state, birth=None, battle=None, offer=None)


ON_TURNS: dict[type[Any], Callable[[State, Any], State]] = {
    happened.PotentialCommitted: _potential_committed,
    happened.PotentialTaken: _potential_taken,
    happened.PotentialShown: unchanged,
    happened.TurnStarted: _turn_started,
    happened.TokensBought: _tokens_bought,
    happened.PartnerSought: unchanged,
    happened.BirthOpened: _birth_opened,
    happened.ChildRolled: _child_rolled,
    happened.ChildDiceChanged: _child_dice_changed,
    happened.ChildDeclined: _child_declined,
    happened.ChildBorn: _child_born,
    happened.ChildLost: unchanged,
    happened.AttackDeclared: _attack_declared,
    happened.CombatResolved: _combat_resolved,
    happened.MarriageOffered: _marriage_offered,
    happened.DowryImproved: _dowry_improved,
    happened.MarriageAnswered: _marriage_answered,
    happened.OfferWithdrawn: _offer_withdrawn,
    happened.DowryPaid: _dowry_paid,
    happened.ExtraUsed: _extra_used,
    happened.CardPlayed: _card_played,
    happened.TurnPassed: unchanged,
    happened.TurnEnded: _turn_ended,
}
