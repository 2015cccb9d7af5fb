"""Historical Progress (NC-HIST)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nc_cards import passage, story
from nc_log import party_log
from nc_table import NcTable

from undercroft.testing import rule

Table = Callable[..., NcTable]

COMET = passage("comet", "cooldown 1", kind="event", text="It hangs there.")
CARDS = [story("new-one"), story("new-two")]


def barred(table: Table, *boxes: Any, **keywords: Any) -> NcTable:
    """A table with these columns of the Historical Progress bar."""
    return table(cards=[party_log(*boxes), COMET, *CARDS], **keywords)


@rule("NC-HIST-001")
def test_each_box_is_resolved_before_the_next_is_checked(table: Table) -> None:
    boxes = [
        {"karma": 7}, {"karma": 7, "event": "comet", "stories": ("new-one",)}, {"karma": 8, "stories": ("new-two",)}
    ]  # fmt: skip
    t = barred(table, *boxes, progress=1)
    t.do("progress 2")
    assert t.s.progress == 3
    rules = [entry for entry in t.rules_told if entry in ("NC-LOG-014", "NC-STORY-033", "NC-STORY-001")]
    assert rules == ["NC-LOG-014", "NC-STORY-001", "NC-STORY-033", "NC-LOG-014", "NC-STORY-033"]


@rule("NC-HIST-002")
def test_checks_beyond_the_last_box_are_ignored(table: Table) -> None:
    t = barred(table, {"karma": 7}, {"karma": 7}, progress=1)
    t.do("progress 3")
    assert t.s.progress == 2
    assert len(t.told("NC-LOG-014")) == 1


@rule("NC-HIST-003")
def test_a_famous_event_is_read_at_once_and_once(table: Table) -> None:
    t = barred(table, {"karma": 7, "event": "comet"}, {"karma": 7})
    t.do("progress 1", "redraw 1")
    assert t.p1.cooldown == 1
    assert t.in_order("NC-LOG-014", "NC-STORY-001")
    t.run("late_events")
    assert t.p1.cooldown == 1


@rule("NC-HIST-004")
def test_new_story_cards_come_into_the_stash_after_the_event(table: Table) -> None:
    t = barred(table, {"karma": 7, "event": "comet", "stories": ("new-one", "new-two")})
    t.do("progress 1")
    assert t.ids.names("story", t.s.stash_story) == ["new-one", "new-two"]
    assert t.in_order("NC-STORY-001", "NC-STORY-033")


@rule("NC-HIST-005")
def test_every_column_has_a_box_and_a_karma_value(table: Table) -> None:
    party = table().content.party
    assert len(party.karma) == len(party.events) == len(party.stories) == 17
    assert all(karma >= 7 for karma in party.karma)
    assert list(party.karma) == sorted(party.karma)
    assert any(event < 0 for event in party.events[1:])
    assert any(event >= 0 for event in party.events[1:])
