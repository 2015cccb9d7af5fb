"""The Tree of Fate: Fate Points, rewards, resets, Defying Fate (NC-FATE), and the Fate deck that follows."""

from __future__ import annotations

from typing import ClassVar, Final

from undercroft import Deck, Flow, Option, Prompt, Refusal
from undercroft_netherworld_candle.rules.adventure_end import AdventureEnd
from undercroft_netherworld_candle.rules.base import KEEP
from undercroft_netherworld_candle.state import Delver, State

__all__ = ["Tree"]

NODE_CARD: Final = 1
NODE_HAND: Final = 2
NODE_REMOVE: Final = 3


class Tree(AdventureEnd):
    """Area NC-FATE of the rules."""

    __slots__ = ()

    prompts: ClassVar[dict[str, Prompt]] = {
        "tree": Prompt("NC-FATE-001", "Which node of the Tree of Fate takes the Fate Point?"),
        "remove-fate": Prompt("NC-FATE-007", "Which card of your Fate deck do you remove for good?"),
        "defy": Prompt("NC-FATE-009", "Do you defy Fate: give up an artifact and spend all Fate Points anew?"),
    }

    # -- the deck -------------------------------------------------------------------------------------------------

    def owned_fate(self, d: Delver) -> list[int]:
        """NC-FATE-005, -008: the permanent cards of a Fate deck: basic set and Tree, without what the Tree removed."""
        content = self.content
        cards = list(content.basic_sets[d.fate_set])
        for spaces, node in zip(d.tree, content.del_tree[d.card], strict=True):
            if node.reward == NODE_CARD:
                cards += [node.card] * spaces
        for card in d.tree_removed:
            cards.remove(card)
        return cards

    def omens(self, d: Delver) -> list[int]:
        """The omens in a Fate deck, which come and go without the Tree (NC-FATE-008)."""
        both = (self.content.good_omen, self.content.bad_omen)
        lying = [] if d.check is None else d.check.cards
        return [card for card in (*d.fate.cards(), *d.fate_discard.cards(), *lying) if card in both]

    def settle_fate(self, s: State, d: Delver) -> None:
        """NC-END-012, NC-EXP-006: all Fate Cards back into one deck, as the log says by now, with the omens in it."""
        d.fate = Deck([*self.owned_fate(d), *self.omens(d)], d.fate.stream)
        d.fate_discard = Deck()
        d.fate.shuffle()

    # -- Fate Points ----------------------------------------------------------------------------------------------

    def why_not_node(self, d: Delver, n: int) -> Refusal | None:
        """NC-FATE-002, -003: why a space of a node cannot be checked."""
        nodes = self.content.del_tree[d.card]
        node = nodes[n]
        if d.tree[n] >= node.spaces:
            return self.no("NC-FATE-004", "all spaces of this node are checked")
        if all(d.tree[parent] or not nodes[parent].reward for parent in node.parents):
            return None
        return self.no("NC-FATE-002", "a parent of this node is not activated")

    def open_nodes(self, d: Delver) -> list[int]:
        """The nodes with a space that may be checked now."""
        return [n for n in range(len(d.tree)) if self.why_not_node(d, n) is None]

    def fate_point(self, s: State, seat: int) -> Flow:
        """NC-FATE-001, -012, NC-EXP-005: a Fate Point is spent as soon as it is gained; without a space it is lost."""
        d = self.delver(s, seat)
        nodes = self.open_nodes(d)
        if not nodes:
            if self.loud:
                self.tell(s, "NC-FATE-012", "{0}: the Tree of Fate is full, the Fate Point is lost.", self.name(d))
            return
        option = yield from self.pick(s, seat, "tree", [("node", n) for n in nodes])
        yield from self.check_node(s, d, option[1])

    def check_node(self, s: State, d: Delver, n: int) -> Flow:
        """NC-FATE-004 to -007: check a space and gain the reward of its node; the deck waits for a running scenario."""
        node = self.content.del_tree[d.card][n]
        d.tree = (*d.tree[:n], d.tree[n] + 1, *d.tree[n + 1 :])
        if self.loud:
            self.tell(s, "NC-FATE-001", "{0} checks a space of the Tree of Fate: {1}.", self.name(d),
                      node.id.replace("-", " "))  # fmt: skip
        if node.reward == NODE_HAND:
            if self.loud:
                self.tell(s, "NC-FATE-006", "{0}: the hand limit is now {1}.", self.name(d), self.hand_limit(s, d))
            return
        if node.reward == NODE_REMOVE:
            cards = sorted(set(self.owned_fate(d)))
            option = yield from self.pick(s, d.seat, "remove-fate", [("fate", card) for card in cards])
            d.tree_removed += (option[1],)
            if self.loud:
                title = self.content.fate_title[option[1]]
                self.tell(s, "NC-FATE-007", "{0} removes {1} for good.", self.name(d), title)
        elif self.loud:
            title = self.content.fate_title[node.card]
            self.tell(s, "NC-FATE-005", "{0} gains the Fate Card {1}.", self.name(d), title)
        if not self.in_scenario(s):
            self.settle_fate(s, d)

    # -- resets ---------------------------------------------------------------------------------------------------

    def reset_tree(self, s: State, seat: int) -> Flow:
        """NC-FATE-009, -010, -014: erase all spaces with their rewards, then spend as many Fate Points anew."""
        d = self.delver(s, seat)
        points = sum(d.tree)
        d.tree = (0,) * len(d.tree)
        d.tree_removed = ()
        if not self.in_scenario(s):
            self.settle_fate(s, d)
        if self.loud:
            self.tell(s, "NC-FATE-010", "{0} resets the Tree of Fate: {1} Fate Points are spent anew.",
                      self.name(d), points)  # fmt: skip
        for _ in range(points):
            yield from self.fate_point(s, seat)

    def defy_fate(self, s: State, seat: int) -> Flow:
        """NC-FATE-009, -011: at the end of an Adventure Phase one artifact of any kind pays for a reset."""
        d = self.delver(s, seat)
        if not any(d.tree):
            return
        options = self.artifact_payments("defy", s, d)
        if not options:
            return
        option = yield self.ask(s, seat, "defy", [*options, KEEP])
        if option == KEEP:
            return
        paid = yield from self.pay_artifact(s, seat, option[-2], option[-1])
        if paid:
            if self.loud:
                self.tell(s, "NC-FATE-009", "{0} gives up {1} and defies Fate.",
                          self.name(d), self.content.art_title[option[-2]])  # fmt: skip
            yield from self.reset_tree(s, seat)

    # -- the exchange of a full faction ---------------------------------------------------------------------------

    def why_not_exchange(self, s: State, d: Delver, faction: int) -> Refusal | None:
        """NC-LOG-010, -011, -023: why no artifact can be exchanged for a Fate Point with a faction."""
        if self.in_scenario(s):
            return self.no("NC-LOG-023", "not while an Adventure Phase is running")
        if d.reputation[faction] < self.content.faction_boxes[faction]:
            return self.no("NC-LOG-010", "the row of this faction is not full")
        if d.exchanged[faction]:
            return self.no("NC-LOG-011", "the exchange was made with this faction before")
        if not self.open_nodes(d):
            return self.no("NC-LOG-023", "the Tree of Fate has no space for the Fate Point")
        return None

    def exchanges(self, s: State, d: Delver) -> list[Option]:
        """The exchanges of an artifact for a Fate Point that are open to a Delver."""
        full = [f for f in range(len(d.reputation)) if self.why_not_exchange(s, d, f) is None]
        if not full:
            return []
        return [("exchange", f, *option[1:]) for f in full for option in self.artifact_payments("exchange", s, d)]

    def exchange(self, s: State, seat: int, option: Option) -> Flow:
        """NC-LOG-010: give up one artifact of any value for exactly one Fate Point, spent at once."""
        d = self.delver(s, seat)
        _, faction, artifact, shared = option
        paid = yield from self.pay_artifact(s, seat, artifact, shared)
        if not paid:
            return
        d.exchanged = (*d.exchanged[:faction], True, *d.exchanged[faction + 1 :])
        if self.loud:
            self.tell(s, "NC-LOG-010", "{0} exchanges {1} for a Fate Point with {2}.", self.name(d),
                      self.content.art_title[artifact], self.content.faction[faction].title)  # fmt: skip
        yield from self.fate_point(s, seat)
