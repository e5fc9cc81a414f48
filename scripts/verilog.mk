# The Verilog: what is written by hand, in rtl/, and what is made from the tables, in $(B)/gen/rtl; laid out as a set, checked
# against the tables, verilated.

# Of a folder with the layout of rtl/: all modules; where a block is; its parts, which are in its folder, or common to all.
# `own` is such a folder, too: rtl/ with the files OWN in place of those of BLOCK (scripts/own.mk).
OWN      := $(if $(filter command,$(firstword $(origin RTL))),$(RTL))
FAULTS   := build/faults
MUTANTS_RTL := build/mutate/verilog/rtl
rtl_all   = $(if $(filter own,$(1)),$(filter-out $(OWN_REPLACES),$(RTL)) $(OWN),$(if $(filter $(FAULTS)/rtl $(MUTANTS_RTL),$(1)),$(RTL:rtl/%=$(1)/%),\
    $(1)/common/ul1_fn.sv $(filter-out $(1)/common/ul1_fn.sv,$(sort $(wildcard $(1)/*/*.sv $(1)/*/*/*.sv)))))
rtl_block = $(if $(filter own:$(BLOCK),$(1):$(2)),$(OWN),$(filter %/$(2).sv,$(call rtl_all,$(1))))
rtl_parts = $(if $(filter own:$(BLOCK),$(1):$(2)),$(call rtl_common,rtl),$(call rtl_common,$(1)) $(call rtl_inner,$(1),$(2)))
rtl_common = $(filter $(1)/common/%,$(call rtl_all,$(1)))
rtl_inner  = $(filter-out %/$(2).sv,$(foreach f,$(call rtl_all,$(1)),$(if $(findstring /$(2)/,$(f)),$(f))))
PKG       = $(B)/gen/rtl/ul1_pkg.sv
MADE      = $(COMPOSED:%=$(B)/gen/rtl/%.sv)
override RTL := $(call rtl_all,rtl)
OWN_REPLACES := $(if $(BLOCK),$(call rtl_block,rtl,$(BLOCK)) $(call rtl_inner,rtl,$(BLOCK)))

# A set to take elsewhere: files.f names them, each after those it needs; ul1.core does so to FuseSoC.
$(B)/rtl/files.f: $(RTL) rtl/ul1.core.in $(B)/gen/.done
	@rm -rf $(B)/rtl && mkdir -p $(B)/rtl
	@cp rtl/LICENSE $(RTL) $(B)/gen/rtl/*.sv $(B)/rtl/
	@cd $(B)/rtl && { echo ul1_pkg.sv; echo ul1_fn.sv; ls *.sv | grep -vx -e ul1_pkg.sv -e ul1_fn.sv; } >files.f
	@{ sed 's/@VERSION@/$(LIB_VERSION)/' rtl/ul1.core.in; sed 's/^/      - /' $(B)/rtl/files.f; } >$(B)/rtl/ul1.core

# A module whose ports or dependencies differ from its table is refused before anything is built of it. (Whatever else there
# may be to it, that does not depend on the sizes chosen.)
define check_rules
build/check/$(1).done: $(call rtl_block,rtl,$(1)) $(call rtl_parts,rtl,$(1)) $(TABLES) scripts/check_rtl.py build/.setup
	@mkdir -p $$(@D)
	$$(call quiet,CHECK,$(call rtl_block,rtl,$(1)))python3 scripts/check_rtl.py $(1) >$$@.log || { cat $$@.log; exit 1; }
	@touch $$@
endef
$(foreach b,$(BLOCKS),$(eval $(call check_rules,$(b))))

# -fno-dfg: Verilator 5.006 miscompiles crossbars with its data-flow-graph pass, and -O3 behind it would turn it on again.
# -fno-split: what is one process stays one, so that one look tells whether there is anything to do in it.
# -Wno-fatal: style is told here, and refused by `make lint`.
# VOPT=-O0 is for `make agree`; -finline: what stays within a machine is read by its flat name, then, too.
VROOT   = $(eval VROOT := $(shell verilator --getenv VERILATOR_ROOT))$(VROOT)
VINC    = -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd
VOPT   ?= -O3
VFLAGS  = --cc --trace-fst --no-timing $(VOPT) -finline -fno-dfg -fno-split --assert --x-assign unique --x-initial unique -Wall -Wno-fatal -Werror-UNOPTFLAT

# Of verilated Verilog clang makes as fast code as gcc does, in half the time: it is taken where it is there (and knows where the C++
# library is), unless CXX is given. (Set-up does not install it: to fetch it takes longer than it saves.)
CLANGS := clang++ $(foreach n,19 18 17 16 15 14,clang++-$(n))
VCXX   := $(if $(filter default,$(origin CXX)),$(or $(shell for c in $(CLANGS); do \
    $$c $(ARCH) -include string -x c++ -fsyntax-only /dev/null 2>/dev/null && echo $$c && break; done),$(CXX)),$(CXX))

# How well the machine is compiled; FAST=-O1 takes two thirds of the time, and runs a twelfth slower
FAST   ?= -O3

# $(call verilate,FOLDER,NAME,TOP,FILES,FLAGS,GOAL): what Verilator makes, in FOLDER/V_NAME, and of that what its own rules make. AS_ONE:
# V_NAME__ALL.cpp, for what need not be compiled well, as reading Verilator's headers takes most of it. $(call ARCHIVE,NAME,OPT_FAST):
# V_NAME__ALL.a, in a few large files, of which what is for a twin's first cycle or for waves is not worth compiling well.
verilate = $(call quiet,VERILATE,$(1)/V_$(2))verilator $(5) --Mdir $(1)/V_$(2) --prefix V_$(2) --top-module $(3) $(4) -CFLAGS "$(ARCH)" \
	    --output-split 80000 --output-split-cfuncs 20000 && \
	  $(if $(findstring --coverage,$(5)),python3 scripts/cover/points.py $(1)/V_$(2) && )\
	  $(MAKE) -s -C $(1)/V_$(2) -f V_$(2).mk $(6) >$(1)/V_$(2)/log || { cat $(1)/V_$(2)/log; exit 1; }
AS_ONE   = VM_PARALLEL_BUILDS=0 all_cpp
ARCHIVE  = CXX=$(VCXX) OPT_FAST=$(2) OPT_SLOW=-O0 $(if $(filter -O0,$(2)),VM_PARALLEL_BUILDS=0,$(VTRACE)) V_$(1)__ALL.a
VTRACE   = --eval='%__Trace__0.o: override OPT_FAST = -O0'

# Verilator's own run-time, once, and as one file; what a cycle needs of it is in its headers. But that it tells where an
# assertion failed is ours.
VRUN := build/vrun/verilated.o build/vrun/stop.o
build/vrun/stop.o: tb/verilator/stop.cpp tb/verilator/stop.h build/.setup | build/vrun/
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(TB_INC) $(VINC) -c $< -o $@
build/vrun/verilated.o: build/.setup scripts/verilog.mk | build/vrun/
	$(call quiet,CXX,$@)printf '#include "%s.cpp"\n' verilated verilated_fst_c verilated_threads | \
	    $(CXX) -std=c++17 -O0 $(ARCH) -w -DVL_USER_STOP $(VINC) -x c++ -c - -o $@

# A block's twin takes half its time to read Verilator's headers: the compiler keeps them as it has read them, for itself alone.
VHEAD := build/vrun/$(notdir $(firstword $(VCXX)))/head.h
$(VHEAD).gch: override OPT = -O0
$(VHEAD).gch: tb/verilator/head.h build/.setup scripts/verilog.mk | $(dir $(VHEAD))
	$(call quiet,CXX,$@)cp $< $(VHEAD) && $(VCXX) $(CXXFLAGS) $(VINC) -x c++-header -c $(VHEAD) -o $@
