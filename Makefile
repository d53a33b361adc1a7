# Everything sets itself up: Python 3.11 or newer and make are all a machine needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers
BROWSER := $(VENV)/.browser
# On every core, a file on one of them.
TEST = $(BIN)/python -m pytest --numprocesses auto --dist loadfile

# Pages do not depend on how many workers play.
BALANCE = $(BIN)/kingdice report --workers $(shell $(PYTHON) -c 'import os; print(os.cpu_count())')

GALLERY = $(BIN)/python -m kingdice.reporting.gallery reports

# Compiled kernels are kept under a hash of the sources: numba does not notice changes in files that a kernel calls.
SOURCE_HASH = $(shell cat $$(find kingdice -name '*.py' | LC_ALL=C sort) | cksum | tr ' ' '-')
export NUMBA_CACHE_DIR = $(CURDIR)/.numba-cache/$(SOURCE_HASH)

.PHONY: help warm report balance studies test test-long test-browser lint format bench fit clean

help:
	@echo "make report     build the balance report of King of Dice: reports/balance-king-of-dice"
	@echo "make balance    the same, and those of Kingdomino and Carcassonne"
	@echo "make studies    build the pages of all studies under reports/"
	@echo "make test       run the tests"
	@echo "make test-long  run the long statistical tests too"
	@echo "make test-browser  run the tests that drive a real browser (needs chromium on PATH)"
	@echo "make warm       compile everything beforehand"
	@echo "make lint       ruff and mypy"
	@echo "make fit        fit the weights of far-sighted and greedy players again (minutes)"
	@echo "make bench      benchmarks against baselines and peers"

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("kingdice needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

$(BROWSER): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,browser]'
	touch $@

$(PEERS): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,peers]'
	touch $@

report: $(READY)
	$(BALANCE) king-of-dice --out reports/balance-king-of-dice
	$(GALLERY)

balance: report
	$(BALANCE) kingdomino --out reports/balance-kingdomino
	$(BALANCE) carcassonne --out reports/balance-carcassonne
	$(GALLERY)

studies: $(READY)
	$(BIN)/python -m analysis

warm: $(READY)
	$(BIN)/kingdice warm

test: $(READY)
	$(TEST)

test-long: $(READY)
	$(TEST) -m "long or not long"

test-browser: $(BROWSER)
	$(BIN)/python -m pytest -m browser tests/browser

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy kingdice

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(PEERS)
	$(BIN)/python -m benchmarks

fit: $(READY)
	$(BIN)/python analysis/far_sighted.py
	$(BIN)/python analysis/kingdomino_sight.py
	$(BIN)/python analysis/carcassonne_greedy.py

clean:
	rm -rf $(VENV) .numba-cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
