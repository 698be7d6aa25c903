"""The application: routes, problems, the edge around them, and what is open while it runs."""

from __future__ import annotations

import gc
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from litestar import Litestar
from litestar.types import ASGIApp

from api.cors import Cors
from api.edge import Edge
from api.lean import LeanRequest
from api.limits import Limits
from api.methods import options_of
from api.openapi import HANDLERS as ROUTES
from api.openapi import document
from api.problems import HANDLERS
from services.logs import configure
from services.service import Services
from services.settings import Settings


def create_app(settings: Settings, services: Services | None = None) -> ASGIApp:
    """Make the ASGI application. `services` are its own unless given."""
    limits = Limits(settings)
    app = Litestar(
        [options_of(ROUTES), *ROUTES],
        exception_handlers=HANDLERS,
        lifespan=[_open(services or Services.wire(settings), freeze=services is None)],
        request_max_body_size=settings.max_body_bytes,
        request_class=LeanRequest,
        openapi_config=None,
        logging_config=None,
    )
    app.state.limits = limits
    app.state.document = document()
    return Edge(app, limits, Cors(settings.origins))


def _open(
    services: Services, *, freeze: bool
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.services = services
        await services.check_redis()
        await services.hub.start()
        if freeze:
            settle_memory()
        try:
            yield
        finally:
            await services.close()

    return lifespan


def settle_memory() -> None:
    """Take what start-up has left out of the collector's sight, and let it look less often.

    Values of the domain hold no cycles and are not tracked at all; without this the collector's pauses
    are the slowest requests there are (docs/performance.md).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def application() -> ASGIApp:
    """Make the application from the environment, as uvicorn's factory."""
    settings = Settings.from_env(os.environ)
    configure("api", settings)
    return create_app(settings)
