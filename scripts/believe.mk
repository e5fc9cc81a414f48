# What is run on all that is there, besides tests: sanitizers, static analysis, four states.

fourstate: ## each block alone, and the machine, in Icarus from undefined registers and memories [TEST=names] [CYCLES=n]
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/rtl/files.f
	@scripts/fourstate.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),3000,$(CYCLES)) '$(or $(TEST),alone_*,random,stride_*,miss_*,evict_*)'

sanitize: ## model and bench under address, undefined-behaviour and thread sanitizers, at 8 lanes [CYCLES=n]
	@$(MAKE) -s -j$$(nproc) $(B)/8/cosim
	@scripts/sanitize.sh $(B) 8 $(SEED) $(if $(filter file,$(origin CYCLES)),3000,$(CYCLES))

analyze: $(B)/gen/.views build/programs/programs.inc ## all C and C++ through gcc -fanalyzer and clang-tidy (.clang-tidy)
	@command -v clang-tidy >/dev/null && command -v verilator >/dev/null || { echo 'skipped: clang-tidy is not installed'; exit 0; }; \
	  python3 scripts/analyze.py $(B)

.PHONY: fuzz fourstate sanitize analyze
