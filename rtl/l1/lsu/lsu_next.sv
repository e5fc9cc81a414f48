// Selects the access that enters: a part of lsu. Six kinds compete: pool loads, pool stores, lines of loads
// and invals, lines of stores and flushes, replays, and instructions that only retire (nulls and fences). The
// ready kind that went the longest ago is next; if it is an access, it is the candidate for the arbiter.
//
// Whether there is a null or a fence is known late in a cycle. So that kind competes only if it had one in
// the cycle before; else it goes if no other kind is ready.

`default_nettype none

module lsu_next (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // ---- From lsu_newq, lsu_table and lsu_fences; to lsu_newq: instructions that only retire
    // Bit i: entry i is in the new queue, and no earlier instruction of its warp there must go first.
    input  wire logic [ul1_pkg::INSTRS-1:0] at_head,
    // Bit i: entry i is null, faulty or without active lanes, and only retires; valid where `instr_valid` is
    // set.
    input  wire logic [ul1_pkg::INSTRS-1:0] instr_null,
    // Bit i: the fence in entry i has nothing more to wait for; valid for fences in flight.
    input  wire logic [ul1_pkg::INSTRS-1:0] over,
    // Bit i: entry i is a null or a fence that may retire.
    output logic      [ul1_pkg::INSTRS-1:0] ready,

    // ---- From lsu_pool and lsu_lines: accesses that are ready
    // A load in the pool is ready to enter.
    input  wire logic                       load_ready,
    // A store in the pool is ready to enter.
    input  wire logic                       store_ready,
    // The next load of the pool has had no pass; valid with `load_ready`.
    input  wire logic                       load_unissued,
    // The next store of the pool has had no pass; valid with `store_ready`.
    input  wire logic                       store_unissued,
    // The line buffer holds a load or an inval.
    input  wire logic                       line_load,
    // The line buffer holds a store or a flush.
    input  wire logic                       line_store,
    // The oldest store or flush in the line buffer is a flush; zero if there is neither.
    input  wire logic                       line_flush,
    // The oldest store or flush in the line buffer is a reduction; zero if there is neither.
    input  wire logic                       line_red,
    // The oldest store or flush in the line buffer is an atomic on global memory; zero if there is neither.
    input  wire logic                       line_returns,
    // The oldest replay of the line buffer returns old words; zero if there is none.
    input  wire logic                       line_returned,
    // The line buffer holds a replay.
    input  wire logic                       line_replay,
    // The oldest replay of the line buffer writes no words back: it is bare or delivers an error.
    input  wire logic                       wordless,

    // ---- From arb, through lsu: a free cycle of the write port; from wdb: a credit
    // The register file's write port is free for a cached load that enters now.
    input  wire logic                       hit_reserves,
    // The register file's write port is free for a shared load that enters now.
    input  wire logic                       load_reserves,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    input  wire logic                       credit_cached,
    // Credit for a reduction that has one for a cached store: no store is held for a fetch.
    input  wire logic                       credit_red,
    // Credit for an atomic on global memory: the old words of its access have an entry, beside those of the
    // access in stage 1.
    input  wire logic                       old_credit,

    // ---- From lsu_follow_up
    // A cached access that is no replay is in stage 1.
    input  wire logic                       s1_asks,

    // ---- To arb: the candidate
    // An access is ready to enter the pipeline.
    output logic                            cand_valid,
    // The candidate is the replay of a filled line.
    output logic                            cand_replay,
    // The candidate returns old words, or an error, of an atomic on global memory.
    output logic                            cand_old,
    // The candidate is a shared access that has had a pass: a remainder; valid with `cand_valid`.
    output logic                            cand_remainder,
    // The candidate is a store; valid with `cand_valid`.
    output logic                            cand_store,
    // The candidate is a cached access and no replay; valid with `cand_valid`.
    output logic                            cand_cached,
    // The candidate is a flush; valid with `cand_valid`.
    output logic                            cand_flush,

    // ---- From arb: its selection; to other parts: what enters. An instruction that only retires goes
    // without a candidate.
    // The candidate enters the pipeline in this cycle.
    input  wire logic                       sel_valid,
    // The next load of the pool enters.
    output logic                            sel_pool_load,
    // The next store of the pool enters.
    output logic                            sel_pool_store,
    // The line access that enters is the oldest load or inval of the line buffer.
    output logic                            sel_load,
    // The line access that enters is the oldest store or flush of the line buffer.
    output logic                            sel_store,
    // The line access that enters is the replay of a filled line.
    output logic                            sel_replay,
    // An instruction without accesses (a null or a fence) leaves the new queue to retire.
    output logic                            plain_issues
);

  localparam int KINDS = 6;
  localparam int POOL_LOAD = 0, POOL_STORE = 1, LOAD = 2, STORE = 3, REPLAY = 4, PLAIN = 5;

  logic plain, plain_waits_q;
  // Outstanding grant of a replay, of a shared load: it was the candidate when a victim readout or a command
  // took the cycle
  logic             displaced_replay_q, displaced_load_q;
  logic             displaced_line_q;  // the same for a line of a load or an inval
  logic [KINDS-1:0] could, next, leaves;
  // A reduction is the next store, and must wait; it waits for the lookup in stage 1 alone, so that no line
  // of a load may follow that
  logic red_waits, red_due;
  // Row k: the kinds that went before kind k did
  (* mem2reg *) logic [KINDS-1:0] older_q [0:ul1_fn::entries(KINDS)-1];

  always @* begin
    ready = '0;
    plain = 1'b0;
    if (ul1_fn::sim_gate(at_head != '0)) begin
      ready = at_head & (instr_null | over);
      plain = ready != '0;
    end
  end

  // A reduction must find no store held, and none that may become so, and it may need the entry that others
  // leave to a dirty victim. So nothing is looked up as it enters, but for replays.
  assign red_waits = line_red & (~credit_red | s1_asks | (line_returns & ~old_credit));
  assign red_due   = line_red & credit_cached & credit_red & (~line_returns | old_credit) & s1_asks
                     & ~displaced_line_q;

  always @* begin
    could = {plain_waits_q, line_replay & (line_returned ? load_reserves : hit_reserves | wordless),
             ~displaced_line_q & line_store & credit_cached & ~displaced_replay_q & ~displaced_load_q,
             line_load & hit_reserves & ~displaced_replay_q & ~displaced_load_q, store_ready, load_ready};
    if (red_due)   could[LOAD]  = 1'b0;
    if (red_waits) could[STORE] = 1'b0;
    next  = '0;
    for (int k = 0; k < KINDS; k++) next[k] = could[k] & (older_q[k] & could) == '0;
  end

  assign cand_valid     = next[PLAIN-1:0] != '0;
  assign cand_replay    = next[REPLAY] & ~line_returned;
  assign cand_old       = next[REPLAY] & line_returned;
  assign cand_cached    = next[LOAD] | next[STORE];
  assign cand_remainder = (next[POOL_LOAD] & ~load_unissued) | (next[POOL_STORE] & ~store_unissued);
  assign cand_store     = next[POOL_STORE] | (next[STORE] & ~line_flush);
  assign cand_flush     = next[STORE] & line_flush;
  assign sel_pool_load  = next[POOL_LOAD] & sel_valid;
  assign sel_pool_store = next[POOL_STORE] & sel_valid;
  assign sel_load       = next[LOAD] & sel_valid;
  assign sel_store      = next[STORE] & sel_valid;
  assign sel_replay     = next[REPLAY] & sel_valid;
  assign plain_issues   = plain & ~cand_valid;
  assign leaves         = {plain_issues, sel_replay, sel_store, sel_load, sel_pool_store, sel_pool_load};

  always_ff @(posedge clk) begin
    plain_waits_q      <= ~rst & plain;
    displaced_replay_q <= ~rst & (next[REPLAY] ? ~sel_valid : displaced_replay_q);
    displaced_load_q   <= ~rst & (next[POOL_LOAD] ? ~sel_valid : displaced_load_q);
    displaced_line_q   <= ~rst & (next[LOAD] ? ~sel_valid : displaced_line_q);
    for (int k = 0; k < KINDS; k++) begin
      if (rst) older_q[k] <= KINDS'((1 << k) - 1);
      else     older_q[k] <= leaves[k] ? ~leaves : older_q[k] & ~leaves;
    end
  end

  always @(posedge clk) begin
    if (!rst) assert (!ul1_fn::several(64'(next)) && (next == '0) == (could == '0));  // the order is total
  end

endmodule

`default_nettype wire
