"""The settings of a process, read once from the environment and checked all at once."""

from __future__ import annotations

import difflib
import ipaddress
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from services.store import Durability

PREFIX = "ROUNDTABLE_"
SINGLE = ("redis", "rediss", "unix")
"""Schemes of addresses of one Redis server."""
SEVERAL = ("redis+cluster", "redis+sentinel")
"""Schemes of addresses of several."""


def says(text: str, ge: int | None = None, le: int | None = None) -> Meta:
    """Describe a setting for the documents, and say what is possible."""
    return Meta(description=text, ge=ge, le=le)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be set, and what the documents say of it."""

    redis_url: Annotated[
        str | None,
        says(
            "Redis for games: `redis://`, `rediss://` (TLS), `unix://`, "
            "`redis+cluster://host:port` or `redis+sentinel://host:port,host:port/name`. "
            "Without it `serve` starts a Redis of its own."
        ),
    ] = None
    queue_url: Annotated[
        str | None,
        says(
            "Redis for the job queue, a single server. Without it the Redis for games, "
            "which then must be a single server too."
        ),
    ] = None
    host: Annotated[str, says("Address on which the API listens.")] = "127.0.0.1"
    port: Annotated[
        int, says("Port on which the API listens; 0 takes a free one.", ge=0, le=65535)
    ] = 8000
    data: Annotated[str, says("Folder in which the embedded Redis keeps everything.")] = (
        ".roundtable"
    )
    workers: Annotated[int, says("How many worker processes `serve` starts.", ge=1)] = 2
    api_processes: Annotated[
        int, says("How many API processes `serve` starts; they share the port.", ge=1)
    ] = 1
    durability: Annotated[
        Durability,
        says(
            "When an answer is given: `memory` as Redis is configured, `fsync` when the events "
            "are on disk (Redis 7.2 and later), `replica` when replicas have them."
        ),
    ] = "memory"
    replicas: Annotated[
        int, says("How many replicas must have the events under `replica`.", ge=1)
    ] = 1
    cache_games: Annotated[int, says("How many games a process keeps in memory.", ge=1)] = 2000
    bot_time_ms: Annotated[
        int, says("CPU time that a bot may take before a random move is played for it.", ge=1)
    ] = 2000
    acts_per_minute: Annotated[
        int, says("Actions a caller may send in a minute to a process; 0 for no limit.", ge=0)
    ] = 6000
    requests_per_minute: Annotated[
        int, says("Other requests a caller may send likewise; 0 for no limit.", ge=0)
    ] = 6000
    streams_per_caller: Annotated[
        int, says("Live streams a caller may have open at once; 0 for no limit.", ge=0)
    ] = 100
    max_body_bytes: Annotated[
        int, says("Largest request body; editions are the largest there are.", ge=1024)
    ] = 1_048_576
    cors_origins: Annotated[
        str, says("Origins whose pages may call the API, by commas; `*` for all, empty for none.")
    ] = "*"
    trusted_proxies: Annotated[
        str,
        says(
            "Addresses or networks of proxies, by commas, whose `X-Forwarded-For` names the caller."
        ),
    ] = ""
    log_format: Annotated[
        Literal["auto", "json", "pretty"], says("`auto` is pretty on a terminal, JSON elsewhere.")
    ] = "auto"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], says("Least level that is logged.")
    ] = "info"

    @property
    def queue_redis_url(self) -> str | None:
        """Give the address of the Redis for the job queue."""
        return self.queue_url or self.redis_url

    @property
    def proxies(self) -> tuple[str, ...]:
        """List the trusted proxies."""
        return _by_commas(self.trusted_proxies)

    @property
    def origins(self) -> tuple[str, ...]:
        """List the origins whose pages may call the API."""
        return _by_commas(self.cors_origins)

    @classmethod
    def from_env(cls, environ: Mapping[str, str], **more: Any) -> Settings:
        """Read the settings; `more` goes before the environment.

        Raises `BadSettings`, which lists everything that is wrong. An empty REDIS_URL or QUEUE_URL,
        which is how a compose file says that there is none, counts as not set.
        """
        wrong = list(_typing_errors(environ))
        values: dict[str, Any] = {}
        for field in msgspec.structs.fields(cls):
            name = variable(field.name)
            if field.name in more or name not in environ:
                continue
            if not environ[name] and field.default is None:
                continue
            try:
                values[field.name] = msgspec.convert(environ[name], field.type, strict=False)
            except msgspec.ValidationError:
                wrong.append(f"{name}={environ[name]!r}: it has to be {_values(field.type)}.")
        settings = cls(**(values | more))
        wrong += _contradictions(settings)
        if wrong:
            raise BadSettings(wrong)
        return settings

    def to_env(self) -> dict[str, str]:
        """Give the settings as a child process reads them."""
        return {
            variable(name): str(value)
            for name, value in msgspec.structs.asdict(self).items()
            if value is not None
        }


CLIENT_VARIABLES = {
    "ROUNDTABLE_URL": "Address of the server that `watch`, `replay` and `verify` talk to.",
    "ROUNDTABLE_TOKEN": "Token with which they do so; without one they are spectators.",
}
"""Read by the commands that talk to a server, not by the server."""


class BadSettings(Exception):
    """Some settings are not right; `wrong` says which and what would be."""

    def __init__(self, wrong: list[str]) -> None:
        super().__init__("\n".join(wrong))
        self.wrong = wrong


class SettingText(NamedTuple):
    """What the documents say of a setting."""

    variable: str
    values: str
    default: str
    text: str


def variable(name: str) -> str:
    """Give the environment variable of a setting."""
    return name.upper() if name in ("redis_url", "queue_url") else PREFIX + name.upper()


def described() -> tuple[SettingText, ...]:
    """List every setting for the documents."""
    return tuple(
        SettingText(
            variable(field.name),
            _values(field.type),
            "" if field.default is None else str(field.default),
            str(_meta(field.type).description),
        )
        for field in msgspec.structs.fields(Settings)
    )


def _typing_errors(environ: Mapping[str, str]) -> Iterator[str]:
    """Find variables that look like ours and are not."""
    known = {variable(field.name) for field in msgspec.structs.fields(Settings)}
    for name in sorted(environ):
        if name.startswith(PREFIX) and name not in known | CLIENT_VARIABLES.keys():
            own = {one.removeprefix(PREFIX): one for one in known}
            near = difflib.get_close_matches(name.removeprefix(PREFIX), own, 1)
            advice = f"did you mean {own[near[0]]}?" if near else "remove it."
            yield f"{name} is not a setting; {advice}"


def _contradictions(settings: Settings) -> Iterator[str]:
    """Find what no single type can rule out."""
    yield from _bad_address("REDIS_URL", settings.redis_url, SINGLE + SEVERAL)
    yield from _bad_address("QUEUE_URL", settings.queue_url, SINGLE)
    if settings.queue_url is None and _scheme(settings.redis_url) in SEVERAL:
        yield (
            "QUEUE_URL is not set and REDIS_URL names several servers: the job queue needs the "
            "address of a single one."
        )
    if settings.durability == "replica" and settings.redis_url is None:
        yield (
            "ROUNDTABLE_DURABILITY='replica' without REDIS_URL: the embedded Redis has no "
            "replicas; take memory or fsync."
        )
    for proxy in settings.proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            yield (
                f"ROUNDTABLE_TRUSTED_PROXIES: {proxy!r} is neither an address nor a network, "
                "such as 10.0.0.7 or 10.0.0.0/8."
            )


def _bad_address(name: str, url: str | None, schemes: tuple[str, ...]) -> Iterator[str]:
    """Judge an address without repeating it: there may be a password in it."""
    if url is None:
        return
    try:
        parts = urlsplit(url)
        whole = parts.path if parts.scheme == "unix" else parts.hostname
        _ = None if parts.scheme in SEVERAL else parts.port
    except ValueError as error:
        yield f"{name} is not an address: {error}."
        return
    if parts.scheme not in schemes or not whole:
        known = ", ".join(f"{scheme}://" for scheme in schemes)
        yield f"{name} is not the address of a Redis; it begins with one of {known}."


def _scheme(url: str | None) -> str:
    return url.split(":", 1)[0] if url is not None else ""


def _by_commas(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in text.split(",") if one.strip())


def _meta(kind: Any) -> Meta:
    return next(one for one in get_args(kind)[1:] if isinstance(one, Meta))


def _values(kind: Any) -> str:
    """Say what a setting may be."""
    plain, meta = get_args(kind)[0], _meta(kind)
    if get_origin(plain) is Literal:
        *some, last = get_args(plain)
        return f"{', '.join(some)} or {last}"
    if plain is int:
        if meta.le is None:
            return f"a number, {meta.ge} or more"
        return f"a number from {meta.ge} to {meta.le}"
    return "text"
