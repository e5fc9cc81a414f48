// Tag unit: where each slot of the pass in stage 1 lies. Shared memory is direct-mapped, its array address is simply cut
// into row, bank and byte. The line of a cached pass is looked for in the ways of its set. The ways (tag_way) know what they
// have; here is what concerns the ways of a set together: which of them is used, their ages, and the sweep of an
// invalidation.

`default_nettype none

module tag #(
    parameter int LANES = 32
) (
    input  wire logic                                            clk,
    input  wire logic                                            rst,

    // settings
    input  wire logic [1:0]                                      cfg_split,
    input  wire logic [1:0]                                      cfg_page,
    input  wire logic [ul1_pkg::PN_W-1:0]                        cfg_root,

    // from arb: the pass in stage 1
    input  wire logic                                            pass_cached,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]          pass_line,
    input  wire logic                                            pass_bypass,
    input  wire logic                                            pass_rep,
    input  wire logic                                            pass_last,
    input  wire logic                                            pass_drop,
    input  wire logic                                            pass_fail,
    input  wire logic [LANES-1:0]                                pass_mask,
    input  wire logic [LANES*($clog2(LANES)+11)-1:0]             pass_addr,

    // to lsu, arb, prt: the lookup
    output logic                                                 look_hit,
    output logic                                                 look_miss,
    output logic      [ul1_pkg::SET_W-1:0]                       look_set,
    output logic      [3:0]                                      look_need,
    output logic      [3:0]                                      look_have,
    output logic                                                 look_doom,
    output logic                                                 look_way,
    output logic      [ul1_pkg::ROW_W-1:0]                       look_row,

    // from prt: the way is reserved
    input  wire logic                                            miss_open,

    // to axbar, dxbar: where each slot's word lies
    output logic      [LANES-1:0]                                map_mask,
    output logic      [LANES*$clog2(LANES)-1:0]                  map_bank,
    output logic      [LANES*ul1_pkg::ROW_W-1:0]                 map_row,
    output logic      [LANES*2-1:0]                              map_byte,

    // from fill, prt: what arrives, and fetches that end without
    input  wire logic                                            fill_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]                       fill_row,
    input  wire logic [3:0]                                      fill_sect,
    input  wire logic                                            fill_err,
    input  wire logic                                            fill_done,
    input  wire logic                                            fault_done,
    input  wire logic [ul1_pkg::ROW_W-1:0]                       fault_row,

    // from and to outside: invalidation of a page
    input  wire logic                                            inv_valid,
    input  wire logic [ul1_pkg::VA_W-1:0]                        inv_addr,
    output logic                                                 inv_ready,

    // to outside: what is held
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0]          tag_pend,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0]          tag_lock
);

  localparam int LG     = $clog2(LANES);
  localparam int AW     = LG + 11;
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

  // The row of a line
  function automatic logic [ROW_W-1:0] tag_row(input logic [WAY_W-1:0] way, input logic [SET_W-1:0] set,
                                               input logic [1:0] split);
    logic [ROW_W-1:0] border;
    border  = {ul1_pkg::shared_quarters(split), {ROW_W-2{1'b0}}};
    tag_row = border + ROW_W'(set) + (split == ul1_pkg::SPLIT_S48 ? ROW_W'({way, {SET_W-1{1'b0}}}) : {way, {SET_W{1'b0}}});
  endfunction

  // The way and the set of a row: tag_row backwards
  function automatic logic [WAY_W+SET_W-1:0] tag_place(input logic [ROW_W-1:0] row, input logic [1:0] split);
    logic [ROW_W-1:0] behind;
    behind    = row - {ul1_pkg::shared_quarters(split), {ROW_W-2{1'b0}}};
    tag_place = split == ul1_pkg::SPLIT_S48 ? {behind[SET_W-1 +: WAY_W], 1'b0, behind[SET_W-2:0]} : behind;
  endfunction

  // The ways that there are
  function automatic logic [WAYS-1:0] tag_ways(input logic [1:0] split);
    tag_ways = split == ul1_pkg::SPLIT_S48 | split == ul1_pkg::SPLIT_S32 ? WAYS'(4'b1111) : '1;
  endfunction

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
    if (both != '0) tag_victim = WAY_W'({ul1_pkg::lowest(64'(both))});
  endfunction

  // ---------------------------------------------------------------------------------------------------------------------
  // Settings, a cycle old. They change only while nothing is under way; when they do, the cache is emptied.

  logic [1:0]      split, page_size;
  logic [PN_W-1:0] root;
  logic            changed, clear;
  logic [PN_W-1:0] page_bits;  // those of a page's number that count

  assign changed   = split != cfg_split | page_size != cfg_page | root != cfg_root;
  assign clear     = rst | changed;
  assign page_bits = ul1_pkg::page_bits(page_size);

  always_ff @(posedge clk) begin
    split     <= cfg_split;
    page_size <= cfg_page;
    root      <= cfg_root;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The ways

  logic [WAYS-1:0]   way_there, way_free, way_doomed, way_empty;
  logic [WAYS*4-1:0] way_valid;
  logic [WAY_W-1:0]  way;                    // the line's, or the one to be reserved for it
  logic              open, keep, last;       // what becomes of it
  logic [WAY_W-1:0]  fill_way, fault_way;
  logic [SET_W-1:0]  fill_set, fault_set;
  logic              sweep;
  logic [SET_W-1:0]  sweep_set;
  logic [PN_W-1:0]   sweep_page;

  assign {fill_way, fill_set}   = tag_place(fill_row, split);
  assign {fault_way, fault_set} = tag_place(fault_row, split);

  for (genvar w = 0; w < WAYS; w++) begin : g_way
    logic filled;
    assign filled = fill_valid & fill_way == WAY_W'(w);

    tag_way #(
        .LANES(LANES)
    ) u_way (
        .clk       (clk),
        .clear     (clear),
        .look      (pass_cached),
        .look_set  (look_set),
        .look_line (pass_line),
        .is_there  (way_there[w]),
        .is_free   (way_free[w]),
        .is_doomed (way_doomed[w]),
        .is_valid  (way_valid[w*4 +: 4]),
        .open      (open & way == WAY_W'(w)),
        .keep      (keep),
        .last      (last & way == WAY_W'(w)),
        .drop      (pass_drop),
        .fill_set  (fill_set),
        .fill_sect (filled & ~fill_err ? fill_sect : 4'b0),
        .fill_done (filled & fill_done),
        .fault_set (fault_set),
        .fault_done(fault_done & fault_way == WAY_W'(w)),
        .sweep     (sweep),
        .sweep_set (sweep_set),
        .sweep_page(sweep_page),
        .page_bits (page_bits),
        .pend      (tag_pend[w*SETS +: SETS]),
        .lock      (tag_lock[w*SETS +: SETS])
    );

    assign way_empty[w] = way_valid[w*4 +: 4] == '0;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Lookup

  logic              there;       // the line is there,
  logic              unusable;    // but not for this pass: doomed, or free and to be bypassed
  logic              finds;       // there with all that is needed
  logic [WAYS-1:0]   can;         // ways that could be given up
  logic [AGES_W-1:0] ages;
  logic [3:0]        valid;

  assign look_set  = ul1_pkg::tag_index(VA_W'(pass_line), split);
  assign can       = way_free & tag_ways(split);
  assign there     = way_there != '0;
  assign way       = there ? WAY_W'({ul1_pkg::lowest(64'(way_there))}) : tag_victim(ages, can, way_empty);
  assign valid     = there ? way_valid[way*4 +: 4] : '0;
  assign unusable  = way_doomed[way] | (way_free[way] & pass_bypass);
  assign finds     = there & (look_need & ~valid) == '0;

  // Sector of a slot: the upper two bits of its bank
  always_comb begin
    look_need = '0;
    if (pass_cached) begin
      for (int s = 0; s < LANES; s++) look_need = look_need | (4'(pass_mask[s]) << pass_addr[s*AW + LG +: 2]);
    end
  end

  assign look_hit  = pass_cached & finds & (pass_rep ? ~pass_fail : ~unusable);
  assign look_miss = pass_cached & ~pass_rep & ~(finds & ~unusable);
  assign look_have = unusable ? '0 : valid;
  assign look_doom = there & way_doomed[way];
  assign look_way  = there ? way_free[way] : can != '0;
  assign look_row  = tag_row(way, look_set, split);

  assign open      = miss_open;
  assign keep      = there & ~pass_bypass;
  assign last      = pass_rep & pass_last;

  // ---------------------------------------------------------------------------------------------------------------------
  // Ages: a memory, and a bit for each set that says whether its word there counts; else no way of it has been touched yet.

  // Then way w has age w.
  logic [AGES_W-1:0] ages_of [0:SETS-1];
  logic [SETS-1:0]   touched;
  logic [AGES_W-1:0] first_ages;

  for (genvar w = 0; w < WAYS; w++) begin : g_age
    assign first_ages[w*WAY_W +: WAY_W] = WAY_W'(w);
  end

  assign ages = touched[look_set] ? ages_of[look_set] : first_ages;

  always_ff @(posedge clk) begin
    if (look_hit | miss_open) begin
      ages_of[look_set] <= tag_touch(ages, way);
      touched[look_set] <= 1'b1;
    end
    if (clear) touched <= '0;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Map. The slots of a hit all lie in the line's row.

  assign map_mask = pass_cached & ~look_hit ? '0 : pass_mask;

  always_comb begin
    for (int s = 0; s < LANES; s++) begin
      map_byte[s*2  +: 2]  = pass_addr[s*AW     +: 2];
      map_bank[s*LG +: LG] = pass_addr[s*AW + 2 +: LG];
    end
  end

  always_comb begin
    if (pass_cached) map_row = {LANES{look_row}};
    else begin
      for (int s = 0; s < LANES; s++) map_row[s*ROW_W +: ROW_W] = pass_addr[s*AW + 2 + LG +: ROW_W];
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Invalidation: the page is kept, and in the cycles that follow the sets are swept one by one.

  logic [SET_W-1:0] last_set;

  assign inv_ready = ~sweep;
  assign last_set  = split == ul1_pkg::SPLIT_S48 ? SET_W'(SETS/2 - 1) : SET_W'(SETS - 1);

  always_ff @(posedge clk) begin
    if (inv_ready) begin
      sweep      <= inv_valid;
      sweep_set  <= '0;
      sweep_page <= inv_addr[VA_W-1 -: PN_W];
    end else begin
      sweep      <= sweep_set != last_set;
      sweep_set  <= sweep_set + 1'b1;
    end
    if (rst) sweep <= 1'b0;
  end

  logic unused;
  assign unused = ^inv_addr[VA_W-PN_W-1:0];

  always @(posedge clk) begin
    if (!rst) begin
      if (pass_cached) begin
        assert ((way_there & (way_there - 1'b1)) == '0);             // a line has one way
        assert (look_hit || !pass_rep || pass_fail);                 // a replay hits
      end
      assert (pass_cached || !pass_rep);
      assert (!miss_open || (look_miss && look_way));
      if (fill_valid) begin
        assert (fill_row >= tag_row('0, '0, split));                 // a row of the cache,
        assert (tag_pend[fill_way*SETS + 32'(fill_set)]);            // of a way that is reserved
      end
      assert (fill_valid || !fill_done);
      if (fault_done) begin
        assert (fault_row >= tag_row('0, '0, split));
        assert (tag_pend[fault_way*SETS + 32'(fault_set)]);
      end
      if (changed) assert (tag_pend == '0 && tag_lock == '0 && !sweep && !pass_cached);
    end
  end

endmodule

`default_nettype wire
