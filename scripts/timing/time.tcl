# Times a mapped netlist with OpenSTA, for time.sh, which sets the environment variables. The clock is ideal
# and its period 0, so a path's length is its negative slack. Writes the longest path to each end point to
# FOLDER/paths.rpt.

proc settings {clock} {
    create_clock -name clk -period 0 {*}$clock
    set pins [list]
    foreach p [all_inputs] {
        if {[get_property $p full_name] ne "clk"} {lappend pins $p}
    }
    set_input_delay 0 -clock clk $pins
    set_driving_cell -lib_cell BUFX4 $pins
    set_output_delay 0 -clock clk [all_outputs]
}

read_liberty $env(LIBRARY)
read_verilog $env(HERE)/fo4.v
link_design fo4
settings {}
report_checks -path_delay max -digits 5 > $env(FOLDER)/fo4.rpt
set rpt [open $env(FOLDER)/fo4.rpt]
foreach line [split [read $rpt] "\n"] {
    if {[regexp {([0-9.]+) [v^] (i[24])/Y} $line - time stage]} {set at($stage) $time}
}
close $rpt
set fo4 [expr {1000 * ($at(i4) - $at(i2)) / 2}]
puts "fo4 $fo4"

exec python3 $env(HERE)/memories.py liberty $env(FOLDER)/memories.txt $fo4 > $env(FOLDER)/memories.lib
read_liberty $env(FOLDER)/memories.lib
read_verilog $env(FOLDER)/mapped.v
link_design $env(TOP)
settings clk
report_checks -path_delay max -fields {net} -digits 4 -group_count 1000000 > $env(FOLDER)/paths.rpt
puts "done"
