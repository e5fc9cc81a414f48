// Load/store unit: everything that is known of an instruction between its being taken and its retirement is here.
//
// A taken instruction gets an entry in the *pending table* and joins the *new queue* (newq.sv), in order. The oldest of it
// that is ready is worked sub-warp by sub-warp; each non-empty sub-warp, of a cached instruction each line of it, is an
// access that is presented to the arbiter. What a shared pass leaves over (bank conflicts) goes to the *replay buffer*, or
// back to the instruction side (`cfg_home`), and its warp is busy until nothing is left. A cached load is looked up in stage
// 1: it is done (hit), or waits in the pending request table and comes back as the replay of a filled line, or is deferred;
// then its entry becomes a *sleeper* (sleepers.sv) and presents it again. A cached store always gets on. Store data are
// pulled from the instruction side beat by beat, ahead of the passes that need them. A fence waits in the new queue until
// its warp's instructions before it have retired, and, if it is for more than this L1, until memory has answered its fence.
// The *follow-up* stages run beside a pass and say at its end whose the loaded words are and whether the instruction
// retires.
//
// Order of events within a cycle: candidates (from registers) -> arbiter's choice -> the access -> arbiter's split -> next
// state. The outcome of the cached load in stage 1 counts after what the access of this cycle does.

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
    output logic                                 in_again_ready,
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

    // from wdb: a store may enter; a slot for a dirty line is free
    input  wire logic                            room_store,
    input  wire logic                            room_dirty,

    // to arb: candidates
    output logic                                 cand_remainder_load,
    output logic                                 cand_remainder_store,
    output logic                                 cand_store_older,
    output logic                                 cand_new,
    output logic                                 cand_store,
    output logic                                 cand_cached,
    output logic                                 cand_woken,

    // from arb: the choice
    input  wire logic                            sel_replay,
    input  wire logic                            sel_remainder_load,
    input  wire logic                            sel_remainder_store,
    input  wire logic                            sel_woken,
    input  wire logic                            sel_new,

    // from fill, prt: the replay of a filled line
    input  wire logic [ul1_pkg::PRT_W-1:0]       replay_prt,
    input  wire logic [ul1_pkg::ID_W-1:0]        merged_id,
    input  wire logic [ul1_pkg::SUB_W-1:0]       merged_sub,
    input  wire logic [LINE_W-1:0]               merged_line,
    input  wire logic                            merged_last,
    input  wire logic [ul1_pkg::ERR_W-1:0]       merged_err,
    input  wire logic                            merged_bare,

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
    output logic                                 req_end,

    // from arb: how far it got
    input  wire logic [LANES-1:0]                split_mask,
    input  wire logic                            split_more,

    // from tag, prt: what became of the cached load in stage 1
    input  wire logic                            look_hit,
    input  wire logic                            miss_open,
    input  wire logic                            miss_defer,
    input  wire logic [ul1_pkg::CAUSE_W-1:0]     miss_cause,
    input  wire logic [ul1_pkg::KEY_W-1:0]       miss_key,

    // to prt: the access in stage 1 may have a dirty line read out
    output logic                                 sleep_yields,

    // to and from prt, fill: fences, by which a warp learns that memory has performed what was written before
    output logic                                 fence_valid,
    output logic      [ul1_pkg::ID_W-1:0]        fence_id,
    output logic      [ul1_pkg::LEVEL_W-1:0]     fence_level,
    input  wire logic                            accept_fence,
    input  wire logic                            answer_fence,
    input  wire logic [ul1_pkg::ID_W-1:0]        answer_id,

    // to the instruction side: remainders returned
    output logic                                 remainder_valid,
    output logic      [ul1_pkg::ID_W-1:0]        remainder_id,
    output logic      [ul1_pkg::SUB_W-1:0]       remainder_sub,
    output logic      [LANES-1:0]                remainder_mask,

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

  localparam int LG     = $clog2(LANES);
  localparam int LAT    = ul1_pkg::LAT;
  localparam int HLAT   = ul1_pkg::HLAT;
  localparam int PT     = ul1_pkg::PT;
  localparam int ID_W   = ul1_pkg::ID_W;
  localparam int RB     = ul1_pkg::RB;
  localparam int RB_W   = ul1_pkg::RB_W;
  localparam int CNT_W  = RB_W + 1;          // bits of a number of remainders
  localparam int INTAKE    = ul1_pkg::INTAKE;
  localparam int INTAKE_W  = ul1_pkg::INTAKE_W;
  localparam int WARP_W = ul1_pkg::WARP_W;
  localparam int REG_W  = ul1_pkg::REG_W;
  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int IV_W   = ul1_pkg::IV_W;

  // ---------------------------------------------------------------------------------------------------------------------
  // Slots. A sub-warp's W x LANES/W words in slot order: slot s is word s mod W of its lane number s div W.
  // Everywhere below, branches on the width are branches for the whole access, never for a slot.

  // The sub-warp that a lane belongs to, and the lanes of a sub-warp
  function automatic logic [1:0] sub_of(input logic [LG-1:0] lane, input logic [2:0] width);
    case (ul1_fn::words(width))
      3'd1:    sub_of = 2'd0;
      3'd2:    sub_of = {1'b0, lane[LG-1]};
      default: sub_of = lane[LG-1 -: 2];
    endcase
  endfunction

  function automatic logic [LANES-1:0] lanes_of(input logic [2:0] width, input logic [1:0] sub);
    case (ul1_fn::words(width))
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
    if (ul1_fn::words(width) == 3'd2) begin
      for (int i = 0; i < LANES/2; i++) slots_of[i*2 +: 2] = {2{half[i]}};
    end
    if (ul1_fn::words(width) == 3'd4) begin
      for (int i = 0; i < LANES/4; i++) slots_of[i*4 +: 4] = {4{quarter[i]}};
    end
  endfunction

  // The lane of each slot
  function automatic logic [LANES*LG-1:0] lane_of_slots(input logic [2:0] width, input logic [1:0] sub);
    lane_of_slots = '0;
    case (ul1_fn::words(width))
      3'd1:    for (int s = 0; s < LANES; s++) lane_of_slots[s*LG +: LG] = LG'(s);
      3'd2:    for (int s = 0; s < LANES; s++) lane_of_slots[s*LG +: LG] = {sub[0], (LG-1)'(s/2)};
      default: for (int s = 0; s < LANES; s++) lane_of_slots[s*LG +: LG] = {sub, (LG-2)'(s/4)};
    endcase
  endfunction

  // The register offset of each slot
  function automatic logic [LANES*2-1:0] ofs_of_slots(input logic [2:0] width);
    case (ul1_fn::words(width))
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
  logic [PT-1:0]         pt_fence;             // a fence; then neither a store nor cached nor null
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

  // Of a fence: for whom; whether memory was asked, and has answered
  logic [1:0]            pt_level  [0:PT-1];
  logic [PT-1:0]         for_cta, asked, answered;

  // Beat queue: the beats pulled for new accesses. One more bit tells full from empty.
  logic [ID_W-1:0]     bq_id  [0:INTAKE-1];
  logic [INTAKE_W-1:0]    bq_ink [0:INTAKE-1];
  logic [INTAKE_W:0]      bq_head, bq_tail;

  // Replay buffer: places 0 to rb_count-1, the oldest first. Place i of each field is the i-th part of its vector.
  logic [CNT_W-1:0]    rb_count;
  logic [RB*ID_W-1:0]  rb_id;
  logic [RB*2-1:0]     rb_sub;
  logic [RB*LANES-1:0] rb_mask;   // slots left
  logic [RB-1:0]       rb_store;
  logic [RB*IV_W-1:0]  rb_wait;   // cycles until it may be presented
  logic [RB-1:0]       rb_beat;   // has a beat in the intake
  logic [RB*INTAKE_W-1:0] rb_ink;    // which

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

  assign pt_free        = ~pt_valid;
  assign in_ready       = pt_free != '0 & rb_count < CNT_W'(RB-1) & ~cmd_hold;
  assign in_again_ready = rb_count < CNT_W'(RB);
  assign in_entry       = ul1_fn::lowest(64'(pt_free));
  assign take_new       = in_valid & ~in_again & in_ready;
  assign take_again     = in_valid & in_again & in_again_ready;

  // Shared memory ends at a quarter of the array or a multiple, so the address bits above a quarter's size decide.
  logic [VA_W-LG-10:0] quarters;
  assign quarters = {{VA_W-LG-11{1'b0}}, ul1_fn::shared_quarters(carveout)};

  // The error is judged at once (what a cached load meets later is added below).
  logic             in_shared, in_cached, in_null;
  logic [3:0]       align;
  logic [LANES-1:0] misaligned, behind;
  logic [LANES-1:0] failed, failed_first;
  logic [LANES-1:0] in_lanes;   // those there is something to do for
  logic [2:0]       err;

  assign in_shared = in_space == ul1_pkg::SPACE_SHARED;
  assign in_cached = in_space == ul1_pkg::SPACE_GLOBAL | in_space == ul1_pkg::SPACE_LOCAL;
  assign align     = ul1_fn::align_mask(in_width);

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

  // A code that is reserved is neither of the three operations.
  logic in_store, in_fence, in_known;

  assign in_store     = in_op == ul1_pkg::OP_STORE;
  assign in_fence     = in_op == ul1_pkg::OP_FENCE;
  assign in_known     = in_store | in_fence | in_op == ul1_pkg::OP_LOAD;

  assign failed       = in_fence ? '0 : in_mask & (~in_known ? '1 : in_shared ? misaligned | behind : in_cached ? misaligned : '1);
  assign failed_first = failed & -failed;
  assign err          = failed == '0                         ? ul1_pkg::ERR_NONE
                      : ~in_known                            ? ul1_pkg::ERR_OP
                      : ~in_shared & ~in_cached              ? ul1_pkg::ERR_SPACE
                      : (failed_first & misaligned) != '0    ? ul1_pkg::ERR_MISALIGNED : ul1_pkg::ERR_RANGE;
  assign in_null  = ~in_fence & (failed != '0 | in_mask == '0);
  assign in_lanes = in_fence | in_null ? '0 : in_mask;

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
      pt_fence [in_entry] <= in_fence;
      pt_store [in_entry] <= in_store;
      pt_cached[in_entry] <= in_cached & ~in_fence;
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

  // Fences that do not wait for memory: those whose warp has nothing out, neither waiting here nor retired.
  logic [PT-1:0]        fences, out, settled;
  logic [2**WARP_W-1:0] out_warps;

  assign fences = turn & pt_fence & (for_cta | ~asked | answered);
  assign out  = pt_valid & ~queued;

  always @* begin
    out_warps = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) if (out[i]) out_warps[pt_warp[i]] = 1'b1;
    end
  end
  always @* begin
    settled = '0;
    if (fences != '0) begin
      for (int i = 0; i < PT; i++) settled[i] = fences[i] & ~out_warps[pt_warp[i]] & ~blocked[i];
    end
  end

  // Of stores only that of the oldest beat can be ready: if there is room, and nothing is left of its warp's cached loads
  // before it that could see it.
  logic              beat_some, beat_goes, beat_looked;
  logic [ID_W-1:0]   beat_id;
  logic [WARP_W-1:0] beat_warp;
  logic [PT-1:0]     beat_sleepers;

  assign beat_some   = bq_head != bq_tail;
  assign beat_id     = beat_some ? bq_id[bq_head[INTAKE_W-1:0]] : '0;
  assign beat_warp   = pt_warp[beat_id];
  assign beat_looked = s1_cached & ~s1_rep & pt_warp[s1_id] == beat_warp;
  assign beat_goes   = beat_some & room_store & ~beat_looked & beat_sleepers == '0;

  always @* begin
    beat_sleepers = '0;
    if (beat_some & sleeper != '0) begin
      for (int i = 0; i < PT; i++) beat_sleepers[i] = sleeper[i] & pt_warp[i] == beat_warp;
    end
  end

  // Who is ready, and the oldest of them
  logic             rb_room;   // a remainder would find a place
  logic [PT-1:0]    able, ready;
  logic [ID_W-1:0]  n_id;
  logic             n_plain;   // a null or a fence

  assign rb_room = rb_count < CNT_W'(RB) | home == ul1_pkg::HOME_INSTR;
  assign able    = pt_null | (settled & (for_cta | answered))
                   | (~pt_fence & (pt_cached | {PT{rb_room}}) & (~pt_store | (PT'(beat_goes) << beat_id)));
  assign ready   = turn & able & ~blocked;
  assign n_plain = pt_null[n_id] | pt_fence[n_id];

  assign cand_new    = ready != '0 & ~n_plain;
  assign cand_store  = pt_store[n_id];
  assign cand_cached = pt_cached[n_id];

  // Fences are asked for one at a time.
  logic [PT-1:0] asking;

  assign asking      = settled & ~for_cta & ~asked;
  assign fence_valid = asking != '0;
  assign fence_id    = ul1_fn::lowest(64'(asking));
  assign fence_level = pt_level[fence_id];

  always_ff @(posedge clk) begin
    if (take_new) begin
      asked   [in_entry] <= 1'b0;
      answered[in_entry] <= 1'b0;
    end
    if (fence_valid & accept_fence)                 asked   [fence_id]   <= 1'b1;
    if (answer_fence & answer_id < ID_W'(PT))       answered[answer_id] <= 1'b1;
  end

  // The oldest sleeper that can be presented again
  logic            presents;   // an access, new or woken, enters
  logic [ID_W-1:0] wake_id;

  sleepers u_sleepers (
      .clk           (clk),
      .rst           (rst),
      .has_todo      (has_todo),
      .cand_woken    (cand_woken),
      .wake_id       (wake_id),
      .sel_woken     (sel_woken),
      .presents      (presents),
      .req_id        (req_id),
      .s1_look       (s1_cached & ~s1_rep),
      .s1_id         (s1_id),
      .miss_open     (miss_open),
      .miss_defer    (miss_defer),
      .miss_cause    (miss_cause),
      .miss_key      (miss_key),
      .room_dirty    (room_dirty),
      .sleep_yields  (sleep_yields),
      .frees         (sel_replay & merged_last),
      .free_prt      (replay_prt),
      .free_set      (ul1_fn::tag_index(ul1_pkg::VA_W'(merged_line), carveout)),
      .sleeper       (sleeper),
      .asleep        (sleep_ids)
  );

  // The oldest replays that are ready
  logic [RB-1:0]   rb_valid, rb_due;
  logic [RB_W-1:0] load_place, store_place;     // places

  // Two processes: one that reads what it has just written bit by bit wakes itself up for ever in Icarus.
  always @* begin
    for (int i = 0; i < RB; i++) rb_valid[i] = CNT_W'(i) < rb_count;
  end
  always @* begin
    for (int i = 0; i < RB; i++) rb_due[i] = rb_valid[i] & (rb_wait[i*IV_W +: IV_W] == '0);
  end

  logic [RB-1:0] load_due, store_due;
  assign load_due = rb_due & ~rb_store;
  assign store_due = rb_due & rb_store & rb_beat;
  assign load_place     = RB_W'({ul1_fn::lowest(64'(load_due))});
  assign store_place     = RB_W'({ul1_fn::lowest(64'(store_due))});

  assign cand_remainder_load  = load_due != '0;
  assign cand_remainder_store = store_due != '0;
  assign cand_store_older     = cand_remainder_store & (~cand_remainder_load | store_place < load_place);

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

  assign pulls  = turn & pt_store & has_pull;
  assign f_sub  = sub_of(LG'({ul1_fn::lowest(64'(pt_pull[f_id]))}), pt_width[f_id]);
  assign f_left = pt_pull[f_id] & ~lanes_of(pt_width[f_id], f_sub);

  assign rb_lack     = rb_valid & rb_store & ~rb_beat;
  assign again_wants = rb_lack != '0;
  assign lack        = RB_W'({ul1_fn::lowest(64'(rb_lack))});

  assign pull_ready = again_wants ? intake_free : pulls != '0 & intake_spare;
  assign pull_id    = again_wants ? rb_id[lack*ID_W +: ID_W] : f_id;
  assign pull_sub   = again_wants ? rb_sub[lack*2 +: 2] : f_sub;
  assign pull_mask  = again_wants ? rb_mask[lack*LANES +: LANES] : slots_of(pt_mask[f_id], pt_width[f_id], f_sub);
  assign pull_lane  = lane_of_slots(pt_width[pull_id], pull_sub);
  assign pull_ofs   = ofs_of_slots(pt_width[pull_id]);

  logic beat_comes;
  assign beat_comes = pull_valid & pull_ready;

  // ---------------------------------------------------------------------------------------------------------------------
  // The access that the arbiter chose

  // An access that is no replay is of the sub-warp of the entry's lowest lane to do, and a cached one on that lane's line.
  logic [ID_W-1:0] line_id;
  logic [LG-1:0]   line_lane;
  logic [1:0]      line_sub;
  logic [LINE_W-1:0] line_line;

  assign line_id   = sel_woken ? wake_id : n_id;
  assign line_lane = LG'({ul1_fn::lowest(64'(pt_todo[line_id]))});
  assign line_sub  = sub_of(line_lane, pt_width[line_id]);
  assign line_line = pt_addr[line_id][line_lane*VA_W + LG + 2 +: LINE_W];

  logic            bare;      // a replay that no load waits for: of it there is nothing but the line
  logic [ID_W-1:0] chosen;

  assign bare  = sel_replay & merged_bare;
  assign chosen = sel_replay ? merged_id : sel_remainder_load ? rb_id[load_place*ID_W +: ID_W] : sel_remainder_store ? rb_id[store_place*ID_W +: ID_W]
                      : sel_woken | sel_new ? line_id : '0;

  assign req_valid = sel_replay | sel_remainder_load | sel_remainder_store | sel_woken | sel_new;
  assign req_id    = bare ? '0 : chosen;
  assign req_sub   = bare ? '0 : sel_replay ? merged_sub : sel_remainder_load ? rb_sub[load_place*2 +: 2] : sel_remainder_store ? rb_sub[store_place*2 +: 2]
                      : sel_woken | sel_new ? line_sub : '0;
  assign req_beat    = sel_replay | sel_remainder_load ? '0 : sel_remainder_store ? rb_ink[store_place*INTAKE_W +: INTAKE_W]
                      : sel_woken ? '0 : sel_new & cand_store ? bq_ink[bq_head[INTAKE_W-1:0]] : '0;
  assign req_line      = sel_replay ? merged_line : sel_remainder_load | sel_remainder_store ? '0 : sel_woken | sel_new ? line_line : '0;
  assign req_store     = ~bare & pt_store[chosen];
  assign req_width     = bare ? '0 : pt_width[chosen];
  assign req_signed    = ~bare & pt_signed[chosen];
  assign req_cached    = sel_replay | (req_valid & pt_cached[chosen]);
  assign req_bypass    = ~bare & pt_bypass[chosen];
  assign req_writeback = ~bare & pt_wb[chosen];
  assign presents      = sel_woken | sel_new;

  // The lanes of a cached access: of the sub-warp, those on the line that are active (replay) or to do
  logic [LANES*VA_W-1:0] va;        // the instruction's addresses
  logic [LANES-1:0]      on_line, req_lanes;

  always @* begin
    va = '0;
    if (req_valid & ~bare) va = pt_addr[chosen];
  end

  always @* begin
    on_line = '0;
    if (req_cached & ~bare) begin
      for (int l = 0; l < LANES; l++) on_line[l] = va[l*VA_W + LG + 2 +: LINE_W] == req_line;
    end
  end

  assign req_lanes = on_line & lanes_of(req_width, req_sub) & (sel_replay ? pt_mask[req_id] : pt_todo[req_id]);

  // Of a cached store: whether its sub-warp has no other line to do, so that this is the last use of its beat
  assign req_end   = req_cached & req_store
                     & (pt_todo[req_id] & lanes_of(req_width, req_sub) & ~req_lanes) == '0;

  assign req_mask  = req_cached ? slots_of(req_lanes, req_width, req_sub)
                     : sel_remainder_load ? rb_mask[load_place*LANES +: LANES] : sel_remainder_store ? rb_mask[store_place*LANES +: LANES]
                     : sel_new ? slots_of(pt_todo[n_id], req_width, req_sub) : '0;

  // The sub-warp's lanes, each array address once for each of its words
  logic [2:0]            req_words;
  logic [LANES*ADDR_W-1:0]   lane_addr;
  logic [LANES*ADDR_W/2-1:0] half_addr;
  logic [LANES*ADDR_W/4-1:0] quarter_addr;
  logic [LANES*ADDR_W-1:0]   pair_addr, quad_addr;

  assign req_words = ul1_fn::words(req_width);
  assign half_addr = (req_words == 3'd2 ? req_sub[0] : req_sub[1]) ? lane_addr[LANES*ADDR_W/2 +: LANES*ADDR_W/2]
                                                                      : lane_addr[0          +: LANES*ADDR_W/2];
  assign quarter_addr = req_sub[0] ? half_addr[LANES*ADDR_W/4 +: LANES*ADDR_W/4] : half_addr[0 +: LANES*ADDR_W/4];

  always @* begin
    lane_addr = '0;
    if (req_valid) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = va[l*VA_W +: ADDR_W];
    end
  end

  always @* begin
    pair_addr = '0;
    if (req_words == 3'd2) begin
      for (int s = 0; s < LANES; s++) pair_addr[s*ADDR_W +: ADDR_W] = half_addr[s/2*ADDR_W +: ADDR_W] + ADDR_W'(s % 2 * 4);
    end
  end

  always @* begin
    quad_addr = '0;
    if (req_words == 3'd4) begin
      for (int s = 0; s < LANES; s++) quad_addr[s*ADDR_W +: ADDR_W] = quarter_addr[s/4*ADDR_W +: ADDR_W] + ADDR_W'(s % 4 * 4);
    end
  end

  assign req_addr = req_words == 3'd1 ? lane_addr : req_words == 3'd2 ? pair_addr : quad_addr;

  // ---------------------------------------------------------------------------------------------------------------------
  // After a shared pass

  logic             replayed, keeps, leaves, returns;
  logic [RB_W-1:0]  at;        // the replay's place
  logic [LANES-1:0] left;
  logic             plain_goes; // a null or a fence retires
  logic             ends;       // the access was the last of its instruction, which is no cached load
  logic [LANES-1:0] taken;      // lanes of which presenting the access takes care,
  logic [LANES-1:0] stays;      // and those to do that it leaves

  assign replayed   = sel_remainder_load | sel_remainder_store;
  assign at         = sel_remainder_load ? load_place : store_place;
  assign left       = req_mask & ~split_mask;
  assign keeps      = req_valid & split_more & (home == ul1_pkg::HOME_LSU);   // the remainder stays with us
  assign returns    = req_valid & split_more & (home == ul1_pkg::HOME_INSTR);
  assign leaves     = replayed & ~keeps;
  assign plain_goes = ~req_valid & ready != '0 & n_plain;
  assign taken      = req_cached ? req_lanes : presents ? lanes_of(req_width, req_sub) : '0;
  assign stays      = pt_todo[req_id] & ~taken;
  assign ends       = req_valid & ~sel_replay & (req_cached ? req_store : ~split_more) & stays == '0;

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
    logic [RB*INTAKE_W-1:0] ink;

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
      if (beat_comes & again_wants) begin
        beat[lack]                = 1'b1;
        ink[lack*INTAKE_W +: INTAKE_W]  = intake_beat;
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
            ink  [i*INTAKE_W +: INTAKE_W] = ink  [(i+1)*INTAKE_W +: INTAKE_W];
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
        ink  [RB_W'(count)*INTAKE_W +: INTAKE_W] = req_beat;
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
  assign fails_lower = fail_before == '0 | (ul1_fn::lowest(64'(s1_lanes)) < ul1_fn::lowest(64'(fail_before)));

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
    if (beat_comes & ~again_wants) begin
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
      .clk        (clk),
      .rst        (rst),
      .queued     (queued),
      .turn       (turn),
      .ready      (ready),
      .next_id    (n_id),
      .pulls      (pulls),
      .pull_id    (f_id),
      .joins      (take_new),
      .join_id    (in_entry),
      .join_warp  (in_warp),
      .goes       (n_goes),
      .next_warp  (n_warp),
      .falls      (n_falls),
      .fall_id    (s1_id),
      .fall_warp  (s1_warp)
  );

  // Beat queue. A cached store needs its beat for all lines of the sub-warp.
  always_ff @(posedge clk) begin
    if (rst) begin
      bq_head <= '0;
      bq_tail <= '0;
    end else begin
      if (beat_comes & ~again_wants)                              bq_tail <= bq_tail + 1'b1;
      if (sel_new & cand_store & (~cand_cached | req_end)) bq_head <= bq_head + 1'b1;
    end
    if (beat_comes & ~again_wants) begin
      bq_id [bq_tail[INTAKE_W-1:0]] <= f_id;
      bq_ink[bq_tail[INTAKE_W-1:0]] <= intake_beat;
    end
  end

  // Busy warps. Of a busy warp only the remainder can have a shared pass, so each such pass settles its warp's bit.
  always_ff @(posedge clk) begin
    if (rst)                          busy <= '0;
    else if (req_valid & ~req_cached) busy[pt_warp[req_id]] <= split_more;
  end

  // Remainders on their way out
  always_ff @(posedge clk) begin
    if (rst) remainder_valid <= 1'b0;
    else     remainder_valid <= returns;
    if (returns) begin
      remainder_id   <= req_id;
      remainder_sub  <= req_sub;
      remainder_mask <= left;
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
      s1_rep   <= sel_replay;
      s1_err   <= sel_replay ? merged_err : ul1_pkg::ERR_NONE;
      s1_lanes <= req_lanes;
    end
    fu_id  <= {fu_id [(HLAT-1)*ID_W-1:0], plain_goes ? n_id : req_id};
    fu_sub <= {fu_sub[(HLAT-1)*2-1:0], req_sub};
  end

  logic       rf_late;
  logic [2:0] rf_width;

  assign rf_late  = fu_late[HLAT];
  assign rf_valid = fu_now[LAT] | rf_late;
  assign rf_id    = rf_late ? fu_id [(HLAT-1)*ID_W +: ID_W] : fu_id [(LAT-1)*ID_W +: ID_W];
  assign rf_sub   = rf_late ? fu_sub[(HLAT-1)*2    +: 2]    : fu_sub[(LAT-1)*2    +: 2];
  assign rf_warp  = pt_warp[rf_id];
  assign rf_reg   = pt_reg[rf_id];
  assign rf_width = pt_width[rf_id];
  assign rf_lane  = lane_of_slots(rf_width, rf_sub);
  assign rf_ofs   = ofs_of_slots(rf_width);

  assign ret_valid = fu_ret[HLAT];
  assign ret_id    = fu_id[(HLAT-1)*ID_W +: ID_W];
  assign ret_warp  = pt_warp[ret_id];
  assign ret_err   = pt_err[ret_id];
  assign ret_mask  = pt_fail[ret_id];
  assign ret_lane  = LG'({ul1_fn::lowest(64'(ret_mask))});
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
      assert (!(rf_valid && !pt_valid[rf_id]));
      assert (!(take_again && !pt_valid[in_id]));           // what is presented again was returned before
      assert (!(take_again && !busy[pt_warp[in_id]]));
      assert (!(sel_new && busy[pt_warp[n_id]]));           // a warp's accesses do not overtake one another
      assert (!(sel_new && keeps && take_again));           // one home at a time, so one remainder a cycle is appended
      assert (!(sel_new && req_store && !(beat_some && beat_id == req_id)));
      assert (bq_tail - bq_head <= (INTAKE_W+1)'(INTAKE));
      assert (!(req_cached && split_more));                   // a cached access is accepted whole
      assert (!(req_cached && !bare && req_lanes == '0));
      assert (!(req_cached && !req_store && (req_lanes & ~pt_open[req_id]) != '0)); // nothing is done twice,
      assert (!(sel_replay && !bare && (!pt_cached[req_id] || req_store)));
      assert (!(sel_replay && !bare && (req_lanes & pt_todo[req_id]) != '0));          // nor replayed while it is to do
      assert (!(sel_woken && req_store));                                            // stores are never deferred
      assert (!(s1_cached && s1_rep && !fails && !look_hit));                       // a replay hits
      assert (!(fails && look_hit));
      assert (!(fu_now[LAT] && rf_late));                   // the write port was booked for one of them
      assert (!(fu_ret[1] && done));                        // what retires by itself is no cached load
      assert (!(ret_valid && (queued[ret_id] || has_todo[ret_id])));
      assert (!(ret_valid && pt_cached[ret_id] && !pt_store[ret_id] && pt_open[ret_id] != '0));
      assert (!(answer_fence && answer_id < ID_W'(PT) && !(pt_valid[answer_id] && asked[answer_id])));
      assert (!(ret_valid && sleep_ids[ret_id]));
    end
  end

endmodule

`default_nettype wire
