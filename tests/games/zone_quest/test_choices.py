"""What is offered: counted along a fixed game, and complete in both directions."""

from __future__ import annotations

import random
from itertools import chain, combinations, permutations, product

import msgspec
import pytest

from domain.kernel.chance import LuckNeeded, NoChance
from domain.kernel.errors import RuleViolation
from domain.kernel.play import Play
from tests.games.zone_quest.table import (
    BEAR,
    CHIEF,
    EDITION,
    RAT,
    ZONE_QUEST,
    fresh,
    midway,
)
from tests.games.zone_quest.world import World


def test_perft_along_a_fixed_game():
    """The number of legal actions at each step of one game; a change of rules shows here."""
    table, rng = fresh(3), random.Random(4)
    table.keeps()
    counts = []
    for _ in range(len(PERFT)):
        seat = table.state.awaiting[0]
        choices = ZONE_QUEST.legal(table.state, seat)
        counts.append(choices.count())
        assert counts[-1] == len(list(choices.actions()))
        action = choices.sample(rng)
        table.acts(seat, action.pop("type"), **action)
    assert counts == PERFT


PERFT = [7, 7, 1, 7, 7, 7, 7, 7, 1, 7, 3, 3, 3, 3, 3, 5, 2, 5, 2, 2, 2, 2, 2, 2, 5, 2, 5, 5, 5, 5]


def accepts(table, seat, action):
    play = Play(table.state, ZONE_QUEST.evolve, NoChance())
    try:
        ZONE_QUEST.decide(play, seat, msgspec.convert(action, ZONE_QUEST.action))
    except RuleViolation:
        return False
    except LuckNeeded:
        pass
    return True


@pytest.mark.rule("ZQ-023", "ZQ-027", "ZQ-026")
def test_exactly_the_offered_purchases_are_accepted():
    """Every purchase of these cards and every way to keep them: offered if and only if accepted."""
    player = {"gold": 35, "items": ["short_sword", "quiver"]}
    drawn = ["war_axe", "quiver", "fur_cape"]
    table = midway([player], market=drawn)
    table.acts(0, "search_market")
    offered = ZONE_QUEST.legal(table.state, 0)
    buys = chain.from_iterable(permutations([*drawn, "buckler"], n) for n in range(4))
    hands = (None, "short_sword", "war_axe", "quiver")
    backs = (None, "quiver", "fur_cape", "short_sword")
    seen = 0
    for buy, hand, back in product(list(buys), hands, backs):
        kept = {"right_hand": hand, "back": back}
        keep = {slot: item for slot, item in kept.items() if item}
        action = {"type": "buy_items", "buy": list(buy), "keep": keep}
        assert offered.contains(action) == accepts(table, 0, action), action
        seen += offered.contains(action) and list(buy) == sorted(buy, key=drawn.index)
    assert seen == offered.count() == 1 + 2 + 1 + 2 + 2 * 1 + 2 * 2 + 2


@pytest.mark.rule("ZQ-028", "ZQ-030", "ZQ-031", "ZQ-032")
@pytest.mark.parametrize("place", [None, 1, 2])
def test_exactly_the_offered_explorations_are_accepted(place):
    here = {"place": place} if place else {}
    table = midway([here, {"place": 1}, {}, {"place": 2}], bosses=[CHIEF])
    offered = ZONE_QUEST.legal(table.state, 0)
    seen = 0
    for zone in range(6):
        for invite in chain.from_iterable(combinations(range(5), n) for n in range(5)):
            action = {"type": "explore", "zone": zone, "invite": list(invite)}
            assert offered.contains(action) == accepts(table, 0, action), action
            seen += offered.contains(action)
    assert seen == (8 if place is None else 4)


@pytest.mark.rule("ZQ-R09", "ZQ-017")
def test_leaving_is_offered_last_and_not_asked_for():
    table = midway([{}, {"place": 1}, {}], top={1: [BEAR]})
    assert [one.type for one in ZONE_QUEST.legal(table.state, 0).items] == [
        "teleport",
        "search_market",
        "explore",
        "leave_session",
    ]
    assert ZONE_QUEST.legal(table.state, 1).items == ()
    (leave,) = ZONE_QUEST.legal(table.state, 2).items
    assert (leave.type, leave.unasked) == ("leave_session", True)
    assert ZONE_QUEST.to_act(table.state) == (0,)
    assert ZONE_QUEST.legal(table.state, 3).items == ()
    table.explores(0, 1, 1)
    assert ZONE_QUEST.legal(table.state, 0).items == ()
    assert [one.type for one in ZONE_QUEST.legal(table.state, 1).items] == ["answer_invitation"]


@pytest.mark.rule("ZQ-R21", "ZQ-R22")
def test_what_is_asked_in_a_fight():
    table = midway(3, top={1: [CHIEF]})
    table.meets(1, 2)
    (choice, *_) = ZONE_QUEST.legal(table.state, 2).items
    assert choice.open["choice"].of == ("attack", "teleport")
    table.choose({0: "attack", 2: "attack"})
    (vote,) = ZONE_QUEST.legal(table.state, 0).items
    assert vote.open["seat"].of == (0, 2)


@pytest.mark.rule("ZQ-R06")
def test_a_question_keeps_its_name_until_it_is_answered():
    """So that an answer under way is not refused for what another seat has done meanwhile."""
    table = midway(3, top={1: [BEAR]})
    asked = ZONE_QUEST.question(table.state, 0)
    table.acts(2, "leave_session")
    assert ZONE_QUEST.question(table.state, 0) == asked
    table.meets(1, 1)
    first = ZONE_QUEST.question(table.state, 1)
    table.acts(0, "vote_target", seat=0)
    assert ZONE_QUEST.question(table.state, 1) == first
    table.acts(1, "vote_target", seat=0)
    assert ZONE_QUEST.question(table.state, 1) != first


def test_the_largest_choice_stays_small():
    """A rich player with all slots taken and three cards of different slots."""
    rich = {"gold": 1000, "items": ["quiver", "buckler", "padded_coat", "rusty_dagger"]}
    table = midway([rich], market=["war_axe", "fur_cape", "chain_mail"])
    table.acts(0, "search_market")
    offered = ZONE_QUEST.legal(table.state, 0)
    assert offered.count() == 27
    assert len(msgspec.json.encode(offered)) < 5_000


@pytest.mark.rule("ZQ-R41")
def test_a_seat_beyond_the_first_ones_is_asked_like_any_other():
    world = World()
    table = world.opens("A", "p")
    world.joins("A", "q")
    world.tells("A")
    world.acts("A", 0, "teleport")
    assert ZONE_QUEST.to_act(table.state) == (1,)
    assert EDITION.players.session_max == len(table.state.seats)
    assert ZONE_QUEST.legal(table.state, 1).items[0].type == "teleport"
    assert RAT in table.view().zones[0].deck_cards
