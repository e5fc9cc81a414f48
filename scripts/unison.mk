# The program `unison`: the model, programs and the explainer, at all lane counts; a C compiler is enough.

UNISON_SOURCES := $(wildcard cmodel/tools/program/*.c cmodel/tools/run/*.c cmodel/tools/explain/*.c \
    cmodel/tools/unison/*.c) cmodel/tools/kit/table.c
UNISON_OBJS     = $(patsubst cmodel/tools/%.c,$(B)/unison_parts/%.o,$(filter-out %test.c,$(UNISON_SOURCES)))

$(B)/unison_parts/unison/programs.o: build/programs/programs.inc
$(B)/unison_parts/%.o: cmodel/tools/%.c $(B)/gen/.done
	@mkdir -p $(@D)
	$(call quiet,CC,$@)$(CC) $(CFLAGS) -Icmodel/include -I$(B)/gen -Icmodel/tools -Ibuild/programs -c $< -o $@
$(B)/unison: $(UNISON_OBJS) $(LIB_STATIC)
	$(call quiet,LINK,$@)$(CC) -o $@ $^
-include $(UNISON_OBJS:.o=.d)
