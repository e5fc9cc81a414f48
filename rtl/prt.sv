// Pending request table: the lines being fetched. A load that misses opens an entry here or merges into the one its line has
// already, a store that is written back may open one and is held for it elsewhere; the entry asks for sectors, one request
// for all that it lacks at a time, and when all have arrived (or failed) its loads are replayed in the order in which they
// came. What is read, what is written and fences leave for memory through the one queue that is here.

`default_nettype none

module prt #(
    parameter int LANES = 32
) (
    input  wire logic                                                  clk,
    input  wire logic                                                  rst,

    // settings
    input  wire logic                                                  cfg_fetch,

    // from arb, tag: the cached access in stage 1
    input  wire logic [ul1_pkg::ID_W-1:0]                              pass_id,
    input  wire logic [1:0]                                            pass_sub,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]                pass_line,
    input  wire logic                                                  pass_bypass,
    input  wire logic                                                  pass_store,
    input  wire logic                                                  pass_wb,
    input  wire logic                                                  look_miss,
    input  wire logic                                                  look_ask,
    input  wire logic [ul1_pkg::SET_W-1:0]                             look_set,
    input  wire logic [3:0]                                            look_need,
    input  wire logic [3:0]                                            look_have,
    input  wire logic [3:0]                                            look_cover,
    input  wire logic                                                  look_there,
    input  wire logic                                                  look_way,
    input  wire logic [ul1_pkg::ROW_W-1:0]                             look_row,
    input  wire logic [3:0]                                            look_dirty,
    input  wire logic                                                  look_purge,

    // from wdb, lsu: a dirty line may be read out
    input  wire logic                                                  wdb_slot,
    input  wire logic                                                  lsu_slot,

    // to lsu, tag, wdb: what becomes of it
    output logic                                                       miss_open,
    output logic                                                       miss_merge,
    output logic                                                       miss_defer,
    output logic      [2:0]                                            miss_cause,
    output logic      [ul1_pkg::KEY_W-1:0]                             miss_key,
    output logic                                                       st_hold,
    output logic      [ul1_pkg::PRT_W-1:0]                             st_prt,
    output logic                                                       st_through,
    output logic                                                       st_alloc,
    output logic                                                       st_dirty,
    output logic      [3:0]                                            st_sect,

    // from tag, wdb: writes; from lsu, tag: fences
    input  wire logic                                                  evict,
    input  wire logic [ul1_pkg::WDB_W-1:0]                             ev_idx,
    input  wire logic [ul1_pkg::WDB_W-1:0]                             st_idx,
    input  wire logic                                                  st_new,
    input  wire logic [ul1_pkg::WDB-1:0]                               wdb_ready,
    input  wire logic [ul1_pkg::WDB*(ul1_pkg::VA_W-$clog2(LANES)-2)-1:0] wdb_line,
    input  wire logic                                                  fence_valid,
    input  wire logic [ul1_pkg::ID_W-1:0]                              fence_id,
    input  wire logic [1:0]                                            fence_level,
    input  wire logic                                                  cmd_fence,
    output logic                                                       fence_ready,

    // to and from mmu: the request to send next
    output logic                                                       xl_write,
    output logic      [ul1_pkg::WDB_W-1:0]                             xl_wdb,
    output logic                                                       xl_fence,
    output logic      [ul1_pkg::ID_W-1:0]                              xl_number,
    output logic      [1:0]                                            xl_level,
    output logic                                                       xl_valid,
    output logic      [ul1_pkg::PRT_W-1:0]                             xl_prt,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]                xl_line,
    output logic      [3:0]                                            xl_sect,
    input  wire logic                                                  xl_take,
    input  wire logic                                                  xl_fault,
    input  wire logic [2:0]                                            xl_err,

    // from fill: what arrives; to fill, data, tag: where it belongs, and which entries are complete
    input  wire logic                                                  fill_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                             fill_prt,
    input  wire logic [3:0]                                            fill_sect,
    input  wire logic                                                  fill_err,
    output logic      [ul1_pkg::ROW_W-1:0]                             fill_row,
    output logic                                                       fill_done,
    output logic                                                       fault_done,
    output logic      [ul1_pkg::ROW_W-1:0]                             fault_row,

    // from fill: which access is replayed next; to lsu, arb, fill: what is known of it
    input  wire logic                                                  rep_valid,
    input  wire logic [ul1_pkg::PRT_W-1:0]                             rep_prt,
    input  wire logic [ul1_pkg::MRG_W-1:0]                             rep_pos,
    output logic      [ul1_pkg::ID_W-1:0]                              rep_id,
    output logic      [1:0]                                            rep_sub,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]                rep_line,
    output logic                                                       rep_last,
    output logic                                                       rep_bare,
    output logic                                                       rep_drop,
    output logic      [2:0]                                            rep_err,

    // from arb: the replay in stage 1; to tag, wdb, outside: what it ends
    input  wire logic                                                  pass_rep,
    input  wire logic [ul1_pkg::PRT_W-1:0]                             pass_prt,
    input  wire logic                                                  pass_last,
    input  wire logic                                                  pass_fail,
    output logic      [3:0]                                            end_dirty,
    output logic                                                       hfail_valid,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]                hfail_line,
    output logic      [2:0]                                            hfail_err,

    // to outside
    output logic      [ul1_pkg::PRT-1:0]                               prt_used,
    output logic      [ul1_pkg::PRT*2-1:0]                             prt_state,
    output logic      [ul1_pkg::PRT*(ul1_pkg::VA_W-$clog2(LANES)-2)-1:0] prt_line,
    output logic      [ul1_pkg::PRT*ul1_pkg::MRG_W-1:0]                prt_merges,
    output logic      [ul1_pkg::PRT-1:0]                               prt_closed
);

  localparam int LG     = $clog2(LANES);
  localparam int ID_W   = ul1_pkg::ID_W;
  localparam int KEY_W  = ul1_pkg::KEY_W;
  localparam int ROW_W  = ul1_pkg::ROW_W;
  localparam int PRT    = ul1_pkg::PRT;
  localparam int PRT_W  = ul1_pkg::PRT_W;
  localparam int WDB    = ul1_pkg::WDB;
  localparam int WDB_W  = ul1_pkg::WDB_W;
  localparam int MERGE  = ul1_pkg::MERGE;
  localparam int MRG_W  = ul1_pkg::MRG_W;
  localparam int LINE_W = ul1_pkg::VA_W - LG - 2;
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
  logic [MRG_W-1:0] merges;   // loads that wait there already
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
  assign at       = PRT_W'({ul1_pkg::lowest(64'(from))});
  assign filled   = prt_state[at*2 +: 2] == ul1_pkg::PRT_FILLED;
  assign merges   = known ? prt_merges[at*MRG_W +: MRG_W] : '0;
  assign full     = merges == MRG_W'(MERGE);
  assign may      = ~known & look_way & (look_dirty == '0 | (wdb_slot & lsu_slot));
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
      miss_cause = from != '0 & ~may ? ul1_pkg::CAUSE_SLOT : ul1_pkg::CAUSE_ENTRY;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // A store

  logic       store;
  logic [3:0] lacks;        // sectors that it needs for what it does not cover
  logic       beyond;       // the fetch of its line has ended without them
  logic       store_opens;
  logic       stays;        // it is written back, and held for its line's entry

  assign store       = look_ask & pass_store;
  assign lacks       = look_need & ~look_cover & ~look_have;
  assign beyond      = filled & (lacks & ~wanted[at]) != '0;
  assign stays       = store & known & pass_wb & ~beyond;
  assign store_opens = store & pass_wb & lacks != '0 & may_open;

  assign st_hold     = (store & known) | store_opens;
  assign st_prt      = at;
  assign st_dirty    = store & ~known & pass_wb & lacks == '0 & look_there;
  assign st_alloc    = store & pass_wb & lacks == '0 & ~look_there & may;
  assign st_through  = store & ~stays & ~st_dirty & ~st_alloc & ~store_opens;

  always @* begin
    if (~store)                         st_sect = '0;
    else if (~st_through | known)       st_sect = look_need;
    else if (look_there & ~look_purge)  st_sect = look_need & look_have;
    else                                st_sect = '0;
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
  logic               xl_read;
  logic               sends;          // the head leaves
  logic               writes, reads, fences;   // who joins, beside a dirty line
  logic               fenced;         // a fence is in the queue
  logic [ID_W-1:0]    fence_number;
  logic [1:0]         fence_for;

  assign none        = head == tail;
  assign kind        = none ? ul1_pkg::REQ_READ : q_kind[head];
  assign number      = none ? '0 : q_number[head];
  assign xl_write    = kind == ul1_pkg::REQ_WRITE;
  assign xl_fence    = kind == ul1_pkg::REQ_FENCE;
  assign xl_read     = ~none & kind == ul1_pkg::REQ_READ;
  assign xl_valid    = ~none & (~xl_write | wdb_ready[xl_wdb]);
  assign xl_prt      = xl_read  ? number : '0;
  assign xl_wdb      = xl_write ? number[WDB_W-1:0] : '0;
  assign xl_number   = xl_fence ? fence_number : '0;
  assign xl_level    = xl_fence ? fence_for : '0;
  assign xl_line     = xl_read ? prt_line[xl_prt*LINE_W +: LINE_W] : xl_write ? wdb_line[xl_wdb*LINE_W +: LINE_W] : '0;
  assign xl_sect     = xl_read ? wanted[xl_prt] & ~sent[xl_prt] : '0;

  assign fence_ready = ~fenced;
  assign sends       = xl_take | xl_fault;
  assign writes      = st_through & st_new;
  assign reads       = asks & (prt_state[at*2 +: 2] != ul1_pkg::PRT_ASKS | (sends & xl_read & xl_prt == at));
  assign fences      = fence_ready & (fence_valid | cmd_fence);
  assign tail_store  = tail       + QUEUE_W'(evict);
  assign tail_read   = tail_store + QUEUE_W'(writes);
  assign tail_fence  = tail_read  + QUEUE_W'(reads);

  always_ff @(posedge clk) begin
    if (evict) begin
      q_kind  [tail]       <= ul1_pkg::REQ_WRITE;
      q_number[tail]       <= PRT_W'(ev_idx);
    end
    if (writes) begin
      q_kind  [tail_store] <= ul1_pkg::REQ_WRITE;
      q_number[tail_store] <= PRT_W'(st_idx);
    end
    if (reads) begin
      q_kind  [tail_read]  <= ul1_pkg::REQ_READ;
      q_number[tail_read]  <= at;
    end
    if (fences) begin
      q_kind  [tail_fence] <= ul1_pkg::REQ_FENCE;
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
      fenced <= fences | (fenced & ~(sends & xl_fence));
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Arrivals, and reads that fail. Both may concern one entry in one cycle, and an access merge into it in the same.

  logic       faults;                 // a read fails
  logic       both;                   // they do concern one entry
  logic [3:0] fill_got,  fault_got;   // what the entry has got with them
  logic [3:0] fill_lack, fault_lack;  // what is still to come

  assign faults     = xl_fault & xl_read;
  assign both       = fill_valid & faults & fill_prt == xl_prt;
  assign fill_got   = got[fill_prt] | fill_sect | (both ? xl_sect : '0);
  assign fault_got  = got[xl_prt] | xl_sect | (both ? fill_sect : '0);
  assign fill_lack  = (wanted[fill_prt] | (at == fill_prt ? adds : '0)) & ~fill_got;
  assign fault_lack = (wanted[xl_prt] | (at == xl_prt ? adds : '0)) & ~fault_got;

  assign fill_done  = fill_valid & fill_lack == '0;
  assign fault_done = faults & fault_lack == '0 & ~both;
  assign fill_row   = row[fill_prt];
  assign fault_row  = row[xl_prt];

  // ---------------------------------------------------------------------------------------------------------------------
  // Replays

  logic frees;

  assign {rep_id, rep_sub} = rep_bare ? '0 : access[ACC_W'(rep_prt)*ACC_W'(MERGE) + ACC_W'(rep_pos)];
  assign rep_line          = prt_line[rep_prt*LINE_W +: LINE_W];
  assign rep_bare          = prt_merges[rep_prt*MRG_W +: MRG_W] == '0;
  assign rep_last          = rep_bare | rep_pos + 1'b1 == prt_merges[rep_prt*MRG_W +: MRG_W];
  assign rep_err           = err[rep_prt];
  assign rep_drop          = drop[rep_prt] | rep_err != ul1_pkg::ERR_NONE;

  assign frees             = pass_rep & pass_last;
  assign end_dirty         = frees & ~pass_fail ? dirty[pass_prt] : '0;
  assign hfail_valid       = frees & pass_fail & keeps[pass_prt];
  assign hfail_line        = prt_line[pass_prt*LINE_W +: LINE_W];
  assign hfail_err         = err[pass_prt];

  // ---------------------------------------------------------------------------------------------------------------------
  // The entries

  // What changes one entry several times in a cycle stands in this order: a request sent, arrivals, an access that asks.
  always_ff @(posedge clk) begin
    if (sends & xl_read) prt_state[xl_prt*2   +: 2] <= ul1_pkg::PRT_WAITS;
    if (fill_done)       prt_state[fill_prt*2 +: 2] <= ul1_pkg::PRT_FILLED;
    if (fault_done)      prt_state[xl_prt*2   +: 2] <= ul1_pkg::PRT_FILLED;
    if (asks)            prt_state[at*2       +: 2] <= ul1_pkg::PRT_ASKS;
    if (frees)           prt_state[pass_prt*2 +: 2] <= ul1_pkg::PRT_FREE;
    if (miss_open)       prt_used  [at]             <= 1'b1;
    if (frees)           prt_used  [pass_prt]       <= 1'b0;
    if (st_hold)         prt_closed[at]             <= 1'b1;
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
      wanted[at]                    <= wanted[at] | adds;
      dirty[at]                     <= dirty[at] | look_need;
      drop [at]                     <= 1'b0;
      keeps[at]                     <= 1'b1;
    end else if (miss_merge) begin
      wanted[at]                    <= wanted[at] | adds;
    end
    if (load_opens | miss_merge) begin
      prt_merges[at*MRG_W +: MRG_W]                     <= merges + 1'b1;
      access[ACC_W'(at)*ACC_W'(MERGE) + ACC_W'(merges)] <= {pass_id, pass_sub};
    end
    if (store_opens) prt_merges[at*MRG_W +: MRG_W] <= '0;
  end

  always_ff @(posedge clk) begin
    if (sends & xl_read) sent[xl_prt] <= sent[xl_prt] | xl_sect;
    if (faults) begin
      got[xl_prt] <= fault_got;
      if (err[xl_prt] == ul1_pkg::ERR_NONE) err[xl_prt] <= xl_err;
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
      if (look_ask) begin
        assert ((match & (match - 1'b1)) == '0);                        // a line has one entry,
        assert (!known || !look_way);                                   // which holds the line's way
        assert (!(miss_open && prt_used[at]));
        assert (!(miss_open && first == '0));                           // who misses lacks a sector
        assert (!(miss_merge && merges >= MRG_W'(MERGE)));
        assert (!(filled && adds != '0));
      end
      assert (!(look_miss && (!look_ask || pass_store)));
      assert (!(pass_rep && look_ask));
      assert (queued <= QUEUE_W'(PRT + WDB + 1));
      assert (!(xl_read && (prt_state[xl_prt*2 +: 2] != ul1_pkg::PRT_ASKS || xl_sect == '0)));
      assert (xl_fence == fenced || !none);
      assert (!(sends && !xl_valid) && !(xl_take && xl_fault) && !(xl_fault && xl_fence));
      assert (!(fence_valid && cmd_fence));
      assert (!(fill_valid && prt_state[fill_prt*2 +: 2] == ul1_pkg::PRT_FREE));
      assert (!(fill_valid && (fill_sect & ~sent[fill_prt]) != '0));    // what comes was asked for,
      assert (!(fill_valid && (fill_sect & got[fill_prt]) != '0));      // and comes once
      assert (!(fill_done && fault_done && fill_prt == xl_prt));
      assert (!(rep_valid && prt_state[rep_prt*2 +: 2] != ul1_pkg::PRT_FILLED));
      assert (!(rep_valid && rep_pos != '0 && rep_pos >= prt_merges[rep_prt*MRG_W +: MRG_W]));
      assert (!(pass_rep && prt_state[pass_prt*2 +: 2] != ul1_pkg::PRT_FILLED));
      assert (!(pass_rep && (dirty[pass_prt] != '0 && !keeps[pass_prt])));
      assert (!(pass_rep && pass_last && dirty[pass_prt] != '0 && drop[pass_prt]));
    end
  end

endmodule

`default_nettype wire
