# The pictures of docs/tour.md. They are in git, so that the text can be read without a build.

tour: ## draw the pictures of docs/tour.md again, from the programs in docs/tour; needs GTKWave and Xvfb
	@$(MAKE) -s -j$$(nproc) $(B)/8/cosim
	@waves/tour.sh $(B)/8/cosim docs/tour

.PHONY: tour
