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

  logic [31:0] greater;
  logic        differ, lesser_infinite;
  logic [26:0] aligned, digits;
  logic [27:0] total;
  logic [8:0]  exponent;

  float_align  u_align  (.a, .b, .greater, .differ, .lesser_infinite, .aligned);
  float_total  u_total  (.greater(greater[30:0]), .differ, .aligned, .total);
  float_normal u_normal (.greater_exponent(greater[30:23]), .total, .digits, .exponent);
  float_round  u_round  (.greater, .differ, .lesser_infinite, .digits, .exponent, .sum);

endmodule

`default_nettype wire
