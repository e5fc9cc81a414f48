# Reports: the activity of each instruction of a test in each cycle, as a page, and for other tools
# (docs/report.md).

.PHONY: report
report:
	@$(if $(TEST)$(PROGRAM)$(TRACE),, \
	  $(error TEST=name, PROGRAM=file or TRACE=file is wanted (make list shows all tests)))mkdir -p $(B)/report
	@rm -f '$(B)/report/$(RUN_NAME).story' '$(B)/report/$(RUN_NAME).traffic'
	@$(MAKE) -s cosim TEST='$(TEST)' PROGRAM='$(PROGRAM)' TRACE='$(TRACE)' \
	  STORY='$(B)/report/$(RUN_NAME).story' $(if $(MACHINE),TRAFFIC='$(B)/report/$(RUN_NAME).traffic'); \
	  status=$$?; \
	  scripts/report/make.sh '$(B)/report/$(RUN_NAME)' '$(B)/waves/$(RUN_NAME)' $$status \
	    '$(PROGRAM)' '$(TEST)' && exit $$status
