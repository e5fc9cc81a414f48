// Sum of several numbers, modulo 2**W: carry-save adders in levels, each of which makes two numbers of three,
// and one adder behind them. So the depth grows with the logarithm of the numbers.

`default_nettype none

module sum #(
    parameter int N = 3,
    parameter int W = 8
) (
    // The numbers, side by side.
    input  wire logic [N*W-1:0] numbers,
    // Their sum.
    output logic      [W-1:0]   total
);

  // Numbers that are left at each level, a byte for each
  function automatic logic [63:0] left_at(input int unused);
    int left;
    left = N + unused;
    for (int l = 0; l < 8; l++) begin
      left_at[8*l +: 8] = 8'(left);
      left = 2*(left/3) + left%3;
    end
  endfunction

  function automatic int levels(input int unused);
    levels = unused;
    for (int n = N; n > 2; n = 2*(n/3) + n%3) levels = levels + 1;
  endfunction

  localparam int          LEVELS = levels(0);
  localparam logic [63:0] LEFT   = left_at(0);

  logic [N*W-1:0] now;
  logic [W-1:0]   a, b, c;

  // A level writes no number that it has yet to read.
  always @* begin
    now = numbers;
    a   = '0;
    b   = '0;
    c   = '0;
    for (int l = 0; l < LEVELS; l++) begin
      for (int g = 0; g < N/3; g++) begin
        if (g < 32'(LEFT[8*l +: 8])/3) begin
          a = now[(3*g)*W +: W];
          b = now[(3*g+1)*W +: W];
          c = now[(3*g+2)*W +: W];
          now[(2*g)*W   +: W] = a ^ b ^ c;
          now[(2*g+1)*W +: W] = ((a & b) | (c & (a ^ b))) << 1;
        end
      end
      for (int r = 0; r < 2; r++) begin
        if (r < 32'(LEFT[8*l +: 8])%3)
          now[(2*(32'(LEFT[8*l +: 8])/3)+r)*W +: W] = now[(3*(32'(LEFT[8*l +: 8])/3)+r)*W +: W];
      end
    end
    total = N == 1 ? now[W-1:0] : now[W-1:0] + now[(N > 1 ? W : 0) +: W];
  end

endmodule

`default_nettype wire
