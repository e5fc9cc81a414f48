# The Verilog: the sources in rtl/, and the files generated from the tables in $(B)/gen/rtl. They are copied
# as a set, checked against the tables, and verilated.

# For a folder with the layout of rtl/: all modules; the file of a block; its parts, which are in its folder
# or common to all. `own` is such a folder, too: rtl/ with the files OWN instead of those of BLOCK
# (scripts/own.mk).
OWN      := $(if $(filter command,$(firstword $(origin RTL))),$(RTL))
FAULTS   := $(B)/faults
MUTANTS_RTL := $(B)/mutate/verilog/rtl
rtl_all   = $(if $(filter own,$(1)),$(filter-out $(OWN_REPLACES),$(RTL)) $(OWN),$(if \
    $(filter $(FAULTS)/rtl $(MUTANTS_RTL),$(1)),$(RTL:rtl/%=$(1)/%),\
    $(1)/common/ul1_fn.sv $(filter-out $(1)/common/ul1_fn.sv,$(sort $(wildcard $(1)/*/*.sv $(1)/*/*/*.sv)))))
rtl_block = $(if $(filter own:$(BLOCK),$(1):$(2)),$(OWN),$(filter %/$(2).sv,$(call rtl_all,$(1))))
rtl_parts = $(if $(filter own:$(BLOCK),$(1):$(2)),$(call rtl_common,rtl),$(call rtl_common,$(1)) $(call \
    rtl_inner,$(1),$(2)))
rtl_common = $(filter $(1)/common/%,$(call rtl_all,$(1)))
rtl_inner  = $(filter-out %/$(2).sv,$(foreach f,$(call rtl_all,$(1)),$(if $(findstring /$(2)/,$(f)),$(f))))
PKG       = $(B)/gen/rtl/ul1_pkg.sv
MADE      = $(COMPOSED:%=$(B)/gen/rtl/%.sv)
override RTL := $(call rtl_all,rtl)
OWN_REPLACES := $(if $(BLOCK),$(call rtl_block,rtl,$(BLOCK)) $(call rtl_inner,rtl,$(BLOCK)))

# The Verilog of the other configurations, as modules with other names. Packages precede what uses them.
$(B)/configs/.done: $(RTL) scripts/configure_rtl.py $(B)/gen/.done
	@$(foreach c,$(CONFIGS),python3 scripts/configure_rtl.py $(c) $(B)/configs $(RTL) \
	  $(B)/gen/$(c)/rtl/*.sv && )touch $@
CONFIGS_RTL = $(B)/configs/ul1_*_pkg.sv $(B)/configs/ul1_*_fn.sv $(B)/configs/*/*.sv

# A portable set of files: files.f lists them in order of dependence; ul1.core is the list for FuseSoC. Those
# of other configurations, and the machines that mix them, are in configs.f, to be read after files.f.
$(B)/rtl/files.f: $(RTL) rtl/ul1.core.in $(B)/gen/.done $(if $(CONFIGS),$(B)/configs/.done)
	@rm -rf $(B)/rtl && mkdir -p $(B)/rtl/configs
	@cp rtl/LICENSE $(RTL) $(B)/gen/rtl/*.sv $(B)/rtl/
	@$(if $(MIXED),mv $(MIXED:%=$(B)/rtl/%.sv) $(B)/rtl/configs/ && cp $(CONFIGS_RTL) $(B)/rtl/configs/)
	@cd $(B)/rtl && { echo ul1_pkg.sv; echo ul1_fn.sv; ls *.sv | grep -vx -e ul1_pkg.sv -e ul1_fn.sv; } >files.f
	@{ sed 's/@VERSION@/$(LIB_VERSION)/' rtl/ul1.core.in; sed 's/^/      - /' $(B)/rtl/files.f; } \
	  >$(B)/rtl/ul1.core
	@cd $(B)/rtl && for f in _pkg _fn; do ls configs/*$$f.sv; done 2>/dev/null >configs.f; ls configs/*.sv \
	  2>/dev/null | grep -v -e _pkg.sv -e _fn.sv >>configs.f; true

# A module whose ports or dependencies differ from its table is refused before the build. The check does not
# depend on the chosen sizes. Behind a change of blocks alone, only these are checked again: the third part of
# a path is the name of the block.
CHECKED := build/check/.done
$(CHECKED): $(RTL) $(TABLES) scripts/check_rtl.py build/.setup
	@mkdir -p $(@D)
	$(call quiet,CHECK,rtl)python3 scripts/check_rtl.py $(if $(filter-out rtl/l1/% rtl/cluster/%,$?),,$(sort \
	  $(foreach f,$?,$(basename $(word 3,$(subst /, ,$(f))))))) >$@.log || { cat $@.log; exit 1; }
	@touch $@

# -fno-dfg: Verilator 5.006 miscompiles crossbars with its data-flow-graph pass, and a later -O3 would turn it
# on again. -fno-split: a process stays one, so that a single test skips it when it has nothing to do.
# -Wno-fatal: style warnings are only printed here; `make lint` refuses them. VOPT=-O0 is for `make agree`;
# -finline: internal signals keep their flat names then, too.
VROOT   = $(eval VROOT := $(shell verilator --getenv VERILATOR_ROOT))$(VROOT)
VINC    = -isystem $(VROOT)/include -isystem $(VROOT)/include/vltstd
VOPT   ?= -O3
VFLAGS  = --cc --trace-fst --no-timing $(VOPT) -finline -fno-dfg -fno-split --assert --x-assign unique \
    --x-initial unique -Wall -Wno-fatal -Werror-UNOPTFLAT

# clang compiles verilated code twice as fast as gcc, and the code is as fast. It is used if it is installed
# (and finds the C++ library), unless CXX is given. Set-up does not install it, because the download takes
# longer than it saves. The search takes longer than the rest of make's start; build/.vcxx keeps its result.
CLANGS := clang++ $(foreach n,19 18 17 16 15 14,clang++-$(n))
VCXX   := $(if $(filter default,$(origin CXX)),$(or $(shell c=$$(cat build/.vcxx 2>/dev/null) && \
    command -v $$c >/dev/null && echo $$c && exit; for c in $(CLANGS); do $$c $(ARCH) -include string -x c++ \
    -fsyntax-only /dev/null 2>/dev/null && mkdir -p build && echo $$c | tee build/.vcxx && break; \
    done),$(CXX)),$(CXX))

# Optimization of the machine. FAST=-O1 takes two thirds of the compile time, and runs a twelfth slower.
FAST   ?= -O3
# The same for a machine of wired parts: its Verilog is several times as long.
WIRED_FAST ?= -O1

# $(call verilate,FOLDER,NAME,TOP,FILES,FLAGS,GOAL): runs Verilator in FOLDER/V_NAME, and its own make rules
# for the goal. AS_ONE: V_NAME__ALL.cpp, for code that need not be optimized, because reading Verilator's
# headers takes most of the time. $(call ARCHIVE,NAME,OPT_FAST): V_NAME__ALL.a, in a few large files, of which
# those for a twin's first cycle or for waves are not optimized.
verilate = $(call quiet,VERILATE,$(1)/V_$(2))verilator $(5) --Mdir $(1)/V_$(2) --prefix V_$(2) --top-module \
    $(3) $(4) -CFLAGS "$(ARCH)" \
	    --output-split 80000 --output-split-cfuncs 20000 && \
	  $(if $(findstring --coverage,$(5)),python3 scripts/cover/points.py $(1)/V_$(2) && )\
	  $(MAKE) -s -C $(1)/V_$(2) -f V_$(2).mk $(6) >$(1)/V_$(2)/log || { cat $(1)/V_$(2)/log; exit 1; }
AS_ONE   = VM_PARALLEL_BUILDS=0 all_cpp
ARCHIVE  = CXX=$(VCXX) OPT_FAST=$(2) OPT_SLOW=-O0 $(if $(filter -O0,$(2)),VM_PARALLEL_BUILDS=0,$(VTRACE)) \
    V_$(1)__ALL.a
VTRACE   = --eval='%__Trace__0.o: override OPT_FAST = -O0'

# Verilator's run-time library, built once as one file. The project's own function reports where an assertion
# failed.
VRUN := build/vrun/verilated.o build/vrun/stop.o
build/vrun/stop.o: tb/verilator/stop.cpp tb/verilator/stop.h build/.setup | build/vrun/
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(TB_INC) $(VINC) -c $< -o $@
build/vrun/verilated.o: build/.setup scripts/verilog.mk | build/vrun/
	$(call quiet,CXX,$@)printf '#include "%s.cpp"\n' verilated verilated_fst_c verilated_threads | \
	    $(CXX) -std=c++17 -O1 $(ARCH) -w -DVL_USER_STOP $(VINC) -x c++ -c - -o $@

# A block's twin or view spends half its compile time in Verilator's headers, so they are precompiled, for
# this compiler alone: without optimization, and with -O1.
VHEAD  := build/vrun/$(notdir $(firstword $(VCXX)))/head.h
VHEAD1 := $(dir $(VHEAD))O1/head.h
$(VHEAD).gch: override OPT = -O0
$(VHEAD1).gch: override OPT = -O1
$(VHEAD).gch $(VHEAD1).gch: tb/verilator/head.h build/.setup scripts/verilog.mk
	@mkdir -p $(@D)
	$(call quiet,CXX,$@)cp $< $(basename $@) && $(VCXX) $(CXXFLAGS) $(VINC) -x c++-header -c $(basename $@) -o $@
