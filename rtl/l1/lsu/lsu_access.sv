// The access, a part of lsu: what the arbiter's choice puts on `req` in the same cycle, from the pool or from the lines. What
// is not chosen is zero on either side.

`default_nettype none

module lsu_access #(
    parameter  int LANES  = 32,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES),
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    // from arb
    input  wire logic                           sel_valid,

    // it is an access to shared memory
    input  wire logic                           sel_shared,

    // from the pool: the access to shared memory that is selected
    input  wire logic [ul1_pkg::PT_W-1:0]       picked_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]      picked_sub,
    input  wire logic                           picked_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    picked_width,
    input  wire logic                           picked_signed,
    input  wire logic [LANES-1:0]               picked_mask,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]   picked_beat,
    input  wire logic [LANES*ADDR_W-1:0]        picked_addr,

    // from the lines: the cached one
    input  wire logic [ul1_pkg::PT_W-1:0]       its_entry,
    input  wire logic [ul1_pkg::SUB_W-1:0]      its_sub,
    input  wire logic                           its_store,
    input  wire logic [ul1_pkg::WIDTH_W-1:0]    its_width,
    input  wire logic                           its_signed,
    input  wire logic                           its_bypass,
    input  wire logic                           its_writeback,
    input  wire logic                           its_inval,
    input  wire logic                           its_flush,
    input  wire logic                           its_end,
    input  wire logic [LINE_W-1:0]              its_line,
    input  wire logic [LANES-1:0]               its_mask,
    input  wire logic [ul1_pkg::INTAKE_W-1:0]   its_beat,
    input  wire logic [LANES*ADDR_W-1:0]        its_addr,

    // to arb
    output logic                                req_valid,
    output logic                                req_store,
    output logic      [ul1_pkg::PT_W-1:0]       req_entry,
    output logic      [ul1_pkg::SUB_W-1:0]      req_sub,
    output logic      [ul1_pkg::WIDTH_W-1:0]    req_width,
    output logic                                req_signed,
    output logic      [ul1_pkg::INTAKE_W-1:0]   req_beat,
    output logic      [LANES-1:0]               req_mask,
    output logic      [LANES*ADDR_W-1:0]        req_addr,
    output logic                                req_cached,
    output logic      [LINE_W-1:0]              req_line,
    output logic                                req_bypass,
    output logic                                req_writeback,
    output logic                                req_inval,
    output logic                                req_flush,
    output logic                                req_end
);

  assign req_valid  = sel_valid;
  assign req_cached = sel_valid & ~sel_shared;

  always @* begin
    req_entry     = '0;
    req_sub       = '0;
    req_beat      = '0;
    req_store     = 1'b0;
    req_width     = '0;
    req_signed    = 1'b0;
    req_mask      = '0;
    req_addr      = '0;
    req_line      = '0;
    req_bypass    = 1'b0;
    req_writeback = 1'b0;
    req_inval     = 1'b0;
    req_flush     = 1'b0;
    req_end       = 1'b0;
    if (ul1_fn::worth(req_valid)) begin
      req_entry     = picked_entry | its_entry;
      req_sub       = picked_sub | its_sub;
      req_beat      = picked_beat | its_beat;
      req_store     = picked_store | its_store;
      req_width     = picked_width | its_width;
      req_signed    = picked_signed | its_signed;
      req_mask      = picked_mask | its_mask;
      req_addr      = picked_addr | its_addr;
      req_line      = its_line;
      req_bypass    = its_bypass;
      req_writeback = its_writeback;
      req_inval     = its_inval;
      req_flush     = its_flush;
      req_end       = its_end;
    end
  end

endmodule

`default_nettype wire
