"""Constraints that editions of several games share: what they find, where, and how they word it."""

from __future__ import annotations

from typing import NamedTuple

from domain.kernel.constraints import exactly, faults_below, one_row_for_each, unique


class Row(NamedTuple):
    id: str


ROWS = [Row(name) for name in "aba"]


def told(faults):
    return [(fault.pointer, fault.detail, fault.rule) for fault in faults]


def test_a_value_that_an_earlier_row_has_is_a_fault_of_the_later_one():
    detail = "'a' stands in an earlier row too; every id must differ"
    assert told(unique("rows", ROWS, "id")) == [("/rows/2/id", detail, None)]


def test_a_value_that_is_taken_elsewhere_is_a_fault_of_its_first_row():
    found = told(unique("rows", ROWS, "id", rule="XY-001", taken="b"))
    assert [(pointer, rule) for pointer, _, rule in found] == [
        ("/rows/1/id", "XY-001"),
        ("/rows/2/id", "XY-001"),
    ]


def test_rows_are_counted_and_named():
    assert told(exactly(3, "rows", ROWS, rule="XY-001")) == []
    wrong = ("/rows", "Expected exactly 2 things, found 3", "XY-001")
    assert told(exactly(2, "rows", ROWS, rule="XY-001", called="things")) == [wrong]
    (fault,) = exactly(4, "rows", ROWS, rule="XY-001")
    assert fault.detail == "Expected exactly 4 rows, found 3"


def test_each_wanted_value_has_one_row():
    found = told(one_row_for_each("abc", "rows", ROWS, "id", rule="XY-001", called="the {}"))
    assert found == [
        ("/rows", "Expected exactly one row for the a, found 2", "XY-001"),
        ("/rows", "Expected exactly one row for the c, found 0", "XY-001"),
    ]


def test_complaints_about_a_row_become_faults_of_its_fields():
    complaints = iter([("id", "XY-001", "too short")])
    assert told(faults_below("/rows/1", complaints)) == [("/rows/1/id", "too short", "XY-001")]
