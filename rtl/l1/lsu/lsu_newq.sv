// New queue, a part of lsu: the instructions taken and not yet chosen in full, in order. The oldest of each warp, of those
// that go to one memory, *has the turn* (lsu_order); among those that have it, lsu says who is ready, and the oldest of these
// is next. Each knows who was taken before it: so the oldest of a set is who has nobody of it before itself.

`default_nettype none

module lsu_newq (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // who is in the queue, and has the turn, by entry of the pending table; who stands right behind one of its warp that has
    // the turn and of whose store data nothing is to be pulled
    output logic      [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     turn,
    input  wire logic [ul1_pkg::PT-1:0]     pulled,
    output logic      [ul1_pkg::PT-1:0]     heirs,

    // of the entries that are ready, the oldest; of those that want store data, as a set of one as well (and so below); of the
    // fences that want to ask memory, the oldest. 0 if there is none.
    input  wire logic [ul1_pkg::PT-1:0]     ready,
    output logic      [ul1_pkg::PT_W-1:0]   next_entry,
    input  wire logic [ul1_pkg::PT-1:0]     pulls,
    output logic      [ul1_pkg::PT-1:0]     feed_one,
    output logic      [ul1_pkg::PT_W-1:0]   feed_entry,
    input  wire logic [ul1_pkg::PT-1:0]     asking,
    output logic      [ul1_pkg::PT_W-1:0]   asking_entry,

    // the instructions of shared memory of which an access could be prepared; the oldest of them
    input  wire logic [ul1_pkg::PT-1:0]     choosable,
    output logic      [ul1_pkg::PT-1:0]     oldest_one,
    output logic      [ul1_pkg::PT_W-1:0]   oldest_entry,

    // the instruction whose new line is gathered, as a set of one; the next cached instruction or fence of its warp
    input  wire logic [ul1_pkg::PT-1:0]     gather_new,
    output logic      [ul1_pkg::PT-1:0]     heir,

    // An entry joins, for shared memory, or a fence; `join_kin` are the entries of its warp, whether they are here or not. These leave:
    // the next that only retires (`goes`), the one of shared memory whose last access is chosen (`chosen`), the one whose last line is
    // gathered (`gathered`), the one that becomes a sleeper (`falls`). The last two may be the same.
    input  wire logic                       joins,
    input  wire logic [ul1_pkg::PT_W-1:0]   join_entry,
    input  wire logic [ul1_pkg::PT-1:0]     join_kin,
    input  wire logic                       join_shared,
    input  wire logic                       join_fence,
    input  wire logic                       goes,
    input  wire logic                       chosen,
    input  wire logic                       gathered,
    input  wire logic                       falls,
    input  wire logic [ul1_pkg::PT_W-1:0]   fall_entry
);

  localparam int PT     = ul1_pkg::PT;
  localparam int PT_W   = ul1_pkg::PT_W;

  // Row i: those that were taken before i. (Of who is not here any more a bit may be left, until it is taken again.)
  (* mem2reg *) logic [PT-1:0] older [0:ul1_fn::entries(PT)-1];
  logic [PT-1:0] joins_one;

  assign joins_one = joins ? PT'(1) << join_entry : '0;

  always_ff @(posedge clk) begin
    if (ul1_fn::worth(joins)) begin
      for (int i = 0; i < PT; i++) older[i] <= joins_one[i] ? queued : older[i] & ~joins_one;
    end
  end

  // The oldest of each of the four sets, alone. (Rows are looked at only of who is in it, if there are several: for the sake of
  // simulation.)
  logic [PT-1:0] next_one, asking_one, fall_one;

  always @* begin
    next_one = '0;
    next_entry = '0;
    if (ul1_fn::worth(ready != '0)) begin
      next_one = ready;
      if (ul1_fn::worth(ul1_fn::several(64'(ready)))) begin
        for (int i = 0; i < PT; i++) begin
          if (ul1_fn::worth(ready[i])) next_one[i] = ready[i] & (older[i] & ready) == '0;
        end
      end
      next_entry = PT_W'({ul1_fn::index(64'(next_one))});
    end
  end
  always @* begin
    feed_one = '0;
    feed_entry = '0;
    if (ul1_fn::worth(pulls != '0)) begin
      feed_one = pulls;
      if (ul1_fn::worth(ul1_fn::several(64'(pulls)))) begin
        for (int i = 0; i < PT; i++) begin
          if (ul1_fn::worth(pulls[i])) feed_one[i] = pulls[i] & (older[i] & pulls) == '0;
        end
      end
      feed_entry = PT_W'({ul1_fn::index(64'(feed_one))});
    end
  end
  always @* begin
    asking_one = '0;
    asking_entry = '0;
    if (ul1_fn::worth(asking != '0)) begin
      asking_one = asking;
      if (ul1_fn::worth(ul1_fn::several(64'(asking)))) begin
        for (int i = 0; i < PT; i++) begin
          if (ul1_fn::worth(asking[i])) asking_one[i] = asking[i] & (older[i] & asking) == '0;
        end
      end
      asking_entry = PT_W'({ul1_fn::index(64'(asking_one))});
    end
  end

  always @* begin
    oldest_one = '0;
    if (ul1_fn::worth(choosable != '0)) begin
      oldest_one = choosable;
      if (ul1_fn::worth(ul1_fn::several(64'(choosable)))) begin
        for (int i = 0; i < PT; i++) begin
          if (ul1_fn::worth(choosable[i])) oldest_one[i] = choosable[i] & (older[i] & choosable) == '0;
        end
      end
    end
    oldest_entry = PT_W'({ul1_fn::index(64'(oldest_one))});
  end

  // Whose turn it is. A warp's accesses to shared memory and those that are cached have an order each; a fence is in both.
  logic [PT-1:0] in_shared, in_cached, first_shared, first_cached;
  logic [PT-1:0] heirs_shared, heirs_cached, behind_shared;

  assign queued = in_shared | in_cached;
  assign turn   = (first_shared & ~in_cached) | (first_cached & ~in_shared) | (first_shared & first_cached);
  assign heirs  = heirs_shared | heirs_cached;

  assign fall_one = falls ? PT'(1) << fall_entry : '0;

  lsu_order u_shared (
      .clk, .rst, .members(in_shared), .first(first_shared), .of_some(pulled & ~in_cached), .heirs(heirs_shared),
      .now_one({PT{1'b0}}), .behind_now(behind_shared),
      .joins(joins & (join_shared | join_fence)), .join_entry, .join_kin, .goes({chosen, goes}),
      .leavers({oldest_one, next_one})
  );

  lsu_order #(.LEAVERS(3)) u_cached (
      .clk, .rst, .members(in_cached), .first(first_cached), .of_some(pulled & ~in_shared), .heirs(heirs_cached),
      .now_one(gather_new), .behind_now(heir),
      .joins(joins & ~join_shared), .join_entry, .join_kin, .goes({falls, gathered, goes}),
      .leavers({fall_one, gather_new, next_one})
  );

  logic unused;
  assign unused = ^behind_shared;

  always @(posedge clk) begin
    if (!rst) begin
      if ((ready | pulls | asking) != '0) begin
        assert (((ready | asking) & ~turn) == '0 && (pulls & ~(turn | heirs)) == '0);
        assert (!ul1_fn::several(64'(next_one)) && (next_one == '0) == (ready == '0));   // the order is total
      end
      if (goes | chosen | gathered | falls | joins) begin
        assert ((turn & ~queued) == '0 && !(goes && !ready[next_entry]));
        assert (!(chosen && choosable == '0));
        if (falls) assert (turn[fall_entry]);                // what was presented had the turn, and has it until it leaves
        if (joins) assert (!queued[join_entry] && !(join_shared && join_fence));
      end
    end
  end

endmodule

`default_nettype wire
