// A mask with each bit repeated: a bit for each sector becomes one for each of its banks, or bytes.

`default_nettype none

module spread #(
    parameter int BITS  = 4,
    parameter int TIMES = 8
) (
    input  wire logic [BITS-1:0]       mask,
    output logic      [BITS*TIMES-1:0] wide
);

  for (genvar i = 0; i < BITS; i++) begin : g_bit
    assign wide[i*TIMES +: TIMES] = {TIMES{mask[i]}};
  end

endmodule

`default_nettype wire
