// A line access leaves the line buffer after those of its kind that came before it, and before all others of
// its kind. The kinds are loads with invalidations, stores with flushes, and replays. So the line in each
// other buffer entry passes it at most once. A line stays until it leaves. If there are lines of a kind, one
// is selected: the order is total and has no cycle.
//
// No fairness is assumed. A pass counts only in a cycle in which the waiting line could leave itself, however
// often it could not in between.

module lines_turns (
    input wire clk,
    input wire rst,
    input wire line_joins, coalesce_signed, coalesce_store, coalesce_bypass, coalesce_fresh, coalesce_stream,
        coalesce_writeback, coalesce_inval,
        coalesce_flush, coalesce_ordered,
    input wire line_ends, line_final, line_last, line_bare, reading, sel_replay, sel_load, sel_store,
    input wire [1:0] line_kind,
    input wire [ul1_pkg::INSTR_W-1:0] coalesce_entry,
    input wire [ul1_pkg::WARP_W-1:0] coalesce_warp,
    input wire [ul1_pkg::WIDTH_W-1:0] coalesce_width,
    input wire [ul1_pkg::PART_W-1:0] line_part,
    input wire [ul1_pkg::INTAKE_W-1:0] line_beat,
    input wire [ul1_pkg::PRT_W-1:0] line_prt,
    input wire [ul1_pkg::ERR_W-1:0] line_err
);

  localparam int LANES = 8, ADDR_W = ul1_pkg::addr_w(LANES), LINE_W = ul1_pkg::line_w(LANES);
  localparam int PLACES = ul1_pkg::LINE_ENTRIES, PLACE_W = ul1_pkg::LINE_ENTRY_W, NEWS = ul1_pkg::NEW_LINES;
  localparam int INSTR_W = ul1_pkg::INSTR_W, WARP_W = ul1_pkg::WARP_W, LOADS = ul1_pkg::LOAD_LINES;
  localparam bit [PLACES-1:0] OF_LOAD = (PLACES'(1) << LOADS) - 1'b1, OF_STORE = ((PLACES'(1) << NEWS) - 1'b1)
                                        & ~OF_LOAD;
  wire [NEWS-1:0] line_news, line_stores, line_plain;
  wire [NEWS*INSTR_W-1:0] line_entries;
  wire [NEWS*WARP_W-1:0] line_warps;
  wire replay_free, replay_spare, loads_fit, stores_fit, cand_last, cand_bare;
  wire line_load, line_store, line_flush, line_replay, acc_signed, acc_store, acc_bypass, acc_fresh,
      acc_stream, acc_writeback, acc_inval, acc_flush, acc_ordered;
  wire acc_bare, acc_end, acc_final;
  wire [ul1_pkg::INSTRS-1:0] coalesce_unissued;
  wire [LANES-1:0] acc_lanes, acc_mask;
  wire [ul1_pkg::PRT_W-1:0] cand_prt;
  wire [ul1_pkg::ERR_W-1:0] cand_err, acc_err;
  wire [INSTR_W-1:0] acc_entry;
  wire [WARP_W-1:0] acc_warp;
  wire [ul1_pkg::PART_W-1:0] acc_part;
  wire [ul1_pkg::WIDTH_W-1:0] acc_width;
  wire [ul1_pkg::INTAKE_W-1:0] acc_beat;
  wire [LINE_W-1:0] acc_line;
  wire [LANES*ADDR_W-1:0] acc_addr;

  lsu_lines #(.LANES(LANES)) dut (
      .*, .line_lanes({LANES{1'b0}}), .line_mask({LANES{1'b0}}), .line_line({LINE_W{1'b0}}),
      .line_addr({LANES*ADDR_W{1'b0}})
  );

  // Names within the module
  (* hierconn *) wire [PLACES-1:0] \dut.used_q , \dut.replays , \dut.join_one , \dut.load_one ,
      \dut.store_one , \dut.replay_one ;
  (* hierconn *) wire [PLACES-1:0] \dut.older_q[0] , \dut.older_q[1] , \dut.older_q[2] , \dut.older_q[3] ,
      \dut.older_q[4] , \dut.older_q[5] ;
  (* hierconn *) wire [PLACES-1:0] \dut.older_q[6] , \dut.older_q[7] , \dut.older_q[8] ;
  wire [PLACES-1:0]        used  = \dut.used_q ;
  wire [PLACES-1:0]        loads = used & OF_LOAD, stores = used & OF_STORE;
  wire [PLACES*PLACES-1:0] older = {\dut.older_q[8] , \dut.older_q[7] , \dut.older_q[6] , \dut.older_q[5] ,
                                    \dut.older_q[4] ,
                                    \dut.older_q[3] , \dut.older_q[2] , \dut.older_q[1] , \dut.older_q[0] };

  // The order is total on all lines present, and on any three. Each set has a first.
  (* anyconst *) reg [PLACE_W-1:0] x, y, z;
  (* anyconst *) reg [1:0] kind;
  reg [PLACES-1:0] set, one;
  always @* begin
    case (kind)
      2'd0:    {set, one} = {loads, \dut.load_one };
      2'd1:    {set, one} = {stores, \dut.store_one };
      default: {set, one} = {\dut.replays , \dut.replay_one };
    endcase
  end
  wire total, of_three;
  wire [PLACES-1:0] lead;
  wire [PLACES:0]   leads;
  in_order #(.N(PLACES)) u_order (.there(used), .set, .older, .x, .y, .z, .total, .of_three, .lead, .leads);

  // One that waits, and another: whether the first could leave as a load, store or replay, and whether the
  // other is the first of that kind. `before`: the other was present when the first came, and still is. It
  // has passed if it left in a cycle in which the first could have left.
  (* anyconst *) reg [PLACE_W-1:0] e, other;
  wire [2:0] could = {\dut.replays [e], stores[e], loads[e]};
  wire [2:0] first = {\dut.replay_one [other], \dut.store_one [other], \dut.load_one [other]};
  wire [2:0] passes = could & first & {sel_replay, sel_store, sel_load};
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
    waits  <= ~rst & used[e] & ~(sel_replay & \dut.replay_one [e]) & ~(sel_store & \dut.store_one [e])
              & ~(sel_load & \dut.load_one [e]);
    if (!rst) begin
      assert (of_three);
      assert (is_before);
      assert (is_passed);
      if (waits && !begins) assert (could != '0);
    end
    // Consequences of such a state are asserted in the first cycle only, as its state may be any
    if (begins && !rst) begin
      if ((could & first) != '0) assert (before);
      assert (!(passed && passes != '0));
      for (int i = 0; i < PLACES; i++) if (leads[i]) assert (leads[i+1]);
      if (leads[PLACES]) assert (one == lead);       // one leaves
      assert (line_load == (loads != '0) && line_store == (stores != '0)
              && line_replay == (\dut.replays != '0));
    end
  end

endmodule
