"""Player Boards, the tracks of the Player Log, Trees of Fate, and the Party Log (NC-LOG, NC-FATE-013, NC-ADV-001)."""

from __future__ import annotations

from typing import Final

import attrs

from undercroft_netherworld_candle.schema.abilities import Modifier, Trigger, Use
from undercroft_netherworld_candle.schema.base import check_id, check_n, check_title, check_word, need
from undercroft_netherworld_candle.schema.effects import Effect

__all__ = ["NODE_REWARDS", "REWARDS", "Delver", "Node", "PartyLog", "PlayerLog", "ProgressBox", "Reward", "Summons"]

REWARDS: Final = ("level", "hand", "fate-point")
NODE_REWARDS: Final = ("centre", "card", "hand", "remove")


@attrs.frozen(kw_only=True)
class Node:
    """A node of a Tree of Fate: its spaces, its parents, and what each checked space gives (NC-FATE-004).

    ``reward``: "card" (``card`` names an advanced Fate Card), "hand" (limit +1), "remove" (one card of the deck), or
    "centre" for the node that is always active.
    """

    id: str
    reward: str
    spaces: int = 1
    parents: tuple[str, ...] = ()
    card: str = ""

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_word("reward", self.reward, NODE_REWARDS)
        need((self.reward == "card") == bool(self.card), "card", "a Fate Card where reward is card", self.card)
        check_n("spaces", self.spaces, 0 if self.reward == "centre" else 1, 5)
        need((self.reward == "centre") == (not self.parents), "parents", "some but for the centre", self.parents)


@attrs.frozen(kw_only=True)
class Delver:
    """A Player Board (NC-ADV-001). ``name`` is the moniker. ``companions`` is how many Companions may be equipped.

    ``talismans`` is the limit of Talismans in play, 0 where the board names none (NC-STAT-023). ``starting`` are the
    six Action Cards of its back. ``rules`` tells the skill in words. ``redraw`` and ``cooldown`` are the unique tokens
    with which each scenario starts.
    """

    id: str
    name: str
    complexity: int
    sect: str
    skill: str
    rules: str
    strength: int
    courage: int
    geomancy: int
    destiny: int
    health: int
    max_health: int
    energy: int
    starting: tuple[str, ...]
    uses: tuple[Use, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    slots: int = 1
    companions: int = 1
    talismans: int = 0
    redraw: int = 0
    cooldown: int = 0
    bio: str = ""
    style: str = ""
    tree: tuple[Node, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_title(self.name)
        check_n("complexity", self.complexity, 1, 5)
        for attribute in ("strength", "courage", "geomancy", "destiny"):
            check_n(attribute, getattr(self, attribute), 0, 6)
        check_n("health", self.health, 1, 10)
        check_n("max_health", self.max_health, self.health, 10)
        check_n("energy", self.energy, 0, 7)
        need(len(set(self.starting)) == 6, "starting", "six different Action Cards", list(self.starting))
        self._check_tree()

    def _check_tree(self) -> None:
        """NC-FATE-013, NC-FATE-003: nodes of different ids, one centre, parents before children."""
        seen: set[str] = set()
        for node in self.tree:
            need(node.id not in seen, "tree", "distinct ids", node.id)
            for parent in node.parents:
                need(parent in seen, f"tree: parents of {node.id}", "nodes listed before it", parent)
            seen.add(node.id)
        need(sum(node.reward == "centre" for node in self.tree) == 1, "tree", "exactly one centre", sorted(seen))


@attrs.frozen
class Reward:
    """A reward printed beside a box of the EXP track: ``kind`` level, hand or fate-point; ``above`` or below it."""

    at: int
    kind: str
    n: int = 1
    above: bool = True

    def __attrs_post_init__(self) -> None:
        check_word("kind", self.kind, REWARDS)
        check_n("n", self.n, 1, 3)


@attrs.frozen(kw_only=True)
class Summons:
    """A box of the Netherworld's Summons (NC-LOG-007, NC-LOG-025)."""

    text: str
    effects: tuple[Effect, ...] = ()


@attrs.frozen(kw_only=True)
class PlayerLog:
    """The tracks that every Player Log has (NC-LOG-020). ``again`` happens in addition at a second defeat."""

    id: str
    exp_boxes: int
    rewards: tuple[Reward, ...]
    hand: int
    hand_max: int
    summons: tuple[Summons, ...]
    again: tuple[Effect, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_n("exp_boxes", self.exp_boxes, 1, 60)
        for reward in self.rewards:
            check_n("rewards: at", reward.at, 1, self.exp_boxes)
        check_n("hand", self.hand, 1, 11)
        check_n("hand_max", self.hand_max, self.hand, 20)
        need(bool(self.summons), "summons", "at least one box", ())


@attrs.frozen(kw_only=True)
class ProgressBox:
    """A column of the Historical Progress bar (NC-HIST-005): ``event`` is a Story Book entry or nothing."""

    karma: int
    event: str = ""
    stories: tuple[str, ...] = ()

    def __attrs_post_init__(self) -> None:
        check_n("karma", self.karma, 1, 20)


@attrs.frozen(kw_only=True)
class PartyLog:
    """The Party Log: progress columns, the card of each Setback box, the Historical Marks, Karma before any progress.

    ``prologue`` are the Story Cards of the first game, ``opening`` and ``closing`` the Story Book entries around it,
    ``first_scenario`` what is played then.
    """

    id: str
    karma: int
    progress: tuple[ProgressBox, ...]
    setbacks: tuple[str, ...]
    defeat_setbacks: int
    marks: tuple[str, ...]
    prologue: tuple[str, ...]
    opening: str
    closing: str
    first_scenario: str
    first_nether: str
    solo_nether: str
    solo_equipment: str
    solo_actions: tuple[str, ...]

    def __attrs_post_init__(self) -> None:
        check_id(self.id)
        check_n("karma", self.karma, 1, 20)
        need(bool(self.progress), "progress", "at least one box", ())
        need(bool(self.setbacks), "setbacks", "at least one box", ())
        need(len(set(self.marks)) == len(self.marks), "marks", "each keyword once", list(self.marks))
