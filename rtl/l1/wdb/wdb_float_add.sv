// Sum of two IEEE 754 numbers of 32 bits, rounded to nearest, ties to even; it is a part of wdb_atom.
// Subnormal numbers count as they are. Every NaN is 7FFFFFFF.

`default_nettype none

module wdb_float_add (
    // The addends.
    input  wire logic [31:0] a,
    input  wire logic [31:0] b,
    // Their sum.
    output logic      [31:0] sum
);

  localparam int FRACTION_W = 23;
  localparam int EXPONENT_W = 8;
  localparam int GUARD_W    = 3;                           // bits behind the fraction, for rounding
  localparam int DIGITS_W   = 1 + FRACTION_W + GUARD_W;    // with the leading one

  localparam logic [30:0] INFINITY = {{EXPONENT_W{1'b1}}, {FRACTION_W{1'b0}}};

  // The addend of the greater magnitude, and the other; their exponents and digits
  logic [31:0]           greater;
  logic [30:0]           lesser;  // without its sign
  logic [EXPONENT_W-1:0] greater_exponent, lesser_exponent, apart;
  logic [DIGITS_W-1:0]   greater_digits, lesser_digits, aligned, lost;
  logic                  differ;  // the signs differ

  always @* begin
    greater          = a[30:0] < b[30:0] ? b : a;
    lesser           = a[30:0] < b[30:0] ? a[30:0] : b[30:0];
    differ           = a[31] ^ b[31];
    greater_exponent = greater[30:FRACTION_W] | EXPONENT_W'(greater[30:FRACTION_W] == '0);
    lesser_exponent  = lesser [30:FRACTION_W] | EXPONENT_W'(lesser [30:FRACTION_W] == '0);
    greater_digits   = {greater[30:FRACTION_W] != '0, greater[FRACTION_W-1:0], {GUARD_W{1'b0}}};
    lesser_digits    = {lesser [30:FRACTION_W] != '0, lesser [FRACTION_W-1:0], {GUARD_W{1'b0}}};
    apart            = greater_exponent - lesser_exponent;
    lost             = lesser_digits & ~({DIGITS_W{1'b1}} << apart);
    aligned          = lesser_digits >> apart;
    aligned[0]       = aligned[0] | lost != '0;
  end

  // The total, with a carry; then with its leading one at the top, as far as the exponent allows. A half of
  // the distance is tried at a time.
  logic [DIGITS_W:0]     total;
  logic [DIGITS_W-1:0]   digits;
  logic [EXPONENT_W:0]   exponent;

  always @* begin
    total    = differ ? {1'b0, greater_digits} - {1'b0, aligned} : {1'b0, greater_digits} + {1'b0, aligned};
    digits   = total[DIGITS_W-1:0];
    exponent = {1'b0, greater_exponent};
    if (total[DIGITS_W]) begin
      digits   = {total[DIGITS_W:2], total[1] | total[0]};
      exponent = exponent + 1'b1;
    end else begin
      for (int step = 16; step > 0; step = step/2) begin
        if (digits >> (DIGITS_W - step) == '0 & exponent > (EXPONENT_W+1)'(step)) begin
          digits   = digits << step;
          exponent = exponent - (EXPONENT_W+1)'(step);
        end
      end
    end
  end

  // Rounding may carry into the exponent, up to infinity.
  logic        up;
  logic [31:0] rounded;

  always @* begin
    up      = digits[GUARD_W-1] & (digits[GUARD_W-2:0] != '0 | digits[GUARD_W]);
    rounded = {digits[DIGITS_W-1] ? exponent : '0, digits[DIGITS_W-2:GUARD_W]} + {31'd0, up};
    if (rounded >= {1'b0, INFINITY}) rounded = {1'b0, INFINITY};
    sum = {greater[31], rounded[30:0]};
    if (total == '0) sum = {greater[31] & ~differ, 31'd0};
    if (greater[30:0] == INFINITY)                      sum = greater;
    if (lesser == INFINITY & differ)           sum = 32'h7fffffff;
    if (greater[30:0] > INFINITY)                       sum = 32'h7fffffff;
  end

endmodule

`default_nettype wire
