# Proofs of equality between the compiled C itself and the Verilog; needs clang 14. Proofs are cached.

equal: $(B)/rtl/files.f $(B)/gen/.views
	@python3 scripts/formal/equal_test.py $(B)/gen $(B)/rtl
	@python3 scripts/formal/equal --gen $(B)/gen --rtl $(B)/rtl --kept $(B)/equal

.PHONY: equal
