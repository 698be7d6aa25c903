"""The system actions: set-up, Preparation, Income, and scoring the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.tavern_heroes.edition import Edition
from domain.games.tavern_heroes.edition.cards import PolicyIncome
from domain.games.tavern_heroes.edition.words import AreaId, Counter
from domain.games.tavern_heroes.events import (
    GameFinished,
    GameSetUp,
    IncomeCollected,
    PoliciesDealt,
    PoliciesRevealed,
    PolicyScored,
    RoundPrepared,
    SeatSetUp,
)
from domain.games.tavern_heroes.rules.play import TavernHeroesPlay
from domain.games.tavern_heroes.rules.turns import NOTHING, Turn, limited
from domain.games.tavern_heroes.scoring import final_result, meeting, policies_to_score, revealed
from domain.games.tavern_heroes.state import SeatState, State
from domain.games.tavern_heroes.state.evolving import settled
from domain.kernel.values import Seat


def setup(play: TavernHeroesPlay) -> None:
    """TH-001 to TH-007, TH-010: lay out the table, deal the Policies."""
    state, edition = play.state, play.state.edition
    row = edition.setup
    drawn = {point: play.shuffle(point, pile) for point, pile in edition.decks.items()}
    monsters, cities, talents = drawn["monster_deck"], drawn["city_deck"], drawn["talent_deck"]
    start = row.resource_discard_start
    play.record(
        GameSetUp(
            seats=tuple(
                SeatSetUp(
                    seat=seat,
                    color=edition.game.colors[seat],
                    renown=row.renown,
                    funds=min(row.funds, edition.limits.funds),
                )
                for seat in range(len(state.seats))
            ),
            edition=edition.edition,
            monster_row=monsters[: row.monster_row],
            city_row=cities[: row.city_row],
            talent_row=talents[: row.talent_row],
            resource_discard=drawn["resource_deck"][:start],
            armament_deck=drawn["armament_deck"],
            monster_deck=monsters[row.monster_row :],
            resource_deck=drawn["resource_deck"][start:],
            expansion_decks={
                kind.id: drawn[f"expansion_{kind.id}"] for kind in edition.expansion_types
            },
            city_deck=cities[row.city_row :],
            talent_deck=talents[row.talent_row :],
        )
    )
    deal_policies(play)


def deal_policies(play: TavernHeroesPlay) -> None:
    """TH-007: each seat its Policies; the others leave the game unseen."""
    players, edition = len(play.state.seats), play.state.edition
    number = edition.setup.policies_dealt.of(players)
    cards = play.shuffle("policy_deal", tuple(edition.policy))
    for seat in range(players):
        dealt = cards[seat * number : (seat + 1) * number]
        play.record(PoliciesDealt(seat=seat, policies=dealt))


def prepare_round(play: TavernHeroesPlay) -> None:
    """TH-013 to TH-018, TH-027: the Preparation of the next round."""
    state, number = play.state, play.state.round + 1
    policies = {
        seat: one.chosen if number == 1 else one.next_policy for seat, one in enumerate(state.seats)
    }
    known = {seat: policy for seat, policy in policies.items() if policy is not None}
    is_last = number == state.edition.game.rounds
    turned = state.edition.setup.policy_field_by_round[number - 1] - len(state.policy_field)
    play.record(
        RoundPrepared(
            round=number,
            cubes_removed=cubes_removed(state) if number > 1 else {},
            policies_turned=() if is_last else state.policy_deck[:turned],
            policies={str(seat): policy for seat, policy in known.items()},
            turn_order=tuple(
                sorted(known, key=lambda one: state.edition.policy[known[one]].number)
            ),
            final_pile=state.policy_field if is_last else None,
        )
    )


def cubes_removed(state: State) -> dict[AreaId, int]:
    """TH-013, TH-R03: from each area one cube fewer than there are seats, or all that there are."""
    most = len(state.seats) - 1
    areas = zip(state.edition.areas, state.areas, strict=True)
    return {area.id: min(cubes, most) for area, cubes in areas if cubes and most}


def collect_income(play: TavernHeroesPlay) -> None:
    """TH-019 to TH-026: every seat in turn order collects all that its cards bring."""
    edition = play.state.edition
    for seat in play.state.turn_order:
        play.record(income_of(play.state, seat))
        income, turn = policy_income(edition, play.state.seats[seat]), Turn(play, seat)
        turn.take_resources(income.resource_cards)
        turn.draw_armaments(income.armament_cards)


def income_of(state: State, number: Seat) -> IncomeCollected:
    """TH-024, TH-025: gains one after the other, each cut by caps and supply; skills change nothing."""
    seat = after = state.seats[number]
    limits = state.edition.limits
    for amounts in sources(state.edition, seat):
        after = settled(after, NOTHING, limited(state, number, after, amounts))
    raised = policy_income(state.edition, seat).armament_level
    return IncomeCollected(
        seat=number,
        cubes=after.cubes - seat.cubes,
        funds=after.funds - seat.funds,
        information=after.information - seat.information,
        universal_resource=after.universal_resource - seat.universal_resource,
        renown=after.renown - seat.renown,
        armament_level=max(0, min(raised, limits.armament_level - seat.armament_level)),
    )


def sources(edition: Edition, seat: SeatState) -> Iterator[Mapping[Counter, int]]:
    """TH-019 to TH-021, TH-025: Lord, Base, cities from the first territory on, Policy."""
    yield {"cubes": edition.lord.cube_income}
    yield {"funds": edition.base.funds_income}
    for territory in seat.territories:
        if territory.city is not None:
            yield edition.city[territory.city].income.counters
    yield policy_income(edition, seat).counters


def policy_income(edition: Edition, seat: SeatState) -> PolicyIncome:
    """TH-021: the income of a seat's current Policy."""
    return PolicyIncome() if seat.policy is None else edition.policy[seat.policy].income


def score_game(play: TavernHeroesPlay) -> None:
    """TH-129 to TH-135: reveal the Policies, score each in its turn, name the winner."""
    before = play.state
    play.record(PoliciesRevealed(policies=revealed(before)))
    scored: list[PolicyScored] = []
    for policy in policies_to_score(before):
        seats = meeting(play.state, policy)
        event = PolicyScored(policy=policy.id, seats=seats, renown=policy.end.renown)
        play.record(event)
        scored.append(event)
    play.record(GameFinished(result=final_result(before, play.state, scored)))
