# Mutants: many small changes, all in one program, each behind a selector (scripts/mutate). A list of them and how they are tried is
# a pair in MUTANTS, for scripts/mutate/run.py; MUTANTS_NEED is what must be there before.

MUTATED      := build/mutate
MUTANTS      := $(MUTATED)/model/mutants.tsv scripts/mutate/model.stages
MUTANTS_NEED := $(MUTATED)/model/8/cosim

$(MUTATED)/model/.laid: $(wildcard scripts/mutate/*.py scripts/faults/*.py cmodel/src/*.[ch] cmodel/src/*/*.[ch] cmodel/src/*/*/*.[ch]) build/.setup
	@python3 scripts/mutate/model.py $(@D) && touch $@
# (What leaves an array, shifts by too much, or counts the zeros of zero is undefined in C: it ends the program, which is a way to be noticed.)
$(MUTATED)/model/8/lanes.o: TRAPS = -fsanitize=bounds-strict,shift,builtin -fsanitize-undefined-trap-on-error
$(eval $(call fault_rules,$(MUTATED)/model,8,$(call twin_objs,build/8,$(MODULES))))

MUTATE = @python3 scripts/mutate/run.py --equivalent scripts/mutate/equivalent.txt --open scripts/mutate/open.txt
mutate: ## a sample of mutants of the model, each of which a test must notice [SAMPLE=n] [SEED=n]
	@$(MAKE) -s -j$$(nproc) $(MUTANTS_NEED)
	$(MUTATE) --sample $(or $(SAMPLE),40) --seed $(SEED) $(MUTANTS)
mutate-full: ## all of them; goes on where it was interrupted
	@$(MAKE) -s -j$$(nproc) $(MUTANTS_NEED)
	$(MUTATE) $(MUTANTS)
.PHONY: mutate mutate-full
