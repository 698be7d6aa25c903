"""The set-up: AC-006 to AC-023 and their rulings."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import (
    ChooseStart,
    ChooseTraits,
    CloseTerritory,
    KeepCards,
    Traits,
)
from domain.games.aristoocrazy.events.board import OwnerChanged
from domain.games.aristoocrazy.events.setting_up import (
    ActionDeckShuffled,
    CardsDealt,
    CardsDiscarded,
    CardsKept,
    GameCreated,
    Newcomer,
    StartChosen,
    StartingPairPlaced,
    StartingPlayerSet,
    TerritoryClosed,
    TraitsCommitted,
)
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.flow import enter, start_round
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import refuse, require_place
from domain.kernel.values import Seat


def setup(play: AristoocrazyPlay) -> None:
    """AC-007, AC-016, AC-019, AC-023: lay out the game and ask the first question."""
    state = play.state
    setup, players = state.setup, len(state.houses)
    play.record(
        GameCreated(
            players=players,
            options=state.options,
            edition_id=setup.edition_id,
            houses=setup.houses,
            rounds=setup.rounds,
            counting_rounds=setup.counting_rounds,
        )
    )
    deck = play.shuffle("action_deck", setup.deck)
    play.record(ActionDeckShuffled(order=deck, size=len(deck)))
    (starter,) = play.roll("starting_player", range(players))
    play.record(StartingPlayerSet(seat=starter))
    if players == 3:
        enter(play, "choose_start", (0,))
        return
    for seat, start in enumerate(setup.starts):
        play.record(StartChosen(seat=seat, territory=setup.name(start)))
    for place in setup.closed:
        play.record(TerritoryClosed(seat=None, territory=setup.name(place)))
    enter(play, "choose_traits", range(players))


def choose_start(play: AristoocrazyPlay, seat: Seat, action: ChooseStart) -> None:
    """AC-008, AC-009, AC-R02: with three players each seat in turn chooses its start."""
    state = play.state
    place = require_place(state, action.territory, "AC-009")
    ground = state.setup.grounds[place]
    if not ground.edge or ground.spaces != 2:
        detail = f"{ground.id} is not a territory on the edge with two spaces."
        raise refuse("AC-009", "no_start", detail, "territory")
    if place not in reach.starts(state):
        raise refuse("AC-009", "taken", f"Another house starts in {ground.id}.", "territory")
    play.record(StartChosen(seat=seat, territory=ground.id))
    if seat + 1 < len(state.houses):
        enter(play, "choose_start", (seat + 1,))
    else:
        enter(play, "choose_traits", range(len(state.houses)))


def choose_traits(play: AristoocrazyPlay, seat: Seat, action: ChooseTraits) -> None:
    """AC-011 to AC-013, AC-R05: secretly choose the traits of the first pair."""
    for name, traits in (("woman", action.woman), ("man", action.man)):
        for index, trait in enumerate(traits):
            if not _may_start(play, trait):
                detail = f"Nobody may start with {trait}."
                raise refuse("AC-013", "no_first_trait", detail, f"{name}/{index}")
        if len(set(traits)) < len(traits):
            detail = f"The three traits of the {name} must be different."
            raise refuse("AC-R05", "same_trait", detail, name)
    play.record(TraitsCommitted(seat=seat, woman=action.woman, man=action.man))
    if not play.state.awaiting:
        _place_pairs(play)


def _may_start(play: AristoocrazyPlay, trait: str) -> bool:
    return any(one.start for one in play.state.setup.traits if one.id == trait)


def _place_pairs(play: AristoocrazyPlay) -> None:
    """AC-010, AC-012: all pairs are shown and placed."""
    for seat, house in enumerate(play.state.houses):
        assert house.start is not None, "every house has a start"
        assert isinstance(house.sealed, ChooseTraits)
        where = play.state.setup.name(house.start)
        pair = _pair(play, seat, {"woman": house.sealed.woman, "man": house.sealed.man})
        play.record(StartingPairPlaced(seat=seat, territory=where, characters=pair))
        play.record(OwnerChanged(territory=where, owner=seat, previous=None))
    _go_on_closing(play)


def _pair(play: AristoocrazyPlay, seat: Seat, traits: dict[str, Traits]) -> tuple[Newcomer, ...]:
    """AC-R04: the first woman and the first man of the house."""
    cast, sexes = play.state.setup.casts[seat], play.state.setup.sexes[seat]
    first = {sexes.index("woman"), sexes.index("man")}
    return tuple(
        Newcomer(id=cast[one], sex=sexes[one], traits=traits[sexes[one]]) for one in sorted(first)
    )


def _go_on_closing(play: AristoocrazyPlay) -> None:
    """AC-017, AC-R06: the next seat closes a territory, while there are closings and territories left."""
    state = play.state
    players, each = len(state.houses), state.setup.limits.three_player_closings_each
    closed = sum(land.closed for land in state.lands)
    if players == 3 and closed < players * each and reach.closable(state):
        enter(play, "close_territory", (closed % players,))
    else:
        _deal(play)


def close_territory(play: AristoocrazyPlay, seat: Seat, action: CloseTerritory) -> None:
    """AC-017: close a territory that touches no start."""
    place = require_place(play.state, action.territory, "AC-017")
    if place not in reach.closable(play.state):
        detail = f"{action.territory} is closed, a start or next to a start."
        raise refuse("AC-017", "not_closable", detail, "territory")
    play.record(TerritoryClosed(seat=seat, territory=action.territory))
    _go_on_closing(play)


def _deal(play: AristoocrazyPlay) -> None:
    """AC-022: with the option, deal action cards to choose from; else the first round begins."""
    state = play.state
    if not state.options.experienced:
        start_round(play, 1, state.starting_seat)
        return
    draw = state.setup.experienced_start.draw
    for seat in range(len(state.houses)):
        cards = state.setup.in_order(play.state.deck[:draw])
        play.record(CardsDealt(seat=seat, count=draw, cards=cards))
    enter(play, "keep_cards", range(len(state.houses)))


def keep_cards(play: AristoocrazyPlay, seat: Seat, action: KeepCards) -> None:
    """AC-022: secretly choose which cards to put away."""
    start, hand = play.state.setup.experienced_start, list(play.state.houses[seat].hand)
    if len(action.discard) != start.draw - start.keep:
        detail = f"Put away exactly {start.draw - start.keep} of the {start.draw} cards."
        raise refuse("AC-022", "wrong_number", detail, "discard")
    for index, card in enumerate(action.discard):
        if card not in hand:
            detail = f"You do not hold that many cards {card}."
            raise refuse("AC-022", "not_in_hand", detail, f"discard/{index}")
        hand.remove(card)
    discarded = play.state.setup.in_order(action.discard)
    play.record(CardsKept(seat=seat, discarded=discarded))
    if not play.state.awaiting:
        _turn_up(play)


def _turn_up(play: AristoocrazyPlay) -> None:
    """AC-022, AC-R07: all put their cards away at the same time."""
    for seat, house in enumerate(play.state.houses):
        assert isinstance(house.sealed, KeepCards)
        play.record(CardsDiscarded(seat=seat, cards=house.sealed.discard))
    start_round(play, 1, play.state.starting_seat)
