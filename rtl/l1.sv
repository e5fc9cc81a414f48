// The whole machine: the blocks wired together. Nothing but wires is here, and every wire has the name of the two ports that
// it joins.
//
//     lsu --cand,req--> arb --pass--> tag --map--> axbar --bank--> data --rd--> dxbar --wb--> registers
//      ^ <--sel,acc---                                              ^ w          ^ |
//      +------------------------------------------------ wdb ------+--slot,fwd--+ x
//
//     lsu <--look,miss-- tag --look--> prt --xl--> mmu --mem--> memory --resp--> fill --fill--> data, tag, prt
//      ^                  |              |                          ^             |
//      |                  |              +--st--> wdb --mem_be,data-+             |
//      |                  +--ev (a dirty line to read out)--> arb                 |
//      +-- arb <--rep-- prt (whose access it is) <--------------rep (which one) --+
//
// Stage 0: lsu and arb, stage 1: tag, prt and axbar, stage 2: data, dxbar and wdb; LAT cycles after stage 0 the words of a
// shared load stand on `wb_data`, HLAT cycles those of a hit. What comes back from memory enters again in stage 0, and so
// does a dirty line that must leave.

`default_nettype none

module l1 #(
    parameter int LANES = 32
) (
    input  wire logic                                        clk,
    input  wire logic                                        rst,

    // lsu, cfg: Settings, constant while the machine is not idle
    input  wire logic                                        cfg_home,
    input  wire logic [ul1_pkg::IV_W-1:0]                    cfg_interval,
    input  wire logic                                        cfg_policy,

    // lsu, in: Instructions, from the instruction side
    input  wire logic                                        in_valid,
    input  wire logic                                        in_again,
    input  wire logic [ul1_pkg::ID_W-1:0]                    in_id,
    input  wire logic [1:0]                                  in_sub,
    input  wire logic [ul1_pkg::WARP_W-1:0]                  in_warp,
    input  wire logic                                        in_bar,
    input  wire logic [1:0]                                  in_level,
    input  wire logic                                        in_store,
    input  wire logic [1:0]                                  in_space,
    input  wire logic [2:0]                                  in_width,
    input  wire logic                                        in_signed,
    input  wire logic [2:0]                                  in_hint,
    input  wire logic [ul1_pkg::REG_W-1:0]                   in_reg,
    input  wire logic [LANES-1:0]                            in_mask,
    input  wire logic [LANES*ul1_pkg::VA_W-1:0]              in_addr,
    output logic                                             in_ready,
    output logic                                             again_ready,
    output logic      [ul1_pkg::ID_W-1:0]                    in_entry,

    // lsu, st: Store data, pulled from the instruction side beat by beat
    input  wire logic                                        st_valid,
    output logic                                             st_ready,
    output logic      [ul1_pkg::ID_W-1:0]                    st_id,
    output logic      [1:0]                                  st_sub,
    output logic      [LANES-1:0]                            st_mask,
    output logic      [LANES*$clog2(LANES)-1:0]              st_lane,
    output logic      [LANES*2-1:0]                          st_ofs,

    // lsu, req: The access the arbiter selected, to the arbiter
    output logic      [ul1_pkg::ID_W-1:0]                    req_id,
    output logic      [1:0]                                  req_sub,

    // lsu, rpl: Remainders returned to the instruction side, always accepted
    output logic                                             rpl_valid,
    output logic      [ul1_pkg::ID_W-1:0]                    rpl_id,
    output logic      [1:0]                                  rpl_sub,
    output logic      [LANES-1:0]                            rpl_mask,

    // lsu, wb: Register write-back, always accepted (the data come from the data crossbar)
    output logic                                             wb_valid,
    output logic      [ul1_pkg::ID_W-1:0]                    wb_id,
    output logic      [1:0]                                  wb_sub,
    output logic      [ul1_pkg::WARP_W-1:0]                  wb_warp,
    output logic      [ul1_pkg::REG_W-1:0]                   wb_reg,
    output logic      [LANES*$clog2(LANES)-1:0]              wb_lane,
    output logic      [LANES*2-1:0]                          wb_ofs,

    // lsu, ret: Retirement, always accepted
    output logic                                             ret_valid,
    output logic      [ul1_pkg::ID_W-1:0]                    ret_id,
    output logic      [ul1_pkg::WARP_W-1:0]                  ret_warp,
    output logic      [2:0]                                  ret_err,
    output logic      [$clog2(LANES)-1:0]                    ret_lane,
    output logic      [LANES-1:0]                            ret_mask,
    output logic      [ul1_pkg::VA_W-1:0]                    ret_addr,
    output logic                                             lsu_idle,
    output logic      [ul1_pkg::PT-1:0]                      lsu_asleep,

    // arb, rf: The register file's write port
    input  wire logic                                        rf_book,
    output logic      [ul1_pkg::SLOTS-1:0]                   rf_slots,

    // tag, cmd: Commands
    input  wire logic                                        cmd_valid,
    input  wire logic [2:0]                                  cmd_op,
    input  wire logic [ul1_pkg::VA_W-1:0]                    cmd_addr,
    input  wire logic [1:0]                                  cmd_split,
    output logic                                             cmd_ready,
    output logic      [2:0]                                  cmd_state,

    // tag, lines: What is known of each line, for whoever watches
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0]      tag_pend,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0]      tag_lock,
    output logic      [ul1_pkg::WAYS*ul1_pkg::SETS-1:0]      tag_dirty,

    // dxbar, wb: Loaded words, from banks to slots, LAT cycles after the pass of a shared load, HLAT after a hit
    output logic      [LANES-1:0]                            wb_mask,
    output logic      [LANES*32-1:0]                         wb_data,

    // prt, cfg: Settings
    input  wire logic                                        cfg_fetch,

    // prt, miss: The cached access in stage 1 that does not hit
    output logic                                             miss_merge,

    // prt, rep: Replays, handed out by the fill unit
    output logic                                             hfail_valid,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]      hfail_line,
    output logic      [2:0]                                  hfail_err,

    // prt, entries: The entries, for whoever watches
    output logic      [ul1_pkg::PRT-1:0]                     prt_used,
    output logic      [ul1_pkg::PRT*2-1:0]                   prt_state,
    output logic      [ul1_pkg::PRT*(ul1_pkg::VA_W-$clog2(LANES)-2)-1:0] prt_line,
    output logic      [ul1_pkg::PRT*ul1_pkg::MRG_W-1:0]      prt_merges,
    output logic      [ul1_pkg::PRT-1:0]                     prt_closed,

    // mmu, cfg: Settings
    input  wire logic [1:0]                                  cfg_page,
    input  wire logic [ul1_pkg::PN_W-1:0]                    cfg_root,

    // mmu, xl: Requests, from the request queue
    output logic                                             xfail_valid,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]      xfail_line,
    output logic      [2:0]                                  xfail_err,

    // mmu, mem: Requests, to memory
    input  wire logic                                        mem_ready,
    output logic                                             mem_valid,
    output logic      [1:0]                                  mem_kind,
    output logic      [ul1_pkg::SUB_W-1:0]                   mem_sub,
    output logic      [ul1_pkg::PA_W-$clog2(LANES)-3:0]      mem_line,
    output logic      [3:0]                                  mem_sect,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]      mem_vline,
    output logic      [1:0]                                  mem_level,
    output logic      [1:0]                                  mmu_walk,

    // fill, resp: Responses, from memory, always accepted
    input  wire logic                                        resp_valid,
    input  wire logic [1:0]                                  resp_kind,
    input  wire logic [ul1_pkg::SUB_W-1:0]                   resp_sub,
    input  wire logic [3:0]                                  resp_sect,
    input  wire logic                                        resp_err,
    input  wire logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]      resp_vline,
    input  wire logic [LANES*32-1:0]                         resp_data,

    // fill, fill: What has arrived, a cycle later
    output logic                                             wfail_valid,
    output logic      [ul1_pkg::VA_W-$clog2(LANES)-3:0]      wfail_line,

    // wdb, ink: Intake of store data, a beat in slot order
    input  wire logic [LANES*32-1:0]                         st_data,

    // wdb, mem: Writes, to memory
    output logic      [LANES*4-1:0]                          mem_be,
    output logic      [LANES*32-1:0]                         mem_data,

    // wdb, entries: The entries, for whoever watches
    output logic      [ul1_pkg::WDB-1:0]                     wdb_used,
    output logic      [ul1_pkg::WDB*3-1:0]                   wdb_state,
    output logic                                             wdb_idle
);

  // lsu, cand: Candidates, to the arbiter
  logic                                        cand_rl;
  logic                                        cand_rs;
  logic                                        cand_rs_older;
  logic                                        cand_new;
  logic                                        cand_store;
  logic                                        cand_cached;
  logic                                        cand_wake;

  // lsu, req: The access the arbiter selected, to the arbiter
  logic                                        req_valid;
  logic                                        req_store;
  logic [2:0]                                  req_width;
  logic                                        req_signed;
  logic [ul1_pkg::INK_W-1:0]                   req_ink;
  logic [LANES-1:0]                            req_mask;
  logic [LANES*($clog2(LANES)+11)-1:0]         req_addr;
  logic                                        req_cached;
  logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]      req_line;
  logic                                        req_bypass;
  logic                                        req_wb;
  logic                                        req_end;

  // lsu, look: What became of a cached load, in stage 1
  logic                                        lsu_slot;

  // lsu, fence: Fences, by which a barrier learns that memory has performed what was written before
  logic                                        fence_valid;
  logic [ul1_pkg::ID_W-1:0]                    fence_id;
  logic [1:0]                                  fence_level;

  // arb, cand: Candidates, from the load/store unit and the fill unit
  logic                                        sel_rep;
  logic                                        sel_rl;
  logic                                        sel_rs;
  logic                                        sel_wake;
  logic                                        sel_new;
  logic                                        wdb_take;

  // arb, req: The selected access, from the load/store unit
  logic [LANES-1:0]                            acc_mask;
  logic                                        acc_more;

  // arb, pass: The accepted pass, in stage 1
  logic                                        pass_valid;
  logic                                        pass_store;
  logic [2:0]                                  pass_width;
  logic                                        pass_signed;
  logic [ul1_pkg::INK_W-1:0]                   pass_ink;
  logic                                        pass_free;
  logic [LANES-1:0]                            pass_mask;
  logic [LANES*($clog2(LANES)+11)-1:0]         pass_addr;
  logic                                        pass_cached;
  logic [ul1_pkg::ID_W-1:0]                    pass_id;
  logic [1:0]                                  pass_sub;
  logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]      pass_line;
  logic                                        pass_bypass;
  logic                                        pass_wb;
  logic                                        pass_rep;
  logic [ul1_pkg::PRT_W-1:0]                   pass_prt;
  logic                                        pass_last;
  logic                                        pass_drop;
  logic                                        pass_fail;
  logic                                        pass_evict;

  // tag, look: The lookup of a cached pass, in stage 1
  logic                                        look_hit;
  logic                                        look_miss;
  logic                                        look_ask;
  logic [ul1_pkg::SET_W-1:0]                   look_set;
  logic [3:0]                                  look_need;
  logic [3:0]                                  look_have;
  logic [3:0]                                  look_cover;
  logic                                        look_there;
  logic                                        look_way;
  logic [ul1_pkg::ROW_W-1:0]                   look_row;
  logic [3:0]                                  look_dirty;
  logic                                        look_purge;
  logic [3:0]                                  look_valid;

  // tag, map: Where each slot's word lies
  logic [LANES-1:0]                            map_mask;
  logic [LANES*$clog2(LANES)-1:0]              map_bank;
  logic [LANES*ul1_pkg::ROW_W-1:0]             map_row;
  logic [LANES*2-1:0]                          map_byte;

  // tag, evict: Dirty lines that are to be read out
  logic                                        evict;
  logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]      evict_line;
  logic [3:0]                                  evict_sect;
  logic [ul1_pkg::ROW_W-1:0]                   evict_row;
  logic                                        ev_valid;
  logic [ul1_pkg::ROW_W-1:0]                   ev_row;
  logic [3:0]                                  ev_sect;

  // tag, gone: Rows that no longer have what waiting stores are to write there
  logic                                        gone_valid;
  logic [ul1_pkg::ROW_W-1:0]                   gone_row;
  logic [3:0]                                  gone_keep;

  // tag, cmd: Commands
  logic                                        cmd_hold;
  logic                                        cmd_fence;
  logic [1:0]                                  split;
  logic                                        forget;
  logic [ul1_pkg::VA_W-1:0]                    forget_addr;

  // axbar, bank: One row for each bank
  logic [LANES-1:0]                            bank_en;
  logic [LANES*ul1_pkg::ROW_W-1:0]             bank_row;

  // data, rd: Reading, address in stage 1, data in stage 2
  logic [LANES-1:0]                            rd_valid;
  logic [LANES*32-1:0]                         rd_data;

  // data, w: Writing: the fill goes first, then the write data buffer
  logic                                        w_ready;

  // dxbar, xw: Store data, from slots to banks
  logic [LANES*4-1:0]                          x_be;
  logic [LANES*32-1:0]                         x_data;

  // prt, miss: The cached access in stage 1 that does not hit
  logic                                        miss_open;
  logic                                        miss_defer;
  logic [2:0]                                  miss_cause;
  logic [ul1_pkg::KEY_W-1:0]                   miss_key;
  logic                                        st_hold;
  logic [ul1_pkg::PRT_W-1:0]                   st_prt;
  logic                                        st_through;
  logic                                        st_alloc;
  logic                                        st_dirty;
  logic [3:0]                                  st_sect;

  // prt, xl: The first request, to the memory management unit
  logic                                        fence_ready;
  logic                                        xl_write;
  logic [ul1_pkg::WDB_W-1:0]                   xl_wdb;
  logic                                        xl_fence;
  logic [ul1_pkg::ID_W-1:0]                    xl_number;
  logic [1:0]                                  xl_level;
  logic                                        xl_valid;
  logic [ul1_pkg::PRT_W-1:0]                   xl_prt;
  logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]      xl_line;
  logic [3:0]                                  xl_sect;

  // prt, fill: What arrives, from the fill unit
  logic [ul1_pkg::ROW_W-1:0]                   fill_row;
  logic                                        fill_done;
  logic                                        fault_done;
  logic [ul1_pkg::ROW_W-1:0]                   fault_row;

  // prt, rep: Replays, handed out by the fill unit
  logic [ul1_pkg::ID_W-1:0]                    rep_id;
  logic [1:0]                                  rep_sub;
  logic [ul1_pkg::VA_W-$clog2(LANES)-3:0]      rep_line;
  logic                                        rep_last;
  logic                                        rep_bare;
  logic                                        rep_drop;
  logic [2:0]                                  rep_err;
  logic [3:0]                                  end_dirty;

  // mmu, xl: Requests, from the request queue
  logic                                        xl_take;
  logic                                        xl_fault;
  logic [2:0]                                  xl_err;

  // fill, fill: What has arrived, a cycle later
  logic                                        fill_here;
  logic                                        fill_valid;
  logic                                        walk_valid;
  logic [ul1_pkg::PRT_W-1:0]                   fill_prt;
  logic [3:0]                                  fill_sect;
  logic                                        fill_err;
  logic [LANES*32-1:0]                         fill_data;
  logic                                        fence_here;
  logic [ul1_pkg::ID_W-1:0]                    fence_back;

  // fill, rep: The replay to make next
  logic                                        rep_valid;
  logic [ul1_pkg::PRT_W-1:0]                   rep_prt;
  logic [ul1_pkg::MRG_W-1:0]                   rep_pos;

  // wdb, ink: Intake of store data, a beat in slot order
  logic                                        ink_any;
  logic                                        ink_two;
  logic [ul1_pkg::INK_W-1:0]                   ink_idx;

  // wdb, take: Room for passes
  logic                                        wdb_room;
  logic                                        wdb_slot;

  // wdb, s1: The pass in stage 1: an entry for a store, an entry for a dirty line
  logic                                        st_new;
  logic [ul1_pkg::WDB_W-1:0]                   st_idx;
  logic [ul1_pkg::WDB_W-1:0]                   ev_idx;

  // wdb, s2: The pass in stage 2
  logic                                        slot_valid;
  logic [LANES*32-1:0]                         slot_data;

  // wdb, fwd: Bytes that a load, or a dirty line read out, gets from the buffer in stage 2
  logic [LANES*4-1:0]                          fwd_be;
  logic [LANES*32-1:0]                         fwd_data;

  // wdb, w: The array's write port
  logic                                        w_valid;
  logic [LANES*4-1:0]                          w_be;
  logic [LANES*ul1_pkg::ROW_W-1:0]             w_row;
  logic [LANES*32-1:0]                         w_data;

  // wdb, mem: Writes, to memory
  logic [ul1_pkg::WDB-1:0]                     wdb_ready;
  logic [ul1_pkg::WDB*(ul1_pkg::VA_W-$clog2(LANES)-2)-1:0] wdb_line;

  logic unused;
  assign unused = ^{rd_valid, slot_valid, fill_here};  // for whoever watches; no block needs them

  lsu   #(.LANES(LANES)) u_lsu   (.*);
  arb   #(.LANES(LANES)) u_arb   (.*);
  tag   #(.LANES(LANES)) u_tag   (.*);
  axbar #(.LANES(LANES)) u_axbar (.*);
  data  #(.LANES(LANES)) u_data  (.*);
  dxbar #(.LANES(LANES)) u_dxbar (.*);
  prt   #(.LANES(LANES)) u_prt   (.*);
  mmu   #(.LANES(LANES)) u_mmu   (.*);
  fill  #(.LANES(LANES)) u_fill  (.*);
  wdb   #(.LANES(LANES)) u_wdb   (.*);

endmodule

`default_nettype wire
