// Example of a SystemVerilog bench that runs the model beside the module: random accesses to the splitter.

`default_nettype none

module split_bench #(
    parameter  int LANES  = 8,
    localparam int ADDR_W = ul1_pkg::addr_w(LANES)
);
  logic                    clk = 1'b0;
  logic [LANES-1:0]        req_mask;
  logic [LANES*ADDR_W-1:0] req_addr;
  logic                    req_cached;
  logic [ul1_pkg::ATOM_W-1:0] req_atom = ul1_pkg::ATOM_NONE;
  wire logic [LANES-1:0]   split_mask;
  wire logic               split_more;

  split #(.LANES(LANES)) dut (.*);
  ul1_check_split #(.LANES(LANES)) check (.*);

  initial forever #5 clk = !clk;

  initial begin
    repeat (1000) begin
      req_mask   = LANES'($urandom);
      req_cached = $urandom % 8 == 0;
      // Two rows of as many banks as there are lanes
      for (int lane = 0; lane < LANES; lane++)
        req_addr[lane*ADDR_W +: ADDR_W] = ADDR_W'(4 * ($urandom % (2 * LANES)));
      @(negedge clk);
    end
    $finish;
  end
endmodule

`default_nettype wire
