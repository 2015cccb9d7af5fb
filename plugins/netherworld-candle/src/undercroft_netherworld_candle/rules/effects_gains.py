"""Effects on Delvers: what they gain and lose, log, tokens, cards and things. One method for each verb.

Each is called as ``(s, seat, act, source)`` for one Delver whom the effect concerns and gives a flow where it may ask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from undercroft import Flow
from undercroft_netherworld_candle import verbs
from undercroft_netherworld_candle.cards import Act
from undercroft_netherworld_candle.rules.base import Source
from undercroft_netherworld_candle.rules.effects_whom import Whom
from undercroft_netherworld_candle.state import Enemy, State
from undercroft_netherworld_candle.terms import (
    MOD_CARDS,
    MOD_HITS,
    MOD_PIERCE,
    PHASE_EPILOGUE,
    SPAN_TEST,
    WHO_HERE,
    WHO_PARTY,
    WHO_UNITS_HERE,
)

__all__ = ["OF_DELVERS", "Gains", "Handler"]

Handler = Callable[[State, int, Act, Source], "Flow | None"]

OF_DELVERS: Final = frozenset({
    verbs.ENERGY, verbs.HEALTH, verbs.REDRAW, verbs.COOLDOWN, verbs.NEIDAN, verbs.KARMA, verbs.EXP, verbs.FATE_POINT,
    verbs.REPUTATION, verbs.OMEN, verbs.SUMMONS, verbs.RESET_TREE, verbs.START_HEALTH, verbs.START_ENERGY, verbs.COOL,
    verbs.RECALL, verbs.DISCARD_HAND, verbs.LOSE_ARTIFACT, verbs.REBAG, verbs.LOSE_EQUIPMENT, verbs.GAIN_ACTION,
    verbs.GAIN_NETHER, verbs.GAIN_EQUIPMENT, verbs.GAIN_ARTIFACT, verbs.SHUFFLE_FATE, verbs.SUMMON, verbs.BONUS,
    verbs.PIN, verbs.STAND, verbs.ARMOR_BREAK, verbs.TELEPORT, verbs.REPAIR, verbs.ACQUIRE, verbs.DISCARD_THREAT,
    verbs.THREAT, verbs.CHOOSE, verbs.HAVE,
})  # fmt: skip
"""The verbs whose first value is a WHO_…: the effect is carried out for each Delver whom it concerns."""

OF_UNITS: Final = frozenset({WHO_HERE, WHO_PARTY, WHO_UNITS_HERE})
"""The WHO_… that mean Companions as well (NC-GEN-003, NC-GEN-009)."""

_OWNED: Final = frozenset({"action", "quick", "command", "equip", "delver", "nether", "artifact"})


class Gains(Whom):
    """The verbs of what Delvers gain and lose."""

    __slots__ = ()

    def handlers_of_gains(self) -> dict[int, Handler]:
        """The method of each verb of this chapter."""
        return {
            verbs.ENERGY: self._energy,
            verbs.HEALTH: self._health,
            verbs.REDRAW: lambda s, seat, act, source: self.gain_redraw(s, s.delvers[seat - 1], act[2]),
            verbs.COOLDOWN: lambda s, seat, act, source: self.gain_cooldown(s, s.delvers[seat - 1], act[2]),
            verbs.NEIDAN: lambda s, seat, act, source: self.gain_neidan(s, s.delvers[seat - 1], act[2]),
            verbs.KARMA: lambda s, seat, act, source: self.gain_karma(s, s.delvers[seat - 1], act[2]),
            verbs.EXP: lambda s, seat, act, source: self.gain_exp(s, seat, act[2]),
            verbs.FATE_POINT: self._fate_point,
            verbs.REPUTATION: lambda s, seat, act, source: self.gain_reputation(s, seat, act[3], act[2]),
            verbs.OMEN: self._omen,
            verbs.SUMMONS: self._summons,
            verbs.RESET_TREE: lambda s, seat, act, source: self.reset_tree(s, seat),
            verbs.START_HEALTH: self._start_health,
            verbs.START_ENERGY: self._start_energy,
            verbs.COOL: lambda s, seat, act, source: self.cool(s, seat, act[2]),
            verbs.RECALL: lambda s, seat, act, source: self.recall_cards(s, seat, act[2], act[3]),
            verbs.DISCARD_HAND: lambda s, seat, act, source: self.discard_hand(s, seat, act[2]),
            verbs.LOSE_ARTIFACT: lambda s, seat, act, source: self.lose_artifacts(s, seat, act[2]),
            verbs.REBAG: lambda s, seat, act, source: self.rebag(s, seat),
            verbs.LOSE_EQUIPMENT: lambda s, seat, act, source: self.lose_equipment(s, seat, act[2], act[3]),
            verbs.GAIN_ACTION: self._gain_action,
            verbs.GAIN_NETHER: self._gain_nether,
            verbs.GAIN_EQUIPMENT: lambda s, seat, act, source: self.gain_equipment(s, seat, act[2]),
            verbs.GAIN_ARTIFACT: lambda s, seat, act, source: self.gain_artifact(s, seat, act[2]),
            verbs.TOKEN: lambda s, seat, act, source: self.add_tokens(s, s.delvers[seat - 1], source, act[1]),
            verbs.SHUFFLE_FATE: lambda s, seat, act, source: self.shuffle_fate(s, s.delvers[seat - 1]),
            verbs.SUMMON: lambda s, seat, act, source: self.summon(s, seat),
            verbs.TURN_IN: lambda s, seat, act, source: self.turn_in(s, seat, act[1], act[2]),
            verbs.BONUS: self._bonus,
            verbs.BOOST: self._boost,
            verbs.PIN: lambda s, seat, act, source: self.pin(s, s.delvers[seat - 1]),
            verbs.STAND: lambda s, seat, act, source: self.stand(s, s.delvers[seat - 1]),
            verbs.ARMOR_BREAK: lambda s, seat, act, source: self.break_armor(s, seat),
            verbs.TELEPORT: lambda s, seat, act, source: self.teleport(s, seat, act[2], act[3]),
            verbs.REPAIR: lambda s, seat, act, source: self.repair(s, seat, act[2]),
            verbs.ACQUIRE: lambda s, seat, act, source: self.acquire(s, seat, act[2]),
            verbs.DISCARD_THREAT: lambda s, seat, act, source: self.discard_threats(s, seat, act[2]),
            verbs.THREAT: lambda s, seat, act, source: self.threaten(s, seat, source[1]),
        }

    def _energy(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-STAT-001, -002, NC-EPI-016: recover Energy, or lose it by force; in the Epilogue not below 0."""
        d, n = s.delvers[seat - 1], act[2]
        if n < 0:
            return self.lose_energy(s, d, min(-n, d.energy) if s.phase == PHASE_EPILOGUE else -n)
        self.gain_energy(s, d, n)
        return None

    def _health(self, s: State, seat: int, act: Act, source: Source) -> Flow | None:
        """NC-STAT-001, -013, NC-EPI-016: recover Health, or lose it; in the Epilogue not below 1."""
        d, n = s.delvers[seat - 1], act[2]
        if n < 0:
            return self.lose_health(s, d, min(-n, d.health - 1) if s.phase == PHASE_EPILOGUE else -n)
        self.gain_health(s, d, n)
        return None

    def health_of_units(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-GEN-003, -009, NC-MAP-006: every character, or unit, here; damage on those that have no Health track."""
        who, n = act[1], act[2]
        place = self.place_meant(s, s.delvers[seat - 1], source)
        enemies = self.enemies_at(s, place) if who == WHO_UNITS_HERE and place >= 0 else []
        beasts = [
            (d.seat, item)
            for d in s.delvers
            for item in d.equipment
            if item.in_play and (who == WHO_PARTY or item.place == place)
        ]
        for concerned in self.candidates(s, seat, who, source)[0]:
            flow = self._health(s, concerned, act, source)
            if flow is not None:
                yield from flow
        for owner, item in beasts:
            if n > 0:
                item.damage = max(0, item.damage - n)
            elif item.in_play:
                # A defeat among those before may have cost its owner the Companion.
                at = next((i for i, held in enumerate(s.delvers[owner - 1].equipment) if held is item), -1)
                if at >= 0:
                    yield from self.hurt_unit(s, (owner, at), -n, None)
        for e in enemies:
            if n > 0:
                e.damage = max(0, e.damage - n)
            elif e in s.enemies:
                yield from self.damage_enemy(s, e, -n, self.credit(seat, source))

    @staticmethod
    def credit(seat: int, source: Source) -> int:
        """NC-ENEMY-020: the seat for which a final blow by this card counts; 0 where no Delver is its source."""
        return seat if source[0] in _OWNED else 0

    def _fate_point(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-FATE-001: Fate Points are spent one after the other, at once."""
        for _ in range(act[2]):
            yield from self.fate_point(s, seat)

    def _omen(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-TEST-036: omens join the Fate deck one by one."""
        for _ in range(act[2]):
            self.add_omen(s, s.delvers[seat - 1], good=act[3] == 1)

    def _summons(self, s: State, seat: int, act: Act, source: Source) -> Flow:
        """NC-LOG-007: Summons boxes checked by an effect are no defeat."""
        for _ in range(act[2]):
            flow = self.check_summons(s, seat, False)
            if flow is not None:
                yield from flow

    def _start_health(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-EPI-016: it changes the Health with which the next adventure starts."""
        s.delvers[seat - 1].start_health += act[2]

    def _start_energy(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-EPI-016: it changes the Energy with which the next adventure starts."""
        s.delvers[seat - 1].start_energy += act[2]

    def _gain_action(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-ADV-007: an Action Card of another Sect joins the Card Pool for good."""
        d = s.delvers[seat - 1]
        if act[2] not in d.pool:
            d.pool += (act[2],)
            if self.loud:
                title = self.content.act_title[act[2]]
                self.tell(s, "NC-ADV-007", "{0} gains the Action Card {1}.", self.name(d), title)

    def _gain_nether(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-GEN-017: gain a Netherworld Card."""
        d = s.delvers[seat - 1]
        d.nether += (act[2],)
        if self.loud:
            self.tell(s, "NC-GEN-017", "{0} gains {1}.", self.name(d), self.title(("nether", act[2], -1)))

    def _bonus(self, s: State, seat: int, act: Act, source: Source) -> None:
        """A value is changed until a turn, round, scenario or Test is over."""
        d = s.delvers[seat - 1]
        d.bonuses += ((act[2], act[3], act[4]),)

    def _boost(self, s: State, seat: int, act: Act, source: Source) -> None:
        """NC-TEST-040: more cards, hits and Pierce in the Test that is being declared."""
        d = s.delvers[seat - 1]
        pairs = ((MOD_CARDS, act[1]), (MOD_HITS, act[2]), (MOD_PIERCE, act[3]))
        d.bonuses += tuple((mod, n, SPAN_TEST) for mod, n in pairs if n)

    if TYPE_CHECKING:  # of other chapters

        def fate_point(self, s: State, seat: int) -> Flow: ...
        def reset_tree(self, s: State, seat: int) -> Flow: ...
        def cool(self, s: State, seat: int, n: int) -> Flow: ...
        def recall_cards(self, s: State, seat: int, n: int, zone: int) -> Flow: ...
        def discard_hand(self, s: State, seat: int, n: int) -> Flow: ...
        def lose_artifacts(self, s: State, seat: int, n: int) -> Flow: ...
        def rebag(self, s: State, seat: int) -> None: ...
        def lose_equipment(self, s: State, seat: int, n: int, kind: int) -> Flow: ...
        def gain_equipment(self, s: State, seat: int, card: int) -> Flow: ...
        def gain_artifact(self, s: State, seat: int, artifact: int) -> Flow: ...
        def summon(self, s: State, seat: int) -> Flow: ...
        def turn_in(self, s: State, seat: int, faction: int, n: int) -> Flow: ...
        def break_armor(self, s: State, seat: int) -> Flow: ...
        def teleport(self, s: State, seat: int, where: int, at: int) -> Flow: ...
        def repair(self, s: State, seat: int, n: int) -> Flow: ...
        def acquire(self, s: State, seat: int, n: int) -> Flow: ...
        def discard_threats(self, s: State, seat: int, n: int) -> Flow: ...
        def threaten(self, s: State, seat: int, card: int) -> None: ...
        def hurt_unit(self, s: State, target: tuple[int, int], n: int, e: Enemy | None) -> Flow: ...
        def damage_enemy(self, s: State, e: Enemy, n: int, seat: int) -> Flow: ...
        def companions_at(self, s: State, place: int) -> Any: ...
