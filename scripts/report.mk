# What each instruction of a test does in each cycle, as a page, and for the tools of others (docs/report.md).

.PHONY: report
REPORT_NAME = $(or $(TEST),$(firstword $(subst .traceg, ,$(notdir $(TRACE)))),$(basename $(notdir $(PROGRAM))))-$(LANES)
report: ## one test as a page, TEST=name, a program, PROGRAM=file, or a trace, TRACE=file; also for Konata, Perfetto, as CSV, as JSON
	@$(if $(TEST)$(PROGRAM)$(TRACE),,$(error TEST=name, PROGRAM=file or TRACE=file is wanted (make list shows all tests)))mkdir -p $(B)/report
	@rm -f '$(B)/report/$(REPORT_NAME).story'
	@$(MAKE) -s cosim TEST='$(TEST)' PROGRAM='$(PROGRAM)' TRACE='$(TRACE)' STORY='$(B)/report/$(REPORT_NAME).story'; status=$$?; \
	  scripts/report/make.sh '$(B)/report/$(REPORT_NAME)' '$(B)/waves/$(REPORT_NAME)' $$status '$(PROGRAM)' && exit $$status
