// What Swift cannot import of zlib: macros that pass the version and the size of a structure along.
#pragma once
#include <zlib.h>

/// `deflateInit`.
static inline int peel_deflate_init(z_stream *stream, int level) {
    return deflateInit(stream, level);
}
