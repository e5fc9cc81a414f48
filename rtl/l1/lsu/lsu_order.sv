// The order of the instructions of each warp in the new queue, a part of lsu: of those that go to one of the two memories,
// shared memory and what is cached. Who is the first of its warp is known without a search: each knows the one behind it.

`default_nettype none

module lsu_order #(
    parameter int LEAVERS = 2   // so many can leave in a cycle
) (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // who is in it; before whom there is none of its warp; of these some (an access to one of the two memories alone, so
    // that it is in no other order) whose next of their warp is asked for
    output logic      [ul1_pkg::PT-1:0]     members,
    output logic      [ul1_pkg::PT-1:0]     first,
    input  wire logic [ul1_pkg::PT-1:0]     of_some,
    output logic      [ul1_pkg::PT-1:0]     heirs,

    // an entry joins; those leave that go and have the turn, perhaps one of them twice
    input  wire logic                               joins,
    input  wire logic [ul1_pkg::PT_W-1:0]           join_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]         join_warp,
    input  wire logic [LEAVERS-1:0]                 goes,
    input  wire logic [LEAVERS*ul1_pkg::PT_W-1:0]   leavers,
    input  wire logic [LEAVERS*ul1_pkg::WARP_W-1:0] leaver_warps
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;
  localparam int WARP_W = ul1_pkg::WARP_W;

  logic [2**WARP_W-1:0] some;      // of each warp: whether it has one here; if so, its youngest
  logic [PT_W-1:0]      youngest [0:2**WARP_W-1];
  logic [PT-1:0]        followed;  // of each here: whether one of its warp came behind it; if so, which
  logic [PT_W-1:0]      behind   [0:PT-1];

  logic [LEAVERS-1:0] leaves;
  logic [PT_W-1:0]    join_after;

  always @* begin
    for (int k = 0; k < LEAVERS; k++) leaves[k] = goes[k] & members[leavers[k*PT_W +: PT_W]];
  end

  assign join_after = youngest[join_warp];

  // Who leaves hands on to the one behind; who joins is the first if no other of its warp is here.
  always_ff @(posedge clk) begin : first_next
    logic [PT-1:0]        members_then, first_then, followed_then;
    logic [2**WARP_W-1:0] some_then;
    logic [PT_W-1:0]      leaver;

    if (joins | leaves != '0) begin
      members_then  = members;
      first_then    = first;
      followed_then = followed;
      some_then     = some;
      for (int k = 0; k < LEAVERS; k++) begin
        if (leaves[k]) begin
          leaver = leavers[k*PT_W +: PT_W];
          members_then[leaver] = 1'b0;
          first_then  [leaver] = 1'b0;
          if (followed[leaver]) first_then[behind[leaver]] = 1'b1;
          else                  some_then [leaver_warps[k*WARP_W +: WARP_W]] = 1'b0;
        end
      end
      if (joins) begin
        members_then [join_entry] = 1'b1;
        followed_then[join_entry] = 1'b0;
        first_then   [join_entry] = ~some_then[join_warp];
        if (some_then[join_warp]) begin
          followed_then[join_after]  = 1'b1;
          behind       [join_after] <= join_entry;
        end
        some_then[join_warp]  = 1'b1;
        youngest [join_warp] <= join_entry;
      end
      members  <= members_then;
      first    <= first_then;
      followed <= followed_then;
      some     <= some_then;
    end
    if (rst) begin
      members <= '0;
      first   <= '0;
      some    <= '0;
    end
  end

  logic [PT-1:0] leaders;
  assign leaders = first & of_some & followed;

  always @* begin
    heirs = '0;
    if (leaders != '0) begin
      for (int i = 0; i < PT; i++) heirs = heirs | PT'(leaders[i]) << (behind[i] & {PT_W{leaders[i]}});
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert ((first & ~members) == '0);
      assert (!(joins && members[join_entry]));
      for (int k = 0; k < LEAVERS; k++) begin
        assert (!(leaves[k] && !first[leavers[k*PT_W +: PT_W]]));
      end
    end
  end

endmodule

`default_nettype wire
