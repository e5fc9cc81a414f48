// Tag unit: where each slot of the pass in stage 1 lies. Shared memory is direct-mapped, its array address is simply cut
// into row, bank and byte. The line of a cached pass is looked for in the ways of its set. The ways (tag_way) know what they
// have; here is what concerns the ways of a set together: which of them is used, their ages, which line is written back; and
// the commands, which go through the sets one by one.

`default_nettype none

module tag #(
    parameter  int LANES  = 32,
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                   clk,
    input  wire logic                                   rst,

    // settings
    input  wire logic [ul1_pkg::PAGE_W-1:0]             cfg_page,
    input  wire logic [ul1_pkg::PN_W-1:0]               cfg_root,

    // from arb: the pass in stage 1
    input  wire logic                                   pass_cached,
    input  wire logic                                   pass_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]            pass_width,
    input  wire logic [LINE_W-1:0]                      pass_line,
    input  wire logic                                   pass_bypass,
    input  wire logic                                   pass_replay,
    input  wire logic                                   pass_last,
    input  wire logic                                   pass_drop,
    input  wire logic                                   pass_fail,
    input  wire logic [LANES-1:0]                       pass_mask,
    input  wire logic [LANES*ADDR_W-1:0]                pass_addr,

    // to lsu, arb, prt, wdb: the lookup
    output logic                                        look_hit,
    output logic                                        look_miss,
    output logic                                        look_judge,
    output logic      [ul1_pkg::SET_W-1:0]              look_set,
    output logic      [ul1_pkg::SECTORS-1:0]            look_need,
    output logic      [ul1_pkg::SECTORS-1:0]            look_have,
    output logic      [ul1_pkg::SECTORS-1:0]            look_cover,
    output logic                                        look_there,
    output logic                                        look_way,
    output logic      [ul1_pkg::ROW_W-1:0]              look_row,
    output logic      [ul1_pkg::SECTORS-1:0]            look_dirty,
    output logic                                        look_purge,
    output logic      [ul1_pkg::SECTORS-1:0]            look_valid,

    // from prt: what becomes of it
    input  wire logic                                   miss_open,
    input  wire logic                                   store_hold,
    input  wire logic                                   store_alloc,
    input  wire logic                                   store_dirty,
    input  wire logic [ul1_pkg::SECTORS-1:0]            store_sect,
    input  wire logic [ul1_pkg::SECTORS-1:0]            held_dirty,

    // to axbar, dxbar: where each slot's word lies
    output logic      [LANES-1:0]                       map_mask,
    output logic      [LANES*BANK_W-1:0]                map_bank,
    output logic      [LANES*ul1_pkg::ROW_W-1:0]        map_row,
    output logic      [LANES*ul1_pkg::BYTE_W-1:0]       map_byte,

    // from and to wdb: a dirty line is read out; to arb: so in the next cycle
    input  wire logic                                   room_dirty,
    output logic                                        evict_valid,
    output logic      [LINE_W-1:0]                      evict_line,
    output logic      [ul1_pkg::SECTORS-1:0]            evict_sect,
    output logic      [ul1_pkg::ROW_W-1:0]              evict_row,
    output logic                                        readout_valid,
    output logic      [ul1_pkg::ROW_W-1:0]              readout_row,
    output logic      [ul1_pkg::SECTORS-1:0]            readout_sect,

    // to wdb: a row that stores are not to write any more
    output logic                                        gone_valid,
    output logic      [ul1_pkg::ROW_W-1:0]              gone_row,
    output logic      [ul1_pkg::SECTORS-1:0]            gone_keep,

    // from fill, prt: what arrives, and fetches that end without
    input  wire logic                                   fill_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]              done_fill_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]            fill_sect,
    input  wire logic                                   fill_err,
    input  wire logic                                   done_fill,
    input  wire logic                                   done_fault,
    input  wire logic [ul1_pkg::ROW_W-1:0]              done_fault_row,

    // from and to outside: commands
    input  wire logic                                   cmd_valid,
    input  wire logic [ul1_pkg::CMD_W-1:0]              cmd_op,
    input  wire logic [ul1_pkg::VA_W-1:0]               cmd_addr,
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]         cmd_carveout,
    output logic                                        cmd_ready,
    output logic      [ul1_pkg::CMD_STATE_W-1:0]        cmd_state,

    // to lsu, prt, mmu: what a command wants; from lsu, wdb, prt, fill: how far they are
    output logic                                        cmd_hold,
    output logic                                        cmd_fence,
    output logic      [ul1_pkg::CARVEOUT_W-1:0]         carveout,
    output logic                                        forget_valid,
    output logic      [ul1_pkg::VA_W-1:0]               forget_addr,
    input  wire logic                                   lsu_idle,
    input  wire logic                                   wdb_idle,
    input  wire logic                                   accept_fence,
    input  wire logic                                   answer_fence,
    input  wire logic [ul1_pkg::ID_W-1:0]               answer_id,

    // to outside: what is held, and what is dirty
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0] tag_pend,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0] tag_lock,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0] tag_dirty
);

  localparam int LG     = $clog2(LANES);
  localparam int VA_W   = ul1_pkg::VA_W;
  localparam int PN_W   = ul1_pkg::PN_W;
  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int SETS   = ul1_pkg::SETS;
  localparam int SET_W  = ul1_pkg::SET_W;
  localparam int WAYS   = ul1_pkg::WAYS;
  localparam int WAY_W  = $clog2(WAYS);
  localparam int AGES_W = WAYS * WAY_W;  // the ages of a set's ways, side by side

  // ---------------------------------------------------------------------------------------------------------------------
  // What may differ from chip to chip, with tag_index in ul1_pkg. Rows and replacement: the first three and the last two
  // belong together.

  // The ages after a way has been touched: it is the youngest now, those that were younger than it are older by one.
  function automatic logic [AGES_W-1:0] tag_touch(input logic [AGES_W-1:0] ages, input logic [WAY_W-1:0] way);
    logic [WAY_W-1:0] age, was;
    was = ages[way*WAY_W +: WAY_W];
    for (int w = 0; w < WAYS; w++) begin
      age = ages[w*WAY_W +: WAY_W];
      tag_touch[w*WAY_W +: WAY_W] = WAY_W'(w) == way ? '0 : age < was ? age + 1'b1 : age;
    end
  endfunction

  // The way that is given up, of those that are free: the lowest that is empty (no sector of it is valid), else the oldest
  function automatic logic [WAY_W-1:0] tag_victim(input logic [AGES_W-1:0] ages, input logic [WAYS-1:0] free,
                                                  input logic [WAYS-1:0] empty);
    logic [WAY_W-1:0] age, oldest;
    logic [WAYS-1:0]  both;
    tag_victim = '0;
    oldest     = '0;
    both       = free & empty;
    for (int w = 0; w < WAYS; w++) begin
      age = ages[w*WAY_W +: WAY_W];
      if (free[w] & age >= oldest) begin
        oldest     = age;
        tag_victim = WAY_W'(w);
      end
    end
    if (both != '0) tag_victim = WAY_W'({ul1_fn::lowest(64'(both))});
  endfunction

  // ---------------------------------------------------------------------------------------------------------------------
  // Settings, a cycle old. They change only while nothing is under way; when they do, the cache is emptied.

  logic [1:0]      page_size;
  logic [PN_W-1:0] root;
  logic            changed, clear;

  assign changed = page_size != cfg_page | root != cfg_root;
  assign clear   = rst | changed;

  always_ff @(posedge clk) begin
    page_size <= cfg_page;
    root      <= cfg_root;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The ways. A sweep looks at a set in place of a lookup, as no pass is under way then.

  logic                   sweeps;
  logic [SET_W-1:0]       sweep_set;
  logic [SET_W-1:0]       set;
  logic [WAYS-1:0]        way_there, way_free, way_closed, way_empty;
  logic [WAYS*4-1:0]      way_valid, way_dirty;
  logic [WAYS*LINE_W-1:0] way_line;
  logic [WAY_W-1:0]       fill_way, fault_way;
  logic [SET_W-1:0]       fill_set, fault_set;

  logic [WAY_W-1:0]       way;                     // the line's, or the one that is given up for it
  logic                   put, put_line;           // what becomes of it
  logic [3:0]             put_valid, put_dirty;
  logic                   last;
  logic [WAYS-1:0]        sweep_out, sweep_away;   // ways that are read out, that lose their clean sectors
  logic                   drops;                   // who is read out becomes invalid

  assign set                    = sweeps ? sweep_set : look_set;
  assign {fill_way, fill_set}   = ul1_fn::tag_place(done_fill_row, carveout);
  assign {fault_way, fault_set} = ul1_fn::tag_place(done_fault_row, carveout);

  for (genvar w = 0; w < WAYS; w++) begin : g_way
    logic       mine;        // it is the one looked up
    logic       filled;
    logic [3:0] valid, dirty;

    assign mine   = way == WAY_W'(w);
    assign filled = fill_valid & fill_way == WAY_W'(w);
    assign valid  = ~sweeps ? put_valid : sweep_away[w] ? way_valid[w*4 +: 4] & way_dirty[w*4 +: 4]
                  : drops ? 4'b0 : way_valid[w*4 +: 4];
    assign dirty  = ~sweeps ? put_dirty : sweep_away[w] ? way_dirty[w*4 +: 4] : 4'b0;

    tag_way #(
        .LANES(LANES)
    ) u_way (
        .clk         (clk),
        .clear       (clear),
        .set         (set),
        .look_line   (pass_line),
        .is_there    (way_there[w]),
        .is_free     (way_free[w]),
        .is_closed   (way_closed[w]),
        .is_valid    (way_valid[w*4 +: 4]),
        .is_dirty    (way_dirty[w*4 +: 4]),
        .is_line     (way_line[w*LINE_W +: LINE_W]),
        .put         ((put & mine) | sweep_out[w] | sweep_away[w]),
        .put_valid   (valid),
        .put_dirty   (dirty),
        .put_line    (put_line & mine),
        .open        (miss_open & mine),
        .close       (store_hold & mine),
        .last        (last & mine),
        .fill_set    (fill_set),
        .fill_sect   (filled & ~fill_err ? fill_sect : 4'b0),
        .done_fill   (filled & done_fill),
        .fault_set   (fault_set),
        .done_fault  (done_fault & fault_way == WAY_W'(w)),
        .pend        (tag_pend[w*SETS +: SETS]),
        .lock        (tag_lock[w*SETS +: SETS]),
        .dirty       (tag_dirty[w*SETS +: SETS])
    );

    assign way_empty[w] = way_valid[w*4 +: 4] == '0;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Lookup

  logic [LANES-1:0]  banks;           // that its slots lie in
  logic              finds;           // the line is there with all that is needed,
  logic              idle;            // it is free and has nothing dirty,
  logic              takes_over;      // so a load that bypasses the cache takes its way
  logic [WAYS-1:0]   can;             // ways that could be given up
  logic              owned;           // there is a way, be it the line's or one of these
  logic [AGES_W-1:0] ages;
  logic [3:0]        valid, dirty;    // sectors of the line

  always @* begin
    banks = '0;
    if (pass_mask != '0) begin
      for (int s = 0; s < LANES; s++) banks = banks | (LANES'(pass_mask[s]) << pass_addr[s*ADDR_W + 2 +: LG]);
    end
  end

  for (genvar q = 0; q < 4; q++) begin : g_sector
    assign look_need [q] = banks[q*LANES/4 +: LANES/4] != '0;
    assign look_cover[q] = pass_store & pass_width >= ul1_pkg::WIDTH_B32 & banks[q*LANES/4 +: LANES/4] == '1;
  end

  assign look_set   = ul1_fn::tag_index(pass_line[SET_W-1:0], carveout);
  assign look_there = way_there != '0;
  assign can        = way_free & ul1_fn::cache_ways(carveout);
  assign way        = look_there ? WAY_W'({ul1_fn::lowest(64'(way_there))}) : tag_victim(ages, can, way_empty);
  assign owned      = look_there | can != '0;
  assign valid      = look_there ? way_valid[way*4 +: 4] : '0;
  assign dirty      = look_there ? way_dirty[way*4 +: 4] : '0;
  assign finds      = look_there & (look_need & ~valid) == '0;
  assign idle       = look_there & way_free[way] & dirty == '0;
  assign takes_over = pass_cached & ~pass_store & pass_bypass & idle;   // no replay: the line would not be free

  assign look_hit   = pass_cached & ~pass_store & finds & (pass_replay ? ~pass_fail : ~way_closed[way] & ~takes_over);
  assign look_miss  = pass_cached & ~pass_store & ~pass_replay & ~(finds & ~way_closed[way] & ~takes_over);
  assign look_judge = look_miss | (pass_cached & pass_store);
  assign look_have  = takes_over ? '0 : valid;
  assign look_way   = look_there ? way_free[way] : can != '0;
  assign look_row   = owned ? ul1_fn::tag_row(way, look_set, carveout) : '0;
  assign look_dirty = ~look_there & can != '0 ? way_dirty[way*4 +: 4] : '0;
  assign look_purge = pass_cached & pass_store & pass_bypass & look_cover == '1 & idle;
  assign look_valid = ~(pass_replay & pass_last) ? '0 : pass_drop ? dirty : valid;

  // What becomes of the way: the line's last replay, it is reserved for a fetch, given to a store that brings whole sectors,
  // made dirty, or emptied by a store that bypasses it.
  logic keep;   // it is reserved with the sectors that it has

  assign last     = pass_replay & pass_last;
  assign keep     = look_there & ~takes_over;
  assign put_line = miss_open | store_alloc;
  assign put      = last | put_line | store_dirty | look_purge;

  always @* begin
    if (last) begin
      put_valid = look_valid | held_dirty;
      put_dirty = dirty | held_dirty;
    end else if (store_alloc) begin
      put_valid = store_sect;
      put_dirty = store_sect;
    end else if (store_dirty) begin
      put_valid = valid | store_sect;
      put_dirty = dirty | store_sect;
    end else begin
      put_valid = keep & ~look_purge ? valid : '0;
      put_dirty = keep & ~look_purge ? dirty : '0;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Ages: a memory, and a bit for each set that says whether its word there counts; else no way of it has been touched yet.

  // Then way w has age w.
  logic [AGES_W-1:0] ages_of [0:SETS-1];
  logic [SETS-1:0]   touched;
  logic [AGES_W-1:0] first_ages;
  logic              touches;

  for (genvar w = 0; w < WAYS; w++) begin : g_age
    assign first_ages[w*WAY_W +: WAY_W] = WAY_W'(w);
  end

  assign ages    = touched[set] ? ages_of[set] : first_ages;
  assign touches = look_hit | put_line | (pass_cached & pass_store & look_there & ~look_purge);

  always_ff @(posedge clk) begin
    if (touches) begin
      ages_of[look_set] <= tag_touch(ages, way);
      touched[look_set] <= 1'b1;
    end
    if (clear) touched <= '0;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Map. The slots of a hit all lie in the line's row. A cached store goes to the write data buffer, which knows its row.

  assign map_mask = pass_cached & ~pass_store & ~look_hit ? '0 : pass_mask;

  always @* begin
    for (int s = 0; s < LANES; s++) begin
      map_byte[s*2  +: 2]  = pass_addr[s*ADDR_W     +: 2];
      map_bank[s*LG +: LG] = pass_addr[s*ADDR_W + 2 +: LG];
    end
  end

  always @* begin
    if (pass_cached) map_row = pass_store ? '0 : {LANES{look_row}};
    else begin
      for (int s = 0; s < LANES; s++) map_row[s*ROW_W +: ROW_W] = pass_addr[s*ADDR_W + 2 + LG +: ROW_W];
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // What goes: dirty lines, by a lookup or a sweep; rows in which stores that wait have nothing to write any more

  logic [WAY_W-1:0] evict_way;

  assign evict_way  = sweeps ? WAY_W'({ul1_fn::lowest(64'(soiled))}) : way;
  assign evict_valid      = sweeps ? sweep_out != '0 : put_line & look_dirty != '0;
  assign evict_line = way_line[evict_way*LINE_W +: LINE_W];
  assign evict_sect = way_dirty[evict_way*4 +: 4];
  assign evict_row  = ul1_fn::tag_row(evict_way, set, carveout);

  assign gone_valid = (put_line & look_dirty == '0 & ~keep) | look_purge | (last & pass_drop);
  assign gone_row   = look_row;
  assign gone_keep  = pass_replay ? dirty : '0;

  always_ff @(posedge clk) begin
    readout_valid <= evict_valid & ~rst;
    readout_row   <= evict_row;
    readout_sect  <= evict_sect;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Commands

  logic [2:0]       op;
  logic [VA_W-1:0]  addr;
  logic [1:0]       new_split;
  logic             only;        // it merely makes invalid
  logic             fences;      // it waits for memory,
  logic             answered;    // which has done what it was to do
  logic [PN_W-1:0]  page_bits;   // those of a page's number that count
  logic [WAYS-1:0]  named;       // the lines in the set that it is for
  logic [WAYS-1:0]  soiled;      // those of them to be written back
  logic [SET_W-1:0] last_set;

  assign only      = op == ul1_pkg::CMD_LINE | op == ul1_pkg::CMD_ALL;
  assign drops     = op == ul1_pkg::CMD_BOTH | op == ul1_pkg::CMD_PAGE | op == ul1_pkg::CMD_CARVEOUT;
  assign fences    = ~only & op != ul1_pkg::CMD_CARVEOUT;
  assign answered  = answer_fence & answer_id == ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
  assign page_bits = {{PN_W-9{1'b1}}, ul1_fn::page_bits(page_size)};
  assign last_set  = carveout == ul1_pkg::CARVEOUT_S48 ? SET_W'(SETS/2 - 1) : SET_W'(SETS - 1);
  assign sweeps    = cmd_state == ul1_pkg::CMD_STATE_SWEEP;

  for (genvar w = 0; w < WAYS; w++) begin : g_named
    logic [LINE_W-1:0] line;
    assign line     = way_line[w*LINE_W +: LINE_W];
    assign named[w] = op == ul1_pkg::CMD_LINE ? line == addr[VA_W-1 -: LINE_W]
                     : op == ul1_pkg::CMD_PAGE ? ((line[LINE_W-1 -: PN_W] ^ addr[VA_W-1 -: PN_W]) & page_bits) == '0
                                               : 1'b1;
    assign soiled[w] = sweeps ? named[w] & ~only & way_dirty[w*4 +: 4] != '0 : 1'b0;
  end

  assign sweep_out  = room_dirty ? soiled & -soiled : '0;   // the lowest, which is `evict_way`
  assign sweep_away = sweeps & soiled == '0 & (only | drops) ? named & ~way_empty : '0;

  assign cmd_ready   = cmd_state == ul1_pkg::CMD_STATE_READY;
  assign cmd_hold    = ~cmd_ready;
  assign cmd_fence   = cmd_state == ul1_pkg::CMD_STATE_FENCE;
  assign forget_valid      = cmd_state == ul1_pkg::CMD_STATE_FINISH & op == ul1_pkg::CMD_PAGE;
  assign forget_addr = addr;

  always_ff @(posedge clk) begin
    case (cmd_state)
      ul1_pkg::CMD_STATE_READY: begin
        if (cmd_valid) cmd_state <= ul1_pkg::CMD_STATE_DRAIN;
        op        <= cmd_op;
        addr      <= cmd_addr;
        new_split <= cmd_carveout;
      end
      ul1_pkg::CMD_STATE_DRAIN: begin
        if (lsu_idle & wdb_idle) cmd_state <= ul1_pkg::CMD_STATE_SWEEP;
        sweep_set <= '0;
      end
      ul1_pkg::CMD_STATE_SWEEP: begin
        if (soiled == '0) begin
          if (sweep_set == last_set) cmd_state <= ul1_pkg::CMD_STATE_SETTLE;
          sweep_set <= sweep_set + 1'b1;
        end
      end
      ul1_pkg::CMD_STATE_SETTLE: if (wdb_idle) cmd_state <= fences ? ul1_pkg::CMD_STATE_FENCE : ul1_pkg::CMD_STATE_FINISH;
      ul1_pkg::CMD_STATE_FENCE:  if (accept_fence) cmd_state <= ul1_pkg::CMD_STATE_ANSWER;
      ul1_pkg::CMD_STATE_ANSWER: if (answered) cmd_state <= ul1_pkg::CMD_STATE_FINISH;
      default: begin
        cmd_state <= ul1_pkg::CMD_STATE_READY;
        if (op == ul1_pkg::CMD_CARVEOUT) carveout <= new_split;
      end
    endcase
    if (rst) begin
      cmd_state <= ul1_pkg::CMD_STATE_READY;
      carveout  <= ul1_pkg::CARVEOUT_S48;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (pass_cached) begin
        assert ((way_there & (way_there - 1'b1)) == '0);             // a line has one way
        assert (look_hit || !pass_replay || pass_fail);                 // a replay hits
        assert (!pass_replay || (look_there && !way_free[way]));        // its line is held for it
      end
      assert (pass_cached || !pass_replay);
      assert (!(pass_replay && pass_store));
      assert (!miss_open || (look_judge && look_way));
      assert (!store_alloc || (look_judge && pass_store && look_way && !look_there));
      assert (!store_dirty || (look_judge && pass_store && look_there && way_free[way]));
      assert (!(store_hold && !(miss_open || (look_there && !way_free[way]))));
      assert (!(miss_open && store_alloc) && !(store_dirty && (miss_open || store_alloc || look_purge)));
      assert (!(evict_valid && !room_dirty));                                // who gives up a dirty line has room for it
      assert (!(sweeps && (pass_cached || fill_valid || tag_pend != '0 || tag_lock != '0)));
      assert (!(forget_valid && !lsu_idle));
      if (fill_valid) begin
        assert (done_fill_row >= ul1_fn::tag_row('0, '0, carveout));                 // a row of the cache,
        assert (tag_pend[fill_way*SETS + 32'(fill_set)]);            // of a way that is reserved
      end
      assert (fill_valid || !done_fill);
      if (done_fault) begin
        assert (done_fault_row >= ul1_fn::tag_row('0, '0, carveout));
        assert (tag_pend[fault_way*SETS + 32'(fault_set)]);
      end
      if (changed) assert (tag_pend == '0 && tag_lock == '0 && cmd_ready && !pass_cached);
    end
  end

endmodule

`default_nettype wire
