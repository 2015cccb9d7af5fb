"""Delvers as people see them: boards, cards by where they lie, things, logs."""

from __future__ import annotations

from collections.abc import Sequence

from undercroft import Panel
from undercroft_netherworld_candle.rules.cooldown import ZONES
from undercroft_netherworld_candle.rules.equipment import NETHER
from undercroft_netherworld_candle.rules.table_map import MapPanels
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import ATTRIBUTES, BASICS, PHASE_ADVENTURE
from undercroft_netherworld_candle.wording import listed, symbols_in_words

__all__ = ["BoardPanels"]


class BoardPanels(MapPanels):
    """Panels of one Delver (NC-ADV-001, NC-COOL-016, NC-ENC-001 to -003)."""

    __slots__ = ()

    def delver_panels(self, s: State, d: Delver) -> list[Panel]:
        """Everything before one Delver."""
        blocks = [self.board_panel(s, d)]
        if s.phase != PHASE_ADVENTURE:
            blocks.append(self.log_panel(s, d))
        things = self.things_panel(d)
        if things.rows:
            blocks.append(things)
        if d.hand or d.zone_a or d.zone_b or d.zone_c:
            blocks += [self.hand_panel(s, d), self.card_panel(s, d)]
        return blocks

    # -- the board ------------------------------------------------------------------------------------------------

    def board_panel(self, s: State, d: Delver) -> Panel:
        """A board: tracks, attributes, tokens, threats."""
        content = self.content
        down = ", Immobilized" if d.immobilized else ""
        rows = [
            ("Health", f"{d.health} of {self.health_max(s, d)}{down}"),
            ("Energy", f"{d.energy} of {self.energy_max(s, d)}: {self.band_words(s, d)}"),
            ("attributes", ", ".join(f"{name} {self.attribute(s, d, n)}" for n, name in enumerate(ATTRIBUTES))),
            (f"skill {content.delver[d.card].skill}", content.delver[d.card].rules),
            ("tokens", f"Redraw {d.redraw}, Cooldown {d.cooldown}, Neidan {d.neidan}, Karma {d.karma + d.personal}"),
            ("Fate deck", f"{len(d.fate)} cards, {len(d.fate_discard)} discarded"),
        ]
        if 0 <= d.place < len(s.map):
            rows.insert(0, ("at", self.place_name(s, d.place)))
        if s.map:
            rows.append(("Threat Area", "; ".join(self.threat_words(card) for card in d.threat) or "empty"))
            rows.append(("artifacts", ", ".join(self.token_words(n) for n in d.artifacts) or "none"))
        elif d.artifacts:
            rows.append(("artifacts", ", ".join(self.token_words(n) for n in d.artifacts)))
        return Panel(f"{self.name(d)} (seat {d.seat})", rows)

    def band_words(self, s: State, d: Delver) -> str:
        """NC-ENC-001 to -003: the encounter deck that the current Energy tells, and where the bands end."""
        bands = [tuple(option[1] for option in self.energy_decks(n)) for n in range(self.energy_max(s, d) + 1)]
        now = bands[min(d.energy, len(bands) - 1)]
        word = "draws Yin or Yang" if len(now) > 1 else "draws Yang" if now[0] else "draws Yin"
        parts = []
        for decks, name in (((0,), "Yin"), ((0, 1), "either"), ((1,), "Yang")):
            spaces = [n for n, band in enumerate(bands) if band == decks]
            if spaces:
                parts.append(f"{name} {_span(spaces)}")
        return f"{word} ({', '.join(parts)})"

    def threat_words(self, card: int) -> str:
        """A card of a Threat Area with its symbols and rules."""
        words = f"{self.content.enc_title[card]} ({symbols_in_words(self.content.enc_symbols[card])})"
        return f"{words}: {self.content.encounter[card].rules}".removesuffix(": ")

    # -- cards ----------------------------------------------------------------------------------------------------

    def hand_panel(self, s: State, d: Delver) -> Panel:
        """NC-COOL-016: the Action Cards by where they lie: the hand, then zones A, B, C."""
        rows = [("hand", self.card_names(d.hand))]
        rows += [(f"zone {name}", self.card_names(cards)) for name, cards in zip(ZONES, self.zones(d), strict=True)]
        return Panel(f"Action Cards of {self.name(d)}", rows)

    def card_names(self, cards: Sequence[int]) -> str:
        """Action Cards by name, each with the zone it goes to."""
        content = self.content
        return ", ".join(f"{content.act_title[card]} ({ZONES[content.act_zone[card]]})" for card in cards) or "empty"

    def card_panel(self, s: State, d: Delver) -> Panel:
        """What is printed on the Action Cards; those of the hand come first, but where they lie is told elsewhere."""
        cards = sorted([*d.hand, *d.zone_a, *d.zone_b, *d.zone_c])
        rows = [(self.content.act_title[card], self.action_words(s, d, card)) for card in dict.fromkeys(cards)]
        return Panel(f"Texts of the Action Cards of {self.name(d)}", rows)

    def action_words(self, s: State, d: Delver, card: int) -> str:
        """The Basic and the Advanced Action of a card, with what it costs now."""
        content = self.content
        printed = content.action[card]
        parts = []
        if content.act_basic[card]:
            parts.append(listed((BASICS[basic].capitalize() for basic in content.act_basic[card]), "or"))
        if printed.rules:
            quick = "Quick Action, " if printed.quick else ""
            parts.append(f"{quick}{self.advanced_cost(s, d, card)} Energy: {printed.rules}")
        return "; or ".join(parts)

    # -- things and logs ------------------------------------------------------------------------------------------

    def things_panel(self, d: Delver) -> Panel:
        """Equipment with what lies on it, and Netherworld Cards."""
        content = self.content
        rows = [(self.item_title(d, at), self.item_words(item)) for at, item in enumerate(d.equipment)]
        rows += [(self.thing_title(d, NETHER, at), content.nether[card].rules) for at, card in enumerate(d.nether)]
        return Panel(f"Things of {self.name(d)}", rows)

    def item_words(self, item: Item) -> str:
        """An Equipment Card with what lies on it."""
        content = self.content
        words = content.equip[item.card].rules or content.equip[item.card].type
        health = content.eq_health[item.card]
        if health and item.in_play:
            words += f" (in play, Health {health - item.damage} of {health})"
        elif health:
            words += " (defeated in this scenario)" if item.defeated else " (not in play)"
        if item.exhausted:
            words += " (used in this round)"
        if item.artifacts:
            words += f" (holds {', '.join(self.token_words(n) for n in item.artifacts)})"
        return words

    def log_panel(self, s: State, d: Delver) -> Panel:
        """NC-LOG-001: a Player Log."""
        content = self.content
        known = [f"{content.faction[n].title} {checked}" for n, checked in enumerate(d.reputation) if checked]
        nodes = [node.id.replace("-", " ") for node, checked in zip(content.del_tree[d.card], d.tree, strict=False)
                 if checked]  # fmt: skip
        rows = [
            ("EXP", f"{d.exp}, level {self.level(d)}, hand limit {self.hand_limit(s, d)}"),
            ("Summons", f"{d.summons}"),
            ("Reputation", ", ".join(known) or "none"),
            ("Tree of Fate", ", ".join(nodes) or "nothing checked"),
        ]
        return Panel(f"Log of {self.name(d)}", rows)


def _span(spaces: Sequence[int]) -> str:
    return str(spaces[0]) if len(spaces) == 1 else f"{spaces[0]}-{spaces[-1]}"
