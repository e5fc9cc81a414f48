// Address crossbar: gives each bank the row that the stage-1 pass accesses. It connects tag's map of slots to
// data and wdb. There is no arbitration: after the split all slots of a shared pass in one bank need the same
// row, and all slots of a cached pass are in one row. So the last slot of a bank may overwrite the others.

`default_nettype none

module axbar #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int BANK_W = ul1_pkg::bank_w(LANES)
) (
    // ---- From tag: the map of the stage-1 pass
    // Slots of the stage-1 pass that access the array; none for a load that misses.
    input  wire logic [LANES-1:0]                map_mask,
    // Bank of each slot of the stage-1 pass; valid where `map_mask` is set.
    input  wire logic [LANES*BANK_W-1:0]         map_bank,
    // Row of each slot of the stage-1 pass; 0 for a cached store; valid where `map_mask` is set.
    input  wire logic [LANES*ul1_pkg::ROW_W-1:0] map_row,

    // ---- To data and wdb
    // Banks that the stage-1 pass accesses.
    output logic      [BANKS-1:0]                bank_en,
    // Row that the stage-1 pass accesses in each bank; valid where `bank_en` is set.
    output logic      [BANKS*ul1_pkg::ROW_W-1:0] bank_row
);

  localparam int ROW_W = ul1_pkg::ROW_W;

  // Each slot writes its row, and a valid bit, at its bank. Each quarter of the slots has an array of its
  // own, so that the chain of writes is short; quarters that both write a bank write the same row. Idle slots
  // write into the unread upper half, so no slot needs a condition. The attributes tell synthesis that these
  // are wires.
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
    if (ul1_fn::sim_gate(map_mask != '0)) begin
      for (int s = 0; s < QUARTER; s++) begin
        row_0[{~map_mask[s], map_bank[s*BANK_W +: BANK_W]}]
                                      = {1'b1, map_row[s*ROW_W +: ROW_W]};
        row_1[{~map_mask[QUARTER+s], map_bank[(QUARTER+s)*BANK_W +: BANK_W]}]
                                      = {1'b1, map_row[(QUARTER+s)*ROW_W +: ROW_W]};
        row_2[{~map_mask[2*QUARTER+s], map_bank[(2*QUARTER+s)*BANK_W +: BANK_W]}]
                                      = {1'b1, map_row[(2*QUARTER+s)*ROW_W +: ROW_W]};
        row_3[{~map_mask[3*QUARTER+s], map_bank[(3*QUARTER+s)*BANK_W +: BANK_W]}]
                                      = {1'b1, map_row[(3*QUARTER+s)*ROW_W +: ROW_W]};
      end
      for (int b = 0; b < BANKS; b++)
        {bank_en[b], bank_row[b*ROW_W +: ROW_W]} = row_0[b] | row_1[b] | row_2[b] | row_3[b];
    end
  end

endmodule

`default_nettype wire
