# The pictures of docs/tour.md. They are in git, so that the text can be read without a build.

tour:
	@$(MAKE) -s -j$$(nproc) $(B)/8/cosim
	@waves/tour.sh $(B)/8/cosim docs/tour

.PHONY: tour
