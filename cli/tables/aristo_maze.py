"""Aristo-Maze on a terminal: the dungeon, the characters for hire, the players and their parties."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.tables import generic
from cli.tables.picture import Json, Names, Picture, clean, grid, name_of, sentence
from domain.catalog import RULESETS
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
KINDS = (("gold", "gold"), ("crest", "crest"), ("intrigue", "intrigue"))
_EDITION = RULESETS["aristo_maze"].edition
PRINTED: dict[str, str] = {
    row.id: row.name for row in (*_EDITION.characters, *_EDITION.dungeon_cards)
}
"""Names of the default edition's cards; those of others are made of their ids."""


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


def printed(name: str) -> str:
    """Write what is printed on a card."""
    return clean(PRINTED.get(name) or name.replace("_", " ").title())


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
            _all_names(names, floor["known_by"]),
            _by_seat(names, [*floor["inquiry"], *hidden.get(floor["floor"], ())]),
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
        table.add_row(clean(name), parameters, state, _by_seat(names, bids))
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


def way(plan: Json) -> str:
    """Write how far a party goes and what it skips."""
    skips = ", ".join(map(str, plan["skip_floors"]))
    return f"to floor {plan['return_floor']}" + (f", skipping {skips}" if skips else "")


def strength(parameters: Json) -> str:
    """Write HP, MP and SP."""
    return "/".join(
        "∞" if parameters[p] is None else str(parameters[p]) for p in ("hp", "mp", "sp")
    )


def markers(counts: Json) -> str:
    """Write markers: `2 gold + 1 crest`."""
    return " + ".join(f"{counts[kind]} {word}" for kind, word in KINDS if counts[kind])


def _by_seat(names: Names, rows: Iterable[Json]) -> Text:
    parts = [
        sentence(
            name_of(names, row["seat"]),
            f" {markers(row)}{' ✓' if row.get('won') else ''}",
            " hidden" if row.get("hidden") else "",
        )
        for row in rows
    ]
    return Text(", ").join(parts)


def _all_names(names: Names, seats: Iterable[int]) -> Text:
    return Text(", ").join([name_of(names, seat) for seat in seats])


def _laid(entries: Iterable[Json]) -> str:
    """Write a placement: `2 gold on Knight, 1 crest on floor 3`."""
    told = [
        f"{markers(entry)} on "
        + (printed(entry["character"]) if "character" in entry else f"floor {entry['floor']}")
        for entry in entries
    ]
    return ", ".join(told) or "nothing"


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(map(printed, ids))


def _game_set_up(event: Json, names: Names) -> Text:
    del names
    length = some(event["rounds"], "round")
    return sentence(f"A {event['mode']} game of {length}. For hire: {_listed(event['line_up'])}.")


def _round_started(event: Json, names: Names) -> Text:
    del names
    floors = [
        f"{laid['floor']} {printed(laid['card']) if laid['card'] else '? ' + laid['type']}"
        for laid in event["dungeon"]
    ]
    gold = event["income"][0]["gold"]
    head = Text(f"Round {event['round']}", "bold")
    return sentence(head, f": {gold} gold each. The dungeon: {', '.join(floors)}.")


def _inquiry_placed(event: Json, names: Names) -> Text:
    what = "markers on floors" if event["floors"] is None else _laid(event["floors"])
    return sentence(name_of(names, event["seat"]), f" places {what}.")


def _inquiry_revealed(event: Json, names: Names) -> Text:
    if not event["winners"]:
        return sentence("The guild has nothing to report: nobody has asked.")
    parts: list[str | Text] = ["The guild reports"]
    for number, floor in enumerate(event["winners"]):
        parts += ["; " if number else " ", f"floor {floor['floor']} to "]
        parts.append(_all_names(names, floor["seats"]))
    return sentence(*parts, ".")


def _card_seen(event: Json, names: Names) -> Text:
    card = f": {printed(event['card'])}" if event["card"] is not None else ""
    seat = name_of(names, event["seat"])
    return sentence(seat, f" looks at the card on floor {event['floor']}{card}.")


def _bids_placed(event: Json, names: Names) -> Text:
    bid = "a first bid" if event["stage"] == 1 else "a second bid"
    what = "" if event["bids"] is None else f": {_laid(event['bids'])}"
    return sentence(name_of(names, event["seat"]), f" places {bid}{what}.")


def _bids_revealed(event: Json, names: Names) -> Text:
    parts: list[str | Text] = ["The first bids: " if event["stage"] == 1 else "The second bids: "]
    for number, one in enumerate(event["bids"]):
        parts += ["; " if number else "", name_of(names, one["seat"]), f" {_laid(one['bids'])}"]
    return sentence(*parts, ".")


def _auction_resolved(event: Json, names: Names) -> Text:
    name = printed(event["character"])
    if event["outcome"] == "tied":
        return sentence(f"{name} goes to nobody: the highest bids are equal.")
    if event["winner"] is None:
        return sentence(f"{name} goes to nobody: there is no gold on it.")
    crest = some(event["crest_on_character"], "crest marker")
    with_crest = f", with {crest}" if event["crest_on_character"] else ""
    return sentence(
        name_of(names, event["winner"]), f" wins {name} for {event['price']} gold{with_crest}."
    )


def _character_assassinated(event: Json, names: Names) -> Text:
    victim, by = printed(event["target"]), printed(event["by"])
    return sentence(f"{victim} is assassinated by the {by} of ", name_of(names, event["seat"]), ".")


def _character_stolen(event: Json, names: Names) -> Text:
    victim, by = printed(event["target"]), printed(event["by"])
    return sentence(f"{victim} is stolen by the {by} of ", name_of(names, event["seat"]), ".")


def _skip_markers_changed(event: Json, names: Names) -> Text:
    does = "takes" if event["change"] > 0 else "returns"
    skips = some(abs(event["change"]), "skip marker")
    by = printed(event["by"])
    return sentence(
        name_of(names, event["seat"]), f" {does} {skips} ({by}), and has {event['total']}."
    )


def _vp_changed(event: Json, names: Names) -> Text:
    by = printed(event["by"])
    return sentence(
        name_of(names, event["seat"]),
        f" {_change(event['change'])} ({by}), and has {event['total']}.",
    )


def _change(vp: int) -> str:
    return f"gains {vp} VP" if vp >= 0 else f"loses {-vp} VP"


def _choice_requested(event: Json, names: Names) -> Text:
    asked = "which card to look at" if event["kind"] == "peek" else "who gets the crest marker"
    return sentence(name_of(names, event["seat"]), f" chooses {asked}.")


def _crest_moved(event: Json, names: Names) -> Text:
    giver, taker = printed(event["from"]), printed(event["to"])
    return sentence(
        name_of(names, event["seat"]), f" moves a crest marker from {giver} to {taker}."
    )


def _organizing_ended(event: Json, names: Names) -> Text | None:
    del names
    if event["by"] is None:
        return None
    unsold = _listed(event["skipped"])
    return sentence(f"{printed(event['by'])} ends the auctions; unsold: {unsold}.")


def _parties_formed(event: Json, names: Names) -> Text:
    parts: list[str | Text] = ["The parties set out with HP/MP/SP: "]
    for number, one in enumerate(event["parties"]):
        parts += [", " if number else "", name_of(names, one["seat"]), f" {strength(one)}"]
    return sentence(*parts, ".")


def _plan_placed(event: Json, names: Names) -> Text:
    told = f": {way(event)}" if event["return_floor"] is not None else ""
    return sentence(name_of(names, event["seat"]), f" has planned the way{told}.")


def _plans_revealed(event: Json, names: Names) -> Text:
    parts: list[str | Text] = ["The plans: "]
    for number, plan in enumerate(event["plans"]):
        parts += ["; " if number else "", name_of(names, plan["seat"]), f" {way(plan)}"]
    turned = ", ".join(f"{one['floor']} {printed(one['card'])}" for one in event["turned_up"])
    return sentence(*parts, f". Turned up: {turned}." if turned else ".")


_OUTCOMES = {
    "returned": "returns from",
    "retreated": "has to retreat on",
    "turned_back": "is turned back on",
}


def _party_explored(event: Json, names: Names) -> Text:
    """Tell a walk floor by floor, with the HP/MP/SP that are left, and how it ended."""
    how = _OUTCOMES[event["outcome"]]
    steps = ", ".join(map(_step, event["steps"]))
    return sentence(
        name_of(names, event["seat"]),
        f" walks {steps};" if steps else "",
        f" {how} floor {event['last_floor']}, {_change(event['change'])}, and has {event['total']}.",
    )


def _step(step: Json) -> str:
    """Write what became of a party on a floor: `2 Trap 3/1/0 +2`, or by what it was skipped."""
    vp = step["encounter_vp"] + step["card_vp"] + step["floor_vp"]
    by = step["skipped_by"]
    what = strength(step)
    if by is not None:
        what = "skipped" if by == "marker" else f"skipped by {printed(by)}"
    return f"{step['floor']} {printed(step['card'])} {what}" + (f" {vp:+}" if vp else "")


def _emperors_will_paid(event: Json, names: Names) -> Text:
    seats = _all_names(names, event["seats"])
    return sentence(f"Emperor's Will brings {event['vp']} VP to ", seats, ".")


def _round_ended(event: Json, names: Names) -> Text:
    parts: list[str | Text] = [Text(f"Round {event['round']} is over", "bold"), ": "]
    for number, one in enumerate(event["vp"]):
        parts += [", " if number else "", name_of(names, one["seat"]), f" {one['vp']} VP"]
    return sentence(*parts, ".")


_WORDS: dict[str, Callable[[Json, Names], Text | None]] = {
    "game_set_up": _game_set_up,
    "round_started": _round_started,
    "inquiry_placed": _inquiry_placed,
    "inquiry_revealed": _inquiry_revealed,
    "card_seen": _card_seen,
    "bids_placed": _bids_placed,
    "bids_revealed": _bids_revealed,
    "auction_resolved": _auction_resolved,
    "character_assassinated": _character_assassinated,
    "character_stolen": _character_stolen,
    "skip_markers_changed": _skip_markers_changed,
    "vp_changed": _vp_changed,
    "choice_requested": _choice_requested,
    "crest_moved": _crest_moved,
    "organizing_ended": _organizing_ended,
    "parties_formed": _parties_formed,
    "plan_placed": _plan_placed,
    "plans_revealed": _plans_revealed,
    "party_explored": _party_explored,
    "emperors_will_paid": _emperors_will_paid,
    "round_ended": _round_ended,
}

PICTURE = Picture(
    draw=draw, tell=generic.telling("aristo_maze", _WORDS), figures=figures, asked=("waiting_for",)
)
