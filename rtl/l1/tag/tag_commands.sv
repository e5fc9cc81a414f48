// Executes commands on the cache: a part of tag. It has the state of the command, and decides for the sweep,
// which goes through the sets one by one, what happens to the lines of a set. The command `line` has no
// sweep: its line is looked up in one cycle that the arbiter gives, and is dropped with its last replay if it
// is under fetch. If caches behind keep copies, a fence drops these: in front of the lookup for `line`,
// behind the sweep for the others. The carveout is here too, as a command changes it.

`default_nettype none

module tag_commands #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // ---- From and to outside the L1: commands
    // A command is offered.
    input  wire logic                            cmd_valid,
    // Operation of the command; valid with `cmd_valid`.
    input  wire logic [ul1_pkg::CMD_W-1:0]       cmd_op,
    // Any address in the line, or in the page, of the command; valid with `cmd_valid`.
    input  wire logic [ul1_pkg::VA_W-1:0]        cmd_addr,
    // New carveout, for the command `carveout`; valid with `cmd_valid`.
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]  cmd_carveout,
    // A command is taken in this cycle if offered; the previous one is complete.
    output logic                                 cmd_ready,
    // State of the command.
    output logic      [ul1_pkg::CMD_STATE_W-1:0] cmd_state,

    // ---- To lsu, prt and mmu: requests of the command; from lsu, wdb, prt and fill: their state
    // A command other than `line` is in progress, so no new instruction is taken.
    output logic                                 cmd_hold,
    // The command requests a fence.
    output logic                                 cmd_fence,
    // Border between shared memory and cache, in use.
    output logic      [ul1_pkg::CARVEOUT_W-1:0]  carveout,
    // The translation of one page, and all page-table locations, are forgotten.
    output logic                                 forget_valid,
    // An address in the page that is forgotten; valid with `forget_valid`.
    output logic      [ul1_pkg::VA_W-1:0]        forget_addr,
    // All translations are forgotten; new settings are in use from the next cycle on.
    output logic                                 forget_all,
    // No instruction is in flight.
    input  wire logic                            lsu_idle,
    // No constant load is in flight.
    input  wire logic                            con_idle,
    // No texture instruction is in flight.
    input  wire logic                            tex_idle,
    // No WDB entry is in use, and no store or flush is in stage 1.
    input  wire logic                            wdb_idle,
    // A fence is taken into the request queue in this cycle if one is requested.
    input  wire logic                            accept_fence,
    // Memory has completed a fence: all writes before it are performed.
    input  wire logic                            answer_fence,
    // Number of the completed fence: an instruction-table entry, or CMD_ID; valid with `answer_fence`.
    input  wire logic [ul1_pkg::ID_W-1:0]        answer_id,

    // ---- From outside the L1: settings; to mmu: those in use
    // Page size.
    input  wire logic [ul1_pkg::PAGE_W-1:0]      cfg_page,
    // Physical address of the topmost page table, without its low 12 bits.
    input  wire logic [ul1_pkg::PN_W-1:0]        cfg_root,
    // Page size in use.
    output logic      [ul1_pkg::PAGE_W-1:0]      use_page,
    // Physical address of the topmost page table in use, without its low 12 bits.
    output logic      [ul1_pkg::PN_W-1:0]        use_root,

    // ---- The command `line`: its cycle in stage 0, its lookup one cycle later, and its wait for a last
    // replay
    // A victim readout takes stage 0 in this cycle, one cycle after its eviction.
    input  wire logic                            readout_valid,
    // The command `line` takes stage 0 in this cycle; its line is looked up in the next.
    output logic                                 cmd_turn,
    // Line of the command `line`; valid with `cmd_turn`.
    output logic      [LINE_W-1:0]               cmd_line,
    // The pass in stage 1 is the lookup of the command `line`.
    output logic                                 commanded,
    // The line in stage 1 is present and under fetch, pending or locked.
    input  wire logic                            look_held,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]               pass_line,
    // The stage-1 pass is the last replay of its line.
    input  wire logic                            last,
    // The command `line` waits for the last replay of the line in stage 1.
    output logic                                 awaited,

    // ---- The sweep: its set, and the lines of that set
    // A command's sweep works on set `set` in this cycle.
    output logic                                 sweeps,
    // Set that the sweep is at; valid with `sweeps`.
    input  wire logic [ul1_pkg::SET_W-1:0]       set,
    // A command's sweep may work on a set in the next cycle.
    output logic                                 next_sweeps,
    // Set of the sweep in the next cycle, unless it stays; valid with `next_sweeps`.
    output logic      [ul1_pkg::SET_W-1:0]       next_sweep,
    // The sweep stays at its set for another cycle, as dirty lines are left.
    output logic                                 remains,
    // Line number of each way in the swept set; valid with `sweeps`.
    input  wire logic [ul1_pkg::WAYS*LINE_W-1:0] way_line,
    // Ways of the swept set with a dirty sector; valid with `sweeps`.
    input  wire logic [ul1_pkg::WAYS-1:0]        way_soiled,
    // Ways of the swept set without a valid sector; valid with `sweeps`.
    input  wire logic [ul1_pkg::WAYS-1:0]        way_empty,

    // ---- The sweep: changes of the lines
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    input  wire logic                            credit_dirty,
    // Ways of the swept set that the command must write back; zero without `sweeps`.
    output logic      [ul1_pkg::WAYS-1:0]        soiled,
    // Way of the swept set to write back in this cycle, one-hot; zero if none is.
    output logic      [ul1_pkg::WAYS-1:0]        sweep_out,
    // The command makes the lines that it names invalid, dirty ones after write-back; valid with `sweeps`.
    output logic                                 sweep_drops,
    // Ways of the swept set that lose their clean sectors in this cycle; zero if there are none.
    output logic      [ul1_pkg::WAYS-1:0]        sweep_away
);

  localparam int VA_W    = ul1_pkg::VA_W;
  localparam int VPN_W   = ul1_pkg::VPN_W;
  localparam int WAYS    = ul1_pkg::WAYS;
  localparam bit BEHIND  = ul1_pkg::CACHES_BEHIND != 0;

  logic [ul1_pkg::CMD_W-1:0]      op_q;
  logic [VA_W-1:0]                addr_q;
  logic [ul1_pkg::CARVEOUT_W-1:0] new_carveout_q;
  // The command is the machine's own: it brings new settings into use
  logic             renews_q;
  logic             line;       // the command is `line`
  logic             differ;     // the settings differ from those in use
  logic             only;       // the command only invalidates
  logic             fences;     // the command waits for a fence
  logic             answered;   // memory has answered the command's fence
  logic [VPN_W-1:0] page_bits;  // bits that identify a page in a page number
  logic [WAYS-1:0]  named;      // the lines in the set that the command names

  always @* begin
    named      = '1;
    soiled     = '0;
    sweep_out  = '0;
    sweep_away = '0;
    next_sweep = '0;
    remains    = 1'b0;
    if (sweeps) begin
      for (int w = 0; w < WAYS; w++) begin
        if (op_q == ul1_pkg::CMD_PAGE) begin
          named[w] = ((way_line[w*LINE_W + LINE_W-1 -: VPN_W] ^ addr_q[VA_W-1 -: VPN_W]) & page_bits) == '0;
        end
        soiled[w] = named[w] & ~only & way_soiled[w];
      end
      sweep_out  = credit_dirty ? soiled & -soiled : '0;  // the lowest way
      sweep_away = soiled == '0 & (only | sweep_drops) ? named & ~way_empty : '0;
      next_sweep = set + 1'b1;
      remains    = soiled != '0;
    end
  end

  assign cmd_ready   = cmd_state == ul1_pkg::CMD_STATE_READY;
  assign cmd_line    = addr_q[VA_W-1 -: LINE_W];
  assign forget_addr = addr_q;
  assign differ      = use_page != cfg_page | use_root != cfg_root;

  always @* begin
    line         = 1'b0;
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
    if (ul1_fn::sim_gate(~cmd_ready)) begin
      line         = BEHIND & op_q == ul1_pkg::CMD_LINE;
      only         = op_q == ul1_pkg::CMD_ALL;
      sweep_drops  = op_q == ul1_pkg::CMD_BOTH | op_q == ul1_pkg::CMD_PAGE | op_q == ul1_pkg::CMD_CARVEOUT;
      fences       = BEHIND | (~only & op_q != ul1_pkg::CMD_CARVEOUT);
      answered     = answer_fence & answer_id == ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
      sweeps       = cmd_state == ul1_pkg::CMD_STATE_SWEEP;
      next_sweeps  = sweeps | cmd_state == ul1_pkg::CMD_STATE_DRAIN;
      cmd_hold     = ~cmd_ready & cmd_state < ul1_pkg::CMD_STATE_TURN & ~line;
      cmd_turn     = cmd_state == ul1_pkg::CMD_STATE_TURN & ~readout_valid;
      commanded    = cmd_state == ul1_pkg::CMD_STATE_LOOK;
      awaited      = cmd_state == ul1_pkg::CMD_STATE_WAIT & pass_line == cmd_line;
      cmd_fence    = cmd_state == ul1_pkg::CMD_STATE_FENCE;
      forget_valid = cmd_state == ul1_pkg::CMD_STATE_FINISH & op_q == ul1_pkg::CMD_PAGE;
      forget_all   = cmd_state == ul1_pkg::CMD_STATE_FINISH & renews_q;
      page_bits    = {{VPN_W-ul1_fn::INDEX_W{1'b1}}, ul1_fn::page_bits(use_page)};
    end
  end

  // New settings come into use only while the machine is empty. Dirty lines were written back under the old
  // ones.
  always_ff @(posedge clk) begin
    if (rst | forget_all) begin
      use_page <= cfg_page;
      use_root <= cfg_root;
    end
    if (rst | forget_all)           renews_q <= 1'b0;
    else if (cmd_ready & ~cmd_valid) renews_q <= differ;
  end

  always_ff @(posedge clk) begin
    case (cmd_state)
      ul1_pkg::CMD_STATE_READY: begin
        if (cmd_valid)
          cmd_state <= cmd_op == ul1_pkg::CMD_LINE
                       ? (BEHIND ? ul1_pkg::CMD_STATE_FENCE : ul1_pkg::CMD_STATE_TURN)
                       : ul1_pkg::CMD_STATE_DRAIN;
        else if (differ)
          cmd_state <= ul1_pkg::CMD_STATE_DRAIN;
        op_q           <= cmd_valid ? cmd_op : ul1_pkg::CMD_BOTH;
        addr_q         <= cmd_addr;
        new_carveout_q <= cmd_carveout;
      end
      ul1_pkg::CMD_STATE_DRAIN:
        if (lsu_idle & (con_idle | ul1_pkg::CONSTANTS == 0) & (tex_idle | ul1_pkg::TEXTURE == 0) & wdb_idle)
          cmd_state <= ul1_pkg::CMD_STATE_SWEEP;
      ul1_pkg::CMD_STATE_SWEEP:
        if (soiled == '0 & set == ul1_fn::last_set(carveout)) cmd_state <= ul1_pkg::CMD_STATE_SETTLE;
      ul1_pkg::CMD_STATE_TURN:   if (cmd_turn) cmd_state <= ul1_pkg::CMD_STATE_LOOK;
      ul1_pkg::CMD_STATE_LOOK:   cmd_state <= look_held ? ul1_pkg::CMD_STATE_WAIT : ul1_pkg::CMD_STATE_READY;
      ul1_pkg::CMD_STATE_WAIT:   if (last & awaited) cmd_state <= ul1_pkg::CMD_STATE_READY;
      ul1_pkg::CMD_STATE_SETTLE:
        if (wdb_idle) cmd_state <= fences ? ul1_pkg::CMD_STATE_FENCE : ul1_pkg::CMD_STATE_FINISH;
      ul1_pkg::CMD_STATE_FENCE:  if (accept_fence) cmd_state <= ul1_pkg::CMD_STATE_ANSWER;
      ul1_pkg::CMD_STATE_ANSWER:
        if (answered) cmd_state <= line ? ul1_pkg::CMD_STATE_TURN : ul1_pkg::CMD_STATE_FINISH;
      default: begin
        cmd_state <= ul1_pkg::CMD_STATE_READY;
        if (op_q == ul1_pkg::CMD_CARVEOUT) carveout <= new_carveout_q;
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
