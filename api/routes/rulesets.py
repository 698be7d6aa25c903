"""The board games: their rules, schemas and editions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath

from api.answers import EditionCheck, PlayerRange, RuleAnswer, RulesetAnswer, RulesetSummary
from api.exchange import answer, body_of, is_known, only, unchanged, yes_or_no
from api.operations import Operation, Param, described
from api.problems import Trouble
from api.requests import SuppliedEdition
from api.schemas import action_schema, event_schema, options_schema, view_schema
from domain.catalog import RULESETS, ruleset
from domain.kernel.ruleset import Ruleset
from domain.table.box import default_box, supplied_box
from services.rulebook import Rule, rulebook

TAG = "Rulesets"
FOR_AN_HOUR = {"cache-control": "public, max-age=3600", "vary": "Accept"}


@get(
    "/v1/rulesets",
    opt=described(
        Operation(
            id="listRulesets",
            tag=TAG,
            summary="Which games are there?",
            answer=list[RulesetSummary],
            answers="The rulesets.",
            params=(
                Param(
                    name="examples",
                    text="Also those that are only examples, and never rated.",
                    schema={"type": "boolean", "default": False},
                ),
            ),
            signed="no",
        )
    ),
)
async def list_rulesets(request: Request[Any, Any, Any]) -> Response[bytes]:
    """List the board games that can be played."""
    only(request, "examples")
    too = yes_or_no(request, "examples")
    listed = [_summary(one) for one in RULESETS.values() if too or not one.is_example]
    return answer(request, listed, headers=FOR_AN_HOUR)


@get(
    "/v1/rulesets/{ruleset_id:str}",
    opt=described(
        Operation(
            id="getRuleset",
            tag=TAG,
            summary="All about one game",
            answer=RulesetAnswer,
            answers="The ruleset with its schemas and rule texts.",
            problems=("ruleset-unknown",),
            signed="no",
        )
    ),
)
async def get_ruleset(
    request: Request[Any, Any, Any], ruleset_id: FromPath[str]
) -> Response[bytes]:
    """Give the schemas of actions, events and views, the rule texts, and the chance points."""
    return answer(request, _all_about(ruleset(ruleset_id)), headers=FOR_AN_HOUR)


@get(
    "/v1/rulesets/{ruleset_id:str}/rules/{rule_id:str}",
    opt=described(
        Operation(
            id="getRule",
            tag=TAG,
            summary="One rule",
            answer=RuleAnswer,
            answers="The rule: its text, its place in the rulebook, what it governs.",
            problems=("ruleset-unknown", "rule-unknown"),
            signed="no",
        )
    ),
)
async def get_rule(
    request: Request[Any, Any, Any], ruleset_id: FromPath[str], rule_id: FromPath[str]
) -> Response[bytes]:
    """Explain a rule that a refusal has named."""
    ruleset(ruleset_id)
    rule: Rule | None = rulebook(ruleset_id).get(rule_id)
    if rule is None:
        raise Trouble("rule-unknown", f"{ruleset_id} has no rule {rule_id}.")
    return answer(request, rule, headers=FOR_AN_HOUR)


@get(
    "/v1/rulesets/{ruleset_id:str}/edition",
    opt=described(
        Operation(
            id="getEdition",
            tag=TAG,
            summary="A game's component data",
            answer="Edition",
            answers="The default edition.",
            problems=("ruleset-unknown",),
            signed="no",
            headers=("ETag",),
            other={304: "It is as you have it."},
        )
    ),
)
async def get_edition(
    request: Request[Any, Any, Any], ruleset_id: FromPath[str]
) -> Response[bytes]:
    """Give the default edition: every card, board and number of the game."""
    box = default_box(ruleset(ruleset_id))
    etag = f'"{box.edition_id}"'
    headers = {"etag": etag, "cache-control": "public, max-age=3600"}
    if is_known(request, etag):
        return unchanged(headers)
    return answer(request, box.edition, headers=headers)


@post(
    "/v1/rulesets/{ruleset_id:str}/edition/check",
    opt=described(
        Operation(
            id="checkEdition",
            tag=TAG,
            summary="Is my edition good?",
            body=SuppliedEdition,
            answer=EditionCheck,
            answers="It is; games can be played with it.",
            problems=("ruleset-unknown", "edition-invalid"),
            signed="no",
        )
    ),
)
async def check_edition(
    request: Request[Any, Any, Any], ruleset_id: FromPath[str]
) -> Response[bytes]:
    """Check component data of your own; every fault is listed at once."""
    one = ruleset(ruleset_id)
    supplied = await body_of(request, SuppliedEdition)
    box = supplied_box(one, supplied.edition)
    return answer(request, EditionCheck(edition=box.edition_id))


def _all_about(one: Ruleset[Any, Any, Any, Any]) -> RulesetAnswer:
    return RulesetAnswer(
        **_fields(one),
        action_schema=action_schema(one),
        event_schema=event_schema(one),
        view_schema=view_schema(one),
        rules={rule.id: rule.text for rule in rulebook(one.id).values()},
        chance_points=one.chance_points,
    )


def _summary(one: Ruleset[Any, Any, Any, Any]) -> RulesetSummary:
    return RulesetSummary(**_fields(one))


def _fields(one: Ruleset[Any, Any, Any, Any]) -> dict[str, Any]:
    least, most = one.players
    return {
        "id": one.id,
        "title": one.title,
        "players": PlayerRange(min=least, max=most),
        "summary": one.summary,
        "options_schema": options_schema(one),
        "version": one.version,
        "bots": tuple(one.bots),
        "is_example": one.is_example,
    }


ROUTES = [list_rulesets, get_ruleset, get_rule, get_edition, check_edition]

EXAMPLES: dict[str, Callable[[], Any]] = {
    "listRulesets": lambda: [_summary(ruleset("burnmelt"))],
    "getRuleset": lambda: _all_about(ruleset("burnmelt")),
    "getRule": lambda: rulebook("burnmelt")["BM-025"],
}
"""Answers for the document."""
