// What Swift cannot import of FFmpeg: macros, unions and function-like constants. CFFmpegLoader opens the libraries.
#pragma once
#include <errno.h>
#include <stdarg.h>
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/buffer.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int peel_av_again = AVERROR(EAGAIN);
static const int peel_av_end_of_file = AVERROR_EOF;
static const int peel_av_exit = AVERROR_EXIT;
static const int peel_av_invalid_data = AVERROR_INVALIDDATA;
static const int peel_av_no_decoder = AVERROR_DECODER_NOT_FOUND;
static const int peel_av_no_demuxer = AVERROR_DEMUXER_NOT_FOUND;
static const int peel_av_not_implemented = AVERROR_PATCHWELCOME;
static const int64_t peel_av_no_time = AV_NOPTS_VALUE;

static inline int peel_av_error(int error_number) {
    return AVERROR(error_number);
}

static inline void peel_av_ignore_log(void *source, int level, const char *format, va_list arguments) {
    (void) source, (void) level, (void) format, (void) arguments;
}

/// A damaged file makes FFmpeg print a line for each of its faults; what is wrong is said by a MovieError instead.
static inline void peel_av_silence(void) {
    av_log_set_callback(peel_av_ignore_log);
}

static inline int peel_av_refuse_open(AVFormatContext *context, AVIOContext **io, const char *address, int flags,
                                      AVDictionary **options) {
    (void) context, (void) address, (void) flags, (void) options;
    *io = NULL;
    return AVERROR(EACCES);
}

/// Whatever a file names, nothing but the file is opened: a demuxer that asks for another gets "permission denied".
static inline void peel_av_refuse_other_files(AVFormatContext *context) {
    context->io_open = peel_av_refuse_open;
}

/// Has the line of memory at an address fetched into the cache, without waiting for it.
static inline void peel_fetch_ahead(const void *address) {
    __builtin_prefetch(address);
}
