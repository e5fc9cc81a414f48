# The model. For the bench it is compiled for the local processor, with the bench's lane count. libul1 is
# compiled for any processor of its architecture, with all lane counts, each compiled separately, and with the
# transaction level (cmodel/src/sim).

MODEL_INC = -Icmodel/include -Icmodel/src -I$(B)/gen

# ---- for the bench

$(B)/model/lanes_%.o: cmodel/src/lanes.c $(B)/gen/.done | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) $(MODEL_INC) -DLANES=$* -c $< -o $@
$(B)/model/ul1_%.o: cmodel/src/ul1.c $(SETUP) | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) $(MODEL_INC) -DLANES=$* -c $< -o $@
$(COUNTS:%=$(B)/%/libmodel.a): $(B)/%/libmodel.a: $(B)/model/lanes_%.o $(B)/model/ul1_%.o
	@mkdir -p $(@D)
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^

# ---- the other configurations, and machines that mix them: $(call config_model,FOLDER,FLAGS,CONFIGURATION).

define config_model
$(1)/lanes_$(3)_%.o: cmodel/src/lanes.c $(B)/gen/.done
	@mkdir -p $$(@D)
	$$(call quiet,CC,$$@)$$(CC) -I$(B)/gen/$(3) $$($(2)) -Icmodel/include -Icmodel/src \
	  -DCONFIG=$(3)_ -DLANES=$$* -c $$< -o $$@
endef
$(foreach c,$(CONFIGS),$(eval $(call config_model,$(B)/model,CFLAGS,$(c))))
$(B)/model/mixed_%.o: cmodel/src/mixed.c $(B)/gen/.done | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) $(MODEL_INC) -DLANES=$* -c $< -o $@
$(B)/model/ul1_mixed_%.o: cmodel/src/ul1.c $(B)/gen/.done | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) $(MODEL_INC) -DCONFIGS -DLANES=$* -c $< -o $@
$(COUNTS:%=$(B)/%/libmodel_mixed.a): $(B)/%/libmodel_mixed.a: $(B)/model/lanes_%.o $(B)/model/ul1_mixed_%.o \
    $(B)/model/mixed_%.o $(foreach c,$(CONFIGS),$(B)/model/lanes_$(c)_%.o)
	@mkdir -p $(@D)
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^

# ---- libul1: needs a C compiler, make and python3, and installs nothing

LIB_VERSION := 1.0.0
LIB_MAJOR   := $(firstword $(subst ., ,$(LIB_VERSION)))
LIB         := $(B)/lib
OBJCOPY     ?= objcopy
# A second variant for newer instruction sets of the processor, where there are such. docs/library.md has its
# gain.
LIB_V3      := $(if $(filter x86_64-%,$(shell $(CC) -dumpmachine 2>/dev/null)),-mavx2 -mbmi -mbmi2 -mpopcnt)
# CFLAGS= on make's command line come last, for compilation and linking. Those of the environment are ignored,
# because a recursive make would find the bench's there.
LIB_GIVEN   := $(if $(filter command,$(firstword $(origin CFLAGS))),$(CFLAGS))
LIB_CFLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) -g $(WARN) -MMD -MP -fPIC -fvisibility=hidden $(if \
    $(LIB_V3),-DUL1_V3) \
               -DUL1_VERSION='"$(LIB_VERSION)"' $(MODEL_INC) $(LIB_GIVEN)
# A library with chosen sizes has no other configurations.
LIB_CONFIGS := $(if $(CHOSEN),,$(CONFIGS))
LIB_SOURCES := cmodel/src/ul1.c $(filter-out %/machine.c,$(wildcard cmodel/src/sim/*.c))
LIB_OBJS     = $(LIB_SOURCES:cmodel/src/%.c=$(LIB)/%.o) \
               $(foreach v,$(if $(LIB_V3),v1 v3,v1),$(foreach n,$(COUNTS),$(LIB)/$(v)/machine_$(n).o)) \
               $(if $(LIB_CONFIGS),$(foreach n,$(COUNTS),$(LIB)/mixed_$(n).o $(foreach \
    c,$(LIB_CONFIGS),$(LIB)/lanes_$(c)_$(n).o))) \
               $(foreach v,$(if $(LIB_V3),v1 v3,v1),$(foreach c,$(CHIP_NAMES),$(foreach \
    n,$(COUNTS),$(LIB)/$(v)/machine_$(c)_$(n).o))) \
               $(foreach v,$(if $(LIB_V3),v1 v3,v1),$(foreach \
    c,machine $(WIDE_CHIPS:%=machine_%),$(LIB)/$(v)/$(c)_$(WIDE).o))
LIB_STATIC  := $(LIB)/libul1.a
LIB_SHARED  := $(LIB)/libul1.so.$(LIB_VERSION)
LIB_HEADERS  = cmodel/include/ul1.h cmodel/include/ul1_sim.h $(B)/gen/ul1_sizes.h \
    $(patsubst %,$(B)/gen/ul1_ports_%.h,$(COUNTS) $(WIDE))

# Machines of 64 lanes have generated files of their own: $(call wide,LANES,FOLDER/)
wide = $(if $(filter $(WIDE),$(1)),-I$(B)/gen/$(2)wide)
define variant_rules
$(LIB)/$(1)/machine_%.o: cmodel/src/sim/machine.c $(B)/gen/.done | $(LIB)/$(1)/
	$$(call quiet,CC,$$@)$$(CC) $$(call wide,$$*,) $$(LIB_CFLAGS) $(2) -DLANES=$$* -c $$< -o $$@
endef
# $(call chip_rules,VARIANT,FLAGS,CHIP): a further machine inside, with the generated files of its sizes
define chip_rules
$(LIB)/$(1)/machine_$(3)_%.o: cmodel/src/sim/machine.c $(B)/gen/.done | $(LIB)/$(1)/
	$$(call quiet,CC,$$@)$$(CC) $$(call wide,$$*,$(3)/) -I$(B)/gen/$(3) $$(LIB_CFLAGS) $(2) -DCONFIG=$(3)_ \
	  -DLANES=$$* -c $$< -o $$@
endef
define both_variants
$(eval $(call $(1),v1,,$(2)))
$(eval $(call $(1),v3,-DVARIANT=_v3 $(LIB_V3),$(2)))
endef
$(eval $(call both_variants,variant_rules))
$(foreach c,$(CHIP_NAMES),$(eval $(call both_variants,chip_rules,$(c))))

$(foreach c,$(LIB_CONFIGS),$(eval $(call config_model,$(LIB),LIB_CFLAGS,$(c))))
$(LIB)/mixed_%.o: cmodel/src/mixed.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(LIB_CFLAGS) -DLANES=$* -c $< -o $@
$(LIB)/%.o: cmodel/src/%.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(LIB_CFLAGS) $(if $(LIB_CONFIGS),-DCONFIGS) -c $< -o $@
# One object that keeps only the exported names, because a program may have the same names as the library's
# internal ones.
$(LIB)/libul1.o: $(LIB_OBJS)
	$(call quiet,LINK,$@)$(CC) -r -nostdlib -o $@ $^ && $(OBJCOPY) --localize-hidden $@
$(LIB_STATIC): $(LIB)/libul1.o
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^
$(LIB_SHARED): $(LIB_OBJS)
	$(call quiet,LINK,$@)$(CC) -shared -Wl,-soname,libul1.so.$(LIB_MAJOR) -Wl,-z,defs $(LIB_GIVEN) -o $@ $^
	@ln -sf $(@F) $(LIB)/libul1.so.$(LIB_MAJOR); ln -sf $(@F) $(LIB)/libul1.so

# ---- the Python package: its sources, generated files, and the shared library, in a folder for import

PYTHON_PACKAGE = $(B)/python/ul1
PYTHON_SOURCES := $(wildcard cmodel/python/ul1/*.py) cmodel/python/ul1/py.typed
$(PYTHON_PACKAGE)/.done: $(PYTHON_SOURCES) $(B)/gen/.done $(LIB_SHARED) | $(PYTHON_PACKAGE)/
	@rm -rf $(PYTHON_PACKAGE)/*; cp $(PYTHON_SOURCES) $(B)/gen/python/*.py $(PYTHON_PACKAGE)/
	@cp $(LIB_SHARED) $(PYTHON_PACKAGE)/libul1.so; touch $@

# ---- examples, and installation. DESTDIR precedes every path, and is not stored in installed files.

EXAMPLES := $(notdir $(basename $(wildcard cmodel/examples/*.c)))
$(LIB)/examples/%: cmodel/examples/%.c $(LIB_STATIC) | $(LIB)/examples/
	$(call quiet,CC,$@)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L $(OPT) $(WARN) -MMD -MP -Icmodel/include \
	  -I$(B)/gen $(LIB_GIVEN) -o $@ $< $(LIB_STATIC)

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR     ?= $(PREFIX)/share/man
INSTALLED   = $(addprefix $(INCLUDEDIR)/,$(notdir $(LIB_HEADERS))) $(addprefix $(LIBDIR)/,libul1.a libul1.so \
    libul1.so.$(LIB_MAJOR) \
              libul1.so.$(LIB_VERSION) pkgconfig/ul1.pc cmake/ul1/ul1-config.cmake \
    cmake/ul1/ul1-config-version.cmake) \
              $(MANDIR)/man7/libul1.7
FILLED_IN   = sed -e 's|@PREFIX@|$(abspath $(PREFIX))|' -e 's|@LIBDIR@|$(abspath $(LIBDIR))|' -e \
    's|@INCLUDEDIR@|$(abspath $(INCLUDEDIR))|' \
              -e 's|@VERSION@|$(LIB_VERSION)|' -e 's|@MAJOR@|$(LIB_MAJOR)|'
