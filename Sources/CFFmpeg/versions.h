// What depends on FFmpeg's version, for its callers and for the loader.
#pragma once
#include <libavcodec/version.h>
#include <libavutil/version.h>

/// From 6.1 on, a track's metadata is with its codec's parameters.
#define PEEL_AV_HAS_CODED_SIDE_DATA (LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 100))
