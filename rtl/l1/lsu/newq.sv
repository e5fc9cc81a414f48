// New queue, a part of lsu: the instructions taken and not yet presented in full, in order. The oldest of each warp *has the
// turn*; among those that have it, lsu says who is ready, and the oldest of these is next, wherever it stands. So who leaves
// is not always the head; the places are kept without gaps.
//
// Who gets the turn next is known without a search: each instruction knows the one of its warp that came behind it.

`default_nettype none

module newq (
    input  wire logic                       clk,
    input  wire logic                       rst,

    // who is in the queue, and has the turn, by entry of the pending table
    output logic      [ul1_pkg::PT-1:0]     queued,
    output logic      [ul1_pkg::PT-1:0]     turn,

    // of the entries that are ready, the oldest; of those that want store data, the oldest. 0 if there is none.
    input  wire logic [ul1_pkg::PT-1:0]     ready,
    output logic      [ul1_pkg::ID_W-1:0]   next_id,
    input  wire logic [ul1_pkg::PT-1:0]     pulls,
    output logic      [ul1_pkg::ID_W-1:0]   pull_id,

    // an entry joins; the next one leaves; an entry that has the turn, perhaps the same, leaves as it has become a sleeper
    input  wire logic                       joins,
    input  wire logic [ul1_pkg::ID_W-1:0]   join_id,
    input  wire logic [ul1_pkg::WARP_W-1:0] join_warp,
    input  wire logic                       goes,
    input  wire logic [ul1_pkg::WARP_W-1:0] next_warp,
    input  wire logic                       falls,
    input  wire logic [ul1_pkg::ID_W-1:0]   fall_id,
    input  wire logic [ul1_pkg::WARP_W-1:0] fall_warp
);

  localparam int PT     = ul1_pkg::PT;
  localparam int ID_W   = ul1_pkg::ID_W;
  localparam int WARP_W = ul1_pkg::WARP_W;
  localparam int Q_W    = PT * ID_W;

  logic [Q_W-1:0]       queue;     // places 0 to count-1, the oldest first
  logic [ID_W-1:0]      count;

  logic [2**WARP_W-1:0] some;      // of each warp: whether it has one here; if so, its youngest
  logic [ID_W-1:0]      youngest [0:2**WARP_W-1];
  logic [PT-1:0]        followed;  // of each here: whether one of its warp came behind it; if so, which
  logic [ID_W-1:0]      behind   [0:PT-1];

  // The places of those of a set
  function automatic logic [PT-1:0] places(input logic [PT-1:0] set, input logic [Q_W-1:0] q, input logic [ID_W-1:0] n);
    for (int p = 0; p < PT; p++) places[p] = (ID_W'(p) < n) & set[q[p*ID_W +: ID_W]];
  endfunction

  // The queue without a place
  function automatic logic [Q_W-1:0] without(input logic [Q_W-1:0] q, input logic [ID_W-1:0] place);
    logic [Q_W-1:0] above;
    without = q >> ID_W;
    if (place != '0) begin
      above   = {Q_W{1'b1}} << (9'(place) * 9'(ID_W));
      without = (q & ~above) | (without & above);
    end
  endfunction

  // Mostly the head is ready, or nobody.
  logic [ID_W-1:0] head, next_at;
  logic [PT-1:0]   next_places;

  assign head    = count != '0 ? queue[0 +: ID_W] : '0;
  assign next_at = ul1_fn::lowest(64'(next_places));
  assign next_id = ready != '0 ? queue[next_at*ID_W +: ID_W] : '0;

  always @* begin
    next_places = '0;
    if (ready != '0 & ~ready[head]) next_places = places(ready, queue, count);
  end

  logic [ID_W-1:0] pull_at;
  logic [PT-1:0]   pull_places;

  assign pull_at = ul1_fn::lowest(64'(pull_places));
  assign pull_id = pulls != '0 ? queue[pull_at*ID_W +: ID_W] : '0;

  always @* begin
    pull_places = '0;
    if (pulls != '0 & ~pulls[head]) pull_places = places(pulls, queue, count);
  end

  always_ff @(posedge clk) begin : places_next
    logic [Q_W-1:0]  q;
    logic [ID_W-1:0] n;

    if (joins | goes | falls) begin
      q = queue;
      n = count;
      if (goes) begin
        q = without(q, next_at);
        n = n - 1'b1;
      end
      if (falls & ~(goes & fall_id == next_id)) begin
        q = without(q, ul1_fn::lowest(64'(places(PT'(1) << fall_id, q, n))));
        n = n - 1'b1;
      end
      if (joins) begin
        q[n*ID_W +: ID_W] = join_id;
        n = n + 1'b1;
      end
      queue <= q;
      count <= n;
    end
    if (rst) count <= '0;
  end

  // Whose turn it is: who leaves hands it on to the one behind; who joins has it if no other of its warp is here.
  logic [ID_W-1:0] next_heir, fall_heir, join_after;

  assign next_heir  = behind[next_id];
  assign fall_heir  = behind[fall_id];
  assign join_after = youngest[join_warp];

  always_ff @(posedge clk) begin : turn_next
    logic [PT-1:0]        w, t, f;
    logic [2**WARP_W-1:0] s;

    if (joins | goes | falls) begin
      w = queued;
      t = turn;
      f = followed;
      s = some;
      if (goes) begin
        w[next_id] = 1'b0;
        t[next_id] = 1'b0;
        if (followed[next_id]) t[next_heir]  = 1'b1;
        else                   s[next_warp] = 1'b0;
      end
      if (falls) begin
        w[fall_id] = 1'b0;
        t[fall_id] = 1'b0;
        if (followed[fall_id]) t[fall_heir]  = 1'b1;
        else                   s[fall_warp] = 1'b0;
      end
      if (joins) begin
        w[join_id] = 1'b1;
        f[join_id] = 1'b0;
        t[join_id] = ~s[join_warp];
        if (s[join_warp]) begin
          f[join_after]       = 1'b1;
          behind[join_after] <= join_id;
        end
        s[join_warp]         = 1'b1;
        youngest[join_warp] <= join_id;
      end
      queued   <= w;
      turn     <= t;
      followed <= f;
      some     <= s;
    end
    if (rst) begin
      queued <= '0;
      turn   <= '0;
      some   <= '0;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      assert ((ready & ~turn) == '0 && (pulls & ~turn) == '0);
      assert ((turn & ~queued) == '0);
      assert ((count == '0) == (queued == '0) && count <= ID_W'(PT));
      assert (count == '0 || turn[head]);                  // the oldest of all is the oldest of its warp
      assert (!(goes && !ready[next_id]));
      assert (!(falls && !turn[fall_id]));                 // what was presented had the turn, and has it until it leaves
      assert (!(goes && falls && fall_id != next_id && fall_warp == next_warp));
      assert (!(joins && queued[join_id]));
    end
  end

endmodule

`default_nettype wire
