# Benches of other kinds: cocotb, SystemVerilog through DPI-C, SystemC's TLM, FuseSoC (docs/benches.md).
# Packages of PyPI are extras, in build/extras (scripts/setup.sh), or in the installed Python.

SIM   ?= icarus
BENCH ?=

extras:
	@scripts/setup.sh extras

# ---- cocotb: benches for BLOCK, the existing ones or BENCH=file.py, on the project's Verilog of it or
# RTL='files'

TRIED        = $(or $(BLOCK),split)
TRIED_OWN    = $(or $(OWN),$(if $(filter command,$(firstword $(origin RTL))),$(RTL)))
TRIED_TEST   = $(if $(filter $(COMPOSED),$(TRIED)),$(or $(TEST),random),alone_$(TRIED))
TRIED_FILES  = $(PKG) $(if $(filter $(COMPOSED),$(TRIED)),$(call rtl_all,rtl) $(MADE),$(call \
    rtl_parts,rtl,$(TRIED)) $(call rtl_block,rtl,$(TRIED)))
COCOTB       = $(B)/cocotb
COCOTB_BENCH = $(or $(BENCH),tb/cocotb/recorded_bench.py $(wildcard tb/cocotb/$(TRIED)_bench.py))
extra_python = $(firstword $(wildcard build/extras/$(1)/bin/python) python3)

cocotb:
	@$(if $(filter icarus verilator,$(SIM)),,$(error SIM=$(SIM) is neither icarus nor verilator))
	@$(if $(filter $(TRIED),$(MODULES)),,$(error BLOCK=$(TRIED) is none of $(MODULES)))
	@$(foreach f,$(TRIED_OWN) $(BENCH),$(if $(wildcard $(f)),,$(error there is no file $(f))))
	@$(if $(shell $(call extra_python,$(SIM)) -c 'import cocotb; print(1)' 2>/dev/null),, \
	  $(error Python has no cocotb here: make extras fetches it))
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/cosim $(PYTHON_PACKAGE)/.done
	@mkdir -p $(COCOTB) && $(COSIM) --test '$(TRIED_TEST)' $(if $(filter file,$(origin CYCLES)),--cycles 1000) \
	  --actual none --record expected \
	  --record-folder $(COCOTB) >$(COCOTB)/recording.log 2>&1 || { cat $(COCOTB)/recording.log; exit 1; }
	@$(call extra_python,$(SIM)) tb/cocotb/run.py --sim $(SIM) --block $(TRIED) --lanes $(LANES) --build \
	  $(COCOTB) --python $(B)/python \
	  --recording $(COCOTB)/$(TRIED_TEST)-$(LANES) --bench $(COCOTB_BENCH) --files \
	  $(if $(TRIED_OWN),$(PKG) $(filter rtl/common/%,$(call rtl_all,rtl)) $(TRIED_OWN),$(TRIED_FILES))

# ---- DPI-C: a portable folder with the model for SystemVerilog benches. The library for Verilator is static,
# because Verilator links; that for other simulators (-sv_lib) is shared. From the Verilog it needs only the
# sizes, in ul1_pkg.sv.

DPI := $(B)/dpi
DPI_SV := $(wildcard tb/dpi/ul1_*.sv)
$(DPI)/ul1_dpi.o: tb/dpi/ul1_dpi.c cmodel/include/ul1.h build/.setup | $(DPI)/
	$(call quiet,CC,$@)$(CC) -std=c11 $(OPT) -g $(WARN) -fPIC -Icmodel/include $(VINC) -c $< -o $@
$(DPI)/libul1_dpi.a: $(DPI)/ul1_dpi.o $(LIB)/libul1.o
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^
$(DPI)/libul1_dpi.so: $(DPI)/ul1_dpi.o $(LIB)/libul1.o
	$(call quiet,LINK,$@)$(CC) -shared -Wl,-z,defs -o $@ $^
$(DPI)/files.f: $(DPI_SV) $(B)/gen/.done | $(DPI)/
	@rm -f $(DPI)/*.sv; cp $(DPI_SV) $(B)/gen/dpi/*.sv $(DPI)
	@cd $(DPI) && { ls ul1_dpi_pkg.sv; ls *.sv | grep -v -e ul1_dpi_pkg.sv -e ul1_bind_; } >files.f

dpi: $(DPI)/files.f $(DPI)/libul1_dpi.a $(DPI)/libul1_dpi.so
	@echo $(DPI)

# ---- SystemC TLM-2.0

tlm:
	@$(MAKE) -s -j$$(nproc) $(B)/$(LANES)/sc_tlm
	@for twin in '' --rtl; do $(B)/$(LANES)/sc_tlm $$twin 2>/dev/null || exit 1; done

$(B)/test_programs: $(if $(SYSTEMC),$(B)/8/sc_tlm) $(DPI)/files.f $(DPI)/libul1_dpi.a $(DPI)/libul1_dpi.so

.PHONY: extras cocotb dpi tlm
