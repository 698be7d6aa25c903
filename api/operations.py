"""What the OpenAPI document says of each route, declared beside its handler."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

COMMON = ("too-many-requests", "store-unavailable", "internal-error")
SIGNED = ("token-missing", "token-unknown")
READ = ("malformed-json", "invalid-body", "body-too-large", "media-type-unsupported")
POSTED = ("idempotency-key-reused",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter of the query or a header."""

    name: str
    text: str
    schema: dict[str, Any]
    place: Literal["query", "header"] = "query"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One route in the document."""

    id: str
    tag: str
    summary: str
    answer: Any = None
    """The type of a good answer, or the name of a component; null for one without body."""
    status: int = 200
    answers: str = "Done."
    """What a good answer means."""
    body: Any = None
    """The type of the request body."""
    params: tuple[Param, ...] = ()
    problems: tuple[str, ...] = ()
    signed: Literal["no", "may", "must"] = "may"
    """Whether a token is sent."""
    media: dict[str, str] = field(default_factory=dict)
    """Other formats of the answer, and what one piece of them is."""
    headers: tuple[str, ...] = ()
    """Headers of a good answer that matter."""
    other: dict[int, str] = field(default_factory=dict)
    """Other good answers, which have no body."""

    def all_problems(self) -> tuple[str, ...]:
        """List every problem that may be answered."""
        signed = SIGNED if self.signed == "must" else SIGNED[1:] if self.signed == "may" else ()
        read = READ if self.body is not None else ("invalid-body",) if self.params else ()
        return (*read, *signed, *self.problems, *COMMON)


def described(operation: Operation) -> dict[str, Any]:
    """Hang the description on a handler."""
    return {"operation": operation}


KEY = Param(
    name="Idempotency-Key",
    place="header",
    text="Any string up to 255 characters; the same request with the same key has effect once, for 24 h.",
    schema={"type": "string", "minLength": 1, "maxLength": 255},
)
AS = Param(
    name="as",
    text="Through whose eyes: a seat that you hold, `spectator`, or after the end `all`.",
    schema={"type": "string", "pattern": "^(spectator|all|[0-9]{1,2})$"},
)
PAGING = (
    Param(name="cursor", text="`next` of the page before.", schema={"type": "string"}),
    Param(
        name="limit",
        text="How many.",
        schema={"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    ),
)
"""How lists are gone through, page by page."""
