# Everything runs from .venv. `make setup` fills it from the lock file and leaves a stamp named
# after what it installed, so it does nothing while that is unchanged. PYTHON chooses the
# interpreter of a new .venv (3.11 or later).
PYTHON ?= python3
BIN := .venv/bin
LOCKED := $(shell cat requirements-dev.lock pyproject.toml | cksum | tr ' ' '-')
STAMP := .venv/installed-$(LOCKED)
JOBS ?= 2
ENGINE_TESTS := tests/rules tests/documents tests/test_cases.py tests/golden tests/perft tests/test_lockstep.py tests/workers/search/test_search.py
LINTERS := node_modules/.package-lock.json
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: help setup serve build test test-compiled proof perft golden mutants lint lint-web types bench ladder peers openapi docs lock clean

help:
	@echo "make serve    run the API, the workers and Redis"
	@echo "make test     run the whole test suite"
	@echo "make test-compiled  run the engine's tests on the compiled engine"
	@echo "make proof    the long proofs: thousands of games against the rules and in both builds"
	@echo "make lint     the linters, the formatter's check and the import rules"
	@echo "make types    mypy, strict"
	@echo "make build    compile the engine (make serve does it too)"
	@echo "make bench    measure the engine and the API"
	@echo "make ladder   measure how strong the levels are: hours; goes on where it was stopped"
	@echo "make peers    install the engines that the benchmark compares ours with"
	@echo "make perft    count the move sequences of the stored positions anew, twice"
	@echo "make mutants  change lines of the engine and see whether the tests notice"
	@echo "make golden   play the golden games anew and write their texts"
	@echo "make openapi  record the worked examples and write openapi/openapi.json anew"
	@echo "make docs     write docs/decisions.md anew, from the table of decisions"
	@echo "make lock     resolve the dependencies anew (needs uv)"
	@echo "make clean    remove .venv and every cache"

setup: $(STAMP)

$(STAMP):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; set PYTHON=...")'
	@echo "Installing into .venv what requirements-dev.lock names: a minute or two, once ..."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@rm -f .venv/installed-*
	@touch $@

# The engine as machine code, where mypy and a C compiler are found; else it runs as Python.
build: setup
	@$(BIN)/dominant-species build

serve: build
	@exec $(BIN)/dominant-species serve

test: setup
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

# The engine's tests again, on the compiled engine.
test-compiled: build
	DOMINANT_SPECIES_PURE=0 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ENGINE_TESTS)

# What takes too long for every change: many more games, and edited states, than the tests play.
proof: build
	$(BIN)/python -m tests.both_builds --moves 2000 --turns 20000
	DOMINANT_SPECIES_PURE=0 $(BIN)/python -m tests.perft.proof --jobs $(JOBS)
	DOMINANT_SPECIES_PURE=0 $(BIN)/python -m tests.lockstep --games 500 --shocked 500 --jobs $(JOBS)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m proof

# Count the stored positions anew, in the engine and against the second implementation.
perft: build
	DOMINANT_SPECIES_PURE=0 $(BIN)/python -m tests.perft.record --jobs $(JOBS)

# Do the tests notice when a line of the engine is changed? 45 minutes at most.
mutants: setup
	$(BIN)/python -m tests.mutation.run --sample 400 --minutes 45 --jobs $(JOBS)

# After a rule has changed: read the difference before you commit it.
golden: setup
	$(BIN)/python -m tests.golden.record

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory lint-web

# Needs Node (20 or later; 18 works too). REQUIRE_NODE=1 makes its absence an error.
lint-web:
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(LINTERS) && \
		node_modules/.bin/eslint service/web/play && \
		REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
			node_modules/.bin/redocly lint --config openapi/redocly.yaml openapi/openapi.json; \
	else \
		echo "*** SKIPPED: Node is missing, so openapi.json and the page WERE NOT LINTED ***" >&2; \
		test -z "$(REQUIRE_NODE)"; \
	fi

$(LINTERS): package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

types: setup
	$(BIN)/mypy

bench: build
	$(BIN)/dominant-species bench

# Plays what docs/ladder.jsonl lacks, and writes docs/ladder.md from it.
ladder: build
	$(BIN)/dominant-species ladder --jobs $(JOBS)

# Engines of other games for the benchmark, in an environment of their own; nothing else needs them.
peers: build/peers/bin/python

build/peers/bin/python: requirements-peers.lock
	@$(PYTHON) -m venv --clear build/peers
	@$@ -m pip --quiet --disable-pip-version-check install --require-hashes -r $<
	@touch $@

# Records the worked examples, then writes the document that shows them.
openapi: setup
	DOMINANT_SPECIES_PURE=1 $(BIN)/python -m tests.api.record_examples
	$(BIN)/dominant-species openapi --write

docs: setup
	$(BIN)/python -m service.documents.decision_page > docs/decisions.md

# Versions and hashes only: no addresses get into the lock files.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --python-version 3.11 pyproject.toml --extra embedded --group dev \
		-o requirements-dev.lock
	grep --after-context=3 '^peers' pyproject.toml | grep --only-matching '"[^"]*"' | tr -d '"' | \
		uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --python-version 3.11 - -o requirements-peers.lock

clean:
	rm -rf .venv build dist *.egg-info node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
