"""The table of rule tests: what a game's own rule tests look like, and what the table refuses."""

from __future__ import annotations

from typing import Any

import pytest
from lantern import Cellar, LanternRules

from undercroft._core import Deck, Stream
from undercroft.errors import CoreError, IllegalChoice, SetupError, UsageError
from undercroft.testing import (
    Names,
    TableFactory,
    TableUnderTest,
    deck_draws,
    fresh_state,
    make_table,
    shuffle_draws,
)


def test_a_torch_takes_gloom_away(table: TableFactory) -> None:
    t = table(hand=["torch", "match"], gloom=3)
    t.choose("play", "torch")
    assert [entry.text for entry in t.told("LN-TURN-002")] == ["Seat 1 plays Torch."]
    assert t.rules_told[0] == "LN-TURN-002"
    assert t.state.seats[0].hand == t.ids.numbers("card", ["match"])


def test_a_prism_is_split(table: TableFactory) -> None:
    t = table(hand=["prism"], room="well", oil=4, luck={"die": [0]})
    t.answer("turn", "play", "prism").answer("split", "light", 2)
    assert t.state.gloom == 0
    assert t.state.seats[0].oil == 5
    assert t.prompt == ""
    assert t.options == []
    assert t.seat == 0


class TestResting:
    def test_with_few_cards(self, table: TableFactory) -> None:
        t = table(hand=["match"], deck=["bell", "flask"])
        t.choose("rest")
        assert t.ids.names("card", t.state.seats[0].hand) == ["match", "bell", "flask"]

    def test_not_with_a_full_hand(self, table: TableFactory) -> None:
        t = table(hand=["match", "match", "torch", "bell"])
        assert not t.can("rest")
        refused = t.refused("rest")
        assert refused is not None
        assert (refused.rule, refused.reason) == ("LN-TURN-003", "the hand is full")
        with pytest.raises(IllegalChoice, match="the hand is full") as caught:
            t.choose("rest")
        assert caught.value.rule == "LN-TURN-003"


def test_the_die_burns_oil(table: TableFactory) -> None:
    t = table(hand=["bell"], gloom=2, luck={"die": [1]})
    t.choose("play", "bell")
    t.choose("rest")
    assert t.state.seats[0].oil == 3


def test_a_lantern_goes_out(table: TableFactory) -> None:
    t = table(hand=["match"], gloom=9, oil=1)
    t.choose("rest")
    assert t.outcome is not None
    assert (t.outcome.result, t.log[-1].rule) == ("loss", "LN-END-002")


def test_setup_keys_seed_and_expansions(table: TableFactory) -> None:
    assert table(players=2, mode="long", seed=4).state.seed == 4
    assert len(table(players=2).state.seats) == 2
    t = table(hand=["moths:cocoon"], gloom=3, expansions=["moths"], players=2, other=["match"])
    assert t.labels[0] == "play Cocoon"
    t.choose("play", "moths:cocoon")
    assert t.prompt == "moths"
    with pytest.raises(SetupError):
        table(players=3)


def test_an_unknown_keyword_lists_the_known_ones(table: TableFactory) -> None:
    with pytest.raises(
        UsageError, match="takes no 'paw'; it takes hand, other, deck, room, gloom, oil, the setup keys mode"
    ):
        table(paw=["match"])
    with pytest.raises(UsageError, match="there is no card 'lasagne'; there are match, torch"):
        table(hand=["lasagne"])


def test_a_table_without_a_layout_is_a_new_game() -> None:
    factory = TableFactory("lantern", None, {"players": 2}, ())
    t = factory(seed=3)
    assert (t.prompt, t.seat, len(t.state.seats)) == ("turn", 1, 2)
    assert make_table("lantern") is not None


def test_prepare_on_a_fresh_state() -> None:
    def prepare(rules: LanternRules, state: Cellar) -> None:
        assert state.stack == []
        state.gloom = 1
        state.do(rules.darkness)

    t = TableUnderTest("lantern", prepare=prepare, luck={"die": [0]})
    assert t.state.seats[0].oil == 5
    rules, state = fresh_state("lantern", {"players": 2}, seed=9)
    assert isinstance(rules, LanternRules)
    assert state.stack == [("next_room", (0,))]


# -- running steps ----------------------------------------------------------------------------------------------------


def idle(**setup: Any) -> TableUnderTest:
    return TableUnderTest("lantern", setup, lambda rules, state: None)


def test_run_goes_to_the_next_decision() -> None:
    t = idle()
    assert t.prompt == ""
    t.run(t.rules.turn, 1)
    assert (t.prompt, t.seat) == ("turn", 1)
    t.choose("rest").run("darkness")
    assert t.rules_told == ["LN-TURN-003", "LN-DARK-001"]


def test_run_refuses_what_cannot_run() -> None:
    t = idle().run("turn", 1)
    with pytest.raises(UsageError, match="decision 'turn' is pending"):
        t.run("darkness")
    t = idle()
    with pytest.raises(UsageError, match="takes plain values, not Seat"):
        t.run("turn", t.state.seats[0])
    with pytest.raises(Exception, match="has no step 'dance'"):
        t.run("dance")
    t.run("next_room", 3)
    with pytest.raises(UsageError, match="the game is over: The last room lies behind"):
        t.run("darkness")


def test_drive_runs_a_nested_step() -> None:
    t = idle()
    prism = t.ids.number("card", "prism")
    t.state.seats[0].hand.append(prism)
    oil = t.state.seats[0].oil
    t.drive(t.rules.play(t.state, 1, prism), ("light", 1))
    assert t.state.seats[0].oil == oil + 2
    t.state.seats[0].hand += [prism, prism]
    with pytest.raises(UsageError, match="asks at 'split', and there is no answer left"):
        t.drive(t.rules.play(t.state, 1, prism))
    with pytest.raises(UsageError, match=r"did not ask for \[\('light', 1\)\]"):
        t.drive(t.rules.play(t.state, 1, prism), ("light", 1), ("light", 1))
    t.state.gloom = 99
    assert t.drive(t.rules.darkness(t.state)) is None
    assert t.outcome is not None


# -- choosing ---------------------------------------------------------------------------------------------------------


def test_choices_that_do_not_fit(table: TableFactory) -> None:
    t = table(hand=["torch", "match"])
    with pytest.raises(UsageError, match="fits several options"):
        t.choose("play", ...)
    with pytest.raises(IllegalChoice, match=r"offered at 'turn': \('play', 0\)"):
        t.choose("play", "bell")
    with pytest.raises(UsageError, match="expected the prompt 'split'; pending is 'turn'"):
        t.answer("split", "light", 1)
    t.choose("play", "match")
    with pytest.raises(IllegalChoice, match="no decision is pending"):
        t.choose("play", "torch")
    assert t.refused("rest") is None


def test_names_fit_ints_exact_options_come_first() -> None:
    ids = Names({"card": ["match", "torch"], "room": ["torch", "hall"]})
    assert ids.fits("torch", 1)
    assert ids.fits("torch", 0)
    assert not ids.fits("match", True)
    assert ids.fits(("play", ["torch", ...]), ("play", (1, "x")))
    assert not ids.fits(("play",), ("play", 1))
    assert ids.matching(("go", "torch"), [("go", "torch"), ("go", 1)]) == [("go", "torch")]
    assert ids.matching(("go", "torch"), [("go", 0), ("go", 1), ("go", 2)]) == [("go", 0), ("go", 1)]
    with pytest.raises(UsageError, match="no kind of content 'foe'; the kinds are card, room"):
        ids.number("foe", "rat")


# -- luck -------------------------------------------------------------------------------------------------------------


def test_scripts_reach_streams_by_object_path_and_purpose() -> None:
    t = idle(weather="any")
    t.script("die", [1]).script(t.state.die, [0])
    assert [t.state.die.below(2), t.state.die.below(2)] == [1, 0]
    t.script("chance/of/rain", [3, 1])
    rain = [t.rules.stream(t.state, "chance/of/rain").below(4) for _ in range(2)]
    assert rain == [3, 3], "each stream made for the purpose begins with the script"
    with pytest.raises(UsageError, match="no stream and no deck"):
        t.script("gloom", [1])
    with pytest.raises(UsageError, match=r"nothing at 'seats\.7\.hand'"):
        t.script("seats.7.hand", [1])


def test_scripted_values_have_to_fit(table: TableFactory) -> None:
    t = table(hand=["match"], luck={"die": [5]})
    with pytest.raises(CoreError, match="5 is not below 2"):
        t.choose("rest")


def test_a_shuffle_comes_out_as_scripted() -> None:
    t = idle()
    held = t.state.deck.cards()
    t.script_shuffle("deck", ["torch", "bell"], kind="card")
    t.state.deck.shuffle()
    assert t.ids.names("card", t.state.deck.peek(2)) == ["torch", "bell"]
    assert sorted(t.state.deck.cards()) == sorted(held)
    t.state.deck.set_cards([1])
    t.script_shuffle(t.state.deck, [4, 2], before=[4, 2, 1])
    t.state.deck.shuffle_in([2, 4])
    assert t.state.deck.cards() == [4, 2, 1]
    with pytest.raises(UsageError, match="a shuffle cannot put"):
        t.script_shuffle("deck", [3])
    with pytest.raises(UsageError, match="is no deck"):
        t.script_shuffle("die", [3])


def test_shuffle_draws_turn_one_order_into_another() -> None:
    stream = Stream(5, 0, "x")
    for size in range(7):
        before, after = list(range(size)), list(range(size))
        stream.shuffle(after)
        luck = Stream(0, 0, "y")
        luck.script(shuffle_draws(before, after))
        luck.shuffle(before)
        assert before == after
        assert luck.scripted == 0
        deck = Deck(range(size), Stream(1, 0, "deck"))
        deck.script(deck_draws(deck, after))
        deck.shuffle()
        assert deck.cards() == after
    with pytest.raises(UsageError, match="cannot turn 2 items into 1"):
        shuffle_draws([1, 2], [1])
    with pytest.raises(UsageError, match="3 is missing"):
        shuffle_draws([1, 2], [1, 3])


# -- forks ------------------------------------------------------------------------------------------------------------


def test_a_fork_goes_its_own_way_and_keeps_the_log(table: TableFactory) -> None:
    t = table(hand=["prism", "match"], gloom=3)
    t.choose("play", "prism")
    a, b = t.fork(), t.fork()
    assert (a.prompt, a.rules_told) == ("split", t.rules_told)
    a.choose("light", 3)
    b.choose("light", 0)
    assert (a.state.gloom, b.state.gloom, t.state.gloom) == (0, 3, 3)
    assert t.prompt == "split"
    assert a.rules_told == ["LN-TURN-002", "LN-DARK-001"]


def test_a_fork_refuses_luck_that_it_cannot_know(table: TableFactory) -> None:
    t = table(hand=["match"])
    t.script("die", [0])
    with pytest.raises(UsageError, match="script it before the step is run"):
        t.fork()


def test_a_fork_of_an_idle_table() -> None:
    t = idle()
    fork = t.fork()
    fork.run("darkness")
    assert fork.state.seats[0].oil <= t.state.seats[0].oil
    assert t.log == []
