"""The hash chain: the published recipe, done again, and that nothing can be changed unnoticed."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.chain import GENESIS, canonical, commitment, link, salt, sha256
from tests.kernel.second_verifier import SEED, VECTORS, written_again

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_the_canonical_form_is_that_of_the_page(value):
    assert canonical(value) == written_again(value)


@pytest.mark.parametrize("code", range(0x20))
def test_control_characters_are_escaped_as_the_page_says(code):
    assert canonical(chr(code)) == written_again(chr(code))


def test_the_order_of_keys_is_that_of_code_points():
    # By UTF-16 units, as JavaScript sorts, the emoji would come first.
    assert canonical({"😀": 1, "豈": 2, "a": 3}) == '{"a":3,"豈":2,"😀":1}'.encode()


def test_the_published_canonical_form():
    (vector,) = VECTORS["canonical"]
    assert canonical(vector["value"]) == vector["text"].encode()


def test_the_published_key():
    """The key of the draws mixes the seed with what the players contributed."""
    (vector,) = VECTORS["key"]
    mixed = hmac.new(SEED, written_again(vector["client_seeds"]), hashlib.sha256)
    assert mixed.hexdigest() == vector["key"]


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda v: v["field"])
def test_the_published_commitments(vector):
    version, field = vector["version"], vector["field"]
    its_salt = salt(SEED, version, field)
    assert its_salt == vector["salt"]
    message = f"salt|{version}|{field}".encode()
    assert its_salt == hmac.new(SEED, message, hashlib.sha256).digest()[:16].hex()
    assert commitment(its_salt, vector["value"]) == vector["commitment"]


def test_the_published_chain():
    previous = GENESIS
    for vector in VECTORS["chain"]:
        covered = previous.encode() + written_again(vector["public"])
        assert link(previous, vector["public"]) == vector["hash"]
        assert hashlib.sha256(covered).hexdigest() == vector["hash"]
        previous = vector["hash"]


@given(json_values, json_values)
def test_another_value_does_not_fit_the_commitment(value, other):
    its_salt = salt(SEED, 3, "cards")
    fits = commitment(its_salt, value) == commitment(its_salt, other)
    assert fits == (written_again(value) == written_again(other))


def test_equal_secrets_have_different_commitments():
    """Otherwise a hand could be found by trying: every place has a salt of its own."""
    places = [(seed, version, field) for seed in (SEED, SEED[::-1]) for version in (7, 8, 78)
              for field in ("cards", "adventurer")]  # fmt: skip
    assert len({commitment(salt(*place), {"mage": 1}) for place in places}) == len(places)


@given(
    st.lists(st.dictionaries(st.text(max_size=3), json_values, max_size=3), min_size=1, max_size=5),
    st.data(),
)
def test_whatever_is_changed_the_last_hash_changes(events, data):
    at = data.draw(st.integers(0, len(events) - 1))
    kind = data.draw(st.sampled_from(["changed", "removed", "repeated"]))
    tampered = list(events)
    if kind == "changed":
        tampered[at] = {**events[at], "tampered": True}
    elif kind == "removed":
        del tampered[at]
    else:
        tampered.insert(at, events[at])
    assert last_hash(tampered) != last_hash(events)


def last_hash(events):
    previous = GENESIS
    for event in events:
        previous = link(previous, event)
    return previous


def test_sha256_is_written_in_hex():
    assert sha256(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
