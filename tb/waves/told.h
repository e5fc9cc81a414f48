// The rows of text of a view: those of an L1, or those of a block behind L1s.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "cosim/story/parts.h"
#include "cosim/story/rows.h"
#include "waves/save_file.h"

class Told {
public:
    struct Row {
        std::string title, name;
        unsigned kind; // the first row of its kind
        Color color;
    };
    virtual ~Told() = default;
    virtual void cycle(const void *in, const void *out, bool tells) = 0;
    virtual const char *text(unsigned row) const = 0;

    std::vector<Row> rows;
};

class ToldOfL1 : public Told {
public:
    explicit ToldOfL1(const ul1_block *shape) : story{story_new(shape), story_free}
    {
        for (unsigned row = 0; story && row < STORY_ROWS; row++) {
            char title[STORY_TEXT], name[STORY_TEXT];
            unsigned kind;
            story_title(row, title);
            story_name(row, name, &kind);
            rows.push_back({title, name, kind,
                            kind < STORY_INSTR        ? YELLOW
                                : kind == STORY_INSTR ? PLAIN
                                : kind == STORY_BANK  ? ORANGE
                                                      : VIOLET});
        }
    }
    void cycle(const void *in, const void *out, bool tells) override
    {
        if (story)
            story_cycle(story.get(), in, out, tells);
    }
    const char *text(unsigned row) const override { return story_text(story.get(), row); }

private:
    std::unique_ptr<struct story, void (*)(struct story *)> story;
};

class ToldOfPart : public Told {
public:
    explicit ToldOfPart(const ul1_block *block) : shape(block)
    {
        for (unsigned row = 0; row < parts_rows(shape); row++) {
            char title[STORY_TEXT], name[STORY_TEXT];
            unsigned kind;
            parts_title(shape, row, title, sizeof title);
            parts_name(shape, row, name, sizeof name, &kind);
            rows.push_back({title, name, kind, YELLOW});
        }
        texts.resize(rows.size());
    }
    void cycle(const void *in, const void *out, bool tells) override
    {
        for (unsigned row = 0; tells && row < rows.size(); row++)
            parts_text(shape, row, in, out, texts[row].data(), STORY_TEXT);
    }
    const char *text(unsigned row) const override { return texts[row].data(); }

private:
    struct Text : std::vector<char> {
        Text() : std::vector<char>(STORY_TEXT) {}
    };
    const ul1_block *shape;
    std::vector<Text> texts;
};
