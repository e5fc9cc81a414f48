// The choice of the access that enters, a part of lsu. Six kinds take turns: loads of shared memory, stores to it, lines of loads and
// invals, lines of stores and flushes, replays of filled lines, and nulls and fences, which only retire. First is the one that is ready and
// went the longest ago. Whether there is a null or a fence is known late in a cycle. So that kind has a turn once it has waited for a
// cycle; without a turn it goes when nothing else does.

`default_nettype none

module lsu_next (
    input  wire logic                    clk,
    input  wire logic                    rst,

    // nulls and fences: of those that have the turn, the nulls, and the fences that are over
    input  wire logic [ul1_pkg::PT-1:0]  turn,
    input  wire logic [ul1_pkg::PT-1:0]  pt_null,
    input  wire logic [ul1_pkg::PT-1:0]  over,
    output logic      [ul1_pkg::PT-1:0]  ready,

    // from lsu_pool: a load, a store is ready, and is fresh. From lsu_lines: there is a load's or an inval's line, a store's or a
    // flush's, and which; a replay, and none of its words is written back
    input  wire logic                    load_ready,
    input  wire logic                    store_ready,
    input  wire logic                    load_fresh,
    input  wire logic                    store_fresh,
    input  wire logic                    line_load,
    input  wire logic                    line_store,
    input  wire logic                    line_flush,
    input  wire logic                    line_replay,
    input  wire logic                    wordless,

    // the register file's write port is free for a cached load; the write data buffer has room
    input  wire logic                    hit_books,
    input  wire logic                    room_cached,

    // to arb: the candidate
    output logic                         cand_valid,
    output logic                         cand_replay,
    output logic                         cand_remainder,
    output logic                         cand_store,
    output logic                         cand_cached,
    output logic                         cand_flush,

    // it enters; a null or a fence goes in a cycle without a candidate
    input  wire logic                    sel_valid,
    output logic                         sel_pool_load,
    output logic                         sel_pool_store,
    output logic                         sel_load,
    output logic                         sel_store,
    output logic                         sel_replay,
    output logic                         plain_goes
);

  localparam int KINDS = 6;
  localparam int POOL_LOAD = 0, POOL_STORE = 1, LOAD = 2, STORE = 3, REPLAY = 4, PLAIN = 5;

  logic             plain, plain_waits;
  logic             owed_replay, owed_load;   // a replay, a load of shared memory was kept out by a dirty line or a command
  logic             owed_line;                // and so a load's or an inval's line
  logic [KINDS-1:0] could, next, goes;
  (* mem2reg *) logic [KINDS-1:0] older [0:ul1_fn::entries(KINDS)-1];   // row k: the kinds that went before kind k did

  always @* begin
    ready = '0;
    plain = 1'b0;
    if (ul1_fn::worth(turn != '0)) begin
      ready = turn & (pt_null | over);
      plain = ready != '0;
    end
  end

  always @* begin
    could = {plain_waits, line_replay & (hit_books | wordless), ~owed_line & line_store & room_cached & ~owed_replay & ~owed_load,
             line_load & hit_books & ~owed_replay & ~owed_load, store_ready, load_ready};
    next  = '0;
    for (int k = 0; k < KINDS; k++) next[k] = could[k] & (older[k] & could) == '0;
  end

  assign cand_valid     = next[PLAIN-1:0] != '0;
  assign cand_replay    = next[REPLAY];
  assign cand_cached    = next[LOAD] | next[STORE];
  assign cand_remainder = (next[POOL_LOAD] & ~load_fresh) | (next[POOL_STORE] & ~store_fresh);
  assign cand_store     = next[POOL_STORE] | (next[STORE] & ~line_flush);
  assign cand_flush     = next[STORE] & line_flush;
  assign sel_pool_load  = next[POOL_LOAD] & sel_valid;
  assign sel_pool_store = next[POOL_STORE] & sel_valid;
  assign sel_load       = next[LOAD] & sel_valid;
  assign sel_store      = next[STORE] & sel_valid;
  assign sel_replay     = next[REPLAY] & sel_valid;
  assign plain_goes     = plain & ~cand_valid;
  assign goes           = {plain_goes, sel_replay, sel_store, sel_load, sel_pool_store, sel_pool_load};

  always_ff @(posedge clk) begin
    plain_waits <= ~rst & plain;
    owed_replay <= ~rst & (next[REPLAY] ? ~sel_valid : owed_replay);
    owed_load   <= ~rst & (next[POOL_LOAD] ? ~sel_valid : owed_load);
    owed_line   <= ~rst & (next[LOAD] ? ~sel_valid : owed_line);
    for (int k = 0; k < KINDS; k++) begin
      if (rst) older[k] <= KINDS'((1 << k) - 1);
      else     older[k] <= goes[k] ? ~goes : older[k] & ~goes;
    end
  end

  always @(posedge clk) begin
    if (!rst) assert (!ul1_fn::several(64'(next)) && (next == '0) == (could == '0));   // the order is total
  end

endmodule

`default_nettype wire
