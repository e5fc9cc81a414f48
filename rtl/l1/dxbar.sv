// Data crossbar, stage 2: moves stored words from slots to banks and loaded words from banks to slots. Any
// mix of loads and stores has one pass a cycle; an atomic moves words both ways. It shifts stored words to
// their bytes, and aligns and extends loaded words. Loaded words wait here until they are due at the
// register file.

`default_nettype none

module dxbar #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int BANK_W = ul1_pkg::bank_w(LANES),
    localparam int SWAPS  = ul1_pkg::swaps(LANES)
) (
    input  wire logic                                 clk,
    input  wire logic                                 rst,

    // ---- From arb and tag: the pass in stage 1. A victim readout goes to wdb, so this unit ignores it.
    // A pass is in stage 1.
    input  wire logic                                 pass_valid,
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                                 pass_store,
    // Operation of the stage-1 atomic or lock pass; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]           pass_atom,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]           pass_red,
    // Access width of the stage-1 pass; valid with `pass_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]          pass_width,
    // The stage-1 pass sign-extends 8 and 16 bit loads; valid with `pass_valid`.
    input  wire logic                                 pass_signed,
    // Stage in which the words of the stage-1 pass reach the register file: for a shared load the reserved
    // one, else HLAT; valid with `pass_valid`.
    input  wire logic [ul1_pkg::STAGE_W-1:0]          pass_due,
    // The stage-1 pass is a victim readout: it reads the dirty sectors of a line to write them back.
    input  wire logic                                 pass_readout,
    // Slots of the stage-1 pass that access the array; none for a load that misses.
    input  wire logic [LANES-1:0]                     map_mask,
    // Bank of each slot of the stage-1 pass; valid where `map_mask` is set.
    input  wire logic [LANES*BANK_W-1:0]              map_bank,
    // First byte of each slot within its word; valid where `map_mask` is set.
    input  wire logic [LANES*ul1_pkg::BYTE_W-1:0]     map_byte,

    // ---- From lock
    // Predicate of each slot of the stage-1 lock access: a load-and-lock gets its lock flag, a conditional
    // store-and-unlock gives it back; zero for any other pass.
    input  wire logic [LANES-1:0]                     lock_pred,

    // ---- From and to wdb: store data in stage 2
    // Words of the stage-2 store in slot order, from the intake; valid with `slot_valid`.
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0]     slot_data,
    // Bytes that the stage-2 store writes in each bank; zero without a store in stage 2.
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0] cross_be,
    // Word that the stage-2 store writes in each bank; valid where `cross_be` is set.
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]     cross_data,
    // Second operand of the stage-2 atomic `cas` in each bank: the word to store if the first one matches;
    // zero for any other pass.
    output logic      [SWAPS*ul1_pkg::WORD_W-1:0]     cross_swap,

    // ---- From data: words of a load in stage 2, with the bytes that wdb forwards
    // Word read from each bank, in stage 2, with the bytes that the WDB forwards; old words in its place, if
    // the pass returns these; valid where `read_valid` is set.
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]     read_data,

    // ---- To the register file
    // Slots that are written to the register file in this cycle; zero without a write.
    output logic      [LANES-1:0]                     load_mask,
    // Word of each slot for the register file, aligned and extended; valid where `load_mask` is set.
    output logic      [LANES*ul1_pkg::WORD_W-1:0]     load_data,
    // Predicate of each slot that is written to the register file; zero for an access without lock.
    output logic      [LANES-1:0]                     load_pred
);

  localparam int WORD_W     = ul1_pkg::WORD_W;
  localparam int WORD_BYTES = ul1_pkg::WORD_BYTES;
  localparam int BYTE_W     = ul1_pkg::BYTE_W;

  // The pass in stage 2
  logic                        s2_load, s2_store, s2_cas, s2_signed;
  logic [ul1_pkg::STAGE_W-1:0] s2_due;
  logic [ul1_pkg::WIDTH_W-1:0] s2_width;
  logic [LANES-1:0]            s2_mask, s2_stores, s2_pred;  // slots; those that store; true predicates
  logic [LANES*BANK_W-1:0]     s2_bank;
  logic [LANES*BYTE_W-1:0]     s2_byte;

  always_ff @(posedge clk) begin
    if (rst) begin
      s2_load  <= 1'b0;
      s2_store <= 1'b0;
      s2_cas   <= 1'b0;
    end else begin
      s2_load  <= pass_valid & ul1_fn::returns_words(pass_store, pass_atom) & ~pass_readout;
      s2_store <= pass_valid & pass_store;
      s2_cas   <= pass_valid & pass_store & (pass_atom == ul1_pkg::ATOM_CAS
                                             | (ul1_pkg::GLOBAL_ATOMICS > 1 & pass_red == ul1_pkg::ATOM_CAS));
    end
    if (pass_valid) begin
      s2_width  <= pass_width;
      s2_signed <= pass_signed;
      s2_due    <= pass_due;
      s2_mask   <= map_mask;
      s2_pred   <= lock_pred;
      s2_stores <= ul1_pkg::LOCKS > 0 & pass_atom == ul1_pkg::ATOM_CUNLOCK ? lock_pred : map_mask;
      s2_bank   <= map_bank;
      s2_byte   <= map_byte;
    end
  end

  logic [WORD_BYTES-1:0] used;  // bytes of a word that a slot uses, at the bottom
  logic [WORD_W-1:0]     used_bits, sign_bit;
  always @* begin
    used      = '0;
    used_bits = '0;
    sign_bit  = '0;
    if (ul1_fn::sim_gate(s2_load | s2_store)) begin
      used      = ul1_fn::word_bytes(s2_width);
      used_bits = ul1_fn::byte_bits(used);
      sign_bit  = used_bits & ~(used_bits >> 1);
    end
  end

  // Stores: the word of each slot, and the bytes that it writes in its bank; none for an idle slot
  (* mem2reg *) logic [WORD_W-1:0]     slot_word [0:LANES-1];
  (* mem2reg *) logic [WORD_BYTES-1:0] slot_be   [0:LANES-1];

  always @* begin
    for (int s = 0; s < LANES; s++) slot_word[s] = '0;
    if (ul1_fn::sim_gate(s2_store)) begin
      for (int s = 0; s < LANES; s++) slot_word[s] = slot_data[s*WORD_W +: WORD_W];
    end
  end
  always @* begin
    for (int s = 0; s < LANES; s++) slot_be[s] = '0;
    if (ul1_fn::sim_gate(s2_store)) begin
      for (int s = 0; s < LANES; s++)
        slot_be[s] = (used & {WORD_BYTES{s2_stores[s]}}) << s2_byte[s*BYTE_W +: BYTE_W];
    end
  end

  // The highest slot that stores to a byte wins. For each byte, the slots write their numbers at their banks
  // in ascending order, the lower and the higher half of the slots in separate arrays. The byte then takes
  // the number of the higher half if there is one. So words are multiplexed once, by a slot number, and only
  // that short number passes the chain of slots. A slot that does not store to the byte writes its number
  // into the unread upper half.
  //
  // Accesses are aligned, so the byte of the slot's word depends on the width alone. The attributes tell
  // synthesis that these are wires. In simulation the lowest byte stands for all four where whole words are
  // stored.
  localparam int SLOT_W = ul1_pkg::lane_w(LANES);
  localparam int HALF   = LANES / 2;
  localparam int HALF_W = SLOT_W - 1;

  for (genvar k = 0; k < WORD_BYTES; k++) begin : g_byte
    // Index {idle, bank}; value: a slot stores there, and its number
    (* mem2reg *) logic [HALF_W:0]         low   [0:2*BANKS-1];
    (* mem2reg *) logic [HALF_W:0]         high  [0:2*BANKS-1];
    (* mem2reg *) logic [SLOT_W-1:0]       wins  [0:BANKS-1];
    (* mem2reg *) logic [ul1_fn::BITS-1:0] takes [0:BANKS-1];
    logic [BANKS-1:0]  stored;
    logic [BYTE_W-1:0] from;

    assign from = BYTE_W'(k) & used[BYTE_W:1];

    always @* begin
      for (int b = 0; b < 2*BANKS; b++) low [b] = '0;
      for (int b = 0; b < 2*BANKS; b++) high[b] = '0;
      if (ul1_fn::sim_gate(s2_store) & (k == 0 | ul1_fn::sim_gate(used != '1))) begin
        for (int s = 0; s < HALF; s++) begin
          low [{~slot_be[s][k],      s2_bank[s*BANK_W +: BANK_W]}]        = {1'b1, HALF_W'(s)};
          high[{~slot_be[HALF+s][k], s2_bank[(HALF+s)*BANK_W +: BANK_W]}] = {1'b1, HALF_W'(s)};
        end
      end
    end
    always @* begin
      stored = '0;
      for (int b = 0; b < BANKS; b++) wins[b] = '0;
      for (int b = 0; b < BANKS; b++) takes[b] = '0;
      if (ul1_fn::sim_gate(s2_store) & (k == 0 | ul1_fn::sim_gate(used != '1))) begin
        for (int b = 0; b < BANKS; b++) begin
          wins[b]   = {high[b][HALF_W], high[b][HALF_W] ? high[b][HALF_W-1:0] : low[b][HALF_W-1:0]};
          takes[b]  = ul1_fn::BITS'(slot_word[wins[b]] >> ul1_fn::byte_shift(from));
          stored[b] = high[b][HALF_W] | low[b][HALF_W];
        end
      end
    end
  end

  always @* begin
    cross_be   = '0;
    cross_data = '0;
    if (s2_store & ul1_fn::sim_gate(used != '1)) begin
      for (int b = 0; b < BANKS; b++) begin
        cross_be[b*WORD_BYTES +: WORD_BYTES] = {g_byte[3].stored[b], g_byte[2].stored[b], g_byte[1].stored[b],
                                                g_byte[0].stored[b]};
        cross_data[b*WORD_W +: WORD_W] = {g_byte[3].takes[b], g_byte[2].takes[b], g_byte[1].takes[b],
                                         g_byte[0].takes[b]};
      end
    end else if (s2_store) begin
      for (int b = 0; b < BANKS; b++) begin
        cross_be[b*WORD_BYTES +: WORD_BYTES] = {WORD_BYTES{g_byte[0].stored[b]}};
        cross_data[b*WORD_W +: WORD_W]       = slot_word[g_byte[0].wins[b]];
      end
    end
  end

  // The second operand of a `cas` stands half a lane's slots behind the first, and crosses with it.
  always @* begin
    cross_swap = '0;
    if (ul1_pkg::SWAPPING > 0 & s2_cas) begin
      for (int b = 0; b < SWAPS; b++) begin
        if (g_byte[0].stored[b])
          cross_swap[b*WORD_W +: WORD_W] = s2_width == ul1_pkg::WIDTH_B64
                                           ? slot_word[g_byte[0].wins[b] | SLOT_W'(1)]
                                           : slot_word[g_byte[0].wins[b] | SLOT_W'(2)];
      end
    end
  end

  // Loads: each slot selects the word of its bank. Idle slots do too; load_mask marks the valid words.
  logic [WORD_W-1:0]       picked;
  logic [LANES*WORD_W-1:0] word;

  always @* begin
    word   = '0;
    picked = '0;
    if (ul1_fn::sim_gate(s2_load)) begin
      for (int s = 0; s < LANES; s++) begin
        picked = read_data[s2_bank[s*BANK_W +: BANK_W]*WORD_W +: WORD_W]
                 >> ul1_fn::byte_shift(s2_byte[s*BYTE_W +: BYTE_W]);
        word[s*WORD_W +: WORD_W] = (picked & used_bits)
                                   | (~used_bits & {WORD_W{s2_signed & ((picked & sign_bit) != '0)}});
      end
    end
  end

  // Words wait until they are due, each with its predicate if there are locks. A load joins when it leaves
  // stage 2, for stage 3 at the earliest. A cached pass that missed has no slots here.
  localparam int STAGE_W = ul1_pkg::STAGE_W;
  localparam int LAST    = ul1_pkg::HLAT - 3;  // the longest wait: 1 at least
  localparam int FEW     = 7;
  localparam int KEPT_W  = LANES*WORD_W + (ul1_pkg::LOCKS > 0 ? LANES : 0);

  logic [KEPT_W-1:0] kept;

  assign kept = KEPT_W'({s2_pred, word});

  logic arrives;

  assign arrives = s2_load & s2_mask != '0;

  if (LAST <= FEW) begin : g_few
    // Entry k is due in k cycles, entry 0 is at the register file now. The attribute tells synthesis that
    // these are registers.
    (* mem2reg *) logic [LANES-1:0]        wait_mask_q [0:LAST];
    (* mem2reg *) logic [KEPT_W-1:0]       wait_word_q [0:LAST];
    logic [LAST:0] enters;

    always @* begin
      enters = '0;
      if (arrives) begin
        for (int k = 0; k <= LAST; k++) enters[k] = s2_due == STAGE_W'(k + 3);
      end
    end

    always_ff @(posedge clk) begin
      for (int k = 0; k < LAST; k++) begin
        wait_mask_q[k] <= rst ? '0 : enters[k] ? s2_mask : wait_mask_q[k+1];
        if (enters[k])                 wait_word_q[k] <= kept;
        else if (wait_mask_q[k+1] != '0) wait_word_q[k] <= wait_word_q[k+1];
      end
      wait_mask_q[LAST] <= ~rst & enters[LAST] ? s2_mask : '0;
      if (enters[LAST]) wait_word_q[LAST] <= kept;
    end

    always @* begin
      load_mask = wait_mask_q[0];
      load_data = wait_word_q[0][LANES*WORD_W-1:0];
      load_pred = ul1_pkg::LOCKS > 0 ? wait_mask_q[0] & LANES'({wait_word_q[0] >> LANES*WORD_W}) : '0;
    end

    always @(posedge clk) begin
      if (!rst & enters != '0) begin
        for (int k = 0; k < LAST; k++) begin
          // the write port was reserved for only one of them
          assert (!(enters[k] && wait_mask_q[k+1] != '0));
        end
      end
    end
  end else begin : g_many
    // A ring in a memory. Words that are due in the next cycle go directly to the output.
    localparam int SPAN_W = STAGE_W + 1;

    logic [STAGE_W-1:0]      now_q, next, at;  // positions: of this cycle, of the next, of the load
    logic [SPAN_W-1:0]       span;
    logic [STAGE_W-1:0]      waits;              // cycles that the load waits beyond the next
    logic [LAST-1:0]         due_q;              // bit k: words leave the ring at the end of cycle k from now
    logic                    direct, rests, ring_q;
    logic [LANES-1:0]        direct_mask_q, ring_mask;
    logic [KEPT_W-1:0]       direct_word_q, ring_word, due_word;

    assign waits  = s2_due - STAGE_W'(3);
    assign direct = arrives & waits == '0;
    assign rests  = arrives & waits != '0 & waits <= STAGE_W'(LAST);
    assign next   = now_q == STAGE_W'(LAST) ? '0 : now_q + 1'b1;
    assign span   = SPAN_W'(now_q) + SPAN_W'(waits);
    assign at     = span > SPAN_W'(LAST) ? STAGE_W'(span - SPAN_W'(LAST + 1)) : STAGE_W'(span);

    always_ff @(posedge clk) begin
      now_q       <= rst ? '0 : next;
      ring_q      <= ~rst & due_q[0];
      direct_mask_q <= ~rst & direct ? s2_mask : '0;
      if (direct) direct_word_q <= kept;
      for (int k = 0; k < LAST; k++)
        due_q[k] <= ~rst & ((k + 1 < LAST & due_q[(k + 1) % LAST]) | (rests & waits == STAGE_W'(k + 1)));
    end

    ram #(.ROWS(LAST + 1), .ROW_W(STAGE_W), .PARTS(1), .PART_W(LANES + KEPT_W)) u_ring (
        .clk, .re (due_q[0]), .raddr (now_q), .rdata ({ring_mask, ring_word}),
        .we (rests), .waddr (at), .wdata ({s2_mask, kept})
    );

    always @* begin
      load_mask = ring_q ? ring_mask : direct_mask_q;
      due_word  = ring_q ? ring_word : direct_word_q;
      load_data = due_word[LANES*WORD_W-1:0];
      load_pred = ul1_pkg::LOCKS > 0 ? load_mask & LANES'({due_word >> LANES*WORD_W}) : '0;
    end

    always @(posedge clk) begin
      // the write port was reserved for only one of them
      if (!rst & arrives) begin
        assert (!(direct & due_q[0]));
        assert (!rests | ((due_q >> waits) & LAST'(1)) == '0);
      end
    end
  end

endmodule

`default_nettype wire
