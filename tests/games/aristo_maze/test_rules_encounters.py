"""What is met in the dungeon, and what characters do about it: AM-099 to AM-119."""

from __future__ import annotations

import pytest

from domain.games.aristo_maze.events import EmperorsWillPaid, PartyExplored
from tests.games.aristo_maze.table import (
    EASY,
    A,
    B,
    C,
    D,
    explored,
    hired,
    laid,
    row,
    strengths,
    supplied,
    vps,
)
from tests.games.table import names, of_type

rule = pytest.mark.rule


GATE = ["the_gate", "treasure_lair"]


@rule("AM-099")
@pytest.mark.parametrize("party", [{"hermit": 0}, {"assassin": 1}, {"thief": 0}])
def test_am_099_these_pass_the_gate(party):
    walked = explored(GATE, party, 2)
    assert (walked.outcome, vps(walked)) == ("returned", [1, 2])


@rule("AM-099")
@rule("AM-116")
@rule("AM-117")
@pytest.mark.parametrize("party", [{}, {"assassin": 0}, {"knight": 1}])
def test_am_116_117_all_others_are_turned_back_at_no_cost(party):
    walked = explored(GATE, party, 2)
    assert (walked.outcome, walked.last_floor, walked.change, walked.retreat_vp) == (
        "turned_back",
        1,
        0,
        0,
    )


@rule("AM-100")
@rule("AM-101")
@pytest.mark.parametrize(
    ("party", "passes"),
    [
        ({"fighter": 0}, False),
        ({"fighter": 0, "assassin": 0}, True),
        ({"priestess": 0}, False),
        ({"priestess": 0, "assassin": 0}, True),
        ({"fighter": 0, "necromancer": 0}, False),
        ({"priestess": 0, "knight": 0}, True),
    ],
)
def test_am_100_101_fighter_and_priestess_need_a_strong_party(party, passes):
    assert explored(GATE, party, 2).outcome == ("returned" if passes else "turned_back")


@rule("AM-100")
def test_am_100_what_counts_is_the_hp_at_the_start():
    walked = explored(["ogre", "slime", "the_gate"], {"fighter": 0, "assassin": 0}, 3)
    assert (walked.outcome, strengths(walked)[-1]) == ("returned", (1, 2, 1))


@rule("AM-R35")
def test_am_r35_passing_the_gate_cancels_its_damage_too():
    gate = row("dungeon_cards", "the_gate")
    specter = row("dungeon_cards", "emperors_specter")
    edition = supplied(
        (("dungeon_cards", gate, "hp"), 9),
        (("dungeon_cards", gate, "encounter_vp"), -5),
        (("dungeon_cards", specter, "encounter_vp"), 0),
    )
    walked = explored(GATE, {"hermit": 0}, 2, edition=edition)
    assert (vps(walked), strengths(walked)[0]) == ([1, 2], (1, 1, 2))
    walked = explored(GATE, {"knight": 0}, 2, edition=edition)
    assert (walked.outcome, walked.change) == ("retreated", -8)


@rule("AM-102")
@rule("AM-103")
@rule("AM-104")
@rule("AM-105")
@pytest.mark.parametrize(
    ("party", "card", "unhurt"),
    [
        ({"hermit": 1}, "dragon", True),
        ({"hermit": 0}, "dragon", False),
        ({"hermit": 1}, "ogre", False),
        ({"thief": 0}, "trap", True),
        ({"thief": 0}, "slime", False),
        ({"fighter": 1}, "dragon", True),
        ({"fighter": 1}, "slime", True),
        ({"fighter": 0}, "slime", False),
        ({"fighter": 1}, "zombie", False),
        ({"fighter": 1}, "trap", False),
        ({"priestess": 1}, "vampire", True),
        ({"priestess": 1}, "treasure_crypt", True),
        ({"priestess": 0}, "treasure_crypt", False),
        ({"priestess": 1}, "nightmare", False),
    ],
)
def test_am_102_to_105_who_is_not_hurt_by_what(party, card, unhurt):
    table = hired([card], party)
    shown = table.seat(A).parameters
    walked = table.explores({A: (1, [8])})[A]
    assert (strengths(walked)[0] == (shown.hp, shown.mp, shown.sp)) == unhurt


@rule("AM-106")
@rule("AM-114")
@pytest.mark.parametrize("card", ["slime", "zombie", "gazer", "emperors_specter"])
def test_am_106_witch_skips_creepy_cards_wanted_or_not(card):
    walked = explored([card, "treasure_lair"], {"witch": 0}, 2)
    assert [step.skipped_by for step in walked.steps] == ["witch", None]
    assert walked.steps[0].card_vp == 0


@rule("AM-107")
@pytest.mark.parametrize(
    ("card", "skipper"),
    [
        ("gazer", "princess"),
        ("nightmare", "princess"),
        ("treasure_vault", "princess"),
        ("trap", None),
        ("the_gate", None),
        ("slime", None),
    ],
)
def test_am_107_princess_with_a_crest_skips_menace_cards(card, skipper):
    assert explored([card], {"princess": 1, "knight": 0}, 1).steps[0].skipped_by == skipper
    assert explored([card], {"princess": 0, "knight": 0}, 1).steps[0].skipped_by is None


@rule("AM-107")
def test_am_107_witch_is_named_before_princess_and_both_before_the_marker():
    walked = explored(["gazer", "nightmare", "ghoul"], {"witch": 0, "princess": 1}, 3, [1])
    assert [step.skipped_by for step in walked.steps[:2]] == ["witch", "princess"]
    walked = explored(["gazer"], {"princess": 1}, 1, [1])
    assert walked.steps[0].skipped_by == "princess"


@rule("AM-108")
def test_am_108_samurais_crest_lets_the_icons_count_in_any_round():
    dungeon = ["goblin_gang", "treasure_lair", "slime", "lich", "giant_spider"]
    party = {"knight": 0, "fighter": 0, "wizard": 0, "hermit": 0}
    plain = explored(dungeon, {"samurai": 0, **party}, 5, [])
    with_crest = explored(dungeon, {"samurai": 1, **party}, 5, [])
    assert vps(plain) == [2, 2, 2, 5, 3]
    assert vps(with_crest) == [4, 2, 3, 7, 6]
    assert strengths(plain)[-1] == (5, 5, 1)
    assert strengths(with_crest)[-1] == (4, 3, 1)


@rule("AM-109")
def test_am_109_minstrels_crest_scores_cards_skipped_on_floor_5_and_deeper():
    dungeon = ["treasure_lair", "slime", "treasure_lair", "gazer", "zombie", "ghoul"]
    dungeon[2] = "goblin_gang"
    party = {"minstrel": 1, "witch": 0, "knight": 0}
    walked = explored(dungeon, party, 6, [6])
    assert [(s.skipped_by, s.card_vp) for s in walked.steps] == [
        (None, 2),
        ("witch", 0),
        (None, 2),
        ("witch", 0),
        ("witch", 2),
        ("marker", 2),
    ]
    walked = explored(dungeon, {**party, "minstrel": 0}, 6, [6])
    assert [s.card_vp for s in walked.steps[4:]] == [0, 0]


@rule("AM-R37")
def test_am_r37_the_worth_of_a_skipped_card():
    dungeon = ["treasure_lair", "slime", "zombie", "emperors_will", "treasure_throne"]
    party = {"minstrel": 1, "alchemist": 0, "the_boy": 1, "samurai": 1, "witch": 0, "fighter": 0}
    table = hired(dungeon, party)
    (walked,) = [w for seat, w in table.explores({A: (5, [])}).items() if seat == A]
    assert vps(walked)[4] == 4 + 1 + 3 + 2
    deep = ["treasure_lair", "slime", "zombie", "emperors_will", "goblin_gang"]
    party = {"minstrel": 1, "witch": 0, "ninja": 0, "samurai": 1}
    assert explored(deep, party, 5, [5]).steps[4].card_vp == 2
    party = {"minstrel": 1, "witch": 0}
    assert explored(deep, party, 5, [5], round=3).steps[4].card_vp == 4


@rule("AM-110")
@rule("AM-R10")
def test_am_110_alchemist_makes_treasures_worth_more():
    assert explored(["treasure_lair"], {"alchemist": 0}, 1).change == 3
    assert explored(["treasure_vault"], {"alchemist": 0, "wizard": 0}, 1).change == 4
    assert explored(["goblin_gang"], {"alchemist": 0, "knight": 0}, 1).change == 2


@rule("AM-111")
def test_am_111_the_boy_and_the_emperors_things():
    specter = ["emperors_specter"]
    plain = explored(specter, {"hermit": 0}, 1)
    assert (vps(plain), strengths(plain)) == ([3], [(1, 1, 1)])
    boy = explored(specter, {"the_boy": 0}, 1)
    assert (vps(boy), strengths(boy)) == ([4], [(1, 1, 3)])
    assert explored(specter, {"the_boy": 1}, 1).change == 7
    assert explored(["emperors_will"], {"the_boy": 1}, 1).change == 3
    assert explored(["treasure_lair"], {"the_boy": 1}, 1).change == 2


@rule("AM-R39")
def test_am_r39_a_legacy_treasure_gets_both_bonuses_if_it_is_won():
    party = {"the_boy": 1, "alchemist": 0}
    assert explored(["treasure_throne"], {**party, "wizard": 0}, 1).change == 8
    walked = explored(["treasure_throne"], party, 1)
    assert (walked.outcome, walked.change) == ("retreated", -3)


@rule("AM-112")
def test_am_112_necromancers_crest_bears_one_parameter_at_0():
    walked = explored(["slime", "goblin_gang", "gazer"], {"necromancer": 1}, 2)
    assert (walked.outcome, strengths(walked)) == ("returned", [(0, 4, 2), (0, 4, 2)])
    walked = explored(["slime", "gazer", "lich"], {"necromancer": 1}, 3)
    assert (walked.outcome, strengths(walked)[-1]) == ("retreated", (0, 3, 0))
    assert explored(["slime"], {"necromancer": 0}, 1).outcome == "retreated"


@rule("AM-113")
@rule("AM-R36")
@pytest.mark.parametrize("card", ["trap", "the_gate"])
def test_am_113_what_cannot_be_skipped_is_always_met(card):
    walked = explored([card, "treasure_lair"], {"hermit": 0, "knight": 0}, 2, [1])
    assert walked.steps[0].skipped_by is None
    assert walked.steps[0].card_vp == 1


@rule("AM-R36")
def test_am_r36_a_wasted_skip_marker_does_not_come_back():
    table = hired(["slime", "treasure_lair"], {"witch": 0})
    table.explores({A: (2, [1]), B: (1, [8])})
    assert [seat.skip for seat in table.view().seats[:2]] == [1, 1]
    table.keeps()
    assert [seat.skip for seat in table.view().seats[:2]] == [1, 1]
    assert table.view().skip_in_common == 1


@rule("AM-115")
@rule("AM-R34")
def test_am_115_emperors_specter_costs_a_vp_also_on_retreat():
    walked = explored(["emperors_specter"], {"knight": 0}, 1)
    assert (walked.outcome, walked.change) == ("retreated", -4)
    step = walked.steps[0]
    assert (step.encounter_vp, step.card_vp, step.floor_vp) == (-1, 0, 0)


@rule("AM-R38")
def test_am_r38_a_skipped_specter_costs_nothing_and_a_skipped_will_does_not_count():
    walked = explored(["emperors_specter"], {"knight": 0}, 1, [1])
    assert (walked.outcome, walked.change) == ("returned", 0)
    table = hired(["emperors_will"], {})
    table.plans({seat: (1, [1]) for seat in (A, B, C, D)})
    assert not of_type(table.keeps(), EmperorsWillPaid)


@rule("AM-118")
@rule("AM-119")
@pytest.mark.parametrize(
    ("players", "met", "vp"),
    [(4, 1, 6), (4, 2, 4), (4, 3, 2), (4, 4, 1), (3, 1, 4), (3, 2, 2), (3, 3, 1)],
)
def test_am_118_119_the_fewer_met_the_will_the_more_it_brings(players, met, vp):
    table = laid("emperors_will", players=players)
    table.auctions()
    table.plans({seat: (1, [8] if seat < met else [1]) for seat in range(players)})
    events = table.keeps()
    (paid,) = of_type(events, EmperorsWillPaid)
    assert (paid.seats, paid.vp) == (tuple(range(met)), vp)
    assert [seat.vp for seat in table.view().seats] == [3 + vp] * met + [3] * (players - met)
    assert [seat.breakdown.emperors_will for seat in table.view().seats] == [vp] * met + [0] * (
        players - met
    )
    assert names(events)[-2] == "emperors_will_paid"


@rule("AM-R34")
def test_am_r34_a_party_that_retreats_on_the_will_has_met_it():
    will = row("dungeon_cards", "emperors_will")
    edition = supplied((("dungeon_cards", will, "hp"), 1))
    table = hired(["emperors_will"], {}, edition=edition)
    table.plans({A: (1, [8]), **{seat: (1, [1]) for seat in (B, C, D)}})
    events = table.keeps()
    assert of_type(events, PartyExplored)[A].outcome == "retreated"
    assert of_type(events, EmperorsWillPaid)[0].seats == (A,)


@rule("AM-R33")
def test_am_r33_the_check_comes_after_every_encounter():
    """With one parameter at 0 borne by Necromancer's crest, a harmless card changes nothing."""
    walked = explored(["slime", "treasure_lair", "lich", "emperors_will"], {"necromancer": 1}, 2)
    assert [step.hp for step in walked.steps] == [0, 0]
    assert walked.outcome == "returned"


@rule("AM-R42")
def test_am_r42_every_party_explores_floor_1_at_least():
    table = hired(["treasure_lair"], {})
    table.refuses("AM-010", "unknown_floor", A, "place_plan", return_floor=0, skip_floors=[1])
    assert {one.last_floor for one in table.explores().values()} == {1}


@rule("AM-R43")
def test_am_r43_zero_leads_to_the_retreat_and_the_marker_to_the_way_back():
    assert explored(["slime"], {}, 1).outcome == "retreated"
    assert explored(["treasure_lair"], {}, 1).outcome == "returned"
    assert explored(["treasure_lair", "slime"], {"knight": 0}, 2).last_floor == 2


@rule("AM-R44")
def test_am_r44_nobody_walks_below_the_last_floor():
    party = {"knight": 1, "wizard": 1, "the_boy": 1, "hermit": 0}
    walked = explored(EASY, party, 8)
    assert (walked.outcome, walked.last_floor, len(walked.steps)) == ("returned", 8, 8)


@rule("AM-R09")
def test_am_r09_only_the_type_of_a_card_counts():
    """A menace deals MP damage or HP damage as its card says; Priestess knows undead by their type."""
    ghoul, trap = row("dungeon_cards", "ghoul"), row("dungeon_cards", "nightmare")
    edition = supplied(
        (("dungeon_cards", ghoul, "type"), "menace"), (("dungeon_cards", trap, "type"), "undead")
    )
    party = {"priestess": 1, "knight": 0}
    assert strengths(explored(["nightmare"], party, 1, edition=edition)) == [(3, 4, 1)]
    assert strengths(explored(["ghoul"], party, 1, edition=edition)) == [(2, 3, 1)]


@rule("AM-R14")
def test_the_last_exploration_is_kept_over_the_clean_up():
    table = hired(EASY, {"knight": 0})
    walked = table.explores({A: (1, [8])})[A]
    table.keeps()
    shown = table.seat(A).last_exploration
    assert (shown.seat, shown.steps, shown.change, shown.total) == (A, walked.steps, 2, 5)
