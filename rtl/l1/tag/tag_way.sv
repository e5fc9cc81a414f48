// The lines of one way, a part of tag: a memory with the number of the line in each set, and a comparator. The memory is read
// at the end of a cycle for the set of the next; what is written then has to be remembered.

`default_nettype none

module tag_way #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                      clk,

    // there may be a set to look at in the next cycle, this one
    input  wire logic                      next,
    input  wire logic [ul1_pkg::SET_W-1:0] next_set,

    // the set that is looked up or swept: its line's number, and whether that is the one looked for
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    input  wire logic [LINE_W-1:0]         look_line,
    output logic      [LINE_W-1:0]         line,
    output logic                           same,

    // its line's number becomes the one looked for; what that was in the cycle before, if the set was the same
    input  wire logic                      put_line,
    input  wire logic                      set_stays,
    input  wire logic [LINE_W-1:0]         line_before
);

  logic [LINE_W-1:0] read;
  logic              wrote;     // it was written in the cycle before,
  logic              fresh;     // as it was read

  ram #(.ROWS(ul1_pkg::SETS), .ROW_W(ul1_pkg::SET_W), .PARTS(1), .PART_W(LINE_W)) u_lines (
      .clk, .re(next), .raddr(next_set), .rdata(read), .we(put_line), .waddr(set), .wdata(look_line)
  );

  assign fresh = wrote & set_stays;
  assign line  = fresh ? line_before : read;
  assign same  = (fresh & line_before == look_line) | (~fresh & read == look_line);

  always_ff @(posedge clk) wrote <= put_line;

endmodule

`default_nettype wire
