// Computes the lanes that the words of pairs of lanes go to: a part of lsu. The numbers of pairs come in
// place of those of lanes (lsu_pairs). Without LANE_PAIRS it passes lanes on as they are.

`default_nettype none

module lsu_pair_registers #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES)
) (
    // Pairs that are in place of lanes: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes.
    input  wire logic [1:0]              pairs,
    // Active lanes; counts with `pairs`.
    input  wire logic [LANES-1:0]        active,
    // Pair or lane of each slot.
    input  wire logic [LANES*LANE_W-1:0] place,
    // Lane of each slot; of a pair the lower one that is active.
    output logic      [LANES*LANE_W-1:0] lane,
    // Slots of a pair with two active lanes.
    output logic      [LANES-1:0]        both
);

  if (ul1_pkg::LANE_PAIRS != 0) begin : g_pairs
    logic [LANE_W-1:0] low, high;

    always @* begin
      lane = place;
      both = '0;
      low  = '0;
      high = '0;
      if (pairs != '0) begin
        for (int s = 0; s < LANES; s++) begin
          low = {place[s*LANE_W +: LANE_W-1], 1'b0};
          if (pairs[1]) low[1:0] = {1'b0, place[s*LANE_W]};
          high = low | LANE_W'(pairs);
          lane[s*LANE_W +: LANE_W] = active[low] ? low : high;
          both[s] = active[low] & active[high];
        end
      end
    end
  end else begin : g_lanes
    logic unused_pairs;
    assign unused_pairs = ^{pairs, active};
    assign lane         = place;
    assign both         = '0;
  end

endmodule

`default_nettype wire
