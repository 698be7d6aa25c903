"""The settings of a process, read once from the environment and checked all at once."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from services.store import Durability

Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[int, Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be set. The text below a setting is what the documents say of it."""

    redis_url: str | None = None
    """Redis for games: `redis://`, `rediss://`, `unix://`, `redis+cluster://` or `redis+sentinel://`. Without it `serve` starts a Redis of its own."""
    queue_url: str | None = None
    """Redis for the job queue, where it has one of its own; a single server."""
    host: str = "127.0.0.1"
    """Address on which the API listens."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    """Port on which the API listens; 0 takes a free one."""
    data: str = ".roundtable"
    """Folder in which the embedded Redis keeps everything."""
    workers: Positive = 2
    """How many worker processes `serve` starts."""
    api_processes: Positive = 1
    """How many API processes share the port."""
    durability: Durability = "memory"
    """When an answer is given: `memory` as Redis is configured, `fsync` when the events are on disk (Redis 7.2 and later), `replica` when replicas have them."""
    replicas: Positive = 1
    """How many replicas must have the events under `replica`."""
    cache_games: Positive = 2000
    """How many games a process keeps in memory."""
    bot_time_ms: Positive = 2000
    """CPU time that a server bot may take for a move before a random one is played."""
    acts_per_minute: NotNegative = 6000
    """Actions a caller may send in a minute; 0 for no limit."""
    requests_per_minute: NotNegative = 6000
    """Other requests a caller may send in a minute; 0 for no limit."""
    streams_per_caller: NotNegative = 100
    """Live streams a caller may have open at once; 0 for no limit."""
    max_body_bytes: Positive = 1_048_576
    """Largest request body; editions are the largest there are."""
    cors_origins: str = "*"
    """Origins whose pages may call the API, by commas; `*` for all, empty for none."""
    trusted_proxies: str = ""
    """Addresses of proxies whose `X-Forwarded-For` names the caller, by commas."""
    log_format: Literal["auto", "json", "pretty"] = "auto"
    """`auto` is pretty on a terminal and JSON elsewhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """Least level that is logged."""

    @property
    def queue_redis_url(self) -> str | None:
        """Give the address of the Redis for the job queue."""
        return self.queue_url or self.redis_url

    @classmethod
    def from_env(cls, environ: Mapping[str, str], **more: Any) -> Settings:
        """Read the settings. Raises `BadSettings`, which lists everything that is wrong."""
        known = {variable(field.name): field for field in msgspec.structs.fields(cls)}
        wrong = [
            f"{name} is not a setting; did you mean one of {', '.join(sorted(known))}?"
            for name in environ
            if name.startswith("ROUNDTABLE_") and name not in known and name not in CLIENT_VARIABLES
        ]
        values: dict[str, Any] = {}
        for name, field in known.items():
            if name not in environ:
                continue
            try:
                values[field.name] = msgspec.convert(environ[name], field.type, strict=False)
            except msgspec.ValidationError as error:
                wrong.append(f"{name}={environ[name]!r}: {str(error).split(' - at')[0]}.")
        if wrong:
            raise BadSettings(wrong)
        return cls(**(values | more))

    def to_env(self) -> dict[str, str]:
        """Give the settings as a child process reads them."""
        return {
            variable(name): str(value)
            for name, value in msgspec.structs.asdict(self).items()
            if value is not None
        }


CLIENT_VARIABLES = ("ROUNDTABLE_URL", "ROUNDTABLE_TOKEN")
"""Read by the commands that talk to a server, not by the server."""


class BadSettings(Exception):
    """Some settings are not right; `wrong` says which and what would be."""

    def __init__(self, wrong: list[str]) -> None:
        super().__init__("\n".join(wrong))
        self.wrong = wrong


def variable(name: str) -> str:
    """Give the environment variable of a setting."""
    return name.upper() if name in ("redis_url", "queue_url") else f"ROUNDTABLE_{name.upper()}"


def described() -> list[tuple[str, str, str, str]]:
    """List every setting for the documents: variable, kind, default, what it is for."""
    tree = ast.parse(inspect.getsource(Settings)).body[0]
    assert isinstance(tree, ast.ClassDef)
    texts: dict[str, str] = {}
    for line, following in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(following, ast.Expr):
            assert isinstance(line.target, ast.Name)
            assert isinstance(following.value, ast.Constant)
            texts[line.target.id] = str(following.value.value)
    return [
        (
            variable(f.name),
            _kind(f.type),
            "" if f.default is None else str(f.default),
            texts[f.name],
        )
        for f in msgspec.structs.fields(Settings)
    ]


def _kind(kind: Any) -> str:
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if get_origin(kind) is Union or type(kind).__name__ == "UnionType":
        return _kind(get_args(kind)[0])
    return "number" if kind is int else "text"
