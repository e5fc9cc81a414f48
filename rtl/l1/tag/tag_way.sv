// The lines of one way, a part of tag: a memory with the number of the line in each set, and a comparator. The memory is read
// at the end of a cycle for the set of the next; what is written then has to be remembered. Whether that is the line looked for
// is known a cycle ahead, too.

`default_nettype none

module tag_way #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                      clk,

    // there may be a set to look at in the next cycle, this one; a lookup of that is behind one of the same set
    input  wire logic                      next,
    input  wire logic [ul1_pkg::SET_W-1:0] next_set,
    input  wire logic                      ahead_stays,

    // the set that is looked up or swept: its line's number, and whether that is the one looked for
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic [LINE_W-1:0]         look_line,
    output logic      [LINE_W-1:0]         line,
    output logic                           same,

    // its line's number becomes the one looked for; what that was in the cycle before, and whether it is the same now
    input  wire logic                      put_line,
    input  wire logic [LINE_W-1:0]         line_before,
    input  wire logic                      line_stays
);

  logic [LINE_W-1:0] read;
  logic              fresh;     // it was written in the cycle before, as it was read

  ram #(.ROWS(ul1_pkg::SETS), .ROW_W(ul1_pkg::SET_W), .PARTS(1), .PART_W(LINE_W)) u_lines (
      .clk, .re(next), .raddr(next_set), .rdata(read), .we(put_line), .waddr(set), .wdata(look_line)
  );

  assign line = fresh ? line_before : read;
  assign same = (fresh & line_stays) | (~fresh & read == look_line);

  always_ff @(posedge clk) fresh <= put_line & ahead_stays;

endmodule

`default_nettype wire
