# Mutants: many small changes, all in one program, each behind a selector (scripts/mutate). MUTANTS has pairs
# of a list of mutants and the way to try them, for scripts/mutate/run.py. MUTANTS_NEED lists the
# prerequisites.

MUTATED      := $(B)/mutate
MUTANTS       = $(MUTATED)/model/mutants.tsv $(call mutate_stages,model)
MUTANTS_NEED := $(MUTATED)/model/8/cosim

$(MUTATED)/model/.laid: $(wildcard scripts/mutate/*.py scripts/faults/*.py cmodel/src/*.[ch] \
    cmodel/src/*/*.[ch] cmodel/src/*/*/*.[ch]) build/.setup
	@python3 scripts/mutate/model.py $(@D) $(CHOSEN) && touch $@
# An access outside an array, a shift by too much, and counting the zeros of zero are undefined in C. They end
# the program, which counts as detection.
$(MUTATED)/model/8/lanes.o: TRAPS = -fsanitize=bounds-strict,shift,builtin -fsanitize-undefined-trap-on-error
$(eval $(call fault_rules,$(MUTATED)/model,8,$(call twin_objs,$(B)/8,$(MODULES))))

# Chosen blocks, and the list of equivalent mutants. It holds for some sizes alone; those of a file NAME.sizes
# have NAME_equivalent.txt.
mutate_lists = $(if $(ONLY),--only '$(ONLY)') $(addprefix --equivalent ,$(wildcard \
    scripts/mutate/$(and $(CHOSEN),$(firstword $(subst -, ,$(CONFIG)))_)equivalent$(1).txt))
MUTATE = @python3 scripts/mutate/run.py $(mutate_lists) $(if $(CHOSEN),,--open scripts/mutate/open.txt)
mutate:
	@$(MAKE) -s -j$$(nproc) $(MUTANTS_NEED)
	$(MUTATE) --sample $(or $(SAMPLE),40) --seed $(SEED) $(MUTANTS)
mutate-full:
	@$(MAKE) -s -j$$(nproc) $(MUTANTS_NEED)
	$(MUTATE) $(MUTANTS)
.PHONY: mutate mutate-full
