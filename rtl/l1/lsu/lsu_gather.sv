// The stages before stage 0 of a cached access, a part of lsu. In the first it is chosen: the replay of a filled line, one of a
// sleeper that is awake, or a new one; its addresses are read at the end. In the second the lanes are gathered that lie on one
// line, and it joins the lines (lsu_lines). Of a new access a sub-warp is chosen, and its lines are gathered one after the
// other; replays and sleepers go between. One that is not free to have a line is set aside (lsu_aside), so that others go on.

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

    // whether a sub-warp is gathered, of which warp, whether it is a load's or upkeep's, a plain load's; of one that is set
    // aside because it bets, or is a store's or a flush's, likewise
    output logic                                 some,
    output logic      [ul1_pkg::WARP_W-1:0]      some_warp,
    output logic                                 some_load,
    output logic                                 some_plain,
    output logic                                 bet_valid,
    output logic      [ul1_pkg::WARP_W-1:0]      bet_warp,
    output logic                                 bet_load,
    output logic                                 room_valid,
    output logic      [ul1_pkg::WARP_W-1:0]      room_warp,
    output logic                                 room_load,

    // of the lines that are new ones: whose they are; of what else a sub-warp may wait for (see lsu_bets)
    input  wire logic [ul1_pkg::NEW_LINES-1:0]   line_news,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::PT_W-1:0]   line_entries,
    input  wire logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0] line_warps,
    input  wire logic                            s1_look,
    input  wire logic [ul1_pkg::WARP_W-1:0]      s1_warp,
    input  wire logic [2**ul1_pkg::WARP_W-1:0]   tending,
    input  wire logic [2**ul1_pkg::WARP_W-1:0]   loading,
    input  wire logic [2**ul1_pkg::WARP_W-1:0]   sleeping,

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
    // something that takes long, and is free to have a line; the oldest of them
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          pt_flush,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    input  wire logic [ul1_pkg::PT-1:0]          behind_sleeper,
    input  wire logic [ul1_pkg::PT-1:0]          held_long,
    input  wire logic [ul1_pkg::PT-1:0]          behind_aside,
    input  wire logic [ul1_pkg::PT-1:0]          bettors,
    input  wire logic                            room_cached,
    output logic      [ul1_pkg::PT-1:0]          gatherable,
    input  wire logic [ul1_pkg::PT_W-1:0]        fresh_entry,

    // of that one: its warp, what it is, whether it bets
    input  wire logic [ul1_pkg::WARP_W-1:0]      fresh_warp,
    input  wire logic                            fresh_store,
    input  wire logic                            fresh_flush,
    input  wire logic                            fresh_ordered,
    input  wire logic                            fresh_plain,
    input  wire logic                            fresh_bets,

    // that one is chosen: its sub-warp's lanes are no longer to do; its beat goes with it
    output logic                                 fresh_goes,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     fresh_width,
    input  wire logic [ul1_pkg::SUB_W-1:0]       fresh_sub,
    input  wire logic [LANES-1:0]                fresh_todo,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    fresh_beat,
    output logic      [LANES-1:0]                fresh_lanes,

    // how many of the lines bet; how many that do not are stores and flushes
    input  wire logic [3:0]                      bets_count,
    input  wire logic [3:0]                      rooms_count,

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

  // The sub-warp whose lines are gathered: what it is of, the lanes left of it
  logic [PT_W-1:0]              some_entry;
  logic [ul1_pkg::INTAKE_W-1:0] some_beat;
  logic                         some_bets, some_store, some_room, some_ordered;
  logic [LANES-1:0]             left, left_then, left_now;

  // ---------------------------------------------------------------------------------------------------------------------
  // Gathering

  logic [1:0]            kind;
  logic                  taken_back;   // all else of the one deferred
  logic [SUB_W-1:0]      replay_sub;
  logic [LINE_W-1:0]     replay_line;
  logic [LANES*VA_W-1:0] addr;
  logic [LANES-1:0]      among, first, members, could, on_line;
  logic [5:0]            lane;
  logic [LINE_W-1:0]     lane_line;
  logic                  gathers, gathers_new;

  always @* begin
    taken_back    = 1'b0;
    gathers       = 1'b0;
    gathers_woken = 1'b0;
    reads_woken   = 1'b0;
    if (ul1_fn::worth(gather_valid)) begin
      taken_back    = fell & fell_entry == gather_entry & kind != REPLAY;
      gathers       = gather_valid & ~taken_back;
      gathers_woken = gathers & kind == WOKEN;
      reads_woken   = gather_valid & kind == WOKEN;
    end
  end

  assign gathers_new = gathers & kind == NEW;

  always @* begin
    among     = '0;
    first     = '0;
    lane      = '0;
    lane_line = '0;
    line_line = '0;
    line_sub  = '0;
    if (ul1_fn::worth(gathers)) begin
      among = kind == REPLAY ? gather_mask : kind == WOKEN ? gather_todo : left;
      first = among & -among;
      lane  = ul1_fn::index(64'(first));
      if (ul1_fn::worth(kind != REPLAY)) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::worth(first[l])) begin
            lane_line = lane_line | (addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] & {LINE_W{first[l]}});
          end
        end
      end
      line_line = kind == REPLAY ? replay_line : lane_line;
      line_sub  = kind == REPLAY ? replay_sub : ul1_fn::sub_of(SUB_W'(lane >> (LANE_W - SUB_W)), gather_width);
    end
  end

  always @* begin
    could      = '0;
    on_line    = '0;
    line_lanes = '0;
    line_ends  = 1'b0;
    line_bets  = 1'b0;
    left_then  = left;
    if (ul1_fn::worth(gathers)) begin
      could = members & among;
      if (gathers & ~line_bare) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::worth(could[l])) on_line[l] = addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] == line_line;
        end
      end
      line_lanes = on_line & could;
      left_then  = left & ~line_lanes;
      line_ends  = kind == NEW & left_then == '0;
      line_bets  = kind == NEW & some_bets;
    end
  end

  assign line_joins = gathers;
  assign line_kind  = kind;
  assign line_beat  = some_beat;
  assign left_now   = gathers_new ? left_then : left;

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
  assign fell_left = (some_back ? left : '0) | bet_left_back | room_left_back;

  // The sleeper whose line is gathered has lines left, and is the oldest.
  logic again;

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

  // Who does not know yet whether it will have to wait for one of its warp bets; few at a time are free to. Nor are more than a
  // few stores and flushes prepared, as they may find no room any more.
  logic       bets_fit, rooms_fit, some_still, bet_still, some_free, sets_aside;
  logic       bet_free, bet_back, room_back, bet_store, bet_room, bet_ordered, bet_plain, room_store, room_room, room_plain;
  logic       gathers_now;
  logic [PT_W-1:0]              bet_entry, room_entry;
  logic [ul1_pkg::INTAKE_W-1:0] bet_beat, room_beat;
  logic [LANES-1:0]             bet_left, room_left, bet_left_back, room_left_back;

  assign gathers_now = gather_valid & kind == NEW;
  assign bets_fit    = bets_count + {3'd0, gathers_now & some_bets} < 4'(ul1_pkg::BETS);
  assign rooms_fit   = rooms_count + {3'd0, gathers_now & some_room & ~some_bets} < 4'(ul1_pkg::ROOM_LINES);
  assign some_free   = some_still ? bets_fit : ~some_room | rooms_fit;
  assign bet_free    = bet_valid & ~bet_back & (bet_still ? bets_fit : ~bet_room | rooms_fit) & ~(bet_room & room_valid);
  assign sets_aside  = goes_on & ~some_free;

  always @* begin
    gatherable = '0;
    if (ul1_fn::worth((turn & pt_cached) != '0)) begin
      gatherable = turn & pt_cached & ~pt_null & ~held_long & ~behind_aside
                   & (~(pt_store | pt_flush) | {PT{room_cached & ~room_valid}}) & (~pt_store | (fed & ~behind_sleeper))
                   & ((bettors & {PT{bets_fit & ~bet_valid}}) | (~bettors & (~(pt_store | pt_flush) | {PT{rooms_fit}})));
    end
  end

  logic takes_replay, takes_woken, takes_new, takes_some, takes_room, takes_bet, takes_fresh;

  assign takes_replay = replay_valid & fits_replay;
  assign takes_woken  = ~takes_replay & (again ? fits_again : awake & fits_awake);
  assign takes_new    = ~takes_replay & ~takes_woken & fits_new;

  always @* begin
    takes_some  = 1'b0;
    takes_room  = 1'b0;
    takes_bet   = 1'b0;
    takes_fresh = 1'b0;
    if (ul1_fn::worth(takes_new)) begin
      takes_some  = takes_new & goes_on & some_free;
      takes_room  = takes_new & ~goes_on & room_valid & ~room_back & rooms_fit;
      takes_bet   = takes_new & ~goes_on & ~(room_valid & ~room_back & rooms_fit) & bet_free;
      takes_fresh = takes_new & ~goes_on & ~(room_valid & ~room_back & rooms_fit) & ~bet_free & gatherable != '0;
    end
    fresh_goes = takes_fresh;
  end
  assign some_load    = ~some_store;
  assign bet_load     = ~bet_store;
  assign room_load    = ~room_store;

  lsu_bets u_some_bets (
      .bets(some & some_bets), .entry(some_entry), .warp(some_warp), .store(some_store), .ordered(some_ordered),
      .line_news, .line_entries, .line_warps, .s1_look, .s1_entry, .s1_warp, .tending, .loading, .sleeping, .still(some_still)
  );

  lsu_bets u_bet_bets (
      .bets(bet_valid), .entry(bet_entry), .warp(bet_warp), .store(bet_store), .ordered(bet_ordered),
      .line_news, .line_entries, .line_warps, .s1_look, .s1_entry, .s1_warp, .tending, .loading, .sleeping, .still(bet_still)
  );

  lsu_aside #(.LANES(LANES)) u_bet (
      .clk, .rst, .comes(sets_aside & some_still), .some_entry, .some_warp, .some_beat, .some_store, .some_room, .some_ordered,
      .some_plain, .left_then(left_now), .valid(bet_valid), .entry(bet_entry), .warp(bet_warp), .beat(bet_beat),
      .store(bet_store), .room(bet_room), .ordered(bet_ordered), .plain(bet_plain), .left(bet_left), .goes(takes_bet),
      .fell, .fell_entry, .back(bet_back), .back_left(bet_left_back)
  );

  // (No ordered load's.)
  logic room_ordered;

  lsu_aside #(.LANES(LANES)) u_room (
      .clk, .rst, .comes(sets_aside & ~some_still), .some_entry, .some_warp, .some_beat, .some_store, .some_room,
      .some_ordered(1'b0), .some_plain(1'b0), .left_then(left_now), .valid(room_valid), .entry(room_entry), .warp(room_warp),
      .beat(room_beat), .store(room_store), .room(room_room), .ordered(room_ordered), .plain(room_plain), .left(room_left),
      .goes(takes_room), .fell, .fell_entry, .back(room_back), .back_left(room_left_back)
  );

  logic [LANES-1:0] fresh_members;

  assign fresh_lanes = fresh_todo & fresh_members;

  lsu_members #(.LANES(LANES)) u_fresh_members (.width(fresh_width), .sub(fresh_sub), .members(fresh_members));

  logic [PT_W-1:0] next_entry;
  logic            reads;

  assign reads = takes_replay | takes_woken | takes_some | takes_room | takes_bet | takes_fresh;

  always @* begin
    next_entry = '0;
    if (ul1_fn::worth(reads)) begin
      next_entry = takes_replay ? replay_entry : takes_woken ? (again ? gather_entry : awake_entry)
                   : takes_some ? some_entry : takes_room ? room_entry : takes_bet ? bet_entry : fresh_entry;
    end
  end

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
      some         <= takes_fresh | takes_room | takes_bet | (goes_on & ~sets_aside);
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
      some_entry   <= fresh_entry;
      some_warp    <= fresh_warp;
      some_beat    <= fresh_beat;
      some_bets    <= fresh_bets;
      some_store   <= fresh_store;
      some_room    <= fresh_store | fresh_flush;
      some_ordered <= fresh_ordered;
      some_plain   <= fresh_plain;
      left         <= fresh_lanes;
    end else if (takes_room) begin
      some_entry   <= room_entry;
      some_warp    <= room_warp;
      some_beat    <= room_beat;
      some_bets    <= 1'b0;
      some_store   <= room_store;
      some_room    <= room_room;
      some_ordered <= room_ordered;
      some_plain   <= room_plain;
      left         <= room_left;
    end else if (takes_bet) begin
      some_entry   <= bet_entry;
      some_warp    <= bet_warp;
      some_beat    <= bet_beat;
      some_bets    <= bet_still;
      some_store   <= bet_store;
      some_room    <= bet_room;
      some_ordered <= bet_ordered;
      some_plain   <= bet_plain;
      left         <= bet_left;
    end else begin
      some_bets    <= some_still;
      left         <= left_now;
    end
  end

  always @(posedge clk) begin
    if (!rst & (gathers | sets_aside)) begin
      assert (!(gathers && !line_bare && line_lanes == '0) && !(gathers_new && !(some && some_entry == gather_entry)));
      assert (!(gathers && gather_store && (kind == REPLAY ? !line_bare : kind == WOKEN)));   // stores are never deferred
      assert (!(sets_aside && !some_still && !some_room));
    end
  end

endmodule

`default_nettype wire
