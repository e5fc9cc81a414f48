# Coverage of the tests, at LANES lanes (default 8). There are two programs, in $(B)/LANES/cover.
# `lines/cosim` has lines and branches of the Verilog (by Verilator) and of the model (by gcov), of the
# machine and of the blocks alone. `toggles/cosim` has each bit of each signal of the machine. It is fifty
# times slower, so it runs only some of the tests. A machine of two L1s is the same Verilog twice, and is not
# covered.
#
# The default machine builds only a part of the source. So further machines run, and a point is reached if a
# test of one machine reaches it. One has all operations, and runs all tests. The others have what excludes
# operations, or is behind several L1s. They run only the blocks that differ by that, each alone.
# Together they build every line. Toggles are those of the default machine.

CLANES   = $(if $(filter file,$(origin LANES)),8,$(LANES))
CD       = $(B)/$(CLANES)/cover
# Signals up to this number of bits: those of each lane, but no memories.
TOGGLES := --coverage-toggle --coverage-max-width 1024
TOGGLED := random,random_words,evict_no_credit,command_full,fence_failing,cached_bits,carveout_change,waits_way,litmus_one_s

COVER_MACHINES := operations wide single
COVER_operations := SIZES=verif/tests/configs/operations.sizes
COVER_wide   := SIZES=verif/tests/configs/cluster.sizes SHORT_LINES=1 SECTORS=2 BANK_WORDS=2 POLICIES=4 \
    REPLACE=1 L2_MSHRS=65 L2_ACKS=1 COVERED='lsu tag wdb sni l2 rmw'
COVER_single := MULTICAST=0 BARRIERS=5 REPLACE=3 COVERED='split bar tag'
# The modules with coverage of lines. If some are named, their tests alone run.
COVERED  ?=
LINED    := $(or $(COVERED),$(BLOCKS) l1)
comma    := ,

# $(call cover_rules,LANES,NAME,MODULES,FLAGS,FURTHER MODULES WITHOUT COVERAGE)
define cover_rules
$(call twin_rules,$(B)/$(1)/cover/$(2),$(1),rtl,-O1,$(4),$(3))
$(B)/$(1)/cover/$(2)/tb/verilator/twin_rtl_%.o: CXXFLAGS += -DCOVER
$(B)/$(1)/cover/$(2)/cosim: $(filter-out $(call views_objs,$(B),$(1)),$(call bench_objs,$(B),$(1))) \
    $(B)/$(1)/cover/keep.o $(B)/$(1)/cover/verilated_cov.o $(B)/$(1)/cover/lanes.o \
    $(call twin_objs,$(B)/$(1)/cover/$(2),$(3)) $(call twin_objs,$(B)/$(1),$(filter-out $(3),$(5))) \
    $(B)/$(1)/libmodel.a
	$$(call quiet,LINK,$$@)g++ --coverage -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)
endef
$(foreach n,$(COUNTS),$(eval $(call cover_rules,$(n),lines,$(LINED),--coverage-line,$(if \
    $(COVERED),,$(MODULES)))) \
  $(eval $(call cover_rules,$(n),toggles,l1,$(TOGGLES))))

$(B)/%/cover/lanes.o: cmodel/src/lanes.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)gcc -std=c11 -O0 --coverage $(WARN) -MMD -MP $(MODEL_INC) -DLANES=$* -c $< -o $@
$(B)/%/cover/keep.o: tb/verilator/cover.cpp tb/verilator/cover.h
	@mkdir -p $(@D)
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(TB_INC) -c $< -o $@
# Verilator's own coverage recorder is referenced, though never called.
$(B)/%/cover/verilated_cov.o: build/.setup
	@mkdir -p $(@D)
	$(call quiet,CXX,$@)$(CXX) -std=c++17 -O0 -w $(VINC) -c $(VROOT)/include/verilated_cov.cpp -o $@

# The runs of one machine, in the folder `run` with its sizes. The model's counts are beside the program, and
# start at zero, like those of the Verilog.
cover-run:
	@$(MAKE) -s -j$$(nproc) $(CD)/lines/cosim $(if $(CHOSEN),,$(CD)/toggles/cosim)
	@rm -rf $(CD)/run $(CD)/lanes.gcda; mkdir -p $(CD)/run/lines $(CD)/run/toggles
	@echo '$(CHOSEN)' >$(CD)/run/sizes
	@UL1_COVER=$(CD)/run/lines $(CD)/lines/cosim $(if $(COVERED),--test \
	  '$(subst $(empty) $(empty),$(comma),$(COVERED:%=alone_%))') --seed $(SEED) --cycles $(CYCLES) \
	  --bins $(CD)/run/bins.txt --waves-folder $(B)/waves
	@mv $(CD)/lanes.gcda $(CD)/run/
	@$(if $(CHOSEN),,UL1_COVER=$(CD)/run/toggles $(CD)/toggles/cosim --test '$(TOGGLED)' --seed $(SEED) \
	  --cycles 200000 --waves-folder $(B)/waves)

cover:
	@$(MAKE) -s cover-run LANES=$(CLANES)
	@set -e; $(foreach m,$(COVER_MACHINES),$(MAKE) -s cover-run LANES=$(CLANES) B=$(B)/cover/$(m) $(COVER_$(m));)
	@python3 scripts/cover --lanes $(CLANES) --page $(CD)/page.html \
	  $(foreach b,$(B) $(COVER_MACHINES:%=$(B)/cover/%),$(b)/$(CLANES)/cover/run)

ifneq ($(filter cover,$(MAKECMDGOALS)),)
$(if $(CHOSEN),$(error make cover takes no sizes: it runs at the default ones and at choices of its own))
endif

steer:
	@$(MAKE) -s -j$$(nproc) $(B)/$(CLANES)/cosim
	@python3 scripts/cover/steer.py $(B)/$(CLANES)/cosim verif/stimulus/traffic/steered.phases --seed $(SEED)

.PHONY: cover cover-run steer
