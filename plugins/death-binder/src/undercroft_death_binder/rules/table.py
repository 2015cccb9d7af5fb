"""The table as people see it: options in words, refusals, views, panels, figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from undercroft import Option, Panel, Refusal, Refused
from undercroft_death_binder import verbs
from undercroft_death_binder.rules.knowledge import Knowledge
from undercroft_death_binder.rules.rest import BUY, CLEANSE, HEAL, RECOVER
from undercroft_death_binder.rules.tracks import UPGRADES
from undercroft_death_binder.state import NO_FIGHT, OBSTACLE_FIGHT, Foe, Player, State
from undercroft_death_binder.wording import (
    abilities_in_words,
    behaviour_in_words,
    cards_in_words,
    effects_in_words,
    icons_in_words,
    quest_in_words,
    skill_in_words,
)

__all__ = ["TableView"]


class TableView(Knowledge):
    """What a player may see, and in which words (DB-GEN-010, DB-GEN-012)."""

    __slots__ = ()

    # -- options in words -----------------------------------------------------------------------------------------

    def label(self, s: State, seat: int, option: Option) -> str:
        """An option in words."""
        words = self.words(s, s.players[seat - 1], option)
        return words[0].upper() + words[1:]

    def words(self, s: State, p: Player, option: Option) -> str:
        """An option in words, without a capital."""
        place = self.content.ids["place"]
        match option:
            case ("play", card):
                rid = " to get rid of it" if self.content.is_blinded[card] else ""
                return f"play {self.card_words(p, card)}{rid}"
            case ("play", card, at):
                return f"play {self.card_words(p, card)} on {self.foe_in_row(s, at)}"
            case ("go", at):
                return f"go to {place[at]}: {self.place_words(s, at)}"
            case ("skill", skill):
                return f"use the Skill {self.content.skills[skill].title}: {skill_in_words(self.content.skills[skill])}"
            case ("skill", skill, at):
                title = self.content.skills[skill].title
                return (
                    f"use the Skill {title} on {self.foe_in_row(s, at)}: {skill_in_words(self.content.skills[skill])}"
                )
            case ("reroll", skill):
                return f"toss again with the Skill {self.content.skills[skill].title}"
            case ("store", card):
                return f"Store {self.card_name(card)}"
            case ("remove", card):
                price = "" if s.row else " for 1 XP"
                return f"Remove {self.card_name(card)}{price}"
            case ("upgrade", trait):
                return self.upgrade_words(p, trait)
            case ("estimate", n):
                return f"estimate {n}"
            case _:
                return self.plain_words(s, p, option)

    def plain_words(self, s: State, p: Player, option: Option) -> str:
        """The options that are a single word."""
        event = self.content.events[s.event] if s.event >= 0 else None
        quest = self.content.tokens[s.active].quest if s.active >= 0 else None
        rest = self.boards[p.seat - 1].rest
        costs = [self.retreat_costs[foe.card] for foe in s.row]
        price = "" if min(costs, default=0) < 0 else f"; Draw Deck cards to pay: {sum(costs)}"
        words = {
            ("end",): "end the turn",
            ("done",): "finish",
            ("retreat",): f"retreat{price}",
            ("accept",): "take it" if quest is None else f"take it: {quest.title}: {quest_in_words(quest)}",
            ("decline",): "leave it",
            HEAL: f"Heal {rest[verbs.HEAL][2]} for {self.heal_price(p)} cards of the Draw Deck",
            BUY: f"buy a Special Action card for {rest[verbs.BUY][1]} XP",
            RECOVER: f"Recover: +{rest[verbs.RECOVER][2]} DD for {rest[verbs.RECOVER][1]} XP",
            CLEANSE: f"Cleanse: {rest[verbs.CLEANSE][2]} Blight less for {rest[verbs.CLEANSE][1]} XP",
        }
        if event is not None or s.fight != NO_FIGHT:  # a toss: the back of the token is not known yet
            words["accept",] = "accept the failure"
        if event is not None:
            words |= {
                (
                    "toss",
                ): f"toss: {effects_in_words(event.reward)} on success, {effects_in_words(event.penalty)} on failure",
                ("blight",): f"leave it for {event.blight} Blight",
                ("left",): f"left: {event.left_text} ({effects_in_words(event.left)})",
                ("right",): f"right: {event.right_text} ({effects_in_words(event.right)})",
            }
        return words.get(option, " ".join(str(part) for part in option))

    def card_words(self, p: Player, card: int) -> str:
        """An Action card with its damage at the player's tier and its abilities."""
        if self.content.is_blinded[card]:
            return "a Blinded card"
        kind = "Melee" if self.content.is_melee[card] else "Spell"
        words = abilities_in_words(self.content.abilities[card])
        return f"{self.card_name(card)} ({kind} {self.base_damage(p, card)}{', ' if words else ''}{words})"

    def foe_in_row(self, s: State, at: int) -> str:
        """A foe of the row with its place, so that two of one name can be told apart."""
        if at >= len(s.row):
            return f"Enemy {at + 1}"
        foe = s.row[at]
        return f"{self.foe_name(foe.card)} (Enemy {at + 1}, {foe.wounds} of {foe.health} wounds)"

    def upgrade_words(self, p: Player, trait: int) -> str:
        """An upgrade with its values and cost."""
        board = self.boards[p.seat - 1]
        step = p.steps[trait]
        if step + 1 >= len(board.values[trait]):
            return f"raise {self.trait_name(trait)}"
        before, after = (self.trait_value(trait, v) for v in board.values[trait][step : step + 2])
        return f"raise {self.trait_name(trait)} from {before} to {after} for {board.costs[trait][step]} XP"

    def place_words(self, s: State, place: int) -> str:
        """What is seen of a place: the icons of its token, clockwise, or why there is none."""
        if s.caved[place]:
            return "caved in"
        if s.tokens[place] < 0:
            return "the Boss" if place == verbs.BOSS_PLACE else "empty"
        icons = self.content.tokens[s.tokens[place]].sides[s.sides[place]]
        return icons_in_words(icons)

    # -- refusals -------------------------------------------------------------------------------------------------

    def refused(self, s: State, seat: int, prompt: str) -> list[Refused]:
        """What one might expect at a prompt, with the rule that refuses it."""
        p = s.players[seat - 1]
        rows = {
            "explore": self._refused_ways, "cave-in": self._refused_ways, "attack": self._refused_attacks,
            "store": self._refused_stores, "rest": self._refused_rest, "upgrade": self._refused_upgrades,
            "disarm": self._refused_disarmed,
        }.get(prompt)  # fmt: skip
        found = list(rows(s, p)) if rows is not None else []
        if prompt not in ("store", "disarm", "upgrade"):
            found += self._refused_skills(s, p)
        return [Refused.of(option, refusal) for option, refusal in found]

    def _refused_ways(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        offered = self.ways_on(s)
        for place in range(16):
            refusal = self.why_not_go(s, place)
            if place not in offered and refusal is not None:
                yield ("go", place), refusal
        yield ("pass",), Refusal("DB-ROUND-005", "one of the offered places has to be chosen")

    def _refused_attacks(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        spent = self.why_not_play(p)
        for at in range(len(s.row)):
            refusal = spent or self.why_not_target(s, at)
            if refusal is not None:
                yield from ((("play", card, at), refusal) for card in p.hand if not self.content.is_blinded[card])
        if spent is not None:
            too = Refusal("DB-BLIND-006", "a Blinded card would be an attack too, and all are used")
            yield from ((("play", card), too) for card in p.hand if self.content.is_blinded[card])
        for card in p.sac:
            yield ("play", card), Refusal("DB-CARD-021", "Stored cards cannot be played")
        retreat = self.why_not_retreat(s)
        if retreat is not None:
            yield ("retreat",), retreat
        early = self.why_not_end(p)
        if early is not None:
            yield ("end",), early

    def _refused_stores(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        for card in p.hand:
            yield ("store", card), Refusal("DB-COMBAT-017", "only used cards can be Stored")
        yield ("play",), Refusal("DB-COMBAT-021", "the turn is over; no card can be played any more")
        late = Refusal("DB-SKILL-006", "the turn is over; no Skill can be used any more")
        yield from ((("skill", skill), late) for skill in p.skills)

    def _refused_disarmed(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        theirs = Refusal("DB-SKILL-003", "no Skill can be used in the Enemies' turn")
        yield from ((("skill", skill), theirs) for skill in p.skills)
        yield ("retreat",), Refusal("DB-ENEMY-012", "there is no retreat in the Enemies' turn")

    def _refused_rest(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        for trait in range(7):
            refusal = self.why_not_upgrade(p, trait, p.xp)
            if refusal is not None:
                yield UPGRADES[trait], refusal
        for option, found in (
            (HEAL, self.why_not_heal(s, p)), (BUY, self.why_not_buy(s, p)),
            (RECOVER, self.why_not_recover(s, p)), (CLEANSE, self.why_not_cleanse(s, p)),
        ):  # fmt: skip
            if found is not None:
                yield option, found
        refusal = self.why_not_remove(p)
        if refusal is not None:
            yield from ((("remove", card), refusal) for card in p.sac or [0])
        yield ("play",), Refusal("DB-CARD-023", "Action cards are played in Combat only")

    def _refused_upgrades(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        costs = self.boards[p.seat - 1].costs
        left = self.budget() - sum(sum(costs[trait][:step]) for trait, step in enumerate(p.steps))
        if self.setup.easier:
            left += costs[verbs.STARTING_DEFENSE][0]  # DB-DIFF-001: this step was not bought
        for trait in range(7):
            refusal = self.why_not_upgrade(p, trait, left)
            if refusal is not None:
                yield UPGRADES[trait], refusal

    def _refused_skills(self, s: State, p: Player) -> Iterator[tuple[Option, Refusal]]:
        for skill in p.skills:
            refusal = self.why_not_skill(s, p, skill)
            if refusal is not None:
                yield ("skill", skill), refusal

    # -- the table ------------------------------------------------------------------------------------------------

    def view(self, s: State, seat: int) -> dict[str, Any]:
        """DB-GEN-010, DB-GEN-012: what lies open, and the sizes of the piles that may be counted."""
        ids = self.content.ids
        return {
            "mode": self.setup.mode,
            "map": self.setup.map,
            "modifier": self.setup.modifier,
            "descent": s.descent,
            "bosses_beaten": s.bosses_beaten,
            "blight": s.blight,
            "leader": s.leader if self.coop else None,
            "position": ids["place"][s.position] if s.position >= 0 else None,
            "places": {ids["place"][place]: self.place_words(s, place) for place in range(16)},
            "event": ids["event"][s.event] if s.event >= 0 else None,
            "enemy_level": self.enemy_level(s),
            "removed_pile": len(s.removed),
            "blinded_pile": len(s.blinded),
            "row": [self.foe_view(s, foe) for foe in s.row],
            "players": [self.player_view(p) for p in s.players],
        }

    def foe_view(self, s: State, foe: Foe) -> dict[str, Any]:
        """A foe of the row as everybody sees it."""
        return {
            "foe": self.content.ids["foe"][foe.card],
            "wounds": foe.wounds,
            "health": foe.health,
            "defense": foe.defense,
            "stunned": foe.stunned,
            "vulnerability": [self.vulnerability(foe, True), self.vulnerability(foe, False)],
            "target": foe.target if self.coop and s.fight != OBSTACLE_FIGHT else None,
            "behaviour": self.content.ids["behaviour"][foe.behaviour] if foe.behaviour >= 0 else None,
            "retreat": self.retreat_costs[foe.card],
        }

    def player_view(self, p: Player) -> dict[str, Any]:
        """A board as everybody sees it; the team plays with open hands."""
        ids = self.content.ids
        return {
            "seat": p.seat,
            "health": p.health,
            "defense": p.defense,
            "xp": p.xp,
            "traits": {self.trait_name(t): self.trait(p, t) for t in range(7)},
            "draw_deck": len(p.dd),
            "hand": [ids["action"][card] for card in p.hand],
            "stored": [ids["action"][card] for card in p.sac],
            "skills": [ids["skill"][skill] for skill in p.skills],
            "sidequest": ids["token"][p.quest] if p.quest >= 0 else None,
            "progress": p.progress,
            "vulnerability": [p.vuln_melee, p.vuln_spell],
            "stunned": p.stunned,
            "downed": p.downed,
        }

    def panels(self, s: State, seat: int) -> list[Panel]:
        """The table block by block: party, map, Combat row, boards and hands."""
        blocks = [self.party_panel(s), self.map_panel(s)]
        if s.row:
            blocks.append(self.row_panel(s))
        for p in s.players:
            blocks += [self.board_panel(p), self.hand_panel(p)]
        return blocks

    def party_panel(self, s: State) -> Panel:
        """Blight, the Enemies it brings and how far the party is."""
        at = self.content.ids["place"][s.position] if s.position >= 0 else "outside"
        rows = [
            ("place", at), ("descent", str(s.descent)), ("Bosses beaten", str(s.bosses_beaten)),
            ("Blight", f"{s.blight} of {self.blight_max}, red mark at {self.blight_red}"),
            ("Enemies an Encounter", str(self.blight_enemies[s.blight])),
            ("Boss location", self.place_words(s, verbs.BOSS_PLACE)),
            ("Enemy level", str(self.enemy_level(s))),
            ("Removed pile", cards_in_words(len(s.removed))),
        ]  # fmt: skip
        if s.active >= 0:
            icons = self.icons(s)
            rows.append(("token", icons_in_words(icons) + f" ({s.icon} of {len(icons)} begun)"))
        if self.coop:
            rows.append(("Leader", f"Player {s.leader}"))
        if self.setup.modifier != "none":
            card = self.content.modifiers[self.content.index["modifier"][self.setup.modifier]]
            rows.append(("modifier", f"{card.title}: {card.text}"))
        return Panel("Party", rows)

    def map_panel(self, s: State) -> Panel:
        """The map row by row, and where on it the party stands."""

        def cell(place: int) -> str:
            words = self.place_words(s, place)
            return f"{words} (the party is here)" if place == s.position else words

        rows = [(str(row + 1), *(cell(3 * row + column) for column in range(3))) for row in range(5)]
        return Panel("Map", rows, ("row", "A", "B", "C"))

    def row_panel(self, s: State) -> Panel:
        """The Combat row from left to right."""
        content = self.content
        rows = []
        for at, foe in enumerate(s.row, 1):
            kind = "Melee" if content.foe_is_melee[foe.card] else "Spell"
            marks = self.kit_words(foe) + ([f"{foe.defense} defense"] if foe.defense else [])
            marks += ["stunned"] if foe.stunned else []
            if self.coop and s.fight != OBSTACLE_FIGHT:
                card = foe.behaviour if foe.behaviour >= 0 else content.leader_behaviour
                marks.append(f"attacks Player {foe.target} ({behaviour_in_words(content.behaviours[card])})")
            cost = self.retreat_costs[foe.card]
            rows.append((
                str(at), self.foe_name(foe.card), f"{foe.wounds} of {foe.health}",
                f"{content.foe_damage[foe.card]} {kind}",
                f"{self.vulnerability(foe, True)} and {self.vulnerability(foe, False)}",
                str(cost) if cost >= 0 else "-", "; ".join(marks) or "-",
            ))  # fmt: skip
        heads = ("#", "Enemy", "wounds", "damage", "Melee and Spell Vulnerability", "retreat cost", "abilities")
        return Panel("Combat", rows, heads)

    def kit_words(self, foe: Foe) -> list[str]:
        """The abilities of a foe; of a Boss that tosses, the one that is active or both alternatives."""
        card = self.content.foes[foe.card]
        words = [abilities_in_words(card.abilities)] if card.abilities else []
        if foe.kit:
            words.append(abilities_in_words(card.toss[foe.kit - 1 : foe.kit]))
        elif card.toss:
            words.append(" or ".join(abilities_in_words((ability,)) for ability in card.toss) + " by toss")
        if foe.raised:
            words.append("Raise used")
        return words

    def board_panel(self, p: Player) -> Panel:
        """A board: tracks, traits, Skills and Sidequest."""
        quest = self.content.tokens[p.quest].quest if p.quest >= 0 else None
        traits = ", ".join(f"{self.trait_name(t)} {self.trait_value(t, self.trait(p, t))}" for t in range(7))
        skills = [f"{card.title}: {skill_in_words(card)}" for card in (self.content.skills[k] for k in p.skills)]
        goal = f"{quest.title}: {quest_in_words(quest)}, {p.progress} of {quest.n}" if quest is not None else "-"
        rows = [
            ("health", f"{p.health} of {self.max_health(p)}" + (", Downed" if p.downed else "")),
            ("defense", str(p.defense)), ("XP", str(p.xp)), ("traits", traits),
            ("Draw Deck", cards_in_words(len(p.dd))),
            ("Stored", ", ".join(self.card_name(card) for card in p.sac) or "-"),
            ("Skills", "; ".join(skills) or "-"),
            ("Sidequest", goal),
        ]  # fmt: skip
        if p.vuln_melee > 1 or p.vuln_spell > 1:
            rows.append(("vulnerability", f"Melee {p.vuln_melee}, Spell {p.vuln_spell}"))
        if p.stunned:
            rows.append(("stunned", "one attack fewer"))
        return Panel(f"Player {p.seat}" if self.coop else "You", rows)

    def hand_panel(self, p: Player) -> Panel:
        """The cards of a hand."""
        title = f"Hand of Player {p.seat}" if self.coop else "Hand"
        rows = []
        for card in p.hand:
            if self.content.is_blinded[card]:
                rows.append(("Blinded card", "-", "-", "takes up a place"))
                continue
            kind = "Melee" if self.content.is_melee[card] else "Spell"
            abilities = abilities_in_words(self.content.abilities[card])
            rows.append((self.card_name(card), kind, str(self.base_damage(p, card)), abilities or "-"))
        return Panel(title, rows, ("card", "type", "damage", "abilities"))
