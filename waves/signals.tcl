# Run by GTKWave: writes the signals that it shows for a save file to another save file.
gtkwave::/File/Write_Save_File_As $env(UNISON_OUTPUT)
gtkwave::/File/Quit
