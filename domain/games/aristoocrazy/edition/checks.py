"""What must hold for an edition of Aristoocrazy to make a game: every broken constraint is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import get_args

from domain.games.aristoocrazy.edition.tables import (
    Card,
    CardId,
    Edition,
    House,
    Kind,
    Players,
    Sex,
    Timing,
    Trait,
    TraitId,
)
from domain.kernel.constraints import (
    Complaints,
    exactly,
    faults_below,
    one_row_for_each,
    unique,
)
from domain.kernel.errors import Fault

KINDS: dict[TraitId, Kind] = {
    "sword": "combat",
    "bow": "combat",
    "magic": "combat",
    "bravery": "scoring",
    "rulership": "scoring",
    "education": "scoring",
    "food": "food",
    "money": "money",
    "dementia": "dementia",
    "luck": "luck",
}

CARDS: dict[CardId, tuple[Timing, str | None]] = {
    "castle": ("turn", None),
    "victory_point": ("turn", "points"),
    "herbalist": ("turn", None),
    "fate": ("turn", None),
    "genetics": ("birth", "dice"),
    "commander": ("battle", None),
    "love_potion": ("marriage", None),
    "love_potion_4": ("marriage", None),
    "cancel_event": ("events", None),
    "epidemic": ("turn", "age"),
    "potion_of_strength": ("turn", "heal"),
    "potion_of_life": ("turn", "heal"),
}
"""When each card is played, and which value says how much it does."""

SEATS: dict[Players, range] = {"2": range(2), "3": range(3), "4": range(4)}


def check_edition(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the edition breaks."""
    yield from _check_unique(edition)
    yield from _check_rounds(edition)
    yield from _check_numbers(edition)
    yield from _check_traits(edition)
    yield from _check_dice(edition)
    yield from _check_cards(edition)
    yield from _check_houses(edition)
    yield from _check_characters(edition)
    yield from _check_board(edition)


def _fault(pointer: str, detail: str, rule: str | None = None) -> Fault:
    return Fault(pointer=pointer, detail=detail, rule=rule)


def _check_unique(edition: Edition) -> Iterator[Fault]:
    for table in ("bonus", "dice", "houses", "characters", "territories"):
        yield from unique(table, getattr(edition, table), "id")
    yield from unique("exchange", edition.exchange, "money")


def _check_rounds(edition: Edition) -> Iterator[Fault]:
    yield from one_row_for_each(
        (2, 3, 4), "rounds", edition.rounds, "players", rule="AC-003", called="{} players"
    )
    for number, row in enumerate(edition.rounds):
        for index, counting in enumerate(row.counting_rounds):
            before = row.counting_rounds[index - 1] if index else 0
            if not before < counting <= row.rounds:
                detail = f"Expected a round after {before}, up to the last, {row.rounds}"
                yield _fault(f"/rounds/{number}/counting_rounds/{index}", detail, "AC-004")


def _check_numbers(edition: Edition) -> Iterator[Fault]:
    lives, luck, count = edition.lives, edition.luck, edition.territory_count
    if lives.normal > lives.lucky:
        yield _fault("/lives/lucky", f"Fewer than the normal {lives.normal} lives", "AC-084")
    if luck.tokens < 2:
        yield _fault("/luck/tokens", "Luck gives at least 2 tokens", "AC-034")
    if count.second_points > count.first_points:
        detail = f"More than the {count.first_points} points for the first place"
        yield _fault("/territory_count/second_points", detail, "AC-097")
    for number, row in enumerate(edition.exchange):
        if row.money <= row.tokens:
            detail = f"{row.tokens} tokens must cost more money than that"
            yield _fault(f"/exchange/{number}/money", detail, "AC-027")
    yield from _check_food(edition)
    yield from _check_experienced(edition)


def _check_food(edition: Edition) -> Iterator[Fault]:
    rows = edition.food_cost
    for number in range(1, len(rows)):
        before = rows[number - 1].max_characters
        if rows[number].max_characters <= before:
            detail = f"Expected more characters than the {before} of the row before"
            yield _fault(f"/food_cost/{number}/max_characters", detail, "AC-088")
    house = edition.limits.women_per_house + edition.limits.men_per_house
    if rows[-1].max_characters < house:
        detail = f"The last row must reach all {house} characters of a house"
        yield _fault(f"/food_cost/{len(rows) - 1}/max_characters", detail, "AC-088")


def _check_experienced(edition: Edition) -> Iterator[Fault]:
    start, deck = edition.experienced_start, sum(card.count for card in edition.cards)
    if start.keep > start.draw:
        detail = f"Only {start.draw} cards are drawn"
        yield _fault("/experienced_start/keep", detail, "AC-022")
    if 4 * start.draw > deck:
        detail = f"Four players would draw more than the {deck} cards of the deck"
        yield _fault("/experienced_start/draw", detail, "AC-022")


def _check_traits(edition: Edition) -> Iterator[Fault]:
    yield from one_row_for_each(get_args(TraitId), "traits", edition.traits, "id", rule="AC-024")
    for number, trait in enumerate(edition.traits):
        yield from faults_below(f"/traits/{number}", _trait_faults(trait))
    if sum(trait.start for trait in edition.traits) < 3:
        yield _fault("/traits", "At least three traits must be there to start with", "AC-R05")


def _trait_faults(trait: Trait) -> Complaints:
    kind = KINDS[trait.id]
    if trait.kind != kind:
        yield "kind", "AC-024", f"Expected {kind!r} for {trait.id}"
    is_token = kind not in ("dementia", "luck")
    if trait.token != is_token:
        yield "token", "AC-025", f"Expected {str(is_token).lower()} for {trait.id}"
    if trait.start and not is_token:
        yield "start", "AC-013", f"Nobody may start with {trait.id}"
    if trait.buy and (not is_token or kind == "money"):
        yield "buy", "AC-R68", f"{trait.id} cannot be bought"


def _check_dice(edition: Edition) -> Iterator[Fault]:
    yield from exactly(3, "dice", edition.symbol_dice, rule="AC-043", called="symbol dice")
    if len({len(die.faces) for die in edition.symbol_dice}) > 1:
        yield _fault("/dice", "The symbol dice must all have as many faces", "AC-043")
    numbers = edition.number_dice
    if "d6" not in numbers or numbers["d6"].faces != (1, 2, 3, 4, 5, 6):
        yield _fault("/dice", "Expected a number die d6 with the faces 1 to 6", "AC-051")
    if edition.combat.die not in numbers:
        detail = f"There is no number die {edition.combat.die!r}"
        yield _fault("/combat/die", detail, "AC-076")
    order = edition.events.order
    right = Counter(name for name in KINDS if name != "luck")
    if Counter(order) != right or order[0] != "dementia":
        detail = f"Expected each of {', '.join(right)} once, dementia first"
        yield _fault("/events/order", detail, "AC-R46")


def _check_cards(edition: Edition) -> Iterator[Fault]:
    yield from one_row_for_each(get_args(CardId), "cards", edition.cards, "id", rule="AC-019")
    if not sum(card.count for card in edition.cards):
        yield _fault("/cards", "There must be at least one card", "AC-019")
    for number, card in enumerate(edition.cards):
        yield from faults_below(f"/cards/{number}", _card_faults(card))


def _card_faults(card: Card) -> Complaints:
    timing, effect = CARDS[card.id]
    if card.timing != timing:
        yield "timing", "AC-106", f"Expected {timing!r} for {card.id}"
    for name in ("points", "age", "heal", "dice"):
        is_given = getattr(card, name) is not None
        if is_given != (name == effect):
            yield name, "AC-106", f"{card.id} {'has no' if is_given else 'needs its'} {name}"


def _check_houses(edition: Edition) -> Iterator[Fault]:
    yield from exactly(4, "houses", edition.houses, rule="AC-006")
    for players, seats in SEATS.items():
        found = sorted(house.seats.get(players, -1) for house in edition.houses)
        if [seat for seat in found if seat >= 0] != list(seats):
            detail = f"With {players} players the seats 0 to {players} - 1 need one house each"
            yield _fault("/houses", detail, "AC-R03")
    starts = Counter(house.start for house in edition.houses)
    for number, house in enumerate(edition.houses):
        yield from faults_below(f"/houses/{number}", _house_faults(edition, house, starts))


def _house_faults(edition: Edition, house: House, starts: Counter[str]) -> Complaints:
    if len(house.seats) != len(SEATS):
        yield "seats", "AC-R03", "Expected a seat, or -1, for 2, 3 and 4 players"
    ground = next((one for one in edition.territories if one.id == house.start), None)
    if ground is None:
        yield "start", "AC-007", f"There is no territory {house.start!r}"
    elif ground.spaces != 2 or not ground.edge:
        yield "start", "AC-009", f"{house.start} is no edge territory with two spaces"
    if starts[house.start] > 1:
        yield "start", "AC-009", "Another house starts there too"


def _check_characters(edition: Edition) -> Iterator[Fault]:
    right: dict[Sex, int] = {
        "woman": edition.limits.women_per_house,
        "man": edition.limits.men_per_house,
    }
    houses = [house.id for house in edition.houses]
    found = Counter((card.house, card.sex) for card in edition.characters)
    for number, card in enumerate(edition.characters):
        if card.house not in houses:
            yield _fault(f"/characters/{number}/house", f"There is no house {card.house!r}")
    for house in houses:
        for sex, count in right.items():
            if found[house, sex] != count:
                detail = f"{house} needs {count} cards of a {sex}, found {found[house, sex]}"
                yield _fault("/characters", detail, "AC-006")


def _check_board(edition: Edition) -> Iterator[Fault]:
    around = {one.id: set(one.adjacent) for one in edition.territories}
    for number, ground in enumerate(edition.territories):
        for index, other in enumerate(ground.adjacent):
            at = f"/territories/{number}/adjacent/{index}"
            if other == ground.id or other in ground.adjacent[:index]:
                yield _fault(at, f"{other!r} is the territory itself or named twice")
            elif ground.id not in around.get(other, ()):
                yield _fault(at, f"{other!r} is no territory that names {ground.id!r} in turn")
    _join_both_ways(around)
    if not _is_connected(around, set(around)):
        yield _fault("/territories", "Some territories cannot be reached from others")
    if sum(one.edge and one.spaces == 2 for one in edition.territories) < 3:
        detail = "Three players need 3 edge territories with two spaces"
        yield _fault("/territories", detail, "AC-009")
    if all(len(house.seats) == len(SEATS) for house in edition.houses):
        yield from _check_closing(edition, around)


def _join_both_ways(around: dict[str, set[str]]) -> None:
    """Let what is adjacent in one direction be so in both; the other complaint has been made."""
    for one, others in list(around.items()):
        for other in others & set(around):
            around[other].add(one)


def _check_closing(edition: Edition, around: dict[str, set[str]]) -> Iterator[Fault]:
    """AC-016: what is closed with two players leaves both starts free and the rest in one piece."""
    closed = edition.closed_for_two
    starts = {house.start for house in edition.houses if house.seats["2"] >= 0}
    if closed & starts.union(*(around.get(start, set()) for start in starts)):
        detail = "With 2 players a start in play, or a territory next to it, would be closed"
        yield _fault("/territories", detail, "AC-016")
    if len(closed) != 8:
        detail = f"With 2 players 8 territories are closed, not {len(closed)}"
        yield _fault("/territories", detail, "AC-016")
    if not _is_connected(around, set(around) - closed):
        yield _fault("/territories", "With 2 players the open territories fall apart", "AC-016")


def _is_connected(around: dict[str, set[str]], among: set[str]) -> bool:
    """Tell whether each of these territories can be reached from each other over them alone."""
    left = set(among)
    border = {left.pop()} if left else set()
    while border:
        border = set().union(*(around[one] for one in border)) & left
        left -= border
    return not left
