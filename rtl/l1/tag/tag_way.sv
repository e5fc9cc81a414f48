// The lines of one way, a part of tag: a memory with the number of the line in each set, and a comparator.

`default_nettype none

module tag_way #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                      clk,

    // the set that is looked up or swept: its line's number, and whether that is the one looked for
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic [LINE_W-1:0]         look_line,
    output logic      [LINE_W-1:0]         line,
    output logic                           same,

    // its line's number becomes the one looked for
    input  wire logic                      put_line
);

  logic [LINE_W-1:0] lines [0:ul1_pkg::SETS-1];

  assign line = lines[set];
  assign same = line == look_line;

  always_ff @(posedge clk) begin
    if (put_line) lines[set] <= look_line;
  end

endmodule

`default_nettype wire
