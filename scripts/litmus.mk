# Generated litmus tests, and those among the programs; axioms alone check each outcome (docs/litmus.md).

N      ?=
FROM   ?=

# The axioms need neither the other twin nor another checker. The model alone takes a fifth of the time.
ifneq ($(and $(ALONE),$(MACHINE)),)
litmus: COSIM_PROGRAM = $(B)/$(LANES)/model_$(MACHINE)
endif
litmus:
	@$(KNOWN_MACHINE)$(MAKE) -s -j$$(nproc) $(COSIM_PROGRAM)
	@$(COSIM) --litmus $(or $(N),1000000) $(if $(FROM),--litmus-from $(FROM)) \
	  $(if $(ALONE),--bare --expected none --actual model) --report $(B)/$(LANES)/litmus.txt
.PHONY: litmus
