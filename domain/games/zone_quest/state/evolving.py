"""How events change the state of a session: each is written down by the function that its type names here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.zone_quest.actions import NamedRecord
from domain.games.zone_quest.events import (
    BossChoiceMade,
    BossDefeated,
    CampaignSynced,
    CardsReturned,
    DeckShuffled,
    EncounterEnded,
    EncounterStarted,
    EnemyAttacked,
    ExplorationCancelled,
    ExplorationDeclared,
    InvitationAnswered,
    ItemsBought,
    JoinRefused,
    MarketSearched,
    PlayerDefeated,
    PlayerJoined,
    PlayerLeft,
    PlayersAttacked,
    PlayerTeleported,
    ProgressSaved,
    SessionEnded,
    SessionStarted,
    TargetVoteCast,
    TurnEnded,
    TurnPassed,
    TurnStarted,
    ZoneQuestEvent,
)
from domain.games.zone_quest.state.table import (
    MARKET,
    TOWN,
    Deck,
    Encounter,
    GroupUp,
    SeatState,
    State,
    arrived,
    strength,
    zone_of,
)
from domain.kernel.values import Seat


def _encounter(state: State) -> Encounter:
    assert state.encounter is not None
    return state.encounter


def _changed(state: State, seat: Seat, **fields: object) -> tuple[SeatState | None, ...]:
    return state.with_seat(seat, replace(state.player(seat), **fields))


def _with_deck(state: State, name: str, deck: Deck) -> State:
    if name == MARKET:
        return replace(state, market=deck)
    place = zone_of(name) - 1
    return replace(state, decks=(*state.decks[:place], deck, *state.decks[place + 1 :]))


def without(cards: Deck, gone: Deck) -> Deck:
    """Take cards out, those nearest the top first."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def _session_started(state: State, event: SessionStarted) -> State:
    seats: list[SeatState | None] = [None] * len(state.seats)
    for record in event.seats:
        seats[record.seat] = arrived(state.setup, record)
    return replace(
        state,
        turn_limit=event.turn_limit,
        seats=tuple(seats),
        decks=((),) * len(state.setup.zones),
        bosses=event.bosses_defeated,
        campaign_id=event.campaign_id,
        campaign_turns=event.campaign_turns,
        reservation=event.reservation,
    )


def _session_ended(state: State, event: SessionEnded) -> State:
    return replace(state, phase="finished", active_seat=None, result=event.result)


def _turn_started(state: State, event: TurnStarted) -> State:
    return replace(state, phase="turn", active_seat=event.seat)


def _turn_passed(state: State, event: TurnPassed) -> State:
    return replace(
        state, seats=_changed(state, event.seat, owes_pass=False), active_seat=event.seat
    )


def _turn_ended(state: State, event: TurnEnded) -> State:
    player, seats = state.seats[event.seat], state.seats
    if player is not None:
        stats = replace(player.stats, turns=player.stats.turns + 1)
        seats = state.with_seat(event.seat, replace(player, stats=stats))
    return replace(state, phase="turn", turns=event.turns, seats=seats)


def _deck_shuffled(state: State, event: DeckShuffled) -> State:
    return _with_deck(state, event.deck, event.order)


def _cards_returned(state: State, event: CardsReturned) -> State:
    """ZQ-R35: the held cards of a player are all of one zone and go back together."""
    seat = event.seat
    if event.deck != MARKET and seat is not None and state.seats[seat] is not None:
        state = replace(state, seats=_changed(state, seat, held=()))
    return _with_deck(state, event.deck, state.deck(event.deck) + event.cards)


def _market_searched(state: State, event: MarketSearched) -> State:
    left = state.market[len(event.drawn) :]
    return replace(state, phase="market", drawn=event.drawn, market=left)


def _items_bought(state: State, event: ItemsBought) -> State:
    items = state.setup.equipment(event.items)
    power, health = strength(state.setup, items)
    seats = _changed(state, event.seat, gold=event.gold, items=items, power=power, health=health)
    return replace(state, seats=seats, drawn=None)


def _exploration_declared(state: State, event: ExplorationDeclared) -> State:
    answers = tuple([(one, None) for one in event.invited])
    group = GroupUp(explorer=event.seat, zone=event.zone, answers=answers)
    return replace(state, phase="group_up", group_up=group)


def _exploration_cancelled(state: State, event: ExplorationCancelled) -> State:
    del event
    return replace(state, phase="turn", group_up=None)


def _invitation_answered(state: State, event: InvitationAnswered) -> State:
    group = state.group_up
    assert group is not None
    answers = tuple(
        [(seat, event.accept if seat == event.seat else told) for seat, told in group.answers]
    )
    return replace(state, group_up=replace(group, answers=answers))


def _encounter_started(state: State, event: EncounterStarted) -> State:
    """ZQ-035, ZQ-R17: all participants are in the zone, and the assistants owe a pass."""
    seats = list(state.seats)
    for seat in event.participants:
        player = state.player(seat)
        owes_pass = player.owes_pass or seat != event.explorer
        seats[seat] = replace(player, place=event.zone, owes_pass=owes_pass)
    encounter = Encounter(
        zone=event.zone,
        enemy=event.enemy,
        boss=event.boss,
        explorer=event.explorer,
        participants=event.participants,
        exhausted=event.exhausted,
    )
    place = event.zone - 1
    return replace(
        state,
        phase="boss_choice" if event.boss else "target",
        seats=tuple(seats),
        decks=(*state.decks[:place], state.decks[place][1:], *state.decks[place + 1 :]),
        group_up=None,
        encounter=encounter,
    )


def _boss_choice_made(state: State, event: BossChoiceMade) -> State:
    fight = _encounter(state)
    choices = (*fight.choices, (event.seat, event.choice))
    return replace(state, encounter=replace(fight, choices=choices))


def _target_vote_cast(state: State, event: TargetVoteCast) -> State:
    fight = _encounter(state)
    votes = (*fight.votes, (event.seat, event.target))
    return replace(state, encounter=replace(fight, votes=votes))


def _players_attacked(state: State, event: PlayersAttacked) -> State:
    encounter = replace(
        _encounter(state),
        damage=event.enemy_damage,
        attackers=tuple([attack.seat for attack in event.attacks]),
    )
    return replace(state, phase="target", encounter=encounter)


def _enemy_attacked(state: State, event: EnemyAttacked) -> State:
    """Write the blow down; with it the cycle is over."""
    encounter = replace(
        _encounter(state),
        cycle=event.cycle + 1,
        choices=(),
        votes=(),
        recasts=0,
        last_attacked=event.seat,
    )
    return replace(
        state,
        phase="boss_choice" if encounter.boss else "target",
        seats=_changed(state, event.seat, damage=event.player_damage),
        encounter=encounter,
    )


def _player_teleported(state: State, event: PlayerTeleported) -> State:
    seats = _changed(state, event.seat, place=TOWN, damage=0)
    return replace(state, seats=seats, encounter=_left_by(state, event.seat))


def _player_defeated(state: State, event: PlayerDefeated) -> State:
    """ZQ-041: all gold is lost; the player wakes up healed in town."""
    stats = state.player(event.seat).stats
    seats = _changed(
        state,
        event.seat,
        place=TOWN,
        damage=0,
        gold=0,
        stats=replace(stats, defeats=stats.defeats + 1),
    )
    return replace(state, seats=seats, encounter=_left_by(state, event.seat))


def _left_by(state: State, seat: Seat) -> Encounter | None:
    """ZQ-R24: who was defeated or has teleported is no longer a participant."""
    encounter = state.encounter
    if encounter is None:
        return None
    participants = tuple([one for one in encounter.participants if one != seat])
    return replace(encounter, participants=participants)


def _encounter_ended(state: State, event: EncounterEnded) -> State:
    encounter = _encounter(state)
    seats = list(state.seats)
    if event.outcome == "won":
        for seat in encounter.attackers:
            seats[seat] = _victorious(state.player(seat), boss=encounter.boss)
    for share in event.shares:
        player = seats[share.seat]
        assert player is not None
        stats = replace(player.stats, gold_earned=player.stats.gold_earned + share.gold)
        seats[share.seat] = replace(player, gold=player.gold + share.gold, stats=stats)
    if isinstance(event.card_to, int):
        player = seats[event.card_to]
        assert player is not None
        seats[event.card_to] = replace(player, held=(*player.held, event.enemy))
    return replace(state, seats=tuple(seats), encounter=None)


def _victorious(player: SeatState, *, boss: bool) -> SeatState:
    stats = player.stats
    won = replace(
        stats,
        encounters_won=stats.encounters_won + 1,
        bosses_won=stats.bosses_won + boss,
    )
    return replace(player, stats=won)


def _boss_defeated(state: State, event: BossDefeated) -> State:
    return replace(state, bosses=state.setup.by_zone((*state.bosses, event.boss)))


def _join_refused(state: State, event: JoinRefused) -> State:
    return replace(state, reservation=event.reservation)


def _player_joined(state: State, event: PlayerJoined) -> State:
    record = NamedRecord(
        player_id=event.player_id,
        name=event.name,
        damage=event.damage,
        gold=event.gold,
        items=event.items,
        stats=event.stats,
    )
    player = arrived(state.setup, record, owes_pass=event.owes_pass)
    group = state.group_up
    if group is not None:
        group = replace(group, latecomers=(*group.latecomers, event.seat))
    return replace(
        state,
        group_up=group,
        seats=state.with_seat(event.seat, player),
        market=without(state.market, event.market_removed),
        debts=tuple([one for one in state.debts if one != event.player_id]),
        reservation=event.reservation,
    )


def _player_left(state: State, event: PlayerLeft) -> State:
    seat, encounter = event.seat, state.encounter
    if encounter is not None:
        encounter = replace(
            encounter,
            participants=tuple([one for one in encounter.participants if one != seat]),
            attackers=tuple([one for one in encounter.attackers if one != seat]),
            choices=tuple([one for one in encounter.choices if one[0] != seat]),
            votes=() if event.votes_cleared else encounter.votes,
            recasts=encounter.recasts + event.votes_cleared,
        )
    return replace(
        state,
        seats=state.with_seat(seat, None),
        drawn=None if seat == state.active_seat else state.drawn,
        encounter=encounter,
        debts=(*state.debts, event.player_id) if event.owes_pass else state.debts,
    )


def _campaign_synced(state: State, event: CampaignSynced) -> State:
    """ZQ-R45: the bosses are taken out of their decks, which are not shuffled."""
    decks = tuple(
        [tuple([card for card in deck if card not in event.bosses]) for deck in state.decks]
    )
    return replace(
        state,
        decks=decks,
        bosses=state.setup.by_zone((*state.bosses, *event.bosses)),
        campaign_turns=event.campaign_turns,
    )


def _progress_saved(state: State, event: ProgressSaved) -> State:
    told = {record.player_id for record in event.records}
    seats = [
        replace(player, saved=player.kept)
        if player is not None and player.player_id in told
        else player
        for player in state.seats
    ]
    return replace(state, seats=tuple(seats), entry_no=event.entry_no, is_closed=event.final)


WRITTEN: dict[type[Any], Callable[[State, Any], State]] = {
    SessionStarted: _session_started,
    SessionEnded: _session_ended,
    TurnStarted: _turn_started,
    TurnPassed: _turn_passed,
    TurnEnded: _turn_ended,
    ProgressSaved: _progress_saved,
    CardsReturned: _cards_returned,
    DeckShuffled: _deck_shuffled,
    MarketSearched: _market_searched,
    ItemsBought: _items_bought,
    PlayerTeleported: _player_teleported,
    ExplorationDeclared: _exploration_declared,
    InvitationAnswered: _invitation_answered,
    ExplorationCancelled: _exploration_cancelled,
    EncounterStarted: _encounter_started,
    BossChoiceMade: _boss_choice_made,
    PlayersAttacked: _players_attacked,
    TargetVoteCast: _target_vote_cast,
    EnemyAttacked: _enemy_attacked,
    PlayerDefeated: _player_defeated,
    EncounterEnded: _encounter_ended,
    BossDefeated: _boss_defeated,
    PlayerJoined: _player_joined,
    JoinRefused: _join_refused,
    PlayerLeft: _player_left,
    CampaignSynced: _campaign_synced,
}


def evolve(state: State, event: ZoneQuestEvent) -> State:
    """Write down what an event says."""
    return WRITTEN[type(event)](state, event)
