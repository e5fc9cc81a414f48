// Both directions of the data crossbar. A byte of a bank that a slot stores is stored, with the byte of the
// highest such slot. No other byte is stored. Loaded words, shifted and extended, reach each of their slots
// once, in the cycle in which they are due.

module dxbar_words (
    input wire clk,
    input wire rst,
    input wire pass_valid, pass_store, pass_signed, pass_readout,
    input wire [2:0] pass_width,
    input wire [ul1_pkg::STAGE_W-1:0] pass_due,
    input wire [7:0] map_mask,
    input wire [23:0] map_bank,
    input wire [15:0] map_byte,
    input wire [255:0] slot_data, read_data
);

  wire [31:0]  cross_be;
  wire [255:0] cross_data, load_data;
  wire [7:0]   load_mask, load_pred;
  // The machine of the proof has neither atomics nor locks.
  wire [31:0]                cross_swap;
  wire [ul1_pkg::ATOM_W-1:0] pass_atom = ul1_pkg::ATOM_NONE;
  wire [7:0]                 lock_pred  = '0;

  dxbar #(.LANES(8)) dut (.*);

  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
  end

  // The pass in stage 2
  reg        valid, store, ext;
  reg [2:0]  width, due;
  reg [7:0]  mask;
  reg [23:0] bank;
  reg [15:0] at;
  always @(posedge clk) begin
    valid <= !rst && pass_valid && !pass_readout;
    {store, ext, width, due, mask, bank, at} <= {pass_store, pass_signed, pass_width, pass_due, map_mask,
                                                 map_bank, map_byte};
  end
  wire [2:0] bytes = width == ul1_pkg::WIDTH_B8 ? 3'd1 : width == ul1_pkg::WIDTH_B16 ? 3'd2 : 3'd4;

  // Contract: accesses are within their word; a victim readout is no store; no two loads have words in one
  // cycle
  reg [7:0] busy;    // cycles in which words are due: bit k, in k cycles
  wire      arrives = valid && !store && mask != '0;
  always @(posedge clk) begin
    busy <= rst ? '0 : (busy | (arrives ? 8'd1 << (due - 3'd2) : 8'd0)) >> 1;
    assume (!(pass_valid && pass_store && pass_readout));
    if (valid) for (int s = 0; s < 8; s++) if (mask[s]) assume ((at[s*2 +: 2] & 2'(bytes - 1'b1)) == '0);
    if (arrives) assume (due >= ul1_pkg::LAT && due <= ul1_pkg::HLAT && !busy[due - 3'd2]);
  end

  // Stores, at one byte of one bank
  (* anyconst *) reg [2:0] b;
  (* anyconst *) reg [1:0] k;
  reg       stored;
  reg [7:0] byte_of;
  always @* begin
    stored  = 1'b0;
    byte_of = '0;
    for (int s = 0; s < 8; s++) begin
      if (valid && store && mask[s] && bank[s*3 +: 3] == b && k >= at[s*2 +: 2]
          && k - at[s*2 +: 2] < bytes) begin
        stored  = 1'b1;
        byte_of = slot_data[s*32 + (k - at[s*2 +: 2])*8 +: 8];
      end
    end
  end

  // Loads, in one slot: the expected word, and the number of cycles until it arrives
  (* anyconst *) reg [2:0] slot;
  reg  [31:0] word;
  reg  [31:0] wait_word [0:4];
  reg  [4:0]  wait_mask;
  always @* begin
    word = read_data[bank[slot*3 +: 3]*32 +: 32] >> {at[slot*2 +: 2], 3'b000};
    if (bytes == 1) word = {{24{ext & word[7]}}, word[7:0]};
    if (bytes == 2) word = {{16{ext & word[15]}}, word[15:0]};
  end
  always @(posedge clk) begin
    for (int i = 0; i < 5; i++) begin
      wait_mask[i] <= !rst && (arrives && due == i + 3 ? mask[slot] : i < 4 && wait_mask[i+1]);
      wait_word[i] <= arrives && due == i + 3 ? word : i < 4 ? wait_word[i+1] : '0;
    end
  end

  always @(posedge clk) if (!rst) begin
    assert (cross_be[b*4 + k] == stored);
    if (stored) assert (cross_data[b*32 + k*8 +: 8] == byte_of);
    assert (load_mask[slot] == wait_mask[0]);
    if (wait_mask[0]) assert (load_data[slot*32 +: 32] == wait_word[0]);
  end

endmodule
