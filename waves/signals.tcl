# Run by GTKWave: writes what it shows of a save file as a save file of its own.
gtkwave::/File/Write_Save_File_As $env(UNISON_OUTPUT)
gtkwave::/File/Quit
