// Pool: holds prepared shared accesses with their slots' addresses, up to a pass that leaves no slot over; it
// is a part of lsu. A remainder (slots left by a bank conflict) keeps its entry, as the youngest, while no
// other access needs it. Else it moves to the table (lsu_left), or with `cfg_home` = instr to the instruction
// side.
//
// An age matrix keeps the order in which the accesses joined or had their last pass: the first of a set has
// no older member of the set in its row.

`default_nettype none

module lsu_pool #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                         clk,
    input  wire logic                         rst,

    // ---- From lsu: the settings; from lsu_front
    // Where remainders wait: `cfg_home`, one cycle late.
    input  wire logic [ul1_pkg::HOME_W-1:0]   home,
    // Interval between the passes of a remainder: `cfg_interval`, one cycle late.
    input  wire logic [ul1_pkg::IV_W-1:0]     interval,
    // Another shared access was eligible in the previous cycle, and was not chosen.
    input  wire logic                         others,

    // ---- To lsu_front: free entries
    // A pool entry is free for one more access, beside the one that joins.
    output logic                              place_free,
    // POOL_SAME_WARP accesses already wait for their warp, so no further one that would wait may be chosen.
    output logic                              same_warp_full,

    // ---- From lsu_front and lsu_warps: the prepared access
    // The prepared shared access joins the pool at the end of this cycle.
    input  wire logic                         joins,
    // The joining access has had no pass yet; valid with `joins`.
    input  wire logic                         join_unissued,
    // The joining access was to wait for its warp when it was chosen; zero if none joins.
    input  wire logic                         join_behind,
    // Instruction-table entry of the joining access; valid with `joins`.
    input  wire logic [ul1_pkg::INSTR_W-1:0]  join_entry,
    // Sub-warp of the joining access; valid with `joins`.
    input  wire logic [ul1_pkg::SUB_W-1:0]    join_sub,
    // The joining access is of the last sub-warp of its instruction; valid with `joins`.
    input  wire logic                         join_last,
    // Warp of the joining access; valid with `joins`.
    input  wire logic [ul1_pkg::WARP_W-1:0]   join_warp,
    // The warp of the joining access has a remainder; valid with `joins`.
    input  wire logic                         join_busy,
    // The joining access is a store; valid with `joins`.
    input  wire logic                         join_store,
    // Operation of the joining access if it is an atomic, else none; valid with `joins`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]   join_atom,
    // Access width of the joining access; valid with `joins`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]  join_width,
    // The joining access is sign-extended; valid with `joins`.
    input  wire logic                         join_signed,
    // Intake beat of the joining store; valid with `joins`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0] join_beat,
    // Slots of the joining access that wait; valid with `joins`.
    input  wire logic [LANES-1:0]             join_mask,
    // Array byte address of each slot of the joining access; valid with `joins`.
    input  wire logic [LANES*ADDR_W-1:0]      join_addr,

    // ---- From wdb and arb: resources; to lsu_next: candidates
    // Credit for a store to shared memory: an entry kept for such stores is free, or two entries are.
    input  wire logic                         credit_shared,
    // The register file's write port has a free cycle for a shared load that enters now.
    input  wire logic                         load_reserves,
    // A load in the pool is ready to enter.
    output logic                              load_ready,
    // A store in the pool is ready to enter.
    output logic                              store_ready,
    // The next load of the pool has had no pass; valid with `load_ready`.
    output logic                              load_unissued,
    // The next store of the pool has had no pass; valid with `store_ready`.
    output logic                              store_unissued,
    // A load in the pool waits only for a free cycle of the register file's write port.
    output logic                              pool_lacks,

    // ---- From lsu_next: the selected kind; to lsu_access and other parts: its oldest access
    // The next load of the pool enters.
    input  wire logic                         sel_pool_load,
    // The next store of the pool enters.
    input  wire logic                         sel_pool_store,
    // Instruction-table entry of the pool access that enters; zero if none enters.
    output logic      [ul1_pkg::INSTR_W-1:0]  picked_entry,
    // Sub-warp of the pool access that enters; zero if none enters.
    output logic      [ul1_pkg::SUB_W-1:0]    picked_sub,
    // The pool access that enters is of the last sub-warp of its instruction; zero if none enters.
    output logic                              picked_last,
    // Warp of the pool access that enters; zero if none enters.
    output logic      [ul1_pkg::WARP_W-1:0]   picked_warp,
    // The pool access that enters is a store; zero if none enters.
    output logic                              picked_store,
    // Operation of the pool access that enters if it is an atomic, else none.
    output logic      [ul1_pkg::ATOM_W-1:0]   picked_atom,
    // Access width of the pool access that enters; zero if none enters.
    output logic      [ul1_pkg::WIDTH_W-1:0]  picked_width,
    // The pool access that enters is sign-extended; zero if none enters.
    output logic                              picked_signed,
    // Intake beat of the pool access that enters; zero if none enters.
    output logic      [ul1_pkg::INTAKE_W-1:0] picked_beat,
    // Slots of the pool access that enters; zero if none enters.
    output logic      [LANES-1:0]             picked_mask,
    // Array byte address of each slot of the pool access that enters; zero if none enters.
    output logic      [LANES*ADDR_W-1:0]      picked_addr,

    // ---- To lsu_warps
    // The entering pool access has its first pass, and its warp has no other unissued access in the pool or
    // joining it.
    output logic                              picked_alone,

    // ---- From split
    // Slots of the entering access that this pass serves.
    input  wire logic [LANES-1:0]             split_mask,
    // Slots of the entering access are left for a remainder.
    input  wire logic                         split_more,

    // ---- To arb: whether a remainder stays; to lsu_left: a remainder that does not
    // A remainder of this cycle's shared pass keeps its pool entry, and its intake beat.
    output logic                              remainder_stays,
    // A remainder leaves the pool for the table, after its pass in this cycle.
    output logic                              leaves_over,
    // Slots of the entering pool access that the splitter leaves over; zero if none enters.
    output logic      [LANES-1:0]             picked_left,
    // Cycles that a remainder waits in the table before it may be chosen; valid with `leaves_over`.
    output logic      [ul1_pkg::IV_W-1:0]     left_wait,

    // ---- To the instruction side: a returned remainder; to observers
    // A remainder returns to the instruction side.
    output logic                              remainder_valid,
    // Instruction-table entry of the returning remainder; valid with `remainder_valid`.
    output logic      [ul1_pkg::ID_W-1:0]     remainder_id,
    // Sub-warp of the returning remainder; valid with `remainder_valid`.
    output logic      [ul1_pkg::SUB_W-1:0]    remainder_sub,
    // Slots of the returning remainder that still wait; valid with `remainder_valid`.
    output logic      [LANES-1:0]             remainder_mask,
    // Bit i: the pool holds an access of entry i that has had no pass.
    output logic      [ul1_pkg::INSTRS-1:0]   choice_unissued
);

  localparam int POOL     = ul1_pkg::POOL;
  localparam int POOL_W   = ul1_pkg::POOL_W;
  localparam int WAIT     = ul1_pkg::POOL_WAIT;
  localparam int WAIT_W   = $clog2(WAIT);
  localparam int INSTRS   = ul1_pkg::INSTRS;
  localparam int INSTR_W  = ul1_pkg::INSTR_W;
  localparam int SUB_W    = ul1_pkg::SUB_W;
  localparam int WARP_W   = ul1_pkg::WARP_W;
  localparam int WIDTH_W  = ul1_pkg::WIDTH_W;
  localparam int IV_W     = ul1_pkg::IV_W;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  logic [POOL-1:0]         used_q, unissued_q;
  logic [POOL-1:0]         loads_q, returns_q;  // entries that hold a load, or a store that returns words
  logic [INSTR_W-1:0]      entry_q    [0:ul1_fn::entries(POOL)-1];
  logic [SUB_W-1:0]        sub_q      [0:ul1_fn::entries(POOL)-1];
  logic [WARP_W-1:0]       warp_q     [0:ul1_fn::entries(POOL)-1];
  logic [WIDTH_W-1:0]      width_q    [0:ul1_fn::entries(POOL)-1];
  logic [ul1_pkg::ATOM_W-1:0] atom_q  [0:ul1_fn::entries(POOL)-1];
  logic [INTAKE_W-1:0]     beat_q     [0:ul1_fn::entries(POOL)-1];
  logic [WAIT_W-1:0]       waits_q    [0:ul1_fn::entries(POOL)-1];  // cycles until the remainder may enter
  logic [LANES-1:0]        mask_q     [0:ul1_fn::entries(POOL)-1];  // slots that wait
  logic [LANES*ADDR_W-1:0] addr_q     [0:ul1_fn::entries(POOL)-1];
  // The access sign-extends; it is of the last sub-warp of its instruction
  logic [POOL-1:0] signs_q, last_q;
  // The warp of the access has a remainder (is busy)
  logic [POOL-1:0] held_q;

  // Row i of `older_q`: the entries that joined or had a pass before i. Row i of `same_warp_q`: the entries
  // of its warp that joined before. A bit of a free entry may remain until that entry is used again.
  (* mem2reg *) logic [POOL-1:0] older_q [0:ul1_fn::entries(POOL)-1];
  (* mem2reg *) logic [POOL-1:0] same_warp_q   [0:ul1_fn::entries(POOL)-1];

  // A remainder may enter when its wait is over. An unissued access may enter if its warp has neither an
  // older unissued access here nor a remainder. A load needs a free cycle of the write port besides, and a
  // store a credit; both are known late. An atomic needs both.
  logic [POOL-1:0]   due, unissued_due, may_load, may_store, load_one, store_one, picked_one;
  logic [POOL_W-1:0] load_place, store_place, picked;

  always @* begin
    due          = '0;
    unissued_due = '0;
    load_one     = '0;
    store_one    = '0;
    may_load     = '0;
    may_store    = '0;
    if (ul1_fn::sim_gate(used_q != '0)) begin
      for (int i = 0; i < POOL; i++) begin
        due      [i] = used_q[i] & ~unissued_q[i] & waits_q[i] == '0;
        unissued_due[i] = unissued_q[i] & (same_warp_q[i] & unissued_q) == '0 & ~held_q[i];
      end
      may_load  = (due | unissued_due) & loads_q;
      may_store = (due | unissued_due) & ~loads_q;
      if (ul1_pkg::ATOMICS + ul1_pkg::LOCKS > 0 & ~load_reserves) may_store = may_store & ~returns_q;
      for (int i = 0; i < POOL; i++) begin
        load_one [i] = may_load[i] & (older_q[i] & may_load) == '0;
        store_one[i] = may_store[i] & (older_q[i] & may_store) == '0;
      end
    end
    load_ready     = may_load != '0 & load_reserves;
    store_ready    = may_store != '0 & credit_shared;
    load_unissued  = (load_one & unissued_q) != '0;
    store_unissued = (store_one & unissued_q) != '0;
    pool_lacks     = may_load != '0 & ~load_reserves;
    load_place     = POOL_W'({ul1_fn::index(64'(load_one))});
    store_place    = POOL_W'({ul1_fn::index(64'(store_one))});
  end

  // The access that enters. Its slots are read for both kinds ahead, as the selection comes late and the
  // split behind it takes long.
  logic sel_shared, sel_unissued;

  assign sel_shared   = sel_pool_load | sel_pool_store;
  assign sel_unissued = (sel_pool_load & load_unissued) | (sel_pool_store & store_unissued);
  assign picked_one   = sel_pool_store ? store_one : load_one;
  assign picked       = sel_pool_store ? store_place : load_place;

  assign picked_store = sel_pool_store;

  always @* begin
    picked_mask   = '0;
    picked_addr   = '0;
    picked_entry  = '0;
    picked_sub    = '0;
    picked_last   = '0;
    picked_warp   = '0;
    picked_width  = '0;
    picked_signed = '0;
    picked_atom   = ul1_pkg::ATOM_NONE;
    picked_beat   = '0;
    if (sel_pool_load) begin
      picked_mask   = mask_q[load_place];
      picked_addr   = addr_q[load_place];
      picked_entry  = entry_q[load_place];
      picked_sub    = sub_q[load_place];
      picked_last   = last_q[load_place];
      picked_warp   = warp_q[load_place];
      picked_width  = width_q[load_place];
      picked_signed = signs_q[load_place];
      if (ul1_pkg::LOCKS > 0) picked_atom = atom_q[load_place];
      picked_beat   = beat_q[load_place];
    end
    if (sel_pool_store) begin
      picked_mask   = mask_q[store_place];
      picked_addr   = addr_q[store_place];
      picked_entry  = entry_q[store_place];
      picked_sub    = sub_q[store_place];
      picked_last   = last_q[store_place];
      picked_warp   = warp_q[store_place];
      picked_width  = width_q[store_place];
      picked_signed = signs_q[store_place];
      if (ul1_pkg::ATOMICS + ul1_pkg::LOCKS > 0) picked_atom = atom_q[store_place];
      picked_beat   = beat_q[store_place];
    end
  end

  // After a pass a remainder keeps its entry, moves to the table, or returns to the instruction side. Without
  // a remainder the entry is free.
  logic            keeps, returns;
  logic [POOL-1:0] kept_one;

  assign remainder_stays = home == ul1_pkg::HOME_LSU & interval <= IV_W'(WAIT) & ~others;
  assign picked_left     = picked_mask & ~split_mask;
  assign keeps           = sel_shared & split_more & remainder_stays;
  assign kept_one        = keeps ? picked_one : '0;
  assign returns         = sel_shared & split_more & home == ul1_pkg::HOME_INSTR;
  assign leaves_over     = sel_shared & split_more & home == ul1_pkg::HOME_LSU & ~remainder_stays;
  assign left_wait       = interval <= IV_W'(WAIT) ? '0 : interval - IV_W'(WAIT);

  always_ff @(posedge clk) begin
    if (rst) remainder_valid <= 1'b0;
    else     remainder_valid <= returns;
    if (returns) begin
      remainder_id   <= ul1_pkg::ID_W'(picked_entry);
      remainder_sub  <= picked_sub;
      remainder_mask <= picked_left;
    end
  end

  // Entries in use, and one for the access that joins
  assign place_free = ul1_fn::ones(32'({joins, used_q})) < 6'(POOL);

  // An access joins the lowest free entry.
  logic [POOL-1:0]   join_one, join_same_warp;
  logic [POOL_W-1:0] place;
  logic              joins_unissued;

  always @* begin
    join_one       = '0;
    place          = '0;
    join_same_warp = '0;
    joins_unissued = 1'b0;
    if (ul1_fn::sim_gate(joins)) begin
      join_one = joins ? ~used_q & (used_q + 1'b1) : '0;
      place    = POOL_W'({ul1_fn::index(64'(join_one))});
      for (int i = 0; i < POOL; i++) join_same_warp[i] = joins & used_q[i] & warp_q[i] == join_warp;
      joins_unissued = joins & join_unissued;
    end
  end

  // Unissued accesses that wait for their warp
  logic [POOL-1:0] waiting;

  always @* begin
    waiting = '0;
    if (ul1_fn::sim_gate(unissued_q != '0)) begin
      for (int i = 0; i < POOL; i++)
        waiting[i] = unissued_q[i] & ((same_warp_q[i] & unissued_q) != '0 | held_q[i]);
    end
    same_warp_full = ul1_fn::several(64'({join_behind, waiting}));  // two waiting accesses are POOL_SAME_WARP
  end

  // Entries of the warp of the entering access, with the joining access counted in its entry
  logic [POOL-1:0] of_picked;

  always @* begin
    of_picked = '0;
    if (sel_shared) begin
      for (int i = 0; i < POOL; i++) of_picked[i] = (join_one[i] ? join_warp : warp_q[i]) == picked_warp;
    end
  end

  assign picked_alone = sel_unissued
                        & (of_picked & ((unissued_q & ~picked_one) | (joins_unissued ? join_one : '0))) == '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      used_q     <= '0;
      unissued_q <= '0;
    end else begin
      if (sel_shared | joins) begin
        used_q     <= (used_q & ~(sel_shared & ~keeps ? picked_one : '0)) | join_one;
        unissued_q <= (unissued_q & ~(sel_shared ? picked_one : '0)) | (join_unissued ? join_one : '0);
      end
    end
    if (used_q != unissued_q) begin
      for (int i = 0; i < POOL; i++) if (waits_q[i] != '0) waits_q[i] <= waits_q[i] - 1'b1;
    end
    if (sel_shared | joins) begin
      held_q <= (of_picked & {POOL{split_more}})
              | (~of_picked & ((held_q & ~join_one) | (join_one & {POOL{join_busy}})));
    end
    if (keeps) begin
      mask_q [picked] <= picked_left;
      waits_q[picked] <= interval == '0 ? '0 : WAIT_W'(interval - 1'b1);
    end
    if (joins) begin
      loads_q  [place] <= ~join_store;
      entry_q  [place] <= join_entry;
      sub_q    [place] <= join_sub;
      last_q   [place] <= join_last;
      warp_q   [place] <= join_warp;
      width_q  [place] <= join_width;
      atom_q   [place] <= join_atom;
      returns_q[place] <= ul1_fn::returns_words(1'b1, join_atom);
      signs_q  [place] <= join_signed;
      beat_q   [place] <= join_beat;
      mask_q   [place] <= join_mask;
      addr_q   [place] <= join_addr;
      waits_q  [place] <= '0;
      for (int i = 0; i < POOL; i++)
        same_warp_q[i] <= join_one[i] ? join_same_warp : same_warp_q[i] & ~join_one;
    end
    if (joins | keeps) begin
      for (int i = 0; i < POOL; i++) begin
        older_q[i] <= (older_q[i] | {POOL{join_one[i] | kept_one[i]}}) & ~join_one
                    & ~(join_one[i] ? '0 : kept_one);
      end
    end
  end

  always @* begin
    choice_unissued = '0;
    if (unissued_q != '0) begin
      for (int i = 0; i < POOL; i++)
        choice_unissued = choice_unissued | INSTRS'(unissued_q[i]) << (entry_q[i] & {INSTR_W{unissued_q[i]}});
    end
  end

  always @(posedge clk) begin
    if (!rst & (joins | sel_unissued)) begin
      assert (!(joins && used_q == '1) && ul1_pkg::POOL_SAME_WARP == 2);
      // The accesses of a warp do not overtake one another
      assert (!(sel_unissued && (held_q & picked_one) != '0));
    end
  end

endmodule

`default_nettype wire
