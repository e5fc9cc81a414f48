// Sum of two IEEE 754 numbers of 32 bits, second of four steps: the total of the digits, with a carry.

`default_nettype none

module float_total (
    // The addend of the greater magnitude, without its sign.
    input  wire logic [30:0] greater,
    // The signs differ.
    input  wire logic        differ,
    // The digits of the other addend, shifted to the exponent of `greater`.
    input  wire logic [26:0] aligned,
    // The total of the digits.
    output logic      [27:0] total
);

  localparam int FRACTION_W = 23;

  logic [26:0] digits;

  assign digits = {greater[30:FRACTION_W] != '0, greater[FRACTION_W-1:0], 3'b0};
  assign total  = differ ? {1'b0, digits} - {1'b0, aligned} : {1'b0, digits} + {1'b0, aligned};

endmodule

`default_nettype wire
