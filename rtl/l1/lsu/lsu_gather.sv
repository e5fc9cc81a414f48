// The stages before stage 0 of a cached access, a part of lsu. In the first it is chosen: the replay of a filled line, a line of
// a sleeper that is awake, or a line of a new instruction; its addresses are read at the end. In the second the lanes are
// gathered that lie on one line, and it joins the lines (lsu_lines). New lines rotate over the instructions that have the turn.

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
    input  wire logic [ul1_pkg::WOKEN_W-1:0]     woken_count,
    input  wire logic                            replay_free,
    input  wire logic                            replay_spare,
    input  wire logic                            loads_fit,     // one more load or inval with the line that is gathered now
    input  wire logic                            stores_fit,    // one more store or flush

    // new lines: the instructions that have the turn; the one behind that whose line is gathered (`heir`). An instruction is
    // `sure` if it has nothing of its warp to wait for.
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    input  wire logic [ul1_pkg::PT-1:0]          heir,
    input  wire logic [ul1_pkg::PT-1:0]          sure,
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          pt_flush,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    input  wire logic                            fed_more,      // the store whose line is gathered has a second beat
    input  wire logic                            room_cached,

    // whose line is gathered: what the pending table has of it, and its lanes to do
    output logic                                 gather_valid,
    output logic      [ul1_pkg::PT_W-1:0]        gather_entry,
    output logic      [ul1_pkg::PT-1:0]          gather_new,    // as a set of one, if it is new
    output logic                                 gathers_todo,  // the lanes of the line are to do no more
    output logic                                 ends_new,      // it is the last of a new instruction
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     gather_width,
    input  wire logic [LANES-1:0]                gather_mask,
    input  wire logic [LANES-1:0]                gather_todo,
    input  wire logic                            gather_store,

    // what is deferred in this cycle; what was in the cycle before, of which all else that is prepared is taken back
    input  wire logic                            deferred,
    input  wire logic [ul1_pkg::PT_W-1:0]        s1_entry,
    output logic                                 fell,
    output logic      [ul1_pkg::PT_W-1:0]        fell_entry,

    // to lsu_lines
    output logic                                 line_joins,
    output logic      [1:0]                      line_kind,
    output logic      [ul1_pkg::SUB_W-1:0]       line_sub,
    output logic      [LANES-1:0]                line_lanes,
    output logic      [LANES-1:0]                line_mask,
    output logic      [LINE_W-1:0]               line_line,
    output logic      [LANES*ADDR_W-1:0]         line_addr,
    output logic                                 line_ends,     // the last of its sub-warp
    output logic                                 line_final,    // the last of its instruction
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
  localparam int WOKEN_W = ul1_pkg::WOKEN_W;

  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1, WOKEN = 2'd2, REPLAY = 2'd3;

  // ---------------------------------------------------------------------------------------------------------------------
  // Gathering

  logic [1:0]            kind;
  logic [SUB_W-1:0]      replay_sub;
  logic [LINE_W-1:0]     replay_line;
  logic [LANES*VA_W-1:0] addr;
  logic [LANES-1:0]      among, first, members, could, on_line, left;
  logic [5:0]            lane;
  logic [LINE_W-1:0]     lane_line;
  logic                  gathers, is_new;

  assign is_new       = kind == LOAD | kind == STORE;
  assign gathers      = gather_valid & ~(fell & fell_entry == gather_entry & kind != REPLAY);
  assign gathers_todo = gathers & kind != REPLAY;
  assign reads_woken  = gather_valid & kind == WOKEN;

  always @* begin
    among     = '0;
    first     = '0;
    lane      = '0;
    lane_line = '0;
    line_line = '0;
    line_sub  = '0;
    if (ul1_fn::worth(gathers)) begin
      among = kind == REPLAY ? gather_mask : gather_todo;
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
    if (ul1_fn::worth(gathers)) begin
      could = members & among;
      if (gathers & ~line_bare) begin
        for (int l = 0; l < LANES; l++) begin
          if (ul1_fn::worth(could[l])) on_line[l] = addr[l*VA_W + BANK_W + BYTE_W +: LINE_W] == line_line;
        end
      end
      line_lanes = on_line & could;
    end
  end

  assign left       = gather_todo & ~line_lanes;
  assign line_ends  = is_new & (left & members) == '0;
  assign line_final = gathers_todo & left == '0;
  assign ends_new   = line_final & is_new;
  assign line_joins = gathers;
  assign line_kind  = kind;
  assign gather_new = gather_valid & is_new ? PT'(1) << gather_entry : '0;

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

  // The sleeper whose line is gathered has lines left, and is the oldest.
  logic again;

  assign again = again_oldest & left != '0;

  // One more fits of each kind, with the one that is gathered now.
  logic               fits_replay, fits_again, fits_awake;
  logic [WOKEN_W-1:0] woken_then;

  assign fits_replay  = replay_free & (replay_spare | ~(gather_valid & kind == REPLAY));
  assign woken_then   = woken_count + WOKEN_W'(reads_woken);
  assign fits_again   = woken_then < WOKEN_W'(ul1_pkg::WOKEN_LINES - 1);
  assign fits_awake   = fits_again | (woken_then < WOKEN_W'(ul1_pkg::WOKEN_LINES) & awake_oldest);
  assign gather_ready = fits_replay;

  // New lines. There are two rotations over entries, one of loads and invals and one of stores and flushes, and the two take
  // turns. The instruction whose line is gathered now is no part of them. Without another one it goes on if it has lanes left;
  // else the one behind it begins. Whether lanes are left is known last in the cycle.
  logic [PT-1:0] storing, could_new, other_loads, other_stores, behind_load, behind_store, picked;
  logic          stored_last, picks, takes_replay, takes_woken, takes_new, again_new, heir_new;

  // The first of a set, of those that are in the other set if there is one
  function automatic logic [PT-1:0] first_in(input logic [PT-1:0] those, input logic [PT-1:0] rather);
    first_in = (those & rather) != '0 ? those & rather : those;
    first_in = first_in & -first_in;
  endfunction

  always @* begin
    storing      = pt_store | pt_flush;
    could_new    = '0;
    other_loads  = '0;
    other_stores = '0;
    picks        = 1'b0;
    picked       = '0;
    if (ul1_fn::worth(((turn | heir) & pt_cached) != '0)) begin
      could_new    = (turn | heir) & pt_cached & ~pt_null & sure & (~pt_store | fed)
                     & ((storing & {PT{room_cached & stores_fit}}) | (~storing & {PT{loads_fit}}));
      other_loads  = could_new & turn & ~gather_new & ~storing;
      other_stores = could_new & turn & ~gather_new & storing;
      picks        = (other_loads | other_stores) != '0;
      picked       = other_stores != '0 & (other_loads == '0 | ~stored_last) ? first_in(other_stores, behind_store)
                     : first_in(other_loads, behind_load);
    end
  end

  assign again_new    = (could_new & gather_new) != '0 & left != '0 & ~(gather_store & line_ends & ~fed_more);
  assign heir_new     = (could_new & heir) != '0 & left == '0;
  assign takes_replay = replay_valid & fits_replay;
  assign takes_woken  = ~takes_replay & (again ? fits_again : awake & fits_awake);
  assign takes_new    = ~takes_replay & ~takes_woken & (picks | again_new | heir_new);

  logic [PT_W-1:0] next_entry;
  logic            reads;

  assign reads = takes_replay | takes_woken | takes_new;

  always @* begin
    next_entry = '0;
    if (ul1_fn::worth(reads)) begin
      next_entry = takes_replay ? replay_entry : takes_woken ? (again ? gather_entry : awake_entry)
                   : again_new & ~picks ? gather_entry
                   : picks ? PT_W'({ul1_fn::index(64'(picked))}) : PT_W'({ul1_fn::index(64'(heir))});
    end
  end

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES*VA_W)) u_addresses (
      .clk, .re(reads), .raddr(next_entry), .rdata(addr), .we(take_cached), .waddr(new_entry), .wdata(in_addr)
  );

  always_ff @(posedge clk) begin
    if (rst) begin
      gather_valid <= 1'b0;
      fell         <= 1'b0;
    end else begin
      gather_valid <= reads;
      fell         <= deferred;
    end
    if (deferred) fell_entry <= s1_entry;
    if (reads) begin
      gather_entry <= next_entry;
      kind         <= takes_replay ? REPLAY : takes_woken ? WOKEN : storing[next_entry] ? STORE : LOAD;
      line_bare    <= takes_replay & merged_bare;
    end
    if (takes_replay) begin
      replay_sub  <= merged_sub;
      replay_line <= merged_line;
      line_prt    <= replay_prt;
      line_last   <= merged_last;
      line_err    <= merged_err;
    end
    if (rst) begin
      behind_load  <= {{(PT-1){1'b1}}, 1'b0};
      behind_store <= {{(PT-1){1'b1}}, 1'b0};
      stored_last  <= 1'b0;
    end else if (takes_new) begin
      stored_last <= storing[next_entry];
      if (storing[next_entry]) behind_store <= {{(PT-1){1'b1}}, 1'b0} << next_entry;
      else                     behind_load  <= {{(PT-1){1'b1}}, 1'b0} << next_entry;
    end
  end

  always @(posedge clk) begin
    if (!rst & gathers) begin
      assert (line_bare || line_lanes != '0);
      assert (!(gather_store && (kind == REPLAY ? !line_bare : kind == WOKEN)));   // stores are never deferred
    end
  end

endmodule

`default_nettype wire
