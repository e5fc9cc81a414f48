// One access a cycle enters: the candidate, except in a cycle of a dirty line's readout or of the command. No
// cycle of the register file's write port is reserved twice. A load of shared memory reserves the first free
// cycle, a cached load or a replay the last. A load that misses returns its reservation. The outputs mark the
// words of stores and flushes as such.

module arb_turns (
    input wire clk,
    input wire rst,
    input wire readout_valid, cmd_turn, cand_valid, cand_replay, cand_last, merged_drop, cand_bare,
        cand_store, cand_cached, cand_flush,
    input wire regport_reserve, more, hits, inval_in, remainder_stays,
    input wire [ul1_pkg::ROW_W-1:0] readout_row,
    input wire [3:0] readout_sect,
    input wire [ul1_pkg::PRT_W-1:0] cand_prt,
    input wire [2:0] cand_err
);

  localparam int LINE_W = ul1_pkg::line_w(8), ADDR_W = ul1_pkg::addr_w(8), LAT = ul1_pkg::LAT,
      HLAT = ul1_pkg::HLAT;
  localparam int AHEAD = ul1_pkg::AHEAD;
  wire sel_valid, sel_store, sel_cached;
  wire [AHEAD-1:0] regport_reserved;
  wire pass_valid, pass_store, pass_signed, pass_frees_beat, pass_cached, pass_bypass, pass_fresh,
      pass_stream, pass_writeback, pass_inval, pass_flush;
  wire pass_replay, pass_last, pass_drop, pass_fail, pass_readout;
  wire [2:0] pass_width;
  wire [ul1_pkg::INTAKE_W-1:0] pass_beat;
  wire [ul1_pkg::STAGE_W-1:0] pass_due;
  wire [7:0] pass_mask;
  wire [8*ADDR_W-1:0] pass_addr;
  wire [ul1_pkg::ID_W-1:0] pass_id;
  wire [1:0] pass_part;
  wire [LINE_W-1:0] pass_line;
  wire [ul1_pkg::PRT_W-1:0] pass_prt;

  // Contract: the request follows the selection
  wire req_valid = sel_valid;
  wire req_store = sel_valid & cand_store;
  wire req_cached = sel_valid & (cand_cached | cand_replay);
  wire req_flush = sel_valid & cand_flush;
  wire req_inval = req_cached & ~req_store & ~req_flush & ~cand_replay & inval_in;
  wire bare = sel_valid & cand_replay & cand_bare;
  wire [7:0] req_mask = req_valid & ~bare ? 8'h03 : 8'h00;
  wire [7:0] split_mask = split_more ? 8'h01 : req_mask;
  wire split_more = more & req_mask != '0 & ~req_cached;
  wire look_hit = pass_replay ? ~pass_fail : hits & pass_cached & ~pass_store & ~pass_inval & ~pass_flush;

  arb #(.LANES(8)) dut (.*, .cmd_line({LINE_W{1'b0}}), .req_id({ul1_pkg::ID_W{1'b0}}), .req_sub(2'b0),
                        .req_width(3'b0),
      .req_signed(1'b0), .req_beat({ul1_pkg::INTAKE_W{1'b0}}), .req_addr({8*ADDR_W{1'b0}}),
      .req_line({LINE_W{1'b0}}),
      .req_bypass(1'b0), .req_fresh(1'b0), .req_stream(1'b0), .req_writeback(1'b0), .req_end(1'b0));

  // Accesses that write words back: early for shared memory, or after HLAT
  wire [HLAT:LAT] port_free = ~regport_reserved[HLAT:LAT];
  wire words_soon = sel_valid & ~cand_store & ~cand_cached & ~cand_replay;
  wire words_late = sel_valid & (cand_replay ? ~cand_bare & cand_err == ul1_pkg::ERR_NONE : cand_cached
                                 & ~cand_store & ~cand_flush & ~req_inval);
  wire [HLAT:LAT] soon = words_soon ? port_free & -port_free : '0;
  wire [AHEAD-1:0] reserves = (AHEAD'(soon) << LAT) | (AHEAD'(words_late) << HLAT);

  // The reservations of the pass in stage 1, and all reservations; both shift down
  reg late, entered, open;
  reg [AHEAD-1:0] reserved, s1_reserves;
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    // Contract (next_turns): a candidate is ready, so there is a cycle for its words
    assume (!(cmd_turn & readout_valid) && !(cand_flush & (cand_store | ~cand_cached))
            && !(cand_replay & (cand_cached | cand_store)));
    assume (!(words_soon && port_free == '0) && !(words_late && !port_free[HLAT]));
    late     <= ~rst & words_late;
    entered  <= ~rst & sel_valid;
    open     <= ~rst & ~readout_valid & ~cmd_turn;
    s1_reserves <= rst ? '0 : reserves >> 1;
    reserved <= rst ? '0
        : {regport_reserve,
           reserved[AHEAD-1:1] & ~(late & ~look_hit ? s1_reserves[AHEAD-1:1] : {(AHEAD-1){1'b0}})}
          | reserves >> 1;
    if (!rst) begin
      assert (sel_valid == (cand_valid & ~readout_valid & ~cmd_turn));
      assert (sel_store == (sel_valid & (cand_store | cand_flush))
              && sel_cached == (sel_valid & cand_cached));
      assert (regport_reserved == reserved);
      // no cycle is reserved twice
      assert ((reserves & regport_reserved) == '0 && !ul1_fn::several(64'(reserves)));
      // a returned cycle was reserved
      if (late && !look_hit) assert ((s1_reserves & ~regport_reserved) == '0);
      if (entered) assert (pass_valid && open);
      if (!open && pass_valid) assert (pass_readout || pass_cached);
    end
  end

endmodule
