"""Layers: precedence by level and plugin name, clashes, and what is said about them."""

from __future__ import annotations

from typing import Any

import pytest

from undercroft.errors import PluginError
from undercroft.layers import Layer, LayerSpec, compose, explain
from undercroft.rulebook import Flow, Rulebook
from undercroft.state import GameState

LEVELS = ("rulebook", "quest", "card", "house")


class Rules(Rulebook[GameState]):
    """Says who speaks, the last word first."""

    def who(self, s: GameState) -> str:
        """A plain step."""
        return "rules"

    def ask_who(self, s: GameState) -> Flow:
        """A step that may ask."""
        yield self.ask(s, 1, "order", [("rules",)])


class Quest(Layer, Rules, at="quest"):
    """A layer that names the rules as its base."""

    def who(self, s: GameState) -> str:
        return "quest " + super().who(s)

    def ask_who(self, s: GameState) -> Flow:
        yield self.ask(s, 1, "order", [("quest",)])
        yield from super().ask_who(s)


class Card(Layer, at="card"):
    """A layer that does not."""

    def who(self, s: GameState) -> str:
        return "card " + super().who(s)  # type: ignore[misc, no-any-return]


class OtherCard(Layer, Rules, at="card"):
    """Another one on the same level."""

    def who(self, s: GameState) -> str:
        return "other " + super().who(s)


class House(Layer, Rules, at="house"):
    """The last word."""

    def who(self, s: GameState) -> str:
        return "house " + super().who(s)


class Deaf(Layer, Rules, at="card"):
    """Does not call super."""

    def who(self, s: GameState) -> str:
        return "deaf"


class Helper(Layer, Rules, at="card"):
    """Overrides nothing, has private helpers."""

    def _who(self) -> str:
        return "helper"

    def more(self, s: GameState) -> str:
        """A step of its own."""
        return self._who()


class OtherHelper(Layer, Rules, at="card"):
    """Has a private helper of the same name."""

    def _who(self) -> str:
        return "other helper"


def specs(*rows: tuple[type[Any], str]) -> list[LayerSpec]:
    return [LayerSpec(layer, "toy", layer.__name__.lower(), plugin) for layer, plugin in rows]


def who(*rows: tuple[type[Any], str]) -> str:
    made: Any = compose("toy", Rules, LEVELS, specs(*rows))(None, None)
    return str(made.who(GameState()))


def test_levels_say_who_has_the_last_word() -> None:
    rows = [(Quest, "a"), (Card, "b"), (House, "c")]
    assert who(*rows) == who(*reversed(rows)) == "house card quest rules"


def test_within_a_level_plugins_are_ordered_by_name_not_by_installation() -> None:
    assert who((Card, "a"), (OtherCard, "b")) == who((OtherCard, "b"), (Card, "a")) == "other card rules"
    assert who((Card, "b"), (OtherCard, "a")) == "card other rules"


def test_layers_of_one_plugin_keep_their_order() -> None:
    assert who((Card, "a"), (OtherCard, "a")) == "other card rules"
    assert who((OtherCard, "a"), (Card, "a")) == "card other rules"


def test_asking_steps_are_composed_too() -> None:
    made: Any = compose("toy", Rules, LEVELS, specs((Quest, "a")))(None, None)
    flow = made.ask_who(GameState())
    assert [ask[2] for ask in flow] == [[("quest",)], [("rules",)]]
    assert made.asks("ask_who")


def test_without_layers_the_rulebook_is_itself() -> None:
    assert compose("toy", Rules, LEVELS, []) is Rules


def test_a_composed_rulebook_is_named_after_its_parts() -> None:
    assert compose("toy", Rules, LEVELS, specs((Card, "b"), (Quest, "a"))).__name__ == "Rules+Quest+Card"


def test_a_layer_that_overrides_without_super_is_fine_alone() -> None:
    assert who((Deaf, "a"), (Quest, "b"), (House, "c")) == "house deaf"


@pytest.mark.parametrize("plugins", [("a", "b"), ("b", "a")])
def test_two_layers_of_a_level_without_super_clash(plugins: tuple[str, str]) -> None:
    with pytest.raises(PluginError) as caught:
        who((Deaf, plugins[0]), (OtherCard, plugins[1]))
    for word in ("Deaf", "OtherCard", "plugin a", "plugin b", "'who'", "'card'", "super()"):
        assert word in str(caught.value)


def test_private_helpers_do_not_clash_but_steps_of_the_same_name_do() -> None:
    made: Any = compose("toy", Rules, LEVELS, specs((Helper, "a"), (OtherHelper, "b")))(None, None)
    assert made.more(GameState()) == "other helper"


def test_a_mixin_of_a_layer_counts_as_the_layers_own() -> None:
    class Mixin:
        def who(self, s: GameState) -> str:
            return "mixin"

    class Mixed(Mixin, Layer, at="card"):
        """Its step comes from a mixin."""

    with pytest.raises(PluginError, match="Mixed"):
        who((Mixed, "a"), (OtherCard, "b"))


def test_an_unknown_level_lists_the_levels() -> None:
    class Sky(Layer, Rules, at="sky"):
        """Nowhere."""

    with pytest.raises(PluginError, match="plugin a: layer Sky is at level 'sky'; toy has the levels rulebook, quest"):
        who((Sky, "a"))


def test_a_layer_inherits_its_level() -> None:
    class Special(Quest):
        """A quest of a quest."""

    assert Special.at == "quest"


def test_layers_that_cannot_be_put_in_one_order_are_named() -> None:
    class Upside(Rules, Layer, at="card"):
        """Its bases are the wrong way round."""

    with pytest.raises(PluginError, match=r"the layers Upside, Quest cannot be put in one order"):
        who((Quest, "b"), (Upside, "a"))


def test_explain_lists_who_overrides_what_the_last_word_first() -> None:
    table = explain(LEVELS, specs((Card, "b"), (House, "c"), (Quest, "a"), (Helper, "a")))
    assert {step: [spec.layer.__name__ for spec in row] for step, row in table.items()} == {
        "ask_who": ["Quest"],
        "more": ["Helper"],
        "who": ["House", "Card", "Quest"],
    }


class Mute(Layer, at="house"):
    """Overrides a step that may ask with one that cannot."""

    def ask_who(self, s: GameState) -> None:
        """Nobody is asked."""


class Talkative(Layer, at="house"):
    """Overrides a plain step with one that may ask: its callers would never run it."""

    def who(self, s: GameState) -> Flow:
        yield (1, "order", [("me",)])


@pytest.mark.parametrize(
    ("layer", "message"),
    [
        (Mute, "plugin p: layer Mute overrides step 'ask_who', which asks, with a plain one"),
        (Talkative, "plugin p: layer Talkative overrides step 'who', which is plain, with one that asks"),
    ],
)
def test_a_step_that_asks_stays_one_and_a_plain_one_plain(layer: type[Layer], message: str) -> None:
    with pytest.raises(PluginError, match=message):
        compose("game", Rules, LEVELS, [LayerSpec(layer, "game", plugin="p")])
