# All C built with another compiler, beside the usual twins of the Verilog: `make OTHER=clang $(B)/LANES/compiler/cosim`, for
# scripts/compilers.sh.

ifneq ($(OTHER),)
OD := $(B)/$(LANES)/compiler
$(OD)/verif/witness/%.o: verif/witness/%.c build/.setup
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(WITNESS_INC) -DLANES=$(LANES) -c $< -o $@
$(OD)/verif/%.o: verif/%.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(VERIF_INC) -DLANES=$(LANES) -c $< -o $@
$(OD)/verif/blocks/contracts.o: $(B)/gen/.views
$(OD)/model/lanes_%.o: cmodel/src/lanes.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(MODEL_INC) -DLANES=$* -c $< -o $@
$(OD)/model/ul1.o: cmodel/src/ul1.c build/.setup
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(MODEL_INC) -DLANES=$(LANES) -c $< -o $@
$(OD)/cosim: $(VERIF:%.c=$(OD)/%.o) $(OD)/model/lanes_$(LANES).o $(OD)/model/ul1.o $(filter %.a %.o,$(filter-out %/libverif.a,$(call bench_objs,$(B),$(LANES)))) \
    $(call twin_objs,$(B)/$(LANES),$(MODULES))
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(VLIBS)
-include $(wildcard $(OD)/model/*.d $(OD)/verif/*/*.d $(OD)/verif/*/*/*.d)
endif
