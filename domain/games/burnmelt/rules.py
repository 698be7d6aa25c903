"""The rules of Burnmelt Cave: what comes of an action and of the bookkeeping."""

from __future__ import annotations

from collections.abc import Sequence
from operator import sub
from typing import TypeAlias, assert_never

from domain.games.burnmelt.actions import (
    BurnmeltAction,
    Cards,
    ChooseCentreCard,
    ChooseNegativeType,
    PlayCards,
    TypeId,
)
from domain.games.burnmelt.edition import Edition
from domain.games.burnmelt.events import (
    BurnmeltEvent,
    CardsPlayed,
    CentreCardChosen,
    CentreRevealed,
    GameEnded,
    GameStarted,
    HandDealt,
    NegativeTypeChosen,
    PlayerOut,
    RewardsTaken,
    RoundEnded,
    RoundScored,
    RoundStarted,
    TurnStarted,
)
from domain.games.burnmelt.scoring import (
    final_result,
    largest_sets,
    next_starting_seat,
    ranking,
    score_seat,
    values,
)
from domain.games.burnmelt.state import Options, Setup, State, initial
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from domain.kernel.shape import pointer_step, quoted
from domain.kernel.values import Json, Seat

BurnmeltPlay: TypeAlias = Play[State, BurnmeltEvent]


def check_options(edition: Edition, players: int, options: Options) -> None:
    """BM-001, BM-012, BM-R15: refuse a game that the edition or the number of players rules out."""
    if not 3 <= players <= 5:
        detail = f"Burnmelt Cave is for 3 to 5 players, not {players}."
        raise RuleViolation("BM-001", detail, reason="players", pointer="/seats")
    if options.rounds is not None and options.rounds not in edition.rounds.allowed:
        allowed = " or ".join(map(str, edition.rounds.allowed))
        detail = f"This edition has games of {allowed} rounds, not of {options.rounds}."
        raise RuleViolation("BM-012", detail, reason="rounds", pointer="/options/rounds")
    if options.starting_seat is not None and not 0 <= options.starting_seat < players:
        detail = f"There is no seat {options.starting_seat}; the seats are 0 to {players - 1}."
        raise RuleViolation(
            "BM-R15", detail, reason="starting_seat", pointer="/options/starting_seat"
        )


def setup(play: BurnmeltPlay) -> None:
    """BM-010, BM-R15: settle the Starting player; the first deal is bookkeeping."""
    state = play.state
    starter = state.named_starter
    if starter is None:
        (starter,) = play.roll("starting_player", range(len(state.seats)))
    play.record(
        GameStarted(
            players=len(state.seats),
            rounds=state.rounds,
            open_rewards=state.open_rewards,
            starting_seat=starter,
            edition_id=state.setup.edition_id,
        )
    )


def upkeep(state: State) -> str | None:
    """Name the bookkeeping that is due."""
    if state.phase == "deal":
        return "start_round"
    return "score_round" if state.phase == "scoring" else None


def keep(play: BurnmeltPlay, name: str) -> None:
    """Do the bookkeeping that is due."""
    if name == "start_round":
        start_round(play)
    else:
        score_round(play)


def decide(play: BurnmeltPlay, seat: Seat, action: BurnmeltAction) -> None:
    """Record what comes of a player's action."""
    match action:
        case ChooseCentreCard():
            choose_centre_card(play, seat, action)
        case PlayCards():
            play_cards(play, seat, action)
        case ChooseNegativeType():
            choose_negative_type(play, seat, action)
        case _:
            assert_never(action)


def deck(setup: Setup) -> tuple[TypeId, ...]:
    """BM-003 to BM-005: all cards in use, as they lie before the shuffle."""
    return tuple([name for name in setup.types for _ in range(setup.cards_per_type)])


def pile(edition: Edition, players: int, options: Options, point: str) -> tuple[Json, ...]:
    """Give the cards in use, or the seats that may start."""
    if point == "starting_player":
        return tuple(range(players))
    return deck(initial(edition, players, options).setup)


def bound(edition: Edition, players: int, options: Options) -> int:
    """BM-R25: a Centre choice each, at most n x (h - 1) turns, and a negative choice each."""
    rounds = options.rounds or edition.rounds.default
    return rounds * players * (edition.setup_for(players).hand_size + 1)


def start_round(play: BurnmeltPlay) -> None:
    """Deal: BM-006 to BM-009, BM-013, BM-014; for round 2 BM-045 to BM-049."""
    state = play.state
    setup, number = state.setup, state.round + 1
    starter = state.starting_seat if number == 1 else next_starting_seat(state)
    cards = play.shuffle("adventurer_cards", deck(setup))
    hand, players = setup.hand_size, len(state.seats)
    play.record(
        RoundStarted(
            round=number,
            ranking_side=setup.sides[number - 1].id,
            starting_seat=starter,
            bonus_stack=setup.bonuses,
            hand_size=hand,
            set_aside=setup.cards(setup.tally(cards[players * hand :])),
            set_aside_count=setup.left_over,
        )
    )
    for seat in range(players):
        dealt = setup.tally(cards[seat * hand : (seat + 1) * hand])
        play.record(HandDealt(seat=seat, count=hand, cards=setup.cards(dealt)))


def choose_centre_card(play: BurnmeltPlay, seat: Seat, action: ChooseCentreCard) -> None:
    """1) Preparing the Centre cards: BM-016, BM-017."""
    state = play.state
    _require_phase(
        state,
        "choose_centre",
        "BM-016",
        "A Centre card is chosen once a round, before the first turn.",
    )
    if state.seats[seat].centre_choice is not None:
        detail = "You have chosen your Centre card; the choice cannot be changed."
        raise RuleViolation("BM-R23", detail, reason="already_chosen")
    place = _known_type(state, action.adventurer, "/action/adventurer")
    _require_held(state, seat, place, 1, "BM-016")
    play.record(CentreCardChosen(seat=seat, adventurer=action.adventurer))
    if not play.state.awaiting:
        _reveal_centre(play)


def _reveal_centre(play: BurnmeltPlay) -> None:
    state = play.state
    chosen = tuple(
        state.setup.types[seat.centre_choice]
        for seat in state.seats
        if seat.centre_choice is not None
    )
    play.record(CentreRevealed(cards=chosen))
    play.record(TurnStarted(seat=state.starting_seat))


def play_cards(play: BurnmeltPlay, seat: Seat, action: PlayCards) -> None:
    """2) Turn: BM-018 to BM-037."""
    state = play.state
    place = _check_play(state, seat, action)
    need = rewards_due(sum(state.seats[seat].hand), action.count)
    taken = _check_take(state, action, need)
    _move_piece(play, seat, place, action)
    _take_rewards(play, seat, action, need, taken)
    if not any(play.state.seats[seat].hand):
        _go_out(play, seat)
    _next_turn(play, seat)


def rewards_due(in_hand: int, count: int) -> int:
    """BM-024, BM-033: how many Reward cards a play brings; one more when it empties the hand."""
    return count + 1 if count == in_hand else count


def steps_for(state: State, count: int) -> int:
    """BM-021, BM-022: how far a number of cards moves a piece."""
    steps = state.setup.steps
    return steps[min(count, len(steps)) - 1]


def landing(distances: Sequence[int], place: int, steps: int) -> int:
    """BM-023, BM-030 to BM-032: where a piece comes to stand; it goes on past an occupied space."""
    target = distances[place] + steps
    while target in distances:
        target += 1
    return target


def _check_play(state: State, seat: Seat, action: PlayCards) -> int:
    _require_phase(
        state,
        "turns",
        "BM-018",
        "Cards are played in turns, from when the Centre is laid out until all hands are empty.",
    )
    if seat != state.active_seat:
        detail = f"It is the turn of seat {state.active_seat}."
        raise RuleViolation("BM-018", detail, reason="not_your_turn")
    place = _known_type(state, action.adventurer, "/action/adventurer")
    for name in action.take or ():
        _known_type(state, name, _take_of(name))
    _require_held(state, seat, place, action.count, "BM-020")
    return place


def _check_take(state: State, action: PlayCards, need: int) -> Cards:
    """BM-025, BM-027: the cards taken from the Centre; all of it where it does not go round."""
    there = sum(state.centre)
    wanted = min(need, there)
    if action.take is None:
        if wanted < there:
            detail = f"Name the {wanted} of the {there} Centre cards that you take."
            raise RuleViolation("BM-025", detail, reason="take_missing", pointer="/action/take")
        return state.setup.cards(state.centre)
    for name, number in action.take.items():
        lying = state.centre[state.setup.of_type(name)]
        if number > lying:
            detail = f"The Centre holds {lying} of {name}, not {number}."
            if name == action.adventurer:
                detail += " The cards that you play join it after you have taken (BM-R07)."
            raise RuleViolation("BM-025", detail, reason="take_not_there", pointer=_take_of(name))
    named = sum(action.take.values())
    if named != wanted:
        detail = f"Take exactly {wanted} of the {there} Centre cards; you name {named}."
        if need > action.count:
            detail += " Who goes out takes one card more than was played (BM-033)."
        raise RuleViolation("BM-025", detail, reason="take_wrong_sum", pointer="/action/take")
    return {name: action.take[name] for name in state.setup.types if name in action.take}


def _move_piece(play: BurnmeltPlay, seat: Seat, place: int, action: PlayCards) -> None:
    state = play.state
    steps = steps_for(state, action.count)
    play.record(
        CardsPlayed(
            seat=seat,
            adventurer=action.adventurer,
            count=action.count,
            steps=steps,
            from_distance=state.distances[place],
            to_distance=landing(state.distances, place, steps),
        )
    )


def _take_rewards(
    play: BurnmeltPlay, seat: Seat, action: PlayCards, need: int, taken: Cards
) -> None:
    """BM-024 to BM-027, BM-034: Rewards from the Centre, then the played cards join it, then the rest."""
    state = play.state
    from_played = need - sum(taken.values())
    left = list(map(sub, state.centre, state.setup.counts(taken)))
    left[state.setup.of_type(action.adventurer)] += action.count - from_played
    play.record(
        RewardsTaken(
            seat=seat,
            from_centre=taken,
            from_played=from_played,
            adventurer=action.adventurer,
            centre=state.setup.cards(left),
        )
    )


def _go_out(play: BurnmeltPlay, seat: Seat) -> None:
    """When you run out of hand cards: BM-036, BM-037, BM-039."""
    state = play.state
    place = len(state.seats) - state.players_in + 1
    bonus = state.bonus_stack[0] if state.bonus_stack else None
    play.record(PlayerOut(seat=seat, place=place, bonus=bonus))


def _next_turn(play: BurnmeltPlay, seat: Seat) -> None:
    """BM-029, BM-037, BM-038: the next clockwise who is in; when nobody is, the round ends."""
    seats = play.state.seats
    players = len(seats)
    for step in range(1, players + 1):
        following = (seat + step) % players
        if not seats[following].is_out:
            play.record(TurnStarted(seat=following))
            return
    _end_round(play)


def _end_round(play: BurnmeltPlay) -> None:
    """BM-038, BM-040, BM-044, BM-051, BM-052: rank the pieces, turn up the piles."""
    state = play.state
    types = state.setup.types
    options: tuple[tuple[int, ...], ...] = ((),) * len(state.seats)
    if state.side.largest_set_negative:
        options = tuple(largest_sets(seat.rewards) for seat in state.seats)
    play.record(
        RoundEnded(
            round=state.round,
            distances=dict(zip(types, state.distances, strict=True)),
            ranking=tuple(types[place] for place in ranking(state.distances)),
            rewards=tuple(state.setup.cards(seat.rewards) for seat in state.seats),
            negative_options=tuple(tuple(types[p] for p in tied) for tied in options),
            choosers=tuple(seat for seat, tied in enumerate(options) if len(tied) > 1),
        )
    )


def choose_negative_type(play: BurnmeltPlay, seat: Seat, action: ChooseNegativeType) -> None:
    """2R scoring: BM-052."""
    state = play.state
    side = "that makes the largest set negative"
    detail = f"A negative type is chosen at the end of a round with a Ranking side {side}."
    _require_phase(state, "choose_negative", "BM-052", detail)
    options = state.negative_options[seat]
    if len(options) < 2:
        largest = ", ".join(state.setup.types[one] for one in options)
        only = f"Only {largest} is your largest set" if options else "You have no set"
        detail = f"{only}, so there is nothing to choose."
        raise RuleViolation("BM-R18", detail, reason="no_choice")
    if state.seats[seat].negative is not None:
        detail = "You have chosen your negative type; the choice is final."
        raise RuleViolation("BM-R19", detail, reason="already_chosen")
    place = _known_type(state, action.adventurer, "/action/adventurer")
    if place not in options:
        tied = ", ".join(state.setup.types[one] for one in options)
        detail = f"{action.adventurer} is not one of your largest sets; choose among {tied}."
        raise RuleViolation("BM-052", detail, reason="not_tied", pointer="/action/adventurer")
    play.record(NegativeTypeChosen(seat=seat, adventurer=action.adventurer))


def score_round(play: BurnmeltPlay) -> None:
    """Round scoring: BM-040 to BM-044, BM-051 to BM-053; after the last round BM-054, BM-055."""
    state = play.state
    worth = values(state)
    scores = tuple([score_seat(state.setup, seat, worth) for seat in state.seats])
    play.record(RoundScored(round=state.round, scores=scores))
    if state.round == state.rounds:
        play.record(GameEnded(result=final_result(play.state)))


def _require_phase(state: State, phase: str, rule: str, detail: str) -> None:
    if state.phase != phase:
        now = f"{detail} The phase is now {state.phase}."
        raise RuleViolation(rule, now, reason="wrong_phase", pointer="/action/type")


def _known_type(state: State, name: TypeId, pointer: str) -> int:
    types = state.setup.types
    if name not in types:
        detail = f"There is no adventurer {quoted(name)}; the types are {', '.join(types)}."
        raise RuleViolation("BM-002", detail, reason="unknown_type", pointer=pointer)
    return types.index(name)


def _take_of(name: TypeId) -> str:
    return f"/action/take/{pointer_step(name)}"


def _require_held(state: State, seat: Seat, place: int, count: int, rule: str) -> None:
    held = state.seats[seat].hand[place]
    if held < count:
        needed = f"{count} {'is' if count == 1 else 'are'} needed"
        detail = f"Your hand holds {held} of {state.setup.types[place]}; {needed}."
        pointer = "/action/count" if held else "/action/adventurer"
        raise RuleViolation(rule, detail, reason="not_held", pointer=pointer)
