// Keeps the address of the lowest failing lane of each instruction in flight: a part of lsu. It is reported
// at retirement. An instruction fails when it is taken or with a replay that brings an error, never both, so
// each case has a memory of its own.

`default_nettype none

module lsu_failures #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                           clk,

    // ---- From lsu_take and the instruction side: the new instruction
    // A new instruction is taken in this cycle.
    input  wire logic                           take_new,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    new_entry,
    // Lanes of the new instruction that fail when taken; valid with `take_new`.
    input  wire logic [LANES-1:0]               new_failed,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,

    // ---- From lsu_next and lsu_lines: the replay that enters, in stage 0
    // The line access that enters is the replay of a filled line.
    input  wire logic                           sel_replay,
    // Line number of the line access that enters; zero if none enters.
    input  wire logic [LINE_W-1:0]              acc_line,
    // Slots of the line access that enters; zero if none enters.
    input  wire logic [LANES-1:0]               acc_mask,
    // Array byte address of each slot of the line access that enters: the low bits of the virtual address;
    // zero if none enters.
    input  wire logic [LANES*ADDR_W-1:0]        acc_addr,

    // ---- From lsu_follow_up and lsu_lanes: a failure in stage 1
    // Instruction-table entry of the access in stage 1.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    s1_entry,
    // The replay in stage 1 delivers an error.
    input  wire logic                           fails,
    // The lowest lane that fails in stage 1 is below all lanes of its instruction that failed before; valid
    // with `fails`.
    input  wire logic                           fails_lower,

    // ---- From lsu_follow_up and lsu_table: retirement; to the instruction side
    // An instruction retires in the next cycle.
    input  wire logic                           ends_next,
    // Instruction-table entry that retires in the next cycle; valid with `ends_next`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]    end_entry,
    // The retiring instruction is null: it failed when taken, or had no active lanes; valid with `ret_valid`.
    input  wire logic                           ret_null,
    // Address of the lowest failing lane; valid with `ret_err`.
    output logic      [ul1_pkg::VA_W-1:0]       ret_addr
);

  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;
  localparam int VA_W    = ul1_pkg::VA_W;
  localparam int WITHIN  = VA_W - LINE_W;  // bits of an address within a line

  logic              faulty;
  logic [LANE_W-1:0] taken_lane, met_slot;
  logic [VA_W-1:0]   taken_addr, met_addr_q, was_taken, was_met;

  always @* begin
    faulty     = take_new & new_failed != '0;
    taken_lane = '0;
    taken_addr = '0;
    if (ul1_fn::sim_gate(faulty)) begin
      taken_lane = LANE_W'({ul1_fn::lowest(64'(new_failed))});
      taken_addr = in_addr[taken_lane*VA_W +: VA_W];
    end
  end

  assign met_slot = ul1_fn::sim_gate(sel_replay) ? LANE_W'({ul1_fn::lowest(64'(acc_mask))}) : '0;

  always_ff @(posedge clk) begin
    if (ul1_fn::sim_gate(sel_replay)) met_addr_q <= {acc_line, acc_addr[met_slot*ADDR_W +: WITHIN]};
  end

  ram #(.ROWS(INSTRS), .ROW_W(INSTR_W), .PARTS(1), .PART_W(VA_W)) u_taken (
      .clk, .re(ends_next), .raddr(end_entry), .rdata(was_taken), .we(faulty), .waddr(new_entry),
      .wdata(taken_addr)
  );
  ram #(.ROWS(INSTRS), .ROW_W(INSTR_W), .PARTS(1), .PART_W(VA_W)) u_met (
      .clk, .re(ends_next), .raddr(end_entry), .rdata(was_met), .we(fails & fails_lower), .waddr(s1_entry),
      .wdata(met_addr_q)
  );

  assign ret_addr = ret_null ? was_taken : was_met;

endmodule

`default_nettype wire
