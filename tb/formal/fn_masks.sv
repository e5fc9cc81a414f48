// The mask functions compute what their names say.

module fn_masks (
    input wire clk,
    input wire rst,
    input wire [63:0] x,
    input wire [5:0] k
);

  reg [5:0] low, count;
  always @(posedge clk) begin
    low   = '0;
    count = '0;
    for (int i = 63; i >= 0; i--) if (x[i]) low = i;
    for (int i = 0; i < 32; i++) count = count + 6'(x[i]);
    assert (ul1_fn::lowest(x) == low);
    assert (ul1_fn::ones(x[31:0]) == count);
    assert (ul1_fn::index(64'd1 << k) == k && ul1_fn::index(64'd0) == 0);
    assert (ul1_fn::several(x) == (x != '0 && (x & ~(64'd1 << low)) != '0));
  end

endmodule
