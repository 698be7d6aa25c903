"""Problem details (RFC 9457): the one table of everything that can be wrong, and how errors become answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import (
    ClientException,
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
)

from api.methods import allow
from domain.kernel.errors import BadShape, Fault, GameError
from services.errors import StoreUnavailable, VersionConflict

log = structlog.get_logger()

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of problem: its name in the address, status, title, and what to do about it."""

    name: str
    status: int
    title: str
    advice: str


class FaultAnswer(msgspec.Struct, frozen=True):
    """One thing wrong in a request."""

    pointer: str
    """JSON pointer to the place."""
    detail: str
    rule: str | None = None


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong (RFC 9457). `type` says what kind it is, `detail` what it was in this case."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
    pointer: str | None = None
    """Where in the request."""
    rule: str | None = None
    """The rule of the game that forbids it."""
    reason: str | None = None
    """The ruleset's short name for this refusal, for programs: several may go by one rule."""
    version: int | None = None
    """The version of the game, where it is not the one that was expected."""
    retry_after: int | None = None
    """Seconds after which it may go better."""
    faults: tuple[FaultAnswer, ...] = ()
    """Everything that is wrong."""


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "malformed-json",
            400,
            "The body cannot be read",
            "Send well-formed JSON or MessagePack, not nested beyond reason.",
        ),
        Kind(
            "invalid-body",
            400,
            "The request is not of the right form",
            "Every fault is listed with a JSON pointer; mend them all at once.",
        ),
        Kind(
            "token-missing",
            401,
            "A token is needed",
            "Send `Authorization: Bearer <token>`; POST /v1/players gives one.",
        ),
        Kind(
            "token-unknown", 401, "The token is not valid", "It was mistyped or has been replaced."
        ),
        Kind(
            "not-your-seat", 403, "Another's seat", "Act for, and look from, seats that you hold."
        ),
        Kind(
            "game-unknown",
            404,
            "There is no such game",
            "It may also be private and none of yours.",
        ),
        Kind(
            "campaign-unknown",
            404,
            "There is no such campaign",
            "It may also be one that you do not belong to.",
        ),
        Kind("ruleset-unknown", 404, "There is no such ruleset", "GET /v1/rulesets lists them."),
        Kind(
            "rule-unknown",
            404,
            "There is no such rule",
            "GET /v1/rulesets/{id} lists a ruleset's rules.",
        ),
        Kind("player-unknown", 404, "There is no such player", "Check the id."),
        Kind(
            "route-unknown",
            404,
            "There is nothing at this address",
            "See /docs for all that there is.",
        ),
        Kind(
            "method-not-allowed",
            405,
            "Not with this method",
            "The Allow header names those that will do.",
        ),
        Kind(
            "version-conflict",
            409,
            "The game has moved on",
            "Look at the game as it is now (`version`) and decide again, or leave out expected_version.",
        ),
        Kind(
            "decision-closed",
            409,
            "The question is no longer open",
            "Fetch the choices for the one that is.",
        ),
        Kind(
            "not-your-turn",
            409,
            "This seat is asked nothing now",
            "Wait for it to appear in to_act.",
        ),
        Kind(
            "game-not-active", 409, "The game is not being played", "It is in the lobby, or over."
        ),
        Kind(
            "game-not-over",
            409,
            "The game is not over",
            "Records are given when nothing is secret any more.",
        ),
        Kind(
            "cannot-start",
            409,
            "The game cannot start",
            "Every seat has to be taken, and a game starts once.",
        ),
        Kind("seat-taken", 409, "The seat is taken", "Take another."),
        Kind(
            "upkeep-due",
            409,
            "The table is being set",
            "Bookkeeping is on its way; the same request will do in a moment.",
        ),
        Kind(
            "precondition-failed",
            412,
            "The precondition does not hold",
            "The ETag header has the present state.",
        ),
        Kind("body-too-large", 413, "The body is too large", "Send less."),
        Kind(
            "media-type-unsupported",
            415,
            "Not in this format",
            "Send application/json or application/msgpack.",
        ),
        Kind(
            "rule-violation",
            422,
            "The rules forbid it",
            "`rule` names the rule; GET /v1/rulesets/{id}/rules/{rule} gives its text.",
        ),
        Kind(
            "options-invalid",
            422,
            "The options do not fit",
            "The ruleset's options_schema says what may be chosen.",
        ),
        Kind("edition-invalid", 422, "The edition has faults", "Every fault is listed."),
        Kind(
            "script-invalid",
            422,
            "The script has faults",
            "The ruleset's chance points say which outcomes there are.",
        ),
        Kind(
            "idempotency-key-reused",
            422,
            "The idempotency key was used before",
            "Use a new key for a new request.",
        ),
        Kind(
            "too-many-requests",
            429,
            "Too many requests",
            "Wait as Retry-After says; the RateLimit headers tell what is left.",
        ),
        Kind(
            "internal-error",
            500,
            "A fault of ours",
            "It has been logged under the X-Request-Id of this answer.",
        ),
        Kind(
            "store-unavailable",
            503,
            "The store is away",
            "Nothing was lost. Repeat the request; with an Idempotency-Key it happens once.",
        ),
    )
}


class Trouble(HTTPException):
    """A problem that the API itself finds."""

    def __init__(
        self, name: str, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail=detail, status_code=KINDS[name].status)
        self.name = name
        self.more = more
        self.extra_headers = dict(headers or {})


def problem(
    request: Request[Any, Any, Any],
    name: str,
    detail: str,
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response[bytes]:
    """Answer with a problem."""
    kind = KINDS[name]
    told = Problem(
        type=f"/problems/{name}",
        title=kind.title,
        status=kind.status,
        detail=detail,
        instance=request.url.path,
        **more,
    )
    extra = dict(headers or {})
    if kind.status == 401:
        extra["www-authenticate"] = 'Bearer realm="roundtable"'
    if told.retry_after is not None:
        extra["retry-after"] = str(told.retry_after)
    request.scope["problem"] = name  # type: ignore[typeddict-unknown-key]  # for the log line
    return Response(
        msgspec.json.encode(told), status_code=kind.status, media_type=MEDIA_TYPE, headers=extra
    )


def game_error(request: Request[Any, Any, Any], error: GameError) -> Response[bytes]:
    """Answer to what the domain or a use case refuses."""
    more: dict[str, Any] = {}
    if isinstance(error, BadShape):
        more["faults"] = tuple(map(_fault, error.faults))
    if isinstance(error, VersionConflict):
        more["version"] = error.version
    if error.code == "upkeep_due":
        more["retry_after"] = 1
    if error.pointer is not None:
        more["pointer"] = error.pointer
    if error.rule is not None:
        more["rule"] = error.rule
    if error.reason is not None:
        more["reason"] = error.reason
    return problem(request, error.code.replace("_", "-"), error.detail, **more)


def store_unavailable(request: Request[Any, Any, Any], error: StoreUnavailable) -> Response[bytes]:
    """Answer while Redis is away."""
    log.warning("store_unavailable", why=str(error))
    detail = "The store did not answer; what was asked may or may not have happened."
    return problem(request, "store-unavailable", detail, retry_after=1)


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[bytes]:
    """Answer to what the framework or the API itself refuses."""
    if isinstance(error, Trouble):
        return problem(request, error.name, error.detail, error.extra_headers, **error.more)
    if isinstance(error, NotFoundException):
        return problem(request, "route-unknown", f"There is nothing at {request.url.path}.")
    if isinstance(error, MethodNotAllowedException):
        detail = f"{request.method} is not possible here."
        known = (error.headers or {}).get("allow", "").split(", ")
        return problem(request, "method-not-allowed", detail, {"allow": allow(known)})
    if error.status_code == 413:
        return problem(request, "body-too-large", "The body is larger than this service reads.")
    if isinstance(error, ClientException):
        return problem(request, "invalid-body", error.detail)
    return unexpected(request, error)


def unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Answer to a fault of ours: say nothing of it, log all of it."""
    log.error("request_failed", path=request.url.path, exc_info=error)
    detail = "Something went wrong here; it was logged under this answer's X-Request-Id."
    return problem(request, "internal-error", detail)


def _fault(fault: Fault) -> FaultAnswer:
    return FaultAnswer(pointer=fault.pointer, detail=fault.detail, rule=fault.rule)


HANDLERS: dict[int | type[Exception], Any] = {
    GameError: game_error,
    StoreUnavailable: store_unavailable,
    HTTPException: http_error,
    Exception: unexpected,
}
