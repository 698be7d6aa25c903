"""The cube skills of talents: what each costs and brings stands in the edition, what it does besides here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from domain.games.tavern_heroes.actions import Use
from domain.games.tavern_heroes.edition.cards import Skill
from domain.games.tavern_heroes.edition.words import CardId, SkillId
from domain.games.tavern_heroes.events import SkillPerformed
from domain.games.tavern_heroes.rules.board import check_privileged, perform_privileged
from domain.games.tavern_heroes.rules.requests import Request
from domain.games.tavern_heroes.rules.tavern import require_level
from domain.games.tavern_heroes.rules.turns import Turn


def nothing_to_check(request: Request, use: Use, skill: Skill) -> None:
    """Most skills ask for no more than their cost."""
    del request, use, skill


def nothing_more(turn: Turn, use: Use, at: str) -> None:
    """Most skills bring no more than their gains."""
    del turn, use, at


class SkillRule(NamedTuple):
    """What a skill asks for and does beside its numbers."""

    rule: str
    check: Callable[[Request, Use, Skill], None] = nothing_to_check
    afterwards: Callable[[Turn, Use, str], None] = nothing_more
    takes: tuple[str, ...] = ()
    """Fields of `Use` that belong to it, beside the stone."""


def use_skill(turn: Turn, talent: CardId, use: Use, at: str) -> None:
    """TH-080 to TH-087: check and pay a skill, gain what it brings, then do what it does besides."""
    pay_skill(turn, talent, use, at)
    SKILLS[use.skill].afterwards(turn, use, at)


def pay_skill(turn: Turn, talent: CardId, use: Use, at: str) -> None:
    """TH-075: check a skill, pay what it costs, and gain what it brings."""
    skill, rule = turn.state.edition.skill[use.skill], SKILLS[use.skill]
    request = Request(turn.state, turn.seat, at)
    check_fields(request, use, skill, rule)
    request.pays(rule.rule, skill.pays)
    rule.check(request, use, skill)
    if use.stone_card is not None:
        turn.spend_stone(use.stone_card)
    turn.play.record(
        SkillPerformed(
            seat=turn.seat,
            talent=talent,
            skill=use.skill,
            paid=skill.pays,
            gained=turn.gains(skill.gains, skill.pays),
            talents_turned_up=use.talents or (),
        )
    )


def check_fields(request: Request, use: Use, skill: Skill, rule: SkillRule) -> None:
    """TH-080 to TH-086: the fields that the skill needs, and no others."""
    given = {"effect": use.effect, "talents": use.talents}
    strangers: dict[str, object] = {
        name: value for name, value in given.items() if name not in rule.takes
    }
    if skill.stone is None:
        strangers["stone_card"] = use.stone_card
    request.refuse_strangers(rule.rule, **strangers)
    if skill.stone is not None:
        request.holds_stone(rule.rule, skill.stone, use.stone_card, "/stone_card")


def strengthen(turn: Turn, use: Use, at: str) -> None:
    """TH-084: Strong Soldiers."""
    del at
    turn.strengthen(turn.state.edition.skill[use.skill].raise_level)


def check_scheme(request: Request, use: Use, skill: Skill) -> None:
    """TH-085: not at level 0."""
    del use, skill
    require_level(request, "TH-085")


def scheme(turn: Turn, use: Use, at: str) -> None:
    """TH-085: draw as many Armament cards as the Armament Level."""
    del use, at
    turn.draw_armaments(turn.player.armament_level)


def check_recovery(request: Request, use: Use, skill: Skill) -> None:
    """TH-086, TH-R09: one or two other talents of one's own that lie face down."""
    names = use.talents or ()
    down = [one.talent for one in request.player.talents if not one.face_up]
    if not down:
        detail = "None of your talents lies face down."
        request.refuse("TH-086", "no_effect", detail, "/talents")
    if not 1 <= len(names) <= skill.flip_talents or len(set(names)) != len(names):
        detail = f"Name from 1 to {skill.flip_talents} different talents."
        request.refuse("TH-086", "bad_selection", detail, "/talents")
    for number, name in enumerate(names):
        at = f"/talents/{number}"
        if all(one.talent != name for one in request.player.talents):
            request.refuse_unowned("TH-086", name, at)
        if name not in down:
            detail = f"{name} is face up; Recovery turns up talents that lie face down."
            request.refuse("TH-086", "bad_selection", detail, at)


def black_magic(turn: Turn, use: Use, at: str) -> None:
    """TH-083: perform the Privilege, which is not optional, paid also with what the magic has brought."""
    request = Request(turn.state, turn.seat, at)
    if use.effect is None:
        detail = "Name the effect that the Privilege performs."
        request.refuse("TH-083", "bad_selection", detail, "/effect")
    check_privileged(request, use.effect)
    perform_privileged(turn, use.effect)


SKILLS: Mapping[SkillId, SkillRule] = {
    "yellow_magic": SkillRule("TH-080"),
    "red_magic": SkillRule("TH-081"),
    "blue_magic": SkillRule("TH-082"),
    "black_magic": SkillRule("TH-083", afterwards=black_magic, takes=("effect",)),
    "strong_soldiers": SkillRule("TH-084", afterwards=strengthen),
    "scheme": SkillRule("TH-085", check_scheme, scheme),
    "recovery": SkillRule("TH-086", check_recovery, takes=("talents",)),
    "dance": SkillRule("TH-087"),
    "performance": SkillRule("TH-087"),
}
"""TH-088: constant skills are not used; they act by themselves."""
