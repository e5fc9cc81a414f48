// The stages before stage 0 of a cached access, a part of lsu. In the first it is chosen: the replay of a filled line, one of a
// sleeper that is awake, or a new one; its addresses are read at the end. In the second the lanes are gathered that lie on one
// line, and it joins the lines (lsu_lines). Of a new access a sub-warp is chosen, and its lines are gathered one after the
// other; replays and sleepers go between.

`default_nettype none

module lsu_gather #(
    parameter  int LANES  = 32,
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // whether a sub-warp is gathered, of which warp, whether it is a load's or upkeep's
    output logic                                 some,
    output logic      [ul1_pkg::WARP_W-1:0]      some_warp,
    output logic                                 some_load,

    // an instruction is taken that does not go to shared memory
    input  wire logic                            take_cached,
    input  wire logic [ul1_pkg::PT_W-1:0]        new_entry,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]  in_addr,

    // from fill, prt: the replay of a filled line; it is taken if there is one
    input  wire logic                            replay_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]       replay_prt,
    input  wire logic [ul1_pkg::PT_W-1:0]        replay_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]       merged_sub,
    input  wire logic [LINE_W-1:0]               merged_line,
    input  wire logic                            merged_last,
    input  wire logic [ul1_pkg::ERR_W-1:0]       merged_err,
    input  wire logic                            merged_bare,
    output logic                                 gather_ready,

    // from lsu_sleepers: of those that are awake and have a lane to do, whether the one whose line is gathered now is the
    // oldest; the oldest of the others, and whether it is older than all that have a place among the lines, or are gathered;
    // from lsu_lines: places for those, and for the others
    output logic                                 reads_woken,
    input  wire logic                            again_oldest,
    input  wire logic                            awake,
    input  wire logic [ul1_pkg::PT_W-1:0]        awake_entry,
    input  wire logic                            awake_oldest,
    input  wire logic [2:0]                      woken_count,
    input  wire logic                            replay_free,
    input  wire logic                            replay_spare,
    input  wire logic                            new_free,
    input  wire logic                            new_spare,

    // who could be chosen as new: of those that have the turn what is cached, a store with its beat, if it does not wait for
    // something that takes long; the oldest of them
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          pt_flush,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    input  wire logic [ul1_pkg::PT-1:0]          behind_sleeper,
    input  wire logic [ul1_pkg::PT-1:0]          held_long,
    input  wire logic                            room_cached,
    output logic      [ul1_pkg::PT-1:0]          gatherable,
    input  wire logic [ul1_pkg::PT_W-1:0]        fresh_entry,

    // of that one: its warp, what it is; whether an access of its warp is looked up, or gathered, and whether upkeep of it is
    // not done; of the new accesses of that warp among the lines whether there are any, others than plain loads, than stores
    input  wire logic [ul1_pkg::WARP_W-1:0]      fresh_warp,
    input  wire logic                            fresh_store,
    input  wire logic                            fresh_plain,
    input  wire logic                            fresh_looks,
    input  wire logic                            fresh_own,
    input  wire logic                            fresh_tending,
    input  wire logic                            kin_some,
    input  wire logic                            kin_no_loads,
    input  wire logic                            kin_no_stores,

    // that one is chosen: its sub-warp's lanes are no longer to do; its beat goes with it
    output logic                                 fresh_goes,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     fresh_width,
    input  wire logic [ul1_pkg::SUB_W-1:0]       fresh_sub,
    input  wire logic [LANES-1:0]                fresh_todo,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    fresh_beat,
    output logic      [LANES-1:0]                fresh_lanes,

    // how many of the lines bet
    input  wire logic [2:0]                      bets_count,

    // whose line is gathered: what the pending table has of it, and its lanes to do
    output logic                                 gather_valid,
    output logic      [ul1_pkg::PT_W-1:0]        gather_entry,
    output logic                                 gathers_woken,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     gather_width,
    input  wire logic [LANES-1:0]                gather_mask,
    input  wire logic [LANES-1:0]                gather_todo,
    input  wire logic                            gather_store,

    // what was deferred in this cycle; in the cycle before: all else of it that is prepared is taken back, of the sub-warp that
    // is gathered these lanes
    input  wire logic                            deferred,
    input  wire logic [ul1_pkg::PT_W-1:0]        s1_entry,
    output logic                                 fell,
    output logic      [ul1_pkg::PT_W-1:0]        fell_entry,
    output logic      [LANES-1:0]                fell_left,

    // to lsu_lines
    output logic                                 line_joins,
    output logic      [1:0]                      line_kind,
    output logic      [ul1_pkg::SUB_W-1:0]       line_sub,
    output logic      [LANES-1:0]                line_lanes,
    output logic      [LANES-1:0]                line_mask,
    output logic      [LINE_W-1:0]               line_line,
    output logic      [LANES*ADDR_W-1:0]         line_addr,
    output logic      [ul1_pkg::INTAKE_W-1:0]    line_beat,
    output logic                                 line_ends,
    output logic                                 line_bets,
    output logic      [ul1_pkg::PRT_W-1:0]       line_prt,
    output logic                                 line_last,
    output logic      [ul1_pkg::ERR_W-1:0]       line_err,
    output logic                                 line_bare
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;
  localparam int SUB_W  = ul1_pkg::SUB_W;
  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int BYTE_W = ul1_pkg::BYTE_W;

  localparam logic [1:0] NEW = 2'd0, WOKEN = 2'd1, REPLAY = 2'd2;

  // The sub-warp whose lines are gathered: the lanes left of it
  logic [PT_W-1:0]              some_entry;
  logic [ul1_pkg::INTAKE_W-1:0] some_beat;
  logic [LANES-1:0]             left, left_then;

  // ---------------------------------------------------------------------------------------------------------------------
  // Gathering

  logic [1:0]            kind;
  logic                  taken_back;   // all else of the one deferred
  logic [SUB_W-1:0]      replay_sub;
  logic [LINE_W-1:0]     replay_line;
  logic [LANES*VA_W-1:0] addr;
  logic [LANES-1:0]      among, first, members, on_line;
  logic [5:0]            lane;
  logic [LINE_W-1:0]     lane_line;
  logic                  gathers, gathers_new;

  assign taken_back    = fell & fell_entry == gather_entry & kind != REPLAY;
  assign gathers       = gather_valid & ~taken_back;
  assign gathers_new   = gathers & kind == NEW;
  assign gathers_woken = gathers & kind == WOKEN;
  assign among         = kind == REPLAY ? gather_mask : kind == WOKEN ? gather_todo : left;
  assign first         = among & -among;
  assign lane          = ul1_fn::index(64'(first));

  always @* begin
    lane_line = '0;
    if (gathers & kind != REPLAY) begin
      for (int l = 0; l < LANES; l++) begin
        lane_line = lane_line | (addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] & {LINE_W{first[l]}});
      end
    end
  end

  assign line_line = kind == REPLAY ? replay_line : lane_line;
  assign line_sub  = kind == REPLAY ? replay_sub : ul1_fn::sub_of(SUB_W'(lane >> (LANE_W - SUB_W)), gather_width);

  always @* begin
    on_line = '0;
    if (gathers & ~line_bare) begin
      for (int l = 0; l < LANES; l++) on_line[l] = addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] == line_line;
    end
  end

  assign line_lanes = on_line & members & among;
  assign line_joins = gathers;
  assign line_kind  = kind;
  assign line_beat  = some_beat;
  assign line_ends  = kind == NEW & left_then == '0;
  assign line_bets  = kind == NEW & some_bets;
  assign left_then  = left & ~line_lanes;

  lsu_members #(.LANES(LANES)) u_members (.width(gather_width), .sub(line_sub), .members);

  lsu_slots #(.LANES(LANES)) u_slots (
      .width   (gather_width),
      .sub     (line_sub),
      .active  (line_lanes),
      .slots   (line_mask)
  );

  logic [LANES*ADDR_W-1:0] lane_addr;

  always @* begin
    lane_addr = '0;
    if (gathers & ~line_bare) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = addr[l*VA_W +: ADDR_W];
    end
  end

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (gathers & ~line_bare),
      .width (gather_width),
      .sub   (line_sub),
      .lanes (lane_addr),
      .slots (line_addr)
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Choice

  // The sub-warp that is gathered has lines left; it is taken back.
  logic goes_on, some_back;

  assign some_back = some & fell & fell_entry == some_entry;
  assign goes_on   = some & ~some_back & (gathers_new ? left_then != '0 : 1'b1);
  assign fell_left = some_back ? left : '0;

  // The sleeper whose line is gathered has lines left, and is the oldest.
  logic again;

  assign reads_woken = gather_valid & kind == WOKEN;
  assign again       = again_oldest & (gather_todo & ~line_lanes) != '0;

  // One more fits of each kind, with the one that is gathered now.
  logic       fits_replay, fits_again, fits_awake, fits_new;
  logic [2:0] woken_then;

  assign fits_replay  = replay_free & (replay_spare | ~(gather_valid & kind == REPLAY));
  assign woken_then   = woken_count + {2'd0, reads_woken};
  assign fits_again   = woken_then < 3'(ul1_pkg::WOKEN_LINES - 1);
  assign fits_awake   = fits_again | (woken_then < 3'(ul1_pkg::WOKEN_LINES) & awake_oldest);
  assign fits_new     = new_free & (new_spare | ~(gather_valid & kind == NEW));
  assign gather_ready = fits_replay;

  // Who does not know yet whether it will have to wait for one of its warp bets; few at a time.
  logic own_store, own_plain;          // what the sub-warp is that is gathered
  logic others_than_loads, others_than_stores, others, bets, may_bet;
  logic some_bets;

  assign others_than_loads  = kin_no_loads | (fresh_own & ~own_plain);
  assign others_than_stores = kin_no_stores | (fresh_own & ~own_store);
  assign others             = kin_some | fresh_own;
  assign bets               = fresh_store ? others_than_stores | fresh_looks
                              : fresh_plain ? others_than_loads | fresh_tending : others | fresh_looks;
  assign may_bet            = bets_count + {2'd0, some & some_bets} < 3'(ul1_pkg::BETS);

  assign gatherable = turn & pt_cached & ~pt_null & ~held_long & (~(pt_store | pt_flush) | {PT{room_cached}})
                      & (~pt_store | (fed & ~behind_sleeper));

  logic takes_replay, takes_woken, takes_some, takes_fresh;

  assign takes_replay = replay_valid & fits_replay;
  assign takes_woken  = ~takes_replay & (again ? fits_again : awake & fits_awake);
  assign takes_some   = ~takes_replay & ~takes_woken & fits_new & goes_on;
  assign takes_fresh  = ~takes_replay & ~takes_woken & fits_new & ~goes_on & gatherable != '0 & (~bets | may_bet);
  assign fresh_goes   = takes_fresh;

  logic [LANES-1:0] fresh_members;

  assign fresh_lanes = fresh_todo & fresh_members;

  assign some_load   = some & ~own_store;

  lsu_members #(.LANES(LANES)) u_fresh_members (.width(fresh_width), .sub(fresh_sub), .members(fresh_members));

  logic [PT_W-1:0] next_entry;
  logic            reads;

  assign reads      = takes_replay | takes_woken | takes_some | takes_fresh;
  assign next_entry = takes_replay ? replay_entry : takes_woken ? (again ? gather_entry : awake_entry)
                      : takes_some ? some_entry : fresh_entry;

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES*VA_W)) u_addresses (
      .clk, .re(reads), .raddr(next_entry), .rdata(addr), .we(take_cached), .waddr(new_entry), .wdata(in_addr)
  );

  always_ff @(posedge clk) begin
    if (rst) begin
      gather_valid <= 1'b0;
      some         <= 1'b0;
      fell         <= 1'b0;
    end else begin
      gather_valid <= reads;
      some         <= takes_fresh | goes_on;
      fell         <= deferred;
    end
    if (deferred) fell_entry <= s1_entry;
    if (reads) begin
      gather_entry <= next_entry;
      kind         <= takes_replay ? REPLAY : takes_woken ? WOKEN : NEW;
      line_bare    <= takes_replay & merged_bare;
    end
    if (takes_replay) begin
      replay_sub  <= merged_sub;
      replay_line <= merged_line;
      line_prt    <= replay_prt;
      line_last   <= merged_last;
      line_err    <= merged_err;
    end
    if (takes_fresh) begin
      some_entry <= fresh_entry;
      some_warp  <= fresh_warp;
      some_beat  <= fresh_beat;
      some_bets  <= bets;
      own_store  <= fresh_store;
      own_plain  <= fresh_plain;
      left       <= fresh_lanes;
    end else if (gathers_new) begin
      left       <= left_then;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (!(gathers && !line_bare && line_lanes == '0));
      assert (!(gathers_new && !(some && some_entry == gather_entry)));
      assert (!(gathers && kind == REPLAY && gather_store && !line_bare));
      assert (!(gathers && kind == WOKEN && gather_store));             // stores are never deferred
    end
  end

endmodule

`default_nettype wire
