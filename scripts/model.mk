# The model as a library: all lane counts inside, each compiled with its own.

MODEL_INC = -Icmodel/include -Icmodel/src -I$(B)/gen

$(B)/model/lanes_%.o: cmodel/src/lanes.c $(B)/gen/.done | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) $(MODEL_INC) -DLANES=$* -c $< -o $@
$(B)/model/ul1.o: cmodel/src/ul1.c build/.setup | $(B)/model/
	$(call quiet,CC,$@)$(CC) $(CFLAGS) $(MODEL_INC) -c $< -o $@
$(B)/libul1.a: $(COUNTS:%=$(B)/model/lanes_%.o) $(B)/model/ul1.o
	$(call quiet,AR,$@)rm -f $@; $(AR) rcs $@ $^

lib: $(B)/libul1.a ## the C model as a library, build/libul1.a (header cmodel/include/ul1.h)
