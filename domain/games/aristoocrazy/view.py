"""What a viewer may see of a game of Aristoocrazy: docs/rules/aristoocrazy.md, section 4."""

from __future__ import annotations

from domain.games.aristoocrazy.actions import (
    CharacterId,
    Order,
    Sealed,
    TerritoryId,
    Tokens,
    Traits,
)
from domain.games.aristoocrazy.edition.tables import CardId, Sex
from domain.games.aristoocrazy.events.rounds import AristoocrazyResult, Faces
from domain.games.aristoocrazy.events.setting_up import Options, Phase
from domain.games.aristoocrazy.events.turns import BirthKind, CombatKind, Outcome
from domain.games.aristoocrazy.state.setup import Place
from domain.games.aristoocrazy.state.table import (
    SIMULTANEOUS,
    Battle,
    Birth,
    Character,
    ChildSet,
    Happening,
    House,
    Offer,
    State,
)
from domain.kernel.secrecy import Viewer, sees
from domain.kernel.values import Seat, Value


class TerritoryView(Value):
    """AC-R17: a territory and what is on it."""

    owner: Seat | None
    closed: bool
    spaces: int
    free_spaces: int
    adjacent: tuple[TerritoryId, ...]
    """AC-015: the open ones; none of a closed territory."""
    marker: bool
    castle: bool
    neutral_traits: Traits | None
    characters: tuple[CharacterId, ...]


class CharacterView(Value):
    """AC-011, AC-084: a character on the board."""

    id: CharacterId
    sex: Sex
    traits: Traits
    age: int
    lives: int
    territory: TerritoryId


class PotentialView(Value):
    """AC-032: what a seat took in the potential phase of the round."""

    count: int
    tokens: Tokens | None
    """The owner's only, unless potential is public."""


class SeatView(Value):
    """What is to be seen of a seat."""

    seat: Seat
    player: str | None
    """The player's name, filled in by the table."""
    house: str
    vp: int
    supply: Tokens | None
    """AC-R13: the owner's only, until the end."""
    supply_total: int
    hand: tuple[CardId, ...] | None
    """The owner's only, until the end."""
    hand_count: int
    last_potential: PotentialView | None
    markers_left: int
    territory_count: int
    characters: tuple[CharacterView, ...]
    reserve: tuple[CharacterId, ...]
    dementia_count: int
    answered: bool | None
    """In a simultaneous phase, whether the seat has answered; null for seats not asked."""
    start_territory: TerritoryId | None


class OrdersView(Value):
    """AC-050, AC-R25: the announced numbers."""

    own_order: Order
    partner_order: Order


class BirthView(Value):
    """AC-050: a birth in progress."""

    seat: Seat
    kind: BirthKind
    parent: CharacterId
    partner: CharacterId | None
    partner_seat: Seat | None
    territory: TerritoryId
    own_traits: Traits
    partner_traits: Traits
    orders: OrdersView | None
    sets: tuple[ChildSet, ...]
    chosen_set: int | None
    rerolls_left: int
    neutral_rerolls_left: int


class CombatView(Value):
    """AC-071 to AC-074: a combat in progress."""

    kind: CombatKind
    attacker: Seat
    character: CharacterId
    territory: TerritoryId
    target: CharacterId | None
    defender: Seat | None
    attacker_bonus: int
    defender_bonus: int
    """With the castle."""
    tokens: Tokens | None
    """AC-R39: the attacker's own, until they are shown."""
    commander_target: CharacterId | None
    outcome: Outcome | None
    survivors: tuple[CharacterId, ...] | None
    """AC-078: who has to retreat."""


class OfferView(Value):
    """AC-062, AC-R33: an offer of marriage."""

    seat: Seat
    character: CharacterId
    target: CharacterId
    target_seat: Seat
    tokens: Tokens
    card_count: int
    cards: tuple[CardId, ...] | None
    """For the two houses only."""
    improvements_left: int


class EventsView(Value):
    """AC-087: the events of the round."""

    faces: Faces
    dropped: tuple[bool, bool, bool]
    done: tuple[bool, bool, bool]
    current: int | None
    missing_food: tuple[int, ...] | None
    """AC-088: by seat, while food is the event."""


class AristoocrazyView(Value):
    """The table as one viewer sees it."""

    phase: Phase
    round: int
    rounds: int
    counting_rounds: tuple[int, ...]
    lap: int | None
    active_seat: Seat | None
    starting_seat: Seat
    pending_seats: tuple[Seat, ...]
    options: Options
    deck_size: int
    discard: tuple[CardId, ...]
    territories: dict[TerritoryId, TerritoryView]
    seats: tuple[SeatView, ...]
    birth: BirthView | None
    combat: CombatView | None
    offer: OfferView | None
    events: EventsView | None
    your_seat: Seat | None
    your_answer: Sealed | None
    """One's own sealed answer in this phase."""
    result: AristoocrazyResult | None


BEFORE_THE_TURNS: frozenset[Phase] = frozenset(
    {"set_up", "choose_start", "choose_traits", "close_territory", "keep_cards", "potential"}
)


def view(state: State, viewer: Viewer) -> AristoocrazyView:
    """Show the table to a seat or a spectator."""
    seats = range(len(state.houses))
    return AristoocrazyView(
        phase=state.phase,
        round=state.round,
        rounds=state.setup.rounds,
        counting_rounds=state.setup.counting_rounds,
        lap=state.lap,
        active_seat=state.active_seat,
        starting_seat=state.starting_seat,
        pending_seats=state.awaiting,
        options=state.options,
        deck_size=len(state.deck),
        discard=state.discard,
        territories=_territories(state),
        seats=tuple([_seat(state, seat, viewer) for seat in seats]),
        birth=None if state.birth is None else _birth(state, state.birth),
        combat=None if state.battle is None else _combat(state, state.battle, viewer),
        offer=None if state.offer is None else _offer(state, state.offer, viewer),
        events=None if state.happening is None else _events(state.happening),
        your_seat=viewer if viewer in seats else None,
        your_answer=state.houses[viewer].sealed if viewer in seats else None,
        result=state.result,
    )


def _territories(state: State) -> dict[TerritoryId, TerritoryView]:
    standing: dict[Place, list[CharacterId]] = {}
    for house in state.houses:
        for one in house.characters:
            standing.setdefault(one.place, []).append(one.id)
    return {
        ground.id: _territory(state, place, standing.get(place, []))
        for place, ground in enumerate(state.setup.grounds)
    }


def _territory(state: State, place: Place, standing: list[CharacterId]) -> TerritoryView:
    land, ground = state.lands[place], state.setup.grounds[place]
    around = () if land.closed else state.around(place)
    return TerritoryView(
        owner=land.owner,
        closed=land.closed,
        spaces=ground.spaces,
        free_spaces=ground.spaces - land.castle - len(standing),
        adjacent=tuple([state.setup.name(other) for other in around]),
        marker=land.marker is not None,
        castle=land.castle,
        neutral_traits=land.neutral,
        characters=tuple(standing),
    )


def _seat(state: State, seat: Seat, viewer: Viewer) -> SeatView:
    house, setup = state.houses[seat], state.setup
    own = sees(viewer, seat) or state.result is not None
    answered = None
    if state.phase in SIMULTANEOUS and (house.sealed is not None or seat in state.awaiting):
        answered = house.sealed is not None
    return SeatView(
        seat=seat,
        player=None,
        house=setup.houses[seat],
        vp=house.vp,
        supply=setup.named(house.supply) if own else None,
        supply_total=sum(house.supply),
        hand=house.hand if own else None,
        hand_count=len(house.hand),
        last_potential=_potential(state, house, own or state.options.public_potential),
        markers_left=state.markers_left(seat),
        territory_count=len(state.owned(seat)),
        characters=tuple([_character(state, seat, one) for one in house.characters]),
        reserve=tuple(state.reserve(seat)),
        dementia_count=house.dementia,
        answered=answered,
        start_territory=None if house.start is None else setup.name(house.start),
    )


def _potential(state: State, house: House, is_open: bool) -> PotentialView | None:
    if state.phase in BEFORE_THE_TURNS:
        return None
    taken = house.last_potential
    if taken is None:
        return PotentialView(count=0, tokens={} if is_open else None)
    tokens = state.setup.named(taken.tokens) if is_open else None
    return PotentialView(count=taken.count, tokens=tokens)


def _character(state: State, seat: Seat, one: Character) -> CharacterView:
    return CharacterView(
        id=one.id,
        sex=state.setup.sex_of(seat, one.id),
        traits=one.traits,
        age=one.age,
        lives=state.lives(one),
        territory=state.setup.name(one.place),
    )


def _birth(state: State, birth: Birth) -> BirthView:
    orders = birth.orders and OrdersView(own_order=birth.orders[0], partner_order=birth.orders[1])
    return BirthView(
        seat=birth.seat,
        kind=birth.kind,
        parent=birth.parent,
        partner=birth.partner,
        partner_seat=birth.partner_seat,
        territory=state.setup.name(birth.place),
        own_traits=birth.own_traits,
        partner_traits=birth.partner_traits,
        orders=orders,
        sets=birth.sets,
        chosen_set=birth.chosen_set,
        rerolls_left=birth.rerolls_left,
        neutral_rerolls_left=state.neutral_rerolls_left,
    )


def _combat(state: State, battle: Battle, viewer: Viewer) -> CombatView:
    bonuses = battle.bonuses
    if bonuses is None:
        attacker = state.find(battle.character)
        defence = sum(state.defence_bonus(battle.place, battle.target))
        bonuses = (state.attack_bonus(attacker) if attacker else 0, defence)
    sealed = battle.outcome is None and sees(viewer, battle.attacker)
    standing = state.on(battle.place) if battle.outcome else None
    return CombatView(
        kind=battle.kind,
        attacker=battle.attacker,
        character=battle.character,
        territory=state.setup.name(battle.place),
        target=battle.target,
        defender=battle.defender,
        attacker_bonus=bonuses[0],
        defender_bonus=bonuses[1],
        tokens=state.setup.named(battle.tokens) if sealed else None,
        commander_target=battle.commander_target if sealed else None,
        outcome=battle.outcome,
        survivors=None if standing is None else tuple([one.id for one in standing]),
    )


def _offer(state: State, offer: Offer, viewer: Viewer) -> OfferView:
    is_party = sees(viewer, offer.seat) or sees(viewer, offer.target_seat)
    return OfferView(
        seat=offer.seat,
        character=offer.character,
        target=offer.target,
        target_seat=offer.target_seat,
        tokens=state.setup.named(offer.tokens),
        card_count=len(offer.cards),
        cards=offer.cards if is_party else None,
        improvements_left=offer.improvements_left,
    )


def _events(now: Happening) -> EventsView:
    is_food = now.current is not None and now.faces[now.current] == "food"
    return EventsView(
        faces=now.faces,
        dropped=now.dropped,
        done=now.done,
        current=now.current,
        missing_food=now.missing if is_food else None,
    )
