"""Aristo-Maze on a terminal: the dungeon, the characters for hire, the players and their parties."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.tables import generic
from cli.tables.aristo_maze_words import WORDS, by_seat, strength, way
from cli.tables.picture import (
    Json,
    Names,
    Picture,
    clean,
    grid,
    name_of,
    names_of,
    sentence,
)
from domain.kernel.words import some

PHASES = {
    "providing": "the round is being prepared",
    "inquiring": "everybody places markers on floors",
    "first_bid": "everybody places a first bid",
    "second_bid": "everybody places a second bid",
    "choosing": "the owner of a character chooses",
    "planning": "everybody plans a way",
    "exploring": "the parties are exploring",
    "finished": "over",
}
TYPE_STYLES = {"creature": "green", "undead": "magenta", "menace": "red", "legacy": "yellow"}


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the table."""
    phase = PHASES[view["phase"]]
    title = Text(f"Round {view['round']} of {view['rounds']}", "bold")
    title.append(f" · {phase}", "not bold")
    if view["bonus_round"]:
        title.append(" · the small icons count", "yellow")
    printed = view["components"]
    known = {one["id"]: one["name"] for one in (*printed["characters"], *printed["cards"])}
    tables: list[RenderableType] = [title]
    if view["floors"]:
        tables += [_dungeon(view, names, known), _deck(view, known), Text()]
    return Group(*tables, _line_up(view, names, known), Text(), _players(view, names, known))


def figures(standing: Json) -> dict[str, str]:
    """Give the VP."""
    return {"VP": str(standing["vp"])}


def _dungeon(view: Json, names: Names, known: Json) -> Table:
    table = grid("floor", "VP", "card", "damage", "worth", "known to", "markers")
    cards = {one["id"]: one for one in view["components"]["cards"]}
    hidden = _hidden(view, "floors", "floor")
    for floor in view["floors"]:
        style = TYPE_STYLES.get(floor["type"], "white")
        card = known[floor["card"]] if floor["card"] else "?"
        shown = Text(clean(card), style if floor["face_up"] else f"{style} italic")
        face = cards.get(floor["card"])
        table.add_row(
            str(floor["floor"]),
            _icons(floor, "vp"),
            shown.append(f" ({clean(floor['type'])})", "dim"),
            "/".join(_icons(face, p) for p in ("hp", "mp", "sp")) if face else "",
            _icons(face, "vp") if face else "",
            names_of(names, floor["known_by"]),
            by_seat(names, [*floor["inquiry"], *hidden.get(floor["floor"], ())]),
        )
    return table


def _icons(row: Json, figure: str) -> str:
    """Write a figure as it is printed, with its small icons: `2+1`."""
    bonus = row.get(f"bonus_{figure}")
    return f"{row[figure]}+{bonus}" if bonus else str(row[figure])


def _deck(view: Json, known: Json) -> Text:
    """Tell how many cards are left, and which were set aside with round 1."""
    told = f"{some(view['deck_count'], 'card')} in the deck"
    if view["used_cards"]:
        used = [known[c["card"]] if c["card"] else f"? ({c['type']})" for c in view["used_cards"]]
        told += f"; set aside: {', '.join(used)}"
    return Text(clean(told), "dim")


def _hidden(view: Json, kind: str, spot: str) -> dict[int | str, list[Json]]:
    """Give what lies behind the screens that the viewer may look behind, by floor or character."""
    rows: dict[int | str, list[Json]] = {}
    for seat in view["seats"]:
        for entry in (seat["submission"] or {}).get(kind, ()):
            rows.setdefault(entry[spot], []).append({**entry, "seat": seat["seat"], "hidden": True})
    return rows


def _line_up(view: Json, names: Names, known: Json) -> Table:
    table = grid("for hire", "HP/MP/SP", "", "markers")
    cards = {one["id"]: one for one in view["components"]["characters"]}
    hidden = _hidden(view, "bids", "character")
    for offer in view["line_up"]:
        card = cards[offer["character"]]
        owner = offer["owner"]
        state = Text(offer["status"] if offer["status"] != "open" else "", "dim")
        if owner is not None:
            state = sentence(name_of(names, owner), "" if offer["status"] == "won" else ", stolen")
        name = f"{card['order']:>2} {known[offer['character']]}{'*' * offer['crest_markers']}"
        parameters = f"{card['hp']}/{card['mp']}/{card['sp']}"
        bids = [*offer["bids"], *hidden.get(offer["character"], ())]
        table.add_row(clean(name), parameters, state, by_seat(names, bids))
    return table


def _players(view: Json, names: Names, known: Json) -> Table:
    table = grid(
        "", "player", "VP", "gold", "crests", "intrigue", "skips", "party", "HP/MP/SP", "way"
    )
    for seat in view["seats"]:
        party = [f"{known[m['character']]}{'*' * m['crest_markers']}" for m in seat["party"]]
        table.add_row(
            Text("▶" if seat["seat"] in view["waiting_for"] else " ", "bold"),
            name_of(names, seat["seat"]),
            str(seat["vp"]),
            str(seat["gold"]),
            str(seat["crest_markers"]),
            str(seat["intrigue"]),
            str(seat["skip"]),
            clean(", ".join(party)),
            strength(seat["parameters"]),
            _way(seat),
        )
    return table


def _way(seat: Json) -> str:
    """Write the seat's plan as far as one may see it, or that it has placed something."""
    plan = seat["plan"] or seat["submission"]
    if plan and "return_floor" in plan:
        return way(plan)
    return "placed" if seat["ready"] else ""


PICTURE = Picture(
    draw=draw, tell=generic.telling("aristo_maze", WORDS), figures=figures, asked=("waiting_for",)
)
