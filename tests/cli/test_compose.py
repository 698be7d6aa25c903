"""The deployment fits the code: commands, ports, settings, files. There is no engine here to try it on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from cli.health import Part
from cli.main import COMMANDS
from services.queue import JOB_SECONDS
from services.settings import Settings, described

ROOT = Path(__file__).parents[2]
OURS = ("api", "dispatcher", "worker")
PORT = str(Settings().port)
VARIABLES = {line.variable for line in described()}
DEFAULT = re.compile(r"\$\{(\w+):-([^}]*)\}")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return content


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (ROOT / "Dockerfile").read_text()


def environment(service: dict[str, Any]) -> dict[str, str]:
    """What a service's process finds in its environment when nobody has set anything."""
    told = {name: str(value) for name, value in service["environment"].items()}
    return {name: DEFAULT.sub(lambda m: m[2], value) for name, value in told.items()}


def test_the_services(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"redis", "proxy", *OURS}
    assert compose["services"]["api"]["deploy"]["replicas"] == 2


@pytest.mark.parametrize("name", OURS)
def test_every_process_of_ours_is_a_command(compose: dict[str, Any], name: str) -> None:
    service = compose["services"][name]

    assert service["command"] == [name]
    assert name in COMMANDS
    assert service["healthcheck"]["test"] == ["CMD", "roundtable", "health", name]
    assert name in get_args(Part)
    assert service["depends_on"] == {"redis": {"condition": "service_healthy"}}


@pytest.mark.parametrize("name", OURS)
def test_the_environment_is_one_of_settings(compose: dict[str, Any], name: str) -> None:
    found = environment(compose["services"][name])

    assert set(found) <= VARIABLES
    settings = Settings.from_env(found)
    assert settings.redis_url == "redis://redis:6379/0"
    assert settings.log_format == "json"
    assert settings.port == Settings().port


def test_what_can_be_set_from_outside_has_the_default_of_the_code(compose: dict[str, Any]) -> None:
    defaults = {line.variable: line.default for line in described()}
    for name in OURS:
        for variable, value in compose["services"][name]["environment"].items():
            match = DEFAULT.fullmatch(str(value))
            if match is not None:
                assert match.groups() == (variable, defaults[variable])


def test_one_port_leads_to_the_api(compose: dict[str, Any]) -> None:
    services, caddy = compose["services"], (ROOT / "deploy" / "Caddyfile").read_text()

    assert services["api"]["expose"] == [PORT]
    assert environment(services["api"])["ROUNDTABLE_HOST"] == "0.0.0.0"
    assert services["proxy"]["ports"] == [f"${{ROUNDTABLE_PUBLISH:-127.0.0.1:{PORT}}}:{PORT}"]
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    assert re.search(r"name api\n\s+port 8000\n", caddy)
    assert f"\n:{PORT} {{\n" in caddy
    assert "flush_interval -1" in caddy
    for line in services["proxy"]["volumes"]:
        assert (ROOT / line.split(":")[0]).is_file()


def test_redis_keeps_what_it_is_told(compose: dict[str, Any]) -> None:
    redis = compose["services"]["redis"]

    assert redis["image"] == "redis:8"
    words = redis["command"]
    pairs = dict(zip(words[1::2], words[2::2], strict=True))
    assert words[0] == "redis-server"
    assert pairs["--appendonly"] == "yes"
    assert pairs["--maxmemory-policy"] == "noeviction"
    (volume,) = redis["volumes"]
    assert volume == "games:/data"
    assert "games" in compose["volumes"]


def test_only_the_proxy_can_be_reached_from_outside(compose: dict[str, Any]) -> None:
    assert compose["networks"]["inside"] == {"internal": True}
    for name, service in compose["services"].items():
        assert ("outside" in service["networks"]) == (name == "proxy")


@pytest.mark.parametrize("name", OURS)
def test_our_processes_have_no_more_rights_than_they_need(
    compose: dict[str, Any], dockerfile: str, name: str
) -> None:
    service = compose["services"][name]

    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "volumes" not in service
    assert re.search(r"^USER roundtable$", dockerfile, re.MULTILINE)


def test_no_secret_is_in_the_files(compose: dict[str, Any], dockerfile: str) -> None:
    text = (ROOT / "compose.yaml").read_text() + dockerfile

    assert not re.search(r"(?i)(password|secret|token)\s*[:=]", text)
    assert not re.search(r"redis://[^/\s]*@", text)


def test_every_service_ends_in_its_own_time(compose: dict[str, Any]) -> None:
    """A worker may be in the middle of a job, which takes a minute at most."""
    grace = compose["services"]["worker"]["stop_grace_period"]
    assert int(grace.removesuffix("s")) > JOB_SECONDS


def test_the_image_has_all_that_the_processes_need(dockerfile: str) -> None:
    copied = [line.split()[1] for line in dockerfile.splitlines() if re.match(r"COPY [^-]", line)]

    assert {"domain", "services", "api", "workers", "cli", "docs/rules"} <= set(copied)
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for path in copied:
        assert (ROOT / path).exists(), path
        assert f"!{path.split('/')[0]}" in ignored, path
    assert "--require-hashes" in dockerfile
    assert "requirements.lock" in copied


def test_the_image_starts_commands(dockerfile: str) -> None:
    assert 'ENTRYPOINT ["roundtable"]' in dockerfile
    assert 'CMD ["serve"]' in dockerfile
    assert "-m cli.main" in dockerfile
    assert f"EXPOSE {PORT}" in dockerfile
    names = re.findall(r"\b((?:ROUNDTABLE|REDIS|QUEUE)_[A-Z_]+)=", dockerfile)
    assert names
    assert set(names) <= VARIABLES
