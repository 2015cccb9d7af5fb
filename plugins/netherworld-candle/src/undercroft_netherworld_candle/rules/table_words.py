"""Options in words: what stands in a numbered list."""

from __future__ import annotations

from undercroft import Option
from undercroft_netherworld_candle.rules.cooldown import ADVANCED, NOTHING, ZONES
from undercroft_netherworld_candle.rules.knowledge import Knowledge
from undercroft_netherworld_candle.state import Delver, State
from undercroft_netherworld_candle.terms import BASICS, DECKS, DIFFICULTIES, GATES, PHASE_ADVENTURE, SIDES
from undercroft_netherworld_candle.wording import cost_in_words

__all__ = ["Words"]

_PLAIN = {
    "end": "end your actions and draw the encounter",
    "done": "done",
    "pass": "pass",
    "go": "go on",
    "go-on": "go on to the next phase",
    "keep": "keep everything as it is",
    "stay": "stay here",
    "acquire": "acquire: draw a token from the bag",
    "decline": "decline",
    "leave-it": "do not keep the new token",
    "assist": "spend 1 Energy and reveal your top Fate Card for this Test",
    "hint": "fill the hand up with the recommended cards",
    "retry": "Retry: play the scenario again from its beginning",
    "accept": "Accept Defeat: four Setbacks, then choose an ending",
    "agree": "agree",
    "refuse": "refuse",
    "take-gear": "take equipment",
    "hand-on": "give something away or put it back",
    "interact": "interact with the Story Card you stand on",
    "walk": "move to another Story Card",
    "trade": "give equipment or an artifact away",
    "exchange": "give up an artifact for a Fate Point",
    "early-end": "propose to end the Story Phase now",
    "to-redraw": "a Redraw token",
    "to-cooldown": "a Cooldown token",
    "nothing": "none of them",
    "token": "spend a Redraw token on it",
    "karma": "spend 1 Karma on it",
}


class Words(Knowledge):
    """Labels of options, for the seat that decides."""

    __slots__ = ()

    def label(self, s: State, seat: int, option: Option) -> str:
        """An option in words."""
        words = self.words(s, s.delvers[min(seat, len(s.delvers)) - 1] if s.delvers else Delver(seat, 0), option)
        return words[0].upper() + words[1:] if words else words

    def words(self, s: State, d: Delver, option: Option) -> str:
        """An option in words, without a capital: those of the turn here, the others chapter by chapter."""
        content = self.content
        match option:
            case ("assist",) if s.phase != PHASE_ADVENTURE:
                return "reveal your top Fate Card for this Test"
            case ("interact",) if self.interact_cost(s, d):
                return f"{_PLAIN['interact']} for 1 Karma"
            case (str() as verb,):
                return _PLAIN.get(verb, verb.replace("-", " "))
            case ("command", basic):
                return f"Command: {self.basic_words(s, d, basic)}"
            case ("play", card, how):
                return self.play_words(s, d, card, how)
            case ("quick", card):
                return (
                    f"Quick Action {content.act_title[card]} ({self.advanced_cost(s, d, card)} Energy): "
                    f"{content.action[card].rules}"
                )
            case ("recall", zone, card):
                cost = self.recall_cost(s, d, zone)
                return f"recall {content.act_title[card]} from zone {ZONES[zone]} ({cost} Energy)"
            case ("token", zone, card):
                return f"Cooldown token: {content.act_title[card]} {self.left_words(zone)}"
            case ("cool", zone, card):
                return f"{content.act_title[card]} {self.left_words(zone)}"
            case ("use", kind, at, k):
                return f"use {self.thing_title(d, kind, at)}: {self.usage_words(d, kind, at, k)}"
            case ("neidan", to, n):
                return f"pass {n} Neidan to {self.name(s.delvers[to - 1])}"
            case ("yield", to):
                return f"let {self.name(s.delvers[to - 1])} use something"
            case ("next", to):
                return f"{self.name(s.delvers[to - 1])} goes next"
            case _:
                return self.map_words(s, d, option)

    def basic_words(self, s: State, d: Delver, basic: int) -> str:
        """A Basic Action; the Move of an Immobilized Delver stands up."""
        return "Move (stand up)" if d.immobilized and not basic else BASICS[basic].capitalize()

    def play_words(self, s: State, d: Delver, card: int, how: int) -> str:
        """A card and what it is played for."""
        content = self.content
        named = f"play {content.act_title[card]} ({ZONES[content.act_zone[card]]})"
        if how == NOTHING:
            return f"{named} without its effect"
        if how == ADVANCED:
            return f"{named} for {self.advanced_cost(s, d, card)} Energy: {content.action[card].rules}"
        return f"{named} for {self.basic_words(s, d, how)}"

    def left_words(self, zone: int) -> str:
        """Where a Cooldown effect moves a card of a zone."""
        return f"from zone {ZONES[zone]} to " + ("the hand" if not zone else f"zone {ZONES[zone - 1]}")

    def usage_words(self, d: Delver, kind: int, at: int, k: int) -> str:
        """An ability in words with its cost."""
        usage = self.usage_of(d, kind, at, k)
        return usage[7] + (f" (cost: {cost_in_words(usage[2])})" if any(usage[2]) else "")

    # -- the map and its units ------------------------------------------------------------------------------------

    def map_words(self, s: State, d: Delver, option: Option) -> str:
        """Options that name Locations, enemies, tokens and gates."""
        content = self.content
        match option:
            case ("go", place):
                return f"go to {self.place_name(s, place)}"
            case ("place" | "talisman", place):
                return self.place_name(s, place)
            case ("side", side):
                return f"the {SIDES[side]} edge{self.behind_words(s, d, side)}"
            case ("cover" | "uncover", gate):
                return f"the gate {GATES[gate]}"
            case ("enemy", number):
                return self.enemy_words(s, number)
            case ("target", to, at):
                return self.target_name(s, (to, at))
            case ("deck", deck):
                return f"the {DECKS[deck].capitalize()} deck"
            case ("threat", card):
                return content.enc_title[card]
            case ("replace", artifact):
                return f"put {self.token_words(artifact)} back"
            case ("artifact", artifact):
                return self.token_words(artifact)
            case ("card", card):
                return content.act_title[card]
            case ("bring", card):
                action = content.action[card]
                where = f"{ZONES[content.act_zone[card]]}, level {action.level}"
                return f"{action.title} ({where}): {action.rules or 'Basic Action'}"
            case ("drop", at, card):
                return f"put {self.item_title(d, at) if at >= 0 else f'the new {content.eq_title[card]}'} away"
            case ("equipment", at, _) | ("companion", at):
                return self.item_title(d, at)
            case _:
                return self.party_words(s, d, option)

    def behind_words(self, s: State, d: Delver, side: int) -> str:
        """The number of the card at an edge of the own Location, which its back shows."""
        if d.place < 0 or d.place >= len(s.map):
            return ""
        number = self.content.loc_edges[s.map[d.place].card][side]
        return f" ({self.content.location[number].number})" if number >= 0 else ""

    def enemy_words(self, s: State, number: int) -> str:
        """An enemy with what tells it from others."""
        e = self.enemy(s, number)
        if e is None:
            return f"enemy #{number}"
        state = ", Immobilized" if e.immobilized else ""
        health = self.content.enc_health[e.card]
        return f"{self.foe(e)} ({self.remaining(e)} of {health} Health{state}, at {self.place_name(s, e.place)})"

    def token_words(self, artifact: int) -> str:
        """An artifact token with its value."""
        value = self.content.art_value[artifact]
        return f"{self.content.art_title[artifact]} (value {value or 'none'})"

    # -- tests, choices, party ------------------------------------------------------------------------------------

    def party_words(self, s: State, d: Delver, option: Option) -> str:
        """Options about Delvers, Tests and what the party decides before an adventure."""
        content = self.content
        match option:
            case ("delver", to) if 0 < to <= len(s.delvers):
                return self.name(s.delvers[to - 1])
            case ("gm", to) if 0 < to <= len(s.delvers):
                return f"{self.name(s.delvers[to - 1])} is the Grandmaster"
            case ("difficulty", n):
                return f"play in {DIFFICULTIES[n]} mode"
            case ("give-to", to, card):
                return f"{content.eq_title[card]} for {self.name(s.delvers[to - 1])}"
            case ("leave-in-stash", card):
                return f"leave {content.eq_title[card]} in the Stash"
            case ("convert", n):
                return f"turn {n} personal Karma into Redraw tokens"
            case ("option", _, str() as text):
                return text
            case ("first", _, str() as title, *_rest):
                return f"first {title}"
            case ("redraw" | "redraw-cooldown" as verb, tuple() as places):
                return self.redraw_words(s, d, verb, places)
            case _:
                return self.campaign_words(s, d, option)

    def redraw_words(self, s: State, d: Delver, verb: str, places: tuple[int, ...]) -> str:
        """The cards that a redraw throws away, with the Energy that the mode asks for."""
        cards = d.check.cards if d.check is not None else []
        names = ", ".join(f"{self.content.fate_title[cards[at]]} (card {at + 1})" for at in places if at < len(cards))
        paid = "a Redraw token" if verb == "redraw" else "a Cooldown token"
        cost = self.redraw_cost(s, d, len(places))
        return f"{paid}{f' and {cost} Energy' if cost else ''}: redraw {names or 'nothing'}"

    def campaign_words(self, s: State, d: Delver, option: Option) -> str:
        """Options of the Story Phase, the Epilogue and the campaign; the chapter after this one knows them."""
        return " ".join(str(part) for part in option)
