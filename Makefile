# The doors of the project. `make help` lists them; the first one that needs .venv makes it.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
LOCK := uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --no-header $(if $(UPGRADE),--upgrade)
LOCKED := .venv/.locked
STAMP := .venv/.installed
JOBS ?= 2

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install demo serve test check format bench peers coverage clients openapi golden lock clean

help: ## list the doors
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

install: $(STAMP) ## make .venv, and install the locked packages and the project into it

$(LOCKED): requirements-dev.lock
	@$(PYTHON) -c 'import sys; sys.exit("Roundtable needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@echo "Installing into .venv, once; this takes about a minute."
	$(PYTHON) -m venv .venv
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	@touch $@

# The build backend is one of the locked packages: nothing is fetched here.
$(STAMP): $(LOCKED) pyproject.toml requirements.in
	$(PIP) install --no-index --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(STAMP) ## play whole games over HTTP, from nothing to the results
	$(BIN)/roundtable demo

serve: $(STAMP) ## start everything and keep it running
	$(BIN)/roundtable serve

test: $(STAMP) ## run all tests (JOBS=2 at a time)
	$(BIN)/python -m pytest -q -n $(JOBS)

check: $(STAMP) ## look at format, lint, types, imports, packages, spelling, OpenAPI document
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy tests
	$(BIN)/lint-imports --no-cache
	$(BIN)/deptry .
	$(BIN)/codespell
	$(BIN)/python -m api.openapi --check

format: $(STAMP) ## put the code into shape, and tell what is left to do by hand
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/ruff check .

bench: $(STAMP) ## measure against the floors and print the ratios
	$(BIN)/python -m bench

peers: $(STAMP) ## install boardgame.io and OpenSpiel for bench, each in a folder of its own
	$(BIN)/python -m bench.peers

coverage: $(STAMP) ## run all tests and tell which lines they miss: none of the domain, 5 % of all
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n $(JOBS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --include='domain/*' --fail-under=100
	$(BIN)/coverage report

clients: $(STAMP) ## generate clients from the OpenAPI document and play with them
	$(BIN)/python -m clients.check

openapi: $(STAMP) ## write openapi/openapi.json anew
	$(BIN)/python -m api.openapi --write

golden: $(STAMP) ## record new golden games; never rewrites one
	$(BIN)/python -m tests.golden.record

lock: $(STAMP) ## lock the packages with their hashes (UPGRADE=1: the newest ones)
	$(BIN)/$(LOCK) requirements.in --output-file requirements.lock
	$(BIN)/$(LOCK) requirements-dev.in --output-file requirements-dev.lock
	$(BIN)/$(LOCK) bench/peers/openspiel.in --output-file bench/peers/openspiel.lock
	@if command -v npm >/dev/null; then cd bench/peers/boardgame_io && $(if $(UPGRADE),rm -f package-lock.json &&) \
		npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund \
		&& cd $(CURDIR) && $(BIN)/python -m bench.peers.lock; \
		else echo "npm is not installed: the lock of bench/peers/boardgame_io stays as it is."; fi

clean: ## remove what was made, .venv too
	rm -rf .venv build dist *.egg-info .coverage .coverage.* clients/generated
	rm -rf bench/peers/.venv bench/peers/boardgame_io/node_modules
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
