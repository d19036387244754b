# Every target makes what it needs: a virtual environment in .venv with finaltable built into it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
ARGS ?= compare 1000 500 100 --payouts 100,50

.PHONY: run serve test lint types unit browser golden figures preflop bench clean

run: $(INSTALLED)  ## ICM and DCM side by side for the paper's first example, or any command line: make run ARGS="..."
	@$(BIN)/finaltable $(ARGS)

serve: $(INSTALLED)  ## the page and the API on http://127.0.0.1:8000/
	@$(BIN)/finaltable serve

test: lint types unit  ## everything that must hold

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED)
	$(BIN)/mypy

unit: $(INSTALLED) browser
	$(BIN)/pytest

browser: $(INSTALLED)  ## a browser for the tests of the page, if there is none
	@$(BIN)/python scripts/install_browser.py

golden: $(INSTALLED)  ## write the golden output files of the tests again
	$(BIN)/python -m tests.golden

figures: $(INSTALLED)  ## draw the figures of the documentation again
	$(BIN)/python docs/figures.py

preflop: $(INSTALLED)  ## count the table of hands before the flop again
	$(BIN)/python scripts/preflop_table.py

bench: $(INSTALLED)  ## both sides of every speed claim, in one run
	$(BIN)/python -m benchmarks

$(INSTALLED): pyproject.toml CMakeLists.txt $(wildcard core/*)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("finaltable needs Python 3.11 or newer; %s is %s. Try: make PYTHON=python3.11" % (sys.executable, sys.version.split()[0]))'
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "finaltable needs Python's venv module (Debian: apt install python3-venv)" >&2; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || command -v g++ >/dev/null || { echo "finaltable needs a C++20 compiler: g++ 11 or newer (Debian: apt install g++)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(INSTALLED)

clean:
	rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis
