# What the machine costs as hardware: each block as gates, with Yosys (docs/hardware.md). What is done is kept.

SYNTH := $(B)/synth

define synth_block
$(SYNTH)/$(1)/$(2).json: $(call rtl_block,rtl,$(2)) $(filter rtl/l1/$(2)/% rtl/common/%,$(RTL)) $(B)/gen/.done scripts/synth/block.sh \
    build/.setup | $(SYNTH)/$(1)/ $(B)/rtl/files.f
	$$(call quiet,SYNTH,$(1)/$(2))scripts/synth/block.sh $(2) $(1) $$@ $$$$(sed 's|^|$(B)/rtl/|' $(B)/rtl/files.f)
endef
$(foreach n,$(COUNTS),$(foreach b,$(BLOCKS),$(eval $(call synth_block,$(n),$(b)))))

SYNTH_LANES = $(if $(filter file,$(origin LANES)),$(COUNTS),$(LANES))

synth: ## gates, flip-flops, bits in memories and the longest path, by block [LANES=8|16|32; else all]
	@$(MAKE) -s -j$$(nproc) $(foreach n,$(SYNTH_LANES),$(BLOCKS:%=$(SYNTH)/$(n)/%.json))
	@python3 scripts/synth/table.py $(SYNTH) $(shell echo $(SYNTH_LANES) | tr ' ' ,) $(BLOCKS)
