// Lane masks of the instructions in flight: a part of lsu. They record the lanes to do (not coalesced yet, or
// deferred), the sub-warps without a pulled beat, the open lanes of a cached load (access not done), and the
// failed lanes. lsu_coalescer clears lanes to do; lsu_follow_up reports the outcome of stage 1.

`default_nettype none

module lsu_lanes #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    input  wire logic                        clk,
    input  wire logic                        rst,

    // ---- From lsu_take: the new instruction
    // A new instruction is taken in this cycle.
    input  wire logic                        take_new,
    // Instruction-table entry that a new instruction gets; valid with `take_new`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] new_entry,
    // Lanes of the new instruction that have accesses; valid with `take_new`.
    input  wire logic [LANES-1:0]            new_lanes,
    // Sub-warps of the new instruction that have accesses; valid with `take_new`.
    input  wire logic [ul1_pkg::WORDS-1:0]   new_subs,
    // Lanes of the new instruction that fail when taken; valid with `take_new`.
    input  wire logic [LANES-1:0]            new_failed,
    // Error of the new instruction, or none; valid with `take_new`.
    input  wire logic [ul1_pkg::ERR_W-1:0]   new_err,

    // ---- To lsu_deferral
    // Bit i: cached entry i has lanes to do: not coalesced yet, or deferred.
    output logic      [ul1_pkg::INSTRS-1:0]  has_todo,

    // ---- From lsu_newq and lsu_pull, and to lsu_pull: the store of the requested beat
    // Store of the requested beat, one-hot by instruction-table entry; zero if no beat is requested.
    input  wire logic [ul1_pkg::INSTRS-1:0]  feed_one,
    // Lowest sub-warp without a pulled beat of the new store `feed_one`; zero if there is none.
    output logic      [ul1_pkg::SUB_W-1:0]   feed_sub,
    // A beat of store data arrives in this cycle, for the store `feed_one`, not for a remainder.
    input  wire logic                        feed_arrives,

    // ---- From and to lsu_front: the shared access that is next
    // Shared access that is next to be chosen, one-hot by instruction-table entry; zero if there is none.
    input  wire logic [ul1_pkg::INSTRS-1:0]  front_one,
    // Lowest sub-warp to do of the shared instruction that is next to be chosen; zero if there is none.
    output logic      [ul1_pkg::SUB_W-1:0]   front_sub,
    // The shared access that is chosen in this cycle is new: it has had no pass.
    input  wire logic                        choice_new,
    // The chosen shared access is the last of its instruction, which leaves the new queue.
    output logic                             choice_ends,

    // ---- From and to lsu_coalescer: the instruction in the coalescer
    // The coalescer holds an instruction in the next cycle.
    input  wire logic                        reads,
    // The coalescer holds another instruction, or a replay, in the next cycle: its state is read now.
    input  wire logic                        reads_other,
    // Instruction that the coalescer reads next, one-hot by entry; valid with `reads_other`.
    input  wire logic [ul1_pkg::INSTRS-1:0]  other_one,
    // Instruction-table entry that the coalescer reads next; valid with `reads_other`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] other_entry,
    // The coalescer takes the replay on offer.
    input  wire logic                        takes_replay,
    // Active lanes of the instruction of the replay on offer; valid with `replay_valid`.
    input  wire logic [LANES-1:0]            replay_mask,
    // Instruction-table entry of the access in the coalescer, while it holds one.
    input  wire logic [ul1_pkg::INSTR_W-1:0] coalesce_entry,
    // Lanes to do of the instruction in the coalescer; for a replay its active lanes; valid while it holds
    // one.
    output logic      [LANES-1:0]            coalesce_todo,
    // The lanes of the line in the coalescer are to do no more: a new line access forms.
    input  wire logic                        coalesced_todo,
    // Lanes of the line access in the coalescer; zero if there is none.
    input  wire logic [LANES-1:0]            line_lanes,

    // ---- From lsu_follow_up: the outcome of stage 1; to other parts
    // Instruction-table entry of the access in stage 1.
    input  wire logic [ul1_pkg::INSTR_W-1:0] s1_entry,
    // Lanes of the cached access in stage 1; valid for a load, replay, inval or flush.
    input  wire logic [LANES-1:0]            s1_lanes,
    // Error that the replay in stage 1 delivers; none for other accesses.
    input  wire logic [ul1_pkg::ERR_W-1:0]   s1_err,
    // The cached access in stage 1 is deferred: its lanes must be coalesced again.
    input  wire logic                        deferred,
    // The cached access in stage 1 is done with its lanes, by a hit, an error, or as a CMO.
    input  wire logic                        done,
    // The replay in stage 1 delivers an error to its lanes.
    input  wire logic                        fails,
    // No lane of the instruction in stage 1 is open any more; valid with `done`.
    output logic                             all_done,

    // ---- From lsu_table and lsu_follow_up: retirement; to the instruction side
    // Bit i: entry i is a cached instruction; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]  instr_cached,
    // Bit i: entry i is a store; valid where `instr_valid` is set.
    input  wire logic [ul1_pkg::INSTRS-1:0]  instr_store,
    // An instruction retires.
    input  wire logic                        ret_valid,
    // Instruction-table entry that retires; valid with `ret_valid`.
    input  wire logic [ul1_pkg::INSTR_W-1:0] ret_entry,
    // Error of the retiring instruction, or none; valid with `ret_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]   ret_err,
    // Lowest failing lane of the retiring instruction; valid with `ret_err`.
    output logic      [LANE_W-1:0]           ret_lane,
    // All failing lanes of the retiring instruction; valid with `ret_err`.
    output logic      [LANES-1:0]            ret_mask,

    // ---- To lsu_failures
    // The lowest lane that fails in stage 1 is below all lanes of its instruction that failed before; valid
    // with `fails`.
    output logic                             fails_lower
);

  localparam int INSTRS = ul1_pkg::INSTRS;
  localparam int SUB_W  = ul1_pkg::SUB_W;

  // Two bits encode the state of a lane: marked and open: to do; open only: coalesced or waiting; neither:
  // done; marked only: failed. An instruction without lookups (no cached load, no CMO) keeps `open_q` to its
  // end; a shared one also keeps `marked_q`.
  logic [LANES-1:0]          marked_q [0:ul1_fn::entries(INSTRS)-1];
  logic [LANES-1:0]          open_q   [0:ul1_fn::entries(INSTRS)-1];
  logic [ul1_pkg::ERR_W-1:0] err_q    [0:ul1_fn::entries(INSTRS)-1];  // error of the lowest failing lane

  // For each sub-warp number, the entries in the new queue that have such a sub-warp to choose, or to pull a
  // beat for
  localparam int WORDS = ul1_pkg::WORDS;

  (* mem2reg *) logic [INSTRS-1:0] to_choose_q [0:ul1_fn::entries(WORDS)-1];
  (* mem2reg *) logic [INSTRS-1:0] to_feed_q   [0:ul1_fn::entries(WORDS)-1];

  // Lowest sub-warp of a mask
  function automatic logic [SUB_W-1:0] lowest_sub(input logic [WORDS-1:0] subs);
    lowest_sub = SUB_W'({ul1_fn::lowest(64'(subs))});
  endfunction

  logic [WORDS-1:0] front_subs, feed_subs;
  logic             front_last;

  always @* begin
    front_subs = '0;
    front_sub  = '0;
    front_last = 1'b0;
    if (ul1_fn::sim_gate(front_one != '0)) begin
      for (int q = 0; q < WORDS; q++) front_subs[q] = (to_choose_q[q] & front_one) != '0;
      front_sub  = lowest_sub(front_subs);
      front_last = !ul1_fn::several(64'(front_subs));
    end
  end

  always @* begin
    feed_subs = '0;
    feed_sub  = '0;
    if (ul1_fn::sim_gate(feed_one != '0)) begin
      for (int q = 0; q < WORDS; q++) feed_subs[q] = (to_feed_q[q] & feed_one) != '0;
      feed_sub  = lowest_sub(feed_subs);
    end
  end

  logic [LANES-1:0] coalesce_left;

  logic [LANES-1:0] other_todo;

  always @* begin
    other_todo = '0;
    if (ul1_fn::sim_gate(reads_other & ~takes_replay)) begin
      for (int i = 0; i < INSTRS; i++) begin
        if (ul1_fn::sim_gate(other_one[i]))
          other_todo = other_todo | (marked_q[i] & open_q[i] & {LANES{other_one[i]}});
      end
    end
  end

  assign choice_ends = choice_new & front_last;
  assign coalesce_left = coalesce_todo & ~line_lanes;

  // The access in stage 1: lanes that stay open, and lanes that failed before
  logic [LANES-1:0] open_left, fail_before;

  always @* begin
    open_left   = '0;
    all_done    = 1'b0;
    fail_before = '0;
    fails_lower = 1'b0;
    if (ul1_fn::sim_gate(done)) begin
      open_left = open_q[s1_entry] & ~s1_lanes;
      all_done  = open_left == '0;
    end
    if (ul1_fn::sim_gate(fails)) begin
      fail_before = marked_q[s1_entry] & ~open_q[s1_entry];
      fails_lower = fail_before == '0 | (ul1_fn::lowest(64'(s1_lanes)) < ul1_fn::lowest(64'(fail_before)));
    end
  end

  always @* begin
    ret_err  = ul1_pkg::ERR_NONE;
    ret_mask = '0;
    ret_lane = '0;
    if (ul1_fn::sim_gate(ret_valid)) begin
      ret_err  = err_q[ret_entry];
      ret_mask = marked_q[ret_entry] & ~open_q[ret_entry];
      ret_lane = LANE_W'({ul1_fn::lowest(64'(ret_mask))});
    end
  end

  // The coalescer's change is applied first, then the outcome of stage 1, which may be of the same entry.
  always_ff @(posedge clk) begin : then_state
    logic [INSTRS-1:0] taken;
    logic              to_coalesce;  // the lanes that are deferred or fail are of the entry in the coalescer

    taken       = take_new ? INSTRS'(1) << new_entry : '0;
    to_coalesce = (deferred | fails) & coalesced_todo & s1_entry == coalesce_entry;

    if (take_new) begin
      marked_q  [new_entry] <= new_lanes | new_failed;
      has_todo[new_entry] <= new_lanes != '0;
      open_q    [new_entry] <= new_lanes;
      err_q     [new_entry] <= new_err;
    end
    if (take_new | choice_new) begin
      for (int q = 0; q < WORDS; q++) begin
        to_choose_q[q] <= (to_choose_q[q] & ~(choice_new & front_sub == SUB_W'(q) ? front_one : '0)
                         & ~taken) | (new_subs[q] ? taken : '0);
      end
    end
    if (take_new | feed_arrives) begin
      for (int q = 0; q < WORDS; q++) begin
        to_feed_q[q] <= (to_feed_q[q] & ~(feed_arrives & feed_sub == SUB_W'(q) ? feed_one : '0) & ~taken)
                      | (new_subs[q] ? taken : '0);
      end
    end
    if (reads) begin
      if (takes_replay) coalesce_todo <= replay_mask;
      else coalesce_todo <= (reads_other ? other_todo : coalesce_left)
                          | (deferred & s1_entry == (reads_other ? other_entry : coalesce_entry)
                             ? s1_lanes : '0);
    end
    if (coalesced_todo) begin
      marked_q  [coalesce_entry] <= (marked_q[coalesce_entry] & ~line_lanes) | (to_coalesce ? s1_lanes : '0);
      has_todo[coalesce_entry] <= coalesce_left != '0 | (to_coalesce & deferred);
    end
    if ((deferred | fails) & ~to_coalesce) begin
      marked_q[s1_entry] <= marked_q[s1_entry] | s1_lanes;
      if (deferred) has_todo[s1_entry] <= 1'b1;
    end
    if (done) open_q[s1_entry] <= open_left;
    if (fails & fails_lower) err_q[s1_entry] <= s1_err;
  end

  always @(posedge clk) begin
    if (!rst & (done | fails | take_new | ret_valid)) begin
      // A failed lane is not open
      assert (!(fails && !done) && !(take_new && (new_lanes & new_failed) != '0));
      if (done) assert ((s1_lanes & ~open_q[s1_entry]) == '0);  // a lane is done once
      if (ret_valid) begin
        assert (!(instr_cached[ret_entry] && has_todo[ret_entry]));
        for (int q = 0; q < WORDS; q++) assert (instr_cached[ret_entry] || !to_choose_q[q][ret_entry]);
        assert (!(instr_cached[ret_entry] && !instr_store[ret_entry] && open_q[ret_entry] != '0));
      end
    end
  end

endmodule

`default_nettype wire
