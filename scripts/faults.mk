# Seeded faults: one program contains all of them, $(FAULTS)/LANES/cosim, for each lane count that they
# need. Each is behind a selector (scripts/faults): `--fault NAME` chooses one. The code is not optimized,
# because it runs for a second.

$(FAULTS)/.laid: $(wildcard verif/faults/*.faults verif/faults/*/*.faults scripts/faults/*.py \
    scripts/gen/*.py) $(TABLES) $(RTL) \
    $(wildcard cmodel/src/*.[ch] cmodel/src/*/*.[ch] cmodel/src/*/*/*.[ch]) build/.setup
	@python3 scripts/faults $(FAULTS) $(CHOSEN) && touch $@
$(foreach f,$(RTL),$(FAULTS)/$(f)): $(FAULTS)/.laid ;

# Lane counts at which a fault shows, and machines of wired parts with faults that grep finds: all faults of a
# file need other sizes, or none does.
FAULTY_FILES   = $(wildcard verif/faults/*.faults verif/faults/*/*.faults)
fault_machines = $(patsubst %,$(FAULTS)/8/cosim_%,$(filter $(WIRED),$(sort $(notdir $(basename \
    $(shell grep $(1) $(FAULTY_FILES)))))))
FAULT_PROGRAMS = $(call fault_machines,-L '^sizes: ') $(addsuffix /cosim,$(addprefix \
    $(FAULTS)/,$(sort 8 $(shell sed -n 's/^lanes: //p' $(FAULTY_FILES)))))

# A program with a selector: $(call fault_program,FOLDER,LANES,THE TWINS' OBJECTS), from FOLDER/faults.inc,
# generated with FOLDER/.laid
define fault_program
$(1)/$(2)/main.o: tb/main.cpp $(1)/.laid
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) -I$(1) -DLANES=$(2) -DFAULTS -c $$< -o $$@
$(1)/$(2)/cosim: $(1)/$(2)/main.o $(filter-out %/main.o,$(call bench_objs,$(B),$(2))) $(3) \
    $(B)/$(2)/libmodel.a
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)
endef
# And one with faults in the model, too, from FOLDER/cmodel/src
define fault_rules
$(1)/$(2)/lanes.o: $(1)/.laid $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) -O1 -w $$(TRAPS) -include tb/verilator/fault.h -DEACH_BY_ITSELF= \
	  -Icmodel/include -I$(1)/cmodel/src -I$(B)/gen -DLANES=$(2) \
	    -c $(1)/cmodel/src/lanes.c -o $$@
$(call fault_program,$(1),$(2),$(1)/$(2)/lanes.o $(3))
endef
# The same of a machine of wired parts, with the Verilog as it is
define fault_machine
$(1)/$(2)/main_$(3).o: tb/main.cpp $(1)/.laid
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) -I$(1) -DLANES=$(2) -DMACHINE='"$(3)"' -DFAULTS \
	  -c $$< -o $$@
$(1)/$(2)/cosim_$(3): $(1)/$(2)/main_$(3).o $(filter-out %/main.o,$(call bench_objs,$(B),$(2))) \
    $(1)/$(2)/lanes.o $(if $(filter $(FAULTY_CONFIGS),$(3)),$(CONFIGS:%=$(1)/$(2)/lanes_%.o)) \
    $(call twin_objs,$(B)/$(2),$(3)) $(if $(filter $(MIXED),$(3)),$(1)/$(2)/mixed.o \
    $(CONFIGS:%=$(B)/$(2)/contracts_%.o) $(B)/$(2)/libmodel_mixed.a,$(B)/$(2)/libmodel.a)
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)
endef
# Machines with faults in parts that have sizes of their own
FAULTY_CONFIGS := dcside dcl1
$(foreach m,$(WIRED),$(eval $(call fault_machine,$(FAULTS),8,$(m))))
# lanes.c lies apart, so that it includes the wires of its configuration.
define fault_config
$(FAULTS)/%/lanes_$(1).o: $(FAULTS)/.laid $(B)/gen/.done
	@mkdir -p $$(@D) && cp $(FAULTS)/cmodel/src/lanes.c $$(@D)/lanes_$(1).c
	$$(call quiet,CC,$$@)$$(CC) -I$(B)/gen/$(1) $$(CFLAGS) -O1 -w -include tb/verilator/fault.h \
	  -Icmodel/include -I$(FAULTS)/cmodel/src -I$(B)/gen -DCONFIG=$(1)_ -DLANES=$$* -c $$(@D)/lanes_$(1).c -o $$@
endef
$(foreach c,$(CONFIGS),$(eval $(call fault_config,$(c))))
$(FAULTS)/%/mixed.o: $(FAULTS)/.laid $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -O1 -w -include tb/verilator/fault.h -Icmodel/include \
	  -I$(FAULTS)/cmodel/src -I$(B)/gen -DLANES=$* -c $(FAULTS)/cmodel/src/mixed.c -o $@
$(foreach n,$(COUNTS),$(eval $(call fault_rules,$(FAULTS),$(n),$(call twin_objs,$(FAULTS)/$(n),$(MODULES)))))
# For a block by the compiler of its twin, and for the machine by Verilator's own rules.
$(FAULTS)/%.o: CXXFLAGS += -include tb/verilator/fault.h
$(foreach n,$(COUNTS),$(eval $(call twin_rules,$(FAULTS)/$(n),$(n),$(FAULTS)/rtl,-O0,-CFLAGS \
    "-include $(CURDIR)/tb/verilator/fault.h",$(MODULES))))

# Faults that show with other sizes (verif/tests/configs/NAME.sizes) are in programs with these, which
# build/faults/NAME leads to.
FAULT_SIZES = $(sort $(shell sed -n 's/^sizes: //p' verif/faults/*.faults verif/faults/*/*.faults))
sized-faults:
	@for s in $(FAULT_SIZES); do \
	    to=$$($(MAKE) -s --no-print-directory -j$$(nproc) fault-program SIZES=verif/tests/configs/$$s.sizes \
	        | tail -n 1) && [ -d "$$to" ] && mkdir -p build/faults && \
	    ln -sfn "$(CURDIR)/$$to" build/faults/$$s || exit 1; done
fault-program: $(FAULTS)/8/cosim $(call fault_machines,-l '^sizes: $(notdir $(basename $(SIZES)))$$')
	@echo $(FAULTS)

# The table of rules. It reports a fault that is not caught: its rule is open.
rules:
	@$(MAKE) -s -j$$(nproc) $(FAULT_PROGRAMS)
	@$(MAKE) -s sized-faults
	@scripts/faults.sh $(FAULTS) $$(python3 scripts/rules.py --faults) >$(FAULTS)/rules.txt || { grep -E \
	  'NOT CAUGHT|^faults' $(FAULTS)/rules.txt; }
	@python3 scripts/rules.py $(FAULTS)/results $(B)/rules.md
.PHONY: rules

# The program can force each simulation gate ul1_fn::sim_gate of the Verilog to true, as in synthesis.
unguarded:
	@$(MAKE) -s -j$$(nproc) $(FAULTS)/8/cosim
	@$(FAULTS)/8/cosim --fault gates:none --seed $(SEED) --cycles \
	  $(if $(filter file,$(origin CYCLES)),20000,$(CYCLES)) --waves-folder $(FAULTS)/waves \
	  $(if $(TEST),--test '$(TEST)')
.PHONY: unguarded

litmus-faults:
	@$(MAKE) -s -j$$(nproc) $(FAULT_PROGRAMS)
	@ONLY=$(ONLY) scripts/litmus_faults.sh $(FAULTS) $(TEST)
.PHONY: litmus-faults
