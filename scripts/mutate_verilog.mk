# Mutants of the Verilog: all in one program at 8 lanes, each behind the selector of seeded faults
# (scripts/mutate/verilog.py). The twins contain the mutants; the model is unchanged.

MV       := $(patsubst %/rtl,%,$(MUTANTS_RTL))
PER_BLOCK ?= 300
$(MV)/.laid: scripts/mutate/verilog.py scripts/mutate/v_parse.py scripts/mutate/run.py \
    scripts/faults/splice.py cmodel/ports/l1/l1.codes $(RTL) $(MV)/.count build/.setup
	@python3 scripts/mutate/verilog.py $(@D) $(PER_BLOCK) $(CHOSEN) && touch $@
$(MV)/.count: always
	@mkdir -p $(@D) && echo $(PER_BLOCK) | cmp -s - $@ || echo $(PER_BLOCK) >$@
always:
$(foreach f,$(RTL),$(MV)/$(f)) $(MV)/mutants.tsv: $(MV)/.laid ;

# For blocks alone the whole machine has no mutants, which saves most of the build. In MV/whole it has them,
# too. A second copy of the list is there, because results are kept beside it.
$(MV)/whole/.laid: $(MV)/.laid
	@mkdir -p $(@D) && cp $(MV)/mutants.tsv $(MV)/faults.inc $(@D) && touch $@
$(MV)/whole/mutants.tsv: $(MV)/whole/.laid ;
$(eval $(call fault_program,$(MV),8,$(call twin_objs,$(MV)/8,$(BLOCKS)) \
    $(call twin_objs,$(B)/8,$(COMPOSED))))
$(eval $(call fault_program,$(MV)/whole,8,$(call twin_objs,$(MV)/8,$(MODULES))))
$(MV)/%.o: CXXFLAGS += -include tb/verilator/fault.h
$(eval $(call twin_rules,$(MV)/8,8,$(MV)/rtl,-O0,-Wno-lint -Wno-style -CFLAGS \
    "-include $(CURDIR)/tb/verilator/fault.h",$(MODULES)))

mutate-verilog: $(MV)/mutants.tsv
	@$(MAKE) -s -j$$(nproc) $(MV)/8/cosim
	$(MUTATE_VERILOG) $(MV)/mutants.tsv $(call mutate_stages,verilog)
mutate-whole: $(MV)/whole/mutants.tsv
	@$(MAKE) -s -j$$(nproc) $(MV)/whole/8/cosim
	$(MUTATE_VERILOG) $(MV)/whole/mutants.tsv $(call mutate_stages,whole)
mutate_stages  = $(shell mkdir -p $(B)/mutate && sed 's|build/mutate|$(B)/mutate|g' \
    scripts/mutate/$(1).stages >$(B)/mutate/$(1).stages && echo $(B)/mutate/$(1).stages)
MUTATE_VERILOG = @python3 scripts/mutate/run.py $(call mutate_lists,_verilog) $(if \
    $(SAMPLE),--sample $(SAMPLE)) --seed $(SEED)
.PHONY: mutate-verilog mutate-whole always
