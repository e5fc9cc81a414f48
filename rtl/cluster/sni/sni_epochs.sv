// Epochs of the network interface of an SM: counts the writes and invs that are not answered, by epochs. A
// fence closes the youngest epoch; the fence of the oldest one is over when that has none left.

`default_nettype none

module sni_epochs #(
    localparam int ACK_W   = ul1_pkg::ACK_W,
    localparam int EPOCHS  = ul1_pkg::EPOCHS,
    localparam int EPOCH_W = ul1_pkg::EPOCH_W,
    localparam int INVS    = ul1_pkg::INVS,
    localparam int TAG_W   = ul1_pkg::TAG_W
) (
    input  wire logic                    clk,
    input  wire logic                    rst,
    // A write may enter: the count of the youngest epoch is not at its greatest.
    output logic                         room,
    // A write enters the youngest epoch at the end of this cycle.
    input  wire logic                    enter,
    // An inv for each node may enter.
    output logic                         inv_room,
    // They enter the youngest epoch at the end of this cycle.
    input  wire logic                    invs,
    // A fence may close the youngest epoch: the next one is not closed.
    output logic                         open,
    // A fence closes it at the end of this cycle, and its number; the latter valid with the former.
    input  wire logic                    close,
    input  wire logic [TAG_W-1:0]        close_number,
    // A write of this epoch is answered at the end of this cycle; the epoch valid with `done`.
    input  wire logic                    done,
    input  wire logic [EPOCH_W-1:0]      done_epoch,
    // The fence of the oldest epoch is over, and its number; the latter valid with the former.
    output logic                         over,
    output logic      [TAG_W-1:0]        over_number,
    // It is answered in this cycle.
    input  wire logic                    answer,
    // Writes of each epoch that are not answered; the oldest and the youngest epoch.
    output logic      [EPOCHS*ACK_W-1:0] count,
    output logic      [EPOCH_W-1:0]      oldest,
    output logic      [EPOCH_W-1:0]      youngest
);

  (* mem2reg *) logic [ACK_W-1:0] count_q [0:ul1_fn::entries(EPOCHS)-1];
  logic [TAG_W-1:0]   number_q [0:ul1_fn::entries(EPOCHS)-1];
  logic [EPOCH_W-1:0] oldest_q, youngest_q, next;

  function automatic logic [EPOCH_W-1:0] behind(input logic [EPOCH_W-1:0] epoch);
    behind = epoch == EPOCH_W'(EPOCHS - 1) ? '0 : epoch + 1'b1;
  endfunction

  assign next        = behind(youngest_q);
  assign room        = count_q[youngest_q] != '1;
  assign inv_room    = count_q[youngest_q] <= ~ACK_W'(INVS != 0 ? INVS : 1);
  assign open        = next != oldest_q;
  assign over        = oldest_q != youngest_q & count_q[oldest_q] == '0;
  assign over_number = number_q[oldest_q];
  assign oldest      = oldest_q;
  assign youngest    = youngest_q;

  always_ff @(posedge clk) begin
    if (rst) begin
      oldest_q   <= '0;
      youngest_q <= '0;
    end
    else begin
      if (answer) oldest_q   <= behind(oldest_q);
      if (close)  youngest_q <= next;
    end
  end

  for (genvar e = 0; e < EPOCHS; e++) begin : g_epoch
    logic enters, leaves;

    assign enters                     = enter & youngest_q == EPOCH_W'(e);
    assign leaves                     = done & done_epoch == EPOCH_W'(e);
    assign count[e*ACK_W +: ACK_W]    = count_q[e];

    always_ff @(posedge clk) begin
      if (rst)                  count_q[e] <= '0;
      else if (INVS != 0 & invs & youngest_q == EPOCH_W'(e))
        count_q[e] <= count_q[e] + ACK_W'(INVS) - ACK_W'(leaves);
      else if (enters != leaves) count_q[e] <= enters ? count_q[e] + 1'b1 : count_q[e] - 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (close) number_q[youngest_q] <= close_number;
  end

endmodule

`default_nettype wire
