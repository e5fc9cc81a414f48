# The cosimulation: the bench in C, the twins in C++, for each lane count in $(B)/LANES.

VERIF     := $(filter-out %test.c,$(wildcard verif/*/*.c verif/*/*/*.c))
WITNESS   := $(filter verif/witness/%,$(VERIF))
# The witness sees neither the tables nor the twins, nor anything else of the bench.
VERIF_INC  = -Icmodel/include -I$(B)/gen -Iverif
TB_INC     = $(VERIF_INC) -Itb -Itb/verilator
MODULES   := $(BLOCKS) $(COMPOSED)

define lane_rules
$(B)/$(1)/verif/witness/%.o: verif/witness/%.c build/.setup
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) -Iverif/witness -Iverif/kit -DLANES=$(1) -c $$< -o $$@
$(B)/$(1)/verif/%.o: verif/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) $$(CFLAGS) $$(VERIF_INC) -DLANES=$(1) -c $$< -o $$@
$(B)/$(1)/libverif.a: $(VERIF:%.c=$(B)/$(1)/%.o)
	$$(call quiet,AR,$$@)rm -f $$@; $$(AR) rcs $$@ $$^

# a block alone, and a machine within its probe
$(foreach b,$(BLOCKS),
$(B)/$(1)/V_$(b)/V_$(b)__ALL.a: $(PARTS) $(call rtl_block,rtl,$(b)) $(B)/gen/.done build/check/$(b).done
	@mkdir -p $$(@D)
	+$$(call verilate,$(B)/$(1),$(1),$(b),$(b),$$(PKG) $(PARTS) $(call rtl_block,rtl,$(b)),$$(VFLAGS) -GLANES=$(1),-O3,-O1)
	@touch $$@
)
$(foreach m,$(COMPOSED),
$(B)/$(1)/V_$(m)/V_$(m)__ALL.a: $(RTL) $(B)/gen/.done $(BLOCKS:%=build/check/%.done)
	@mkdir -p $$(@D)
	+$$(call verilate,$(B)/$(1),$(1),$(m),$(m)_probe,$$(PKG) $(RTL) $$(MADE) $(B)/gen/$(m)_probe.sv,$$(VFLAGS) -GLANES=$(1),-O3,-O1)
	@touch $$@
$(B)/$(1)/V_$(m)_view/V_$(m)_view__ALL.a: $(B)/gen/.done
	@mkdir -p $$(@D)
	+$$(call verilate,$(B)/$(1),$(1),$(m)_view,$(m)_view,$(B)/gen/$(m)_view$(1).sv,--cc --trace-fst --no-timing -fno-dfg,-O1,-O0)
	@touch $$@
)
$(foreach b,$(MODULES),
$(B)/$(1)/tb/verilator/twin_rtl_$(b).o: tb/verilator/twin_rtl.cpp $(B)/$(1)/V_$(b)/V_$(b)__ALL.a
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -I$(B)/$(1)/V_$(b) -DLANES=$(1) -DBLOCK=$(b) -c $$< -o $$@
)
$(foreach m,$(COMPOSED),
$(B)/$(1)/tb/waves/waves_$(m).o: tb/waves/waves.cpp $(B)/$(1)/V_$(m)_view/V_$(m)_view__ALL.a
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -I$(B)/$(1)/V_$(m)_view -DLANES=$(1) -DMACHINE=$(m) -c $$< -o $$@
)
$(B)/$(1)/tb/%.o: tb/%.cpp $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CXX,$$@)$$(CXX) $$(CXXFLAGS) $$(TB_INC) $$(VINC) -DLANES=$(1) -c $$< -o $$@

$(B)/$(1)/cosim: $(B)/$(1)/tb/verilator/main.o
# the same test bench in SystemC, and an example of its modules on a platform
$(B)/$(1)/cosim_sc: $(B)/$(1)/tb/systemc/main.o
$(B)/$(1)/sc_example: $(B)/$(1)/tb/systemc/example.o
$(B)/$(1)/cosim $(B)/$(1)/cosim_sc: $(B)/$(1)/tb/waves/machines.o $(COMPOSED:%=$(B)/$(1)/tb/waves/waves_%.o) \
    $(foreach m,$(COMPOSED),$(B)/$(1)/V_$(m)_view/V_$(m)_view__ALL.a)
$(B)/$(1)/cosim $(B)/$(1)/cosim_sc $(B)/$(1)/sc_example: $(B)/$(1)/tb/verilator/twins.o $(MODULES:%=$(B)/$(1)/tb/verilator/twin_rtl_%.o) \
    $(foreach b,$(MODULES),$(B)/$(1)/V_$(b)/V_$(b)__ALL.a) $(B)/$(1)/libverif.a $(B)/libul1.a $(VRUN:%=build/vrun/%.o)
$(B)/$(1)/cosim:
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) -lz -lpthread
$(B)/$(1)/cosim_sc $(B)/$(1)/sc_example:
	$$(call quiet,LINK,$$@)$$(CXX) -o $$@ $$(filter-out %.a,$$^) $$(filter %.a,$$^) -lsystemc -lz -lpthread
endef
$(foreach n,$(COUNTS),$(eval $(call lane_rules,$(n))))
