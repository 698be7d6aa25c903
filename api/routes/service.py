"""About the service itself: health, metrics, the document, the problems explained."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import swagger_ui
from litestar import Request, Response, get
from litestar.params import FromPath

from api.answers import Health, Index, Readiness
from api.exchange import answer, services_of
from api.metrics import exposition
from api.operations import Operation, described
from api.problems import KINDS, Trouble
from services.errors import StoreUnavailable
from services.queue import DISPATCHER_ALIVE, queue_answers

TAG = "Service"
ASSETS = Path(swagger_ui.__file__).parent / "static"
ASSET_TYPES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{head}</head>
<body>{body}</body></html>
"""

_DOCS = _PAGE.format(
    title="Roundtable: the API",
    head='<link rel="stylesheet" href="/docs/swagger-ui.css">',
    body='<div id="api"></div><script src="/docs/swagger-ui-bundle.js"></script>'
    '<script>SwaggerUIBundle({url: "/openapi.json", dom_id: "#api", deepLinking: true})</script>',
)


@get(
    "/",
    opt=described(
        Operation(
            id="getIndex",
            tag=TAG,
            summary="Where to begin",
            answer=Index,
            answers="Addresses that lead on.",
            signed="no",
        )
    ),
)
async def get_index(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Tell whoever comes to the door where things are."""
    return answer(request, Index())


@get(
    "/healthz",
    opt=described(
        Operation(
            id="getHealth", tag=TAG, summary="Alive?", answer=Health, answers="It is.", signed="no"
        )
    ),
)
async def get_health(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Tell that the process lives."""
    return answer(request, Health(status="ok"))


@get(
    "/readyz",
    opt=described(
        Operation(
            id="getReadiness",
            tag=TAG,
            summary="Ready?",
            answer=Readiness,
            answers="Redis, the queue and a dispatcher are there; 503 with the same body if not.",
            signed="no",
        )
    ),
)
async def get_readiness(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Tell whether Redis, the job queue and a dispatcher are there."""
    services = services_of(request)
    redis = await services.ping()
    queue = await queue_answers(services.settings)
    alive = False
    if redis:
        try:
            alive = await services.link.execute("GET", DISPATCHER_ALIVE) is not None
        except StoreUnavailable:
            redis = False
    good = redis and queue and alive
    told = Readiness(
        status="ready" if good else "not_ready", redis=redis, queue=queue, dispatcher=alive
    )
    return answer(request, told, 200 if good else 503)


@get("/metrics")
async def get_metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give the metrics for Prometheus."""
    told = exposition(services_of(request).games)
    return Response(told, media_type="text/plain; version=0.0.4; charset=utf-8")


@get("/openapi.json")
async def get_document(request: Request[Any, Any, Any]) -> Response[bytes]:
    """Give the OpenAPI document."""
    headers = {"cache-control": "public, max-age=3600"}
    return Response(request.app.state.document, media_type="application/json", headers=headers)


@get("/docs")
async def get_docs() -> Response[str]:
    """Give the page on which the API can be browsed and tried; it loads nothing from elsewhere."""
    return Response(_DOCS, media_type="text/html")


@get("/docs/{asset:str}")
async def get_docs_asset(asset: FromPath[str]) -> Response[bytes]:
    """Give the script and style of the documentation page."""
    if asset not in ASSET_TYPES:
        raise Trouble("route-unknown", f"There is nothing at /docs/{asset}.")
    headers = {"cache-control": "public, max-age=86400"}
    return Response((ASSETS / asset).read_bytes(), media_type=ASSET_TYPES[asset], headers=headers)


@get(
    "/problems/{name:str}",
    opt=described(
        Operation(
            id="explainProblem",
            tag=TAG,
            summary="What does this problem mean?",
            answer=None,
            answers="The problem explained.",
            media={"text/html": "A page."},
            problems=("route-unknown",),
            signed="no",
        )
    ),
)
async def explain_problem(name: FromPath[str]) -> Response[str]:
    """Explain a kind of problem: the address in its `type` leads here."""
    kind = KINDS.get(name)
    if kind is None:
        raise Trouble("route-unknown", f"There is no problem of the name {name}.")
    body = (
        f"<h1>{escape(kind.title)}</h1><p><code>{kind.name}</code>, status {kind.status}</p>"
        f"<p>{escape(kind.advice)}</p>"
    )
    return Response(_PAGE.format(title=kind.title, head="", body=body), media_type="text/html")


ROUTES = [
    get_index,
    get_health,
    get_readiness,
    get_metrics,
    get_document,
    get_docs,
    get_docs_asset,
    explain_problem,
]
