// Compiled before all other files. In Icarus a bench that counts in nanoseconds needs a precision, and files
// without a directive take it from here.
`timescale 1ns / 1ps
