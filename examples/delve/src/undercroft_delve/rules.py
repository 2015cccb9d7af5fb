"""The rules of Delve, the tutorial game: one hero, fourteen rooms, up to three enemies in each."""

from __future__ import annotations

from typing import ClassVar

from undercroft import Deck, Flow, Option, Prompt, Rulebook
from undercroft_delve.state import ATTACKS, HAND, KIND, MAX_HEALTH, POWER, STORE, Delver, Enemy

FIGHT, RETREAT, STOP, TAKE_HIT = ("fight",), ("retreat",), ("stop",), ("take hit",)
PLAY, BLOCK, KEEP, REMOVE, FETCH, TARGET = (  # options are plain tuples; these are made once
    [(verb, k) for k in range(69)] for verb in ("play", "block", "store", "remove", "fetch", "target")
)


class Rules(Rulebook[Delver]):
    prompts: ClassVar = {
        "plan": Prompt("DELVE-1", "Prepare for the fight, or leave?"),
        "attack": Prompt("DELVE-2", "Which card do you attack with?"),
        "target": Prompt("DELVE-3", "Which enemy do you strike?"),
        "block": Prompt("DELVE-4", "Which card do you block with?"),
        "reward": Prompt("DELVE-5", "What do you take from the room?"),
    }

    def begin(self, s: Delver) -> None:
        """The deck is shuffled; the first room waits."""
        s.dice = self.stream(s, "dice")
        s.deck = Deck(range(69), self.stream(s, "deck"))
        s.deck.shuffle()
        s.do(self.enter_room)

    def enter_room(self, s: Delver) -> None:
        """DELVE-6: the next room with its enemies; after the last one you have won."""
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
        """DELVE-1: refill, plan, attack, be attacked, until the room is clear."""
        if not s.enemies:
            s.do_all(self.reward, self.enter_room)
            return
        s.round += 1
        self.draw(s, HAND - len(s.hand))
        s.do_all((self.plan, False), (self.attack, ATTACKS), self.enemies_strike, self.fight_round)

    def plan(self, s: Delver, tinkered: bool) -> Flow:
        """DELVE-1: fight, retreat, or first store, remove or fetch one card."""
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
        """DELVE-2: play one card; up to three in a row."""
        if not s.enemies or not s.hand:
            return
        option = yield self.ask(s, 1, "attack", [*PLAY[: len(s.hand)], STOP])
        if option == STOP:
            return
        card = s.hand.pop(option[1])
        s.discard.append(card)
        if KIND[card] == 3:
            self.drink(s, card)
        else:
            yield from self.strike(s, card)
        if left > 1:
            s.do(self.attack, left - 1)

    def drink(self, s: Delver, card: int) -> None:
        """DELVE-2: a tonic heals."""
        s.health = min(MAX_HEALTH, s.health + POWER[card])

    def strike(self, s: Delver, card: int) -> Flow:
        """DELVE-3: one target, or a little for all the others too."""
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
        """DELVE-3: an enemy at 0 is gone, and you draw a card."""
        if amount > 0:
            yield from self.emit(s, "damage", amount)
            enemy.health -= amount
            if enemy.health <= 0:
                s.enemies.remove(enemy)
                yield from self.emit(s, "death")
                self.draw(s, 1)

    def enemies_strike(self, s: Delver) -> Flow:
        """DELVE-4: every enemy hits once; a card can block."""
        for enemy in s.enemies:
            option = (yield self.ask(s, 1, "block", [TAKE_HIT, *BLOCK[: len(s.hand)]])) if s.hand else TAKE_HIT
            damage = enemy.hit
            if option != TAKE_HIT:
                s.discard.append(s.hand.pop(option[1]))
                damage -= POWER[s.discard[-1]]
            self.hurt(s, damage)

    def reward(self, s: Delver) -> Flow:
        """DELVE-5: what a cleared room is worth."""
        options: list[Option] = [("heal",), ("draw",), ("scrap",)]
        option = yield self.ask(s, 1, "reward", options if s.discard else options[:2])
        if option == ("heal",):
            s.health = min(MAX_HEALTH, s.health + 4)
        elif option == ("draw",):
            self.draw(s, 2)
        else:
            s.removed.append(s.discard.pop())

    def hurt(self, s: Delver, amount: int) -> None:
        """DELVE-7: at 0 health the game is lost."""
        if amount > 0:
            s.health -= amount
            if self.loud:
                self.tell(s, "DELVE-4", "You lose {0} health, {1} left.", amount, max(0, s.health))
            if s.health <= 0:
                self.end(s, "loss", "You fall in the dark.", "DELVE-7")

    def draw(self, s: Delver, count: int) -> None:
        """DELVE-1: draw cards; the discard pile is shuffled in when the deck runs out."""
        while count > 0 and (len(s.deck) or s.discard):
            if not len(s.deck):
                s.deck.shuffle_in(s.discard)
                s.discard.clear()
            drawn = s.deck.draw(count)
            s.hand += drawn
            count -= len(drawn)
