// The commands on the cache, a part of tag: how far the one under way is, and what its sweep, which goes through the sets
// one by one, does with the lines of a set. The command `line` sweeps nothing: its line is looked
// up in a turn of the arbiter's, and if it is under fetch then, it is dropped with its last replay. The border between shared
// memory and cache is here, as a command changes it.

`default_nettype none

module tag_commands #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                      clk,
    input  wire logic                                      rst,

    // from and to outside
    input  wire logic                                      cmd_valid,
    input  wire logic [ul1_pkg::CMD_W-1:0]                 cmd_op,
    input  wire logic [ul1_pkg::VA_W-1:0]                  cmd_addr,
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]            cmd_carveout,
    output logic                                           cmd_ready,
    output logic      [ul1_pkg::CMD_STATE_W-1:0]           cmd_state,

    // to lsu, prt, mmu: what a command wants; from lsu, wdb, prt, fill: how far they are
    output logic                                           cmd_hold,
    output logic                                           cmd_fence,
    output logic      [ul1_pkg::CARVEOUT_W-1:0]            carveout,
    output logic                                           forget_valid,
    output logic      [ul1_pkg::VA_W-1:0]                  forget_addr,
    output logic                                           forget_all,
    input  wire logic                                      lsu_idle,
    input  wire logic                                      wdb_idle,
    input  wire logic                                      accept_fence,
    input  wire logic                                      answer_fence,
    input  wire logic [ul1_pkg::ID_W-1:0]                  answer_id,

    // the settings, and those in use
    input  wire logic [ul1_pkg::PAGE_W-1:0]                cfg_page,
    input  wire logic [ul1_pkg::PN_W-1:0]                  cfg_root,
    output logic      [ul1_pkg::PAGE_W-1:0]                use_page,
    output logic      [ul1_pkg::PN_W-1:0]                  use_root,

    // the command `line`: it takes a turn, unless a dirty line does; in the next cycle its line is looked up, and may be under
    // fetch; then it waits for the last replay of a line, its own
    input  wire logic                                      readout_valid,
    output logic                                           cmd_turn,
    output logic      [LINE_W-1:0]                         cmd_line,
    output logic                                           commanded,
    input  wire logic                                      look_held,
    input  wire logic [LINE_W-1:0]                         pass_line,
    input  wire logic                                      last,
    output logic                                           awaited,

    // the sweep: the set that it is at, the one behind it, whether it remains there; the lines: their pages, which are dirty,
    // which ways have none
    output logic                                           sweeps,
    input  wire logic [ul1_pkg::SET_W-1:0]                 set,
    output logic                                           next_sweeps,
    output logic      [ul1_pkg::SET_W-1:0]                 next_sweep,
    output logic                                           remains,
    input  wire logic [ul1_pkg::WAYS*LINE_W-1:0]           way_line,
    input  wire logic [ul1_pkg::WAYS-1:0]                  way_soiled,
    input  wire logic [ul1_pkg::WAYS-1:0]                  way_empty,

    // lines to be written back, of which one is read out if there is room for it; who is read out becomes invalid; lines
    // that lose their clean sectors
    input  wire logic                                      room_dirty,
    output logic      [ul1_pkg::WAYS-1:0]                  soiled,
    output logic      [ul1_pkg::WAYS-1:0]                  sweep_out,
    output logic                                           sweep_drops,
    output logic      [ul1_pkg::WAYS-1:0]                  sweep_away
);

  localparam int VA_W    = ul1_pkg::VA_W;
  localparam int VPN_W   = ul1_pkg::VPN_W;
  localparam int WAYS    = ul1_pkg::WAYS;

  logic [ul1_pkg::CMD_W-1:0]      op;
  logic [VA_W-1:0]                addr;
  logic [ul1_pkg::CARVEOUT_W-1:0] new_carveout;
  logic                           renews;      // it is none from outside: other settings are to be in use
  logic                           differ;      // there are others
  logic                           only;        // it merely makes invalid
  logic                           fences;      // it waits for memory,
  logic                           answered;    // which has done what it was to do
  logic [VPN_W-1:0]               page_bits;   // those of a page's number that count
  logic [WAYS-1:0]                named;       // the lines in the set that it is for

  always @* begin
    named      = '1;
    soiled     = '0;
    sweep_out  = '0;
    sweep_away = '0;
    next_sweep = '0;
    remains    = 1'b0;
    if (sweeps) begin
      for (int w = 0; w < WAYS; w++) begin
        if (op == ul1_pkg::CMD_PAGE) begin
          named[w] = ((way_line[w*LINE_W + LINE_W-1 -: VPN_W] ^ addr[VA_W-1 -: VPN_W]) & page_bits) == '0;
        end
        soiled[w] = named[w] & ~only & way_soiled[w];
      end
      sweep_out  = room_dirty ? soiled & -soiled : '0;   // the lowest
      sweep_away = soiled == '0 & (only | sweep_drops) ? named & ~way_empty : '0;
      next_sweep = set + 1'b1;
      remains    = soiled != '0;
    end
  end

  assign cmd_ready   = cmd_state == ul1_pkg::CMD_STATE_READY;
  assign cmd_line    = addr[VA_W-1 -: LINE_W];
  assign forget_addr = addr;
  assign differ      = use_page != cfg_page | use_root != cfg_root;

  always @* begin
    only         = 1'b0;
    sweep_drops  = 1'b0;
    fences       = 1'b0;
    answered     = 1'b0;
    sweeps       = 1'b0;
    next_sweeps  = 1'b0;
    cmd_hold     = 1'b0;
    cmd_turn     = 1'b0;
    commanded    = 1'b0;
    awaited      = 1'b0;
    cmd_fence    = 1'b0;
    forget_valid = 1'b0;
    forget_all   = 1'b0;
    page_bits    = '0;
    if (ul1_fn::worth(~cmd_ready)) begin
      only         = op == ul1_pkg::CMD_ALL;
      sweep_drops  = op == ul1_pkg::CMD_BOTH | op == ul1_pkg::CMD_PAGE | op == ul1_pkg::CMD_CARVEOUT;
      fences       = ~only & op != ul1_pkg::CMD_CARVEOUT;
      answered     = answer_fence & answer_id == ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
      sweeps       = cmd_state == ul1_pkg::CMD_STATE_SWEEP;
      next_sweeps  = sweeps | cmd_state == ul1_pkg::CMD_STATE_DRAIN;
      cmd_hold     = ~cmd_ready & cmd_state < ul1_pkg::CMD_STATE_TURN;
      cmd_turn     = cmd_state == ul1_pkg::CMD_STATE_TURN & ~readout_valid;
      commanded    = cmd_state == ul1_pkg::CMD_STATE_LOOK;
      awaited      = cmd_state == ul1_pkg::CMD_STATE_WAIT & pass_line == cmd_line;
      cmd_fence    = cmd_state == ul1_pkg::CMD_STATE_FENCE;
      forget_valid = cmd_state == ul1_pkg::CMD_STATE_FINISH & op == ul1_pkg::CMD_PAGE;
      forget_all   = cmd_state == ul1_pkg::CMD_STATE_FINISH & renews;
      page_bits    = {{VPN_W-ul1_fn::INDEX_W{1'b1}}, ul1_fn::page_bits(use_page)};
    end
  end

  // They change only while nothing is under way. What is dirty by then is written back with those in use.
  always_ff @(posedge clk) begin
    if (rst | forget_all) begin
      use_page <= cfg_page;
      use_root <= cfg_root;
    end
    if (rst | forget_all)           renews <= 1'b0;
    else if (cmd_ready & ~cmd_valid) renews <= differ;
  end

  always_ff @(posedge clk) begin
    case (cmd_state)
      ul1_pkg::CMD_STATE_READY: begin
        if (cmd_valid)   cmd_state <= cmd_op == ul1_pkg::CMD_LINE ? ul1_pkg::CMD_STATE_TURN : ul1_pkg::CMD_STATE_DRAIN;
        else if (differ) cmd_state <= ul1_pkg::CMD_STATE_DRAIN;
        op           <= cmd_valid ? cmd_op : ul1_pkg::CMD_BOTH;
        addr         <= cmd_addr;
        new_carveout <= cmd_carveout;
      end
      ul1_pkg::CMD_STATE_DRAIN:  if (lsu_idle & wdb_idle) cmd_state <= ul1_pkg::CMD_STATE_SWEEP;
      ul1_pkg::CMD_STATE_SWEEP:  if (soiled == '0 & set == ul1_fn::last_set(carveout)) cmd_state <= ul1_pkg::CMD_STATE_SETTLE;
      ul1_pkg::CMD_STATE_TURN:   if (cmd_turn) cmd_state <= ul1_pkg::CMD_STATE_LOOK;
      ul1_pkg::CMD_STATE_LOOK:   cmd_state <= look_held ? ul1_pkg::CMD_STATE_WAIT : ul1_pkg::CMD_STATE_READY;
      ul1_pkg::CMD_STATE_WAIT:   if (last & awaited) cmd_state <= ul1_pkg::CMD_STATE_READY;
      ul1_pkg::CMD_STATE_SETTLE: if (wdb_idle) cmd_state <= fences ? ul1_pkg::CMD_STATE_FENCE : ul1_pkg::CMD_STATE_FINISH;
      ul1_pkg::CMD_STATE_FENCE:  if (accept_fence) cmd_state <= ul1_pkg::CMD_STATE_ANSWER;
      ul1_pkg::CMD_STATE_ANSWER: if (answered) cmd_state <= ul1_pkg::CMD_STATE_FINISH;
      default: begin
        cmd_state <= ul1_pkg::CMD_STATE_READY;
        if (op == ul1_pkg::CMD_CARVEOUT) carveout <= new_carveout;
      end
    endcase
    if (rst) begin
      cmd_state <= ul1_pkg::CMD_STATE_READY;
      carveout  <= ul1_pkg::CARVEOUT_S48;
    end
  end

  always @(posedge clk) begin
    if (!rst) assert (!(forget_valid && !lsu_idle));
  end

endmodule

`default_nettype wire
