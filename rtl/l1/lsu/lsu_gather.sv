// The stages before stage 0 of a cached access, a part of lsu. In the first it is chosen: the replay of a filled line, a line of
// the urgent sleeper, or the next in rotation over the instructions that have the turn and sleepers that are awake. Its addresses are
// read at the end. In the second the lanes are gathered that lie on one line, and it joins the lines (lsu_lines).

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

    // from lsu_sleepers: those of which a line may be chosen, the urgent one among them; those that are asleep
    input  wire logic [ul1_pkg::PT-1:0]          awake,
    input  wire logic [ul1_pkg::PT-1:0]          urgent_one,
    input  wire logic [ul1_pkg::PT-1:0]          asleep,

    // from lsu_lines: places
    input  wire logic                            replay_free,
    input  wire logic                            replay_spare,
    input  wire logic                            loads_fit,     // one more load or inval with the line that is gathered now
    input  wire logic                            stores_fit,    // one more store or flush

    // the instructions that have the turn; the one behind that whose line is gathered (`heir`). An instruction is `sure` if it has
    // nothing of its warp to wait for.
    input  wire logic [ul1_pkg::PT-1:0]          turn,
    input  wire logic [ul1_pkg::PT-1:0]          heir,
    input  wire logic [ul1_pkg::PT-1:0]          sure,
    input  wire logic [ul1_pkg::PT-1:0]          pt_cached,
    input  wire logic [ul1_pkg::PT-1:0]          pt_null,
    input  wire logic [ul1_pkg::PT-1:0]          pt_store,
    input  wire logic [ul1_pkg::PT-1:0]          pt_plain,
    input  wire logic [ul1_pkg::PT-1:0]          pt_flush,
    input  wire logic [ul1_pkg::PT-1:0]          fed,
    input  wire logic                            room_cached,

    // the instruction of the line that is gathered, unless it is asleep: what the pending table has of it, and its lanes to do
    output logic                                 reading,
    output logic                                 gather_valid,
    output logic                                 reads,         // one is, in the next cycle; another than now
    output logic                                 reads_other,
    output logic      [ul1_pkg::PT-1:0]          other_one,     // also as a set
    output logic      [ul1_pkg::PT_W-1:0]        other_entry,
    output logic                                 takes_replay,  // it is a replay
    output logic      [ul1_pkg::PT_W-1:0]        gather_entry,
    output logic      [ul1_pkg::PT-1:0]          gather_new,    // as a set of one, if it is no replay
    output logic                                 gathers_todo,  // the lanes of the line are to do no more
    output logic                                 ends_new,      // they are the last of its instruction
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     gather_width,
    input  wire logic [LANES-1:0]                gather_todo,
    input  wire logic                            gather_store,

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

  localparam logic [1:0] LOAD = 2'd0, STORE = 2'd1, REPLAY = 2'd2;

  // ---------------------------------------------------------------------------------------------------------------------
  // Gathering

  logic [1:0]            kind;
  logic [SUB_W-1:0]      replay_sub;
  logic [LINE_W-1:0]     replay_line;
  logic [LANES*VA_W-1:0] addr;
  logic [LANES-1:0]      among, first, members, could, on_line, left;
  logic [5:0]            lane;
  logic [LINE_W-1:0]     lane_line;
  logic                  is_new;

  assign is_new       = kind != REPLAY;
  assign gather_valid = reading & ~(is_new & asleep[gather_entry]);
  assign gathers_todo = gather_valid & is_new;

  always @* begin
    among     = '0;
    first     = '0;
    lane      = '0;
    lane_line = '0;
    line_line = '0;
    line_sub  = '0;
    if (ul1_fn::worth(gather_valid)) begin
      among = gather_todo;
      first = LANES'({ul1_fn::first(64'(among))});
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
    if (ul1_fn::worth(gather_valid)) begin
      could = members & among;
      if (gather_valid & ~line_bare) begin
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
  assign ends_new   = line_final;
  assign line_joins = gather_valid;
  assign line_kind  = kind;
  assign gather_new = reading & is_new ? PT'(1) << gather_entry : '0;

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
    if (gather_valid & ~line_bare) begin
      for (int l = 0; l < LANES; l++) lane_addr[l*ADDR_W +: ADDR_W] = addr[l*VA_W +: ADDR_W];
    end
  end

  lsu_addresses #(.LANES(LANES)) u_slot_addresses (
      .valid (gather_valid & ~line_bare),
      .width (gather_width),
      .sub   (line_sub),
      .lanes (lane_addr),
      .slots (line_addr)
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Choice

  // First comes the urgent sleeper. Then there are two rotations over entries, one of loads and invals and one of stores and flushes,
  // and the two take turns. The instruction whose line is gathered now is no part of them. Without another one it goes on if it has
  // lanes left; else the one behind it begins. Whether lanes are left is known last in the cycle.
  // Whether there is a place and room is known late, and is the same for all of a kind: it is looked at behind the rotations.
  logic [PT-1:0]   storing, may, others, load_one, store_one, picked;
  logic [PT-1:0]   behind_load, behind_store, from_load, from_store;   // all behind the last of each rotation; all from its next on
  logic [PT-1:0]   instead_from;                                       // all from the one on that goes without another
  logic            stored_last, moves_load, moves_store, urges, again_new, heir_new, next_stores;
  logic            stores_can;                                         // one more line of a store or flush has a place and room
  logic            some_load, some_store;                              // another one of the kind can be chosen

  assign storing      = pt_store | pt_flush;
  assign stores_can   = room_cached & stores_fit;
  assign gather_ready = replay_free & (replay_spare | ~(reading & kind == REPLAY));

  always @* begin
    may    = '0;
    others = '0;
    if (ul1_fn::worth((((turn | heir) & pt_cached) | awake) != '0)) begin
      may    = ((turn | heir) & pt_cached & ~pt_null & sure & (~pt_store | fed)) | awake;
      others = may & (turn | awake) & ~gather_new;
    end
  end

  // One of these instructions can be chosen.
  function automatic logic can(input logic [PT-1:0] these, input logic [PT-1:0] stores, input logic loads_too, input logic stores_too);
    can = ((these & ~stores) != '0 & loads_too) | ((these & stores) != '0 & stores_too);
  endfunction

  next_in #(.N(PT)) u_loads  (.some(others & ~storing), .behind(behind_load), .next(load_one), .from(from_load));
  next_in #(.N(PT)) u_stores (.some(others & storing), .behind(behind_store), .next(store_one), .from(from_store));

  assign some_load  = (others & ~storing) != '0 & loads_fit;
  assign some_store = (others & storing) != '0 & stores_can;
  assign urges      = can(others & urgent_one, storing, loads_fit, stores_can);
  assign picked     = urges ? urgent_one : some_store & (~some_load | ~stored_last) ? store_one : load_one;

  // (What has nothing to wait for but the line that is gathered now is of the same kind: both are stores, or both plain loads.)
  logic [PT-1:0] heir_sure;

  assign heir_sure    = heir & ((pt_store & {PT{gather_store}}) | (pt_plain & {PT{pt_plain[gather_entry]}}));
  assign again_new    = can(may & gather_new, storing, loads_fit, stores_can) & left != '0 & ~(gather_store & line_ends);
  assign heir_new     = can(may & heir_sure, storing, loads_fit, stores_can) & left == '0;
  assign instead_from = again_new ? ~(gather_new - 1'b1) : ~(heir - 1'b1);
  assign takes_replay = replay_valid & gather_ready;
  assign reads        = reads_other | again_new;

  // Another one than that whose line is gathered now is known earlier than whether it is one.
  logic          some_other;
  logic [PT-1:0] other_new;

  assign some_other   = some_load | some_store;
  assign other_new    = some_other ? picked : heir;
  assign other_one    = takes_replay ? PT'(1) << replay_entry : other_new;
  assign other_entry  = takes_replay ? replay_entry : PT_W'({ul1_fn::index(64'(other_new))});
  assign reads_other  = takes_replay | some_other | (~again_new & heir_new);
  assign next_stores  = ~some_other & again_new ? kind == STORE : (other_new & storing) != '0;
  assign moves_load   = reads & ~takes_replay & ~urges & ~next_stores;
  assign moves_store  = reads & ~takes_replay & ~urges & next_stores;

  ram #(.ROWS(PT), .ROW_W(PT_W), .PARTS(1), .PART_W(LANES*VA_W)) u_addresses (
      .clk, .re(reads_other), .raddr(other_entry), .rdata(addr), .we(take_cached), .waddr(new_entry), .wdata(in_addr)
  );

  always_ff @(posedge clk) begin
    reading <= reads & ~rst;
    if (reads_other) begin
      gather_entry <= other_entry;
      kind         <= takes_replay ? REPLAY : next_stores ? STORE : LOAD;
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
    end else begin
      if (moves_load)  behind_load  <= (some_other ? from_load : instead_from) << 1;
      if (moves_store) behind_store <= (some_other ? from_store : instead_from) << 1;
    end
    if (rst)                             stored_last <= 1'b0;
    else if (moves_load | moves_store)   stored_last <= moves_store;
  end

  always @(posedge clk) begin
    if (!rst & gather_valid) begin
      assert (line_bare || line_lanes != '0);
      assert (!(gather_store && kind == REPLAY && !line_bare));   // stores are never replayed
    end
  end

endmodule

`default_nettype wire
