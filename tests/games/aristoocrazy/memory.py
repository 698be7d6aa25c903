"""What a viewer of Aristoocrazy knows: what can be behind each screen, and which cards it saw go to whom."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from operator import add

from tests.games.memory import AnyMemory, differ, lacks, strays


class Memory(AnyMemory):
    """AC-R13: every gain and payment is seen; only the kinds taken in the potential phase are not.

    `supplies` holds, for each seat, every supply that can have come of what was seen.
    """

    def begin(self):
        self.kinds = [one.id for one in self.edition.traits if one.id not in ("dementia", "luck")]
        self.supplies = [{(0,) * len(self.kinds)} for _ in range(self.players)]
        self.before = list(self.supplies)
        self.people = {}
        self.cards = Counter({card.id: card.count for card in self.edition.cards})
        self.sizes = [0] * self.players
        self.known = [Counter() for _ in range(self.players)]
        """Cards that a hand is known to hold."""
        self.own = Counter()
        self.left = Counter(self.cards)
        """What the deck was made of, as far as it is known."""
        self.discard = []

    # The supplies.

    def amounts(self, tokens):
        return tuple(tokens.get(kind, 0) for kind in self.kinds)

    def gains(self, seat, tokens):
        gain = self.amounts(tokens)
        self.supplies[seat] = {tuple(map(add, one, gain)) for one in self.supplies[seat]}

    def pays(self, seat, tokens):
        self.gains(seat, {kind: -n for kind, n in tokens.items()})
        self.supplies[seat] = {one for one in self.supplies[seat] if min(one) >= 0}

    def holds(self, seat, tokens):
        least = self.amounts(tokens)
        self.supplies[seat] = {
            one
            for one in self.supplies[seat]
            if all(n >= m for n, m in zip(one, least, strict=True))
        }

    def on_starting_pair_placed(self, event):
        for one in event["characters"]:
            self.people[one["id"]] = (event["seat"], list(one["traits"]))

    def on_child_born(self, event):
        self.people[event["character"]] = (event["seat"], list(event["traits"]))

    on_house_restored = on_child_born

    def on_character_died(self, event):
        del self.people[event["character"]]

    def on_trait_changed(self, event):
        self.people[event["character"]][1][event["trait_index"]] = event["new"]

    def on_potential_taken(self, event):
        seat = event["seat"]
        self.before[seat] = self.supplies[seat]
        if event["tokens"] is not None:
            self.gains(seat, event["tokens"])
            return
        gains = self.possible_gains(seat, event["count"], event["doubled"])
        self.supplies[seat] = {
            tuple(map(add, one, gain)) for one in self.supplies[seat] for gain in gains
        }

    def possible_gains(self, seat, count, doubled):
        """AC-030, AC-034: each gives one token of its kinds, who is doubled two."""
        gives = {
            name: [kind for kind in dict.fromkeys(traits) if kind in self.kinds]
            for name, (owner, traits) in self.people.items()
            if owner == seat
        }
        sums = {(0,) * len(self.kinds)}
        for name in doubled:
            pairs = [
                self.amounts(Counter(pair))
                for pair in combinations_with_replacement(gives[name], 2)
            ]
            sums = {tuple(map(add, one, pair)) for one in sums for pair in pairs}
        found = set()
        single = [kinds for name, kinds in gives.items() if name not in doubled]
        for givers in combinations(single, count - 2 * len(doubled)):
            those = sums
            for kinds in givers:
                those = {
                    tuple(map(add, one, self.amounts({kind: 1}))) for one in those for kind in kinds
                }
            found |= those
        return found

    def on_potential_shown(self, event):
        self.supplies[event["seat"]] = self.before[event["seat"]]
        self.gains(event["seat"], event["tokens"])

    def on_tokens_bought(self, event):
        self.pays(event["seat"], {"money": event["money"]})
        self.gains(event["seat"], event["tokens"])

    def on_extra_used(self, event):
        self.gains(event["seat"], event["tokens"])

    def on_food_paid(self, event):
        seat = event["seat"]
        self.pays(seat, {"food": event["paid"]})
        if event["missing"]:
            food = self.kinds.index("food")
            self.supplies[seat] = {one for one in self.supplies[seat] if not one[food]}

    def on_auction_resolved(self, event):
        for seat, bid in enumerate(event["bids"]):
            self.pays(seat, {event["kind"]: bid})

    def on_barbarians_resolved(self, event):
        self.pays(event["seat"], event["paid"])

    def on_combat_resolved(self, event):
        for side in (event["attacker"], event["defender"]):
            self.pays(side["seat"], side["tokens"])

    def on_game_finished(self, event):
        self.supplies = [{self.amounts(tokens)} for tokens in event["supplies"]]

    # The cards.

    def on_cards_dealt(self, event):
        self.sizes[event["seat"]] += event["count"]
        if event["cards"] is not None:
            self.own += Counter(event["cards"])

    def on_cards_bought(self, event):
        self.on_cards_dealt(event)
        self.pays(event["seat"], {"money": event["money"]})

    def loses(self, seat, cards):
        self.sizes[seat] -= len(cards)
        self.known[seat] -= Counter(cards)
        if seat == self.viewer:
            self.own -= Counter(cards)

    def on_cards_discarded(self, event):
        self.loses(event["seat"], event["cards"])
        self.discard += event["cards"]

    def on_card_played(self, event):
        self.loses(event["seat"], [event["card"]])
        if event["discarded"]:
            self.discard.append(event["card"])
        else:
            self.cards[event["card"]] -= 1

    def on_discard_reshuffled(self, event):
        self.left, self.discard = Counter(self.discard), []

    def on_marriage_offered(self, event):
        self.holds(event["seat"], event["tokens"])
        if event["cards"] is not None and event["seat"] != self.viewer:
            self.known[event["seat"]] |= Counter(event["cards"])

    on_dowry_improved = on_marriage_offered

    def on_dowry_paid(self, event):
        giver, taker, cards = event["from_seat"], event["to_seat"], event["cards"]
        self.pays(giver, event["tokens"])
        self.gains(taker, event["tokens"])
        self.sizes[taker] += event["card_count"]
        if cards is None:
            self.sizes[giver] -= event["card_count"]
            for card in self.known[giver]:
                self.known[giver][card] -= event["card_count"]
            self.known[giver] = +self.known[giver]
            return
        self.loses(giver, cards)
        if taker == self.viewer:
            self.own += Counter(cards)
        else:
            self.known[taker] += Counter(cards)

    # All together.

    def doubts(self, state):
        order = [state.setup.tokens.index(kind) for kind in self.kinds]
        for seat, house in enumerate(state.houses):
            supply = tuple(house.supply[place] for place in order)
            if supply not in self.supplies[seat]:
                yield f"seat {seat} cannot hold {dict(zip(self.kinds, supply, strict=True))}"
            yield from differ(f"hand of seat {seat}", self.sizes[seat], len(house.hand))
            yield from lacks(f"hand of seat {seat}", self.known[seat], house.hand)
        if self.viewer >= 0:
            yield from differ("own hand", self.own, Counter(state.houses[self.viewer].hand))
        yield from differ("discard pile", self.discard, list(state.discard))
        yield from strays("deck", self.left, state.deck)
        if state.phase != "set_up":
            hands = [card for house in state.houses for card in house.hand]
            there = Counter([*hands, *state.deck, *state.discard])
            yield from differ("all cards", +self.cards, there)
