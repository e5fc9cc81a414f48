// Writes a save file of GTKWave: the signals of a wave file to show, and their format.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

// The visible cycles.
struct Window {
    uint64_t first, last;
    bool has(uint64_t n) const { return n >= first && n <= last; }
};

// GTKWave's codes for the format of a trace (all right-aligned), and for rows that are no trace.
enum : uint64_t {
    HEX = 0x22,
    DEC = 0x24,
    BIN = 0x28,
    TEXT = 0x820,
    ENUM = 0x100000028,
    BLANK = 0x200,
    OPEN = 0x800200,
    OPEN_END = 0x1000200,
    CLOSED = 0xc00200,
    CLOSED_END = 0x1401200
};
enum Color { PLAIN = 0, RED = 1, ORANGE = 2, YELLOW = 3, DIM = 5, VIOLET = 7 };

struct Trace {
    uint64_t how;
    Color color;
    std::string label, path;
    unsigned bits;
};

using Traces = std::vector<Trace>;

class SaveFile {
public:
    static constexpr uint64_t cycle_time = 1000; // ps

    explicit SaveFile(FILE *file) : f(file) {}

    void head(const std::string &fst, const std::string &gtkw, const Window &window, uint64_t marker)
    {
        fprintf(f, "[*] Written by tb/waves. Open with: gtkwave %s %s\n", fst.c_str(), gtkw.c_str());
        fprintf(f, "[dumpfile] \"%s\"\n[savefile] \"%s\"\n", fst.c_str(), gtkw.c_str());
        fprintf(f, "[timestart] %llu\n[size] %u %u\n[pos] -1 -1\n",
                (unsigned long long)window.first * cycle_time, width, height);
        // The zoom is -log2 of the time that 200 pixels show.
        const double pixels =
            (width - names_width - 80.0) / static_cast<double>(window.last - window.first + 1);
        fprintf(f, "*%f %llu", -log2(200 / pixels * cycle_time), (unsigned long long)marker * cycle_time);
        for (int i = 0; i < 26; i++)
            fprintf(f, " -1");
        fprintf(f, "\n[sst_width] 220\n[signals_width] %u\n[sst_expanded] 0\n", names_width);
    }

    void trace(const Trace &t)
    {
        fprintf(f, "@%llx\n", (unsigned long long)t.how);
        if (t.color != PLAIN)
            fprintf(f, "[color] %d\n", t.color);
        fprintf(f, "+{%s} %s", t.label.c_str(), t.path.c_str());
        if (t.bits > 1)
            fprintf(f, "[%u:0]", t.bits - 1); // GTKWave drops a multi-bit name without its exact range
        fprintf(f, "\n");
    }

    void begin(const std::string &title, bool open) { line(open ? OPEN : CLOSED, title); }
    void end(const std::string &title, bool open) { line(open ? OPEN_END : CLOSED_END, title); }
    void blank() { line(BLANK, ""); }

    // Writes traces in a closed group, if there are any.
    void closed(const std::string &title, const Traces &traces)
    {
        if (traces.empty())
            return;
        begin(title, false);
        for (const Trace &t : traces)
            trace(t);
        end(title, false);
    }

private:
    static constexpr unsigned width = 1900, height = 1000; // size of the window in pixels
    static constexpr unsigned names_width = 390;           // width of the names and the values at the marker

    void line(uint64_t code, const std::string &text)
    {
        fprintf(f, "@%llx\n-%s\n", (unsigned long long)code, text.c_str());
    }

    FILE *f;
};
