// Joins pairs of lanes with equal addresses, for a load of 64 or 128 bits from shared memory: a part of lsu,
// used by lsu_take. Pair p takes the place of lane p, and the upper half of the lanes is idle. So the load
// has half as many sub-warps. Without LANE_PAIRS it passes lanes on as they are.

`default_nettype none

module lsu_pairs #(
    parameter int LANES = 32
) (
    // The new instruction is a load of 64 or 128 bits from shared memory. It may be faulty: it is null then,
    // and the outputs mean nothing.
    input  wire logic                           wide_load,
    // Active lanes.
    input  wire logic [LANES-1:0]               in_mask,
    // Byte address of each lane.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0] in_addr,
    // Pairs that take the place of lanes: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes.
    output logic      [1:0]                     pairs,
    // Pairs with an active lane, or active lanes.
    output logic      [LANES-1:0]               mask,
    // Byte address of each pair or lane.
    output logic      [LANES*ul1_pkg::VA_W-1:0] addr
);

  if (ul1_pkg::LANE_PAIRS != 0) begin : g_pairs
    localparam int VA_W   = ul1_pkg::VA_W;
    localparam int ADDR_W = ul1_pkg::addr_w(LANES);
    localparam int PAIRS  = LANES/2;

    // Lower lane of pair p of each kind; the upper one lies 1 or 2 lanes above.
    function automatic int near(input int p);
      near = 2*p;
    endfunction
    function automatic int far(input int p);
      far = 2*p - p%2;
    endfunction

    // Pairs of two active lanes with different addresses. Without a fault all are array addresses.
    logic [PAIRS-1:0] near_apart, far_apart;

    always @* begin
      near_apart = '0;
      far_apart  = '0;
      if (ul1_fn::sim_gate(wide_load)) begin
        for (int p = 0; p < PAIRS; p++) begin
          near_apart[p] = in_mask[near(p)] & in_mask[near(p)+1]
                          & in_addr[near(p)*VA_W +: ADDR_W] != in_addr[(near(p)+1)*VA_W +: ADDR_W];
          far_apart[p]  = in_mask[far(p)] & in_mask[far(p)+2]
                          & in_addr[far(p)*VA_W +: ADDR_W] != in_addr[(far(p)+2)*VA_W +: ADDR_W];
        end
      end
    end

    assign pairs[0] = wide_load & near_apart == '0;
    assign pairs[1] = wide_load & near_apart != '0 & far_apart == '0;

    always @* begin
      mask = in_mask;
      addr = in_addr;
      if (pairs[0]) begin
        mask = '0;
        for (int p = 0; p < PAIRS; p++) begin
          mask[p] = in_mask[near(p)] | in_mask[near(p)+1];
          addr[p*VA_W +: VA_W] = in_mask[near(p)] ? in_addr[near(p)*VA_W +: VA_W]
                                                  : in_addr[(near(p)+1)*VA_W +: VA_W];
        end
      end
      if (pairs[1]) begin
        mask = '0;
        for (int p = 0; p < PAIRS; p++) begin
          mask[p] = in_mask[far(p)] | in_mask[far(p)+2];
          addr[p*VA_W +: VA_W] = in_mask[far(p)] ? in_addr[far(p)*VA_W +: VA_W]
                                                 : in_addr[(far(p)+2)*VA_W +: VA_W];
        end
      end
    end
  end else begin : g_lanes
    logic unused_kind;
    assign unused_kind = wide_load;
    assign pairs       = '0;
    assign mask        = in_mask;
    assign addr        = in_addr;
  end

endmodule

`default_nettype wire
