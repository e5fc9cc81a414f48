# A user's own block instead of the project's: `make cosim BLOCK=prt RTL='a.sv b.sv' [TOLERANT=cycles]`,
# docs/your_rtl.md. It is checked first (scripts/own.py), then tested alone and within the machine
# (scripts/own.sh). The build is the variant (scripts/variant.mk) with the Verilog `own`, in a separate folder
# for each list of files.

ifneq ($(BLOCK),)
OWN_V   := $(BLOCK)-$(firstword $(shell echo '$(OWN)' | cksum))
OWN_D   := $(B)/$(LANES)/variant/$(OWN_V)
OWN_LOG := $(OWN_D)/look$(if $(TOLERANT),_late)
OWN_LOOK = python3 scripts/own.py $(BLOCK) $(OWN) --lanes $(LANES) --package $(PKG) $(if $(CHOSEN),--sizes \
    $(CHOSEN))
# own.py has already reported style warnings.
OWN_FLAGS := -Wno-lint -Wno-style -Wno-UNOPTFLAT $(addprefix -I,$(sort $(dir $(OWN))))

# Files that those files include, as found by Verilator
OWN_DEPS := $(wildcard $(OWN_D)/V_*/V_*__ver.d)
OWN_READ := $(wildcard $(sort $(filter-out $(OWN) $(RTL) %/verilator_bin,\
    $(shell sed 's/^.*: //' $(OWN_DEPS) /dev/null))))
$(foreach m,$(BLOCK) $(COMPOSED),$(OWN_D)/V_$(m)/V_$(m)__ALL.a $(OWN_D)/V_$(m)/V_$(m)__ALL.cpp): $(OWN_READ)

$(OWN_LOG).done: $(OWN) $(OWN_READ) $(TABLES) scripts/own.py scripts/check_rtl.py $(B)/gen/.done
	@mkdir -p $(@D); $(OWN_LOOK) $(if $(TOLERANT),--late) >$(OWN_LOG).txt 2>&1 || { cat $(OWN_LOG).txt; exit 1; }
	@touch $@
$(OWN_D)/alone: $(call bench_objs,$(B),$(LANES)) $(call twin_objs,$(OWN_D),$(BLOCK)) $(B)/$(LANES)/libmodel.a
	$(call quiet,LINK,$@)$(CXX) -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(VLIBS)
endif

own: CHECKS ?= $(if $(TOLERANT),full,light)
own: $(OWN_LOG).done
	@cat $(OWN_LOG).txt
	@scripts/own.sh $(OWN_D) $(BLOCK) '$(TOLERANT)' '$(TEST)$(PROGRAM)$(TRACE)' \
	  '$(MAKE) -s -j$(shell nproc) V=$(OWN_V) VRTL=own' $(COSIM_OPTIONS) \
	  --seed $(SEED) --cycles $(CYCLES) --waves-folder $(B)/waves --own \
	  "BLOCK=$(BLOCK) RTL='$(OWN)'$(if $(TOLERANT), TOLERANT=$(TOLERANT))"

skeleton:
	@python3 scripts/skeleton.py '$(BLOCK)' '$(or $(OUT),$(BLOCK).sv)'

# Invalid use is reported in a line before any work.
ifneq ($(filter cosim own waves,$(or $(MAKECMDGOALS),help)),)
ifneq ($(BLOCK)$(OWN),)
OWN_WRONG := $(shell python3 scripts/own.py --names '$(BLOCK)' $(OWN) 2>&1)
$(if $(OWN_WRONG),$(error $(OWN_WRONG)))
OWN_WRONG := $(if $(TOLERANT),$(shell [ '$(TOLERANT)' -ge 1 ] 2>/dev/null && [ '$(TOLERANT)' -le 64 ] || \
    echo no))
$(if $(OWN_WRONG),$(error TOLERANT=$(TOLERANT): a number of cycles is wanted, 1 to 64))
else
$(if $(TOLERANT),$(error TOLERANT= is of a block of yours: BLOCK=name RTL=file are wanted, too))
endif
endif
