"""Players and aim, set-up, turns and how they are counted, town and market."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from domain.kernel.errors import RuleViolation
from domain.kernel.secrecy import SPECTATOR
from domain.simulate import play_game
from tests.games.zone_quest.table import (
    BEST,
    BOAR,
    CHIEF,
    DRAGON,
    EDITION,
    HYDRA,
    LICH,
    RAT,
    SCOUT,
    ZONE_QUEST,
    bare,
    fresh,
    midway,
)

LATE = {"bosses": [CHIEF, HYDRA, LICH]}


def cards(zone):
    return Counter({e.id: e.count for e in EDITION.enemies if e.zone == zone})


@pytest.mark.rule("ZQ-001", "ZQ-004", "ZQ-R01", "ZQ-R33")
def test_all_win_together_the_moment_the_final_boss_falls():
    """Also those who took no part; its gold is paid first; there is no way out to be found."""
    strong = {"items": BEST}
    table = midway([strong, {"gold": 3}, {**strong, "place": 4}], top={4: [DRAGON]}, **LATE)
    table.meets(4, 2)
    while table.state.result is None:
        told = table.attack()
    assert told.kinds[-6:] == [
        "enemy_attacked",
        "encounter_ended",
        "boss_defeated",
        "turn_ended",
        "session_ended",
        "progress_saved",
    ]
    result = told.the("session_ended").result
    assert result.outcome == "won"
    assert result.winners == (0, 1, 2)
    assert [(one.seat, one.place) for one in result.ranking] == [(0, 1), (1, 1), (2, 1)]
    assert told.the("boss_defeated").final
    assert told.the("boss_defeated").opens_zone is None
    assert [one.gold for one in result.ranking] == [125, 3, 125]
    assert table.view().phase == "finished"
    assert table.view().active_seat is None


@pytest.mark.rule("ZQ-002", "ZQ-003", "ZQ-R02")
def test_a_session_is_for_one_to_four_although_three_are_recommended():
    assert EDITION.players.recommended == 3
    for players in (1, 2, 3, 4):
        assert fresh(players).keeps().the("turn_started").seat == 0
    for players in (0, 5):
        with pytest.raises(RuleViolation) as refusal:
            ZONE_QUEST.check_options(EDITION, players, ZONE_QUEST.options())
        assert (refusal.value.rule, refusal.value.pointer) == ("ZQ-002", "/seats")
        assert "1 to 4" in refusal.value.detail


@pytest.mark.rule("ZQ-005", "ZQ-R04")
def test_success_is_measured_by_the_turns_of_the_campaign():
    table = midway(2, turns=140)
    table.acts(0, "teleport")
    table.acts(1, "teleport")
    assert table.view().turns == 2
    assert table.view().campaign.turns == 142
    assert table.player(0).stats.turns == 1


@pytest.mark.rule("ZQ-006", "ZQ-R50")
@pytest.mark.parametrize("boss", [False, True])
def test_without_a_limit_only_the_cap_ends_a_session(boss):
    cap = EDITION.turn_limit.cap
    table = midway([{"items": BEST}], counted=cap - 1, top={4: [DRAGON]}, **LATE)
    if boss:
        table.explores(0, 4)
        while table.state.result is None:
            told = table.attack()
    else:
        told = table.acts(0, "teleport")
    result = told.the("session_ended").result
    assert result.turns == cap == 2000
    expected = ("won", "final_boss") if boss else ("adjourned", "turn_cap")
    assert (result.outcome, result.reason) == expected
    assert table.state.is_closed


@pytest.mark.rule("ZQ-R50", "ZQ-R05")
@pytest.mark.parametrize("limit", [0, -3, 2001])
def test_a_turn_limit_is_a_number_from_one_to_the_cap(limit):
    with pytest.raises(RuleViolation) as refusal:
        bare(1, turn_limit=limit)
    assert (refusal.value.rule, refusal.value.pointer) == ("ZQ-R50", "/options/turn_limit")
    assert bare(1, turn_limit=2000).turn_limit == 2000


@pytest.mark.rule("ZQ-007", "ZQ-009", "ZQ-012")
def test_new_players_have_the_base_stats_and_nothing_else_for_all_to_see():
    play = ZONE_QUEST.initial(EDITION, 2, ZONE_QUEST.options())
    view = ZONE_QUEST.view(play, SPECTATOR)
    assert view == ZONE_QUEST.view(play, 0)
    for seat in view.seats:
        assert (seat.power, seat.health, seat.damage, seat.gold) == (5, 30, 0, 0)
        assert set(seat.items.values()) == {None}
        assert seat.place == "town"


@pytest.mark.rule("ZQ-008", "ZQ-011", "ZQ-R38")
def test_players_bring_what_their_record_says():
    stats = {"turns": 9, "encounters_won": 4, "gold_earned": 30}
    table = fresh([{"damage": 12, "gold": 7, "items": ["war_axe", "fur_cape"], "stats": stats}])
    (seat,) = table.view().seats
    assert (seat.damage, seat.gold, seat.power, seat.health) == (12, 7, 9, 40)
    assert (seat.items["right_hand"], seat.items["back"]) == ("war_axe", "fur_cape")
    assert (seat.place, seat.held_cards, seat.owes_pass) == ("town", (), False)
    assert seat.stats.encounters_won == 4
    table.keeps()
    table.acts(0, "teleport")
    assert table.player(0).stats.turns == 10


@pytest.mark.rule("ZQ-010", "ZQ-015", "ZQ-R36", "ZQ-R38")
def test_defeated_bosses_stay_away_and_their_zones_stay_open():
    table = midway(1, bosses=[HYDRA, CHIEF])
    assert table.view().campaign.bosses_defeated == (CHIEF, HYDRA)
    shown = table.view().zones
    assert [zone.accessible for zone in shown] == [True, True, True, False]
    assert [zone.boss_defeated for zone in shown] == [True, True, False, False]
    assert [zone.deck_count for zone in shown] == [8, 8, 9, 9]
    assert CHIEF not in table.state.decks[0]
    assert table.explores(0, 1).kinds[1] == "encounter_started"


@pytest.mark.rule("ZQ-013", "ZQ-014", "ZQ-012")
def test_the_decks_are_shuffled_and_lie_face_down():
    script = {"zone_deck_1": [[CHIEF, BOAR]], "market_deck": [["rune_blade"]]}
    table = fresh(2, script)
    assert ZONE_QUEST.upkeep(table.state) == "start_session"
    assert table.view().phase == "setup"
    assert [zone.deck_count for zone in table.view().zones] == [0, 0, 0, 0]
    told = table.keeps()
    decks = ["zone_1", "zone_2", "zone_3", "zone_4", "market"]
    assert [one.deck for one in told.all("deck_shuffled")] == decks
    assert [one.size for one in told.all("deck_shuffled")] == [9, 9, 9, 9, 36]
    for number, deck in enumerate(table.state.decks, start=1):
        assert Counter(deck) == cards(number)
    assert Counter(table.state.market) == {item.id: item.count for item in EDITION.items}
    assert table.state.decks[0][:3] == (CHIEF, BOAR, RAT)
    assert table.state.market[0] == "rune_blade"
    assert dict(table.view().zones[0].deck_cards) == cards(1)
    assert next(iter(table.view().zones[0].deck_cards)) == RAT


@pytest.mark.rule("ZQ-016", "ZQ-R03")
def test_seats_take_turns_in_ascending_order_round_and_round():
    table = midway(3)
    order = []
    for _ in range(7):
        order.append(table.state.active_seat)
        assert table.state.awaiting == (order[-1],)
        table.acts(order[-1], "teleport")
    assert order == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.rule("ZQ-017")
def test_a_turn_is_one_action():
    offered = ZONE_QUEST.legal(midway(2).state, 0).items
    asked = [one.type for one in offered if not one.unasked]
    assert asked == ["teleport", "search_market", "explore"]
    for action in ({"kind": "teleport"}, {"kind": "explore", "zone": 1, "invite": []}):
        table = midway(2, top={1: [RAT]})
        fields = dict(action)
        table.acts(0, fields.pop("kind"), **fields)
        assert table.state.active_seat == 1


@pytest.mark.rule("ZQ-018", "ZQ-019", "ZQ-046")
def test_teleporting_heals_and_gives_the_held_cards_back():
    table = midway([{"damage": 21, "place": 1, "held": [SCOUT, RAT]}, {}])
    told = table.acts(0, "teleport")
    assert told.kinds == [
        "player_teleported",
        "cards_returned",
        "deck_shuffled",
        "turn_ended",
        "turn_started",
        "progress_saved",
    ]
    assert told.the("player_teleported").healed == 21
    back = told.the("cards_returned")
    assert (back.deck, back.seat, back.cards, back.reason) == ("zone_1", 0, (RAT, SCOUT), "town")
    player = table.player(0)
    assert (player.damage, player.place, player.held) == (0, 0, ())
    assert Counter(table.state.decks[0]) == cards(1)


@pytest.mark.rule("ZQ-R08", "ZQ-R06", "ZQ-R13")
def test_who_is_in_town_may_rest_there_and_no_deck_is_shuffled_for_it():
    table = midway([{"damage": 5}])
    told = table.acts(0, "teleport")
    assert told.kinds == ["player_teleported", "turn_ended", "turn_started", "progress_saved"]
    assert table.player(0).damage == 0


@pytest.mark.rule("ZQ-021")
def test_only_in_town_is_there_a_market():
    table = midway([{"place": 1}])
    refusal = table.refuses("ZQ-021", "not_in_town", 0, "search_market")
    assert "teleport to town" in refusal.detail
    offered = {one.type for one in ZONE_QUEST.legal(table.state, 0).items}
    assert offered == {"teleport", "explore"}


@pytest.mark.rule("ZQ-022", "ZQ-024", "ZQ-R13")
def test_three_cards_are_drawn_and_what_is_not_bought_goes_back():
    drawn = ["buckler", "quiver", "rune_blade"]
    table = midway([{"gold": 7}], market=drawn)
    table.acts(0, "search_market")
    shown = table.view().market
    assert (shown.drawn, shown.deck_count) == (tuple(drawn), 33)
    assert table.state.phase == "market"
    told = table.acts(0, "buy_items", buy=[], keep={})
    assert told.kinds == [
        "items_bought",
        "cards_returned",
        "deck_shuffled",
        "turn_ended",
        "turn_started",
        "progress_saved",
    ]
    assert told.the("cards_returned").cards == ("rune_blade", "buckler", "quiver")
    assert told.the("deck_shuffled").size == 36
    assert table.view().market.drawn is None
    assert table.player(0).gold == 7


@pytest.mark.rule("ZQ-023", "ZQ-025", "ZQ-026")
def test_what_can_be_paid_is_worn_at_once():
    drawn = ["war_axe", "kite_shield", "off_hand_dagger"]
    table = midway([{"gold": 50, "damage": 29}], market=drawn)
    table.acts(0, "search_market")
    told = table.acts(0, "buy_items", buy=["kite_shield", "war_axe"], keep={})
    assert told.the("items_bought").bought == ("war_axe", "kite_shield")
    assert told.the("items_bought").returned == ()
    (seat,) = table.view().seats
    assert (seat.gold, seat.power, seat.health) == (10, 9, 44)
    assert seat.items["left_hand"] == "kite_shield"
    assert seat.items["right_hand"] == "war_axe"
    assert seat.items["body"] is None


@pytest.mark.rule("ZQ-027", "ZQ-R11", "ZQ-R12")
def test_one_item_a_slot_stays_and_nothing_is_refunded():
    table = midway(
        [{"gold": 30, "items": ["short_sword"]}], market=["short_sword", "rusty_dagger", "quiver"]
    )
    table.acts(0, "search_market")
    buy = ["rusty_dagger", "short_sword"]
    told = table.acts(0, "buy_items", buy=buy, keep={"right_hand": "short_sword"})
    bought = told.the("items_bought")
    assert bought.paid == 13
    assert bought.returned == ("rusty_dagger", "short_sword")
    assert table.player(0).gold == 17
    assert table.player(0).power == 7
    assert told.the("cards_returned").cards == ("rusty_dagger", "short_sword", "quiver")
    assert len(told.all("deck_shuffled")) == 1


@pytest.mark.rule("ZQ-R10")
def test_a_small_market_is_drawn_whole_and_an_empty_one_not_at_all():
    edition = msgspec.to_builtins(EDITION)
    edition["items"] = [one for one in edition["items"] if one["id"] in ("buckler", "quiver")]
    small = msgspec.convert(edition, ZONE_QUEST.edition_type)
    table = fresh([{"gold": 100}, {}], edition=small)
    table.keeps()
    told = table.acts(0, "search_market")
    assert Counter(told.the("market_searched").drawn) == {"buckler": 1, "quiver": 2}
    table.acts(0, "buy_items", buy=["buckler", "quiver"], keep={})
    assert table.state.market == ("quiver",)
    edition["items"] = []
    none = msgspec.convert(edition, ZONE_QUEST.edition_type)
    table = fresh(1, edition=none)
    table.keeps()
    table.refuses("ZQ-R10", "market_empty", 0, "search_market")


@pytest.mark.rule("ZQ-R14")
def test_falling_health_counts_at_the_next_check():
    """With a chain mail of health 17 exchanged for a coat, 40 damage is too much - in a fight."""
    player = {"damage": 40, "gold": 6, "items": ["chain_mail"]}
    table = midway([player, {}], market=["padded_coat"], top={1: [RAT]})
    table.acts(0, "search_market")
    table.acts(0, "buy_items", buy=["padded_coat"], keep={"body": "padded_coat"})
    (seat, _) = table.view().seats
    assert (seat.damage, seat.health) == (40, 36)
    table.acts(1, "teleport")
    table.explores(0, 1, 1)
    table.acts(1, "answer_invitation", accept=True)
    told = table.all_vote(1)
    assert told.the("enemy_attacked").seat == 1
    assert told.the("player_defeated").seat == 0


@pytest.mark.rule("ZQ-R15")
def test_no_action_hands_anything_to_another_player():
    tags = [one.__struct_config__.tag for one in ZONE_QUEST.action.__args__]
    assert tags == [
        "teleport",
        "search_market",
        "buy_items",
        "explore",
        "answer_invitation",
        "boss_choice",
        "vote_target",
        "leave_session",
    ]
    table = midway([{"gold": 9}, {"gold": 4}], top={1: [RAT]})
    table.explores(0, 1)
    assert [table.player(seat).gold for seat in (0, 1)] == [13, 4]


@pytest.mark.rule("ZQ-R06")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_session_ends(players):
    options = ZONE_QUEST.options(turn_limit=60)
    for seed in range(5):
        played = play_game(ZONE_QUEST, players=players, rng=random.Random(seed), options=options)
        assert played.result.turns <= 60
        assert played.actions <= ZONE_QUEST.bound(EDITION, players, options)


@pytest.mark.rule("ZQ-R06")
def test_no_encounter_takes_more_cycles_than_the_enemys_health_allows():
    """One attacker with base power against the bear: 20 / 5."""
    table = midway([{"items": ["dragon_scale"]}], top={1: ["cave_bear"]})
    assert table.player(0).power == 8
    told = table.explores(0, 1)
    assert len(told.all("players_attacked")) == 3 <= -(-20 // 5)
