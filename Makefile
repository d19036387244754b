# Every target makes what it needs: a virtual environment in .venv with finaltable built into it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
ARGS ?= compare 1000 500 100 --payouts 100,50

.PHONY: run serve test lint types unit coverage measure browser golden figures notebook preflop bench docs dist clean

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

coverage: $(INSTALLED) browser  ## run the tests once more and print what they do not reach
	$(BIN)/pytest --cov --cov-report=term-missing:skip-covered

measure: $(INSTALLED)  ## lines a file, longest functions, lines written twice, imports
	$(BIN)/python scripts/measure.py

golden: $(INSTALLED)  ## write the golden output files of the tests again, and the outputs in the documentation
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.documents

figures: $(INSTALLED)  ## draw the figures of the documentation again
	$(BIN)/python docs/figures.py

notebook: $(INSTALLED)  ## run the notebook and keep its outputs
	$(BIN)/python -m tests.notebook

docs: $(INSTALLED)  ## the documentation, into site/; every warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html"

dist: $(INSTALLED)  ## an sdist and a wheel in dist/, the wheel tried in an empty environment without a compiler
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(BIN)/python scripts/check_wheel.py dist

preflop: $(INSTALLED)  ## count the table of hands before the flop again
	$(BIN)/python scripts/preflop_table.py

bench: $(INSTALLED)  ## both sides of every speed claim, in one run; writes docs/how-it-works/speed.md
	$(BIN)/python -m benchmarks

$(INSTALLED): pyproject.toml CMakeLists.txt $(wildcard core/*)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("finaltable needs Python 3.11 or newer; %s is %s. Try: make PYTHON=python3.11" % (sys.executable, sys.version.split()[0]))'
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "finaltable needs Python's venv module (Debian: apt install python3-venv)" >&2; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || command -v g++ >/dev/null || { echo "finaltable needs a C++20 compiler: g++ 11 or newer (Debian: apt install g++)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(INSTALLED)

clean:
	rm -rf $(VENV) build dist site .coverage .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
