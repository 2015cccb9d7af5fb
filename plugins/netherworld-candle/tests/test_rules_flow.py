"""The order of the steps of an Adventure Phase (NC-FLOW)."""

from __future__ import annotations

from collections.abc import Callable

from nc_cards import option, scenario
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]


@rule("NC-FLOW-003")
def test_the_steps_of_the_setup_come_in_their_order(table: Table) -> None:
    opening = scenario(effects=[{"do": "choose", "options": [option("one", "redraw 1"), option("two", "redraw 2")]}])
    t = table(cards=[opening], setbacks=1)
    t.s.stack.insert(0, ("scenario_over", ()))
    t.run("begin_adventure")
    assert t.prompt == "hand"
    assert t.s.map == []
    t.choose("done")
    assert t.prompt == "choose"
    assert t.s.enemies == []
    assert t.s.map != []
    t.choose("option", 0, "one")
    assert len(t.s.enemies) == 1
    assert t.s.round == 1
