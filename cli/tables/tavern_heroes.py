"""Friendly Monsters and Tavern Heroes on a terminal: the board, the rows, the lords and what they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

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

PHASES = {
    "policy_choice": "everybody chooses a first Policy",
    "preparation": "the round is being prepared",
    "income": "income is being collected",
    "excess": "too many cards: some have to discard",
    "action": "the lords act in turn",
    "scoring": "the game is being scored",
    "finished": "over",
}
ROUNDS = ("", "I", "II", "III", "IV")
COLOURS = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green"}
AREAS = {
    "purchase": "Purchase",
    "provide": "Provide, Donate, Sell",
    "land": "Production, Expansion",
    "build": "Build",
    "tavern": "Tavern",
    "privilege": "Privilege",
    "scheme": "Scheme",
    "conscription": "Conscription",
}
COUNTERS = {
    "funds": "Funds",
    "information": "Information",
    "universal_resource": "universal resource",
    "renown": "Renown",
    "cubes": "cubes",
    "armament_level": "Armament Level",
}
EFFECTS = {
    "market_information": "listens around the market",
    "buy_universal": "buys universal resource",
    "buy_resource": "buys a Resource card",
    "provide_information": "provides information",
    "donate": "donates",
    "sell_resources": "sells resources",
    "produce": "lets produce",
    "expand": "opens up land",
    "build": "lets build",
    "tavern_information": "listens around the tavern",
    "feast": "gives a feast",
    "recruit": "goes recruiting",
    "scheme": "schemes",
    "conscript": "conscripts",
    "taxation": "raises taxes",
}


def draw(view: Json, names: Names) -> RenderableType:
    """Draw the table."""
    phase = PHASES.get(view["phase"], view["phase"])
    title = Text(
        f"Round {ROUNDS[view['round']]} of IV" if view["round"] else "Before round I", "bold"
    )
    title.append(f" · {phase} · {some(view['cube_supply'], 'cube')} left in the supply", "not bold")
    return Group(
        title,
        _board(view["areas"]),
        _rows(view),
        Text(),
        _players(view, names),
        *_holdings(view, names),
    )


def figures(standing: Json) -> dict[str, str]:
    """Give Renown, cities and the Policy chosen last."""
    return {
        "Renown": str(standing["renown"]),
        "cities": str(standing["cities"]),
        "last Policy": title_of(standing["last_policy"]),
    }


def title_of(card: str) -> str:
    """Write the id of a card as its name: `flame_mages#2` is Flame Mages."""
    return clean(card.split("#", maxsplit=1)[0].replace("_", " ").title())


def titles(cards: Iterable[str]) -> str:
    """Write the names of cards."""
    return ", ".join(map(title_of, cards)) or "nothing"


def counts(amounts: Mapping[str, int]) -> str:
    """Write amounts of counters."""
    return ", ".join(f"{n} {COUNTERS.get(name, name)}" for name, n in amounts.items() if n)


def _board(areas: Iterable[Json]) -> Table:
    table = grid("", "", "next space")
    for area in areas:
        free = area["spaces"] - area["cubes"]
        cubes = Text("■" * area["cubes"], "bold").append("□" * free, "dim")
        cost = area["next_cost"]
        price = counts({area["cost_kind"]: cost}) if cost else ""
        costs = "full" if cost is None else f"costs {price}" if price else "free"
        table.add_row(AREAS.get(area["id"], area["id"]), cubes, costs)
    return table


def _rows(view: Json) -> Table:
    table = grid("", "")
    for name in ("monster", "city", "talent"):
        left = f" (+{view[f'{name}_deck_count']})"
        row = view[f"{name}_row"]
        table.add_row(Text(f"{name} row", "dim"), sentence(titles(row), Text(left, "dim")))
    lands = ", ".join(f"{count} {kind}" for kind, count in view["expansion_deck_counts"].items())
    table.add_row(Text("Expansion decks", "dim"), clean(lands))
    top = view["resource_discard"][-1:]
    resources = f"{titles(top)} on the pile, {view['resource_deck_count']} in the deck"
    table.add_row(Text("Resources", "dim"), resources)
    if view["final_pile"]:
        table.add_row(Text("final pile", "dim"), titles(view["final_pile"]))
    elif view["policy_field"]:
        table.add_row(Text("Policies", "dim"), titles(view["policy_field"]))
    return table


def _players(view: Json, names: Names) -> Table:
    headings = ("Renown", "Funds", "Info", "UR", "Level", "cubes", "Policy")
    table = grid("", "lord", *headings)
    asked = {one["seat"] for one in view["pending"]}
    for seat in view["seats"]:
        table.add_row(
            Text("▶" if seat["seat"] in asked else " ", "bold"),
            Text.assemble(name_of(names, seat["seat"]), " ■" if seat["lord_cube"] else ""),
            str(seat["renown"]),
            str(seat["funds"]),
            str(seat["information"]),
            str(seat["universal_resource"]),
            str(seat["armament_level"]),
            str(seat["cubes"]),
            _policy(seat),
        )
    return table


def _policy(seat: Json) -> Text:
    if seat["passed"]:
        if seat["final_policy"]:
            return Text(f"passed, {title_of(seat['final_policy'])} to score", "dim")
        following = seat["next_policy"]
        return Text(f"passed, {title_of(following)} next" if following else "passed", "dim")
    policy = title_of(seat["policy"]) if seat["policy"] else ""
    return Text(_with_cube(policy, seat["policy_cube"]), COLOURS.get(seat["color"], ""))


def _with_cube(name: str, has_cube: bool) -> str:
    """Mark a card that has been used."""
    return f"{name} ■" if has_cube else name


def _holdings(view: Json, names: Names) -> Iterable[Text]:
    """What lies before each lord, in a line each."""
    for seat in view["seats"]:
        hand = seat["armament_cards"]
        count = some(seat["armament_count"], "Armament card")
        parts = [
            ("land", ", ".join(map(_territory, seat["territories"]))),
            ("talents", ", ".join(map(_talent, seat["talents"]))),
            ("storehouse", titles(seat["resource_cards"]) if seat["resource_cards"] else ""),
            ("hand", titles(hand) if hand else count if seat["armament_count"] else ""),
        ]
        told = "; ".join(f"{name}: {what}" for name, what in parts if what)
        if told:
            yield sentence(name_of(names, seat["seat"]), "  ", told)


def _territory(one: Json) -> str:
    land = title_of(one["card"])
    return f"{title_of(one['city'])} on {land}" if one["city"] else land


def _talent(one: Json) -> str:
    name = title_of(one["talent"])
    if not one["face_up"]:
        return f"({name})"
    return _with_cube(name, one["cube"])


def _line(words: Callable[[Json], str | None]) -> Words:
    """Make a sentence about the seat of an event; without words nothing is told."""

    def told(event: Json, names: Names) -> Text | None:
        text = words(event)
        return None if text is None else says(event, names, f" {text}.")

    return told


def _said(words: Callable[[Json], str]) -> Words:
    """Make a sentence in which no seat occurs."""
    return lambda event, names: sentence(words(event)) if names is not None else None


def _round_prepared(event: Json, names: Names) -> Text:
    order: list[str | Text] = []
    for seat in event["turn_order"]:
        policy = title_of(event["policies"][str(seat)])
        order += [", " if order else "", name_of(names, seat), f" ({policy})"]
    return sentence(Text(f"Round {ROUNDS[event['round']]}", "bold"), ". In turn: ", *order, ".")


def _exchanged(event: Json) -> str:
    """Write what was paid and gained."""
    paid, gained = counts(event["paid"]), counts(event["gained"])
    parts = [f"for {paid}" if paid else "", f"and gains {gained}" if gained else ""]
    return "".join(f" {part}" for part in parts if part)


def _policies_revealed(event: Json, names: Names) -> Text:
    told: list[str | Text] = []
    for seat, policies in event["policies"].items():
        told += ["; " if told else "", name_of(names, int(seat)), f" {titles(policies)}"]
    return sentence(Text("To score", "bold"), ": ", *told, ".")


def _income(event: Json) -> str:
    return f"collects {counts({name: event[name] for name in COUNTERS}) or 'nothing'}"


def _cube_placed(event: Json) -> str:
    target = AREAS.get(event["target"]) or title_of(event["target"])
    cost = event["choice_cost"]
    price = f" for {counts({cost['kind']: cost['amount']})}" if cost and cost["amount"] else ""
    return f"places a cube on {target}{price}"


def _effect(event: Json) -> str:
    privilege = " by privilege" if event["privileged"] else ""
    return f"{EFFECTS.get(event['kind'], event['kind'])}{privilege}{_exchanged(event)}"


def _skill(event: Json) -> str:
    up = event["talents_turned_up"]
    turned = f" and turns up {titles(up)}" if up else ""
    skill = title_of(event["skill"])
    return f"has {title_of(event['talent'])} use {skill}{_exchanged(event)}{turned}"


def _resource_taken(event: Json) -> str:
    price = f" for {counts({'funds': event['price']})}" if event["price"] else ""
    return f"takes {title_of(event['card'])} from the {event['from']}{price}"


def _city_built(event: Json) -> str:
    city = title_of(event["city"])
    article = "an" if city[0] in "AEIOU" else "a"
    return f"has {article} {city}, worth {event['renown']} Renown"


def _subjugated(event: Json) -> str:
    cubes = event["cubes_spent"]
    spent = f" for {some(cubes, 'cube')}" if cubes else ""
    return f"subjugates {title_of(event['monster'])}{spent}"


def _armaments_drawn(event: Json) -> str:
    cards = event["cards"]
    return f"draws {titles(cards) if cards else some(event['count'], 'Armament card')}"


def _territory_gained(event: Json) -> str:
    return f"holds {title_of(event['card'])}, worth {event['renown']} + {event['bonus']} Renown"


def _passed(event: Json) -> str:
    taken = event["policy_taken"]
    return f"passes and takes {title_of(taken)}" if taken else "passes"


def _secretly(event: Json, shown: str, hidden: str) -> str:
    return f"{shown} {title_of(event['policy'])}" if event["policy"] else hidden


def _policy_scored(event: Json, names: Names) -> Text:
    who = names_of(names, event["seats"]) if event["seats"] else "nobody"
    policy = Text(title_of(event["policy"]), "bold")
    return sentence(policy, f" gives {event['renown']} Renown to ", who, ".")


_WORDS: dict[str, Words] = {
    "policy_chosen": _line(lambda e: _secretly(e, "begins with", "has chosen a first Policy")),
    "round_prepared": _round_prepared,
    "income_collected": _line(_income),
    "cube_placed": _line(_cube_placed),
    "effect_performed": _line(_effect),
    "skill_performed": _line(_skill),
    "resource_taken": _line(_resource_taken),
    "resource_discard_started": _said(
        lambda e: f"{title_of(e['card'])} begins a new Resource discard pile."
    ),
    "resource_deck_reshuffled": _said(
        lambda e: f"The Resource deck is made anew: {some(e['count'], 'card')}."
    ),
    "armament_deck_reshuffled": _said(
        lambda e: f"The Armament deck is made anew: {some(e['count'], 'card')}."
    ),
    "resource_cards_discarded": _line(lambda e: f"discards {titles(e['cards'])} ({e['reason']})"),
    "armaments_discarded": _line(lambda e: f"discards {titles(e['cards'])} ({e['reason']})"),
    "armaments_drawn": _line(_armaments_drawn),
    "armament_level_raised": _line(lambda e: f"is at Armament Level {e['level']}"),
    "territory_gained": _line(_territory_gained),
    "city_built": _line(_city_built),
    "talent_recruited": _line(
        lambda e: f"recruits {title_of(e['talent'])}, worth {e['bonus']} Renown"
    ),
    "talents_turned_down": _line(lambda e: f"turns down {titles(e['talents'])}"),
    "row_refilled": _said(lambda e: f"{title_of(e['card'])} comes into the {e['row']} row."),
    "monster_subjugated": _line(_subjugated),
    "monster_visited": _line(
        lambda e: f"visits {title_of(e['monster'])} with {title_of(e['talent'])}{_exchanged(e)}"
    ),
    "policy_bonus_gained": _line(
        lambda e: f"gains {e['renown']} Renown by {title_of(e['policy'])}"
    ),
    "seat_passed": _line(_passed),
    "final_policy_chosen": _line(
        lambda e: _secretly(e, "will score", "has taken a Policy from the final pile")
    ),
    "policies_revealed": _policies_revealed,
    "policy_scored": _policy_scored,
}
"""What is not here says nothing to a reader: cards dealt or shuffled that nobody sees."""

PICTURE = Picture(
    draw=draw, tell=generic.telling("tavern_heroes", _WORDS), figures=figures, asked=("pending",)
)
