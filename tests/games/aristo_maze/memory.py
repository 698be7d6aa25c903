"""What a viewer of Aristo-Maze knows: cards it has seen on floors, the backs of the others, what it placed."""

from __future__ import annotations

from msgspec import to_builtins

from tests.games.memory import AnyMemory, differ


class Memory(AnyMemory):
    """AM-026 to AM-043, AM-R06: round 3 gathers all cards and with it all is forgotten."""

    def begin(self):
        self.types = {card.id: card.type for card in self.edition.deck(self.options.mode)}
        self.dungeon = {}
        self.used = {}
        self.placed = {}

    def on_round_started(self, event):
        self.used = self.dungeon if event["round"] == 2 else {}
        self.dungeon = {one["floor"]: (one["type"], one["card"]) for one in event["dungeon"]}
        self.placed = {}

    def sees(self, floor, card):
        self.dungeon[floor] = (self.dungeon[floor][0], card)

    def on_card_seen(self, event):
        if event["card"] is not None:
            self.sees(event["floor"], event["card"])

    def on_plans_revealed(self, event):
        for one in event["turned_up"]:
            self.sees(one["floor"], one["card"])

    def on_inquiry_placed(self, event):
        self.place("inquiry", event["floors"])

    def on_bids_placed(self, event):
        self.place("bids", event["bids"])

    def on_plan_placed(self, event):
        if event["return_floor"] is not None:
            names = ("return_floor", "skip_floors")
            self.place("plan", {name: event[name] for name in names})

    def place(self, what, placement):
        if placement is not None:
            self.placed[what] = placement

    def on_inquiry_revealed(self, event):
        self.placed.pop("inquiry", None)

    def on_bids_revealed(self, event):
        self.placed.pop("bids", None)

    def doubts(self, state):
        names = [card.id for card in state.setup.components.cards]
        for what, known, floors in (
            ("dungeon", self.dungeon, state.dungeon),
            ("used cards", self.used, state.used),
        ):
            for number, floor in enumerate(floors, start=1):
                (back, card), there = known[number], names[floor.card]
                yield from differ(f"{what}, floor {number}, back", back, self.types[there])
                if card is not None:
                    yield from differ(f"{what}, floor {number}", card, there)
        if state.dungeon:
            lying = [*(one.card for one in (*state.dungeon, *state.used)), *state.deck]
            yield from differ("all cards", sorted(self.types), sorted(names[c] for c in lying))
        if self.viewer >= 0:
            for what, placement in self.placed.items():
                there = getattr(state.seats[self.viewer], what)
                yield from differ(f"own {what}", placement, to_builtins(there, builtin_types=()))
