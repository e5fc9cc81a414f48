# Speed: time of a run by lanes, traffic and part, and compared with another revision.

BENCH_LANES  = $(if $(filter file,$(origin LANES)),$(COUNTS),$(LANES))
BENCH_CYCLES = $(if $(filter file,$(origin CYCLES)),$(1),$(CYCLES))
bench:
	@$(MAKE) -s -j$$(nproc) $(BENCH_LANES:%=$(B)/%/cosim)
	@python3 scripts/bench/table.py $(B) $(shell echo $(BENCH_LANES) | tr ' ' ,) $(call BENCH_CYCLES,300000)

bench-against:
	@scripts/bench/against.sh $(B) $(LANES) $(call BENCH_CYCLES,200000) '$(REV)'

profile:
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(MAKE) -s -j$$(nproc) variant V=blocks VARGS=--prof-cfuncs LANES=$(LANES)
	@python3 scripts/bench/profile.py $(B) $(LANES) $(call BENCH_CYCLES,8000) $(B)/$(LANES)/variant/blocks/cosim

bench-scale: lib-examples
	@$(MAKE) -s -j$$(nproc) $(COUNTS:%=$(B)/%/cosim)
	@large=$$($(MAKE) -s -j$$(nproc) cosim-program SIZES=verif/tests/configs/large.sizes LANES=8 \
	    | tee /dev/stderr | tail -n 1) && \
	    python3 scripts/bench/scale.py $(B) $$large $(call BENCH_CYCLES,10000000) $(SVG)
cosim-program:
	@$(MAKE) -s $(COSIM_PROGRAM)
	@echo $(B)
