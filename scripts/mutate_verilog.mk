# Mutants of the Verilog: all in one program at 8 lanes, each behind the selector of seeded faults (scripts/mutate/verilog.py). The twins are
# those with mutants; the model is as it is.

MV       := $(patsubst %/rtl,%,$(MUTANTS_RTL))
PER_BLOCK ?= 300
$(MV)/.laid: scripts/mutate/verilog.py scripts/mutate/v_parse.py scripts/mutate/run.py scripts/faults/splice.py scripts/mutate_verilog.mk cmodel/ports/l1/l1.codes $(RTL) build/.setup
	@python3 scripts/mutate/verilog.py $(@D) $(PER_BLOCK) && touch $@
$(foreach f,$(RTL),$(MV)/$(f)) $(MV)/mutants.tsv: $(MV)/.laid ;

$(MV)/8/main.o: tb/main.cpp $(MV)/.laid
	@mkdir -p $(@D)
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(TB_INC) -I$(MV) -DLANES=8 -DFAULTS -c $< -o $@
$(MV)/8/cosim: $(MV)/8/main.o $(filter-out %/main.o,$(call bench_objs,build,8)) $(call twin_objs,$(MV)/8,$(MODULES)) build/8/libmodel.a
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(VLIBS)
$(MV)/%.o: CXXFLAGS += -include tb/verilator/fault.h
$(eval $(call twin_rules,$(MV)/8,8,$(MV)/rtl,-O0,-Wno-lint -Wno-style -fno-table -CFLAGS "-include $(CURDIR)/tb/verilator/fault.h",$(MODULES)))
