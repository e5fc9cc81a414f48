// Each line of the cache has its own row, behind shared memory and within the array. The row determines its
// way and set.

module fn_places (
    input wire clk,
    input wire rst,
    input wire [1:0] carveout,
    input wire [ul1_pkg::WAY_W-1:0] way, other_way,
    input wire [ul1_pkg::LINE_MOST_W-1:0] line, other_line
);

  reg [ul1_pkg::SET_W-1:0] set, other;
  reg [ul1_pkg::WAYS-1:0]  ways;
  reg [ul1_pkg::ROW_W-1:0] row, other_row;
  always @* begin
    set       = ul1_fn::tag_index(line, carveout);
    other     = ul1_fn::tag_index(other_line, carveout);
    ways      = ul1_fn::cache_ways(carveout);
    row       = ul1_fn::tag_row(way, set, carveout);
    other_row = ul1_fn::tag_row(other_way, other, carveout);
  end

  always @(posedge clk) begin
    assume (way < ul1_pkg::WAYS && other_way < ul1_pkg::WAYS && ways[way] && ways[other_way]);
    assert (row >= ul1_fn::shared_rows(carveout));
    assert (ul1_fn::tag_place(row, carveout) == {way, set});
    assert ((row == other_row) == (way == other_way && set == other));
    assert (ul1_fn::shared_quarters(carveout) * (ul1_pkg::ARRAY_ROWS/4) == ul1_fn::shared_rows(carveout));
  end

endmodule
