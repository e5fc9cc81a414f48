// The pool, a part of lsu: accesses to shared memory with the addresses of their slots, from when they are prepared to a pass that
// leaves nothing over. One that has had no pass is *fresh*. What a pass leaves over keeps the place, behind all others. When others
// wait for places it goes to the table. With the setting `cfg_home` = instr it goes to the instruction side.
//
// Each place knows which joined, or had a pass, before it: so the first of a set is the one that has none of it before itself.

`default_nettype none

module lsu_pool #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // settings; another access is left to be chosen
    input  wire logic [ul1_pkg::HOME_W-1:0]      home,
    input  wire logic [ul1_pkg::IV_W-1:0]        interval,
    input  wire logic                            others,

    // one more may be chosen; of these none that is to wait for its warp
    output logic                                 place_free,
    output logic                                 kin_full,

    // the access that is prepared joins: fresh, or a remainder; it was to wait for its warp
    input  wire logic                            joins,
    input  wire logic                            join_fresh,
    input  wire logic                            join_behind,
    input  wire logic [ul1_pkg::PT_W-1:0]        join_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]       join_sub,
    input  wire logic                            join_last,
    input  wire logic [ul1_pkg::WARP_W-1:0]      join_warp,
    input  wire logic                            join_busy,     // its warp has a remainder
    input  wire logic                            join_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     join_width,
    input  wire logic                            join_signed,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    join_beat,
    input  wire logic [LANES-1:0]                join_mask,
    input  wire logic [LANES*ADDR_W-1:0]         join_addr,

    // to lsu_next: a load, a store is ready; the oldest of them is fresh; a load lacks only its booking
    input  wire logic                            room_shared,
    input  wire logic                            load_books,
    output logic                                 load_ready,
    output logic                                 store_ready,
    output logic                                 load_fresh,
    output logic                                 store_fresh,
    output logic                                 pool_lacks,

    // that load, or that store, enters; without all of it is zero
    input  wire logic                            sel_pool_load,
    input  wire logic                            sel_pool_store,
    output logic      [ul1_pkg::PT_W-1:0]        picked_entry,
    output logic      [ul1_pkg::SUB_W-1:0]       picked_sub,
    output logic                                 picked_last,
    output logic      [ul1_pkg::WARP_W-1:0]      picked_warp,
    output logic                                 picked_store,
    output logic      [ul1_pkg::WIDTH_W-1:0]     picked_width,
    output logic                                 picked_signed,
    output logic      [ul1_pkg::INTAKE_W-1:0]    picked_beat,
    output logic      [LANES-1:0]                picked_mask,
    output logic      [LANES*ADDR_W-1:0]         picked_addr,

    // it is fresh, and no other of its warp is that is here or joins
    output logic                                 picked_alone,

    // how far it gets
    input  wire logic [LANES-1:0]                split_mask,
    input  wire logic                            split_more,

    // what is left over keeps its place; it goes to the table, and has to wait so long
    output logic                                 remainder_stays,
    output logic                                 leaves_over,
    output logic      [LANES-1:0]                picked_left,
    output logic      [ul1_pkg::IV_W-1:0]        left_wait,

    // to the instruction side: what was left over; to outside: the instructions of those that are fresh
    output logic                                 remainder_valid,
    output logic      [ul1_pkg::ID_W-1:0]        remainder_id,
    output logic      [ul1_pkg::SUB_W-1:0]       remainder_sub,
    output logic      [LANES-1:0]                remainder_mask,
    output logic      [ul1_pkg::PT-1:0]          choice_fresh
);

  localparam int POOL     = ul1_pkg::POOL;
  localparam int POOL_W   = ul1_pkg::POOL_W;
  localparam int WAIT     = ul1_pkg::POOL_WAIT;
  localparam int WAIT_W   = $clog2(WAIT);
  localparam int PT       = ul1_pkg::PT;
  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int SUB_W    = ul1_pkg::SUB_W;
  localparam int WARP_W   = ul1_pkg::WARP_W;
  localparam int WIDTH_W  = ul1_pkg::WIDTH_W;
  localparam int IV_W     = ul1_pkg::IV_W;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  logic [POOL-1:0]         used, fresh;
  logic [POOL-1:0]         loads;                     // places with a load
  logic [PT_W-1:0]         entry    [0:ul1_fn::entries(POOL)-1];
  logic [SUB_W-1:0]        sub      [0:ul1_fn::entries(POOL)-1];
  logic [WARP_W-1:0]       warp     [0:ul1_fn::entries(POOL)-1];
  logic [WIDTH_W-1:0]      width    [0:ul1_fn::entries(POOL)-1];
  logic [INTAKE_W-1:0]     beat     [0:ul1_fn::entries(POOL)-1];
  logic [WAIT_W-1:0]       waits    [0:ul1_fn::entries(POOL)-1];       // cycles until it may enter
  logic [LANES-1:0]        mask     [0:ul1_fn::entries(POOL)-1];       // slots left
  logic [LANES*ADDR_W-1:0] addr     [0:ul1_fn::entries(POOL)-1];
  logic [POOL-1:0]         signs, last;               // it extends the sign; it is the last sub-warp of its instruction
  logic [POOL-1:0]         held;                      // its warp has a remainder (`busy`, by place)

  // Row i: those that joined, or had a pass, before i did, and those of its warp that joined before. (A bit of a place
  // that is free may be left, until that is taken again.)
  (* mem2reg *) logic [POOL-1:0] older [0:ul1_fn::entries(POOL)-1];
  (* mem2reg *) logic [POOL-1:0] kin   [0:ul1_fn::entries(POOL)-1];

  // A remainder may enter when its wait is over. A fresh access may if its warp has no fresh one before it and no remainder. Besides a
  // load needs a booking, and a store room, of which both are known late.
  logic [POOL-1:0]   due, fresh_due, may_load, may_store, load_one, store_one, picked_one;
  logic [POOL_W-1:0] load_place, store_place, picked;

  always @* begin
    due       = '0;
    fresh_due = '0;
    load_one  = '0;
    store_one = '0;
    may_load  = '0;
    may_store = '0;
    if (ul1_fn::worth(used != '0)) begin
      for (int i = 0; i < POOL; i++) begin
        due      [i] = used[i] & ~fresh[i] & waits[i] == '0;
        fresh_due[i] = fresh[i] & (kin[i] & fresh) == '0 & ~held[i];
      end
      may_load  = (due | fresh_due) & loads;
      may_store = (due | fresh_due) & ~loads;
      for (int i = 0; i < POOL; i++) begin
        load_one [i] = may_load[i] & (older[i] & may_load) == '0;
        store_one[i] = may_store[i] & (older[i] & may_store) == '0;
      end
    end
    load_ready  = may_load != '0 & load_books;
    store_ready = may_store != '0 & room_shared;
    load_fresh  = (load_one & fresh) != '0;
    store_fresh = (store_one & fresh) != '0;
    pool_lacks  = may_load != '0 & ~load_books;
    load_place  = POOL_W'({ul1_fn::index(64'(load_one))});
    store_place = POOL_W'({ul1_fn::index(64'(store_one))});
  end

  // The one that enters. (Its slots are looked up ahead, as the selection comes late, and the split behind it takes long.)
  logic sel_shared, sel_fresh;

  assign sel_shared = sel_pool_load | sel_pool_store;
  assign sel_fresh  = (sel_pool_load & load_fresh) | (sel_pool_store & store_fresh);
  assign picked_one = sel_pool_store ? store_one : load_one;
  assign picked     = sel_pool_store ? store_place : load_place;

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
    picked_beat   = '0;
    if (sel_pool_load) begin
      picked_mask   = mask[load_place];
      picked_addr   = addr[load_place];
      picked_entry  = entry[load_place];
      picked_sub    = sub[load_place];
      picked_last   = last[load_place];
      picked_warp   = warp[load_place];
      picked_width  = width[load_place];
      picked_signed = signs[load_place];
      picked_beat   = beat[load_place];
    end
    if (sel_pool_store) begin
      picked_mask   = mask[store_place];
      picked_addr   = addr[store_place];
      picked_entry  = entry[store_place];
      picked_sub    = sub[store_place];
      picked_last   = last[store_place];
      picked_warp   = warp[store_place];
      picked_width  = width[store_place];
      picked_signed = signs[store_place];
      picked_beat   = beat[store_place];
    end
  end

  // After a pass: a remainder keeps its place, goes to the table, or goes to the instruction side; without one the place is free.
  logic             keeps, returns;
  logic [POOL-1:0]  kept_one;

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

  // Places that are taken, that of the access that is prepared among them
  assign place_free = ul1_fn::ones(32'({joins, used})) < 6'(POOL);

  // Joining takes the lowest place that is free
  logic [POOL-1:0]   join_one, join_kin;
  logic [POOL_W-1:0] place;
  logic              joins_fresh;

  always @* begin
    join_one    = '0;
    place       = '0;
    join_kin    = '0;
    joins_fresh = 1'b0;
    if (ul1_fn::worth(joins)) begin
      join_one = joins ? ~used & (used + 1'b1) : '0;
      place    = POOL_W'({ul1_fn::index(64'(join_one))});
      for (int i = 0; i < POOL; i++) join_kin[i] = joins & used[i] & warp[i] == join_warp;
      joins_fresh = joins & join_fresh;
    end
  end

  // Fresh ones that wait for their warp
  logic [POOL-1:0] waiting;

  always @* begin
    waiting = '0;
    if (ul1_fn::worth(fresh != '0)) begin
      for (int i = 0; i < POOL; i++) waiting[i] = fresh[i] & ((kin[i] & fresh) != '0 | held[i]);
    end
    kin_full = ul1_fn::several(64'({join_behind, waiting}));   // POOL_KIN is two
  end

  logic [POOL-1:0] of_picked;   // whose warp is that of the selected one; who joins, in its place

  always @* begin
    of_picked = '0;
    if (sel_shared) begin
      for (int i = 0; i < POOL; i++) of_picked[i] = (join_one[i] ? join_warp : warp[i]) == picked_warp;
    end
  end

  assign picked_alone = sel_fresh & (of_picked & ((fresh & ~picked_one) | (joins_fresh ? join_one : '0))) == '0;

  always_ff @(posedge clk) begin
    if (rst) begin
      used  <= '0;
      fresh <= '0;
    end else begin
      if (sel_shared | joins) begin
        used  <= (used & ~(sel_shared & ~keeps ? picked_one : '0)) | join_one;
        fresh <= (fresh & ~(sel_shared ? picked_one : '0)) | (join_fresh ? join_one : '0);
      end
    end
    if (used != fresh) begin
      for (int i = 0; i < POOL; i++) if (waits[i] != '0) waits[i] <= waits[i] - 1'b1;
    end
    if (sel_shared | joins) begin
      held <= (of_picked & {POOL{split_more}}) | (~of_picked & ((held & ~join_one) | (join_one & {POOL{join_busy}})));
    end
    if (keeps) begin
      mask [picked] <= picked_left;
      waits[picked] <= interval == '0 ? '0 : WAIT_W'(interval - 1'b1);
    end
    if (joins) begin
      loads  [place] <= ~join_store;
      entry  [place] <= join_entry;
      sub    [place] <= join_sub;
      last   [place] <= join_last;
      warp   [place] <= join_warp;
      width  [place] <= join_width;
      signs[place] <= join_signed;
      beat   [place] <= join_beat;
      mask   [place] <= join_mask;
      addr   [place] <= join_addr;
      waits  [place] <= '0;
      for (int i = 0; i < POOL; i++) kin[i] <= join_one[i] ? join_kin : kin[i] & ~join_one;
    end
    if (joins | keeps) begin
      for (int i = 0; i < POOL; i++) begin
        older[i] <= (older[i] | {POOL{join_one[i] | kept_one[i]}}) & ~join_one & ~(join_one[i] ? '0 : kept_one);
      end
    end
  end

  always @* begin
    choice_fresh = '0;
    if (fresh != '0) begin
      for (int i = 0; i < POOL; i++) choice_fresh = choice_fresh | PT'(fresh[i]) << (entry[i] & {PT_W{fresh[i]}});
    end
  end

  always @(posedge clk) begin
    if (!rst & (joins | sel_fresh)) begin
      assert (!(joins && used == '1) && ul1_pkg::POOL_KIN == 2);
      assert (!(sel_fresh && (held & picked_one) != '0));      // a warp's accesses do not overtake one another
    end
  end

endmodule

`default_nettype wire
