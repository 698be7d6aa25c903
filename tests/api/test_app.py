"""How the application is put together."""

from __future__ import annotations

import gc

import pytest

from api.app import application, settle_memory
from api.edge import Edge
from services.settings import BadSettings


def test_the_application_is_made_from_the_environment(monkeypatch):
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setattr("api.app.configure", lambda *_: None)
    assert isinstance(application(), Edge)
    monkeypatch.setenv("ROUNDTABLE_PORT", "high")
    with pytest.raises(BadSettings):
        application()


def test_what_start_up_leaves_is_out_of_the_collectors_sight():
    before = gc.get_threshold()
    try:
        settle_memory()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] == 50_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
