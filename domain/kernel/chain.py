"""The hash chain that also holds for redacted streams.

A secret field stands in the chain as a commitment, so a viewer who may not see it can still check
every link, and when it comes out it must fit. The recipe, for a verifier in any language:

- *canonical(x)*: JSON of x in UTF-8 without white space, object keys sorted by code point; values
  are only null, booleans, integers, strings, arrays and objects.
- *salt*: the first 16 bytes of HMAC-SHA256(key = seed, message = `"salt|<version>|<field>"`), in
  hex.
- *commitment* of a field: hex SHA-256 of (salt in hex, as ASCII, then canonical(value)).
- *hash* of an event: hex SHA-256 of (hash of the event before in hex, as ASCII, then
  canonical(public)), where *public* is the event as a spectator sees it without `hash` and `salts`:
  secret fields null, their commitments in `commitments`. Before the first event stand 64 zeros.

The same with examples: docs/chance.md.
"""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from domain.kernel.values import Json

GENESIS = "0" * 64

canonical = msgspec.json.Encoder(order="sorted").encode
"""Give the one form in which values are hashed; of a struct it is that of the map that it travels as."""


def sha256(data: bytes) -> str:
    """Give the SHA-256 in hex."""
    return hashlib.sha256(data).hexdigest()


def salt(seed: bytes, version: int, field: str) -> str:
    """Derive the salt of a secret field, in hex."""
    return hmac.digest(seed, f"salt|{version}|{field}".encode(), "sha256")[:16].hex()


def commitment(field_salt: str, value: Json) -> str:
    """Commit to a secret value."""
    return sha256(field_salt.encode() + canonical(value))


def link(previous: str, public: Json) -> str:
    """Give the hash of an event whose public part this is."""
    return sha256(previous.encode() + canonical(public))
