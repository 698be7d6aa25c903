"""The OpenAPI 3.1 document, put together from what stands beside each handler and from the structs.

python -m api.openapi --write     write openapi/openapi.json
python -m api.openapi --check     compare it with the application's; exit 1 if they differ
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import msgspec

from api import example_campaign, examples
from api.components import components, ref
from api.formats import NDJSON, SSE
from api.operations import Operation, Param
from api.problems import KINDS, MEDIA_TYPE, Problem
from api.routes import actions, campaigns, events, games, me, players, rulesets, service

FILE = Path(__file__).parents[1] / "openapi" / "openapi.json"

HANDLERS: list[Any] = [
    *rulesets.ROUTES,
    *players.ROUTES,
    *games.ROUTES,
    *actions.ROUTES,
    *events.ROUTES,
    *campaigns.ROUTES,
    *me.ROUTES,
    *service.ROUTES,
]

_STEP = re.compile(r"\{(\w+):(\w+)\}")

_PATH_TEXTS = {
    "game": "Id of the game.",
    "campaign": "Id of the campaign.",
    "seat": "Number of the seat, from 0.",
    "player_id": "Id of the player.",
    "ruleset_id": "Id of the ruleset, such as `burnmelt`.",
    "rule_id": "Id of the rule, such as `BM-025`.",
    "name": "Name of the problem, such as `rule-violation`.",
}
_PATH_EXAMPLES = {
    "game": examples.GAME,
    "campaign": example_campaign.CAMPAIGN,
    "seat": 0,
    "player_id": examples.ADA,
    "ruleset_id": "burnmelt",
    "rule_id": "BM-025",
    "name": "rule-violation",
}
_HEADER_TEXTS = {
    "Location": "Address of what was made.",
    "ETag": "Names what was answered, for If-None-Match and If-Match.",
    "Cache-Control": "What cannot change any more is `immutable`.",
    "X-Request-Id": "Names the request in our logs; your own is taken over.",
    "Idempotent-Replayed": "`true`: the first answer to a request with this key, again.",
}
_ABOUT = """Complete board games for clients, bots and research: create, join, act, watch, replay.

- JSON in and out; MessagePack as well by `Accept` and `Content-Type: application/msgpack`. Times are UTC, RFC 3339.
- `Authorization: Bearer <token>`; without a token one is a spectator.
- Unknown fields in a request are refused. Answers may gain fields and streams event types:
  ignore what you do not know.
- What changes something takes an `Idempotency-Key`: the same request with the same key has effect once.
- Everything that goes wrong is `application/problem+json` (RFC 9457); each `type` is explained at its address.
- Version n of a game is reached by its event n. The `hash` of each event covers the one before,
  so a reader can check that nothing was rewritten."""

_TAGS = {
    "Rulesets": "The board games: rules, schemas, editions.",
    "Players": "Who plays, and tokens.",
    "Games": "Create, find, join, look.",
    "Play": "What may I do, and doing it.",
    "Events": "What has happened and is happening; replays; records.",
    "Campaigns": "What outlives single games, of a ruleset that has campaigns.",
    "For programs": "All my games on one connection, and opponents.",
    "Service": "About the service itself.",
}


@cache
def document() -> bytes:
    """Give the document as JSON."""
    paths: dict[str, dict[str, Any]] = {}
    for handler in HANDLERS:
        operation = handler.opt.get("operation")
        if operation is None:
            continue
        (path,) = handler.paths
        (method,) = (m.lower() for m in handler.http_methods if m != "OPTIONS")
        told = _operation(operation, path, handler.fn.__doc__ or "")
        paths.setdefault(_STEP.sub(r"{\1}", path), {})[method] = told
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Roundtable",
            "version": "1.0.0",
            "summary": "A tabletop game service for people who write clients, bots and research code.",
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "This server."}],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": paths,
        "components": {
            "schemas": components(),
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token that POST /v1/players has given.",
                }
            },
        },
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def _operation(operation: Operation, path: str, text: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": "\n".join(line.strip() for line in text.strip().splitlines()),
        "parameters": [*_path_params(path), *map(_param, operation.params)],
        "responses": _responses(operation),
        "security": {"must": [{"bearer": []}], "may": [{}, {"bearer": []}], "no": []}[
            operation.signed
        ],
    }
    if operation.body is not None:
        content: dict[str, Any] = {"schema": _schema(operation.body)}
        content["example"] = examples.request_example(operation.id)
        told["requestBody"] = {"required": True, "content": {"application/json": content}}
    if not told["parameters"]:
        del told["parameters"]
    return told


def _path_params(path: str) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PATH_TEXTS[name],
            "schema": {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"},
            "example": _PATH_EXAMPLES[name],
        }
        for name, kind in _STEP.findall(path)
    ]


def _param(param: Param) -> dict[str, Any]:
    return {
        "name": param.name,
        "in": param.place,
        "required": False,
        "description": param.text,
        "schema": param.schema,
    }


def _responses(operation: Operation) -> dict[str, Any]:
    good: dict[str, Any] = {
        "description": operation.answers,
        "headers": {
            name: {"description": _HEADER_TEXTS[name], "schema": {"type": "string"}}
            for name in (*operation.headers, "X-Request-Id")
        },
    }
    content: dict[str, Any] = {}
    if operation.answer is not None:
        example = examples.answer_example(operation.id)
        content["application/json"] = {
            "schema": _schema(operation.answer),
            "example": example if example is not None else _from_rules(operation.id),
        }
    for media, text in operation.media.items():
        content[media] = {
            "schema": {"type": "string", "description": text},
            "example": _piece(operation.id, media),
        }
    if content:
        good["content"] = content
    responses = {str(operation.status): good}
    for status, text in operation.other.items():
        responses[str(status)] = {"description": text}
    return responses | _problem_responses(operation)


def _problem_responses(operation: Operation) -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for name in dict.fromkeys(operation.all_problems()):
        by_status.setdefault(KINDS[name].status, []).append(name)
    return {
        str(status): {
            "description": "; ".join(KINDS[name].title for name in names) + ".",
            "content": {
                MEDIA_TYPE: {
                    "schema": ref("Problem"),
                    "examples": {name: _problem_example(name, operation) for name in names},
                }
            },
        }
        for status, names in sorted(by_status.items())
    }


def _problem_example(name: str, operation: Operation) -> dict[str, Any]:
    kind = KINDS[name]
    more: dict[str, Any] = {}
    if name == "rule-violation":
        more = {"rule": "BM-025", "pointer": "/action/take"}
    elif name in ("too-many-requests", "store-unavailable", "upkeep-due"):
        more = {"retry_after": 1}
    elif name == "version-conflict":
        more = {"version": 42}
    told = Problem(
        type=f"/problems/{name}",
        title=kind.title,
        status=kind.status,
        detail=kind.advice,
        instance=f"/v1 ({operation.id})",
        **more,
    )
    return {"summary": kind.title, "value": msgspec.to_builtins(told)}


def _schema(kind: Any) -> dict[str, Any]:
    if isinstance(kind, str):
        return ref(kind)
    if get_origin(kind) is list:
        return {"type": "array", "items": _schema(get_args(kind)[0])}
    return ref(kind.__name__)


def _piece(operation: str, media: str) -> str:
    """Give an example of one piece of a streamed answer."""
    if media == SSE:
        if operation == "listCampaignEvents":
            return example_campaign.live_message()
        return examples.news_message() if operation == "streamNews" else examples.live_message()
    if media == NDJSON:
        if operation == "listCampaignEvents":
            return example_campaign.event_line()
        return examples.frame_line() if operation == "replayGame" else examples.event_line()
    return "<!doctype html> ..."


def _from_rules(operation: str) -> Any:
    """Give the examples that the routes themselves can make best."""
    return msgspec.to_builtins(rulesets.EXAMPLES[operation]())


def main(arguments: list[str]) -> int:
    """Write the document, or compare it with what is committed."""
    if arguments == ["--write"]:
        FILE.write_bytes(document())
        return 0
    if arguments == ["--check"]:
        if FILE.exists() and FILE.read_bytes() == document():
            return 0
        sys.stderr.write("openapi/openapi.json is not the application's: run `make openapi`.\n")
        return 1
    sys.stderr.write(f"{__doc__}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
