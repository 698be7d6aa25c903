# The doors of the project. `make help` lists them.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: help install demo serve test check format bench coverage clients openapi golden lock clean
help: ## list the doors
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

install: $(STAMP) ## install everything into .venv

$(STAMP): requirements-dev.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(STAMP) ## play whole games over HTTP, from an empty machine to the results
	$(BIN)/roundtable demo

serve: $(STAMP) ## start everything and leave it running
	$(BIN)/roundtable serve

test: $(STAMP) ## all tests
	$(BIN)/python -m pytest -q -n 2

check: $(STAMP) ## format, lint, types, contracts, spelling, OpenAPI document
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell
	$(BIN)/python -m api.openapi --check

format: $(STAMP) ## put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## measure against the floors and print the ratios
	$(BIN)/python -m bench

coverage: $(STAMP) ## which lines the tests reach
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

clients: $(STAMP) ## generate clients from the OpenAPI document and play with them
	$(BIN)/python -m clients.check

openapi: $(STAMP) ## write openapi/openapi.json anew
	$(BIN)/python -m api.openapi --write

golden: $(STAMP) ## record new golden games; never rewrites one
	$(BIN)/python -m tests.golden.record

lock: ## lock the dependencies with their hashes
	$(BIN)/uv pip compile requirements.in -o requirements.lock --quiet --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header
	$(BIN)/uv pip compile requirements-dev.in -o requirements-dev.lock --quiet --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links --no-header

clean: ## remove what was made
	rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis clients/generated
