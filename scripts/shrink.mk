# Making a failure small (verif/stimulus/shrink, verif/cosim/small.c).

TRIES ?=
FAULT ?=

.PHONY: shrink
SHRINKER = $(if $(FAULT),$(FAULTS)/$(LANES)/cosim,$(B)/$(LANES)/cosim)
shrink:
	@$(if $(TEST)$(PROGRAM),,$(error TEST=random SEED=n or PROGRAM=file is wanted))$(MAKE) -s -j$$(nproc) \
	  $(SHRINKER)
	@$(SHRINKER) --shrink --seed $(SEED) --cycles $(CYCLES) --jobs 1 --waves-folder $(B)/waves \
	  $(if $(TEST),--test '$(TEST)') \
	  $(if $(PROGRAM),--program '$(PROGRAM)') $(if $(PARAMS),--params '$(PARAMS)') \
	  $(if $(TRIES),--tries $(TRIES)) $(if $(FAULT),--fault $(FAULT))
