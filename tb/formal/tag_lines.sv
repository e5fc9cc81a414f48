// A lookup in a set finds the line number last written there, from the cycle after the write.

module tag_lines (
    input wire clk,
    input wire rst,
    input wire next, put,
    input wire [ul1_pkg::SET_W-1:0] next_set,
    input wire [ul1_pkg::line_w(8)-1:0] ahead_line
);

  localparam int SET_W = ul1_pkg::SET_W, LINE_W = ul1_pkg::line_w(8);
  reg  [SET_W-1:0] set;
  reg  [LINE_W-1:0] look_line, line_before;   // known a cycle before, as the set is
  reg  announced, held;
  wire line_stays = line_before == look_line;   // a register of the tag unit
  wire ahead_stays = next_set == set;
  wire put_line = put & announced & ~rst;
  wire [LINE_W-1:0] line;
  wire same;

  tag_way #(.LANES(8)) dut (.*);

  (* anyconst *) reg [SET_W-1:0] candidates;
  reg [LINE_W-1:0] is;
  reg known;
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins      <= 1'b0;
    assume (rst == begins);
    announced   <= !rst & next;
    look_line   <= ahead_line;
    line_before <= look_line;
    if (next) set <= next_set;
    if (rst) known <= 1'b0;
    else if (put_line && set == candidates) {known, is} <= {1'b1, look_line};
    if (!rst && announced && set == candidates && known) begin
      assert (line == is);
      assert (same == (is == look_line));
    end
  end

endmodule
