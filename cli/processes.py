"""The single processes: what `serve` starts for itself, and what a compose file starts one by one."""

from __future__ import annotations

import os
import signal
import socket
from typing import Annotated

import httpx
import structlog
import uvicorn
from cyclopts import Parameter

from api.app import create_app, settle_memory
from cli.exits import Failure, WrongUsage
from cli.http import Http
from services.logs import configure
from services.service import Services
from services.settings import Settings
from workers.dispatcher import run_dispatcher
from workers.worker import run_worker

log = structlog.get_logger()

KEEP_ALIVE_SECONDS = 75
"""Longer than proxies keep an idle connection, so that they never write into one that just closed."""
GRACE_SECONDS = 5
"""How long requests under way may take when the process is told to stop."""
BACKLOG = 2048


class Server(uvicorn.Server):
    """uvicorn, which at the end lets go of live streams first: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Refuse a Redis that cannot keep what the settings promise, before anybody is served."""
        await self._services.check_redis()
        await super().startup(sockets)
        settle_memory()
        log.info("api_ready", address=address_of(sockets[0]) if sockets else None)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End live streams, finish requests, hang up."""
        await self._services.hub.stop()
        await super().shutdown(sockets)
        log.info("api_stopped")


def listen(host: str, port: int) -> socket.socket:
    """Open the port. Raises `Failure` that says who has it, or what is wrong with the address."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except socket.gaierror as error:
        raise Failure(
            f"ROUNDTABLE_HOST={host!r} is not an address here: {error.strerror}."
        ) from error
    except PermissionError as error:
        raise Failure(f"Port {port} on {host} may not be opened by this user; try 8000.") from error
    except OSError as error:
        raise Failure(
            f"Port {port} on {host} cannot be opened: {_plainly(error)}{_who_has(host, port)}. "
            "Take another with --port or ROUNDTABLE_PORT."
        ) from error


def _plainly(error: OSError) -> str:
    """Say what is wrong without what asyncio and socket add, which is said already."""
    return os.strerror(error.errno) if error.errno else str(error)


def address_of(listening: socket.socket) -> str:
    """Give the URL of a listening socket, as somebody on this machine reaches it."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  # told, not opened
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve_api(settings: Settings, listening: socket.socket) -> None:
    """Answer requests until told to stop."""
    configure("api", settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        # uvicorn stops by itself and then repeats the signal to whoever handled it before.
        signal.signal(number, lambda *_: None)
    services = Services.wire(settings)
    config = uvicorn.Config(
        create_app(settings, services),
        loop="uvloop",
        http=Http,
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    Server(config, services).run([listening])


def api(*, inherited: Annotated[int | None, Parameter(show=False)] = None) -> None:
    """Answer HTTP requests. Needs REDIS_URL.

    Parameters
    ----------
    inherited
        An open socket handed down by `serve`.
    """
    settings = _settings()
    if inherited is not None:
        serve_api(settings, socket.socket(fileno=inherited))
    else:
        serve_api(settings, listen(settings.host, settings.port))


def dispatcher() -> None:
    """Pass on what is due to the workers, and see that nothing is forgotten. Needs REDIS_URL."""
    run_dispatcher(_settings())


def worker() -> None:
    """Play the bots' turns and do the bookkeeping. Needs REDIS_URL."""
    run_worker(_settings())


def _settings() -> Settings:
    settings = Settings.from_env(os.environ)
    if settings.redis_url is None:
        raise WrongUsage("REDIS_URL is not set; only `roundtable serve` brings a Redis along.")
    return settings


def _who_has(host: str, port: int) -> str:
    """Say whether it is a Roundtable that has the port."""
    try:
        told = httpx.get(f"http://{host}:{port}/healthz", timeout=1)
    except (httpx.HTTPError, httpx.InvalidURL):
        return ""
    return " by another Roundtable" if told.text == '{"status":"ok"}' else " by another program"
