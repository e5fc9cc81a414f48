#include "program/names.h"

#include <stdlib.h>
#include <string.h>

#include "ul1_names.h"

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

static bool same(const char *name, const char *text, size_t length)
{
    return strlen(name) == length && !memcmp(name, text, length);
}

// Index among the lane counts; the number of lane counts if there is none.
static size_t column_of(unsigned lanes)
{
    size_t i = 0;
    while (i < COUNT_OF(ul1_lane_counts) && ul1_lane_counts[i] != lanes)
        i++;
    return i;
}

bool names_lanes(unsigned lanes)
{
    return column_of(lanes) < COUNT_OF(ul1_lane_counts);
}

bool names_size(const char *text, size_t length, unsigned lanes, int64_t *value)
{
    for (size_t i = 0; i < COUNT_OF(ul1_size_names); i++)
        if (same(ul1_size_names[i].name, text, length)) {
            *value = ul1_size_names[i].value[column_of(lanes)];
            return true;
        }
    return false;
}

int64_t names_value(const char *name, unsigned lanes)
{
    int64_t value;
    if (!names_size(name, strlen(name), lanes, &value))
        abort(); // the tables lack a name that this folder needs
    return value;
}

bool names_code(const char *of, const char *text, size_t length, unsigned *code)
{
    for (size_t i = 0; i < COUNT_OF(ul1_code_names); i++)
        if (!strcmp(ul1_code_names[i].of, of) && same(ul1_code_names[i].key, text, length)) {
            *code = ul1_code_names[i].code;
            return true;
        }
    return false;
}

unsigned names_codes(const char *of)
{
    char bits[40];
    size_t n = 0;
    for (; of[n] && n < sizeof bits - 3; n++)
        bits[n] = (char)(of[n] >= 'a' && of[n] <= 'z' ? of[n] - 'a' + 'A' : of[n]);
    memcpy(bits + n, "_W", 3);
    return 1u << names_value(bits, ul1_lane_counts[0]);
}

bool names_is_reserved(const char *of, unsigned code)
{
    const bool unbuilt = !strcmp(of, "op") && code == names_code_of("op", "tex")
        && !names_value("TEXTURE", ul1_lane_counts[0]);
    return unbuilt || !strcmp(names_key(of, code), "reserved");
}

bool names_reserved(const char *of, const char *text, size_t length, unsigned *code)
{
    unsigned n = 0;
    if (length < 5 || length > 6 || memcmp(text, "code", 4) || (length == 6 && text[4] == '0'))
        return false;
    for (size_t i = 4; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        n = 10 * n + (unsigned)(text[i] - '0');
    }
    if (n >= names_codes(of) || !names_is_reserved(of, n))
        return false;
    *code = n;
    return true;
}

unsigned names_code_of(const char *of, const char *key)
{
    unsigned code;
    if (!names_code(of, key, strlen(key), &code))
        abort();
    return code;
}

const char *names_key(const char *of, unsigned code)
{
    for (size_t i = 0; i < COUNT_OF(ul1_code_names); i++)
        if (!strcmp(ul1_code_names[i].of, of) && ul1_code_names[i].code == code)
            return ul1_code_names[i].key;
    return "reserved";
}

bool names_lost(unsigned error)
{
    const char *key = names_key("err", error);
    return !strcmp(key, "page") || !strcmp(key, "bus") || !strcmp(key, "readonly");
}
