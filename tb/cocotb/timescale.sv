// Before all others: in Icarus a bench that counts in nanoseconds needs a precision, which files without a directive take from here.
`timescale 1ns / 1ps
