"""The events of Aristoocrazy in a sentence each; what is not here says nothing to a reader."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from cli.tables.aristoocrazy_names import (
    called,
    card_names,
    dowry,
    faces,
    person,
    place,
    tokens,
    traits,
)
from cli.tables.picture import Json, Names, Words, name_of, names_of, says, sentence
from domain.kernel.words import some


def _game_created(event: Json, names: Names) -> Text:
    del names
    houses = ", ".join(map(called, event["houses"]))
    return sentence(f"{houses} meet for {some(event['rounds'], 'round')}.")


def _start_chosen(event: Json, names: Names) -> Text:
    return says(event, names, f" starts in {place(event['territory'])}.")


def _starting_pair_placed(event: Json, names: Names) -> Text:
    parts: list[str | Text] = []
    for one in event["characters"]:
        parts += [
            " and " if parts else " begins with ",
            f"{person(one['id'])} ",
            traits(one["traits"]),
        ]
    return says(event, names, *parts, ".")


def _territory_closed(event: Json, names: Names) -> Text:
    if event["seat"] is None:
        return sentence(f"{place(event['territory'])} is closed.")
    return says(event, names, f" closes {place(event['territory'])}.")


def _cards_dealt(event: Json, names: Names) -> Text:
    cards = card_names(event["cards"]) if event["cards"] else some(event["count"], "card")
    return says(event, names, f" is dealt {cards}.")


def _cards_discarded(event: Json, names: Names) -> Text:
    return says(event, names, f" puts {card_names(event['cards'])} away.")


def _round_started(event: Json, names: Names) -> Text:
    counting = "; territories will be counted" if event["counting"] else ""
    first = name_of(names, event["starting_seat"])
    return sentence(Text(f"Round {event['round']}", "bold"), ": ", first, f" starts{counting}.")


def _potential_taken(event: Json, names: Names) -> Text:
    what = tokens(event["tokens"]) if event["tokens"] is not None else some(event["count"], "token")
    return says(event, names, " takes ", what, ".")


def _tokens_bought(event: Json, names: Names) -> Text:
    return says(event, names, f" pays {event['money']} money for ", tokens(event["tokens"]), ".")


def _character_moved(event: Json, names: Names) -> Text:
    verb = {"move": "moves to", "conquest": "conquers", "retreat": "retreats to"}[event["reason"]]
    return says(
        event, names, f"'s {person(event['character'])} {verb} {place(event['territory'])}."
    )


def _characters_swapped(event: Json, names: Names) -> Text:
    one, other = map(person, event["characters"])
    return says(event, names, f"'s {one} and {other} change places.")


def _owner_changed(event: Json, names: Names) -> Text:
    where = place(event["territory"])
    if event["owner"] is None:
        return sentence(name_of(names, event["previous"]), f" has no marker left for {where}.")
    return sentence(f"{where} is now ", name_of(names, event["owner"]), "'s.")


def _partner_sought(event: Json, names: Names) -> Text:
    who, where = person(event["character"]), place(event["territory"])
    return says(event, names, f"'s {who} looks for love in {where}.")


def _neutral_rolled(event: Json, names: Names) -> Text:
    del names
    again = " now" if event["reroll"] else ""
    return sentence(
        f"The stranger in {place(event['territory'])} has{again} ", traits(event["traits"]), "."
    )


def _child_rolled(event: Json, names: Names) -> Text:
    del names
    dice = ", ".join(map(str, event["dice"]))
    return sentence(f"The dice show {dice}: a child ", traits(event["traits"]), ".")


def _child_declined(event: Json, names: Names) -> Text:
    return says(event, names, " wants no child.")


def _child_born(event: Json, names: Names) -> Text:
    who, where = person(event["character"]), place(event["territory"])
    return says(event, names, f"'s {who} ", traits(event["traits"]), f" is born in {where}.")


def _child_lost(event: Json, names: Names) -> Text:
    return says(event, names, " has no place or no card for the child: it is lost.")


def _attack_declared(event: Json, names: Names) -> Text:
    who, where = person(event["character"]), place(event["territory"])
    what = f"challenges {person(event['target'])} in" if event["target"] else "attacks"
    return says(event, names, f"'s {who} {what} {where}.")


def _combat_resolved(event: Json, names: Names) -> Text:
    one, other = event["attacker"], event["defender"]
    end = {"attacker": "the attack succeeds", "defender": "the defence holds", "draw": "a draw"}
    return sentence(
        *_side(one, names), " against ", *_side(other, names), f": {end[event['outcome']]}."
    )


def _side(side: Json, names: Names) -> tuple[str | Text, ...]:
    castle = f" + castle {side['castle']}" if side["castle"] else ""
    sum_of = f"{side['bonus']}{castle} + {sum(side['tokens'].values())} + die {side['die']}"
    return name_of(names, side["seat"]), f" {side['total']} ({sum_of})"


def _marriage_offered(event: Json, names: Names) -> Text:
    who, target = person(event["character"]), person(event["target"])
    parts: list[str | Text] = [f"'s {who} courts ", name_of(names, event["target_seat"])]
    parts.append(f"'s {target}")
    if event["potion"]:
        parts.append(f" with a {called(event['potion'])}")
    return says(event, names, *parts, *_dowry(event), ".")


def _dowry(event: Json) -> tuple[str | Text, ...]:
    gifts = dowry(event)
    return (" with a dowry of ", *gifts) if gifts else ()


def _dowry_improved(event: Json, names: Names) -> Text:
    return says(event, names, " asks again", *(_dowry(event) or (" without a dowry",)), ".")


def _marriage_answered(event: Json, names: Names) -> Text:
    answer = "accepts" if event["accept"] else "refuses for good" if event["final"] else "refuses"
    return says(event, names, f" {answer}.")


def _dowry_paid(event: Json, names: Names) -> Text:
    one, other = (name_of(names, event[name]) for name in ("from_seat", "to_seat"))
    return sentence("The dowry goes from ", one, " to ", other, ".")


def _character_aged(event: Json, names: Names) -> Text:
    del names
    verb = "ages" if event["amount"] > 0 else "feels younger"
    return sentence(f"{person(event['character'])} {verb}: {some(event['age'], 'age token')}.")


def _trait_changed(event: Json, names: Names) -> Text:
    del names
    who = person(event["character"])
    return sentence(f"{who}'s {event['old']} turns into ", faces([event["new"]]), ".")


def _character_died(event: Json, names: Names) -> Text:
    del names
    how = "dies" if event["reason"] == "age" else "has nowhere to go and leaves the board"
    return sentence(Text(person(event["character"]), "bold"), f" {how}.")


def _extra_used(event: Json, names: Names) -> Text:
    who = person(event["character"])
    return says(event, names, f"'s {who} toils for ", tokens(event["tokens"]), ".")


def _card_played(event: Json, names: Names) -> Text:
    return says(event, names, f" plays {called(event['card'])}.")


def _castle_built(event: Json, names: Names) -> Text:
    return says(event, names, f" builds a castle in {place(event['territory'])}.")


def _house_restored(event: Json, names: Names) -> Text:
    who, where = person(event["character"]), place(event["territory"])
    return says(event, names, f" comes back: {who} ", traits(event["traits"]), f" in {where}.")


def _turn_passed(event: Json, names: Names) -> Text:
    return says(event, names, " passes.")


def _events_rolled(event: Json, names: Names) -> Text:
    del names
    return sentence(Text("Events", "bold"), ": ", faces(event["faces"]), ".")


def _event_dropped(event: Json, names: Names) -> Text:
    face = faces([event["face"]])
    if event["reason"] == "card":
        return says(event, names, " cancels ", face, ".")
    if event["reason"] == "dementia":
        return says(event, names, " decides that ", face, " is not played.")
    return sentence("Madness decides nothing.")


def _food_paid(event: Json, names: Names) -> Text:
    lacking = f" and lacks {event['missing']}" if event["missing"] else ""
    return says(event, names, f" pays {event['paid']} food{lacking}.")


def _auction_resolved(event: Json, names: Names) -> Text:
    parts: list[str | Text] = []
    for seat, bid in enumerate(event["bids"]):
        parts += [", " if parts else "", name_of(names, seat), f" {bid}"]
    return sentence("Bids of ", faces([event["kind"]]), ": ", *parts, ".")


def _barbarians_resolved(event: Json, names: Names) -> Text:
    if event["paid"]:
        return says(event, names, " pays the barbarians ", tokens(event["paid"]), ".")
    number = some(len(event["penalties"]), "character")
    return says(event, names, f" lets {number} suffer from the barbarians.")


def _cards_bought(event: Json, names: Names) -> Text | None:
    if not event["count"]:
        return None
    cards = card_names(event["cards"]) if event["cards"] else some(event["count"], "card")
    return says(event, names, f" buys {cards}.")


def _territories_counted(event: Json, names: Names) -> Text:
    parts: list[str | Text] = []
    for seat, count in enumerate(event["counts"]):
        parts += [", " if parts else "", name_of(names, seat), f" {count}"]
    return sentence("Territories: ", *parts, ".")


def _points_gained(event: Json, names: Names) -> Text:
    return says(event, names, f" gains {some(event['points'], 'victory point')}.")


def _bonuses_awarded(event: Json, names: Names) -> Text:
    best = names_of(names, event["seats"]) if event["seats"] else "nobody"
    return sentence(f"Bonus for {called(event['bonus'])}: ".replace("_", " "), best, ".")


WORDS: Mapping[str, Words] = {
    "game_created": _game_created,
    "start_chosen": _start_chosen,
    "starting_pair_placed": _starting_pair_placed,
    "territory_closed": _territory_closed,
    "cards_dealt": _cards_dealt,
    "cards_discarded": _cards_discarded,
    "round_started": _round_started,
    "potential_taken": _potential_taken,
    "tokens_bought": _tokens_bought,
    "character_moved": _character_moved,
    "characters_swapped": _characters_swapped,
    "owner_changed": _owner_changed,
    "partner_sought": _partner_sought,
    "neutral_rolled": _neutral_rolled,
    "child_rolled": _child_rolled,
    "child_dice_changed": _child_rolled,
    "child_declined": _child_declined,
    "child_born": _child_born,
    "child_lost": _child_lost,
    "attack_declared": _attack_declared,
    "combat_resolved": _combat_resolved,
    "marriage_offered": _marriage_offered,
    "dowry_improved": _dowry_improved,
    "marriage_answered": _marriage_answered,
    "offer_withdrawn": lambda e, n: says(e, n, " withdraws the offer."),
    "dowry_paid": _dowry_paid,
    "character_aged": _character_aged,
    "trait_changed": _trait_changed,
    "character_died": _character_died,
    "extra_used": _extra_used,
    "card_played": _card_played,
    "castle_built": _castle_built,
    "house_restored": _house_restored,
    "turn_passed": _turn_passed,
    "events_rolled": _events_rolled,
    "event_dropped": _event_dropped,
    "food_paid": _food_paid,
    "auction_resolved": _auction_resolved,
    "barbarians_resolved": _barbarians_resolved,
    "cards_bought": _cards_bought,
    "discard_reshuffled": lambda e, _: sentence(
        f"The discard pile is shuffled anew: {some(e['size'], 'card')}."
    ),
    "territories_counted": _territories_counted,
    "points_gained": _points_gained,
    "bonuses_awarded": _bonuses_awarded,
}
