"""Nonsense of every kind gets a problem of the 4xx kind: never a 500, never a changed game."""

from __future__ import annotations

import http.client
import json
from urllib.parse import quote_from_bytes, urlsplit

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from api.problems import KINDS
from tests.stack import Caller

PATHS = (
    "/v1/games",
    "/v1/games/{game}",
    "/v1/games/{game}/events",
    "/v1/games/{game}/replay",
    "/v1/games/{game}/record",
    "/v1/games/{game}/choices",
    "/v1/games/{game}/actions",
    "/v1/games/{game}/seats",
    "/v1/games/{game}/seats/{x}",
    "/v1/games/{game}/start",
    "/v1/games/{x}",
    "/v1/games/{x}/actions",
    "/v1/players",
    "/v1/players/{x}",
    "/v1/me/queue",
    "/v1/rulesets/{x}",
    "/v1/rulesets/burnmelt/rules/{x}",
    "/v1/rulesets/burnmelt/edition/check",
    "/problems/{x}",
    "/docs/{x}",
    "/{x}",
)
METHODS = ("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE")
NAMES = (
    "at",
    "as",
    "after",
    "wait",
    "limit",
    "cursor",
    "status",
    "player",
    "from",
    "to",
    "dry_run",
)
HEADERS = (
    "authorization",
    "idempotency-key",
    "if-match",
    "if-none-match",
    "last-event-id",
    "accept",
)

texts = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        ["0", "-1", "9" * 30, "1e9", "0x1", "null", "..", "%", "\x00", "٣", "²", "\ud7ff"]
    ),
)
queries = st.dictionaries(st.sampled_from(NAMES), texts, max_size=3)
printable = st.text(
    st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=60
)
headers = st.dictionaries(st.sampled_from(HEADERS), printable, max_size=2)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([10**30, -(10**400), "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
FIELDS = (
    "action",
    "seat",
    "decision",
    "expected_version",
    "ruleset",
    "seats",
    "options",
    "visibility",
    "clock",
    "edition",
    "script",
    "rated",
    "autostart",
    "client_seed",
    "name",
    "kind",
    "type",
    "player",
    "bot",
    "open",
)
bodies = st.one_of(
    st.binary(max_size=200),
    values.map(lambda value: json.dumps(value).encode("utf-8", "surrogatepass")),
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=5).map(
        lambda value: json.dumps(value).encode("utf-8", "surrogatepass")
    ),
)


@pytest.fixture(scope="module")
def victim(url):
    """A player with a game that waits for its first Centre card."""
    caller = Caller.known(url, "Victim")
    game = caller.create("me", "bot:random", "bot:random")["id"]
    caller.wait_for(
        game, lambda seen: [d["seat"] for d in seen["to_act"]] == [0], "only seat 0 is asked"
    )
    yield caller, game
    caller.close()


def ask(caller, method, target, sent, body):
    """Send a request that no client library would."""
    address = urlsplit(str(caller.base_url))
    line = http.client.HTTPConnection(address.hostname, address.port, timeout=20)
    try:
        line.putrequest(method, target, skip_accept_encoding=True)
        for name, value in {"content-length": str(len(body)), **sent}.items():
            line.putheader(name, value.encode("latin-1"))
        line.endheaders(body)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        line.close()


requests = st.fixed_dictionaries(
    {
        "method": st.sampled_from(METHODS),
        "path": st.sampled_from(PATHS),
        "x": texts,
        "query": queries,
        "more": headers,
        "body": bodies,
        "signed": st.booleans(),
    }
)


def told(method, path, x="", more=None, body=b""):
    """One request of those that are searched, all other parts left out."""
    return {
        "method": method,
        "path": path,
        "x": x,
        "query": {},
        "more": more or {},
        "body": body,
        "signed": True,
    }


@settings(max_examples=400)
@given(request=requests)
@example(told("POST", "/v1/games/{game}/actions", body=b'{"action":{"type":"\\ud800"}}'))
@example(told("POST", "/v1/games", more={"idempotency-key": "\xff" * 60}))
@example(told("GET", "/v1/games/{x}", x="\x00"))
@example(told("DELETE", "/v1/games/{game}/seats/{x}", x="9" * 5000))
def test_nonsense_is_told_so(victim, request):
    caller, game = victim
    method, x = request["method"], request["x"]
    assume(method != "DELETE" or x.strip() not in ("0", "\u0660"))  # which would be to resign
    before = caller.look(game)
    target = request["path"].replace("{game}", game).replace("{x}", quote(x))
    target += "?" + "&".join(f"{name}={quote(text)}" for name, text in request["query"].items())
    more = request["more"]
    if request["signed"]:
        more = {**more, "authorization": caller.headers["authorization"]}
    status, answer, content = ask(caller, method, target, more, request["body"])
    assert status < 500, content
    if status >= 400:
        assert answer["content-type"] == "application/problem+json"
        if method != "HEAD":
            assert json.loads(content)["type"].removeprefix("/problems/") in KINDS
    after = caller.look(game)
    assert (after["version"], after["seats"]) == (before["version"], before["seats"])


@settings(max_examples=60)
@given(token=printable)
def test_nonsense_for_a_token_is_told_so(victim, token):
    caller, _ = victim
    for header in (token, f"Bearer {token}"):
        status, told, content = ask(caller, "GET", "/v1/me", {"authorization": header.strip()}, b"")
        assert status == 401, content
        assert told["www-authenticate"].startswith("Bearer")


def quote(text):
    return quote_from_bytes(text.encode("utf-8", "surrogatepass"), safe="")
