// Load/store unit: everything that is known of an instruction between its being taken and its retirement is here.
//
// A taken instruction gets an entry in the *pending table* and joins the *new queue* (newq.sv), in order. The oldest of it
// that is ready is worked sub-warp by sub-warp; each non-empty sub-warp, of a cached instruction each line of it, is an
// access that is presented to the arbiter. What a shared pass leaves over (bank conflicts) goes to the *replay buffer*, or
// back to the instruction side (`cfg_home`), and its warp is busy until nothing is left. A cached load is looked up in stage
// 1: it is done (hit), or waits in the pending request table and comes back as the replay of a filled line, or is deferred;
// then its entry becomes a *sleeper* (sleepers.sv) and presents it again. A cached store always gets on. Store data are
// pulled from the instruction side beat by beat, ahead of the passes that need them. A barrier waits in the new queue until
// its warp's instructions before it have retired, and, if it is for more than this L1, until memory has answered its fence.
// The *follow-up* stages run beside a pass and say at its end whose the loaded words are and whether the instruction
// retires.
//
// Order of events within a cycle: candidates (from registers) -> arbiter's choice -> the access -> arbiter's split -> next
// state. The outcome of the cached load in stage 1 counts after what the access of this cycle does.

`default_nettype none

module lsu #(
    parameter int LANES = 32
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // from outside: settings, constant while the machine is not idle
    input  wire logic                                  cfg_home,
    input  wire logic [ul1_pkg::IV_W-1:0]              cfg_interval,
    input  wire logic                                  cfg_policy,

    // from tag: the border between shared memory and cache; a command is under way
    input  wire logic [1:0]                            split,
    input  wire logic                                  cmd_hold,

    // from and to the instruction side: instructions, and remainders presented again
    input  wire logic                                  in_valid,
    input  wire logic                                  in_again,
    input  wire logic [ul1_pkg::ID_W-1:0]              in_id,
    input  wire logic [1:0]                            in_sub,
    input  wire logic [ul1_pkg::WARP_W-1:0]            in_warp,
    input  wire logic                                  in_bar,
    input  wire logic [1:0]                            in_level,
    input  wire logic                                  in_store,
    input  wire logic [1:0]                            in_space,
    input  wire logic [2:0]                            in_width,
    input  wire logic                                  in_signed,
    input  wire logic [2:0]                            in_hint,
    input  wire logic [ul1_pkg::REG_W-1:0]             in_reg,
    input  wire logic [LANES-1:0]                      in_mask,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]        in_addr,
    output logic                                       in_ready,
    output logic                                       again_ready,
    output logic      [ul1_pkg::ID_W-1:0]              in_entry,

    // to and from the instruction side: store data, whose words go to wdb
    output logic                                       st_ready,
    output logic      [ul1_pkg::ID_W-1:0]              st_id,
    output logic      [1:0]                            st_sub,
    output logic      [LANES-1:0]                      st_mask,
    output logic      [LANES*$clog2(LANES)-1:0]        st_lane,
    output logic      [LANES*2-1:0]                    st_ofs,
    input  wire logic                                  st_valid,

    // from wdb: what its intake has free
    input  wire logic                                  ink_any,
    input  wire logic                                  ink_two,
    input  wire logic [ul1_pkg::INK_W-1:0]             ink_idx,

    // from wdb: a store may enter; a slot for a dirty line is free
    input  wire logic                                  wdb_room,
    input  wire logic                                  wdb_slot,

    // to arb: candidates
    output logic                                       cand_rl,
    output logic                                       cand_rs,
    output logic                                       cand_rs_older,
    output logic                                       cand_new,
    output logic                                       cand_store,
    output logic                                       cand_cached,
    output logic                                       cand_wake,

    // from arb: the choice
    input  wire logic                                  sel_rep,
    input  wire logic                                  sel_rl,
    input  wire logic                                  sel_rs,
    input  wire logic                                  sel_wake,
    input  wire logic                                  sel_new,

    // from fill, prt: the replay of a filled line
    input  wire logic [ul1_pkg::PRT_W-1:0]             rep_prt,
    input  wire logic [ul1_pkg::ID_W-1:0]              rep_id,
    input  wire logic [1:0]                            rep_sub,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0] rep_line,
    input  wire logic                                  rep_last,
    input  wire logic [2:0]                            rep_err,
    input  wire logic                                  rep_bare,

    // to arb: the chosen access
    output logic                                       req_valid,
    output logic                                       req_store,
    output logic      [ul1_pkg::ID_W-1:0]              req_id,
    output logic      [1:0]                            req_sub,
    output logic      [2:0]                            req_width,
    output logic                                       req_signed,
    output logic      [ul1_pkg::INK_W-1:0]             req_ink,
    output logic      [LANES-1:0]                      req_mask,
    output logic      [LANES*($clog2(LANES)+11)-1:0]   req_addr,
    output logic                                       req_cached,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0] req_line,
    output logic                                       req_bypass,
    output logic                                       req_wb,
    output logic                                       req_end,

    // from arb: how far it got
    input  wire logic [LANES-1:0]                      acc_mask,
    input  wire logic                                  acc_more,

    // from tag, prt: what became of the cached load in stage 1
    input  wire logic                                  look_hit,
    input  wire logic                                  miss_open,
    input  wire logic                                  miss_defer,
    input  wire logic [2:0]                            miss_cause,
    input  wire logic [ul1_pkg::KEY_W-1:0]             miss_key,

    // to prt: the access in stage 1 may have a dirty line read out
    output logic                                       lsu_slot,

    // to and from prt, fill: fences, by which a barrier learns that memory has performed what was written before
    output logic                                       fence_valid,
    output logic      [ul1_pkg::ID_W-1:0]              fence_id,
    output logic      [1:0]                            fence_level,
    input  wire logic                                  fence_ready,
    input  wire logic                                  fence_here,
    input  wire logic [ul1_pkg::ID_W-1:0]              fence_back,

    // to the instruction side: remainders returned
    output logic                                       rpl_valid,
    output logic      [ul1_pkg::ID_W-1:0]              rpl_id,
    output logic      [1:0]                            rpl_sub,
    output logic      [LANES-1:0]                      rpl_mask,

    // to the register file: whose the words on dxbar's wb_data are
    output logic                                       wb_valid,
    output logic      [ul1_pkg::ID_W-1:0]              wb_id,
    output logic      [1:0]                            wb_sub,
    output logic      [ul1_pkg::WARP_W-1:0]            wb_warp,
    output logic      [ul1_pkg::REG_W-1:0]             wb_reg,
    output logic      [LANES*$clog2(LANES)-1:0]        wb_lane,
    output logic      [LANES*2-1:0]                    wb_ofs,

    // to the instruction side: retirement
    output logic                                       ret_valid,
    output logic      [ul1_pkg::ID_W-1:0]              ret_id,
    output logic      [ul1_pkg::WARP_W-1:0]            ret_warp,
    output logic      [2:0]                            ret_err,
    output logic      [$clog2(LANES)-1:0]              ret_lane,
    output logic      [LANES-1:0]                      ret_mask,
    output logic      [ul1_pkg::VA_W-1:0]              ret_addr,

    // to outside
    output logic                                       lsu_idle,
    output logic      [ul1_pkg::PT-1:0]                lsu_asleep
);

  localparam int LG     = $clog2(LANES);
  localparam int AW     = LG + 11;           // bits of an array address
  localparam int LN_W   = ul1_pkg::VA_W - LG - 2;  // bits of a line's number
  localparam int LAT    = ul1_pkg::LAT;
  localparam int HLAT   = ul1_pkg::HLAT;
  localparam int PT     = ul1_pkg::PT;
  localparam int ID_W   = ul1_pkg::ID_W;
  localparam int RB     = ul1_pkg::RB;
  localparam int RB_W   = ul1_pkg::RB_W;
  localparam int CNT_W  = RB_W + 1;          // bits of a number of remainders
  localparam int INK    = ul1_pkg::INK;
  localparam int INK_W  = ul1_pkg::INK_W;
  localparam int WARP_W = ul1_pkg::WARP_W;
  localparam int REG_W  = ul1_pkg::REG_W;
  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int IV_W   = ul1_pkg::IV_W;

  // ---------------------------------------------------------------------------------------------------------------------
  // Slots. A sub-warp's W x LANES/W words in slot order: slot s is word s mod W of its lane number s div W.
  // Everywhere below, branches on the width are branches for the whole access, never for a slot.

  // The sub-warp that a lane belongs to, and the lanes of a sub-warp
  function automatic logic [1:0] sub_of(input logic [LG-1:0] lane, input logic [2:0] width);
    case (ul1_pkg::words(width))
      3'd1:    sub_of = 2'd0;
      3'd2:    sub_of = {1'b0, lane[LG-1]};
      default: sub_of = lane[LG-1 -: 2];
    endcase
  endfunction

  function automatic logic [LANES-1:0] lanes_of(input logic [2:0] width, input logic [1:0] sub);
    case (ul1_pkg::words(width))
      3'd1:    lanes_of = '1;
      3'd2:    lanes_of = {{LANES/2{sub[0]}}, {LANES/2{~sub[0]}}};
      default: lanes_of = {{LANES/4{sub == 2'd3}}, {LANES/4{sub == 2'd2}}, {LANES/4{sub == 2'd1}}, {LANES/4{sub == 2'd0}}};
    endcase
  endfunction

  // The active slots of a sub-warp
  function automatic logic [LANES-1:0] slots_of(input logic [LANES-1:0] lanes, input logic [2:0] width,
                                                input logic [1:0] sub);
    logic [LANES/2-1:0] half;
    logic [LANES/4-1:0] quarter;
    half     = sub[0] ? lanes[LANES/2 +: LANES/2] : lanes[0 +: LANES/2];
    quarter  = sub[1] ? (sub[0] ? lanes[3*LANES/4 +: LANES/4] : lanes[2*LANES/4 +: LANES/4])
                      : (sub[0] ? lanes[  LANES/4 +: LANES/4] : lanes[0         +: LANES/4]);
    slots_of = lanes;
    if (ul1_pkg::words(width) == 3'd2) begin
      for (int i = 0; i < LANES/2; i++) slots_of[i*2 +: 2] = {2{half[i]}};
    end
    if (ul1_pkg::words(width) == 3'd4) begin
      for (int i = 0; i < LANES/4; i++) slots_of[i*4 +: 4] = {4{quarter[i]}};
    end
  endfunction

  // The lane of each slot
  function automatic logic [LANES*LG-1:0] lane_of_slots(input logic [2:0] width, input logic [1:0] sub);
    lane_of_slots = '0;
    case (ul1_pkg::words(width))
      3'd1:    for (int s = 0; s < LANES; s++) lane_of_slots[s*LG +: LG] = LG'(s);
      3'd2:    for (int s = 0; s < LANES; s++) lane_of_slots[s*LG +: LG] = {sub[0], (LG-1)'(s/2)};
      default: for (int s = 0; s < LANES; s++) lane_of_slots[s*LG +: LG] = {sub, (LG-2)'(s/4)};
    endcase
  endfunction

  // The register offset of each slot
  function automatic logic [LANES*2-1:0] ofs_of_slots(input logic [2:0] width);
    case (ul1_pkg::words(width))
      3'd1:    ofs_of_slots = '0;
      3'd2:    ofs_of_slots = {LANES/2{4'b01_00}};
      default: ofs_of_slots = {LANES/4{8'b11_10_01_00}};
    endcase
  endfunction

  // ---------------------------------------------------------------------------------------------------------------------
  // State

  // The settings, a cycle late: they are constant while the machine is not idle, and no output shall hang on their pins.
  logic                home;
  logic [IV_W-1:0]     pause;   // what a new remainder has to wait

  always_ff @(posedge clk) begin
    home  <= cfg_home;
    pause <= cfg_interval == '0 ? '0 : cfg_interval - 1'b1;
  end

  // Pending table
  logic [PT-1:0]         pt_valid;
  logic [PT-1:0]         pt_null;            // faulty when taken, or without active lanes: retires without a pass
  logic [PT-1:0]         pt_bar;             // a barrier; then neither a store nor cached nor null
  logic [PT-1:0]         pt_store;
  logic [PT-1:0]         pt_cached;
  logic [PT-1:0]         pt_bypass;
  logic [PT-1:0]         pt_wb;              // a cached store that is written back, not through
  logic [WARP_W-1:0]     pt_warp   [0:PT-1];
  logic [2:0]            pt_width  [0:PT-1];
  logic                  pt_signed [0:PT-1];
  logic [REG_W-1:0]      pt_reg    [0:PT-1];
  logic [LANES-1:0]      pt_mask   [0:PT-1];  // active lanes
  logic [2:0]            pt_err    [0:PT-1];
  logic [LANES-1:0]      pt_fail   [0:PT-1];  // lanes that failed
  logic [LANES*VA_W-1:0] pt_addr   [0:PT-1];

  // Lanes not yet presented, or in vain; of a store, lanes whose beat is not pulled (and whether there are any); of a cached
  // load, lanes whose access is not done
  logic [LANES-1:0]      pt_todo   [0:PT-1];
  logic [PT-1:0]         has_todo;
  logic [LANES-1:0]      pt_pull   [0:PT-1];
  logic [PT-1:0]         has_pull;
  logic [LANES-1:0]      pt_open   [0:PT-1];

  // Of a barrier: for whom; whether its fence was asked for, and answered
  logic [1:0]            pt_level  [0:PT-1];
  logic [PT-1:0]         for_cta, asked, answered;

  // Beat queue: the beats pulled for new accesses. One more bit tells full from empty.
  logic [ID_W-1:0]     bq_id  [0:INK-1];
  logic [INK_W-1:0]    bq_ink [0:INK-1];
  logic [INK_W:0]      bq_head, bq_tail;

  // Replay buffer: places 0 to rb_count-1, the oldest first. Place i of each field is the i-th part of its vector.
  logic [CNT_W-1:0]    rb_count;
  logic [RB*ID_W-1:0]  rb_id;
  logic [RB*2-1:0]     rb_sub;
  logic [RB*LANES-1:0] rb_mask;   // slots left
  logic [RB-1:0]       rb_store;
  logic [RB*IV_W-1:0]  rb_wait;   // cycles until it may be presented
  logic [RB-1:0]       rb_beat;   // has a beat in the intake
  logic [RB*INK_W-1:0] rb_ink;    // which

  // A bit for each warp: a shared access of it has a remainder, here or at the instruction side
  logic [2**WARP_W-1:0] busy;

  // Follow-up of the passes in stages 1 to HLAT; stage k of an entry or sub-warp is the (k-1)-th part of its vector
  logic [HLAT:1]        fu_now;   // a shared load, whose words are written back in stage LAT
  logic [HLAT:1]        fu_late;  // a hit, whose words are written back in stage HLAT (in stage 1 not known yet)
  logic [HLAT:1]        fu_ret;   // the last pass of its instruction (of a cached load in stage 1 not known yet)
  logic [HLAT*ID_W-1:0] fu_id;
  logic [HLAT*2-1:0]    fu_sub;

  // Of a cached load's pass in stage 1
  logic             s1_cached;
  logic             s1_rep;                // it is a replay
  logic [2:0]       s1_err;                // of a replay: the error that it brings
  logic [LANES-1:0] s1_lanes;
  logic [ID_W-1:0]  s1_id;
  assign s1_id = fu_id[ID_W-1:0];

  // ---------------------------------------------------------------------------------------------------------------------
  // Taking instructions

  logic          take_new, take_again;
  logic [PT-1:0] pt_free;

  assign pt_free     = ~pt_valid;
  assign in_ready    = pt_free != '0 & rb_count < CNT_W'(RB-1) & ~cmd_hold;
  assign again_ready = rb_count < CNT_W'(RB);
  assign in_entry    = ul1_pkg::lowest(64'(pt_free));
  assign take_new    = in_valid & ~in_again & in_ready;
  assign take_again  = in_valid & in_again & again_ready;

  // Shared memory ends at a quarter of the array or a multiple, so the address bits above a quarter's size decide.
  logic [VA_W-LG-10:0] quarters;
  assign quarters = {{VA_W-LG-11{1'b0}}, ul1_pkg::shared_quarters(split)};

  // The error is judged at once (what a cached load meets later is added below).
  logic             in_shared, in_cached, in_null;
  logic [3:0]       align;
  logic [LANES-1:0] misaligned, behind;
  logic [LANES-1:0] failed, failed_first;
  logic [LANES-1:0] in_lanes;   // those there is something to do for
  logic [2:0]       err;

  assign in_shared = in_space == ul1_pkg::SPACE_SHARED;
  assign in_cached = in_space == ul1_pkg::SPACE_GLOBAL | in_space == ul1_pkg::SPACE_LOCAL;
  assign align     = ul1_pkg::align_mask(in_width);

  always @* begin
    misaligned = '0;
    behind     = '0;
    if (take_new) begin
      for (int l = 0; l < LANES; l++) begin
        misaligned[l] = (in_addr[l*VA_W +: 4] & align) != '0;
        behind[l]     = in_addr[l*VA_W + LG + 9 +: VA_W-LG-9] >= quarters;
      end
    end
  end

  assign failed       = in_bar ? '0 : in_mask & (in_shared ? misaligned | behind : in_cached ? misaligned : '1);
  assign failed_first = failed & -failed;
  assign err          = failed == '0                         ? ul1_pkg::ERR_NONE
                      : ~in_shared & ~in_cached              ? ul1_pkg::ERR_SPACE
                      : (failed_first & misaligned) != '0    ? ul1_pkg::ERR_MISALIGNED : ul1_pkg::ERR_RANGE;
  assign in_null      = ~in_bar & (failed != '0 | in_mask == '0);
  assign in_lanes     = in_bar | in_null ? '0 : in_mask;

  // Which way through the cache: hints by name, and the policy, by which nothing global is cached but what nobody writes
  logic uncached, bypass, wb;

  assign uncached = cfg_policy == ul1_pkg::POLICY_KEPLER & in_space == ul1_pkg::SPACE_GLOBAL;
  assign bypass   = in_hint == ul1_pkg::HINT_CG | (~in_store & uncached & in_hint != ul1_pkg::HINT_NC);
  assign wb       = in_store & ~uncached & (in_hint == ul1_pkg::HINT_WB
                                            | (in_space == ul1_pkg::SPACE_LOCAL & in_hint != ul1_pkg::HINT_WT
                                               & in_hint != ul1_pkg::HINT_CG));

  always_ff @(posedge clk) begin
    if (take_new | take_again) pt_addr[take_again ? in_id : in_entry] <= in_addr;
    if (take_new) begin
      pt_null  [in_entry] <= in_null;
      pt_bar   [in_entry] <= in_bar;
      pt_store [in_entry] <= in_store & ~in_bar;
      pt_cached[in_entry] <= in_cached & ~in_bar;
      pt_bypass[in_entry] <= bypass;
      pt_wb    [in_entry] <= wb;
      pt_level [in_entry] <= in_level;
      for_cta  [in_entry] <= in_level == ul1_pkg::LEVEL_CTA;
      pt_warp  [in_entry] <= in_warp;
      pt_width [in_entry] <= in_width;
      pt_signed[in_entry] <= in_signed;
      pt_reg   [in_entry] <= in_reg;
      pt_mask  [in_entry] <= in_mask;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Candidates (stage 0, from registers alone)

  logic [PT-1:0] queued, turn;        // who is in the new queue, and who is the oldest of its warp there
  logic [PT-1:0] sleeper;

  // Of those that have the turn, whose warp has a remainder. (Here and below, what takes a look at each entry is done only
  // when it matters, for the sake of simulation.)
  logic [PT-1:0] blocked;

  always @* begin
    blocked = '0;
    if (busy != '0) begin
      for (int i = 0; i < PT; i++) blocked[i] = turn[i] & busy[pt_warp[i]];
    end
  end

  // Barriers that do not wait for memory: those whose warp has nothing out, neither waiting here nor retired.
  logic [PT-1:0]        bars, out, settled;
  logic [2**WARP_W-1:0] out_warps;

  assign bars = turn & pt_bar & (for_cta | ~asked | answered);
  assign out  = pt_valid & ~queued;

  always @* begin
    out_warps = '0;
    if (bars != '0) begin
      for (int i = 0; i < PT; i++) if (out[i]) out_warps[pt_warp[i]] = 1'b1;
    end
  end
  always @* begin
    settled = '0;
    if (bars != '0) begin
      for (int i = 0; i < PT; i++) settled[i] = bars[i] & ~out_warps[pt_warp[i]] & ~blocked[i];
    end
  end

  // Of stores only that of the oldest beat can be ready: if there is room, and nothing is left of its warp's cached loads
  // before it that could see it.
  logic              b_some, b_goes, b_looked;
  logic [ID_W-1:0]   b_id;
  logic [WARP_W-1:0] b_warp;
  logic [PT-1:0]     b_sleepers;

  assign b_some   = bq_head != bq_tail;
  assign b_id     = b_some ? bq_id[bq_head[INK_W-1:0]] : '0;
  assign b_warp   = pt_warp[b_id];
  assign b_looked = s1_cached & ~s1_rep & pt_warp[s1_id] == b_warp;
  assign b_goes   = b_some & wdb_room & ~b_looked & b_sleepers == '0;

  always @* begin
    b_sleepers = '0;
    if (b_some & sleeper != '0) begin
      for (int i = 0; i < PT; i++) b_sleepers[i] = sleeper[i] & pt_warp[i] == b_warp;
    end
  end

  // Who is ready, and the oldest of them
  logic             rb_room;   // a remainder would find a place
  logic [PT-1:0]    able, ready;
  logic [ID_W-1:0]  n_id;
  logic             n_plain;   // a null or a barrier

  assign rb_room = rb_count < CNT_W'(RB) | home == ul1_pkg::HOME_INSTR;
  assign able    = pt_null | (settled & (for_cta | answered))
                   | (~pt_bar & (pt_cached | {PT{rb_room}}) & (~pt_store | (PT'(b_goes) << b_id)));
  assign ready   = turn & able & ~blocked;
  assign n_plain = pt_null[n_id] | pt_bar[n_id];

  assign cand_new    = ready != '0 & ~n_plain;
  assign cand_store  = pt_store[n_id];
  assign cand_cached = pt_cached[n_id];

  // Fences are asked for one at a time.
  logic [PT-1:0] asking;

  assign asking      = settled & ~for_cta & ~asked;
  assign fence_valid = asking != '0;
  assign fence_id    = ul1_pkg::lowest(64'(asking));
  assign fence_level = pt_level[fence_id];

  always_ff @(posedge clk) begin
    if (take_new) begin
      asked   [in_entry] <= 1'b0;
      answered[in_entry] <= 1'b0;
    end
    if (fence_valid & fence_ready)                 asked   [fence_id]   <= 1'b1;
    if (fence_here & fence_back < ID_W'(PT))       answered[fence_back] <= 1'b1;
  end

  // The oldest sleeper that can be presented again
  logic            presents;   // an access, new or woken, enters
  logic [ID_W-1:0] wake_id;

  sleepers u_sleepers (
      .clk       (clk),
      .rst       (rst),
      .has_todo  (has_todo),
      .cand_wake (cand_wake),
      .wake_id   (wake_id),
      .sel_wake  (sel_wake),
      .presents  (presents),
      .req_id    (req_id),
      .s1_look   (s1_cached & ~s1_rep),
      .s1_id     (s1_id),
      .miss_open (miss_open),
      .miss_defer(miss_defer),
      .miss_cause(miss_cause),
      .miss_key  (miss_key),
      .wdb_slot  (wdb_slot),
      .lsu_slot  (lsu_slot),
      .frees     (sel_rep & rep_last),
      .free_prt  (rep_prt),
      .free_set  (ul1_pkg::tag_index(ul1_pkg::VA_W'(rep_line), split)),
      .sleeper   (sleeper),
      .asleep    (lsu_asleep)
  );

  // The oldest replays that are ready
  logic [RB-1:0]   rb_valid, rb_due;
  logic [RB_W-1:0] rl, rs;     // places

  // Two processes: one that reads what it has just written bit by bit wakes itself up for ever in Icarus.
  always @* begin
    for (int i = 0; i < RB; i++) rb_valid[i] = CNT_W'(i) < rb_count;
  end
  always @* begin
    for (int i = 0; i < RB; i++) rb_due[i] = rb_valid[i] & (rb_wait[i*IV_W +: IV_W] == '0);
  end

  logic [RB-1:0] rl_due, rs_due;
  assign rl_due = rb_due & ~rb_store;
  assign rs_due = rb_due & rb_store & rb_beat;
  assign rl     = RB_W'({ul1_pkg::lowest(64'(rl_due))});
  assign rs     = RB_W'({ul1_pkg::lowest(64'(rs_due))});

  assign cand_rl       = rl_due != '0;
  assign cand_rs       = rs_due != '0;
  assign cand_rs_older = cand_rs & (~cand_rl | rs < rl);

  // ---------------------------------------------------------------------------------------------------------------------
  // Store data: a replay that lacks its beat goes first, else the oldest store that has the turn. A new store never takes
  // the intake's last beat, which a remainder presented again may need.

  logic [PT-1:0]    pulls;
  logic [ID_W-1:0]  f_id;
  logic [LANES-1:0] f_left;
  logic [1:0]       f_sub;
  logic [RB-1:0]    rb_lack;
  logic             again_wants;
  logic [RB_W-1:0]  lack;      // place of the oldest replay that lacks its beat

  assign pulls       = turn & pt_store & has_pull;
  assign f_sub       = sub_of(LG'({ul1_pkg::lowest(64'(pt_pull[f_id]))}), pt_width[f_id]);
  assign f_left      = pt_pull[f_id] & ~lanes_of(pt_width[f_id], f_sub);

  assign rb_lack     = rb_valid & rb_store & ~rb_beat;
  assign again_wants = rb_lack != '0;
  assign lack        = RB_W'({ul1_pkg::lowest(64'(rb_lack))});

  assign st_ready    = again_wants ? ink_any : pulls != '0 & ink_two;
  assign st_id       = again_wants ? rb_id[lack*ID_W +: ID_W] : f_id;
  assign st_sub      = again_wants ? rb_sub[lack*2 +: 2] : f_sub;
  assign st_mask     = again_wants ? rb_mask[lack*LANES +: LANES] : slots_of(pt_mask[f_id], pt_width[f_id], f_sub);
  assign st_lane     = lane_of_slots(pt_width[st_id], st_sub);
  assign st_ofs      = ofs_of_slots(pt_width[st_id]);

  logic st_take;
  assign st_take = st_valid & st_ready;

  // ---------------------------------------------------------------------------------------------------------------------
  // The access that the arbiter chose

  // An access that is no replay is of the sub-warp of the entry's lowest lane to do, and a cached one on that lane's line.
  logic [ID_W-1:0] c_id;
  logic [LG-1:0]   c_lane;
  logic [1:0]      c_sub;
  logic [LN_W-1:0] c_line;

  assign c_id   = sel_wake ? wake_id : n_id;
  assign c_lane = LG'({ul1_pkg::lowest(64'(pt_todo[c_id]))});
  assign c_sub  = sub_of(c_lane, pt_width[c_id]);
  assign c_line = pt_addr[c_id][c_lane*VA_W + LG + 2 +: LN_W];

  logic            bare;      // a replay that no load waits for: of it there is nothing but the line
  logic [ID_W-1:0] whose;

  assign bare       = sel_rep & rep_bare;
  assign whose      = sel_rep ? rep_id : sel_rl ? rb_id[rl*ID_W +: ID_W] : sel_rs ? rb_id[rs*ID_W +: ID_W]
                      : sel_wake | sel_new ? c_id : '0;

  assign req_valid  = sel_rep | sel_rl | sel_rs | sel_wake | sel_new;
  assign req_id     = bare ? '0 : whose;
  assign req_sub    = bare ? '0 : sel_rep ? rep_sub : sel_rl ? rb_sub[rl*2 +: 2] : sel_rs ? rb_sub[rs*2 +: 2]
                      : sel_wake | sel_new ? c_sub : '0;
  assign req_ink    = sel_rep | sel_rl ? '0 : sel_rs ? rb_ink[rs*INK_W +: INK_W]
                      : sel_wake ? '0 : sel_new & cand_store ? bq_ink[bq_head[INK_W-1:0]] : '0;
  assign req_line   = sel_rep ? rep_line : sel_rl | sel_rs ? '0 : sel_wake | sel_new ? c_line : '0;
  assign req_store  = ~bare & pt_store[whose];
  assign req_width  = bare ? '0 : pt_width[whose];
  assign req_signed = ~bare & pt_signed[whose];
  assign req_cached = sel_rep | (req_valid & pt_cached[whose]);
  assign req_bypass = ~bare & pt_bypass[whose];
  assign req_wb     = ~bare & pt_wb[whose];
  assign presents   = sel_wake | sel_new;

  // The lanes of a cached access: of the sub-warp, those on the line that are active (replay) or to do
  logic [LANES*VA_W-1:0] va;        // the instruction's addresses
  logic [LANES-1:0]      on_line, req_lanes;

  always @* begin
    va = '0;
    if (req_valid & ~bare) va = pt_addr[whose];
  end

  always @* begin
    on_line = '0;
    if (req_cached & ~bare) begin
      for (int l = 0; l < LANES; l++) on_line[l] = va[l*VA_W + LG + 2 +: LN_W] == req_line;
    end
  end

  assign req_lanes = on_line & lanes_of(req_width, req_sub) & (sel_rep ? pt_mask[req_id] : pt_todo[req_id]);

  // Of a cached store: whether its sub-warp has no other line to do, so that this is the last use of its beat
  assign req_end   = req_cached & req_store
                     & (pt_todo[req_id] & lanes_of(req_width, req_sub) & ~req_lanes) == '0;

  assign req_mask  = req_cached ? slots_of(req_lanes, req_width, req_sub)
                     : sel_rl ? rb_mask[rl*LANES +: LANES] : sel_rs ? rb_mask[rs*LANES +: LANES]
                     : sel_new ? slots_of(pt_todo[n_id], req_width, req_sub) : '0;

  // The sub-warp's lanes, each array address once for each of its words
  logic [2:0]            req_words;
  logic [LANES*AW-1:0]   lane_addr;
  logic [LANES*AW/2-1:0] half_addr;
  logic [LANES*AW/4-1:0] quarter_addr;
  logic [LANES*AW-1:0]   pair_addr, quad_addr;

  assign req_words    = ul1_pkg::words(req_width);
  assign half_addr    = (req_words == 3'd2 ? req_sub[0] : req_sub[1]) ? lane_addr[LANES*AW/2 +: LANES*AW/2]
                                                                      : lane_addr[0          +: LANES*AW/2];
  assign quarter_addr = req_sub[0] ? half_addr[LANES*AW/4 +: LANES*AW/4] : half_addr[0 +: LANES*AW/4];

  always @* begin
    lane_addr = '0;
    if (req_valid) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*AW +: AW] = va[l*VA_W +: AW];
    end
  end

  always @* begin
    pair_addr = '0;
    if (req_words == 3'd2) begin
      for (int s = 0; s < LANES; s++) pair_addr[s*AW +: AW] = half_addr[s/2*AW +: AW] + AW'(s % 2 * 4);
    end
  end

  always @* begin
    quad_addr = '0;
    if (req_words == 3'd4) begin
      for (int s = 0; s < LANES; s++) quad_addr[s*AW +: AW] = quarter_addr[s/4*AW +: AW] + AW'(s % 4 * 4);
    end
  end

  assign req_addr = req_words == 3'd1 ? lane_addr : req_words == 3'd2 ? pair_addr : quad_addr;

  // ---------------------------------------------------------------------------------------------------------------------
  // After a shared pass

  logic             replayed, keeps, leaves, returns;
  logic [RB_W-1:0]  at;        // the replay's place
  logic [LANES-1:0] left;
  logic             plain_goes; // a null or a barrier retires
  logic             ends;       // the access was the last of its instruction, which is no cached load
  logic [LANES-1:0] taken;      // lanes of which presenting the access takes care,
  logic [LANES-1:0] stays;      // and those to do that it leaves

  assign replayed  = sel_rl | sel_rs;
  assign at        = sel_rl ? rl : rs;
  assign left      = req_mask & ~acc_mask;
  assign keeps     = req_valid & acc_more & (home == ul1_pkg::HOME_LSU);   // the remainder stays with us
  assign returns   = req_valid & acc_more & (home == ul1_pkg::HOME_INSTR);
  assign leaves    = replayed & ~keeps;
  assign plain_goes = ~req_valid & ready != '0 & n_plain;
  assign taken      = req_cached ? req_lanes : presents ? lanes_of(req_width, req_sub) : '0;
  assign stays      = pt_todo[req_id] & ~taken;
  assign ends       = req_valid & ~sel_rep & (req_cached ? req_store : ~acc_more) & stays == '0;

  // Replay buffer, the state to come: first waits count down and the beat pulled is noted; then the replay that had its pass
  // is updated, or leaves and the younger ones move up; then what is new is appended behind them.
  always_ff @(posedge clk) begin : replay
    logic [CNT_W-1:0]    count;
    logic [RB*ID_W-1:0]  id;
    logic [RB*2-1:0]     sub;
    logic [RB*LANES-1:0] mask;
    logic [RB-1:0]       store;
    logic [RB*IV_W-1:0]  waits;
    logic [RB-1:0]       beat;
    logic [RB*INK_W-1:0] ink;

    if (rb_count != '0 | (sel_new & keeps) | take_again) begin
      count = rb_count;
      id    = rb_id;
      sub   = rb_sub;
      mask  = rb_mask;
      store = rb_store;
      waits = rb_wait;
      beat  = rb_beat;
      ink   = rb_ink;
      for (int i = 0; i < RB; i++) begin
        if (rb_wait[i*IV_W +: IV_W] != '0) waits[i*IV_W +: IV_W] = rb_wait[i*IV_W +: IV_W] - 1'b1;
      end
      if (st_take & again_wants) begin
        beat[lack]                = 1'b1;
        ink[lack*INK_W +: INK_W]  = ink_idx;
      end
      if (replayed & keeps) begin
        mask [at*LANES +: LANES] = left;
        waits[at*IV_W  +: IV_W]  = pause;
      end
      if (leaves) begin
        count = count - 1'b1;
        for (int i = 0; i < RB-1; i++) begin
          if (RB_W'(i) >= at) begin
            id   [i*ID_W  +: ID_W]  = id   [(i+1)*ID_W  +: ID_W];
            sub  [i*2     +: 2]     = sub  [(i+1)*2     +: 2];
            mask [i*LANES +: LANES] = mask [(i+1)*LANES +: LANES];
            store[i]                = store[i+1];
            waits[i*IV_W  +: IV_W]  = waits[(i+1)*IV_W  +: IV_W];
            beat [i]                = beat [i+1];
            ink  [i*INK_W +: INK_W] = ink  [(i+1)*INK_W +: INK_W];
          end
        end
      end
      if (sel_new & keeps) begin
        id   [RB_W'(count)*ID_W  +: ID_W]  = req_id;
        sub  [RB_W'(count)*2     +: 2]     = req_sub;
        mask [RB_W'(count)*LANES +: LANES] = left;
        store[RB_W'(count)]                = req_store;
        waits[RB_W'(count)*IV_W  +: IV_W]  = pause;
        beat [RB_W'(count)]                = req_store;
        ink  [RB_W'(count)*INK_W +: INK_W] = req_ink;
        count = count + 1'b1;
      end
      if (take_again) begin
        id   [RB_W'(count)*ID_W  +: ID_W]  = in_id;
        sub  [RB_W'(count)*2     +: 2]     = in_sub;
        mask [RB_W'(count)*LANES +: LANES] = in_mask;
        store[RB_W'(count)]                = pt_store[in_id];
        waits[RB_W'(count)*IV_W  +: IV_W]  = '0;
        beat [RB_W'(count)]                = 1'b0;
        count = count + 1'b1;
      end
      rb_count <= count;
      rb_id    <= id;
      rb_sub   <= sub;
      rb_mask  <= mask;
      rb_store <= store;
      rb_wait  <= waits;
      rb_beat  <= beat;
      rb_ink   <= ink;
    end
    if (rst) rb_count <= '0;
  end

  // Lanes to do and open. What presenting does comes first, then the outcome of the cached load in stage 1, perhaps of the
  // same entry.
  logic             deferred, hit, fails, done;
  logic             comes_too;    // the lanes that are deferred are of the entry that is presented
  logic [LANES-1:0] open_left;
  logic [LANES-1:0] fail_before;
  logic             fails_lower;  // a lane fails that is lower than all that failed before

  assign deferred    = s1_cached & ~s1_rep & miss_defer;
  assign hit         = s1_cached & look_hit;
  assign fails       = s1_cached & s1_rep & (s1_err != ul1_pkg::ERR_NONE);
  assign done        = hit | fails;
  assign comes_too   = deferred & presents & s1_id == req_id;
  assign open_left   = pt_open[s1_id] & ~s1_lanes;
  assign fail_before = pt_fail[s1_id];
  assign fails_lower = fail_before == '0 | (ul1_pkg::lowest(64'(s1_lanes)) < ul1_pkg::lowest(64'(fail_before)));

  always_ff @(posedge clk) begin
    if (take_new) begin
      pt_todo [in_entry] <= in_lanes;
      has_todo[in_entry] <= in_lanes != '0;
      pt_pull [in_entry] <= in_lanes;
      has_pull[in_entry] <= in_lanes != '0;
      pt_open [in_entry] <= in_lanes;
      pt_fail [in_entry] <= failed;
      pt_err  [in_entry] <= err;
    end
    if (presents) begin
      pt_todo [req_id] <= stays | (comes_too ? s1_lanes : '0);
      has_todo[req_id] <= stays != '0 | comes_too;
    end
    if (deferred & ~comes_too) begin
      pt_todo [s1_id] <= pt_todo[s1_id] | s1_lanes;
      has_todo[s1_id] <= 1'b1;
    end
    if (st_take & ~again_wants) begin
      pt_pull [f_id] <= f_left;
      has_pull[f_id] <= f_left != '0;
    end
    if (done) pt_open[s1_id] <= open_left;
    if (fails) begin
      pt_fail[s1_id] <= fail_before | s1_lanes;
      if (fails_lower) pt_err[s1_id] <= s1_err;
    end
  end

  // New queue. An entry leaves it when no lane of it is to do any more, or when it has become a sleeper.
  // (Yosys 0.23 stumbles over '0 and over elements of an array in a port's connection.)
  logic              n_goes, n_falls;
  logic [WARP_W-1:0] n_warp, s1_warp;

  assign n_goes  = (sel_new & stays == '0) | plain_goes;
  assign n_falls = deferred & queued[s1_id];
  assign n_warp  = pt_warp[n_id];
  assign s1_warp = pt_warp[s1_id];

  newq u_newq (
      .clk      (clk),
      .rst      (rst),
      .queued   (queued),
      .turn     (turn),
      .ready    (ready),
      .next_id  (n_id),
      .pulls    (pulls),
      .pull_id  (f_id),
      .joins    (take_new),
      .join_id  (in_entry),
      .join_warp(in_warp),
      .goes     (n_goes),
      .next_warp(n_warp),
      .falls    (n_falls),
      .fall_id  (s1_id),
      .fall_warp(s1_warp)
  );

  // Beat queue. A cached store needs its beat for all lines of the sub-warp.
  always_ff @(posedge clk) begin
    if (rst) begin
      bq_head <= '0;
      bq_tail <= '0;
    end else begin
      if (st_take & ~again_wants)                              bq_tail <= bq_tail + 1'b1;
      if (sel_new & cand_store & (~cand_cached | req_end)) bq_head <= bq_head + 1'b1;
    end
    if (st_take & ~again_wants) begin
      bq_id [bq_tail[INK_W-1:0]] <= f_id;
      bq_ink[bq_tail[INK_W-1:0]] <= ink_idx;
    end
  end

  // Busy warps. Of a busy warp only the remainder can have a shared pass, so each such pass settles its warp's bit.
  always_ff @(posedge clk) begin
    if (rst)                          busy <= '0;
    else if (req_valid & ~req_cached) busy[pt_warp[req_id]] <= acc_more;
  end

  // Remainders on their way out
  always_ff @(posedge clk) begin
    if (rst) rpl_valid <= 1'b0;
    else     rpl_valid <= returns;
    if (returns) begin
      rpl_id   <= req_id;
      rpl_sub  <= req_sub;
      rpl_mask <= left;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Follow-up (stages 1 to HLAT), write-back and retirement. What there is to follow up of a cached pass, its outcome says.

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_cached <= 1'b0;
      fu_now    <= '0;
      fu_late   <= '0;
      fu_ret    <= '0;
    end else begin
      s1_cached <= req_cached & ~req_store & ~bare;
      fu_now    <= {fu_now[HLAT-1:1], req_valid & ~req_store & ~req_cached};
      fu_late   <= {fu_late[HLAT-1:2], hit, 1'b0};
      fu_ret    <= {fu_ret[HLAT-1:2], fu_ret[1] | (done & open_left == '0), ends | plain_goes};
    end
    if (req_cached) begin
      s1_rep   <= sel_rep;
      s1_err   <= sel_rep ? rep_err : ul1_pkg::ERR_NONE;
      s1_lanes <= req_lanes;
    end
    fu_id  <= {fu_id [(HLAT-1)*ID_W-1:0], plain_goes ? n_id : req_id};
    fu_sub <= {fu_sub[(HLAT-1)*2-1:0], req_sub};
  end

  logic       wb_late;
  logic [2:0] wb_width;

  assign wb_late   = fu_late[HLAT];
  assign wb_valid  = fu_now[LAT] | wb_late;
  assign wb_id     = wb_late ? fu_id [(HLAT-1)*ID_W +: ID_W] : fu_id [(LAT-1)*ID_W +: ID_W];
  assign wb_sub    = wb_late ? fu_sub[(HLAT-1)*2    +: 2]    : fu_sub[(LAT-1)*2    +: 2];
  assign wb_warp   = pt_warp[wb_id];
  assign wb_reg    = pt_reg[wb_id];
  assign wb_width  = pt_width[wb_id];
  assign wb_lane   = lane_of_slots(wb_width, wb_sub);
  assign wb_ofs    = ofs_of_slots(wb_width);

  assign ret_valid = fu_ret[HLAT];
  assign ret_id    = fu_id[(HLAT-1)*ID_W +: ID_W];
  assign ret_warp  = pt_warp[ret_id];
  assign ret_err   = pt_err[ret_id];
  assign ret_mask  = pt_fail[ret_id];
  assign ret_lane  = LG'({ul1_pkg::lowest(64'(ret_mask))});
  assign ret_addr  = pt_addr[ret_id][ret_lane*VA_W +: VA_W];

  logic [PT-1:0] pt_valid_next;

  always @* begin
    pt_valid_next = pt_valid;
    if (take_new)  pt_valid_next[in_entry] = 1'b1;
    if (ret_valid) pt_valid_next[ret_id]   = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) pt_valid <= '0;
    else     pt_valid <= pt_valid_next;
  end

  assign lsu_idle = pt_valid == '0;

  always @(posedge clk) begin
    if (!rst) begin
      assert (rb_count <= CNT_W'(RB));
      assert (!(ret_valid && !pt_valid[ret_id]));           // each instruction retires once
      assert (!(wb_valid && !pt_valid[wb_id]));
      assert (!(take_again && !pt_valid[in_id]));           // what is presented again was returned before
      assert (!(take_again && !busy[pt_warp[in_id]]));
      assert (!(sel_new && busy[pt_warp[n_id]]));           // a warp's accesses do not overtake one another
      assert (!(sel_new && keeps && take_again));           // one home at a time, so one remainder a cycle is appended
      assert (!(sel_new && req_store && !(b_some && b_id == req_id)));
      assert (bq_tail - bq_head <= (INK_W+1)'(INK));
      assert (!(req_cached && acc_more));                   // a cached access is accepted whole
      assert (!(req_cached && !bare && req_lanes == '0));
      assert (!(req_cached && !req_store && (req_lanes & ~pt_open[req_id]) != '0)); // nothing is done twice,
      assert (!(sel_rep && !bare && (!pt_cached[req_id] || req_store)));
      assert (!(sel_rep && !bare && (req_lanes & pt_todo[req_id]) != '0));          // nor replayed while it is to do
      assert (!(sel_wake && req_store));                                            // stores are never deferred
      assert (!(s1_cached && s1_rep && !fails && !look_hit));                       // a replay hits
      assert (!(fails && look_hit));
      assert (!(fu_now[LAT] && wb_late));                   // the write port was booked for one of them
      assert (!(fu_ret[1] && done));                        // what retires by itself is no cached load
      assert (!(ret_valid && (queued[ret_id] || has_todo[ret_id])));
      assert (!(ret_valid && pt_cached[ret_id] && !pt_store[ret_id] && pt_open[ret_id] != '0));
      assert (!(fence_here && fence_back < ID_W'(PT) && !(pt_valid[fence_back] && asked[fence_back])));
      assert (!(ret_valid && lsu_asleep[ret_id]));
    end
  end

endmodule

`default_nettype wire
