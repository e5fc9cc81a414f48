# Run by GTKWave: draws what the save file shows into a PNG.
gtkwave::/File/Grab_To_File $env(UNISON_OUTPUT)
gtkwave::/File/Quit
