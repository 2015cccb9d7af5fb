"""The long gameplay example of the index, played through as one game in its true order."""

from __future__ import annotations

from collections.abc import Callable

from db_table import DbTable

from undercroft.testing import rule

Table = Callable[..., DbTable]
MUNCHER, BOWBEARER = "parasitic-muncher", "raised-bowbearer"
STUN_CARD, SPELL_2, SPELL_1 = "belaying-blow", "spark-of-the-beacon", "grave-light"
WARD, MELEE_1 = "ward-of-salt", "rusted-cutlass"


def since(t: DbTable, start: int) -> list[str]:
    """The rules that were told from a place in the log on."""
    return t.rules_told[start:]


@rule(
    "DB-EX-GAME-00", "DB-EX-GAME-01", "DB-EX-GAME-02", "DB-EX-GAME-03", "DB-EX-GAME-04", "DB-EX-GAME-05",
    "DB-EX-GAME-06", "DB-EX-GAME-07", "DB-EX-GAME-08", "DB-EX-GAME-09", "DB-EX-GAME-10", "DB-EX-GAME-11",
    "DB-EX-GAME-12", "DB-EX-GAME-13", "DB-EX-GAME-14",
    "DB-TOKEN-005", "DB-TRACK-003", "DB-ENEMY-010", "DB-ENEMY-012", "DB-ENEMY-013", "DB-COMBAT-011", "DB-COMBAT-014",
    "DB-COMBAT-015", "DB-FAITH-004", "DB-ENEMY-004", "DB-ENEMY-005", "DB-ENEMY-018", "DB-COMBAT-005", "DB-TRAIT-005",
    "DB-COMBAT-002", "DB-COMBAT-017", "DB-COMBAT-018", "DB-COMBAT-019", "DB-COMBAT-024", "DB-COMBAT-003",
    "DB-COMBAT-004", "DB-COMBAT-012", "DB-COMBAT-026", "DB-COMBAT-027", "DB-EVENT-023", "DB-TRACK-011",
    "DB-TRACK-012", "DB-TRAIT-010", "DB-TRAIT-012", "DB-TRAIT-016", "DB-REST-002", "DB-REST-009",
    "DB-TOKEN-007", "DB-TOKEN-008", "DB-SIDE-001", "DB-MAP-011",
)  # fmt: skip
def test_db_ex_game_00(table: Table) -> None:
    t = table(
        mode="descent", at="icon", active="encounter-event-rest", position="B2",
        tokens={"B1": None, "A2": None, "C2": "encounter-rest"}, xp=1, blight=6, health=6, defense=1,
        hand=[STUN_CARD, SPELL_2, SPELL_1, WARD, "bone-litany", "temple-flail"],
        dd=[MELEE_1, "harpoon-thrust", "damp-matches", ...], enemies=[MUNCHER, BOWBEARER, ...],
        events=["toll-of-the-ferryman", ...], skill_deck=["thrown-lantern", ...], faith=[False, False],
    )  # fmt: skip
    step_01_two_enemies_are_drawn(t)
    step_02_retreat_is_possible(t)
    step_03_the_stun_fails(t)
    step_04_the_muncher_falls(t)
    step_05_the_last_attack(t)
    step_06_storing(t)
    step_09_the_ward_and_the_last_blow(t)
    step_11_after_the_victory(t)
    step_12_the_decision(t)
    step_13_the_rest(t)
    step_14_the_token_is_resolved(t)
    afterwards(t)


def step_01_two_enemies_are_drawn(t: DbTable) -> None:
    view = t.session.view(1)
    (player,) = view["players"]
    assert (view["blight"], player["health"], player["defense"], player["xp"], player["stored"]) == (6, 6, 1, 1, [])
    assert player["traits"] == {
        "Character Level": 1, "Spell": 1, "Melee": 1, "Max Attacks": 3, "Store Cards": 1, "Max Health": 6,
        "Starting Defense": 1,
    }  # fmt: skip
    assert (t.foes, t.prompt, t.state.round) == ([MUNCHER, BOWBEARER], "attack", 1)
    assert t.cards(t.state.enemies.peek(2), "foe") != [MUNCHER, BOWBEARER]


def step_02_retreat_is_possible(t: DbTable) -> None:
    assert [f["retreat"] for f in t.session.view(1)["row"]] == [1, 1]
    assert t.session.label(("retreat",)).endswith("pay: 2")
    other = t.fork()
    cards = len(other.state.players[0].dd)
    other.choose("retreat")
    assert (other.prompt, other.state.row, other.state.blight) == ("decision", [], 6)
    assert (len(other.state.players[0].dd), len(other.state.removed)) == (cards - 2, 2)
    assert t.foes == [MUNCHER, BOWBEARER]


def step_03_the_stun_fails(t: DbTable) -> None:
    start = len(t.log)
    t.play(STUN_CARD, 1)
    assert (t.row[1].wounds, t.row[1].stunned, t.row[0].wounds) == (2, False, 0)
    assert since(t, start) == ["DB-COMBAT-009", "DB-COMBAT-014", "DB-FAITH-005"]
    assert t.log[-1].args[-1] == "failure"
    assert t.can("retreat")


def step_04_the_muncher_falls(t: DbTable) -> None:
    t.play(SPELL_2, 0)
    assert (t.foes, t.row[0].wounds, t.p1.xp) == ([BOWBEARER], 2, 2)
    assert t.told("DB-COMBAT-014")[-1].args[1:] == (4, 4, 4)
    assert t.cards(t.state.enemy_discard, "foe") == [MUNCHER]
    assert t.session.label(("retreat",)).endswith("pay: 1")


def step_05_the_last_attack(t: DbTable) -> None:
    assert t.can("play", ..., 0)
    t.play(SPELL_1, 0)
    assert t.row[0].wounds == 3
    assert not t.can("play", ..., ...)
    refused = t.refused("play", WARD, 0)
    assert refused is not None
    assert refused.rule == "DB-COMBAT-005"
    assert set(t.options) == {("retreat",), ("end",)}, "a retreat is possible after the attacks too"


def step_06_storing(t: DbTable) -> None:
    """With what follows on it: DB-EX-GAME-07, the Enemies' turn, and DB-EX-GAME-08, the refill."""
    assert len(t.p1.hand) == 3
    t.choose("end")
    index = t.content.index["action"]
    choices = {("store", index[card]) for card in (STUN_CARD, SPELL_2, SPELL_1)}
    assert (t.prompt, set(t.options)) == ("store", choices | {("done",)})
    assert (t.p1.health, t.p1.defense) == (6, 1)
    start, cards = len(t.log), len(t.p1.dd)
    t.choose("store", STUN_CARD)
    assert t.cards(t.p1.sac) == [STUN_CARD]
    assert sorted(t.cards(t.state.removed)) == sorted([SPELL_2, SPELL_1])
    # Storing, the rest is Removed, the Bowbearer attacks, the hand is refilled, the next turn begins.
    assert since(t, start) == ["DB-COMBAT-017", "DB-COMBAT-018", "DB-COMBAT-022", "DB-GLOSS-006", "DB-COMBAT-003"]
    assert t.told("DB-COMBAT-022")[0].args == ("Raised Bowbearer", "the player", 2, "Melee")
    assert (t.p1.defense, t.p1.health, t.state.round) == (0, 5, 2)
    assert (len(t.p1.hand), len(t.p1.dd)) == (6, cards - 3)
    assert t.cards(t.p1.hand)[3:] == [MELEE_1, "harpoon-thrust", "damp-matches"]


def step_09_the_ward_and_the_last_blow(t: DbTable) -> None:
    """With DB-EX-GAME-10, the toss for Raise."""
    start = len(t.log)
    t.play(WARD, 0)
    assert (t.p1.defense, t.row[0].wounds) == (1, 4)
    assert since(t, start) == ["DB-COMBAT-009", "DB-BOARD-016", "DB-COMBAT-014"], "defense before the damage"
    start = len(t.log)
    t.play(MELEE_1, 0)
    assert t.told("DB-COMBAT-014")[-1].args[1:] == (2, 5, 5), "two more damage, the sixth point is surplus"
    assert since(t, start)[:4] == ["DB-COMBAT-009", "DB-COMBAT-014", "DB-FAITH-005", "DB-ENEMY-005"]
    assert t.told("DB-FAITH-005")[-1].args == ("Raise of Raised Bowbearer", "failure")
    assert (t.row, t.p1.xp, t.state.dice.scripted) == ([], 4, 0)
    assert t.cards(t.state.enemy_discard, "foe") == [BOWBEARER, MUNCHER]
    assert t.prompt == "store", "the third attack is forfeited"


def step_11_after_the_victory(t: DbTable) -> None:
    assert set(t.cards(t.p1.used)) == {WARD, MELEE_1}
    t.choose("store", WARD)
    assert t.cards(t.p1.sac) == [WARD, STUN_CARD]
    assert t.cards(t.state.removed)[0] == MELEE_1
    assert len(t.state.removed) == 3
    assert (t.p1.defense, t.p1.health, len(t.told("DB-COMBAT-022"))) == (1, 5, 1), "the Enemies had one turn only"
    assert len(t.p1.hand) == 4, "no refill after the last round"
    assert (t.prompt, t.state.blight) == ("decision", 6)


def step_12_the_decision(t: DbTable) -> None:
    assert t.cards([t.state.event], "event") == ["toll-of-the-ferryman"]
    assert t.p1.skills == []
    cards = len(t.p1.dd)
    t.choose("left")
    assert (t.p1.xp, t.state.blight) == (7, 8)
    assert (t.p1.health, len(t.p1.dd)) == (5, cards), "nothing of the right side"
    assert t.cards(t.p1.skills, "skill") == ["thrown-lantern"]
    assert t.cards(t.state.event_discard, "event") == ["toll-of-the-ferryman"]


def step_13_the_rest(t: DbTable) -> None:
    assert (t.prompt, len(t.p1.hand)) == ("rest", 4)
    t.choose("upgrade", "starting_defense")
    (player,) = t.session.view(1)["players"]
    assert (player["xp"], player["traits"]["Starting Defense"], player["defense"]) == (1, 2, 1)
    cards = len(t.p1.dd)
    t.choose("heal")
    assert (t.p1.health, len(t.p1.dd), len(t.state.removed)) == (6, cards - 2, 5)
    t.choose("done")
    assert t.p1.xp == 1


def step_14_the_token_is_resolved(t: DbTable) -> None:
    assert (t.prompt, t.state.blight, t.p1.quest) == ("sidequest", 8, -1)
    assert set(t.options) == {("accept",), ("decline",)}
    t.choose("accept")
    assert (t.cards([t.p1.quest], "token"), t.p1.progress) == (["encounter-event-rest"], 0)
    assert (t.state.blight, t.prompt) == (11, "explore")
    assert t.offered == ["C2", "B3"], "those beside B2, not above it, that have a token"
    assert t.in_order("DB-SIDE-001", "DB-ROUND-004")


def afterwards(t: DbTable) -> None:
    """What the example says of later: the new defense, and the skill point that is used."""
    assert (len(t.state.removed), t.cards(t.p1.sac)) == (5, [WARD, STUN_CARD])
    assert t.p1.defense == 1
    t.choose("go", "C2")
    assert (t.prompt, t.p1.defense, len(t.p1.hand), len(t.row)) == ("attack", 2, 6, 3)
    t.rules.gain_xp(t.state, t.p1, 6)
    assert (t.p1.xp, t.cards(t.p1.skills, "skill")) == (7, ["thrown-lantern"])
