"""Items dealt anew stay within their batches, and every order within a batch turns up."""

from __future__ import annotations

import random

import pytest

from domain.kernel.chance import FastChance
from domain.kernel.dealing import deal_anew


def test_each_place_gets_an_item_of_its_batch():
    seen = set()
    for seed in range(40):
        dealt = deal_anew(FastChance(random.Random(seed)), "abcXY", (1, 1, 1, "x", "x"))
        assert sorted(dealt[:3]) == ["a", "b", "c"]
        assert sorted(dealt[3:]) == ["X", "Y"]
        seen.add(dealt)
    assert len(seen) == 12


def test_every_item_is_of_a_batch():
    with pytest.raises(ValueError, match="shorter"):
        deal_anew(FastChance(random.Random(1)), "abc", (1, 1))
