// A correct splitter that is a cycle late. (Example of docs/your_rtl.md.)

`default_nettype none

module split #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
) (
    input  wire logic                    clk,
    input  wire logic [LANES-1:0]        req_mask,
    input  wire logic [LANES*ADDR_W-1:0] req_addr,
    input  wire logic                    req_cached,
    input  wire logic [ul1_pkg::ATOM_W-1:0] req_atom,
    output logic      [LANES-1:0]        split_mask,
    output logic                         split_more
);

  logic unused_atom;  // the machine has no atomics
  assign unused_atom = ^req_atom;

  localparam int WORD_AT = ul1_pkg::BYTE_W;
  localparam int BANK_W  = ul1_pkg::bank_w(LANES);

  // The bank of an address, and the word in it
  logic [BANK_W-1:0]         bank [0:LANES-1];
  logic [ADDR_W-WORD_AT-1:0] word [0:LANES-1];

  always @* begin
    for (int s = 0; s < LANES; s++) begin
      bank[s] = req_addr[s*ADDR_W + WORD_AT +: BANK_W];
      word[s] = req_addr[s*ADDR_W + WORD_AT +: ADDR_W - WORD_AT];
    end
  end

  // The word that a bank serves in this pass: that of the lowest slot that waits for it. The loop goes down,
  // and the last assignment wins.
  logic [ADDR_W-WORD_AT-1:0] given [0:LANES-1];

  always @* begin
    for (int b = 0; b < LANES; b++) given[b] = '0;
    for (int s = LANES-1; s >= 0; s--) begin
      if (req_mask[s]) given[bank[s]] = word[s];
    end
  end

  logic [LANES-1:0] accepted;

  always @* begin
    accepted = req_mask;
    for (int s = 0; s < LANES; s++) begin
      if (!req_cached && given[bank[s]] != word[s]) accepted[s] = 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    split_mask <= accepted;
    split_more <= accepted != req_mask;
  end

endmodule

`default_nettype wire
