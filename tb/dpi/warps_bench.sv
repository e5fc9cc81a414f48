// Example of a bench for the whole L1. Four warps load and store random words of shared memory and of a small
// memory. With ul1_bind_l1.sv each block inside is compared with the model. Requests are answered in order,
// LATENCY cycles later. Page table entries are computed, and map each address to itself.

`default_nettype none

module warps_bench #(
    parameter  int LANES   = 8,
    parameter  int CYCLES  = 3000,
    parameter  int LATENCY = 20,
    parameter  int WORDS   = 2048,   // words of memory, a power of two
    localparam int PLINE_W = ul1_pkg::pline_w(LANES)
);
  import ul1_pkg::*;

  // The top table is at 0. The table of its entry i is i pages behind TABLES.
  localparam longint TABLES = 64'h8000_0000;

  logic clk = 1'b0;
  logic rst = 1'b1;
  initial forever #5 clk = !clk;

  // ---- the L1, with the pins that this bench drives or reads

  logic                          in_valid = 1'b0;
  logic [WARP_W-1:0]             in_warp = '0;
  logic [OP_W-1:0]               in_op = OP_LOAD;
  logic [SPACE_W-1:0]            in_space = SPACE_SHARED;
  logic [LANES-1:0]              in_mask = '0;
  logic [LANES*VA_W-1:0]         in_addr = '0;
  wire logic                     in_ready, in_shared_ready;
  wire logic                     pull_ready;
  logic [LANES*WORD_W-1:0]       pull_data = '0;
  wire logic                     mem_valid;
  wire logic [MEMOP_W-1:0]       mem_op;
  wire logic [NUMBER_W-1:0]      mem_number;
  wire logic [PLINE_W-1:0]       mem_line;
  wire logic [SECTORS-1:0]       mem_sect;
  wire logic [LANES*WORD_BYTES-1:0] memdata_be;
  wire logic [LANES*WORD_W-1:0]  memdata_word;
  logic                          resp_valid = 1'b0;
  logic [NUMBER_W-1:0]           resp_number = '0;
  logic [SECTORS-1:0]            resp_sect = '0;
  logic [LANES*WORD_W-1:0]       resp_data = '0;
  wire logic                     ret_valid;

  // verilator lint_off PINMISSING
  l1 #(.LANES(LANES)) dut (
      .cfg_home     (HOME_LSU),
      .cfg_interval (IV_W'(1)),
      .cfg_bankwidth (BANKWIDTH_B32),
      .cfg_policy   (POLICY_FERMI),
      .cfg_page     (PAGE_P2M),
      .cfg_root     ('0),
      .cfg_fetch    (FETCH_LINE),
      .in_again     (1'b0),
      .in_id        ('0),
      .in_sub       ('0),
      .in_level     (LEVEL_CTA),
      .in_atom      (ATOM_NONE),
      .in_bar       (1'b0),
      .in_barrier   ('0),
      .in_expects   ('0),
      .in_waits     (1'b0),
      .in_pred      ('0),
      .in_copy      (1'b0),
      .in_dest      ('0),
      .in_width     (WIDTH_B32),
      .in_signed    (1'b0),
      .in_hint      (HINT_CA),
      .in_interleave (1'b0),
      .in_reg       ('0),
      .pull_valid   (pull_ready),
      .mem_ready    (1'b1),
      .resp_op      (MEMOP_READ),
      .resp_err     (1'b0),
      .resp_vline   ('0),
      .regport_reserve (1'b0),
      .cmd_valid    (1'b0),
      .cmd_op       (CMD_ALL),
      .cmd_addr     ('0),
      .cmd_carveout (CARVEOUT_S48),
      .commit_valid (1'b0),
      .commit_warp  ('0),
      .wait_valid   (1'b0),
      .wait_warp    ('0),
      .wait_groups  ('0),
      .perf_read   (1'b0),
      .perf_index  ('0),
      .perf_clear  (1'b0),
      .clk, .rst, .in_valid, .in_warp, .in_op, .in_space, .in_mask, .in_addr, .in_ready, .in_shared_ready,
      .pull_ready, .pull_data,
      .mem_valid, .mem_op, .mem_number, .mem_line, .mem_sect, .memdata_be, .memdata_word, .resp_valid,
      .resp_number, .resp_sect, .resp_data, .ret_valid
  );
  // verilator lint_on PINMISSING

  // ---- memory

  typedef struct packed {
    int                      due;
    logic [NUMBER_W-1:0]     number;
    logic [SECTORS-1:0]      sect;
    logic [LANES*WORD_W-1:0] data;
  } answer_t;

  logic [WORD_W-1:0] memory [0:WORDS-1];
  answer_t           owed [$];
  int                cycle = 0;
  int                retired = 0;

  // Half of an entry of the page tables
  function automatic logic [31:0] table_word(input longint at);
    longint entry = at < TABLES ? (TABLES + at / 8 * 4096) | 1 : ((at - TABLES) / 4096) << 30
                    | (at / 8 % 512) << 21 | 3;
    table_word = at % 8 == 0 ? entry[31:0] : entry[63:32];
  endfunction

  // verilator lint_off UNUSEDSIGNAL
  task automatic take_request();
    longint  at = longint'(mem_line) * LANES * 4;
    answer_t answer;
    answer.due    = cycle + LATENCY;
    answer.number = mem_number;
    answer.sect   = mem_sect;
    for (int i = 0; i < LANES; i++) begin
      int word = int'(at / 4) % WORDS + i;   // any word for page walks, which are at other addresses
      if (mem_op == MEMOP_WRITE)
        for (int b = 0; b < WORD_BYTES; b++)
          if (memdata_be[i*WORD_BYTES + b]) memory[word][8*b +: 8] = memdata_word[i*WORD_W + 8*b +: 8];
      answer.data[i*WORD_W +: WORD_W] = int'(mem_number) < PRT ? memory[word]
                                        : table_word(at + longint'(4 * i));
    end
    if (mem_op == MEMOP_READ) owed.push_back(answer);
  endtask

  // ---- the warps; pins are driven behind the rising edge

  task automatic offer();
    in_valid = 1'b1;
    in_warp  = WARP_W'($urandom % 4);
    in_op    = $urandom % 3 == 0 ? OP_STORE : OP_LOAD;
    in_space = $urandom % 2 == 0 ? SPACE_SHARED : SPACE_GLOBAL;
    in_mask  = LANES'($urandom);
    for (int lane = 0; lane < LANES; lane++) begin
      int word = int'($urandom) & (in_space == SPACE_SHARED ? 255 : lane % 2 == 0 ? WORDS - 1
                                   : WORDS / 8 - 1);
      in_addr[lane*VA_W +: VA_W] = VA_W'(4 * word);
    end
  endtask

  initial begin
    for (int i = 0; i < WORDS; i++) memory[i] = 32'(i);
    repeat (2) @(negedge clk);
    rst = 1'b0;
    while (cycle < CYCLES) begin
      logic taken;
      @(negedge clk);
      taken = in_valid && (in_space == SPACE_SHARED ? in_shared_ready : in_ready);
      if (mem_valid) take_request();
      if (ret_valid) retired++;
      @(posedge clk);
      #1;
      cycle++;
      if (taken) in_valid = 1'b0;
      if (!in_valid && $urandom % 4 != 0) offer();
      for (int lane = 0; lane < LANES; lane++) pull_data[lane*WORD_W +: WORD_W] = $urandom;
      resp_valid = owed.size() != 0 && owed[0].due <= cycle;
      if (resp_valid) begin
        answer_t answer = owed.pop_front();   // its `due` was checked before
        resp_number = answer.number;
        resp_sect   = answer.sect;
        resp_data   = answer.data;
      end
    end
    $display("warps_bench: %0d instructions in %0d cycles", retired, cycle);
    $finish;
  end
  // verilator lint_on UNUSEDSIGNAL
endmodule

`default_nettype wire
