"""Aristoocrazy on a terminal: the board with its characters, the houses, what is going on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.tables import generic
from cli.tables.aristoocrazy_names import (
    PHASES,
    card_names,
    dowry,
    faces,
    person,
    place,
    tokens,
    traits,
)
from cli.tables.aristoocrazy_words import WORDS
from cli.tables.picture import (
    SEAT_STYLES,
    Json,
    Names,
    Picture,
    clean,
    grid,
    name_of,
    sentence,
)
from domain.kernel.words import some

ON_A_GRID = re.compile(r"([a-z])(\d)")
"""Ids of territories that tell row and column."""
NARROW = 10
"""How many letters a territory has for its owner's name."""


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the table."""
    return Group(
        _title(view),
        _board(view, names),
        *_going_on(view, names),
        Text(),
        _houses(view, names),
    )


def figures(standing: Json) -> dict[str, str]:
    """Give the points, and what breaks ties."""
    return {
        "points": str(standing["vp"]),
        "territories": str(standing["territories"]),
        "characters": str(standing["characters"]),
    }


def _title(view: Json) -> Text:
    phase = PHASES.get(view["phase"], view["phase"].replace("_", " "))
    lap = f", lap {view['lap']}" if view["lap"] else ""
    rounds = view["counting_rounds"]
    counted = f"{'round' if len(rounds) == 1 else 'rounds'} {', '.join(map(str, rounds))}"
    now = f"Round {view['round']} of {view['rounds']}{lap}" if view["round"] else "Set-up"
    deck = f"{some(view['deck_size'], 'card')} in the deck"
    rest = f" · {phase} · territories count after {counted} · {deck}"
    return Text(now, "bold").append(rest, "not bold")


def _board(view: Json, names: Names) -> Table:
    """Draw the territories, as they lie where their ids tell it."""
    people = {one["id"]: one for seat in view["seats"] for one in seat["characters"]}
    cells = {name: _cell(name, land, people, names) for name, land in view["territories"].items()}
    rows = _rows(list(cells))
    table = Table(show_header=False, box=None, padding=(0, 1, 1, 0), pad_edge=False)
    for row in rows:
        table.add_row(*(cells[name] for name in row))
    return table


def _rows(territories: list[str]) -> Iterable[list[str]]:
    matches = [ON_A_GRID.fullmatch(name) for name in territories]
    if all(matches):
        rows: dict[str, list[str]] = {}
        for name in territories:
            rows.setdefault(name[0], []).append(name)
        return rows.values()
    return [territories[at : at + 5] for at in range(0, len(territories), 5)]


def _cell(name: str, land: Json, people: Mapping[str, Json], names: Names) -> Text:
    """Write a territory: its name in its owner's colour, what stands on it, whose it is, who lives there."""
    if land["closed"]:
        return Text(f"{place(name)}\n{clean(name)} closed", "dim strike")
    style = "dim" if land["owner"] is None else SEAT_STYLES[land["owner"] % len(SEAT_STYLES)]
    cell = Text(place(name), style)
    signs = "⚑" * land["marker"] + "♜" * land["castle"] + "□" * max(0, land["free_spaces"])
    cell.append(f"\n{clean(name)} {signs}", "dim")
    if land["owner"] is not None:
        cell.append(" ").append_text(_short_name(names, land["owner"]))
    for character in land["characters"]:
        one = people[character]
        cell.append(f"\n{person(character)} ", style).append(traits(one["traits"]))
        cell.append(f" {one['age']}/{one['lives']}", "dim")
    if land["neutral_traits"]:
        cell.append("\nstranger ", "dim").append(traits(land["neutral_traits"]))
    return cell


def _short_name(names: Names, seat: int) -> Text:
    """Write a player's name as far as a territory has room for it; one that is cut, with the seat."""
    name = name_of(names, seat)
    if len(name) <= NARROW:
        return name
    return Text(f"{name.plain[: NARROW - 3]}({seat})", name.style)


def _going_on(view: Json, names: Names) -> Iterable[Text]:
    """Tell of a birth, a combat, an offer or the events of the round."""
    if view["birth"]:
        yield _birth(view["birth"], names)
    if view["combat"]:
        yield _combat(view["combat"], names)
    if view["offer"]:
        yield _offer(view["offer"], names)
    if view["events"]:
        yield _events(view["events"])


def _birth(birth: Json, names: Names) -> Text:
    partner = person(birth["partner"]) if birth["partner"] else "a stranger"
    told: list[str | Text] = [name_of(names, birth["seat"]), "'s ", person(birth["parent"])]
    told += [" ", traits(birth["own_traits"]), f" and {partner} ", traits(birth["partner_traits"])]
    for number, one in enumerate(birth["sets"], 1):
        told += [f"; child {number} ", traits(one["traits"])]
    return sentence(*told)


def _combat(combat: Json, names: Names) -> Text:
    told: list[str | Text] = [
        name_of(names, combat["attacker"]),
        f"'s {person(combat['character'])}",
    ]
    told.append(f" (+{combat['attacker_bonus']})")
    if combat["tokens"]:
        told += [" with ", tokens(combat["tokens"])]
    target = person(combat["target"]) + " in " if combat["target"] else ""
    told.append(f" against {target}{place(combat['territory'])} (+{combat['defender_bonus']})")
    return sentence(*told)


def _offer(offer: Json, names: Names) -> Text:
    told: list[str | Text] = [
        name_of(names, offer["seat"]),
        f"'s {person(offer['character'])} courts ",
    ]
    told += [name_of(names, offer["target_seat"]), f"'s {person(offer['target'])}"]
    if gifts := dowry(offer):
        told += [" with ", *gifts]
    return sentence(*told)


def _events(events: Json) -> Text:
    told = Text("Events: ")
    for die, face in enumerate(events["faces"]):
        told.append("  " if die else "")
        if events["current"] == die:
            symbol = faces([face])
            symbol.stylize("bold")
            told.append("▶", "bold").append_text(symbol)
        elif events["dropped"][die] or events["done"][die]:
            told.append(Text(f"({faces([face])})", "dim strike"))
        else:
            told.append(faces([face]))
    return told


def _houses(view: Json, names: Names) -> Table:
    table = grid("", "player", "VP", "lands", "people", "mad", "tokens", "action cards", "markers")
    for number, seat in enumerate(view["seats"]):
        to_act = number in view["pending_seats"]
        first = " ★" if number == view["starting_seat"] else ""
        table.add_row(
            Text("▶" if to_act else " ", "bold"),
            name_of(names, number).append(first),
            str(seat["vp"]),
            str(seat["territory_count"]),
            str(len(seat["characters"])),
            str(seat["dementia_count"]),
            _supply(seat),
            _hand(seat),
            str(seat["markers_left"]),
        )
    return table


def _supply(seat: Json) -> Text:
    """Write the tokens behind a screen, or how many, where that is all one may see."""
    if seat["supply"]:
        return tokens(seat["supply"])
    return Text(some(seat["supply_total"], "token"), "dim")


def _hand(seat: Json) -> Text:
    if seat["hand"]:
        return Text(clean(card_names(seat["hand"])))
    return Text(some(seat["hand_count"], "card"), "dim")


PICTURE = Picture(
    draw=draw,
    tell=generic.telling("aristoocrazy", WORDS),
    figures=figures,
    asked=("pending_seats",),
)
