// Pending request table (MSHRs): tracks each line under fetch and the loads that wait for it. A load that
// misses opens an entry, or merges into the entry of its line. A store that is written back may open one too,
// and is held in wdb; a CMO waits for the entry's end. prt_judge decides these cases in stage 1.
//
// An entry requests all sectors that it lacks at a time. When all have arrived, or failed, its loads are
// replayed in their order of arrival (fill). Reads, writes and fences leave for the mmu through one queue
// (prt_queue).

`default_nettype none

module prt #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                           clk,
    input  wire logic                           rst,

    // ---- From outside the L1: a setting, constant while the machine is not idle
    // Sectors that a miss fetches: all that the line lacks, or only those that the access needs.
    input  wire logic [ul1_pkg::FETCH_W-1:0]    cfg_fetch,
    // Cache policy: which address spaces are cached, and how stores are written.
    input  wire logic [ul1_pkg::POLICY_W-1:0]   cfg_policy,

    // ---- From arb and tag: the cached access in stage 1
    // Instruction-table entry of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [ul1_pkg::ID_W-1:0]       pass_id,
    // Part (of a sub-warp) that the stage-1 pass is of; valid with `pass_cached`.
    input  wire logic [ul1_pkg::PART_W-1:0]     pass_part,
    // Line (virtual) of the stage-1 pass; valid with `pass_cached`.
    input  wire logic [LINE_W-1:0]              pass_line,
    // The stage-1 access bypasses the cache; valid with `pass_cached`.
    input  wire logic                           pass_bypass,
    // The stage-1 load is fresh: no cache behind may answer it; valid with `pass_cached`.
    input  wire logic                           pass_fresh,
    // The stage-1 pass is a store; valid with `pass_valid`.
    input  wire logic                           pass_store,
    // Operation of the stage-1 reduction on global memory; none for any other pass.
    input  wire logic [ul1_pkg::ATOM_W-1:0]     pass_red,
    // The stage-1 store is written back (dirties its sectors), not written through; valid with `pass_cached`.
    input  wire logic                           pass_writeback,
    // The stage-1 pass is of an inval or of the command `line`: clean sectors of its line become invalid.
    input  wire logic                           pass_inval,
    // The stage-1 pass is of a flush: dirty sectors of its line are written back.
    input  wire logic                           pass_flush,
    // The stage-1 load misses; never with a replay.
    input  wire logic                           look_miss,
    // The pending request table decides the outcome of the stage-1 access: a load that misses, a store, an
    // inval or a flush.
    input  wire logic                           look_judge,
    // Sectors that the slots of the stage-1 access lie in; valid with `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0]    look_need,
    // Valid sectors of the line in stage 1; none for a bypassing load that takes over its line; valid with
    // `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0]    look_have,
    // Sectors that the stage-1 store overwrites completely; valid with `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0]    look_cover,
    // The line in stage 1 is present or under fetch; valid with `look_judge`.
    input  wire logic                           look_there,
    // A way can be reserved for the line in stage 1; valid with `look_judge`.
    input  wire logic                           look_way,
    // Array row of the line in stage 1, else of the victim way; valid with `look_judge`.
    input  wire logic [ul1_pkg::ROW_W-1:0]      look_row,
    // Dirty sectors to write back before the way is reserved: the victim's, or the line's own for a flush, a
    // reduction, or a bypassing load that takes over a free line; valid with `look_judge`.
    input  wire logic [ul1_pkg::SECTORS-1:0]    look_dirty,
    // The stage-1 store bypasses the cache and covers its whole line, so a clean copy becomes invalid; or it
    // is a reduction on a line that is free.
    input  wire logic                           look_purge,

    // ---- From wdb and lsu
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    input  wire logic                           credit_dirty,
    // The stage-1 access must open no fetch: free resources are reserved for the urgent deferred access.
    input  wire logic                           defer_holds,
    // verilator lint_off UNUSEDSIGNAL
    // Warp of the stage-1 access that is looked up and is no replay; else zero.
    input  wire logic [ul1_pkg::WARP_W-1:0]     source_warp,
    // Space of the stage-1 access that is looked up and is no replay; else zero.
    input  wire logic [ul1_pkg::SPACE_W-1:0]    source_space,
    // verilator lint_on UNUSEDSIGNAL

    // ---- To lsu, tag and wdb: the outcome
    // The stage-1 miss opens a PRT entry and reserves a way.
    output logic                                miss_open,
    // The stage-1 load merges into the PRT entry of its line.
    output logic                                miss_merge,
    // The stage-1 access is deferred: a load because a resource is missing, a CMO because its line is under
    // fetch.
    output logic                                miss_defer,
    // Resource that the deferred stage-1 access lacks; valid with `miss_defer`.
    output logic      [ul1_pkg::CAUSE_W-1:0]    miss_cause,
    // The stage-1 store is held in the WDB until its line is filled.
    output logic                                store_hold,
    // PRT entry that the held store waits for; valid with `store_hold`.
    output logic      [ul1_pkg::PRT_W-1:0]      store_prt,
    // The stage-1 store is written through to memory.
    output logic                                store_through,
    // The stage-1 store allocates a way without a fetch, as it covers whole sectors.
    output logic                                store_alloc,
    // The stage-1 store makes sectors of its line dirty, without a fetch.
    output logic                                store_dirty,
    // Sectors that the stage-1 store writes in the array; zero without a store.
    output logic      [ul1_pkg::SECTORS-1:0]    store_sect,

    // ---- From tag, wdb and lsu: writes and fences for the request queue
    // A dirty line is evicted or written back, and gets a WDB entry.
    input  wire logic                           evict_valid,
    // WDB entry that a dirty line evicted in this cycle gets; valid with `credit_dirty`.
    input  wire logic [ul1_pkg::WDB_W-1:0]      alloc_dirty,
    // WDB entry that the stage-1 store allocates; valid with `alloc_new`.
    input  wire logic [ul1_pkg::WDB_W-1:0]      alloc_store,
    // The stage-1 store allocates a WDB entry; else it merges into the one of its line.
    input  wire logic                           alloc_new,
    // Bit i: the write of WDB entry i can be sent to memory.
    input  wire logic [ul1_pkg::WDB-1:0]        leave_ready,
    // Virtual line of each WDB entry; valid where `leave_ready` is set.
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0] leave_line,
    // A fence requests to join the queue to memory.
    input  wire logic                           fence_valid,
    // Instruction-table entry of the requesting fence; valid with `fence_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]       fence_id,
    // Scope of the requesting fence; valid with `fence_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]    fence_level,
    // The command requests a fence.
    input  wire logic                           cmd_fence,
    // A fence is taken into the request queue in this cycle if one is requested.
    output logic                                accept_fence,

    // ---- To mmu: the request on offer; from mmu: its outcome
    // The request on offer is a write.
    output logic                                head_write,
    // WDB entry that the offered write sends; valid with `head_write`.
    output logic      [ul1_pkg::WDB_W-1:0]      head_wdb,
    // The request on offer is a fence.
    output logic                                head_fence,
    // Number of the offered fence; valid with `head_fence`.
    output logic      [ul1_pkg::NUMBER_W-1:0]   head_number,
    // Scope of the offered fence; valid with `head_fence`.
    output logic      [ul1_pkg::LEVEL_W-1:0]    head_level,
    // A request is offered for translation.
    output logic                                head_valid,
    // PRT entry of the offered read; else 0; valid with `head_valid`.
    output logic      [ul1_pkg::PRT_W-1:0]      head_prt,
    // Virtual line of the offered request; 0 for a fence; valid with `head_valid`.
    output logic      [LINE_W-1:0]              head_line,
    // Sectors that the offered read requests; else 0; valid with `head_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]    head_sect,
    // The offered read is of a fetch that a store opened; else 0; valid with `head_valid`.
    output logic                                head_store,
    // The offered read is of a fetch that a fresh load opened; else 0; valid with `head_valid`.
    output logic                                head_fresh,
    // Warp of the access that opened the offered read's fetch; valid with `head_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]     head_warp,
    // Space of the access that opened the offered read's fetch; valid with `head_valid`.
    output logic      [ul1_pkg::SPACE_W-1:0]    head_space,
    // The request on offer is translated and accepted.
    input  wire logic                           mmu_take,
    // The request on offer cannot be translated and ends here.
    input  wire logic                           mmu_fault,
    // Cause of the translation failure; valid with `mmu_fault`.
    input  wire logic [ul1_pkg::ERR_W-1:0]      mmu_err,
    // Page walkers that the request on offer waits for; it is offered again when one of them ends.
    input  wire logic [ul1_pkg::WALKERS-1:0]    mmu_wait,
    // Page walkers that end their walk in this cycle, with a translation or a failure.
    input  wire logic [ul1_pkg::WALKERS-1:0]    walk_ends,

    // ---- From fill: arrivals; to fill, data and tag: their rows, and completed entries
    // Memory has completed a fence: all writes before it are performed.
    input  wire logic                           answer_fence,
    // The arrived response is for a PRT entry.
    input  wire logic                           fill_valid,
    // PRT entry of the arrived response; valid with `fill_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]      fill_prt,
    // Sectors that the arrived response brings; valid with `fill_here`.
    input  wire logic [ul1_pkg::SECTORS-1:0]    fill_sect,
    // The arrived response reports a read error; valid with `fill_here`.
    input  wire logic                           fill_err,
    // Array row of the line that arrives; valid with `fill_valid`.
    output logic      [ul1_pkg::ROW_W-1:0]      done_fill_row,
    // The arriving response completes its PRT entry, so that its accesses can be replayed.
    output logic                                done_fill,
    // The translation failure completes its PRT entry, so that its accesses can be replayed to fail.
    output logic                                done_fault,
    // Array row of the entry that the translation failure completes; valid with `done_fault`.
    output logic      [ul1_pkg::ROW_W-1:0]      done_fault_row,

    // ---- From fill and lsu: the next replay and the candidate replay; to lsu, arb and fill: their
    // properties
    // An access waits to be replayed.
    input  wire logic                           replay_valid,
    // PRT entry of the access that waits to be replayed; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]      replay_prt,
    // Position of the access in its PRT entry; valid with `replay_valid`.
    input  wire logic [ul1_pkg::MERGE_W-1:0]    replay_pos,
    // The candidate is the replay of a filled line.
    input  wire logic                           cand_replay,
    // PRT entry of the candidate replay; valid with `cand_replay`.
    input  wire logic [ul1_pkg::PRT_W-1:0]      cand_prt,
    // Instruction-table entry of the access to replay; 0 for a bare replay; valid with `replay_valid`.
    output logic      [ul1_pkg::ID_W-1:0]       merged_id,
    // Part (of a sub-warp) that the access to replay is of; 0 for a bare replay; valid with `replay_valid`.
    output logic      [ul1_pkg::PART_W-1:0]     merged_part,
    // Line of the access to replay; valid with `replay_valid`.
    output logic      [LINE_W-1:0]              merged_line,
    // The access to replay is the last of its PRT entry; valid with `replay_valid`.
    output logic                                merged_last,
    // The replay is bare: no load waits for the line, only stores are held, so it has no slots; valid with
    // `replay_valid`.
    output logic                                merged_bare,
    // The line of the candidate replay is dropped after the last replay of its PRT entry; valid with
    // `cand_replay`.
    output logic                                merged_drop,
    // Error of the PRT entry to replay, or none; valid with `replay_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]      merged_err,

    // ---- From arb: the replay in stage 1; to tag, wdb and outside the L1: held stores
    // The stage-1 pass is the replay of a filled line, which hits by construction.
    input  wire logic                           pass_replay,
    // PRT entry (MSHR) of the stage-1 replay; valid with `pass_replay`.
    input  wire logic [ul1_pkg::PRT_W-1:0]      pass_prt,
    // The stage-1 replay is the last of its PRT entry; valid with `pass_replay`.
    input  wire logic                           pass_last,
    // The stage-1 replay has no line: it delivers an error; valid with `pass_replay`.
    input  wire logic                           pass_fail,
    // Sectors that held stores make dirty, with the last replay of their line in stage 1; else zero.
    output logic      [ul1_pkg::SECTORS-1:0]    held_dirty,
    // Held stores are lost, as their line could not be fetched; with its last replay in stage 1.
    output logic                                heldfail_valid,
    // Virtual line of the lost stores; valid with `heldfail_valid`.
    output logic      [LINE_W-1:0]              heldfail_line,
    // Cause of the fetch failure; valid with `heldfail_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]      heldfail_err,

    // ---- To observers
    // Bit i: PRT entry i is in use.
    output logic      [ul1_pkg::PRT-1:0]        prt_used,
    // State of each PRT entry: free, request queued, requests sent, or all data arrived.
    (* nowrshmsk *) output logic [ul1_pkg::PRT*ul1_pkg::PRT_STATE_W-1:0] prt_state,
    // Line of each PRT entry; valid where `prt_used` is set.
    output logic      [ul1_pkg::PRT*LINE_W-1:0] prt_line,
    // Number of loads that wait in each PRT entry; valid where `prt_used` is set.
    (* nowrshmsk *) output logic [ul1_pkg::PRT*ul1_pkg::MERGE_W-1:0] prt_merges,
    // Bit i: PRT entry i is closed to further loads, as a store is held for its line.
    output logic      [ul1_pkg::PRT-1:0] prt_closed
);

  localparam int ID_W    = ul1_pkg::ID_W;
  localparam int PART_W  = ul1_pkg::PART_W;
  localparam int ROW_W   = ul1_pkg::ROW_W;
  localparam int SECTORS = ul1_pkg::SECTORS;
  localparam int ERR_W   = ul1_pkg::ERR_W;
  localparam int STATE_W = ul1_pkg::PRT_STATE_W;
  localparam int PRT     = ul1_pkg::PRT;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int MERGE   = ul1_pkg::MERGE;
  localparam int MERGE_W = ul1_pkg::MERGE_W;
  localparam int PLACE_W = $clog2(PRT*MERGE);  // bits of the position of a load in `loads_q`

  // State of each entry, beside the outputs: row; sectors wanted, sent for, received, and made dirty by held
  // stores; error; line dropped after the last replay; written-back store held. An entry has a request in the
  // queue while its state is PRT_STATE_ASKS. The loads of entry i are at i x MERGE and above.
  logic [ROW_W-1:0]      row_q    [0:PRT-1];
  logic [SECTORS-1:0]    wanted_q [0:PRT-1];
  logic [SECTORS-1:0]    sent_q   [0:PRT-1];
  logic [SECTORS-1:0]    got_q    [0:PRT-1];
  logic [SECTORS-1:0]    dirty_q  [0:PRT-1];
  logic [ERR_W-1:0]      err_q    [0:PRT-1];
  logic [PRT-1:0]        drop_q, keeps_q;
  logic [PRT-1:0]        reduced_q;  // a reduction has overtaken the fetch
  logic [PRT-1:0]        fenced_q;  // a fence was answered since the entry was opened
  logic [PRT-1:0]        fresh_q;   // a fresh load opened the entry
  logic [ID_W+PART_W-1:0] loads_q  [0:PRT*MERGE-1];

  // The settings, one cycle late: they change only while the machine is idle
  logic [ul1_pkg::FETCH_W-1:0] fetch_q;
  logic                        volta_q;  // stores that leave sectors in the cache are written through, too
  always_ff @(posedge clk) fetch_q <= cfg_fetch;
  always_ff @(posedge clk) volta_q <= ul1_pkg::POLICIES > 3 & cfg_policy == ul1_pkg::POLICY_VOLTA;

  // ---------------------------------------------------------------------------------------------------------
  // The entry of the line that is looked up

  logic [PRT-1:0]     same, match, free;
  logic               known;      // the line has an entry
  logic [PRT_W-1:0]   entry;      // the line's entry, or else the one to open
  logic               any_free;   // the line has an entry, or one is free
  logic [PRT-1:0]     entry_one;  // `entry` as a one-hot mask
  logic               filled, full;
  logic [MERGE_W-1:0] merges;     // loads that wait in the entry

  logic [SECTORS-1:0] entry_wanted, entry_dirty;
  logic               entry_fenced;  // a fence was answered since the line's entry was opened
  logic               entry_stale;   // caches behind may answer the fetch of the line's entry
  // The entry is closed to this access: a store is held for it, or the access bypasses and the entry is
  // outdated
  logic entry_closed;
  logic entry_reduced;  // a reduction has overtaken the fetch of the line's entry
  // The entry was fenced, or is stale for a fresh load, or does not fetch a sector that the access needs
  logic outdated;

  always @* begin
    same         = '0;
    match        = '0;
    known        = 1'b0;
    free         = '0;
    any_free     = 1'b0;
    entry        = '0;
    entry_one    = '0;
    filled       = 1'b0;
    merges       = '0;
    full         = 1'b0;
    entry_wanted = '0;
    entry_dirty  = '0;
    entry_fenced = 1'b0;
    entry_stale  = 1'b0;
    entry_reduced = 1'b0;
    entry_closed = 1'b0;
    outdated     = 1'b0;
    if (ul1_fn::sim_gate(look_judge)) begin
      for (int i = 0; i < PRT; i++) same[i] = look_judge & prt_line[i*LINE_W +: LINE_W] == pass_line;
      match     = same & prt_used;
      known     = match != '0;
      free      = ~prt_used;
      any_free  = known | free != '0;
      entry     = known ? PRT_W'({ul1_fn::index(64'(match))}) : PRT_W'({ul1_fn::lowest(64'(free))});
      entry_one = known ? match : PRT'({ul1_fn::first(64'(free))});
      if (ul1_fn::sim_gate(known)) begin
        for (int i = 0; i < PRT; i++) begin
          if (ul1_fn::sim_gate(match[i])) begin
            filled       = filled | (match[i] & prt_state[i*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
            merges       = merges | (match[i] ? prt_merges[i*MERGE_W +: MERGE_W] : '0);
            full         = full | (match[i] & prt_merges[i*MERGE_W +: MERGE_W] == MERGE_W'(MERGE));
            entry_dirty  = entry_dirty | (match[i] ? dirty_q[i] : '0);
            entry_wanted = entry_wanted | (match[i] ? wanted_q[i] : '0);
            entry_fenced = entry_fenced | (match[i] & fenced_q[i]);
            entry_closed = entry_closed | (match[i] & prt_closed[i]);
            if (ul1_pkg::CACHES_BEHIND != 0) entry_stale = entry_stale | (match[i] & ~fresh_q[i]);
            if (ul1_pkg::GLOBAL_ATOMICS != 0) entry_reduced = entry_reduced | (match[i] & reduced_q[i]);
          end
        end
      end
      outdated     = entry_fenced | (pass_fresh & entry_stale)
                     | (look_need & look_have & ~entry_wanted) != '0;
      entry_closed = entry_closed | (pass_bypass & outdated);
    end
  end

  // Outcome of the access
  logic [SECTORS-1:0] first, adds;
  logic               load_opens, store_opens, store_stays, overtakes, asks;

  prt_judge u_judge (
      .fetch(fetch_q), .volta(volta_q), .pass_store, .pass_red, .pass_writeback, .pass_inval, .pass_flush,
      .look_miss, .look_judge, .look_need, .look_have, .look_cover, .look_there, .look_way, .look_dirty,
      .look_purge, .credit_dirty, .defer_holds, .entry, .known, .any_free, .filled, .closed(entry_closed),
      .reduced(entry_reduced), .full, .wanted(entry_wanted), .miss_open, .miss_merge, .miss_defer,
      .miss_cause, .load_opens, .store_hold, .store_prt, .store_through, .store_alloc, .store_dirty,
      .store_sect, .store_opens, .store_stays, .overtakes, .first, .adds, .asks
  );

  // ---------------------------------------------------------------------------------------------------------
  // Requests

  logic               head_read;                  // the request on offer is a read
  logic               sends;                      // the request on offer leaves the queue
  logic               sends_read;
  logic [PRT-1:0]     head_one;     // `head_prt` as a one-hot mask, if a read is on offer
  logic [SECTORS-1:0] head_wanted;  // sectors that the read's entry wants, and has received
  logic [SECTORS-1:0] head_got;
  logic               head_loads;   // loads wait in the entry, so that a load opened it

  assign sends        = mmu_take | mmu_fault;
  assign sends_read   = sends & head_read;

  prt_queue #(.LANES(LANES)) u_queue (
      .clk, .rst, .evict_valid, .alloc_dirty, .store_through, .alloc_new, .alloc_store, .asks, .entry_one,
      .fence_valid, .fence_id, .fence_level, .cmd_fence, .accept_fence, .head_valid, .head_read, .head_one,
      .head_prt, .head_write, .head_wdb, .head_fence, .head_number, .head_level, .head_line, .prt_line,
      .leave_ready, .leave_line, .sends, .mmu_wait, .walk_ends
  );

  always @* begin
    head_sect      = '0;
    head_wanted    = '0;
    head_got       = '0;
    head_loads     = 1'b0;
    done_fault_row = '0;
    if (ul1_fn::sim_gate(head_read)) begin
      for (int i = 0; i < PRT; i++) begin
        if (ul1_fn::sim_gate(head_one[i])) begin
          head_sect      = head_sect | (head_one[i] ? wanted_q[i] & ~sent_q[i] : '0);
          head_wanted    = head_wanted | (head_one[i] ? wanted_q[i] : '0);
          head_got       = head_got | (head_one[i] ? got_q[i] : '0);
          head_loads     = head_loads | (head_one[i] & prt_merges[i*MERGE_W +: MERGE_W] != '0);
          done_fault_row = done_fault_row | (head_one[i] ? row_q[i] : '0);
        end
      end
    end
  end

  assign head_store = head_read & ~head_loads;
  assign head_fresh = ul1_pkg::CACHES_BEHIND != 0 & head_read & (head_one & fresh_q) != '0;

  // The origin of each fetch
  if (ul1_pkg::READ_SOURCES != 0) begin : g_source
    localparam int SOURCE_W = ul1_pkg::WARP_W + ul1_pkg::SPACE_W;
    logic [SOURCE_W-1:0] source_q [0:PRT-1];

    always_ff @(posedge clk) if (miss_open) source_q[entry] <= {source_warp, source_space};

    assign {head_warp, head_space} = head_read ? source_q[head_prt] : '0;
  end else begin : g_source
    assign {head_warp, head_space} = '0;
  end

  // ---------------------------------------------------------------------------------------------------------
  // Arrivals, and reads that fail. Both may be of one entry in one cycle, while an access merges into it.

  logic               faults;                 // a read fails
  logic               one;                    // the arrival's entry is the one on offer
  logic               both;                   // both happen to one entry
  logic [SECTORS-1:0] fill_got,  fault_got;   // sectors received after the arrival, after the failure
  logic [SECTORS-1:0] fill_lack, fault_lack;  // sectors still missing then

  assign faults        = mmu_fault & head_read;
  assign done_fill_row = ul1_fn::sim_gate(fill_valid) ? row_q[fill_prt] : '0;

  always @* begin
    one            = 1'b0;
    both           = 1'b0;
    fill_got       = '0;
    fault_got      = '0;
    fill_lack      = '0;
    fault_lack     = '0;
    done_fill      = 1'b0;
    done_fault     = 1'b0;
    if (ul1_fn::sim_gate(fill_valid | faults)) begin
      one        = fill_valid & fill_prt == head_prt;
      both       = one & faults;
      fill_got   = got_q[fill_prt] | fill_sect;
      fault_got  = head_got | head_sect;
      fill_lack  = (wanted_q[fill_prt] | (entry == fill_prt ? adds : '0)) & ~fill_got;
      fault_lack = (head_wanted | (entry == head_prt ? adds : '0)) & ~fault_got;

      done_fill      = fill_valid & (fill_lack == '0 | (both & (fill_lack & ~head_sect) == '0));
      done_fault     = faults & ~one & fault_lack == '0;
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // Replays

  logic [MERGE_W-1:0] replay_loads;  // loads that wait in the entry on replay
  // A read leaves, and no other event changes its entry's state in this cycle
  logic sent_last;
  logic frees;

  always @* begin
    replay_loads            = '0;
    {merged_id, merged_part} = '0;
    merged_line             = '0;
    merged_bare             = 1'b0;
    merged_last             = 1'b0;
    merged_err              = '0;
    if (ul1_fn::sim_gate(replay_valid)) begin
      replay_loads            = prt_merges[replay_prt*MERGE_W +: MERGE_W];
      merged_bare             = replay_loads == '0;
      {merged_id, merged_part} = merged_bare ? '0
                                : loads_q[PLACE_W'(replay_prt)*PLACE_W'(MERGE) + PLACE_W'(replay_pos)];
      merged_line             = prt_line[replay_prt*LINE_W +: LINE_W];
      merged_err              = err_q[replay_prt];
      merged_last             = merged_bare | replay_pos + 1'b1 == replay_loads;
    end
  end

  // A reduction has overtaken the fetch of the candidate replay's line, or does so in this cycle.
  logic reduced_away;

  assign reduced_away = ul1_pkg::GLOBAL_ATOMICS != 0
                        & (reduced_q[cand_prt] | (pass_red != ul1_pkg::ATOM_NONE
                                                  & pass_line == prt_line[cand_prt*LINE_W +: LINE_W]));
  assign merged_drop = ul1_fn::sim_gate(cand_replay)
                       ? drop_q[cand_prt] | err_q[cand_prt] != ul1_pkg::ERR_NONE | reduced_away : 1'b0;

  always @* begin
    frees          = 1'b0;
    held_dirty     = '0;
    heldfail_valid = 1'b0;
    heldfail_line  = '0;
    heldfail_err   = '0;
    if (ul1_fn::sim_gate(pass_replay)) begin
      frees          = pass_replay & pass_last;
      held_dirty     = frees & ~pass_fail ? dirty_q[pass_prt] : '0;
      heldfail_valid = frees & pass_fail & keeps_q[pass_prt];
      heldfail_line  = prt_line[pass_prt*LINE_W +: LINE_W];
      heldfail_err   = err_q[pass_prt];
    end
  end

  // ---------------------------------------------------------------------------------------------------------
  // The entries

  // Several events may change one entry in a cycle: an arrival, an access that needs sectors, a request that
  // leaves. Later assignments win. The leaving request is known last, so its condition excludes the others.
  assign sent_last = sends_read & ~(done_fill & fill_prt == head_prt) & ~(asks & entry == head_prt);

  always_ff @(posedge clk) begin
    if (done_fill)  prt_state [fill_prt*STATE_W +: STATE_W] <= ul1_pkg::PRT_STATE_FILLED;
    if (asks)       prt_state [entry*STATE_W    +: STATE_W] <= ul1_pkg::PRT_STATE_ASKS;
    if (frees)      prt_state [pass_prt*STATE_W +: STATE_W] <= ul1_pkg::PRT_STATE_FREE;
    if (sent_last)  prt_state [head_prt*STATE_W +: STATE_W] <= done_fault ? ul1_pkg::PRT_STATE_FILLED
                                                                          : ul1_pkg::PRT_STATE_WAITS;
    if (miss_open)  prt_used  [entry]                       <= 1'b1;
    if (frees)      prt_used  [pass_prt]                    <= 1'b0;
    if (store_hold | overtakes) prt_closed[entry]           <= 1'b1;
    if (overtakes)  reduced_q [entry]                       <= 1'b1;
    if (frees)      prt_closed[pass_prt]                    <= 1'b0;
    if (answer_fence) fenced_q                                <= prt_used;
    if (miss_open)  fenced_q    [entry]                       <= 1'b0;
    if (miss_open)  reduced_q [entry]                       <= 1'b0;
    if (miss_open)  fresh_q   [entry]                       <= ul1_pkg::CACHES_BEHIND != 0 & pass_fresh;
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
      row_q   [entry] <= look_row;
      wanted_q[entry] <= first;
      dirty_q [entry] <= store_opens ? look_need : '0;
      drop_q  [entry] <= ~store_opens & pass_bypass;
      keeps_q [entry] <= store_opens;
    end else if (store_stays) begin
      wanted_q[entry] <= entry_wanted | adds;
      dirty_q [entry] <= entry_dirty | look_need;
      drop_q  [entry] <= 1'b0;
      keeps_q [entry] <= 1'b1;
    end else if (miss_merge) begin
      wanted_q[entry] <= entry_wanted | adds;
    end
    if (load_opens | miss_merge) begin
      prt_merges[entry*MERGE_W +: MERGE_W]                             <= merges + 1'b1;
      loads_q[PLACE_W'(entry)*PLACE_W'(MERGE) + PLACE_W'(merges)] <= {pass_id, pass_part};
    end
    if (store_opens) prt_merges[entry*MERGE_W +: MERGE_W] <= '0;
  end

  always_ff @(posedge clk) begin
    if (sends_read) sent_q[head_prt] <= sent_q[head_prt] | head_sect;
    if (faults) begin
      got_q[head_prt] <= fault_got;  // if an arrival is of the same entry, the assignment below wins
      if (err_q[head_prt] == ul1_pkg::ERR_NONE) err_q[head_prt] <= mmu_err;
    end
    if (fill_valid) begin
      got_q[fill_prt] <= fill_got | (both ? head_sect : '0);
      // A fill's error has priority over a fault's
      if (fill_err & err_q[fill_prt] == ul1_pkg::ERR_NONE) err_q[fill_prt] <= ul1_pkg::ERR_BUS;
    end
    if (miss_open) begin
      sent_q[entry] <= '0;
      got_q [entry] <= '0;
      err_q [entry] <= ul1_pkg::ERR_NONE;
    end
  end

  always @(posedge clk) begin
    if (!rst) begin
      if (look_judge) begin
        // A line has one entry, which holds the line's way
        assert (!ul1_fn::several(64'(match)) && !(known && look_way));
        assert (!(miss_open && (prt_used[entry] || first == '0)));  // an access that misses lacks a sector
        assert (!(miss_merge && merges >= MERGE_W'(MERGE)) && !(filled && adds != '0));
      end
      if (look_miss) assert (look_judge && !pass_store);
      if (head_read | mmu_fault) begin
        assert (!(mmu_take && mmu_fault) && !(mmu_fault && head_fence));
        if (head_read)
          assert (prt_state[head_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_ASKS && head_sect != '0);
      end
      if (fill_valid) begin
        assert (!(done_fill && done_fault && fill_prt == head_prt));
        assert (prt_state[fill_prt*STATE_W +: STATE_W] != ul1_pkg::PRT_STATE_FREE);
        // Only requested sectors arrive, each once
        assert ((fill_sect & (~sent_q[fill_prt] | got_q[fill_prt])) == '0);
      end
      if (replay_valid) begin
        assert (prt_state[replay_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
        assert (replay_pos == '0 || replay_pos < replay_loads);
      end
      if (cand_replay) assert (prt_state[cand_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
      if (pass_replay) begin
        assert (!look_judge && prt_state[pass_prt*STATE_W +: STATE_W] == ul1_pkg::PRT_STATE_FILLED);
        assert (dirty_q[pass_prt] == '0 || (keeps_q[pass_prt] && !(pass_last && drop_q[pass_prt])));
      end
    end
  end

endmodule

`default_nettype wire
