# Hardware cost: each block as gates, and all of them as one, by Yosys (docs/hardware.md). Results are cached.

SYNTH := $(B)/synth

define synth_block
$(SYNTH)/$(1)/$(2).json: $(call rtl_block,rtl,$(2)) $(call rtl_parts,rtl,$(2)) \
    $(B)/gen/.done scripts/synth/block.sh \
    scripts/synth/gates.abc build/.setup | $(SYNTH)/$(1)/ $(B)/rtl/files.f
	$$(call quiet,SYNTH,$(1)/$(2))scripts/synth/block.sh $(2) $(1) $$@ \
	  $$$$(sed 's|^|$(B)/rtl/|' $(B)/rtl/files.f)
endef
$(foreach n,$(COUNTS),$(foreach b,$(BLOCKS),$(eval $(call synth_block,$(n),$(b)))))

define synth_whole
$(SYNTH)/$(1)/l1.json: $(L1_BLOCKS:%=$(SYNTH)/$(1)/%.json) scripts/synth/whole.sh | $(B)/rtl/files.f
	$$(call quiet,SYNTH,$(1)/l1)scripts/synth/whole.sh l1 $(1) $$@ \
	  $(addprefix $(B)/rtl/,ul1_pkg.sv ul1_fn.sv l1.sv) \
	    $(L1_BLOCKS:%=$(SYNTH)/$(1)/%.il)
endef
$(foreach n,$(COUNTS),$(eval $(call synth_whole,$(n))))

SYNTH_LANES = $(if $(filter file,$(origin LANES)),$(COUNTS),$(LANES))

synth:
	@$(MAKE) -s -j$$(nproc) $(SYNTH_LANES:%=$(SYNTH)/%/l1.json)
	@python3 scripts/synth/table.py $(SYNTH) $(shell echo $(SYNTH_LANES) | tr ' ' ,) l1 $(L1_BLOCKS)
