# Run by GTKWave: draws the signals of the save file into a PNG.
gtkwave::/File/Grab_To_File $env(UNISON_OUTPUT)
gtkwave::/File/Quit
