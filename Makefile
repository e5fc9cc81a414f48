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

include scripts/config.mk scripts/tables.mk scripts/model.mk scripts/verilog.mk scripts/cosim.mk scripts/litmus.mk scripts/own.mk scripts/variant.mk scripts/compilers.mk scripts/faults.mk scripts/tests.mk scripts/fuzz.mk scripts/sanitize.mk scripts/unison.mk scripts/synth.mk scripts/timing.mk scripts/bench.mk scripts/tour.mk scripts/report.mk scripts/benches.mk scripts/shrink.mk scripts/regress.mk scripts/mutate.mk scripts/mutate_verilog.mk scripts/cover.mk scripts/formal.mk scripts/equal.mk

help: ## list the targets
	@echo "make cosim [TEST=name,name* | PROGRAM=file [PARAMS='NAME=n ...'] | TRACE=file [DELAY=n] [RENAME=1] | TEST=random WRITE=file] [SEED=n] [CYCLES=n] [LANES=8|16|32] [WAVES=1] [ROWS=1] [STORY=file] [JUNIT=file] [SIZE=value ...]"
	@awk -F':.*## ' '/^[a-z_-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Without a number of cycles, a trace runs to its end.
COSIM = $(B)/$(LANES)/cosim --seed $(SEED) $(if $(and $(TRACE),$(filter file,$(origin CYCLES))),,--cycles $(CYCLES)) --waves-folder $(B)/waves

setup: ## install missing Debian packages, after listing them
	@scripts/setup.sh all

doctor: ## list installed and missing tools, and their purposes
	@scripts/doctor.sh

COSIM_OPTIONS = $(if $(TEST),--test '$(TEST)') $(if $(PROGRAM),--program '$(PROGRAM)') $(if $(PARAMS),--params '$(PARAMS)') \
  $(if $(TRACE),--trace '$(TRACE)') $(if $(DELAY),--delay '$(DELAY)') $(if $(RENAME),--rename) \
  $(if $(STORY),--story '$(STORY)') $(if $(JUNIT),--junit '$(JUNIT)') $(if $(WRITE),--write-program '$(WRITE)') \
  $(if $(WAVES),--waves) $(if $(AT),--waves-at '$(AT)') $(if $(VIEW),--waves-view $(VIEW)) $(if $(ROWS),--rows) $(addprefix --checks ,$(CHECKS))

ifneq ($(BLOCK)$(OWN),)
cosim: own
else
cosim: ## run every test on both twins in lockstep; the main job [CHECKS=light: fewer, faster] [BLOCK=prt RTL='mine.sv ...' [TOLERANT=cycles]: your block instead]
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) $(COSIM_OPTIONS) --report $(B)/$(LANES)/report.txt
endif

unison: $(B)/unison ## build the program for questions, without Verilator: build/unison --help

run: $(B)/unison ## run every program of the tests on the model alone
	@$(B)/unison run --all --lanes $(LANES) --seed $(SEED)

# The explainer is a separate program, because an explanation takes few cycles, and -O3 would take most of the
# time.
EXPLAIN = $(B)/explain/unison
explain: ## explain the passes of an access: ACCESS='ld.shared.b32 [4*32*lane]' [MASK=] [FOR='i in 0..8'] [SVG=file]
	@$(if $(ACCESS),,$(error ACCESS='ld.shared.b32 [4*32*lane]' is wanted))$(MAKE) -s -j$$(nproc) B=$(B)/explain OPT=-O0 LIB_V3= $(EXPLAIN)
	@$(EXPLAIN) explain '$(ACCESS)' --lanes $(LANES) $(if $(MASK),--mask '$(MASK)') $(if $(FOR),--for '$(FOR)') $(if $(SVG),--svg '$(SVG)')

adversary: ## search traffic that tries to starve for the longest wait of an instruction [CYCLES=n] [WRITE=file: the worst]
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) --test adversary $(if $(filter file,$(origin CYCLES)),--cycles 1000000) $(if $(WRITE),--write-program '$(WRITE)') \
	  --report $(B)/$(LANES)/adversary.txt

# Set-up comes first, because the tests depend on installed packages such as SystemC.
test: build/.setup ## run all tests, as .ci/run does [LONG=1: also those that take minutes] [ONLY='docs lint': these suites]
	@scripts/setup.sh test || echo 'test: suites that want what is missing are skipped'
	@$(MAKE) -s -j$$(nproc) $(B)/test_programs
	@scripts/test.sh $(B) $(SEED) '$(LONG)' '$(ONLY)'

list: ## list every test with a line on its purpose
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim >&2
	@$(B)/$(LANES)/cosim --list

# Base name of the files of one test, program or trace.
RUN_NAME = $(or $(TEST),$(firstword $(subst .traceg, ,$(notdir $(TRACE)))),$(basename $(notdir $(PROGRAM))))-$(LANES)
waves: ## show waves of TEST=name, PROGRAM=file or TRACE=file, in GTKWave or as a picture [AT=cycle of the marker] [VIEW=cycles]
	@test -n '$(TEST)$(PROGRAM)$(TRACE)' || { echo 'make waves: TEST=name, PROGRAM=file or TRACE=file is wanted (make list shows all tests)'; exit 2; }
	@scripts/setup.sh waves || echo 'waves: no GTKWave; the files are written all the same'
	@base='$(B)/waves/$(RUN_NAME)'; rm -f "$$base.gtkw"; \
	  $(MAKE) -s cosim TEST='$(TEST)' PROGRAM='$(PROGRAM)' TRACE='$(TRACE)' WAVES=1 $(if $(filter file,$(origin CYCLES)),CYCLES=2000); status=$$?; \
	  test ! -s "$$base.gtkw" || waves/show.sh "$$base.fst" "$$base.gtkw" "$$base.png"; exit $$status

sc: ## run the same in SystemC, row for row, and its example platform
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/$(LANES)/cosim_sc $(B)/$(LANES)/sc_example
	@tb/systemc/agree.sh $(B) $(LANES) --seed $(SEED) --cycles $(CYCLES) $(if $(TEST),--test '$(TEST)')

rtl: $(B)/rtl/files.f ## copy the Verilog, with a file list and FuseSoC's core file, to build/rtl
	@echo $(B)/rtl

lint: $(B)/rtl/files.f ## check the Verilog by Verilator, Icarus and Yosys, the dependencies of the C files, and the documents
	@scripts/lint.sh $(B)
	@python3 scripts/uses.py
	@python3 scripts/docs.py
	@python3 scripts/rules.py --check

check: $(B)/gen/.done ## check the Verilog's ports and dependencies against the port tables
	@python3 scripts/check_rtl.py

agree: ## compare Verilator -O3, Verilator -O0 and Icarus on one stimulus
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/rtl/files.f
	@$(MAKE) -s -j$$(nproc) variant V=O0 VOPT=-O0
	@scripts/agree.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),20000,$(CYCLES))

faults: ## run seeded bugs, each of which the cosimulation must detect [TEST=name]
	@$(MAKE) -s -j$$(nproc) $(FAULT_PROGRAMS)
	@scripts/faults.sh $(FAULTS) $(TEST)

bench-lib: lib-examples ## compare the speed of libul1's transaction level and pins, in one run
	@$(LIB)/examples/speed $(if $(filter file,$(origin CYCLES)),,$(CYCLES))

docs: $(B)/gen/.done ## write the reference of all sizes and ports, build/gen/ports.md
	@echo $(B)/gen/ports.md

lib: $(LIB_STATIC) $(LIB_SHARED) ## build libul1, static and shared, in build/lib (docs/library.md)

lib-examples: $(EXAMPLES:%=$(LIB)/examples/%) ## build example programs of the library, in build/lib/examples

python: $(PYTHON_PACKAGE)/.done ## build the Python package, in build/python

install: lib ## install libul1 with headers, pkg-config, CMake and a man page [PREFIX=/usr/local] [DESTDIR=]
	@mkdir -p $(addprefix $(DESTDIR),$(INCLUDEDIR) $(LIBDIR)/pkgconfig $(LIBDIR)/cmake/ul1 $(MANDIR)/man7)
	@cp $(LIB_HEADERS) $(DESTDIR)$(INCLUDEDIR)/
	@cp $(LIB_STATIC) $(LIB_SHARED) $(DESTDIR)$(LIBDIR)/
	@ln -sf $(notdir $(LIB_SHARED)) $(DESTDIR)$(LIBDIR)/libul1.so.$(LIB_MAJOR)
	@ln -sf $(notdir $(LIB_SHARED)) $(DESTDIR)$(LIBDIR)/libul1.so
	@$(FILLED_IN) cmodel/install/ul1.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/ul1.pc
	@for f in ul1-config ul1-config-version; do $(FILLED_IN) cmodel/install/$$f.cmake.in >$(DESTDIR)$(LIBDIR)/cmake/ul1/$$f.cmake; done
	@cp cmodel/man/libul1.7 $(DESTDIR)$(MANDIR)/man7/
	@echo "libul1 $(LIB_VERSION) is in $(DESTDIR)$(PREFIX)"

uninstall: ## remove the installed files [PREFIX=/usr/local] [DESTDIR=]
	@rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	@rmdir $(DESTDIR)$(LIBDIR)/cmake/ul1 2>/dev/null || true

clean: ## remove the build folder
	rm -rf build

.PHONY: own skeleton synth help setup doctor adversary unison run explain lib lib-examples python install uninstall rtl variant $(B)/test_programs cosim sc test list waves lint check agree faults bench bench-against bench-scale profile bench-lib docs clean cosim-program

%/:
	@mkdir -p $@
%.d: ;
-include $(wildcard $(B)/model/*.d $(B)/lib/*.d $(B)/lib/*/*.d $(B)/*/*.d $(B)/*/cmodel/*/*/*.d $(B)/*/verif/*/*.d $(B)/*/verif/*/*/*.d $(B)/*/tb/*/*.d)
