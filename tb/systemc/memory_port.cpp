#include "memory_port.h"

#include <cstring>

using namespace sc_core;

namespace ul1 {

static const uint64_t LINE = LANES * 4, SECTOR = LINE / UL1_SECTORS;

memory_port::memory_port(const sc_module_name &name) : sc_module(name) {}

// Half of an entry of tables for 2 MB pages. The top table is at 0. The table of its entry i is the i-th page
// behind TABLES.
static uint32_t table_word(uint64_t at)
{
    const uint64_t tables = UINT64_C(1) << 31, table = (at - tables) / 4096;
    const uint64_t entry =
        at < tables ? (tables + at / 8 * 4096) | 1 : table << 30 | (at / 8 & 511) << 21 | 3;
    return static_cast<uint32_t>(at & 4 ? entry >> 32 : entry);
}

void memory_port::take(const ul1_l1_out &out)
{
    request r = {};
    r.number = taken++;
    r.op = out.mmu.mem_op;
    r.id = out.mmu.mem_number;
    r.sect = out.mmu.mem_sect;
    r.line = out.mmu.mem_line;
    r.vline = out.mmu.mem_vline;
    if (r.op == UL1_MEMOP_READ && r.id >= UL1_PRT && !translate) {
        for (unsigned w = 0; w < LANES; w++)
            r.word[w] = table_word(r.line * LINE + 4 * w);
        answers.push_back({sc_time_stamp(), r});
        return;
    }
    if (r.op == UL1_MEMOP_WRITE) {
        memcpy(r.word, out.wdb.memdata_word, sizeof r.word);
        for (unsigned b = 0; b < sizeof r.enable; b++)
            r.enable[b] = out.wdb.memdata_be[b / 4] >> b % 4 & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        writes.insert(r.number);
    }
    if (r.op != UL1_MEMOP_FENCE)
        of_line[r.line].push_back(r.number);
    under_way++;
    sc_spawn([this, r] { run(r); });
}

void memory_port::run(request r)
{
    if (r.op == UL1_MEMOP_FENCE) {
        while (!writes.empty() && *writes.begin() < r.number)
            wait(moved);
    } else {
        while (of_line[r.line].front() != r.number)
            wait(moved);
        call(&r);
    }
    done(r);
}

void memory_port::call(request *r)
{
    tlm::tlm_generic_payload trans;
    sc_time delay = SC_ZERO_TIME;
    uint64_t first = 0, size = LINE;
    if (r->op == UL1_MEMOP_READ) {
        first = static_cast<uint64_t>(__builtin_ctz(r->sect)) * SECTOR;
        size = static_cast<uint64_t>(32 - __builtin_clz(r->sect)) * SECTOR - first;
    } else {
        trans.set_byte_enable_ptr(r->enable);
        trans.set_byte_enable_length(LINE);
    }
    trans.set_command(r->op == UL1_MEMOP_READ ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
    trans.set_address(r->line * LINE + first);
    trans.set_data_ptr(reinterpret_cast<unsigned char *>(r->word) + first);
    trans.set_data_length(static_cast<unsigned>(size));
    trans.set_streaming_width(static_cast<unsigned>(size));
    trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    socket->b_transport(trans, delay);
    r->failed = !trans.is_response_ok();
    std::deque<uint64_t> &next = of_line[r->line];
    next.pop_front();
    if (next.empty())
        of_line.erase(r->line);
    moved.notify(SC_ZERO_TIME);
    wait(delay);
}

// A write has a response only if it failed.
void memory_port::done(const request &r)
{
    under_way--;
    writes.erase(r.number);
    moved.notify(SC_ZERO_TIME);
    if (r.op != UL1_MEMOP_WRITE || r.failed)
        answers.push_back({sc_time_stamp(), r});
}

void memory_port::respond(ul1_l1_in *in)
{
    in->resp_valid = !answers.empty() && answers.front().due < sc_time_stamp();
    if (!in->resp_valid)
        return;
    const request &r = answers.front().r;
    in->resp_op = static_cast<decltype(in->resp_op)>(r.op);
    in->resp_number = static_cast<decltype(in->resp_number)>(r.id);
    in->resp_sect = static_cast<decltype(in->resp_sect)>(r.sect);
    in->resp_err = r.op == UL1_MEMOP_READ && r.failed;
    in->resp_vline = r.vline;
    memcpy(in->resp_data, r.word, sizeof in->resp_data);
    answers.pop_front();
}

} // namespace ul1
