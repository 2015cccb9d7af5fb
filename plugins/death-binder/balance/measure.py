"""Measure the balance of Death Binder and print it as Markdown.

    python plugins/death-binder/balance/measure.py [--games 2000] [--more 5000] [--seed 7] [--workers 2]
        [--campaign | --usage]

``--games`` are played for each cell of modes and start levels, ``--more`` for each option, whose effects are smaller,
and for the Campaign. ``--campaign`` tells of the Campaign alone.
``--usage`` plays with one process instead and lists what never came up.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from undercroft import Batch, Option, Stream, registry, simulate

GAME = "death-binder"
MODES = ("quick-descent", "descent")
BLINDED = "a Blinded card"
"""The eight Blinded cards are all the same and lie on one pile, so they count as one."""
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    *({"modifier": name} for name in ("heavy-air", "creeping-rot", "hardened-foes", "no-way-out", "fading-light")),
    {"modifier": "tainted-ground"},
    {"easier": True},
    {"shorter": True},
    {"map": "nightmare"},
)


def play(setup: dict[str, Any], games: int, args: argparse.Namespace, agent: str = "heuristic") -> Batch:
    """A batch of one cell; every cell has the same seed, so that the same decks and dice are met."""
    batch = simulate(GAME, games=games, agents=agent, seed=args.seed, setup=setup, workers=args.workers)
    if batch.stalled or batch.errors:
        raise SystemExit(f"{setup}: {batch.stalled} games stalled and {batch.errors} failed; expected none")
    return batch


def rate(batch: Batch) -> str:
    """A win rate with its 95 % Wilson interval, in per cent."""
    return f"{batch.win_rate:.1%} ({batch.win_rate_low:.1%} to {batch.win_rate_high:.1%})".replace("%", " %")


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head(*cells: str) -> str:
    return row(*cells) + "\n" + row(*("---" for _ in cells))


def modes(args: argparse.Namespace) -> Iterator[str]:
    """Both modes, alone and as a pair, with the rule-of-thumb player and with the random one."""
    yield head("mode", "players", "agent", "games", "won", "decisions a game")
    for agent in ("heuristic", "random"):
        for mode in MODES:
            for players in (1, 2):
                batch = play({"mode": mode, "players": players}, args.games, args, agent)
                decisions = round(batch.decisions / batch.n)
                yield row(mode, players, agent, batch.n, rate(batch), decisions)


def options(args: argparse.Namespace) -> Iterator[str]:
    """What each option does, and whether its interval is apart from that of the game without it."""
    yield head("mode", "option", "games", "won", "moves the rate by", "intervals apart")
    for mode in MODES:
        plain: Batch | None = None
        for option in OPTIONS:
            batch = play({"mode": mode, **option}, args.more, args)
            plain = plain or batch
            name = ", ".join(f"{key} {value}" for key, value in option.items()) or "none"
            if batch is plain:
                yield row(mode, name, batch.n, rate(batch), "", "")
                continue
            apart = batch.win_rate_low > plain.win_rate_high or batch.win_rate_high < plain.win_rate_low
            moved = f"{100 * (batch.win_rate - plain.win_rate):+.1f} points"
            yield row(mode, name, batch.n, rate(batch), moved, "yes" if apart else "no")


def levels(args: argparse.Namespace) -> Iterator[str]:
    """The start levels of a Quick Descent."""
    yield head("players", "start level", "games", "won")
    for players, top in ((1, 4), (2, 3)):
        for level in range(1, top + 1):
            batch = play({"players": players, "level": level}, args.games, args)
            yield row(players, level, batch.n, rate(batch))


# -- the Campaign ----------------------------------------------------------------------------------------------------


ACTS = ((1, 7), (8, 14), (15, 20), (21, 26), (27, 28))
"""The numbers of the Scenarios between two of the four gates, and those beyond the last."""


def campaign(args: argparse.Namespace) -> Iterator[str]:
    """How often the Campaign is completed, by which ending; where it is lost; how its decisions are taken."""
    setup = {"mode": "campaign"}
    yield head("agent", "games", "completed", "Scenario reached, mean", "decisions a game")
    batches = {agent: play(setup, args.more, args, agent) for agent in ("heuristic", "random")}
    for agent, batch in batches.items():
        reached = sum(game["scenario"] for game in batch.rows) / batch.n
        yield row(agent, batch.n, rate(batch), f"{reached:.1f}", round(batch.decisions / batch.n))
    batch = batches["heuristic"]
    yield ""
    yield from told_endings(batch)
    yield ""
    yield from told_losses(batch)
    yield ""
    yield from told_choices(batch)


def share(n: int, of: int) -> str:
    return f"{100 * n / max(1, of):.1f} %"


def told_endings(batch: Batch) -> Iterator[str]:
    yield head("ending", "campaigns", "part of those completed")
    endings = Counter(game["ending"] for game in batch.rows if game["result"] == "win")
    for name, count in sorted(endings.items()):
        yield row(name, count, share(count, batch.wins))


def told_losses(batch: Batch) -> Iterator[str]:
    yield head("lost while number", "campaigns", "part of those that came so far")
    lost = Counter(game["scenario"] for game in batch.rows if game["result"] == "loss")
    left = batch.n
    for first, last in ACTS:
        count = sum(lost[number] for number in range(first, last + 1))
        yield row(f"{first} to {last} was active", count, share(count, left))
        left -= count


def told_choices(batch: Batch) -> Iterator[str]:
    yield head("decision of number", "taken", "left", "right")
    taken: dict[int, Counter[str]] = {}
    for part in batch.part_rows:
        if part["choice"]:
            taken.setdefault(part["number"], Counter())[part["choice"]] += 1
    for number, counts in sorted(taken.items()):
        whole = counts.total()
        yield row(number, whole, share(counts["left"], whole), share(counts["right"], whole))


# -- what is never used -------------------------------------------------------------------------------------------


SEEN: dict[str, Counter[str]] = {}
"""What was met and chosen, by kind; here and not in the agent, of which a batch makes a copy for each seat."""


class Watcher:
    """Plays like the heuristic player and counts what is met and what is chosen."""

    looks_ahead = False

    def __init__(self) -> None:
        self.player = registry().agents_for(GAME)["heuristic"].make({})

    def begin(self, seat: int, stream: Stream) -> None:
        self.player.begin(seat, stream)

    def note(self, kind: str, name: str) -> None:
        SEEN.setdefault(kind, Counter())[name] += 1

    def choose(self, table: Any, seat: int, prompt: str, options: Sequence[Option]) -> Option:
        s, ids = table.state, table.rules.content.ids
        for foe in s.row:
            self.note("foe", ids["foe"][foe.card])
            if foe.behaviour >= 0:
                self.note("behaviour", ids["behaviour"][foe.behaviour])
        for event in (s.event, *s.event_discard[:1]):
            if event >= 0:
                self.note("event", ids["event"][event])
        if s.active >= 0:
            self.note("token", ids["token"][s.active])
        if s.tale is not None:
            met = [s.tale.scenario, *(chapter.scenario for chapter in s.tale.done[-3:])]  # some need no decision
            for card in map(table.rules.content.scenarios.__getitem__, met):
                self.note("scenario", f"{card.number}{card.variant}")
        option: Option = self.player.choose(table, seat, prompt, options)
        self.note("prompt", prompt)
        self.note("choice", option[0] if option[0] != "upgrade" else f"upgrade {option[1]}")
        if option[0] == "play":
            blinded = table.rules.content.is_blinded[option[1]]
            self.note("action", BLINDED if blinded else ids["action"][option[1]])
        elif option[0] in ("skill", "reroll"):
            self.note("skill", ids["skill"][option[1]])
        elif option == ("accept",):
            self.note("sidequest", ids["token"][s.active])
        return option


def usage(args: argparse.Namespace) -> Iterator[str]:
    """What never came up in any cell of the modes, and the rarest of each kind."""
    SEEN.clear()
    for mode, players in (("campaign", 1), *product(MODES, (1, 2))):
        setup = {"mode": mode, "players": players}
        simulate(GAME, games=args.games, agents=Watcher(), seed=args.seed, setup=setup, workers=1)
    game = registry().game(GAME)
    content = game.load_content(game.packs)
    quests = [token.id for token in content.tokens if token.quest is not None]
    told = [
        f"{card.number}{card.variant}" for card in content.scenarios if not card.ending_id
    ]  # the last number is read when all is over
    kinds = {kind: list(content.ids[kind]) for kind in ("foe", "event", "skill", "token", "behaviour")}
    kinds["action"] = [*(content.ids["action"][card] for card in (*content.ordinary, *content.specials)), BLINDED]
    yield head("kind", "different ones", "never met or used", "rarest")
    for kind, names in {**kinds, "sidequest": quests, "scenario": told}.items():
        seen = SEEN.get(kind, Counter())
        never = [name for name in names if not seen[name]]
        rarest = min((name for name in names if seen[name]), key=lambda name: seen[name], default="")
        yield row(kind, len(names), ", ".join(never) or "none", f"{rarest}: {seen[rarest]} times")
    for kind in ("prompt", "choice"):
        counts = ", ".join(f"{name} {n}" for name, n in SEEN.get(kind, Counter()).most_common())
        yield row(kind, len(SEEN.get(kind, ())), "", counts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2000, help="games for each cell of modes and levels")
    parser.add_argument("--more", type=int, default=5000, help="games for each option")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--campaign", action="store_true", help="tell of the Campaign alone")
    parser.add_argument("--usage", action="store_true", help="list what never comes up instead")
    args = parser.parse_args()
    parts: dict[str, Callable[[argparse.Namespace], Iterator[str]]]
    parts = {"Modes": modes, "Options": options, "Start levels": levels, "Campaign": campaign}
    if args.campaign or args.usage:
        parts = {"Campaign": campaign} if args.campaign else {"What comes up": usage}
    for title, part in parts.items():
        print(f"## {title}\n", flush=True)
        for line in part(args):
            print(line, flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
