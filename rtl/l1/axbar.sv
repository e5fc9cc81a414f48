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

  // Each slot puts its row down at its bank, with a bit that it did, those of each quarter for themselves, so that what goes
  // slot by slot is short; where several quarters have put one down, it is the same. Idle slots do it in the upper half, where
  // nobody reads, so that no slot needs a condition. (The attributes say to synthesis that these are wires.)
  localparam int QUARTER = LANES / 4;

  (* mem2reg *) logic [ROW_W:0] row_0 [0:2*BANKS-1];
  (* mem2reg *) logic [ROW_W:0] row_1 [0:2*BANKS-1];
  (* mem2reg *) logic [ROW_W:0] row_2 [0:2*BANKS-1];
  (* mem2reg *) logic [ROW_W:0] row_3 [0:2*BANKS-1];

  always @* begin
    bank_en  = '0;
    bank_row = '0;
    for (int b = 0; b < 2*BANKS; b++) row_0[b] = '0;
    for (int b = 0; b < 2*BANKS; b++) row_1[b] = '0;
    for (int b = 0; b < 2*BANKS; b++) row_2[b] = '0;
    for (int b = 0; b < 2*BANKS; b++) row_3[b] = '0;
    if (ul1_fn::worth(map_mask != '0)) begin
      for (int s = 0; s < QUARTER; s++) begin
        row_0[{~map_mask[s],           map_bank[s*BANK_W +: BANK_W]}]               = {1'b1, map_row[s*ROW_W +: ROW_W]};
        row_1[{~map_mask[QUARTER+s], map_bank[(QUARTER+s)*BANK_W +: BANK_W]}] = {1'b1, map_row[(QUARTER+s)*ROW_W +: ROW_W]};
        row_2[{~map_mask[2*QUARTER+s], map_bank[(2*QUARTER+s)*BANK_W +: BANK_W]}]
                                      = {1'b1, map_row[(2*QUARTER+s)*ROW_W +: ROW_W]};
        row_3[{~map_mask[3*QUARTER+s], map_bank[(3*QUARTER+s)*BANK_W +: BANK_W]}]
                                      = {1'b1, map_row[(3*QUARTER+s)*ROW_W +: ROW_W]};
      end
      for (int b = 0; b < BANKS; b++) {bank_en[b], bank_row[b*ROW_W +: ROW_W]} = row_0[b] | row_1[b] | row_2[b] | row_3[b];
    end
  end

endmodule

`default_nettype wire
