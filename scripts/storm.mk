# Seeds of the storm on decoupled L1s, on the model alone (docs/cluster.md, dcside).

.PHONY: storm
ifeq ($(CHOSEN),)
storm:
	@$(MAKE) -s SIZES=verif/tests/configs/dcstorm.sizes storm
else
storm:
	@$(MAKE) -s -j$$(nproc) $(B)/8/model_dcside
	@scripts/storm.sh $(B)/8/model_dcside '$(or $(SEEDS),100)' '$(CYCLES)'
endif
