// Example of a platform of TLM-2.0 modules around the L1: warps that load and store, the L1 as the C model or
// (--rtl) the Verilog, and a memory. It checks the loaded values, and the times by the formulas of
// docs/microarchitecture.md. The exit status is 0 if all are right.
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include "tlm_l1.h"
#include "verilator/twins.h"

using namespace sc_core;

static const sc_time PERIOD(1, SC_NS);
static const unsigned LATENCY = 20; // memory latency in periods
static const uint64_t MEMORY = 1 << 20;

static int passed, failed;

static void is(const char *what, uint64_t actual, uint64_t expected)
{
    if (actual == expected) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED: %s: expected %llu, actual %llu\n", what, (unsigned long long)expected,
           (unsigned long long)actual);
}

struct memory_module : sc_module {
    tlm_utils::simple_target_socket<memory_module> socket{"socket"};
    std::vector<unsigned char> bytes = std::vector<unsigned char>(MEMORY);
    unsigned requests = 0;

    explicit memory_module(const sc_module_name &name) : sc_module(name)
    {
        socket.register_b_transport(this, &memory_module::transport);
    }

    // Every second request waits here; the others have their time annotated. The initiator sees no
    // difference.
    void transport(tlm::tlm_generic_payload &trans, sc_time &delay)
    {
        if (requests++ % 2)
            wait(LATENCY * PERIOD);
        else
            delay += LATENCY * PERIOD;
        if (trans.get_address() + trans.get_data_length() > MEMORY) {
            trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        unsigned char *at = &bytes[trans.get_address()], *data = trans.get_data_ptr();
        const unsigned char *enable = trans.get_byte_enable_ptr();
        for (unsigned i = 0; i < trans.get_data_length(); i++)
            if (trans.is_read())
                data[i] = at[i];
            else if (!enable || enable[i % trans.get_byte_enable_length()] == TLM_BYTE_ENABLED)
                at[i] = data[i];
        trans.set_response_status(tlm::TLM_OK_RESPONSE);
    }
};

// A payload with its data and its extension
struct access {
    tlm::tlm_generic_payload trans;
    ul1::warp_access warp;
    uint32_t data[4][LANES] = {};

    access(unsigned op, unsigned space)
    {
        warp.op = op;
        warp.space = space;
        trans.set_extension(&warp);
        trans.set_command(op == UL1_OP_LOAD        ? tlm::TLM_READ_COMMAND
                              : op == UL1_OP_STORE ? tlm::TLM_WRITE_COMMAND
                                                   : tlm::TLM_IGNORE_COMMAND);
        trans.set_data_ptr(reinterpret_cast<unsigned char *>(data));
        length(op == UL1_OP_LOAD || op == UL1_OP_STORE ? 4 * LANES : 0);
    }
    ~access() { trans.clear_extension(&warp); }

    void length(unsigned n)
    {
        trans.set_data_length(n);
        trans.set_streaming_width(n);
    }

    void row(uint64_t from, unsigned words_apart = 1)
    {
        for (unsigned lane = 0; lane < LANES; lane++)
            warp.addr[lane] = from + 4 * words_apart * lane;
    }
};

// Page tables in memory: the 2 MB page at 4 GB is mapped to 0.
struct translated : sc_module {
    tlm_utils::simple_initiator_socket<translated> socket{"socket"};
    static const uint64_t ROOT = MEMORY / 2, TABLE = ROOT + 8192, FROM = UINT64_C(4) << 30;

    translated(const sc_module_name &name, ul1::tlm_l1 *l1, memory_module *behind)
        : sc_module(name), memory(behind)
    {
        SC_HAS_PROCESS(translated);
        SC_THREAD(program);
        l1->memory.translate = true;
        l1->settings.cfg_root = ROOT / 4096;
        const uint64_t entries[] = {TABLE | 1, 3};
        memcpy(&memory->bytes[ROOT + (FROM >> 30) * 8], &entries[0], 8);
        memcpy(&memory->bytes[TABLE], &entries[1], 8);
    }

private:
    memory_module *memory;

    void program()
    {
        access store(UL1_OP_STORE, UL1_SPACE_GLOBAL), load(UL1_OP_LOAD, UL1_SPACE_GLOBAL),
            fence(UL1_OP_FENCE, UL1_SPACE_GLOBAL);
        fence.warp.level = UL1_LEVEL_SYS;
        for (access *a : {&store, &load})
            a->row(FROM + 4096);
        for (unsigned lane = 0; lane < LANES; lane++)
            store.data[0][lane] = lane + 1;
        for (access *a : {&store, &load, &fence}) {
            sc_time delay = SC_ZERO_TIME;
            socket->b_transport(a->trans, delay);
            is("what is translated is OK", a->trans.is_response_ok(), 1);
        }
        is("it is loaded from where it was stored", !memcmp(load.data, store.data, 4 * LANES), 1);
        is("it lies where the page table says", !memcmp(&memory->bytes[4096], store.data[0], 4 * LANES), 1);
        load.row(FROM + (2 << 20));
        sc_time delay = SC_ZERO_TIME;
        socket->b_transport(load.trans, delay);
        is("a page that is not there", load.warp.err, UL1_ERR_PAGE);
    }
};

struct warps : sc_module {
    tlm_utils::simple_initiator_socket<warps> socket{"socket"};

    warps(const sc_module_name &name, ul1::tlm_l1 *machine, memory_module *behind)
        : sc_module(name), l1(machine), memory(behind)
    {
        SC_HAS_PROCESS(warps);
        SC_THREAD(program);
        socket.register_nb_transport_bw(this, &warps::back);
    }

private:
    static const unsigned WARPS = 8, WORDS = 256; // words of each warp, in shared memory and in memory
    ul1::tlm_l1 *l1;
    memory_module *memory;
    sc_event answered, ended;
    unsigned running = WARPS;

    // The call's status, and its duration in periods
    unsigned issue(access *a, tlm::tlm_response_status *status = nullptr)
    {
        const sc_time start = sc_time_stamp();
        sc_time delay = SC_ZERO_TIME;
        a->trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        socket->b_transport(a->trans, delay);
        if (status)
            *status = a->trans.get_response_status();
        else
            is("the response is OK", a->trans.get_response_status(), tlm::TLM_OK_RESPONSE);
        return static_cast<unsigned>((sc_time_stamp() + delay - start) / PERIOD);
    }

    void program()
    {
        wait(10 * PERIOD); // the reset is over
        costs();
        errors();
        plain();
        without_blocking();
        fence();
        for (unsigned w = 0; w < WARPS; w++)
            sc_spawn([this, w] { random_warp(w); });
        while (running)
            wait(ended);
        l1->command(UL1_CMD_BOTH); // dirty lines are written back
        is("no other store was lost", l1->lost, 1);
        for (unsigned w = 0; w < WARPS; w++)
            is("what memory has in the end",
               !memcmp(&memory->bytes[home(w)], expected[w], sizeof expected[w]), 1);
        sc_stop();
    }

    // An access that is accepted immediately takes one period more than the cycles from acceptance to
    // retirement.
    void takes(const char *what, access *a, unsigned cycles)
    {
        const unsigned periods = issue(a);
        is(what, a->warp.retired - a->warp.taken, cycles);
        is(what, periods, cycles + 1);
    }

    void costs()
    {
        const unsigned alone = 1 + UL1_FRONT + UL1_HLAT, m = 1 + LATENCY;
        access shared(UL1_OP_LOAD, UL1_SPACE_SHARED), global(UL1_OP_LOAD, UL1_SPACE_GLOBAL),
            fence(UL1_OP_FENCE, UL1_SPACE_GLOBAL);
        shared.row(0);
        takes("a shared load", &shared, alone);
        shared.row(0, 2);
        takes("one with conflicts of two lanes", &shared, alone + 1);
        access store(UL1_OP_STORE, UL1_SPACE_SHARED);
        store.row(0);
        takes("a shared store", &store, alone + 1);
        global.row(MEMORY / 2);
        issue(&global); // its page is in the TLB from here on
        takes("a hit", &global, alone);
        global.row(MEMORY / 2 + 4 * LANES);
        takes("a miss", &global, alone + m + 5 + UL1_FRONT);
        takes("a hit on what it brought", &global, alone);
        fence.warp.level = UL1_LEVEL_GPU;
        takes("a fence, which nothing is before", &fence, 6 + 1 + UL1_HLAT);
    }

    void status_is(const char *what, access *a, tlm::tlm_response_status expected_status, unsigned err)
    {
        tlm::tlm_response_status status;
        issue(a, &status);
        is(what, status, expected_status);
        is(what, a->warp.err, err);
    }

    void errors()
    {
        access odd(UL1_OP_LOAD, UL1_SPACE_SHARED), far(UL1_OP_LOAD, UL1_SPACE_GLOBAL),
            wrong(UL1_OP_LOAD, UL1_SPACE_SHARED);
        odd.row(0);
        odd.warp.addr[3]++;
        status_is("a misaligned lane", &odd, tlm::TLM_ADDRESS_ERROR_RESPONSE, UL1_ERR_MISALIGNED);
        is("which lane", odd.warp.err_lane, 3);
        is("which lanes", odd.warp.err_mask, 8);
        is("its address", odd.warp.err_addr, odd.warp.addr[3]);
        far.row(MEMORY);
        status_is("what memory has not", &far, tlm::TLM_GENERIC_ERROR_RESPONSE, UL1_ERR_BUS);
        access lost(UL1_OP_STORE, UL1_SPACE_GLOBAL), fence(UL1_OP_FENCE, UL1_SPACE_GLOBAL);
        fence.warp.level = UL1_LEVEL_GPU;
        lost.warp.hint = UL1_HINT_NC;
        lost.row(MEMORY);
        issue(&lost); // the store retires before memory reports the loss
        issue(&fence);
        is("a store that memory has not taken", l1->lost, 1);
        wrong.trans.set_command(tlm::TLM_WRITE_COMMAND);
        status_is("a load by a write", &wrong, tlm::TLM_COMMAND_ERROR_RESPONSE, UL1_ERR_NONE);
        wrong.trans.set_command(tlm::TLM_READ_COMMAND);
        wrong.length(4);
        status_is("another length", &wrong, tlm::TLM_BURST_ERROR_RESPONSE, UL1_ERR_NONE);
        wrong.length(4 * LANES);
        wrong.trans.set_byte_enable_ptr(reinterpret_cast<unsigned char *>(wrong.data));
        status_is("byte enables", &wrong, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE, UL1_ERR_NONE);
        wrong.trans.set_byte_enable_ptr(nullptr);
        wrong.warp.warp = 1 << UL1_WARP_W;
        status_is("a warp that there is not", &wrong, tlm::TLM_GENERIC_ERROR_RESPONSE, UL1_ERR_NONE);
    }

    // Initiators without warps
    void plain()
    {
        access store(UL1_OP_STORE, UL1_SPACE_GLOBAL), load(UL1_OP_LOAD, UL1_SPACE_GLOBAL);
        for (access *a : {&store, &load}) {
            a->trans.clear_extension(&a->warp);
            a->trans.set_address(MEMORY / 2 + 12);
            a->length(4 * 3);
        }
        for (unsigned i = 0; i < 3; i++)
            store.data[0][i] = 1000 + i;
        issue(&store);
        issue(&load);
        for (unsigned i = 0; i < 4; i++)
            is("a plain load sees a plain store", load.data[0][i], i < 3 ? 1000 + i : 0);
        tlm::tlm_response_status status;
        load.trans.set_address(MEMORY / 2 + 2);
        issue(&load, &status);
        is("a plain load of no whole word", status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        load.length(4 * LANES + 4);
        issue(&load, &status);
        is("a plain load of too many words", status, tlm::TLM_BURST_ERROR_RESPONSE);
    }

    void without_blocking()
    {
        access load(UL1_OP_LOAD, UL1_SPACE_GLOBAL);
        load.row(MEMORY / 2 + 12);
        tlm::tlm_phase phase = tlm::BEGIN_REQ;
        sc_time delay = SC_ZERO_TIME;
        socket->nb_transport_fw(load.trans, phase, delay);
        wait(answered);
        is("nb_transport sees it, too", load.data[0][2], 1002);
    }

    tlm::tlm_sync_enum back(tlm::tlm_generic_payload &, tlm::tlm_phase &phase, sc_time &)
    {
        if (phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED;
        answered.notify(SC_ZERO_TIME);
        return tlm::TLM_COMPLETED;
    }

    // When a fence retires, memory holds all earlier writes.
    void fence()
    {
        access store(UL1_OP_STORE, UL1_SPACE_GLOBAL), fence(UL1_OP_FENCE, UL1_SPACE_GLOBAL);
        fence.warp.level = UL1_LEVEL_SYS;
        for (unsigned line = 0; line < 5; line++) {
            const uint64_t at = MEMORY / 4 + line * 4 * LANES;
            store.warp.hint = UL1_HINT_WT;
            store.row(at);
            for (unsigned lane = 0; lane < LANES; lane++)
                store.data[0][lane] = 77 * line + lane;
            issue(&store);
            issue(&fence);
            is("what memory has behind a fence", !memcmp(&memory->bytes[at], store.data[0], 4 * LANES), 1);
        }
    }

    // ---- each warp in its own words, with known values

    uint32_t expected[WARPS][WORDS] = {}, expected_shared[WARPS][WORDS] = {};

    static uint64_t home(unsigned w) { return w * WORDS * 4; }

    void random_warp(unsigned w)
    {
        static const unsigned hints[] = {UL1_HINT_CA, UL1_HINT_WB, UL1_HINT_WT, UL1_HINT_NC};
        std::mt19937 rng(w + 1);
        for (unsigned word = 0; word < WORDS; word += LANES) { // shared memory holds only stored words
            access first(UL1_OP_STORE, UL1_SPACE_SHARED);
            first.warp.warp = w;
            first.row(home(w) + 4 * word);
            issue(&first);
        }
        for (unsigned n = 0; n < 300; n++) {
            const bool shared = rng() % 2, is_store = rng() % 3 == 0;
            access a(is_store ? UL1_OP_STORE : UL1_OP_LOAD, shared ? UL1_SPACE_SHARED : UL1_SPACE_GLOBAL);
            a.warp.warp = w;
            a.warp.hint = shared ? hints[0] : hints[rng() % 4];
            a.warp.mask = static_cast<uint32_t>(rng());
            const unsigned start = static_cast<unsigned>(rng()) % WORDS,
                           apart = rng() % 4 ? 2 * (rng() % 4) + 1 : WORDS / LANES;
            uint32_t *words = shared ? expected_shared[w] : expected[w];
            for (unsigned lane = 0; lane < LANES; lane++) {
                const unsigned word = (start + apart * lane) % WORDS; // a distinct word for each lane
                a.warp.addr[lane] = home(w) + 4 * word;
                a.data[0][lane] = static_cast<uint32_t>(rng());
                if (is_store && a.warp.mask >> lane & 1)
                    words[word] = a.data[0][lane];
            }
            issue(&a);
            for (unsigned lane = 0; lane < LANES && !is_store; lane++)
                if (a.warp.mask >> lane & 1)
                    is("a load's word", a.data[0][lane], words[(start + apart * lane) % WORDS]);
            if (rng() % 4 == 0)
                wait(rng() % 30 * PERIOD);
        }
        running--;
        ended.notify(SC_ZERO_TIME);
    }
};

int sc_main(int argc, char **argv)
{
    sc_report_handler::set_actions("/OSCI/SystemC", SC_DO_NOTHING); // it would report that it stops
    const bool rtl = argc > 1 && !strcmp(argv[1], "--rtl");
    ul1::tlm_l1 l1("l1", rtl ? twin_rtl(ul1_find(LANES, "l1"), 1) : twin_model(ul1_find(LANES, "l1")));
    memory_module memory("memory");
    warps sm("sm", &l1, &memory);
    ul1::tlm_l1 other("other", rtl ? twin_rtl(ul1_find(LANES, "l1"), 2) : twin_model(ul1_find(LANES, "l1")));
    memory_module its("its");
    translated process("process", &other, &its);
    sc_clock clk("clk", PERIOD);
    l1.clk(clk);
    sm.socket.bind(l1.instructions);
    l1.memory.socket.bind(memory.socket);
    other.clk(clk);
    process.socket.bind(other.instructions);
    other.memory.socket.bind(its.socket);
    sc_start(1, SC_MS);
    is("all warps have ended", sc_get_status() == SC_STOPPED, 1);
    printf("tlm: %d passed, %d failed; %llu cycles of the %s\n", passed, failed, (unsigned long long)l1.cycle,
           rtl ? "Verilog" : "model");
    return failed != 0;
}
