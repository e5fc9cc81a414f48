# Unison. Plain `make` lists what can be asked for.

LANES  ?= 32
SEED   ?= 1
CYCLES ?= 100000
TEST   ?=
WAVES  ?=
B      := build
COUNTS := 8 16 32

export UL1_COMMIT := $(shell git describe --always --dirty --exclude '*' 2>/dev/null || echo unknown)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

help: ## list the targets
	@echo "make cosim [TEST=name,name*] [SEED=n] [CYCLES=n] [LANES=8|16|32] [WAVES=1]"
	@awk -F':.*## ' '/^[a-z_-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# ---- what is installed -----------------------------------------------------------------------------------------------------

setup: ## install what is missing (Debian packages, told beforehand)
	@scripts/setup.sh all

doctor: ## what is installed, what is missing and what it is for
	@scripts/doctor.sh

$(B)/.setup: scripts/setup.sh | $(B)/
	@scripts/setup.sh core
	@touch $@

%/:
	@mkdir -p $@

# ---- derived from the port tables ----------------------------------------------------------------------------------------

TABLES := $(wildcard cmodel/ports/*.ports)
BLOCKS := $(shell sed -n 's/^blocks //p' cmodel/ports/machine.ports)

$(B)/gen/.done: $(TABLES) scripts/gen.py scripts/gen_view.py scripts/ports.py $(B)/.setup
	@python3 scripts/gen.py $(B)/gen && python3 scripts/gen_view.py $(B)/gen && touch $@

# ---- how things are compiled -----------------------------------------------------------------------------------------------

ARCH   := $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo && echo -march=x86-64-v3)
WARN   := -Wall -Wextra
OPT    ?= -O3
INC     = -Icmodel/include -I$(B)/gen -Iverif -Itb
CFLAGS  = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) $(ARCH) -g $(WARN) $(INC) -MMD -MP
CXXFLAGS = -std=c++17 $(OPT) $(ARCH) -g $(WARN) $(INC) -MMD -MP
VROOT   = $(shell verilator --getenv VERILATOR_ROOT)
VINC    = -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd

# -fno-dfg: Verilator 5.006 miscompiles crossbars with its data-flow-graph pass, and -O3 behind it would turn it on again.
# VOPT=-O0 is for `make agree`.
VOPT   ?= -O3
VFLAGS  = --cc --trace-fst --no-timing $(VOPT) -fno-dfg --assert --x-assign unique --x-initial unique -Wall -Werror-UNOPTFLAT
LEAF   := rtl/ul1_pkg.sv $(filter-out $(addprefix rtl/,ul1_pkg.sv l1.sv $(BLOCKS:%=%.sv)),$(sort $(wildcard rtl/*.sv))) # no blocks
RTL    := rtl/ul1_pkg.sv $(filter-out rtl/ul1_pkg.sv,$(sort $(wildcard rtl/*.sv)))

quiet = @printf '  %-8s %s\n' '$(1)' '$(patsubst $(B)/%,%,$(2))';

# ---- the model as a library: all lane counts inside -------------------------------------------------------------------------

$(B)/model/lanes_%.o: cmodel/src/lanes.c $(B)/gen/.done | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -DLANES=$* -c $< -o $@
$(B)/model/ul1.o: cmodel/src/ul1.c $(B)/.setup | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -c $< -o $@
$(B)/libul1.a: $(COUNTS:%=$(B)/model/lanes_%.o) $(B)/model/ul1.o
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^

lib: $(B)/libul1.a ## the C model as a library, build/libul1.a (header cmodel/include/ul1.h)

# ---- Verilator's own run-time, once -------------------------------------------------------------------------------------------

VRUN := verilated verilated_fst_c verilated_threads
$(B)/vrun/%.o: $(B)/.setup | $(B)/vrun/
	$(call quiet,CXX,$@)$(CXX) -std=c++17 -O3 $(ARCH) -w $(VINC) -c $(VROOT)/include/$*.cpp -o $@

# ---- a module whose ports or dependencies differ from its table is refused before anything is built of it ---------------------

$(B)/check/%.done: rtl/%.sv $(LEAF) $(B)/gen/.done scripts/check_rtl.py | $(B)/check/
	$(call quiet,CHECK,rtl/$*.sv)python3 scripts/check_rtl.py $* >$@.log || { cat $@.log; exit 1; }
	@touch $@

# ---- one lane count: everything below build/LANES ------------------------------------------------------------------------------

VERIF := $(filter-out %_test.c,$(wildcard verif/*.c verif/drive/*.c verif/tests/*.c))

define lane_rules
$(B)/$(1)/verif/%.o: verif/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) -DLANES=$(1) -c $$< -o $$@

# a block alone, and the whole machine within its probe
$(foreach b,$(BLOCKS) l1,
$(B)/$(1)/V_$(b)/V_$(b)__ALL.a: $(if $(filter l1,$(b)),$(RTL),$(LEAF) rtl/$(b).sv) $(B)/gen/.done $(if $(filter l1,$(b)),$(BLOCKS:%=$(B)/check/%.done)) $(B)/check/$(b).done
	@mkdir -p $$(@D)
	$$(call quiet,VERILATE,$$@)verilator $$(VFLAGS) --Mdir $$(@D) --prefix V_$(b) -GLANES=$(1) --top-module \
	    $(if $(filter l1,$(b)),l1_probe $$(RTL) $(B)/gen/l1_probe.sv,$(b) $(LEAF) rtl/$(b).sv) -CFLAGS "$$(ARCH)" && \
	  $$(MAKE) -s -C $$(@D) -f V_$(b).mk OPT_FAST=-O3 OPT_SLOW=-O1 V_$(b)__ALL.a >$$(@D)/log || { cat $$(@D)/log; exit 1; }
	@touch $$@
$(B)/$(1)/tb/twin_rtl_$(b).o: tb/twin_rtl.cpp $(B)/$(1)/V_$(b)/V_$(b)__ALL.a
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(VINC) -I$(B)/$(1)/V_$(b) -DLANES=$(1) -DBLOCK=$(b) $(if $(filter l1,$(b)),-DWHOLE) -c $$< -o $$@
)
$(B)/$(1)/V_view/V_view__ALL.a: $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,VERILATE,$$@)verilator --cc --trace-fst --no-timing -fno-dfg --Mdir $$(@D) --prefix V_view --top-module view \
	    $(B)/gen/view$(1).sv -CFLAGS "$$(ARCH)" && \
	  $$(MAKE) -s -C $$(@D) -f V_view.mk OPT_FAST=-O1 OPT_SLOW=-O0 V_view__ALL.a >$$(@D)/log || { cat $$(@D)/log; exit 1; }
	@touch $$@
$(B)/$(1)/tb/waves.o: tb/waves.cpp $(B)/$(1)/V_view/V_view__ALL.a
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(VINC) -I$(B)/$(1)/V_view -DLANES=$(1) -c $$< -o $$@
$(B)/$(1)/tb/%.o: tb/%.cpp $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(VINC) -DLANES=$(1) -c $$< -o $$@

$(B)/$(1)/libverif.a: $(VERIF:%.c=$(B)/$(1)/%.o)
	$$(call quiet,AR,$$@)rm -f $$@; $$(AR) rcs $$@ $$^

$(B)/$(1)/cosim: $(B)/$(1)/tb/main.o $(B)/$(1)/tb/waves.o $(B)/$(1)/tb/twins.o $(foreach b,$(BLOCKS) l1,$(B)/$(1)/tb/twin_rtl_$(b).o \
    $(B)/$(1)/V_$(b)/V_$(b)__ALL.a) $(B)/$(1)/V_view/V_view__ALL.a $(B)/$(1)/libverif.a $(B)/libul1.a $(VRUN:%=$(B)/vrun/%.o)
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) -lz -lpthread

# the same test bench in SystemC, and an example of its modules on a platform
$(B)/$(1)/cosim_sc: $(B)/$(1)/tb/sc/main.o $(B)/$(1)/tb/waves.o $(B)/$(1)/V_view/V_view__ALL.a
$(B)/$(1)/sc_example: $(B)/$(1)/tb/sc/example.o
$(B)/$(1)/cosim_sc $(B)/$(1)/sc_example: $(B)/$(1)/tb/twins.o $(foreach b,$(BLOCKS) l1,$(B)/$(1)/tb/twin_rtl_$(b).o \
    $(B)/$(1)/V_$(b)/V_$(b)__ALL.a) $(B)/$(1)/libverif.a $(B)/libul1.a $(VRUN:%=$(B)/vrun/%.o)
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) -lsystemc -lz -lpthread
endef
$(foreach n,$(COUNTS),$(eval $(call lane_rules,$(n))))

ifeq ($(filter $(LANES),$(COUNTS)),)
$(error LANES=$(LANES) is impossible: 8, 16 or 32)
endif

# ---- the same program with another l1 or another model: `make variant V=name [VRTL=dir] [VMODEL=dir] [VOPT=-O0]` ----------------
# What fault injection and `make agree` are built on. Only what is replaced is built again.

VRTL   ?= rtl
VMODEL ?= cmodel/src
VFAST  ?= $(if $(filter -O0,$(VOPT)),-O1,-O3)
VD      = $(B)/$(LANES)/variant/$(V)
VSRC    = $(VRTL)/ul1_pkg.sv $(filter-out $(VRTL)/ul1_pkg.sv,$(sort $(wildcard $(VRTL)/*.sv)))

$(VD)/V_l1/V_l1__ALL.a: $(VSRC) $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,VERILATE,$@)verilator $(VFLAGS) --Mdir $(@D) --prefix V_l1 -GLANES=$(LANES) --top-module l1_probe $(VSRC) \
	    $(B)/gen/l1_probe.sv -CFLAGS "$(ARCH)" && \
	  $(MAKE) -s -C $(@D) -f V_l1.mk OPT_FAST=$(VFAST) OPT_SLOW=$(VFAST) V_l1__ALL.a >$(@D)/log || { cat $(@D)/log; exit 1; }
	@touch $@
$(VD)/twin_rtl_l1.o: tb/twin_rtl.cpp $(VD)/V_l1/V_l1__ALL.a
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(VINC) -I$(VD)/V_l1 -DLANES=$(LANES) -DBLOCK=l1 -DWHOLE -c $< -o $@
$(VD)/lanes.o: $(wildcard $(VMODEL)/*.[ch]) $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -DLANES=$(LANES) -c $(VMODEL)/lanes.c -o $@
VARIANT_L1    = $(if $(filter rtl:-O3,$(VRTL):$(VOPT)),$(B)/$(LANES)/tb/twin_rtl_l1.o $(B)/$(LANES)/V_l1/V_l1__ALL.a,$(VD)/twin_rtl_l1.o $(VD)/V_l1/V_l1__ALL.a)
VARIANT_MODEL = $(if $(filter cmodel/src,$(VMODEL)),,$(VD)/lanes.o)
VARIANT_OBJS  = $(foreach o,main waves twins $(BLOCKS:%=twin_rtl_%),$(B)/$(LANES)/tb/$(o).o) $(VRUN:%=$(B)/vrun/%.o) $(VARIANT_MODEL) \
    $(VARIANT_L1) $(foreach b,$(BLOCKS) view,$(B)/$(LANES)/V_$(b)/V_$(b)__ALL.a) $(B)/$(LANES)/libverif.a $(B)/libul1.a
$(VD)/cosim: $(VARIANT_OBJS)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) -lz -lpthread

variant: $(VD)/cosim ## the cosimulation with other Verilog or another model: V=name [VRTL=dir] [VMODEL=dir]

ifneq ($(filter variant,$(MAKECMDGOALS)),)
$(if $(V),,$(error make variant: V=name is wanted))
$(if $(wildcard $(VRTL)/l1.sv),,$(error make variant: there is no $(VRTL)/l1.sv))
$(if $(wildcard $(VMODEL)/lanes.c),,$(error make variant: there is no $(VMODEL)/lanes.c))
endif

# ---- tests of the parts --------------------------------------------------------------------------------------------------------

define part_tests
$(B)/$(1)/scoreboard_test: verif/scoreboard_test.c
$(B)/$(1)/witness_test: verif/witness_test.c
$(B)/$(1)/witness_cached_test: verif/witness_cached_test.c
$(B)/$(1)/witness_stores_test: verif/witness_stores_test.c
$(B)/$(1)/memory_test: verif/memory_test.c
$(B)/$(1)/contract_test: $(wildcard verif/drive/*_test.c)
$(B)/$(1)/%_test: $(B)/$(1)/libverif.a $(B)/libul1.a
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) -DLANES=$(1) -o $$@ $$(filter %.c,$$^) $(B)/$(1)/libverif.a $(B)/libul1.a
endef
$(foreach n,$(COUNTS),$(eval $(call part_tests,$(n))))

$(B)/test/lanes_pack_test: tb/lanes_pack_test.cpp tb/lanes_pack.h $(B)/.setup | $(B)/test/
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) -o $@ $<

SYSTEMC := $(wildcard /usr/include/systemc.h /usr/local/include/systemc.h $(SYSTEMC_HOME)/include/systemc.h)
$(B)/test_programs: $(if $(SYSTEMC),$(B)/32/cosim_sc $(B)/32/sc_example) $(B)/test/lanes_pack_test $(foreach n,$(COUNTS),$(B)/$(n)/cosim $(foreach t,scoreboard witness witness_cached witness_stores memory contract,$(B)/$(n)/$(t)_test))
	@$(MAKE) -s variant V=O0 VOPT=-O0 LANES=32

# ---- what people ask for -------------------------------------------------------------------------------------------------------

COSIM = $(B)/$(LANES)/cosim --seed $(SEED) --cycles $(CYCLES) --waves-folder $(B)/waves

cosim: ## both twins side by side, every test; the main job
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) $(if $(TEST),--test '$(TEST)') $(if $(WAVES),--waves) --report $(B)/$(LANES)/report.txt

test: ## all tests, at all lane counts; what .ci/run calls
	@$(MAKE) -s -j$$(nproc) $(B)/test_programs
	@scripts/test.sh $(B) $(SEED)

sc: ## the same in SystemC, row for row; its example platform
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/$(LANES)/cosim_sc $(B)/$(LANES)/sc_example
	@tb/sc/agree.sh $(B) $(LANES) --seed $(SEED) --cycles $(CYCLES) $(if $(TEST),--test '$(TEST)')

list: ## every test with a line on what it shows
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim >&2
	@$(B)/$(LANES)/cosim --list

waves: ## waves of one test, TEST=name, in GTKWave or as a picture
	@test -n '$(TEST)' || { echo 'make waves: TEST=name is wanted (make list shows all)'; exit 2; }
	@scripts/setup.sh waves || echo 'waves: no GTKWave; the files are written all the same'
	@$(MAKE) -s cosim TEST='$(TEST)' WAVES=1 $(if $(filter file,$(origin CYCLES)),CYCLES=2000); status=$$?; \
	  base=$(B)/waves/$(TEST)-$(LANES); test ! -s $$base.gtkw || waves/show.sh $$base.fst $$base.gtkw $$base.png; exit $$status

lint: $(B)/gen/.done ## the Verilog, unchanged, through Verilator, Icarus and Yosys
	@scripts/lint.sh

check: $(B)/gen/.done ## the Verilog's ports and dependencies against the port tables
	@python3 scripts/check_rtl.py

agree: ## Verilator -O3, Verilator -O0 and Icarus on one stimulus
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(MAKE) -s -j$$(nproc) variant V=O0 VOPT=-O0
	@scripts/agree.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),20000,$(CYCLES))

faults: ## seeded bugs, each of which the cosimulation must catch [TEST=name]
	@$(MAKE) -s -j$$(nproc) $(COUNTS:%=$(B)/%/cosim)
	@scripts/faults.sh $(B) $(TEST)

bench: ## speed of the lockstep against the Verilog alone, in one run
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) --bench $(if $(filter file,$(origin CYCLES)),--cycles 300000)

docs: $(B)/gen/.done ## the reference of all ports, build/gen/ports.md
	@echo $(B)/gen/ports.md

clean: ## remove what was built
	rm -rf $(B)

.PHONY: help setup doctor lib variant $(B)/test_programs cosim sc test list waves lint check agree faults bench docs clean

%.d: ;
-include $(wildcard $(B)/model/*.d $(B)/*/*.d $(B)/*/verif/*.d $(B)/*/verif/*/*.d $(B)/*/tb/*.d $(B)/*/tb/sc/*.d)
