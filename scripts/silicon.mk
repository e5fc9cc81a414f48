# Chips beside published figures (docs/chips.md): builds the program `unison` for each chip, and measures.
# CHIP=name compares that one alone.

COMPARED = $(if $(CHIP),$(CHIP),$(patsubst cmodel/chips/%.chip,%,$(wildcard cmodel/chips/*.chip)))

unison-path: $(B)/unison
	@echo $(B)/unison

silicon:
	@$(if $(filter file,$(origin LANES)),,$(error make silicon takes each chip with the lanes of its own, as it \
	  was measured: without LANES=))scripts/setup.sh plots || true
	@said=; for c in $(COMPARED); do \
	    sum=$$(python3 scripts/gen --chip $$c) && \
	    sum=$$(echo $$sum $(MAKEOVERRIDES) | cksum | cut -d' ' -f1) && \
	    one=$$($(MAKE) -s --no-print-directory -j$$(nproc) unison-path CHIP=$$c \
	        B=build/silicon/$$(basename $$c .chip)-$$sum OPT=-O1 LIB_V3= | tail -n 1) && [ -n "$$one" ] && \
	    said="$$said $$c=$$one" || exit 1; done; python3 scripts/silicon build/silicon $$said


# A chip's file from measurements: make fit CHIP=mine DATA=mine.csv [OUT=folder/mine.chip]
fit:
	@python3 scripts/silicon/fit.py '$(CHIP)' '$(DATA)' '$(or $(OUT),$(CHIP).chip)'

.PHONY: silicon fit
