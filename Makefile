# Everything runs from .venv, which `make setup` fills from the lock file; once it is in place
# setup does nothing. PYTHON chooses the interpreter for a new .venv (3.11 or later).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
JOBS ?= 2

.PHONY: help setup serve test lint types bench openapi lock clean

help:
	@echo "make serve    run the API, the workers and Redis"
	@echo "make test     run the whole test suite"
	@echo "make lint     ruff, the formatter's check and the import rules"
	@echo "make types    mypy, strict"
	@echo "make bench    measure the engine"
	@echo "make openapi  write openapi/openapi.json anew"

setup: $(STAMP)

$(STAMP): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; set PYTHON=...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

serve: setup
	@exec $(BIN)/dominant-species serve

test: setup
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup
	$(BIN)/mypy

bench: setup
	$(BIN)/dominant-species bench

openapi: setup
	$(BIN)/dominant-species openapi --write

# Needs uv. Versions and hashes only: no addresses get into the lock files.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --python-version 3.11 pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --python-version 3.11 pyproject.toml --group dev -o requirements-dev.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
