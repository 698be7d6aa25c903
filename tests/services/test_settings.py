"""Settings are read and judged at once; whoever mistypes one is told all of it."""

from __future__ import annotations

import pytest

from services.settings import BadSettings, Settings, described, variable


def test_without_an_environment_everything_has_its_default() -> None:
    assert Settings.from_env({"HOME": "/", "PATH": "/bin"}) == Settings()


def test_every_setting_travels_to_a_child_process() -> None:
    settings = Settings(
        redis_url="redis://localhost/3",
        queue_url="unix:///run/redis.sock",
        host="0.0.0.0",
        port=0,
        data="/srv/games",
        workers=5,
        api_processes=3,
        durability="replica",
        replicas=2,
        cache_games=10,
        bot_time_ms=50,
        acts_per_minute=0,
        requests_per_minute=1,
        streams_per_caller=2,
        max_body_bytes=2048,
        cors_origins="",
        trusted_proxies="10.0.0.0/8, ::1",
        log_format="json",
        log_level="debug",
    )

    assert Settings.from_env(settings.to_env()) == settings
    assert settings.proxies == ("10.0.0.0/8", "::1")
    assert settings.origins == ()


def test_what_is_handed_in_goes_before_the_environment() -> None:
    assert Settings.from_env(
        {"ROUNDTABLE_PORT": "81", "ROUNDTABLE_HOST": "::"}, port=82
    ) == Settings(port=82, host="::")


def test_an_empty_address_counts_as_none() -> None:
    """Compose files hand on variables that nobody has set."""
    assert Settings.from_env({"REDIS_URL": "", "QUEUE_URL": ""}) == Settings()


def test_the_queue_lies_with_the_games_unless_told_otherwise() -> None:
    assert Settings(redis_url="redis://a").queue_redis_url == "redis://a"
    assert Settings(redis_url="redis://a", queue_url="redis://b").queue_redis_url == "redis://b"


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = _refused(
        ROUNDTABLE_PROT="1",
        ROUNDTABLE_WHATEVER="1",
        ROUNDTABLE_PORT="65536",
        ROUNDTABLE_WORKERS="two",
        ROUNDTABLE_DURABILITY="disk",
        ROUNDTABLE_LOG_LEVEL="",
        ROUNDTABLE_TRUSTED_PROXIES="10.0.0.1, proxy",
    )

    assert wrong == [
        "ROUNDTABLE_PROT is not a setting; did you mean ROUNDTABLE_PORT?",
        "ROUNDTABLE_WHATEVER is not a setting; remove it.",
        "ROUNDTABLE_PORT='65536': it has to be a number from 0 to 65535.",
        "ROUNDTABLE_WORKERS='two': it has to be a number, 1 or more.",
        "ROUNDTABLE_DURABILITY='disk': it has to be memory, fsync or replica.",
        "ROUNDTABLE_LOG_LEVEL='': it has to be debug, info, warning or error.",
        (
            "ROUNDTABLE_TRUSTED_PROXIES: 'proxy' is neither an address nor a network, "
            "such as 10.0.0.7 or 10.0.0.0/8."
        ),
    ]


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost:6379/1",
        "rediss://user:pa%20ss@redis.example:6380",
        "unix:///run/redis.sock",
        "redis+cluster://node:7000",
        "redis+sentinel://a:26379,b:26379/games",
    ],
)
def test_addresses_of_redis(url: str) -> None:
    queue = {"QUEUE_URL": "redis://queue"}

    assert Settings.from_env({"REDIS_URL": url} | queue).redis_url == url


@pytest.mark.parametrize(
    "url", ["localhost:6379", "http://:hunter2@redis", "redis://", "redis://h:99999", "unix://"]
)
def test_what_is_no_address_of_redis_is_refused_and_not_repeated(url: str) -> None:
    (wrong,) = _refused(REDIS_URL=url)

    assert wrong.startswith("REDIS_URL is not ")
    assert "hunter2" not in wrong


def test_the_queue_needs_a_single_server() -> None:
    (told,) = _refused(REDIS_URL="redis+cluster://node:7000")
    assert told.startswith("QUEUE_URL is not set and REDIS_URL names several servers")

    (told,) = _refused(REDIS_URL="redis://a", QUEUE_URL="redis+cluster://node:7000")
    assert told.startswith("QUEUE_URL is not the address of a Redis")


def test_the_embedded_redis_has_no_replicas() -> None:
    (told,) = _refused(ROUNDTABLE_DURABILITY="replica")

    assert "REDIS_URL" in told


def test_every_setting_is_described() -> None:
    told = described()

    assert [line.variable for line in told] == [variable(f) for f in Settings.__struct_fields__]
    assert all(line.text.endswith(".") and line.values for line in told)


def _refused(**environ: str) -> list[str]:
    with pytest.raises(BadSettings) as caught:
        Settings.from_env(environ)
    assert str(caught.value).splitlines() == caught.value.wrong
    return caught.value.wrong
