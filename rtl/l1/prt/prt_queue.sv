// The request queue, a part of prt: what is to be read, what is to be written, and fences, in the order in which they are
// to reach memory. A ring, with room for a read of each entry, a write of each entry of the write data buffer, and a
// fence.

`default_nettype none

module prt_queue #(
    parameter  int LANES  = 32,
    localparam int LINE_W = ul1_pkg::line_w(LANES)
) (
    input  wire logic                              clk,
    input  wire logic                              rst,

    // who joins, in this order: the write of a dirty line, a store's, the read of an entry that asks, a fence
    input  wire logic                              evict_valid,
    input  wire logic [ul1_pkg::WDB_W-1:0]         place_dirty,
    input  wire logic                              store_through,
    input  wire logic                              place_new,
    input  wire logic [ul1_pkg::WDB_W-1:0]         place_store,
    input  wire logic                              asks,
    input  wire logic [ul1_pkg::PRT_W-1:0]         entry,
    input  wire logic                              queued,        // that entry has a read in the queue
    input  wire logic                              fence_valid,
    input  wire logic [ul1_pkg::ID_W-1:0]          fence_id,
    input  wire logic [ul1_pkg::LEVEL_W-1:0]       fence_level,
    input  wire logic                              cmd_fence,
    output logic                                   accept_fence,

    // the head: the kind of request, and of whom; what does not apply is 0
    output logic                                   head_valid,
    output logic                                   head_read,
    output logic      [ul1_pkg::PRT_W-1:0]         head_prt,
    output logic                                   head_write,
    output logic      [ul1_pkg::WDB_W-1:0]         head_wdb,
    output logic                                   head_fence,
    output logic      [ul1_pkg::NUMBER_W-1:0]      head_number,
    output logic      [ul1_pkg::LEVEL_W-1:0]       head_level,
    output logic      [LINE_W-1:0]                 head_line,
    input  wire logic [ul1_pkg::PRT*LINE_W-1:0]    prt_line,
    input  wire logic [ul1_pkg::WDB-1:0]           leave_ready,
    input  wire logic [ul1_pkg::WDB*LINE_W-1:0]    leave_line,

    // it leaves
    input  wire logic                              sends
);

  localparam int PRT     = ul1_pkg::PRT;
  localparam int PRT_W   = ul1_pkg::PRT_W;
  localparam int WDB     = ul1_pkg::WDB;
  localparam int WDB_W   = ul1_pkg::WDB_W;
  localparam int WHO_W   = PRT_W > WDB_W ? PRT_W : WDB_W;   // bits of an index of either table
  localparam int PLACES  = PRT + WDB + 1;
  localparam int QUEUE_W = $clog2(PLACES + 1);   // the ring is never quite full, so that head == tail says empty

  logic [ul1_pkg::MEMOP_W-1:0] kinds [0:2**QUEUE_W-1];
  logic [WHO_W-1:0]            whose [0:2**QUEUE_W-1];
  logic [QUEUE_W-1:0]          head, tail;
  logic [QUEUE_W-1:0]          tail_store, tail_read, tail_fence;   // where these join, if those before do
  logic                        writes, reads, fences;               // who joins, beside a dirty line
  logic                        none;                                // the queue is empty
  logic [ul1_pkg::MEMOP_W-1:0] kind;                                // of the head
  logic [WHO_W-1:0]            who;
  logic                        fenced;                              // a fence is in the queue
  logic [ul1_pkg::ID_W-1:0]    fence_number;
  logic [ul1_pkg::LEVEL_W-1:0] fence_for;

  assign none        = head == tail;
  assign kind        = none ? ul1_pkg::MEMOP_READ : kinds[head];
  assign who         = none ? '0 : whose[head];
  assign head_read   = ~none & kind == ul1_pkg::MEMOP_READ;
  assign head_write  = kind == ul1_pkg::MEMOP_WRITE;
  assign head_fence  = kind == ul1_pkg::MEMOP_FENCE;
  assign head_valid  = ~none & (~head_write | leave_ready[head_wdb]);
  assign head_prt    = head_read ? who[PRT_W-1:0] : '0;
  assign head_wdb    = head_write ? who[WDB_W-1:0] : '0;
  assign head_number = head_fence ? ul1_pkg::NUMBER_W'(fence_number) : '0;
  assign head_level  = head_fence ? fence_for : '0;
  assign head_line   = head_read  ? prt_line[head_prt*LINE_W +: LINE_W]
                       : head_write ? leave_line[head_wdb*LINE_W +: LINE_W] : '0;

  assign accept_fence = ~fenced;
  assign writes       = store_through & place_new;
  assign reads        = asks & (~queued | (sends & head_read & head_prt == entry));
  assign fences       = accept_fence & (fence_valid | cmd_fence);
  assign tail_store   = tail       + QUEUE_W'(evict_valid);
  assign tail_read    = tail_store + QUEUE_W'(writes);
  assign tail_fence   = tail_read  + QUEUE_W'(reads);

  always_ff @(posedge clk) begin
    if (evict_valid) begin
      kinds[tail] <= ul1_pkg::MEMOP_WRITE;
      whose[tail] <= WHO_W'(place_dirty);
    end
    if (writes) begin
      kinds[tail_store] <= ul1_pkg::MEMOP_WRITE;
      whose[tail_store] <= WHO_W'(place_store);
    end
    if (reads) begin
      kinds[tail_read] <= ul1_pkg::MEMOP_READ;
      whose[tail_read] <= WHO_W'(entry);
    end
    if (fences) begin
      kinds[tail_fence] <= ul1_pkg::MEMOP_FENCE;
      whose[tail_fence] <= '0;
      fence_number      <= fence_valid ? fence_id : ul1_pkg::ID_W'(ul1_pkg::CMD_ID);
      fence_for         <= fence_valid ? fence_level : ul1_pkg::LEVEL_SYS;
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

  logic [QUEUE_W-1:0] count;
  assign count = tail - head;

  always @(posedge clk) begin
    if (!rst) begin
      assert (32'(count) <= PLACES);
      assert (head_fence == fenced || !none);
      assert (!(sends && !head_valid));
      assert (!(fence_valid && cmd_fence));
    end
  end

endmodule

`default_nettype wire
