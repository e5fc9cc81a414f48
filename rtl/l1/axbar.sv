// Address crossbar: gives each bank the row that the pass in stage 1 wants from it. No arbitration here: the arbiter has
// seen to it that all slots of a shared pass that lie in one bank want the same row, and those of a cached pass all have
// one, so whichever slot is put down last is right.

`default_nettype none

module axbar #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int BANK_W = ul1_pkg::bank_w(LANES)
) (
    // from tag: the slots of the pass in stage 1 that go to the array
    input  wire logic [LANES-1:0]                map_mask,
    input  wire logic [LANES*BANK_W-1:0]         map_bank,
    input  wire logic [LANES*ul1_pkg::ROW_W-1:0] map_row,

    // to data, wdb: the banks of the pass
    output logic      [BANKS-1:0]                bank_en,
    output logic      [BANKS*ul1_pkg::ROW_W-1:0] bank_row
);

  localparam int ROW_W = ul1_pkg::ROW_W;

  // The bank of an idle slot may be anything, at power-up undefined even; masked, it cannot spread.
  always @* begin
    bank_en = '0;
    for (int s = 0; s < LANES; s++) begin
      bank_en = bank_en | (BANKS'(map_mask[s]) << (map_bank[s*BANK_W +: BANK_W] & {BANK_W{map_mask[s]}}));
    end
  end

  // Each slot puts its row down at its bank. Idle slots do the same in the upper half, which nobody reads, so that no
  // slot needs a condition. (The attribute says to synthesis that these are wires.)
  (* mem2reg *) logic [ROW_W-1:0] row [0:2*BANKS-1];

  always @* begin
    for (int b = 0; b < 2*BANKS; b++) row[b] = '0;
    for (int s = 0; s < LANES; s++) row[{~map_mask[s], map_bank[s*BANK_W +: BANK_W]}] = map_row[s*ROW_W +: ROW_W];
  end
  always @* begin
    for (int b = 0; b < BANKS; b++) bank_row[b*ROW_W +: ROW_W] = row[b];
  end

endmodule

`default_nettype wire
