"""Which scenario kills campaigns? Reads what `simulate netherworld-candle --mode campaign --out FOLDER` has written."""

import sys
from collections import Counter

from undercroft import resume

tries: Counter[str] = Counter()
failed: Counter[str] = Counter()
for row in resume(sys.argv[1]).part_rows:
    tries[row["scenario"]] += 1
    failed[row["scenario"]] += row["result"] != "success"
for scenario in sorted(tries, key=lambda name: -failed[name] / tries[name]):
    print(f"{scenario:<12}{failed[scenario] / tries[scenario]:>7.1%} of {tries[scenario]:,} tries failed")
