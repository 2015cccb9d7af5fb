"""Undercroft beside other libraries in one run, as a Markdown table (or ``--json``).

Rounds alternate between the two sides and each round's ratio is taken before the median, so that a slow phase of the
machine hits both. ``bash benches/peers/setup.sh`` makes the peers' environments first.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
HOME = Path(os.environ.get("PEERS_HOME", str(Path.home() / ".cache/undercroft-peers")))
OURS = [sys.executable, "-m", "benches.rates"]
DESCENT = ["death-binder", "mode=descent"]
CATANATRON = [str(HOME / "catanatron/bin/python"), str(HERE / "peer.py"), "catanatron"]


def adventure(scenario: str, players: int) -> list[str]:
    """The command that plays a scenario of Netherworld Candle on its own."""
    return [*OURS, "netherworld-candle", "mode=adventure", f"scenario={scenario}", f"players={players}"]


ROWS: list[tuple[str, list[str], str, list[str], str, float]] = [
    # what, our command, our key, the other command, its key, the ratio that is asked for
    ("delve / the same rules as bare generators", [*OURS, "delve"], "decisions_per_s", [*OURS, "reference"],
     "decisions_per_s", 0.5),
    ("Death Binder, Descent solo / catanatron 3.2.1", [*OURS, *DESCENT], "decisions_per_s", CATANATRON,
     "decisions_per_s", 6.0),
    ("Death Binder, Descent solo / rlcard 1.2.0 uno", [*OURS, *DESCENT], "decisions_per_s",
     [str(HOME / "rlcard/bin/python"), str(HERE / "peer.py"), "uno"], "decisions_per_s", 1.0),
    *((f"Netherworld Candle, {title}, {players} players / catanatron 3.2.1", adventure(scenario, players),
       "decisions_per_s", CATANATRON, "decisions_per_s", 2.5)
      for scenario, title in (("prologue", "prologue"), ("generals-tomb", "scenario 2")) for players in (2, 4)),
    ("catanatron's copy / a fork in a Combat turn", CATANATRON, "copy_us", [*OURS, "fork"], "fork_us", 4.0),
    ("a fork in a Combat turn / one in a fight of Netherworld Candle", [*OURS, "fork"], "fork_us",
     [*OURS, "fork", "netherworld-candle"], "fork_us", 0.33),
    ("delve: a fork after 10 decisions / after 1,000", [*OURS, "long-fork", "10"], "fork_us",
     [*OURS, "long-fork", "1000"], "fork_us", 0.8),
]  # fmt: skip


def figure(command: list[str], key: str) -> float:
    """Run a command and take one figure from its last line."""
    env = dict(os.environ, RATE_ROUNDS="1")
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, check=False)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(command)}\n{done.stderr[-800:]}")
    return float(json.loads(done.stdout.strip().splitlines()[-1])[key])


def measure(row: tuple[str, list[str], str, list[str], str, float], rounds: int) -> dict[str, Any]:
    """One row: medians of both sides and of the ratios."""
    what, first, first_key, second, second_key, wanted = row
    pairs = [(figure(first, first_key), figure(second, second_key)) for _ in range(rounds)]
    ratios = [a / b for a, b in pairs]
    return {
        "what": what,
        "first": statistics.median(a for a, _ in pairs),
        "second": statistics.median(b for _, b in pairs),
        "ratio": round(statistics.median(ratios), 2),
        "lowest": round(min(ratios), 2),
        "highest": round(max(ratios), 2),
        "wanted": wanted,
    }


def main() -> None:
    """Measure every row and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [measure(row, asked.rounds) for row in ROWS]
    if asked.json:
        print(json.dumps({"python": platform.python_version(), "machine": platform.machine(), "rows": rows}, indent=1))
        return
    print("| what | first | second | ratio | lowest to highest | wanted |\n|---|--:|--:|--:|--:|--:|")
    for row in rows:
        print(
            f"| {row['what']} | {row['first']:,.4g} | {row['second']:,.4g} | {row['ratio']} | "
            f"{row['lowest']} to {row['highest']} | {row['wanted']} |"
        )


if __name__ == "__main__":
    main()
