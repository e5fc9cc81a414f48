// What ul1_dpi.c has for SystemVerilog: the model of a block by rows of bits. The inputs of the port table lie side by side in its order,
// the first lowest, below them the reset of a block that has state; and so do the outputs, of a machine those that leave it.
// A row is handed over in words of 32 bits, as that is what every simulator can.

`default_nettype none

package ul1_dpi_pkg;

  // Null, and a line on what is wrong, if there is no such block or machine, or it has other rows.
  import "DPI-C" function chandle ul1_dpi_open(input string name, input int lanes, input int in_bits,
                                               input int out_bits);

  // of the inputs
  import "DPI-C" function void ul1_dpi_give(input chandle model, input int word, input logic [31:0] bits);
  // from state and inputs
  import "DPI-C" function void ul1_dpi_evaluate(input chandle model);
  // as last evaluated
  import "DPI-C" function int  ul1_dpi_outputs(input chandle model, input int word);
  // the edge
  import "DPI-C" function void ul1_dpi_clock(input chandle model);

  // Of a module beside it: what its outputs are, how many fields of them differ from the model's as last evaluated, and the n-th of
  // these as a text; how many values have meant something so far.
  import "DPI-C" function void    ul1_dpi_show(input chandle model, input int word, input logic [31:0] bits);
  import "DPI-C" function int     ul1_dpi_differences(input chandle model);
  import "DPI-C" function string  ul1_dpi_difference(input chandle model, input int n);
  import "DPI-C" function longint ul1_dpi_compared(input chandle model);

endpackage

`default_nettype wire
