// Barriers of thread blocks. A bar is a fence that arrives at a barrier when it retires. Its fields are noted
// by instruction-table entry when it is taken. An arrival is compared with its barrier, counted, and may open
// it, all in the cycle in which the bar retires; what comes of it is shown in the next.
//
// Without barriers (BARRIERS 0) nothing is built.

`default_nettype none

module bar #(
    parameter  int LANES       = 32,
    localparam int BAR_COUNT_W = ul1_pkg::bar_count_w(LANES)
) (
    // verilator lint_off UNUSEDSIGNAL
    input  wire logic                           clk,
    input  wire logic                           rst,

    // ---- From the instruction side: the offer; from lsu: whether it is taken
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                           in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken; valid with
    // `in_valid`.
    input  wire logic                           in_again,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]       in_op,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]               in_mask,
    // The fence is a bar: it arrives at a barrier when it retires; ignored for other operations; valid with
    // `in_valid`.
    input  wire logic                           in_bar,
    // Number of the bar's barrier; valid with `in_bar`.
    input  wire logic [ul1_pkg::BARRIER_W-1:0]  in_barrier,
    // Arrivals with which the barrier opens; valid with `in_bar`.
    input  wire logic [ul1_pkg::EXPECTS_W-1:0]  in_expects,
    // The warp waits until the barrier opens; else it arrives only; valid with `in_bar`.
    input  wire logic                           in_waits,
    // Predicate of each lane, for the barrier's reductions; only active lanes count; valid with `in_bar`.
    input  wire logic [LANES-1:0]               in_pred,
    // A new instruction of any kind is taken in this cycle if offered.
    input  wire logic                           in_ready,
    // Instruction-table entry that a new instruction gets in this cycle; valid with `in_shared_ready`.
    input  wire logic [ul1_pkg::ID_W-1:0]       in_entry,

    // ---- From lsu: retirement
    // An instruction retires.
    input  wire logic                           ret_valid,
    // Instruction-table entry that the retiring instruction frees; valid with `ret_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]       ret_id,
    // Warp of the retiring instruction; valid with `ret_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]     ret_warp,
    // verilator lint_on UNUSEDSIGNAL

    // ---- To the instruction side: the barrier that opens
    // A barrier opens, a cycle after its last arrival.
    output logic                                bar_valid,
    // Number of the barrier; valid with `bar_valid`.
    output logic      [ul1_pkg::BARRIER_W-1:0]  bar_number,
    // Warps that waited at the barrier; valid with `bar_valid`.
    output logic      [ul1_pkg::WARPS-1:0]      bar_warps,
    // True predicates in all arrivals; valid with `bar_valid`.
    output logic      [BAR_COUNT_W-1:0]         bar_count,
    // All predicates of all arrivals are true; valid with `bar_valid`.
    output logic                                bar_all,
    // A predicate of an arrival is true; valid with `bar_valid`.
    output logic                                bar_any,

    // ---- To the instruction side: arrivals that are not counted
    // An arrival is faulty, a cycle after it.
    output logic                                barfail_valid,
    // Warp of the faulty arrival; valid with `barfail_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]     barfail_warp,
    // Why it is faulty; valid with `barfail_valid`.
    output logic      [ul1_pkg::BARFAIL_W-1:0]  barfail_cause
);

  if (ul1_pkg::BARRIERS == 0) begin : g_none
    assign {bar_valid, bar_number, bar_warps, bar_count, bar_all, bar_any} = '0;
    assign {barfail_valid, barfail_warp, barfail_cause}                    = '0;
  end
  else begin : g_built
    localparam int BARRIERS  = ul1_pkg::BARRIERS;
    localparam int BARRIER_W = ul1_pkg::BARRIER_W;
    localparam int EXPECTS_W = ul1_pkg::EXPECTS_W;
    localparam int INSTRS    = ul1_pkg::INSTRS;
    localparam int INSTR_W   = ul1_pkg::INSTR_W;
    localparam int VOTES_W   = ul1_pkg::votes_w(LANES);
    localparam int WARPS     = ul1_pkg::WARPS;
    localparam int NOTE_W    = BARRIER_W + EXPECTS_W + 1 + VOTES_W + 1;

    // -------------------------------------------------------------------------------------------------------
    // Bars in flight

    logic [INSTRS-1:0]  bars_q;
    logic [NOTE_W-1:0]  note_q [0:ul1_fn::entries(INSTRS)-1];
    logic [INSTR_W-1:0] taken_entry, ret_entry;
    logic               taken, notes;
    logic [LANES-1:0]   true_lanes, false_lanes;

    assign taken       = in_valid & ~in_again & in_ready;
    assign notes       = taken & in_op == ul1_pkg::OP_FENCE & in_bar;
    assign taken_entry = INSTR_W'(in_entry);
    assign ret_entry   = INSTR_W'(ret_id);
    assign true_lanes  = in_mask & in_pred;
    assign false_lanes = in_mask & ~in_pred;

    always_ff @(posedge clk) begin
      if (ret_valid) bars_q[ret_entry]   <= 1'b0;
      if (taken)     bars_q[taken_entry] <= notes;
      if (rst)       bars_q              <= '0;
    end

    always_ff @(posedge clk) begin
      if (notes) begin
        note_q[taken_entry] <= {in_barrier, in_expects, in_waits,
                                VOTES_W'({ul1_fn::ones(32'(true_lanes))}), false_lanes == '0};
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The arrival, and its barrier

    logic                 arrives, waits, all, faulty, opens;
    logic [BARRIER_W-1:0] barrier;
    logic [EXPECTS_W-1:0] expects;
    logic [VOTES_W-1:0]   votes;

    (* mem2reg *) logic [EXPECTS_W-1:0]   arrived_q [0:ul1_fn::entries(BARRIERS)-1];
    (* mem2reg *) logic [EXPECTS_W-1:0]   expects_q [0:ul1_fn::entries(BARRIERS)-1];
    (* mem2reg *) logic [BAR_COUNT_W-1:0] votes_q   [0:ul1_fn::entries(BARRIERS)-1];
    logic [BARRIERS-1:0]  all_q;

    // The barrier with the arrival
    logic                          first, all_d;
    logic [EXPECTS_W-1:0]          arrived_d;
    logic [BAR_COUNT_W-1:0]        votes_d;
    logic [ul1_pkg::BARFAIL_W-1:0] cause;

    logic [WARPS-1:0]           waiting_q, released;
    logic [WARPS*BARRIER_W-1:0] at_q;

    always @* begin
      arrives   = ret_valid & bars_q[ret_entry];
      barrier   = '0;
      expects   = '0;
      waits     = 1'b0;
      votes     = '0;
      all       = 1'b0;
      first     = 1'b0;
      arrived_d = '0;
      votes_d   = '0;
      all_d     = 1'b0;
      faulty    = 1'b0;
      cause     = '0;
      opens     = 1'b0;
      released  = '0;
      if (ul1_fn::sim_gate(arrives)) begin
        {barrier, expects, waits, votes, all} = note_q[ret_entry];
        first     = arrived_q[barrier] == '0;
        arrived_d = arrived_q[barrier] + 1'b1;
        votes_d   = (first ? '0 : votes_q[barrier]) + BAR_COUNT_W'(votes);
        all_d     = (first | all_q[barrier]) & all;
        faulty    = 1'b1;
        if (32'(barrier) >= BARRIERS)                    cause = ul1_pkg::BARFAIL_NUMBER;
        else if (expects == '0 | 32'(expects) > WARPS)   cause = ul1_pkg::BARFAIL_EXPECTS;
        else if (waiting_q[ret_warp])                    cause = ul1_pkg::BARFAIL_WAITS;
        else if (~first & expects != expects_q[barrier]) cause = ul1_pkg::BARFAIL_DIFFERS;
        else                                             faulty = 1'b0;
        opens     = arrives & ~faulty & arrived_d == expects;
        for (int w = 0; w < WARPS; w++) begin
          released[w] = waiting_q[w] & at_q[w*BARRIER_W +: BARRIER_W] == barrier;
        end
        released[ret_warp] = waits;
      end
    end

    always_ff @(posedge clk) begin
      if (arrives & ~faulty) begin
        arrived_q[barrier]                       <= opens ? '0 : arrived_d;
        expects_q[barrier]                       <= expects;
        votes_q  [barrier]                       <= votes_d;
        all_q    [barrier]                       <= all_d;
        at_q[ret_warp*BARRIER_W +: BARRIER_W]    <= barrier;
        waiting_q[ret_warp]                      <= waits;
        if (opens) waiting_q <= waiting_q & ~released;
      end
      if (rst) begin
        waiting_q <= '0;
        for (int b = 0; b < BARRIERS; b++) arrived_q[b] <= '0;
      end
    end

    // -------------------------------------------------------------------------------------------------------
    // The result, a cycle later

    always_ff @(posedge clk) begin
      bar_valid     <= opens & ~rst;
      barfail_valid <= arrives & faulty & ~rst;
      if (opens) begin
        bar_number <= barrier;
        bar_warps  <= released;
        bar_count  <= votes_d;
        bar_all    <= all_d;
        bar_any    <= votes_d != '0;
      end
      if (arrives & faulty) begin
        barfail_warp  <= ret_warp;
        barfail_cause <= cause;
      end
    end
  end

endmodule

`default_nettype wire
