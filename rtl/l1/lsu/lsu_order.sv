// The order of the instructions of each warp in the new queue, a part of lsu: of those that go to one of the two memories,
// shared memory and what is cached. Who is the first of its warp is known without a search: each knows the one behind it.

`default_nettype none

module lsu_order #(
    parameter int LEAVERS = 2   // so many can leave in a cycle
) (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // the entries that are in the order; those of them that are the first of their warp
    output logic      [ul1_pkg::PT-1:0]         members,
    output logic      [ul1_pkg::PT-1:0]         first,

    // the next of its warp behind this one, a set of one, if it is in it
    input  wire logic [ul1_pkg::PT-1:0]         now_one,
    output logic      [ul1_pkg::PT-1:0]         behind_now,

    // an entry joins, of the warp of which these are (and more that are not in it); those leave that go, each a set of one, and
    // have the turn, perhaps one of them twice
    input  wire logic                           joins,
    input  wire logic [ul1_pkg::PT_W-1:0]       join_entry,
    input  wire logic [ul1_pkg::PT-1:0]         join_kin,
    input  wire logic [LEAVERS-1:0]             goes,
    input  wire logic [LEAVERS*ul1_pkg::PT-1:0] leavers
);

  localparam int PT   = ul1_pkg::PT;
  localparam int PT_W = ul1_pkg::PT_W;

  logic [PT-1:0] followed;   // of each here: whether one of its warp came behind it; if so, which,
  (* mem2reg *) logic [PT-1:0] behind [0:ul1_fn::entries(PT_W)-1];   // bit by bit of its number

  // Who leaves (they may be the same) hands on to the one behind. Who joins comes behind the last of its warp, if that stays;
  // else it is the first. (All of it of sets of one, so that it takes few gates.)
  always @(posedge clk) begin : then_state
    logic [PT-1:0]   leaver, leave_ones, heir_ones, join_one, join_after;
    logic [PT_W-1:0] heir;

    if (joins | goes != '0) begin
      leave_ones = '0;
      heir_ones  = '0;
      for (int k = 0; k < LEAVERS; k++) begin
        leaver = leavers[k*PT +: PT] & members;
        heir   = '0;
        if (goes[k]) leave_ones = leave_ones | leaver;
        if (ul1_fn::worth(goes[k] & (leaver & followed) != '0)) begin
          for (int b = 0; b < PT_W; b++) heir[b] = (leaver & behind[b]) != '0;
          if (goes[k] & (leaver & followed) != '0) heir_ones = heir_ones | (PT'(1) << heir);
        end
      end
      join_one   = joins ? PT'(1) << join_entry : '0;
      join_after = joins ? members & ~followed & join_kin & ~leave_ones : '0;

      members <= (members & ~leave_ones) | join_one;
      first   <= (first & ~leave_ones) | heir_ones | (join_after == '0 ? join_one : '0);
      if (joins) begin
        followed <= (followed & ~join_one) | join_after;
        for (int b = 0; b < PT_W; b++) behind[b] <= (behind[b] & ~join_after) | (join_after & {PT{join_entry[b]}});
        assert (rst || !ul1_fn::several(64'(join_after)));
      end
    end

    if (rst) begin
      members <= '0;
      first   <= '0;
    end
  end

  logic [PT_W-1:0] now_next;

  always @* begin
    behind_now = '0;
    now_next   = '0;
    if (ul1_fn::worth((now_one & members & followed) != '0)) begin
      for (int b = 0; b < PT_W; b++) now_next[b] = (now_one & behind[b]) != '0;
      if ((now_one & members & followed) != '0) behind_now = PT'(1) << now_next;
    end
  end

  always @(posedge clk) begin
    if (!rst & (joins | goes != '0)) begin
      assert ((first & ~members) == '0 && !(joins && members[join_entry]));
      for (int k = 0; k < LEAVERS; k++) begin
        if (goes[k]) assert ((leavers[k*PT +: PT] & members & ~first) == '0 && !ul1_fn::several(64'(leavers[k*PT +: PT])));
      end
    end
  end

endmodule

`default_nettype wire
