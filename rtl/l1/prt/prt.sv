// Pending request table: the lines being fetched. A load that misses opens an entry here or merges into the one its line
// has already, a store that is written back may open one and is held for it elsewhere (which of this, prt_judge says); an
// inval or a flush waits for it to end;
// the entry asks for sectors, one request for all that it lacks at a time, and when all have arrived (or failed) its
// loads are replayed in the order in which they came. What is read, what is written and fences leave for memory through
// one queue (prt_queue).

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
    input  wire logic                                         pass_inval,
    input  wire logic                                         pass_flush,
    input  wire logic                                         look_miss,
    input  wire logic                                         look_judge,
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
    input  wire logic                                         sleep_holds,

    // to lsu, tag, wdb: what becomes of it
    output logic                                              miss_open,
    output logic                                              miss_merge,
    output logic                                              miss_defer,
    output logic      [ul1_pkg::CAUSE_W-1:0]                  miss_cause,
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
    input  wire logic [ul1_pkg::WALKERS-1:0]                    mmu_wait,
    input  wire logic [ul1_pkg::WALKERS-1:0]                    walk_ends,

    // from fill: what arrives, and that a fence is answered; to fill, data, tag: where it belongs, and which entries are
    // complete
    input  wire logic                                         answer_fence,
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
    input  wire logic                                         cand_replay,
    input  wire logic [ul1_pkg::PRT_W-1:0]                    cand_prt,
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
    (* nowrshmsk *) output logic [ul1_pkg::PRT*ul1_pkg::PRT_STATE_W-1:0] prt_state,
    output logic      [ul1_pkg::PRT*LINE_W-1:0]               prt_line,
    (* nowrshmsk *) output logic [ul1_pkg::PRT*ul1_pkg::MERGE_W-1:0] prt_merges,
    output logic      [ul1_pkg::PRT-1:0]                      prt_closed
);

  localparam int ID_W    = ul1_pkg::ID_W;
  localparam int SUB_W   = ul1_pkg::SUB_W;
  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int ERR_W   = ul1_pkg::ERR_W;
  localparam int STATE_W = ul1_pkg::PRT_STATE_W;
  localparam int PRT     = ul1_pkg::PRT;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int MERGE   = ul1_pkg::MERGE;
  localparam int MERGE_W = ul1_pkg::MERGE_W;
  localparam int PLACE_W = $clog2(PRT*MERGE);    // bits of the place of a load

  // Of each entry, beside the outputs: row, sectors wanted, sent for, got, and dirty then, error, whether the line is
  // dropped in the end, whether a store that is written back is held for it. An entry has a request in the queue while
  // its state is PRT_STATE_ASKS. The loads of entry i have the places from i x MERGE up.
  logic [ROW_W-1:0]      row    [0:PRT-1];
  logic [SECTORS-1:0]    wanted [0:PRT-1];
  logic [SECTORS-1:0]    sent   [0:PRT-1];
  logic [SECTORS-1:0]    got    [0:PRT-1];
  logic [SECTORS-1:0]    dirty  [0:PRT-1];
  logic [ERR_W-1:0]      err    [0:PRT-1];
  logic [PRT-1:0]        drop, keeps;
  logic [PRT-1:0]        fenced;    // a fence was answered since the entry was opened
  logic [ID_W+SUB_W-1:0] loads  [0:PRT*MERGE-1];

  logic [ul1_pkg::FETCH_W-1:0] fetch;  // the setting, a cycle old: it changes only while nothing is under way
  always_ff @(posedge clk) fetch <= cfg_fetch;

  // ---------------------------------------------------------------------------------------------------------------------
  // The entry of the line that is looked up

  logic [PRT-1:0]     same, match, free;
  logic               known;      // the line has one
  logic [PRT_W-1:0]   entry;      // that, or else the one to open,
  logic               some_free;  // if there is any
  logic [PRT-1:0]     entry_one;  // the same as a set of one
  logic               filled, full;
  logic [MERGE_W-1:0] merges;     // loads that wait there already

  logic [SECTORS-1:0] entry_wanted, entry_dirty;
  logic               entry_fenced;   // a fence was answered since it was opened
  logic               entry_closed;   // to this access: a store is held for it, or the access bypasses and it is outdated
  logic               outdated;       // that, or a sector that the access needs does not come with it

  always @* begin
    same         = '0;
    match        = '0;
    known        = 1'b0;
    free         = '0;
    some_free    = 1'b0;
    entry        = '0;
    entry_one    = '0;
    filled       = 1'b0;
    merges       = '0;
    full         = 1'b0;
    entry_wanted = '0;
    entry_dirty  = '0;
    entry_fenced = 1'b0;
    entry_closed = 1'b0;
    outdated     = 1'b0;
    if (ul1_fn::worth(look_judge)) begin
      for (int i = 0; i < PRT; i++) same[i] = look_judge & prt_line[i*LINE_W +: LINE_W] == pass_line;
      match        = same & prt_used;
      known        = match != '0;
      free         = ~prt_used;
      some_free    = known | free != '0;
      entry        = known ? PRT_W'({ul1_fn::index(64'(match))}) : PRT_W'({ul1_fn::lowest(64'(free))});
      entry_one    = known ? match : PRT'({ul1_fn::first(64'(free))});
      if (ul1_fn::worth(known)) begin
        for (int i = 0; i < PRT; i++) begin
          if (ul1_fn::worth(match[i])) begin
            filled       = filled | (match[i] & prt_state[i*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
            merges       = merges | (match[i] ? prt_merges[i*MERGE_W +: MERGE_W] : '0);
            full         = full | (match[i] & prt_merges[i*MERGE_W +: MERGE_W] == MERGE_W'(MERGE));
            entry_dirty  = entry_dirty | (match[i] ? dirty[i] : '0);
            entry_wanted = entry_wanted | (match[i] ? wanted[i] : '0);
            entry_fenced = entry_fenced | (match[i] & fenced[i]);
            entry_closed = entry_closed | (match[i] & prt_closed[i]);
          end
        end
      end
      outdated     = entry_fenced | (look_need & look_have & ~entry_wanted) != '0;
      entry_closed = entry_closed | (pass_bypass & outdated);
    end
  end

  // What becomes of the access
  logic [SECTORS-1:0] first, adds;
  logic               load_opens, store_opens, store_stays, asks;

  prt_judge u_judge (
      .fetch, .pass_store, .pass_writeback, .pass_inval, .pass_flush, .look_miss, .look_judge, .look_need,
      .look_have, .look_cover,
      .look_there, .look_way, .look_dirty, .look_purge, .room_dirty, .sleep_holds,
      .entry, .known, .some_free, .filled, .closed(entry_closed), .full, .wanted(entry_wanted),
      .miss_open, .miss_merge, .miss_defer, .miss_cause, .load_opens,
      .store_hold, .store_prt, .store_through, .store_alloc, .store_dirty, .store_sect, .store_opens, .store_stays,
      .first, .adds, .asks
  );

  // ---------------------------------------------------------------------------------------------------------------------
  // Requests

  logic head_read;    // the request on offer is an entry's,
  logic sends;        // and leaves
  logic sends_read;
  logic [PRT-1:0]     head_one;      // entry `head_prt` as a set of one, if a read is on offer
  logic [SECTORS-1:0] head_wanted;   // what it wants, and has got
  logic [SECTORS-1:0] head_got;

  assign sends        = mmu_take | mmu_fault;
  assign sends_read   = sends & head_read;

  prt_queue #(.LANES(LANES)) u_queue (
      .clk, .rst, .evict_valid, .place_dirty, .store_through, .place_new, .place_store, .asks, .entry_one,
      .fence_valid, .fence_id, .fence_level, .cmd_fence, .accept_fence,
      .head_valid, .head_read, .head_one, .head_prt, .head_write, .head_wdb, .head_fence, .head_number, .head_level, .head_line,
      .prt_line, .leave_ready, .leave_line, .sends, .mmu_wait, .walk_ends
  );

  always @* begin
    head_sect      = '0;
    head_wanted    = '0;
    head_got       = '0;
    done_fault_row = '0;
    if (ul1_fn::worth(head_read)) begin
      for (int i = 0; i < PRT; i++) begin
        if (ul1_fn::worth(head_one[i])) begin
          head_sect      = head_sect | (head_one[i] ? wanted[i] & ~sent[i] : '0);
          head_wanted    = head_wanted | (head_one[i] ? wanted[i] : '0);
          head_got       = head_got | (head_one[i] ? got[i] : '0);
          done_fault_row = done_fault_row | (head_one[i] ? row[i] : '0);
        end
      end
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Arrivals, and reads that fail. Both may concern one entry in one cycle, and an access merge into it in the same.

  logic               faults;                 // a read fails
  logic               one;                    // they concern one entry, if both come
  logic               both;                   // they do
  logic [SECTORS-1:0] fill_got,  fault_got;   // what each entry has got with its own
  logic [SECTORS-1:0] fill_lack, fault_lack;  // what is still to come then

  assign faults       = mmu_fault & head_read;
  assign done_fill_row = ul1_fn::worth(fill_valid) ? row[fill_prt] : '0;

  always @* begin
    one            = 1'b0;
    both           = 1'b0;
    fill_got       = '0;
    fault_got      = '0;
    fill_lack      = '0;
    fault_lack     = '0;
    done_fill      = 1'b0;
    done_fault     = 1'b0;
    if (ul1_fn::worth(fill_valid | faults)) begin
      one        = fill_valid & fill_prt == head_prt;
      both       = one & faults;
      fill_got   = got[fill_prt] | fill_sect;
      fault_got  = head_got | head_sect;
      fill_lack  = (wanted[fill_prt] | (entry == fill_prt ? adds : '0)) & ~fill_got;
      fault_lack = (head_wanted | (entry == head_prt ? adds : '0)) & ~fault_got;

      done_fill      = fill_valid & (fill_lack == '0 | (both & (fill_lack & ~head_sect) == '0));
      done_fault     = faults & ~one & fault_lack == '0;
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // Replays

  logic [MERGE_W-1:0] replay_loads;   // of the entry: how many
  logic               sent_last;      // a request of an entry is sent, which nothing changes any more
  logic               frees;

  always @* begin
    replay_loads            = '0;
    {merged_id, merged_sub} = '0;
    merged_line             = '0;
    merged_bare             = 1'b0;
    merged_last             = 1'b0;
    merged_err              = '0;
    if (ul1_fn::worth(replay_valid)) begin
      replay_loads            = prt_merges[replay_prt*MERGE_W +: MERGE_W];
      merged_bare             = replay_loads == '0;
      {merged_id, merged_sub} = merged_bare ? '0 : loads[PLACE_W'(replay_prt)*PLACE_W'(MERGE) + PLACE_W'(replay_pos)];
      merged_line             = prt_line[replay_prt*LINE_W +: LINE_W];
      merged_err              = err[replay_prt];
      merged_last             = merged_bare | replay_pos + 1'b1 == replay_loads;
    end
  end

  assign merged_drop = ul1_fn::worth(cand_replay) ? drop[cand_prt] | err[cand_prt] != ul1_pkg::ERR_NONE : 1'b0;

  always @* begin
    frees          = 1'b0;
    held_dirty     = '0;
    heldfail_valid = 1'b0;
    heldfail_line  = '0;
    heldfail_err   = '0;
    if (ul1_fn::worth(pass_replay)) begin
      frees          = pass_replay & pass_last;
      held_dirty     = frees & ~pass_fail ? dirty[pass_prt] : '0;
      heldfail_valid = frees & pass_fail & keeps[pass_prt];
      heldfail_line  = prt_line[pass_prt*LINE_W +: LINE_W];
      heldfail_err   = err[pass_prt];
    end
  end

  // ---------------------------------------------------------------------------------------------------------------------
  // The entries

  // What changes one entry several times in a cycle: a request sent, arrivals, an access that asks; what comes later counts. (A
  // request sent is known last, and stands last here for that.)
  assign sent_last = sends_read & ~(done_fill & fill_prt == head_prt) & ~(asks & entry == head_prt);

  always_ff @(posedge clk) begin
    if (done_fill)  prt_state [fill_prt*STATE_W +: STATE_W] <= ul1_pkg::PRT_STATE_FILLED;
    if (asks)       prt_state [entry*STATE_W    +: STATE_W] <= ul1_pkg::PRT_STATE_ASKS;
    if (frees)      prt_state [pass_prt*STATE_W +: STATE_W] <= ul1_pkg::PRT_STATE_FREE;
    if (sent_last)  prt_state [head_prt*STATE_W +: STATE_W] <= done_fault ? ul1_pkg::PRT_STATE_FILLED
                                                                          : ul1_pkg::PRT_STATE_WAITS;
    if (miss_open)  prt_used  [entry]                       <= 1'b1;
    if (frees)      prt_used  [pass_prt]                    <= 1'b0;
    if (store_hold) prt_closed[entry]                       <= 1'b1;
    if (frees)      prt_closed[pass_prt]                    <= 1'b0;
    if (answer_fence) fenced                                <= prt_used;
    if (miss_open)  fenced    [entry]                       <= 1'b0;
    if (rst) begin
      prt_state  <= '0;
      prt_used   <= '0;
      prt_closed <= '0;
    end
  end

  always_ff @(posedge clk) begin
    if (miss_open) begin
      for (int i = 0; i < PRT; i++) begin
        if (entry_one[i]) prt_line[i*LINE_W +: LINE_W] <= pass_line;
      end
      row   [entry] <= look_row;
      wanted[entry] <= first;
      dirty [entry] <= store_opens ? look_need : '0;
      drop  [entry] <= ~store_opens & pass_bypass;
      keeps [entry] <= store_opens;
    end else if (store_stays) begin
      wanted[entry] <= entry_wanted | adds;
      dirty [entry] <= entry_dirty | look_need;
      drop  [entry] <= 1'b0;
      keeps [entry] <= 1'b1;
    end else if (miss_merge) begin
      wanted[entry] <= entry_wanted | adds;
    end
    if (load_opens | miss_merge) begin
      prt_merges[entry*MERGE_W +: MERGE_W]                             <= merges + 1'b1;
      loads[PLACE_W'(entry)*PLACE_W'(MERGE) + PLACE_W'(merges)] <= {pass_id, pass_sub};
    end
    if (store_opens) prt_merges[entry*MERGE_W +: MERGE_W] <= '0;
  end

  always_ff @(posedge clk) begin
    if (sends_read) sent[head_prt] <= sent[head_prt] | head_sect;
    if (faults) begin
      got[head_prt] <= fault_got;                 // (of both, see below)
      if (err[head_prt] == ul1_pkg::ERR_NONE) err[head_prt] <= mmu_err;
    end
    if (fill_valid) begin
      got[fill_prt] <= fill_got | (both ? head_sect : '0);
      if (fill_err & err[fill_prt] == ul1_pkg::ERR_NONE) err[fill_prt] <= ul1_pkg::ERR_BUS;  // before a fault's
    end
    if (miss_open) begin
      sent[entry] <= '0;
      got [entry] <= '0;
      err [entry] <= ul1_pkg::ERR_NONE;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (look_judge) begin
        assert (!ul1_fn::several(64'(match)) && !(known && look_way));  // a line has one entry, which holds the line's way
        assert (!(miss_open && (prt_used[entry] || first == '0)));      // who misses lacks a sector
        assert (!(miss_merge && merges >= MERGE_W'(MERGE)) && !(filled && adds != '0));
      end
      if (look_miss) assert (look_judge && !pass_store);
      if (head_read | mmu_fault) begin
        assert (!(mmu_take && mmu_fault) && !(mmu_fault && head_fence));
        if (head_read) assert (prt_state[head_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_ASKS && head_sect != '0);
      end
      if (fill_valid) begin
        assert (!(done_fill && done_fault && fill_prt == head_prt));
        assert (prt_state[fill_prt*STATE_W +: STATE_W] != ul1_pkg::PRT_STATE_FREE);
        assert ((fill_sect & (~sent[fill_prt] | got[fill_prt])) == '0);     // what comes was asked for, and comes once
      end
      if (replay_valid) begin
        assert (prt_state[replay_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
        assert (replay_pos == '0 || replay_pos < replay_loads);
      end
      if (cand_replay) assert (prt_state[cand_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
      if (pass_replay) begin
        assert (!look_judge && prt_state[pass_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
        assert (dirty[pass_prt] == '0 || (keeps[pass_prt] && !(pass_last && drop[pass_prt])));
      end
    end
  end

endmodule

`default_nettype wire
