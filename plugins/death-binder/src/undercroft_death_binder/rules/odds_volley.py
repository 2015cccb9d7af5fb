"""The chances of the Enemies' turn: Boss tosses, attacks one after another, and what abilities add to them."""

from __future__ import annotations

from typing import Final

from undercroft import Chances, volley_odds
from undercroft_death_binder import verbs
from undercroft_death_binder.cards import Kit
from undercroft_death_binder.rules.table import TableView
from undercroft_death_binder.state import Foe, State
from undercroft_death_binder.wording import abilities_in_words, verb_in_words

__all__ = ["VolleyOdds"]

TOSS: Final = 0.5
"""DB-FAITH-003"""
AS_IT_STANDS: Final = "as the row stands now"
_ADDED: Final = (verbs.FIRST_STRIKE, verbs.PUNISH_UNDEFENDED, verbs.FRENZY)

Form = tuple[float, int, int, list[tuple[float, int, bool, bool]], list[tuple[float, int, int]]]
Attack = tuple[int, list[Form]]
Target = tuple[int, int, int, int]


class VolleyOdds(TableView):
    """Step 4 of a Combat round (COMBAT), as far as it is tossed for (ABIL, BOSS)."""

    __slots__ = ()

    def enemies_turn_chances(self, s: State) -> list[Chances]:
        """DB-COMBAT-022, DB-BOSS-006, DB-ABIL-015: what the coming Enemies' turn does; nothing that is certain."""
        return [*self.boss_chances(s), *self.loss_chances(s), *self.ability_chances(s)]

    # -- attacks --------------------------------------------------------------------------------------------------

    def loss_chances(self, s: State) -> list[Chances]:
        """DB-COMBAT-022 to -025: the health that each player loses."""
        volley = self.volley(s)
        if volley is None:
            return []
        left = volley_odds(*volley)
        return [self._losses(s, at, left) for at in self._in_danger(s, left)]

    def all_losses(self, s: State) -> list[Chances]:
        """DB-COMBAT-022: the health that each player loses, even if no chance is involved; nothing for a row that may
        change.
        """
        volley = self.volley(s)
        if volley is None:
            return []
        left = volley_odds(*volley)
        return [self._losses(s, at, left) for at in range(len(s.players))]

    @staticmethod
    def _in_danger(s: State, left: list[tuple[list[int], float]]) -> list[int]:
        """The players whose loss depends on chance."""
        return [at for at in range(len(s.players)) if len({healths[at] for healths, _ in left}) > 1]

    def _losses(self, s: State, at: int, left: list[tuple[list[int], float]]) -> Chances:
        p = s.players[at]
        losses: dict[int, float] = {}
        for healths, q in left:
            loss = p.health - healths[at]
            losses[loss] = losses.get(loss, 0.0) + q
        whose = f", Player {p.seat}" if self.coop else ""
        stays = sum(q for loss, q in losses.items() if loss < p.health)
        target = f"Player {p.seat} keeps health" if self.coop else "health is left"
        return Chances(f"The Enemies' turn{whose}", "DB-COMBAT-022", sorted(losses.items()), target, stays, (),
                       AS_IT_STANDS, "health lost")  # fmt: skip

    def volley(self, s: State) -> tuple[list[Target], list[Attack]] | None:
        """The targets and attacks of the Enemies' turn; None where it can change the row itself while it lasts."""
        if not s.row or self._may_change(s):
            return None
        targets = [(p.health, p.defense, p.vuln_melee, p.vuln_spell) for p in s.players]
        attacks: list[Attack] = []
        for foe in s.row:
            if foe.stunned:
                continue
            kits = self.kits[foe.card]
            ways = [(TOSS, kits[1]), (TOSS, kits[2])] if len(kits) > 1 else [(1.0, kits[0])]
            attacks.append((foe.target - 1, [self._form(s, foe, q, kit) for q, kit in ways]))
        return targets, attacks

    def _form(self, s: State, foe: Foe, likely: float, kit: Kit) -> Form:
        """DB-ABIL-006, -010, -015, DB-COMBAT-025: an attack with a set of abilities."""
        bonuses: list[tuple[float, int, bool, bool]] = []
        for verb, n, faith in kit.attack:
            if (verb == verbs.FIRST_STRIKE and foe.struck) or (verb == verbs.FRENZY and len(s.row) > 1):
                continue
            q = TOSS if faith else 1.0
            added = n if verb in _ADDED else 0
            bonuses.append((q, added, verb == verbs.PENETRATE, verb == verbs.PUNISH_UNDEFENDED))
        exposed = {verbs.EXPOSE_MELEE: 0, verbs.EXPOSE_SPELL: 1}
        after = [(TOSS if faith else 1.0, exposed[verb], n) for verb, n, faith in kit.after if verb in exposed]
        kind = 0 if self.content.foe_is_melee[foe.card] else 1
        return likely, self.foe_damage(foe), kind, bonuses, after

    def _may_change(self, s: State) -> bool:
        """DB-CORRUPT-004, DB-SIDE-007: whether Blight of an attack may turn an Event Enemy or end a Sidequest."""
        kits = [kit for foe in s.row for kit in self.kits[foe.card]]
        after = [verb for kit in kits for verb, _, _ in kit.after]
        if verbs.HEALTH in after or verbs.DEFENSE in after:
            return True
        if verbs.BLIGHT not in after:
            return False
        most = sum(max(_blight(kit) for kit in self.kits[foe.card]) for foe in s.row)
        turns = s.blight <= self.blight_red < s.blight + most
        if turns and any(self.content.foe_corrupted[foe.card] >= 0 for foe in s.row):
            return True
        quests = [self.content.tokens[p.quest].quest for p in s.players if p.quest >= 0]
        return any(quest is not None and quest.goal == verbs.BLIGHT_AT_LEAST for quest in quests)

    # -- tosses besides -------------------------------------------------------------------------------------------

    def boss_chances(self, s: State) -> list[Chances]:
        """DB-BOSS-006, -016: which of its two abilities a Boss has in the coming turn."""
        found = []
        for foe in s.row:
            card = self.content.foes[foe.card]
            if len(self.kits[foe.card]) > 1 and card.toss:
                words = [(abilities_in_words((ability,)), TOSS) for ability in card.toss]
                found.append(Chances(f"Boss toss of {self.foe_name(foe.card)}", "DB-BOSS-006", words))
        return found

    def ability_chances(self, s: State) -> list[Chances]:
        """DB-ABIL-013, -015: tosses besides the damage of attacks: what follows, regeneration, guard."""
        found: dict[tuple[str, str], Chances] = {}
        for foe in s.row:
            name = self.foe_name(foe.card)
            kits = self.kits[foe.card]
            ways = [(TOSS, kits[1]), (TOSS, kits[2])] if len(kits) > 1 else [(1.0, kits[0])]
            likely: dict[str, float] = {}
            for q, kit in ways:
                for words, r in self._tossed(foe, kit):
                    likely[words] = likely.get(words, 0.0) + q * r
            for words, q in likely.items():
                if q < 1:
                    rows = [("yes", q), ("no", 1 - q)]
                    found.setdefault((name, words), Chances(f"{name}: {words}", "DB-ABIL-015", rows, "it happens", q))
        return list(found.values())

    @staticmethod
    def _tossed(foe: Foe, kit: Kit) -> list[tuple[str, float]]:
        """What a set of abilities may do besides damage, and how likely; what one verb does twice is told once."""
        rows: list[tuple[int, int, bool]] = []
        if not foe.stunned:
            rows += kit.after
        if kit.regenerate is not None and foe.wounds:
            rows.append((verbs.REGENERATE, *kit.regenerate))
        if kit.guard is not None:
            rows.append((verbs.GUARD, *kit.guard))
        fails: dict[str, float] = {}
        for verb, n, faith in rows:
            words = verb_in_words(verb, n)
            fails[words] = fails.get(words, 1.0) * (TOSS if faith else 0.0)
        return [(words, 1 - q) for words, q in fails.items()]


def _blight(kit: Kit) -> int:
    return sum(n for verb, n, _ in kit.after if verb == verbs.BLIGHT)
