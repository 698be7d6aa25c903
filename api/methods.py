"""Which methods an address knows: the answer to OPTIONS, and the Allow header of a 405."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.handlers import HTTPRouteHandler

_KIND = re.compile(r":\w+}")


def allow(methods: Iterable[str]) -> str:
    """List methods for an Allow header; whoever answers GET answers HEAD."""
    known = {*methods, "OPTIONS"}
    return ", ".join(sorted(known | {"HEAD"} if "GET" in known else known))


def options_of(routes: Iterable[HTTPRouteHandler]) -> HTTPRouteHandler:
    """Make the handler of OPTIONS for all addresses of these routes.

    Litestar's own forgets methods where an address has several handlers.
    """
    methods: dict[str, set[str]] = defaultdict(set)
    for one in routes:
        for path in one.paths:
            methods[path].update(one.http_methods)
    told = {_KIND.sub("}", path): allow(known) for path, known in methods.items()}

    @route(list(methods), http_method=HttpMethod.OPTIONS, status_code=204)
    async def tell_methods(request: Request[Any, Any, Any]) -> Response[None]:
        """Tell what an address can be asked."""
        return Response(None, headers={"allow": told[request.scope["path_template"]]})

    return tell_methods
