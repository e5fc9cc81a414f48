# Unison. Plain `make` lists the targets. The rules are in scripts/*.mk, one file per subject.

LANES  ?= 32
SEED   ?= 1
CYCLES ?= 100000
TEST   ?=
PROGRAM ?=
PARAMS ?=
TRACE  ?=
DELAY  ?=
RENAME ?=
WRITE  ?=
STORY  ?=
JUNIT  ?=
SECONDS ?= 60
WAVES  ?=
AT     ?=
VIEW   ?=
ROWS   ?=
BLOCK  ?=
RTL    ?=
TOLERANT ?=
OUT    ?=
ACCESS ?=
LONG   ?=
MASK   ?=
FOR    ?=
ONLY   ?=
SVG    ?=
COUNTS := 8 16 32
OPTIONS := $(shell sed -n 's/^\([A-Z]*\) *?=.*/\1/p' Makefile)

export UL1_COMMIT := $(shell git describe --always --dirty --exclude '*' 2>/dev/null || echo unknown)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

include scripts/shape.mk scripts/tables.mk scripts/model.mk scripts/verilog.mk scripts/cosim.mk scripts/litmus.mk scripts/own.mk scripts/variant.mk scripts/compilers.mk scripts/faults.mk scripts/tests.mk scripts/fuzz.mk scripts/believe.mk scripts/unison.mk scripts/synth.mk scripts/timing.mk scripts/bench.mk scripts/tour.mk scripts/report.mk scripts/benches.mk scripts/shrink.mk scripts/regress.mk scripts/mutate.mk scripts/mutate_verilog.mk scripts/cover.mk scripts/formal.mk scripts/equal.mk

help: ## list the targets
	@echo "make cosim [TEST=name,name* | PROGRAM=file [PARAMS='NAME=n ...'] | TRACE=file [DELAY=n] [RENAME=1] | TEST=random WRITE=file] [SEED=n] [CYCLES=n] [LANES=8|16|32] [WAVES=1] [ROWS=1] [STORY=file] [JUNIT=file] [SIZE=value ...]"
	@awk -F':.*## ' '/^[a-z_-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Without a number of cycles, a trace runs to its end.
COSIM = $(B)/$(LANES)/cosim --seed $(SEED) $(if $(and $(TRACE),$(filter file,$(origin CYCLES))),,--cycles $(CYCLES)) --waves-folder $(B)/waves

setup: ## install what is missing (Debian packages, told beforehand)
	@scripts/setup.sh all

doctor: ## what is installed, what is missing and what it is for
	@scripts/doctor.sh

COSIM_OPTIONS = $(if $(TEST),--test '$(TEST)') $(if $(PROGRAM),--program '$(PROGRAM)') $(if $(PARAMS),--params '$(PARAMS)') \
  $(if $(TRACE),--trace '$(TRACE)') $(if $(DELAY),--delay '$(DELAY)') $(if $(RENAME),--rename) \
  $(if $(STORY),--story '$(STORY)') $(if $(JUNIT),--junit '$(JUNIT)') $(if $(WRITE),--write-program '$(WRITE)') \
  $(if $(WAVES),--waves) $(if $(AT),--waves-at '$(AT)') $(if $(VIEW),--waves-view $(VIEW)) $(if $(ROWS),--rows) $(addprefix --checks ,$(CHECKS))

ifneq ($(BLOCK)$(OWN),)
cosim: own
else
cosim: ## both twins side by side, every test; the main job [CHECKS=light: less, faster] [BLOCK=prt RTL='mine.sv ...' [TOLERANT=cycles]: your block in place of ours]
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) $(COSIM_OPTIONS) --report $(B)/$(LANES)/report.txt
endif

unison: $(B)/unison ## the program for questions, without Verilator: build/unison --help

run: $(B)/unison ## every program of the tests on the model alone
	@$(B)/unison run --all --lanes $(LANES) --seed $(SEED)

# The explainer is a separate program, because an explanation takes few cycles, and -O3 would take most of the
# time.
EXPLAIN = $(B)/explain/unison
explain: ## passes of an access, and why: ACCESS='ld.shared.b32 [4*32*lane]' [MASK=] [FOR='i in 0..8'] [SVG=file]
	@$(if $(ACCESS),,$(error ACCESS='ld.shared.b32 [4*32*lane]' is wanted))$(MAKE) -s -j$$(nproc) B=$(B)/explain OPT=-O0 LIB_V3= $(EXPLAIN)
	@$(EXPLAIN) explain '$(ACCESS)' --lanes $(LANES) $(if $(MASK),--mask '$(MASK)') $(if $(FOR),--for '$(FOR)') $(if $(SVG),--svg '$(SVG)')

adversary: ## traffic that tries to starve, searched for the longest wait of an instruction [CYCLES=n] [WRITE=file: the worst]
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) --test adversary $(if $(filter file,$(origin CYCLES)),--cycles 1000000) $(if $(WRITE),--write-program '$(WRITE)') \
	  --report $(B)/$(LANES)/adversary.txt

# Set-up comes first, because the tests depend on installed packages such as SystemC.
test: build/.setup ## tests of everything; what .ci/run calls [LONG=1: also what takes minutes more] [ONLY='docs lint': these suites]
	@scripts/setup.sh test || echo 'test: suites that want what is missing are skipped'
	@$(MAKE) -s -j$$(nproc) $(B)/test_programs
	@scripts/test.sh $(B) $(SEED) '$(LONG)' '$(ONLY)'

list: ## every test with a line on what it shows
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim >&2
	@$(B)/$(LANES)/cosim --list

# Base name of the files of one test, program or trace.
RUN_NAME = $(or $(TEST),$(firstword $(subst .traceg, ,$(notdir $(TRACE)))),$(basename $(notdir $(PROGRAM))))-$(LANES)
waves: ## waves of a test, TEST=name, a program, PROGRAM=file, or a trace, TRACE=file, in GTKWave or as a picture [AT=cycle of the marker] [VIEW=cycles]
	@test -n '$(TEST)$(PROGRAM)$(TRACE)' || { echo 'make waves: TEST=name, PROGRAM=file or TRACE=file is wanted (make list shows all tests)'; exit 2; }
	@scripts/setup.sh waves || echo 'waves: no GTKWave; the files are written all the same'
	@base='$(B)/waves/$(RUN_NAME)'; rm -f "$$base.gtkw"; \
	  $(MAKE) -s cosim TEST='$(TEST)' PROGRAM='$(PROGRAM)' TRACE='$(TRACE)' WAVES=1 $(if $(filter file,$(origin CYCLES)),CYCLES=2000); status=$$?; \
	  test ! -s "$$base.gtkw" || waves/show.sh "$$base.fst" "$$base.gtkw" "$$base.png"; exit $$status

sc: ## the same in SystemC, row for row; its example platform
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/$(LANES)/cosim_sc $(B)/$(LANES)/sc_example
	@tb/systemc/agree.sh $(B) $(LANES) --seed $(SEED) --cycles $(CYCLES) $(if $(TEST),--test '$(TEST)')

rtl: $(B)/rtl/files.f ## a complete set of the Verilog, with a file list and FuseSoC's core file, in build/rtl
	@echo $(B)/rtl

lint: $(B)/rtl/files.f ## the Verilog through Verilator, Icarus and Yosys; who uses whom in C; what the documents name
	@scripts/lint.sh $(B)
	@python3 scripts/uses.py
	@python3 scripts/docs.py
	@python3 scripts/rules.py --check

check: $(B)/gen/.done ## the Verilog's ports and dependencies against the port tables
	@python3 scripts/check_rtl.py

agree: ## Verilator -O3, Verilator -O0 and Icarus on one stimulus
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/rtl/files.f
	@$(MAKE) -s -j$$(nproc) variant V=O0 VOPT=-O0
	@scripts/agree.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),20000,$(CYCLES))

faults: ## seeded bugs, each of which the cosimulation must catch [TEST=name]
	@$(MAKE) -s -j$$(nproc) $(FAULT_PROGRAMS)
	@scripts/faults.sh $(FAULTS) $(TEST)

bench-lib: lib-examples ## speed of libul1's transaction level against its pins, in one run
	@$(LIB)/examples/speed $(if $(filter file,$(origin CYCLES)),,$(CYCLES))

docs: $(B)/gen/.done ## the reference of all sizes and ports, build/gen/ports.md
	@echo $(B)/gen/ports.md

lib: $(LIB_STATIC) $(LIB_SHARED) ## libul1, static and shared, in build/lib (docs/library.md)

lib-examples: $(EXAMPLES:%=$(LIB)/examples/%) ## programs that use it, in build/lib/examples

python: $(PYTHON_PACKAGE)/.done ## the Python package over it, in build/python

install: lib ## libul1 with headers, pkg-config, CMake and a man page [PREFIX=/usr/local] [DESTDIR=]
	@mkdir -p $(addprefix $(DESTDIR),$(INCLUDEDIR) $(LIBDIR)/pkgconfig $(LIBDIR)/cmake/ul1 $(MANDIR)/man7)
	@cp $(LIB_HEADERS) $(DESTDIR)$(INCLUDEDIR)/
	@cp $(LIB_STATIC) $(LIB_SHARED) $(DESTDIR)$(LIBDIR)/
	@ln -sf $(notdir $(LIB_SHARED)) $(DESTDIR)$(LIBDIR)/libul1.so.$(LIB_MAJOR)
	@ln -sf $(notdir $(LIB_SHARED)) $(DESTDIR)$(LIBDIR)/libul1.so
	@$(FILLED_IN) cmodel/install/ul1.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/ul1.pc
	@for f in ul1-config ul1-config-version; do $(FILLED_IN) cmodel/install/$$f.cmake.in >$(DESTDIR)$(LIBDIR)/cmake/ul1/$$f.cmake; done
	@cp cmodel/man/libul1.7 $(DESTDIR)$(MANDIR)/man7/
	@echo "libul1 $(LIB_VERSION) is in $(DESTDIR)$(PREFIX)"

uninstall: ## what install put there [PREFIX=/usr/local] [DESTDIR=]
	@rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	@rmdir $(DESTDIR)$(LIBDIR)/cmake/ul1 2>/dev/null || true

clean: ## remove what was built
	rm -rf build

.PHONY: own skeleton synth help setup doctor adversary unison run explain lib lib-examples python install uninstall rtl variant $(B)/test_programs cosim sc test list waves lint check agree faults bench bench-against bench-scale profile bench-lib docs clean cosim-program

%/:
	@mkdir -p $@
%.d: ;
-include $(wildcard $(B)/model/*.d $(B)/lib/*.d $(B)/lib/*/*.d $(B)/*/*.d $(B)/*/verif/*/*.d $(B)/*/verif/*/*/*.d $(B)/*/tb/*/*.d)
