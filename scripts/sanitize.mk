# Checks on the whole code besides tests: sanitizers, static analysis, four-state simulation.

# A selection that takes minutes: Icarus simulates some hundred cycles of the machine per second.
FOURSTATE := alone_*,random,stride_*,miss_*,evict_lost,evict_stored_anew,evict_stale_sectors,evict_turn,evict_remainder_turn,evict_replay_turn,evict_reload
fourstate:
	@command -v iverilog >/dev/null || { echo 'skipped: make fourstate wants Icarus (Debian package iverilog)'; \
	  exit 0; }; \
	  $(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/rtl/files.f && \
	  scripts/fourstate.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),3000,$(CYCLES)) \
	  '$(or $(TEST),$(FOURSTATE))'

sanitize:
	@$(MAKE) -s -j$$(nproc) $(B)/8/cosim
	@scripts/sanitize.sh $(B) 8 $(SEED) $(if $(filter file,$(origin CYCLES)),3000,$(CYCLES))

analyze:
	@command -v clang-tidy >/dev/null && command -v verilator >/dev/null || { echo \
	  'skipped: make analyze wants clang-tidy and Verilator (Debian packages clang-tidy and verilator)'; exit \
	  0; }; \
	  $(MAKE) -s -j$$(nproc) $(B)/8/cosim && python3 scripts/analyze.py $(B)

.PHONY: fuzz fourstate sanitize analyze
