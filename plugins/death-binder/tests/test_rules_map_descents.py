"""Tokens on the map, the Boss at its end, and what begins anew with the next descent (MAP)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from db_cards import action, boss, enemy, event, quest, skill, token
from db_table import DbTable

from undercroft import IllegalChoice, Stream
from undercroft.testing import fresh_state, rule
from undercroft.testing.luck import deck_draws

Table = Callable[..., DbTable]
BLOW = action("blow", damage=99)
PLACES = [column + row for row in "12345" for column in "ABC"] + ["BOSS"]
NAP = token("rest", name="nap")
BAG = quest("store_cards", 3, reward="xp 1")


def fall_of_the_boss(table: Table, **more: Any) -> DbTable:
    """The last blow of a Boss encounter is about to fall: ``t.play(BLOW).end()``."""
    setting: dict[str, Any] = {"mode": "descent", "hand": [BLOW, ...], "row": [boss("gatekeeper", health=1, xp=4)]}
    return table(**(setting | more))


# -- laying tokens


@rule("DB-MAP-006")
@pytest.mark.parametrize("players", [1, 2])
def test_a_token_lies_on_every_place(players: int) -> None:
    layouts = set()
    for seed in range(4):
        _, s = fresh_state("death-binder", {"players": players}, seed)
        assert len(s.tokens) == 16
        assert sorted([*s.tokens, *s.supply.cards()]) == list(range(21))
        layouts.add(tuple(s.tokens))
    assert len(layouts) == 4


@rule("DB-MAP-006", "DB-MAP-007")
def test_each_token_can_come_to_lie_on_each_place() -> None:
    seen: list[set[int]] = [set() for _ in range(16)]
    for seed in range(300):
        _, s = fresh_state("death-binder", None, seed)
        for place, found in enumerate(s.tokens):
            seen[place].add(found)
    assert [len(tokens) for tokens in seen] == [21] * 16


@rule("DB-MAP-007")
@pytest.mark.parametrize("seed", range(5))
def test_sidequests_lie_face_down(table: Table, seed: int) -> None:
    t = table(at="new", seed=seed)
    s, content = t.state, t.content
    shown = json.dumps(t.session.view(1)) + repr(t.session.rules.panels(s, 1)) + repr(t.labels)
    for place, number in enumerate(s.tokens):
        card = content.tokens[number]
        if card.quest is None:
            continue
        assert s.sides[place] == 0
        assert card.quest.title not in shown
        assert f'"{card.id}"' not in shown
        assert t.session.view(1)["places"][PLACES[place]] == ", ".join(
            ("Event", "Encounter", "Rest")[icon] for icon in card.sides[0]
        )


@rule("DB-MAP-007", "DB-SIDE-001")
def test_nobody_knows_the_back_before_the_token_is_resolved(table: Table) -> None:
    one = token("rest", "rest", "rest", "rest", name="one", quest=BAG)
    other = token("rest", "rest", "rest", "rest", name="other", quest=quest("defeat_boss", 1))
    t = table(at="icon", position="B2", active=one, tokens={"A3": other})
    backs = {t.content.index["token"][name] for name in ("one", "other")}
    for icon in (1, 2, 3, 4, "resolved"):
        assert "Store 3 cards" not in repr(t.labels) or icon == "resolved"
        found = set()
        for at in range(20):
            s = t.state.copy()
            t.rules.redeal(s, 1, Stream(at, 0, "guess"))
            assert {s.active, s.tokens[6]} == backs
            found.add(s.active)
        assert found == (backs if icon != "resolved" else {t.content.index["token"]["one"]})
        if icon != "resolved":
            t.choose("done")
    assert t.prompt == "sidequest"
    assert "Store 3 cards" in repr(t.labels)


@rule("DB-MAP-007")
def test_a_toss_on_the_way_shows_no_sidequest(table: Table) -> None:
    hidden = token("rest", "event", quest=BAG)
    again = skill("again", effects="reroll")
    t = table(event=event("discovery"), active=hidden, icon=2, skills=[again], faith=[False])
    t.choose("toss")
    assert (t.prompt, t.can("accept")) == ("reroll", True)
    assert not any("Sidequest" in words or "New Quest" in words for words in t.labels)
    t.choose("accept")
    assert (t.prompt, "New Quest" in repr(t.labels)) == ("sidequest", True)


@rule("DB-MAP-007")
def test_tokens_that_show_the_same_icons_change_places(table: Table) -> None:
    """Of icons that lie up it stays open which token shows them; each way to lay them out has to be possible."""
    both, single = token("rest", name="both", back=["event"]), token("event", name="single", quest=BAG)
    t = table(tokens={"A1": both, "B1": single, ...: None})
    places = {name: t.content.index["token"][name] for name in ("both", "single")}
    for side, layouts in ((0, {("both", "single")}), (1, {("both", "single"), ("single", "both")})):
        t.state.sides[0] = side
        found = set()
        for at in range(30):
            s = t.state.copy()
            t.rules.redeal(s, 1, Stream(at, 0, "guess"))
            assert sorted(s.tokens[:2]) == sorted(places.values())
            assert [t.content.tokens[s.tokens[place]].sides[s.sides[place]] for place in (0, 1)] == [
                t.content.tokens[t.state.tokens[place]].sides[t.state.sides[place]] for place in (0, 1)
            ]
            found.add(tuple(t.cards(s.tokens[:2], "token")))
        assert found == layouts


@rule("DB-MAP-008")
@pytest.mark.parametrize(("side", "icons"), [(0, 3), (1, 1)])
def test_only_the_side_that_lies_up_counts(table: Table, side: int, icons: int) -> None:
    t = table(tokens={"B1": token("rest", "rest", "rest", back=["rest"])}, blight=0)
    t.state.sides[1] = side
    t.choose("go", "B1")
    for _ in range(icons):
        assert (t.prompt, t.state.blight) == ("rest", 0)
        t.choose("done")
    assert (t.prompt, t.state.blight) == ("explore", icons)


@rule("DB-MAP-028", "DB-SETUP-005")
def test_the_sides_are_drawn_in_the_order_of_places(table: Table) -> None:
    t = table(at="idle")
    two_sided = [n for n, card in enumerate(t.content.tokens) if card.quest is None]
    others = [n for n in range(21) if n not in two_sided]
    faces = [1, 0, 1, 1, 0, 0]
    laid = [two_sided[0], *others[:7], *two_sided[1:5], *others[7:10], two_sided[5]]
    before = [*t.state.supply.cards(), *t.state.tokens]
    t.script("supply", deck_draws(before, [*laid, *others[10:]]))
    t.script("sides_stream", faces)
    t.run("reset_map")
    assert t.state.tokens == laid
    assert [t.state.sides[laid.index(n)] for n in two_sided] == faces
    assert sum(t.state.sides) == sum(faces)


@rule("DB-MAP-028")
def test_both_sides_are_equally_likely() -> None:
    up = [0, 0]
    for seed in range(300):
        rules, s = fresh_state("death-binder", None, seed)
        for place, number in enumerate(s.tokens):
            if rules.content.tokens[number].quest is None:
                up[s.sides[place]] += 1
    assert abs(up[0] - up[1]) < 4 * sum(up) ** 0.5


# -- the end of a descent


@rule("DB-MAP-016")
def test_descents_are_counted_by_beaten_bosses(table: Table) -> None:
    t = table(mode="descent", tokens={"B1": NAP}, hand=[BLOW, ...], bosses=[boss(health=1, damage=0)] * 1)
    assert t.state.descent == 1
    t.choose("go", "B1").choose("done")
    assert t.state.descent == 1
    t = fall_of_the_boss(table)
    assert t.state.descent == 1
    t.play(BLOW).end()
    assert (t.prompt, t.state.descent, t.state.position) == ("explore", 2, -1)


@rule("DB-MAP-017")
def test_the_boss_comes_as_soon_as_the_last_token_is_resolved(table: Table) -> None:
    t = table(position="B5", tokens={"BOSS": NAP}, bosses=[boss("gatekeeper")])
    t.choose("go", "BOSS")
    assert (t.prompt, t.foes) == ("rest", [])
    t.choose("done")
    assert (t.prompt, t.foes, t.state.round) == ("attack", ["gatekeeper"], 1)
    with pytest.raises(IllegalChoice):
        t.choose("go", "A5")


@rule("DB-MAP-018", "DB-TOKEN-007")
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_token_steps_come_before_the_boss(table: Table, answer: str) -> None:
    last = token("event", "rest", "rest", quest=BAG)
    t = table(at="rest", position="BOSS", active=last, icon=3, blight=4, bosses=[boss("gatekeeper")])
    t.choose("done")
    assert (t.prompt, t.state.blight, t.row) == ("sidequest", 4, [])
    t.choose(answer)
    assert (t.foes, t.prompt, t.state.blight) == (["gatekeeper"], "attack", 7)
    assert t.in_order("DB-ROUND-004", "DB-ENEMY-020", "DB-COMBAT-001")
    assert (t.p1.quest >= 0) == (answer == "accept")


# -- the map is laid out anew


@rule("DB-MAP-019")
def test_the_map_is_full_again(table: Table) -> None:
    t = fall_of_the_boss(table, caved=["B2", "C4"], tokens={"A1": None, "A2": None, "C5": None})
    assert t.state.tokens.count(-1) == 6
    t.play(BLOW).end()
    assert min(t.state.tokens) >= 0
    assert not any(t.state.caved)
    assert sorted([*t.state.tokens, *t.state.supply.cards()]) == list(range(21))


@rule("DB-MAP-019")
def test_the_map_stays_as_it_is_while_the_partner_stands(table: Table) -> None:
    pair = [boss("elder", health=1), boss("younger", health=1, partner="elder", damage=0)]
    t = fall_of_the_boss(table, row=pair, caved=["B2"], blight=13)
    before = list(t.state.tokens)
    t.play(BLOW).choose("end")
    assert (t.state.tokens, t.state.caved.count(True), t.state.blight) == (before, 1, 13)


@rule("DB-MAP-020")
def test_tokens_are_shuffled_and_dealt_again(table: Table) -> None:
    left = ["event-event", "rest-event", "event-rest", "encounter-event", "event-event-event", "encounter-rest-event"]
    tokens: dict[Any, str | None] = {...: None}
    tokens.update(zip(["A1", "C2", "A3", "B4", "C5", "B5"], left, strict=True))
    t = fall_of_the_boss(table, tokens=tokens, quest="event-event-encounter", progress=2)
    supply = t.state.supply.cards()
    on_map = [found for found in t.state.tokens if found >= 0]
    assert (len(supply), len(on_map)) == (14, 6)
    wanted = sorted([*on_map, *supply], reverse=True)
    t.script("supply", deck_draws([*supply, *on_map], wanted))
    t.play(BLOW).end()
    assert t.state.tokens == wanted[:16]
    assert sorted(t.state.supply.cards()) == sorted(wanted[16:])
    assert (t.cards([t.p1.quest], "token"), t.p1.progress) == (["event-event-encounter"], 2)


@rule("DB-MAP-020")
@pytest.mark.parametrize("players", [1, 2])
def test_held_sidequests_are_not_dealt(table: Table, players: int) -> None:
    quests = ["event-event-encounter", "event-rest-encounter"][:players]
    seats = [{"quest": name, "progress": 1} for name in quests]
    for seed in range(8):
        more = {"p2": seats[1]} if players == 2 else {}
        t = fall_of_the_boss(table, seed=seed, tokens={...: None}, **seats[0], **more)
        assert len(t.state.supply) == 21 - players
        t.play(BLOW).end()
        assert [(t.cards([p.quest], "token")[0], p.progress) for p in t.state.players] == [(name, 1) for name in quests]
        assert len(t.state.supply) == 21 - players - 16
        assert not {p.quest for p in t.state.players} & {*t.state.tokens, *t.state.supply.cards()}


@rule("DB-MAP-021")
def test_the_next_descent_begins_anywhere(table: Table) -> None:
    gatekeeper = boss(health=1, damage=0)
    t = table(mode="descent", tokens={"C1": NAP, ...: None}, hand=[BLOW, ...], bosses=[gatekeeper, "colmund"])
    assert t.offered == ["C1"]
    t.choose("go", "C1").choose("done").choose("go", "BOSS").play(BLOW).end()
    assert (t.prompt, t.offered, t.state.descent) == ("explore", ["A1", "B1", "C1"], 2)
    assert t.choose("go", "A1").state.position == 0


@rule("DB-MAP-022")
@pytest.mark.parametrize(("players", "blight"), [(1, 13), (2, 22)])
def test_blight_drops_to_0(table: Table, players: int, blight: int) -> None:
    t = fall_of_the_boss(table, blight=blight, players=players)
    assert t.state.blight == blight
    t.play(BLOW).end()
    assert (t.prompt, t.state.blight) == ("explore", 0)


def carried(t: DbTable) -> dict[str, Any]:
    """All that a new descent leaves as it is, apart from what the last blow and Storing move."""
    s, p = t.state, t.p1
    decks = {name: getattr(s, name).cards() for name in ("enemies", "enemy_discard", "events", "skills", "removed")}
    piles = {name: list(getattr(s, name)) for name in ("bosses", "event_discard", "skill_discard", "blinded")}
    board = {name: getattr(p, name) for name in ("health", "points", "quest", "vuln_melee", "stunned", "downed")}
    return decks | piles | board | {"steps": p.steps[:], "own skills": p.skills[:], "dd": p.dd.cards()}


@rule("DB-MAP-023")
def test_everything_else_carries_over(table: Table) -> None:
    t = fall_of_the_boss(
        table, health=2, xp=5, dd=31, removed=4, sac=3, skills=[skill("trick", effects="draw")], points=[6, 10],
        quest=BAG, progress=1, max_attacks=4, melee_tier=2, blinded=6, enemies=40, enemy_discard=["lamp-eel"],
        events=20, event_discard=["guard-patrol"], hand=[BLOW, "blinded", "blinded", ...],
    )  # fmt: skip
    before, hand, sac = carried(t), t.cards(t.p1.hand)[1:], t.cards(t.p1.sac)
    (special,) = t.cards(t.state.specials.peek(1))
    t.play(BLOW).choose("store", BLOW)
    assert (t.prompt, t.state.descent) == ("explore", 2)
    assert carried(t) == before
    assert (t.p1.health, t.p1.xp, len(t.p1.dd), t.p1.progress) == (2, 5 + 4, 31, 2)
    assert t.cards(t.p1.hand) == [*hand, special]
    assert t.cards(t.p1.sac) == ["blow", *sac]
    assert len(t.state.specials) == 7


@rule("DB-MAP-023")
def test_the_leader_carries_over(table: Table) -> None:
    t = fall_of_the_boss(table, leader=2, p2={"hand": [BLOW, ...], "health": 3}, health=1)
    t.play(BLOW).end()
    assert (t.prompt, t.seat, t.state.leader) == ("explore", 2, 2)
    assert (t.p1.health, t.p2.health) == (1, 3)


@rule("DB-MAP-023")
def test_the_next_encounter_goes_on_with_the_same_decks(table: Table) -> None:
    t = fall_of_the_boss(table, enemies=[enemy("newt"), ...], events=[event("decision", "chat"), ...])
    t.play(BLOW).end()
    assert t.cards(t.state.enemies.peek(1), "foe") == ["newt"]
    assert t.cards(t.state.events.peek(1), "event") == ["chat"]
