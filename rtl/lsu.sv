// Load/store unit: everything that is known of an instruction between its being taken and its retirement is here.
//
// A taken instruction gets an entry in the *pending table* and joins the *new queue*, in order. The queue's head is worked sub-warp
// by sub-warp; each non-empty sub-warp is an access that is presented to the arbiter. What a pass leaves over (bank conflicts)
// goes to the *replay buffer*, or back to the instruction side (`cfg_home`), and its warp is busy until nothing is left. Store data are
// pulled from the instruction side beat by beat, ahead of the passes that need them. Three *follow-up* stages run beside a pass and
// say at its end whose the loaded words are and whether the instruction retires.
//
// Order of events within a cycle: candidates (from registers) -> arbiter's choice -> the access -> arbiter's split -> next state.

`default_nettype none

module lsu #(
    parameter int LANES = 32
) (
    input  wire logic                                  clk,
    input  wire logic                                  rst,

    // from outside: settings, constant while the machine is not idle
    input  wire logic [1:0]                            cfg_split,
    input  wire logic                                  cfg_home,
    input  wire logic [ul1_pkg::IV_W-1:0]              cfg_interval,

    // from and to the instruction side: instructions, and remainders presented again
    input  wire logic                                  in_valid,
    input  wire logic                                  in_again,
    input  wire logic [ul1_pkg::ID_W-1:0]              in_id,
    input  wire logic [1:0]                            in_sub,
    input  wire logic [ul1_pkg::WARP_W-1:0]            in_warp,
    input  wire logic                                  in_store,
    input  wire logic [1:0]                            in_space,
    input  wire logic [2:0]                            in_width,
    input  wire logic                                  in_signed,
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

    // to arb: candidates
    output logic                                       cand_rl,
    output logic                                       cand_rs,
    output logic                                       cand_rs_older,
    output logic                                       cand_new,
    output logic                                       cand_store,

    // from arb: the choice
    input  wire logic                                  sel_rl,
    input  wire logic                                  sel_rs,
    input  wire logic                                  sel_new,

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

    // from arb: how far it got
    input  wire logic [LANES-1:0]                      acc_mask,
    input  wire logic                                  acc_more,

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
    output logic                                       lsu_idle
);

  localparam int LG     = $clog2(LANES);
  localparam int AW     = LG + 11;           // bits of an array address
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

  // Which sub-warps have an active lane
  function automatic logic [3:0] filled(input logic [LANES-1:0] lanes, input logic [2:0] width);
    case (ul1_pkg::words(width))
      3'd1:    filled = {3'b000, |lanes};
      3'd2:    filled = {2'b00, |lanes[LANES/2 +: LANES/2], |lanes[0 +: LANES/2]};
      default: filled = {|lanes[3*LANES/4 +: LANES/4], |lanes[2*LANES/4 +: LANES/4],
                         |lanes[  LANES/4 +: LANES/4], |lanes[0         +: LANES/4]};
    endcase
  endfunction

  // The lowest sub-warp of a set, 0 if there is none
  function automatic logic [1:0] first_sub(input logic [3:0] subs);
    first_sub = subs[0] ? 2'd0 : subs[1] ? 2'd1 : subs[2] ? 2'd2 : subs[3] ? 2'd3 : 2'd0;
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

  // The settings, a cycle late: they are constant while the machine is not idle, and no output shall hang on a pin of theirs.
  logic                home;
  logic [IV_W-1:0]     pause;   // what a new remainder has to wait

  always_ff @(posedge clk) begin
    home  <= cfg_home;
    pause <= cfg_interval == '0 ? '0 : cfg_interval - 1'b1;
  end

  // Pending table
  logic [PT-1:0]       pt_valid;
  logic [WARP_W-1:0]   pt_warp   [0:PT-1];
  logic                pt_store  [0:PT-1];
  logic [2:0]          pt_width  [0:PT-1];
  logic                pt_signed [0:PT-1];
  logic [REG_W-1:0]    pt_reg    [0:PT-1];
  logic [LANES-1:0]    pt_mask   [0:PT-1];  // active lanes; of a faulty instruction, the lanes that failed
  logic [2:0]          pt_err    [0:PT-1];
  logic [LANES*AW-1:0] pt_addr   [0:PT-1];  // array address of each lane

  // New queue and store queue: rings of entries. They have 2^ID_W places, more than there are entries, so that the
  // indices wrap by themselves and a full queue never looks like an empty one.
  logic [ID_W-1:0]     nq_entry [0:2**ID_W-1];
  logic [ID_W-1:0]     nq_head, nq_tail;
  logic [1:0]          nsub;                // next sub-warp of the new queue's head to look at
  logic [ID_W-1:0]     sq_entry [0:2**ID_W-1];
  logic [ID_W-1:0]     sq_head, sq_tail;
  logic [1:0]          fsub;                // likewise for beats of the store queue's head

  // Beat queue: intake numbers of the beats pulled for new accesses. One more bit tells full from empty.
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

  // A bit for each warp: an access of it has a remainder, here or at the instruction side
  logic [2**WARP_W-1:0] busy;

  // Follow-up of the pass in stage 1, 2, 3
  logic            s1_load, s2_load, s3_load;
  logic            s1_ret,  s2_ret,  s3_ret;
  logic [ID_W-1:0] s1_id,   s2_id,   s3_id;
  logic [1:0]      s1_sub,  s2_sub,  s3_sub;

  // ---------------------------------------------------------------------------------------------------------------------
  // Taking instructions

  logic          take_new, take_again;
  logic [PT-1:0] pt_free;

  assign pt_free     = ~pt_valid;
  assign in_ready    = pt_free != '0 & rb_count < CNT_W'(RB-1);
  assign again_ready = rb_count < CNT_W'(RB);
  assign in_entry    = ul1_pkg::lowest(64'(pt_free));
  assign take_new    = in_valid & ~in_again & in_ready;
  assign take_again  = in_valid & in_again & again_ready;

  // Shared memory ends at a quarter of the array or a multiple, so the address bits above a quarter's size decide.
  logic [VA_W-LG-10:0] quarters;
  assign quarters = {{VA_W-LG-11{1'b0}}, ul1_pkg::shared_quarters(cfg_split)};

  always_ff @(posedge clk) begin : take
    logic [LANES-1:0]    misaligned, behind, failed, first;
    logic [2:0]          err;
    logic [3:0]          align;
    logic [LANES*AW-1:0] addr;

    align      = ul1_pkg::align_mask(in_width);
    misaligned = '0;
    behind     = '0;
    addr       = '0;
    if (take_new | take_again) begin
      for (int l = 0; l < LANES; l++) addr[l*AW +: AW] = in_addr[l*VA_W +: AW];
      pt_addr[take_again ? in_id : in_entry] <= addr;
    end

    if (take_new) begin
      for (int l = 0; l < LANES; l++) begin
        misaligned[l] = (in_addr[l*VA_W +: 4] & align) != '0;
        behind[l]     = in_addr[l*VA_W + LG + 9 +: VA_W-LG-9] >= quarters;
      end
    end
    failed = in_mask & (in_space == ul1_pkg::SPACE_SHARED ? misaligned | behind : '1);
    first  = failed & -failed;
    if (failed == '0)                           err = ul1_pkg::ERR_NONE;
    else if (in_space != ul1_pkg::SPACE_SHARED) err = ul1_pkg::ERR_SPACE;
    else if ((first & misaligned) != '0)        err = ul1_pkg::ERR_MISALIGNED;
    else                                        err = ul1_pkg::ERR_RANGE;

    if (take_new) begin
      pt_warp  [in_entry] <= in_warp;
      pt_store [in_entry] <= in_store;
      pt_width [in_entry] <= in_width;
      pt_signed[in_entry] <= in_signed;
      pt_reg   [in_entry] <= in_reg;
      pt_mask  [in_entry] <= failed == '0 ? in_mask : failed;
      pt_err   [in_entry] <= err;
      nq_entry [nq_tail]  <= in_entry;
      sq_entry [sq_tail]  <= in_entry;
    end

    // Every instruction joins the new queue; a store that is not null joins the store queue, too.
    if (rst) begin
      nq_tail <= '0;
      sq_tail <= '0;
    end else if (take_new) begin
      nq_tail <= nq_tail + 1'b1;
      if (in_store & failed == '0 & in_mask != '0) sq_tail <= sq_tail + 1'b1;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Candidates (stage 0, from registers alone)

  // The new queue's head
  logic             n_some, n_null, n_last;
  logic [ID_W-1:0]  n_id;
  logic [2:0]       n_width;
  logic [LANES-1:0] n_lanes;
  logic [3:0]       n_left;   // its non-empty sub-warps not yet presented
  logic [1:0]       n_sub;

  assign n_some  = nq_head != nq_tail;
  assign n_id    = nq_entry[nq_head];
  assign n_width = pt_width[n_id];
  assign n_lanes = pt_mask[n_id];
  assign n_null  = n_some & ((pt_err[n_id] != ul1_pkg::ERR_NONE) | (n_lanes == '0));
  assign n_left  = filled(n_lanes, n_width) & (4'b1111 << nsub);
  assign n_sub   = first_sub(n_left);
  assign n_last  = (n_left & (n_left - 1'b1)) == '0;

  logic n_free;  // its warp has no remainder
  assign n_free = n_some & ~busy[pt_warp[n_id]];

  assign cand_store = pt_store[n_id];
  assign cand_new   = n_free & ~n_null & (~pt_store[n_id] | bq_head != bq_tail)
                      & (rb_count < CNT_W'(RB) | home == ul1_pkg::HOME_INSTR);

  // The oldest replays that are ready
  logic [RB-1:0]   rb_valid, rb_due;
  logic [RB_W-1:0] rl, rs;     // places

  // Two processes: one that reads what it has just written bit by bit wakes itself up for ever in Icarus.
  always_comb begin
    for (int i = 0; i < RB; i++) rb_valid[i] = CNT_W'(i) < rb_count;
  end
  always_comb begin
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
  // Store data: a replay that lacks its beat goes first, else the store queue's head. A new store never takes the
  // intake's last beat, which a remainder presented again may need.

  logic             f_some, f_last;
  logic [ID_W-1:0]  f_id;
  logic [3:0]       f_left;
  logic [1:0]       f_sub;
  logic [RB-1:0]    rb_lack;
  logic             again_wants;
  logic [RB_W-1:0]  lack;      // place of the oldest replay that lacks its beat

  assign f_some      = sq_head != sq_tail;
  assign f_id        = sq_entry[sq_head];
  assign f_left      = filled(pt_mask[f_id], pt_width[f_id]) & (4'b1111 << fsub);
  assign f_sub       = first_sub(f_left);
  assign f_last      = (f_left & (f_left - 1'b1)) == '0;

  assign rb_lack     = rb_valid & rb_store & ~rb_beat;
  assign again_wants = rb_lack != '0;
  assign lack        = RB_W'({ul1_pkg::lowest(64'(rb_lack))});

  assign st_ready    = again_wants ? ink_any : f_some & ink_two;
  assign st_id       = again_wants ? rb_id[lack*ID_W +: ID_W] : f_id;
  assign st_sub      = again_wants ? rb_sub[lack*2 +: 2] : f_sub;
  assign st_mask     = again_wants ? rb_mask[lack*LANES +: LANES] : slots_of(pt_mask[f_id], pt_width[f_id], f_sub);
  assign st_lane     = lane_of_slots(pt_width[st_id], st_sub);
  assign st_ofs      = ofs_of_slots(pt_width[st_id]);

  logic st_take;
  assign st_take = st_valid & st_ready;

  // ---------------------------------------------------------------------------------------------------------------------
  // The access that the arbiter chose

  logic [2:0] req_words;

  assign req_valid  = sel_rl | sel_rs | sel_new;
  assign req_id     = sel_rl ? rb_id[rl*ID_W +: ID_W] : sel_rs ? rb_id[rs*ID_W +: ID_W] : sel_new ? n_id : '0;
  assign req_sub    = sel_rl ? rb_sub[rl*2 +: 2] : sel_rs ? rb_sub[rs*2 +: 2] : sel_new ? n_sub : '0;
  assign req_ink    = sel_rl ? '0 : sel_rs ? rb_ink[rs*INK_W +: INK_W] : sel_new ? bq_ink[bq_head[INK_W-1:0]] : '0;
  assign req_mask   = sel_rl ? rb_mask[rl*LANES +: LANES] : sel_rs ? rb_mask[rs*LANES +: LANES]
                      : sel_new ? slots_of(n_lanes, n_width, n_sub) : '0;
  assign req_store  = pt_store[req_id];
  assign req_width  = pt_width[req_id];
  assign req_signed = pt_signed[req_id];
  assign req_words  = ul1_pkg::words(req_width);

  // The sub-warp's lanes, each address once for each of its words
  logic [LANES*AW-1:0]   lane_addr;
  logic [LANES*AW/2-1:0] half_addr;
  logic [LANES*AW/4-1:0] quarter_addr;
  logic [LANES*AW-1:0]   pair_addr, quad_addr;

  assign lane_addr    = pt_addr[req_id];
  assign half_addr    = (req_words == 3'd2 ? req_sub[0] : req_sub[1]) ? lane_addr[LANES*AW/2 +: LANES*AW/2]
                                                                      : lane_addr[0          +: LANES*AW/2];
  assign quarter_addr = req_sub[0] ? half_addr[LANES*AW/4 +: LANES*AW/4] : half_addr[0 +: LANES*AW/4];

  always_comb begin
    pair_addr = '0;
    if (req_words == 3'd2) begin
      for (int s = 0; s < LANES; s++) pair_addr[s*AW +: AW] = half_addr[s/2*AW +: AW] + AW'(s % 2 * 4);
    end
  end

  always_comb begin
    quad_addr = '0;
    if (req_words == 3'd4) begin
      for (int s = 0; s < LANES; s++) quad_addr[s*AW +: AW] = quarter_addr[s/4*AW +: AW] + AW'(s % 4 * 4);
    end
  end

  assign req_addr = req_words == 3'd1 ? lane_addr : req_words == 3'd2 ? pair_addr : quad_addr;

  // ---------------------------------------------------------------------------------------------------------------------
  // After the pass

  logic             replayed, keeps, leaves, returns;
  logic [RB_W-1:0]  at;        // the replay's place
  logic [LANES-1:0] left;
  logic             null_goes;
  logic             ends;      // the access was the last of its instruction

  assign replayed  = sel_rl | sel_rs;
  assign at        = sel_rl ? rl : rs;
  assign left      = req_mask & ~acc_mask;
  assign keeps     = req_valid & acc_more & (home == ul1_pkg::HOME_LSU);   // the remainder stays with us
  assign returns   = req_valid & acc_more & (home == ul1_pkg::HOME_INSTR);
  assign leaves    = replayed & ~keeps;
  assign null_goes = ~req_valid & n_null & n_free;
  assign ends      = req_valid & ~acc_more & ((filled(pt_mask[req_id], req_width) & (4'b1110 << req_sub)) == '0);

  // Replay buffer, the state to come: first waits count down and the beat pulled is noted; then the replay that had its pass is
  // updated, or leaves and the younger ones move up; then what is new is appended behind them.
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

  // Queues, but for the tails of the new and the store queue (see above)
  always_ff @(posedge clk) begin
    if (rst) begin
      nq_head <= '0;
      nsub    <= '0;
      sq_head <= '0;
      fsub    <= '0;
      bq_head <= '0;
      bq_tail <= '0;
    end else begin
      if (sel_new) nsub <= n_last ? 2'd0 : n_sub + 1'b1;
      if ((sel_new & n_last) | null_goes) nq_head <= nq_head + 1'b1;

      if (st_take & ~again_wants) begin
        fsub    <= f_last ? 2'd0 : f_sub + 1'b1;
        bq_tail <= bq_tail + 1'b1;
        if (f_last) sq_head <= sq_head + 1'b1;
      end
      if (sel_new & req_store) bq_head <= bq_head + 1'b1;
    end
    if (st_take & ~again_wants) bq_ink[bq_tail[INK_W-1:0]] <= ink_idx;
  end

  // Busy warps. Of a busy warp only the replay can have a pass, so each pass settles its warp's bit.
  always_ff @(posedge clk) begin
    if (rst)            busy <= '0;
    else if (req_valid) busy[pt_warp[req_id]] <= acc_more;
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
  // Follow-up (stages 1 to 3), write-back and retirement

  always_ff @(posedge clk) begin
    if (rst) begin
      s1_load <= 1'b0;
      s2_load <= 1'b0;
      s3_load <= 1'b0;
      s1_ret  <= 1'b0;
      s2_ret  <= 1'b0;
      s3_ret  <= 1'b0;
    end else begin
      s1_load <= req_valid & ~req_store;
      s2_load <= s1_load;
      s3_load <= s2_load;
      s1_ret  <= ends | null_goes;
      s2_ret  <= s1_ret;
      s3_ret  <= s2_ret;
    end
    s1_id  <= null_goes ? n_id : req_id;
    s2_id  <= s1_id;
    s3_id  <= s2_id;
    s1_sub <= req_sub;
    s2_sub <= s1_sub;
    s3_sub <= s2_sub;
  end

  assign wb_valid  = s3_load;
  assign wb_id     = s3_id;
  assign wb_sub    = s3_sub;
  assign wb_warp   = pt_warp[s3_id];
  assign wb_reg    = pt_reg[s3_id];
  assign wb_lane   = lane_of_slots(pt_width[s3_id], s3_sub);
  assign wb_ofs    = ofs_of_slots(pt_width[s3_id]);

  assign ret_valid = s3_ret;
  assign ret_id    = s3_id;
  assign ret_warp  = pt_warp[s3_id];
  assign ret_err   = pt_err[s3_id];
  assign ret_mask  = pt_mask[s3_id];
  assign ret_lane  = LG'({ul1_pkg::lowest(64'(ret_mask))});

  logic [PT-1:0] pt_valid_next;

  always_comb begin
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
      assert (!(sel_new && req_store && bq_head == bq_tail));
      assert (bq_tail - bq_head <= (INK_W+1)'(INK));
    end
  end

endmodule

`default_nettype wire
