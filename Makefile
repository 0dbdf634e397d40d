# Needs a Python from 3.11 on, make and the package index. `make` alone lists the targets.

PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

VENV := .venv
PEERS := .venv-peers
BENCH := .venv-bench
# Images of containers often have it. Every process, and tests start hundreds, would compile its modules anew.
unexport PYTHONDONTWRITEBYTECODE

PYTEST := $(VENV)/bin/python -m pytest
ON_POSTGRES := $(VENV)/bin/python -m tests.peers.postgres
# Four workers for two cores: many tests wait. Those of one file stay together, in the order of tests/conftest.py.
WORKERS ?= 4
SIDE_BY_SIDE := --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder
PIP_INSTALL := -m pip --disable-pip-version-check --no-input install -qq --no-compile --require-hashes --only-binary :all:
COMPILE := $(VENV)/bin/python -m uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock"

# Settings cannot load without keys: these commands get a data folder of their own for a moment.
SCRATCH := scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && export EZGRAPH_DATA_DIR="$$scratch" && \
	$(VENV)/bin/python -m ezgraph_site.bootstrap

.DEFAULT_GOAL := help

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^##@ / { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z-]+:.*## / && $$1 != "help" { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

##@ Use it

.PHONY: run
run: $(VENV)/.runtime ## Serve the site on 127.0.0.1:$PORT (8000); data in EZGRAPH_DATA_DIR
	@exec $(VENV)/bin/python -m ezgraph_site

.PHONY: chat
chat: $(VENV)/.runtime ## Talk to a graph in the terminal: GRAPH=quote, or GRAPH=receipt ARGS="--set text=@FILE"
	@exec $(VENV)/bin/python -m ezgraph_site.terminal $(or $(GRAPH),quote) $(ARGS)

##@ Change it

.PHONY: tools
tools: $(VENV)/.dev ## Install what tests and checks need, such as pytest and ruff

.PHONY: test
test: test-sqlite test-postgres test-alone ## Run all tests on SQLite, and on PostgreSQL those that use the database

.PHONY: check
check: $(VENV)/.dev ## Check style, types, import contracts, migrations and the configuration
	$(VENV)/bin/python -m ruff check
	$(VENV)/bin/python -m ruff format --check
	$(VENV)/bin/lint-imports
	@$(SCRATCH) && set -x && \
	$(VENV)/bin/python -m mypy && \
	$(VENV)/bin/python manage.py makemigrations --check --dry-run && \
	$(VENV)/bin/python manage.py migrate --verbosity 0 && \
	$(VENV)/bin/python manage.py check --database default --fail-level WARNING && \
	EZGRAPH_HTTPS=true EZGRAPH_TRUSTED_PROXIES=1 EZGRAPH_ALLOWED_HOSTS=chat.example.org \
		$(VENV)/bin/python manage.py check --deploy --fail-level WARNING

.PHONY: format
format: $(VENV)/.dev ## Mend what ruff can mend
	$(VENV)/bin/python -m ruff check --fix
	$(VENV)/bin/python -m ruff format

.PHONY: docs
docs: $(VENV)/.dev ## Write the pages that are made from code
	@$(SCRATCH) && $(VENV)/bin/python -m ezgraph_site.settings_page > docs/settings.md && \
	$(VENV)/bin/python -m ezgraph_site.observing_pages metrics > docs/metrics.md && \
	$(VENV)/bin/python -m ezgraph_site.observing_pages alerts > docs/alerts.md && \
	$(VENV)/bin/python -m ezgraph_site.reference docs/reference && \
	$(VENV)/bin/python manage.py asyncapi > docs/asyncapi.json

##@ Parts of the tests

.PHONY: test-sqlite
test-sqlite: $(VENV)/.dev $(PEERS)/.installed browser proxy ## Run all tests on SQLite, the browser's among them
	@env -u DATABASE_URL $(PYTEST) $(SIDE_BY_SIDE) --ignore tests/faults $(ARGS)

.PHONY: test-postgres
test-postgres: $(VENV)/.dev $(PEERS)/.installed proxy ## Run what uses the database, but no browser, on PostgreSQL (DATABASE_URL, or its own)
	@$(ON_POSTGRES) $(PYTEST) $(SIDE_BY_SIDE) -m "not browser and not alone" --with-database $(ARGS)

.PHONY: test-alone
test-alone: $(VENV)/.dev ## Run what measures time on PostgreSQL, with nothing beside it
	@$(ON_POSTGRES) $(PYTEST) -m alone $(ARGS)

.PHONY: test-browser
test-browser: $(VENV)/.dev browser ## Run the browser tests
	@env -u DATABASE_URL $(PYTEST) -m browser $(ARGS)

##@ What takes longer

.PHONY: faults
faults: $(VENV)/.dev ## Kill processes and fail statements at every point of a turn, 50 times each (RUNS)
	@$(ON_POSTGRES) $(PYTEST) tests/faults --fault-runs $(or $(RUNS),50) $(ARGS)

.PHONY: rolling
rolling: $(VENV)/.dev proxy ## Restart two processes behind the proxy of deploy/ under load: nothing may be lost
	@$(ON_POSTGRES) $(PYTEST) tests/scale/test_rolling.py --full-load $(ARGS)

.PHONY: load
load: $(VENV)/.dev proxy ## Run processes under load, with as many tabs and rounds as are promised
	@$(ON_POSTGRES) $(PYTEST) tests/scale --full-load $(ARGS)

.PHONY: api-document
api-document: $(VENV)/.dev ## Hold the running API against its document by schemathesis, as every kind of caller
	@$(PYTEST) tests/conversations/api/test_against_document.py --every-caller $(ARGS)

.PHONY: package
package: $(VENV)/.dev ## Install the wheel apart, build another Django project on it by the page, and check its types
	@$(PYTEST) tests/packaging --another-project $(ARGS)

.PHONY: scale
scale: $(VENV)/.dev ## Measure every page of the back office with a million decisions (minutes, and 6 GB in /tmp)
	@$(ON_POSTGRES) $(PYTEST) tests/scale/bulk --bulk 1 $(ARGS)

##@ Speed

.PHONY: bench
bench: $(VENV)/.dev $(BENCH)/.installed ## Measure the engine beside LangGraph; write docs/benchmarks.md
	@$(VENV)/bin/python -m tests.bench --write docs/benchmarks.md $(ARGS)

.PHONY: bench-quick
bench-quick: $(VENV)/.dev $(BENCH)/.installed ## The same in a minute, for while you work on the speed
	@$(VENV)/bin/python -m tests.bench --quick $(ARGS)

.PHONY: bench-profile
bench-profile: $(VENV)/.dev $(BENCH)/.installed ## Show where the time of a turn goes
	@$(VENV)/bin/python -m tests.bench.profiling $(ARGS)

##@ Release it

.PHONY: lock
lock: $(VENV)/.made ## Lock the newest versions that pyproject.toml allows
	@$(VENV)/bin/python -m pip --disable-pip-version-check install --quiet uv
	$(COMPILE) --upgrade pyproject.toml --output-file requirements.lock
	$(COMPILE) --upgrade pyproject.toml --extra tracing --constraint requirements.lock --output-file requirements-tracing.lock
	$(COMPILE) --upgrade pyproject.toml --group dev --constraint requirements-tracing.lock --output-file requirements-dev.lock
	$(COMPILE) --upgrade --group peers --output-file requirements-peers.lock
	$(COMPILE) --upgrade --group bench --constraint requirements.lock --output-file requirements-bench.lock

.PHONY: wheel
wheel: $(VENV)/.dev ## Build the wheel into dist/
	@$(VENV)/bin/python -m pip --disable-pip-version-check -q wheel --no-deps --no-build-isolation --wheel-dir dist .
	@rm -rf build && ls dist/*.whl

##@ Around it

.PHONY: browser
browser: $(VENV)/.dev ## Find a Chromium for the browser tests, or install one
	@$(VENV)/bin/python -m tests.peers.chromium --install

.PHONY: proxy
proxy: $(VENV)/.dev ## Find an nginx for the tests of deploy/, or install one
	@$(VENV)/bin/python -m tests.peers.nginx --install

.PHONY: peers
peers: $(PEERS)/.installed ## Install the test counterparts that live apart

.PHONY: clean
clean: ## Remove environments and caches; data stays
	rm -rf $(VENV) $(PEERS) $(BENCH) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Environments. A stamp is written last, so a broken-off installation is done again.

$(VENV)/.made $(PEERS)/.made $(BENCH)/.made:
	@test -n "$(PYTHON)" || { echo "No Python from 3.11 on was found. Name one: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(@D) >/dev/null 2>&1 || \
		{ $(PYTHON) -m venv --clear --without-pip $(@D) && $(PYTHON) -m pip --python $(@D)/bin/python install -qq pip; } || \
		{ echo "$(PYTHON) cannot make environments. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/.runtime: requirements.lock | $(VENV)/.made
	@echo "Installing packages into $(VENV), this once …"
	@$(VENV)/bin/python $(PIP_INSTALL) --requirement requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock | $(VENV)/.made
	@echo "Installing packages and tools into $(VENV), this once …"
	@$(VENV)/bin/python $(PIP_INSTALL) --requirement requirements-dev.lock
	@touch $@

$(PEERS)/.installed: requirements-peers.lock | $(PEERS)/.made
	@echo "Installing test counterparts into $(PEERS), this once …"
	@$(PEERS)/bin/python $(PIP_INSTALL) --requirement requirements-peers.lock
	@touch $@

$(BENCH)/.installed: requirements-bench.lock | $(BENCH)/.made
	@echo "Installing the other side of the benchmark into $(BENCH), this once …"
	@$(BENCH)/bin/python $(PIP_INSTALL) --requirement requirements-bench.lock
	@touch $@
