"""What a seat may do now in Friendly Monsters and Tavern Heroes.

Every deed is listed with every way of paying it that wastes nothing; the rules also accept payments
that give more than is asked (TH-R07), and other orders of cards where the order tells nothing.
"""

from __future__ import annotations

from domain.games.tavern_heroes.actions import PlaceCube
from domain.games.tavern_heroes.choices.board import placements
from domain.games.tavern_heroes.choices.cards import card_uses
from domain.games.tavern_heroes.choices.effects import Forms
from domain.games.tavern_heroes.choices.monsters import subjugations, visits
from domain.games.tavern_heroes.choices.offers import Offer, found
from domain.games.tavern_heroes.state import State
from domain.kernel.chance import Rng
from domain.kernel.choices import Arrangement, Choice, Choices, OneOf
from domain.kernel.values import Json, Seat


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision."""
    return tuple([seat for seat, _ in state.pending])


def question(state: State, seat: Seat) -> str:
    """Name what the seat is asked."""
    return f"{state.round}:{state.decision(seat)}"


def legal(state: State, seat: Seat) -> Choices:
    """List what the seat may do: nothing while it is asked nothing."""
    asked, player = state.decision(seat), state.seats[seat]
    if asked == "turn":
        offered = [found(offer, state, seat) for offer in _turns(state, seat)]
        turns = [one.placement if isinstance(one, Forms) else one for one in offered]
        return Choices(seat=seat, items=tuple([one for one in turns if one is not None]))
    if asked == "policy":
        return Choices(seat=seat, items=(_pick("choose_policy", player.policies_dealt),))
    if asked == "final_policy":
        return Choices(seat=seat, items=(_pick("choose_final_policy", state.final_pile or ()),))
    if asked == "excess":
        return Choices(seat=seat, items=(_excess(state, seat),))
    return Choices(seat=seat)


def draw(state: State, seat: Seat, rng: Rng) -> dict[str, Json] | PlaceCube:
    """Draw as from `legal`, each choice as likely as there, but look for no forms save of what is drawn.

    What turns out to be no choice is put away, and another is drawn of those that are left.
    """
    if state.decision(seat) != "turn":
        return legal(state, seat).sample(rng)
    offers = _turns(state, seat)
    drawn = None
    while drawn is None:
        drawn = found(offers.pop(rng.randrange(len(offers))), state, seat)
    return drawn.sample(rng)


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


def _turns(state: State, seat: Seat) -> list[Offer]:
    """TH-029: all that a turn can be."""
    offers: list[Offer] = []
    if state.seats[seat].cubes:
        offers += placements(state.edition)
        offers += card_uses(state, seat)
    offers += subjugations(state, seat)
    offers += visits(state, seat)
    offers.append(_pass)
    return offers


def _pass(state: State, seat: Seat) -> Choice:
    """TH-030, TH-123, TH-124: pass; but for the last round, take a Policy of the field."""
    del seat
    if state.is_last_round:
        return Choice(type="pass", fixed={"policy": None})
    return _pick("pass", state.policy_field)
