// The pool, a part of lsu: accesses to shared memory with the addresses of their slots, from when they are prepared to their
// last pass. Who has had none is *fresh*; what a pass leaves over, a remainder, stays until it has its own. With the setting
// `cfg_home` = instr it goes back to the instruction side instead, and is prepared again when it is presented again.
//
// Each place knows who came before it: so the oldest of a set is who has nobody of it before itself.

`default_nettype none

module lsu_pool #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // settings: where remainders stay; what a new one has to wait
    input  wire logic                            home,
    input  wire logic [ul1_pkg::IV_W-1:0]        pause,

    // of each warp, whether it has a remainder, here or at the instruction side
    input  wire logic [2**ul1_pkg::WARP_W-1:0]   busy,

    // a new access is chosen, of this warp, a remainder presented again; one more fits of these, and of those, two of those; of
    // these no more may wait for their warp, and the next of those warps would
    input  wire logic                            choice_new,
    input  wire logic [ul1_pkg::WARP_W-1:0]      choice_warp,
    input  wire logic                            take_again,
    output logic                                 fresh_free,
    output logic                                 kin_full,
    output logic      [2**ul1_pkg::WARP_W-1:0]   kin_warps,
    output logic                                 buffer_free,
    output logic                                 buffer_spare,

    // the access that is prepared joins: fresh, or a remainder
    input  wire logic                            joins,
    input  wire logic                            join_fresh,
    input  wire logic [ul1_pkg::PT_W-1:0]        join_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]       join_sub,
    input  wire logic                            join_last,
    input  wire logic [ul1_pkg::WARP_W-1:0]      join_warp,
    input  wire logic                            join_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     join_width,
    input  wire logic                            join_signed,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    join_beat,
    input  wire logic [LANES-1:0]                join_mask,
    input  wire logic [LANES*ADDR_W-1:0]         join_addr,

    // to arb: remainders; a fresh one that is ready, of a store
    input  wire logic                            room_shared,
    output logic                                 cand_remainder_load,
    output logic                                 cand_remainder_store,
    output logic                                 cand_store_older,
    output logic                                 fresh_ready,
    output logic                                 fresh_store,

    // the one that is selected; all of it is zero if none is
    input  wire logic                            sel_remainder_load,
    input  wire logic                            sel_remainder_store,
    input  wire logic                            sel_fresh,
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

    // how far it gets
    input  wire logic [LANES-1:0]                split_mask,
    input  wire logic                            split_more,

    // the oldest remainder of a store that lacks its beat; its beat comes
    output logic                                 lack_some,
    output logic      [ul1_pkg::PT_W-1:0]        lack_entry,
    output logic      [ul1_pkg::SUB_W-1:0]       lack_sub,
    output logic      [LANES-1:0]                lack_mask,
    input  wire logic                            lack_comes,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    intake_beat,

    // to the instruction side: what was left over; to outside: the instructions of those that are fresh
    output logic                                 remainder_valid,
    output logic      [ul1_pkg::ID_W-1:0]        remainder_id,
    output logic      [ul1_pkg::SUB_W-1:0]       remainder_sub,
    output logic      [LANES-1:0]                remainder_mask,
    output logic      [ul1_pkg::PT-1:0]          choice_fresh
);

  localparam int POOL     = ul1_pkg::POOL;
  localparam int POOL_W   = ul1_pkg::POOL_W;
  localparam int COUNT_W  = POOL_W + 1;
  localparam int PT       = ul1_pkg::PT;
  localparam int PT_W     = ul1_pkg::PT_W;
  localparam int SUB_W    = ul1_pkg::SUB_W;
  localparam int WARP_W   = ul1_pkg::WARP_W;
  localparam int WIDTH_W  = ul1_pkg::WIDTH_W;
  localparam int IV_W     = ul1_pkg::IV_W;
  localparam int INTAKE_W = ul1_pkg::INTAKE_W;

  logic [POOL-1:0]         used, fresh;
  logic [POOL-1:0]         loads;                     // whose access is a load's
  logic [POOL-1:0]         lacks;                     // a store's, whose beat is not in the intake
  logic [PT_W-1:0]         entry    [0:ul1_fn::entries(POOL)-1];
  logic [SUB_W-1:0]        sub      [0:ul1_fn::entries(POOL)-1];
  logic [WARP_W-1:0]       warp     [0:ul1_fn::entries(POOL)-1];
  logic [WIDTH_W-1:0]      width    [0:ul1_fn::entries(POOL)-1];
  logic [INTAKE_W-1:0]     beat     [0:ul1_fn::entries(POOL)-1];
  logic [IV_W-1:0]         pauses   [0:ul1_fn::entries(POOL)-1];       // cycles until it may enter
  logic [LANES-1:0]        mask     [0:ul1_fn::entries(POOL)-1];       // slots left
  logic [LANES*ADDR_W-1:0] addr     [0:ul1_fn::entries(POOL)-1];
  logic [POOL-1:0]         signs, last;               // it extends the sign; it is the last sub-warp of its instruction
  logic [POOL-1:0]         held;                      // its warp has a remainder (`busy`, by place)

  // Row i: those that came before i, and those of them that are of its warp. (Of who is not here any more a bit may be left,
  // until its place is taken again.)
  (* mem2reg *) logic [POOL-1:0] older [0:ul1_fn::entries(POOL)-1];
  (* mem2reg *) logic [POOL-1:0] kin   [0:ul1_fn::entries(POOL)-1];

  // Who may enter: remainders whose pause is over; the fresh ones before whom there is no other of their warp, which has no
  // remainder. What they leave over must find a place.
  logic [POOL-1:0] due, load_due, store_due, fresh_due, load_one, store_one, fresh_one;

  logic [POOL-1:0]   before_load;   // those that came before the load
  logic [POOL_W-1:0] load_place, store_place;

  always @* begin
    due                  = '0;
    load_due             = '0;
    store_due            = '0;
    load_one             = '0;
    store_one            = '0;
    before_load          = '0;
    load_place           = '0;
    store_place          = '0;
    cand_remainder_load  = 1'b0;
    cand_remainder_store = 1'b0;
    cand_store_older     = 1'b0;
    if (ul1_fn::worth(used != fresh)) begin
      for (int i = 0; i < POOL; i++) due[i] = used[i] & ~fresh[i] & ~lacks[i] & pauses[i] == '0;
      load_due  = due & loads;
      store_due = due & ~loads;
      load_one  = load_due;
      store_one = store_due;
      if (ul1_fn::worth(ul1_fn::several(64'(load_due)))) begin
        for (int i = 0; i < POOL; i++) load_one[i] = load_due[i] & (older[i] & load_due) == '0;
      end
      if (ul1_fn::worth(ul1_fn::several(64'(store_due)))) begin
        for (int i = 0; i < POOL; i++) store_one[i] = store_due[i] & (older[i] & store_due) == '0;
      end
      if (ul1_fn::worth(load_due != '0 & store_due != '0)) begin
        for (int i = 0; i < POOL; i++) before_load = before_load | (older[i] & {POOL{load_one[i]}});
      end
      cand_remainder_load  = load_due != '0;
      cand_remainder_store = store_due != '0;
      cand_store_older     = cand_remainder_store & (~cand_remainder_load | (store_one & before_load) != '0);
      load_place           = POOL_W'({ul1_fn::index(64'(load_one))});
      store_place          = POOL_W'({ul1_fn::index(64'(store_one))});
    end
  end

  always @* begin
    fresh_due = '0;
    if (fresh != '0 & (buffer_free | home == ul1_pkg::HOME_INSTR)) begin
      for (int i = 0; i < POOL; i++) begin
        if (ul1_fn::worth(fresh[i])) fresh_due[i] = fresh[i] & (loads[i] | room_shared) & (kin[i] & fresh) == '0 & ~held[i];
      end
    end
  end

  logic [POOL_W-1:0] fresh_place;

  always @* begin
    fresh_one   = '0;
    fresh_store = 1'b0;
    fresh_place = '0;
    if (ul1_fn::worth(fresh_due != '0)) begin
      fresh_one = fresh_due;
      if (ul1_fn::worth(ul1_fn::several(64'(fresh_due)))) begin
        for (int i = 0; i < POOL; i++) fresh_one[i] = fresh_due[i] & (older[i] & fresh_due) == '0;
      end
      fresh_store = (fresh_one & ~loads) != '0;
      fresh_place = POOL_W'({ul1_fn::index(64'(fresh_one))});
    end
    fresh_ready = fresh_due != '0;
  end

  // The one that is selected. (Its slots are looked up for each candidate ahead, as the selection comes late, and the split
  // behind it takes long.)
  logic [POOL-1:0]   picked_one;
  logic [POOL_W-1:0] picked;
  logic              picks;

  assign picks = sel_remainder_load | sel_remainder_store | sel_fresh;

  always @* begin
    picked_mask = '0;
    picked_addr = '0;
    if (sel_remainder_load) begin
      picked_mask = picked_mask | mask[load_place];
      picked_addr = picked_addr | addr[load_place];
    end
    if (sel_remainder_store) begin
      picked_mask = picked_mask | mask[store_place];
      picked_addr = picked_addr | addr[store_place];
    end
    if (sel_fresh) begin
      picked_mask = picked_mask | mask[fresh_place];
      picked_addr = picked_addr | addr[fresh_place];
    end
  end

  always @* begin
    picked_one    = '0;
    picked        = '0;
    picked_entry  = '0;
    picked_sub    = '0;
    picked_last   = '0;
    picked_warp   = '0;
    picked_store  = '0;
    picked_width  = '0;
    picked_signed = '0;
    picked_beat   = '0;
    if (picks) begin
      picked_one    = (load_one & {POOL{sel_remainder_load}}) | (store_one & {POOL{sel_remainder_store}})
                      | (fresh_one & {POOL{sel_fresh}});
      picked        = POOL_W'({ul1_fn::index(64'(picked_one))});
      picked_entry  = entry[picked];
      picked_sub    = sub[picked];
      picked_last   = last[picked];
      picked_warp   = warp[picked];
      picked_store  = ~loads[picked];
      picked_width  = width[picked];
      picked_signed = signs[picked];
      picked_beat   = beat[picked];
    end
  end

  // The oldest that lacks its beat
  logic [POOL-1:0]   lack_one;
  logic [POOL_W-1:0] lack_place;

  always @* begin
    lack_one   = '0;
    lack_place = '0;
    lack_entry = '0;
    lack_sub   = '0;
    lack_mask  = '0;
    if (ul1_fn::worth(lacks != '0)) begin
      for (int i = 0; i < POOL; i++) lack_one[i] = lacks[i] & (older[i] & lacks) == '0;
      lack_place = POOL_W'({ul1_fn::index(64'(lack_one))});
      lack_entry = entry[lack_place];
      lack_sub   = sub[lack_place];
      lack_mask  = mask[lack_place];
    end
    lack_some = lacks != '0;
  end

  // After a pass: what is left over stays, or goes back; or the place is given up
  logic             keeps, returns;
  logic [LANES-1:0] left;

  assign left    = picked_mask & ~split_mask;
  assign keeps   = picks & split_more & home == ul1_pkg::HOME_LSU;
  assign returns = picks & split_more & home == ul1_pkg::HOME_INSTR;

  always_ff @(posedge clk) begin
    if (rst) remainder_valid <= 1'b0;
    else     remainder_valid <= returns;
    if (returns) begin
      remainder_id   <= ul1_pkg::ID_W'(picked_entry);
      remainder_sub  <= picked_sub;
      remainder_mask <= left;
    end
  end

  // Numbers, of which those that are being prepared are part
  logic [COUNT_W-1:0] fresh_count, remainders;
  logic [COUNT_W-1:0] with_left, without;   // remainders then, if the pass leaves something over that stays here, or not

  assign fresh_free      = fresh_count != COUNT_W'(ul1_pkg::FRESH);
  assign buffer_free     = remainders < COUNT_W'(ul1_pkg::RB);
  assign buffer_spare    = remainders < COUNT_W'(ul1_pkg::RB-1);
  assign with_left       = remainders + COUNT_W'(sel_fresh);   // (nothing is presented again, as it stays here)
  assign without         = remainders + COUNT_W'(take_again) - COUNT_W'({sel_remainder_load | sel_remainder_store});

  always_ff @(posedge clk) begin
    if (rst) begin
      fresh_count <= '0;
      remainders  <= '0;
    end else begin
      if (choice_new & ~sel_fresh)                  fresh_count <= fresh_count + 1'b1;
      else if (sel_fresh & ~choice_new)             fresh_count <= fresh_count - 1'b1;
      remainders <= split_more & home == ul1_pkg::HOME_LSU ? with_left : without;
    end
  end

  // Joining takes the lowest place that is free
  logic [POOL-1:0]   join_one, join_kin, lack_comes_one;
  logic [POOL_W-1:0] place;
  logic              joins_fresh, join_waits;

  assign lack_comes_one = lack_comes ? lack_one : '0;

  always @* begin
    join_one    = '0;
    place       = '0;
    join_kin    = '0;
    joins_fresh = 1'b0;
    join_waits  = 1'b0;
    if (ul1_fn::worth(joins)) begin
      join_one = joins ? ~used & (used + 1'b1) : '0;
      place    = POOL_W'({ul1_fn::index(64'(join_one))});
      for (int i = 0; i < POOL; i++) join_kin[i] = joins & used[i] & warp[i] == join_warp;
      joins_fresh = joins & join_fresh;
      join_waits  = joins_fresh & ((join_kin & fresh) != '0 | busy[join_warp]);
    end
  end

  // Fresh ones that wait for their warp, among them the one that is prepared; of which warps one is there, or which are busy
  logic [POOL-1:0] waiting;

  always @* begin
    waiting   = '0;
    kin_full  = 1'b0;
    kin_warps = busy;
    if (ul1_fn::worth(fresh != '0)) begin
      for (int i = 0; i < POOL; i++) waiting[i] = fresh[i] & ((kin[i] & fresh) != '0 | held[i]);
      kin_full = ul1_fn::ones(32'({join_waits, waiting})) >= 6'(ul1_pkg::FRESH_KIN);
    end
    if (ul1_fn::worth(kin_full)) begin
      for (int i = 0; i < POOL; i++) kin_warps = kin_warps | (2**WARP_W)'(fresh[i]) << (warp[i] & {WARP_W{fresh[i]}});
      kin_warps = kin_warps | (2**WARP_W)'(joins_fresh) << (join_warp & {WARP_W{joins_fresh}});
    end
  end

  logic [POOL-1:0] of_picked;   // whose warp is that of the selected one; who joins, in its place

  always @* begin
    of_picked = '0;
    if (picks) begin
      for (int i = 0; i < POOL; i++) of_picked[i] = (join_one[i] ? join_warp : warp[i]) == picked_warp;
    end
  end

  always_ff @(posedge clk) begin
    if (rst) begin
      used  <= '0;
      fresh <= '0;
      lacks <= '0;
    end else begin
      if (picks | joins | lack_comes) begin
        used  <= (used & (keeps ? '1 : ~picked_one)) | join_one;
        fresh <= (fresh & ~picked_one) | (join_fresh ? join_one : '0);
        lacks <= (lacks & ~lack_comes_one) | (join_store & ~join_fresh ? join_one : '0);
      end
    end
    if (used != fresh) begin
      for (int i = 0; i < POOL; i++) if (pauses[i] != '0) pauses[i] <= pauses[i] - 1'b1;
    end
    if (picks | joins) begin
      held <= (of_picked & {POOL{split_more}}) | (~of_picked & ((held & ~join_one) | (join_one & {POOL{busy[join_warp]}})));
    end
    if (lack_comes) beat[lack_place] <= intake_beat;
    if (keeps) begin
      mask  [picked] <= left;
      pauses[picked] <= pause;
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
      pauses [place] <= '0;
      for (int i = 0; i < POOL; i++) begin
        older[i] <= join_one[i] ? used     : older[i] & ~join_one;
        kin  [i] <= join_one[i] ? join_kin : kin  [i] & ~join_one;
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
    if (!rst & (joins | sel_fresh | choice_new)) begin
      assert (!(joins && used == '1));
      assert (!(sel_fresh && busy[picked_warp]));      // a warp's accesses do not overtake one another
      assert (!(sel_fresh && keeps && (!buffer_free || take_again)));    // one home at a time
      assert (!(choice_new && (!fresh_free || (kin_full && kin_warps[choice_warp]))));
    end
  end

endmodule

`default_nettype wire
