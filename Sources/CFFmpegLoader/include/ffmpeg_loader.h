// Opens FFmpeg's libraries when a video is first used. So the program starts without them, and runs where they are not
// installed.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Opens what files need. Call it before any other function of FFmpeg. Repeated calls cost nothing.
///
/// Writes into `missing` which library, or function of one, was not found.
bool peel_ffmpeg_open(char *missing, size_t size);

/// Also opens what test sources and conversions need: libavfilter, which loads some thirty libraries.
bool peel_ffmpeg_open_filters(char *missing, size_t size);

/// Also opens what microphones need: libavdevice, which loads a desktop's libraries.
bool peel_ffmpeg_open_devices(char *missing, size_t size);

/// Returns why ALSA cannot open a microphone, which FFmpeg does not report: a negative error number of the system. 0 if
/// ALSA can open it after all, or is not there. Call it after `peel_ffmpeg_open_devices`, which loads ALSA.
int peel_alsa_refusal(const char *device);
