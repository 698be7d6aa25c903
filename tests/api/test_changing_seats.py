"""A live stream shows what its opener's seat may see; when the seat is another's, it ends."""

from __future__ import annotations

import threading
from contextlib import closing

from tests.stack import Caller, messages, until

SSE = {"accept": "text/event-stream"}


def listening(caller, game, heard, query=""):
    def listen():
        with (
            closing(
                Caller(base_url=caller.base_url, headers=dict(caller.headers), timeout=30)
            ) as ear,
            ear.stream("GET", f"/v1/games/{game}/events{query}", headers=SSE) as response,
        ):
            for message in messages(response):
                heard.append(message)

    thread = threading.Thread(target=listen)
    thread.start()
    return thread


def hands(heard):
    return [
        m.data["data"]["cards"]
        for m in heard
        if m.name == "burnmelt.hand_dealt" and m.data["data"]["cards"]
    ]


def test_who_left_a_seat_does_not_see_the_hand_of_the_next(url, ada, bob):
    game = ada.create("me", "open", "open")["id"]
    bob.post(f"/v1/games/{game}/seats", json={"seat": 1})
    heard = []
    thread = listening(bob, game, heard)
    until(lambda: len(heard) >= 3, "the stream runs")
    bob.delete(f"/v1/games/{game}/seats/1")
    thread.join(30)
    assert not thread.is_alive(), "the stream has ended"
    with closing(Caller.known(url, "Dan")) as dan:
        dan.post(f"/v1/games/{game}/seats", json={"seat": 1})
        dan.post(f"/v1/games/{game}/seats", json={"seat": 2})
        ada.wait_turn(game, 0)
    assert hands(heard) == []
    assert heard[-1].name == "seat_left"


def test_who_resigned_does_not_see_what_is_dealt_to_the_stand_in(ada, bob):
    game = ada.create("me", bob.player_id, "bot:random")["id"]
    bob.post(f"/v1/games/{game}/seats", json={})
    heard = []
    bob.wait_turn(game, 1)
    thread = listening(bob, game, heard)
    until(lambda: len(hands(heard)) == 1, "the stream runs")
    bob.delete(f"/v1/games/{game}/seats/1")
    thread.join(30)
    assert not thread.is_alive()
    assert heard[-1].name == "seat_resigned"
    ada.play_out(game)
    assert len(hands(heard)) == 1


def test_who_left_a_private_table_does_not_watch_on(ada, bob):
    game = ada.create("me", bob.player_id, "open", visibility="private")["id"]
    bob.post(f"/v1/games/{game}/seats", json={})
    heard = []
    thread = listening(bob, game, heard, "?as=spectator")
    until(lambda: len(heard) >= 3, "the stream runs")
    bob.delete(f"/v1/games/{game}/seats/1")
    thread.join(30)
    assert not thread.is_alive(), "the stream has ended"
    assert heard[-1].name == "seat_left"
    assert bob.get(f"/v1/games/{game}/events").status_code == 404
