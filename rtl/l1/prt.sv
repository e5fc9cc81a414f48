// Pending request table: the lines being fetched. A load that misses opens an entry here or merges into the one its line has
// already, a store that is written back may open one and is held for it elsewhere; the entry asks for sectors, one request
// for all that it lacks at a time, and when all have arrived (or failed) its loads are replayed in the order in which they
// came. What is read, what is written and fences leave for memory through the one queue that is here.

`default_nettype none

module prt #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                                         clk,
    input  wire logic                                         rst,

    // settings
    input  wire logic [ul1_pkg::FETCH_W-1:0]                  cfg_fetch,

    // from arb, tag: the cached access in stage 1
    input  wire logic [ul1_pkg::ID_W-1:0]                     pass_id,
    input  wire logic [ul1_pkg::SUB_W-1:0]                    pass_sub,
    input  wire logic [LINE_W-1:0]                            pass_line,
    input  wire logic                                         pass_bypass,
    input  wire logic                                         pass_store,
    input  wire logic                                         pass_writeback,
    input  wire logic                                         look_miss,
    input  wire logic                                         look_judge,
    input  wire logic [ul1_pkg::SET_W-1:0]                    look_set,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_need,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_have,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_cover,
    input  wire logic                                         look_there,
    input  wire logic                                         look_way,
    input  wire logic [ul1_pkg::ROW_W-1:0]                    look_row,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  look_dirty,
    input  wire logic                                         look_purge,

    // from wdb, lsu: a dirty line may be read out
    input  wire logic                                         room_dirty,
    input  wire logic                                         sleep_yields,

    // to lsu, tag, wdb: what becomes of it
    output logic                                              miss_open,
    output logic                                              miss_merge,
    output logic                                              miss_defer,
    output logic      [ul1_pkg::CAUSE_W-1:0]                  miss_cause,
    output logic      [ul1_pkg::KEY_W-1:0]                    miss_key,
    output logic                                              store_hold,
    output logic      [ul1_pkg::PRT_W-1:0]                    store_prt,
    output logic                                              store_through,
    output logic                                              store_alloc,
    output logic                                              store_dirty,
    output logic      [ul1_pkg::SECTORS-1:0]                  store_sect,

    // from tag, wdb: writes; from lsu, tag: fences
    input  wire logic                                         evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    place_dirty,
    input  wire logic [ul1_pkg::WDB_W-1:0]                    place_store,
    input  wire logic                                         place_new,
    input  wire logic [ul1_pkg::WDB-1:0]                      leave_ready,
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]               leave_line,
    input  wire logic                                         fence_valid,
    input  wire logic [ul1_pkg::ID_W-1:0]                     fence_id,
    input  wire logic [ul1_pkg::LEVEL_W-1:0]                  fence_level,
    input  wire logic                                         cmd_fence,
    output logic                                              accept_fence,

    // to and from mmu: the request to send next
    output logic                                              head_write,
    output logic      [ul1_pkg::WDB_W-1:0]                    head_wdb,
    output logic                                              head_fence,
    output logic      [ul1_pkg::NUMBER_W-1:0]                 head_number,
    output logic      [ul1_pkg::LEVEL_W-1:0]                  head_level,
    output logic                                              head_valid,
    output logic      [ul1_pkg::PRT_W-1:0]                    head_prt,
    output logic      [LINE_W-1:0]                            head_line,
    output logic      [ul1_pkg::SECTORS-1:0]                  head_sect,
    input  wire logic                                         mmu_take,
    input  wire logic                                         mmu_fault,
    input  wire logic [ul1_pkg::ERR_W-1:0]                    mmu_err,

    // from fill: what arrives; to fill, data, tag: where it belongs, and which entries are complete
    input  wire logic                                         fill_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    fill_prt,
    input  wire logic [ul1_pkg::SECTORS-1:0]                  fill_sect,
    input  wire logic                                         fill_err,
    output logic      [ul1_pkg::ROW_W-1:0]                    done_fill_row,
    output logic                                              done_fill,
    output logic                                              done_fault,
    output logic      [ul1_pkg::ROW_W-1:0]                    done_fault_row,

    // from fill: which access is replayed next; to lsu, arb, fill: what is known of it
    input  wire logic                                         replay_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    replay_prt,
    input  wire logic [ul1_pkg::MERGE_W-1:0]                  replay_pos,
    output logic      [ul1_pkg::ID_W-1:0]                     merged_id,
    output logic      [ul1_pkg::SUB_W-1:0]                    merged_sub,
    output logic      [LINE_W-1:0]                            merged_line,
    output logic                                              merged_last,
    output logic                                              merged_bare,
    output logic                                              merged_drop,
    output logic      [ul1_pkg::ERR_W-1:0]                    merged_err,

    // from arb: the replay in stage 1; to tag, wdb, outside: what it ends
    input  wire logic                                         pass_replay,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    pass_prt,
    input  wire logic                                         pass_last,
    input  wire logic                                         pass_fail,
    output logic      [ul1_pkg::SECTORS-1:0]                  held_dirty,
    output logic                                              heldfail_valid,
    output logic      [LINE_W-1:0]                            heldfail_line,
    output logic      [ul1_pkg::ERR_W-1:0]                    heldfail_err,

    // to outside
    output logic      [ul1_pkg::PRT-1:0]                      prt_used,
    output logic      [ul1_pkg::PRT*ul1_pkg::PRT_STATE_W-1:0] prt_state,
    output logic      [ul1_pkg::PRT*LINE_W-1:0]               prt_line,
    output logic      [ul1_pkg::PRT*ul1_pkg::MERGE_W-1:0]     prt_merges,
    output logic      [ul1_pkg::PRT-1:0]                      prt_closed
);

  localparam int ID_W   = ul1_pkg::ID_W;
  localparam int KEY_W  = ul1_pkg::KEY_W;
  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int PRT    = ul1_pkg::PRT;
  localparam int PRT_W  = ul1_pkg::PRT_W;
  localparam int WDB    = ul1_pkg::WDB;
  localparam int WDB_W  = ul1_pkg::WDB_W;
  localparam int MERGE  = ul1_pkg::MERGE;
  localparam int MERGE_W  = ul1_pkg::MERGE_W;
  localparam int ACC_W  = $clog2(PRT*MERGE);  // bits of an access' place

  // Of each entry, beside the outputs: row, sectors wanted, sent for, got, and dirty then, error, whether the line is
  // dropped in the end, whether a store that is written back is held for it. An entry has a request in the queue while its
  // state is PRT_ASKS. The loads of entry i have the places from i x MERGE up.
  logic [ROW_W-1:0]  row    [0:PRT-1];
  logic [3:0]        wanted [0:PRT-1];
  logic [3:0]        sent   [0:PRT-1];
  logic [3:0]        got    [0:PRT-1];
  logic [3:0]        dirty  [0:PRT-1];
  logic [2:0]        err    [0:PRT-1];
  logic [PRT-1:0]    drop, keeps;
  logic [ID_W+2-1:0] access [0:PRT*MERGE-1];

  logic fetch;  // the setting, a cycle old: it changes only while nothing is under way
  always_ff @(posedge clk) fetch <= cfg_fetch;

  // ---------------------------------------------------------------------------------------------------------------------
  // The entry of the line that is looked up

  logic [PRT-1:0]   same, match, from;
  logic             known;    // the line has one,
  logic [PRT_W-1:0] at;       // this one, or else the one to open
  logic             filled, full;
  logic [MERGE_W-1:0] merges;   // loads that wait there already
  logic             may;      // a way can be had, with what it takes to get rid of a dirty line in it
  logic             may_open; // and an entry

  always @* begin
    same = '0;
    if (prt_used != '0) begin
      for (int i = 0; i < PRT; i++) same[i] = prt_line[i*LINE_W +: LINE_W] == pass_line;
    end
  end

  assign match    = same & prt_used;
  assign known    = match != '0;
  assign from     = known ? match : ~prt_used;
  assign at       = PRT_W'({ul1_fn::lowest(64'(from))});
  assign filled   = prt_state[at*2 +: 2] == ul1_pkg::PRT_STATE_FILLED;
  assign merges   = known ? prt_merges[at*MERGE_W +: MERGE_W] : '0;
  assign full     = merges == MERGE_W'(MERGE);
  assign may      = ~known & look_way & (look_dirty == '0 | (room_dirty & sleep_yields));
  assign may_open = may & from != '0;

  // ---------------------------------------------------------------------------------------------------------------------
  // A load that misses

  logic load_opens;

  assign load_opens = look_miss & may_open;
  assign miss_merge = look_miss & known & ~filled & ~prt_closed[at] & ~full;
  assign miss_defer = look_miss & (known ? filled | prt_closed[at] | full : ~may_open);

  always @* begin
    miss_key = '0;
    if (known) begin
      miss_cause = filled | prt_closed[at] ? ul1_pkg::CAUSE_CLOSED : ul1_pkg::CAUSE_MERGE;
      miss_key   = KEY_W'(at);
    end else if (~look_way) begin
      miss_cause = ul1_pkg::CAUSE_WAY;
      miss_key   = KEY_W'(look_set);
    end else begin
      miss_cause = from != '0 & ~may ? ul1_pkg::CAUSE_ROOM : ul1_pkg::CAUSE_ENTRY;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // A store

  logic       store;
  logic [3:0] lacks;        // sectors that it needs for what it does not cover
  logic       beyond;       // the fetch of its line has ended without them
  logic       store_opens;
  logic       stays;        // it is written back, and held for its line's entry

  assign store       = look_judge & pass_store;
  assign lacks       = look_need & ~look_cover & ~look_have;
  assign beyond      = filled & (lacks & ~wanted[at]) != '0;
  assign stays       = store & known & pass_writeback & ~beyond;
  assign store_opens = store & pass_writeback & lacks != '0 & may_open;

  assign store_hold    = (store & known) | store_opens;
  assign store_prt     = at;
  assign store_dirty   = store & ~known & pass_writeback & lacks == '0 & look_there;
  assign store_alloc   = store & pass_writeback & lacks == '0 & ~look_there & may;
  assign store_through = store & ~stays & ~store_dirty & ~store_alloc & ~store_opens;

  always @* begin
    if (~store)                         store_sect = '0;
    else if (~store_through | known)       store_sect = look_need;
    else if (look_there & ~look_purge)  store_sect = look_need & look_have;
    else                                store_sect = '0;
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // What is to be fetched

  logic [3:0] first;        // by an entry that is opened
  logic [3:0] adds;         // besides what the line's entry fetches anyway
  logic [3:0] load_wants;
  logic       asks;         // its entry has something to ask for

  assign miss_open  = load_opens | store_opens;
  assign load_wants = (fetch == ul1_pkg::FETCH_LINE ? 4'b1111 : look_need) & ~look_have;
  assign first      = ~pass_store ? load_wants : fetch == ul1_pkg::FETCH_LINE ? ~look_have & ~look_cover : lacks;
  assign adds       = (miss_merge ? load_wants : stays ? lacks : '0) & ~wanted[at];
  assign asks       = miss_open | adds != '0;

  // ---------------------------------------------------------------------------------------------------------------------
  // Requests: a ring, with room for one of each entry, one of each entry of the write data buffer, and a fence

  localparam int QUEUE_W = $clog2(PRT + WDB + 1);

  logic [1:0]         q_kind   [0:2**QUEUE_W-1];
  logic [PRT_W-1:0]   q_number [0:2**QUEUE_W-1];
  logic [QUEUE_W-1:0] head, tail;
  logic [QUEUE_W-1:0] tail_store, tail_read, tail_fence;  // where these join, if those before do
  logic               none;           // the queue is empty
  logic [1:0]         kind;           // of the head
  logic [PRT_W-1:0]   number;
  logic               head_read;
  logic               sends;          // the head leaves
  logic               writes, reads, fences;   // who joins, beside a dirty line
  logic               fenced;         // a fence is in the queue
  logic [ID_W-1:0]    fence_number;
  logic [1:0]         fence_for;

  assign none        = head == tail;
  assign kind        = none ? ul1_pkg::MEMOP_READ : q_kind[head];
  assign number      = none ? '0 : q_number[head];
  assign head_write  = kind == ul1_pkg::MEMOP_WRITE;
  assign head_fence  = kind == ul1_pkg::MEMOP_FENCE;
  assign head_read     = ~none & kind == ul1_pkg::MEMOP_READ;
  assign head_valid  = ~none & (~head_write | leave_ready[head_wdb]);
  assign head_prt    = head_read  ? number : '0;
  assign head_wdb    = head_write ? number[WDB_W-1:0] : '0;
  assign head_number = head_fence ? fence_number : '0;
  assign head_level  = head_fence ? fence_for : '0;
  assign head_line   = head_read ? prt_line[head_prt*LINE_W +: LINE_W] : head_write ? leave_line[head_wdb*LINE_W +: LINE_W] : '0;
  assign head_sect   = head_read ? wanted[head_prt] & ~sent[head_prt] : '0;

  assign accept_fence = ~fenced;
  assign sends        = mmu_take | mmu_fault;
  assign writes       = store_through & place_new;
  assign reads        = asks & (prt_state[at*2 +: 2] != ul1_pkg::PRT_STATE_ASKS | (sends & head_read & head_prt == at));
  assign fences       = accept_fence & (fence_valid | cmd_fence);
  assign tail_store   = tail       + QUEUE_W'(evict_valid);
  assign tail_read    = tail_store + QUEUE_W'(writes);
  assign tail_fence   = tail_read  + QUEUE_W'(reads);

  always_ff @(posedge clk) begin
    if (evict_valid) begin
      q_kind  [tail] <= ul1_pkg::MEMOP_WRITE;
      q_number[tail] <= PRT_W'(place_dirty);
    end
    if (writes) begin
      q_kind  [tail_store] <= ul1_pkg::MEMOP_WRITE;
      q_number[tail_store] <= PRT_W'(place_store);
    end
    if (reads) begin
      q_kind  [tail_read] <= ul1_pkg::MEMOP_READ;
      q_number[tail_read] <= at;
    end
    if (fences) begin
      q_kind  [tail_fence] <= ul1_pkg::MEMOP_FENCE;
      q_number[tail_fence] <= '0;
      fence_number         <= fence_valid ? fence_id : ID_W'(ul1_pkg::CMD_ID);
      fence_for            <= fence_valid ? fence_level : ul1_pkg::LEVEL_SYS;
    end
    if (rst) begin
      head   <= '0;
      tail   <= '0;
      fenced <= 1'b0;
    end else begin
      head   <= head + QUEUE_W'(sends);
      tail   <= tail_fence + QUEUE_W'(fences);
      fenced <= fences | (fenced & ~(sends & head_fence));
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Arrivals, and reads that fail. Both may concern one entry in one cycle, and an access merge into it in the same.

  logic       faults;                 // a read fails
  logic       both;                   // they do concern one entry
  logic [3:0] fill_got,  fault_got;   // what the entry has got with them
  logic [3:0] fill_lack, fault_lack;  // what is still to come

  assign faults     = mmu_fault & head_read;
  assign both       = fill_valid & faults & fill_prt == head_prt;
  assign fill_got   = got[fill_prt] | fill_sect | (both ? head_sect : '0);
  assign fault_got  = got[head_prt] | head_sect | (both ? fill_sect : '0);
  assign fill_lack  = (wanted[fill_prt] | (at == fill_prt ? adds : '0)) & ~fill_got;
  assign fault_lack = (wanted[head_prt] | (at == head_prt ? adds : '0)) & ~fault_got;

  assign done_fill      = fill_valid & fill_lack == '0;
  assign done_fault     = faults & fault_lack == '0 & ~both;
  assign done_fill_row  = row[fill_prt];
  assign done_fault_row = row[head_prt];

  // ---------------------------------------------------------------------------------------------------------------------
  // Replays

  logic frees;

  assign {merged_id, merged_sub} = merged_bare ? '0 : access[ACC_W'(replay_prt)*ACC_W'(MERGE) + ACC_W'(replay_pos)];
  assign merged_line             = prt_line[replay_prt*LINE_W +: LINE_W];
  assign merged_bare             = prt_merges[replay_prt*MERGE_W +: MERGE_W] == '0;
  assign merged_last             = merged_bare | replay_pos + 1'b1 == prt_merges[replay_prt*MERGE_W +: MERGE_W];
  assign merged_err              = err[replay_prt];
  assign merged_drop             = drop[replay_prt] | merged_err != ul1_pkg::ERR_NONE;

  assign frees          = pass_replay & pass_last;
  assign held_dirty     = frees & ~pass_fail ? dirty[pass_prt] : '0;
  assign heldfail_valid = frees & pass_fail & keeps[pass_prt];
  assign heldfail_line  = prt_line[pass_prt*LINE_W +: LINE_W];
  assign heldfail_err   = err[pass_prt];

  // ---------------------------------------------------------------------------------------------------------------------
  // The entries

  // What changes one entry several times in a cycle stands in this order: a request sent, arrivals, an access that asks.
  always_ff @(posedge clk) begin
    if (sends & head_read) prt_state[head_prt*2   +: 2] <= ul1_pkg::PRT_STATE_WAITS;
    if (done_fill)       prt_state[fill_prt*2 +: 2] <= ul1_pkg::PRT_STATE_FILLED;
    if (done_fault)      prt_state[head_prt*2   +: 2] <= ul1_pkg::PRT_STATE_FILLED;
    if (asks)            prt_state[at*2       +: 2] <= ul1_pkg::PRT_STATE_ASKS;
    if (frees)           prt_state[pass_prt*2 +: 2] <= ul1_pkg::PRT_STATE_FREE;
    if (miss_open)       prt_used  [at]             <= 1'b1;
    if (frees)           prt_used  [pass_prt]       <= 1'b0;
    if (store_hold)         prt_closed[at]             <= 1'b1;
    if (frees)           prt_closed[pass_prt]       <= 1'b0;
    if (rst) begin
      prt_state  <= '0;
      prt_used   <= '0;
      prt_closed <= '0;
    end
  end

  always_ff @(posedge clk) begin
    if (miss_open) begin
      prt_line[at*LINE_W +: LINE_W] <= pass_line;
      row  [at]                     <= look_row;
      wanted[at]                    <= first;
      dirty[at]                     <= store ? look_need : '0;
      drop [at]                     <= ~store & pass_bypass;
      keeps[at]                     <= store;
    end else if (stays) begin
      wanted[at] <= wanted[at] | adds;
      dirty[at]  <= dirty[at] | look_need;
      drop [at]  <= 1'b0;
      keeps[at]  <= 1'b1;
    end else if (miss_merge) begin
      wanted[at]                    <= wanted[at] | adds;
    end
    if (load_opens | miss_merge) begin
      prt_merges[at*MERGE_W +: MERGE_W]                     <= merges + 1'b1;
      access[ACC_W'(at)*ACC_W'(MERGE) + ACC_W'(merges)] <= {pass_id, pass_sub};
    end
    if (store_opens) prt_merges[at*MERGE_W +: MERGE_W] <= '0;
  end

  always_ff @(posedge clk) begin
    if (sends & head_read) sent[head_prt] <= sent[head_prt] | head_sect;
    if (faults) begin
      got[head_prt] <= fault_got;
      if (err[head_prt] == ul1_pkg::ERR_NONE) err[head_prt] <= mmu_err;
    end
    if (fill_valid) begin
      got[fill_prt] <= fill_got;
      if (fill_err & err[fill_prt] == ul1_pkg::ERR_NONE) err[fill_prt] <= ul1_pkg::ERR_BUS;  // before a fault's
    end
    if (miss_open) begin
      sent[at] <= '0;
      got [at] <= '0;
      err [at] <= ul1_pkg::ERR_NONE;
    end
  end

  logic [QUEUE_W-1:0] queued;
  assign queued = tail - head;

  always @(posedge clk) begin
    if (!rst) begin
      if (look_judge) begin
        assert ((match & (match - 1'b1)) == '0);                        // a line has one entry,
        assert (!known || !look_way);                                   // which holds the line's way
        assert (!(miss_open && prt_used[at]));
        assert (!(miss_open && first == '0));                           // who misses lacks a sector
        assert (!(miss_merge && merges >= MERGE_W'(MERGE)));
        assert (!(filled && adds != '0));
      end
      assert (!(look_miss && (!look_judge || pass_store)));
      assert (!(pass_replay && look_judge));
      assert (queued <= QUEUE_W'(PRT + WDB + 1));
      assert (!(head_read && (prt_state[head_prt*2 +: 2] != ul1_pkg::PRT_STATE_ASKS || head_sect == '0)));
      assert (head_fence == fenced || !none);
      assert (!(sends && !head_valid) && !(mmu_take && mmu_fault) && !(mmu_fault && head_fence));
      assert (!(fence_valid && cmd_fence));
      assert (!(fill_valid && prt_state[fill_prt*2 +: 2] == ul1_pkg::PRT_STATE_FREE));
      assert (!(fill_valid && (fill_sect & ~sent[fill_prt]) != '0));    // what comes was asked for,
      assert (!(fill_valid && (fill_sect & got[fill_prt]) != '0));      // and comes once
      assert (!(done_fill && done_fault && fill_prt == head_prt));
      assert (!(replay_valid && prt_state[replay_prt*2 +: 2] != ul1_pkg::PRT_STATE_FILLED));
      assert (!(replay_valid && replay_pos != '0 && replay_pos >= prt_merges[replay_prt*MERGE_W +: MERGE_W]));
      assert (!(pass_replay && prt_state[pass_prt*2 +: 2] != ul1_pkg::PRT_STATE_FILLED));
      assert (!(pass_replay && (dirty[pass_prt] != '0 && !keeps[pass_prt])));
      assert (!(pass_replay && pass_last && dirty[pass_prt] != '0 && drop[pass_prt]));
    end
  end

endmodule

`default_nettype wire
