// Repeats each bit of a mask: one bit for each sector becomes one bit for each of its banks or bytes.

`default_nettype none

module spread #(
    parameter int BITS  = 4,
    parameter int TIMES = 8
) (
    // Bits to repeat.
    input  wire logic [BITS-1:0]       mask,
    // Each bit of `mask`, TIMES times.
    output logic      [BITS*TIMES-1:0] wide
);

  for (genvar i = 0; i < BITS; i++) begin : g_bit
    assign wide[i*TIMES +: TIMES] = {TIMES{mask[i]}};
  end

endmodule

`default_nettype wire
