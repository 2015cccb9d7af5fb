"""Delve, the tutorial game: one hero, fourteen rooms, a deck of 69 cards, one to three enemies a room."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import attrs

from undercroft import Deck, Flow, Game, GameState, Option, Panel, Prompt, Rulebook, Stream, hookimpl, key, state

UNDERCROFT_API = (1, 1)
KINDS = ("blade", "bow", "spell", "tonic")
KIND = [card % 4 for card in range(69)]
POWER = [1 + card * 7 % 3 for card in range(69)]
HAND, STORE, ATTACKS, MAX_HEALTH = 6, 3, 3, 40
FIGHT, RETREAT, STOP, TAKE_HIT = ("fight",), ("retreat",), ("stop",), ("take hit",)
PLAY, BLOCK, KEEP, REMOVE, FETCH, TARGET = (  # options are plain tuples; these are made once
    [(verb, k) for k in range(69)] for verb in ("play", "block", "store", "remove", "fetch", "target")
)


@attrs.frozen
class Options:
    players: int = key(1, choices=(1,), help="delve is a solo game")
    rooms: int = key(14, lo=1, hi=50, help="rooms to clear")


@state
class Enemy:
    health: int
    weak: int
    resist: int
    hit: int
    thorns: int


@state
class Delver(GameState):
    deck: Deck = attrs.field(factory=Deck)
    dice: Stream = attrs.field(factory=lambda: Stream(0, 0, "dice"))
    hand: list[int] = attrs.field(factory=list)
    discard: list[int] = attrs.field(factory=list)
    stored: list[int] = attrs.field(factory=list)
    removed: list[int] = attrs.field(factory=list)
    enemies: list[Enemy] = attrs.field(factory=list)
    health: int = MAX_HEALTH
    room: int = 0
    round: int = 0


class Rules(Rulebook[Delver]):
    prompts = {
        "plan": Prompt("DELVE-1", "Prepare for the fight, or leave?"),
        "attack": Prompt("DELVE-2", "Which card do you attack with?"),
        "target": Prompt("DELVE-3", "Which enemy do you strike?"),
        "block": Prompt("DELVE-4", "Which card do you block with?"),
        "reward": Prompt("DELVE-5", "What do you take from the room?"),
    }

    def begin(self, s: Delver) -> None:
        s.dice = self.stream(s, "dice")
        s.deck = Deck(range(69), self.stream(s, "deck"))
        s.deck.shuffle()
        s.do(self.enter_room)

    def enter_room(self, s: Delver) -> None:
        if s.room == self.setup.rooms:
            self.end(s, "win", "Every room is cleared.", "DELVE-6")
        s.room += 1
        s.round = 0
        roll = s.dice.below
        s.enemies = []
        for _ in range(1 + roll(3)):
            weak = roll(3)
            s.enemies.append(Enemy(2 + s.room // 3 + roll(4), weak, (weak + 1) % 3, 1 + roll(2), roll(2)))
        s.do(self.fight_round)

    def fight_round(self, s: Delver) -> None:
        if not s.enemies:
            s.do_all(self.reward, self.enter_room)
            return
        s.round += 1
        self.draw(s, HAND - len(s.hand))
        s.do_all((self.plan, False), (self.attack, ATTACKS), self.enemies_strike, self.fight_round)

    def plan(self, s: Delver, tinkered: bool) -> Flow:
        options: list[Option] = [FIGHT]
        if s.round > 1:
            options.append(RETREAT)
        if not tinkered:
            if len(s.stored) < STORE:
                options += KEEP[: len(s.hand)]
            options += REMOVE[: len(s.hand)]
            options += FETCH[: len(s.stored)]
        match (yield self.ask(s, 1, "plan", options)):
            case ("retreat",):
                s.discard += s.hand
                s.hand.clear()
                s.stack.clear()
                self.hurt(s, 2)
                s.do(self.enter_room)
            case ("store", at):
                s.stored.append(s.hand.pop(at))
                s.do(self.plan, True)
            case ("remove", at):
                s.removed.append(s.hand.pop(at))
                s.do(self.plan, True)
            case ("fetch", at):
                s.hand.append(s.stored.pop(at))
                s.do(self.plan, True)

    def attack(self, s: Delver, left: int) -> Flow:
        if not s.enemies or not s.hand:
            return
        option = yield self.ask(s, 1, "attack", [*PLAY[: len(s.hand)], STOP])
        if option == STOP:
            return
        card = s.hand.pop(option[1])
        s.discard.append(card)
        if KIND[card] == 3:
            s.health = min(MAX_HEALTH, s.health + POWER[card])
        else:
            yield from self.strike(s, card)
        if left > 1:
            s.do(self.attack, left - 1)

    def strike(self, s: Delver, card: int) -> Flow:
        at = 0
        if len(s.enemies) > 1:
            at = (yield self.ask(s, 1, "target", TARGET[: len(s.enemies)]))[1]
        enemy, kind, damage = s.enemies[at], KIND[card], POWER[card]
        if kind == 2:
            for other in s.enemies[:]:
                if other is not enemy:
                    yield from self.wound(s, other, 1)
        yield from self.wound(s, enemy, damage * 2 if kind == enemy.weak else damage - (kind == enemy.resist))
        if kind == 0 and enemy.thorns:
            self.hurt(s, enemy.thorns)

    def wound(self, s: Delver, enemy: Enemy, amount: int) -> Flow:
        if amount > 0:
            yield from self.emit(s, "damage", amount)
            enemy.health -= amount
            if enemy.health <= 0:
                s.enemies.remove(enemy)
                yield from self.emit(s, "death")
                self.draw(s, 1)

    def enemies_strike(self, s: Delver) -> Flow:
        for enemy in s.enemies:
            option = (yield self.ask(s, 1, "block", [TAKE_HIT, *BLOCK[: len(s.hand)]])) if s.hand else TAKE_HIT
            damage = enemy.hit
            if option != TAKE_HIT:
                s.discard.append(s.hand.pop(option[1]))
                damage -= POWER[s.discard[-1]]
            self.hurt(s, damage)

    def reward(self, s: Delver) -> Flow:
        options: list[Option] = [("heal",), ("draw",), ("scrap",)]
        option = yield self.ask(s, 1, "reward", options if s.discard else options[:2])
        if option == ("heal",):
            s.health = min(MAX_HEALTH, s.health + 4)
        elif option == ("draw",):
            self.draw(s, 2)
        else:
            s.removed.append(s.discard.pop())

    def hurt(self, s: Delver, amount: int) -> None:
        if amount > 0:
            s.health -= amount
            if self.loud:
                self.tell(s, "DELVE-4", "You lose {0} health, {1} left.", amount, max(0, s.health))
            if s.health <= 0:
                self.end(s, "loss", "You fall in the dark.", "DELVE-7")

    def draw(self, s: Delver, count: int) -> None:
        while count > 0 and (len(s.deck) or s.discard):
            if not len(s.deck):
                s.deck.shuffle_in(s.discard)
                s.discard.clear()
            drawn = s.deck.draw(count)
            s.hand += drawn
            count -= len(drawn)

    def label(self, s: Delver, option: Option) -> str:
        verb, at = option[0], option[1] if len(option) > 1 else None
        if at is None:
            return verb
        if verb == "target":
            return f"target enemy {at + 1}, health {s.enemies[at].health}"
        card = (s.stored if verb == "fetch" else s.hand)[at]
        return f"{verb} {KINDS[KIND[card]]} {POWER[card]} (card {at + 1})"

    def view(self, s: Delver, seat: int) -> dict[str, Any]:
        enemies = [attrs.asdict(enemy) for enemy in s.enemies]
        return {"room": s.room, "health": s.health, "hand": s.hand[:], "stored": s.stored[:],
                "enemies": enemies, "deck": len(s.deck)}  # fmt: skip

    def panels(self, s: Delver, seat: int) -> Sequence[Panel]:
        rows = [(str(e.health), KINDS[e.weak], KINDS[e.resist], str(e.hit), str(e.thorns)) for e in s.enemies]
        return [
            Panel("Delver", [("room", str(s.room)), ("health", str(s.health)), ("deck", str(len(s.deck)))]),
            Panel("Enemies", rows, ("health", "weak to", "resists", "hits for", "thorns")),
            Panel("Hand", [(KINDS[KIND[c]], str(POWER[c])) for c in s.hand], ("card", "power")),
        ]

    def redeal(self, s: Delver, seat: int, stream: Stream) -> None:
        s.deck.permute_hidden(stream)

    def evaluate(self, s: Delver, seat: int) -> float:
        if s.result:
            return float(s.result == "win")
        progress = s.room / (self.setup.rooms + 1)
        return 0.5 * progress + 0.4 * s.health / MAX_HEALTH - 0.01 * sum(e.health for e in s.enemies) / 40

    def facts(self, s: Delver) -> dict[str, int | str]:
        return {"room": s.room, "health": max(0, s.health)}


GAME = Game(
    "delve", "Delve", Options, Delver, Rules, load_content=lambda packs: None, version="0.1.0",
    rules_index=files(__name__) / "rules.toml", about="the tutorial game: fourteen rooms, one deck",
)  # fmt: skip


@hookimpl
def undercroft_games() -> list[Game]:
    return [GAME]
