# All C built in another way, beside the usual twins of the Verilog: `make OTHER=clang AS=compiler
# $(B)/LANES/compiler/cosim`, for scripts/compilers.sh, and with sanitizers for scripts/sanitize.sh (there the
# bench's own C++ also: OTHERXX).

ifneq ($(OTHER),)
OD    := $(B)/$(LANES)/$(AS)
OTHERXX ?=
OD_TB := $(if $(OTHERXX),main verilator/twins waves/waves waves/layout)
$(OD)/verif/checkers/memcheck/%.o: verif/checkers/memcheck/%.c build/.setup
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(MEMCHECK_INC) -DLANES=$(LANES) -c $< -o $@
$(OD)/verif/%.o: verif/%.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(VERIF_INC) -DLANES=$(LANES) -c $< -o $@
$(OD)/cmodel/%.o: cmodel/%.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(VERIF_INC) -DLANES=$(LANES) -c $< -o $@
$(OD)/verif/blocks/contracts.o: $(B)/gen/.views
$(OD)/verif/tests/programs/programs.o: build/programs/programs.inc
$(OD)/model/lanes_%.o: cmodel/src/lanes.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(MODEL_INC) -DLANES=$* -c $< -o $@
$(OD)/model/ul1.o: cmodel/src/ul1.c build/.setup
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(OTHER) $(CFLAGS) $(MODEL_INC) -DLANES=$(LANES) -c $< -o $@
$(OD_TB:%=$(OD)/tb/%.o): $(OD)/tb/%.o: tb/%.cpp $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CXX,$@)$(OTHERXX) $(CXXFLAGS) $(TB_INC) $(VINC) -DLANES=$(LANES) -c $< -o $@
$(OD)/cosim: $(VERIF:%.c=$(OD)/%.o) $(OD)/model/lanes_$(LANES).o $(OD)/model/ul1.o $(OD_TB:%=$(OD)/tb/%.o) \
    $(filter-out $(OD_TB:%=$(B)/$(LANES)/tb/%.o),$(filter %.a \
    %.o,$(filter-out %/libverif.a,$(call bench_objs,$(B),$(LANES))))) \
    $(call twin_objs,$(B)/$(LANES),$(MODULES))
	$(call quiet,LINK,$@)$(or $(OTHERXX),$(CXX)) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(VLIBS)
-include $(wildcard $(OD)/model/*.d $(OD)/cmodel/*/*/*.d $(OD)/verif/*/*.d $(OD)/verif/*/*/*.d $(OD)/tb/*.d \
    $(OD)/tb/*/*.d)
endif
