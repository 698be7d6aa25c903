"""The rules of Aristoocrazy, one module a part of the rulebook; `decide` is the door to them."""
