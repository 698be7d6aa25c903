"""Players and their tokens. A token is shown once; only its hash is kept.

A token is `rt_<player id>_<secret>`. Who repeats a request for one with the same idempotency key gets
the same token again without its having been kept: the secret is derived from the key then, which
therefore has to be unguessable.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Literal, TypeAlias

import msgspec

from domain.kernel.errors import BadShape, Fault
from domain.kernel.values import Value
from domain.table.journal import UtcTime
from services import keys
from services.errors import KeyReused, PlayerUnknown, TokenUnknown
from services.once import fingerprint
from services.redis_link import Link
from services.scripts import Script

Kind: TypeAlias = Literal["human", "program"]

"""A moment, as JSON in RFC 3339."""

KEY_AT_LEAST = 16
KEEP_NOTICES = 1000
TRUST_SECONDS = 10.0
"""How long a token that was good is taken for good without asking again."""

_ROTATE = Script("rotate.lua")
_TOKEN = re.compile(r"rt_([0-9]{2}[a-z2-9]{14})_[A-Za-z0-9_-]{43}\Z")


class Player(Value):
    """Somebody who can hold seats: a person or a program."""

    player_id: str
    name: str
    kind: Kind
    created_at: UtcTime


class _Kept(Value):
    """A player as stored."""

    player: Player
    token_hash: str
    made_by: str
    """Fingerprint of the request that made the token; empty without an idempotency key."""


class Players:
    """Registers players and knows them by their tokens."""

    def __init__(self, link: Link, now: Callable[[], datetime], trust: int = 100_000) -> None:
        self._link = link
        self._now = now
        self._trust = trust
        self._known: OrderedDict[str, tuple[float, Player]] = OrderedDict()

    async def create(
        self, name: str, kind: Kind, key: str | None, body: bytes
    ) -> tuple[Player, str, bool]:
        """Register a player; give the token, and whether this repeats an earlier request.

        Raises `BadShape` for a key that could be guessed, `KeyReused` for one used for another name
        or whose token has been replaced.
        """
        if key is None:
            player_id, secret, made_by = keys.new_id(), _new_secret(), ""
        else:
            _require_unguessable(key)
            made_by = fingerprint(body)
            player_id, secret = _derived_id(key), _derived_secret(key, "create")
        player = Player(player_id=player_id, name=name, kind=kind, created_at=self._now())
        token = f"rt_{player_id}_{secret}"
        kept = _Kept(player=player, token_hash=hash_of(token), made_by=made_by)
        stored = await self._link.execute(
            "SET", keys.player(player_id), msgspec.json.encode(kept), "NX"
        )
        if stored is not None:
            return player, token, False
        first = await self._read(player_id)
        if first.made_by != made_by:
            raise KeyReused("This idempotency key came with another request before; use a new one.")
        if not hmac.compare_digest(first.token_hash, hash_of(token)):
            raise KeyReused("The token that this idempotency key gave has been replaced since.")
        return first.player, token, True

    async def get(self, player_id: str) -> Player:
        """Find a player. Raises `PlayerUnknown`."""
        return (await self._read(player_id)).player

    def recall(self, token: str) -> Player | None:
        """Give the player of a token that was checked a moment ago."""
        known = self._known.get(token)
        if known is None or known[0] < monotonic():
            return None
        return known[1]

    async def authenticate(self, token: str) -> Player:
        """Find whose token this is. Raises `TokenUnknown`."""
        player = self.recall(token)
        if player is not None:
            return player
        match = _TOKEN.match(token)
        if match is None:
            raise TokenUnknown("This is not a token of this service.")
        try:
            kept = await self._read(match[1])
        except PlayerUnknown:
            raise TokenUnknown("Nobody has this token.") from None
        if not hmac.compare_digest(kept.token_hash, hash_of(token)):
            raise TokenUnknown("This token is no longer valid.")
        self._known[token] = (monotonic() + TRUST_SECONDS, kept.player)
        self._known.move_to_end(token)
        while len(self._known) > self._trust:
            self._known.popitem(last=False)
        return kept.player

    async def rotate(self, token: str, key: str | None) -> tuple[Player, str, bool]:
        """Replace a token; the old one is worth nothing from now on.

        A repeat with the old token and the same key gives the new token again, for a day.
        """
        match = _TOKEN.match(token)
        if match is None:
            raise TokenUnknown("This is not a token of this service.")
        if key is not None:
            _require_unguessable(key)
        player_id, old = match[1], hash_of(token)
        secret = _new_secret() if key is None else _derived_secret(key, old)
        fresh = f"rt_{player_id}_{secret}"
        try:
            kept = await self._read(player_id)
        except PlayerUnknown:
            raise TokenUnknown("Nobody has this token.") from None
        if not hmac.compare_digest(kept.token_hash, old):
            if key is not None and hmac.compare_digest(kept.token_hash, hash_of(fresh)):
                return kept.player, fresh, True
            raise TokenUnknown("This token is no longer valid.")
        changed = msgspec.structs.replace(kept, token_hash=hash_of(fresh))
        record = (msgspec.json.encode(kept), msgspec.json.encode(changed))
        both = (keys.player(player_id), keys.commits(keys.tag_of(player_id)))
        if not await _ROTATE.run(self._link, both, *record, old, KEEP_NOTICES):
            raise TokenUnknown("This token has just been replaced.")
        self.distrust(old)
        return kept.player, fresh, False

    def distrust(self, token_hash: str | None = None) -> None:
        """Ask again about a token, or about all, when it next comes."""
        for token in list(self._known):
            if token_hash is None or hash_of(token) == token_hash:
                del self._known[token]

    async def _read(self, player_id: str) -> _Kept:
        if not keys.is_id(player_id):
            raise PlayerUnknown(f"There is no player {player_id}.")
        kept = await self._link.execute("GET", keys.player(player_id))
        if kept is None:
            raise PlayerUnknown(f"There is no player {player_id}.")
        return msgspec.json.decode(kept, type=_Kept)


def hash_of(token: str) -> str:
    """Give the form in which a token is kept."""
    return hashlib.sha256(token.encode()).hexdigest()


def _new_secret() -> str:
    return secrets.token_urlsafe(32)


def _derived_secret(key: str, purpose: str) -> str:
    digest = hmac.digest(key.encode(), f"roundtable token|{purpose}".encode(), "sha256")
    return msgspec.json.encode(digest).decode().strip('"').rstrip("=").translate(_URL_SAFE)


_URL_SAFE = str.maketrans("+/", "-_")


def _derived_id(key: str) -> str:
    """Give the player id that belongs to an idempotency key."""
    digest = hmac.digest(key.encode(), b"roundtable player", "sha256")
    return keys.id_of(digest[0] % keys.PARTITIONS, digest[1:15])


def _require_unguessable(key: str) -> None:
    if len(key) < KEY_AT_LEAST:
        detail = (
            f"Here an Idempotency-Key must be unguessable, at least {KEY_AT_LEAST} characters, for "
            "whoever knows it can ask for the token again. A random UUID is good."
        )
        raise BadShape([Fault(pointer="/headers/Idempotency-Key", detail=detail)])
