# Proofs (docs/verification.md). Results are cached.

formal: build/.setup
	@python3 scripts/formal/run.py --build $(B) $(if $(ONLY),--only '$(ONLY)')

.PHONY: formal
