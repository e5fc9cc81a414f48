# Tests of the parts, and the prerequisites of `make test`.

# Tests of parts run for a second, so optimization does not pay.
TEST_CFLAGS = $(filter-out -O%,$(CFLAGS)) -O1
define part_tests
$(B)/$(1)/scoreboard_test: verif/checkers/lockstep/scoreboard_test.c $(B)/$(1)/libverif.a \
    $(B)/$(1)/libmodel_mixed.a
	$$(call quiet,CC,$$@)$$(CC) $$(TEST_CFLAGS) $$(VERIF_INC) -DLANES=$(1) -o $$@ $$^
$(B)/$(1)/tolerant_test: verif/checkers/lockstep/tolerant_test.c
$(B)/$(1)/memory_test: verif/environment/memory/memory_test.c
$(B)/$(1)/feed_test: verif/stimulus/trace/feed_test.c
$(B)/$(1)/spans_test: verif/cosim/story/spans_test.c
$(B)/$(1)/contract_test: verif/blocks/contract_test.c $(wildcard verif/blocks/*/*test.c) \
    $(B)/$(1)/libverif.a $(B)/$(1)/libmodel$(if $(MIXED),_mixed).a
	$$(call quiet,CC,$$@)$$(CC) $$(TEST_CFLAGS) $$(VERIF_INC) -DLANES=$(1) -o $$@ $$^
$(foreach t,shared loads stores atoms locks matrices reductions constants textures,$(B)/$(1)/$(t)_test): \
    $(B)/$(1)/%_test: verif/checkers/memcheck/%_test.c $(B)/$(1)/libverif.a
	$$(call quiet,CC,$$@)$$(CC) $$(TEST_CFLAGS) $(MEMCHECK_INC) -DLANES=$(1) -o $$@ $$^
$(B)/$(1)/%_test: $(B)/$(1)/libverif.a $(B)/$(1)/libmodel.a
	$$(call quiet,CC,$$@)$$(CC) $$(TEST_CFLAGS) $$(VERIF_INC) -DLANES=$(1) -o $$@ \
	  $$(filter %test.c,$$^) $(B)/$(1)/libverif.a $(B)/$(1)/libmodel.a
endef
$(foreach n,$(COUNTS),$(eval $(call part_tests,$(n))))

# The test of the contracts, which depend on the sizes: make contract-test CHIP=k80
contract-test: $(B)/$(LANES)/contract_test
	@$<
.PHONY: contract-test

# This file has so many templates that optimization takes half a minute.
$(B)/test/lanes_pack_test: tb/verilator/lanes_pack_test.cpp tb/verilator/lanes_pack.h build/.setup | \
    $(B)/test/
	$(call quiet,CXX,$@)$(VCXX) $(CXXFLAGS) -O0 -Itb -o $@ $<

$(B)/test/ring_test: verif/checkers/lockstep/ring_test.c verif/checkers/lockstep/ring.c \
    verif/checkers/lockstep/ring.h build/.setup | $(B)/test/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -Iverif -o $@ $(filter %.c,$^) -lpthread

$(B)/test/counters_test: cmodel/tests/counters_test.c $(wildcard cmodel/src/*/*.[ch] cmodel/src/*/*/*.[ch]) \
    $(B)/gen/.done | $(B)/test/
	$(call quiet,CC,$@)$(CC) $(TEST_CFLAGS) $(MODEL_INC) -DLANES=8 -o $@ $<

# The transaction level, linked with libul1 only.
SIM_TESTS := $(filter-out $(patsubst %,cmodel/tests/%_test.c,headers counters chips),$(wildcard \
    cmodel/tests/*_test.c))
$(B)/test/sim_test: $(SIM_TESTS) $(LIB_STATIC) | $(B)/test/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -Icmodel/include -Icmodel/tools/kit -I$(B)/gen -o $@ $(filter %.c %.a,$^)

# The front end and engine of programs, and the generator and checker of litmus tests, do not depend on the
# lane count. They are tested with sanitizers if the compiler has them.
SANITIZERS    = -fsanitize=address,undefined -fno-sanitize-recover=all
SANITIZE      = $(eval SANITIZE := $(shell echo 'int main(void) { return 0; }' >build/sane.c; \
    $(CC) $(SANITIZERS) build/sane.c -o build/sane 2>/dev/null && echo $(SANITIZERS)))$(SANITIZE)
PROGRAM_PARTS = $(filter-out %test.c,$(wildcard cmodel/tools/program/*.c)) cmodel/tools/kit/table.c
TRACE_PARTS   = $(patsubst %,verif/stimulus/trace/%.c,input reader decode opcodes counts survey progress \
    spool blocks)

AXIOMS_PARTS  = $(patsubst %,verif/stimulus/litmus/%.c,axioms premises points order explain)
CYCLES_PARTS  = $(patsubst %,verif/stimulus/litmus/%.c,cycles shape choose change race noise paper write) \
    $(PROGRAM_PARTS)
TALLY_PARTS   = $(AXIOMS_PARTS) $(patsubst %,verif/stimulus/litmus/%.c,tally extract refuse) $(PROGRAM_PARTS)

# $(call sane_test,NAME,SOURCES)
define sane_test
SANE_TESTS += $(B)/test/$(1)_test
$(B)/test/$(1)_test: $(2:%.c=$(B)/test/sane/%.o)
	$$(call quiet,LINK,$$@)$$(CC) $$(SANITIZE) -o $$@ $$^
endef
SANE_TESTS :=
$(eval $(call sane_test,program,cmodel/tools/program/program_test.c $(PROGRAM_PARTS)))
$(eval $(call sane_test,reader,verif/stimulus/trace/reader_test.c $(TRACE_PARTS)))
$(eval $(call sane_test,axioms,verif/stimulus/litmus/axioms_test.c $(AXIOMS_PARTS)))
$(eval $(call sane_test,tally,verif/stimulus/litmus/tally_test.c $(TALLY_PARTS)))
$(eval $(call sane_test,cycles,verif/stimulus/litmus/cycles_test.c $(CYCLES_PARTS)))
$(B)/test/sane/%.o: %.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -O1 -g $(WARN) -MMD -MP $(SANITIZE) -I$(B)/gen \
	  -Icmodel/tools -Iverif -c $< -o $@
-include $(wildcard $(B)/test/sane/*/*/*.d $(B)/test/sane/*/*/*/*.d)

PART_TESTS := scoreboard tolerant shared loads stores atoms locks matrices reductions constants textures \
    memory contract feed
# Without LONG the only faults in wires are those of quad and net.
FAULTS_NEED = $(filter $(if $(LONG),%,%/cosim %/cosim_quad %/cosim_net),$(FAULT_PROGRAMS))
SYSTEMC    := $(wildcard /usr/include/systemc.h /usr/local/include/systemc.h \
    $(SYSTEMC_HOME)/include/systemc.h)
$(B)/test_programs: $(if $(SYSTEMC),$(B)/8/cosim_sc $(B)/8/sc_example) $(B)/test/lanes_pack_test \
    $(B)/test/ring_test $(B)/test/counters_test \
    $(B)/test/sim_test $(B)/unison $(LIB)/examples/many \
    $(B)/8/dcl1 build/dcl1/tiny/dcl1 \
    $(SANE_TESTS) $(PYTHON_PACKAGE)/.done $(B)/rtl/files.f $(FAULTS_NEED) $(if $(LONG),$(MUTANTS_NEED)) \
    $(foreach n,$(if $(LONG)$(findstring -,$(ONLY)),$(COUNTS),8 32),$(B)/$(n)/cosim) $(if \
    $(LONG)$(findstring -,$(ONLY)),$(foreach n,16 32,$(PART_TESTS:%=$(B)/$(n)/%_test))) \
    $(PART_TESTS:%=$(B)/8/%_test) $(B)/8/spans_test $(B)/8/model_base \
    $(B)/8/model_dcside $(B)/8/model_dcl1 $(if $(LONG),$(WIRED:%=$(B)/8/cosim_%),\
    $(B)/8/cosim_quad $(B)/8/cosim_net)
