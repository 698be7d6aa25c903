"""Luck: the published algorithm, done again without a line of the product's; its evenness; scripts."""

import random
from collections import Counter
from itertools import pairwise, permutations, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chance import (
    Chance,
    ChanceRng,
    FastChance,
    LuckNeeded,
    NoChance,
    ScriptedChance,
    SeededChance,
)
from domain.kernel.play import Play
from tests.kernel.second_verifier import SEED, VECTORS, Verifier


def seeded(event, ordinal=0, key=SEED):
    """Give the seeded luck at an event after so many draws."""
    chance = SeededChance(key, event)
    for _ in range(ordinal):
        chance.roll("another", (1, 2))
    return chance


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda v: f"{v['point']}-{v['ordinal']}")
def test_the_published_draws(vector):
    point, event, ordinal = vector["point"], vector["event"], vector["ordinal"]
    chance, verifier = seeded(event, ordinal), Verifier(SEED, point, event, ordinal)
    if "items" in vector:
        assert list(chance.shuffle(point, vector["items"])) == vector["outcome"]
        assert verifier.shuffle(vector["items"]) == vector["outcome"]
    elif "faces" in vector:
        assert list(chance.roll(point, vector["faces"], vector["dice"])) == vector["outcome"]
        assert verifier.roll(vector["faces"], vector["dice"]) == vector["outcome"]
    else:
        below = chance._start(point)
        assert [below(n) for n in vector["below"]] == vector["outcome"]
        assert [verifier.below(n) for n in vector["below"]] == vector["outcome"]


def test_one_published_number_had_to_be_drawn_again():
    """Without this vector a verifier that forgets to refuse would pass."""
    vector = VECTORS["draws"][-1]
    first = next(Verifier(SEED, vector["point"], vector["event"], 0).words)
    assert first % vector["below"][0] != vector["outcome"][0]


@given(
    st.binary(min_size=32, max_size=32),
    st.text(max_size=20),
    st.integers(1, 10**6),
    st.integers(0, 3),
    st.integers(0, 80),
)
def test_any_draw_can_be_done_again(key, point, event, ordinal, size):
    chance = seeded(event, ordinal, key)
    assert list(chance.shuffle(point, range(size))) == Verifier(key, point, event, ordinal).shuffle(
        range(size)
    )
    faces = tuple(range(1, size + 2))
    assert list(chance.roll(point, faces, 3)) == Verifier(key, point, event, ordinal + 1).roll(
        faces, 3
    )


def test_the_ordinal_counts_the_draws_since_the_last_event():
    chance = SeededChance(SEED, 5)
    items = tuple(range(52))
    drawn = [chance.shuffle("deck", items), chance.shuffle("deck", items)]
    chance.event = 6
    drawn += [chance.shuffle("deck", items), chance.shuffle("deck", items)]
    again = [Verifier(SEED, "deck", event, n).shuffle(items) for event in (5, 6) for n in (0, 1)]
    assert [list(one) for one in drawn] == again
    assert len({tuple(one) for one in drawn}) == 4


def test_a_decision_counts_its_events_for_the_luck():
    """Play moves the event number on, so that a draw names the event that tells it."""
    play = Play((), lambda state, event: (*state, event), SeededChance(SEED, 41))
    first = play.shuffle("deck", range(9))
    play.record("shuffled")
    second = play.roll("die", (1, 2, 3, 4, 5, 6), 2)
    third = play.roll("die", (1, 2, 3, 4, 5, 6), 2)
    play.record("rolled")
    assert list(first) == Verifier(SEED, "deck", 41, 0).shuffle(range(9))
    assert list(second) == Verifier(SEED, "die", 42, 0).roll((1, 2, 3, 4, 5, 6), 2)
    assert list(third) == Verifier(SEED, "die", 42, 1).roll((1, 2, 3, 4, 5, 6), 2)
    assert play.draws == [("deck",), ("die", "die")]


def chi_squared(counts, cells, draws):
    expected = draws / cells
    seen = sum((n - expected) ** 2 / expected for n in counts.values())
    return seen + (cells - len(counts)) * expected


# The bounds are the 99.9 % points of chi squared; the draws are fixed, so the tests never waver.
@pytest.mark.parametrize(
    "make", [lambda n: SeededChance(SEED, n), lambda n: FastChance(random.Random(n))]
)
def test_all_orders_are_equally_likely(make):
    draws = 24 * 200
    counts = Counter(make(n).shuffle("deck", "abcd") for n in range(1, draws + 1))
    assert set(counts) == set(permutations("abcd"))
    assert chi_squared(counts, factorial(4), draws) < 49.7


def test_all_faces_are_equally_likely_and_dice_do_not_hang_together():
    draws = 36 * 200
    dice = (1, 2, 3, 4, 5, 6)
    counts = Counter(SeededChance(SEED, n).roll("dice", dice, 2) for n in range(1, draws + 1))
    assert set(counts) == set(product(dice, dice))
    assert chi_squared(counts, 36, draws) < 66.6


def test_a_card_is_as_likely_at_every_place_of_a_large_deck():
    draws, deck = 4000, tuple(range(20))
    places = Counter(SeededChance(SEED, n).shuffle("deck", deck).index(0) for n in range(draws))
    assert chi_squared(places, len(deck), draws) < 43.8


def test_draws_of_one_event_and_of_neighbouring_events_do_not_hang_together():
    pairs: Counter[tuple[int, ...]] = Counter()
    for n in range(1, 4001):
        chance = SeededChance(SEED, n)
        pairs[chance.roll("die", (0, 1, 2)) + chance.roll("die", (0, 1, 2))] += 1
    assert chi_squared(pairs, 9, 4000) < 26.2
    rolls = [SeededChance(SEED, n).roll("die", (0, 1, 2)) for n in range(4001)]
    neighbours = Counter(pairwise(rolls))
    assert chi_squared(neighbours, 9, 4000) < 26.2


def fast(seed):
    return FastChance(random.Random(seed))


def test_fast_luck_is_a_function_of_its_generator():
    assert fast(3).shuffle("deck", range(30)) == fast(3).shuffle("deck", range(30))
    assert fast(3).shuffle("deck", range(30)) != fast(4).shuffle("deck", range(30))


@pytest.mark.parametrize("chance", [SeededChance(SEED, 1), FastChance(random.Random(1))])
def test_a_draw_keeps_what_there_is(chance):
    assert sorted(chance.shuffle("deck", "aabbc")) == list("aabbc")
    assert chance.shuffle("deck", ()) == ()
    assert chance.shuffle("deck", ("a",)) == ("a",)
    assert set(chance.roll("die", (3, 5), 50)) == {3, 5}
    assert chance.roll("die", (1, 2), 0) == ()


def scripted(script, used=None, event=1):
    return ScriptedChance(script, used or {}, SeededChance(SEED, event))


def test_a_scripted_shuffle_names_the_whole_order_or_the_first_few():
    chance = scripted({"deck": (["c", "a", "b"], ["b"])})
    assert chance.shuffle("deck", "abc") == ("c", "a", "b")
    assert chance.shuffle("deck", "abc") == ("b", "a", "c")


def test_a_script_is_taken_first_in_first_out_for_each_point():
    chance = scripted({"die": ([1], [2]), "deck": (["b"],)})
    assert chance.roll("die", (1, 2, 3)) == (1,)
    assert chance.shuffle("deck", "ab") == ("b", "a")
    assert chance.roll("die", (1, 2, 3)) == (2,)


def test_a_script_goes_on_where_the_game_has_come_to():
    assert scripted({"die": ([1], [2], [3])}, {"die": 2}).roll("die", (1, 2, 3)) == (3,)


def test_a_used_up_script_leaves_the_draw_to_the_luck_beneath():
    chance = scripted({"deck": (["c"],)}, event=9)
    chance.shuffle("deck", range(9))
    chance.event = 10
    expected = Verifier(SEED, "deck", 10, 0).shuffle(range(9))
    assert list(chance.shuffle("deck", range(9))) == expected
    assert list(chance.roll("die", (1, 2, 3), 2)) == Verifier(SEED, "die", 10, 1).roll((1, 2, 3), 2)


@pytest.mark.parametrize("told", [(["b", "a"], "shuffle"), ([2], "roll")])
def test_what_the_script_settles_in_full_is_not_counted_by_the_ordinal(told):
    outcome, kind = told
    chance = scripted({"first": (outcome,)}, event=3)
    if kind == "shuffle":
        chance.shuffle("first", "ab")
    else:
        chance.roll("first", (1, 2))
    assert list(chance.roll("die", range(99), 4)) == Verifier(SEED, "die", 3, 0).roll(range(99), 4)


def test_dice_that_the_script_does_not_tell_are_drawn():
    chance = scripted({"dice": ([6],)}, event=3)
    drawn = Verifier(SEED, "dice", 3, 0).roll((1, 2, 3, 4, 5, 6), 2)
    assert list(chance.roll("dice", (1, 2, 3, 4, 5, 6), 3)) == [6, *drawn]
    assert list(chance.roll("dice", range(99), 2)) == Verifier(SEED, "dice", 3, 1).roll(
        range(99), 2
    )


def test_of_a_scripted_outcome_only_what_fits_counts():
    chance = scripted({"deck": (["x", "c", "c", "a"],), "die": ([9, 1, 9],)})
    assert chance.shuffle("deck", "abc") == ("c", "a", "b")
    assert chance.roll("die", (1, 2), 1) == (1,)


def test_a_scripted_shuffle_knows_copies_of_a_card():
    chance = scripted({"deck": (["a", "a", "a"],)})
    assert chance.shuffle("deck", ("b", "a", "c", "a")) == ("a", "a", "b", "c")


def test_the_script_handed_in_is_not_changed():
    script, used = {"die": ([1], [2])}, {"die": 1}
    ScriptedChance(script, used, NoChance()).roll("die", (1, 2))
    assert script == {"die": ([1], [2])}
    assert used == {"die": 1}


def test_a_chance_in_the_guise_of_a_generator_draws_evenly_and_from_nothing_else():
    def drawn(seed):
        rng = ChanceRng(FastChance(random.Random(seed)), "guess")
        return [rng.randrange(3) for _ in range(50)], [rng.random() for _ in range(50)]

    numbers, fractions = drawn(1)
    assert set(numbers) == {0, 1, 2}
    assert all(0 <= one < 1 for one in fractions)
    assert drawn(1) == drawn(1) != drawn(2)


def test_a_dry_run_neither_uses_nor_reveals_luck():
    with pytest.raises(LuckNeeded, match="deck"):
        NoChance().shuffle("deck", "abc")
    with pytest.raises(LuckNeeded, match="die"):
        NoChance().roll("die", (1, 2))


def test_luck_without_a_source_cannot_be_drawn():
    with pytest.raises(NotImplementedError):
        Chance().roll("die", (1, 2))
