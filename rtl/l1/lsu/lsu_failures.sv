// The addresses that failed, a part of lsu: of each instruction in flight that of the lowest lane that has, to be told when it
// retires. An instruction fails when it is taken, or with a replay that brings an error, never both; each has a memory.

`default_nettype none

module lsu_failures #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                           clk,

    // an instruction is taken; its lanes that fail
    input  wire logic                           take_new,
    input  wire logic [ul1_pkg::PT_W-1:0]       new_entry,
    input  wire logic [LANES-1:0]               new_failed,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,

    // stage 0: a replay enters; its line, its slots and their addresses
    input  wire logic                           sel_replay,
    input  wire logic [LINE_W-1:0]              its_line,
    input  wire logic [LANES-1:0]               its_mask,
    input  wire logic [LANES*ADDR_W-1:0]        its_addr,

    // stage 1: it fails in a lane below all that failed before
    input  wire logic [ul1_pkg::PT_W-1:0]       s1_entry,
    input  wire logic                           fails,
    input  wire logic                           fails_lower,

    // who retires in the next cycle, and in this one; it was null
    input  wire logic                           ends_next,
    input  wire logic [ul1_pkg::PT_W-1:0]       end_entry,
    input  wire logic                           ret_null,
    output logic      [ul1_pkg::VA_W-1:0]       ret_addr
);

  localparam int PT      = ul1_pkg::PT;
  localparam int PT_W    = ul1_pkg::PT_W;
  localparam int VA_W    = ul1_pkg::VA_W;
  localparam int WITHIN  = VA_W - LINE_W;   // bits of an address within a line

  logic              faulty;
  logic [LANE_W-1:0] taken_lane, met_slot;
  logic [VA_W-1:0]   taken_addr, met_addr, was_taken, was_met;

  always @* begin
    faulty     = take_new & new_failed != '0;
    taken_lane = '0;
    taken_addr = '0;
    if (ul1_fn::worth(faulty)) begin
      taken_lane = LANE_W'({ul1_fn::lowest(64'(new_failed))});
      taken_addr = in_addr[taken_lane*VA_W +: VA_W];
    end
  end

  assign met_slot = ul1_fn::worth(sel_replay) ? LANE_W'({ul1_fn::lowest(64'(its_mask))}) : '0;

  always_ff @(posedge clk) begin
    if (ul1_fn::worth(sel_replay)) met_addr <= {its_line, its_addr[met_slot*ADDR_W +: WITHIN]};
  end

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(VA_W)) u_taken (
      .clk, .re(ends_next), .raddr(end_entry), .rdata(was_taken), .we(faulty), .waddr(new_entry), .wdata(taken_addr)
  );
  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(VA_W)) u_met (
      .clk, .re(ends_next), .raddr(end_entry), .rdata(was_met), .we(fails & fails_lower), .waddr(s1_entry), .wdata(met_addr)
  );

  assign ret_addr = ret_null ? was_taken : was_met;

endmodule

`default_nettype wire
