"""Lobby, looking, time travel, visibility, lists, resignation, abandonment."""

from __future__ import annotations

import threading
from contextlib import closing

import pytest

from tests.stack import Caller


def test_a_lobby_fills_and_starts_by_itself(ada, bob):
    told = ada.create("me", "open", bob.player_id)
    game = told["id"]
    assert (told["status"], told["view"], told["viewer"]["seat"]) == ("lobby", None, 0)
    assert [seat["status"] for seat in told["seats"]] == ["taken", "open", "invited"]
    joined = bob.post(f"/v1/games/{game}/seats", json={})
    assert joined.status_code == 201
    assert joined.json()["events"][0]["data"]["seat"] == 2, "the seat that was kept"
    assert ada.look(game)["status"] == "lobby"
    again = bob.post(f"/v1/games/{game}/seats", json={"seat": 1, "client_seed": "mice"})
    assert [event["type"] for event in again.json()["events"]] == [
        "seat_taken",
        "game_started",
        "burnmelt.game_started",
    ]
    assert ada.look(game)["status"] == "active"


def test_a_lobby_is_abandoned_when_creator_and_guests_have_left(ada, bob):
    """Whoever leaves last; a creator who never sat, or sits again, keeps it open."""
    game = ada.create("me", "open", "open")["id"]
    bob.post(f"/v1/games/{game}/seats", json={"seat": 1})
    ada.delete(f"/v1/games/{game}/seats/0")
    assert bob.look(game)["status"] == "lobby"
    ada.post(f"/v1/games/{game}/seats", json={"seat": 2})
    bob.delete(f"/v1/games/{game}/seats/1")
    bob.post(f"/v1/games/{game}/seats", json={"seat": 1})
    ada.delete(f"/v1/games/{game}/seats/2")
    assert bob.look(game)["status"] == "lobby"
    bob.delete(f"/v1/games/{game}/seats/1")
    assert bob.look(game)["status"] == "abandoned"

    hosted = ada.create("open", "open", "open")["id"]
    bob.post(f"/v1/games/{hosted}/seats", json={"seat": 1})
    bob.delete(f"/v1/games/{hosted}/seats/1")
    assert ada.look(hosted)["status"] == "lobby"


@pytest.mark.parametrize("seat", ["0_0", "+0", "00", "-0", "%30%30"])
def test_a_seat_is_named_plainly(ada, seat):
    game = ada.create("me", "open", "open")["id"]
    assert ada.delete(f"/v1/games/{game}/seats/{seat}").status_code == 404
    assert ada.look(game)["seats"][0]["status"] == "taken"


def test_the_creator_starts_a_game_that_does_not_start_itself(ada):
    game = ada.create("me", "bot:random", "bot:random", autostart=False)["id"]
    assert ada.look(game)["status"] == "lobby"
    assert ada.post(f"/v1/games/{game}/start").status_code == 200
    assert ada.look(game)["status"] == "active"
    assert ada.post(f"/v1/games/{game}/start").status_code == 409


def test_leaving_the_lobby(ada, bob):
    game = ada.create("me", "open", "open")["id"]
    bob.post(f"/v1/games/{game}/seats", json={"seat": 1})
    left = bob.delete(f"/v1/games/{game}/seats/1")
    assert left.status_code == 200
    assert ada.look(game)["seats"][1]["status"] == "open"
    ada.delete(f"/v1/games/{game}/seats/0")
    seen = bob.look(game)
    assert seen["status"] == "abandoned"
    assert seen["fairness"]["seed"]


def test_only_one_of_many_gets_the_last_seat(url, ada):
    game = ada.create("me", "bot:random", "open")["id"]
    callers = [Caller.known(url, f"P{number}") for number in range(6)]
    statuses = []
    threads = [
        threading.Thread(
            target=lambda c=caller: statuses.append(
                c.post(f"/v1/games/{game}/seats", json={"seat": 2}).status_code
            )
        )
        for caller in callers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(statuses) == [201, *[409] * 5]
    for caller in callers:
        caller.close()


def test_who_resigns_is_played_on_for_and_comes_last(ada, bob):
    game = ada.create("me", bob.player_id, "bot:random", options={"rounds": 1})["id"]
    bob.post(f"/v1/games/{game}/seats", json={})
    ada.wait_turn(game, 0)
    gone = ada.delete(f"/v1/games/{game}/seats/0")
    assert gone.json()["events"][0]["type"] == "seat_resigned"
    assert ada.act(game, {"type": "x"}).json()["type"] == "/problems/not-your-seat"
    end = bob.play_out(game)
    assert end["status"] == "finished"
    last = end["result"]["ranking"][-1]
    assert (last["seat"], last["place"], last["resigned"]) == (0, 3, True)
    assert end["result"]["winners"] != [0]
    assert [s["place"] for s in end["result"]["ranking"]] == [1, 2, 3]


def test_a_game_without_players_is_abandoned(ada):
    game = ada.create("me", "bot:random", "bot:random")["id"]
    ada.wait_turn(game, 0)
    gone = ada.delete(f"/v1/games/{game}/seats/0")
    assert [e["type"] for e in gone.json()["events"]] == [
        "seat_resigned",
        "game_abandoned",
        "seed_revealed",
    ]
    seen = ada.look(game)
    assert (seen["status"], seen["result"], seen["to_act"]) == ("abandoned", None, [])
    assert ada.get(f"/v1/games/{game}/record").status_code == 200


def test_time_travel_and_caching(ada, anyone):
    game = ada.create("me", "bot:random", "bot:random")["id"]
    now = ada.wait_turn(game, 0)
    past = ada.get(f"/v1/games/{game}", params={"at": 2, "as": "0"})
    assert past.json()["version"] == 2
    assert past.json()["status"] == "lobby"
    assert "immutable" in past.headers["cache-control"]
    fresh = ada.get(f"/v1/games/{game}")
    assert fresh.headers["etag"].endswith('-0"')
    assert fresh.headers["vary"] == "Authorization, Accept"
    path = f"/v1/games/{game}"
    packed = ada.get(path, headers={"accept": "application/msgpack"})
    assert packed.headers["etag"] != fresh.headers["etag"], "another form of the same"
    known = {"accept": "application/msgpack", "if-none-match": packed.headers["etag"]}
    assert ada.get(path, headers=known).status_code == 304
    same = ada.get(f"/v1/games/{game}", headers={"if-none-match": fresh.headers["etag"]})
    if fresh.json()["version"] == ada.look(game)["version"]:
        assert same.status_code == 304
        assert same.content == b""
    theirs = anyone.get(f"/v1/games/{game}")
    assert theirs.headers["etag"].endswith('-spectator"')
    assert theirs.json()["view"]["seats"][0]["hand"] is None
    assert now["view"]["seats"][0]["hand"]
    own_as_spectator = ada.look(game, **{"as": "spectator"})
    assert own_as_spectator["view"]["seats"][0]["hand"] is None
    assert own_as_spectator["view"]["seats"][0]["player"] == "Ada"


def test_a_long_poll_answers_when_something_happens(ada, anyone):
    game = ada.create("me", "bot:random", "bot:random")["id"]
    seen = ada.wait_turn(game, 0)
    while seen["version"] != ada.look(game)["version"] or not any(
        d["seat"] == 0 for d in seen["to_act"]
    ):
        seen = ada.wait_turn(game, 0)
    heard = []
    poll = threading.Thread(
        target=lambda: heard.append(
            anyone.get(f"/v1/games/{game}", params={"after": seen["version"], "wait": 20}).json()
        )
    )
    poll.start()
    told = ada.choices(game)
    ada.act(game, told["choices"][0]["example"])
    poll.join(15)
    assert heard
    assert heard[0]["version"] > seen["version"]


def test_a_long_poll_ends_with_its_time(ada):
    game = ada.create("me", "open", "open")["id"]
    version = ada.look(game)["version"]
    assert ada.look(game, after=version, wait=1)["version"] == version


def test_private_games_are_unknown_to_others(ada, bob, anyone):
    game = ada.create("me", bob.player_id, "open", visibility="private")["id"]
    assert bob.look(game)["id"] == game, "who is invited may look"
    for path in ("", "/events", "/replay", "/record"):
        told = anyone.get(f"/v1/games/{game}{path}")
        assert (told.status_code, told.json()["type"]) == (404, "/problems/game-unknown")
    with closing(Caller.known(str(ada.base_url), "Eve")) as eve:
        for told in (
            eve.get(f"/v1/games/{game}"),
            eve.get(f"/v1/games/{game}/choices"),
            eve.act(game, {"type": "x"}),
            eve.post(f"/v1/games/{game}/seats", json={}),
            eve.post(f"/v1/games/{game}/start"),
            eve.delete(f"/v1/games/{game}/seats/0"),
        ):
            assert (told.status_code, told.json()["type"]) == (404, "/problems/game-unknown")
        listed = eve.get("/v1/games", params={"player": ada.player_id}).json()["items"]
        assert game not in [one["id"] for one in listed]
    mine = ada.get("/v1/games", params={"player": "me"}).json()["items"]
    assert game in [one["id"] for one in mine]


def test_lists_are_paged_newest_first(url):
    with closing(Caller.known(url, "Lister")) as caller:
        games = [caller.create("me", "open", "open") for _ in range(7)]
        made = [
            one["id"] for one in sorted(games, key=lambda one: (one["created_at"][:23], one["id"]))
        ]
        found, cursor = [], None
        while True:
            query = {"player": "me", "limit": 3, **({"cursor": cursor} if cursor else {})}
            page = caller.get("/v1/games", params=query).json()
            found += [one["id"] for one in page["items"]]
            cursor = page["next"]
            if cursor is None:
                break
        assert found == made[::-1]
        lobby = caller.get("/v1/games", params={"player": "me", "status": "active"}).json()
        assert lobby["items"] == []


@pytest.mark.parametrize("visibility", ["public", "unlisted"])
def test_unlisted_games_are_open_to_who_knows_them_but_not_listed(ada, anyone, visibility):
    game = ada.create("me", "open", "open", visibility=visibility)["id"]
    assert anyone.look(game)["id"] == game
    listed = anyone.get("/v1/games", params={"status": "lobby", "limit": 200}).json()["items"]
    assert (game in [one["id"] for one in listed]) == (visibility == "public")


def test_a_dry_run_changes_nothing_and_tells_what_would_be(ada):
    game = ada.create("me", "bot:random", "bot:random")["id"]
    ada.wait_turn(game, 0)
    told = ada.choices(game)
    good = ada.post(
        f"/v1/games/{game}/actions",
        params={"dry_run": "true"},
        json={"action": told["choices"][0]["example"]},
    )
    assert (good.status_code, good.json()) == (200, {"dry_run": True})
    bad = ada.post(
        f"/v1/games/{game}/actions",
        params={"dry_run": "true"},
        json={"action": {"type": "choose_centre_card", "adventurer": "dragon"}},
    )
    assert bad.json()["rule"] == "BM-002"
    assert ada.choices(game)["decision"] == told["decision"]


def test_a_scripted_game_is_marked_and_follows_its_script(ada):
    deck = ["knight"] * 12 + ["mage"] * 4
    told = ada.create(
        "me",
        "bot:random",
        "bot:random",
        script={"adventurer_cards": [deck], "starting_player": [[2]]},
    )
    assert told["fairness"]["scripted"]
    assert not told["rated"]
    assert told["view"]["starting_seat"] == 2
    seen = ada.wait_turn(told["id"], 0)
    assert set(seen["view"]["seats"][0]["hand"]) == {"knight", "mage"}
    first = ada.get(f"/v1/games/{told['id']}/events").json()["items"][0]
    assert (first["data"]["script"], first["data"]["seed"]) == (None, None)


def test_after_the_end_all_is_shown_to_anyone_who_may_see_the_game(ada, anyone):
    game = ada.create("bot:random", "bot:random", "bot:random", options={"rounds": 1})["id"]
    ada.wait_for(game, lambda seen: seen["status"] == "finished", "the bots finish")
    dealt = [
        event
        for event in anyone.get(f"/v1/games/{game}/events", params={"as": "all"}).json()["items"]
        if event["type"] == "burnmelt.hand_dealt"
    ]
    assert all(event["data"]["cards"] for event in dealt)
    assert all(event["salts"]["cards"] for event in dealt)
    seen = anyone.get(f"/v1/games/{game}")
    assert "immutable" in seen.headers["cache-control"]
    assert seen.json()["fairness"]["seed"]
