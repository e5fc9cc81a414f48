// Sni: the network interface of an SM. It sends each request of an L1 as a packet, and delivers the
// packets that answer. Fences are not sent: writes are counted by epochs until they are answered
// (`sni_epochs`).

`default_nettype none

module sni #(
    parameter  int LANES        = 32,
    localparam int LINE_WORDS   = ul1_pkg::line_words(LANES),
    localparam int SECTOR_WORDS = ul1_pkg::sector_words(LANES),
    localparam int LINE_W       = ul1_pkg::line_w(LANES),
    localparam int PLINE_W      = ul1_pkg::pline_w(LANES)
) (
    input  wire logic                                        clk,
    input  wire logic                                        clk_near,
    input  wire logic                                        rst,

    // ---- Halves of a cycle
    // First half of a cycle: at its end the clock of the near network rises alone.
    input  wire logic                                        half,

    // ---- Requests of the L1
    // The L1 offers a request; it stays unchanged until it is taken.
    input  wire logic                                        mem_valid,
    // Kind of the request: read, write or fence; valid with `mem_valid`.
    input  wire logic [ul1_pkg::MEMOP_W-1:0]                 mem_op,
    // Number of the request, which its response returns; not used of a write; valid with `mem_valid`.
    input  wire logic [ul1_pkg::TAG_W-1:0]                   mem_number,
    // Physical line of the request; 0 for a fence; valid with `mem_valid`.
    input  wire logic [PLINE_W-1:0]                          mem_line,
    // Sectors that a read requests; else 0; valid with `mem_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                 mem_sect,
    // Virtual line of a write, which its failure response returns; else 0; valid with `mem_valid`.
    input  wire logic [LINE_W-1:0]                           mem_vline,
    // Scope of a fence; not used, as all fences act alike here; valid with `mem_valid`.
    input  wire logic [ul1_pkg::LEVEL_W-1:0]                 mem_level,
    // The request on offer, if there is one, is taken in this cycle.
    output logic                                             mem_ready,

    // ---- Purpose of the read on offer
    // Purpose of a read; else 0; valid with `mem_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]              memread_kind,
    // Warp of the access that opened the fetch of a read; not used; valid with `mem_valid`.
    input  wire logic [ul1_pkg::WARP_W-1:0]                  memread_warp,
    // Space of the access that opened the fetch of a read; not used; valid with `mem_valid`.
    input  wire logic [ul1_pkg::SPACE_W-1:0]                 memread_space,

    // ---- Data of the write on offer
    // Bytes of the write on offer; zero without one.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_BYTES-1:0]   memdata_be,
    // Words of the write on offer; the operands, if it has an operation; valid by `memdata_be`.
    input  wire logic [LINE_WORDS*ul1_pkg::WORD_W-1:0]       memdata_word,
    // Operation that memory performs on the words of the write on offer; none for a plain write, or without a
    // write.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                  memdata_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; else zero.
    input  wire logic                                        memdata_wide,
    // The operation is on signed numbers; else zero.
    input  wire logic                                        memdata_signed,

    // ---- Writes that are answered with old words
    // The write on offer is answered with the old words of its line; else zero.
    input  wire logic                                        memold_valid,
    // Number that the answer has; its EPOCH_W upper bits are zero; valid with `memold_valid`.
    input  wire logic [ul1_pkg::TAG_W-1:0]                   memold_number,

    // ---- Flits of requests, to the network
    // A flit is offered to the network; it stays unchanged until it is taken.
    output logic                                             rq_valid,
    // The flit is taken in this cycle.
    input  wire logic                                        rq_ready,
    // First flit of a packet; valid with `rq_valid`.
    output logic                                             rq_head,
    // Last flit of a packet; valid with `rq_valid`.
    output logic                                             rq_tail,
    // Output of the crossbar that the packet leaves by, of an inv the node; 0 but in a head; valid with
    // `rq_valid`.
    output logic      [ul1_pkg::NET_W-1:0]                   rq_dst,
    // Kind of the packet: read, write, atom or inv; 0 but in a head; valid with `rq_valid`.
    output logic      [ul1_pkg::PACKET_W-1:0]                rq_kind,
    // Number of a read; epoch of a write or an inv; of an atomic its answer's number, above its epoch; 0 but
    // in a head; valid with `rq_valid`.
    output logic      [ul1_pkg::TAG_W-1:0]                   rq_sub,
    // Physical line of the request; 0 of an inv, and but in a head; valid with `rq_valid`.
    output logic      [PLINE_W-1:0]                          rq_line,
    // Virtual line of a write or an atomic; else 0, and 0 but in a head; valid with `rq_valid`.
    output logic      [LINE_W-1:0]                           rq_vline,
    // Purpose of a read; else 0, and 0 but in a head; valid with `rq_valid`.
    output logic      [ul1_pkg::READKIND_W-1:0]              rq_use,
    // Operation that memory performs on the words of a write or an atomic; else none, and none but in a head;
    // valid with `rq_valid`.
    output logic      [ul1_pkg::ATOM_W-1:0]                  rq_atom,
    // The operation is on pairs of neighbouring words, as numbers of 64 bits; 0 without an operation; valid
    // with `rq_valid`.
    output logic                                             rq_wide,
    // The operation is on signed numbers; 0 without an operation; valid with `rq_valid`.
    output logic                                             rq_signed,
    // Always 0, as a request has not failed; valid with `rq_valid`.
    output logic                                             rq_err,
    // Sectors that a read requests; of a write or an atomic the sector of the flit; 0 of an inv; valid with
    // `rq_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                 rq_sect,
    // Bytes that a write or an atomic enables in the sector of the flit; else 0; valid with `rq_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0] rq_be,
    // Words of the sector of the flit, of a write or an atomic; else 0; valid with `rq_valid`.
    output logic      [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]     rq_word,

    // ---- Flits of replies, from the network
    // A flit is offered; it stays unchanged until it is taken.
    input  wire logic                                        rp_valid,
    // The flit is taken in this cycle, if one is offered.
    output logic                                             rp_ready,
    // First flit of a packet; valid with `rp_valid`.
    input  wire logic                                        rp_head,
    // Last flit of a packet; valid with `rp_valid`.
    input  wire logic                                        rp_tail,
    // Kind of the packet: data, ack or old; 0 but in a head; valid with `rp_valid`.
    input  wire logic [ul1_pkg::PACKET_W-1:0]                rp_kind,
    // Number of a read; epoch of a write or an inv; of an atomic its answer's number, above its epoch; 0 but
    // in a head; valid with `rp_valid`.
    input  wire logic [ul1_pkg::TAG_W-1:0]                   rp_sub,
    // Not used, and 0: a reply has none; valid with `rp_valid`.
    input  wire logic [PLINE_W-1:0]                          rp_line,
    // Virtual line of a write that is answered; else 0, and 0 but in a head; valid with `rp_valid`.
    input  wire logic [LINE_W-1:0]                           rp_vline,
    // Not used, and 0: a reply has none; valid with `rp_valid`.
    input  wire logic [ul1_pkg::READKIND_W-1:0]              rp_use,
    // Not used, and 0: a reply has none; valid with `rp_valid`.
    input  wire logic [ul1_pkg::ATOM_W-1:0]                  rp_atom,
    // Not used, and 0: a reply has none; valid with `rp_valid`.
    input  wire logic                                        rp_wide,
    // Not used, and 0: a reply has none; valid with `rp_valid`.
    input  wire logic                                        rp_signed,
    // The request failed; 0 but in a head; valid with `rp_valid`.
    input  wire logic                                        rp_err,
    // Sector of a flit with words; of an error the sectors that failed; of an ack 0; valid with `rp_valid`.
    input  wire logic [ul1_pkg::SECTORS-1:0]                 rp_sect,
    // Not used, and 0: a reply has none; valid with `rp_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_BYTES-1:0] rp_be,
    // Words of the sector of the flit, of data or old words; else 0, as with an error; valid with `rp_valid`.
    input  wire logic [SECTOR_WORDS*ul1_pkg::WORD_W-1:0]     rp_word,

    // ---- Responses to the L1, which takes each in its cycle
    // A response is delivered.
    output logic                                             resp_valid,
    // Kind of request that the response answers; a write is answered only if it failed; valid with
    // `resp_valid`.
    output logic      [ul1_pkg::MEMOP_W-1:0]                 resp_op,
    // Number of the read or fence, or of the atomic's answer; 0 for a write; valid with `resp_valid`.
    output logic      [ul1_pkg::TAG_W-1:0]                   resp_number,
    // Sectors that the response to a read or an atomic brings, or that failed; else 0; valid with
    // `resp_valid`.
    output logic      [ul1_pkg::SECTORS-1:0]                 resp_sect,
    // The request failed: there are no words; valid with `resp_valid`.
    output logic                                             resp_err,
    // Virtual line of a failed write; else 0; valid with `resp_valid`.
    output logic      [LINE_W-1:0]                           resp_vline,
    // Words of the line; 0 where the response brings none; valid with `resp_valid`.
    output logic      [LINE_WORDS*ul1_pkg::WORD_W-1:0]       resp_data,

    // ---- Writes that await their answers, by epoch
    // Writes, atomics and invs of the epoch that are not answered.
    output logic      [ul1_pkg::EPOCHS*ul1_pkg::ACK_W-1:0]   epoch_count,
    // Epoch of the oldest fence that is not answered; the youngest epoch, if there is none.
    output logic      [ul1_pkg::EPOCH_W-1:0]                 epoch_oldest,
    // Epoch that writes enter.
    output logic      [ul1_pkg::EPOCH_W-1:0]                 epoch_youngest
);

  localparam int ATOM_W   = ul1_pkg::ATOM_W;
  localparam int BYTES    = ul1_pkg::WORD_BYTES;
  localparam int EPOCH_W  = ul1_pkg::EPOCH_W;
  localparam int NET_W    = ul1_pkg::NET_W;
  localparam int INVS     = ul1_pkg::INVS;
  localparam int NODE_W   = INVS > 1 ? $clog2(INVS) : 1;
  localparam int PACKET_W = ul1_pkg::PACKET_W;
  localparam int SECTORS  = ul1_pkg::SECTORS;
  localparam int TAG_W    = ul1_pkg::TAG_W;
  localparam int USE_W    = ul1_pkg::READKIND_W;
  localparam int WORD_W   = ul1_pkg::WORD_W;
  localparam int PART_W   = SECTOR_WORDS * (BYTES + WORD_W);

  // ---- Requests

  logic is_fence, is_write, is_old;
  // A request may enter the register, a write the youngest epoch, a fence the epochs; what enters
  logic room, free, write_room, fence_room, enter, closes;
  // A command's fence is on offer, and becomes an inv to each node; the epoch has room for these; some of
  // them are left, and the next one enters the register
  logic is_command, inv_room, invs_left, inv_enters;
  logic [NODE_W-1:0] node;  // of the inv in the register
  logic              writes;

  assign is_fence  = mem_op == ul1_pkg::MEMOP_FENCE;
  assign is_write  = mem_op == ul1_pkg::MEMOP_WRITE;
  assign is_old    = ul1_pkg::GLOBAL_ATOMICS > 1 & memold_valid;
  // The kind of a request means nothing without one on offer.
  assign mem_ready = ~mem_valid | (is_fence ? fence_room & (~is_command | (free & inv_room))
                                            : free & (write_room | ~is_write));
  assign enter     = mem_valid & mem_ready & (~is_fence | is_command);
  assign closes    = mem_valid & mem_ready & is_fence;

  // Enabled bytes of a write travel, and the second operands of a `cas`, which are beside the first ones. The
  // L1 promises nothing of other bytes.
  logic [LINE_WORDS-1:0]        enabled, partners;
  logic [LINE_WORDS*BYTES-1:0]  bytes;
  logic [LINE_WORDS*WORD_W-1:0] kept;
  logic [SECTORS-1:0]           write_sect;
  logic [SECTORS*PART_W-1:0]    line;
  logic                         swaps;

  assign swaps = ul1_pkg::GLOBAL_ATOMICS > 1 & memdata_atom == ul1_pkg::ATOM_CAS;

  always @* begin
    for (int w = 0; w < LINE_WORDS; w++) enabled[w] = memdata_be[w*BYTES +: BYTES] != '0;
  end

  always @* begin
    for (int w = 0; w < LINE_WORDS; w++) begin
      partners[w]             = swaps & (memdata_wide ? enabled[w ^ 2] : enabled[w ^ 1]);
      bytes[w*BYTES +: BYTES] = memdata_be[w*BYTES +: BYTES] | {BYTES{partners[w]}};
    end
  end

  spread #(.BITS(LINE_WORDS*BYTES), .TIMES(WORD_W/BYTES)) u_kept (.mask(bytes), .wide(kept));

  always @* begin
    for (int s = 0; s < SECTORS; s++) begin
      write_sect[s] = bytes[s*SECTOR_WORDS*BYTES +: SECTOR_WORDS*BYTES] != '0;
      line[s*PART_W +: PART_W] = {memdata_be[s*SECTOR_WORDS*BYTES +: SECTOR_WORDS*BYTES],
                                  memdata_word[s*SECTOR_WORDS*WORD_W +: SECTOR_WORDS*WORD_W]
                                  & kept[s*SECTOR_WORDS*WORD_W +: SECTOR_WORDS*WORD_W]};
    end
  end

  assign writes = is_write & ~inv_enters;

  if (INVS != 0) begin : g_invs
    logic [NODE_W-1:0] left_q;
    assign is_command = is_fence & mem_number == TAG_W'(ul1_pkg::CMD_ID);
    assign invs_left  = left_q != '0;
    assign inv_enters = invs_left & room;
    assign node       = NODE_W'(INVS - 1) - left_q;
    always_ff @(posedge clk) begin
      if (rst)                     left_q <= '0;
      else if (enter & is_command) left_q <= NODE_W'(INVS - 1);
      else if (inv_enters)         left_q <= left_q - 1'b1;
    end
  end else begin : g_invs
    assign {is_command, invs_left, inv_enters} = '0;
    assign node = '0;
  end

  assign free = room & ~invs_left;

  logic [EPOCH_W-1:0]              youngest;
  logic [TAG_W-1:0]                old_sub;

  flits_out #(.PART_W(PART_W)) u_request (
      .clk         (clk_near),
      .rst         (rst),
      .room        (room),
      .enter       ((enter | inv_enters) & ~half),
      .enter_words (writes),
      .enter_sect  (writes ? write_sect : mem_sect & {SECTORS{~is_command & ~inv_enters}}),
      .enter_line  (line),
      .ready       (rq_ready),
      .valid       (rq_valid),
      .head        (rq_head),
      .tail        (rq_tail),
      .sect        (rq_sect),
      .part        ({rq_be, rq_word})
  );

  // The fields of its head
  logic [PLINE_W-1:0]  line_q;
  logic [PACKET_W-1:0] kind_q;
  logic [TAG_W-1:0]    sub_q;
  logic [LINE_W-1:0]   vline_q;
  logic [USE_W-1:0]    use_q;

  assign old_sub = {memold_number[TAG_W-EPOCH_W-1:0], youngest};

  always_ff @(posedge clk) begin
    if (enter) begin
      line_q  <= mem_line & {PLINE_W{~is_command}};
      kind_q  <= is_command ? ul1_pkg::PACKET_INV
                 : is_old ? ul1_pkg::PACKET_ATOM : is_write ? ul1_pkg::PACKET_WRITE : ul1_pkg::PACKET_READ;
      sub_q   <= is_old ? old_sub : is_write | is_command ? TAG_W'(youngest) : mem_number;
      vline_q <= is_write ? mem_vline : '0;
      use_q   <= is_write | is_command ? '0 : memread_kind;
    end
  end

  assign {rq_line, rq_kind, rq_sub, rq_vline, rq_use} =
      {line_q, kind_q, sub_q, vline_q, use_q} & {(PLINE_W+PACKET_W+TAG_W+LINE_W+USE_W){rq_head}};
  assign rq_err = 1'b0;

  if (ul1_pkg::GLOBAL_ATOMICS != 0) begin : g_atom
    logic [ATOM_W-1:0] atom_q;
    logic              wide_q, signed_q;
    always_ff @(posedge clk) begin
      if (enter) {atom_q, wide_q, signed_q} <= {memdata_atom, memdata_wide, memdata_signed};
    end
    assign {rq_atom, rq_wide, rq_signed} = {atom_q, wide_q, signed_q} & {(ATOM_W+2){rq_head}};
  end else begin : g_atom
    assign {rq_atom, rq_wide, rq_signed} = '0;
  end

  assign rq_dst = (INVS != 0 & kind_q == ul1_pkg::PACKET_INV ? NET_W'(node) : ul1_fn::home_of(64'(line_q), 0))
                  & {NET_W{rq_head}};

  // ---- Replies

  logic                      come, whole, responds, waits, waited_q;
  logic                      over, answer, done;
  logic [SECTORS-1:0]        sect;
  // The words that flits brought, and which of them the response brings
  logic [LINE_WORDS*WORD_W-1:0] came, brought;
  logic [TAG_W-1:0]          over_number;
  logic [PACKET_W-1:0]       came_kind_q;
  logic [TAG_W-1:0]          came_sub_q;
  logic [LINE_W-1:0]         came_vline_q;
  logic                      came_err_q, is_data, is_ack;

  assign come     = rp_valid & rp_ready;
  // In the first half of a cycle a packet that is whole waits for its second one.
  assign rp_ready = ~waits & ~(whole & half);

  flits_in #(.PART_W(SECTOR_WORDS*WORD_W)) u_reply (
      .clk       (clk_near),
      .rst       (rst),
      .come      (come),
      .head      (rp_head),
      .tail      (rp_tail),
      .come_sect (rp_sect),
      .part      (rp_word),
      .done      (~waits & ~half),
      .whole     (whole),
      .sect      (sect),
      .line      (came)
  );

  always_ff @(posedge clk_near) begin
    if (come & rp_head) begin
      came_kind_q  <= rp_kind;
      came_sub_q   <= rp_sub;
      came_vline_q <= rp_vline;
      came_err_q   <= rp_err;
    end
  end

  // A fence that is over goes before a response, but not if that waited in the cycle before.
  assign is_data  = came_kind_q == ul1_pkg::PACKET_DATA;
  assign is_ack   = came_kind_q == ul1_pkg::PACKET_ACK;
  assign responds = whole & (~is_ack | came_err_q);
  assign answer   = over & ~waited_q;
  assign waits    = responds & answer;
  assign done     = whole & ~waits & ~is_data;

  // Without a reset: no fence is over in the cycle behind one.
  always_ff @(posedge clk) waited_q <= waits;

  assign resp_valid = answer | responds;

  always @* begin
    resp_op     = ul1_pkg::MEMOP_FENCE;
    resp_number = over_number;
    resp_sect   = '0;
    resp_err    = 1'b0;
    resp_vline  = '0;
    if (~answer) begin
      resp_op     = is_data ? ul1_pkg::MEMOP_READ : is_ack ? ul1_pkg::MEMOP_WRITE : ul1_pkg::MEMOP_ATOM;
      resp_number = is_data ? came_sub_q : is_ack ? '0 : came_sub_q >> EPOCH_W;
      resp_sect   = sect;
      resp_err    = came_err_q;
      resp_vline  = came_vline_q;
    end
  end

  spread #(.BITS(SECTORS), .TIMES(SECTOR_WORDS*WORD_W)) u_brings (
      .mask (sect & {SECTORS{responds & ~answer & ~came_err_q}}),
      .wide (brought)
  );

  assign resp_data = came & brought;

  // ---- Epochs

  sni_epochs u_epochs (
      .clk          (clk),
      .rst          (rst),
      .room         (write_room),
      .enter        (enter & is_write),
      .inv_room     (inv_room),
      .invs         (enter & is_command),
      .open         (fence_room),
      .close        (closes),
      .close_number (mem_number),
      .done         (done),
      .done_epoch   (came_sub_q[EPOCH_W-1:0]),
      .over         (over),
      .over_number  (over_number),
      .answer       (answer),
      .count        (epoch_count),
      .oldest       (epoch_oldest),
      .youngest     (youngest)
  );

  assign epoch_youngest = youngest;

  logic unused;
  assign unused = ^mem_level ^ ^memread_warp ^ ^memread_space ^ ^rp_line ^ ^rp_use ^ ^rp_atom ^ rp_wide
      ^ rp_signed ^ ^rp_be ^ ^memold_number ^ memold_valid ^ ^memdata_atom ^ memdata_wide ^ memdata_signed
      ^ ^old_sub;

endmodule

`default_nettype wire
