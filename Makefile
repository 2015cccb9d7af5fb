# Undercroft. `make help` lists what there is; `make demo` and `make test` are the two to know.
# Everything goes into .venv at the root; stamp files inside it keep re-runs quick.

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
DONE := $(VENV)/.done
DIST := dist

# The first interpreter that is new enough; `make PYTHON=python3.12 …` says otherwise.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
JOBS ?= 2
AGENT ?= heuristic
PYTEST_FLAGS ?=

GAMES := death-binder netherworld-candle
PLUGINS := $(patsubst %/pyproject.toml,%,$(wildcard plugins/*/pyproject.toml examples/*/pyproject.toml))
RUST_SOURCES := Cargo.toml $(wildcard Cargo.lock) $(shell find rust -name '*.rs' -o -name Cargo.toml)
REQUIREMENTS := run demo dev

# maturin and cargo should agree on the interpreter, or each rebuilds what the other has built.
export PYO3_PYTHON := $(abspath $(PY))
export VIRTUAL_ENV := $(abspath $(VENV))
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.PHONY: help demo install develop test lint format types rust python conformance coverage docs bench wheels \
	test-all requirements clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name text; do \
		printf '  make %-14s %s\n' "$$name" "$$text"; done

# ------------------------------------------------------------------ installation

$(DONE)/venv:
	@test -n "$(PYTHON)" || { echo "Undercroft needs Python 3.11 or newer: none found (set PYTHON=…)" >&2; exit 1; }
	@command -v cargo >/dev/null || { echo "Undercroft's core is built with Rust: cargo is not on PATH" >&2; exit 1; }
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@mkdir -p $(DONE) && touch $@

$(DONE)/demo: requirements/demo.txt $(DONE)/venv
	$(PY) -m pip install --quiet -r $<
	@touch $@

$(DONE)/dev: requirements/dev.txt $(DONE)/demo
	$(PY) -m pip install --quiet -r $<
	@touch $@

$(DONE)/core: $(RUST_SOURCES) pyproject.toml $(DONE)/demo
	PIP_QUIET=1 $(BIN)/maturin develop --release --locked --quiet
	@touch $@

$(DONE)/plugins: $(addsuffix /pyproject.toml,$(PLUGINS)) $(DONE)/core
	$(PY) -m pip install --quiet --no-deps --no-build-isolation $(addprefix -e ,$(PLUGINS))
	@touch $@

install: $(DONE)/plugins ## build the core and install everything into .venv

develop: $(DONE)/dev $(DONE)/plugins ## the same, with the tools that test and document it

# ------------------------------------------------------------------ the two commands

demo: install ## install, then simulate thousands of games
	@echo
	$(BIN)/undercroft simulate death-binder --games 2000 --seed 7 --agent $(AGENT) --workers $(JOBS)
	@echo
	$(BIN)/undercroft simulate death-binder --mode descent --players 2 --games 1000 --seed 7 --agent $(AGENT) --workers $(JOBS)
	@echo
	$(BIN)/undercroft simulate netherworld-candle --mode adventure --set scenario=prologue --players 2 --games 300 --seed 7 \
		--agent $(AGENT) --workers $(JOBS)
	@echo
	@echo "Now play one: $(BIN)/undercroft play death-binder"

test: develop ## every check there is: lint, types, Rust, Python, conformance, docs, wheels
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory docs
	@$(MAKE) --no-print-directory rust
	@$(MAKE) --no-print-directory python
	@$(MAKE) --no-print-directory conformance
	@echo "make test: all checks passed"

# ------------------------------------------------------------------ the single checks

lint: $(DONE)/dev ## ruff and rustfmt, nothing changed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cargo fmt --all --check

format: $(DONE)/dev ## let ruff and rustfmt put things in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	cargo fmt --all

types: develop ## mypy --strict, and the stub of the Rust module against the module
	$(BIN)/mypy
	for plugin in $(PLUGINS); do (cd $$plugin && MYPYPATH=src:tests $(CURDIR)/$(BIN)/mypy --config-file $(CURDIR)/pyproject.toml \
		--cache-dir $(CURDIR)/.mypy_cache src $$(ls -d tests 2>/dev/null)) || exit 1; done
	$(PY) -m mypy.stubtest undercroft._core

rust: develop ## clippy with warnings as errors, cargo test
	cargo clippy --quiet --locked --workspace --all-targets -- -D warnings
	cargo test --quiet --locked

python: develop ## pytest over framework, plugins, examples, README and wheels
	$(BIN)/pytest -n $(JOBS) $(PYTEST_FLAGS)

conformance: develop ## the conformance kit on every game of this repository
	for game in $(GAMES); do $(BIN)/pytest -n $(JOBS) --undercroft $$game || exit 1; done

coverage: develop ## which rules of the games the tests prove
	for game in $(GAMES); do $(BIN)/pytest -q -n $(JOBS) --rule-coverage $(DONE)/coverage.json plugins/$$game \
		&& $(BIN)/undercroft rules $$game --coverage $(DONE)/coverage.json || exit 1; done

docs: develop ## build the documentation into docs/_build, warnings are errors
	$(PY) -m sphinx -E -W --keep-going -q -b html docs docs/_build/html

bench: develop ## the benchmarks
	cargo bench --quiet --locked
	$(BIN)/pytest benches --benchmark-only -p no:xdist

wheels: develop ## the abi3 wheel and one wheel a plugin, into dist/; then the test that installs them
	rm -rf $(DIST)
	$(BIN)/maturin build --release --locked --quiet --out $(DIST)
	for plugin in $(filter plugins/%,$(PLUGINS)); do $(PY) -m build --no-isolation --wheel --outdir $(DIST) $$plugin || exit 1; done
	UNDERCROFT_WHEELS=$(DIST) $(BIN)/pytest tests/meta/test_wheels.py

test-all: develop ## the Python tests on CPython 3.11, 3.12 and 3.13 (nox)
	$(BIN)/nox

requirements: $(DONE)/dev ## pin the newest versions into requirements/*.txt
	$(PY) -m pip install --quiet uv
	for name in $(REQUIREMENTS); do $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--no-annotate --no-header -o requirements/$$name.txt requirements/$$name.in || exit 1; done

clean: ## remove what was built, .venv included
	rm -rf $(VENV) $(DIST) target docs/_build .mypy_cache .ruff_cache .pytest_cache .nox .hypothesis .benchmarks
	find python -name '_core*.so' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
