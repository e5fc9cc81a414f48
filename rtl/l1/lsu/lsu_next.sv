// The choice of the new access, a part of lsu. Four kinds take turns: fresh accesses to shared memory, new lines of loads and
// invals, new lines of stores and flushes, and nulls and fences, which only retire. Whether there is a null or a fence is known late
// in a cycle. So that kind has a turn once it has waited for a cycle; without a turn it goes when nothing else does.

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
    input  wire logic                    ready_load,
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
    output logic                         sel_load,
    output logic                         sel_store,
    output logic                         plain_goes
);

  // The kinds are bits in this order. `went` is the one that went last; it is zero after a null, a fence or a reset.
  logic       plain, plain_waits;
  logic [2:0] went;
  logic [2:0] next;
  logic [7:0] turns;   // twice in a row, from behind the one that went last on

  always @* begin
    ready = '0;
    plain = 1'b0;
    if (ul1_fn::worth(turn != '0)) begin
      ready = turn & (pt_null | fence_done) & ~blocked;
      plain = ready != '0;
    end
  end

  always @* begin
    turns = {2{plain_waits, ready_store, ready_load, fresh_ready}} & {5'h1f, ~went[2], went[2:1] == '0, went == '0};
    turns = turns & -turns;
    next  = turns[6:4] | turns[2:0];
  end

  assign cand_new    = next != '0;
  assign cand_cached = next[1] | next[2];
  assign cand_store  = next[0] ? fresh_store : next[2] & ~ready_flush;
  assign cand_flush  = next[2] & ready_flush;
  assign sel_fresh   = sel_new & next[0];
  assign sel_load    = sel_new & next[1];
  assign sel_store   = sel_new & next[2];
  assign plain_goes  = ~req_valid & plain & ~cand_new;

  always_ff @(posedge clk) begin
    plain_waits <= ~rst & plain;
    if (rst | plain_goes) went <= '0;
    else if (sel_new)     went <= next;
  end

endmodule

`default_nettype wire
