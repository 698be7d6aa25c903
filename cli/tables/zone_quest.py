"""Zone Quest on a terminal: the zones and their decks, the fight, the players and what they wear."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

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
    names_of,
    says,
    sentence,
)
from domain.kernel.words import some

ZONE_STYLES = ("green", "blue", "magenta", "red")
BAR = 12
"""How long a bar is that shows health."""

PHASES = {
    "setup": "the decks are being made ready",
    "turn": "a player takes their turn",
    "market": "a player looks at the market",
    "group_up": "an explorer asks for help",
    "boss_choice": "attack the boss, or teleport?",
    "target": "who takes the blow?",
    "finished": "over",
}
OUTCOMES = {
    "final_boss": "the final boss is defeated: all have won",
    "campaign_won": "others have defeated the final boss: all have won",
    "turn_limit": "the turns are used up",
    "turn_cap": "adjourned after very many turns",
    "all_left": "adjourned: everybody has left",
}


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the table."""
    parts: list[RenderableType] = [_title(view), _zones(view), _market(view)]
    if view["group_up"] is not None:
        parts.append(_group_up(view["group_up"], names))
    if view["encounter"] is not None:
        parts.append(_encounter(view, names))
    return Group(*parts, Text(), _players(view, names))


def figures(standing: Json) -> dict[str, str]:
    """Give what a player has and has done."""
    stats = standing["stats"]
    return {
        "gold": str(standing["gold"]),
        "won": str(stats["encounters_won"]),
        "bosses": str(stats["bosses_won"]),
        "defeats": str(stats["defeats"]),
    }


def _title(view: Json) -> Text:
    limit = f" of {view['turn_limit']}" if view["turn_limit"] else ""
    title = Text(f"Turn {view['turns']}{limit}", "bold")
    result = view["result"]
    phase = OUTCOMES[result["reason"]] if result else PHASES[view["phase"]]
    whole = f" · {view['campaign']['turns']} in the campaign · {phase}"
    return title.append(whole, "not bold")


def _zones(view: Json) -> Table:
    table = grid("", "zone", "deck", "", "boss")
    enemies = _by_id(view["enemies"])
    for zone in view["zones"]:
        style = _style(zone["number"]) if zone["accessible"] else "dim"
        boss = clean(enemies[zone["boss"]]["name"])
        table.add_row(
            str(zone["number"]),
            Text(clean(zone["name"]), style),
            str(zone["deck_count"]),
            Text(_listed(zone["deck_cards"], enemies) if zone["accessible"] else "closed", "dim"),
            Text(boss, "strike dim" if zone["boss_defeated"] else style),
        )
    return table


def _market(view: Json) -> Text:
    market, items = view["market"], _by_id(view["items"])
    if market["drawn"] is None:
        return Text(f"Market: {some(market['deck_count'], 'card')}", "dim")
    shown = ", ".join(_priced(items[item]) for item in market["drawn"])
    return sentence("Market: ", Text(clean(shown), "yellow"))


def _priced(item: Json) -> str:
    gains = [f"+{item[name]} {name}" for name in ("power", "health") if item[name]]
    return f"{item['name']} ({' '.join(gains) or 'nothing'}) for {item['price']}"


def _group_up(group: Json, names: Names) -> Text:
    told = {None: "?", True: "comes", False: "stays"}
    answers = [
        sentence(name_of(names, int(seat)), f" {told[answer]}")
        for seat, answer in group["answers"].items()
    ]
    asks = f" is off to zone {group['zone']}: "
    return sentence(name_of(names, group["explorer"]), asks, Text(", ").join(answers))


def _encounter(view: Json, names: Names) -> Text:
    fight = view["encounter"]
    enemy = _by_id(view["enemies"])[fight["enemy"]]["name"]
    left = max(0, fight["health"] - fight["damage"])
    against = names_of(names, fight["participants"])
    return sentence(
        Text(clean(enemy), f"bold {_style(fight['zone'])}"),
        " ",
        _bar(left, fight["health"]),
        f" {left} of {fight['health']}, hits for {fight['power']}, pays {fight['gold']}, against ",
        against,
        f"; cycle {fight['cycle']}",
        *_said(fight, names),
    )


def _said(fight: Json, names: Names) -> Iterable[str | Text]:
    """What the participants have chosen and voted in this cycle."""
    for seat, choice in fight["choices"].items():
        yield from ("; ", name_of(names, int(seat)), f" will {choice}")
    for seat, target in fight["votes"].items():
        yield from ("; ", name_of(names, int(seat)), " votes for ", name_of(names, target))


def _players(view: Json, names: Names) -> Table:
    table = grid("", "player", "place", "health", "", "power", "gold", "wears", "holds")
    for column in table.columns[2:7]:
        column.no_wrap = True  # the lists have to give way, a bar that is cut tells another health
    items, enemies = _by_id(view["items"]), _by_id(view["enemies"])
    for seat in view["seats"]:
        number, left = seat["seat"], seat["health"] - seat["damage"]
        worn = [clean(items[item]["name"]) for item in seat["items"].values() if item]
        held = [clean(enemies[card]["name"]) for card in seat["held_cards"]]
        place = "town" if seat["place"] == "town" else f"zone {seat['place']}"
        table.add_row(
            Text("▶" if number in view["awaiting"] else " ", "bold"),
            name_of(names, number).append(" (passes)" if seat["owes_pass"] else "", "dim"),
            Text(place, "default" if place == "town" else _style(seat["place"])),
            _bar(left, seat["health"]),
            f"{left}/{seat['health']}",
            str(seat["power"]),
            Text(str(seat["gold"]), "yellow"),
            ", ".join(worn),
            Text(", ".join(held), "dim"),
        )
    return table


def _bar(left: int, health: int) -> Text:
    full = round(BAR * max(0, left) / health)
    style = "green" if 2 * left > health else "red"
    return Text("█" * full, style).append("·" * (BAR - full), "dim")


def _listed(cards: Mapping[str, int], known: Mapping[str, Any]) -> str:
    """Name cards with how many there are of them."""
    parts = (
        f"{n} {known[card]['name']}" if n > 1 else known[card]["name"] for card, n in cards.items()
    )
    return clean(", ".join(parts))


def _by_id(rows: Iterable[Json]) -> dict[str, Json]:
    return {row["id"]: row for row in rows}


def _style(zone: int) -> str:
    return ZONE_STYLES[(zone - 1) % len(ZONE_STYLES)]


def _words_of(card: str) -> str:
    """Write an id as words: events name cards by their ids alone."""
    return clean(card.replace("_", " "))


def _cards(cards: Iterable[str]) -> str:
    return ", ".join(map(_words_of, cards)) or "nothing"


def _simple(*words: str) -> Words:
    """Tell what the event's seat does; fields of the event stand in braces."""

    def told(event: Json, names: Names) -> Text:
        return says(event, names, "".join(words).format(**event))

    return told


def _session_started(event: Json, names: Names) -> Text:
    del names
    gone = _cards(event["bosses_defeated"])
    told = (
        f" after {some(event['campaign_turns'], 'turn')} of the campaign; bosses defeated: {gone}."
    )
    return sentence(Text("The session is opened", "bold"), told)


def _player_teleported(event: Json, names: Names) -> Text:
    healed = f", healed of {event['healed']}" if event["healed"] else ""
    flees = "flees" if event["reason"] == "boss" else "teleports"
    return says(event, names, f" {flees} to town{healed}.")


def _cards_returned(event: Json, names: Names) -> Text | None:
    if event["seat"] is None or event["reason"] == "market":
        return None
    back = f" gives back {_cards(event['cards'])}."
    return says(event, names, back)


def _market_searched(event: Json, names: Names) -> Text:
    return says(event, names, f" finds {_cards(event['drawn'])}.")


def _items_bought(event: Json, names: Names) -> Text:
    if not event["bought"]:
        return says(event, names, " buys nothing.")
    given = f" and gives up {_cards(event['returned'])}" if event["returned"] else ""
    told = f" buys {_cards(event['bought'])} for {event['paid']}{given}."
    return says(event, names, told)


def _exploration_declared(event: Json, names: Names) -> Text:
    if not event["invited"]:
        return says(event, names, f" explores zone {event['zone']} alone.")
    asked = names_of(names, event["invited"])
    return says(event, names, f" explores zone {event['zone']} and asks ", asked, ".")


def _invitation_answered(event: Json, names: Names) -> Text:
    return says(event, names, " comes." if event["accept"] else " stays.")


def _encounter_started(event: Json, names: Names) -> Text:
    party = names_of(names, event["participants"])
    boss = " the boss" if event["boss"] else ""
    enemy = Text(_words_of(event["enemy"]), f"bold {_style(event['zone'])}")
    last = "; it was the last card of the deck" if event["exhausted"] else ""
    return sentence(
        party, f" meet{'' if len(event['participants']) > 1 else 's'}{boss} ", enemy, f"{last}."
    )


def _players_attacked(event: Json, names: Names) -> Text:
    blows = [sentence(name_of(names, one["seat"]), f" {one['damage']}") for one in event["attacks"]]
    return sentence("Attack: ", Text(", ").join(blows), f"; {event['enemy_damage']} in all.")


def _target_vote_cast(event: Json, names: Names) -> Text:
    target = name_of(names, event["target"])
    return says(event, names, " lets the blow fall on ", target, ".")


def _encounter_ended(event: Json, names: Names) -> Text:
    shares = [sentence(name_of(names, one["seat"]), f" {one['gold']}") for one in event["shares"]]
    gold = ("; gold: ", Text(", ").join(shares)) if shares else ()
    how = {"won": "is beaten", "lost": "stands undefeated", "fled": "is left alone"}
    return sentence(
        Text(_words_of(event["enemy"]), "bold"), f" {how[event['outcome']]}", *gold, "."
    )


def _boss_defeated(event: Json, names: Names) -> Text:
    del names
    opens = f"; zone {event['opens_zone']} is open" if event["opens_zone"] else ""
    return sentence(Text(f"{_words_of(event['boss'])} is gone for good", "bold"), f"{opens}.")


def _player_joined(event: Json, names: Names) -> Text:
    return says(event, names, f" joins in town with {event['gold']} gold.")


def _player_left(event: Json, names: Names) -> Text:
    told = {"left": " leaves.", "removed": " is taken out."}
    return says(event, names, told[event["reason"]])


def _campaign_synced(event: Json, names: Names) -> Text:
    del names
    return sentence(f"News: others have defeated {_cards(event['bosses'])}.")


def _session_ended(event: Json, names: Names) -> Text:
    del names
    result = event["result"]
    after = f" after {some(result['turns'], 'turn')}: {OUTCOMES[result['reason']]}."
    return sentence(Text("The session is over", "bold"), after)


_WORDS: dict[str, Words] = {
    "session_started": _session_started,
    "turn_passed": _simple(" passes for having assisted."),
    "player_teleported": _player_teleported,
    "cards_returned": _cards_returned,
    "market_searched": _market_searched,
    "items_bought": _items_bought,
    "exploration_declared": _exploration_declared,
    "invitation_answered": _invitation_answered,
    "exploration_cancelled": _simple(" does not explore after all."),
    "encounter_started": _encounter_started,
    "boss_choice_made": _simple(" will {choice}."),
    "players_attacked": _players_attacked,
    "target_vote_cast": _target_vote_cast,
    "enemy_attacked": _simple(" takes {damage}, {player_damage} in all."),
    "player_defeated": _simple(" is struck down and loses {gold_lost} gold."),
    "encounter_ended": _encounter_ended,
    "boss_defeated": _boss_defeated,
    "player_joined": _player_joined,
    "player_left": _player_left,
    "campaign_synced": _campaign_synced,
    "session_ended": _session_ended,
}
"""What is not here says nothing to a reader: shuffles, whose turn begins or ends, entries."""

PICTURE = Picture(
    draw=draw, tell=generic.telling("zone_quest", _WORDS), figures=figures, asked=("awaiting",)
)
