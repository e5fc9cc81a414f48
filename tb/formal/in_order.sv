// Checks the age order of a queue for other benches: whether it is total on all entries that are present or,
// which is easier to prove, on any three. Also finds the first entry of a set.

module in_order #(
    parameter  int N   = 2,
    localparam int N_W = $clog2(N)
) (
    input wire [N-1:0]   there, set,
    input wire [N*N-1:0] older,                 // row i: entries older than i
    input wire [N_W-1:0] x, y, z,
    output reg           total,
    output wire          of_three,
    output reg [N-1:0]   lead,
    output reg [N:0]     leads
);

  always @* begin
    total = 1'b1;
    for (int i = 0; i < N; i++) begin
      for (int j = 0; j < N; j++) begin
        if (i != j && there[i] && there[j]) total = total & older[i*N + j] != older[j*N + i];
        if (i != j && there[i] && there[j] && older[i*N + j]) total = total & (older[j*N +: N] & there
            & ~older[i*N +: N]) == '0;
      end
      total = total & !(there[i] && older[i*N + i]);
    end
  end
  assign of_three = !(there[x] && there[y] && there[z])
                    || ((older[x*N + 32'(y)] ^ older[y*N + 32'(x)]) == (x != y)
                        && !(older[x*N + 32'(y)] && older[y*N + 32'(z)] && !older[x*N + 32'(z)])
                        && !older[x*N + 32'(x)]);

  // The first entry among those up to i, computed step by step, and whether it is the first (`leads[i+1]`).
  // No entry is before it, because none was before the first of those up to i - 1, and the order is total. So
  // the whole set has a first.
  reg [N-1:0] seen;
  always @* begin
    lead  = '0;
    leads = 1'b1;
    for (int i = 0; i < N; i++) begin
      if (set[i] && (older[i*N +: N] & lead) == '0) lead = N'(1) << i;
      seen = set & ((N'(2) << i) - 1'b1);
      leads[i+1] = !ul1_fn::several(64'(lead)) && (lead & ~seen) == '0 && (lead == '0) == (seen == '0);
      for (int j = 0; j <= i; j++) if (seen[j]) leads[i+1] = leads[i+1] & (lead[j] | (older[j*N +: N] & lead)
          != '0);
    end
  end

endmodule
