"""Refusals carry what the API answers with."""

import inspect

import pytest

from domain.kernel import errors
from domain.kernel.errors import BadAction, BadEdition, BadShape, Fault, GameError, RuleViolation

REFUSALS = [
    one
    for _, one in inspect.getmembers(errors, inspect.isclass)
    if issubclass(one, GameError) and one is not GameError
]


def test_a_violation_names_its_rule_reason_and_place():
    violation = RuleViolation("BM-025", "Take 2 cards.", reason="take_sum", pointer="/action/take")
    assert str(violation) == violation.detail == "Take 2 cards."
    assert (violation.rule, violation.reason) == ("BM-025", "take_sum")
    assert violation.pointer == "/action/take"


def test_bad_input_carries_all_its_faults_and_is_summed_up_by_the_first():
    faults = [
        Fault(pointer="/setups/0", detail="Too few cards", rule="BM-003"),
        Fault(pointer="/rounds", detail="Expected `object`"),
    ]
    error = BadEdition(faults)
    assert error.faults == tuple(faults)
    assert (str(error), error.rule, error.pointer) == ("Too few cards", "BM-003", "/setups/0")


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda one: one.__name__)
def test_every_refusal_has_a_code(refusal):
    assert refusal.code == refusal.code.lower()
    assert refusal.code != GameError.code


def test_codes_tell_refusals_apart():
    told_apart = [one for one in REFUSALS if one not in (BadShape, BadAction)]
    assert len({one.code for one in told_apart}) == len(told_apart)
    assert BadAction.code == BadShape.code


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes():
    for _, one in inspect.getmembers(errors, inspect.isclass):
        if issubclass(one, Exception):
            assert f" {one.__name__} " in errors.__doc__
