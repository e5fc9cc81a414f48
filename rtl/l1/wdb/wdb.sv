// Write data buffer: all store data go through here, twice. In the *intake* (wdb_intake) a beat waits, in slot order, for
// its pass, which in stage 1 gets an *entry* (wdb_place) and in stage 2 goes through the data crossbar into it, in bank
// order (wdb_words). There it waits for the array's write port, for memory, or for both (wdb_entries); a dirty line that
// is read out of the array waits in an entry of its own, for memory. Loads are served from the entries, so that they see
// every store before them no matter how long the array is kept busy; which entry is how old is in wdb_order.

`default_nettype none

module wdb #(
    parameter  int LANES  = 32,
    localparam int BANKS  = ul1_pkg::banks(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                         clk,
    input  wire logic                                         rst,

    // from outside: a beat of store data, asked for by lsu
    input  wire logic                                         pull_ready,
    input  wire logic                                         pull_valid,
    input  wire logic [LANES*ul1_pkg::WORD_W-1:0]             pull_data,

    // to lsu: what the intake has free
    output logic                                              intake_free,
    output logic                                              intake_spare,
    output logic      [ul1_pkg::INTAKE_W-1:0]                 intake_beat,

    // from and to arb, lsu, prt, tag: room
    input  wire logic                                         sel_store,
    input  wire logic                                         sel_cached,
    output logic                                              room_shared,
    output logic                                              room_cached,
    output logic                                              room_dirty,

    // from arb, axbar: the pass in stage 1
    input  wire logic                                         pass_valid,
    input  wire logic                                         pass_store,
    input  wire logic                                         pass_cached,
    input  wire logic                                         pass_readout,
    input  wire logic                                         pass_flush,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]                 pass_beat,
    input  wire logic                                         pass_frees_beat,
    input  wire logic [LINE_W-1:0]                            pass_line,
    input  wire logic [BANKS-1:0]                             bank_en,
    input  wire logic [BANKS*ul1_pkg::ROW_W-1:0]              bank_row,

    // from tag, prt: what becomes of it if it is a cached store; and the request that is first in the queue
    input  wire logic [ul1_pkg::ROW_W-1:0]                    look_row,
    input  wire logic                                         store_hold,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    store_prt,
    input  wire logic                                         store_through,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  store_sect,
    input  wire logic                                         head_write,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    head_wdb,

    // to prt: the store's entry
    output logic                                              place_new,
    output logic      [ul1_pkg::WDB_W-1:0]                    place_store,

    // from tag: a dirty line is to be read out; to prt: its entry
    input  wire logic                                         evict_valid,
    input  wire logic [LINE_W-1:0]                            evict_line,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  evict_sect,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    evict_row,
    output logic      [ul1_pkg::WDB_W-1:0]                    place_dirty,

    // to and from dxbar: a store's words in stage 2, out by slot and back by bank; from data: what was read
    output logic                                              slot_valid,
    output logic      [LANES*ul1_pkg::WORD_W-1:0]             slot_data,
    input  wire logic [BANKS*ul1_pkg::WORD_BYTES-1:0]         cross_be,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             cross_data,
    input  wire logic [BANKS*ul1_pkg::WORD_W-1:0]             read_data,

    // to data: bytes for a load in stage 2 that the array does not have yet
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         forward_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             forward_data,

    // from arb, tag, prt: a line's last replay, and rows that are given up
    input  wire logic                                         pass_replay,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    pass_prt,
    input  wire logic                                         pass_last,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_valid,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  held_dirty,
    input  wire logic                                         gone_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    gone_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  gone_keep,

    // to and from data: the oldest entry that can be written
    output logic                                              write_valid,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         write_be,
    output logic      [BANKS*ul1_pkg::ROW_W-1:0]              write_row,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             write_data,
    input  wire logic                                         array_ready,

    // to prt: what can go to memory; from prt, mmu: what goes; to outside: its words
    output logic      [ul1_pkg::WDB-1:0]                      leave_ready,
    output logic      [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    input  wire logic                                         mmu_take,
    input  wire logic                                         mmu_fault,
    input  wire logic                                         mem_valid,
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                  mem_op,
    input  wire logic [ul1_pkg::NUMBER_W-1:0]                 mem_number,
    input  wire logic                                         mem_ready,
    output logic      [BANKS*ul1_pkg::WORD_BYTES-1:0]         memdata_be,
    output logic      [BANKS*ul1_pkg::WORD_W-1:0]             memdata_word,

    // to outside
    output logic      [ul1_pkg::WDB-1:0]                      wdb_used,
    output logic      [ul1_pkg::WDB*ul1_pkg::WDB_STATE_W-1:0] wdb_state,
    output logic                                              wdb_idle
);

  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;

  // wdb_entries: what they are (see there), and what leaves them
  logic [WDB-1:0]         used, is_cached, is_dirty, has_data, held, waits, sent;
  logic [WDB*PRT_W-1:0]   for_prt;
  logic [WDB*SECTORS-1:0] sect;
  logic [WDB-1:0]         write_one;
  logic [WDB_W-1:0]       write_entry, wrote_entry;
  logic                   wrote;
  logic [SECTORS-1:0]     wrote_sect;

  // wdb_order: of each those that are older; those older than the dirty line in stage 2
  logic [WDB*WDB-1:0]     older;
  logic [WDB-1:0]         s2_older;

  // wdb_place: stage 1, and what there is of it in stage 2
  logic                         joins, gone_early, s0_readout;
  logic [WDB_W-1:0]             join_entry, s0_readout_entry;
  logic                         s2_load, s2_store, s2_readout, s2_kept, s2_cached, s2_new, s2_frees_beat;
  logic [WDB_W-1:0]             s2_entry;
  logic [ul1_pkg::INTAKE_W-1:0] s2_beat;
  logic [LINE_W-1:0]            s2_line;
  logic [BANKS-1:0]             s2_banks;
  logic [BANKS*ROW_W-1:0]       s2_row;

  // wdb_words: whose rows are those
  logic [WDB-1:0]         in_gone_row, in_readout_row, in_next_row;
  logic                   next_goes;

  // The write that is offered to memory
  logic                   mem_write;
  logic [WDB_W-1:0]       mem_entry;

  assign mem_write = mem_valid & mem_op == ul1_pkg::MEMOP_WRITE;
  assign mem_entry = mem_number[WDB_W-1:0];
  assign wdb_used  = used;

  wdb_intake #(.LANES(LANES)) u_intake (
      .clk, .rst, .pull_ready, .pull_valid, .pull_data, .intake_free, .intake_spare, .intake_beat,
      .pass_valid, .pass_store, .pass_beat, .s2_store, .s2_frees_beat, .s2_beat, .slot_valid, .slot_data
  );

  wdb_place #(.LANES(LANES)) u_place (
      .clk, .rst, .sel_store, .sel_cached, .room_shared, .room_cached, .room_dirty, .wdb_idle, .place_store, .place_dirty,
      .pass_valid, .pass_store, .pass_cached, .pass_readout, .pass_flush, .pass_beat, .pass_frees_beat, .pass_line,
      .bank_en, .bank_row, .evict_valid, .next_goes, .gone_early, .s0_readout, .s0_readout_entry,
      .store_hold, .store_prt, .store_through, .store_sect,
      .used, .is_cached, .is_dirty, .held, .waits, .sent, .sect, .for_prt, .leave_line, .older, .join_entry,
      .head_write, .head_wdb, .write_one, .joins, .place_new,
      .s2_load, .s2_store, .s2_readout, .s2_kept, .s2_cached, .s2_new, .s2_entry, .s2_frees_beat, .s2_beat, .s2_line, .s2_banks,
      .s2_row
  );

  wdb_order u_order (
      .clk, .rst, .evict_valid, .place_dirty, .place_new, .place_store, .older, .s2_readout, .s2_entry, .s2_older
  );

  wdb_entries #(.LANES(LANES)) u_entries (
      .clk, .rst, .place_new, .place_store, .joins, .join_entry, .pass_cached, .pass_line, .store_hold, .store_prt,
      .store_through, .store_sect, .evict_valid, .place_dirty, .evict_line, .s2_store, .s2_readout, .s2_kept, .s2_entry,
      .s2_line,
      .s2_older, .in_readout_row, .in_next_row, .pass_replay, .pass_prt, .pass_last, .look_valid, .held_dirty, .gone_keep,
      .in_gone_row,
      .gone_early,
      .older, .write_valid, .write_one, .write_entry, .array_ready, .wrote, .wrote_entry, .wrote_sect,
      .leave_ready, .leave_line, .head_write, .head_wdb, .mmu_take, .mmu_fault, .mem_write, .mem_entry, .mem_ready,
      .used, .is_cached, .is_dirty, .has_data, .held, .for_prt, .waits, .sent, .sect, .wdb_state
  );

  wdb_words #(.LANES(LANES)) u_words (
      .clk, .place_new, .place_store, .pass_cached, .bank_row, .look_row, .evict_valid, .place_dirty, .evict_row,
      .evict_sect, .s2_store, .s2_new, .s2_readout, .s2_entry, .cross_be, .cross_data, .read_data,
      .gone_valid, .gone_row, .in_gone_row, .next_goes, .s0_readout, .s0_readout_entry,
      .in_readout_row, .in_next_row,
      .write_valid, .write_entry, .write_be, .write_row, .write_data, .mem_write, .mem_entry, .memdata_be, .memdata_word,
      .used, .is_cached, .is_dirty, .has_data, .held, .sect, .leave_line, .older, .wrote, .wrote_entry, .wrote_sect,
      .s2_load, .s2_cached, .s2_line, .s2_banks, .s2_row, .s2_older, .forward_be, .forward_data
  );

`ifndef SYNTHESIS
  // A dirty line got its entry in the cycle before, in the one before that: then its readout is in stage 1.
  logic [1:0] evicted_before;

  always @(posedge clk) begin
    evicted_before <= rst ? 2'b00 : {evicted_before[0], evict_valid};
    if (!rst) assert (pass_readout == evicted_before[1]);
  end

  // What is held, and to be served, as a load is in stage 2: whoever has no words yet is a dirty line's, and the last entry is; who is
  // held was so before, and is a cached store's. Who was written in the cycle before has nothing more for the array.
  logic [WDB-1:0] was_held;

  always @(posedge clk) begin
    was_held <= held;
    if (!rst & s2_load & (used | was_held) != '0) begin
      assert ((used & ~(has_data | is_dirty)) == '0 && (held & has_data & ~was_held) == '0 && (was_held & ~is_cached) == '0);
      assert (!used[WDB-1] || is_dirty[WDB-1]);
      if (wrote) assert (wrote_entry < WDB_W'(WDB-1) && !was_held[wrote_entry] && sect[wrote_entry*SECTORS +: SECTORS] == '0);
    end
  end
`endif

  always @(posedge clk) begin
    if (!rst & (evict_valid | pass_valid | s2_store | mem_write)) begin
      assert (!(evict_valid && !pass_flush && !room_dirty));
      assert (!(pass_valid && pass_store && (pass_replay || (!pass_cached && (store_hold || store_through)))));
      assert (!(s2_store && s2_new && has_data[s2_entry]) && !(mem_write && mem_number >= ul1_pkg::NUMBER_W'(WDB)));
    end
  end

endmodule

`default_nettype wire
