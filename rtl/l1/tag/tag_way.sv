// Tags of one way: a memory with a line number for each set, and a comparator; it is a part of tag. The
// memory is read one cycle ahead, so a tag that is written in that cycle is kept aside. Whether the kept tag
// is the line looked up is known one cycle ahead, too.

`default_nettype none

module tag_way #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                      clk,

    // ---- From tag: the set of the next cycle
    // A set may be looked up or swept in the next cycle: its tag is read now.
    input  wire logic                      next,
    // Set that is looked up or swept in the next cycle; valid with `next`.
    input  wire logic [ul1_pkg::SET_W-1:0] next_set,
    // The set ahead (`ahead_set`) is the one that is looked up or swept in this cycle.
    input  wire logic                      ahead_stays,

    // ---- From tag: the lookup or sweep; to tag: its result
    // Set that is looked up or swept in this cycle.
    input  wire logic [ul1_pkg::SET_W-1:0] set,
    // Line number that is looked up, and written by `put_line`.
    input  wire logic [LINE_W-1:0]         look_line,
    // Line number of this way in the set that is looked up or swept.
    output logic      [LINE_W-1:0]         line,
    // This way holds the line number that is looked up (its sectors may be invalid).
    output logic                           same,

    // ---- From tag: a write
    // The looked-up line number is written to this way at the end of this cycle.
    input  wire logic                      put_line,
    // Line number that was looked up in the previous cycle.
    input  wire logic [LINE_W-1:0]         line_before,
    // The looked-up line number is the same as in the previous cycle.
    input  wire logic                      line_stays
);

  logic [LINE_W-1:0] read;
  logic              fresh_q;  // the tag was written in the previous cycle, as it was read

  ram #(.ROWS(ul1_pkg::SETS), .ROW_W(ul1_pkg::SET_W), .PARTS(1), .PART_W(LINE_W)) u_lines (
      .clk, .re(next), .raddr(next_set), .rdata(read), .we(put_line), .waddr(set), .wdata(look_line)
  );

  assign line = fresh_q ? line_before : read;
  assign same = (fresh_q & line_stays) | (~fresh_q & read == look_line);

  always_ff @(posedge clk) fresh_q <= put_line & ahead_stays;

endmodule

`default_nettype wire
