"""Of requests that replace one token at the same moment exactly one is carried out."""

from __future__ import annotations

import threading
from contextlib import closing

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
