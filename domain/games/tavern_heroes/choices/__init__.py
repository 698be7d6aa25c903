"""What a seat may do now in Friendly Monsters and Tavern Heroes.

Every deed is listed with every way of paying it that wastes nothing; the rules also accept payments
that give more than is asked (TH-R07), and other orders of cards where the order tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from domain.games.tavern_heroes.choices.cards import card_uses
from domain.games.tavern_heroes.choices.effects import forms_of, placement, privileged_forms
from domain.games.tavern_heroes.choices.monsters import subjugations, visits
from domain.games.tavern_heroes.edition.words import CostKind
from domain.games.tavern_heroes.rules.requests import Request
from domain.games.tavern_heroes.state import State
from domain.kernel.chance import Rng
from domain.kernel.choices import Arrangement, Choice, Choices, OneOf
from domain.kernel.values import Json, Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return tuple(seat for seat, _ in state.pending)


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked."""
    return f"{state.round}:{state.decision(seat)}"


def legal(state: State, seat: Seat) -> Choices:
    """List what the seat may do: nothing while it is asked nothing."""
    asked, player = state.decision(seat), state.seats[seat]
    if asked == "turn":
        return Choices(seat=seat, items=tuple([_listed(one) for one in _turns(state, seat)]))
    if asked == "policy":
        return Choices(seat=seat, items=(_pick("choose_policy", player.policies_dealt),))
    if asked == "final_policy":
        return Choices(seat=seat, items=(_pick("choose_final_policy", state.final_pile or ()),))
    if asked == "excess":
        return Choices(seat=seat, items=(_excess(state, seat),))
    return Choices(seat=seat)


def draw(state: State, seat: Seat, rng: Rng) -> dict[str, Json]:
    """Draw what `legal` would draw, and list no Privileges for it but those that are drawn."""
    if state.decision(seat) != "turn":
        return legal(state, seat).sample(rng)
    offered = list(_turns(state, seat))
    return _listed(offered[rng.randrange(len(offered))]).sample(rng)


def _listed(offered: Choice | Callable[[], Choice]) -> Choice:
    return offered if isinstance(offered, Choice) else offered()


def _pick(action: str, policies: tuple[str, ...]) -> Choice:
    return Choice(type=action, fixed={}, open={"policy": OneOf(of=policies)})


def _excess(state: State, seat: Seat) -> Choice:
    """TH-099, TH-104: what is beyond the limits, in any order."""
    player = state.seats[seat]
    resources, armaments = state.resource_excess(player), state.armament_excess(player)
    held = player.resource_cards if resources else ()
    drawn = player.armament_cards if armaments else ()
    return Choice(
        type="discard_excess",
        fixed={},
        open={
            "resource_cards": Arrangement(of=held, length=resources),
            "armaments": Arrangement(of=drawn, length=armaments),
        },
    )


def _turns(state: State, seat: Seat) -> Iterator[Choice | Callable[[], Choice]]:
    """TH-029: all that a turn can be; what takes long to list is listed on demand."""
    if state.seats[seat].cubes:
        yield from _placements(state, seat)
        yield from card_uses(state, seat)
    yield from subjugations(state, seat)
    yield from visits(state, seat)
    if state.is_last_round:
        yield Choice(type="pass", fixed={"policy": None})
    else:
        yield _pick("pass", state.policy_field)


def _placements(state: State, seat: Seat) -> Iterator[Choice | Callable[[], Choice]]:
    """TH-034 to TH-038: for each effect of each area with a space that can be paid, its forms."""
    player = state.seats[seat]
    after: dict[tuple[CostKind, int], Request] = {}
    """What can be paid for effects is the same in all areas where the space costs the same."""
    for area in state.edition.areas:
        cost = state.choice_cost(player, area)
        if cost is None or (cost and cost > getattr(player, area.cost_kind)):
            continue
        price = (area.cost_kind if cost else "none", cost)
        if price not in after:
            after[price] = Request(_paid(state, seat, *price), seat, "")
        for kind in area.effects:
            if kind == "privilege":
                if any(forms.effects for forms in privileged_forms(after[price])):
                    yield partial(_privileges, after[price])
            else:
                yield from forms_of(after[price], kind).placements


def _privileges(request: Request) -> Choice:
    """TH-070: all that a Privilege can perform, as the effect of its area."""
    forms = privileged_forms(request)
    return placement(tuple([target for each in forms for target in each.targets]))


def _paid(state: State, seat: Seat, kind: CostKind, cost: int) -> State:
    """Pay a choice cost; no effect looks at the cube itself."""
    if kind == "none":
        return state
    player = state.seats[seat]
    player = replace(player, **{kind: getattr(player, kind) - cost})
    return replace(state, seats=state.with_seat(seat, player))
