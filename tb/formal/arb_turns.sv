// One access a cycle enters, of those that there are, and none in a turn that is not for them; no write-back is booked twice; a woken
// access that could enter is passed by one remainder at most, if nothing else is in its way.

module arb_turns (
    input wire clk,
    input wire rst,
    input wire readout_valid, cmd_turn, cand_replay, cand_last, merged_drop, cand_bare, cand_remainder_load, cand_remainder_store,
    input wire cand_store_older, cand_woken, cand_woken_flush, cand_new, cand_store, cand_cached, cand_flush, room_shared, room_cached,
    input wire regport_book, more, hits, inval_in,
    input wire [ul1_pkg::ROW_W-1:0] readout_row,
    input wire [3:0] readout_sect,
    input wire [ul1_pkg::PRT_W-1:0] cand_prt,
    input wire [2:0] cand_err
);

  localparam int LINE_W = ul1_pkg::line_w(8), ADDR_W = ul1_pkg::addr_w(8);
  wire sel_replay, sel_remainder_load, sel_remainder_store, sel_woken, sel_new, sel_store, sel_cached;
  wire [ul1_pkg::AHEAD-1:0] regport_booked;
  wire pass_valid, pass_store, pass_signed, pass_frees_beat, pass_cached, pass_bypass, pass_writeback, pass_inval, pass_flush;
  wire pass_replay, pass_last, pass_drop, pass_fail, pass_readout;
  wire [2:0] pass_width;
  wire [ul1_pkg::INTAKE_W-1:0] pass_beat;
  wire [ul1_pkg::STAGE_W-1:0] pass_due;
  wire [7:0] pass_mask;
  wire [8*ADDR_W-1:0] pass_addr;
  wire [ul1_pkg::ID_W-1:0] pass_id;
  wire [1:0] pass_sub;
  wire [LINE_W-1:0] pass_line;
  wire [ul1_pkg::PRT_W-1:0] pass_prt;

  // The contract: the request answers the choice
  wire req_valid = sel_replay | sel_remainder_load | sel_remainder_store | sel_woken | sel_new;
  wire req_store = sel_remainder_store | (sel_new & cand_store);
  wire req_cached = sel_replay | sel_woken | (sel_new & cand_cached);
  wire req_flush = (sel_new & cand_flush) | (sel_woken & cand_woken_flush);
  wire req_inval = req_cached & ~req_store & ~req_flush & ~sel_replay & inval_in;
  wire bare = sel_replay & cand_bare;
  wire [7:0] req_mask = req_valid & ~bare ? 8'h03 : 8'h00;
  wire [7:0] split_mask = split_more ? 8'h01 : req_mask;
  wire split_more = more & req_mask != '0 & ~req_cached;
  wire look_hit = pass_replay ? ~pass_fail : hits & pass_cached & ~pass_store & ~pass_inval & ~pass_flush;

  arb #(.LANES(8)) dut (.*, .cfg_home(1'b0), .cmd_line({LINE_W{1'b0}}), .req_id({ul1_pkg::ID_W{1'b0}}), .req_sub(2'b0), .req_width(3'b0),
      .req_signed(1'b0), .req_beat({ul1_pkg::INTAKE_W{1'b0}}), .req_addr({8*ADDR_W{1'b0}}), .req_line({LINE_W{1'b0}}),
      .req_bypass(1'b0), .req_writeback(1'b0), .req_end(1'b0));

  wire [4:0] sel = {sel_replay, sel_remainder_load, sel_remainder_store, sel_woken, sel_new};
  wire [4:0] cand = {cand_replay, cand_remainder_load, cand_remainder_store, cand_woken, cand_new};
  wire remainder = sel_remainder_load | sel_remainder_store;
  // the woken access could have entered but for a remainder
  wire could = cand_woken & (cand_woken_flush ? room_cached : ~regport_booked[ul1_pkg::HLAT]);
  reg [1:0] passed;
  reg begins = 1'b1;
  always @(posedge clk) begin
    begins <= 1'b0;
    assume (rst == begins);
    assume (!(cmd_turn & readout_valid) && !(cand_flush & (cand_store | ~cand_cached)));
    assume (cand_store_older == (cand_remainder_store & (cand_store_older | ~cand_remainder_load)));
    assume (!cand_bare || cand_replay);
    passed <= rst | sel_woken | ~cand_woken ? '0 : passed + 2'(could & remainder & ~&passed);
    if (!rst) begin
      assert ((sel & ~cand) == '0 && !ul1_fn::several(64'(sel)));
      if (readout_valid | cmd_turn) assert (sel == '0);
      if (sel_store) assert (sel_cached ? room_cached : room_shared);
      assert (passed <= 1);
      if (could & ~readout_valid & ~cmd_turn & ~cand_replay & ~cand_remainder_load & ~cand_remainder_store) assert (sel_woken);
      if (sel_new) assert (!(could | (cand_remainder_load & ~(&regport_booked[ul1_pkg::HLAT:ul1_pkg::LAT]))));
    end
  end

endmodule
