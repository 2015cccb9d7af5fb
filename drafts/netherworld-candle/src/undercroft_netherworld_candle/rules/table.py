"""The table as people see it, block by block: the map as a grid, boards, hands by zone, enemies, the Note."""

from __future__ import annotations

from undercroft import Panel
from undercroft_netherworld_candle.rules.cooldown import ZONES
from undercroft_netherworld_candle.rules.table_view import Views
from undercroft_netherworld_candle.state import Delver, Item, State
from undercroft_netherworld_candle.terms import (
    ATTRIBUTES,
    BASICS,
    COLOURS,
    DIFFICULTIES,
    GATES,
    PHASE_ADVENTURE,
    PHASES,
    PREY,
    SIDES,
    SYMBOLS,
)

__all__ = ["TableView"]


class TableView(Views):
    """Panels of the table."""

    __slots__ = ()

    def panels(self, s: State, seat: int) -> list[Panel]:
        """The table block by block."""
        if s.phase == PHASE_ADVENTURE and s.map:
            blocks = [self.candle_panel(s), self.page_panel(s), self.map_panel(s), self.places_panel(s)]
            if s.enemies:
                blocks.append(self.enemies_panel(s))
        else:
            blocks = [self.party_panel(s)]
            if s.story_table:
                blocks.append(self.story_panel(s))
        for d in s.delvers:
            blocks.append(self.board_panel(s, d))
            if d.hand or d.zone_a or d.zone_b or d.zone_c:
                blocks.append(self.hand_panel(s, d))
        return blocks

    # -- the adventure --------------------------------------------------------------------------------------------

    def candle_panel(self, s: State) -> Panel:
        """The candle, the decks, the round."""
        track = self.track(s)
        rows = [
            ("scenario", f"{self.content.scenario[s.scenario].title}, {DIFFICULTIES[s.difficulty]}"),
            ("round", str(s.round)),
            ("candle", f"space {s.candle} of {len(track) - 1}, {COLOURS[track[s.candle]]}"),
            ("Yin deck", f"{len(s.yin)} cards, {len(s.yin_discard)} discarded"),
            ("Yang deck", f"{len(s.yang)} cards, {len(s.yang_discard)} discarded"),
            ("bag", f"{len(s.bag)} artifacts"),
        ]
        if s.gm and len(s.delvers) > 1:
            rows.append(("Grandmaster", self.name(self.delver(s, s.gm))))
        return Panel("Candle", rows)

    def page_panel(self, s: State) -> Panel:
        """The open page of the Note."""
        if s.page < 0:
            return Panel("Tomb Delving Note", [("page", "closed")])
        page = self.content.scenario[s.scenario].pages[s.page]
        markers = ", ".join(self.slot_word(slot) for slot in s.slots) or "none"
        return Panel("Tomb Delving Note", [("page", page.title), ("to do", page.rules), ("markers", markers)])

    def map_panel(self, s: State) -> Panel:
        """The map as a grid; each card with its number, who stands there, and how many enemies."""
        cards = {(card.x, card.y): place for place, card in enumerate(s.map) if not card.gone}
        xs = [x for x, _ in cards]
        ys = [y for _, y in cards]
        columns = range(min(xs), max(xs) + 1)
        rows = [
            (str(y), *(self.map_cell(s, cards[x, y]) if (x, y) in cards else "" for x in columns))
            for y in range(min(ys), max(ys) + 1)
        ]
        return Panel("Map", rows, ("", *(str(x) for x in columns)))

    def map_cell(self, s: State, place: int) -> str:
        """A card of the map in a cell of the grid."""
        card = s.map[place]
        number = self.content.location[card.card].number
        if not card.face_up:
            return f"[{number}]"
        title = self.content.loc_title[card.card]
        if self.content.loc_event[card.card]:
            return f"({title})"
        here = [self.name(d)[0] + str(d.seat) for d in s.delvers if d.place == place]
        enemies = len(self.enemies_at(s, place))
        marks = (["*" + " ".join(here)] if here else []) + ([f"!{enemies}"] if enemies else [])
        return " ".join([title, *marks])

    def places_panel(self, s: State) -> Panel:
        """The Locations with icons, tokens, edges and rules."""
        rows = []
        for place in self.open_places(s):
            card = s.map[place]
            printed = self.content.location[card.card]
            icons = ", ".join(f"({GATES[gate]})" if card.covered >> bit & 1 else GATES[gate]
                              for gate, bit in self.icons(s, place))  # fmt: skip
            doors = ", ".join(f"{SIDES[side]} {self.edge_number(card.card, side)}" for side in s.doors[place])
            extra = [f"Talismans {card.talismans}"] if card.talismans else []
            rows.append((f"{printed.number} {printed.title}", icons or "-", doors or "-",
                         "; ".join([*extra, printed.rules] if printed.rules else extra) or "-"))  # fmt: skip
        return Panel("Locations", rows, ("Location", "icons (covered)", "to investigate", "rules"))

    def edge_number(self, location: int, side: int) -> str:
        """The number on an edge of a Location Card."""
        number = self.content.loc_edges[location][side]
        return self.content.location[number].number if number >= 0 else "-"

    def enemies_panel(self, s: State) -> Panel:
        """The shared area: every enemy in play."""
        content = self.content
        rows = []
        for e in s.enemies:
            symbols = ", ".join(name for n, name in enumerate(SYMBOLS) if content.enc_symbols[e.card] >> n & 1)
            prey = content.enc_prey[e.card]
            rules = content.encounter[e.card].rules
            marks = ([f"Prey: {PREY[prey].replace('-', ' ')}"] if prey else []) + ([rules] if rules else [])
            rows.append((
                self.foe(e), self.place_name(s, e.place), f"{self.remaining(e)} of {content.enc_health[e.card]}",
                str(self.armor(s, e)), str(content.enc_damage[e.card]),
                f"{self.reach(s, e)} and {self.paces(s, e)}", symbols or "-",
                "Immobilized" if e.immobilized else "ready", "; ".join(marks) or "-",
            ))  # fmt: skip
        return Panel(
            "Enemies", rows,
            ("enemy", "at", "Health", "armor", "damage", "range and movement", "symbols", "state", "rules"),
        )  # fmt: skip

    # -- boards ---------------------------------------------------------------------------------------------------

    def board_panel(self, s: State, d: Delver) -> Panel:
        """A board: tracks, attributes, tokens, threats, things."""
        content = self.content
        rows = [
            ("Health", f"{d.health} of {self.health_max(s, d)}{', Immobilized' if d.immobilized else ''}"),
            ("Energy", f"{d.energy} of {self.energy_max(s, d)}, {self.band_words(d)}"),
            ("attributes", ", ".join(f"{name} {self.attribute(s, d, n)}" for n, name in enumerate(ATTRIBUTES))),
            ("skill", content.delver[d.card].rules),
            ("tokens", f"Redraw {d.redraw}, Cooldown {d.cooldown}, Neidan {d.neidan}, Karma {d.karma + d.personal}"),
            ("Fate deck", f"{len(d.fate)} cards, {len(d.fate_discard)} discarded"),
        ]
        if 0 <= d.place < len(s.map):
            rows.insert(0, ("at", self.place_name(s, d.place)))
        if d.check is not None:
            rows.append(("revealed", ", ".join(content.fate_title[card] for card in d.check.cards) or "nothing"))
        if d.threat:
            rows.append(("threats", "; ".join(self.threat_words(card) for card in d.threat)))
        things = [self.item_words(item) for item in d.equipment]
        things += [f"{content.nether[card].title}: {content.nether[card].rules}" for card in d.nether]
        if things:
            rows.append(("things", "; ".join(things)))
        if d.artifacts:
            rows.append(("artifacts", ", ".join(self.token_words(n) for n in d.artifacts)))
        return Panel(self.name(d), rows)

    def band_words(self, d: Delver) -> str:
        """NC-ENC-001 to -003: the encounter deck that the current Energy tells."""
        decks = [option[1] for option in self.energy_decks(d.energy)]
        return "draws Yin or Yang" if len(decks) > 1 else "draws Yang" if decks[0] else "draws Yin"

    def threat_words(self, card: int) -> str:
        """A card of a Threat Area with its symbols and rules."""
        content = self.content
        symbols = ", ".join(name for n, name in enumerate(SYMBOLS) if content.enc_symbols[card] >> n & 1)
        return f"{content.enc_title[card]} ({symbols or 'no symbols'}): {content.encounter[card].rules}"

    def item_words(self, item: Item) -> str:
        """An Equipment Card with what lies on it."""
        content = self.content
        words = f"{content.eq_title[item.card]}: {content.equip[item.card].rules}"
        if content.eq_health[item.card]:
            state = f"{item.damage} of {content.eq_health[item.card]} damage" if item.in_play else "not in play"
            words += f" ({state})"
        if item.artifacts:
            words += f" (holds {', '.join(self.token_words(n) for n in item.artifacts)})"
        return words

    def hand_panel(self, s: State, d: Delver) -> Panel:
        """The Action Cards by where they lie: hand, then zones C, B, A."""
        content = self.content
        rows = []
        zones = self.zones(d)
        for where, cards in (("hand", d.hand), *((ZONES[n], zones[n]) for n in (2, 1, 0))):
            for card in cards:
                printed = content.action[card]
                basics = " or ".join(BASICS[basic] for basic in content.act_basic[card]) or "-"
                quick = "Quick Action, " if printed.quick else ""
                advanced = f"{quick}{self.advanced_cost(s, d, card)} Energy: {printed.rules}" if printed.rules else "-"
                rows.append((where, printed.title, ZONES[content.act_zone[card]], basics, advanced))
        return Panel(f"Cards of {self.name(d)}", rows, ("lies in", "card", "zone", "Basic", "Advanced"))

    # -- the campaign ---------------------------------------------------------------------------------------------

    def party_panel(self, s: State) -> Panel:
        """The Party Log."""
        content = self.content
        rows = [
            ("phase", PHASES[s.phase]),
            ("difficulty", DIFFICULTIES[s.difficulty]),
            ("progress", f"{s.progress} of {len(content.party.events) - 1}"),
            ("setbacks", str(s.setbacks)),
            ("marks", ", ".join(s.marks) or "-"),
            ("notes", ", ".join(s.notes) or "-"),
            ("Stash", f"{len(s.stash_story)} Story Cards, {len(s.stash_journey)} Journey Cards"),
            ("things", f"{len(s.stash_equipment)} equipment, {len(s.stash_artifacts)} artifacts"),
        ]
        if len(s.delvers) > 1:
            rows.append(("Grandmaster", self.name(self.delver(s, s.gm))))
        return Panel("Party", rows)

    def story_panel(self, s: State) -> Panel:
        """The Story Cards on the table."""
        rows = []
        for n, lying in enumerate(s.story_table):
            printed = self.content.story[lying.card]
            here = ", ".join(self.name(d) for d in s.delvers if d.story_place == n)
            rows.append((printed.region, printed.title, "turned" if lying.face_down else "art side", here or "-",
                         printed.back if lying.face_down else printed.text))  # fmt: skip
        return Panel("Story Cards", rows, ("region", "card", "side", "Delvers", "text"))
