"""Netherworld Artifacts: the bag, the storage slots, and the action of acquiring (ART)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from undercroft import Deck, Flow, Option, Prompt
from undercroft_netherworld_candle.rules.encounters import Encounters
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import MOD_SLOTS, ON_ACQUIRE

__all__ = ["Artifacts"]

ACQUIRE: Final[Option] = ("acquire",)
DECLINE: Final[Option] = ("decline",)
LEAVE: Final[Option] = ("leave-it",)


class Artifacts(Encounters):
    """The bag and the stored tokens (ART-001 to -012)."""

    __slots__ = ("kinds_by_value",)

    prompts: ClassVar[dict[str, Prompt]] = {
        "acquire": Prompt("NC-ART-003", "Do you acquire a Netherworld Artifact?"),
        "store": Prompt("NC-ART-004", "No slot is free. Which token is not kept?"),
        "lose-artifact": Prompt("NC-ART-002", "Which stored Netherworld Artifact?"),
    }

    def __init__(self, content: Any, setup: Any) -> None:
        super().__init__(content, setup)
        common = [n for n in range(len(content.artifact)) if not content.art_special[n]]
        self.kinds_by_value: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
        for n in common:
            self.kinds_by_value[content.art_value[n]] += (n,)

    # -- supply and bag -------------------------------------------------------------------------------------------

    def artifacts_left(self, s: State, artifact: int) -> int:
        """NC-ART-006, NC-GEN-014: how many tokens of a kind are in the supply; these run out."""
        return self.supply(s)[artifact]

    def fill_bag(self, s: State, name: str) -> None:
        """NC-ART-005, NC-ART-006: the tokens that the Note names, as far as the supply has them."""
        s.bag = Deck((), self.stream(s, name))
        left = self.supply(s)
        for artifact, value, n in (*self.named_artifacts(s), *self.extra_artifacts(s)):
            tokens = [kind for kind in self.kinds_of(artifact, value) for _ in range(left[kind])]
            s.luck.shuffle(tokens)
            del tokens[n:]
            for kind in tokens:
                left[kind] -= 1
            s.bag.put_top_many(tokens, seen=False)
        s.bag.shuffle()

    def named_artifacts(self, s: State) -> tuple[tuple[int, int, int], ...]:
        """NC-ART-005: the tokens that the Note names, as (artifact or -1, value, number)."""
        return ()

    def extra_artifacts(self, s: State) -> tuple[tuple[int, int, int], ...]:
        """NC-DIFF-012, NC-DIFF-021: tokens added by the difficulty, as (artifact or -1, value, number)."""
        return ()

    def supply(self, s: State) -> list[int]:
        """NC-ART-006, NC-GEN-014: how many tokens of each kind are in the supply."""
        left = list(self.content.art_copies)
        for token in (*s.bag.cards(), *s.stash_artifacts):
            left[token] -= 1
        for d in (*s.delvers, *s.absent):
            if self.stores(d):
                for token in self.stored(d):
                    left[token] -= 1
        return left

    def kinds_of(self, artifact: int, value: int) -> Sequence[int]:
        """The kind of token that the Note names, or those of a value that are not special."""
        return self.kinds_by_value[value] if artifact < 0 else (artifact,)

    def empty_bag(self, s: State) -> None:
        """NC-ART-007: what is left in the bag goes back to the supply."""
        s.bag = Deck()

    # -- slots ----------------------------------------------------------------------------------------------------

    def board_slots(self, s: State, d: Delver) -> int:
        """NC-ART-002: how many tokens the board of a Delver stores."""
        printed: int = self.content.del_slots[d.card]
        return printed + self.modifier(s, d, MOD_SLOTS)

    def free_slots(self, s: State, d: Delver) -> list[list[int]]:
        """NC-ART-002: where another token can be put: the board first, then the equipment."""
        content = self.content
        found = []
        if len(d.artifacts) < self.board_slots(s, d):
            found.append(d.artifacts)
        return found + [
            item.artifacts for item in d.equipment
            if len(item.artifacts) < content.eq_slots[item.card] and not item.defeated
        ]  # fmt: skip

    def store_artifact(self, s: State, seat: int, artifact: int, *, back: bool) -> Flow:
        """NC-ART-004: into a free slot, or in place of a stored token; the one not kept goes back into the bag.

        With ``back`` false the one not kept goes to the supply.
        """
        d = s.delvers[seat - 1]
        free = self.free_slots(s, d)
        if free:
            free[0].append(artifact)
            if self.loud:
                self.tell(s, "NC-ART-004", "{0} stores {1}.", self.name(d), self.content.art_title[artifact])
            return
        options: list[Option] = [("replace", token) for token in dict.fromkeys(self.stored(d))]
        options.append(LEAVE)
        choice = yield from self.pick(s, seat, "store", options)
        lost = artifact
        if choice != LEAVE:
            lost = choice[1]
            self.swap_artifact(d, lost, artifact)
        if back:
            s.bag.shuffle_in([lost])
        if self.loud:
            self.tell(s, "NC-ART-004", "{0} does not keep {1}.", self.name(d), self.content.art_title[lost])

    def swap_artifact(self, d: Delver, old: int, new: int) -> None:
        """NC-ART-004: another token into the slot of a stored one."""
        for slots in (d.artifacts, *(item.artifacts for item in d.equipment)):
            if old in slots:
                slots[slots.index(old)] = new
                return

    # -- acquiring ------------------------------------------------------------------------------------------------

    def acquire(self, s: State, seat: int, n: int = 1) -> Flow:
        """NC-ART-003, NC-ART-004: n Acquire Netherworld Artifacts actions; each may be declined at no cost.

        A Delver who is Immobilized cannot (NC-STAT-007); with an empty bag there is nothing to decide.
        """
        for _ in range(n):
            d = s.delvers[seat - 1]
            if not len(s.bag) or (d.immobilized and not s.ended):
                return
            if (yield self.ask(s, seat, "acquire", [ACQUIRE, DECLINE])) == ACQUIRE:
                yield from self.acquire_one(s, seat)

    def acquire_one(self, s: State, seat: int) -> Flow:
        """NC-ART-004, -008 to -010, -012: attacks of opportunity, the die of the mode, then a blind draw.

        Once the scenario is over nobody attacks and no die is rolled.
        """
        if not s.ended:
            if not (yield from self.opportunity_attacks(s, seat)) or s.delvers[seat - 1].immobilized:
                return
            yield from self.before_acquire(s, seat)
        if not len(s.bag):
            return
        token = s.bag.pop()
        if self.loud:
            self.tell(s, "NC-ART-004", "{0} draws {1} from the bag.", self.name(s.delvers[seat - 1]),
                      self.content.art_title[token])  # fmt: skip
        effects = self.content.art_effects[token]
        if effects:
            yield from self.carry_out(s, seat, effects, ("artifact", token, -1))
        else:
            yield from self.store_artifact(s, seat, token, back=True)
        if not s.ended:
            yield from self.fire(s, ON_ACQUIRE, seat)

    def before_acquire(self, s: State, seat: int) -> Flow:
        """NC-DIFF-011, NC-DIFF-016: what the mode does before a token is drawn; nothing in the rulebook."""
        yield from ()

    # -- gains and losses without the bag -------------------------------------------------------------------------

    def gain_artifact(self, s: State, seat: int, artifact: int) -> Flow:
        """A named token, if the supply has it."""
        if self.artifacts_left(s, artifact) > 0:
            yield from self.store_artifact(s, seat, artifact, back=False)

    def lose_artifacts(self, s: State, seat: int, n: int) -> Flow:
        """n stored tokens of choice go to the supply."""
        d = s.delvers[seat - 1]
        for _ in range(n):
            options: list[Option] = [("artifact", token) for token in dict.fromkeys(self.stored(d))]
            if not options:
                return
            token = (yield from self.pick(s, seat, "lose-artifact", options))[1]
            self.unstore(s, d, token)
            if self.loud:
                self.tell(s, "NC-ART-002", "{0} loses {1}.", self.name(d), self.content.art_title[token])

    def rebag(self, s: State, seat: int) -> None:
        """NC-LOG-025: all stored tokens go back into the bag."""
        d = s.delvers[seat - 1]
        tokens = self.stored(d)
        d.artifacts.clear()
        for item in d.equipment:
            item.artifacts.clear()
        if tokens:
            s.bag.shuffle_in(tokens)
            if self.loud:
                self.tell(s, "NC-LOG-025", "{0} puts {1} artifacts back into the bag.", self.name(d), len(tokens))
