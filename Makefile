# Unison. Plain `make` lists the targets. The rules are in scripts/*.mk, one file per subject.

LANES  ?= 32
SEED   ?= 1
CYCLES ?= 100000
TEST   ?=
PROGRAM ?=
MACHINE ?=
PLACE  ?=
BOOST  ?=
PARAMS ?=
TRACE  ?=
DELAY  ?=
RENAME ?=
WRITE  ?=
STORY  ?=
TRAFFIC ?=
JUNIT  ?=
SECONDS ?= 60
CHIP   ?=
CHIPS  ?=
DATA   ?=
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
# Lane counts in lockstep, and the one that only the model has
COUNTS := 8 16 32
WIDE   := 64
OPTIONS := $(shell sed -n 's/^\([A-Z]*\) *?=.*/\1/p' Makefile)

export UL1_COMMIT := $(shell git describe --always --dirty --exclude '*' 2>/dev/null || echo unknown)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

include scripts/config.mk scripts/tables.mk scripts/model.mk scripts/verilog.mk scripts/cosim.mk \
    scripts/litmus.mk scripts/own.mk scripts/variant.mk scripts/compilers.mk scripts/faults.mk \
    scripts/tests.mk scripts/fuzz.mk scripts/sanitize.mk scripts/unison.mk scripts/synth.mk \
    scripts/timing.mk scripts/bench.mk scripts/tour.mk scripts/report.mk scripts/benches.mk \
    scripts/shrink.mk scripts/regress.mk scripts/storm.mk scripts/mutate.mk scripts/mutate_verilog.mk \
    scripts/cover.mk scripts/formal.mk scripts/equal.mk scripts/silicon.mk scripts/dcl1.mk

help:
	@awk -f scripts/help.awk scripts/help.list

# Without a number of cycles, a trace runs to its end.
COSIM_PROGRAM = $(B)/$(LANES)/cosim$(or $(addprefix _,$(MACHINE)),$(if $(filter 0,$(VIEWS)),_blind))
COSIM = $(COSIM_PROGRAM) --seed $(SEED) $(if $(and $(TRACE),$(filter file,$(origin CYCLES))),,--cycles \
    $(CYCLES)) --waves-folder $(B)/waves $(addprefix --place ,$(PLACE)) $(if $(BOOST),--boost)

KNOWN_MACHINE = $(if $(filter-out $(WIRED),$(MACHINE)),$(error MACHINE=$(MACHINE): there is no such machine \
    of wired parts; there are: $(WIRED)$(if $(CHOSEN), (with these sizes))))

setup:
	@scripts/setup.sh all

doctor:
	@scripts/doctor.sh

COSIM_OPTIONS = $(if $(TEST),--test '$(TEST)') $(if $(PROGRAM),--program '$(PROGRAM)') $(if \
    $(PARAMS),--params '$(PARAMS)') \
  $(if $(TRACE),--trace '$(TRACE)') $(if $(DELAY),--delay '$(DELAY)') $(if $(RENAME),--rename) \
  $(if $(STORY),--story '$(STORY)') $(if $(TRAFFIC),--traffic '$(TRAFFIC)') $(if $(SPANS),--spans) \
  $(if $(JUNIT),--junit '$(JUNIT)') $(if $(WRITE),--write-program '$(WRITE)') \
  $(if $(WAVES),--waves) $(if $(AT),--waves-at '$(AT)') $(if $(VIEW),--waves-view $(VIEW)) $(if \
    $(ROWS),--rows) $(addprefix --checks ,$(CHECKS))

ifneq ($(BLOCK)$(OWN),)
cosim: own
else
cosim:
	@$(KNOWN_MACHINE)$(MAKE) -s -j$$(nproc) $(COSIM_PROGRAM)
	@$(COSIM) $(COSIM_OPTIONS) --report $(B)/$(LANES)/report.txt
endif

unison: $(B)/unison

run: $(B)/unison
	@$(B)/unison run --all --lanes $(LANES) --seed $(SEED)

# The explainer is a separate program, because an explanation takes few cycles, and -O3 would take most of the
# time.
EXPLAIN = $(B)/explain/unison
explain:
	@$(if $(ACCESS),,$(error ACCESS='ld.shared.b32 [4*32*lane]' is wanted))$(MAKE) -s -j$$(nproc) \
	  B=$(B)/explain OPT=-O0 LIB_V3= $(EXPLAIN)
	@$(EXPLAIN) explain '$(ACCESS)' --lanes $(LANES) $(if $(MASK),--mask '$(MASK)') $(if $(FOR),--for '$(FOR)') \
	  $(if $(SVG),--svg '$(SVG)')

adversary:
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim
	@$(COSIM) --test adversary $(if $(filter file,$(origin CYCLES)),--cycles 1000000) \
	  $(if $(WRITE),--write-program '$(WRITE)') \
	  --report $(B)/$(LANES)/adversary.txt

# Set-up comes first, because the tests depend on installed packages such as SystemC. The programs run for a
# minute, so optimization hardly pays. Suites with LONG need what DEBUG adds.
test: build/.setup
	@scripts/setup.sh test || echo 'test: suites that want what is missing are skipped'
	@$(MAKE) -s -j$$(nproc) FAST=-O1 OPT=-O1 $(if $(LONG),,DEBUG= WIRED_FAST=-O0) $(B)/test_programs
	@scripts/test.sh $(B) $(SEED) '$(LONG)' '$(ONLY)'

list: LANES = 8
list:
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim >&2
	@$(B)/$(LANES)/cosim --list

# Base name of the files of one test, program or trace.
RUN_NAME = $(or $(TEST),$(firstword $(subst .traceg, ,$(notdir $(TRACE)))),$(basename \
    $(notdir $(PROGRAM))))-$(LANES)
waves:
	@test -n '$(TEST)$(PROGRAM)$(TRACE)' || { echo \
	  'make waves: TEST=name, PROGRAM=file or TRACE=file is wanted (make list shows all tests)'; exit 2; }
	@scripts/setup.sh waves || echo 'waves: no GTKWave; the files are written all the same'
	@base='$(B)/waves/$(RUN_NAME)'; rm -f "$$base.gtkw"; \
	  $(MAKE) -s cosim TEST='$(TEST)' PROGRAM='$(PROGRAM)' TRACE='$(TRACE)' WAVES=1 \
	  $(if $(filter file,$(origin CYCLES)),CYCLES=2000); status=$$?; \
	  test ! -s "$$base.gtkw" || waves/show.sh "$$base.fst" "$$base.gtkw" "$$base.png"; exit $$status

sc:
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/$(LANES)/cosim_sc $(B)/$(LANES)/sc_example
	@tb/systemc/agree.sh $(B) $(LANES) --seed $(SEED) --cycles $(CYCLES) $(if $(TEST),--test '$(TEST)')

rtl: $(B)/rtl/files.f
	@echo $(B)/rtl

lint: $(B)/rtl/files.f
	@scripts/lint.sh $(B)
	@python3 scripts/uses.py
	@python3 scripts/docs.py
	@python3 scripts/format.py
	@python3 scripts/registers.py
	@python3 scripts/rules.py --check

check: $(B)/gen/.done
	@python3 scripts/check_rtl.py $(if $(CHOSEN),--sizes $(CHOSEN))

agree:
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(B)/rtl/files.f
	@$(MAKE) -s -j$$(nproc) variant V=O0 VOPT=-O0
	@scripts/agree.sh $(B) $(LANES) $(SEED) $(if $(filter file,$(origin CYCLES)),20000,$(CYCLES))

faults:
	@$(MAKE) -s -j$$(nproc) $(FAULT_PROGRAMS)
	@$(MAKE) -s sized-faults
	@scripts/faults.sh $(FAULTS) $(TEST)

bench-lib: lib-examples
	@$(LIB)/examples/speed $(if $(filter file,$(origin CYCLES)),,$(CYCLES))

docs: $(B)/gen/.done
	@echo $(B)/gen/ports.md

lib: $(LIB_STATIC) $(LIB_SHARED)

lib-examples: $(EXAMPLES:%=$(LIB)/examples/%)

python: $(PYTHON_PACKAGE)/.done

python-path:
	@echo $(PYTHON_PACKAGE)

install: lib
	@mkdir -p $(addprefix $(DESTDIR),$(INCLUDEDIR) $(LIBDIR)/pkgconfig $(LIBDIR)/cmake/ul1 $(MANDIR)/man7)
	@cp $(LIB_HEADERS) $(DESTDIR)$(INCLUDEDIR)/
	@cp $(LIB_STATIC) $(LIB_SHARED) $(DESTDIR)$(LIBDIR)/
	@ln -sf $(notdir $(LIB_SHARED)) $(DESTDIR)$(LIBDIR)/libul1.so.$(LIB_MAJOR)
	@ln -sf $(notdir $(LIB_SHARED)) $(DESTDIR)$(LIBDIR)/libul1.so
	@$(FILLED_IN) cmodel/install/ul1.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/ul1.pc
	@for f in ul1-config ul1-config-version; do $(FILLED_IN) cmodel/install/$$f.cmake.in \
	  >$(DESTDIR)$(LIBDIR)/cmake/ul1/$$f.cmake; done
	@cp cmodel/man/libul1.7 $(DESTDIR)$(MANDIR)/man7/
	@echo "libul1 $(LIB_VERSION) is in $(DESTDIR)$(PREFIX)"

uninstall:
	@rm -f $(addprefix $(DESTDIR),$(INSTALLED))
	@rmdir $(DESTDIR)$(LIBDIR)/cmake/ul1 2>/dev/null || true

clean:
	rm -rf build

.PHONY: own skeleton synth help setup doctor adversary unison run explain lib lib-examples python install \
    uninstall rtl variant $(B)/test_programs cosim sc test list waves lint check agree faults bench \
    bench-against bench-scale profile bench-lib docs clean cosim-program

%/:
	@mkdir -p $@
%.d: ;
-include $(wildcard $(B)/model/*.d $(B)/lib/*.d $(B)/lib/*/*.d $(B)/*/*.d $(B)/*/cmodel/*/*/*.d \
    $(B)/*/verif/*/*.d $(B)/*/verif/*/*/*.d $(B)/*/tb/*/*.d)
