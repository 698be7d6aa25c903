"""What happened in Aristo-Maze, in words."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from cli.tables.picture import Json, Names, Words, clean, name_of, names_of, says, sentence
from domain.catalog import RULESETS
from domain.kernel.words import some

KINDS = (("gold", "gold"), ("crest", "crest"), ("intrigue", "intrigue"))
_EDITION = RULESETS["aristo_maze"].edition
PRINTED: dict[str, str] = {
    row.id: row.name for row in (*_EDITION.characters, *_EDITION.dungeon_cards)
}
"""Names of the default edition's cards; those of others are made of their ids."""


def printed(name: str) -> str:
    """Write what is printed on a card."""
    return clean(PRINTED.get(name) or name.replace("_", " ").title())


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


def by_seat(names: Names, rows: Iterable[Json]) -> Text:
    """Write what each of several seats has put somewhere."""
    parts = [
        sentence(
            name_of(names, row["seat"]),
            f" {markers(row)}{' ✓' if row.get('won') else ''}",
            " hidden" if row.get("hidden") else "",
        )
        for row in rows
    ]
    return Text(", ").join(parts)


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
    return says(event, names, f" places {what}.")


def _inquiry_revealed(event: Json, names: Names) -> Text:
    if not event["winners"]:
        return sentence("The guild has nothing to report: nobody has asked.")
    parts: list[str | Text] = ["The guild reports"]
    for number, floor in enumerate(event["winners"]):
        parts += ["; " if number else " ", f"floor {floor['floor']} to "]
        parts.append(names_of(names, floor["seats"]))
    return sentence(*parts, ".")


def _card_seen(event: Json, names: Names) -> Text:
    card = f": {printed(event['card'])}" if event["card"] is not None else ""
    return says(event, names, f" looks at the card on floor {event['floor']}{card}.")


def _bids_placed(event: Json, names: Names) -> Text:
    bid = "a first bid" if event["stage"] == 1 else "a second bid"
    what = "" if event["bids"] is None else f": {_laid(event['bids'])}"
    return says(event, names, f" places {bid}{what}.")


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
    return says(event, names, f" {does} {skips} ({by}), and has {event['total']}.")


def _vp_changed(event: Json, names: Names) -> Text:
    by = printed(event["by"])
    return says(
        event,
        names,
        f" {_change(event['change'])} ({by}), and has {event['total']}.",
    )


def _change(vp: int) -> str:
    return f"gains {vp} VP" if vp >= 0 else f"loses {-vp} VP"


def _choice_requested(event: Json, names: Names) -> Text:
    asked = "which card to look at" if event["kind"] == "peek" else "who gets the crest marker"
    return says(event, names, f" chooses {asked}.")


def _crest_moved(event: Json, names: Names) -> Text:
    giver, taker = printed(event["from"]), printed(event["to"])
    return says(event, names, f" moves a crest marker from {giver} to {taker}.")


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
    return says(event, names, f" has planned the way{told}.")


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
    return says(
        event,
        names,
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
    seats = names_of(names, event["seats"])
    return sentence(f"Emperor's Will brings {event['vp']} VP to ", seats, ".")


def _round_ended(event: Json, names: Names) -> Text:
    parts: list[str | Text] = [Text(f"Round {event['round']} is over", "bold"), ": "]
    for number, one in enumerate(event["vp"]):
        parts += [", " if number else "", name_of(names, one["seat"]), f" {one['vp']} VP"]
    return sentence(*parts, ".")


WORDS: dict[str, Words] = {
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
