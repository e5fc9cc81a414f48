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

# Chosen blocks, and what is known of survivors. A list holds for some sizes alone: those of a file NAME.sizes
# have lists NAME_*.txt.
mutate_known = $(addprefix --$(1) ,$(wildcard \
    scripts/mutate/$(and $(CHOSEN),$(firstword $(subst -, ,$(CONFIG)))_)$(1)$(2).txt))
mutate_lists = $(if $(ONLY),--only '$(ONLY)') $(call mutate_known,equivalent,$(1))
MUTATE = @python3 scripts/mutate/run.py $(mutate_lists) $(call mutate_known,open)
mutate:
	@$(MAKE) -s -j$$(nproc) $(MUTANTS_NEED)
	$(MUTATE) --sample $(or $(SAMPLE),40) --seed $(SEED) $(MUTANTS)
mutate-full:
	@$(MAKE) -s -j$$(nproc) $(MUTANTS_NEED)
	$(MUTATE) $(MUTANTS)
.PHONY: mutate mutate-full
