"""What a viewer of Tavern Heroes knows: of every card where it can lie, since all that leaves a hand lies open."""

from __future__ import annotations

from collections import Counter

from tests.games.memory import AnyMemory, differ, strays

ROWS = ("monster", "city", "talent")


class Memory(AnyMemory):
    """TH-101 to TH-105, TH-007 to TH-009, TH-124, TH-125, TH-R05."""

    def begin(self):
        self.hands = [Counter() for _ in range(self.players)]
        """By seat: how many Armament cards of each reshuffle (0: of the set-up) it holds."""
        self.dealt = dict.fromkeys(self.edition.armament, 0)
        """Of each Armament card with which reshuffle it was last in the deck."""
        self.reshuffles = 0
        self.deck_left = len(self.edition.armament)
        self.discard = []
        self.own_hand = []
        self.gone = {name: set() for name in (*ROWS, "resource", "expansion")}
        """Cards that have left these decks for good, or for the time being."""
        self.resource_discard = []
        self.policies = None
        self.chosen = {}
        self.turned = set()
        self.taken = None

    def on_game_set_up(self, event):
        for row in ROWS:
            self.gone[row] |= set(event[f"{row}_row"])
        self.resource_discard = list(event["resource_discard"])
        self.gone["resource"] |= set(self.resource_discard)

    def on_row_refilled(self, event):
        self.gone[event["row"]].add(event["card"])

    def on_territory_gained(self, event):
        if event["kind"] == "expansion":
            self.gone["expansion"].add(event["card"])

    def on_resource_taken(self, event):
        self.gone["resource"].add(event["card"])
        if event["from"] == "discard":
            self.resource_discard.pop()

    def on_resource_cards_discarded(self, event):
        self.resource_discard += event["cards"]

    def on_resource_discard_started(self, event):
        self.gone["resource"].add(event["card"])
        self.resource_discard = [event["card"]]

    def on_resource_deck_reshuffled(self, event):
        self.gone["resource"] -= set(self.resource_discard[:-1])
        self.resource_discard = self.resource_discard[-1:]

    def on_armaments_drawn(self, event):
        self.hands[event["seat"]][self.reshuffles] += event["count"]
        self.deck_left -= event["count"]
        if event["cards"] is not None:
            self.own_hand += event["cards"]

    def on_armaments_discarded(self, event):
        self.discard += event["cards"]
        for card in event["cards"]:
            self.hands[event["seat"]][self.dealt[card]] -= 1
            if event["seat"] == self.viewer:
                self.own_hand.remove(card)

    def on_armament_deck_reshuffled(self, event):
        self.reshuffles += 1
        self.dealt |= dict.fromkeys(self.discard, self.reshuffles)
        self.deck_left, self.discard = len(self.discard), []

    def on_policies_dealt(self, event):
        self.policies = event["policies"] or self.policies

    def on_policy_chosen(self, event):
        if event["policy"] is not None:
            self.chosen[event["seat"]] = event["policy"]

    def on_round_prepared(self, event):
        self.turned |= set(event["policies_turned"])
        if event["round"] == 1:
            self.chosen = {int(seat): policy for seat, policy in event["policies"].items()}

    def on_final_policy_chosen(self, event):
        self.taken = event["policy"] or self.taken

    def doubts(self, state):
        yield from self.about_armaments(state)
        yield from self.about_decks(state)
        yield from self.about_policies(state)

    def about_armaments(self, state):
        for number, seat in enumerate(state.seats):
            held = Counter(self.dealt[card] for card in seat.armament_cards)
            yield from differ(f"Armaments of seat {number} by reshuffle", +self.hands[number], held)
        if self.viewer >= 0:
            own = state.seats[self.viewer].armament_cards
            yield from differ("own Armaments", tuple(self.own_hand), own)
        yield from differ("Armament deck", self.deck_left, len(state.armament_deck))
        there = Counter(self.dealt[card] for card in state.armament_deck)
        yield from strays(
            "Armament deck", Counter({self.reshuffles: self.deck_left}), there.elements()
        )

    def about_decks(self, state):
        expansions = [card for deck in state.expansion_decks for card in deck]
        for what, deck in (
            ("monster", state.monster_deck),
            ("city", state.city_deck),
            ("talent", state.talent_deck),
            ("resource", state.resource_deck),
            ("expansion", expansions),
        ):
            yield from differ(f"{what} deck", set(), self.gone[what] & set(deck))

    def about_policies(self, state):
        hidden = {*state.policy_deck, *state.policies_removed}
        yield from differ("Policies that lay open and are hidden", set(), self.turned & hidden)
        for seat, policy in self.chosen.items():
            yield from differ(f"first Policy of seat {seat}", policy, state.seats[seat].chosen)
        if self.policies is not None:
            own = state.seats[self.viewer]
            yield from differ("own Policies", tuple(self.policies), own.policies_dealt)
            others = {
                c for n, s in enumerate(state.seats) if n != self.viewer for c in s.policies_dealt
            }
            yield from differ("own Policies dealt to others", set(), others & set(self.policies))
            if state.policy_deck and state.round:
                left = set(self.policies) - set(self.chosen.values()) - self.turned
                yield from differ("own Policies neither in the deck nor gone", set(), left - hidden)
        if self.taken is not None:
            final = state.final_policy(self.viewer)
            yield from differ("Policy taken last", self.taken, final)
