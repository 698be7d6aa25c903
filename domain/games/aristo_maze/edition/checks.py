"""What must hold for the component data to make a game, beyond its shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.games.aristo_maze.edition.abilities import (
    WAYS,
    AnyAbility,
    Concerning,
    GainSkip,
    PassCrest,
    PassGate,
    Peek,
)
from domain.games.aristo_maze.edition.cards import DungeonCard
from domain.games.aristo_maze.edition.tables import Edition, FullMode, LineUp
from domain.kernel.constraints import (
    Complaints,
    exactly,
    faults_below,
    named_once,
    unique,
)
from domain.kernel.errors import Fault
from domain.kernel.shape import pointer_step

TRAIT_CARDS = {"creepy": 4, "cant_skip": 2, "return": 1, "emperors_will": 1}
"""AM-113, AM-114, AM-116, AM-118: how many cards have the trait."""
TRAIT_RULES = {
    "creepy": "AM-114",
    "cant_skip": "AM-113",
    "return": "AM-116",
    "emperors_will": "AM-118",
}


def check_edition(edition: Edition) -> Iterator[Fault]:
    """List every constraint that the edition breaks."""
    yield from _check_numbers(edition)
    yield from _check_ids(edition)
    yield from _check_crests(edition)
    yield from _check_characters(edition)
    yield from _check_cards(edition)
    yield from _check_lineups(edition)
    for name, mode in (("full", edition.modes.full), ("practice", edition.modes.practice)):
        yield from faults_below(f"/modes/{name}", _mode_faults(edition, mode))
    yield from _check_tracks(edition)


def _check_numbers(edition: Edition) -> Iterator[Fault]:
    setup, skip = edition.setup, edition.markers.skip
    if setup.players_min > setup.players_max:
        detail = f"At most {setup.players_max} players, so at least {setup.players_min} cannot be"
        yield Fault(pointer="/setup/players_min", detail=detail, rule="AM-001")
    if skip < 4 * setup.skip_per_round:
        detail = f"Four players need {4 * setup.skip_per_round} skip markers, not {skip}"
        yield Fault(pointer="/markers/skip", detail=detail, rule="AM-023")


def _check_ids(edition: Edition) -> Iterator[Fault]:
    seen: set[str] = set()
    for table in ("crests", "squires", "characters", "dungeon_cards"):
        for number, row in enumerate(getattr(edition, table)):
            if row.id in seen:
                detail = f"{row.id!r} is the id of an earlier row too; all ids must differ"
                yield Fault(pointer=f"/{table}/{number}/id", detail=detail)
            seen.add(row.id)


def _check_crests(edition: Edition) -> Iterator[Fault]:
    yield from exactly(4, "crests", edition.crests, rule="AM-003")
    yield from exactly(4, "squires", edition.squires, rule="AM-003")
    crests = [crest.id for crest in edition.crests]
    yield from _known(
        "/squires", [(f"{n}/crest", s.crest) for n, s in enumerate(edition.squires)], crests
    )
    yield from unique("squires", edition.squires, "crest", rule="AM-003")


def _check_characters(edition: Edition) -> Iterator[Fault]:
    yield from exactly(16, "characters", edition.characters, rule="AM-012")
    yield from unique("characters", edition.characters, "order", rule="AM-015")
    cards = [card.id for card in edition.dungeon_cards]
    for number, character in enumerate(edition.characters):
        for side in ("normal", "crest"):
            at = f"/characters/{number}/{side}"
            for place, ability in enumerate(getattr(character, side)):
                yield from _check_ability(f"{at}/{place}", ability, cards)
        asking = [type(one) for one in (*character.normal, *character.crest)]
        for kind in (Peek, PassCrest):
            if asking.count(kind) > 1:
                detail = "A character asks its owner for one choice of a kind at the most"
                yield Fault(pointer=f"/characters/{number}", detail=detail, rule="AM-R49")


def _check_ability(at: str, ability: AnyAbility, cards: Sequence[str]) -> Iterator[Fault]:
    if isinstance(ability, Concerning):
        ways = WAYS[type(ability)]
        told = [name for name in ("cards", "type", "trait") if getattr(ability, name) is not None]
        if len(told) != 1 or told[0] not in ways:
            detail = f"Expected {' or '.join(ways)} and nothing else to say what it concerns"
            yield Fault(pointer=at, detail=detail)
        named = [(str(number), card) for number, card in enumerate(ability.cards or ())]
        yield from _known(f"{at}/cards", named, cards)
        yield from named_once(f"{at}/cards", ability.cards or ())
    if isinstance(ability, PassGate) and (ability.parameter is None) != (ability.at_least is None):
        detail = "Expected both `parameter` and `at_least`, or neither"
        yield Fault(pointer=at, detail=detail, rule="AM-100")


def _check_cards(edition: Edition) -> Iterator[Fault]:
    cards = edition.dungeon_cards
    for number, card in enumerate(cards):
        yield from named_once(f"/dungeon_cards/{number}/traits", card.traits)
    yield from exactly(20, "dungeon_cards", cards, rule="AM-008")
    for trait, wanted in TRAIT_CARDS.items():
        found = sum(trait in card.traits for card in cards)
        if found != wanted:
            detail = f"Expected the trait {trait} on exactly {wanted} cards, found {found}"
            yield Fault(pointer="/dungeon_cards", detail=detail, rule=TRAIT_RULES[trait])
    if not any("treasure" in card.traits for card in cards):
        detail = "Expected the trait treasure on at least 1 card"
        yield Fault(pointer="/dungeon_cards", detail=detail, rule="AM-110")
    costly = sum(card.encounter_vp < 0 for card in cards)
    if costly != 1:
        detail = f"Expected encounter_vp below 0 on exactly 1 card, found {costly}"
        yield Fault(pointer="/dungeon_cards", detail=detail, rule="AM-115")
    if _legacy(cards) != 3:
        detail = f"Expected exactly 3 Legacy cards, found {_legacy(cards)}"
        yield Fault(pointer="/dungeon_cards", detail=detail, rule="AM-R08")
    if not any(card.id == "trap" and card.type == "menace" for card in cards):
        detail = "Expected a card `trap` of the type menace"
        yield Fault(pointer="/dungeon_cards", detail=detail, rule="AM-107")


def _check_lineups(edition: Edition) -> Iterator[Fault]:
    recommended = edition.lineup.recommended.characters
    yield from _check_names(edition, "/lineup/recommended/characters", recommended)
    for players, row in (("3", edition.lineup.three), ("4", edition.lineup.four)):
        yield from _check_names(edition, f"/lineup/{players}/required", row.required)
        for detail in _count_faults(edition, row):
            yield Fault(pointer=f"/lineup/{players}/count", detail=detail, rule="AM-012")


def _count_faults(edition: Edition, row: LineUp) -> Iterator[str]:
    fixed = len({*row.required, *edition.lineup.recommended.characters})
    if row.count < fixed:
        yield f"{fixed} characters are required or recommended, more than {row.count}"
    if row.count > len(edition.characters):
        yield f"There are only {len(edition.characters)} characters, fewer than {row.count}"


def _mode_faults(edition: Edition, mode: FullMode) -> Complaints:
    if mode.face_up > mode.floors:
        yield "face_up", "AM-026", f"There are only {mode.floors} floors"
    skips = edition.setup.skip_per_round + _skips_to_gain(edition)
    if skips > mode.floors:
        yield "floors", "AM-084", f"A seat may have {skips} skip markers, each for another floor"
    legacy = _legacy(edition.dungeon_cards)
    if mode.removed_legacy not in (0, legacy):
        yield "removed_legacy", "AM-009", f"Expected 0, or all {legacy} Legacy cards"
    left = len(edition.dungeon_cards) - mode.removed_legacy
    needed = mode.floors * min(mode.rounds, 2)
    if left < needed:
        yield "floors", "AM-029", f"{needed} cards are needed before they are gathered, not {left}"
    track = edition.floor_tracks.get(mode.floor_track)
    if track is None:
        yield "floor_track", "AM-010", f"There is no floor track {mode.floor_track!r}"
    elif len(track) != mode.floors:
        yield "floor_track", "AM-010", f"It has {len(track)} floors, the dungeon {mode.floors}"


def _check_tracks(edition: Edition) -> Iterator[Fault]:
    practice = edition.modes.practice.characters
    yield from _check_names(edition, "/modes/practice/characters", practice)
    for name, track in edition.floor_tracks.items():
        for number, marker in enumerate(track):
            if marker.floor != number + 1:
                at = f"/floor_tracks/{pointer_step(name)}/{number}/floor"
                yield Fault(pointer=at, detail=f"Expected floor {number + 1}", rule="AM-010")


def _check_names(edition: Edition, at: str, names: Sequence[str]) -> Iterator[Fault]:
    """Look at a list of characters: all known, none twice."""
    known = [character.id for character in edition.characters]
    yield from _known(at, [(str(number), name) for number, name in enumerate(names)], known)
    yield from named_once(at, names, rule="AM-015")


def _known(at: str, named: Iterable[tuple[str, str]], known: Sequence[str]) -> Iterator[Fault]:
    for place, name in named:
        if name not in known:
            yield Fault(pointer=f"{at}/{place}", detail=f"There is no {name!r} in this edition")


def _skips_to_gain(edition: Edition) -> int:
    abilities = [one for c in edition.characters for one in (*c.normal, *c.crest)]
    return sum(one.amount for one in abilities if isinstance(one, GainSkip))


def _legacy(cards: Sequence[DungeonCard]) -> int:
    return sum(card.type == "legacy" for card in cards)
