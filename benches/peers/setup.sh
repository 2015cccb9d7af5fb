#!/usr/bin/env bash
# One throw-away virtual environment per peer, under $PEERS_HOME.
set -euo pipefail
home=${PEERS_HOME:-$HOME/.cache/undercroft-peers}
python=${PEERS_PYTHON:-python3}
mkdir -p "$home"
for pinned in catanatron==3.2.1 rlcard==1.2.0; do
  name=${pinned%%==*}
  [ -d "$home/$name" ] || "$python" -m venv "$home/$name"
  "$home/$name/bin/pip" install --quiet "$pinned"
done
