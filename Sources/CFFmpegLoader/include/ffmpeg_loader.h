// Opens FFmpeg's libraries when a video is first used: the program starts without them, and runs where they are not
// installed.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Opens what files need. Call it before any other function of FFmpeg; calls after the first are free.
///
/// Writes into `missing` what was not found: a library, or a function of one.
bool peel_ffmpeg_open(char *missing, size_t size);

/// Opens what test sources and conversions need as well: libavfilter, and some thirty libraries with it.
bool peel_ffmpeg_open_filters(char *missing, size_t size);

/// Opens what microphones need as well: libavdevice, which brings a desktop's libraries with it.
bool peel_ffmpeg_open_devices(char *missing, size_t size);

/// Why ALSA does not open a microphone: a negative error number of the system, which FFmpeg keeps to itself. 0 when ALSA
/// opens it after all, or is not there. Call it after `peel_ffmpeg_open_devices`, which brings ALSA along.
int peel_alsa_refusal(const char *device);
