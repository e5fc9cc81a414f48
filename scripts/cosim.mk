# The cosimulation: the bench in C, the twins in C++, for each lane count in $(B)/LANES.

VERIF     := $(filter-out %test.c verif/stimulus/fuzz/%,$(wildcard cmodel/tools/kit/*.c \
    cmodel/tools/program/*.c verif/*/*.c verif/*/*/*.c))
PROGRAMS  := $(wildcard verif/tests/programs/*/*.l1)
$(foreach p,$(wildcard verif/tests/programs/*.l1),$(error $(p) belongs in the folder of its family))
# The memory checker includes neither the tables nor the twins, nor any other part of the bench.
MEMCHECK_INC = -Iverif/checkers/memcheck -Iverif -Icmodel/tools/kit \
    $(addprefix -D,$(filter SHORT_LINES=%,$(CHOSEN)))
VERIF_INC   = -Icmodel/include -I$(B)/gen -Icmodel/tools -Iverif -Ibuild/programs
TB_INC      = $(VERIF_INC) -Itb -Itb/verilator
MODULES    := $(BLOCKS) $(COMPOSED)
# The waves of newer Verilators need liblz4, by Verilator's own rules.
VLIBS       = -lz -lpthread $(shell grep -qs -e -llz4 $(VROOT)/include/verilated.mk && echo -llz4)

TLM        := tlm_example tlm_l1 memory_port

# Verilog of a folder with the layout of rtl/ as twins: $(call twin_rules,OUTPUT FOLDER,LANES,RTL
# FOLDER,OPT_FAST,FLAGS,MODULES). A block alone runs for a second, so optimization does not pay: its Verilog
# is compiled as one file with its twin. A machine is compiled as an archive. One
# of wired parts is verilated without levels: its signals are named by the parts on the path to them.
define twin_rules
$(foreach b,$(filter $(BLOCKS),$(6)),
$(1)/V_$(b)/V_$(b)__ALL.cpp: $(call rtl_parts,$(3),$(b)) $(call rtl_block,$(3),$(b)) $(B)/gen/.done $(if \
    $(filter rtl,$(3)),$(CHECKED))
	@mkdir -p $$(@D)
	+$$(call verilate,$(1),$(b),$(b),$$(PKG) $(call rtl_parts,$(3),$(b)) \
	    $(call rtl_block,$(3),$(b)),$$(VFLAGS) $(5) -GLANES=$(2),$$(AS_ONE))
	@touch $$@
$(1)/tb/verilator/twin_rtl_$(b).o: override OPT = -O0
$(1)/tb/verilator/twin_rtl_$(b).o: tb/verilator/twin_rtl.cpp $(1)/V_$(b)/V_$(b)__ALL.cpp $(VHEAD).gch
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(VCXX) -include $(VHEAD) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -isystem $(1)/V_$(b) \
	  -DLANES=$(2) -DBLOCK=$(b) -include V_$(b)__ALL.cpp -c $$< -o $$@
)
$(foreach m,$(filter $(COMPOSED) $(WIRED),$(6)),
$(1)/V_$(m)/V_$(m)__ALL.a: $(call rtl_all,$(3)) $(B)/gen/.done $(if $(filter \
    $(MIXED),$(m)),$(B)/configs/.done) $(if $(filter \
    rtl,$(3)),$(CHECKED))
	@mkdir -p $$(@D)
	+$$(call verilate,$(1),$(m),$(m),$(B)/gen/$(m)_show.vlt $$(PKG) \
	    $(call rtl_all,$(3)) $$(MADE) $(if $(filter $(MIXED),$(m)),$(CONFIGS_RTL)) $(if $(filter \
	    $(WIRED),$(m)),$(patsubst %,$(B)/gen/rtl/%.sv,$(filter-out $(m) $(if $(filter \
	    $(MIXED),$(m)),,$(MIXED)),$(WIRED)) $(m)) --flatten),$$(VFLAGS) \
	    $(5) -GLANES=$(2),$$(call ARCHIVE,$(m),$(if $(filter $(WIRED),$(m)),$$(WIRED_FAST),$(4))))
	@touch $$@
$(1)/tb/verilator/twin_rtl_$(m).o: tb/verilator/twin_rtl.cpp $(1)/V_$(m)/V_$(m)__ALL.a
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(VCXX) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -I$(1)/V_$(m) -DLANES=$(2) -DBLOCK=$(m) -c \
	  $$< -o $$@
)
endef

# The programs among the tests, as texts in C
build/programs/programs.inc: $(PROGRAMS) verif/tests/programs $(patsubst %/,%,$(sort $(dir $(PROGRAMS))))
	@mkdir -p $(@D)
	@for f in $(PROGRAMS); do echo "{ \"$$f\","; sed 's/[\\"]/\\&/g; s/^/    "/; s/$$/\\n"/' $$f; echo '},'; \
	  done >$@

define lane_rules
$(B)/$(1)/verif/tests/programs/programs.o: build/programs/programs.inc
$(B)/$(1)/verif/checkers/memcheck/%.o: verif/checkers/memcheck/%.c build/.setup
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) $$(MEMCHECK_INC) -DLANES=$(1) -c $$< -o $$@
$(B)/$(1)/verif/%.o: verif/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) $$(VERIF_INC) -DLANES=$(1) -c $$< -o $$@
$(B)/$(1)/cmodel/%.o: cmodel/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) $$(VERIF_INC) -DLANES=$(1) -c $$< -o $$@
$(B)/$(1)/verif/blocks/contracts.o: $(B)/gen/.views
$(B)/$(1)/verif/tests/all.o: CFLAGS += $(if $(ONE_L1),-DONE_L1)
$(B)/$(1)/libverif.a: $(VERIF:%.c=$(B)/$(1)/%.o)
	$$(call quiet,AR,$$@)rm -f $$@; $$(AR) rcs $$@ $$^
$(foreach m,$(VIEWED),
$(B)/$(1)/V_$(m)_view/V_$(m)_view__ALL.cpp: $(B)/gen/.done
	@mkdir -p $$(@D)
	+$$(call verilate,$(B)/$(1),$(m)_view,$(m)_view,$(B)/gen/$(m)_view$(1).sv,--cc \
	    --trace-fst --no-timing -fno-dfg,$$(AS_ONE))
	@touch $$@
$(B)/$(1)/V_$(m)_view/view.o: override OPT = -O0
$(B)/$(1)/V_$(m)_view/view.o: $(B)/$(1)/V_$(m)_view/V_$(m)_view__ALL.cpp $(VHEAD).gch
	$$(call quiet,CXX,$$@)$$(VCXX) -include $(VHEAD) $$(CXXFLAGS) -w $$(VINC) -c $$< -o $$@
$(B)/$(1)/tb/waves/view_$(m).o: tb/waves/machine_view.cpp $(B)/$(1)/V_$(m)_view/V_$(m)_view__ALL.cpp \
    $(VHEAD1).gch
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) -include $(VHEAD1) $$(CXXFLAGS) $$(TB_INC) $$(VINC) \
	  -I$(B)/$(1)/V_$(m)_view -DLANES=$(1) -DMACHINE=$(m) -c $$< -o $$@
)
$(B)/$(1)/tb/waves/%.o: override OPT = -O1
$(B)/$(1)/tb/waves/%.o: CXX = $(VCXX)
$(B)/$(1)/tb/%.o: tb/%.cpp $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -DLANES=$(1) -c $$< -o $$@

$(B)/$(1)/cosim: $(call bench_objs,$(B),$(1)) $(call twin_objs,$(B)/$(1),$(MODULES)) $(B)/$(1)/libmodel.a
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)

# The same without waves, whose views take a fourth of the compile time: VIEWS=0.
$(B)/$(1)/cosim_blind: $(filter-out $(call views_objs,$(B),$(1)),$(call bench_objs,$(B),$(1))) \
    $(call twin_objs,$(B)/$(1),$(MODULES)) $(B)/$(1)/libmodel.a
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)

# The contracts of the blocks of another configuration, as one object with one name.
$(foreach c,$(CONFIGS),
$(B)/$(1)/contracts_$(c).o: $(B)/gen/.views scripts/contracts.sh
	$$(call quiet,CC,$$@)OBJCOPY=$(OBJCOPY) scripts/contracts.sh $$@ $(c) $(B)/gen $$(CC) $$(filter-out \
	  -MMD -MP,$$(CFLAGS)) -I$(B)/gen/$(c) $$(VERIF_INC) -DLANES=$(1)
)

# A machine of wired parts has a bench of its own, with its Verilog as one design.
$(foreach m,$(WIRED),
$(B)/$(1)/tb/main_$(m).o: tb/main.cpp $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -DLANES=$(1) -DMACHINE='"$(m)"' -c $$< -o $$@
$(B)/$(1)/cosim_$(m): $(filter-out %/main.o,$(call bench_objs,$(B),$(1))) $(B)/$(1)/tb/main_$(m).o \
    $(call twin_objs,$(B)/$(1),$(m)) $(if $(filter $(MIXED),$(m)),$(CONFIGS:%=$(B)/$(1)/contracts_%.o)) \
    $(B)/$(1)/libmodel$(if $(filter $(MIXED),$(m)),_mixed).a
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)
# The same without the Verilog, whose compilation takes half a minute: the model runs alone (--actual none).
$(B)/$(1)/model_$(m): $(filter-out %/main.o,$(call bench_objs,$(B),$(1))) $(B)/$(1)/tb/main_$(m).o \
    $(if $(filter $(MIXED),$(m)),$(CONFIGS:%=$(B)/$(1)/contracts_%.o)) \
    $(B)/$(1)/libmodel$(if $(filter $(MIXED),$(m)),_mixed).a
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) $$(VLIBS)
)

# The same test bench in SystemC, and an example of its modules on a platform. Optimizing its templates takes
# longer than its runs.
$(B)/$(1)/tb/systemc/%.o: override OPT = -O0
$(B)/$(1)/tb/systemc/%.o: CXX = $(VCXX)
$(B)/$(1)/cosim_sc: $(B)/$(1)/tb/systemc/main.o $(call waves_objs,$(B),$(1))
$(B)/$(1)/sc_example: $(B)/$(1)/tb/systemc/example.o
$(B)/$(1)/sc_tlm: $(TLM:%=$(B)/$(1)/tb/systemc/%.o)
$(B)/$(1)/cosim_sc $(B)/$(1)/sc_example $(B)/$(1)/sc_tlm: $(B)/$(1)/tb/verilator/twins.o $(call \
    twin_objs,$(B)/$(1),$(MODULES)) $(B)/$(1)/libverif.a \
    $(VRUN) $(B)/$(1)/libmodel.a
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) -lsystemc $$(VLIBS)
endef

# Objects of a program: of the waves, of the bench without its twins, of the twins of these modules
views_objs = $(foreach m,$(VIEWED),$(1)/$(2)/tb/waves/view_$(m).o $(1)/$(2)/V_$(m)_view/view.o)
waves_objs = $(1)/$(2)/tb/waves/waves.o $(1)/$(2)/tb/waves/layout.o $(views_objs)
bench_objs = $(1)/$(2)/tb/main.o $(1)/$(2)/tb/verilator/twins.o $(waves_objs) $(1)/$(2)/libverif.a $(VRUN)
twin_objs  = $(2:%=$(1)/tb/verilator/twin_rtl_%.o) $(foreach m,$(filter \
    $(COMPOSED) $(WIRED),$(2)),$(1)/V_$(m)/V_$(m)__ALL.a)

$(foreach n,$(COUNTS),$(eval $(call twin_rules,$(B)/$(n),$(n),rtl,$(FAST),,$(MODULES) $(WIRED))))
$(foreach n,$(COUNTS),$(eval $(call lane_rules,$(n))))
