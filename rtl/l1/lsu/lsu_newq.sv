// New queue, a part of lsu: the instructions taken and not yet presented in full, in order. The oldest of each warp *has
// the turn*; among those that have it, lsu says who is ready, and the oldest of these is next, wherever it stands. So who
// leaves is not always the head; the places are kept without gaps.
//
// Who gets the turn next is known without a search: each instruction knows the one of its warp that came behind it.

`default_nettype none

module lsu_newq (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // who is in the queue, and has the turn, by entry of the pending table
    output logic      [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     turn,

    // of the entries that are ready, the oldest; of those that want store data, the oldest; of the fences that want to ask
    // memory, the oldest. 0 if there is none.
    input  wire logic [ul1_pkg::PT-1:0]     ready,
    output logic      [ul1_pkg::PT_W-1:0]   next_entry,
    input  wire logic [ul1_pkg::PT-1:0]     pulls,
    output logic      [ul1_pkg::PT_W-1:0]   feed_entry,
    input  wire logic [ul1_pkg::PT-1:0]     asking,
    output logic      [ul1_pkg::PT_W-1:0]   asking_entry,

    // an entry joins; the next one leaves; an entry that has the turn, perhaps the same, leaves as it has become a
    // sleeper
    input  wire logic                       joins,
    input  wire logic [ul1_pkg::PT_W-1:0]   join_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0] join_warp,
    input  wire logic                       goes,
    input  wire logic [ul1_pkg::WARP_W-1:0] next_warp,
    input  wire logic                       falls,
    input  wire logic [ul1_pkg::PT_W-1:0]   fall_entry,
    input  wire logic [ul1_pkg::WARP_W-1:0] fall_warp
);

  localparam int PT      = ul1_pkg::PT;
  localparam int PT_W    = ul1_pkg::PT_W;
  localparam int WARP_W  = ul1_pkg::WARP_W;
  localparam int COUNT_W = $clog2(PT + 1);
  localparam int QUEUE_W = PT * PT_W;
  localparam int SHIFT_W = $clog2(QUEUE_W);

  logic [QUEUE_W-1:0]   queue;     // places 0 to count-1, the oldest first
  logic [COUNT_W-1:0]   count;

  logic [2**WARP_W-1:0] some;      // of each warp: whether it has one here; if so, its youngest
  logic [PT_W-1:0]      youngest [0:2**WARP_W-1];
  logic [PT-1:0]        followed;  // of each here: whether one of its warp came behind it; if so, which
  logic [PT_W-1:0]      behind   [0:PT-1];

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

  // Whose turn it is: who leaves hands it on to the one behind; who joins has it if no other of its warp is here.
  logic [PT_W-1:0] next_heir, fall_heir, join_after;

  assign next_heir  = behind[next_entry];
  assign fall_heir  = behind[fall_entry];
  assign join_after = youngest[join_warp];

  always_ff @(posedge clk) begin : turn_next
    logic [PT-1:0]        queued_then, turn_then, followed_then;
    logic [2**WARP_W-1:0] some_then;

    if (joins | goes | falls) begin
      queued_then   = queued;
      turn_then     = turn;
      followed_then = followed;
      some_then     = some;
      if (goes) begin
        queued_then[next_entry] = 1'b0;
        turn_then  [next_entry] = 1'b0;
        if (followed[next_entry]) turn_then[next_heir] = 1'b1;
        else                   some_then[next_warp] = 1'b0;
      end
      if (falls) begin
        queued_then[fall_entry] = 1'b0;
        turn_then  [fall_entry] = 1'b0;
        if (followed[fall_entry]) turn_then[fall_heir] = 1'b1;
        else                   some_then[fall_warp] = 1'b0;
      end
      if (joins) begin
        queued_then  [join_entry] = 1'b1;
        followed_then[join_entry] = 1'b0;
        turn_then    [join_entry] = ~some_then[join_warp];
        if (some_then[join_warp]) begin
          followed_then[join_after]  = 1'b1;
          behind       [join_after] <= join_entry;
        end
        some_then[join_warp]  = 1'b1;
        youngest [join_warp] <= join_entry;
      end
      queued   <= queued_then;
      turn     <= turn_then;
      followed <= followed_then;
      some     <= some_then;
    end
    if (rst) begin
      queued <= '0;
      turn   <= '0;
      some   <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert ((ready & ~turn) == '0 && (pulls & ~turn) == '0 && (asking & ~turn) == '0);
      assert ((turn & ~queued) == '0);
      assert ((count == '0) == (queued == '0));
      assert (!(joins && count == COUNT_W'(PT)));          // who joins was not here, so there is a place
      assert (count == '0 || turn[head]);                  // the oldest of all is the oldest of its warp
      assert (!(goes && !ready[next_entry]));
      assert (!(falls && !turn[fall_entry]));                 // what was presented had the turn, and has it until it leaves
      assert (!(goes && falls && fall_entry != next_entry && fall_warp == next_warp));
      assert (!(joins && queued[join_entry]));
    end
  end

endmodule

`default_nettype wire
