# Files generated from the tables in cmodel/ports: everything in $(B)/gen.

TABLES   := $(wildcard cmodel/ports/*/*)
# Machines that are made of blocks, and their blocks; blocks that are parts of machines; machines of wired
# parts. All are verilated, each block alone also.
machines = $(shell awk -v want=$(1) -f scripts/machines.awk cmodel/ports/*/*.machine)
COMPOSED := $(call machines,composed)
L1_BLOCKS := $(shell sed -n 's/^block //p' cmodel/ports/*/*.machine)
# A chip is one L1: its bench leaves out what stands between several.
ONE_L1   := $(if $(MACHINE),,$(CHIP))
OUTSIDE  := $(if $(ONE_L1),,$(filter-out $(L1_BLOCKS),$(patsubst %.ports,%,$(notdir $(wildcard \
    cmodel/ports/*/*.ports)))))
BLOCKS   := $(L1_BLOCKS) $(OUTSIDE)
VIEWED   := $(COMPOSED) $(OUTSIDE)
# Configurations besides the default one, and machines that mix them; with chosen sizes those that are
# possible.
CONFIGS  := $(if $(CHOSEN),$(OF_CONFIGS),$(patsubst \
    %.config,%,$(notdir $(wildcard cmodel/ports/*/*.config))))
MIXED    := $(filter $(if $(CHOSEN),$(OF_MACHINES),%),$(call machines,mixed))
WIRED    := $(filter $(if $(CHOSEN),$(OF_MACHINES),%),$(call machines,wired))

build/.setup: scripts/setup.sh
	@mkdir -p build
	@scripts/setup.sh core
	@touch $@

# The library needs only the packages that it names. If no other target is made, nothing is set up (and never
# installed).
SETUP     := $(if $(filter-out $(LIB_GOALS),$(or $(MAKECMDGOALS),help)),build/.setup)

$(B)/gen/.done: $(TABLES) $(wildcard verif/cosim/story/story.rows verif/environment/sm/machine.bins \
    scripts/gen/*.py) $(CHIP_FILES) | $(SETUP)
	@mkdir -p $(B)/gen; python3 scripts/gen $(B)/gen $(CHOSEN) $(CHIP_FILES:%=chip=%) && touch $@

# The inputs laid out for contracts are those that they name. They have a separate stamp, because only this
# output depends on contracts.
CONTRACTS := $(wildcard verif/blocks/*/*.[ch] verif/common/*.h cmodel/tools/kit/*.[ch])
$(B)/gen/.views: $(CONTRACTS) $(B)/gen/.done
	@python3 scripts/gen $(B)/gen $(CHOSEN) && touch $@

# Flags of C and C++, everywhere. Debian's valgrind cannot read clang's DWARF 5. Without DEBUG verilated code
# compiles in three quarters of the time.
ARCH     := $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo && echo \
    -march=x86-64-v3)
WARN     := -Wall -Wextra
OPT      ?= -O3
DEBUG    ?= -gdwarf-4
BASE      = $(OPT) $(ARCH) $(DEBUG) $(WARN) -MMD -MP
CFLAGS    = -std=c11 -D_POSIX_C_SOURCE=200809L $(BASE) -Werror=incompatible-pointer-types
CXXFLAGS  = -std=c++17 $(BASE)

quiet = @printf '  %-8s %s\n' '$(1)' '$(patsubst build/%,%,$(2))';
