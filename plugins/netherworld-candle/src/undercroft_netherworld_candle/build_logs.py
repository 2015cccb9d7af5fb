"""Story, journey and Story Book, factions, Player Boards and the logs as the rules use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from undercroft_netherworld_candle.build_cards import each
from undercroft_netherworld_candle.build_effects import Compiler
from undercroft_netherworld_candle.cards import LogInfo, NodeInfo, PartyInfo
from undercroft_netherworld_candle.schema import Delver, Faction, PartyLog, PlayerLog
from undercroft_netherworld_candle.schema.delvers import NODE_REWARDS, REWARDS

__all__ = ["delvers", "factions", "party_log", "player_log", "stories"]

Tables = Mapping[str, Mapping[str, Any]]


def stories(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Story Cards, Journey Cards and Story Book entries."""
    cards, journeys = tuple(tables["story"].values()), tuple(tables["journey"].values())
    passages = tuple(tables["passage"].values())
    regions = list(dict.fromkeys(card.region for card in cards))
    return {
        "story": cards,
        "story_region": tuple(regions.index(card.region) for card in cards),
        "story_scenario": each(
            "story", cards, lambda card: compiler.ref("scenario", card.scenario) if card.scenario else -1
        ),
        "story_journeys": tuple(card.journeys for card in cards),
        "story_flips": tuple(card.flips for card in cards),
        "story_effects": each("story", cards, lambda card: compiler.effects(card.effects)),
        "story_choices": each("story", cards, lambda card: compiler.options(card.choices)),
        "journey": journeys,
        "journey_choices": each("journey", journeys, lambda card: compiler.options(card.choices)),
        "passage": passages,
        "passage_effects": each("passage", passages, lambda card: compiler.effects(card.effects)),
    }


def factions(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of factions."""
    made = tuple(tables["faction"].values())
    return {
        "faction": made,
        "faction_boxes": tuple(faction.boxes for faction in made),
        "faction_levels": tuple(_levels(faction) for faction in made),
    }


def _levels(faction: Faction) -> tuple[int, ...]:
    """The level at each number of checked boxes (NC-LOG-009)."""
    return tuple(sum(title.at <= checked for title in faction.titles) for checked in range(faction.boxes + 1))


def delvers(tables: Tables, compiler: Compiler) -> dict[str, Any]:
    """The fields of Player Boards."""
    cards = tuple(tables["delver"].values())
    sects = compiler.index["sect"]
    return {
        "delver": cards,
        "del_sect": tuple(sects[card.sect] for card in cards),
        "del_attributes": tuple((card.strength, card.courage, card.geomancy, card.destiny) for card in cards),
        "del_health": tuple(card.health for card in cards),
        "del_max_health": tuple(card.max_health for card in cards),
        "del_energy": tuple(card.energy for card in cards),
        "del_starting": each(
            "delver", cards, lambda card: tuple(compiler.ref("action", name) for name in card.starting)
        ),
        "del_uses": each("delver", cards, lambda card: compiler.uses(card.uses, timing="own-turn")),
        "del_triggers": each("delver", cards, lambda card: compiler.triggers(card.triggers)),
        "del_modifiers": each("delver", cards, lambda card: compiler.modifiers(card.modifiers)),
        "del_slots": tuple(card.slots for card in cards),
        "del_companions": tuple(card.companions for card in cards),
        "del_talismans": tuple(card.talismans for card in cards),
        "del_tree": each("delver", cards, lambda card: _tree(card, compiler)),
    }


def _tree(card: Delver, compiler: Compiler) -> tuple[NodeInfo, ...]:
    place = {node.id: n for n, node in enumerate(card.tree)}
    return tuple(
        NodeInfo(
            id=node.id,
            reward=NODE_REWARDS.index(node.reward),
            spaces=node.spaces,
            parents=tuple(place[parent] for parent in node.parents),
            card=compiler.ref("fate", node.card) if node.card else -1,
        )
        for node in card.tree
    )


def player_log(log: PlayerLog, compiler: Compiler) -> LogInfo:
    """The tracks of every Player Log."""
    rewards: list[list[tuple[int, int]]] = [[] for _ in range(log.exp_boxes + 1)]
    for reward in sorted(log.rewards, key=lambda reward: not reward.above):
        rewards[reward.at].append((REWARDS.index(reward.kind), reward.n))
    return LogInfo(
        exp_boxes=log.exp_boxes,
        rewards=tuple(map(tuple, rewards)),
        hand=log.hand,
        hand_max=log.hand_max,
        summons=tuple((box.text, compiler.effects(box.effects)) for box in log.summons),
        again=compiler.effects(log.again),
    )


def party_log(log: PartyLog, compiler: Compiler) -> PartyInfo:
    """The Party Log and what the first game uses."""
    ref = compiler.ref
    return PartyInfo(
        karma=(log.karma, *(box.karma for box in log.progress)),
        events=(-1, *(ref("passage", box.event) if box.event else -1 for box in log.progress)),
        stories=((), *(tuple(ref("story", name) for name in box.stories) for box in log.progress)),
        setbacks=tuple(ref("encounter", name) for name in log.setbacks),
        defeat_setbacks=log.defeat_setbacks,
        marks=log.marks,
        prologue=tuple(ref("story", name) for name in log.prologue),
        opening=ref("passage", log.opening),
        closing=ref("passage", log.closing),
        first_scenario=ref("scenario", log.first_scenario),
        first_nether=ref("nether", log.first_nether),
        solo_nether=ref("nether", log.solo_nether),
        solo_equipment=ref("equip", log.solo_equipment),
        solo_actions=tuple(ref("action", name) for name in log.solo_actions),
    )
