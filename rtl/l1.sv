// The whole machine: the blocks wired together. Nothing but wires is here, and every wire has the name of the two ports that it joins.
//
//     lsu --cand,req--> arb --pass--> tag --map--> axbar --bank--> data --rd--> dxbar --wb--> registers
//      ^ <--sel,acc---                                              ^ w          ^ |
//      +------------------------------------------------ wdb ------+--slot,fwd--+ x
//
// Stage 0: lsu and arb, stage 1: tag and axbar, stage 2: data, dxbar and wdb; in stage 3 loaded words stand on `wb_data`.

`default_nettype none

module l1 #(
    parameter int LANES = 32
) (
    input  wire logic                                        clk,
    input  wire logic                                        rst,

    // lsu, cfg: Settings, constant while the machine is not idle
    input  wire logic [1:0]                                  cfg_split,
    input  wire logic                                        cfg_home,
    input  wire logic [ul1_pkg::IV_W-1:0]                    cfg_interval,

    // lsu, in: Instructions, from the instruction side
    input  wire logic                                        in_valid,
    input  wire logic                                        in_again,
    input  wire logic [ul1_pkg::ID_W-1:0]                    in_id,
    input  wire logic [1:0]                                  in_sub,
    input  wire logic [ul1_pkg::WARP_W-1:0]                  in_warp,
    input  wire logic                                        in_store,
    input  wire logic [1:0]                                  in_space,
    input  wire logic [2:0]                                  in_width,
    input  wire logic                                        in_signed,
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
    output logic                                             lsu_idle,

    // arb, rf: The register file's write port
    input  wire logic                                        rf_book,
    output logic      [ul1_pkg::SLOTS-1:0]                   rf_slots,

    // data, fill: Lines that arrive from memory, always accepted
    input  wire logic                                        fill_valid,
    input  wire logic [ul1_pkg::ROW_W-1:0]                   fill_row,
    input  wire logic [3:0]                                  fill_sect,
    input  wire logic [LANES*32-1:0]                         fill_data,

    // dxbar, wb: Loaded words, from banks to slots, written back in stage 3
    output logic      [LANES-1:0]                            wb_mask,
    output logic      [LANES*32-1:0]                         wb_data,

    // wdb, ink: Intake of store data, a beat in slot order
    input  wire logic [LANES*32-1:0]                         st_data,

    // wdb, w: The array's write port
    output logic                                             wdb_idle
);

  // lsu, cand: Candidates, to the arbiter
  logic                                        cand_rl;
  logic                                        cand_rs;
  logic                                        cand_rs_older;
  logic                                        cand_new;
  logic                                        cand_store;

  // lsu, req: The access the arbiter selected, to the arbiter
  logic                                        req_valid;
  logic                                        req_store;
  logic [2:0]                                  req_width;
  logic                                        req_signed;
  logic [ul1_pkg::INK_W-1:0]                   req_ink;
  logic [LANES-1:0]                            req_mask;
  logic [LANES*($clog2(LANES)+11)-1:0]         req_addr;

  // arb, cand: Candidates, from the load/store unit
  logic                                        sel_rl;
  logic                                        sel_rs;
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

  // tag, map: Where each slot's word lies
  logic [LANES*$clog2(LANES)-1:0]              map_bank;
  logic [LANES*ul1_pkg::ROW_W-1:0]             map_row;
  logic [LANES*2-1:0]                          map_byte;

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

  // wdb, ink: Intake of store data, a beat in slot order
  logic                                        ink_any;
  logic                                        ink_two;
  logic [ul1_pkg::INK_W-1:0]                   ink_idx;

  // wdb, take: Room for passes
  logic                                        wdb_room;

  // wdb, s2: The pass, rows captured in stage 1, data in stage 2
  logic                                        slot_valid;
  logic [LANES*32-1:0]                         slot_data;

  // wdb, fwd: Bytes that a load in stage 2 gets from the buffer
  logic [LANES*4-1:0]                          fwd_be;
  logic [LANES*32-1:0]                         fwd_data;

  // wdb, w: The array's write port
  logic                                        w_valid;
  logic [LANES*4-1:0]                          w_be;
  logic [LANES*ul1_pkg::ROW_W-1:0]             w_row;
  logic [LANES*32-1:0]                         w_data;

  logic unused;
  assign unused = ^{rd_valid, slot_valid};  // for whoever watches; no block needs them

  lsu   #(.LANES(LANES)) u_lsu   (.*);
  arb   #(.LANES(LANES)) u_arb   (.*);
  tag   #(.LANES(LANES)) u_tag   (.*);
  axbar #(.LANES(LANES)) u_axbar (.*);
  data  #(.LANES(LANES)) u_data  (.*);
  dxbar #(.LANES(LANES)) u_dxbar (.*);
  wdb   #(.LANES(LANES)) u_wdb   (.*);

endmodule

`default_nettype wire
