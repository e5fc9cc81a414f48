# Mutants of the Verilog: all in one program at 8 lanes, each behind the selector of seeded faults (scripts/mutate/verilog.py). The twins are
# those with mutants; the model is as it is.

MV       := $(patsubst %/rtl,%,$(MUTANTS_RTL))
PER_BLOCK ?= 300
$(MV)/.laid: scripts/mutate/verilog.py scripts/mutate/v_parse.py scripts/mutate/run.py scripts/faults/splice.py cmodel/ports/l1/l1.codes $(RTL) build/.setup
	@python3 scripts/mutate/verilog.py $(@D) $(PER_BLOCK) && touch $@
$(foreach f,$(RTL),$(MV)/$(f)) $(MV)/mutants.tsv: $(MV)/.laid ;

$(MV)/8/main.o: tb/main.cpp $(MV)/.laid
	@mkdir -p $(@D)
	$(call quiet,CXX,$@)$(CXX) $(CXXFLAGS) $(TB_INC) -I$(MV) -DLANES=8 -DFAULTS -c $< -o $@
$(MV)/8/cosim: $(MV)/8/main.o $(filter-out %/main.o,$(call bench_objs,build,8)) $(call twin_objs,$(MV)/8,$(MODULES)) build/8/libmodel.a
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(VLIBS)
$(MV)/%.o: CXXFLAGS += -include tb/verilator/fault.h
$(eval $(call twin_rules,$(MV)/8,8,$(MV)/rtl,-O0,-Wno-lint -Wno-style -CFLAGS "-include $(CURDIR)/tb/verilator/fault.h",$(MODULES)))

# (The list lies twice, as each keeps its results beside it.)
$(MV)/whole/mutants.tsv: $(MV)/mutants.tsv
	@mkdir -p $(@D) && cp $< $@

mutate-verilog: $(MV)/mutants.tsv ## mutants of the Verilog, each in its block alone; goes on where it was interrupted [SAMPLE=n] [SEED=n]
	@$(MAKE) -s -j$$(nproc) $(MV)/8/cosim
	$(MUTATE_VERILOG) $(MV)/mutants.tsv scripts/mutate/verilog.stages
mutate-whole: $(MV)/whole/mutants.tsv ## the same in the whole machine
	@$(MAKE) -s -j$$(nproc) $(MV)/8/cosim
	$(MUTATE_VERILOG) $(MV)/whole/mutants.tsv scripts/mutate/whole.stages
MUTATE_VERILOG = @python3 scripts/mutate/run.py --equivalent scripts/mutate/equivalent_verilog.txt $(if $(SAMPLE),--sample $(SAMPLE)) --seed $(SEED)
.PHONY: mutate-verilog mutate-whole
