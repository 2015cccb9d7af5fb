"""What a seat may see, as plain data: the table lies open, the order of decks and what is still unread does not."""

from __future__ import annotations

from typing import Any

from undercroft_netherworld_candle.cards import ANY_SLOT
from undercroft_netherworld_candle.rules.table_refusals import Refusals
from undercroft_netherworld_candle.state import Delver, Enemy, Item, MapCard, State
from undercroft_netherworld_candle.terms import ATTRIBUTES, COLOURS, DIFFICULTIES, GATES, PHASE_ADVENTURE, PHASES

__all__ = ["Views"]


class Views(Refusals):
    """Views (NC-STORY-001, -012, -021, NC-MAP-003, NC-TEST-051)."""

    __slots__ = ()

    def view(self, s: State, seat: int) -> dict[str, Any]:
        """What lies open, the sizes of the piles, and the logs; the party keeps nothing from each other."""
        content = self.content
        shown: dict[str, Any] = {
            "phase": PHASES[s.phase],
            "scenario": content.scenario[s.scenario].title if s.scenario >= 0 else None,
            "difficulty": DIFFICULTIES[s.difficulty],
            "grandmaster": s.gm,
            "delvers": [self.delver_view(s, d) for d in s.delvers],
            "party": self.party_view(s),
        }
        if s.phase == PHASE_ADVENTURE:
            shown |= self.adventure_view(s)
        elif s.story_table:
            shown["story"] = [self.story_view(s, n) for n in range(len(s.story_table))]
        if s.shown >= 0:
            entry = content.passage[s.shown]
            shown["read"] = {"title": entry.title, "text": entry.text}
        if s.heard:
            shown["outcome"] = dict(zip(("choice", "text"), s.heard, strict=True))
        return shown

    # -- the adventure --------------------------------------------------------------------------------------------

    def adventure_view(self, s: State) -> dict[str, Any]:
        """Map, enemies, decks, candle and the open page of the Note."""
        ids = self.content.ids
        track = self.track(s)
        return {
            "round": s.round,
            "turn": s.turn_seat or None,
            "candle": {"space": s.candle, "last": len(track) - 1, "colour": COLOURS[track[s.candle]]},
            "page": self.page_view(s),
            "map": [self.location_view(s, place, card) for place, card in enumerate(s.map) if not card.gone],
            "enemies": [self.enemy_view(s, e) for e in s.enemies],
            "yin": {"cards": len(s.yin), "discard": [ids["encounter"][card] for card in s.yin_discard]},
            "yang": {"cards": len(s.yang), "discard": [ids["encounter"][card] for card in s.yang_discard]},
            "bag": len(s.bag),
        }

    def page_view(self, s: State) -> dict[str, Any] | None:
        """NC-ADV-014, NC-ADV-022: the open page with the markers that lie on it."""
        if s.page < 0:
            return None
        page = self.content.scenario[s.scenario].pages[s.page]
        return {
            "title": page.title,
            "text": page.text,
            "rules": page.rules,
            "slots": [self.slot_word(slot) for slot in s.slots],
        }

    def slot_word(self, slot: int) -> str:
        """A marker slot of a page in a word."""
        return "empty" if slot < 0 else "any" if slot == ANY_SLOT else GATES[slot]

    def location_view(self, s: State, place: int, card: MapCard) -> dict[str, Any]:
        """NC-MAP-003, NC-MAP-005: a card of the map; of one that lies face down only the number is known."""
        printed = self.content.location[card.card]
        shown: dict[str, Any] = {"number": printed.number, "at": [card.x, card.y], "face_up": card.face_up}
        if card.face_up:
            shown |= {
                "title": printed.title,
                "event": printed.event,
                "rules": printed.rules,
                "icons": [GATES[gate] for gate, bit in self.icons(s, place) if not card.covered >> bit & 1],
                "markers": self.markers(s, place),
                "life": card.life,
                "death": card.death,
                "talismans": card.talismans,
                "delvers": [d.seat for d in s.delvers if d.place == place],
            }
        return shown

    def enemy_view(self, s: State, e: Enemy) -> dict[str, Any]:
        """An enemy in play."""
        content = self.content
        printed = content.encounter[e.card]
        return {
            "number": e.number,
            "enemy": content.ids["encounter"][e.card],
            "at": content.location[s.map[e.place].card].number,
            "damage": e.damage,
            "health": content.enc_health[e.card],
            "armor": self.armor(s, e),
            "attack": content.enc_damage[e.card],
            "immobilized": e.immobilized,
            "rules": printed.rules,
        }

    # -- Delvers --------------------------------------------------------------------------------------------------

    def delver_view(self, s: State, d: Delver) -> dict[str, Any]:
        """A board with what lies on it; the Fate deck is known but for its order (NC-TEST-051)."""
        ids = self.content.ids
        action = ids["action"]
        return {
            "seat": d.seat,
            "delver": ids["delver"][d.card],
            "health": d.health,
            "energy": d.energy,
            "attributes": {name: self.attribute(s, d, n) for n, name in enumerate(ATTRIBUTES)},
            "immobilized": d.immobilized,
            "at": self.content.location[s.map[d.place].card].number if 0 <= d.place < len(s.map) else None,
            "story_card": d.story_place if d.story_place >= 0 else None,
            "hand": [action[card] for card in d.hand],
            "zones": {name: [action[card] for card in cards] for name, cards in zip("ABC", self.zones(d), strict=True)},
            "threats": [ids["encounter"][card] for card in d.threat],
            "equipment": [self.item_view(s, item) for item in d.equipment],
            "nether": [ids["nether"][card] for card in d.nether],
            "artifacts": [ids["artifact"][n] for n in d.artifacts],
            "redraw": d.redraw,
            "cooldown": d.cooldown,
            "neidan": d.neidan,
            "karma": d.karma,
            "personal_karma": d.personal,
            "fate_deck": len(d.fate),
            "fate_discard": [ids["fate"][card] for card in d.fate_discard.cards()],
            "revealed": [ids["fate"][card] for card in d.check.cards] if d.check is not None else [],
            "command_used": d.command,
            "plays": d.plays,
            "acted": d.acted,
            "log": self.log_view(s, d),
        }

    def item_view(self, s: State, item: Item) -> dict[str, Any]:
        """An Equipment Card with what lies on it."""
        ids = self.content.ids
        tokens = [ids["artifact"][n] for n in item.artifacts]
        shown: dict[str, Any] = {"card": ids["equip"][item.card], "artifacts": tokens}
        if self.content.eq_health[item.card]:
            at = self.content.location[s.map[item.place].card].number if item.in_play else None
            shown |= {"damage": item.damage, "in_play": item.in_play, "at": at, "armor_broken": item.armor_broken}
        return shown

    def log_view(self, s: State, d: Delver) -> dict[str, Any]:
        """A Player Log."""
        ids = self.content.ids
        return {
            "exp": d.exp,
            "level": self.level(d),
            "hand_limit": self.hand_limit(s, d),
            "summons": d.summons,
            "reputation": {ids["faction"][n]: checked for n, checked in enumerate(d.reputation) if checked},
            "tree": {
                node.id: checked
                for node, checked in zip(self.content.del_tree[d.card], d.tree, strict=False)
                if checked
            },
        }

    # -- the campaign ---------------------------------------------------------------------------------------------

    def party_view(self, s: State) -> dict[str, Any]:
        """The Party Log and the Stash; journeys lie with their backs up (NC-EPI-011)."""
        content = self.content
        ids = content.ids
        return {
            "marks": list(s.marks),
            "notes": list(s.notes),
            "progress": s.progress,
            "setbacks": [content.enc_title[card] for card in content.party.setbacks[: s.setbacks]],
            "stash": {
                "stories": [content.story[card].title for card in s.stash_story],
                "journeys": len(s.stash_journey),
                "equipment": [ids["equip"][card] for card in s.stash_equipment],
                "artifacts": [ids["artifact"][n] for n in s.stash_artifacts],
            },
            "done": [content.scenario[n].title for n, _ in s.done],
            "final": s.final or None,
        }

    def story_view(self, s: State, n: int) -> dict[str, Any]:
        """NC-STORY-012, NC-STORY-021: a Story Card; its back is read when somebody has interacted with it."""
        lying = s.story_table[n]
        printed = self.content.story[lying.card]
        shown: dict[str, Any] = {
            "number": printed.number,
            "region": printed.region,
            "title": printed.title,
            "text": printed.text,
            "turned": lying.face_down,
            "delvers": [d.seat for d in s.delvers if d.story_place == n],
        }
        if lying.face_down:
            shown["back"] = printed.back
            shown["choices"] = [choice[0] for choice in self.content.story_choices[lying.card]]
        return shown
