"""Server bots of Aristo-Maze: they see a view and their choices, nothing else.

`greedy` follows the advice of docs/rules/aristo_maze.md, section 8: it lays out the dungeon as it may
be, a few times over, and asks what the best walk would bring with this or that character along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from domain.games.aristo_maze.edition.abilities import GainSkip, GainVp, LoseSkip, MinReturnFloor
from domain.games.aristo_maze.edition.cards import CardType, DungeonCard
from domain.games.aristo_maze.edition.tables import Character, FloorMarker, Squire
from domain.games.aristo_maze.rules.walk import (
    Ground,
    Meeting,
    clear_vp,
    counts_icons,
    ground_of,
    meet,
    skips_score_from,
    walk,
)
from domain.games.aristo_maze.scoring import Party, form_party
from domain.games.aristo_maze.state.table import Plan
from domain.games.aristo_maze.view import AristoMazeView, SeatView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choice, Choices, IntRange, OneOf, Placement, Subset
from domain.kernel.values import Json, Value

Members: TypeAlias = tuple[tuple[Character, bool], ...]
"""Characters of a party, each with whether a crest marker lies on it."""

BID_DUNGEONS = 5
"""How many dungeons are laid out to value characters: each is looked at for many parties."""
PLAN_DUNGEONS = 20
"""And to plan the way of one party."""
PARTNERS_WEIGHED = 5
"""For the next place of a team the best of those who were not taken for the one before."""
SKIPS_WEIGHED = 2
"""Of more skip markers than this the others are laid where they do not matter."""
WORTH_A_BID = 0.5
"""What a character has to add to the VP of a party to be bid for."""
WORTH_A_CREST = 1.5
"""What a crest ability has to add to them."""


class Known(Value):
    """What a bot knows of a round, and dungeons that fit it."""

    squire: Squire
    characters: dict[str, Character]
    track: tuple[FloorMarker, ...]
    skips: int
    dungeons: tuple[tuple[DungeonCard, ...], ...]
    is_bonus_round: bool
    retreat_vp: int
    will_vp: dict[str, int]
    """What a card that is paid for after the round is reckoned to bring."""


def greedy(view: AristoMazeView, choices: Choices, rng: Rng) -> dict[str, Json]:
    """Choose what promises most."""
    (choice,) = choices.items
    own = view.seats[choices.seat]
    match choice.type:
        case "place_inquiry":
            return _inquire(view, choice, rng)
        case "place_bids":
            return _bid(view, own, choice, rng)
        case "peek_floor":
            return {"type": "peek_floor", "floor": _floor_to_see(view, choice)}
        case "move_crest":
            return _move_crest(view, own, choice, rng)
        case _:
            return _plan(view, own, choice, rng)


def known_of(view: AristoMazeView, own: SeatView, dungeons: int, rng: Rng) -> Known:
    """Advice 1, 10: lay out dungeons by what the backs and the cards seen leave open."""
    printed = view.components
    wills = [card.id for card in printed.cards if "emperors_will" in card.traits]
    return Known(
        squire=next(one for one in printed.squires if one.id == own.squire),
        characters={one.id: one for one in printed.characters},
        track=tuple(FloorMarker(floor=f.floor, vp=f.vp, bonus_vp=f.bonus_vp) for f in view.floors),
        skips=own.skip,
        dungeons=tuple(_lay_out(view, rng) for _ in range(dungeons)),
        is_bonus_round=view.bonus_round,
        retreat_vp=printed.retreat_vp,
        will_vp=dict.fromkeys(wills, printed.emperors_will[1]),
    )


def unseen(view: AristoMazeView) -> dict[CardType, list[DungeonCard]]:
    """Advice 1: the cards, by type, that have not been seen this round or set aside face up."""
    seen = {*(one.card for one in view.floors), *(one.card for one in view.used_cards)}
    pools: dict[CardType, list[DungeonCard]] = {}
    for card in view.components.cards:
        if card.id not in seen:
            pools.setdefault(card.type, []).append(card)
    return pools


def _lay_out(view: AristoMazeView, rng: Rng) -> tuple[DungeonCard, ...]:
    cards, pools = {card.id: card for card in view.components.cards}, unseen(view)
    laid = []
    for floor in view.floors:
        if floor.card is not None:
            laid.append(cards[floor.card])
        else:
            pool = pools[floor.type]
            laid.append(pool.pop(rng.randrange(len(pool))))
    return tuple(laid)


def _inquire(view: AristoMazeView, choice: Choice, rng: Rng) -> dict[str, Json]:
    """Advice 2, 8: the intrigue marker and a little gold on one face-down floor of the likely way."""
    markers = _placement(choice)
    hidden = [floor.floor for floor in view.floors if not floor.face_up]
    likely = [floor for floor in hidden if 2 <= floor <= 5] or hidden
    placed = {"gold": min(1, markers.pieces["gold"]), "intrigue": markers.pieces["intrigue"]}
    if not likely or not any(placed.values()):
        return {"type": choice.type, "floors": []}
    floor = likely[rng.randrange(len(likely))]
    return {"type": choice.type, "floors": [{"floor": floor, "crest": 0, **placed}]}


def _placement(choice: Choice) -> Placement:
    (markers,) = choice.open.values()
    assert isinstance(markers, Placement)
    return markers


def _bid(view: AristoMazeView, own: SeatView, choice: Choice, rng: Rng) -> dict[str, Json]:
    """Advice 3 to 7: bid on the team that would go farthest together."""
    known, markers = known_of(view, own, BID_DUNGEONS, rng), _placement(choice)
    team = team_of(view, own, known)
    placed = {name: dict.fromkeys(markers.pieces, 0) for name in markers.of}
    if view.phase == "first_bid":
        favourites = list(team)[:3] or [markers.of[rng.randrange(len(markers.of))]]
        _lay_first(placed, markers, favourites)
    else:
        _lay_gold(placed, markers.pieces["gold"], team, _gold_of(view, own))
        _lay_crests(placed, view.rounds - view.round, own, known, team)
    entries = [{"character": name, **counts} for name, counts in placed.items()]
    return {"type": choice.type, "bids": [e for e in entries if any(e[k] for k in markers.pieces)]}


def team_of(view: AristoMazeView, own: SeatView, known: Known) -> dict[str, float]:
    """Advice 3: take in who adds most, one after the other; give what each adds to the VP."""
    names = [offer.character for offer in view.line_up]
    invested = _gold_of(view, own)
    members: Members = ()
    size, reached = 2 + len(names) // len(view.seats), worth(known, ())
    team: dict[str, float] = {}
    while len(team) < size and names:
        added = {
            name: worth(known, (*members, (known.characters[name], False))) - reached
            for name in names
        }
        names.sort(key=lambda n: added[n] + WORTH_A_BID * (invested.get(n, 0) > 0), reverse=True)
        best, *others = names
        if added[best] < WORTH_A_BID:
            break
        team[best] = added[best]
        members = (*members, (known.characters[best], False))
        reached += added[best]
        names = others[:PARTNERS_WEIGHED]
    return team


def _gold_of(view: AristoMazeView, own: SeatView) -> dict[str, int]:
    """The gold that the seat already has on characters."""
    return {
        offer.character: bid.gold
        for offer in view.line_up
        for bid in offer.bids
        if bid.seat == own.seat
    }


def _lay_first(
    placed: dict[str, dict[str, int]], markers: Placement, favourites: Sequence[str]
) -> None:
    """Advice 4: one or two markers on each favourite, gold before anything else."""
    pool = [kind for kind in ("gold", "intrigue", "crest") for _ in range(markers.pieces[kind])]
    for number, kind in enumerate(pool[: markers.min]):
        placed[favourites[number % len(favourites)]][kind] += 1


def _lay_gold(
    placed: dict[str, dict[str, int]],
    gold: int,
    team: Mapping[str, float],
    there: Mapping[str, int],
) -> None:
    """Advice 5, 6: all gold, each piece where it still buys most for what already lies there."""
    if not team:
        return
    for _ in range(gold):
        name = max(team, key=lambda n: team[n] ** 0.5 / (1 + there.get(n, 0) + placed[n]["gold"]))
        placed[name]["gold"] += 1


def _lay_crests(
    placed: dict[str, dict[str, int]],
    rounds_after: int,
    own: SeatView,
    known: Known,
    team: Mapping[str, float],
) -> None:
    """Advice 7: about one a round, where the crest ability adds most; in the last all, for ties."""
    least = WORTH_A_CREST if rounds_after else 0
    for _ in range(own.crest_markers - rounds_after):
        members = [(name, placed[name]["crest"] > 0) for name in team]
        now = worth(known, _members(known, members))
        added = {
            name: worth(known, _members(known, [(n, has or n == name) for n, has in members])) - now
            for name, has_crest in members
            if not has_crest
        }
        best = max(added, key=added.__getitem__, default=None)
        if best is None or added[best] < least:
            return
        placed[best]["crest"] += 1


def _members(known: Known, members: Sequence[tuple[str, bool]]) -> Members:
    return tuple((known.characters[name], has_crest) for name, has_crest in members)


def worth(known: Known, members: Members) -> float:
    """Advice 3: what a party would bring on average, by its best plan and at once."""
    party = form_party(known.squire, sorted(members, key=lambda member: member[0].order))
    skips = known.skips + sum(
        ability.amount if isinstance(ability, GainSkip) else -ability.amount
        for _, ability in party.abilities
        if isinstance(ability, GainSkip | LoseSkip)
    )
    at_once = sum(ability.vp for _, ability in party.having(GainVp))
    lowest = max((one.floor for _, one in party.having(MinReturnFloor)), default=1)
    return at_once + best_plan(Atlas(known, party), lowest, max(0, min(skips, 1))).vp


class Atlas:
    """The dungeons as they are for one party."""

    def __init__(self, known: Known, party: Party) -> None:
        self.known = known
        self.party = party
        self._meetings: dict[str, Meeting] = {}
        self.icons = counts_icons(party, known.is_bonus_round)
        deep = skips_score_from(party)
        clear = [clear_vp(marker, self.icons) for marker in known.track]
        self.paths = [
            [
                ground_of(floor, self._meeting(card), clear[floor - 1], deep)
                for floor, card in enumerate(cards, start=1)
            ]
            for cards in known.dungeons
        ]

    def _meeting(self, card: DungeonCard) -> Meeting:
        found = self._meetings.get(card.id)
        if found is None:
            found = meet(self.party, card, self.known.is_bonus_round, self.icons)
            self._meetings[card.id] = found
        return found

    def gains(self, path: Sequence[Ground], skips: tuple[int, ...]) -> list[int]:
        """Walk down as far as it goes; give the VP for each floor on which one might return."""
        walked = walk(self.party, path, Plan(return_floor=len(path), skip_floors=skips))
        gains, total = [], 0
        for step in walked.steps:
            total += step.encounter_vp + step.card_vp + step.floor_vp
            if step.skipped_by is None:
                total += self.known.will_vp.get(step.card, 0)
            gains.append(total)
        if walked.ending == "retreated":
            gains[-1] += self.known.retreat_vp
        return gains


class Prospect(Value):
    """A plan, and what it promises."""

    vp: float
    """On average."""
    plan: Plan
    reach: int
    """The deepest floor on which the party could stand."""


def best_plan(atlas: Atlas, lowest: int, skips: int) -> Prospect:
    """Advice 9: the plan that brings most on average; skip markers are laid one by one.

    Below the reach of the party one floor is as good as another to lay a marker to waste.
    """
    best = _best_return(atlas, (), lowest)
    for _ in range(skips):
        laid = best.plan.skip_floors
        floors = range(1, min(best.reach + 1, len(atlas.known.track)) + 1)
        ways = [_best_return(atlas, (*laid, f), lowest) for f in floors if f not in laid]
        best = max(ways, key=lambda way: way.vp, default=best)
    return best


def _best_return(atlas: Atlas, skips: tuple[int, ...], lowest: int) -> Prospect:
    """Give the return floor that brings most on average; of equals the one that is less deep."""
    deepest = len(atlas.known.track)
    every = [atlas.gains(path, skips) for path in atlas.paths]
    brought = {
        floor: sum([gains[min(floor, len(gains)) - 1] for gains in every])
        for floor in range(min(lowest, deepest), deepest + 1)
    }
    floor = max(brought, key=brought.__getitem__)
    return Prospect(
        vp=brought[floor] / len(every),
        plan=Plan(return_floor=floor, skip_floors=skips),
        reach=max(map(len, every)),
    )


def _plan(view: AristoMazeView, own: SeatView, choice: Choice, rng: Rng) -> dict[str, Json]:
    """Advice 9: the best plan; skip markers that do not matter lie as deep as can be."""
    known = known_of(view, own, PLAN_DUNGEONS, rng)
    floors, skips = choice.open["return_floor"], choice.open["skip_floors"]
    assert isinstance(floors, IntRange)
    assert isinstance(skips, Subset)
    atlas = Atlas(known, _own_party(known, own))
    plan = best_plan(atlas, floors.min, min(skips.min, SKIPS_WEIGHED)).plan
    deepest_first = [floor for floor in reversed(skips.of) if floor not in plan.skip_floors]
    rest = deepest_first[: skips.min - len(plan.skip_floors)]
    return {
        "type": choice.type,
        "return_floor": plan.return_floor,
        "skip_floors": [*plan.skip_floors, *rest],
    }


def _own_party(known: Known, own: SeatView) -> Party:
    members = [(member.character, member.crest_markers > 0) for member in own.party]
    return form_party(known.squire, _members(known, members))


def _floor_to_see(view: AristoMazeView, choice: Choice) -> Json:
    """Advice 2: the first floor below the entrance of which the seat does not know the card."""
    options = _options(choice, "floor")
    unknown = [one for one in options if view.floors[one - 1].card is None]
    return next((one for one in unknown if one > 1), (unknown or options)[0])


def _options(choice: Choice, field: str) -> tuple[Json, ...]:
    options = choice.open[field]
    assert isinstance(options, OneOf)
    return options.of


def _move_crest(view: AristoMazeView, own: SeatView, choice: Choice, rng: Rng) -> dict[str, Json]:
    """Advice 7: to the character whose crest ability adds most."""
    known = known_of(view, own, BID_DUNGEONS, rng)

    def with_crest(name: str) -> float:
        members = [
            (one.character, one.crest_markers > 0 or one.character == name) for one in own.party
        ]
        return worth(known, _members(known, members))

    return {"type": choice.type, "character": max(_options(choice, "character"), key=with_crest)}
