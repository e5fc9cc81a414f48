# How fast: what a run takes, by lanes, traffic and part, and against another revision.

BENCH_LANES  = $(if $(filter file,$(origin LANES)),$(COUNTS),$(LANES))
BENCH_CYCLES = $(if $(filter file,$(origin CYCLES)),$(1),$(CYCLES))
bench: ## speed of the lockstep against the Verilog alone, by traffic, in one run [LANES=8|16|32; else all]
	@$(MAKE) -s -j$$(nproc) $(BENCH_LANES:%=$(B)/%/cosim)
	@python3 scripts/bench/table.py $(B) $(shell echo $(BENCH_LANES) | tr ' ' ,) $(call BENCH_CYCLES,300000)

bench-against: ## speed against another revision, built beside, in alternation: REV=commit
	@scripts/bench/against.sh $(B) $(LANES) $(call BENCH_CYCLES,200000) '$(REV)'

profile: ## instructions a cycle by part, by block of the Verilog, and by traffic (with valgrind)
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(MAKE) -s -j$$(nproc) variant V=blocks VARGS=--prof-cfuncs LANES=$(LANES)
	@python3 scripts/bench/profile.py $(B) $(LANES) $(call BENCH_CYCLES,8000)
