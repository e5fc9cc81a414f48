# The same program with other Verilog or another model: `make variant V=name [VRTL=dir] [VMODEL=dir]
# [VOPT=-O0] [VARGS=options]`, in $(B)/LANES/variant/NAME. VRTL has the layout of rtl/, VMODEL that of
# cmodel/src; VARGS are Verilator's. Only replaced parts are rebuilt: of the Verilog, the machine and each
# changed block.

VRTL   ?= rtl
VMODEL ?= cmodel/src
VFAST   = $(if $(filter -O0,$(VOPT)),-O0,$(FAST))
VD      = $(B)/$(LANES)/variant/$(V)

ifneq ($(V),)
VBLOCKS := $(if $(filter own,$(VRTL)),$(BLOCK),$(if \
    $(filter-out rtl,$(VRTL)),$(foreach b,$(BLOCKS),$(if $(filter $(shell cat $(call rtl_parts,rtl,$(b)) \
    $(call rtl_block,rtl,$(b)) | cksum | tr ' ' -),$(shell cat $(call rtl_parts,$(VRTL),$(b)) $(call \
    rtl_block,$(VRTL),$(b)) | cksum | tr ' ' -)),,$(b)))))
VMODULES := $(if $(filter rtl:-O3:,$(VRTL):$(VOPT):$(firstword $(VARGS))),,$(VBLOCKS) $(COMPOSED))
VTWINS   := $(if $(filter own,$(VRTL)),$(VMODULES),$(MODULES))
$(eval $(call twin_rules,$(VD),$(LANES),$(VRTL),$(VFAST),$(VARGS) \
    $(if $(filter own,$(VRTL)),$(OWN_FLAGS)),$(VMODULES)))

$(VD)/lanes.o: $(wildcard $(VMODEL)/*.[ch] $(VMODEL)/*/*.[ch] $(VMODEL)/*/*/*.[ch]) $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -Icmodel/include -I$(VMODEL) -I$(B)/gen -DLANES=$(LANES) -c \
	  $(VMODEL)/lanes.c -o $@
$(VD)/cosim: $(call bench_objs,$(B),$(LANES)) $(call twin_objs,$(VD),$(VMODULES)) $(call \
    twin_objs,$(B)/$(LANES),$(filter-out $(VMODULES),$(VTWINS))) \
    $(if $(filter cmodel/src,$(VMODEL)),,$(VD)/lanes.o) $(B)/$(LANES)/libmodel.a
	@mkdir -p $(@D)
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(VLIBS)
endif

variant: $(VD)/cosim

ifneq ($(filter variant,$(MAKECMDGOALS)),)
$(if $(V),,$(error make variant: V=name is wanted))
$(if $(wildcard $(VRTL)/common/ul1_fn.sv),,$(error make variant: there is no $(VRTL)/common/ul1_fn.sv))
$(if $(wildcard $(VMODEL)/lanes.c),,$(error make variant: there is no $(VMODEL)/lanes.c))
endif
