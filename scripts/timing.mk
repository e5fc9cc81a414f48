# The machine in standard cells, timed by OpenSTA (docs/hardware.md). Results are cached.

TIMING       := $(B)/timing
TIMING_CELLS := /usr/share/qflow/tech/osu018/osu018_stdcells.lib

# The netlists before abc: `make synth` needs hours of abc for the others.
define timing_block
$(TIMING)/$(1)/$(2).il: $(call rtl_block,rtl,$(2)) $(call rtl_parts,rtl,$(2)) \
    $(B)/gen/.done scripts/synth/block.sh \
    build/.setup | $(TIMING)/$(1)/ $(B)/rtl/files.f
	$$(call quiet,SYNTH,$(1)/$(2))scripts/synth/block.sh $(2) $(1) $$@ \
	  $$$$(sed 's|^|$(B)/rtl/|' $(B)/rtl/files.f)
endef
$(foreach n,$(COUNTS),$(foreach b,$(BLOCKS),$(eval $(call timing_block,$(n),$(b)))))

define timing_whole
$(TIMING)/$(1)/l1.il: $(L1_BLOCKS:%=$(TIMING)/$(1)/%.il) scripts/synth/whole.sh | $(B)/rtl/files.f
	$$(call quiet,SYNTH,$(1)/l1)scripts/synth/whole.sh l1 $(1) $$@ \
	  $(addprefix $(B)/rtl/,ul1_pkg.sv ul1_fn.sv l1.sv) \
	    $(L1_BLOCKS:%=$(TIMING)/$(1)/%.il)
$(TIMING)/$(1)/mapped.v: $(TIMING)/$(1)/l1.il $(addprefix scripts/timing/,map.sh memories.py cells.abc \
    pins.constr)
	$$(call quiet,MAP,$(1)/l1)scripts/timing/map.sh $$< $$(@D) $(TIMING_CELLS)
endef
$(foreach n,$(COUNTS),$(eval $(call timing_whole,$(n))))

timing:
	@scripts/setup.sh timing
	@$(MAKE) -s -j$$(nproc) $(TIMING)/$(LANES)/mapped.v
	@scripts/timing/time.sh $(TIMING)/$(LANES) $(TIMING)/$(LANES)/l1.il l1 $(LANES) $(TIMING_CELLS)

.PHONY: timing
