// Interface of ul1_dpi.c for SystemVerilog: the model of a block, with its ports packed in rows of bits. The
// inputs are packed in the order of the port table, the first in the lowest bits; the reset of a block with
// state is below them. Outputs are packed likewise; for a machine these are its pins. Rows are passed in
// words of 32 bits, which every simulator supports.

`default_nettype none

package ul1_dpi_pkg;

  // Returns null and prints the reason if there is no such block or machine, or its rows have another size.
  import "DPI-C" function chandle ul1_dpi_open(input string name, input int lanes, input int in_bits,
                                               input int out_bits);

  // Sets a word of the inputs
  import "DPI-C" function void ul1_dpi_give(input chandle model, input int word, input logic [31:0] bits);
  // Computes the outputs from state and inputs
  import "DPI-C" function void ul1_dpi_evaluate(input chandle model);
  // A word of the outputs, as last evaluated
  import "DPI-C" function int  ul1_dpi_outputs(input chandle model, input int word);
  // Advances the state by a clock edge
  import "DPI-C" function void ul1_dpi_clock(input chandle model);

  // Compare a module with the model: set its outputs; count the fields that differ from the model's as last
  // evaluated; describe the n-th of these; count the valid values compared so far.
  import "DPI-C" function void    ul1_dpi_show(input chandle model, input int word, input logic [31:0] bits);
  import "DPI-C" function int     ul1_dpi_differences(input chandle model);
  import "DPI-C" function string  ul1_dpi_difference(input chandle model, input int n);
  import "DPI-C" function longint ul1_dpi_compared(input chandle model);

endpackage

`default_nettype wire
