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

    // an entry joins; those leave that go, each a set of one, and have the turn, perhaps one of them twice
    input  wire logic                               joins,
    input  wire logic [ul1_pkg::PT_W-1:0]           join_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0]         join_warp,
    input  wire logic [LEAVERS-1:0]                 goes,
    input  wire logic [LEAVERS*ul1_pkg::PT-1:0]     leavers,
    input  wire logic [LEAVERS*ul1_pkg::WARP_W-1:0] leaver_warps
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;
  localparam int WARP_W = ul1_pkg::WARP_W;

  logic [2**WARP_W-1:0] some;      // of each warp: whether it has one here; if so, its youngest
  logic [PT_W-1:0]      youngest [0:2**WARP_W-1];
  logic [PT-1:0]        followed;  // of each here: whether one of its warp came behind it; if so, which,
  (* mem2reg *) logic [PT-1:0] behind [0:PT_W-1];   // bit by bit of its number

  // Who leaves (they may be the same), and hands on to the one behind. (All of it of sets of one, so that it takes few gates.)
  logic [LEAVERS-1:0]      leaves, hands_on;
  logic [LEAVERS*PT_W-1:0] heir;
  logic [PT_W-1:0]         join_after;
  logic [PT-1:0]           leave_ones, heir_ones;

  always @* begin
    heir = '0;
    for (int k = 0; k < LEAVERS; k++) begin
      leaves[k]   = goes[k] & (leavers[k*PT +: PT] & members) != '0;
      hands_on[k] = leaves[k] & (leavers[k*PT +: PT] & followed) != '0;
      for (int b = 0; b < PT_W; b++) heir[k*PT_W + b] = (leavers[k*PT +: PT] & behind[b]) != '0;
    end
  end

  always @* begin
    leave_ones = '0;
    heir_ones  = '0;
    for (int k = 0; k < LEAVERS; k++) begin
      if (leaves[k]) leave_ones = leave_ones | leavers[k*PT +: PT];
      if (hands_on[k]) heir_ones = heir_ones | (PT'(1) << heir[k*PT_W +: PT_W]);
    end
  end

  assign join_after = youngest[join_warp];

  // Who joins is the first if no other of its warp is here.
  always_ff @(posedge clk) begin : first_next
    logic [PT-1:0]        members_then, first_then;
    logic [2**WARP_W-1:0] some_then;
    if (joins | goes != '0) begin
      members_then  = members & ~leave_ones;
      first_then    = (first & ~leave_ones) | heir_ones;
      some_then     = some;
      for (int k = 0; k < LEAVERS; k++) begin
        if (leaves[k] & ~hands_on[k]) some_then[leaver_warps[k*WARP_W +: WARP_W]] = 1'b0;
      end
      if (joins) begin
        members_then[join_entry]  = 1'b1;
        first_then  [join_entry]  = ~some_then[join_warp];
        followed    [join_entry] <= 1'b0;
        if (some_then[join_warp]) begin
          followed[join_after] <= 1'b1;
          for (int b = 0; b < PT_W; b++) behind[b][join_after] <= join_entry[b];
        end
        some_then[join_warp]  = 1'b1;
        youngest [join_warp] <= join_entry;
      end
      members <= members_then;
      first   <= first_then;
      some    <= some_then;
    end
    if (rst) begin
      members <= '0;
      first   <= '0;
      some    <= '0;
    end
  end

  logic [PT-1:0]   leaders;
  logic [PT_W-1:0] next_of;
  assign leaders = first & of_some & followed;

  always @* begin
    heirs   = '0;
    next_of = '0;
    if (leaders != '0) begin
      for (int i = 0; i < PT; i++) begin
        for (int b = 0; b < PT_W; b++) next_of[b] = behind[b][i] & leaders[i];
        heirs = heirs | PT'(leaders[i]) << next_of;
      end
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert ((first & ~members) == '0);
      assert (!(joins && members[join_entry]));
      for (int k = 0; k < LEAVERS; k++) begin
        assert (!(leaves[k] && (leavers[k*PT +: PT] & first) == '0));
        assert (!ul1_fn::several(64'(leavers[k*PT +: PT])));
      end
    end
  end

endmodule

`default_nettype wire
