# Every target installs what it needs into a virtual environment in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/run
SERVE := $(VENV)/serve
DEV := $(VENV)/dev
BIOME := $(BIN)/node $(VENV)/node_modules/@biomejs/biome/bin/biome
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
say = printf '%s ...\n' $1 >&2
# With the development tools, only changed files are compiled, and a compiler warning is an error.
AS_DEVELOPER := --no-build-isolation --config-settings=cmake.define.FINALTABLE_DEVELOPMENT=ON
# Do not compile bytecode at installation: most of it would never be imported.
# Always cache it on import; otherwise every test process would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
install = $(BIN)/python scripts/requirements.py $1 > $(VENV)/requirements.txt && $(PIP) install --no-compile --requirement $(VENV)/requirements.txt
# tests/conftest.py sets the number of processes and assigns tests to them.
PYTEST := $(BIN)/pytest --numprocesses=logical
# mypy runs in parallel with the tests; its output is printed after theirs.
with_types = $(BIN)/mypy > $(VENV)/types.txt 2>&1 & types=$$!; $1; tests=$$?; \
	wait $$types; types=$$?; echo "$(BIN)/mypy"; cat $(VENV)/types.txt; exit $$((tests + types))
# The commit of version 0.2.0, for make coverage: there is no tag.
SINCE ?= c44dc6ae
ARGS ?= compare 1000 500 100 --payouts 100,50

.PHONY: run serve test check lint format types unit pictures coverage measure lighthouse tasks browser golden figures evidence notebook preflop threeway boards pack tournaments strangers fuzz mutants wasm icons constants bench docs site dist release lock versions clean

run: $(RUN)  ## ICM and DCM side by side for the paper's first example, or any command line: make run ARGS="..."
	@$(BIN)/finaltable $(ARGS)

serve: $(SERVE)  ## the page and the API on http://127.0.0.1:8000/
	@$(BIN)/finaltable serve

test: lint browser  ## lint, types and all tests
	@$(call with_types,$(PYTEST))

check: lint  ## the same without slow tests: less than a minute
	@$(call with_types,$(PYTEST) -m "not slow" --hypothesis-profile=quick)

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo --cache-dir .cache/imports
	$(BIN)/hadolint Dockerfile
	$(BIN)/clang-format --dry-run --Werror $(wildcard core/*/*.?pp core/*/*.inc benchmarks/*.cpp)
	$(BIOME) check --error-on-warnings

format: $(DEV)  ## Python, JavaScript and CSS, as lint wants them
	$(BIN)/ruff format .
	$(BIOME) check --write

types: $(DEV)
	$(BIN)/mypy

unit: $(DEV) browser
	$(PYTEST)

browser: $(DEV)  ## a browser for the tests of the page, if there is none
	@$(BIN)/python scripts/install_browser.py

pictures: $(DEV) browser  ## pictures of every screen, width and theme, into tests/screenshots/
	FINALTABLE_PICTURES=1 $(BIN)/pytest tests/page/test_app_looks.py

tasks: $(DEV) browser  ## one task on each screen, on a phone and a desk, offline and with a slow network: taps, seconds
	@$(BIN)/python -m scripts.page_tasks

lighthouse: $(DEV) browser  ## the page's scores on a throttled phone; Lighthouse is fetched by npm
	@$(BIN)/python scripts/lighthouse.py

coverage: $(DEV) browser  ## run all tests, and print the lines and branches since version 0.2.0 that they do not reach
	$(PYTEST) --cov --cov-report=
	$(BIN)/python -m scripts.new_coverage .coverage $(SINCE)

measure: $(DEV)  ## lines per file, longest functions, duplicated lines, imports, files that a call crosses
	$(BIN)/python scripts/measure.py

golden: $(DEV)  ## update the golden files of the tests, and the outputs in the documentation
	$(BIN)/python -m tests.golden
	$(BIN)/python docs/pages.py
	$(BIN)/python -m tests.documents

figures: $(DEV) browser  ## draw the figures of the documentation again
	$(BIN)/python docs/figures.py
	$(BIN)/python -m scripts.page_pictures

evidence: $(DEV)  ## update the-evidence.md and its figure from the public results: make evidence RESULTS=folder
	$(BIN)/python -m scripts.evidence $(RESULTS)

notebook: $(DEV)  ## run the notebook and keep its outputs
	$(BIN)/python -m tests.notebook

docs: $(DEV)  ## the documentation, into site/; every warning is an error
	$(BIN)/zensical build --strict
	@echo "Open site/index.html"

site: docs  ## the page and the documentation as static files, into build/site/
	$(BIN)/python -m scripts.build_site
	@echo "Try it: python3 -m http.server --directory build/site"

dist: $(DEV)  ## an sdist and wheels in dist/; the wheels are tried in empty environments without a compiler
	rm -rf dist
	$(BIN)/python -m build --sdist --outdir dist
	$(BIN)/python -m scripts.build_wheels dist
	$(BIN)/python -m scripts.check_wheel dist --page
	$(BIN)/python -m scripts.check_dist dist

release: test docs dist  ## everything that a release needs: tests, documentation, wheels, and its notes in dist/notes.md
	@awk '/^## /{section++} section == 1' CHANGELOG.md > dist/notes.md
	@! grep '^## Unreleased' dist/notes.md || { echo "CHANGELOG.md has no version and date at the top" >&2; exit 1; }
	@ls -l dist

lock: $(DEV)  ## the packages of the tests with their hashes, into pylock.toml
	$(BIN)/python -m scripts.lock

versions: $(DEV)  ## test with the lowest versions allowed, and with the newest on newer Pythons
	$(BIN)/python -m scripts.check_versions

pack: $(DEV)  ## solve the spots that come with the package again: two minutes of processor time
	$(BIN)/python -m scripts.training_pack

tournaments: $(DEV)  ## solve the tournaments that come with the page again: five minutes of processor time
	$(BIN)/python -m scripts.tournament_pack

preflop: $(DEV)  ## count the table of two hands before the flop again
	$(BIN)/python scripts/preflop_table.py

threeway: $(DEV)  ## count the table of three hands before the flop again: four minutes of processor time
	$(BIN)/python -m scripts.threeway_table
	$(BIN)/python -m scripts.pack_three

boards: $(DEV)  ## count again how boards decide a showdown of two hands: a minute of processor time
	$(BIN)/python -m scripts.board_table
	$(BIN)/python -m scripts.pack_three

strangers: $(DEV)  ## attack a server, and print the response times of another client
	$(BIN)/python -m scripts.strangers

fuzz: $(DEV)  ## random inputs for every kernel under sanitizers, ten minutes: make fuzz ARGS="--seconds 60 icm sem"
	$(BIN)/python -m scripts.fuzz $(if $(filter file,$(origin ARGS)),,$(ARGS))

mutants: $(DEV)  ## small changes of models, money and kernels, and those that no test notices: make mutants ARGS="--seed 2"
	$(BIN)/python -m scripts.mutants $(if $(filter file,$(origin ARGS)),,$(ARGS))

wasm: $(DEV)  ## build the core as WebAssembly, for the page without a server
	$(BIN)/python -m scripts.build_wasm

icons: $(DEV) browser  ## draw the icons of the installed page again
	$(BIN)/python -m scripts.app_icons

constants: $(DEV)  ## update the constants that the page shares with Python
	$(BIN)/python -m scripts.page_constants
	$(BIOME) format --write src/finaltable/web/static/app/constants.js

bench: $(DEV)  ## measure both sides of every speed claim in one run; writes docs/reference/measured.md
	$(BIN)/python -m benchmarks

# A virtual environment with three layers of packages, each installed once and only when needed.
$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("finaltable needs Python 3.11 or newer; %s is %s. Try: make PYTHON=python3.11" % (sys.executable, sys.version.split()[0]))'
	@$(PYTHON) -c 'import ensurepip, venv' || { echo "finaltable needs Python's venv module (Debian: apt install python3-venv)" >&2; exit 1; }
	@command -v $${CXX:-c++} >/dev/null || command -v g++ >/dev/null || { echo "finaltable needs a C++20 compiler: g++ 11 or newer (Debian: apt install g++)" >&2; exit 1; }
	@$(call say,"Making a Python environment in $(VENV)")
	@$(PYTHON) -m venv $(VENV)

$(RUN): pyproject.toml CMakeLists.txt $(filter-out core/tests/%,$(wildcard core/*.txt core/*/*)) | $(BIN)/pip
	@$(call say,"Installing the packages that running needs")
	@$(call install,$(if $(wildcard $(DEV)),dev))
	@$(call say,"Compiling the core (half a minute the first time)")
	@$(PIP) install --no-deps $(if $(wildcard $(DEV)),$(AS_DEVELOPER)) --editable .
	@touch $@

$(SERVE): pyproject.toml | $(RUN)
	@$(call say,"Installing the packages that the page needs")
	@$(call install,web)
	@touch $@

$(DEV): pyproject.toml package.json | $(SERVE)
	@$(call say,"Installing the tools of development (900 MB, a few minutes)")
	@$(call install,dev)
	@cp package.json $(VENV) && $(BIN)/npm install --silent --no-audit --no-fund --no-package-lock --prefix $(VENV)
	@touch $@

clean:
	rm -rf $(VENV) build dist site .coverage .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
