"""Kits: the logs with which a scenario is played on its own, as its place in the campaign would have them."""

from __future__ import annotations

from undercroft_netherworld_candle.rules.epilogue import Epilogue
from undercroft_netherworld_candle.rules.logs import REWARD_POINT
from undercroft_netherworld_candle.rules.tree import NODE_CARD, NODE_HAND, NODE_REMOVE
from undercroft_netherworld_candle.state import Delver, Item, State

__all__ = ["CampaignKit"]

KitTree = tuple[tuple[int, ...], tuple[int, ...]]
"""Checked spaces by node, and the cards that the Tree has removed."""

_WISHES = {NODE_HAND: 0, NODE_REMOVE: 1, NODE_CARD: 2}


class CampaignKit(Epilogue):
    """Logs for single phases. Each Delver has one kit for a scenario, made once, so that batches start at once."""

    __slots__ = ("_kit_gear", "kit_trees")

    kit_trees: tuple[KitTree, ...]
    _kit_gear: dict[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
    """Who gets what of the kit, by the parties that have played: boards and what is on them before."""

    def make_kits(self, scenario: int) -> None:
        """Spend the Fate Points that the EXP of a scenario's kit brings, for every Delver."""
        self._kit_gear = {}
        exp = min(self.content.scenario_printed[scenario].kit.exp, self.content.log.exp_boxes)
        rewards = self.content.log.rewards[: exp + 1]
        points = sum(n for box in rewards for kind, n in box if kind == REWARD_POINT)
        self.kit_trees = tuple(self._kit_tree(card, points) for card in range(len(self.content.delver)))

    def _kit_tree(self, card: int, points: int) -> KitTree:
        """A sensible Tree: hand limit first, then removals, then cards broadly rather than deep (NC-FATE-002)."""
        nodes = self.content.del_tree[card]
        d = Delver(0, card, tree=(0,) * len(nodes))
        for _ in range(points):
            open_nodes = self.open_nodes(d)
            if not open_nodes:
                break
            n = min(open_nodes, key=lambda n: (_WISHES[nodes[n].reward], d.tree[n], n))
            d.tree = (*d.tree[:n], d.tree[n] + 1, *d.tree[n + 1 :])
            if nodes[n].reward == NODE_REMOVE:
                d.tree_removed += (self._least(d),)
        return d.tree, d.tree_removed

    def _least(self, d: Delver) -> int:
        """The card that a Fate deck can best do without: one with a Miss and the lowest number."""
        content = self.content
        return min(
            self.owned_fate(d), key=lambda n: (not content.fate_miss[n], content.fate_boundless[n], content.fate_d20[n])
        )

    def hand_out_kit(self, s: State, scenario: int) -> None:
        """Fill in the logs and hand round the equipment that a scenario played on its own brings."""
        printed = self.content.scenario_printed[scenario]
        kit = printed.kit
        factions = len(self.content.faction)
        s.progress, s.setbacks, s.marks = kit.progress, kit.setbacks, kit.marks
        for d in s.delvers:
            d.exp = min(kit.exp, self.content.log.exp_boxes)
            d.tree, d.tree_removed = self.kit_trees[d.card]
            d.redraw += kit.redraw
            if s.first_game:
                d.nether = (self.content.party.first_nether, *d.nether)
            if kit.reputation:
                row = (d.seat - 1) % factions
                d.reputation = tuple([kit.reputation if n == row else 0 for n in range(factions)])
            if any(d.tree):
                self.settle_fate(s, d)
        self.lay_out_equipment(s, self.content.scenario[scenario].kit_equipment)

    def lay_out_equipment(self, s: State, cards: tuple[int, ...]) -> None:
        """The equipment of a kit goes round, a card to each Delver in turn who has room for its type (NC-EPI-004)."""
        party = tuple([(d.card, *[item.card for item in d.equipment]) for d in s.delvers])
        known = self._kit_gear.get(party)
        if known is None:
            self._hand_round(s, cards)
            self._kit_gear[party] = tuple([tuple([item.card for item in d.equipment]) for d in s.delvers])
            return
        for d, gear in zip(s.delvers, known, strict=True):
            d.equipment = [Item(card) for card in gear]

    def _hand_round(self, s: State, cards: tuple[int, ...]) -> None:
        count = len(s.delvers)
        for n, card in enumerate(cards):
            for step in range(count):
                d = s.delvers[(n + step) % count]
                if self.why_not_equip(s, d, card) is None:
                    d.equipment.append(Item(card))
                    break
