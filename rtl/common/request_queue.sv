// Queue of an L2 slice or of a node: keeps requests until they are done, in their order. The oldest request
// that is in no pass is looked up next. A request that stays is looked up again; the one behind it, which is
// in stage 0 then, has to wait for that.

`default_nettype none

module request_queue #(
    parameter  int ENTRY_W = 64,
    // Requests, a power of two
    parameter  int QUEUE   = 4,
    // Bits of a set's number
    parameter  int SET_W   = 4,
    localparam int QUEUE_W = $clog2(QUEUE + 1)
) (
    input  wire logic               clk,
    input  wire logic               rst,

    // ---- From above: requests
    // A request is offered.
    input  wire logic               req_valid,
    // Its set; valid with `req_valid`.
    input  wire logic [SET_W-1:0]   req_set,
    // All of it; valid with `req_valid`.
    input  wire logic [ENTRY_W-1:0] req_entry,
    // It is taken: the queue is not full.
    output logic                    req_ready,
    // Requests in the queue.
    output logic      [QUEUE_W-1:0] queue_used,

    // ---- Stage 0
    // A request waits for a pass.
    output logic                    look_valid,
    // Its set; valid with `look_valid`.
    output logic      [SET_W-1:0]   look_set,
    // Its pass begins.
    input  wire logic               looks,

    // ---- Stage 1
    // The pass in stage 1 is that of the oldest request.
    input  wire logic               s1_request,
    // The oldest request; valid with `s1_request`.
    output logic      [ENTRY_W-1:0] s1_entry,
    // It is done.
    input  wire logic               done
);

  localparam int INDEX_W = QUEUE_W - 1;  // the queue has a power of two of entries

  logic [INDEX_W-1:0] head_q, look, tail;
  logic [QUEUE_W-1:0] used_q;
  logic [SET_W-1:0]   set_q [0:ul1_fn::entries(QUEUE)-1];
  logic               takes;

  assign queue_used = used_q;
  assign req_ready  = ~used_q[QUEUE_W-1];
  assign takes      = req_valid & req_ready;
  assign look       = head_q + INDEX_W'(s1_request);
  assign tail       = head_q + used_q[INDEX_W-1:0];
  assign look_valid = used_q != QUEUE_W'(s1_request);
  assign look_set   = set_q[look];

  always_ff @(posedge clk) begin
    if (rst) begin
      head_q <= '0;
      used_q <= '0;
    end else begin
      head_q <= head_q + INDEX_W'(done);
      used_q <= used_q + QUEUE_W'(takes) - QUEUE_W'(done);
    end
    if (takes) set_q[tail] <= req_set;
  end

  ram #(.ROWS(QUEUE), .ROW_W(INDEX_W), .PARTS(1), .PART_W(ENTRY_W)) u_entries (
      .clk, .re(looks), .raddr(look), .rdata(s1_entry), .we(takes), .waddr(tail), .wdata(req_entry)
  );

endmodule

`default_nettype wire
