"""Handling regular and boss encounters: cycle by cycle, in the order of ZQ-R21."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from domain.games.zone_quest.actions import BossChoice, VoteTarget
from domain.games.zone_quest.events import (
    Attack,
    BossChoiceMade,
    BossDefeated,
    EncounterEnded,
    EnemyAttacked,
    PlayerDefeated,
    PlayersAttacked,
    PlayerTeleported,
    Reason,
    Share,
    TargetVoteCast,
)
from domain.games.zone_quest.rules.decks import GoingBack, held_by, put_back
from domain.games.zone_quest.rules.play import ZoneQuestPlay
from domain.games.zone_quest.rules.refusals import require_phase
from domain.games.zone_quest.rules.turns import end_turn
from domain.games.zone_quest.scoring import share_of, target_of
from domain.games.zone_quest.state import Encounter, Setup, State, deck_of
from domain.kernel.errors import RuleViolation
from domain.kernel.values import Seat


def encounter_of(state: State) -> Encounter:
    """The encounter that is known to be in progress."""
    assert state.encounter is not None
    return state.encounter


def boss_choice(play: ZoneQuestPlay, seat: Seat, action: BossChoice) -> None:
    """Attack or teleport: ZQ-048; the last choice resolves them."""
    state = play.state
    detail = "One chooses between attack and teleport while one faces a boss."
    require_phase(state, "boss_choice", "ZQ-048", detail)
    encounter = encounter_of(state)
    _require_participant(encounter, seat, "ZQ-048")
    if seat not in encounter.asked:
        detail = "You have chosen for this cycle; the choice cannot be changed."
        raise RuleViolation("ZQ-R21", detail, reason="already_answered")
    play.record(BossChoiceMade(seat=seat, choice=action.choice))
    resolve_if_chosen(play)


def resolve_if_chosen(play: ZoneQuestPlay) -> None:
    """When all participants have chosen, some leave and the others attack: ZQ-048, ZQ-049."""
    state = play.state
    encounter = encounter_of(state)
    if encounter.asked:
        return
    fleeing = [seat for seat, choice in encounter.choices if choice == "teleport"]
    back = []
    for seat in sorted(fleeing):
        player = state.player(seat)
        play.record(PlayerTeleported(seat=seat, reason="boss", healed=player.damage))
        back += held_by(state, seat, player, "town")
    if encounter_of(play.state).participants:
        put_back(play, back)
        fight_on(play)
    else:
        end_encounter(play, "fled", back)


def vote_target(play: ZoneQuestPlay, seat: Seat, action: VoteTarget) -> None:
    """Vote on who takes the attack: ZQ-038, ZQ-R22; the last vote settles it."""
    state = play.state
    detail = "One votes on the target when the participants have attacked."
    require_phase(state, "target", "ZQ-038", detail)
    encounter = encounter_of(state)
    _require_participant(encounter, seat, "ZQ-038")
    if seat not in encounter.voters:
        detail = "You have voted in this cycle; the vote cannot be changed."
        raise RuleViolation("ZQ-R22", detail, reason="already_answered")
    if action.seat not in encounter.participants:
        names = ", ".join(f"seat {one}" for one in encounter.participants)
        detail = f"Vote for a participant of the fight: {names}."
        raise RuleViolation("ZQ-038", detail, reason="bad_target", pointer="/action/seat")
    play.record(TargetVoteCast(seat=seat, target=action.seat))
    if not encounter_of(play.state).voters:
        strike(play, target_of(encounter_of(play.state)))


def _require_participant(encounter: Encounter, seat: Seat, rule: str) -> None:
    if seat not in encounter.participants:
        detail = "You take no part in this fight."
        raise RuleViolation(rule, detail, reason="not_participant")


def fight_on(play: ZoneQuestPlay) -> None:
    """ZQ-036 to ZQ-043: attack and be attacked, until somebody has to decide or it is over."""
    while True:
        _attack(play)
        encounter = encounter_of(play.state)
        if len(encounter.participants) > 1:
            return
        if not _blow(play, encounter.participants[0]) or encounter.boss:
            return


def strike(play: ZoneQuestPlay, target: Seat) -> None:
    """ZQ-039: the enemy attacks; against a regular one the next cycle follows at once."""
    if _blow(play, target) and not encounter_of(play.state).boss:
        fight_on(play)


def _attack(play: ZoneQuestPlay) -> None:
    """ZQ-036: every participant deals damage equal to their power."""
    state = play.state
    encounter = encounter_of(state)
    attacks = tuple(
        [Attack(seat=seat, damage=state.player(seat).power) for seat in encounter.participants]
    )
    total = encounter.damage + sum([attack.damage for attack in attacks])
    play.record(PlayersAttacked(cycle=encounter.cycle, attacks=attacks, enemy_damage=total))


def _blow(play: ZoneQuestPlay, target: Seat) -> bool:
    """ZQ-037, ZQ-039, ZQ-040: the enemy's attack and the check after it; tell whether it goes on."""
    state = play.state
    encounter = encounter_of(state)
    enemy = state.setup.enemy(encounter.enemy)
    damage = state.player(target).damage + enemy.power
    play.record(
        EnemyAttacked(cycle=encounter.cycle, seat=target, damage=enemy.power, player_damage=damage)
    )
    back = _defeats(play)
    encounter = encounter_of(play.state)
    slain = encounter.damage >= enemy.health
    if slain and (encounter.participants or encounter.boss):
        end_encounter(play, "won", back)
        return False
    if not encounter.participants:
        end_encounter(play, "lost", back)
        return False
    put_back(play, back)
    return True


def _defeats(play: ZoneQuestPlay) -> list[GoingBack]:
    """ZQ-040, ZQ-041: whoever has too much damage falls; give their held cards."""
    state = play.state
    back = []
    for seat in encounter_of(state).participants:
        player = state.player(seat)
        if player.damage >= player.health:
            play.record(PlayerDefeated(seat=seat, gold_lost=player.gold))
            back += held_by(state, seat, player, "town")
    return back


def end_encounter(
    play: ZoneQuestPlay, outcome: Literal["won", "lost", "fled"], back: Sequence[GoingBack]
) -> None:
    """ZQ-042 to ZQ-052: reward, what becomes of the card, and the end of the turn.

    `back` are the cards of those who left the encounter in this step.
    """
    encounter = encounter_of(play.state)
    setup = play.state.setup
    enemy = setup.enemy(encounter.enemy)
    card_to = _card_goes_to(encounter, outcome)
    play.record(
        EncounterEnded(
            enemy=enemy.id,
            outcome=outcome,
            shares=_shares(encounter, enemy.gold) if outcome == "won" else (),
            card_to=card_to,
        )
    )
    if outcome == "won" and enemy.boss:
        _defeat_boss(play, setup, enemy.zone)
    is_over = not play.state.seated or setup.bosses[-1] in play.state.bosses
    if not is_over:
        going = [*back, *_refill(play.state, encounter, {one.seat for one in back})]
        if card_to == "deck":
            reason = _reason_of(encounter, outcome)
            going.append(GoingBack(deck_of(encounter.zone), None, (enemy.id,), reason))
        put_back(play, going)
    end_turn(play)


def _shares(encounter: Encounter, gold: int) -> tuple[Share, ...]:
    """ZQ-044, ZQ-R25, ZQ-R27: those still standing share, each rounded up."""
    standing = encounter.participants
    return tuple([Share(seat=seat, gold=share_of(gold, len(standing))) for seat in standing])


def _card_goes_to(encounter: Encounter, outcome: str) -> Seat | Literal["deck", "removed"]:
    """ZQ-045, ZQ-051, ZQ-R28, ZQ-R30, ZQ-R34: to the last victim, if nothing stands against it."""
    if outcome == "won" and encounter.boss:
        return "removed"
    victim = encounter.last_attacked
    if outcome != "won" or encounter.exhausted or victim not in encounter.participants:
        return "deck"
    assert victim is not None
    return victim


def _reason_of(encounter: Encounter, outcome: Literal["won", "lost", "fled"]) -> Reason:
    if outcome != "won":
        return outcome
    return "exhausted" if encounter.last_attacked in encounter.participants else "town"


def _defeat_boss(play: ZoneQuestPlay, setup: Setup, zone: int) -> None:
    """ZQ-050 to ZQ-052: the boss is gone for good, and the next zone is open."""
    final = zone == len(setup.zones)
    play.record(
        BossDefeated(
            boss=setup.bosses[zone - 1],
            zone=zone,
            opens_zone=None if final else zone + 1,
            final=final,
        )
    )


def _refill(state: State, encounter: Encounter, gone: set[Seat | None]) -> list[GoingBack]:
    """ZQ-047, ZQ-R34: after the last card of a deck, all cards held of it go back."""
    return exhausted(state, encounter.zone, gone) if encounter.exhausted else []


def exhausted(state: State, zone: int, gone: set[Seat | None]) -> list[GoingBack]:
    """ZQ-047: the cards of this zone that players hold, but for those who have given theirs back."""
    return [
        cards
        for seat, player in state.seated
        if seat not in gone
        for cards in held_by(state, seat, player, "exhausted")
        if cards.deck == deck_of(zone)
    ]
