# Proofs (docs/verification.md). Results are cached.

formal: build/.setup ## run the proofs on the Verilog and of its equality with the C, each with a mutation for which it must fail [ONLY=name,name*]
	@python3 scripts/formal/run.py --build $(B) $(if $(ONLY),--only '$(ONLY)')

.PHONY: formal
