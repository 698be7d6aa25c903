"""What a viewer of Burnmelt Cave knows: its own cards, and of each type how many are out of sight."""

from __future__ import annotations

from collections import Counter

from tests.games.memory import AnyMemory, differ


class Memory(AnyMemory):
    """BM-013 to BM-023: all is dealt anew every round; what is played or in the Centre lies open."""

    def begin(self):
        self.row = self.edition.setup_for(self.players)
        self.types = [one.id for one in self.edition.adventurers]
        self.sizes = [0] * self.players
        self.own = Counter()
        self.chosen = None
        self.open = Counter()
        self.aside = None

    def on_round_started(self, event):
        self.aside = event["set_aside_count"]
        self.open, self.chosen = Counter(), None

    def on_hand_dealt(self, event):
        self.sizes[event["seat"]] = event["count"]
        if event["cards"] is not None:
            self.own = Counter(event["cards"])

    def on_centre_card_chosen(self, event):
        self.sizes[event["seat"]] -= 1
        if event["adventurer"] is not None:
            self.chosen = event["adventurer"]
            self.own[self.chosen] -= 1

    def on_centre_revealed(self, event):
        self.open += Counter(event["cards"])

    def on_cards_played(self, event):
        self.sizes[event["seat"]] -= event["count"]
        self.open[event["adventurer"]] += event["count"]
        if event["seat"] == self.viewer:
            self.own[event["adventurer"]] -= event["count"]

    def doubts(self, state):
        if self.aside is None:
            return
        hands = [named(self.types, seat.hand) for seat in state.seats]
        yield from differ("hands", self.sizes, [hand.total() for hand in hands])
        yield from differ("cards set aside", self.aside, sum(state.set_aside))
        if self.viewer >= 0:
            yield from differ("own hand", +self.own, hands[self.viewer])
            if self.chosen is not None:
                choice = state.seats[self.viewer].centre_choice
                yield from differ("own choice", self.chosen, self.types[choice])
        hidden = sum(hands, named(self.types, state.set_aside))
        if not state.is_revealed:
            chosen = [one.centre_choice for one in state.seats if one.centre_choice is not None]
            hidden += Counter(self.types[place] for place in chosen)
        unseen = Counter(dict.fromkeys(self.types, self.row.cards_per_type)) - self.open
        yield from differ("all that is hidden", unseen, hidden)


def named(types, counts):
    return Counter({name: n for name, n in zip(types, counts, strict=True) if n})
