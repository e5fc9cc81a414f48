# What is derived from the tables in cmodel/ports: everything in $(B)/gen.

TABLES   := $(wildcard cmodel/ports/*/*)
# Machines that are made of blocks, and those blocks: what is verilated, the latter each alone as well.
COMPOSED := $(patsubst %.machine,%,$(notdir $(shell grep -l '^block ' cmodel/ports/*/*.machine)))
BLOCKS   := $(shell sed -n 's/^block //p' cmodel/ports/*/*.machine)

build/.setup: scripts/setup.sh
	@mkdir -p build
	@scripts/setup.sh core
	@touch $@

# The library wants only what it names itself; when nothing else is asked for, nothing is set up (and never installed).
LIB_GOALS := lib lib-examples python install uninstall unison explain
SETUP     := $(if $(filter-out $(LIB_GOALS),$(or $(MAKECMDGOALS),help)),build/.setup)

$(B)/gen/.done: $(TABLES) $(wildcard verif/story/story.rows verif/surround/machine.bins scripts/gen/*.py) | $(SETUP)
	@mkdir -p $(B)/gen; python3 scripts/gen $(B)/gen $(CHOSEN) && touch $@

# What is laid out for contracts is what they name. (A stamp of its own: of all that is derived this depends on nothing else here.)
CONTRACTS := $(wildcard verif/blocks/*/*.[ch] verif/shape/*.h verif/kit/*.[ch])
$(B)/gen/.views: $(CONTRACTS) $(B)/gen/.done
	@python3 scripts/gen $(B)/gen $(CHOSEN) && touch $@

# How C and C++ are compiled, everywhere. (What clang writes as DWARF 5, Debian's valgrind gives up on.)
ARCH     := $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && grep -qw bmi2 /proc/cpuinfo && echo -march=x86-64-v3)
WARN     := -Wall -Wextra
OPT      ?= -O3
BASE      = $(OPT) $(ARCH) -gdwarf-4 $(WARN) -MMD -MP
CFLAGS    = -std=c11 -D_POSIX_C_SOURCE=200809L $(BASE) -Werror=incompatible-pointer-types
CXXFLAGS  = -std=c++17 $(BASE)

quiet = @printf '  %-8s %s\n' '$(1)' '$(patsubst build/%,%,$(2))';
