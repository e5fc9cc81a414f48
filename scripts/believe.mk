# What is run on all that is there, besides tests: sanitizers, static analysis, four states.

fourstate: ## each block alone, and the machine, in Icarus from undefined registers and memories [TEST=names] [CYCLES=n]
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/rtl/files.f
	@scripts/fourstate.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),3000,$(CYCLES)) '$(or $(TEST),alone_*,random,stride_*,miss_*,evict_*)'
