"""Attacks, contested marriages, combat and retreat: AC-057, AC-058, AC-067 to AC-083, AC-108, AC-109, AC-115."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.aristoocrazy.actions import (
    Attack,
    CharacterId,
    ContestedMarriage,
    Defend,
    Retreat,
    RetreatTo,
    Tokens,
)
from domain.games.aristoocrazy.edition.tables import TokenId
from domain.games.aristoocrazy.events.board import CharacterDied, CharacterMoved
from domain.games.aristoocrazy.events.turns import (
    AttackDeclared,
    BirthOpened,
    CardPlayed,
    CombatKind,
    CombatResolved,
    Outcome,
    Side,
)
from domain.games.aristoocrazy.rules import reach
from domain.games.aristoocrazy.rules.board import age, bury, conquer, settle
from domain.games.aristoocrazy.rules.flow import end_turn, enter
from domain.games.aristoocrazy.rules.play import AristoocrazyPlay
from domain.games.aristoocrazy.rules.refusals import (
    refuse,
    require_card,
    require_next_to,
    require_nursery,
    require_opponent,
    require_own,
    require_place,
    require_tokens,
)
from domain.games.aristoocrazy.state.setup import COMBAT, Place
from domain.games.aristoocrazy.state.table import Battle, Character, State
from domain.kernel.values import Seat


def attack(play: AristoocrazyPlay, seat: Seat, action: Attack) -> None:
    """AC-057, AC-069, AC-070, AC-R40: attack a neutral territory or an opponent's."""
    state = play.state
    character = require_own(state, seat, action.character, "AC-069")
    place = require_place(state, action.territory, "AC-069")
    require_next_to(state, character, place, "AC-069")
    if state.lands[place].owner == seat:
        raise refuse("AC-069", "own_territory", f"{action.territory} is yours.", "territory")
    _check_tokens(state, seat, action.tokens)
    _check_need(state, place, action)
    if action.commander_target is not None:
        _check_commander(state, seat, place, action.commander_target)
    _declare(play, seat, action, place)
    if not reach.is_defended(state, place):
        conquer(play, seat, character, place)
        end_turn(play)
    elif state.on(place):
        enter(play, "defence", (_defender(battle_of(play.state)),))
    else:
        _fight(play, {})


def _check_tokens(state: State, seat: Seat, tokens: Mapping[TokenId, int]) -> None:
    """AC-074: combat tokens that the seat holds."""
    for kind in tokens:
        if kind not in COMBAT:
            detail = f"A token of {kind} does not fight."
            raise refuse("AC-074", "no_combat_token", detail, f"tokens/{kind}")
    require_tokens(state, seat, tokens, "AC-074")


def _check_need(state: State, place: Place, action: Attack) -> None:
    """AC-R40: nothing is committed where it cannot count."""
    if action.tokens and not reach.is_defended(state, place):
        detail = f"{action.territory} is undefended: no tokens are needed."
        raise refuse("AC-R40", "needless_tokens", detail, "tokens")
    if action.commander_target is not None and not state.on(place):
        detail = f"No character defends {action.territory}: a Commander is of no use."
        raise refuse("AC-R40", "needless_commander", detail, "commander_target")


def _check_commander(state: State, seat: Seat, place: Place, target: CharacterId) -> None:
    """AC-115, AC-R41: the Commander is in hand and names one who stands there."""
    require_card(state, seat, "commander", "AC-115", "commander_target")
    if all(one.id != target for one in state.on(place)):
        detail = "The Commander names a character in the attacked territory."
        raise refuse("AC-R41", "not_there", detail, "commander_target")


def contested_marriage(play: AristoocrazyPlay, seat: Seat, action: ContestedMarriage) -> None:
    """AC-067, AC-R35: challenge an opponent's character."""
    state = play.state
    character = require_own(state, seat, action.character, "AC-067")
    owner, target = require_opponent(state, seat, character, action.target, "AC-067")
    if reach.sex(state, seat, character) == reach.sex(state, owner, target):
        raise refuse("AC-R35", "sex", "The two characters must be of opposite sex.", "target")
    require_nursery(state, seat)
    _check_tokens(state, seat, action.tokens)
    _declare(play, seat, action, target.place)
    enter(play, "defence", (owner,))


def _declare(
    play: AristoocrazyPlay, seat: Seat, action: Attack | ContestedMarriage, place: Place
) -> None:
    """AC-R39: the attack is declared; what is behind it stays hidden."""
    setup = play.state.setup
    kind: CombatKind = "territory" if isinstance(action, Attack) else "marriage"
    play.record(
        AttackDeclared(
            seat=seat,
            character=action.character,
            territory=setup.name(place),
            kind=kind,
            target=action.target if isinstance(action, ContestedMarriage) else None,
            defender=play.state.lands[place].owner,
            tokens=setup.named(setup.counts(action.tokens)),
            commander_target=action.commander_target if isinstance(action, Attack) else None,
        )
    )


def battle_of(state: State) -> Battle:
    """Give the combat that is in progress."""
    assert state.battle is not None, "the phase is one of a combat"
    return state.battle


def _defender(battle: Battle) -> Seat:
    assert battle.defender is not None, "somebody defends"
    return battle.defender


def defend(play: AristoocrazyPlay, seat: Seat, action: Defend) -> None:
    """AC-074: commit tokens; then both sides show what they have."""
    _check_tokens(play.state, seat, action.tokens)
    _fight(play, action.tokens)


def _fight(play: AristoocrazyPlay, defending: Tokens) -> None:
    """AC-071 to AC-076, AC-108, AC-R41: count, roll, compare, and see what comes of it."""
    state, battle = play.state, battle_of(play.state)
    defender = _defender(battle)
    first, second = play.roll("combat_dice", state.setup.combat_faces, 2)
    attacker = _champion(state, battle)
    bonus, castle = state.defence_bonus(battle.place, battle.target)
    one = _side(
        state,
        battle.attacker,
        (state.attack_bonus(attacker), 0),
        state.setup.named(battle.tokens),
        first,
    )
    defending = state.setup.named(state.setup.counts(defending))
    other = _side(state, defender, (bonus, castle), defending, second)
    outcome: Outcome = "draw"
    if one.total != other.total:
        outcome = "attacker" if one.total > other.total else "defender"
    commanded = battle.commander_target if outcome == "attacker" else None
    play.record(
        CombatResolved(attacker=one, defender=other, outcome=outcome, commander_target=commanded)
    )
    if commanded is not None:
        play.record(CardPlayed(seat=battle.attacker, card="commander", discarded=True))
    if battle.kind == "territory":
        _end_battle(play, outcome)
    else:
        _end_challenge(play, outcome)


def _champion(state: State, battle: Battle) -> Character:
    champion = state.houses[battle.attacker].find(battle.character)
    assert champion is not None, "the attacker is on the board"
    return champion


def _side(state: State, seat: Seat, bonuses: tuple[int, int], tokens: Tokens, die: int) -> Side:
    bonus, castle = bonuses
    worth = state.setup.combat.bonus_per_token * sum(tokens.values())
    total = bonus + castle + worth + die
    return Side(seat=seat, bonus=bonus, castle=castle, tokens=tokens, die=die, total=total)


def _end_battle(play: AristoocrazyPlay, outcome: Outcome) -> None:
    """AC-077 to AC-079, AC-081, AC-082, AC-R43 to AC-R45: what comes of a battle for a territory."""
    state, battle = play.state, battle_of(play.state)
    combat, champion = state.setup.combat, _champion(state, battle)
    if outcome == "attacker":
        for one in state.on(battle.place):
            is_named = one.id == battle.commander_target
            age(play, one, combat.commander_age if is_named else combat.loser_age, "combat")
        bury(play)
        _ask_retreat(play)
        return
    if outcome == "defender":
        age(play, champion, combat.loser_age, "combat")
    else:
        _age_both(play, champion, state.on(battle.place))
    settle(play)
    end_turn(play)


def _age_both(play: AristoocrazyPlay, champion: Character, defenders: list[Character]) -> None:
    """AC-082, AC-083, AC-R71: a draw costs both sides, in turn order."""
    battle, amount = battle_of(play.state), play.state.setup.combat.draw_age
    sides = {battle.attacker: [champion], _defender(battle): defenders}
    for seat in play.state.turn_order:
        for one in sides.get(seat, ()):
            age(play, one, amount, "combat")


def _end_challenge(play: AristoocrazyPlay, outcome: Outcome) -> None:
    """AC-068, AC-080, AC-081, AC-083, AC-R37: what comes of a contested marriage."""
    state, battle = play.state, battle_of(play.state)
    combat, champion = state.setup.combat, _champion(state, battle)
    target = state.find(battle.target or "")
    assert target is not None, "who was challenged is on the board"
    if outcome == "draw":
        _age_both(play, champion, [target])
    else:
        loser = target if outcome == "attacker" else champion
        age(play, loser, combat.loser_age, "combat")
    settle(play)
    if outcome != "attacker":
        end_turn(play)
        return
    play.record(
        BirthOpened(
            seat=battle.attacker,
            kind="contested",
            parent=champion.id,
            partner=target.id,
            partner_seat=battle.defender,
            territory=state.setup.name(battle.place),
            own_traits=champion.traits,
            partner_traits=target.traits,
        )
    )
    enter(play, "birth_roll", (battle.attacker,))


def _ask_retreat(play: AristoocrazyPlay) -> None:
    """AC-077, AC-078: survivors retreat where there is room; without any they are removed."""
    state, battle = play.state, battle_of(play.state)
    survivors = state.on(battle.place)
    if survivors and reach.havens(state, battle.place):
        enter(play, "retreat", (_defender(battle),))
        return
    _withdraw(play, {})


def retreat(play: AristoocrazyPlay, seat: Seat, action: RetreatTo) -> None:
    """AC-078, AC-R42: the loser chooses who goes where."""
    del seat
    state, battle = play.state, battle_of(play.state)
    survivors, room = state.on(battle.place), reach.havens(state, battle.place)
    going: dict[CharacterId, Place] = {}
    for index, one in enumerate(action.moves):
        if one.character in going or all(one.character != other.id for other in survivors):
            detail = "Name each survivor of the lost territory at most once."
            raise refuse("AC-078", "no_survivor", detail, f"moves/{index}/character")
        going[one.character] = _haven(state, one, room, index)
        room[going[one.character]] -= 1
    must = min(len(survivors), len(going) + sum(room.values()))
    if len(going) != must:
        detail = (
            f"There is room for {must} of the {len(survivors)} survivors: exactly so many retreat."
        )
        raise refuse("AC-R42", "wrong_number", detail, "moves")
    _withdraw(play, going)


def _haven(state: State, one: Retreat, room: dict[Place, int], index: int) -> Place:
    at = f"moves/{index}/territory"
    place = state.setup.place_of(one.territory)
    if place is None or room.get(place, 0) < 1:
        named = ", ".join(state.setup.name(haven) for haven, left in room.items() if left > 0)
        detail = f"There is no room in {one.territory}; {named or 'nowhere'} has room."
        raise refuse("AC-078", "no_haven", detail, at)
    return place


def _withdraw(play: AristoocrazyPlay, going: dict[CharacterId, Place]) -> None:
    """AC-078, AC-079, AC-086: some retreat, the others leave the board, and the attacker moves in."""
    state, battle = play.state, battle_of(play.state)
    lost = state.setup.name(battle.place)
    for one in state.on(battle.place):
        haven = going.get(one.id)
        if haven is None:
            play.record(CharacterDied(character=one.id, territory=lost, reason="no_room"))
            continue
        play.record(
            CharacterMoved(
                seat=_defender(battle),
                character=one.id,
                origin=lost,
                territory=state.setup.name(haven),
                reason="retreat",
            )
        )
    conquer(play, battle.attacker, _champion(play.state, battle), battle.place)
    end_turn(play)
