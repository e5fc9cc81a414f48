# Fuzzing: a program for each reader, verif/stimulus/fuzz/READER.c, with libFuzzer (build/fuzz/READER) or
# without it
# (build/test/readers/READER, with unguided mutations; `make test` runs the corpus with it). Both are built
# with sanitizers.

READERS    := program trace access recording shrink calls
READER     ?= $(READERS)
FUZZ_PARTS := $(filter-out %test.c,$(wildcard cmodel/tools/program/*.c)) cmodel/tools/kit/table.c \
    cmodel/tools/explain/pattern.c \
              verif/checkers/lockstep/recording.c $(wildcard verif/stimulus/shrink/*.c) $(TRACE_PARTS) \
              verif/stimulus/fuzz/mutate.c verif/stimulus/fuzz/common.c
FUZZ_LIB   := ul1 $(patsubst cmodel/src/%.c,%,$(filter-out %/machine.c,$(wildcard cmodel/src/sim/*.c)))
# Only searched when needed, because the search takes longer than the rest of make's start.
FUZZ_CLANG := $(if $(filter fuzz $(B)/fuzz/%,$(MAKECMDGOALS)),$(shell for c in clang clang-19 clang-18 \
    clang-17 clang-16 clang-15 clang-14; do \
    echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return !p && n; }' | \
    $$c -fsanitize=fuzzer,address,undefined -x c - -o /dev/null 2>/dev/null && echo $$c && break; done))

# $(call fuzz_rules,FOLDER,COMPILER,FLAGS OF OBJECTS,FLAGS OF THE LINK,FURTHER OBJECTS,FLAGS OF THE MODEL)
define fuzz_rules
$(1)/verif/%.o: verif/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$(2) $$(FUZZ_FLAGS) $(3) -DLANES=8 -c $$< -o $$@
$(1)/cmodel/tools/%.o: cmodel/tools/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$(2) $$(FUZZ_FLAGS) $(3) -DLANES=8 -c $$< -o $$@
$(1)/cmodel/%.o: cmodel/src/%.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$(2) $$(FUZZ_FLAGS) $(3) -c $$< -o $$@
$(1)/cmodel/machine_%.o: cmodel/src/sim/machine.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$(2) $$(call wide,$$*,) $$(FUZZ_FLAGS) $(3) $(6) -DLANES=$$* -c $$< -o $$@
$(1)/parts.a: $(FUZZ_PARTS:%.c=$(1)/%.o) $(FUZZ_LIB:%=$(1)/cmodel/%.o) $(patsubst \
    %,$(1)/cmodel/machine_%.o,$(COUNTS) $(WIDE))
	$$(call quiet,AR,$$@)rm -f $$@; $$(AR) rcs $$@ $$^
$(READERS:%=$(1)/%): $(1)/%: $(1)/verif/stimulus/fuzz/%.o $(5) $(1)/parts.a
	$$(call quiet,LINK,$$@)$(2) $(4) -o $$@ $$^
-include $(wildcard $(1)/*/*.d $(1)/*/*/*.d $(1)/*/*/*/*.d)
endef
FUZZ_FLAGS  = -std=c11 -D_GNU_SOURCE -O1 -g $(WARN) -MMD -MP -fno-omit-frame-pointer -DUL1_VERSION='"1"' \
    $(MODEL_INC) -Icmodel/tools -Iverif
FUZZ_ALONE := $(addprefix $(B)/test/readers/verif/stimulus/fuzz/,alone.o bytes.o)
# The corpus runs for seconds, and the sanitizers make an optimized model take a minute to compile.
$(eval $(call fuzz_rules,$(B)/test/readers,$$(CC),$$(SANITIZE),$$(SANITIZE),$(FUZZ_ALONE),-O0))
ifneq ($(FUZZ_CLANG),)
$(eval $(call fuzz_rules,$(B)/fuzz,$(FUZZ_CLANG),$(SANITIZERS) -fsanitize=fuzzer-no-link,$(SANITIZERS) \
    -fsanitize=fuzzer))
endif

fuzz:
	$(if $(filter-out $(READERS),$(READER)),$(error READER=$(READER): there are $(READERS))) \
	  @$(if $(FUZZ_CLANG), \
	  $(MAKE) -s -j$$(nproc) $(READER:%=$(B)/fuzz/%) && scripts/fuzz.sh $(B)/fuzz $(SECONDS) $(READER), \
	  echo 'skipped: no clang with libFuzzer (Debian packages clang and libclang-rt-14-dev)')

$(B)/test_programs: $(READERS:%=$(B)/test/readers/%)
