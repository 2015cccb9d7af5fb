"""The same setup, seed and choices give the same digest: in any process, under any hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from cellars import last, play

from undercroft.history import fingerprint
from undercroft.session import Session

PROGRAM = """
import json
from undercroft.session import Session
digests = []
for mode in ("short", "long"):
    for players in (1, 2):
        for expansions in ((), ("moths",)):
            setup = {"mode": mode, "players": players, "weather": "any"}
            session = Session("lantern", setup, 11, expansions=expansions)
            while session.ask is not None:
                digests.append(session.digest())
                session.choose(session.ask[2][-1])
            digests.append(session.digest())
print(json.dumps(digests))
"""


def run(hash_seed: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    digests: list[str] = json.loads(done.stdout)
    return digests


def test_digests_are_the_same_in_every_process() -> None:
    first = run("0")
    assert len(first) > 40
    assert first == run("1") == run("random")


def test_what_a_digest_stands_for_is_pinned() -> None:
    assert fingerprint(("a", 1, True, None, b"x", 0.5, ())) == "1dc071568b0f4c0c49ab4a88c5cd6a54"


def test_every_choice_and_the_seed_show_in_the_digest() -> None:
    start = Session("lantern", {"players": 2}, 1)
    seen = {start.digest(), Session("lantern", {"players": 2}, 2).digest()}
    assert start.ask is not None
    for option in start.ask[2]:
        fork = start.fork()
        fork.choose(option)
        seen.add(fork.digest())
    assert len(seen) == 2 + len(start.ask[2])
    assert play(start.fork(), pick=last).digest() not in seen
