// The remainder of a line's number is 0 for line 0, and goes up by one from each line to the next, modulo 3
// or 5. So it is the remainder for all numbers.

module fn_home (
    input wire clk,
    input wire rst,
    input wire [63:0] line
);

  wire [63:0] next = line + 1'b1;
  wire [2:0] by_3 = ul1_fn::line_mod(line, 3), next_by_3 = ul1_fn::line_mod(next, 3);
  wire [2:0] by_5 = ul1_fn::line_mod(line, 5), next_by_5 = ul1_fn::line_mod(next, 5);

  always @(posedge clk) begin
    if (line == '0) assert (by_3 == 3'd0 && by_5 == 3'd0);
    if (line != '1) begin
      assert (next_by_3 == (by_3 == 3'd2 ? 3'd0 : by_3 + 3'd1));
      assert (next_by_5 == (by_5 == 3'd4 ? 3'd0 : by_5 + 3'd1));
    end
  end

endmodule
