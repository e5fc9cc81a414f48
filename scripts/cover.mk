# Coverage of the tests, at LANES lanes (default 8). There are two programs, in $(B)/LANES/cover.
# `lines/cosim` has lines and branches of the Verilog (by Verilator) and of the model (by gcov), of the
# machine and of the blocks alone. `toggles/cosim` has each bit of each signal of the machine. It is fifty
# times slower, so it runs only some of the tests. A machine of two L1s is the same Verilog twice, and is not
# covered.

CLANES   = $(if $(filter file,$(origin LANES)),8,$(LANES))
CD       = $(B)/$(CLANES)/cover
# Signals up to this number of bits: those of each lane, but no memories.
TOGGLES := --coverage-toggle --coverage-max-width 1024

# $(call cover_rules,LANES,NAME,MODULES,FLAGS)
define cover_rules
$(call twin_rules,$(B)/$(1)/cover/$(2),$(1),rtl,-O1,$(4),$(3))
$(B)/$(1)/cover/$(2)/tb/verilator/twin_rtl_%.o: CXXFLAGS += -DCOVER
$(B)/$(1)/cover/$(2)/cosim: $(call bench_objs,$(B),$(1)) $(B)/$(1)/cover/keep.o \
    $(B)/$(1)/cover/verilated_cov.o $(B)/$(1)/cover/lanes.o \
    $(call twin_objs,$(B)/$(1)/cover/$(2),$(3)) $(call twin_objs,$(B)/$(1),$(filter-out $(3),$(MODULES))) \
    $(B)/$(1)/libmodel.a
	$$(call quiet,LINK,$$@)g++ --coverage -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)
endef
$(foreach n,$(COUNTS),$(eval $(call cover_rules,$(n),lines,$(BLOCKS) l1,--coverage-line)) \
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

# The model's counts of a run are beside its program. They start at zero, like those of the Verilog.
TOGGLED := random,random_words,evict_no_credit,command_full,fence_failing,cached_bits,carveout_change,waits_way,litmus_one_s
cover:
	@$(MAKE) -s -j$$(nproc) $(CD)/lines/cosim $(CD)/toggles/cosim
	@rm -rf $(CD)/run $(CD)/lanes.gcda; mkdir -p $(CD)/run/lines $(CD)/run/toggles
	@UL1_COVER=$(CD)/run/lines $(CD)/lines/cosim --seed $(SEED) --cycles $(CYCLES) --bins $(CD)/run/bins.txt \
	  --waves-folder $(B)/waves
	@mv $(CD)/lanes.gcda $(CD)/run/
	@UL1_COVER=$(CD)/run/toggles $(CD)/toggles/cosim --test '$(TOGGLED)' --seed $(SEED) --cycles 200000 \
	  --waves-folder $(B)/waves
	@python3 scripts/cover --build $(CD) --lanes $(CLANES) --page $(CD)/page.html $(CD)/run

steer:
	@$(MAKE) -s -j$$(nproc) $(B)/$(CLANES)/cosim
	@python3 scripts/cover/steer.py $(B)/$(CLANES)/cosim verif/stimulus/traffic/steered.phases --seed $(SEED)

.PHONY: cover steer
