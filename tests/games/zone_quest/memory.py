"""What a viewer of Zone Quest knows: which cards lie in each deck, of whose order nothing is ever seen."""

from __future__ import annotations

from collections import Counter

from tests.games.memory import AnyMemory, differ


class Memory(AnyMemory):
    """ZQ-013, ZQ-014, ZQ-R13, ZQ-R49: what lies where; whatever goes back to a deck is shuffled in."""

    def begin(self):
        self.bosses, self.worn, self.decks = set(), Counter(), {}

    def on_session_started(self, event):
        self.bosses = set(event["bosses_defeated"])
        self.worn = Counter(one for seat in event["seats"] for one in seat["items"].values())

    def printed(self, deck):
        if deck == "market":
            return Counter({one.id: one.count for one in self.edition.items}) - self.worn
        return Counter(
            {
                one.id: one.count
                for one in self.edition.enemies
                if deck == f"zone_{one.zone}" and one.id not in self.bosses
            }
        )

    def on_deck_shuffled(self, event):
        self.decks.setdefault(event["deck"], self.printed(event["deck"]))

    def on_cards_returned(self, event):
        self.decks[event["deck"]] += Counter(event["cards"])

    def on_market_searched(self, event):
        self.decks["market"] -= Counter(event["drawn"])

    def on_encounter_started(self, event):
        self.decks[f"zone_{event['zone']}"] -= Counter([event["enemy"]])

    def doubts(self, state):
        for deck, known in self.decks.items():
            yield from differ(deck, known, Counter(state.deck(deck)))
