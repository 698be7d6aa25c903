"""Whoever loses a right while a request is on its way does not get what it was asked with."""

from __future__ import annotations

import socket
import threading
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from services.service import Services
from tests.stack import Caller, serving, until


@pytest.fixture
def services(settings):
    return Services.wire(settings)


@pytest.fixture
def url(url, settings, services):
    """A server whose inside can be looked at, beside the one that has workers, on the same Redis."""
    del url
    with serving(settings, services) as address:
        yield address


def polling(services, caller, game, answers):
    """Begin a long poll, and go on when it is under way."""
    path = f"/v1/games/{game}?after=1000&wait=2"

    def poll():
        with Caller(base_url=caller.base_url, headers=dict(caller.headers), timeout=60) as twin:
            answers.append(twin.get(path))

    thread = threading.Thread(target=poll)
    thread.start()
    until(lambda: any(room.waiting for room in services.hub._rooms.values()), "somebody waits")
    return thread


def test_a_long_poll_is_answered_through_the_eyes_that_one_has_by_then(url, services, ada, bob):
    game = ada.create("open", "bot:random", "bot:random", autostart=False)["id"]
    bob.post(f"/v1/games/{game}/seats", json={"seat": 0})
    answers = []
    thread = polling(services, bob, game, answers)
    bob.delete(f"/v1/games/{game}/seats/0")
    with closing(Caller.known(url, "Dan")) as dan:
        dan.post(f"/v1/games/{game}/seats", json={"seat": 0})
        ada.post(f"/v1/games/{game}/start")
        dan.wait_turn(game, 0)
        thread.join(30)
    (told,) = answers
    assert told.status_code == 200
    assert told.json()["viewer"]["spectator"]
    assert all(seat["hand"] is None for seat in told.json()["view"]["seats"])


def test_a_long_poll_ends_with_the_token(services, ada):
    game = ada.create("me", "open", "open", visibility="private")["id"]
    answers = []
    thread = polling(services, ada, game, answers)
    ada.post("/v1/me/tokens")
    thread.join(30)
    assert answers[0].status_code == 401


@pytest.mark.parametrize("path", ["/v1/games", "/v1/games/{game}/actions"])
def test_a_body_that_comes_after_the_token_was_replaced_is_not_heard(ada, path):
    game = ada.create("me", "bot:random", "bot:random", options={"starting_seat": 0})["id"]
    ada.wait_for(
        game, lambda seen: [d["seat"] for d in seen["to_act"]] == [0], "only seat 0 is asked"
    )
    body = b'{"action": {"type": "choose_centre_card", "adventurer": "mage"}}'
    address = urlsplit(str(ada.base_url))
    head = (
        f"POST {path.format(game=game)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
        f"Authorization: {ada.headers['authorization']}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    version = ada.look(game)["version"]
    with socket.create_connection((address.hostname, address.port), timeout=30) as line:
        line.sendall(head.encode() + body[:5])
        fresh = ada.post("/v1/me/tokens").json()["token"]
        line.sendall(body[5:])
        told = b"".join(iter(lambda: line.recv(65536), b""))
    assert told.startswith(b"HTTP/1.1 401"), told[:200]
    ada.headers["authorization"] = f"Bearer {fresh}"
    assert ada.look(game)["version"] == version


@pytest.mark.parametrize("path", ["start", "seats", "seats/0", "actions"])
def test_a_private_game_answers_as_one_that_is_not_there(ada, bob, path):
    """Also where something else is wrong as well."""
    game = ada.create("me", "open", "open", visibility="private")["id"]
    other = game[:2] + "abcdefghijkmnp"
    method = "DELETE" if path == "seats/0" else "POST"
    body = {"action": {"type": "fly"}} if path == "actions" else {}
    for headers in ({}, {"idempotency-key": "k" * 300}):
        told = [
            bob.request(method, f"/v1/games/{one}/{path}", headers=headers, json=body)
            for one in (game, other)
        ]
        assert told[0].status_code == told[1].status_code
        assert told[0].json()["type"] == told[1].json()["type"]
