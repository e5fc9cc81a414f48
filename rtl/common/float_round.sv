// Sum of two IEEE 754 numbers of 32 bits, last of four steps: rounds to nearest, ties to even. Rounding may
// carry into the exponent, up to infinity. Every NaN is 7FFFFFFF.

`default_nettype none

module float_round (
    // The addend of the greater magnitude.
    input  wire logic [31:0] greater,
    // The signs differ.
    input  wire logic        differ,
    // The other addend is infinite.
    input  wire logic        lesser_infinite,
    // The digits of the sum, and their exponent.
    input  wire logic [26:0] digits,
    input  wire logic [8:0]  exponent,
    // The sum.
    output logic      [31:0] sum
);

  localparam int FRACTION_W = 23;
  localparam int EXPONENT_W = 8;
  localparam int GUARD_W    = 3;
  localparam int DIGITS_W   = 1 + FRACTION_W + GUARD_W;

  localparam logic [30:0] INFINITY = {{EXPONENT_W{1'b1}}, {FRACTION_W{1'b0}}};

  logic        up;
  logic [31:0] rounded;

  always @* begin
    up      = digits[GUARD_W-1] & (digits[GUARD_W-2:0] != '0 | digits[GUARD_W]);
    rounded = {digits[DIGITS_W-1] ? exponent : '0, digits[DIGITS_W-2:GUARD_W]} + {31'd0, up};
    if (rounded >= {1'b0, INFINITY}) rounded = {1'b0, INFINITY};
    sum = {greater[31], rounded[30:0]};
    if (digits == '0) sum = {greater[31] & ~differ, 31'd0};
    if (greater[30:0] == INFINITY)   sum = greater;
    if (lesser_infinite & differ)    sum = 32'h7fffffff;
    if (greater[30:0] > INFINITY)    sum = 32'h7fffffff;
  end

endmodule

`default_nettype wire
