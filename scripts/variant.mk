# The same program with other Verilog or another model: `make variant V=name [VRTL=dir] [VMODEL=dir] [VOPT=-O0]`, in
# $(B)/LANES/variant/NAME. VRTL has the layout of rtl/, VMODEL that of cmodel/src. Only what is replaced is built again.

VRTL   ?= rtl
VMODEL ?= cmodel/src
VFAST  ?= $(if $(filter -O0,$(VOPT)),-O1,-O3)
VD      = $(B)/$(LANES)/variant/$(V)
VSRC    = $(call rtl_all,$(VRTL))

$(VD)/V_l1/V_l1__ALL.a: $(VSRC) $(B)/gen/.done
	@mkdir -p $(@D)
	+$(call verilate,$(VD),$(LANES),l1,l1_probe,$(PKG) $(VSRC) $(MADE) $(B)/gen/l1_probe.sv,$(VFLAGS) -GLANES=$(LANES),$(VFAST),$(VFAST))
	@touch $@
$(VD)/twin_rtl_l1.o: tb/verilator/twin_rtl.cpp $(VD)/V_l1/V_l1__ALL.a
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(TB_INC) $(VINC) -I$(VD)/V_l1 -DLANES=$(LANES) -DBLOCK=l1 -c $< -o $@
$(VD)/lanes.o: $(wildcard $(VMODEL)/*.[ch] $(VMODEL)/*/*.[ch] $(VMODEL)/*/*/*.[ch]) $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -Icmodel/include -I$(VMODEL) -I$(B)/gen -DLANES=$(LANES) -c $(VMODEL)/lanes.c -o $@
VARIANT_L1    = $(if $(filter rtl:-O3,$(VRTL):$(VOPT)),$(B)/$(LANES)/tb/verilator/twin_rtl_l1.o $(B)/$(LANES)/V_l1/V_l1__ALL.a,$(VD)/twin_rtl_l1.o $(VD)/V_l1/V_l1__ALL.a)
VARIANT_MODEL = $(if $(filter cmodel/src,$(VMODEL)),,$(VD)/lanes.o)
VARIANT_OBJS  = $(foreach o,verilator/main waves/machines $(COMPOSED:%=waves/waves_%) verilator/twins $(BLOCKS:%=verilator/twin_rtl_%),$(B)/$(LANES)/tb/$(o).o) \
    $(VRUN:%=build/vrun/%.o) $(VARIANT_MODEL) $(VARIANT_L1) $(foreach b,$(BLOCKS) l1_view,$(B)/$(LANES)/V_$(b)/V_$(b)__ALL.a) \
    $(B)/$(LANES)/libverif.a $(B)/libul1.a
$(VD)/cosim: $(VARIANT_OBJS)
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) -lz -lpthread

variant: $(VD)/cosim ## the cosimulation with other Verilog or another model: V=name [VRTL=dir] [VMODEL=dir]

ifneq ($(filter variant,$(MAKECMDGOALS)),)
$(if $(V),,$(error make variant: V=name is wanted))
$(if $(wildcard $(VRTL)/common/ul1_fn.sv),,$(error make variant: there is no $(VRTL)/common/ul1_fn.sv))
$(if $(wildcard $(VMODEL)/lanes.c),,$(error make variant: there is no $(VMODEL)/lanes.c))
endif
