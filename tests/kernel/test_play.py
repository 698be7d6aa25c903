"""One decision in progress, and the values it is made of."""

import msgspec
import pytest

from domain.kernel.chance import Chance, ScriptedChance
from domain.kernel.play import Play
from domain.kernel.ruleset import nothing_due, nothing_kept
from domain.kernel.values import Action, Event, Value, snake_case, tags_of


class Counted(Event):
    """Something was counted."""

    by: int


class Game(Event, tag=tags_of("specimen")):
    """An event of a game."""


class CardsPlayed(Game):
    """One of its events."""

    count: int


class PlayCards(Action):
    """An action."""

    count: int


def playing():
    chance = ScriptedChance({"die": ([4], [2]), "deck": (["b", "a"],)}, {}, Chance(7))
    return Play(10, lambda state, event: state + event.by, chance)


def test_the_state_moves_on_with_each_event():
    play = playing()
    play.record(Counted(by=1))
    assert play.state == 11
    play.record(Counted(by=5))
    assert play.state == 16
    assert play.events == [Counted(by=1), Counted(by=5)]


def test_each_event_moves_the_luck_on():
    play = playing()
    assert play.chance.event == 7
    play.record(Counted(by=1))
    play.record(Counted(by=1))
    assert play.chance.event == 9


def test_the_next_event_tells_what_was_drawn():
    play = playing()
    play.record(Counted(by=1))
    assert play.roll("die", (1, 2, 3, 4)) == (4,)
    assert play.shuffle("deck", "ab") == ("b", "a")
    play.record(Counted(by=2))
    play.record(Counted(by=3))
    assert play.roll("die", (1, 2, 3, 4)) == (2,)
    play.record(Counted(by=4))
    assert play.draws == [(), ("die", "deck"), (), ("die",)]


def test_an_event_that_cannot_be_written_down_is_not_recorded():
    def evolve(state, event):
        raise LookupError

    play = Play(10, evolve, Chance(7))
    with pytest.raises(LookupError):
        play.record(Counted(by=1))
    assert play.events == []
    assert play.draws == []
    assert (play.state, play.chance.event) == (10, 7)


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("CardsPlayed", "cards_played"),
        ("Pass", "pass"),
        ("RoundStarted", "round_started"),
        ("Use2Cards", "use2_cards"),
    ],
)
def test_tags_are_class_names_in_snake_case(name, tag):
    assert snake_case(name) == tag


def test_events_of_a_game_carry_its_name_and_actions_do_not():
    assert msgspec.to_builtins(CardsPlayed(count=1)) == {
        "type": "specimen.cards_played",
        "count": 1,
    }
    assert msgspec.to_builtins(PlayCards(count=1)) == {"type": "play_cards", "count": 1}


def test_an_action_refuses_unknown_fields_and_an_event_ignores_them():
    """A typo of a client must not pass silently; an event may have been written by a newer version."""
    with pytest.raises(msgspec.ValidationError, match="unknown field `more`"):
        msgspec.convert({"type": "play_cards", "count": 1, "more": 1}, PlayCards)
    told = {"type": "specimen.cards_played", "count": 1, "more": 1}
    assert msgspec.convert(told, CardsPlayed) == CardsPlayed(count=1)


def test_values_cannot_be_changed_and_are_compared_by_content():
    class Pile(Value):
        cards: tuple[int, ...]

    pile = Pile(cards=(1, 2))
    with pytest.raises(AttributeError):
        pile.cards = ()
    assert pile == Pile(cards=(1, 2))
    assert hash(pile) == hash(Pile(cards=(1, 2)))


def test_a_ruleset_may_have_no_bookkeeping():
    play = Play(0, lambda state, event: state, Chance())
    assert nothing_due(play.state) is None
    with pytest.raises(AssertionError, match="tidy_up is no bookkeeping"):
        nothing_kept(play, "tidy_up")
