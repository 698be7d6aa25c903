"""Of requests that replace one token at the same moment exactly one is carried out."""

from __future__ import annotations

import threading
from contextlib import closing
from uuid import uuid4

from tests.stack import Caller


def test_a_token_is_replaced_once(url):
    with closing(Caller.known(url)) as caller:
        answers = []

        def rotate():
            with closing(Caller(base_url=url, headers=dict(caller.headers), timeout=30)) as twin:
                answers.append(twin.post("/v1/me/tokens"))

        threads = [threading.Thread(target=rotate) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401]
        (fresh,) = [answer.json()["token"] for answer in answers if answer.status_code == 201]
        caller.headers["authorization"] = f"Bearer {fresh}"
        assert caller.get("/v1/me").status_code == 200


def test_what_was_opened_with_a_token_ends_with_it(url, ada):
    """Whoever replaces a token because somebody else has it wants that one to see nothing more."""
    game = ada.create("me", "open", "open", visibility="private")["id"]
    paths = (f"/v1/games/{game}/events", f"/v1/games/{game}/events?as=spectator", "/v1/me/stream")
    headers = dict(ada.headers) | {"accept": "text/event-stream"}
    opened, ended = threading.Barrier(len(paths) + 1, timeout=30), []

    def listen(path):
        with (
            Caller(base_url=url, headers=headers, timeout=30) as ear,
            ear.stream("GET", path) as response,
        ):
            lines = response.iter_lines()
            next(lines)
            opened.wait()
            ended.append((path, response.status_code, len(list(lines)) > 0))

    threads = [threading.Thread(target=listen, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    opened.wait()
    ada.headers["authorization"] = f"Bearer {ada.post('/v1/me/tokens').json()['token']}"
    for thread in threads:
        thread.join(30)
    assert sorted(path for path, *_ in ended) == sorted(paths)
    with Caller(base_url=url, headers=headers, timeout=30) as late:
        assert late.get("/v1/me/stream").status_code == 401


def test_a_key_never_gives_a_token_that_was_replaced(url):
    key = {"idempotency-key": str(uuid4())}
    with Caller(base_url=url, timeout=30) as caller:
        token = caller.post("/v1/players", json={"name": "Ada"}, headers=key).json()["token"]
        again = caller.post("/v1/players", json={"name": "Ada"}, headers=key)
        assert (again.status_code, again.json()["token"]) == (201, token)
        caller.post("/v1/me/tokens", headers={"authorization": f"Bearer {token}"})
        told = caller.post("/v1/players", json={"name": "Ada"}, headers=key)
        assert (told.status_code, told.json()["type"]) == (422, "/problems/idempotency-key-reused")
        assert "replaced" in told.json()["detail"]
