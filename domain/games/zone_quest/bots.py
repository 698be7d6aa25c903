"""Server bots of Zone Quest: they see a view and their choices, nothing else.

`greedy` follows the advice of docs/rules/zone_quest.md, section 8: it fights alone where that pays,
goes home before its gold is lost, buys what makes it strongest, and asks for help when the boss is
likely to come up and the group can beat it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from domain.games.zone_quest.edition import Enemy, Item
from domain.games.zone_quest.view import EncounterView, SeatView, ZoneQuestView, ZoneView
from domain.kernel.chance import Rng
from domain.kernel.choices import Choices, OneOf, Subset
from domain.kernel.values import Json, Seat

Move = dict[str, Json]

WORTH_STAYING = 0.35
"""A zone is worth exploring while it promises this part of what its cards bring on average."""

WORTH_BUYING = 1.06
"""What is better makes a player stronger by this factor at least."""

WORTH_ASKING = 0.12
"""Help is asked for when the boss is this likely to come up."""


class Fighter(NamedTuple):
    """What a participant brings into a fight."""

    seat: Seat
    power: int
    left: int
    """Health less damage."""
    gold: int


def greedy(view: ZoneQuestView, choices: Choices, rng: Rng) -> Move:
    """Choose what promises most."""
    del rng
    me = choices.seat
    match view.phase:
        case "turn":
            return Turn(view, choices).choose()
        case "market":
            return _purchase(view, choices)
        case "group_up":
            return {"type": "answer_invitation", "accept": _should_come(view, me)}
        case "boss_choice":
            return {"type": "boss_choice", "choice": _stay_or_flee(view, me)}
        case _:
            assert view.encounter is not None
            return {"type": "vote_target", "seat": target_in(view, view.encounter)}


class Turn:
    """What the three actions of a turn promise."""

    def __init__(self, view: ZoneQuestView, choices: Choices) -> None:
        self.view = view
        self.choices = choices
        self.enemies = {enemy.id: enemy for enemy in view.enemies}
        self.me = seat_of(view, choices.seat)
        self.zones = {
            choice.fixed["zone"]: choice for choice in choices.items if choice.type == "explore"
        }
        self.wanted = tuple(self._better_items())

    def choose(self) -> Move:
        """Advice 2 to 5: buy while there is gold to spend, explore while it pays, else rest."""
        if self._should_search():
            return {"type": "search_market"}
        promise, zone = max((self._promise(zone, self.me.damage), zone) for zone in self.zones)
        if promise > 0 and promise >= self._best_when_rested() * WORTH_STAYING:
            return self._explore(zone)
        boss_zone = self._zone_for_the_group()
        if boss_zone is not None:
            return self._explore(boss_zone)
        if self.me.damage or self.me.place != "town":
            return {"type": "teleport"}
        return self._explore(zone)

    def _should_search(self) -> bool:
        """Advice 3: a good share of the cards that can be paid is better than what is worn."""
        if not any(choice.type == "search_market" for choice in self.choices.items):
            return False
        better = [(item, n) for item, n in self.wanted if item.price <= self.me.gold]
        cards = sum(n for _, n in better)
        if not cards:
            return False
        missed = (1 - cards / self.view.market.deck_count) ** 3
        price = sum(n * item.price for item, n in better) / cards
        is_rich = self.me.gold >= 2 * max(item.price for item, _ in self.wanted)
        return is_rich or (1 - missed) * price >= self._best_when_rested()

    def _better_items(self) -> Iterator[tuple[Item, int]]:
        """Give the items of the market deck that make clearly stronger, and their number."""
        items = {item.id: item for item in self.view.items}
        enough = WORTH_BUYING * strength(self.me, (), items)
        for card, count in self.view.market.deck_cards.items():
            if strength(self.me, [items[card]], items) >= enough:
                yield items[card], count

    def _promise(self, zone: int, damage: int) -> float:
        """Advice 2: the gold that exploring alone brings on average, less what may be lost."""
        view = self.view.zones[zone - 1]
        left = self.me.health - damage
        gold = 0.0
        for card, count in view.deck_cards.items():
            enemy = self.enemies[card]
            if survives(enemy, self.me.power, left):
                gold += count * enemy.gold
            elif not enemy.boss:
                gold -= count * self.me.gold
        return gold / max(1, view.deck_count)

    def _best_when_rested(self) -> float:
        """What the best zone promises with no damage: that is what going home leads to."""
        return max(self._promise(zone.number, 0) for zone in self.view.zones if zone.accessible)

    def _zone_for_the_group(self) -> int | None:
        """Advice 6: a zone whose boss is likely to come up and can be beaten together."""
        return next(
            (zone for zone in sorted(self.zones, reverse=True) if self._helpers(zone)), None
        )

    def _helpers(self, zone: int) -> tuple[Seat, ...]:
        """Advice 6: as few as are needed against the boss; nobody if it cannot be done."""
        shown = self.view.zones[zone - 1]
        is_likely = shown.deck_count * WORTH_ASKING <= 1 or not self.wanted
        if shown.boss_defeated or not is_likely:
            return ()
        boss = self.enemies[shown.boss]
        mine = fighter(self.me)
        invite = self.zones[zone].open["invite"]
        assert isinstance(invite, Subset)
        able = [fighter(seat_of(self.view, seat)) for seat in invite.of]
        for number in range(len(able) + 1):
            for helpers in combinations(able, number):
                if wins([mine, *helpers], boss):
                    return tuple(helper.seat for helper in helpers)
        return ()

    def _explore(self, zone: int) -> Move:
        return {"type": "explore", "zone": zone, "invite": list(self._helpers(zone))}


def seat_of(view: ZoneQuestView, seat: Seat) -> SeatView:
    """Find a player in the view."""
    return next(one for one in view.seats if one.seat == seat)


def fighter(seat: SeatView) -> Fighter:
    """What a player would bring into a fight now."""
    return Fighter(seat.seat, seat.power, seat.health - seat.damage, seat.gold)


def survives(enemy: Enemy, power: int, left: int) -> bool:
    """Advice 2: a lone fight costs a blow for each attack; a boss need only be beaten."""
    attacks = -(-enemy.health // power)
    blows = attacks - 1 if enemy.boss else attacks
    return blows * enemy.power < left


def wins(party: Sequence[Fighter], enemy: Enemy, damage: int = 0) -> bool:
    """Advice 8: play the cycles through, the best target each time."""
    standing = list(party)
    while standing:
        damage += sum([one.power for one in standing])
        slain = damage >= enemy.health
        if slain and enemy.boss:
            return True
        place = standing.index(target_of(standing, enemy.power))
        hurt = standing[place]._replace(left=standing[place].left - enemy.power)
        if hurt.left > 0:
            standing[place] = hurt
        else:
            del standing[place]
        if slain:
            return bool(standing)
    return False


def target_of(standing: Sequence[Fighter], power: int) -> Fighter:
    """Advice 9: who survives the blow, most health left first; else the weakest, least gold first."""
    sturdiest = max(standing, key=lambda one: one.left)
    if sturdiest.left > power:
        return sturdiest
    return min(standing, key=lambda one: (one.power, one.gold))


def target_in(view: ZoneQuestView, encounter: EncounterView) -> Seat:
    """Advice 9: the best target of the fight in progress."""
    standing = [fighter(seat_of(view, seat)) for seat in encounter.participants]
    return target_of(standing, encounter.power).seat


def _stay_or_flee(view: ZoneQuestView, me: Seat) -> str:
    """Advice 8: attack if the group wins, otherwise teleport at once; that heals for free."""
    encounter = view.encounter
    assert encounter is not None
    party = [
        fighter(seat_of(view, seat))
        for seat in encounter.participants
        if seat == me or encounter.choices.get(seat) != "teleport"
    ]
    enemy = next(one for one in view.enemies if one.id == encounter.enemy)
    return "attack" if wins(party, enemy, encounter.damage) else "teleport"


def _should_come(view: ZoneQuestView, me: Seat) -> bool:
    """Advice 7: where the group wins with oneself what it would lose otherwise."""
    group = view.group_up
    assert group is not None
    own = seat_of(view, me)
    if own.owes_pass:
        return True
    others = [seat for seat, told in group.answers.items() if told is not False and seat != me]
    without = [fighter(seat_of(view, seat)) for seat in (group.explorer, *others)]
    together = [*without, fighter(own)]
    zone = view.zones[group.zone - 1]
    gain = 0.0
    for enemy, count in _cards_of(view, zone):
        if wins(together, enemy) and not wins(without, enemy):
            gain += count / zone.deck_count
    return gain >= WORTH_ASKING


def _cards_of(view: ZoneQuestView, zone: ZoneView) -> Iterator[tuple[Enemy, int]]:
    for enemy in view.enemies:
        count = zone.deck_cards.get(enemy.id)
        if count:
            yield enemy, count


def _purchase(view: ZoneQuestView, choices: Choices) -> Move:
    """Advice 1: buy and keep what makes strongest, for as little gold as that takes."""
    me = seat_of(view, choices.seat)
    items = {item.id: item for item in view.items}
    best = (0, 0)
    move: Move = {}
    for choice in choices.items:
        buy, keep = choice.open["buy"], choice.open["keep"]
        assert isinstance(buy, Subset)
        assert isinstance(keep, OneOf)
        bought = [items[item] for item in buy.of]
        price = sum(item.price for item in bought)
        for kept in keep.of:
            worn = [item for item in bought if kept.get(item.slot, item.id) == item.id]
            rank = (strength(me, worn, items), -price)
            if rank > best:
                best = rank
                move = {"type": "buy_items", "buy": list(buy.of), "keep": kept}
    return move


def strength(me: SeatView, worn: Sequence[Item], items: Mapping[str, Item]) -> int:
    """Advice 1: power times health is what counts; here with these items in their slots."""
    power, health = me.power, me.health
    for item in worn:
        power, health = power + item.power, health + item.health
        old = me.items[item.slot]
        if old is not None:
            power, health = power - items[old].power, health - items[old].health
    return power * health
