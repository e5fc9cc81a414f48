# DC-L1 at the paper's sizes, on the C model alone (docs/dcl1.md): for each organisation a model of the
# machine dcside, and a program that drives it.

DCL1         := build/dcl1
DCL1_CONFIGS := $(sort $(shell awk '$$1 == "part" && NF > 3 { print $$4 }' \
    cmodel/ports/cluster/dcside.machine))
DCL1_SOURCES := $(wildcard cmodel/tools/dcl1/*.c)
DCL1_CFLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) $(ARCH) $(WARN) -MMD -MP -DLANES=32 \
    -Icmodel/include -Icmodel/src -Icmodel/tools -Icmodel/tools/kit
ORGS         ?=
STREAMS      ?=

dcl1: build/.setup
	@scripts/setup.sh plots || true
	@python3 scripts/dcl1 $(DCL1) '$(MAKE)' $(SEED) '$(ORGS)' '$(STREAMS)'

$(DCL1)/%/gen/.done: $(TABLES) $(wildcard scripts/gen/*.py) scripts/dcl1/organisations.py
	@mkdir -p $(@D); chosen=$$(python3 scripts/dcl1/organisations.py '$*') && \
	  python3 scripts/gen $(@D) model=dcside $$chosen && touch $@
define dcl1_config
$(DCL1)/%/lanes_$(1).o: cmodel/src/lanes.c $(DCL1)/%/gen/.done
	$$(call quiet,CC,$$@)$$(CC) -I$(DCL1)/$$*/gen/$(1) -I$(DCL1)/$$*/gen $$(DCL1_CFLAGS) -DCONFIG=$(1)_ \
	  -c $$< -o $$@
endef
$(foreach c,$(DCL1_CONFIGS),$(eval $(call dcl1_config,$(c))))
$(DCL1)/%/mixed.o: cmodel/src/mixed.c $(DCL1)/%/gen/.done
	$(call quiet,CC,$@)$(CC) -I$(DCL1)/$*/gen $(DCL1_CFLAGS) -c $< -o $@
$(DCL1)/%/ul1.o: cmodel/src/ul1.c $(DCL1)/%/gen/.done
	$(call quiet,CC,$@)$(CC) -I$(DCL1)/$*/gen $(DCL1_CFLAGS) -DCONFIGS -DONLY_CONFIGS -c $< -o $@
$(DCL1)/%/dcl1: $(DCL1_SOURCES) $(wildcard cmodel/tools/dcl1/*.h) $(DCL1)/%/mixed.o $(DCL1)/%/ul1.o \
    $(DCL1_CONFIGS:%=$(DCL1)/\%/lanes_%.o)
	$(call quiet,CC,$@)$(CC) -I$(DCL1)/$*/gen $(filter-out -MMD -MP,$(DCL1_CFLAGS)) -o $@ \
	  $(filter %.c %.o,$^) -lm
-include $(wildcard $(DCL1)/*/*.d)

# The same program on the machine of the default sizes in libul1, for the tests
$(B)/8/dcl1: $(DCL1_SOURCES) $(wildcard cmodel/tools/dcl1/*.h) $(LIB_STATIC)
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(filter-out -MMD -MP,$(TEST_CFLAGS)) -Icmodel/include -I$(B)/gen \
	  -Icmodel/tools -Icmodel/tools/kit -DLANES=8 -o $@ $(filter %.c %.a,$^) -lm

dcl1-tour: build/.setup
	@python3 scripts/dcl1/tour.py $(DCL1) '$(MAKE)'

.PHONY: dcl1 dcl1-tour
