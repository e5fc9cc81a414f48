// The lanes of the instructions in flight, a part of lsu: which are to do (not chosen yet, or presented in vain), of which a
// beat is to be pulled, of a cached load of which the access is not done, and which have failed.

`default_nettype none

module lsu_lanes #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    input  wire logic                          clk,
    input  wire logic                          rst,

    // an instruction is taken
    input  wire logic                          take_new,
    input  wire logic [ul1_pkg::PT_W-1:0]      new_entry,
    input  wire logic [LANES-1:0]              new_lanes,
    input  wire logic [ul1_pkg::WORDS-1:0]     new_subs,
    input  wire logic [LANES-1:0]              new_failed,
    input  wire logic [ul1_pkg::ERR_W-1:0]     new_err,

    // whether a cached instruction has lanes to do
    output logic      [ul1_pkg::PT-1:0]        has_todo,

    // the new store whose beat could be pulled, as a set of one, too (and so below): its sub-warp; its beat comes
    input  wire logic [ul1_pkg::PT-1:0]        feed_one,
    output logic      [ul1_pkg::SUB_W-1:0]     feed_sub,
    input  wire logic                          feed_comes,

    // the shared access that would be chosen to be prepared, and its sub-warp; it is chosen; that was its last sub-warp
    input  wire logic [ul1_pkg::PT-1:0]        front_one,
    output logic      [ul1_pkg::SUB_W-1:0]     front_sub,
    input  wire logic                          choice_new,
    output logic                               choice_ends,

    // the cached access whose line is gathered: the lanes to do of its instruction, of a replay its active lanes; those of the line are
    // to do no more. The one whose line is gathered in the next cycle, if one is; another than now; a replay
    input  wire logic                          reads,
    input  wire logic                          reads_other,
    input  wire logic [ul1_pkg::PT-1:0]        other_one,
    input  wire logic [ul1_pkg::PT_W-1:0]      other_entry,
    input  wire logic                          takes_replay,
    input  wire logic [LANES-1:0]              replay_mask,
    input  wire logic [ul1_pkg::PT_W-1:0]      gather_entry,
    output logic      [LANES-1:0]              gather_todo,
    input  wire logic                          gathers_todo,
    input  wire logic [LANES-1:0]              line_lanes,

    // the cached load in stage 1: it comes again, or is done (and has failed), and whether its instruction is done with
    // it
    input  wire logic [ul1_pkg::PT_W-1:0]      s1_entry,
    input  wire logic [LANES-1:0]              s1_lanes,
    input  wire logic [ul1_pkg::ERR_W-1:0]     s1_err,
    input  wire logic                          deferred,
    input  wire logic                          done,
    input  wire logic                          fails,
    output logic                               all_done,

    // who retires
    input  wire logic [ul1_pkg::PT-1:0]        pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]        pt_store,
    input  wire logic                          ret_valid,
    input  wire logic [ul1_pkg::PT_W-1:0]      ret_entry,
    output logic      [ul1_pkg::ERR_W-1:0]     ret_err,
    output logic      [LANE_W-1:0]             ret_lane,
    output logic      [LANES-1:0]              ret_mask,

    // the one in stage 1 fails in a lane that is lower than all that failed before
    output logic                               fails_lower
);

  localparam int PT    = ul1_pkg::PT;
  localparam int SUB_W = ul1_pkg::SUB_W;

  // A lane is to do, and open then; open, prepared or waited for; neither; or it has failed: that is marked as to do, and not
  // open. (What does not come to be open by a lookup, as it is no cached load or upkeep, is open to its end. An access to shared memory
  // is marked as to do to its end, too.)
  logic [LANES-1:0]          marked [0:ul1_fn::entries(PT)-1];
  logic [LANES-1:0]          open   [0:ul1_fn::entries(PT)-1];
  logic [ul1_pkg::ERR_W-1:0] err    [0:ul1_fn::entries(PT)-1];   // of the lowest that failed

  // Of those in the new queue, the sub-warps that are to be chosen, and pulled: of each sub-warp those who have it
  localparam int WORDS = ul1_pkg::WORDS;

  (* mem2reg *) logic [PT-1:0] to_choose [0:ul1_fn::entries(WORDS)-1];
  (* mem2reg *) logic [PT-1:0] to_feed   [0:ul1_fn::entries(WORDS)-1];

  // The lowest of the sub-warps, and whether it is the only one
  function automatic logic [SUB_W-1:0] lowest_sub(input logic [WORDS-1:0] subs);
    lowest_sub = SUB_W'({ul1_fn::lowest(64'(subs))});
  endfunction

  logic [WORDS-1:0] front_subs, feed_subs;
  logic             front_last;

  always @* begin
    front_subs = '0;
    front_sub  = '0;
    front_last = 1'b0;
    if (ul1_fn::worth(front_one != '0)) begin
      for (int q = 0; q < WORDS; q++) front_subs[q] = (to_choose[q] & front_one) != '0;
      front_sub  = lowest_sub(front_subs);
      front_last = !ul1_fn::several(64'(front_subs));
    end
  end

  always @* begin
    feed_subs = '0;
    feed_sub  = '0;
    if (ul1_fn::worth(feed_one != '0)) begin
      for (int q = 0; q < WORDS; q++) feed_subs[q] = (to_feed[q] & feed_one) != '0;
      feed_sub  = lowest_sub(feed_subs);
    end
  end

  logic [LANES-1:0] gather_left;

  logic [LANES-1:0] other_todo;

  always @* begin
    other_todo = '0;
    if (ul1_fn::worth(reads_other & ~takes_replay)) begin
      for (int i = 0; i < PT; i++) begin
        if (ul1_fn::worth(other_one[i])) other_todo = other_todo | (marked[i] & open[i] & {LANES{other_one[i]}});
      end
    end
  end

  assign choice_ends = choice_new & front_last;
  assign gather_left = gather_todo & ~line_lanes;

  // Of the one in stage 1: its lanes that are open yet; those that failed before
  logic [LANES-1:0] open_left, fail_before;

  always @* begin
    open_left   = '0;
    all_done    = 1'b0;
    fail_before = '0;
    fails_lower = 1'b0;
    if (ul1_fn::worth(done)) begin
      open_left = open[s1_entry] & ~s1_lanes;
      all_done  = open_left == '0;
    end
    if (ul1_fn::worth(fails)) begin
      fail_before = marked[s1_entry] & ~open[s1_entry];
      fails_lower = fail_before == '0 | (ul1_fn::lowest(64'(s1_lanes)) < ul1_fn::lowest(64'(fail_before)));
    end
  end

  always @* begin
    ret_err  = ul1_pkg::ERR_NONE;
    ret_mask = '0;
    ret_lane = '0;
    if (ul1_fn::worth(ret_valid)) begin
      ret_err  = err[ret_entry];
      ret_mask = marked[ret_entry] & ~open[ret_entry];
      ret_lane = LANE_W'({ul1_fn::lowest(64'(ret_mask))});
    end
  end

  // What is prepared comes first, then the outcome of the cached load in stage 1, perhaps of the same entry.
  always_ff @(posedge clk) begin : then_state
    logic [PT-1:0] taken;
    logic          to_gather;   // the lanes that are deferred, or fail, are of that entry

    taken     = take_new ? PT'(1) << new_entry : '0;
    to_gather = (deferred | fails) & gathers_todo & s1_entry == gather_entry;

    if (take_new) begin
      marked  [new_entry] <= new_lanes | new_failed;
      has_todo[new_entry] <= new_lanes != '0;
      open    [new_entry] <= new_lanes;
      err     [new_entry] <= new_err;
    end
    if (take_new | choice_new) begin
      for (int q = 0; q < WORDS; q++) begin
        to_choose[q] <= (to_choose[q] & ~(choice_new & front_sub == SUB_W'(q) ? front_one : '0)
                         & ~taken) | (new_subs[q] ? taken : '0);
      end
    end
    if (take_new | feed_comes) begin
      for (int q = 0; q < WORDS; q++) begin
        to_feed[q] <= (to_feed[q] & ~(feed_comes & feed_sub == SUB_W'(q) ? feed_one : '0) & ~taken)
                      | (new_subs[q] ? taken : '0);
      end
    end
    if (reads) begin
      if (takes_replay) gather_todo <= replay_mask;
      else gather_todo <= (reads_other ? other_todo : gather_left)
                          | (deferred & s1_entry == (reads_other ? other_entry : gather_entry) ? s1_lanes : '0);
    end
    if (gathers_todo) begin
      marked  [gather_entry] <= (marked[gather_entry] & ~line_lanes) | (to_gather ? s1_lanes : '0);
      has_todo[gather_entry] <= gather_left != '0 | (to_gather & deferred);
    end
    if ((deferred | fails) & ~to_gather) begin
      marked[s1_entry] <= marked[s1_entry] | s1_lanes;
      if (deferred) has_todo[s1_entry] <= 1'b1;
    end
    if (done) open[s1_entry] <= open_left;
    if (fails & fails_lower) err[s1_entry] <= s1_err;
  end

  always @(posedge clk) begin
    if (!rst & (done | fails | take_new | ret_valid)) begin
      assert (!(fails && !done) && !(take_new && (new_lanes & new_failed) != '0));   // what has failed is open no more
      if (done) assert ((s1_lanes & ~open[s1_entry]) == '0);   // nothing is done twice
      if (ret_valid) begin
        assert (!(pt_cached[ret_entry] && has_todo[ret_entry]));
        for (int q = 0; q < WORDS; q++) assert (pt_cached[ret_entry] || !to_choose[q][ret_entry]);
        assert (!(pt_cached[ret_entry] && !pt_store[ret_entry] && open[ret_entry] != '0));
      end
    end
  end

endmodule

`default_nettype wire
