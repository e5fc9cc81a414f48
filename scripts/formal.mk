# Proofs (docs/verification.md). Results are cached.

formal: build/.setup ## proofs on the Verilog, and that the C equals it, each beside a slip with which it must fail [ONLY=name,name*]
	@python3 scripts/formal/run.py --build $(B) $(if $(ONLY),--only '$(ONLY)')

.PHONY: formal
