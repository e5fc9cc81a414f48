# Proofs of equality between the compiled C itself and the Verilog; needs clang 14. Proofs are cached.

equal: $(B)/rtl/files.f $(B)/gen/.views ## prove that C and Verilog of the combinational parts (split, crossbars, choice, victim, ...) are equal for all inputs
	@python3 scripts/formal/equal_test.py $(B)/gen $(B)/rtl
	@python3 scripts/formal/equal --gen $(B)/gen --rtl $(B)/rtl --kept $(B)/equal

.PHONY: equal
