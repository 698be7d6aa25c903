"""Answers are worked out once, and again when the memo has become full."""

from __future__ import annotations

from domain.kernel.memo import Memo


def test_an_answer_is_worked_out_once_for_all_that_it_depends_on():
    asked = []
    memo = Memo(most=2)

    def double(number):
        asked.append(number)
        return 2 * number

    assert [memo.answer(n, double, n) for n in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert asked == [1, 2]


def test_a_full_memo_begins_anew():
    memo = Memo(most=2)
    assert [memo.answer(n, str, n) for n in (1, 2, 3, 1)] == ["1", "2", "3", "1"]
    assert memo.answer(3, str, "kept") == "3"
    assert memo.answer(2, str, "forgotten") == "forgotten"
