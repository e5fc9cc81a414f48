# Long runs over tests, seeds, configurations and lane counts: scripts/regress.

SEEDS  ?=
HOURS  ?=
CONFIGS ?=
JOBS   ?=
ENGINE ?= local
STATE  ?= build/regress

.PHONY: regress
REGRESS = --state '$(STATE)' $(if $(SEEDS),--seeds '$(SEEDS)') $(if $(HOURS),--hours '$(HOURS)') $(if \
    $(TEST),--test '$(TEST)') \
  $(if $(filter file,$(origin LANES)),,--lanes '$(LANES)') $(if $(CONFIGS),--configs '$(CONFIGS)') --cycles \
    '$(CYCLES)' \
  $(if $(JOBS),--jobs '$(JOBS)') --engine '$(ENGINE)' $(if $(FAULT),--fault '$(FAULT)')
regress:
	@$(if $(CHOSEN),$(error CONFIGS=file is what this wants in place of sizes))python3 scripts/regress $(REGRESS)
