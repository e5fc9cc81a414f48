// Load/store unit: everything that is known of an instruction between its being taken and its retirement is here.
//
// Taken (lsu_take), an instruction gets an entry in the *pending table* (lsu_table, lsu_lanes, lsu_warps) and joins the
// *new queue* (lsu_newq), in order. Each of its non-empty sub-warps, of a cached instruction each line of it, is an access
// that is presented to the arbiter (lsu_access). It is prepared before. Those of shared memory (lsu_front) stand in the *pool*
// (lsu_pool) with the addresses of their slots. What a pass of theirs leaves over (bank conflicts) stays there, waits in the table
// when others want the place (lsu_left), or goes back to the instruction side (`cfg_home`). Its warp is busy until nothing is left.
// Cached ones (lsu_gather) stand in the *lines* (lsu_lines). Prepared accesses take turns with instructions that only retire (lsu_next). A cached load is looked up in stage
// 1: it is done (hit), or waits in the pending request table and comes back as the replay of a filled line, or is
// deferred; then its entry becomes a *sleeper* (lsu_sleepers) and presents it again. A cached store always gets on. Store
// data are pulled from the instruction side beat by beat, ahead of the passes that need them (lsu_pull). A fence waits in
// the new queue until its warp's instructions before it have retired, and, if it is for more than this L1, until memory
// has answered it (lsu_fences). The *follow-up* stages (lsu_follow_up) run beside a pass and say at its end whose the
// loaded words are and whether the instruction retires.
//
// Outside an instruction is known by a number (`..._id`), which is its index in the pending table. Inside that index is
// called its entry; it may be a bit shorter, as there is a number that is no instruction's.
//
// Order of events within a cycle: candidates (from registers) -> arbiter's choice -> the access -> arbiter's split ->
// next state. The outcome of the cached load in stage 1 counts after what the access of this cycle does.

`default_nettype none

module lsu #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // from outside: settings, constant while the machine is not idle
    input  wire logic [ul1_pkg::HOME_W-1:0]      cfg_home,
    input  wire logic [ul1_pkg::IV_W-1:0]        cfg_interval,
    input  wire logic [ul1_pkg::POLICY_W-1:0]    cfg_policy,

    // from tag: the border between shared memory and cache; a command is under way
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]  carveout,
    input  wire logic                            cmd_hold,

    // from and to the instruction side: instructions, and remainders presented again
    input  wire logic                            in_valid,
    input  wire logic                            in_again,
    input  wire logic [ul1_pkg::ID_W-1:0]        in_id,
    input  wire logic [ul1_pkg::SUB_W-1:0]       in_sub,
    input  wire logic [ul1_pkg::WARP_W-1:0]      in_warp,
    input  wire logic [ul1_pkg::OP_W-1:0]        in_op,
    input  wire logic [ul1_pkg::LEVEL_W-1:0]     in_level,
    input  wire logic [ul1_pkg::SPACE_W-1:0]     in_space,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     in_width,
    input  wire logic                            in_signed,
    input  wire logic [ul1_pkg::HINT_W-1:0]      in_hint,
    input  wire logic [ul1_pkg::REG_W-1:0]       in_reg,
    input  wire logic [LANES-1:0]                in_mask,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]  in_addr,
    output logic                                 in_ready,
    output logic                                 in_shared_ready,
    output logic      [ul1_pkg::ID_W-1:0]        in_entry,

    // to and from the instruction side: store data, whose words go to wdb
    output logic                                 pull_ready,
    output logic      [ul1_pkg::ID_W-1:0]        pull_id,
    output logic      [ul1_pkg::SUB_W-1:0]       pull_sub,
    output logic      [LANES-1:0]                pull_mask,
    output logic      [LANES*LANE_W-1:0]         pull_lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] pull_ofs,
    input  wire logic                            pull_valid,

    // from wdb: what its intake has free
    input  wire logic                            intake_free,
    input  wire logic                            intake_spare,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    intake_beat,

    // from wdb: a store may enter; there is room for a dirty line
    input  wire logic                            room_shared,
    input  wire logic                            room_cached,
    input  wire logic                            room_dirty,

    // to outside: an access to shared memory is chosen to be prepared; those that are, and have had no pass
    output logic                                 choice_valid,
    output logic      [ul1_pkg::ID_W-1:0]        choice_id,
    output logic      [ul1_pkg::PT-1:0]          choice_fresh,

    // from arb: what is booked of the register file's write port
    input  wire logic [ul1_pkg::AHEAD-1:0]       regport_booked,

    // to arb: the candidate; from arb: it enters; to meter: a load lacks its booking
    output logic                                 cand_valid,
    output logic                                 cand_replay,
    output logic                                 cand_remainder,
    output logic                                 cand_store,
    output logic                                 cand_cached,
    output logic                                 cand_flush,
    output logic                                 cand_lacks,
    input  wire logic                            sel_valid,

    // from fill, prt: the replay of a filled line, to be prepared
    input  wire logic                            replay_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]       replay_prt,
    input  wire logic [ul1_pkg::ID_W-1:0]        merged_id,
    input  wire logic [ul1_pkg::SUB_W-1:0]       merged_sub,
    input  wire logic [LINE_W-1:0]               merged_line,
    input  wire logic                            merged_last,
    input  wire logic [ul1_pkg::ERR_W-1:0]       merged_err,
    input  wire logic                            merged_bare,
    output logic                                 gather_ready,

    // to outside: a line is gathered; those of which a new one is prepared
    output logic                                 gather_valid,
    output logic      [ul1_pkg::ID_W-1:0]        gather_id,
    output logic      [ul1_pkg::PT-1:0]          gather_fresh,

    // to arb, prt: of the replay that is prepared
    output logic      [ul1_pkg::PRT_W-1:0]       cand_prt,
    output logic                                 cand_last,
    output logic      [ul1_pkg::ERR_W-1:0]       cand_err,
    output logic                                 cand_bare,

    // to arb: the chosen access
    output logic                                 req_valid,
    output logic                                 req_store,
    output logic      [ul1_pkg::ID_W-1:0]        req_id,
    output logic      [ul1_pkg::SUB_W-1:0]       req_sub,
    output logic      [ul1_pkg::WIDTH_W-1:0]     req_width,
    output logic                                 req_signed,
    output logic      [ul1_pkg::INTAKE_W-1:0]    req_beat,
    output logic      [LANES-1:0]                req_mask,
    output logic      [LANES*ADDR_W-1:0]         req_addr,
    output logic                                 req_cached,
    output logic      [LINE_W-1:0]               req_line,
    output logic                                 req_bypass,
    output logic                                 req_writeback,
    output logic                                 req_inval,
    output logic                                 req_flush,
    output logic                                 req_end,

    // from arb: how far it got
    input  wire logic [LANES-1:0]                split_mask,
    input  wire logic                            split_more,

    // from tag, prt: what became of the cached load in stage 1
    input  wire logic                            look_hit,
    input  wire logic                            miss_defer,
    input  wire logic [ul1_pkg::CAUSE_W-1:0]     miss_cause,
    input  wire logic [ul1_pkg::SET_W-1:0]       look_set,

    // to prt: the access in stage 1 opens no fetch
    output logic                                 sleep_holds,

    // to and from prt, fill: fences, by which a warp learns that memory has performed what was written before
    output logic                                 fence_valid,
    output logic      [ul1_pkg::ID_W-1:0]        fence_id,
    output logic      [ul1_pkg::LEVEL_W-1:0]     fence_level,
    input  wire logic                            accept_fence,
    input  wire logic                            answer_fence,
    input  wire logic [ul1_pkg::ID_W-1:0]        answer_id,

    // to arb: what a shared pass leaves over keeps its place; to the instruction side: remainders returned
    output logic                                 remainder_stays,
    output logic                                 remainder_valid,
    output logic      [ul1_pkg::ID_W-1:0]        remainder_id,
    output logic      [ul1_pkg::SUB_W-1:0]       remainder_sub,
    output logic      [LANES-1:0]                remainder_mask,

    // from arb: the stage in which the words of the pass in stage 1 are due
    input  wire logic [ul1_pkg::STAGE_W-1:0]     pass_due,

    // to the register file: whose the words on dxbar's load_data are
    output logic                                 rf_valid,
    output logic      [ul1_pkg::ID_W-1:0]        rf_id,
    output logic      [ul1_pkg::SUB_W-1:0]       rf_sub,
    output logic      [ul1_pkg::WARP_W-1:0]      rf_warp,
    output logic      [ul1_pkg::REG_W-1:0]       rf_reg,
    output logic      [LANES*LANE_W-1:0]         rf_lane,
    output logic      [LANES*ul1_pkg::OFS_W-1:0] rf_ofs,

    // to the instruction side: retirement
    output logic                                 ret_valid,
    output logic      [ul1_pkg::ID_W-1:0]        ret_id,
    output logic      [ul1_pkg::WARP_W-1:0]      ret_warp,
    output logic      [ul1_pkg::ERR_W-1:0]       ret_err,
    output logic      [LANE_W-1:0]               ret_lane,
    output logic      [LANES-1:0]                ret_mask,
    output logic      [ul1_pkg::VA_W-1:0]        ret_addr,

    // to outside
    output logic                                 lsu_idle,
    output logic      [ul1_pkg::PT-1:0]          sleep_ids
);

  localparam int ID_W = ul1_pkg::ID_W;
  localparam int PT   = ul1_pkg::PT;
  localparam int PT_W = ul1_pkg::PT_W;

  // The settings, a cycle late: they are constant while the machine is not idle, and no output shall hang on their pins.
  logic [ul1_pkg::HOME_W-1:0] home;
  logic [ul1_pkg::IV_W-1:0]   interval;

  always_ff @(posedge clk) begin
    home     <= cfg_home;
    interval <= cfg_interval;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The signals between the parts, with the part that drives them

  // lsu_take: what is taken, and what a new instruction is
  logic                      take_new, take_again;
  logic [PT_W-1:0]           new_entry, again_entry;
  logic                      new_null, new_fence, new_store, new_shared, new_cached, new_ordered, new_bypass, new_writeback;
  logic                      new_inval, new_flush;
  logic [ul1_pkg::WIDTH_W-1:0] new_width;
  logic [LANES-1:0]          new_lanes, new_failed;
  logic [ul1_pkg::WORDS-1:0] new_subs;
  logic [ul1_pkg::ERR_W-1:0] new_err;

  // lsu_front: the access to shared memory that is next, and whether it is chosen, as a new one, as a remainder; another one is left;
  // the one that is prepared. lsu_left: remainders in the table
  logic                        choice_new, choice_left, choice_store, choice_ends, others;
  logic [PT-1:0]               behind_own, left_ready, lacking;
  logic [PT-1:0]               front_one;
  logic [PT_W-1:0]             front_entry;
  logic [ul1_pkg::WARP_W-1:0]  front_warp;
  logic [ul1_pkg::WIDTH_W-1:0] front_width;
  logic [ul1_pkg::SUB_W-1:0]   front_sub, front_left_sub, feed_left_sub;
  logic                        choice_signed;
  logic [LANES-1:0]            choice_active, left_mask;
  logic [ul1_pkg::INTAKE_W-1:0] choice_beat;
  logic                        joins, join_fresh, join_behind, join_last, join_store, join_signed;
  logic [PT_W-1:0]             join_entry;
  logic [ul1_pkg::SUB_W-1:0]   join_sub;
  logic [ul1_pkg::WARP_W-1:0]  join_warp;
  logic [ul1_pkg::WIDTH_W-1:0] join_width;
  logic [ul1_pkg::INTAKE_W-1:0] join_beat;
  logic [LANES-1:0]            join_mask;
  logic [LANES*ADDR_W-1:0]     join_addr;

  // lsu_table: what the instructions in flight are
  logic [PT-1:0]                 pt_valid, pt_null, pt_fence, pt_store, pt_shared, pt_cached, pt_ordered, pt_flush;
  logic                          others_fit;
  logic [ul1_pkg::WIDTH_W-1:0]   feed_width, rf_width;
  logic [LANES-1:0]              feed_mask;

  // lsu_gather: the one whose line is gathered, and what the table has of it; the line
  logic [PT-1:0]                gather_new;
  logic [PT_W-1:0]              gather_entry, other_entry;
  logic                         reads, reads_other, takes_replay;
  logic [PT-1:0]                other_one;
  logic [ul1_pkg::WARP_W-1:0]   gather_warp;
  logic [ul1_pkg::WIDTH_W-1:0]  gather_width;
  logic                         gather_signed, gather_store, gather_bypass, gather_writeback, gather_inval, gather_flush;
  logic                         gather_ordered, gathers_todo, ends_new;
  logic [LANES-1:0]             replay_mask, gather_todo;
  logic                         reading;
  logic                         line_joins, line_ends, line_final, line_last, line_bare;
  logic [1:0]                   line_kind;
  logic [ul1_pkg::SUB_W-1:0]    line_sub;
  logic [LANES-1:0]             line_lanes, line_mask;
  logic [LINE_W-1:0]            line_line;
  logic [LANES*ADDR_W-1:0]      line_addr;
  logic [ul1_pkg::INTAKE_W-1:0] line_beat;
  logic [ul1_pkg::PRT_W-1:0]    line_prt;
  logic [ul1_pkg::ERR_W-1:0]    line_err;

  // lsu_lines: places; who is ready; the one that is selected
  logic                         replay_free, replay_spare, loads_fit, stores_fit;
  logic [ul1_pkg::NEW_LINES-1:0] line_news, line_stores, line_plain;
  logic [ul1_pkg::NEW_LINES*ul1_pkg::PT_W-1:0]   line_entries;
  logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps;
  logic                         line_load, line_store, line_flush, line_replay;
  logic [PT_W-1:0]              its_entry;
  logic [ul1_pkg::WARP_W-1:0]   its_warp;
  logic [ul1_pkg::SUB_W-1:0]    its_sub;
  logic [ul1_pkg::WIDTH_W-1:0]  its_width;
  logic                         its_signed, its_store, its_bypass, its_writeback, its_inval, its_flush, its_ordered, its_bare;
  logic                         its_end, its_final;
  logic [ul1_pkg::INTAKE_W-1:0] its_beat;
  logic [ul1_pkg::ERR_W-1:0]    its_err;
  logic [LINE_W-1:0]            its_line;
  logic [LANES-1:0]             its_lanes, its_mask;
  logic [LANES*ADDR_W-1:0]      its_addr;

  // lsu_lanes: what is to be done of them
  logic [PT-1:0]     has_todo;
  logic [ul1_pkg::SUB_W-1:0] feed_sub;
  logic              all_done;

  // lsu_warps: whose they are, and what stands in their way
  logic [PT-1:0]              new_kin, sure, behind_unsure;
  logic                       settled;
  logic [PT-1:0]              pt_plain;
  logic                       ordered_goes;

  // lsu_newq: what waits to be chosen, has the turn; the next that retires, the next that wants store data
  logic [PT-1:0]   queued, turn, heir, feed_one;
  logic [PT_W-1:0] next_entry, feed_entry;
  logic            feeds_cached;

  // lsu_beats: the stores that have a beat, a remainder's; cached ones have no more
  logic [PT-1:0]                fed, fed_left;
  logic                         cached_full;

  // lsu_next, lsu_fences: who is ready
  logic [PT-1:0]                ready, over, examined_one;
  logic                         plain_goes, sel_shared, sel_pool_load, sel_pool_store, sel_load, sel_store, sel_replay;
  logic                         load_books, hit_books;

  // lsu_pull: whose beat is asked for, and whose comes
  logic [PT-1:0]    pulls;
  logic             feed_comes, feed_left;

  // lsu_sleepers
  logic [PT-1:0] sleeper, awake, urgent_one;
  logic          comes, ceases, frees;

  // lsu_pool: what fits; one that is ready; the one that enters, and what it leaves over
  logic                         place_free, kin_full, leaves_over;
  logic                         picked_alone, join_busy;
  logic                         load_ready, store_ready, load_fresh, store_fresh, pool_lacks;
  logic                         picked_last, picked_store, picked_signed;
  logic [ul1_pkg::WARP_W-1:0]   picked_warp;
  logic [ul1_pkg::WIDTH_W-1:0]  picked_width;
  logic [LANES*ADDR_W-1:0]      picked_addr;
  logic [PT_W-1:0]              picked_entry;
  logic [ul1_pkg::SUB_W-1:0]    picked_sub;
  logic [LANES-1:0]             picked_mask, picked_left;
  logic [ul1_pkg::INTAKE_W-1:0] picked_beat;
  logic [ul1_pkg::IV_W-1:0]     left_wait;

  // lsu_access: what the arbiter has chosen, beside what is on `req`
  logic [PT_W-1:0]  req_entry, replay_entry;
  logic             shared_passes, req_upkeep;

  // lsu_follow_up: the cached load in stage 1, what becomes of it; who ends
  logic [PT_W-1:0]           s1_entry, rf_entry, ret_entry;
  logic [LANES-1:0]          s1_lanes;
  logic [ul1_pkg::ERR_W-1:0] s1_err;
  logic                      s1_asks, s1_look, s1_upkeep, deferred, done, fails, fails_lower, falls;
  logic [PT_W-1:0]           end_entry;
  logic                      ends_next;

  // Numbers and entries
  assign again_entry  = PT_W'(in_id);
  assign replay_entry = PT_W'(merged_id);
  assign in_entry     = ID_W'(new_entry);
  assign pull_id      = ID_W'(feed_entry);
  assign req_id       = ID_W'(req_entry);
  assign rf_id        = ID_W'(rf_entry);
  assign choice_id    = ID_W'(front_entry);
  assign ret_id       = ID_W'(ret_entry);

  assign gather_id    = ID_W'(gather_entry);

  assign lsu_idle      = pt_valid == '0;
  assign sel_shared    = sel_pool_load | sel_pool_store;
  assign shared_passes = sel_shared;

  // Some cycle from LAT on, up to HLAT, is free at the register file's write port; that of HLAT is.
  assign load_books = regport_booked[ul1_pkg::HLAT:ul1_pkg::LAT] != '1;
  assign hit_books  = ~regport_booked[ul1_pkg::HLAT];
  assign cand_lacks = pool_lacks | (line_load & ~hit_books);

  assign req_upkeep   = req_inval | req_flush;
  assign ordered_goes = sel_load & its_ordered & its_final;
  assign frees        = sel_replay & cand_last;
  assign falls        = deferred & queued[s1_entry];

  // ---------------------------------------------------------------------------------------------------------------------
  // Taking, and what is known of who is taken

  lsu_take #(.LANES(LANES)) u_take (
      .cfg_policy, .carveout, .cmd_hold, .in_valid, .in_again, .in_op, .in_space, .in_width, .in_hint, .in_mask, .in_addr,
      .in_ready, .in_shared_ready, .new_entry, .pt_valid, .others_fit, .take_new, .take_again, .new_null, .new_fence, .new_store,
      .new_shared, .new_cached, .new_ordered, .new_bypass, .new_writeback, .new_inval, .new_flush, .new_width, .new_lanes, .new_subs,
      .new_failed, .new_err
  );

  lsu_table #(.LANES(LANES)) u_table (
      .clk, .rst, .take_new, .new_entry, .new_width, .in_signed, .in_reg, .in_mask,
      .new_null, .new_fence, .new_store, .new_shared, .new_cached, .new_ordered, .new_bypass, .new_writeback, .new_inval,
      .new_flush, .pt_valid, .pt_null, .pt_fence, .pt_store, .pt_shared, .pt_cached, .pt_ordered, .pt_flush, .others_fit,
      .front_one, .front_entry, .front_width, .choice_valid, .choice_signed, .choice_active,
      .pt_plain,
      .reads_other, .other_one, .gather_width, .gather_signed, .gather_store, .gather_bypass, .gather_writeback,
      .gather_inval, .gather_flush, .gather_ordered, .replay_entry, .replay_mask, .feed_one, .feed_width, .feed_mask,
      .rf_valid, .rf_entry, .rf_width, .rf_reg, .ret_valid, .ret_entry
  );

  lsu_lanes #(.LANES(LANES)) u_lanes (
      .clk, .rst, .take_new, .new_entry, .new_lanes, .new_subs, .new_failed, .new_err, .has_todo,
      .feed_one, .feed_sub, .feed_comes(feed_comes & ~feed_left), .front_one, .front_sub, .choice_new, .choice_ends,
      .reads, .reads_other, .other_one, .other_entry, .takes_replay, .replay_mask, .gather_entry, .gather_todo, .gathers_todo, .line_lanes, .s1_entry, .s1_lanes, .s1_err, .deferred, .done, .fails,
      .all_done, .pt_cached, .pt_store, .ret_valid, .ret_entry, .ret_err, .ret_lane, .ret_mask, .fails_lower
  );

  lsu_failures #(.LANES(LANES)) u_failures (
      .clk, .take_new, .new_entry, .new_failed, .in_addr, .sel_replay, .its_line, .its_mask, .its_addr,
      .s1_entry, .fails, .fails_lower, .ends_next, .end_entry, .ret_null(pt_null[ret_entry]), .ret_addr
  );

  lsu_warps u_warps (
      .clk, .rst, .take_new, .take_again, .new_entry, .again_entry, .in_warp, .new_kin, .shared_passes, .picked_warp,
      .split_more, .picked_alone, .choice_new, .ordered_goes, .line_enters(sel_load | sel_store | sel_replay), .its_warp, .pt_ordered, .done, .all_done,
      .examined_one, .pt_valid, .queued, .settled, .sleeper, .comes, .ceases, .s1_look, .s1_upkeep,
      .line_news, .line_entries, .line_warps, .line_stores, .line_plain, .pt_store, .pt_plain, .sure,
      .behind_unsure,
      .behind_own, .join_entry, .join_busy,
      .front_one, .front_warp,
      .gather_valid, .gather_entry, .gather_warp, .s1_entry,
      .rf_valid, .rf_entry, .rf_warp, .ret_valid, .ret_entry, .ret_warp
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // What is next. (An instruction leaves the new queue when no lane of it is to do any more, or when it is deferred.)

  lsu_newq u_newq (
      .clk, .rst, .queued, .turn, .ready, .next_entry, .pulls, .pt_cached, .feeds_cached, .feed_one,
      .feed_entry, .feed_comes,
      .gather_new, .heir,
      .joins(take_new), .join_entry(new_entry), .join_kin(new_kin), .join_shared(new_shared), .join_fence(new_fence),
      .goes(plain_goes), .chosen(choice_ends), .front_one, .gathered(ends_new), .falls, .fall_entry(s1_entry)
  );

  lsu_next u_next (
      .clk, .rst, .turn, .pt_null, .over, .ready, .load_ready, .store_ready, .load_fresh, .store_fresh, .line_load, .line_store,
      .line_flush, .line_replay, .wordless(cand_bare | cand_err != ul1_pkg::ERR_NONE), .hit_books, .room_cached,
      .cand_valid, .cand_replay, .cand_remainder, .cand_store, .cand_cached, .cand_flush, .sel_valid, .sel_pool_load, .sel_pool_store, .sel_load,
      .sel_store, .sel_replay, .plain_goes
  );

  lsu_beats u_beats (
      .clk, .rst, .feed_comes, .feed_one, .feed_entry, .feed_cached(feeds_cached), .feed_left, .intake_beat, .fed, .fed_left,
      .cached_full, .gather_new, .gather_entry, .gathers_store(gathers_todo & gather_store), .line_beat,
      .line_used(gathers_todo & gather_store & line_ends), .its_end, .its_beat, .front_one, .front_entry,
      .choice_left, .choice_beat, .choice_store
  );

  lsu_fences u_fences (
      .clk, .rst, .take_new, .new_entry, .in_level, .turn, .pt_valid, .pt_fence, .examined_one, .settled, .over,
      .fence_valid, .fence_id, .fence_level, .accept_fence, .answer_fence, .answer_id
  );

  lsu_pull #(.LANES(LANES)) u_pull (
      .intake_free, .intake_spare, .turn, .pulls, .feed_one, .lacking, .pt_store, .pt_cached, .pt_null, .fed,
      .cached_full, .behind_unsure, .feed_width, .feed_mask, .feed_sub, .feed_left_sub,
      .pull_ready, .pull_sub, .pull_mask, .pull_lane, .pull_ofs, .pull_valid, .feed_comes, .feed_left
  );

  lsu_sleepers u_sleepers (
      .clk, .rst, .s1_asks, .s1_look, .s1_entry, .deferred, .miss_cause, .look_set, .sleep_holds, .frees, .room_dirty, .has_todo,
      .awake, .urgent_one, .comes, .ceases, .sleeper, .asleep(sleep_ids)
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Accesses to shared memory, before their first pass and between passes

  lsu_front #(.LANES(LANES)) u_front (
      .clk, .rst, .take_shared(take_new & new_shared), .new_entry, .in_addr, .turn, .pt_shared, .pt_null, .pt_store, .fed,
      .behind_own, .kin_full, .left_ready, .front_one, .front_entry, .front_warp, .front_width, .front_sub, .front_left_sub,
      .place_free, .others, .choice_valid, .choice_new, .choice_left, .choice_store, .choice_signed, .choice_active, .choice_beat,
      .left_mask, .joins, .join_fresh, .join_behind, .join_entry, .join_sub, .join_last, .join_warp, .join_store,
      .join_width, .join_signed, .join_beat, .join_mask, .join_addr
  );

  lsu_pool #(.LANES(LANES)) u_pool (
      .clk, .rst, .home, .interval, .others, .place_free, .kin_full, .joins, .join_fresh, .join_behind, .join_entry, .join_sub,
      .join_last, .join_warp, .join_busy, .join_store, .join_width, .join_signed, .join_beat, .join_mask, .join_addr,
      .room_shared, .load_books, .load_ready, .store_ready, .load_fresh, .store_fresh, .pool_lacks, .sel_pool_load, .sel_pool_store, .picked_entry,
      .picked_sub, .picked_last, .picked_warp, .picked_store, .picked_width, .picked_signed, .picked_beat, .picked_mask, .picked_addr,
      .picked_alone, .split_mask, .split_more, .remainder_stays, .leaves_over, .picked_left, .left_wait,
      .remainder_valid, .remainder_id, .remainder_sub, .remainder_mask, .choice_fresh
  );

  lsu_left #(.LANES(LANES)) u_left (
      .clk, .rst, .leaves_over, .picked_entry, .picked_sub, .picked_left, .left_wait, .take_again, .again_entry, .in_sub, .in_mask,
      .pt_store, .fed_left, .lacking, .left_ready, .feed_one, .feed_left_sub, .front_one, .front_left_sub, .choice_left, .front_entry,
      .left_mask
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Cached accesses, before their pass

  lsu_gather #(.LANES(LANES)) u_gather (
      .clk, .rst, .take_cached(take_new & ~new_shared), .new_entry, .in_addr, .replay_valid, .replay_prt, .replay_entry,
      .merged_sub, .merged_line, .merged_last, .merged_err, .merged_bare, .gather_ready,
      .awake, .urgent_one, .asleep(sleep_ids), .replay_free, .replay_spare,
      .loads_fit, .stores_fit, .turn, .heir, .sure, .pt_cached, .pt_null, .pt_store, .pt_plain, .pt_flush, .fed, .room_cached,
      .reading, .gather_valid, .reads, .reads_other, .other_one, .other_entry, .takes_replay, .gather_entry, .gather_new, .gathers_todo, .ends_new, .gather_width, .gather_todo,
      .gather_store,
      .line_joins, .line_kind, .line_sub, .line_lanes, .line_mask, .line_line, .line_addr, .line_ends, .line_final,
      .line_prt, .line_last, .line_err, .line_bare
  );

  lsu_lines #(.LANES(LANES)) u_lines (
      .clk, .rst, .line_news, .line_entries, .line_warps, .line_stores, .line_plain,
      .line_joins, .line_kind, .reading, .gather_entry, .gather_warp, .gather_width, .gather_signed, .gather_store,
      .gather_bypass, .gather_writeback, .gather_inval, .gather_flush, .gather_ordered, .line_sub, .line_lanes, .line_mask,
      .line_line, .line_addr, .line_beat, .line_ends, .line_final, .line_prt, .line_last, .line_err, .line_bare,
      .replay_free, .replay_spare, .loads_fit, .stores_fit,
      .line_load, .line_store, .line_flush, .line_replay, .cand_prt, .cand_last, .cand_err, .cand_bare,
      .sel_replay, .sel_load, .sel_store,
      .its_entry, .its_warp, .its_sub, .its_width, .its_signed, .its_store, .its_bypass, .its_writeback, .its_inval,
      .its_flush, .its_ordered, .its_bare, .its_end, .its_final, .its_beat, .its_err, .its_line, .its_lanes, .its_mask,
      .its_addr, .gather_fresh
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // The access, and its end

  lsu_access #(.LANES(LANES)) u_access (
      .sel_valid, .sel_shared,
      .picked_entry, .picked_sub, .picked_store, .picked_width, .picked_signed, .picked_mask, .picked_beat, .picked_addr,
      .its_entry, .its_sub, .its_store, .its_width, .its_signed, .its_bypass, .its_writeback, .its_inval, .its_flush, .its_end,
      .its_line, .its_mask, .its_beat, .its_addr,
      .req_valid, .req_store, .req_entry, .req_sub, .req_width, .req_signed, .req_beat, .req_mask, .req_addr, .req_cached,
      .req_line, .req_bypass, .req_writeback, .req_inval, .req_flush, .req_end
  );

  lsu_follow_up #(.LANES(LANES)) u_follow_up (
      .clk, .rst, .sel_replay, .req_valid, .req_entry, .req_sub, .req_store, .req_cached, .req_upkeep, .its_lanes,
      .bare(its_bare), .its_err, .split_more, .picked_last, .its_final, .plain_goes, .next_entry, .s1_entry, .s1_lanes, .s1_err,
      .s1_asks, .s1_look, .s1_upkeep, .look_hit, .miss_defer, .deferred, .done, .fails, .all_done, .pass_due,
      .rf_valid, .rf_entry, .rf_sub, .rf_width, .rf_lane, .rf_ofs, .ends_next, .end_entry, .ret_valid, .ret_entry
  );

  always @(posedge clk) begin
    if (!rst & (take_again | replay_valid | ret_valid)) begin
      if (take_again)   assert (in_id < ID_W'(PT));                    // numbers that are instructions'
      if (replay_valid) assert (merged_bare || merged_id < ID_W'(PT));
      if (ret_valid)    assert (!queued[ret_entry] && !sleep_ids[ret_entry]);
    end
  end

endmodule

`default_nettype wire
