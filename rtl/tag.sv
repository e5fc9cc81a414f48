// Tag unit: where each slot of the pass in stage 1 lies. Shared memory is direct-mapped, so the array address is simply cut
// into row, bank and byte; there are no tags to look up yet.

`default_nettype none

module tag #(
    parameter int LANES = 32
) (
    // from arb: the pass in stage 1
    input  wire logic [LANES-1:0]                      pass_mask,
    input  wire logic [LANES*($clog2(LANES)+11)-1:0]   pass_addr,

    // to axbar, dxbar: where each slot's word lies
    output logic [LANES*$clog2(LANES)-1:0]             map_bank,
    output logic [LANES*ul1_pkg::ROW_W-1:0]            map_row,
    output logic [LANES*2-1:0]                         map_byte
);

  localparam int LG    = $clog2(LANES);
  localparam int AW    = LG + 11;
  localparam int ROW_W = ul1_pkg::ROW_W;

  logic unused;
  assign unused = ^pass_mask;  // idle slots are mapped, too; whoever uses a place looks at the mask

  always_comb begin
    for (int s = 0; s < LANES; s++) begin
      map_byte[s*2     +: 2]     = pass_addr[s*AW          +: 2];
      map_bank[s*LG    +: LG]    = pass_addr[s*AW + 2      +: LG];
      map_row [s*ROW_W +: ROW_W] = pass_addr[s*AW + 2 + LG +: ROW_W];
    end
  end

endmodule

`default_nettype wire
