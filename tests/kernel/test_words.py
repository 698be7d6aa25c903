"""One thing, several things."""

from __future__ import annotations

from domain.kernel.words import some


def test_one_card_and_several_cards():
    assert [some(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
