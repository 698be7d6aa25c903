"""Burnmelt Cave on a terminal: the four runners on their track, the Centre, the players."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cli.tables import generic
from cli.tables.picture import (
    Json,
    Names,
    Picture,
    Words,
    clean,
    grid,
    name_of,
    ordinal,
    says,
    sentence,
)
from domain.kernel.words import some

COLOURS = ("red", "blue", "green", "yellow")
"""Of the adventurers of the default edition; others are told apart by them as well."""
KNOWN = {"knight": "red", "mage": "blue", "thief": "green", "priest": "yellow"}
TRACK = 40
"""Spaces of the track that are drawn; a longer run is drawn to scale."""

PHASES = {
    "choose_centre": "everybody chooses a card for the Centre",
    "turns": "the players take their turns",
    "choose_negative": "some choose which of their sets is negative",
    "scoring": "the round is being scored",
    "deal": "the cards are being dealt",
    "finished": "over",
}


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the table."""
    phase = PHASES.get(view["phase"], view["phase"].replace("_", " "))
    title = Text(f"Round {view['round']} of {view['rounds']}", "bold")
    worth = ", ".join(map(str, view["ranking_values"]))
    return Group(
        title.append(f" · {phase} · ranks are worth {worth}", "not bold"),
        _track(view["pieces"]),
        _middle(view),
        Text(),
        _players(view, names),
    )


def figures(standing: Json) -> dict[str, str]:
    """Give the points, and those of each round."""
    rounds = {
        f"round {number}": str(one["round_score"])
        for number, one in enumerate(standing["rounds"], start=1)
    }
    return {"points": str(standing["total"]), **rounds}


def _track(pieces: Json) -> Table:
    table = grid("", "", "")
    longest = max([TRACK, *(piece["distance"] for piece in pieces.values())])
    for name, piece in pieces.items():
        style = _style(name, list(pieces))
        run = round(piece["distance"] * TRACK / longest)
        lane = Text("─" * run, style).append("●", style).append("·" * (TRACK - run), "dim")
        rank = f"{ordinal(piece['rank'])}, worth {piece['value']}"
        table.add_row(Text(clean(name), style), lane, f"{piece['distance']:>3}  {rank}")
    return table


def _middle(view: Json) -> Text:
    centre = cards(view["centre"]) if view["centre"] else Text("empty", "dim")
    bonus = ", ".join(map(str, view["bonus_stack"])) or "none"
    return sentence("Centre: ", centre, f"   Bonus cards left: {bonus}")


def _players(view: Json, names: Names) -> Table:
    table = grid("", "player", "hand", "Rewards", "Bonus", "rounds", "total")
    for number, seat in enumerate(view["seats"]):
        to_act = number in view["awaiting"] or number == view["active_seat"]
        out = f"out {ordinal(seat['out_place'])}" if seat["out_place"] else ""
        table.add_row(
            Text("▶" if to_act else " ", "bold"),
            name_of(names, number),
            _pile(seat["hand"], seat["hand_count"]) if not out else Text(out, "dim"),
            _pile(seat["rewards"], seat["reward_count"]),
            str(seat["bonus"] or ""),
            " ".join(map(str, seat["round_scores"])),
            str(seat["total"]),
        )
    return table


def _pile(content: Json | None, count: int) -> Text:
    """Write what lies in a pile, or how much, where that is all one may see."""
    return cards(content) if content else Text(some(count, "card"), "dim")


def cards(content: Json) -> Text:
    """Write cards by type."""
    parts = [
        Text(clean(f"{count} {name}"), KNOWN.get(name, "white"))
        for name, count in content.items()
        if count
    ]
    return Text(" ").join(parts) if parts else Text("nothing", "dim")


def _style(name: str, all_names: list[str]) -> str:
    return KNOWN.get(name, COLOURS[all_names.index(name) % len(COLOURS)])


def _round_started(event: Json, names: Names) -> Text:
    return sentence(
        Text(f"Round {event['round']}", "bold"),
        f": {some(event['hand_size'], 'card')} each, ",
        name_of(names, event["starting_seat"]),
        " has the first turn.",
    )


def _centre_card_chosen(event: Json, names: Names) -> Text:
    card = event["adventurer"]
    what = cards({card: 1}) if card is not None else Text("a card", "dim")
    return says(event, names, " lays ", what, " into the Centre.")


def _centre_revealed(event: Json, names: Names) -> Text:
    del names
    shown = {card: event["cards"].count(card) for card in event["cards"]}
    return sentence("The Centre is turned up: ", cards(shown), ".")


def _cards_played(event: Json, names: Names) -> Text:
    return says(
        event,
        names,
        " plays ",
        cards({event["adventurer"]: event["count"]}),
        f"; it runs from {event['from_distance']} to {event['to_distance']}.",
    )


def _rewards_taken(event: Json, names: Names) -> Text:
    taken = dict(event["from_centre"])
    if event["from_played"]:
        played = event["adventurer"]
        taken[played] = taken.get(played, 0) + event["from_played"]
    return says(event, names, " takes ", cards(taken), ".")


def _player_out(event: Json, names: Names) -> Text:
    bonus = f" and takes the Bonus of {event['bonus']}" if event["bonus"] else ""
    return says(event, names, f" is out {ordinal(event['place'])}{bonus}.")


def _round_ended(event: Json, names: Names) -> Text:
    del names
    order = ", ".join(f"{name} {event['distances'][name]}" for name in event["ranking"])
    return sentence(f"The round is over. The run: {order}.")


def _negative_type_chosen(event: Json, names: Names) -> Text:
    return says(event, names, f" lets the {event['adventurer']} set count as negative.")


def _round_scored(event: Json, names: Names) -> Text:
    scores: list[str | Text] = [Text(f"Round {event['round']} scores", "bold"), ": "]
    for seat, score in enumerate(event["scores"]):
        scores += [", " if seat else "", name_of(names, seat), f" {score['round_score']}"]
        scores.append(f" ({score['total']} in all)")
    return sentence(*scores, ".")


_WORDS: dict[str, Words] = {
    "round_started": _round_started,
    "centre_card_chosen": _centre_card_chosen,
    "centre_revealed": _centre_revealed,
    "cards_played": _cards_played,
    "rewards_taken": _rewards_taken,
    "player_out": _player_out,
    "round_ended": _round_ended,
    "negative_type_chosen": _negative_type_chosen,
    "round_scored": _round_scored,
}
"""What is not here says nothing to a reader: a deal of hidden cards, whose turn begins."""

PICTURE = Picture(
    draw=draw,
    tell=generic.telling("burnmelt", _WORDS),
    figures=figures,
    asked=("awaiting", "active_seat"),
)
