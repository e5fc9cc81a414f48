// Sum of two IEEE 754 numbers of 32 bits, third of four steps: the total with its leading one at the top, as
// far as the exponent allows. A half of the distance is tried at a time.

`default_nettype none

module float_normal (
    // The exponent of the addend of the greater magnitude.
    input  wire logic [7:0]  greater_exponent,
    // The total of the digits, with a carry.
    input  wire logic [27:0] total,
    // Its digits, and their exponent.
    output logic      [26:0] digits,
    output logic      [8:0]  exponent
);

  localparam int DIGITS_W   = 27;
  localparam int EXPONENT_W = 8;

  always @* begin
    digits   = total[DIGITS_W-1:0];
    exponent = {1'b0, greater_exponent | EXPONENT_W'(greater_exponent == '0)};
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

endmodule

`default_nettype wire
