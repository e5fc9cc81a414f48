// A line goes after those of its kind that came before it, and before all others of its kind. The kinds are new loads and invals, new
// stores and flushes, lines of a woken access that is first, and replays. So each other place's line passes it once at most. A replay
// waits until it goes, and for nothing else. And of each kind one goes, if there is any: the order is total and has no circle.
//
// No fairness is assumed: passes are counted in the cycles in which it could go itself, however often it could not in between. A line
// that is taken back comes again as the youngest.

module lines_turns (
    input wire clk,
    input wire rst,
    input wire line_joins, gather_valid, gather_signed, gather_store, gather_bypass, gather_writeback, gather_inval, gather_flush, gather_ordered,
    input wire line_ends, line_final, line_last, line_bare, fell, room_cached, some_woken, sel_replay, sel_woken, sel_load, sel_store,
    input wire [1:0] line_kind,
    input wire [ul1_pkg::PT_W-1:0] gather_entry, fell_entry,
    input wire [ul1_pkg::WARP_W-1:0] gather_warp,
    input wire [ul1_pkg::WIDTH_W-1:0] gather_width,
    input wire [ul1_pkg::SUB_W-1:0] line_sub,
    input wire [ul1_pkg::INTAKE_W-1:0] line_beat,
    input wire [ul1_pkg::PRT_W-1:0] line_prt,
    input wire [ul1_pkg::ERR_W-1:0] line_err,
    input wire [ul1_pkg::WOKEN_LINES-1:0] woken_leads
);

  localparam int LANES = 8, ADDR_W = ul1_pkg::addr_w(LANES), LINE_W = ul1_pkg::line_w(LANES);
  localparam int PLACES = ul1_pkg::LINE_PLACES, PLACE_W = ul1_pkg::LINE_PLACE_W, NEWS = ul1_pkg::NEW_LINES;
  localparam int PT_W = ul1_pkg::PT_W, WARP_W = ul1_pkg::WARP_W, LOADS = ul1_pkg::LOAD_LINES;
  localparam bit [PLACES-1:0] OF_LOAD = (PLACES'(1) << LOADS) - 1'b1, OF_STORE = ((PLACES'(1) << NEWS) - 1'b1) & ~OF_LOAD;
  wire [NEWS-1:0] line_news, line_stores, line_plain;
  wire [NEWS*PT_W-1:0] line_entries;
  wire [NEWS*WARP_W-1:0] line_warps;
  wire replay_free, replay_spare, loads_fit, stores_fit, cand_replay, cand_last, cand_bare, cand_woken, cand_woken_flush;
  wire ready_load, ready_store, ready_flush, its_signed, its_store, its_bypass, its_writeback, its_inval, its_flush, its_ordered;
  wire its_bare, its_end, its_final;
  wire [ul1_pkg::WOKEN_W-1:0] woken_count;
  wire [ul1_pkg::PT-1:0] woken_ids, gather_fresh;
  wire [ul1_pkg::WOKEN_LINES*PT_W-1:0] woken_entries;
  wire [LANES-1:0] fell_lanes, its_lanes, its_mask;
  wire [ul1_pkg::PRT_W-1:0] cand_prt;
  wire [ul1_pkg::ERR_W-1:0] cand_err, its_err;
  wire [PT_W-1:0] its_entry;
  wire [WARP_W-1:0] its_warp;
  wire [ul1_pkg::SUB_W-1:0] its_sub;
  wire [ul1_pkg::WIDTH_W-1:0] its_width;
  wire [ul1_pkg::INTAKE_W-1:0] its_beat;
  wire [LINE_W-1:0] its_line, cand_line;
  wire [LANES*ADDR_W-1:0] its_addr;

  lsu_lines #(.LANES(LANES)) dut (
      .*, .line_lanes({LANES{1'b0}}), .line_mask({LANES{1'b0}}), .line_line({LINE_W{1'b0}}), .line_addr({LANES*ADDR_W{1'b0}})
  );

  // names within the module
  (* hierconn *) wire [PLACES-1:0] \dut.used , \dut.here , \dut.replays , \dut.woken , \dut.join_one ;
  (* hierconn *) wire [PLACES-1:0] \dut.load_one , \dut.store_one , \dut.woken_one , \dut.replay_one ;
  (* hierconn *) wire [PLACES-1:0] \dut.older[0] , \dut.older[1] , \dut.older[2] , \dut.older[3] , \dut.older[4] , \dut.older[5] ;
  (* hierconn *) wire [PLACES-1:0] \dut.older[6] , \dut.older[7] , \dut.older[8] , \dut.older[9] , \dut.older[10] , \dut.older[11] ;
  (* hierconn *) wire [PLACES-1:0] \dut.older[12] ;
  wire [PLACES-1:0]        used  = \dut.used ;
  wire [PLACES-1:0]        loads = \dut.here & OF_LOAD, stores = \dut.here & OF_STORE;
  wire [PLACES*PLACES-1:0] older = {\dut.older[12] , \dut.older[11] , \dut.older[10] , \dut.older[9] , \dut.older[8] ,
                                    \dut.older[7] , \dut.older[6] , \dut.older[5] , \dut.older[4] , \dut.older[3] ,
                                    \dut.older[2] , \dut.older[1] , \dut.older[0] };

  // The order is one of all that are here; and it is one of any three. Each set has a first.
  (* anyconst *) reg [PLACE_W-1:0] x, y, z;
  (* anyconst *) reg [1:0] kind;
  reg [PLACES-1:0] set, one;
  always @* begin
    case (kind)
      2'd0:    {set, one} = {loads, \dut.load_one };
      2'd1:    {set, one} = {stores, \dut.store_one };
      2'd2:    {set, one} = {\dut.woken , \dut.woken_one };
      default: {set, one} = {\dut.replays , \dut.replay_one };
    endcase
  end
  wire total, of_three;
  wire [PLACES-1:0] lead;
  wire [PLACES:0]   leads;
  in_order #(.N(PLACES)) u_order (.there(used), .set, .older, .x, .y, .z, .total, .of_three, .lead, .leads);

  // One that waits, and another: whether the one could go as a load, a store, a woken one, a replay, and the other is the first of
  // these; whether the other was here when the one came, and still is. It has passed when it went in a cycle in which the one could
  // have gone.
  (* anyconst *) reg [PLACE_W-1:0] e, other;
  wire [3:0] could = {\dut.replays [e], \dut.woken [e], stores[e], loads[e]};
  wire [3:0] first = {\dut.replay_one [other], \dut.woken_one [other], \dut.store_one [other], \dut.load_one [other]};
  wire [3:0] passes = could & first & {sel_replay, sel_woken, sel_store, sel_load};
  reg before, passed, waits, begins = 1'b1;

  wire both      = used[e] && used[other];
  wire is_before = !both || older[e*PLACES + 32'(other)] == before;
  wire is_passed = !both || !before || !passed;

  always @(posedge clk) begin
    begins <= 1'b0;
    assume (!begins || rst || (total && is_before && is_passed));
    assume (x < PLACES && y < PLACES && z < PLACES && e < PLACES && other < PLACES && e != other);
    before <= \dut.join_one [e] ? used[other] : before & used[other];
    passed <= ~rst & ~\dut.join_one [e] & (passed | passes != '0);
    waits  <= ~rst & could[3] & ~(sel_replay & \dut.replay_one [e]);
    if (!rst) begin
      assert (of_three);
      assert (is_before);
      assert (is_passed);
      if (waits && !begins) assert (could[3]);
    end
    // (what follows from such a state is asserted of the first alone, as it may be any)
    if (begins && !rst) begin
      if ((could & first) != '0) assert (before);
      assert (!(passed && passes != '0));
      for (int i = 0; i < PLACES; i++) if (leads[i]) assert (leads[i+1]);
      if (leads[PLACES]) assert (one == lead);       // one goes
      assert (ready_load == (loads != '0 && !some_woken) && ready_store == (stores != '0 && !some_woken && room_cached));
      assert (cand_woken == (\dut.woken != '0) && cand_replay == (\dut.replays != '0));
    end
  end

endmodule
