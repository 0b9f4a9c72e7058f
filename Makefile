# make chat   set up and talk to the demo assistant      make test   set up and run every test
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install --quiet --progress-bar off --require-hashes

.PHONY: chat test test-system check format bench bench-actions lock clean

chat: $(VENV)/.chat
	@$(BIN)/volition chat $(ARGS)

test: $(VENV)/.dev
	@$(BIN)/volition models pull smollm2-135m
	@$(BIN)/python -m pytest $(ARGS)

test-system: $(VENV)/.dev
	@sh tests/system/install.sh
	@$(BIN)/python -m pytest --override-ini addopts="--import-mode=importlib --strict-markers -q" tests/system -rs $(ARGS)

bench: $(VENV)/.dev
	@for each in benchmarks/imports.py benchmarks/embedded.py; do $(BIN)/python $$each; done

check: $(VENV)/.dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

bench-actions: $(VENV)/.dev
	@for each in tokens search import; do $(BIN)/python benchmarks/actions_$$each.py; done

lock: | $(VENV)/bin/python
	@$(PIP) install --quiet uv
	@for name in chat dev; do \
	  group=$$([ $$name = dev ] && echo dev || echo build); \
	  $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet \
	    --extra embedded --extra openai --group $$group pyproject.toml -o requirements/$$name.lock; done

clean:
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Volition needs Python 3.11 or newer; set PYTHON=python3.x")'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.chat: requirements/chat.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the assistant needs (about a minute the first time) ..."
	@$(INSTALL) -r requirements/chat.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.lock pyproject.toml | $(VENV)/bin/python
	@echo "Installing what the tests need (about a minute the first time) ..."
	@$(INSTALL) -r requirements/dev.lock
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@ $(VENV)/.chat
