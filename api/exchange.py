"""One request and its answer: who calls, what they send, in which format, and whether they have sent it before."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.exceptions import InternalServerException

from api.formats import JSON, MSGPACK, decoder, preferred
from api.lean import Ready, has_query, header_of
from api.problems import Trouble
from domain.kernel.errors import BadShape, Fault
from domain.kernel.shape import Misfit, read
from services.errors import TokenMissing
from services.games import Done
from services.once import KEY_LENGTH, once, scope_of
from services.players import Player
from services.service import Services
from services.store import Once

T = TypeVar("T")

_PACKED = ";msgpack"
_VERSION = re.compile(r'(?:W/)?"?(\d{1,15})(?:-[^"]*)?"?\Z')
"""The version in an ETag of a game; quotes may be left out."""
MOST_TAGS = 16
_YES_OR_NO = {"true": True, "1": True, "false": False, "0": False}

NOTHING = b"{}"
"""What a request without a body says."""

encode = msgspec.json.encode


class Kept(msgspec.Struct, frozen=True):
    """An answer as it is kept for a repeat of its request."""

    status: int
    headers: dict[str, str]
    body: msgspec.Raw


def services_of(request: Request[Any, Any, Any]) -> Services:
    """Give the use cases."""
    return request.app.state.services  # type: ignore[no-any-return]  # Litestar's state is untyped


async def caller_of(request: Request[Any, Any, Any]) -> Player | None:
    """Find who calls; nobody without a token. Raises `TokenUnknown`."""
    token = token_of(request)
    if token is None:
        return None
    players = services_of(request).players
    player = players.recall(token) or await players.authenticate(token)
    request.scope["player"] = player.player_id  # type: ignore[typeddict-unknown-key]  # for the log line
    return player


async def player_of(request: Request[Any, Any, Any]) -> Player:
    """Find who calls. Raises `TokenMissing`, `TokenUnknown`."""
    player = await caller_of(request)
    if player is None:
        raise TokenMissing("This needs a token: Authorization: Bearer <token>.")
    return player


def token_of(request: Request[Any, Any, Any]) -> str | None:
    """Read the bearer token."""
    header = header_of(request, b"authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenMissing("Expected Authorization: Bearer <token>.")
    return token.strip()


async def body_of(request: Request[Any, Any, Any], wanted: type[T]) -> T:
    """Read the body, JSON or MessagePack. Raises `BadShape` with every fault, `Trouble` if unreadable.

    A body may be long in coming; whoever has lost the token meanwhile is not heard (`TokenUnknown`).
    """
    try:
        raw = await request.body()
    except InternalServerException:  # the sender has gone away midway; nobody will read this
        raise Trouble("malformed-json", "The body broke off.") from None
    await caller_of(request)
    content_type = header_of(request, b"content-type") or JSON
    coding = header_of(request, b"content-encoding") or "identity"
    if coding.lower() != "identity":
        raise Trouble("media-type-unsupported", f"A body in {coding[:100]} is not unpacked here.")
    decode = decoder(content_type if raw else JSON)
    if decode is None:
        raise Trouble(
            "media-type-unsupported",
            f"{content_type[:100]} is not read here, but {JSON} and {MSGPACK}.",
        )
    try:
        return decode(raw or NOTHING, type=wanted)  # type: ignore[no-any-return]  # of the wanted type
    except msgspec.ValidationError:
        return _every_fault(decode, raw or NOTHING, wanted)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Trouble("malformed-json", f"The body cannot be read: {error}.") from None


def _every_fault(decode: Callable[..., Any], raw: bytes, wanted: type[T]) -> T:
    """Read the body the slow way, to list all that is wrong with it."""
    try:
        return read(decode(raw), wanted)
    except Misfit as misfit:
        raise BadShape(misfit.faults) from None
    except (msgspec.DecodeError, RecursionError, ValueError, OverflowError) as error:
        raise Trouble("malformed-json", f"The body cannot be read: {error}.") from None


def key_of(request: Request[Any, Any, Any]) -> str | None:
    """Read the idempotency key, quoted or bare."""
    key = header_of(request, b"idempotency-key")
    if key is None:
        return None
    key = key.strip()
    if len(key) >= 2 and key[0] == key[-1] == '"':
        key = key[1:-1]
    if not 0 < len(key) <= KEY_LENGTH:
        detail = f"Expected 1 to {KEY_LENGTH} characters"
        raise BadShape([Fault(pointer="/headers/Idempotency-Key", detail=detail)])
    return key


async def scope_of_request(request: Request[Any, Any, Any], caller: str) -> str | None:
    """Name this request for idempotency, if it has a key."""
    key = key_of(request)
    if key is None:
        return None
    return scope_of(caller, request.method, request.scope["path"], key)


async def once_of(request: Request[Any, Any, Any], caller: str, tag: str) -> Once | None:
    """Say where the answer to this request is kept, if it has a key."""
    scope = await scope_of_request(request, caller)
    return once(tag, scope, await request.body()) if scope is not None else None


def keep(status: int, body: bytes, headers: Mapping[str, str] | None = None) -> bytes:
    """Put an answer into the form in which it is kept."""
    return encode(Kept(status=status, headers=dict(headers or {}), body=msgspec.Raw(body)))


def replied(request: Request[Any, Any, Any], done: Done) -> Response[bytes]:
    """Give the answer to a command, the first time or again."""
    kept = msgspec.json.decode(done.answer, type=Kept)
    headers = dict(kept.headers)
    if done.is_repeat:
        headers["idempotent-replayed"] = "true"
    return answer(request, bytes(kept.body), kept.status, headers)


def answer(
    request: Request[Any, Any, Any],
    body: Any,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response[bytes]:
    """Answer in the format that the caller accepts; `body` is a value, or JSON already.

    An ETag names one form of an answer: that in MessagePack is another.
    """
    told = dict(headers or {})
    content, media = body if isinstance(body, bytes) else encode(body), JSON
    if preferred(header_of(request, b"accept") or "") == MSGPACK:
        # By way of JSON: a moment is a text in every format.
        content, media = msgspec.msgpack.encode(msgspec.json.decode(content)), MSGPACK
        if "etag" in told:
            told["etag"] = f'{told["etag"][:-1]}{_PACKED}"'
    return Ready(content, status, media, told)


def if_match(request: Request[Any, Any, Any]) -> frozenset[int] | None:
    """Read the versions that an If-Match header names; null if any will do. Raises `BadShape`."""
    if header_of(request, b"if-match") is None:
        return None
    lines = (value for name, value in request.scope["headers"] if name == b"if-match")
    tags = [tag.strip() for tag in b",".join(lines).decode("latin-1").split(",")]
    if tags == ["*"]:
        return None
    matches = [_VERSION.match(tag) for tag in tags if tag]
    versions = frozenset(int(match[1]) for match in matches if match is not None)
    if not versions or len(matches) > MOST_TAGS or None in matches:
        detail = f'Expected up to {MOST_TAGS} ETags that this game has given, such as "41-0"'
        raise BadShape([Fault(pointer="/headers/If-Match", detail=detail)])
    return versions


def is_known(request: Request[Any, Any, Any], etag: str) -> bool:
    """Tell whether the caller has this state already (If-None-Match)."""
    header = header_of(request, b"if-none-match")
    if header is None:
        return False
    packed = preferred(header_of(request, b"accept") or "") == MSGPACK
    own = (f'{etag[:-1]}{_PACKED}"' if packed else etag).removeprefix("W/")
    return any(one.strip().removeprefix("W/") in ("*", own) for one in header.split(","))


def unchanged(headers: Mapping[str, str]) -> Response[bytes]:
    """Answer that the caller has it already."""
    return Response(b"", status_code=304, headers=dict(headers))


def yes_or_no(request: Request[Any, Any, Any], name: str) -> bool:
    """Read a yes or no of the query, no if it is left out. Raises `BadShape`."""
    text = request.query_params.get(name, "false").lower() if has_query(request) else "false"
    if text not in _YES_OR_NO:
        raise BadShape([Fault(pointer=f"/query/{name}", detail="Expected true or false")])
    return _YES_OR_NO[text]


def number(
    request: Request[Any, Any, Any], name: str, default: int | None, least: int, most: int
) -> int | None:
    """Read a number of the query. Raises `BadShape`."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if (
        not text.isascii()
        or not text.isdecimal()
        or len(text) > 15
        or not least <= int(text) <= most
    ):
        detail = f"Expected a whole number from {least} to {most}"
        raise BadShape([Fault(pointer=f"/query/{name}", detail=detail)])
    return int(text)


def only(request: Request[Any, Any, Any], *names: str) -> None:
    """Refuse query parameters that mean nothing here, so that a typo never passes silently."""
    if not has_query(request):
        return
    given = list(request.query_params.multi_items())
    faults = [
        Fault(pointer=f"/query/{name}", detail="Given more than once")
        for name in dict.fromkeys(name for name, _ in given)
        if sum(name == other for other, _ in given) > 1
    ]
    faults += [
        Fault(
            pointer=f"/query/{name}",
            detail=f"Unknown parameter; there are {', '.join(names) or 'none'}",
        )
        for name in request.query_params
        if name not in names
    ]
    if faults:
        raise BadShape(faults)
