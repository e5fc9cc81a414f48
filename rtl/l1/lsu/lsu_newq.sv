// New queue, a part of lsu: the instructions taken and not yet presented in full, in order. The oldest of each warp, of those
// that go to one memory, *has the turn* (lsu_order); among those that have it, lsu says who is ready, and the oldest of these
// is next, wherever it stands. So who leaves is not always the head; the places are kept without gaps.

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

    // of the entries that are ready, the oldest; of those that want store data, the oldest; of the fences that want to ask
    // memory, the oldest. 0 if there is none.
    input  wire logic [ul1_pkg::PT-1:0]     ready,
    output logic      [ul1_pkg::PT_W-1:0]   next_entry,
    input  wire logic [ul1_pkg::PT-1:0]     pulls,
    output logic      [ul1_pkg::PT_W-1:0]   feed_entry,
    input  wire logic [ul1_pkg::PT-1:0]     asking,
    output logic      [ul1_pkg::PT_W-1:0]   asking_entry,

    // an entry joins, for shared memory, or a fence; the next one leaves; an entry that has the turn, perhaps the same, leaves as it has become a
    // sleeper
    input  wire logic                       joins,
    input  wire logic [ul1_pkg::PT_W-1:0]   join_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0] join_warp,
    input  wire logic                       join_shared,
    input  wire logic                       join_fence,
    input  wire logic                       goes,
    input  wire logic [ul1_pkg::WARP_W-1:0] next_warp,
    input  wire logic                       falls,
    input  wire logic [ul1_pkg::PT_W-1:0]   fall_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0] fall_warp
);

  localparam int PT      = ul1_pkg::PT;
  localparam int PT_W    = ul1_pkg::PT_W;
  localparam int COUNT_W = $clog2(PT + 1);
  localparam int QUEUE_W = PT * PT_W;
  localparam int SHIFT_W = $clog2(QUEUE_W);

  logic [QUEUE_W-1:0]   queue;     // places 0 to count-1, the oldest first
  logic [COUNT_W-1:0]   count;

  // The places of those of a set
  function automatic logic [PT-1:0] places(input logic [PT-1:0] set, input logic [QUEUE_W-1:0] of,
                                           input logic [COUNT_W-1:0] length);
    for (int p = 0; p < PT; p++) places[p] = (COUNT_W'(p) < length) & set[of[p*PT_W +: PT_W]];
  endfunction

  // The queue without a place
  function automatic logic [QUEUE_W-1:0] without(input logic [QUEUE_W-1:0] of, input logic [PT_W-1:0] place);
    logic [QUEUE_W-1:0] above;
    without = of >> PT_W;
    if (place != '0) begin
      above   = {QUEUE_W{1'b1}} << (SHIFT_W'(place) * SHIFT_W'(PT_W));
      without = (of & ~above) | (without & above);
    end
  endfunction

  // The place of the oldest of a set, 0 if none of it is here. Mostly that is the head, or nobody.
  function automatic logic [PT_W-1:0] oldest(input logic [PT-1:0] set, input logic [QUEUE_W-1:0] of,
                                             input logic [COUNT_W-1:0] length);
    oldest = '0;
    if (set != '0 & ~set[of[0 +: PT_W]]) oldest = PT_W'({ul1_fn::lowest(64'(places(set, of, length)))});
  endfunction

  logic [PT_W-1:0] head, next_place, feed_place, asking_place;

  assign head         = count != '0 ? queue[0 +: PT_W] : '0;
  assign next_place   = oldest(ready, queue, count);
  assign feed_place   = oldest(pulls, queue, count);
  assign asking_place = oldest(asking, queue, count);
  assign next_entry   = ready  != '0 ? queue[next_place*PT_W +: PT_W] : '0;
  assign feed_entry   = pulls  != '0 ? queue[feed_place*PT_W +: PT_W] : '0;
  assign asking_entry = asking != '0 ? queue[asking_place*PT_W +: PT_W] : '0;

  always_ff @(posedge clk) begin : places_next
    logic [QUEUE_W-1:0] queue_then;
    logic [COUNT_W-1:0] count_then;

    if (joins | goes | falls) begin
      queue_then = queue;
      count_then = count;
      if (goes) begin
        queue_then = without(queue_then, next_place);
        count_then = count_then - 1'b1;
      end
      if (falls & ~(goes & fall_entry == next_entry)) begin
        queue_then = without(queue_then, PT_W'({ul1_fn::lowest(64'(places(PT'(1) << fall_entry, queue_then, count_then)))}));
        count_then = count_then - 1'b1;
      end
      if (joins) begin
        queue_then[count_then*PT_W +: PT_W] = join_entry;
        count_then = count_then + 1'b1;
      end
      queue <= queue_then;
      count <= count_then;
    end
    if (rst) count <= '0;
  end

  // Whose turn it is. A warp's accesses to shared memory and those that are cached have an order each; a fence is in both.
  logic [PT-1:0] in_shared, in_cached, first_shared, first_cached;
  logic [PT-1:0] heirs_shared, heirs_cached;

  assign queued = in_shared | in_cached;
  assign turn   = (first_shared & ~in_cached) | (first_cached & ~in_shared) | (first_shared & first_cached);
  assign heirs  = heirs_shared | heirs_cached;

  lsu_order u_shared (
      .clk, .rst, .members(in_shared), .first(first_shared), .of_some(pulled & ~in_cached), .heirs(heirs_shared),
      .joins(joins & (join_shared | join_fence)), .join_entry, .join_warp, .goes, .next_entry, .next_warp,
      .falls, .fall_entry, .fall_warp
  );

  lsu_order u_cached (
      .clk, .rst, .members(in_cached), .first(first_cached), .of_some(pulled & ~in_shared), .heirs(heirs_cached),
      .joins(joins & ~join_shared), .join_entry, .join_warp, .goes, .next_entry, .next_warp,
      .falls, .fall_entry, .fall_warp
  );

  always @(posedge clk) begin
    if (!rst) begin
      assert ((ready & ~turn) == '0 && (pulls & ~(turn | heirs)) == '0 && (asking & ~turn) == '0);
      assert ((turn & ~queued) == '0);
      assert (!(joins && join_shared && join_fence));
      assert ((count == '0) == (queued == '0));
      assert (!(joins && count == COUNT_W'(PT)));          // who joins was not here, so there is a place
      assert (count == '0 || turn[head]);                  // the oldest of all is the oldest of its warp
      assert (!(goes && !ready[next_entry]));
      assert (!(falls && !turn[fall_entry]));                 // what was presented had the turn, and has it until it leaves
      assert (!(joins && queued[join_entry]));
    end
  end

endmodule

`default_nettype wire
