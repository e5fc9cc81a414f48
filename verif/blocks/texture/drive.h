// Texture unit: its random drive, within its contract. It acts as the instruction side, the mmu and memory.
#ifndef TEXTURE_DRIVE_H
#define TEXTURE_DRIVE_H

#include "blocks/drive.h"
#include "blocks/texture/contract.h"
#include "blocks/texture/cover_points.h"

enum { TEX_IMAGES_DRIVEN = 4 };

struct texture_drive {
    struct drive d;
    struct texture_contract contract;
    struct texture_past past;

    // Rates, in percent: offers; bilinear samples; lanes far from the first; the mmu answers, with a failure,
    // with a walk; walks that end; memory answers, with an error, with all sectors; invalidations of a line;
    // commands
    unsigned offer, bilinear, far, answer, fault, walk, end, fill, error, whole, drop, command;
    unsigned mostly; // percent of the instructions that have the first texture; the others have any
    unsigned spread; // texels between neighbouring lanes, at most
    struct drive_image {
        uint64_t base;
        uint16_t pitch, last_u, last_v;
        uint8_t format, layout, border;
    } image[TEX_IMAGES_DRIVEN];
    unsigned holds; // cycles that a command still takes
};

struct stimulus *texture_drive_make(const struct test *, uint64_t seed, uint64_t cycles);

#endif
