// Write data buffer: all store data go through here, twice. In the *intake* a beat waits, in slot order, for its pass, which
// takes it through the data crossbar (stage 2) into an *entry*, in bank order, where it waits for the array's write port.
// Loads are served from the entries, so that they see every store before them no matter how long the array is kept busy.

`default_nettype none

module wdb #(
    parameter int LANES = 32
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // from outside: a beat of store data, asked for by lsu
    input  wire logic                            st_ready,
    input  wire logic                            st_valid,
    input  wire logic [LANES*32-1:0]             st_data,

    // to lsu: what the intake has free
    output logic                                 ink_any,
    output logic                                 ink_two,
    output logic      [ul1_pkg::INK_W-1:0]       ink_idx,

    // from and to arb: room for passes
    input  wire logic                            wdb_take,
    output logic                                 wdb_room,

    // from arb, axbar: the pass in stage 1
    input  wire logic                            pass_valid,
    input  wire logic                            pass_store,
    input  wire logic [ul1_pkg::INK_W-1:0]       pass_ink,
    input  wire logic                            pass_free,
    input  wire logic [LANES-1:0]                bank_en,
    input  wire logic [LANES*ul1_pkg::ROW_W-1:0] bank_row,

    // to and from dxbar: a store's words in stage 2, out by slot and back by bank
    output logic                                 slot_valid,
    output logic      [LANES*32-1:0]             slot_data,
    input  wire logic [LANES*4-1:0]              x_be,
    input  wire logic [LANES*32-1:0]             x_data,

    // to dxbar: bytes for a load in stage 2 that the array does not have yet
    output logic      [LANES*4-1:0]              fwd_be,
    output logic      [LANES*32-1:0]             fwd_data,

    // to and from data: the oldest entry, to be written
    output logic                                 w_valid,
    output logic      [LANES*4-1:0]              w_be,
    output logic      [LANES*ul1_pkg::ROW_W-1:0] w_row,
    output logic      [LANES*32-1:0]             w_data,
    input  wire logic                            w_ready,

    // to outside
    output logic                                 wdb_idle
);

  localparam int ROW_W = ul1_pkg::ROW_W;
  localparam int INK   = ul1_pkg::INK;
  localparam int INK_W = ul1_pkg::INK_W;
  localparam int WDB   = ul1_pkg::WDB;
  localparam int AT_W  = $clog2(WDB);  // bits of an entry's index
  localparam int CNT_W = AT_W + 1;     // bits of a number of entries

  // The pass in stage 2
  logic                   s2_load, s2_store, s2_free;
  logic [INK_W-1:0]       s2_ink;
  logic [LANES-1:0]       s2_banks;
  logic [LANES*ROW_W-1:0] s2_row;

  always_ff @(posedge clk) begin
    if (rst) begin
      s2_load  <= 1'b0;
      s2_store <= 1'b0;
    end else begin
      s2_load  <= pass_valid & ~pass_store;
      s2_store <= pass_valid & pass_store;
    end
    if (pass_valid) begin
      s2_free  <= pass_free;
      s2_ink   <= pass_ink;
      s2_banks <= bank_en;
      s2_row   <= bank_row;
    end
  end

  // Intake
  logic [INK-1:0]      ink_used, ink_used_next, ink_free;
  logic [LANES*32-1:0] ink_data [0:INK-1];

  assign ink_free = ~ink_used;
  assign ink_any  = ink_free != '0;
  assign ink_two  = (ink_free & (ink_free - 1'b1)) != '0;
  assign ink_idx  = INK_W'({ul1_pkg::lowest(64'(ink_free))});

  always_comb begin
    ink_used_next = ink_used;
    if (st_valid & st_ready) ink_used_next[ink_idx] = 1'b1;
    if (s2_store & s2_free)  ink_used_next[s2_ink]  = 1'b0;
  end

  always_ff @(posedge clk) begin
    if (rst) ink_used <= '0;
    else     ink_used <= ink_used_next;
    if (st_valid & st_ready) ink_data[ink_idx] <= st_data;
  end

  assign slot_valid = s2_store;
  assign slot_data  = ink_data[s2_ink];

  // Entries: a ring. From `oldest` up lie `waiting` entries with data; `taken` counts them and the passes on their way here.
  // The place below `oldest` still has the entry written last: the next pass to join cannot get there before the cycle
  // after the write is over.
  logic [LANES*4-1:0]     ent_be   [0:WDB-1];
  logic [LANES*ROW_W-1:0] ent_row  [0:WDB-1];
  logic [LANES*32-1:0]    ent_data [0:WDB-1];
  logic [AT_W-1:0]        oldest, join_at;
  logic [CNT_W-1:0]       waiting, taken;
  logic                   wrote;    // an entry was written in the cycle before
  logic                   written;  // one is written in this

  assign join_at  = oldest + AT_W'(waiting);
  assign wdb_room = taken < CNT_W'(WDB);
  assign wdb_idle = taken == '0;

  assign w_valid  = waiting != '0;
  assign w_be     = w_valid ? ent_be[oldest] : '0;
  assign w_row    = ent_row[oldest];
  assign w_data   = ent_data[oldest];
  assign written  = w_valid & w_ready;

  always_ff @(posedge clk) begin
    if (rst) begin
      oldest  <= '0;
      waiting <= '0;
      taken   <= '0;
      wrote   <= 1'b0;
    end else begin
      oldest  <= oldest + AT_W'(written);
      waiting <= waiting + CNT_W'(s2_store) - CNT_W'(written);
      taken   <= taken + CNT_W'(wdb_take) - CNT_W'(written);
      wrote   <= written;
    end
    if (s2_store) begin
      ent_be  [join_at] <= x_be;
      ent_row [join_at] <= s2_row;
      ent_data[join_at] <= x_data;
    end
  end

  // Serving loads. What the array gave the load in stage 2 lacks the entries that wait, and the one written in the cycle
  // before, since a read and a write in one cycle read the old word. Taken in order of age, that last one is number 0, the oldest
  // that waits number 1, and so on, so that the newest byte is what remains. The rows of all banks are compared by one XOR, and
  // entries that have nothing for the load are passed over whole.
  logic [AT_W-1:0]        at;
  logic [LANES*ROW_W-1:0] differ;
  logic [LANES*4-1:0]     hit;
  logic [LANES*32-1:0]    words;
  logic [31:0]            bits;

  always_comb begin
    fwd_be   = '0;
    fwd_data = '0;
    at       = '0;
    differ   = '0;
    hit      = '0;
    words    = '0;
    bits     = '0;
    if (s2_load) begin
      for (int e = 0; e <= WDB; e++) begin
        if (e == 0 ? wrote : CNT_W'(e) <= waiting) begin
          at     = oldest + AT_W'(e + WDB - 1);
          differ = ent_row[at] ^ s2_row;
          for (int b = 0; b < LANES; b++) hit[b*4 +: 4] = {4{s2_banks[b] & (differ[b*ROW_W +: ROW_W] == '0)}};
          hit = hit & ent_be[at];
          if (hit != '0) begin
            fwd_be = fwd_be | hit;
            words  = ent_data[at];
            for (int b = 0; b < LANES; b++) begin
              bits = {{8{hit[b*4+3]}}, {8{hit[b*4+2]}}, {8{hit[b*4+1]}}, {8{hit[b*4]}}};
              fwd_data[b*32 +: 32] = (fwd_data[b*32 +: 32] & ~bits) | (words[b*32 +: 32] & bits);
            end
          end
        end
      end
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert (taken <= CNT_W'(WDB));
      assert (waiting <= taken);                               // every pass that joins has had its entry taken
      assert (!(wdb_take && !wdb_room));
      assert (!(s2_store && !ink_used[s2_ink]));               // a store's pass finds its beat
      assert (!(wrote && s2_store && waiting == CNT_W'(WDB)));  // nobody joins where the last written still lies
    end
  end

endmodule

`default_nettype wire
