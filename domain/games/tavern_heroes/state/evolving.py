"""What each event writes down. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from domain.games.tavern_heroes import events as happened
from domain.games.tavern_heroes.edition.words import Counter
from domain.games.tavern_heroes.state.table import (
    Cards,
    FinalChoice,
    SeatState,
    State,
    Talent,
    Territory,
)


def evolve(state: State, event: happened.TavernHeroesEvent) -> State:
    """Write down what an event says."""
    return WRITING[type(event)](state, event)


def settled(
    seat: SeatState, paid: Mapping[Counter, int], gained: Mapping[Counter, int]
) -> SeatState:
    """Give the seat after counters were paid and gained."""
    if not paid and not gained:
        return seat
    counters: dict[str, int] = {name: getattr(seat, name) - n for name, n in paid.items()}
    for name, n in gained.items():
        counters[name] = counters.get(name, getattr(seat, name)) + n
    return replace(seat, **counters)


def without(cards: Cards, gone: Cards) -> Cards:
    """Give the cards that are left, in their order."""
    return tuple([card for card in cards if card not in gone])


def _with(state: State, number: int, seat: SeatState) -> State:
    return replace(state, seats=state.with_seat(number, seat))


def _game_set_up(state: State, event: happened.GameSetUp) -> State:
    seats = tuple(
        replace(seat, renown=given.renown, funds=given.funds)
        for seat, given in zip(state.seats, event.seats, strict=True)
    )
    types = state.edition.expansion_types
    return replace(
        state,
        seats=seats,
        monster_row=event.monster_row,
        city_row=event.city_row,
        talent_row=event.talent_row,
        resource_discard=event.resource_discard,
        armament_deck=event.armament_deck,
        monster_deck=event.monster_deck,
        resource_deck=event.resource_deck,
        expansion_decks=tuple(event.expansion_decks[one.id] for one in types),
        city_deck=event.city_deck,
        talent_deck=event.talent_deck,
    )


def _policies_dealt(state: State, event: happened.PoliciesDealt) -> State:
    seat = replace(state.seats[event.seat], policies_dealt=event.policies)
    return _with(state, event.seat, seat)


def _policy_chosen(state: State, event: happened.PolicyChosen) -> State:
    return _with(state, event.seat, replace(state.seats[event.seat], chosen=event.policy))


def _policy_deck_formed(state: State, event: happened.PolicyDeckFormed) -> State:
    return replace(state, policy_deck=event.deck, policies_removed=event.removed)


def _round_prepared(state: State, event: happened.RoundPrepared) -> State:
    seats = tuple(
        replace(
            seat,
            policy=event.policies[str(number)],
            next_policy=None,
            passed=False,
            lord_cube=False,
            talents=tuple([Talent(talent=one.talent) for one in seat.talents]),
        )
        for number, seat in enumerate(state.seats)
    )
    areas = zip(state.edition.areas, state.areas, strict=True)
    is_final, turned = event.final_pile is not None, len(event.policies_turned)
    return replace(
        state,
        seats=seats,
        areas=tuple(cubes - event.cubes_removed.get(area.id, 0) for area, cubes in areas),
        round=event.round,
        turn_order=event.turn_order,
        collected=0,
        last_actor=None,
        policy_deck=state.policy_deck[turned:],
        policy_field=() if is_final else state.policy_field + event.policies_turned,
        final_pile_start=event.final_pile,
    )


def _income_collected(state: State, event: happened.IncomeCollected) -> State:
    seat = state.seats[event.seat]
    seat = replace(
        seat,
        cubes=seat.cubes + event.cubes,
        funds=seat.funds + event.funds,
        information=seat.information + event.information,
        universal_resource=seat.universal_resource + event.universal_resource,
        renown=seat.renown + event.renown,
        armament_level=seat.armament_level + event.armament_level,
    )
    seats = state.with_seat(event.seat, seat)
    return replace(state, seats=seats, collected=state.collected + 1)


def _cube_placed(state: State, event: happened.CubePlaced) -> State:
    seat, target, cost = state.seats[event.seat], event.target, event.choice_cost
    areas = state.areas
    changes: dict[str, Any] = {"cubes": seat.cubes - 1}
    if cost is not None:
        place = state.edition.area_number[target]
        areas = (*areas[:place], areas[place] + 1, *areas[place + 1 :])
        if cost.amount:
            changes[cost.kind] = getattr(seat, cost.kind) - cost.amount
    elif target == "lord":
        changes["lord_cube"] = True
    elif target == "policy":
        changes["policy_cube"] = True
    else:
        changes["talents"] = _talents(seat, (target,), cube=True)
    seats = state.with_seat(event.seat, replace(seat, **changes))
    return replace(state, seats=seats, areas=areas, last_actor=event.seat)


def _talents(seat: SeatState, names: Cards, **changes: bool) -> tuple[Talent, ...]:
    return tuple([replace(one, **changes) if one.talent in names else one for one in seat.talents])


def _with_talents(seat: SeatState, names: Cards, **changes: bool) -> SeatState:
    return replace(seat, talents=_talents(seat, names, **changes))


def _effect_performed(state: State, event: happened.EffectPerformed) -> State:
    seat = settled(state.seats[event.seat], event.paid, event.gained)
    return _with(state, event.seat, seat)


def _skill_performed(state: State, event: happened.SkillPerformed) -> State:
    seat = settled(state.seats[event.seat], event.paid, event.gained)
    if event.talents_turned_up:
        seat = _with_talents(seat, event.talents_turned_up, face_up=True)
    if event.skill == "blue_magic":
        seat = _with_talents(seat, (event.talent,), blue_magic=True)
    return _with(state, event.seat, seat)


def _resource_taken(state: State, event: happened.ResourceTaken) -> State:
    seat = state.seats[event.seat]
    cards = (*seat.resource_cards, event.card)
    seat = replace(seat, resource_cards=cards, funds=seat.funds - event.price)
    seats = state.with_seat(event.seat, seat)
    if event.source == "deck":
        return replace(state, seats=seats, resource_deck=state.resource_deck[1:])
    return replace(state, seats=seats, resource_discard=state.resource_discard[:-1])


def _resource_cards_discarded(state: State, event: happened.ResourceCardsDiscarded) -> State:
    seat = state.seats[event.seat]
    seat = replace(seat, resource_cards=without(seat.resource_cards, event.cards))
    pile = state.resource_discard + event.cards
    return replace(state, seats=state.with_seat(event.seat, seat), resource_discard=pile)


def _resource_discard_started(state: State, event: happened.ResourceDiscardStarted) -> State:
    return replace(state, resource_deck=state.resource_deck[1:], resource_discard=(event.card,))


def _resource_deck_reshuffled(state: State, event: happened.ResourceDeckReshuffled) -> State:
    return replace(state, resource_deck=event.deck, resource_discard=state.resource_discard[-1:])


def _armaments_drawn(state: State, event: happened.ArmamentsDrawn) -> State:
    seat = state.seats[event.seat]
    seat = replace(seat, armament_cards=seat.armament_cards + event.cards)
    deck = state.armament_deck[event.count :]
    return replace(state, seats=state.with_seat(event.seat, seat), armament_deck=deck)


def _armaments_discarded(state: State, event: happened.ArmamentsDiscarded) -> State:
    seat = state.seats[event.seat]
    seat = replace(seat, armament_cards=without(seat.armament_cards, event.cards))
    pile = state.armament_discard + event.cards
    return replace(state, seats=state.with_seat(event.seat, seat), armament_discard=pile)


def _armament_deck_reshuffled(state: State, event: happened.ArmamentDeckReshuffled) -> State:
    shuffled = tuple([card for card in state.edition.armament if card in event.deck])
    return replace(
        state,
        armament_deck=event.deck,
        armament_discard=(),
        armament_reshuffles=(*state.armament_reshuffles, shuffled),
    )


def _armament_level_raised(state: State, event: happened.ArmamentLevelRaised) -> State:
    seat = replace(state.seats[event.seat], armament_level=event.level)
    return _with(state, event.seat, seat)


def _territory_gained(state: State, event: happened.TerritoryGained) -> State:
    seat = state.seats[event.seat]
    territory = Territory(card=event.card, kind=event.kind)
    seat = replace(
        seat,
        territories=(*seat.territories, territory),
        renown=seat.renown + event.renown + event.bonus,
    )
    decks = state.expansion_decks
    if event.kind == "expansion":
        decks = tuple([deck[1:] if deck[:1] == (event.card,) else deck for deck in decks])
    return replace(state, seats=state.with_seat(event.seat, seat), expansion_decks=decks)


def _city_built(state: State, event: happened.CityBuilt) -> State:
    seat, place = state.seats[event.seat], event.territory
    covered = replace(seat.territories[place], city=event.city)
    territories = (*seat.territories[:place], covered, *seat.territories[place + 1 :])
    seat = replace(seat, territories=territories, renown=seat.renown + event.renown)
    row = without(state.city_row, (event.city,))
    return replace(state, seats=state.with_seat(event.seat, seat), city_row=row)


def _talent_recruited(state: State, event: happened.TalentRecruited) -> State:
    seat = state.seats[event.seat]
    talents = (*seat.talents, Talent(talent=event.talent))
    seat = replace(seat, talents=talents, renown=seat.renown + event.bonus)
    row = without(state.talent_row, (event.talent,))
    return replace(state, seats=state.with_seat(event.seat, seat), talent_row=row)


def _talents_turned_down(state: State, event: happened.TalentsTurnedDown) -> State:
    seat = _with_talents(state.seats[event.seat], event.talents, face_up=False)
    return _with(state, event.seat, seat)


def _row_refilled(state: State, event: happened.RowRefilled) -> State:
    if event.row == "monster":
        row = (*state.monster_row, event.card)
        return replace(state, monster_row=row, monster_deck=state.monster_deck[1:])
    if event.row == "city":
        row = (*state.city_row, event.card)
        return replace(state, city_row=row, city_deck=state.city_deck[1:])
    row = (*state.talent_row, event.card)
    return replace(state, talent_row=row, talent_deck=state.talent_deck[1:])


def _monster_subjugated(state: State, event: happened.MonsterSubjugated) -> State:
    seat = state.seats[event.seat]
    seat = replace(seat, cubes=seat.cubes - event.cubes_spent)
    row = without(state.monster_row, (event.monster,))
    seats = state.with_seat(event.seat, seat)
    return replace(state, seats=seats, monster_row=row, last_actor=event.seat)


def _monster_visited(state: State, event: happened.MonsterVisited) -> State:
    seat = settled(state.seats[event.seat], event.paid, event.gained)
    return replace(state, seats=state.with_seat(event.seat, seat), last_actor=event.seat)


def _policy_bonus_gained(state: State, event: happened.PolicyBonusGained) -> State:
    seat = state.seats[event.seat]
    return _with(state, event.seat, replace(seat, renown=seat.renown + event.renown))


def _seat_passed(state: State, event: happened.SeatPassed) -> State:
    seat = replace(state.seats[event.seat], passed=True, policy_cube=False)
    field = state.policy_field
    if event.policy_taken is not None and event.policy_returned is not None:
        seat = replace(seat, policy=None, next_policy=event.policy_taken)
        field = tuple(
            [event.policy_returned if one == event.policy_taken else one for one in field]
        )
    seats = state.with_seat(event.seat, seat)
    return replace(state, seats=seats, policy_field=field, last_actor=event.seat)


def _final_policy_chosen(state: State, event: happened.FinalPolicyChosen) -> State:
    choice = FinalChoice(seat=event.seat, policy=event.policy, returned=event.policy_returned)
    seats = state.seats
    if event.policy_returned is not None:
        seats = state.with_seat(event.seat, replace(seats[event.seat], policy=None))
    return replace(state, seats=seats, final_choices=(*state.final_choices, choice))


def _policies_revealed(state: State, event: happened.PoliciesRevealed) -> State:
    """Turning them up changes nothing: who took what is written down already."""
    del event
    return state


def _policy_scored(state: State, event: happened.PolicyScored) -> State:
    seats = tuple(
        replace(seat, renown=seat.renown + event.renown) if number in event.seats else seat
        for number, seat in enumerate(state.seats)
    )
    return replace(state, seats=seats)


def _game_finished(state: State, event: happened.GameFinished) -> State:
    return replace(state, result=event.result)


WRITING: dict[type, Callable[[State, Any], State]] = {
    happened.GameSetUp: _game_set_up,
    happened.PoliciesDealt: _policies_dealt,
    happened.PolicyChosen: _policy_chosen,
    happened.PolicyDeckFormed: _policy_deck_formed,
    happened.RoundPrepared: _round_prepared,
    happened.IncomeCollected: _income_collected,
    happened.CubePlaced: _cube_placed,
    happened.EffectPerformed: _effect_performed,
    happened.SkillPerformed: _skill_performed,
    happened.ResourceTaken: _resource_taken,
    happened.ResourceCardsDiscarded: _resource_cards_discarded,
    happened.ResourceDiscardStarted: _resource_discard_started,
    happened.ResourceDeckReshuffled: _resource_deck_reshuffled,
    happened.ArmamentsDrawn: _armaments_drawn,
    happened.ArmamentsDiscarded: _armaments_discarded,
    happened.ArmamentDeckReshuffled: _armament_deck_reshuffled,
    happened.ArmamentLevelRaised: _armament_level_raised,
    happened.TerritoryGained: _territory_gained,
    happened.CityBuilt: _city_built,
    happened.TalentRecruited: _talent_recruited,
    happened.TalentsTurnedDown: _talents_turned_down,
    happened.RowRefilled: _row_refilled,
    happened.MonsterSubjugated: _monster_subjugated,
    happened.MonsterVisited: _monster_visited,
    happened.PolicyBonusGained: _policy_bonus_gained,
    happened.SeatPassed: _seat_passed,
    happened.FinalPolicyChosen: _final_policy_chosen,
    happened.PoliciesRevealed: _policies_revealed,
    happened.PolicyScored: _policy_scored,
    happened.GameFinished: _game_finished,
}
