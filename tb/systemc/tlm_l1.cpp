#include "tlm_l1.h"

#include "common/taken.h"

using namespace sc_core;

namespace ul1 {

tlm_l1::tlm_l1(const sc_module_name &name, twin *t)
    : own_twin{std::unique_ptr<twin, free_twin>(t)}, sc_module(name)
{
    SC_HAS_PROCESS(tlm_l1);
    SC_METHOD(edge);
    sensitive << clk.pos();
    dont_initialize();
    instructions.register_b_transport(this, &tlm_l1::transport);
    settings.cfg_interval = 1;
    settings.cfg_page = UL1_PAGE_P2M;
}

void tlm_l1::end_of_elaboration()
{
    in = settings;
    in.rst = 1;
    own->ops->early(own.get(), &out);
}

// ---- payloads

static bool fits(uint64_t value, unsigned bits) { return value >> bits == 0; }

// Whether the pins can express the access. The machine itself reports invalid ones.
static bool is_sayable(const warp_access &a)
{
    bool ok = fits(a.op, UL1_OP_W) && fits(a.space, UL1_SPACE_W) && fits(a.width, UL1_WIDTH_W)
        && fits(a.hint, UL1_HINT_W) && fits(a.level, UL1_LEVEL_W) && fits(a.warp, UL1_WARP_W)
        && fits(a.reg, UL1_REG_W);
    for (unsigned lane = 0; lane < LANES; lane++)
        ok = ok && fits(a.addr[lane], UL1_VA_W);
    return ok;
}

// An error of the payload apart from its access.
static tlm::tlm_response_status refused(const tlm::tlm_generic_payload &trans, const warp_access &a)
{
    const tlm::tlm_command wanted = a.op == UL1_OP_LOAD ? tlm::TLM_READ_COMMAND
        : a.op == UL1_OP_STORE                          ? tlm::TLM_WRITE_COMMAND
                                                        : tlm::TLM_IGNORE_COMMAND;
    const unsigned length = a.has_data() ? a.words() * LANES * 4 : 0;
    if (!is_sayable(a))
        return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_command() != wanted)
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr())
        return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (length
        && (trans.get_data_length() != length || !trans.get_data_ptr()
            || trans.get_streaming_width() < length))
        return tlm::TLM_BURST_ERROR_RESPONSE;
    return tlm::TLM_OK_RESPONSE;
}

// Consecutive words. In order of lanes, they have the layout of the data.
static tlm::tlm_response_status in_a_row(const tlm::tlm_generic_payload &trans, warp_access *a)
{
    const unsigned length = trans.get_data_length();
    if (trans.get_command() == tlm::TLM_IGNORE_COMMAND)
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr())
        return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (!trans.get_data_ptr() || !length || length % 4 || length > LANES * 4
        || trans.get_streaming_width() < length)
        return tlm::TLM_BURST_ERROR_RESPONSE;
    a->op = trans.is_read() ? UL1_OP_LOAD : UL1_OP_STORE;
    a->space = UL1_SPACE_GLOBAL;
    a->mask = UINT32_MAX >> (32 - length / 4);
    for (unsigned lane = 0; lane < LANES; lane++)
        a->addr[lane] = trans.get_address() + 4 * lane;
    return is_sayable(*a) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
}

static tlm::tlm_response_status status_of(unsigned err)
{
    switch (err) {
    case UL1_ERR_NONE:
        return tlm::TLM_OK_RESPONSE;
    case UL1_ERR_OP:
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
    case UL1_ERR_BUS:
        return tlm::TLM_GENERIC_ERROR_RESPONSE;
    default:
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
}

void tlm_l1::transport(tlm::tlm_generic_payload &trans, sc_time &delay)
{
    if (delay != SC_ZERO_TIME)
        wait(delay);
    delay = SC_ZERO_TIME;
    warp_access row, *access = trans.get_extension<warp_access>();
    const tlm::tlm_response_status status = access ? refused(trans, *access) : in_a_row(trans, &row);
    trans.set_response_status(status);
    if (status != tlm::TLM_OK_RESPONSE)
        return;
    flight f{&trans, access ? access : &row, sc_time_stamp(), {}};
    waiting.push_back(&f);
    wait(f.retired);
    trans.set_response_status(status_of(f.access->err));
}

void tlm_l1::command(unsigned op, uint64_t addr, unsigned carveout)
{
    order o{op, carveout, addr, sc_time_stamp(), false, {}};
    orders.push_back(&o);
    wait(o.complete);
}

// ---- cycles: all work of a cycle is done at the edge that ends it

void tlm_l1::edge()
{
    twin *t = own.get();
    offer();
    offer_command();
    give_data();
    memory.respond(&in);
    in.mem_ready = 1;
    t->ops->late(t, &in, &out);
    if (!in.rst)
        watch();
    t->ops->clock(t, &in, &out);
    if (!t->ops->early(t, &out))
        SC_REPORT_FATAL("ul1", t->error);
    in.rst = 0;
    cycle++;
}

void tlm_l1::offer()
{
    in.in_valid = !in.rst && !waiting.empty() && waiting.front()->since < sc_time_stamp();
    if (!in.in_valid)
        return;
    const warp_access &a = *waiting.front()->access;
    set(in, "in_op", a.op);
    set(in, "in_space", a.space);
    set(in, "in_width", a.width);
    set(in, "in_hint", a.hint);
    set(in, "in_interleave", a.interleave);
    set(in, "in_level", a.level);
    set(in, "in_signed", a.extend_sign);
    set(in, "in_warp", a.warp);
    set(in, "in_reg", a.reg);
    set(in, "in_mask", a.mask);
    for (unsigned lane = 0; lane < LANES; lane++)
        in.in_addr[lane] = a.addr[lane];
}

void tlm_l1::offer_command()
{
    in.cmd_valid =
        !in.rst && !orders.empty() && !orders.front()->taken && orders.front()->since < sc_time_stamp();
    if (!in.cmd_valid)
        return;
    set(in, "cmd_op", orders.front()->op);
    set(in, "cmd_addr", orders.front()->addr);
    set(in, "cmd_carveout", orders.front()->carveout);
}

static uint32_t *word_of(const tlm::tlm_generic_payload &trans, unsigned reg, unsigned lane)
{
    return reinterpret_cast<uint32_t *>(trans.get_data_ptr()) + reg * LANES + lane;
}

void tlm_l1::give_data()
{
    in.pull_valid = out.lsu.pull_ready && !in.rst;
    for (uint32_t left = in.pull_valid ? out.lsu.pull_mask : 0; left; left &= left - 1) {
        const unsigned slot = static_cast<unsigned>(__builtin_ctz(left));
        memcpy(&in.pull_data[slot],
               word_of(*entry[out.lsu.pull_id]->trans, out.lsu.pull_ofs[slot], out.lsu.pull_lane[slot]), 4);
    }
}

// Processes the outputs of the cycle.
void tlm_l1::watch()
{
    if (out.mmu.mem_valid)
        memory.take(out);
    keep_words();
    retire();
    if (in.in_valid && takes_new(&out.lsu, in.in_op, in.in_space)) {
        entry[out.lsu.in_entry] = waiting.front();
        waiting.front()->access->taken = cycle;
        waiting.pop_front();
    }
    lost += out.mmu.pagefail_valid + out.fill.memfail_valid + out.prt.heldfail_valid;
    if (!orders.empty() && out.tag.cmd_ready)
        command_ready();
}

// A command was accepted in this cycle, or is complete.
void tlm_l1::command_ready()
{
    order *o = orders.front();
    if (!o->taken) {
        o->taken = in.cmd_valid;
        return;
    }
    orders.pop_front();
    o->complete.notify(SC_ZERO_TIME);
}

void tlm_l1::keep_words()
{
    for (uint32_t left = out.lsu.rf_valid ? out.dxbar.load_mask : 0; left; left &= left - 1) {
        const unsigned slot = static_cast<unsigned>(__builtin_ctz(left));
        const unsigned lane = out.lsu.rf_lane[slot];
        auto &trans = *entry[out.lsu.rf_id]->trans;
        memcpy(word_of(trans, out.lsu.rf_ofs[slot], lane), &out.dxbar.load_data[slot], 4);
        if (out.lsu.rf_both >> slot & 1)
            memcpy(word_of(trans, out.lsu.rf_ofs[slot], lane ^ out.lsu.rf_pairs), &out.dxbar.load_data[slot],
                   4);
    }
}

void tlm_l1::retire()
{
    if (!out.lsu.ret_valid)
        return;
    flight *f = entry[out.lsu.ret_id];
    warp_access *a = f->access;
    entry[out.lsu.ret_id] = nullptr;
    a->retired = cycle;
    a->err = out.lsu.ret_err;
    a->err_lane = a->err ? out.lsu.ret_lane : 0;
    a->err_mask = a->err ? out.lsu.ret_mask : 0;
    a->err_addr = a->err ? out.lsu.ret_addr : 0;
    f->retired.notify(SC_ZERO_TIME);
}

} // namespace ul1
