// Data crossbar, stage 2: one set of connections between slots and banks, used in the one direction by stores and in the
// other by loads, so that any mix of them runs at one pass a cycle. It also places what is stored at its byte, and aligns
// and extends what is loaded.

`default_nettype none

module dxbar #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int BANK_W = ul1_pkg::bank_w(LANES)
) (
    input  wire logic                                 clk,
    input  wire logic                                 rst,

    // from arb, tag: the pass in stage 1 and the slots of it that go to the array, kept for stage 2. (A dirty line that
    // is read out goes to wdb; there is nothing to be done for it here.)
    input  wire logic                                 pass_valid,
    input  wire logic                                 pass_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]          pass_width,
    input  wire logic                                 pass_signed,
    input  wire logic                                 pass_cached,
    input  wire logic                                 pass_readout,
    input  wire logic [LANES-1:0]                     map_mask,
    input  wire logic [LANES*BANK_W-1:0]              map_bank,
    input  wire logic [LANES*ul1_pkg::BYTE_W-1:0]     map_byte,

    // from and to wdb: words of a store, in by slot and out by bank
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0]     slot_data,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0] cross_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]     cross_data,

    // from data, wdb: words of a load, by bank, and the bytes that waiting stores lay over them
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]     read_data,

    // to outside: the register file, LAT cycles after stage 0 for a shared load, HLAT for a hit
    output logic      [LANES-1:0]                     load_mask,
    output logic      [LANES*ul1_pkg::WORD_W-1:0]     load_data
);

  localparam int LG   = $clog2(LANES);
  localparam int LATE = ul1_pkg::HLAT - ul1_pkg::LAT;  // cycles that the words of a hit wait here

  // The pass in stage 2
  logic                s2_load, s2_store, s2_signed, s2_cached;
  logic [2:0]          s2_width;
  logic [LANES-1:0]    s2_mask;
  logic [LANES*LG-1:0] s2_bank;
  logic [LANES*2-1:0]  s2_byte;

  always_ff @(posedge clk) begin
    if (rst) begin
      s2_load  <= 1'b0;
      s2_store <= 1'b0;
    end else begin
      s2_load  <= pass_valid & ~pass_store & ~pass_readout;
      s2_store <= pass_valid & pass_store;
    end
    if (pass_valid & ~pass_readout) begin
      s2_width  <= pass_width;
      s2_signed <= pass_signed;
      s2_cached <= pass_cached;
      s2_mask   <= map_mask;
      s2_bank   <= map_bank;
      s2_byte   <= map_byte;
    end
  end

  logic [3:0]  used;       // bytes of a word that a slot uses, at the bottom
  logic [31:0] used_bits, sign_bit;
  assign used      = ul1_fn::word_bytes(s2_width);
  assign used_bits = ul1_fn::byte_bits(used);
  assign sign_bit  = used_bits & ~(used_bits >> 1);

  // Stores. The slots lay their bytes over one another in ascending order: the highest wins a byte. An idle slot lays down
  // no bytes. (The attribute says to synthesis that these are wires.)
  (* mem2reg *) logic [3:0]  to_be   [0:LANES-1];
  (* mem2reg *) logic [31:0] to_word [0:LANES-1];
  logic [LG-1:0] be_bank, to_bank;
  logic [31:0]   to_bits;

  always @* begin
    cross_be    = '0;
    be_bank = '0;
    for (int b = 0; b < LANES; b++) to_be[b] = '0;
    if (s2_store) begin
      for (int s = 0; s < LANES; s++) begin
        be_bank = s2_bank[s*LG +: LG];
        to_be[be_bank] = to_be[be_bank] | ((used & {4{s2_mask[s]}}) << s2_byte[s*2 +: 2]);
      end
      for (int b = 0; b < LANES; b++) cross_be[b*4 +: 4] = to_be[b];
    end
  end

  always @* begin
    cross_data  = '0;
    to_bank = '0;
    to_bits = '0;
    for (int b = 0; b < LANES; b++) to_word[b] = '0;
    if (s2_store) begin
      for (int s = 0; s < LANES; s++) begin
        to_bank = s2_bank[s*LG +: LG];
        to_bits = (used_bits & {32{s2_mask[s]}}) << {s2_byte[s*2 +: 2], 3'b000};
        to_word[to_bank] = (to_word[to_bank] & ~to_bits)
                           | ((slot_data[s*32 +: 32] << {s2_byte[s*2 +: 2], 3'b000}) & to_bits);
      end
      for (int b = 0; b < LANES; b++) cross_data[b*32 +: 32] = to_word[b];
    end
  end

  // Loads. Each slot picks its bank's word. Idle slots pick something, too; load_mask says whose word counts.
  logic [31:0]         picked;
  logic [LANES*32-1:0] word;

  always @* begin
    word      = '0;
    picked    = '0;
    if (s2_load & s2_mask != '0) begin
      for (int s = 0; s < LANES; s++) begin
        picked = read_data[{s2_bank[s*LG +: LG], 5'b0} +: 32] >> {s2_byte[s*2 +: 2], 3'b000};
        word[s*32 +: 32] = (picked & used_bits) | (~used_bits & {32{s2_signed & ((picked & sign_bit) != '0)}});
      end
    end
  end

  // Those of a shared load go to the register file at once, those of a hit wait for LATE cycles. (Of a cached pass that
  // missed no slot has come here.)
  logic [LANES-1:0]    late_mask [0:LATE-1];
  logic [LANES*32-1:0] late_word [0:LATE-1];
  logic                now, late;

  assign now  = s2_load & ~s2_cached;
  assign late = late_mask[LATE-1] != '0;

  always_ff @(posedge clk) begin
    for (int i = 0; i < LATE; i++) begin
      if (rst)         late_mask[i] <= '0;
      else if (i != 0) late_mask[i] <= late_mask[i == 0 ? 0 : i-1];
      else             late_mask[i] <= s2_load & s2_cached ? s2_mask : '0;
      if (i != 0)                   late_word[i] <= late_word[i == 0 ? 0 : i-1];
      else if (s2_load & s2_cached) late_word[i] <= word;
    end
  end

  always_ff @(posedge clk) begin
    if (rst)      load_mask <= '0;
    else if (now) load_mask <= s2_mask;
    else          load_mask <= late_mask[LATE-1];
    if (now)       load_data <= word;
    else if (late) load_data <= late_word[LATE-1];
  end

  always @(posedge clk) begin
    if (!rst) assert (!(now && late));  // the write port was booked for one of them
  end

endmodule

`default_nettype wire
