// Who is next, a part of lsu: a fresh access to shared memory, a new cached one that is prepared, or what does nothing but
// retire, a null or a fence; they take turns. Whether there is one of the last kind is known late in a cycle: so it has a turn
// once it has waited for a cycle, and without one it goes when nothing else does.

`default_nettype none

module lsu_next (
    input  wire logic                    clk,
    input  wire logic                    rst,

    // nulls and fences: of those that have the turn, those that may retire
    input  wire logic [ul1_pkg::PT-1:0]  turn,
    input  wire logic [ul1_pkg::PT-1:0]  blocked,
    input  wire logic [ul1_pkg::PT-1:0]  pt_null,
    input  wire logic [ul1_pkg::PT-1:0]  fence_done,
    output logic      [ul1_pkg::PT-1:0]  ready,

    // from lsu_pool, lsu_lines: an access that is ready, and what it is
    input  wire logic                    fresh_ready,
    input  wire logic                    fresh_store,
    input  wire logic                    ready_line,
    input  wire logic                    ready_store,
    input  wire logic                    ready_flush,

    // to arb
    output logic                         cand_new,
    output logic                         cand_store,
    output logic                         cand_cached,
    output logic                         cand_flush,

    // what enters; a null or a fence goes in a cycle in which nothing does
    input  wire logic                    sel_new,
    input  wire logic                    req_valid,
    output logic                         sel_fresh,
    output logic                         sel_line,
    output logic                         plain_goes
);

  // Which kind went last: after it comes the next of them that can, or of the third kind could in the cycle before
  logic went_shared, went_cached, plain_waits;
  logic plain, next_shared, next_cached;

  always @* begin
    ready = '0;
    plain = 1'b0;
    if (ul1_fn::worth(turn != '0)) begin
      ready = turn & (pt_null | fence_done) & ~blocked;
      plain = ready != '0;
    end
  end

  always @* begin
    next_shared = 1'b0;
    next_cached = 1'b0;
    cand_store  = ready_store;
    cand_flush  = 1'b0;
    if (fresh_ready | ready_line) begin
      next_shared = fresh_ready & (went_shared ? ~ready_line & ~plain_waits : ~went_cached | ~plain_waits);
      next_cached = ready_line & (went_cached ? ~fresh_ready & ~plain_waits : went_shared | ~fresh_ready);
      cand_flush  = next_cached & ready_flush;
      if (next_shared) cand_store = fresh_store;
    end
  end

  assign cand_new    = next_shared | next_cached;
  assign cand_cached = next_cached;
  assign sel_fresh   = sel_new & next_shared;
  assign sel_line    = sel_new & next_cached;
  assign plain_goes  = ~req_valid & plain & ~next_shared & ~next_cached;

  always_ff @(posedge clk) begin
    plain_waits <= ~rst & plain;
    if (rst | plain_goes) begin
      went_shared <= 1'b0;
      went_cached <= 1'b0;
    end else if (sel_new) begin
      went_shared <= next_shared;
      went_cached <= next_cached;
    end
  end

  always @(posedge clk) begin
    if (!rst) assert (!(next_shared && next_cached));
  end

endmodule

`default_nettype wire
