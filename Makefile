# Two commands do all set-up on a fresh machine with Python 3.11+ and make:
#   make run     a living casino floor on this machine: open the address that it prints
#   make test    format, lint, strict types, import direction, doctests, README examples, tests
# and, longer: make proofs, make bench, make campaign, make table-campaign, make jackpots, make sixteen,
#   make kill, make storm, make peers, make restarts, make soak, make siege, make soak-pages
# and, to look at: make screenshots

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
TESTS := .venv/.tests
POSTGRESQL := .venv/.postgresql
CHROMIUM := .venv/.chromium

.PHONY: run test proofs bench campaign table-campaign jackpots sixteen kill storm peers restarts soak \
    siege screenshots soak-pages docs format clean

run: $(READY)
	@$(BIN)/pitboss serve --demo

test: $(TESTS) $(POSTGRESQL) $(CHROMIUM)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

# The tests that take long: lost workers and clusters, and the proofs of a large size.
proofs: $(TESTS) $(POSTGRESQL) $(CHROMIUM)
	$(BIN)/pytest -m slow -n 2

# Times and ratios against peers, in one run: some minutes, no assertions.
bench: $(TESTS) $(CHROMIUM)
	@$(call installed,-r bench/requirements.txt)
	$(BIN)/python bench/targets.py
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/sentences.py
	$(BIN)/python bench/odds.py
	$(BIN)/python bench/simulate.py
	$(BIN)/python bench/table.py
	$(BIN)/python bench/jackpots.py
	$(BIN)/python bench/house.py
	$(BIN)/python bench/journal.py
	$(BIN)/python bench/serving.py
	$(BIN)/python bench/pages.py
	$(BIN)/python bench/fuzz.py

# The cut-card effect in 4,000,000,000 coups: a few minutes.
campaign: $(READY)
	$(BIN)/python bench/cut_card.py

# 200,000 rounds through the decider, hold against exact edges, every invariant: some minutes.
table-campaign: $(READY)
	$(BIN)/python bench/table_rounds.py

# 1,000,000 commands at fifty linked tables, audited line by line: some minutes. SEED=n for others.
SEED ?= 12
jackpots: $(TESTS)
	PITBOSS_SEED=$(SEED) PITBOSS_COMMANDS=1000000 $(BIN)/pytest -s tests/test_jackpot_walk.py

# Sixteen houses on one PostgreSQL meter for a minute, hits throughout.
sixteen: $(TESTS) $(POSTGRESQL)
	PITBOSS_HOUSES=16 PITBOSS_SECONDS=60 $(BIN)/pytest -s tests/test_house_owners.py

# Three servers of one house on PostgreSQL, sixty tables, killed and stopped meanwhile: some minutes.
peers: $(TESTS) $(POSTGRESQL)
	PITBOSS_SEED=$(SEED) PITBOSS_SECONDS=300 $(BIN)/pytest -s tests/test_serving_peers.py

# A busy house is killed 300 times on each database, and its server 20 times: some 15 minutes.
kill: $(TESTS) $(POSTGRESQL)
	PITBOSS_SEED=$(SEED) PITBOSS_KILLS=300 PITBOSS_SERVER_KILLS=20 \
	    $(BIN)/pytest -s tests/test_house_kill.py

# 1,000,000 commands to a house in a storm, on both databases: an hour. SEED=n for others.
COMMANDS ?= 1000000
storm: $(TESTS) $(POSTGRESQL)
	PITBOSS_SEED=$(SEED) PITBOSS_COMMANDS=$(COMMANDS) $(BIN)/pytest -s tests/test_house_storm.py

# 100,000 hostile requests and more to a house on the web: some ten minutes. SEED=n for others.
REQUESTS ?= 100000
siege: $(TESTS)
	PITBOSS_SEED=$(SEED) PITBOSS_REQUESTS=$(REQUESTS) $(BIN)/pytest -s tests/test_siege.py
	PITBOSS_EXAMPLES=$$(($(REQUESTS) / 2000 + 6)) $(BIN)/pytest -s tests/test_web_schema.py

# A demo under load is killed 100 times on each database, in mid-round: some 20 minutes.
RESTARTS ?= 100
restarts: $(TESTS) $(POSTGRESQL)
	PITBOSS_SEED=$(SEED) PITBOSS_RESTARTS=$(RESTARTS) $(BIN)/pytest -s tests/test_restarts.py

# The demo, untouched but for a hit shown by hand, with a shoe change and a day close among it.
MINUTES ?= 30
soak: $(TESTS)
	$(BIN)/python tests/soak.py $(MINUTES)

# The living floor in a browser for half an hour: the memory of its pages and of the server.
soak-pages: $(TESTS) $(CHROMIUM)
	$(BIN)/python tests/soak_pages.py $(MINUTES)

# Every page at every size, in both themes and in its states: contact sheets in build/screenshots.
# PAGES="seat sign" makes only those.
screenshots: $(TESTS) $(CHROMIUM)
	$(BIN)/python tests/screenshots.py $(PAGES)

# The page of the floor file is made from the descriptions of its keys; that of who may do what from
# the table that the tests hold the server to.
docs: $(READY)
	$(BIN)/python -c "from pitboss.table.floor.page import page; print(page(), end='')" > docs/FLOOR.md
	$(BIN)/python tests/web_access.py > docs/ACCESS.md

format: $(TESTS)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests bench -name __pycache__ -type d -exec rm -rf {} +

# The first use of a kernel compiles it, for seconds; what is compiled is kept beside the source.
KERNELS := sentences coups countability throws shooters
.PHONY: kernels $(KERNELS)
kernels: $(KERNELS)
sentences:
	@$(BIN)/pitboss odds --game baccarat --event "player.pair and player.suited" > /dev/null
coups:
	@$(BIN)/pitboss simulate ez-baccarat --rounds 1000 > /dev/null 2>&1
countability:
	@$(BIN)/pitboss countability ez-baccarat/dragon-7 --shoes 10 > /dev/null 2>&1
throws:
	@$(BIN)/pitboss simulate 3-dice-baccarat --rounds 1000 > /dev/null 2>&1
shooters:
	@$(BIN)/pitboss simulate dice-works --rounds 1000 > /dev/null 2>&1

# uv installs in seconds what takes pip a minute; where it is not to be had, pip does it.
UV := uv==0.13.7
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
installed = VIRTUAL_ENV=.venv $(BIN)/uv pip install --quiet $(1) 2> /dev/null || $(PIP) $(1)

# The environment is made anew when what it is made from changes. Compiling here, and reading the
# catalog once, and the kernels, keeps the first command fast also where Python is told not to write bytecode.
$(READY): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	    || { echo "pitboss needs Python 3.11 or later; try: make PYTHON=python3.11 $@" >&2; exit 2; }
	@$(PYTHON) -m venv .venv || { [ "$$(id -u)" = 0 ] && apt-get update -q \
	    && apt-get install -qy python3-venv && $(PYTHON) -m venv .venv; }
	@$(PIP) $(UV) 2> /dev/null || true
	@$(call installed,-r requirements.txt)
	@$(call installed,--no-build-isolation --no-deps -e .)
	@$(BIN)/python -m compileall -q src
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/pitboss check > /dev/null
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/pitboss games > /dev/null
	@$(MAKE) --no-print-directory -j 2 kernels
	@touch $@

$(TESTS): $(READY) requirements-test.txt
	@$(call installed,-r requirements-test.txt)
	@touch $@

# The tests of the house start a PostgreSQL of their own: the system's, or that of a wheel.
$(POSTGRESQL): $(READY) tests/postgresql.txt
	@command -v initdb > /dev/null || ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 \
	    || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy postgresql; } \
	    || { $(call installed,-r tests/postgresql.txt); }
	@touch $@

# The tests of the pages drive the system's browser.
$(CHROMIUM): $(TESTS)
	@command -v chromium > /dev/null || command -v google-chrome > /dev/null \
	    || { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy chromium; } \
	    || { echo "the tests of the pages need Chromium; install the package chromium" >&2; exit 2; }
	@touch $@
