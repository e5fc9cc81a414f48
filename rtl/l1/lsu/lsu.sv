// Load/store unit with coalescer: keeps each instruction from its issue to its retirement, and presents its
// accesses to the arbiter. It is the first block of the L1: instructions, store data and remainders come from
// the SM, and the outcome of each access comes back from tag and prt.
//
// The parts, in the order of an instruction's life:
// - lsu_take accepts an instruction. It gets an entry of the instruction table (lsu_table, lsu_lanes,
//   lsu_warps) and joins the new queue (lsu_newq), which keeps the order of each warp.
// - A shared access, of one sub-warp, is chosen (lsu_front) and waits in the pool (lsu_pool) with its slots'
//   addresses. A remainder (slots left by a bank conflict) stays there, moves to the table (lsu_left) if
//   others need its pool entry, or returns to the SM (`cfg_home`). Its warp is busy until no slot is left.
// - A cached access, of one line, is formed by the coalescer (lsu_coalescer) and waits in the line buffer
//   (lsu_lines).
// - lsu_next selects among the prepared accesses, and instructions that only retire; lsu_access drives `req`.
// - A cached load is looked up in stage 1. It hits, waits in the MSHRs (prt) and returns as a replay, or is
//   deferred and coalesced again after it is woken (lsu_deferral). A cached store is never deferred.
// - Store data are pulled beat by beat, ahead of the passes that use them (lsu_pull, lsu_beats).
// - A fence waits in the new queue until the earlier instructions of its warp have retired and, unless its
//   level is `cta`, until memory has answered it (lsu_fences).
// - lsu_follow_up runs beside a pass. It names the destination of loaded words, and retires instructions.
//
// An instruction has one number in all blocks (`..._id`): its index in the instruction table. Inside this
// unit the index is called entry and may be one bit shorter, as CMD_ID is no entry.
//
// Order of evaluation in a cycle: candidates (from registers), the arbiter's selection, the access, the
// split, the next state. The outcome of the cached access in stage 1 is applied after the effects of this
// cycle's access.

`default_nettype none

module lsu #(
    parameter  int LANES  = 32,
    localparam int LANE_W = ul1_pkg::lane_w(LANES),
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                            clk,
    input  wire logic                            rst,

    // ---- From outside the L1: settings, constant while the machine is not idle
    // Where a remainder (lanes left by a bank conflict) waits for its next pass.
    input  wire logic [ul1_pkg::HOME_W-1:0]      cfg_home,
    // Minimum cycles from a pass to the next pass of its remainder (0 counts as 1).
    input  wire logic [ul1_pkg::IV_W-1:0]        cfg_interval,
    // A bank of 64 bits has neighbouring words of shared memory (b64), else words that lie LANES words apart
    // (b32).
    input  wire logic [ul1_pkg::BANKWIDTH_W-1:0] cfg_bankwidth,
    // Which address spaces are cached.
    input  wire logic [ul1_pkg::POLICY_W-1:0]    cfg_policy,

    // ---- From tag
    // Border between shared memory and cache, in use.
    input  wire logic [ul1_pkg::CARVEOUT_W-1:0]  carveout,
    // A command other than `line` is in progress, so no new instruction is taken.
    input  wire logic                            cmd_hold,

    // ---- From and to the instruction side: instructions, and remainders presented again
    // A new instruction, or a remainder presented again, is offered.
    input  wire logic                            in_valid,
    // The offer is a remainder that left on `remainder`, presented again; it is always taken. Valid with
    // `in_valid`.
    input  wire logic                            in_again,
    // Instruction-table entry of the remainder presented again; valid with `in_again`.
    input  wire logic [ul1_pkg::ID_W-1:0]        in_id,
    // Sub-warp of the remainder presented again; valid with `in_again`.
    input  wire logic [ul1_pkg::SUB_W-1:0]       in_sub,
    // Warp of the offered instruction; valid with `in_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]      in_warp,
    // Operation: load, store, fence, or a CMO. A fence has no access. An inval drops the clean sectors of its
    // lines, a flush writes the dirty ones back; valid with `in_valid`.
    input  wire logic [ul1_pkg::OP_W-1:0]        in_op,
    // Operation of an atomic or lock access on shared memory, or of a reduction or an atomic on global
    // memory. A load has only `lock`. None for a plain store, ignored for any other load and operation; valid
    // with `in_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]      in_atom,
    // The operation on global memory returns the old words: it is an atomic, not a reduction; ignored for all
    // else; valid with `in_valid`.
    input  wire logic                            in_returns,
    // Form of a matrix access, which is a load or store of 128 bits in shared memory: plain or transposed.
    // None for any other load or store, ignored for other operations; valid with `in_valid`.
    input  wire logic [ul1_pkg::MATRIX_W-1:0]    in_matrix,
    // Scope of a fence; ignored for other operations; valid with `in_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]     in_level,
    // Address space; valid with `in_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]     in_space,
    // Width of each lane's access; valid with `in_valid`.
    input  wire logic [ul1_pkg::WIDTH_W-1:0]     in_width,
    // Loads of 8 and 16 bits are sign-extended; valid with `in_valid`.
    input  wire logic                            in_signed,
    // Cache hint of a cached access; valid with `in_valid`.
    input  wire logic [ul1_pkg::HINT_W-1:0]      in_hint,
    // The address of each lane is its own: word n of lane l of local memory lies at word n * LANES + l; valid
    // with `in_valid`.
    input  wire logic                            in_interleave,
    // First destination register; valid with `in_valid`.
    input  wire logic [ul1_pkg::REG_W-1:0]       in_reg,
    // Active lanes; for a remainder presented again, the slots that are left; valid with `in_valid`.
    input  wire logic [LANES-1:0]                in_mask,
    // Byte address of each lane; ignored for a remainder, as the instruction table keeps its addresses; valid
    // with `in_valid`.
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]  in_addr,
    // A new instruction of any kind is taken in this cycle if offered.
    output logic                                 in_ready,
    // A new access to shared memory is taken in this cycle if offered.
    output logic                                 in_shared_ready,
    // Instruction-table entry that a new instruction gets in this cycle; valid with `in_shared_ready`.
    output logic      [ul1_pkg::ID_W-1:0]        in_entry,

    // ---- To and from the instruction side: requests for store data (the words go to wdb)
    // The load/store unit requests a beat of store data; it is taken if offered in this cycle.
    output logic                                 pull_ready,
    // Instruction-table entry of the store of the requested beat; valid with `pull_ready`.
    output logic      [ul1_pkg::ID_W-1:0]        pull_id,
    // Sub-warp of the requested beat; valid with `pull_ready`.
    output logic      [ul1_pkg::SUB_W-1:0]       pull_sub,
    // Slots of the requested beat that need data; valid with `pull_ready`.
    output logic      [LANES-1:0]                pull_mask,
    // Lane that provides the register for each slot; valid where `pull_mask` is set.
    output logic      [LANES*LANE_W-1:0]         pull_lane,
    // Register of that lane for each slot, counted from the first of the access; valid where `pull_mask` is
    // set.
    output logic      [LANES*ul1_pkg::OFS_W-1:0] pull_ofs,
    // The requested beat is of a matrix store, plain or transposed; none for any other; valid with
    // `pull_ready`.
    output logic      [ul1_pkg::MATRIX_W-1:0]    pull_matrix,
    // Lane that provides the upper half of the word for each slot of a matrix store, while `pull_lane`
    // provides the lower half; zero for any other; valid where `pull_mask` is set.
    output logic      [LANES*LANE_W-1:0]         pull_high,
    // Slots of a transposed matrix store whose halves come from the upper halves of registers; halves of
    // other slots come from the lower ones; valid with `pull_ready`.
    output logic      [LANES-1:0]                pull_half,
    // The instruction side offers the requested beat in this cycle.
    input  wire logic                            pull_valid,

    // ---- From wdb: the intake
    // At least one intake beat is free.
    input  wire logic                            intake_free,
    // At least two intake beats are free.
    input  wire logic                            intake_spare,
    // Intake beat that takes the next store data; valid with `intake_free`.
    input  wire logic [ul1_pkg::INTAKE_W-1:0]    intake_beat,

    // ---- From wdb: credits
    // Credit for a store to shared memory: an entry kept for such stores is free, or two entries are.
    input  wire logic                            credit_shared,
    // Credit for a cached store or a flush: an entry is free for it, and another for a dirty victim.
    input  wire logic                            credit_cached,
    // Credit for a reduction that has one for a cached store: no store is held for a fetch.
    input  wire logic                            credit_red,
    // Credit for a dirty line: an entry is free beside that of a store or a flush in stage 1.
    input  wire logic                            credit_dirty,

    // ---- From old: a credit
    // Credit for an atomic on global memory: the old words of its access have an entry, beside those of the
    // access in stage 1.
    input  wire logic                            old_credit,

    // ---- To observers: shared accesses before their first pass
    // A shared access is chosen: its addresses are read in this cycle.
    output logic                                 choice_valid,
    // Instruction-table entry of the chosen shared access; valid with `choice_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        choice_id,
    // Bit i: the pool holds an access of entry i that has had no pass.
    output logic      [ul1_pkg::INSTRS-1:0]      choice_unissued,

    // ---- From arb
    // Bit k: the register file's write port is reserved in the cycle k from now.
    input  wire logic [ul1_pkg::AHEAD-1:0]       regport_reserved,

    // ---- To arb and perf: the candidate; from arb: its selection
    // An access is ready to enter the pipeline.
    output logic                                 cand_valid,
    // The candidate is the replay of a filled line.
    output logic                                 cand_replay,
    // The candidate is a shared access that has had a pass: a remainder; valid with `cand_valid`.
    output logic                                 cand_remainder,
    // The candidate is a store; valid with `cand_valid`.
    output logic                                 cand_store,
    // The candidate is a cached access and no replay; valid with `cand_valid`.
    output logic                                 cand_cached,
    // The candidate is a flush; valid with `cand_valid`.
    output logic                                 cand_flush,
    // The candidate returns old words, or an error, of an atomic on global memory.
    output logic                                 cand_old,
    // A load waits only for a free reservation of the register file's write port (counted by the performance
    // counters).
    output logic                                 cand_lacks,
    // The candidate enters the pipeline in this cycle.
    input  wire logic                            sel_valid,

    // ---- From fill and prt: the replay on offer; to fill: its acceptance
    // An access waits to be replayed.
    input  wire logic                            replay_valid,
    // PRT entry of the access that waits to be replayed; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PRT_W-1:0]       replay_prt,
    // Instruction-table entry of the access to replay; 0 for a bare replay; valid with `replay_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]        merged_id,
    // Part (of a sub-warp) that the access to replay is of; 0 for a bare replay; valid with `replay_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]      merged_part,
    // Line of the access to replay; valid with `replay_valid`.
    input  wire logic [LINE_W-1:0]               merged_line,
    // The access to replay is the last of its PRT entry; valid with `replay_valid`.
    input  wire logic                            merged_last,
    // Error of the PRT entry to replay, or none; valid with `replay_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]       merged_err,
    // The replay is bare: no load waits for the line, only stores are held, so it has no slots; valid with
    // `replay_valid`.
    input  wire logic                            merged_bare,
    // The replay on offer is taken in this cycle.
    output logic                                 coalesce_ready,

    // ---- From old: the access with old words
    // An access with old words, or an error, waits for its pass.
    input  wire logic                            old_valid,
    // Number of the access that waits for its pass; valid with `old_valid`.
    input  wire logic [ul1_pkg::OLD_W-1:0]       old_number,
    // Instruction-table entry of the access that waits for its pass; valid with `old_valid`.
    input  wire logic [ul1_pkg::ID_W-1:0]     old_id,
    // Part (of a sub-warp) that the access that waits for its pass is of; valid with `old_valid`.
    input  wire logic [ul1_pkg::PART_W-1:0]      old_part,
    // Slots of the access that waits for its pass; valid with `old_valid`.
    input  wire logic [LANES-1:0]                old_mask,
    // Error of the access that waits for its pass, or none; valid with `old_valid`.
    input  wire logic [ul1_pkg::ERR_W-1:0]       old_err,
    // The access with old words is taken in this cycle: no replay of a line is on offer.
    output logic                                 coalesce_old,

    // ---- To observers: the coalescer
    // The coalescer forms an access: the lanes that lie on one line.
    output logic                                 coalesce_valid,
    // Instruction-table entry of the access that the coalescer forms; valid with `coalesce_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        coalesce_id,
    // Bit i: the line buffer holds an access of entry i, other than a replay, before its pass.
    output logic      [ul1_pkg::INSTRS-1:0]      coalesce_unissued,

    // ---- To arb and prt: the candidate replay
    // PRT entry of the candidate replay; valid with `cand_replay`.
    output logic      [ul1_pkg::PRT_W-1:0]       cand_prt,
    // The candidate replay is the last of its PRT entry; valid with `cand_replay`.
    output logic                                 cand_last,
    // Error of the candidate replay: why its line could not be fetched, or none; valid with `cand_replay`.
    output logic      [ul1_pkg::ERR_W-1:0]       cand_err,
    // The candidate replay is bare: no load waits for its line, only stores are held; valid with
    // `cand_replay`.
    output logic                                 cand_bare,

    // ---- To arb, split and tag: the entering access
    // An access enters the pipeline in this cycle.
    output logic                                 req_valid,
    // The entering access is a store; valid with `req_valid`.
    output logic                                 req_store,
    // Operation of the entering atomic or lock access; none for any other access.
    output logic      [ul1_pkg::ATOM_W-1:0]      req_atom,
    // Operation of the entering reduction on global memory; none for any other access.
    output logic      [ul1_pkg::ATOM_W-1:0]      req_red,
    // The entering reduction is an atomic: memory answers with the old words; else zero.
    output logic                                 req_returns,
    // The entering access returns old words, or an error, of an atomic on global memory.
    output logic                                 req_old,
    // Number of the access that returns its words; valid with `req_old`.
    output logic      [ul1_pkg::OLD_W-1:0]       req_old_number,
    // Instruction-table entry of the entering access (for traces and checks); valid with `req_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        req_id,
    // Sub-warp of the entering access, of a cached one its part (for traces and checks); valid with
    // `req_valid`.
    output logic      [ul1_pkg::PART_W-1:0]      req_sub,
    // Access width of the entering access; valid with `req_valid`.
    output logic      [ul1_pkg::WIDTH_W-1:0]     req_width,
    // The entering access sign-extends 8 and 16 bit loads; valid with `req_valid`.
    output logic                                 req_signed,
    // Intake beat that holds the store data of the entering access; valid with `req_store`.
    output logic      [ul1_pkg::INTAKE_W-1:0]    req_beat,
    // Slots of the entering access: those that still wait, for a cached one those on its line; zero without
    // an access.
    output logic      [LANES-1:0]                req_mask,
    // Array byte address of each slot; for a cached access the low bits of the virtual address; valid where
    // `req_mask` is set.
    output logic      [LANES*ADDR_W-1:0]         req_addr,
    // The entering access is cached: all its slots lie on one line.
    output logic                                 req_cached,
    // Line of the entering access: its virtual address without the bits within a line; valid with
    // `req_cached`.
    output logic      [LINE_W-1:0]               req_line,
    // The entering access bypasses the cache; valid with `req_cached`.
    output logic                                 req_bypass,
    // The entering load is fresh: no cache behind may answer it; valid with `req_cached`.
    output logic                                 req_fresh,
    // The entering access streams: its line becomes the oldest of its set; valid with `req_cached`.
    output logic                                 req_stream,
    // The entering store is written back (dirties its sectors), not written through; valid with `req_cached`.
    output logic                                 req_writeback,
    // The entering access is of an inval; valid with `req_valid`.
    output logic                                 req_inval,
    // The entering access is of a flush; valid with `req_valid`.
    output logic                                 req_flush,
    // The entering cached store is the last line of its sub-warp, so it uses up its intake beat; valid with
    // `req_store`.
    output logic                                 req_end,

    // ---- From split
    // Slots of the entering access that this pass serves.
    input  wire logic [LANES-1:0]                split_mask,
    // Slots of the entering access are left for a remainder.
    input  wire logic                            split_more,

    // ---- From tag and prt: the outcome of the access in stage 1
    // The stage-1 load or replay finds all its words in the array.
    input  wire logic                            look_hit,
    // The stage-1 access is deferred: a load because a resource is missing, a CMO because its line is under
    // fetch.
    input  wire logic                            miss_defer,
    // Resource that the deferred stage-1 access lacks; valid with `miss_defer`.
    input  wire logic [ul1_pkg::CAUSE_W-1:0]     miss_cause,
    // Set of the line in stage 1; valid with `pass_cached`.
    input  wire logic [ul1_pkg::SET_W-1:0]       look_set,

    // ---- To prt
    // The stage-1 access must open no fetch: free resources are reserved for the urgent deferred access.
    output logic                                 defer_holds,
    // Warp of the stage-1 access that is looked up and is no replay; else zero.
    output logic      [ul1_pkg::WARP_W-1:0]      source_warp,
    // Space of the stage-1 access that is looked up and is no replay; else zero.
    output logic      [ul1_pkg::SPACE_W-1:0]     source_space,

    // ---- To prt: fences; from prt and fill: their acceptance and completion
    // A fence requests to join the queue to memory.
    output logic                                 fence_valid,
    // Instruction-table entry of the requesting fence; valid with `fence_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        fence_id,
    // Scope of the requesting fence; valid with `fence_valid`.
    output logic      [ul1_pkg::LEVEL_W-1:0]     fence_level,
    // A fence is taken into the request queue in this cycle if one is requested.
    input  wire logic                            accept_fence,
    // The command requests a fence.
    input  wire logic                            cmd_fence,
    // Memory has completed a fence: all writes before it are performed.
    input  wire logic                            answer_fence,
    // Number of the completed fence: an instruction-table entry, or CMD_ID; valid with `answer_fence`.
    input  wire logic [ul1_pkg::ID_W-1:0]        answer_id,

    // ---- To arb, and to the instruction side: remainders
    // A remainder of this cycle's shared pass keeps its pool entry, and its intake beat.
    output logic                                 remainder_stays,
    // A remainder returns to the instruction side.
    output logic                                 remainder_valid,
    // Instruction-table entry of the returning remainder; valid with `remainder_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        remainder_id,
    // Sub-warp of the returning remainder; valid with `remainder_valid`.
    output logic      [ul1_pkg::SUB_W-1:0]       remainder_sub,
    // Slots of the returning remainder that still wait; valid with `remainder_valid`.
    output logic      [LANES-1:0]                remainder_mask,

    // ---- From arb
    // Stage in which the words of the stage-1 pass reach the register file: for a shared load the reserved
    // one, else HLAT; valid with `pass_valid`.
    input  wire logic [ul1_pkg::STAGE_W-1:0]     pass_due,

    // ---- To the register file: destination of the words on `load_data` of dxbar
    // A beat of loaded words is written to the register file.
    output logic                                 rf_valid,
    // Instruction-table entry of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        rf_id,
    // Sub-warp of the words that are written; valid with `rf_valid`.
    output logic      [ul1_pkg::SUB_W-1:0]       rf_sub,
    // Warp of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]      rf_warp,
    // First destination register of the load that is written; valid with `rf_valid`.
    output logic      [ul1_pkg::REG_W-1:0]       rf_reg,
    // Pairs of lanes that the words are for: 1 lanes n and n^1, 2 lanes n and n^2; 0 for single lanes; valid
    // with `rf_valid`.
    output logic      [1:0]                      rf_pairs,
    // Slots with a word for both lanes of a pair: for lane `rf_lane`, and for `rf_lane` ^ `rf_pairs`; valid
    // with `rf_valid`.
    output logic      [LANES-1:0]                rf_both,
    // Lane that each slot's word goes to; of a pair the lower one that is active; valid with `rf_valid`.
    output logic      [LANES*LANE_W-1:0]         rf_lane,
    // Register of that lane for each slot's word, counted from the first of the access; valid with
    // `rf_valid`.
    output logic      [LANES*ul1_pkg::OFS_W-1:0] rf_ofs,
    // The words are of a matrix load, plain or transposed; none for any other; valid with `rf_valid`.
    output logic      [ul1_pkg::MATRIX_W-1:0]    rf_matrix,
    // Lane that the upper half of each slot's word of a matrix load goes to, while the lower half goes to
    // `rf_lane`; zero for any other; valid with `rf_valid`.
    output logic      [LANES*LANE_W-1:0]         rf_high,
    // Slots of a transposed matrix load whose halves go to the upper halves of registers; halves of other
    // slots go to the lower ones; valid with `rf_valid`.
    output logic      [LANES-1:0]                rf_half,

    // ---- To the instruction side: retirement
    // An instruction retires.
    output logic                                 ret_valid,
    // Instruction-table entry that the retiring instruction frees; valid with `ret_valid`.
    output logic      [ul1_pkg::ID_W-1:0]        ret_id,
    // Warp of the retiring instruction; valid with `ret_valid`.
    output logic      [ul1_pkg::WARP_W-1:0]      ret_warp,
    // Error of the retiring instruction, or none; valid with `ret_valid`.
    output logic      [ul1_pkg::ERR_W-1:0]       ret_err,
    // Lowest failing lane of the retiring instruction; valid with `ret_err`.
    output logic      [LANE_W-1:0]               ret_lane,
    // All failing lanes of the retiring instruction; valid with `ret_err`.
    output logic      [LANES-1:0]                ret_mask,
    // Address of the lowest failing lane; valid with `ret_err`.
    output logic      [ul1_pkg::VA_W-1:0]        ret_addr,

    // ---- To tag, perf and observers
    // No instruction is in flight.
    output logic                                 lsu_idle,
    // Bit i: entry i has a deferred access that has not been woken.
    output logic      [ul1_pkg::INSTRS-1:0]      defer_ids
);

  localparam int ID_W    = ul1_pkg::ID_W;
  localparam int INSTRS  = ul1_pkg::INSTRS;
  localparam int INSTR_W = ul1_pkg::INSTR_W;

  // The settings, one cycle late. They are constant while the machine is not idle, and no output may depend
  // on the pins.
  logic [ul1_pkg::HOME_W-1:0] home_q;
  logic [ul1_pkg::IV_W-1:0]   interval_q;

  always_ff @(posedge clk) begin
    home_q     <= cfg_home;
    interval_q <= cfg_interval;
  end

  // ---------------------------------------------------------------------------------------------------------
  // The signals between the parts, with the part that drives them

  // lsu_take: acceptance, and properties of the new instruction
  logic                        take_new, take_again;
  logic [INSTR_W-1:0]          new_entry, again_entry;
  logic                        new_null, new_fence, new_store, new_shared, new_cached, new_ordered,
                               new_bypass, new_fresh, new_stream, new_writeback, new_interleaved;
  logic                        new_inval, new_flush;
  logic [ul1_pkg::WIDTH_W-1:0] new_width;
  logic [ul1_pkg::ATOM_W-1:0]  new_atom;
  logic                        new_returns;
  logic [ul1_pkg::MATRIX_W-1:0] new_matrix;
  logic [1:0]                  new_pairs;
  logic [LANES-1:0]            new_mask, new_lanes, new_failed;
  logic [ul1_pkg::WORDS-1:0]   new_subs;
  logic [ul1_pkg::ERR_W-1:0]   new_err;

  logic [LANES*ul1_pkg::VA_W-1:0] new_addr;

  // lsu_front: the shared access that is next, the choice of it, and the prepared access that joins the pool.
  // lsu_left: remainders in the table
  logic                         choice_new, choice_left, choice_store, choice_ends, others;
  logic [INSTRS-1:0]            behind_own, left_ready, lacking;
  logic [INSTRS-1:0]            front_one;
  logic [INSTR_W-1:0]           front_entry;
  logic [ul1_pkg::WARP_W-1:0]   front_warp;
  logic [ul1_pkg::WIDTH_W-1:0]  front_width;
  logic [ul1_pkg::SUB_W-1:0]    front_sub, front_left_sub, feed_left_sub;
  logic                         choice_signed;
  logic [ul1_pkg::ATOM_W-1:0]   choice_atom, join_atom;
  logic [LANES-1:0]             choice_active, left_mask;
  logic [ul1_pkg::INTAKE_W-1:0] choice_beat;
  logic                         joins, join_unissued, join_behind, join_last, join_store, join_signed;
  logic [INSTR_W-1:0]           join_entry;
  logic [ul1_pkg::SUB_W-1:0]    join_sub;
  logic [ul1_pkg::WARP_W-1:0]   join_warp;
  logic [ul1_pkg::WIDTH_W-1:0]  join_width;
  logic [ul1_pkg::INTAKE_W-1:0] join_beat;
  logic [LANES-1:0]             join_mask;
  logic [LANES*ADDR_W-1:0]      join_addr;

  // lsu_table: properties of the instructions in flight
  logic [INSTRS-1:0]           instr_valid, instr_null, instr_fence, instr_store, instr_shared, instr_cached,
                               instr_ordered, instr_flush;
  logic                        others_fit;
  logic [ul1_pkg::WIDTH_W-1:0] feed_width, rf_width;
  logic [LANES-1:0]            feed_mask;

  // lsu_coalescer: the instruction in the coalescer, what the instruction table holds of it, and its line
  // access
  logic [INSTRS-1:0]            coalesce_new;
  logic [INSTR_W-1:0]           coalesce_entry, other_entry;
  logic                         reads, reads_other, takes_replay;
  logic [INSTRS-1:0]            other_one;
  logic [ul1_pkg::WARP_W-1:0]   coalesce_warp;
  logic [ul1_pkg::WIDTH_W-1:0]  coalesce_width;
  logic [ul1_pkg::ATOM_W-1:0]   coalesce_red;
  logic                         coalesce_returns, line_old;
  logic [ul1_pkg::OLD_W-1:0]    line_number;
  logic                         coalesce_signed, coalesce_store, coalesce_bypass, coalesce_fresh,
                                coalesce_stream, coalesce_writeback, coalesce_inval, coalesce_flush;
  logic                         coalesce_ordered, coalesced_todo, ends_new;
  logic [LANES-1:0]             replay_mask, coalesce_todo;
  logic                         reading;
  logic                         line_joins, line_ends, line_final, line_last, line_bare;
  logic [1:0]                   line_kind;
  logic [ul1_pkg::PART_W-1:0]   line_part;
  logic [LANES-1:0]             line_lanes, line_mask;
  logic [LINE_W-1:0]            line_line;
  logic [LANES*ADDR_W-1:0]      line_addr;
  logic [ul1_pkg::INTAKE_W-1:0] line_beat;
  logic [ul1_pkg::PRT_W-1:0]    line_prt;
  logic [ul1_pkg::ERR_W-1:0]    line_err;

  // lsu_lines: free entries, candidates, and the line access that enters
  logic                                           replay_free, replay_spare, loads_fit, stores_fit;
  logic [ul1_pkg::NEW_LINES-1:0]                  line_news, line_stores, line_plain;
  logic [ul1_pkg::NEW_LINES*ul1_pkg::INSTR_W-1:0] line_entries;
  logic [ul1_pkg::NEW_LINES*ul1_pkg::WARP_W-1:0]  line_warps;
  logic                                           line_load, line_store, line_flush, line_red, line_replay;
  logic [ul1_pkg::ATOM_W-1:0]                     acc_red;
  logic                                           line_returns, line_returned, acc_returns, acc_old;
  logic [ul1_pkg::OLD_W-1:0]                      acc_number;
  logic [INSTR_W-1:0]                             acc_entry;
  logic [ul1_pkg::WARP_W-1:0]                     acc_warp;
  logic [ul1_pkg::PART_W-1:0]                     acc_part;
  logic [ul1_pkg::WIDTH_W-1:0]                    acc_width;
  logic                                           acc_signed, acc_store, acc_bypass, acc_fresh,
                                                  acc_stream, acc_writeback, acc_inval, acc_flush,
                                                  acc_ordered, acc_bare;
  logic                                           acc_end, acc_final;
  logic [ul1_pkg::INTAKE_W-1:0]                   acc_beat;
  logic [ul1_pkg::ERR_W-1:0]                      acc_err;
  logic [LINE_W-1:0]                              acc_line;
  logic [LANES-1:0]                               acc_lanes, acc_mask;
  logic [LANES*ADDR_W-1:0]                        acc_addr;

  // lsu_lanes: lanes to do, in flight and failed
  logic [INSTRS-1:0]         has_todo;
  logic [ul1_pkg::SUB_W-1:0] feed_sub;
  logic                      all_done;

  // lsu_warps: the warp of each instruction, and what it must wait for
  logic [INSTRS-1:0] new_same_warp, sure, behind_speculative;
  logic              settled;
  logic [INSTRS-1:0] instr_plain;
  logic              ordered_issues;

  // lsu_newq: the new queue, the next instruction that only retires, and the next store that needs a beat
  logic [INSTRS-1:0]  queued, at_head, successor, feed_one;
  logic [INSTR_W-1:0] next_entry, feed_entry;
  logic               feeds_cached;

  // lsu_beats: stores and remainders that hold a beat
  logic [INSTRS-1:0] fed, fed_left;
  logic              cached_full;

  // lsu_next, lsu_fences: ready candidates and selection
  logic [INSTRS-1:0] ready, over, examined_one;
  logic              plain_issues, sel_shared, sel_pool_load, sel_pool_store, sel_load, sel_store, sel_replay;
  logic              load_reserves, hit_reserves;

  // lsu_pull: requested and arriving beats
  logic [INSTRS-1:0] pulls;
  logic              feed_arrives, feed_left;

  // lsu_deferral: deferred entries
  logic [INSTRS-1:0] is_deferred, awake, urgent_one;
  logic              defer_set, defer_clear, frees;

  // lsu_pool: free entries, candidates, the access that enters, and its remainder
  logic                         place_free, same_warp_full, leaves_over;
  logic                         picked_alone, join_busy;
  logic                         load_ready, store_ready, load_unissued, store_unissued, pool_lacks;
  logic                         picked_last, picked_store, picked_signed;
  logic [ul1_pkg::WARP_W-1:0]   picked_warp;
  logic [ul1_pkg::WIDTH_W-1:0]  picked_width;
  logic [LANES*ADDR_W-1:0]      picked_addr;
  logic [INSTR_W-1:0]           picked_entry;
  logic [ul1_pkg::SUB_W-1:0]    picked_sub;
  logic [LANES-1:0]             picked_mask, picked_left;
  logic [ul1_pkg::INTAKE_W-1:0] picked_beat;
  logic [ul1_pkg::IV_W-1:0]     left_wait;

  // lsu_access: the access on `req`, inside the unit
  logic [INSTR_W-1:0] req_entry, replay_entry, old_entry;
  logic               shared_passes, req_cmo;

  // lsu_follow_up: the access in stage 1, its outcome, and retirement
  logic [INSTR_W-1:0]        s1_entry, rf_entry, ret_entry;
  logic [LANES-1:0]          rf_active;
  logic [LANES-1:0]          s1_lanes;
  logic [ul1_pkg::ERR_W-1:0] s1_err;
  logic                      s1_asks, s1_look, s1_cmo, deferred, done, fails, fails_lower, falls;
  logic [INSTR_W-1:0]        end_entry;
  logic                      ends_next;

  // Numbers of instructions, and entries
  assign again_entry  = INSTR_W'(in_id);
  assign replay_entry = INSTR_W'(merged_id);
  assign old_entry    = INSTR_W'(old_id);
  assign in_entry     = ID_W'(new_entry);
  assign pull_id      = ID_W'(feed_entry);
  assign req_id       = ID_W'(req_entry);
  assign rf_id        = ID_W'(rf_entry);
  assign choice_id    = ID_W'(front_entry);
  assign ret_id       = ID_W'(ret_entry);

  assign coalesce_id    = ID_W'(coalesce_entry);

  assign lsu_idle      = instr_valid == '0;
  assign sel_shared    = sel_pool_load | sel_pool_store;
  assign shared_passes = sel_shared;

  // A shared load needs any free cycle of the register file's write port from LAT to HLAT; a hit needs cycle
  // HLAT.
  assign load_reserves = regport_reserved[ul1_pkg::HLAT:ul1_pkg::LAT] != '1;
  assign hit_reserves  = ~regport_reserved[ul1_pkg::HLAT];
  assign cand_lacks    = pool_lacks | (line_load & ~hit_reserves);

  assign req_cmo        = req_inval | req_flush;
  assign ordered_issues = sel_load & acc_ordered & acc_final;
  assign frees          = sel_replay & cand_last;
  assign falls          = deferred & queued[s1_entry];

  // ---------------------------------------------------------------------------------------------------------
  // Acceptance, and the state of the instructions in flight

  lsu_take #(.LANES(LANES)) u_take (
      .cfg_policy, .carveout, .cmd_hold, .in_valid, .in_again, .in_op, .in_atom, .in_returns, .in_matrix,
      .in_space,
      .in_width, .in_hint, .in_interleave, .in_mask, .in_addr, .in_ready, .in_shared_ready, .new_entry,
      .instr_valid, .others_fit, .take_new, .take_again, .new_null, .new_fence, .new_store, .new_shared,
      .new_cached, .new_ordered, .new_bypass, .new_fresh, .new_stream, .new_writeback, .new_inval,
      .new_flush, .new_atom, .new_returns,
      .new_matrix, .new_width, .new_interleaved, .new_pairs, .new_mask, .new_addr, .new_lanes, .new_subs,
      .new_failed, .new_err
  );

  lsu_table #(.LANES(LANES)) u_table (
      .clk, .rst, .take_new, .new_entry, .new_atom, .new_returns, .new_matrix, .new_width, .in_signed,
      .in_reg, .in_mask,
      .new_pairs, .new_mask, .new_null, .new_fence, .new_store, .new_shared, .new_cached, .new_ordered,
      .new_bypass, .new_fresh, .new_stream, .new_writeback, .new_inval, .new_flush, .instr_valid, .instr_null,
      .instr_fence, .instr_store, .instr_shared, .instr_cached, .instr_ordered, .instr_flush, .others_fit,
      .front_one, .front_entry, .front_width, .choice_valid, .choice_signed, .choice_atom, .choice_active,
      .instr_plain, .reads_other, .other_one, .coalesce_width, .coalesce_signed, .coalesce_store,
      .coalesce_bypass, .coalesce_fresh, .coalesce_stream, .coalesce_writeback, .coalesce_inval,
      .coalesce_flush, .coalesce_ordered, .other_entry, .coalesce_red, .coalesce_returns, .replay_entry,
      .replay_mask,
      .feed_one, .feed_width,
      .feed_mask, .pull_matrix, .rf_valid, .rf_entry, .rf_width, .rf_reg, .rf_pairs, .rf_active, .rf_matrix,
      .ret_valid, .ret_entry
  );

  lsu_lanes #(.LANES(LANES)) u_lanes (
      .clk, .rst, .take_new, .new_entry, .new_lanes, .new_subs, .new_failed, .new_err, .has_todo, .feed_one,
      .feed_sub, .feed_arrives(feed_arrives & ~feed_left), .front_one, .front_sub, .choice_new, .choice_ends,
      .reads, .reads_other, .other_one, .other_entry, .takes_replay, .replay_mask, .coalesce_entry,
      .coalesce_todo, .coalesced_todo, .line_lanes, .s1_entry, .s1_lanes, .s1_err, .deferred, .done, .fails,
      .all_done, .instr_cached, .instr_store, .ret_valid, .ret_entry, .ret_err, .ret_lane, .ret_mask,
      .fails_lower
  );

  lsu_failures #(.LANES(LANES)) u_failures (
      .clk, .take_new, .new_entry, .new_failed, .in_addr, .sel_replay, .acc_line, .acc_mask, .acc_addr,
      .s1_entry, .fails, .fails_lower, .ends_next, .end_entry, .ret_null(instr_null[ret_entry]), .ret_addr
  );

  lsu_warps u_warps (
      .clk, .rst, .take_new, .take_again, .new_entry, .again_entry, .in_warp, .new_same_warp, .shared_passes,
      .picked_warp, .split_more, .picked_alone, .choice_new, .ordered_issues,
      .line_enters(sel_load | sel_store | sel_replay), .acc_warp, .instr_ordered, .done, .all_done,
      .examined_one, .instr_valid, .queued, .settled, .is_deferred, .defer_set, .defer_clear, .s1_look,
      .s1_cmo, .line_news, .line_entries, .line_warps, .line_stores, .line_plain, .instr_store, .instr_plain,
      .sure, .behind_speculative, .behind_own, .join_entry, .join_busy, .front_one, .front_warp,
      .coalesce_valid, .coalesce_entry, .coalesce_warp, .s1_entry, .s1_warp, .rf_valid, .rf_entry, .rf_warp,
      .ret_valid, .ret_entry, .ret_warp
  );

  // The origin of a fetch that the access in stage 1 opens. Its space is global or local.
  logic [ul1_pkg::WARP_W-1:0] s1_warp;

  if (ul1_pkg::READ_SOURCES != 0) begin : g_source
    logic [ul1_pkg::INSTRS-1:0] local_q;
    logic                       asks_q;  // `s1_asks`, but low behind a reset

    always_ff @(posedge clk) begin
      if (take_new) local_q[new_entry] <= in_space == ul1_pkg::SPACE_LOCAL;
      asks_q <= req_cached & ~sel_replay & ~rst;
    end

    assign source_warp  = asks_q ? s1_warp : '0;
    assign source_space = ~asks_q ? '0 : local_q[s1_entry] ? ul1_pkg::SPACE_LOCAL : ul1_pkg::SPACE_GLOBAL;
  end else begin : g_source
    logic unused_warp;
    assign unused_warp  = ^s1_warp;
    assign source_warp  = '0;
    assign source_space = '0;
  end

  // ---------------------------------------------------------------------------------------------------------
  // Selection. An instruction leaves the new queue when no lane of it is to do any more, or when it is
  // deferred.

  lsu_newq u_newq (
      .clk, .rst, .queued, .at_head, .ready, .next_entry, .pulls, .instr_cached, .feeds_cached, .feed_one,
      .feed_entry, .feed_arrives, .coalesce_new, .successor, .joins(take_new), .join_entry(new_entry),
      .join_same_warp(new_same_warp), .join_shared(new_shared), .join_fence(new_fence), .leaves(plain_issues),
      .chosen(choice_ends), .front_one, .coalesced(ends_new), .falls, .fall_entry(s1_entry)
  );

  lsu_next u_next (
      .clk, .rst, .at_head, .instr_null, .over, .ready, .load_ready, .store_ready, .load_unissued,
      .store_unissued, .line_load, .line_store, .line_flush, .line_red, .line_returns, .line_returned,
      .line_replay,
      .wordless(cand_bare | cand_err != ul1_pkg::ERR_NONE), .hit_reserves, .load_reserves, .credit_cached,
      .credit_red, .old_credit,
      .s1_asks, .cand_valid, .cand_replay, .cand_old, .cand_remainder, .cand_store, .cand_cached, .cand_flush,
      .sel_valid, .sel_pool_load, .sel_pool_store, .sel_load, .sel_store, .sel_replay, .plain_issues
  );

  lsu_beats u_beats (
      .clk, .rst, .feed_arrives, .feed_one, .feed_entry, .feed_cached(feeds_cached), .feed_left, .intake_beat,
      .fed, .fed_left, .cached_full, .coalesce_new, .coalesce_entry,
      .coalesced_store(coalesced_todo & coalesce_store), .line_beat,
      .line_used(coalesced_todo & coalesce_store & line_ends), .acc_end, .acc_beat, .front_one, .front_entry,
      .choice_left, .choice_beat, .choice_store
  );

  lsu_fences u_fences (
      .clk, .rst, .take_new, .new_entry, .in_level, .at_head, .instr_valid, .instr_fence, .examined_one,
      .settled, .over, .fence_valid, .fence_id, .fence_level, .accept_fence, .cmd_fence, .answer_fence,
      .answer_id
  );

  lsu_pull #(.LANES(LANES)) u_pull (
      .intake_free, .intake_spare, .at_head, .pulls, .feed_one, .lacking, .instr_store, .instr_cached,
      .instr_null, .fed, .cached_full, .behind_speculative, .feed_width, .feed_mask, .feed_sub,
      .feed_left_sub, .pull_ready, .pull_sub, .pull_mask, .pull_lane, .pull_ofs, .pull_matrix, .pull_high,
      .pull_half, .pull_valid, .feed_arrives, .feed_left
  );

  lsu_deferral u_deferral (
      .clk, .rst, .s1_asks, .s1_look, .s1_entry, .deferred, .miss_cause, .look_set, .defer_holds, .frees,
      .credit_dirty, .has_todo, .awake, .urgent_one, .defer_set, .defer_clear, .is_deferred,
      .unwoken(defer_ids)
  );

  // ---------------------------------------------------------------------------------------------------------
  // Accesses to shared memory, before their first pass and between passes

  lsu_front #(.LANES(LANES)) u_front (
      .clk, .rst, .cfg_bankwidth, .take_shared(take_new & new_shared), .new_entry, .in_addr(new_addr),
      .at_head, .instr_shared, .instr_null, .instr_store, .fed, .behind_own, .same_warp_full, .left_ready,
      .front_one, .front_entry, .front_warp, .front_width, .front_sub, .front_left_sub, .place_free, .others,
      .choice_valid, .choice_new, .choice_left, .choice_store, .choice_signed, .choice_atom, .choice_active,
      .choice_beat, .left_mask, .joins, .join_unissued, .join_behind, .join_entry, .join_sub, .join_last,
      .join_warp, .join_store, .join_atom, .join_width, .join_signed, .join_beat, .join_mask, .join_addr
  );

  lsu_pool #(.LANES(LANES)) u_pool (
      .clk, .rst, .home(home_q), .interval(interval_q), .others, .place_free, .same_warp_full, .joins,
      .join_unissued, .join_behind, .join_entry, .join_sub, .join_last, .join_warp, .join_busy, .join_store,
      .join_atom, .join_width, .join_signed, .join_beat, .join_mask, .join_addr, .credit_shared,
      .load_reserves, .load_ready, .store_ready, .load_unissued, .store_unissued, .pool_lacks, .sel_pool_load,
      .sel_pool_store, .picked_entry, .picked_sub, .picked_last, .picked_warp, .picked_store,
      .picked_atom(req_atom), .picked_width, .picked_signed, .picked_beat, .picked_mask, .picked_addr,
      .picked_alone, .split_mask, .split_more, .remainder_stays, .leaves_over, .picked_left, .left_wait,
      .remainder_valid, .remainder_id, .remainder_sub, .remainder_mask, .choice_unissued
  );

  lsu_left #(.LANES(LANES)) u_left (
      .clk, .rst, .leaves_over, .picked_entry, .picked_sub, .picked_left, .left_wait, .take_again,
      .again_entry, .in_sub, .in_mask, .instr_store, .fed_left, .lacking, .left_ready, .feed_one,
      .feed_left_sub, .front_one, .front_left_sub, .choice_left, .front_entry, .left_mask
  );

  // ---------------------------------------------------------------------------------------------------------
  // Cached accesses, before their pass

  lsu_coalescer #(.LANES(LANES)) u_coalescer (
      .clk, .rst, .take_cached(take_new & ~new_shared), .new_entry, .new_interleaved, .in_addr, .replay_valid,
      .replay_prt, .replay_entry, .merged_part, .merged_line, .merged_last, .merged_err, .merged_bare,
      .coalesce_ready, .old_valid, .old_number, .old_entry, .old_part, .old_mask, .old_err, .coalesce_old,
      .awake, .urgent_one, .unwoken(defer_ids), .replay_free, .replay_spare, .loads_fit,
      .stores_fit, .at_head, .successor, .sure, .instr_cached, .instr_null, .instr_store, .instr_plain,
      .instr_flush, .fed, .credit_cached, .reading, .coalesce_valid, .reads, .reads_other, .other_one,
      .other_entry, .takes_replay, .coalesce_entry, .coalesce_new, .coalesced_todo, .ends_new,
      .coalesce_width, .coalesce_todo, .coalesce_store, .coalesce_red, .line_joins, .line_kind, .line_part,
      .line_lanes, .line_mask, .line_line, .line_addr, .line_ends, .line_final, .line_prt, .line_last,
      .line_err, .line_bare, .line_old, .line_number
  );

  lsu_lines #(.LANES(LANES)) u_lines (
      .clk, .rst, .line_news, .line_entries, .line_warps, .line_stores, .line_plain, .line_joins, .line_kind,
      .reading, .coalesce_entry, .coalesce_warp, .coalesce_width, .coalesce_signed, .coalesce_store,
      .coalesce_red, .coalesce_bypass, .coalesce_fresh, .coalesce_stream, .coalesce_writeback,
      .coalesce_inval, .coalesce_flush, .coalesce_ordered, .line_part, .line_lanes, .line_mask, .line_line,
      .line_addr,
      .line_beat, .line_ends, .line_final, .line_prt, .line_last, .line_err, .line_bare, .line_old,
      .line_number, .coalesce_returns, .replay_free,
      .replay_spare, .loads_fit, .stores_fit, .line_load, .line_store, .line_flush, .line_red,
      .line_returns, .line_returned, .line_replay,
      .cand_prt, .cand_last, .cand_err, .cand_bare, .sel_replay, .sel_load, .sel_store, .acc_entry, .acc_warp,
      .acc_part, .acc_width, .acc_signed, .acc_store, .acc_red, .acc_returns, .acc_old, .acc_number,
      .acc_bypass, .acc_fresh, .acc_stream, .acc_writeback,
      .acc_inval, .acc_flush, .acc_ordered, .acc_bare, .acc_end, .acc_final, .acc_beat, .acc_err, .acc_line,
      .acc_lanes, .acc_mask, .acc_addr, .coalesce_unissued
  );

  // ---------------------------------------------------------------------------------------------------------
  // The access, and its end

  lsu_access #(.LANES(LANES)) u_access (
      .sel_valid, .sel_shared, .picked_entry, .picked_sub, .picked_store, .picked_width, .picked_signed,
      .picked_mask, .picked_beat, .picked_addr, .acc_entry, .acc_part, .acc_store, .acc_width, .acc_signed,
      .acc_red, .acc_returns, .acc_old, .acc_number, .acc_err, .req_returns, .req_old, .req_old_number,
      .acc_bypass, .acc_fresh, .acc_stream, .acc_writeback, .acc_inval, .acc_flush, .acc_end, .acc_line,
      .acc_mask, .acc_beat, .acc_addr, .req_valid, .req_store, .req_entry, .req_sub, .req_width, .req_signed,
      .req_beat, .req_mask, .req_addr, .req_cached, .req_line, .req_red, .req_bypass, .req_fresh,
      .req_stream,
      .req_writeback, .req_inval, .req_flush, .req_end
  );

  lsu_follow_up #(.LANES(LANES)) u_follow_up (
      .clk, .rst, .sel_replay, .req_valid, .req_entry, .req_sub, .req_store, .req_atom, .req_cached,
      .req_old, .req_returns, .req_cmo,
      .acc_lanes, .bare(acc_bare), .acc_err, .split_more, .picked_last, .acc_final, .plain_issues,
      .next_entry, .s1_entry, .s1_lanes, .s1_err, .s1_asks, .s1_look, .s1_cmo, .look_hit, .miss_defer,
      .deferred, .done, .fails, .all_done, .pass_due, .rf_valid, .rf_entry, .rf_sub, .rf_width, .rf_pairs,
      .rf_active, .rf_matrix, .rf_both, .rf_lane, .rf_ofs, .rf_high, .rf_half, .ends_next, .end_entry,
      .ret_valid, .ret_entry
  );

  always @(posedge clk) begin
    if (!rst & (take_again | replay_valid | ret_valid)) begin
      if (take_again)   assert (in_id < ID_W'(INSTRS));  // these numbers name instructions, not CMD_ID
      if (replay_valid) assert (merged_bare || merged_id < ID_W'(INSTRS));
      if (ret_valid)    assert (!queued[ret_entry] && !defer_ids[ret_entry]);
    end
  end

endmodule

`default_nettype wire
