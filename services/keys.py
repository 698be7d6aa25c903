"""The names of everything in Redis, and the partition in which a game lies.

All keys of a game carry the tag of its partition, `{p07}`, so that they lie in one slot of a cluster and
one script can touch them all. The first two characters of a game's id say the partition.
"""

from __future__ import annotations

import hashlib
import re
import secrets

PARTITIONS = 64
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_CAMPAIGN = "campaign:"
_GAME_ID = re.compile(r"(?:[0-5][0-9]|6[0-3])[a-z2-9]{14}\Z")

ALL_PARTITIONS = tuple(f"{{p{number:02}}}" for number in range(PARTITIONS))


def new_id(partition: int | None = None) -> str:
    """Make an unguessable id in the partition, or in any: 14 characters of 5 bits after the partition."""
    number = secrets.randbelow(PARTITIONS) if partition is None else partition
    return id_of(number, secrets.token_bytes(14))


def id_of(partition: int, noise: bytes) -> str:
    """Write an id in the partition with 14 bytes of noise."""
    return f"{partition:02}" + "".join(_ALPHABET[byte % 32] for byte in noise)


def session_id(campaign: str, scope: str | None) -> str:
    """Make the id of a campaign's session, in its partition: the same for the same request, else a new one."""
    partition = int(campaign[:2])
    if scope is None:
        return new_id(partition)
    return id_of(partition, hashlib.sha256(f"{campaign}\n{scope}".encode()).digest()[:14])


def is_id(text: str) -> bool:
    """Tell whether this can be the id of a game, player or campaign at all."""
    return _GAME_ID.match(text) is not None


def partition_for(text: str) -> int:
    """Give the partition that a text falls into, for what has no id yet."""
    return hashlib.sha256(text.encode()).digest()[0] % PARTITIONS


def tag_of(an_id: str) -> str:
    """Give the partition tag of an id."""
    return f"{{p{an_id[:2]}}}"


def events(game: str) -> str:
    """The stream of a game's events."""
    return f"rt:{tag_of(game)}:game:{game}:events"


def meta(game: str) -> str:
    """What lists show of a game."""
    return f"rt:{tag_of(game)}:game:{game}:meta"


def snapshot(game: str) -> str:
    """A recent state of a long game; can be thrown away."""
    return f"rt:{tag_of(game)}:game:{game}:snapshot"


def commits(tag: str) -> str:
    """The notices of commits in a partition."""
    return f"rt:{tag}:commits"


def work(tag: str) -> str:
    """The outbox of a partition: what the workers have to do."""
    return f"rt:{tag}:work"


def due(tag: str) -> str:
    """Games of a partition by the time at which the sweeper has to look at them."""
    return f"rt:{tag}:due"


def idempotency(tag: str, scope: str) -> str:
    """The first answer to a request that came with an idempotency key."""
    return f"rt:{tag}:idem:{scope}"


def campaign_events(campaign: str) -> str:
    """The stream of a campaign's events."""
    return f"rt:{tag_of(campaign)}:campaign:{campaign}:events"


def campaign_meta(campaign: str) -> str:
    """What lists show of a campaign."""
    return f"rt:{tag_of(campaign)}:campaign:{campaign}:meta"


def campaign_name(campaign: str) -> str:
    """Name a campaign where games are named as well: in notices, outboxes and the due list."""
    return f"{_CAMPAIGN}{campaign}"


def campaign_named(name: str) -> str | None:
    """Give the id of the campaign that is named so; nothing if it is a game."""
    return name.removeprefix(_CAMPAIGN) if name.startswith(_CAMPAIGN) else None


def index(tag: str, name: str) -> str:
    """Games of a partition that have something in common, newest last."""
    return f"rt:{tag}:games:{name}"


def player(player_id: str) -> str:
    """A player's record."""
    return f"rt:{tag_of(player_id)}:player:{player_id}"


def edition(edition_id: str) -> str:
    """A supplied edition, by the hash of its content."""
    return f"rt:edition:{edition_id}"
