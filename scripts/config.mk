# The configuration of the machine: its lanes and its sizes. `make cosim PRT=16 HLAT=6`, or SIZES=file with a
# NAME=value on each line, or that of a configuration among the tables. Each configuration has its own build
# folder. Impossible sizes are refused in a line. CHIP=name takes the sizes, and the lanes, of cmodel/chips.

# Targets of the model alone
LIB_GOALS := lib lib-examples python python-path install uninstall unison explain

ifneq ($(if $(filter fit,$(MAKECMDGOALS)),,$(CHIP)),)
$(if $(filter-out 1,$(words $(CHIP)))$(findstring ',$(CHIP)),$(error CHIP=$(CHIP): a name is wanted, or a \
    file without blanks and quotes))
OF_CHIP := $(shell python3 scripts/gen --chip '$(CHIP)' 2>&1)
$(if $(filter LANES=%,$(OF_CHIP)),,$(error $(OF_CHIP)))
ifeq ($(origin LANES),file)
LANES   := $(patsubst LANES=%,%,$(filter LANES=%,$(OF_CHIP)))
endif
endif
# In lockstep a chip of 64 lanes has half of them.
LOCKSTEP  := $(filter-out $(LIB_GOALS) run bench-lib help clean build/%,$(or $(MAKECMDGOALS),help))
ifeq ($(LANES) $(origin LANES),$(WIDE) file)
LANES     := $(if $(LOCKSTEP)$(filter build/%,$(MAKECMDGOALS)),32,$(LANES))
endif
ifeq ($(filter $(LANES),$(COUNTS) $(WIDE)),)
$(error LANES=$(LANES) is impossible: 8, 16 or 32; or 64, for the model alone)
endif
$(if $(LOCKSTEP),$(if $(filter $(WIDE),$(LANES)),$(error LANES=64 is for the model alone (explain, run, \
    unison, lib, python): make $(firstword $(LOCKSTEP)) takes 8, 16 or 32, as Verilog and lockstep \
    have these)))

SIZES      ?=
# C{3..9}_ROWS are the names with each number.
SIZE_NAMES := $(shell awk '/^size / { if (split($$2, p, "[{}]|[.][.]") < 4) print $$2; \
    else for (n = p[2] + 0; n <= p[3] + 0; n++) print p[1] n p[4] }' cmodel/ports/*/*.sizes)
$(foreach s,$(filter $(OPTIONS),$(SIZE_NAMES)),$(error $(s) is both a size of a machine and an option of \
    make))
ifneq ($(SIZES),)
$(if $(wildcard $(SIZES)),,$(error SIZES=$(SIZES): there is no such file))
FROM_FILE  := $(shell sed -E 's/\#.*//; /^config /d; s/^([A-Z0-9_]+) +/\1=/' $(SIZES))
endif
ifneq ($(CHIP),)
$(if $(SIZES),$(error CHIP= and SIZES=: one of them))
FROM_FILE  := $(filter-out LANES=%,$(OF_CHIP))
endif
CHOSEN     := $(strip $(FROM_FILE) $(foreach \
    s,$(SIZE_NAMES),$(if $(filter command,$(firstword $(origin $(s)))),$(s)=$($(s)))))
empty      :=
ifeq ($(strip $(FROM_FILE)),$(CHOSEN))
CONFIG      := $(basename $(notdir $(SIZES)$(CHIP)))-$(firstword $(if \
    $(CHOSEN),$(shell echo '$(CHOSEN)' | cksum)))
else
CONFIG      := $(subst $(empty) $(empty),-,$(subst =,,$(CHOSEN)))
endif

# CHIPS='v100 k80', or all: the chips inside a library besides its default machine (docs/chips.md).
ifneq ($(CHIPS),)
$(if $(filter-out $(LIB_GOALS) build/%,$(or $(MAKECMDGOALS),help)),$(error CHIPS= is for a library: \
    make lib, lib-examples, python, install or uninstall))
$(if $(CHIP)$(CHOSEN),$(error CHIPS= is for a library of the default machine: without CHIP= and sizes))
$(if $(findstring ',$(CHIPS)),$(error CHIPS=$(CHIPS): names are wanted, or files without blanks and quotes))
OF_CHIPS   := $(shell python3 scripts/gen --chips $(foreach c,$(CHIPS),'$(c)') 2>&1)
$(if $(filter CHIPS,$(firstword $(OF_CHIPS))),,$(error $(OF_CHIPS)))
CHIP_FILES := $(filter %.chip,$(OF_CHIPS))
CHIP_NAMES := $(filter-out CHIPS FILES wide:% %.chip,$(OF_CHIPS))
WIDE_CHIPS := $(patsubst wide:%,%,$(filter wide:%,$(OF_CHIPS)))
CONFIG     := chips-$(subst $(empty) $(empty),-,$(basename $(notdir $(CHIPS))))
endif
B          := build$(if $(CHOSEN)$(CHIPS),/config/$(CONFIG))

ifneq ($(CHOSEN),)
# The configurations and machines that are possible with these sizes
OF_SIZES    := $(shell python3 scripts/gen --check $(CHOSEN) 2>&1)
$(if $(filter CONFIGS,$(firstword $(OF_SIZES))),,$(error $(OF_SIZES)))
OF_CONFIGS  := $(patsubst configuration:%,%,$(filter configuration:%,$(OF_SIZES)))
OF_MACHINES := $(patsubst machine:%,%,$(filter machine:%,$(OF_SIZES)))
endif
