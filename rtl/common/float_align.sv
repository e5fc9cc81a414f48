// Sum of two IEEE 754 numbers of 32 bits, first of four steps: the addend of the greater magnitude, and the
// digits of the other at its exponent. The other steps are float_total, float_normal and float_round.

`default_nettype none

module float_align (
    // The addends.
    input  wire logic [31:0] a,
    input  wire logic [31:0] b,
    // The addend of the greater magnitude.
    output logic      [31:0] greater,
    // The signs differ.
    output logic             differ,
    // The other addend is infinite.
    output logic             lesser_infinite,
    // The digits of the other addend, shifted to the exponent of `greater`; lost ones are in the lowest bit.
    output logic      [26:0] aligned
);

  localparam int FRACTION_W = 23;
  localparam int EXPONENT_W = 8;
  localparam int GUARD_W    = 3;                           // bits behind the fraction, for rounding
  localparam int DIGITS_W   = 1 + FRACTION_W + GUARD_W;    // with the leading one

  logic [30:0]           lesser;  // without its sign
  logic [EXPONENT_W-1:0] greater_exponent, lesser_exponent, apart;
  logic [DIGITS_W-1:0]   lesser_digits, lost;

  always @* begin
    greater          = a[30:0] < b[30:0] ? b : a;
    lesser           = a[30:0] < b[30:0] ? a[30:0] : b[30:0];
    differ           = a[31] ^ b[31];
    lesser_infinite  = lesser == {{EXPONENT_W{1'b1}}, {FRACTION_W{1'b0}}};
    greater_exponent = greater[30:FRACTION_W] | EXPONENT_W'(greater[30:FRACTION_W] == '0);
    lesser_exponent  = lesser [30:FRACTION_W] | EXPONENT_W'(lesser [30:FRACTION_W] == '0);
    lesser_digits    = {lesser [30:FRACTION_W] != '0, lesser [FRACTION_W-1:0], {GUARD_W{1'b0}}};
    apart            = greater_exponent - lesser_exponent;
    lost             = lesser_digits & ~({DIGITS_W{1'b1}} << apart);
    aligned          = lesser_digits >> apart;
    aligned[0]       = aligned[0] | lost != '0;
  end

endmodule

`default_nettype wire
