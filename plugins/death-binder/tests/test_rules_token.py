"""Adventure Tokens: their icons, the steps after the last one, and the marker tokens (TOKEN)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from db_cards import action, boss, enemy, event, quest, token
from db_table import DbTable

from undercroft.testing import open_tables, rule
from undercroft_death_binder import verbs
from undercroft_death_binder.state import ENCOUNTER

Table = Callable[..., DbTable]
BLOW = action("blow", damage=99)
TAP = action("tap", damage=1)
CHAT, TALK = event("decision", "chat"), event("decision", "talk")
WEAK = enemy("weak", health=1, damage=0, retreat=0)
BAG = quest("store_cards", 3)
PLACES = [column + row for row in "12345" for column in "ABC"] + ["BOSS"]


# -- icons


@rule("DB-TOKEN-001", "DB-TOKEN-011")
def test_the_icons_of_the_game_are_events_encounters_and_rests() -> None:
    content = open_tables("death-binder").content
    fronts = [card.sides[0] for card in content.tokens]
    sides = [side for card in content.tokens for side in card.sides]
    assert {icon for side in sides for icon in side} == {verbs.EVENT_ICON, verbs.ENCOUNTER_ICON, verbs.REST_ICON}
    assert {n: [len(side) for side in fronts].count(n) for n in (1, 2, 3, 4)} == {1: 0, 2: 7, 3: 10, 4: 4}
    assert sum(card.quest is not None for card in content.tokens) == 15
    assert all(len(card.sides) == (1 if card.quest else 2) for card in content.tokens)
    assert [sum(side.count(icon) for side in fronts) for icon in range(3)] == [27, 21, 12]


@rule("DB-TOKEN-002")
def test_icons_are_resolved_clockwise_from_the_top(table: Table) -> None:
    t = table(at="icon", active=["event", "event", "encounter"], events=[CHAT, TALK], enemies=[WEAK])
    assert (t.prompt, t.cards([t.state.event], "event"), t.row) == ("decision", ["chat"], [])
    t.choose("left")
    assert (t.prompt, t.cards([t.state.event], "event"), t.row) == ("decision", ["talk"], [])
    t.choose("left")
    assert (t.prompt, t.state.event, t.foes) == ("attack", -1, ["weak"])


@rule("DB-TOKEN-002")
@pytest.mark.parametrize("order", [("rest", "event", "encounter"), ("encounter", "rest", "event")])
def test_no_icon_is_skipped_or_moved(table: Table, order: tuple[str, ...]) -> None:
    t = table(at="icon", active=list(order), position="A2", events=[CHAT], enemies=[WEAK], hand=[BLOW, ...])
    prompts = {"rest": "rest", "event": "decision", "encounter": "attack"}
    answers = {"rest": {("done",)}, "event": {("left",), ("right",)}, "encounter": {("play",), ("retreat",)}}
    for icon in order:
        assert t.prompt == prompts[icon]
        assert {option[:1] for option in t.options} == answers[icon], "nothing leads past the icon"
        if icon == "encounter":
            t.play(BLOW).end()
        else:
            t.choose("done" if icon == "rest" else "left")
    assert t.prompt == "explore"


@rule("DB-TOKEN-003")
def test_a_token_is_resolved_once_all_its_icons_are(table: Table) -> None:
    t = table(at="icon", active=token("rest", "event", "rest", quest=BAG), events=[CHAT])
    for prompt, answer in (("rest", "done"), ("decision", "left"), ("rest", "done")):
        assert (t.prompt, t.state.tokens_resolved) == (prompt, 0)
        assert not t.told("DB-ROUND-004")
        t.choose(answer)
    assert t.prompt == "sidequest"
    t.choose("decline")
    assert (t.prompt, t.state.tokens_resolved, t.state.active) == ("explore", 1, -1)


@rule("DB-TOKEN-004")
def test_an_event_icon_draws_the_top_event(table: Table) -> None:
    t = table(at="icon", active=["event", "rest"], events=[CHAT, TALK, "guard-patrol"])
    assert t.cards([t.state.event], "event") == ["chat"]
    assert t.cards(t.state.events, "event") == ["talk", "guard-patrol"]
    t.choose("left")
    assert (t.prompt, t.state.event, t.cards(t.state.event_discard, "event")) == ("rest", -1, ["chat"])


@rule("DB-TOKEN-005")
@pytest.mark.parametrize(("blight", "count"), [(0, 1), (6, 2), (10, 3)])
def test_an_encounter_icon_draws_as_many_enemies_as_blight_shows(table: Table, blight: int, count: int) -> None:
    deck = [enemy(f"foe-{n}") for n in range(5)]
    t = table(at="icon", active=["encounter", "rest"], blight=blight, enemies=deck)
    assert t.foes == [card.id for card in deck[:count]]
    assert t.cards(t.state.enemies, "foe") == [card.id for card in deck[count:]]
    assert (t.prompt, t.state.fight, t.state.round) == ("attack", ENCOUNTER, 1)


@rule("DB-TOKEN-006")
def test_what_a_rest_offers(table: Table) -> None:
    rich = table(at="icon", active=["rest"], xp=5, health=4, sac=["cinder-lash"], removed=3, blight=2)
    upgrades = {("upgrade", trait) for trait in (0, 1, 2, 4, 5)}  # those that cost 4 or 5
    card = rich.content.index["action"]["cinder-lash"]
    actions = {("heal",), ("remove", card), ("buy",), ("recover",), ("cleanse",)}
    assert (rich.prompt, set(rich.options)) == ("rest", upgrades | actions | {("done",)})
    poor = table(at="icon", active=["rest"], xp=2, health=6, sac=["cinder-lash"], removed=3, blight=2)
    assert set(poor.options) == {("remove", card), ("recover",), ("done",)}
    assert table(at="icon", active=["rest"], sac=["cinder-lash"], removed=3, blight=2).options == [("done",)]


# -- the steps after the last icon


@rule("DB-TOKEN-007")
@pytest.mark.parametrize("answer", ["accept", "decline"])
def test_the_sidequest_comes_before_blight(table: Table, answer: str) -> None:
    t = table(at="token-done", active=token("event", "rest", "event", quest=BAG), blight=4)
    assert (t.prompt, t.state.blight) == ("sidequest", 4)
    t.choose(answer)
    assert (t.prompt, t.state.blight) == ("explore", 7)


@rule("DB-TOKEN-008")
def test_blight_is_added_once_for_the_whole_token(table: Table) -> None:
    t = table(
        at="icon", active=["encounter", "event", "rest"], blight=3, events=[CHAT], enemies=[WEAK], hand=[BLOW, ...]
    )
    assert t.state.blight == 3
    t.play(BLOW).end()
    assert (t.prompt, t.state.blight) == ("decision", 3)
    t.choose("left")
    assert (t.prompt, t.state.blight) == ("rest", 3)
    t.choose("done")
    assert (t.prompt, t.state.blight) == ("explore", 6)
    assert len(t.told("DB-TRACK-002")) == 1


@rule("DB-TOKEN-009")
def test_an_encounter_left_by_retreat_counts(table: Table) -> None:
    t = table(at="icon", active=["encounter", "rest"], blight=2, enemies=[WEAK])
    t.choose("retreat")
    assert (t.prompt, t.row, t.state.blight) == ("rest", [], 2)
    t.choose("done")
    assert (t.prompt, t.state.blight) == ("explore", 4)


@rule("DB-TOKEN-010")
@pytest.mark.parametrize("back", ["a declined Sidequest", "a second Adventure side", "nothing"])
def test_a_resolved_token_goes_to_the_supply(table: Table, back: str) -> None:
    quest, icons = (BAG if back == "a declined Sidequest" else None), (["rest"] if "side" in back else [])
    where = set()
    for seed in range(8):
        used = token("event", "rest", name="used", quest=quest, back=icons)
        t = table(at="rest", active=used, icon=2, position="B3", tokens={"A3": ["rest"]}, seed=seed)
        before, number = t.state.supply.cards(), t.state.active
        t.choose("done")
        if t.prompt == "sidequest":
            assert t.state.supply.cards() == before
            t.choose("decline")
        assert sorted(t.state.supply.cards()) == sorted([*before, number])
        assert t.state.tokens[PLACES.index("B3")] == -1
        where.add(t.state.supply.cards().index(number))
        t.choose("go", "A3").choose("done")
        assert "B3" not in t.offered
    assert len(where) > 1, "it is shuffled in"


@rule("DB-TOKEN-010")
def test_a_place_stays_empty_until_the_map_is_reset(table: Table) -> None:
    t = table(mode="descent", position="B3", hand=[BLOW, ...], row=[boss(health=1)], tokens={"B3": None})
    assert t.state.tokens[PLACES.index("B3")] == -1
    t.play(BLOW).end()
    assert t.state.tokens[PLACES.index("B3")] >= 0


@rule("DB-TOKEN-016")
def test_an_encounter_always_happens(table: Table) -> None:
    assert table(at="encounter", blight=0, enemies=[WEAK, WEAK.id]).foes == ["weak"]
    t = table(at="encounter", blight=0, enemies=[], enemy_discard=[enemy("late", level=4)])
    assert (t.prompt, t.foes) == ("attack", ["late"])
    assert min(n for track in t.content.blight_enemies for n in track) == 1


@rule("DB-TOKEN-016")
@pytest.mark.parametrize("players", [1, 2])
def test_with_no_enemy_anywhere_the_icon_is_resolved(table: Table, players: int) -> None:
    t = table(
        at="icon", active=["encounter", "rest"], players=players, enemies=[], enemy_discard=["lamp-eel"], defense=0
    )
    assert (t.prompt, t.row, t.state.fight, t.p1.defense) == ("rest", [], 0, 0)
    assert not {"DB-COMBAT-001", "DB-COMBAT-003", "DB-COMBAT-031"} & set(t.rules_told)


# -- marker tokens


@rule("DB-TOKEN-012")
def test_only_the_total_of_wounds_matters(table: Table) -> None:
    five = action("five", damage=5)
    wounds, views = [], []
    for hits in ([five, TAP, action("tip", damage=1)], [action(f"hit-{n}", damage=1) for n in range(7)]):
        t = table(hand=hits, row=[enemy(health=9)], max_attacks=9)
        for card in hits:
            t.play(card)
        wounds.append(t.row[0].wounds)
        views.append(t.session.view(1)["row"][0]["wounds"])
    assert (wounds, views) == ([7, 7], [7, 7])


@rule("DB-TOKEN-013")
def test_a_stun_marker_lies_until_the_stun_is_used_up(table: Table) -> None:
    daze = action("daze", damage=0, abilities="stun")
    t = table(hand=[daze, ...], row=[enemy(health=90, damage=3)], max_attacks=1, health=6)
    assert not t.session.view(1)["row"][0]["stunned"]
    t.play(daze)
    assert t.session.view(1)["row"][0]["stunned"]
    assert "stunned" in repr(t.rules.row_panel(t.state))
    t.end()
    assert (t.state.round, t.p1.health, t.session.view(1)["row"][0]["stunned"]) == (2, 6, False)
    t.choose(*next(o for o in t.options if o[0] == "play" and not t.content.abilities[o[1]])).end()
    assert t.p1.health < 6


@rule("DB-TOKEN-013")
def test_a_stunned_player_is_marked(table: Table) -> None:
    t = table(at="enemies-turn", row=[enemy(health=90, abilities="stun_player")])
    assert t.session.view(1)["players"][0]["stunned"]
    t.choose(*t.options[0]).end()
    t = table(row=[enemy(health=90, damage=0)], stunned=True)
    t.choose(*t.options[0]).end()
    assert not t.session.view(1)["players"][0]["stunned"]


@rule("DB-TOKEN-014")
@pytest.mark.parametrize(("tokens", "damage"), [(0, 1), (1, 2), (2, 3)])
def test_vulnerability_tokens_add_up(table: Table, tokens: int, damage: int) -> None:
    t = table(hand=[TAP, ...], row=[enemy(health=9, melee_vulnerability=1, melee_tokens=tokens, spell_tokens=4)])
    t.play(TAP)
    assert t.row[0].wounds == damage


@rule("DB-TOKEN-014")
def test_vulnerability_tokens_on_a_player_add_up(table: Table) -> None:
    foes = [enemy(damage=0, abilities="expose_melee 1"), enemy(damage=0, abilities="expose_melee 1"), enemy(damage=1)]
    t = table(at="enemies-turn", row=foes, health=6, defense=0)
    assert (t.p1.vuln_melee, t.p1.vuln_spell, t.p1.health) == (3, 1, 3)


@rule("DB-TOKEN-015")
def test_leader_and_target_tokens_are_for_coop(table: Table) -> None:
    solo = table(row=[enemy(health=9)])
    view = solo.session.view(1)
    assert (view["leader"], view["row"][0]["target"]) == (None, None)
    assert not any(word in repr(solo.rules.panels(solo.state, 1)) for word in ("Leader", "attacks Player"))
    coop = table(row=[enemy(health=9, target=2)], p2={}, leader=2)
    view = coop.session.view(1)
    assert (view["leader"], view["row"][0]["target"]) == (2, 2)
    assert all(word in repr(coop.rules.panels(coop.state, 1)) for word in ("Leader", "attacks Player 2"))
